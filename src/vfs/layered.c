/*
 * layered.c - one tree made like another, to see what a program changed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/layered.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "vfs/place.h"

#define ENTRIES_MAX 200000 /* that one comparison looks at */
#define CHUNK       (64 << 10)

/* --- showing ------------------------------------------------------------- */

static cs_mount *mount_at(const cs_vfs *v, const char *at) {
  for (size_t i = 0; i < v->nmounts; i++)
    if (strcmp(v->mounts[i]->at, at) == 0) return v->mounts[i];
  return NULL;
}

/* The first time its root is the host's directory, which becomes `lower`. */
static cs_status change_root(cs_mount *m, int fd, const struct stat *st) {
  int root = openat(fd, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) return CS_EOS;
  if (m->layered)
    close(m->root);
  else
    m->lower = m->root;
  m->root = root;
  m->st = *st;
  m->mode = CS_MOUNT_RW; /* into the jail, never to the host */
  if (!m->layered) m->was_unprotected = m->unprotected;
  m->layered = m->unprotected = true;
  return CS_OK;
}

static cs_status mount_shown(cs_vfs *v, const char *at, int fd) {
  cs_mount_spec spec = {
      .host = at, .fd = fd, .at = at, .mode = CS_MOUNT_RW, .unprotected = true};
  cs_status st = cs_vfs_mount(v, &spec, NULL);
  cs_mount *m = st == CS_OK ? mount_at(v, at) : NULL;
  if (m) m->layered = true;
  return st;
}

cs_status cs_layered_show(cs_vfs *v, const char *at, int fd, bool *fresh) {
  struct stat st;
  cs_mount *m = mount_at(v, at);
  *fresh = false;
  if (fstat(fd, &st) != 0) return CS_EOS;
  if (m && m->layered && m->st.st_dev == st.st_dev && m->st.st_ino == st.st_ino)
    return CS_OK;
  *fresh = true;
  return m ? change_root(m, fd, &st) : mount_shown(v, at, fd);
}

bool cs_layered_any(const cs_vfs *v) {
  for (size_t i = 0; i < v->nmounts; i++)
    if (v->mounts[i]->layered && v->mounts[i]->lower >= 0) return true;
  return false;
}

/* --- whose they are ------------------------------------------------------ */

void cs_layered_own(cs_vfs *v, uint32_t uid, uint32_t gid) {
  v->owner_uid = uid;
  v->owner_gid = gid;
}

static const cs_mount *mount_over(const cs_vfs *v, const char *path) {
  for (size_t i = 0; i < v->nmounts; i++) { /* deepest first */
    const cs_mount *m = v->mounts[i];
    size_t n = m->at_len > 1 ? m->at_len : 0;
    if (strncmp(m->at, path, n) == 0 && (path[n] == '/' || path[n] == 0))
      return m;
  }
  return NULL;
}

bool cs_layered_enter(cs_vfs *v, const char *path) {
  const cs_mount *m = mount_over(v, path);
  if (!m || !m->layered || geteuid() != 0) return false;
  (void)setfsgid(v->owner_gid);
  (void)setfsuid(v->owner_uid);
  return true;
}

void cs_layered_leave(bool entered) {
  if (!entered) return;
  (void)setfsuid(geteuid());
  (void)setfsgid(getegid());
}

/* --- lists of paths ------------------------------------------------------ */

typedef struct path_list {
  char **at; /* owned, each too */
  size_t n, room;
} path_list;

static void free_list(path_list *l) {
  for (size_t i = 0; i < l->n; i++) free(l->at[i]);
  free(l->at);
  *l = (path_list){0};
}

static int push_path(path_list *l, const char *dir, const char *name) {
  char path[CS_VFS_PATH];
  int n = snprintf(path, sizeof path, "%s/%s", dir[1] ? dir : "", name);
  if (n < 0 || (size_t)n >= sizeof path) return ENAMETOOLONG;
  if (l->n == ENTRIES_MAX) return EOVERFLOW;
  if (l->n == l->room) {
    size_t room = l->room ? 2 * l->room : 64;
    char **more = realloc(l->at, room * sizeof *more);
    if (!more) return ENOMEM;
    l->at = more;
    l->room = room;
  }
  l->at[l->n] = strdup(path);
  return l->at[l->n] ? (l->n++, 0) : ENOMEM;
}

typedef struct lister {
  path_list *list;
  const char *dir;
} lister;

static int take_entry(void *with, const char *name, char kind) {
  const lister *l = with;
  (void)kind;
  return push_path(l->list, l->dir, name);
}

static int list_entries(cs_vfs *v, const char *dir, path_list *out) {
  int e = cs_vfs_list(v, dir, take_entry, &(lister){out, dir});
  return e == ENOENT || e == ENOTDIR || e == EACCES ? 0 : e;
}

/* --- making one tree like another ---------------------------------------- */

typedef struct likening {
  cs_vfs *from, *to;
  path_list todo; /* directories that both have */
  size_t seen;    /* entries */
} likening;

/* Whatever is at `path`; what is in it goes first. */
static int remove_tree(cs_vfs *v, const char *path) {
  path_list l = {0};
  int e = push_path(&l, "/", path + 1);
  for (size_t i = 0; !e && i < l.n; i++) {
    cs_vfs_stat st;
    e = cs_vfs_stat_path(v, l.at[i], false, &st);
    if (!e && S_ISDIR(st.mode)) e = list_entries(v, l.at[i], &l);
  }
  for (size_t i = l.n; !e && i-- > 0;) {
    cs_vfs_stat st;
    e = cs_vfs_stat_path(v, l.at[i], false, &st);
    if (e) break;
    e = S_ISDIR(st.mode) ? cs_vfs_rmdir(v, l.at[i]) : cs_vfs_remove(v, l.at[i]);
  }
  free_list(&l);
  return e;
}

/* Both files have been opened; are their next bytes equal, up to the end? */
static int compare_open(cs_vfs *a, int ha, cs_vfs *b, int hb, bool *same) {
  char x[4096], y[4096];
  size_t n = 1, k = 1;
  int e = 0;
  *same = true;
  while (!e && *same && n > 0) {
    e = cs_vfs_read(a, ha, x, sizeof x, &n);
    if (!e) e = cs_vfs_read(b, hb, y, sizeof y, &k);
    *same = !e && n == k && memcmp(x, y, n) == 0;
  }
  return e;
}

static int compare_content(const likening *w, const char *path, bool *same) {
  int a, b, e = cs_vfs_open(w->from, path, O_RDONLY | O_NOFOLLOW, 0, &a);
  if (e) return e;
  e = cs_vfs_open(w->to, path, O_RDONLY | O_NOFOLLOW, 0, &b);
  if (!e) {
    e = compare_open(w->from, a, w->to, b, same);
    (void)cs_vfs_close(w->to, b);
  }
  (void)cs_vfs_close(w->from, a);
  return e;
}

static int pour(cs_vfs *from, int a, cs_vfs *to, int b) {
  char *chunk = malloc(CHUNK);
  size_t got = 1, put;
  int e = chunk ? 0 : ENOMEM;
  while (!e && got > 0) {
    e = cs_vfs_read(from, a, chunk, CHUNK, &got);
    for (size_t done = 0; !e && done < got; done += put)
      e = cs_vfs_write(to, b, chunk + done, got - done, &put);
  }
  free(chunk);
  return e;
}

static int copy_content(const likening *w, const char *path,
                        const cs_vfs_stat *st) {
  int a, b, e = cs_vfs_open(w->from, path, O_RDONLY | O_NOFOLLOW, 0, &a);
  if (e) return e;
  e = cs_vfs_open(w->to, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW,
                  st->mode & 0777, &b);
  if (!e) {
    e = pour(w->from, a, w->to, b);
    (void)cs_vfs_close(w->to, b);
  }
  (void)cs_vfs_close(w->from, a);
  return e;
}

/* A time that differs says little: a commit writes the same bytes later. */
static int liken_file(const likening *w, const char *path, const cs_vfs_stat *f,
                      const cs_vfs_stat *t) {
  bool same = t && f->size == t->size, touched = true;
  int e = 0;
  if (same) touched = f->mtime != t->mtime || f->ctime != t->ctime;
  if (same && touched) e = compare_content(w, path, &same);
  if (!e && !same) e = copy_content(w, path, f);
  if (!e && t && (f->mode & 0777) != (t->mode & 0777))
    e = cs_vfs_chmod(w->to, path, f->mode & 0777, false);
  return e;
}

static int liken_link(const likening *w, const char *path, bool there) {
  char a[CS_VFS_PATH], b[CS_VFS_PATH];
  int e = cs_vfs_readlink(w->from, path, a);
  if (!e && there) e = cs_vfs_readlink(w->to, path, b);
  if (e || (there && strcmp(a, b) == 0)) return e;
  if (there) e = cs_vfs_remove(w->to, path);
  return e ? e : cs_vfs_symlink(w->to, a, path);
}

static int liken_entry(likening *w, const char *path) {
  cs_vfs_stat f, t;
  if (mount_at(w->from, path) || cs_vfs_stat_path(w->from, path, false, &f))
    return 0; /* another mount, gone, or nobody may look */
  if (++w->seen > ENTRIES_MAX) return EOVERFLOW;
  if (!S_ISDIR(f.mode) && !S_ISREG(f.mode) && !S_ISLNK(f.mode)) return 0;
  int missing = cs_vfs_stat_path(w->to, path, false, &t), e = 0;
  if (missing && missing != ENOENT) return 0;
  if (!missing && (f.mode & S_IFMT) != (t.mode & S_IFMT)) {
    e = remove_tree(w->to, path);
    missing = ENOENT;
  }
  if (e) return e;
  if (S_ISREG(f.mode)) return liken_file(w, path, &f, missing ? NULL : &t);
  if (S_ISLNK(f.mode)) return liken_link(w, path, !missing);
  if (missing) e = cs_vfs_mkdir(w->to, path, f.mode & 0777);
  return e ? e : push_path(&w->todo, "/", path + 1);
}

/* What the other one does not have. */
static int drop_rest(const likening *w, const char *path) {
  cs_vfs_stat st;
  if (cs_vfs_stat_path(w->from, path, false, &st) != ENOENT) return 0;
  return mount_at(w->to, path) ? 0 : remove_tree(w->to, path);
}

static int liken_dir(likening *w, const char *dir) {
  path_list here = {0}, there = {0};
  int e = list_entries(w->from, dir, &here);
  if (!e) e = list_entries(w->to, dir, &there);
  for (size_t i = 0; !e && i < there.n; i++) e = drop_rest(w, there.at[i]);
  for (size_t i = 0; !e && i < here.n; i++) e = liken_entry(w, here.at[i]);
  free_list(&here);
  free_list(&there);
  return e;
}

static int liken(cs_vfs *from, cs_vfs *to, const char *at) {
  likening w = {.from = from, .to = to};
  int e = push_path(&w.todo, "/", at + 1);
  while (!e && w.todo.n > 0) {
    char *dir = w.todo.at[--w.todo.n];
    e = liken_dir(&w, dir);
    free(dir);
  }
  free_list(&w.todo);
  return e;
}

/* --- overlays ------------------------------------------------------------ */

/* What the copy of an overlay may hold in the host's memory.  The kernel counts
 * pages that were written, the copy all bytes of a file, holes as well: so a
 * program could have the host hold more than the overlay. */
#define COPY_MORE (UINT64_C(16) << 20)
static uint64_t copy_limit(const cs_mount *m) {
  uint64_t limit = m->budget.limit;
  return limit < UINT64_MAX / 4 ? 2 * limit + COPY_MORE : UINT64_MAX / 2;
}

/* The directories of the host below the kernel's overlays, mounted alike. */
static int mount_lower(const cs_vfs *v, cs_mount_mode mode, cs_vfs **out) {
  cs_vfs *made;
  if (cs_vfs_new(&made) != CS_OK) return ENOMEM;
  for (size_t i = 0; i < v->nmounts; i++) {
    const cs_mount *m = v->mounts[i];
    if (!m->layered || m->lower < 0) continue;
    assert(!m->file);
    cs_mount_spec spec = {.host = m->at,
                          .fd = m->lower,
                          .at = m->at,
                          .mode = mode,
                          .limit = copy_limit(m),
                          .unprotected = m->was_unprotected,
                          .strict = m->strict};
    if (cs_vfs_mount(made, &spec, NULL) == CS_OK) continue;
    cs_vfs_free(made);
    return EIO;
  }
  *out = made;
  return 0;
}

int cs_layered_changes(cs_vfs *v, cs_vfs **out) {
  *out = NULL;
  if (!cs_layered_any(v)) return 0;
  cs_vfs *made;
  int e = mount_lower(v, CS_MOUNT_OVERLAY, &made);
  if (e) return e;
  for (size_t i = 0; !e && i < made->nmounts; i++)
    e = liken(v, made, made->mounts[i]->at);
  if (e) {
    cs_vfs_free(made);
    return e;
  }
  /* The program was allowed to write there; what may be committed is asked. */
  cs_vfs_set_guard(made, v->guard, v->guard_with);
  *out = made;
  return 0;
}

int cs_layered_discard(cs_vfs *v, const char *at) {
  cs_vfs *host;
  int e = mount_lower(v, CS_MOUNT_RO, &host);
  bool found = !at;
  for (size_t i = 0; !e && i < host->nmounts; i++) {
    const char *here = host->mounts[i]->at;
    if (at && strcmp(at, here) != 0) continue;
    found = true;
    bool entered = cs_layered_enter(v, here);
    e = liken(host, v, here);
    cs_layered_leave(entered);
  }
  if (!e && !found) e = ENOENT;
  cs_vfs_free(host);
  return e;
}
