/*
 * scan.c - two lists of files, merged.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "vfs/place.h"

#define FILES_MAX 100000

typedef struct walk {
  cs_scan *scan;
  cs_vfs *v;
  const char *top; /* where it began */
  const char *dir; /* being listed */
  bool home;   /* `top` is a program's own: caches and settings are no work */
  char **todo; /* owned: directories still to look at */
  size_t ntodo, room;
} walk;

static void *grow(void *at, size_t n, size_t *room, size_t size) {
  if (n < *room) return at;
  size_t more = *room ? 2 * *room : 64;
  void *p = realloc(at, more * size);
  if (p) *room = more;
  return p;
}

static void add_file(walk *w, const char *path) {
  cs_scan *s = w->scan;
  cs_vfs_stat st;
  if (cs_vfs_stat_path(w->v, path, false, &st) != 0 || !S_ISREG(st.mode) ||
      st.links > 1)
    return;
  void *p =
      s->n < FILES_MAX ? grow(s->at, s->n, &s->room, sizeof *s->at) : NULL;
  char *copy = p ? strdup(path) : NULL;
  if (p) s->at = p;
  if (!copy) {
    s->cut = true;
    return;
  }
  s->at[s->n++] = (cs_scan_entry){.path = copy,
                                  .ino = st.ino,
                                  .size = st.size,
                                  .mtime = st.mtime,
                                  .ctime = st.ctime};
}

static void add_directory(walk *w, const char *path) {
  void *p = w->ntodo < FILES_MAX
                ? grow(w->todo, w->ntodo, &w->room, sizeof *w->todo)
                : NULL;
  char *copy = p ? strdup(path) : NULL;
  if (p) w->todo = p;
  if (copy)
    w->todo[w->ntodo++] = copy;
  else
    w->scan->cut = true;
}

static int look(void *with, const char *name, char kind) {
  walk *w = with;
  char path[CS_VFS_PATH];
  if (w->home && name[0] == '.' && strcmp(w->dir, w->top) == 0) return 0;
  int n = snprintf(path, sizeof path, "%s/%s", w->dir, name);
  if (n < 0 || (size_t)n >= sizeof path) {
    w->scan->cut = true;
    return 0;
  }
  if (kind == 'f') add_file(w, path);
  if (kind == 'd') add_directory(w, path);
  return 0;
}

void cs_scan_add(cs_scan *scan, cs_vfs *v, const char *top, bool home) {
  walk w = {.scan = scan, .v = v, .top = top, .home = home};
  add_directory(&w, top);
  while (w.ntodo > 0) {
    char *dir = w.todo[--w.ntodo];
    w.dir = dir;
    (void)cs_vfs_list(v, dir, look, &w); /* gone meanwhile: nothing there */
    free(dir);
  }
  free(w.todo);
}

static int by_path(const void *a, const void *b) {
  const cs_scan_entry *x = a, *y = b;
  return strcmp(x->path, y->path);
}

void cs_scan_sort(cs_scan *scan) {
  if (scan->n > 1) qsort(scan->at, scan->n, sizeof *scan->at, by_path);
}

void cs_scan_fini(cs_scan *scan) {
  for (size_t i = 0; i < scan->n; i++) free(scan->at[i].path);
  free(scan->at);
  *scan = (cs_scan){0};
}

static bool same(const cs_scan_entry *a, const cs_scan_entry *b) {
  return a->ino == b->ino && a->size == b->size && a->mtime == b->mtime &&
         a->ctime == b->ctime;
}

void cs_scan_compare(const cs_scan *before, const cs_scan *after, cs_vfs *v) {
  size_t i = 0, j = 0;
  if (before->cut || after->cut) v->touched_all = false;
  while (i < before->n || j < after->n) {
    int order = i == before->n  ? 1
                : j == after->n ? -1
                                : strcmp(before->at[i].path, after->at[j].path);
    if (order < 0) {
      cs_artifact_touch(v, before->at[i++].path, true);
    } else if (order > 0) {
      cs_artifact_touch(v, after->at[j++].path, false);
    } else {
      if (!same(&before->at[i], &after->at[j]))
        cs_artifact_touch(v, after->at[j].path, true);
      i++;
      j++;
    }
  }
}
