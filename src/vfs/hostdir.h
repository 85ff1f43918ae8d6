/*
 * hostdir.h - entries of a host directory, reached by descriptor only.
 *
 * Every function takes the descriptor of a mount's root and a path below it
 * that is already free of links and dots.  The kernel refuses to leave the
 * root and to follow any link on the way (openat2 with RESOLVE_BENEATH,
 * RESOLVE_NO_SYMLINKS, RESOLVE_NO_MAGICLINKS; where that call is missing, a
 * walk component by component with O_NOFOLLOW), so nothing that happens on the
 * host between two calls can lead outside.
 *
 * Functions return 0 or an errno number unless said otherwise.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_HOSTDIR_H
#define CS_VFS_HOSTDIR_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* A descriptor of `path` ("" = the root itself), or -1 with errno.  O_CLOEXEC
 * and O_NOFOLLOW are added to the flags. */
int cs_hostdir_open(int root, const char *path, int flags, mode_t mode);

/* A descriptor of the directory that holds `path`, or -1 with errno; `*name`
 * is the last component, inside `path`. */
int cs_hostdir_parent(int root, const char *path, const char **name);

/* What `path` is, without following it. */
int cs_hostdir_stat(int root, const char *path, struct stat *st);

/* Open a regular file or directory for `flags`; anything else is refused with
 * EACCES before it can block or act.  Returns a descriptor, or -1 with errno;
 * `*st` describes what was opened. */
int cs_hostdir_open_plain(int root, const char *path, int flags, mode_t mode,
                          struct stat *st);

/* The target of a link, NUL-terminated. */
int cs_hostdir_readlink(int root, const char *path, char *out, size_t room);

/* Remove an entry with everything in it.  Links are removed, not followed;
 * an absent entry is fine. */
int cs_hostdir_remove_all(int root, const char *path);

#endif
