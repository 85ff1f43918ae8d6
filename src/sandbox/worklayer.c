/*
 * worklayer.c - what a sandbox changed in its overlay workspace.
 *
 * A queue of directories takes the place of recursion: their paths lie in the
 * list of changes or in a list of our own, and each is opened anew from the
 * top, without following a link.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/worklayer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/cleanup.h"

#define PIECE  65536
#define PARTED 07777 /* the part of a mode that is compared */

void cs_worklayer_fini(cs_work_list *l) {
  for (size_t i = 0; i < l->n; i++) free(l->at[i].path);
  free(l->at);
  *l = (cs_work_list){0};
}

int cs_worklayer_open(int dir, const char *path, int flags) {
  struct open_how how = {
      .flags = (uint64_t)(unsigned)(flags | O_CLOEXEC | O_NOFOLLOW),
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
  return (int)syscall(SYS_openat2, dir, *path ? path : ".", &how, sizeof how);
}

static const char *const spaces[] = {"user", "trusted"};

bool cs_worklayer_has_mark(int fd, const char *mark) {
  char name[64], value[8];
  for (size_t i = 0; i < 2; i++) {
    snprintf(name, sizeof name, "%s.overlay.%s", spaces[i], mark);
    if (fgetxattr(fd, name, value, sizeof value) >= 0) return true;
  }
  return false;
}

void cs_worklayer_clear_mark(int fd, const char *mark) {
  char name[64];
  for (size_t i = 0; i < 2; i++) {
    snprintf(name, sizeof name, "%s.overlay.%s", spaces[i], mark);
    (void)fremovexattr(fd, name);
  }
}

/* --- the walk ------------------------------------------------------------- */

typedef struct todo {
  char *path;      /* owned */
  bool hides;      /* what the host has below it is not seen any more */
  size_t replaced; /* as in a change */
} todo;

typedef struct walk {
  int upper, lower;
  cs_work_list *out;
  todo *queue; /* owned */
  size_t n, room, next;
  cs_error *err;
} walk;

static cs_status no_memory(walk *w) {
  return cs_error_set(w->err, CS_EOS, "no memory for a list of changes");
}

static cs_status enqueue(walk *w, const char *path, bool hides,
                         size_t replaced) {
  if (w->n == w->room) {
    size_t room = w->room ? w->room * 2 : 64;
    todo *more = realloc(w->queue, room * sizeof *more);
    if (!more) return no_memory(w);
    w->queue = more;
    w->room = room;
  }
  char *copy = strdup(path);
  if (!copy) return no_memory(w);
  w->queue[w->n++] = (todo){copy, hides, replaced};
  return CS_OK;
}

static cs_status tell(walk *w, const char *path, cs_work_kind kind,
                      const struct stat *s, size_t replaced) {
  cs_work_list *l = w->out;
  if (l->n >= CS_WORK_CHANGES)
    return cs_error_set(w->err, CS_ELIMIT,
                        "the workspace has more than %d changes",
                        CS_WORK_CHANGES);
  if (l->n == l->room) {
    size_t room = l->room ? l->room * 2 : 64;
    cs_work_change *more = realloc(l->at, room * sizeof *more);
    if (!more) return no_memory(w);
    l->at = more;
    l->room = room;
  }
  char *copy = strdup(path);
  if (!copy) return no_memory(w);
  bool file = kind != CS_WORK_DELETED && S_ISREG(s->st_mode);
  l->at[l->n++] = (cs_work_change){.path = copy,
                                   .kind = kind,
                                   .mode = s->st_mode,
                                   .size = file ? (uint64_t)s->st_size : 0,
                                   .replaced = replaced};
  return CS_OK;
}

static cs_status too_long(walk *w, const char *dir) {
  return cs_error_set(w->err, CS_ELIMIT, "a path below '%.80s' is too long",
                      dir);
}

static bool join(char out[PATH_MAX], const char *dir, const char *name) {
  int n = snprintf(out, PATH_MAX, "%s%s%s", dir, *dir ? "/" : "", name);
  return n > 0 && n < PATH_MAX;
}

/* --- are two files the same? ---------------------------------------------- */

static bool same_bytes(int a, int b) {
  static const size_t half = PIECE;
  CS_AUTO_FREE
  char *room = malloc(2 * half);
  for (;;) {
    ssize_t n = room ? read(a, room, half) : -1;
    if (n < 0) return false;
    size_t got = 0;
    while (got < (size_t)n) {
      ssize_t k = read(b, room + half + got, (size_t)n - got);
      if (k <= 0) return false;
      got += (size_t)k;
    }
    if (memcmp(room, room + half, (size_t)n) != 0) return false;
    if (n == 0) return read(b, room, 1) == 0;
  }
}

static bool same_link(int a, int b, const char *name) {
  char one[PATH_MAX], two[PATH_MAX];
  ssize_t n = readlinkat(a, name, one, sizeof one),
          m = readlinkat(b, name, two, sizeof two);
  return n >= 0 && n == m && memcmp(one, two, (size_t)n) == 0;
}

/* Overlayfs copies a file up when it is opened for writing or touched: only
 * another content, mode or type is a change. */
static bool is_same(int upper, int lower, const char *name,
                    const struct stat *u, const struct stat *l) {
  if ((u->st_mode & S_IFMT) != (l->st_mode & S_IFMT)) return false;
  if (S_ISLNK(u->st_mode)) return same_link(upper, lower, name);
  if ((u->st_mode & PARTED) != (l->st_mode & PARTED)) return false;
  if (!S_ISREG(u->st_mode)) return S_ISDIR(u->st_mode);
  if (u->st_size != l->st_size) return false;
  CS_AUTO_FD
  int a = cs_worklayer_open(upper, name, O_RDONLY | O_NONBLOCK);
  CS_AUTO_FD
  int b = cs_worklayer_open(lower, name, O_RDONLY | O_NONBLOCK);
  return a >= 0 && b >= 0 && same_bytes(a, b);
}

/* --- one directory -------------------------------------------------------- */

typedef struct pair {
  const todo *dir;
  int upper, lower; /* lower -1: the host has no such directory */
} pair;

/* A name that the sandbox removed: a device 0:0, or an empty file with a mark.
 */
static bool is_whiteout(int upper, const char *name, const struct stat *s) {
  if (S_ISCHR(s->st_mode)) return s->st_rdev == makedev(0, 0);
  if (!S_ISREG(s->st_mode) || s->st_size != 0) return false;
  CS_AUTO_FD
  int fd = cs_worklayer_open(upper, name, O_RDONLY | O_NONBLOCK);
  return fd >= 0 && cs_worklayer_has_mark(fd, "whiteout");
}

static cs_status enter(walk *w, const pair *p, const char *path,
                       const char *name, bool over_dir) {
  CS_AUTO_FD
  int fd = cs_worklayer_open(p->upper, name, O_RDONLY | O_DIRECTORY);
  if (fd < 0) return cs_error_os(w->err, "cannot read '%.80s'", path);
  if (cs_worklayer_has_mark(fd, "redirect"))
    return cs_error_set(w->err, CS_EINVAL,
                        "'%.80s' was moved in a way that is not understood",
                        path);
  bool hides = p->dir->hides || cs_worklayer_has_mark(fd, "opaque");
  size_t replaced = p->dir->replaced;
  if (!replaced && hides && over_dir) replaced = strlen(path);
  return enqueue(w, path, hides, replaced);
}

static cs_status compare(walk *w, const pair *p, const char *name) {
  char path[PATH_MAX];
  struct stat u, l;
  if (!join(path, p->dir->path, name)) return too_long(w, p->dir->path);
  if (fstatat(p->upper, name, &u, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT ? CS_OK
                           : cs_error_os(w->err, "cannot read '%.80s'", path);
  bool on_host =
      p->lower >= 0 && fstatat(p->lower, name, &l, AT_SYMLINK_NOFOLLOW) == 0;
  size_t in = p->dir->replaced;
  if (is_whiteout(p->upper, name, &u))
    return on_host ? tell(w, path, CS_WORK_DELETED, &l, in) : CS_OK;
  cs_status st = CS_OK;
  if (!on_host)
    st = tell(w, path, CS_WORK_ADDED, &u, in);
  else if (!is_same(p->upper, p->lower, name, &u, &l))
    st = tell(w, path, CS_WORK_MODIFIED, &u, in);
  if (st == CS_OK && S_ISDIR(u.st_mode))
    st = enter(w, p, path, name, on_host && S_ISDIR(l.st_mode));
  return st;
}

/* What the host has and the sandbox does not see. */
static cs_status tell_hidden(walk *w, const pair *p, const char *name) {
  char path[PATH_MAX];
  struct stat u, l;
  if (!join(path, p->dir->path, name)) return too_long(w, p->dir->path);
  if (fstatat(p->upper, name, &u, AT_SYMLINK_NOFOLLOW) == 0 ||
      fstatat(p->lower, name, &l, AT_SYMLINK_NOFOLLOW) != 0)
    return CS_OK;
  return tell(w, path, CS_WORK_DELETED, &l, p->dir->replaced);
}

static cs_status each(walk *w, const pair *p, int dir,
                      cs_status (*f)(walk *, const pair *, const char *)) {
  int fd = cs_worklayer_open(dir, "", O_RDONLY | O_DIRECTORY);
  DIR *d = fd < 0 ? NULL : fdopendir(fd);
  cs_status st = CS_OK;
  if (!d) {
    cs_cleanup_fd(&fd);
    return cs_error_os(w->err, "cannot read '%.80s'", p->dir->path);
  }
  for (struct dirent *e; st == CS_OK && (e = readdir(d));)
    if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
      st = f(w, p, e->d_name);
  closedir(d);
  return st;
}

static cs_status look_into(walk *w, const todo *dir) {
  CS_AUTO_FD
  int upper = cs_worklayer_open(w->upper, dir->path, O_RDONLY | O_DIRECTORY);
  CS_AUTO_FD
  int lower = cs_worklayer_open(w->lower, dir->path, O_RDONLY | O_DIRECTORY);
  const pair p = {dir, upper, lower};
  if (upper < 0) /* a running sandbox has removed it meanwhile */
    return errno == ENOENT
               ? CS_OK
               : cs_error_os(w->err, "cannot read '%.80s'", dir->path);
  cs_status st = each(w, &p, upper, compare);
  if (st == CS_OK && dir->hides && lower >= 0)
    st = each(w, &p, lower, tell_hidden);
  return st;
}

static int by_path(const void *a, const void *b) {
  const cs_work_change *x = a, *y = b;
  return strcmp(x->path, y->path);
}

cs_status cs_worklayer_list(int upper, int lower, cs_work_list *out,
                            cs_error *err) {
  walk w = {.upper = upper, .lower = lower, .out = out, .err = err};
  *out = (cs_work_list){0};
  cs_status st = enqueue(&w, "", false, 0);
  for (; st == CS_OK && w.next < w.n; w.next++) {
    const todo now = w.queue[w.next]; /* the queue may move */
    st = look_into(&w, &now);
  }
  for (size_t i = 0; i < w.n; i++) free(w.queue[i].path);
  free(w.queue);
  if (st != CS_OK) cs_worklayer_fini(out);
  if (out->n) qsort(out->at, out->n, sizeof *out->at, by_path);
  return st;
}
