/*
 * mnt.h - mounts by descriptor: detached first, then put in their place.
 *
 * Nothing here takes a path that was resolved before: what is mounted, and
 * where, is a descriptor.  Every function gives -1 with errno on failure.
 *
 * The calls are those of Linux 5.2 and later (fsopen, open_tree, move_mount,
 * mount_setattr): a kernel without them gives no jail, with the reason.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_MNT_H
#define CS_JAIL_INSIDE_MNT_H

#include <stdbool.h>
#include <stdint.h>

/* openat2 with these RESOLVE_* flags. */
int cs_mnt_find(int dir, const char *path, uint64_t flags, uint64_t resolve);
/* Hang a detached mount over what `target` is. */
int cs_mnt_put(int mount_fd, int target);
/* Set flags of a mount, of those below it too if it is `whole`. */
int cs_mnt_restrict(int mount_fd, uint64_t on, bool whole);
/* A detached copy of the mount that shows what `fd` is. */
int cs_mnt_copy(int fd, bool whole);
/* A new file system; options are pairs of texts, "" for a flag, then NULL. */
int cs_mnt_new(const char *type, const char *const *options, unsigned flags);
/* An empty one in memory.  `files` 0: as many as fit the size. */
int cs_mnt_memory(uint64_t size, uint64_t files, const char *mode,
                  unsigned flags);

#endif
