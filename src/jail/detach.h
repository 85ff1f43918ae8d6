/*
 * detach.h - with the host's root rights: a mount that can be handed over.
 *
 * Root's jails run as a user that owns nothing; what is mounted in them shows
 * its owner as that user.  Both need rights that only the host has, so it is
 * done before, or outside of, the jail's own namespaces.
 *
 * Without root rights nothing here is needed: an ordinary user's jail runs as
 * that user, and files show their owner by themselves.
 *
 * The mount that is returned hangs nowhere: it is gone with its descriptor
 * unless somebody attaches it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_DETACH_H
#define CS_JAIL_DETACH_H

#include <stdbool.h>
#include <stdint.h>

/* A copy, mounted nowhere, of what `fd` is (-1: of what is at `path`).  With
 * `share` its owner is shown as the user `uid`, `gid`, where the file system
 * can do that.  -1 with errno. */
int cs_detach_mount(int fd, const char *path, bool share, uint32_t uid,
                    uint32_t gid);

#endif
