/*
 * change.c - how overlays differ from the host's directories.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/change.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "vfs/vwalk.h"

typedef struct listing {
  cs_vfs *v;
  cs_mount *m;
  cs_change_each each;
  void *with;
  cs_buf path, from;
} listing;

/* The virtual path of an entry below the mount. */
static const char *full_path(const cs_mount *m, const char *below,
                             cs_buf *out) {
  cs_buf_clear(out);
  const char *at = m->at_len > 1 ? m->at : "";
  if (cs_buf_printf(out, "%s%s%s", at, *below ? "/" : "", below) != CS_OK)
    return NULL;
  return cs_buf_text(out);
}

static char type_of(const cs_node *n) {
  return n->kind == CS_NODE_FILE ? 'f' : n->kind == CS_NODE_DIR ? 'd' : 'l';
}

static int report(listing *l, const cs_vwalk *w) {
  const cs_entry *e = w->entry;
  struct stat st;
  bool was = cs_vwalk_host(l->m, w->dir, e->name, &st) == 0;
  cs_change c = {.kind = was ? CS_CHANGE_MODIFIED : CS_CHANGE_ADDED};
  if (!e->node) {
    if (!was) return 0;
    c.kind = CS_CHANGE_REMOVED;
    c.type = S_ISDIR(st.st_mode) ? 'd' : S_ISREG(st.st_mode) ? 'f' : '?';
  } else {
    c.type = type_of(e->node);
    c.size = c.type == 'd' ? 0 : e->node->size;
    if (c.type == 'd' && cs_vwalk_is_in_place(w->dir, e)) return 0;
    if (c.type == 'd' && e->node->lower) {
      c.kind = CS_CHANGE_MOVED;
      c.from = full_path(l->m, e->node->lower, &l->from);
      if (!c.from) return ENOMEM;
    }
  }
  c.path = full_path(l->m, w->path, &l->path);
  return c.path ? l->each(l->with, &c) : ENOMEM;
}

static int list_mount(listing *l) {
  cs_vwalk w;
  int err;
  if (l->m->file) {
    if (!l->m->top) return 0;
    cs_change c = {.kind = CS_CHANGE_MODIFIED,
                   .path = l->m->at,
                   .type = 'f',
                   .size = l->m->top->size};
    return l->each(l->with, &c);
  }
  err = cs_vwalk_start(&w, l->m);
  while (!err && (err = cs_vwalk_next(&w)) == 0) err = report(l, &w);
  cs_vwalk_fini(&w);
  return err == ENOENT ? 0 : err;
}

int cs_change_list(cs_vfs *v, cs_change_each each, void *with) {
  listing l = {.v = v, .each = each, .with = with};
  cs_buf_init(&l.path, SIZE_MAX / 2);
  cs_buf_init(&l.from, SIZE_MAX / 2);
  int err = 0;
  for (size_t i = v->nmounts; !err && i > 0; i--) {
    l.m = v->mounts[i - 1];
    if (l.m->mode == CS_MOUNT_OVERLAY) err = list_mount(&l);
  }
  cs_buf_fini(&l.path);
  cs_buf_fini(&l.from);
  return err;
}
