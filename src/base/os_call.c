/*
 * os_call.c - os_calls.def as a table.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/os_call.h"

#include <string.h>

#define WALL    CS_OSCALL_WALL
#define STEADY  CS_OSCALL_STEADY
#define CPU     CS_OSCALL_CPU
#define SLEEPS  CS_OSCALL_SLEEPS
#define CHANGES CS_OSCALL_CHANGES
#define AGAIN   CS_OSCALL_AGAIN
#define ENTRY   CS_OSCALL_ENTRY

const cs_oscall_row cs_oscall_rows[CS_OSCALLS + 1] = {
#define OSCALL(id, name, about, traits, args, result) \
  [CS_OSCALL_##id] = {name, sizeof name - 1, CS_ABOUT_##about, traits},
#include "base/os_calls.def"
#undef OSCALL
    [CS_OSCALL_NONE] = {"", 0, CS_ABOUT_OTHER, 0}};

/* Some sixty comparisons of a byte; names of one length differ early enough. */
cs_oscall cs_oscall_find(const char *name, size_t len) {
  for (int i = 0; i < CS_OSCALLS; i++)
    if (cs_oscall_rows[i].len == len &&
        memcmp(cs_oscall_rows[i].name, name, len) == 0)
      return (cs_oscall)i;
  return CS_OSCALL_NONE;
}
