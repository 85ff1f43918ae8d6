/*
 * beneath.h - paths of a policy that lie in a grant, opened in that grant.
 *
 * Who may only narrow names a path below one that somebody more trusted named:
 * the grant.  The text of the path is no proof of that: a link in the granted
 * directory leads anywhere.  So the first `base` bytes, the grant, are opened
 * as they are written, and the rest below that directory without following a
 * link.  What is opened so is part of the grant, whoever renames what meanwhile
 * (redteam: L10, D01).
 *
 * A directory that programs may write is treated alike: what the policy shows
 * of it elsewhere is never found through a link that a program made.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_BENEATH_H
#define CS_POLICY_BENEATH_H

#include "policy/policy.h"

/* The host's path that an entry of fs.mounts, fs.read or fs.write names. */
const char *cs_beneath_path(const cs_pvalue *entry);

/* Note in each entry of `child` that `parent` covers which part of its path
 * the parent named.  Returns the first entry whose rest leads through a link,
 * NULL if there is none. */
const cs_pvalue *cs_beneath_bind(const cs_policy *parent, cs_policy *child,
                                 cs_policy_field id);

/* How much of the path of `entry` is opened with links: what was noted, and no
 * more than a grant of `p` above it that programs may write. */
size_t cs_beneath_base(const cs_policy *p, const cs_pvalue *entry);

#endif
