/*
 * walk.h - every entry of an overlay, directories before their contents.
 *
 *   cs_walk w;
 *   for (err = cs_walk_start(&w, m); !err && (err = cs_walk_next(&w)) == 0;)
 *     ... w.entry, w.dir, w.path ...
 *   cs_walk_fini(&w);            err is ENOENT at the end
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_WALK_H
#define CS_VFS_WALK_H

#include "base/buf.h"
#include "vfs/place.h"

typedef struct cs_walk_level {
  cs_node *dir;
  cs_entry *next;
  size_t len; /* of the path of `dir` */
} cs_walk_level;

typedef struct cs_walk {
  cs_walk_level *level; /* owned */
  size_t n, room;
  cs_buf path_buf;
  bool descend;         /* into w.entry on the next step */
  cs_entry *entry;      /* found by cs_walk_next */
  cs_node *dir;         /* its directory */
  const char *path;     /* below the mount: "a/b" */
  size_t depth;         /* 0: in the mount's root */
} cs_walk;

int cs_walk_start(cs_walk *w, const cs_mount *m);
/* 0, ENOENT at the end, ENOMEM. */
int cs_walk_next(cs_walk *w);
/* Do not enter the directory that was found last. */
void cs_walk_skip(cs_walk *w);
void cs_walk_fini(cs_walk *w);

/* Is the directory `node` still at its place on the host below `dir`? */
bool cs_walk_is_in_place(const cs_node *dir, const cs_entry *e);
/* Does the host have an entry behind this one?  0, ENOENT, ... */
int cs_walk_host(const cs_mount *m, const cs_node *dir, const char *name,
                 struct stat *st);

#endif
