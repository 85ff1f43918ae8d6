/*
 * covered.h - what a policy hides and protects in the mounts of a jail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_COVERED_H
#define CS_DEPTH_COVERED_H

#include "jail/covers.h"
#include "policy/objects.h"
#include "policy/policy.h"

/* fs.deny and fs.protect as covers, if there is a policy, and what no program
 * may read of our own (`log`: the audit log or NULL); `out` is zeroed, the
 * caller frees it. */
cs_status cs_covered_find(const cs_policy *p, const cs_jail_mount *mounts,
                          size_t n, const char *log, cs_covers *out,
                          cs_error *err) CS_MUST_CHECK;

/* covered_system.c: patterns of fs.deny, in what a jail shows of the host by
 * itself.  CS_EINVAL: one would hide what every program needs, or cannot be
 * enforced there. */
cs_status cs_covered_system(const cs_policy *p, const cs_objects *objects,
                            cs_covers *out, cs_error *err) CS_MUST_CHECK;

#endif
