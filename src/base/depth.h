/*
 * depth.h - what there is to know about a depth: the rows of depths.def.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_DEPTH_H
#define CS_BASE_DEPTH_H

#include <stdbool.h>
#include <stdint.h>

#include "caisson/depth.h"

enum { /* cs_depth_row.can */
       CS_CAN_RUN = 1,
       CS_IS_ENGINE = 2,
       CS_IS_APART = 4,
       CS_IS_JAIL = 8,
       CS_CAN_AUTO = 16,
       CS_IS_MACHINE = 32
};

/* A row of depths.def. */
typedef enum cs_place_id {
#define DEPTH(id, depth, name, test, can) CS_AT_##id,
#include "base/depths.def"
#undef DEPTH
  CS_PLACES
} cs_place_id;

typedef struct cs_depth_row {
  cs_place_id at;
  cs_depth depth;
  const char *name; /* as options, policies and results have it */
  int self_test;    /* index of cs_probes.limits */
  uint32_t can;
} cs_depth_row;

extern const cs_depth_row cs_depth_rows[CS_PLACES]; /* by `at` */
/* The row of a depth; of several the last one, which is the usual one.  NULL:
 * there is no such depth. */
const cs_depth_row *cs_depth_find(cs_depth depth);
const cs_depth_row *cs_depth_named(const char *name);
/* The depth of programs in a jail. */
const cs_depth_row *cs_depth_jail(void);
/* The depth of named sandboxes: programs with a root of their own. */
const cs_depth_row *cs_depth_boxes(void);
/* The depth of our own engine: in a process of its own, or in the caller's. */
const cs_depth_row *cs_depth_engine(bool apart);
/* The depth that runs nothing. */
const cs_depth_row *cs_depth_check(void);
/* "auto" is a word for a choice, not a depth. */
bool cs_depth_is_auto(const char *name);
/* The name of a depth; "none" for CS_DEPTH_NONE. */
const char *cs_depth_name(cs_depth depth);

/* Is the wall of `a` at least as strong as that of `b`?  Running nothing is
 * stronger than any. */
bool cs_depth_is_as_strong(const cs_depth_row *a, const cs_depth_row *b);

static inline bool cs_depth_is(const cs_depth_row *row, uint32_t ability) {
  return (row->can & ability) != 0;
}
/* Our engine in a process of its own, or in the caller's. */
static inline bool cs_depth_is_worker(const cs_depth_row *row) {
  return cs_depth_is(row, CS_IS_ENGINE) && cs_depth_is(row, CS_IS_APART);
}
static inline bool cs_depth_is_local(const cs_depth_row *row) {
  return cs_depth_is(row, CS_IS_ENGINE) && !cs_depth_is(row, CS_IS_APART);
}

/* Has the depth of this number, or of this name, one of these abilities?  False
 * if there is no such depth. */
bool cs_depth_can(cs_depth depth, uint32_t ability);
bool cs_depth_named_can(const char *name, uint32_t ability);

#endif
