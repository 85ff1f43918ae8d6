/*
 * commit.c - writing an overlay to its host directory, or dropping it.
 *
 * Three passes: check everything; put directories that were moved aside under
 * names of our own, so that swaps work; then go through the tree from the top
 * and bring the host to the same state, one directory descriptor at a time.
 * A directory that is done points at its new place, so a commit that the host
 * interrupts can be repeated.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/protect.h"
#include "vfs/change.h"
#include "vfs/hostdir.h"
#include "vfs/vwalk.h"

static cs_mount *find_overlay(cs_vfs *v, const char *at, cs_error *err) {
  for (size_t i = 0; i < v->nmounts; i++)
    if (strcmp(v->mounts[i]->at, at) == 0 &&
        v->mounts[i]->mode == CS_MOUNT_OVERLAY)
      return v->mounts[i];
  (void)cs_error_set(err, CS_EINVAL, "'%s' is no overlay mount", at);
  return NULL;
}

/* A name that nobody else uses. */
static int temporary_name(char out[64]) {
  uint64_t r[2];
  if (getrandom(r, sizeof r, 0) != (ssize_t)sizeof r) return EIO;
  snprintf(out, 64, ".caisson-%016llx%016llx", (unsigned long long)r[0],
           (unsigned long long)r[1]);
  return 0;
}

/* --- dropping ------------------------------------------------------------ */

static int start_over(cs_mount *m) {
  cs_node *top = NULL;
  if (!m->file) {
    int err = cs_tree_new(&m->budget, CS_NODE_DIR, 0755, 0, &top);
    if (err) return err;
    top->links = 1;
    if (m->top) {
      top->mode = m->top->mode;
      top->ino = m->top->ino;
      top->atime = m->top->atime;
      top->mtime = m->top->mtime;
      top->ctime = m->top->ctime;
    }
    if (m->root >= 0) err = cs_tree_set_lower(&m->budget, top, "");
    if (err) {
      cs_tree_drop(&m->budget, top);
      return err;
    }
  }
  if (m->top) m->top->links--;
  cs_tree_drop(&m->budget, m->top);
  m->top = top;
  return 0;
}

static cs_status drop(cs_mount *m, cs_error *err) {
  uint64_t limit = m->budget.limit;
  m->budget.limit = UINT64_MAX; /* a full overlay can be dropped as well */
  int e = start_over(m);
  m->budget.limit = limit;
  return e ? cs_error_set(err, CS_EOS, "no memory") : CS_OK;
}

cs_status cs_change_drop(cs_vfs *v, const char *at, cs_error *err) {
  cs_mount *m = find_overlay(v, at, err);
  return m ? drop(m, err) : CS_EINVAL;
}

/* --- first pass: may all of it be written? ------------------------------- */

/* The data of a node ends without a NUL. */
static bool leaves(const char *path, const cs_node *link) {
  char target[CS_VFS_PATH];
  if (link->size >= sizeof target || !link->data) return true;
  memcpy(target, link->data, link->size);
  target[link->size] = 0;
  return cs_protect_leaves(path, target);
}

/* The guard is asked by the path that the program sees. */
static bool is_guarded(const cs_vfs *v, const cs_mount *m, const char *path,
                       bool makes) {
  unsigned op = makes ? CS_GUARD_COMMIT | CS_GUARD_MAKES : CS_GUARD_COMMIT;
  char whole[2 * CS_VFS_PATH];
  snprintf(whole, sizeof whole, "%s%s%s", m->at, m->at_len > 1 ? "/" : "",
           path);
  return cs_place_ask(v, (cs_guard_op)op, whole) != 0;
}

/* A directory as it will be. */
typedef struct merged {
  const cs_mount *m;
  const cs_node *dir;
} merged;

static bool has(const void *with, const char *name) {
  const merged *d = with;
  struct stat s;
  const cs_entry *e = cs_tree_find(d->dir, name);
  return e ? e->node != NULL : cs_vwalk_host(d->m, d->dir, name, &s) == 0;
}

/* Would this new entry make a repository without a work tree? */
static bool makes_repository(const cs_mount *m, const cs_vwalk *w) {
  const merged dir = {m, w->dir};
  struct stat s;
  size_t n = strlen(w->path), k = strlen(w->entry->name);
  if (!w->entry->node || !cs_protect_is_part(w->entry->name)) return false;
  if (n >= k + 5 && memcmp(w->path + n - k - 5, ".git", 4) == 0 &&
      (n == k + 5 || w->path[n - k - 6] == '/'))
    return false; /* has rules of its own */
  return cs_vwalk_host(m, w->dir, w->entry->name, &s) != 0 &&
         cs_protect_is_repository(has, &dir);
}

static bool is_protected(cs_mount *m, const cs_vwalk *w, bool entry) {
  return !m->unprotected && (cs_kept_is(&m->kept, m->root, w->path, entry) ||
                             makes_repository(m, w));
}

static cs_status check(const cs_vfs *v, cs_mount *m, cs_error *err) {
  cs_vwalk w;
  cs_status st = CS_OK;
  int e = cs_vwalk_start(&w, m);
  while (st == CS_OK && !e && (e = cs_vwalk_next(&w)) == 0) {
    const cs_node *n = w.entry->node;
    bool in_place =
        n && n->kind == CS_NODE_DIR && cs_vwalk_is_in_place(w.dir, w.entry);
    bool entry = !n || n->kind != CS_NODE_DIR || n->lower;
    if (strlen(w.path) >= CS_VFS_PATH)
      st = cs_error_set(err, CS_EINVAL, "a path is too long to be committed");
    else if (!in_place &&
             (is_protected(m, &w, entry) || is_guarded(v, m, w.path, !entry)))
      st = cs_error_set(err, CS_EINVAL,
                        "'%.150s' is protected: nothing was committed", w.path);
    else if (n && n->kind == CS_NODE_LINK && leaves(w.path, n))
      st = cs_error_set(err, CS_EINVAL,
                        "the link '%.120s' leaves the mount: nothing was "
                        "committed",
                        w.path);
  }
  cs_vwalk_fini(&w);
  if (st == CS_OK && e != ENOENT) st = cs_error_set(err, CS_EOS, "no memory");
  return st;
}

/* --- second pass: moved directories out of the way ----------------------- */

enum { AT_HOME = 1, MOVED = 2 }; /* marks: MOVED + index in the list */

typedef struct moved {
  cs_node *dir;  /* borrowed */
  size_t depth;  /* of its lower path */
  char name[64]; /* where it waits, in the mount's root */
} moved;

typedef struct job {
  cs_mount *m;
  moved *list; /* owned */
  size_t n, room;
} job;

static int note_move(job *j, cs_node *dir) {
  if (j->n == j->room) {
    size_t room = j->room ? 2 * j->room : 8;
    moved *list = realloc(j->list, room * sizeof *list);
    if (!list) return ENOMEM;
    j->list = list;
    j->room = room;
  }
  moved *x = &j->list[j->n++];
  *x = (moved){.dir = dir};
  for (const char *s = dir->lower; *s; s++) x->depth += *s == '/';
  return temporary_name(x->name);
}

static int deeper_first(const void *a, const void *b) {
  const moved *x = a, *y = b;
  return x->depth < y->depth ? 1 : x->depth > y->depth ? -1 : 0;
}

static int rename_below(int root, const char *from, const char *to) {
  const char *old, *new;
  CS_AUTO_FD
  int a = cs_hostdir_parent(root, from, &old);
  if (a < 0) return errno;
  CS_AUTO_FD
  int b = cs_hostdir_parent(root, to, &new);
  if (b < 0) return errno;
  return renameat(a, old, b, new) == 0 ? 0 : errno;
}

static int find_moves(job *j) {
  cs_vwalk w;
  int err = cs_vwalk_start(&w, j->m);
  while (!err && (err = cs_vwalk_next(&w)) == 0) {
    cs_node *n = w.entry->node;
    if (!n || n->kind != CS_NODE_DIR) continue;
    n->mark = 0;
    if (!n->lower) continue;
    if (cs_vwalk_is_in_place(w.dir, w.entry))
      n->mark = AT_HOME;
    else
      err = note_move(j, n);
  }
  cs_vwalk_fini(&w);
  return err == ENOENT ? 0 : err;
}

/* Every directory says where it is now. */
static int follow_moves(job *j) {
  cs_vwalk w;
  int err = cs_vwalk_start(&w, j->m);
  while (!err && (err = cs_vwalk_next(&w)) == 0) {
    cs_node *n = w.entry->node;
    char lower[CS_VFS_PATH];
    if (!n || n->kind != CS_NODE_DIR || !n->lower) continue;
    int k =
        n->mark >= MOVED
            ? snprintf(lower, sizeof lower, "%s", j->list[n->mark - MOVED].name)
            : snprintf(lower, sizeof lower, "%s%s%s", w.dir->lower,
                       w.dir->lower[0] ? "/" : "", w.entry->name);
    if (k < 0 || (size_t)k >= sizeof lower)
      err = ENAMETOOLONG;
    else
      err = cs_tree_set_lower(&j->m->budget, n, lower);
  }
  cs_vwalk_fini(&w);
  return err == ENOENT ? 0 : err;
}

static int set_aside(job *j) {
  int err = find_moves(j);
  if (err) return err;
  if (j->n > 0) qsort(j->list, j->n, sizeof *j->list, deeper_first);
  for (size_t k = 0; k < j->n; k++)
    j->list[k].dir->mark = (uint32_t)(MOVED + k);
  size_t i = 0;
  for (err = 0; !err && i < j->n; i++)
    err = rename_below(j->m->root, j->list[i].dir->lower, j->list[i].name);
  if (!err) return follow_moves(j);
  for (i--; i > 0; i--) /* the host refused: everything back */
    (void)!rename_below(j->m->root, j->list[i - 1].name,
                        j->list[i - 1].dir->lower);
  return err;
}

/* --- third pass: the same state on the host ------------------------------ */

static int write_all(int fd, const cs_node *f) {
  for (uint64_t at = 0; at < f->size;) {
    uint64_t left = f->size - at;
    size_t n = left < (1u << 30) ? (size_t)left : (1u << 30);
    ssize_t k = write(fd, f->data + at, n);
    if (k < 0 && errno == EINTR) continue;
    if (k < 0) return errno;
    at += (uint64_t)k;
  }
  return 0;
}

static int finish_file(int fd, const cs_node *f) {
  struct timespec t[2];
  int64_t ns[2] = {f->atime, f->mtime};
  for (int i = 0; i < 2; i++) {
    int64_t rest = ns[i] % 1000000000;
    if (rest < 0) rest += 1000000000;
    t[i] = (struct timespec){.tv_sec = (time_t)((ns[i] - rest) / 1000000000),
                             .tv_nsec = (long)rest};
  }
  int err = write_all(fd, f);
  if (err) return err;
  if (fchmod(fd, f->mode & 0777) != 0 || futimens(fd, t) != 0) return errno;
  return fdatasync(fd) == 0 ? 0 : errno;
}

/* A file or link under a temporary name in the directory `dir`. */
static int store_aside(int dir, const char *name, const cs_node *n) {
  if (n->kind == CS_NODE_LINK) {
    char target[CS_VFS_PATH];
    if (n->size >= sizeof target) return ENAMETOOLONG;
    memcpy(target, n->data, (size_t)n->size);
    target[n->size] = '\0';
    return symlinkat(target, dir, name) == 0 ? 0 : errno;
  }
  CS_AUTO_FD
  int fd = openat(dir, name,
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) return errno;
  return finish_file(fd, n);
}

static bool is_dir(int root, const char *path) {
  struct stat st;
  return cs_hostdir_stat(root, path, &st) == 0 && S_ISDIR(st.st_mode);
}

static int put_file(const cs_mount *m, const char *path, const cs_node *n) {
  const char *name;
  char aside[64];
  CS_AUTO_FD
  int dir = cs_hostdir_parent(m->root, path, &name);
  if (dir < 0) return errno;
  int err = temporary_name(aside);
  if (!err) err = store_aside(dir, aside, n);
  if (!err && is_dir(m->root, path)) err = cs_hostdir_remove_all(m->root, path);
  if (!err && renameat(dir, aside, dir, name) != 0) err = errno;
  if (err) (void)!unlinkat(dir, aside, 0);
  return err;
}

static int put_dir(job *j, cs_vwalk *w) {
  cs_mount *m = j->m;
  cs_node *n = w->entry->node;
  const moved *from = n->mark >= MOVED ? &j->list[n->mark - MOVED] : NULL;
  int err = 0;
  if (from || !n->lower) {
    err = cs_hostdir_remove_all(m->root, w->path);
    if (!err && from) err = rename_below(m->root, from->name, w->path);
    if (!err && !from) {
      const char *name;
      CS_AUTO_FD
      int dir = cs_hostdir_parent(m->root, w->path, &name);
      if (dir < 0) return errno;
      if (mkdirat(dir, name, n->mode & 0777) != 0) return errno;
    }
  }
  if (err) return err;
  CS_AUTO_FD
  int fd = cs_hostdir_open(m->root, w->path, O_RDONLY | O_DIRECTORY, 0);
  if (fd < 0) return errno;
  if (fchmod(fd, n->mode & 0777) != 0) return errno;
  return cs_tree_set_lower(&m->budget, n, w->path);
}

static int apply(job *j, cs_vwalk *w) {
  const cs_node *n = w->entry->node;
  if (!n) return cs_hostdir_remove_all(j->m->root, w->path);
  if (n->kind == CS_NODE_DIR) return put_dir(j, w);
  return put_file(j->m, w->path, n);
}

static int apply_all(job *j, cs_error *err) {
  cs_vwalk w;
  int e = cs_vwalk_start(&w, j->m);
  while (!e && (e = cs_vwalk_next(&w)) == 0) {
    e = apply(j, &w);
    if (e) {
      errno = e;
      (void)cs_error_os(err, "cannot commit '%.100s'", w.path);
      e = e == ENOENT ? EIO : e;
    }
  }
  cs_vwalk_fini(&w);
  return e == ENOENT ? 0 : e;
}

static int commit_file(cs_mount *m, cs_error *err) {
  /* A single file was mounted for reading: there is no directory to work in.*/
  if (!m->top) return 0;
  (void)cs_error_set(err, CS_EINVAL,
                     "'%s' is a single file: mount its directory to commit",
                     m->at);
  return EINVAL;
}

cs_status cs_change_commit(cs_vfs *v, const char *at, cs_error *err) {
  cs_mount *m = find_overlay(v, at, err);
  if (!m) return CS_EINVAL;
  if (m->root < 0)
    return cs_error_set(err, CS_EINVAL, "'%s' has no host directory", at);
  if (m->file) return commit_file(m, err) ? CS_EINVAL : CS_OK;
  cs_status st = check(v, m, err);
  if (st != CS_OK) return st;
  uint64_t limit = m->budget.limit;
  m->budget.limit = UINT64_MAX; /* paths of directories may grow */
  job j = {.m = m};
  int e = set_aside(&j);
  if (e) {
    errno = e;
    (void)cs_error_os(err, "cannot move a directory of '%s'", at);
  } else {
    e = apply_all(&j, err);
  }
  free(j.list);
  m->budget.limit = limit;
  return e ? CS_EOS : drop(m, err);
}

/* --- every overlay ------------------------------------------------------- */

cs_status cs_change_commit_all(cs_vfs *v, cs_error *err) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < v->nmounts; i++) {
    const cs_mount *m = v->mounts[i];
    if (m->mode != CS_MOUNT_OVERLAY || m->root < 0) continue;
    st = cs_change_commit(v, m->at, err);
  }
  return st;
}

cs_status cs_change_drop_all(cs_vfs *v, cs_error *err) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < v->nmounts; i++)
    if (v->mounts[i]->mode == CS_MOUNT_OVERLAY) st = drop(v->mounts[i], err);
  return st;
}
