/*
 * vwalk.h - every entry of an overlay, directories before their contents.
 *
 *   cs_vwalk w;
 *   for (err = cs_vwalk_start(&w, m); !err && (err = cs_vwalk_next(&w)) == 0;)
 *     ... w.entry, w.dir, w.path ...
 *   cs_vwalk_fini(&w);            err is ENOENT at the end
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_VWALK_H
#define CS_VFS_VWALK_H

#include "base/buf.h"
#include "vfs/place.h"

typedef struct cs_vwalk_level {
  cs_node *dir;
  cs_entry *next;
  size_t len; /* of the path of `dir` */
} cs_vwalk_level;

typedef struct cs_vwalk {
  cs_vwalk_level *level; /* owned */
  size_t n, room;
  cs_buf path_buf;
  bool descend;     /* into w.entry on the next step */
  cs_entry *entry;  /* found by cs_vwalk_next */
  cs_node *dir;     /* its directory */
  const char *path; /* below the mount: "a/b" */
  size_t depth;     /* 0: in the mount's root */
} cs_vwalk;

int cs_vwalk_start(cs_vwalk *w, const cs_mount *m);
/* 0, ENOENT at the end, ENOMEM. */
int cs_vwalk_next(cs_vwalk *w);
void cs_vwalk_fini(cs_vwalk *w);

/* Is the directory `node` still at its place on the host below `dir`? */
bool cs_vwalk_is_in_place(const cs_node *dir, const cs_entry *e);
/* Does the host have an entry behind this one?  0, ENOENT, ... */
int cs_vwalk_host(const cs_mount *m, const cs_node *dir, const char *name,
                  struct stat *st);

#endif
