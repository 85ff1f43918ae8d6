/*
 * kept.h - what a program may not change in a directory of the host.
 *
 * Names are judged by base/protect.h.  Objects are what such a name leads to:
 * the target of a protected link, a protected file's other names, and the
 * directories above all of them, which would take them along (redteam: D10,
 * D11).  They are looked for once, before the first change, in the first
 * million entries of a mount; what a program makes later cannot become one of
 * them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_KEPT_H
#define CS_VFS_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct cs_kept_object {
  dev_t dev;
  ino_t ino;
  bool moves; /* only not moved: it is above another one */
} cs_kept_object;

typedef struct cs_kept {
  cs_kept_object *at; /* owned, sorted */
  size_t n, room;
  bool known; /* they were looked for */
} cs_kept;

/* May `path`, below the directory `root`, not be changed?  `entry`: the entry
 * itself would appear, vanish or move. */
bool cs_kept_is(cs_kept *k, int root, const char *path, bool entry);
void cs_kept_fini(cs_kept *k);

#endif
