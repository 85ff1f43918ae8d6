/*
 * layered.h - directories that the kernel keeps for a program in a jail.
 *
 * The jail's own /tmp and its overlays are mounts of its namespace.  Their
 * descriptors come to the host, and from then on the session's file system
 * shows what the program sees.  What such an overlay changed is found by
 * comparing it with the directory of the host below it; it is never trusted to
 * tell that itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_LAYERED_H
#define CS_VFS_LAYERED_H

#include "vfs/vfs.h"

/* Show the mount `fd` at `at`: over the directory of the host that hangs there,
 * or as a new mount.  `fd` stays the caller's.  `*fresh`: it is another one
 * than before. */
cs_status cs_layered_show(cs_vfs *v, const char *at, int fd,
                          bool *fresh) CS_MUST_CHECK;

/* A file system whose overlays hold what the kernel's overlays of `v` changed,
 * to be listed and committed with change.h; NULL: there are no such overlays.
 * An errno; EOVERFLOW: too many files. */
int cs_layered_changes(cs_vfs *v, cs_vfs **out);

/* Make the overlay at `at` (NULL: all of them) as its directory of the host
 * is.  ENOENT: there is none at `at`. */
int cs_layered_discard(cs_vfs *v, const char *at);

/* Does `v` have any? */
bool cs_layered_any(const cs_vfs *v);

/* Whose files they are: what root writes there is written as this user. */
void cs_layered_own(cs_vfs *v, uint32_t uid, uint32_t gid);
/* Before and after something is written at `path`, in the same thread: what a
 * jail shows takes new files from its own user only.  False: nothing to do. */
bool cs_layered_enter(cs_vfs *v, const char *path);
void cs_layered_leave(bool entered);

#endif
