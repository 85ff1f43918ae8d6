/*
 * check.h - a tree becomes the fields of a policy, or a fault.
 *
 * Nothing is ignored and nothing is guessed: an unknown key, a value of the
 * wrong type or out of range, a text that does not fit its field ends it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_CHECK_H
#define CS_POLICY_CHECK_H

#include "policy/fault.h"
#include "policy/policy_in.h"

/* Set the fields of `p` that `root` has.  The tree is in p's memory.  `file` is
 * named in faults. */
cs_status cs_check_tree(cs_policy *p, const cs_pvalue *root, const char *file,
                        cs_policy_fault *fault) CS_MUST_CHECK;
/* What can only be said of a whole policy: rules that need each other. */
cs_status cs_check_whole(const cs_policy *p,
                         cs_policy_fault *fault) CS_MUST_CHECK;

#endif
