/*
 * spec_policy.h - the limits and walls of a policy as those of a jail.
 *
 * The one translation from policy to jail for commands (`caisson exec`);
 * sessions have theirs in session/policed_options.c, whose checks compare what
 * the caller asked for with what the policy grants.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_SPEC_POLICY_H
#define CS_JAIL_SPEC_POLICY_H

#include "jail/exec.h"
#include "policy/policy.h"

/* Mounts and variables are the caller's business. Overwrites all limits of
 * `spec`; the caller may lower them afterwards. */
void cs_jail_spec_limit(const cs_policy *p, cs_jail_spec *spec,
                        cs_exec_options *o);

#endif
