/*
 * scan.h - which files of a tree differ between two looks at it.
 *
 * For programs that write to mounted directories behind our back.  Every look
 * goes through the mounts: beneath their descriptors, no link followed.  Only
 * plain files with one name count (redteam: D08, D12): a hard link may be
 * another's file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_SCAN_H
#define CS_VFS_SCAN_H

#include <stdbool.h>

#include "vfs/vfs.h"

typedef struct cs_scan_entry {
  char *path; /* owned */
  uint64_t ino, size;
  int64_t mtime, ctime;
} cs_scan_entry;

typedef struct cs_scan { /* sorted by path */
  cs_scan_entry *at;     /* owned */
  size_t n, room;
  bool cut; /* more files than a scan holds, or no memory */
} cs_scan;

/* Look at everything below `top`; adds to `scan`, which may be zeroed.  `home`:
 * without names at its top that begin with a dot (.cache, .config). */
void cs_scan_add(cs_scan *scan, cs_vfs *v, const char *top, bool home);
void cs_scan_sort(cs_scan *scan);
void cs_scan_fini(cs_scan *scan);

/* Note every difference as an artifact of `v`: created, changed, removed. */
void cs_scan_compare(const cs_scan *before, const cs_scan *after, cs_vfs *v);

#endif
