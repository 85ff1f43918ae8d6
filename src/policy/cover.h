/*
 * cover.h - is one value of a field narrower than another?
 *
 * "Narrower" includes equal.  What cannot be decided is not narrower.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_COVER_H
#define CS_POLICY_COVER_H

#include "policy/glob.h"
#include "policy/policy.h"

/* Steps for comparing all patterns of two policies. */
#define CS_COVER_BUDGET UINT64_C(200000000)

/* A path entry as a pattern: TEXT, or MAP {path, literal}. */
cs_glob cs_cover_path(const cs_pvalue *entry, bool tree);
/* Is the value of `id` in `child` narrower than in `parent`?  Fields that
 * decide together (fs.read and fs.write) are compared together. */
bool cs_cover_field(const cs_policy *parent, const cs_policy *child,
                    cs_policy_field id, uint64_t *budget);
/* Is one entry of the list covered by another? */
bool cs_cover_entry(const cs_pfield *f, const cs_pvalue *wide,
                    const cs_pvalue *entry, uint64_t *budget);

#endif
