/*
 * seen.h - what a program under a policy would find at a path.
 *
 * The mounts of the policy are made as a session makes them, links are resolved
 * as the program's would be, and the rule is asked about what is really there.
 * So `caisson why` answers what the program meets.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_SEEN_H
#define CS_SESSION_SEEN_H

#include "policy/decide.h"
#include "vfs/vfs.h"

/* May it be read or written?  `real`: the path without links.  CS_EINVAL, with
 * a text: a mount cannot be made here, or the path leads in circles. */
cs_status cs_seen_decide(const cs_policy *p, const char *path, bool write,
                         cs_decision *out, char real[CS_VFS_PATH],
                         cs_error *err) CS_MUST_CHECK;

#endif
