/*
 * policy_view.h - single questions to a policy that may be absent.
 *
 * A NULL policy is no policy: it asks for no approval, sets no wall clock, and
 * allows what the options grant.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_POLICY_VIEW_H
#define CS_POLICY_POLICY_VIEW_H

#include "base/wall.h"
#include "policy/policy.h"

/* May a program be started at all?  May this one, by its absolute path? */
bool cs_policy_view_spawns(const cs_policy *p);
bool cs_policy_view_allows(const cs_policy *p, const char *program);
/* Is there somebody to ask for approvals, and something to ask about?  Does a
 * call of this tool need one? */
bool cs_policy_view_asks(const cs_policy *p);
bool cs_policy_view_approval(const cs_policy *p, const char *tool);
/* CS_WALL_*: what it forbids the programs of a jail; NULL: nothing. */
uint32_t cs_policy_view_walls(const cs_policy *p);
/* The other way round: the built-in policy, with everything granted that these
 * walls do not forbid. */
cs_status cs_policy_view_of_walls(uint32_t walls,
                                  cs_policy **out) CS_MUST_CHECK;
/* The field of the first wall in `lacking`; CS_POLICY_FIELDS: there is none, or
 * the policy does without each of them. */
cs_policy_field cs_policy_view_lacks(const cs_policy *p, uint32_t lacking);
/* Real time that a run may take, in ms; 0: any. */
uint64_t cs_policy_view_wall(const cs_policy *p);
/* Does `was` grant no more than `is` does? */
bool cs_policy_view_is_within(const cs_policy *is, const cs_policy *was);

#endif
