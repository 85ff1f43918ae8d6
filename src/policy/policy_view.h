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

#include "policy/policy.h"

/* May a program be started at all?  May this one, by its absolute path? */
bool cs_policy_view_spawns(const cs_policy *p);
bool cs_policy_view_allows(const cs_policy *p, const char *program);
/* Is there somebody to ask for approvals, and something to ask about?  Does a
 * call of this tool need one? */
bool cs_policy_view_asks(const cs_policy *p);
bool cs_policy_view_approval(const cs_policy *p, const char *tool);
/* Real time that a run may take, in ms; 0: any. */
uint64_t cs_policy_view_wall(const cs_policy *p);
/* Does `was` grant no more than `is` does? */
bool cs_policy_view_is_within(const cs_policy *is, const cs_policy *was);

#endif
