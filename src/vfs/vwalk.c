/*
 * vwalk.c - every entry of an overlay, directories before their contents.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/vwalk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vfs/hostdir.h"

#define PATH_MOST                                            \
  (UINT64_C(16) << 20) /* renames may nest deeper than paths \
                        */

static int push(cs_vwalk *w, cs_node *dir) {
  if (w->n == w->room) {
    size_t room = w->room ? 2 * w->room : 32;
    cs_vwalk_level *level = realloc(w->level, room * sizeof *level);
    if (!level) return ENOMEM;
    w->level = level;
    w->room = room;
  }
  w->level[w->n++] = (cs_vwalk_level){
      .dir = dir, .next = dir->first[0], .len = w->path_buf.len};
  return 0;
}

int cs_vwalk_start(cs_vwalk *w, const cs_mount *m) {
  *w = (cs_vwalk){0};
  cs_buf_init(&w->path_buf, PATH_MOST);
  if (!m->top || m->top->kind != CS_NODE_DIR) return 0;
  return push(w, m->top);
}

int cs_vwalk_next(cs_vwalk *w) {
  if (w->descend) {
    w->descend = false;
    int err = push(w, w->entry->node);
    if (err) return err;
  }
  while (w->n > 0 && !w->level[w->n - 1].next) w->n--;
  if (w->n == 0) return ENOENT;
  cs_vwalk_level *l = &w->level[w->n - 1];
  w->entry = l->next;
  w->dir = l->dir;
  w->depth = w->n - 1;
  l->next = w->entry->next[0];
  if (w->path_buf.data) w->path_buf.data[l->len] = '\0';
  w->path_buf.len = l->len;
  if (cs_buf_printf(&w->path_buf, "%s%s", l->len ? "/" : "", w->entry->name) !=
      CS_OK)
    return ENOMEM;
  w->path = cs_buf_text(&w->path_buf);
  w->descend = w->entry->node && w->entry->node->kind == CS_NODE_DIR;
  return 0;
}

void cs_vwalk_fini(cs_vwalk *w) {
  free(w->level);
  cs_buf_fini(&w->path_buf);
}

static int lower_of(const cs_node *dir, const char *name,
                    char out[CS_VFS_PATH]) {
  int n = snprintf(out, CS_VFS_PATH, "%s%s%s", dir->lower,
                   dir->lower[0] ? "/" : "", name);
  return n < 0 || n >= CS_VFS_PATH ? ENAMETOOLONG : 0;
}

bool cs_vwalk_is_in_place(const cs_node *dir, const cs_entry *e) {
  char lower[CS_VFS_PATH];
  return dir->lower && e->node->lower && lower_of(dir, e->name, lower) == 0 &&
         strcmp(lower, e->node->lower) == 0;
}

int cs_vwalk_host(const cs_mount *m, const cs_node *dir, const char *name,
                  struct stat *st) {
  char lower[CS_VFS_PATH];
  if (!dir->lower) return ENOENT;
  int err = lower_of(dir, name, lower);
  return err ? err : cs_hostdir_stat(m->root, lower, st);
}
