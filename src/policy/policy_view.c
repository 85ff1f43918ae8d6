/*
 * policy_view.c - single questions to a policy that may be absent.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/policy_view.h"

#include <stdio.h>
#include <string.h>

#include "policy/decide.h"
#include "policy/load.h"
#include "policy/narrow.h"

bool cs_policy_view_spawns(const cs_policy *p) {
  const cs_pvalue *v = p ? cs_policy_value(p, CS_POLICY_SPAWN) : NULL;
  return !v || (v->kind == CS_PV_LIST ? v->n > 0 : v->number != 0);
}

static const struct {
  uint32_t bit;
  cs_policy_field field;
  const char *path;
} walls[] = {
#define WALL(id, bit, field, path) {bit, CS_POLICY_##field, path},
#include "base/walls.def"
#undef WALL
};
#define WALLS (sizeof walls / sizeof *walls)

/* Every field but SPAWN, which may be a list, is true or false. */
static bool forbids(const cs_policy *p, cs_policy_field field) {
  return field == CS_POLICY_SPAWN ? !cs_policy_view_spawns(p)
                                  : !cs_policy_flag(p, field);
}

uint32_t cs_policy_view_walls(const cs_policy *p) {
  uint32_t bits = 0;
  for (size_t i = 0; p && i < WALLS; i++)
    if (forbids(p, walls[i].field)) bits |= walls[i].bit;
  return bits;
}

cs_status cs_policy_view_of_walls(uint32_t bits, cs_policy **out) {
  char text[512];
  size_t at = (size_t)snprintf(text, sizeof text, "version: 1\nprocess: {");
  for (size_t i = 0; i < WALLS; i++)
    at +=
        (size_t)snprintf(text + at, sizeof text - at, "%s%s: %s", i ? ", " : "",
                         walls[i].path, bits & walls[i].bit ? "false" : "true");
  at += (size_t)snprintf(text + at, sizeof text - at, "}\n");
  return cs_load_text(text, at, "options", CS_POLICY_OWNER, out, NULL);
}

cs_policy_field cs_policy_view_lacks(const cs_policy *p, uint32_t lacking) {
  for (size_t i = 0; i < WALLS; i++)
    if (lacking & walls[i].bit &&
        !cs_policy_has(p, CS_POLICY_ACCEPT, cs_schema[walls[i].field].key))
      return walls[i].field;
  return CS_POLICY_FIELDS;
}

bool cs_policy_view_asks(const cs_policy *p) {
  return p && cs_policy_count(p, CS_POLICY_TOOLS_APPROVE) > 0 &&
         strcmp(cs_policy_text(p, CS_POLICY_APPROVER), "none") != 0;
}

bool cs_policy_view_approval(const cs_policy *p, const char *tool) {
  return p && cs_decide_approval(p, tool);
}

uint64_t cs_policy_view_wall(const cs_policy *p) {
  return p ? cs_policy_number(p, CS_POLICY_WALL_MS) : 0;
}

bool cs_policy_view_is_within(const cs_policy *is, const cs_policy *was) {
  cs_policy_field first;
  return !is || (was && cs_narrow_is_within(is, was, &first));
}

bool cs_policy_view_allows(const cs_policy *p, const char *program) {
  return !p || cs_decide_spawn(p, program).allowed;
}
