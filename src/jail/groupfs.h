/*
 * groupfs.h - control groups as the directories and small files they are.
 *
 * Every function works on a directory descriptor or on an absolute path below
 * /sys or /proc; none follows a path that a guest could have written.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_GROUPFS_H
#define CS_JAIL_GROUPFS_H

#include <stdbool.h>
#include <stddef.h>

/* The first `room - 1` bytes of a file, as text. */
bool cs_groupfs_read(int dir, const char *path, char *out, size_t room);
bool cs_groupfs_write(int dir, const char *path, const char *text);
bool cs_groupfs_has_word(const char *text, const char *word);

/* The path of this process in the hierarchy of `controller` ("": version 2), ""
 * for the top. */
bool cs_groupfs_own(const char *controller, char *out, size_t room);
/* The descriptor of a directory; -1: there is none. */
int cs_groupfs_open(const char *mount, const char *path);

/* Version 2: the group below which those of jails are made, with controllers
 * for memory and processes, and for `cpu` if it is asked for and can be had;
 * -1 with the reason, or with "" where there are none of that version.
 *
 * Where this process may make groups but sits in the only one that it could
 * make them in, it moves itself and its children to a new one below: a group
 * with processes has no limited groups beside them.  It does not where
 * processes of others are in there. */
int cs_groupfs_open_v2(bool cpu, char why[160]);

#endif
