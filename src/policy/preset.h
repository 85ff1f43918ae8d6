/*
 * preset.h - named sets of hosts in egress.allow (presets.def).
 *
 * They are replaced by their hosts while a policy is read, so that everything
 * else, narrowing included, sees hosts only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_PRESET_H
#define CS_POLICY_PRESET_H

#include "policy/fault.h"
#include "policy/pvalue.h"

#define CS_PRESET_PREFIX "preset:"

/* Replace the entries "preset:NAME" of root["egress"]["allow"].  `file` is for
 * faults. */
cs_status cs_preset_expand(cs_scratch *mem, cs_pvalue *root, const char *file,
                           cs_policy_fault *f) CS_MUST_CHECK;

#endif
