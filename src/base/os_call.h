/*
 * os_call.h - what there is to know about a request: rows of os_calls.def.
 *
 * The name of a request comes from a program or from a worker, so it may be
 * anything: cs_oscall_find is the one place that reads it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_OS_CALL_H
#define CS_BASE_OS_CALL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cs_oscall {
#define OSCALL(id, name, about, traits, args, result) CS_OSCALL_##id,
#include "base/os_calls.def"
#undef OSCALL
  CS_OSCALLS,
  CS_OSCALL_NONE = CS_OSCALLS /* no row has this name */
} cs_oscall;

typedef enum cs_oscall_about {
  CS_ABOUT_OTHER,
  CS_ABOUT_CLOCK,
  CS_ABOUT_ENTROPY,
  CS_ABOUT_ENV,
  CS_ABOUT_FILE,
  CS_ABOUT_WHOLE,
  CS_ABOUT_PLACE,
  CS_ABOUT_NET
} cs_oscall_about;

enum { /* cs_oscall_row.traits */
       CS_OSCALL_WALL = 1,
       CS_OSCALL_STEADY = 2,
       CS_OSCALL_CPU = 4,
       CS_OSCALL_SLEEPS = 8,
       CS_OSCALL_CHANGES = 16,
       CS_OSCALL_AGAIN = 32,
       CS_OSCALL_ENTRY = 64
};

typedef struct cs_oscall_row {
  const char *name;
  uint8_t len; /* of the name */
  uint8_t about, traits;
} cs_oscall_row;

/* By cs_oscall; the last one, of CS_OSCALL_NONE, has no name and no trait. */
extern const cs_oscall_row cs_oscall_rows[CS_OSCALLS + 1];

/* The request of this name, which need not end with a NUL. */
cs_oscall cs_oscall_find(const char *name, size_t len);

static inline bool cs_oscall_is(cs_oscall call, uint32_t trait) {
  return (cs_oscall_rows[call].traits & trait) != 0;
}
static inline cs_oscall_about cs_oscall_is_about(cs_oscall call) {
  return (cs_oscall_about)cs_oscall_rows[call].about;
}
/* A file of the program, by whichever kind of request. */
static inline bool cs_oscall_is_for_files(cs_oscall call) {
  cs_oscall_about about = cs_oscall_is_about(call);
  return about == CS_ABOUT_FILE || about == CS_ABOUT_WHOLE;
}

#endif
