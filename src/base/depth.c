/*
 * depth.c - depths.def as a table.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/depth.h"

#include <assert.h>
#include <string.h>

#define RUNS    CS_CAN_RUN
#define ENGINE  CS_IS_ENGINE
#define APART   CS_IS_APART
#define JAIL    CS_IS_JAIL
#define AUTO    CS_CAN_AUTO
#define MACHINE CS_IS_MACHINE

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

/* The last row that has exactly `want` of these abilities.  depths.def has one:
 * a unit test asks for all of them. */
static const cs_depth_row *last_with(uint32_t abilities, uint32_t want) {
  int i = CS_PLACES - 1;
  while (i > 0 && (cs_depth_rows[i].can & abilities) != want) i--;
  assert((cs_depth_rows[i].can & abilities) == want);
  return &cs_depth_rows[i];
}

const cs_depth_row *cs_depth_jail(void) {
  return last_with(CS_IS_JAIL, CS_IS_JAIL);
}

const cs_depth_row *cs_depth_boxes(void) {
  return last_with(CS_CAN_RUN | CS_IS_JAIL | CS_IS_ENGINE | CS_IS_MACHINE,
                   CS_CAN_RUN);
}

const cs_depth_row *cs_depth_engine(bool apart) {
  return last_with(CS_IS_ENGINE | CS_IS_APART,
                   CS_IS_ENGINE | (apart ? CS_IS_APART : 0));
}

const cs_depth_row *cs_depth_check(void) {
  return last_with(CS_CAN_RUN, 0);
}

bool cs_depth_can(cs_depth depth, uint32_t ability) {
  const cs_depth_row *row = cs_depth_find(depth);
  return row && cs_depth_is(row, ability);
}

bool cs_depth_named_can(const char *name, uint32_t ability) {
  const cs_depth_row *row = cs_depth_named(name);
  return row && cs_depth_is(row, ability);
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
