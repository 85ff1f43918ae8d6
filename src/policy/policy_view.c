/*
 * policy_view.c - single questions to a policy that may be absent.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/policy_view.h"

#include <string.h>

#include "policy/decide.h"
#include "policy/narrow.h"

bool cs_policy_view_spawns(const cs_policy *p) {
  const cs_pvalue *v = p ? cs_policy_value(p, CS_POLICY_SPAWN) : NULL;
  return !v || (v->kind == CS_PV_LIST ? v->n > 0 : v->number != 0);
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
