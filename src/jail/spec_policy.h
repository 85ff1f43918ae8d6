/*
 * spec_policy.h - the limits and walls of a policy as those of a jail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_SPEC_POLICY_H
#define CS_JAIL_SPEC_POLICY_H

#include "jail/exec.h"
#include "policy/policy.h"

/* Mounts and variables are the caller's business. */
void cs_jail_spec_limit(const cs_policy *p, cs_jail_spec *spec,
                        cs_exec_options *o);

#endif
