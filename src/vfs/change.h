/*
 * change.h - what a session changed: listing, committing, dropping.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_CHANGE_H
#define CS_VFS_CHANGE_H

#include "digest/digest.h"
#include "vfs/vfs.h"

#include "caisson/files.h" /* cs_change, cs_artifact_caps */

/* How all overlays differ from the host's directories.  A result of `each`
 * other than 0 ends the listing and is returned. */
int cs_change_list(cs_vfs *v, cs_change_each each, void *with);

/* Write the overlay at `at` to its host directory and empty it.  First every
 * entry is checked: nothing happens (CS_EINVAL) when one is protected, is a
 * link that leaves the mount, or cannot be stored.  Each file appears under its
 * name complete or not at all; no link on the host is followed.  CS_EOS: the
 * host refused half-way; what is written stays, the overlay still holds
 * everything, and committing again goes on. */
cs_status cs_change_commit(cs_vfs *v, const char *at,
                           cs_error *err) CS_MUST_CHECK;

/* Forget the changes of the overlay at `at`.  Open files keep their content. */
cs_status cs_change_drop(cs_vfs *v, const char *at,
                         cs_error *err) CS_MUST_CHECK;

/* Do either for every overlay; commit leaves out those without a host
 * directory.  Stops at the first failure. */
cs_status cs_change_commit_all(cs_vfs *v, cs_error *err) CS_MUST_CHECK;
cs_status cs_change_drop_all(cs_vfs *v, cs_error *err) CS_MUST_CHECK;

/* --- artifacts: what one run did, in overlays and writable mounts -------- */

void cs_artifact_caps_default(cs_artifact_caps *caps);

/* A run begins: forget what was touched before. */
void cs_artifact_start(cs_vfs *v);
/* Everything that was created, changed or removed since and that `wants` (NULL:
 * everything) says yes to; sorted by path.  `*cut` tells that a cap left
 * something out. */
typedef bool cs_artifact_wants(void *with, const char *path);
int cs_artifact_list(cs_vfs *v, const cs_artifact_caps *caps,
                     cs_artifact_wants *wants, cs_change_each each, void *with,
                     bool *cut);

#endif
