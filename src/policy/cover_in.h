/*
 * cover_in.h - the parts of cover.h that concern entries with several fields.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_COVER_IN_H
#define CS_POLICY_COVER_IN_H

#include "policy/policy.h"

/* Every part of `e` besides its name is at most as wide as that of `wide`. */
bool cs_cover_parts(const cs_pshape *s, const cs_pvalue *wide,
                    const cs_pvalue *e);
/* The maps of secrets. */
bool cs_cover_secrets(const cs_pvalue *parent, const cs_pvalue *child);
/* Is `e` the mount `wide` or a part of it, with no more rights?  By the texts
 * of its paths: beneath.h asks what is opened. */
bool cs_cover_mount(const cs_pvalue *wide, const cs_pvalue *e);
/* fs.mounts; fs.read and fs.write, which decide together. */
bool cs_cover_mounts(const cs_policy *parent, const cs_policy *child);
bool cs_cover_reads(const cs_policy *parent, const cs_policy *child,
                    uint64_t *budget);
bool cs_cover_writes(const cs_policy *parent, const cs_policy *child,
                     uint64_t *budget);

#endif
