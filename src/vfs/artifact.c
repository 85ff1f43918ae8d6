/*
 * artifact.c - which files a run created, changed or removed.
 *
 * Every change notes its path in a set (an entry list of tree.c), together
 * with whether something was there before; what came of it is looked up at the
 * end, link by link refused.  A run that changes more than the set holds is
 * reported as cut.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "vfs/change.h"
#include "vfs/list.h"
#include "vfs/place.h"

#define SET_LIMIT (UINT64_C(16) << 20) /* bytes of noted paths */
#define CHUNK     (1 << 18)

void cs_artifact_caps_default(cs_artifact_caps *caps) {
  *caps = (cs_artifact_caps){.files = 1000,
                             .file_bytes = UINT64_C(256) << 20,
                             .all_bytes = UINT64_C(1) << 30};
}

/* Most runs touch nothing. */
static bool is_fresh(const cs_vfs *v) {
  return v->touched && v->existed && v->touched->count == 0 && v->touched_all;
}

void cs_artifact_start(cs_vfs *v) {
  if (is_fresh(v)) return;
  cs_tree_drop(&v->set, v->touched);
  cs_tree_drop(&v->set, v->existed);
  v->touched = v->existed = NULL;
  v->touched_all = true;
  v->set = (cs_budget){.limit = SET_LIMIT, .seed = 88172645463325252u};
  if (cs_tree_new(&v->set, CS_NODE_DIR, 0, 0, &v->touched) != 0 ||
      cs_tree_new(&v->set, CS_NODE_FILE, 0, 0, &v->existed) != 0)
    v->touched_all = false;
}

void cs_artifact_touch(cs_vfs *v, const char *path, bool existed) {
  if (!v->touched || cs_tree_find(v->touched, path)) return;
  cs_node *mark = existed ? v->existed : NULL;
  if (cs_tree_put(&v->set, v->touched, path, mark) != 0) v->touched_all = false;
}

/* --- the list ------------------------------------------------------------ */

typedef struct report {
  cs_vfs *v;
  const cs_artifact_caps *caps;
  cs_artifact_wants *wants;
  cs_change_each each;
  void *with;
  size_t files;
  uint64_t bytes; /* hashed so far */
  bool cut;
} report;

static int hash_file(report *r, cs_change *c) {
  cs_digest d;
  int h, err = cs_vfs_open(r->v, c->path, O_RDONLY | O_NOFOLLOW, 0, &h);
  if (err) return err;
  char *chunk = malloc(CHUNK);
  size_t got = 1;
  if (!chunk) err = ENOMEM;
  cs_digest_init(&d, CS_DIGEST_SHA256);
  c->size = 0;
  while (!err && got > 0 && c->size <= r->caps->file_bytes) {
    err = cs_vfs_read(r->v, h, chunk, CHUNK, &got);
    if (!err) cs_digest_update(&d, chunk, got);
    if (!err) c->size += got;
  }
  free(chunk);
  (void)cs_vfs_close(r->v, h);
  if (err) return err;
  cs_digest_finish(&d, c->sha256, sizeof c->sha256);
  c->hashed = got == 0;
  r->bytes += c->size;
  return 0;
}

static int tell(report *r, cs_change *c) {
  if (r->wants && !r->wants(r->with, c->path)) return 0;
  if (r->files++ >= r->caps->files) {
    r->cut = true;
    return 0;
  }
  if (c->kind != CS_CHANGE_REMOVED && c->type == 'f') {
    if (c->size <= r->caps->file_bytes &&
        r->bytes + c->size <= r->caps->all_bytes) {
      int err = hash_file(r, c);
      if (err == ENOMEM) return err;
    }
    if (!c->hashed) r->cut = true;
  }
  return r->each(r->with, c);
}

static int tell_path(report *r, const char *path, bool existed) {
  cs_vfs_stat st;
  cs_change c = {.path = path, .type = '?', .kind = CS_CHANGE_REMOVED};
  int err = cs_vfs_stat_path(r->v, path, false, &st);
  if (err == ENOENT || err == ENOTDIR) return existed ? tell(r, &c) : 0;
  if (err) return 0;
  c.kind = existed ? CS_CHANGE_MODIFIED : CS_CHANGE_ADDED;
  c.type = S_ISREG(st.mode) ? 'f' : S_ISDIR(st.mode) ? 'd' : 'l';
  if (c.type == 'd') return 0;
  c.size = st.size;
  return tell(r, &c);
}

/* Files below a directory that was moved, breadth first. */
typedef struct queue {
  cs_node *names; /* set of paths still to look at */
  const char *dir;
  report *r;
} queue;

static int enqueue(void *with, const char *name, char kind) {
  queue *q = with;
  char path[CS_VFS_PATH];
  int n = snprintf(path, sizeof path, "%s/%s", q->dir, name);
  if (n < 0 || (size_t)n >= sizeof path || kind == '?') return 0;
  if (q->r->files > q->r->caps->files) return 0;
  if (cs_tree_find(q->r->v->touched, path)) return 0; /* told by itself */
  return cs_tree_put(&q->r->v->set, q->names, path, NULL);
}

static int tell_below(report *r, const char *top) {
  queue q = {.r = r};
  int err = cs_tree_new(&r->v->set, CS_NODE_DIR, 0, 0, &q.names);
  if (!err) err = cs_tree_put(&r->v->set, q.names, top, NULL);
  while (!err && q.names->first[0]) {
    char path[CS_VFS_PATH];
    cs_place p;
    snprintf(path, sizeof path, "%s", q.names->first[0]->name);
    cs_tree_remove(&r->v->set, q.names, path);
    q.dir = path;
    if (cs_place_get(r->v, path, false, &p) != 0) continue;
    if (p.kind == CS_PLACE_DIR)
      err = cs_list_place(r->v, &p, enqueue, &q);
    else
      err = tell_path(r, path, false);
  }
  cs_tree_drop(&r->v->set, q.names);
  if (err == ENOSPC) r->cut = true;
  return err == ENOSPC ? 0 : err;
}

int cs_artifact_list(cs_vfs *v, const cs_artifact_caps *caps,
                     cs_artifact_wants *wants, cs_change_each each, void *with,
                     bool *cut) {
  report r = {.v = v,
              .caps = caps,
              .wants = wants,
              .each = each,
              .with = with,
              .cut = !v->touched_all};
  int err = 0;
  if (!v->touched) return 0;
  for (cs_entry *e = v->touched->first[0]; !err && e; e = e->next[0]) {
    cs_vfs_stat st;
    bool existed = e->node != NULL;
    if (cs_vfs_stat_path(v, e->name, false, &st) == 0 && S_ISDIR(st.mode) &&
        !existed)
      err = tell_below(&r, e->name);
    else
      err = tell_path(&r, e->name, existed);
  }
  *cut = r.cut;
  return err;
}
