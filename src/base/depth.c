/*
 * depth.c - depths.def as a table.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/depth.h"

#include <assert.h>
#include <string.h>

#define RUNS   CS_CAN_RUN
#define ENGINE CS_IS_ENGINE
#define APART  CS_IS_APART
#define JAIL   CS_IS_JAIL
#define AUTO   CS_CAN_AUTO

const cs_depth_row cs_depth_rows[CS_PLACES] = {
#define DEPTH(id, depth, name, test, can) \
  [CS_AT_##id] = {CS_AT_##id, CS_DEPTH_##depth, name, test, can},
#include "base/depths.def"
#undef DEPTH
};

const cs_depth_row *cs_depth_find(cs_depth depth) {
  for (int i = CS_PLACES; i-- > 0;)
    if (cs_depth_rows[i].depth == depth) return &cs_depth_rows[i];
  return NULL;
}

const cs_depth_row *cs_depth_named(const char *name) {
  for (int i = CS_PLACES; i-- > 0;)
    if (strcmp(cs_depth_rows[i].name, name) == 0) return &cs_depth_rows[i];
  return NULL;
}

const cs_depth_row *cs_depth_jail(void) {
  int i = CS_PLACES - 1;
  while (i > 0 && !cs_depth_is(&cs_depth_rows[i], CS_IS_JAIL)) i--;
  assert(i > 0); /* depths.def has one */
  return &cs_depth_rows[i];
}

bool cs_depth_is_auto(const char *name) {
  return strcmp(name, "auto") == 0;
}

const char *cs_depth_name(cs_depth depth) {
  const cs_depth_row *row = cs_depth_find(depth);
  return row ? row->name : "none";
}

bool cs_depth_is_as_strong(const cs_depth_row *a, const cs_depth_row *b) {
  if (!cs_depth_is(a, CS_CAN_RUN)) return true;
  return cs_depth_is(b, CS_CAN_RUN) && a->depth >= b->depth;
}
