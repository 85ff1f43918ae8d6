/*
 * tree_writer.h - put the entries of a layer into a directory.
 *
 * Names come from an archive that nobody trusts.  Every operation starts at the
 * directory's descriptor: parents are opened by openat2 with RESOLVE_IN_ROOT,
 * so that a symbolic link in the tree leads to a place in the tree or nowhere;
 * the last component is never followed.  Only directories, regular files,
 * symbolic links and hard links to regular files of the same tree are made;
 * devices, FIFOs and sockets are skipped and counted; setuid and setgid bits
 * are dropped.
 *
 * Whiteouts (".wh.NAME", ".wh..wh..opq") remove what earlier layers left, never
 * what this layer wrote, in whatever order the entries come: the writer
 * remembers what it wrote as keys of directory inode and name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_TREE_WRITER_H
#define CS_IMAGE_TREE_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "base/error.h"

#define CS_TREE_PATH 4096 /* longest path of an entry, with its NUL */
#define CS_TREE_NAME 255
#define CS_TREE_DEEP 256 /* components of a path */
#define CS_TREE_NEST 512 /* directories that a removal descends */

typedef struct cs_tree_writer {
  int root;         /* borrowed: the tree */
  bool keep_ids;    /* give files the archive's uid and gid */
  bool plain;       /* ".wh." names are names: not a layer */
  uint64_t skipped; /* devices, FIFOs, sockets */
  /* The directory of the latest entry. */
  int parent;
  uint64_t parent_ino;
  char parent_path[CS_TREE_PATH];
  /* What this layer wrote: an open hash table of keys, 0 is free. */
  uint64_t *keys; /* owned */
  uint64_t used, room;
} cs_tree_writer;

/* What an archive says about an entry; all borrowed. */
typedef struct cs_tree_entry {
  const char *path;
  const char *link; /* symbolic link: its text; hard link: the other path */
  mode_t mode;      /* type and permissions */
  bool is_hard;
  uint32_t uid, gid;
  struct timespec mtime;
} cs_tree_entry;

void cs_tree_writer_init(cs_tree_writer *w, int root, bool keep_ids);
void cs_tree_writer_fini(cs_tree_writer *w);

/* Put one entry.  For a regular file `*fd` is open for writing afterwards and
 * the caller calls cs_tree_writer_end with it; otherwise it is -1.  CS_ECORRUPT
 * for a name that no honest archive has, CS_ELIMIT, CS_EOS. */
cs_status cs_tree_writer_put(cs_tree_writer *w, const cs_tree_entry *e, int *fd,
                             cs_error *err) CS_MUST_CHECK;

/* Set owner, mode and time of a regular file, and close it. */
cs_status cs_tree_writer_end(cs_tree_writer *w, const cs_tree_entry *e, int fd,
                             cs_error *err) CS_MUST_CHECK;

#endif
