/*
 * kept.c - what a program may not change in a directory of the host.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/kept.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/protect.h"
#include "vfs/hostdir.h"
#include "vfs/vfs.h"

#define NAMES_MAX 1000000
#define DEPTH_MAX 128
#define TAIL      4 /* components of the longest protected name */

/* --- the set ------------------------------------------------------------- */

static void add(cs_kept *k, const struct stat *s, bool moves) {
  if (k->n == k->room) {
    size_t room = k->room ? 2 * k->room : 16;
    cs_kept_object *more = realloc(k->at, room * sizeof *more);
    if (!more) return; /* their names are protected all the same */
    k->at = more;
    k->room = room;
  }
  k->at[k->n++] = (cs_kept_object){s->st_dev, s->st_ino, moves};
}

static int compare(const void *a, const void *b) {
  const cs_kept_object *x = a, *y = b;
  if (x->dev != y->dev) return x->dev < y->dev ? -1 : 1;
  if (x->ino != y->ino) return x->ino < y->ino ? -1 : 1;
  return (int)x->moves - (int)y->moves;
}

/* The strongest rule for an object comes first; NULL: there is none. */
static const cs_kept_object *find(const cs_kept *k, const struct stat *s) {
  size_t low = 0, high = k->n;
  cs_kept_object want = {s->st_dev, s->st_ino, false};
  while (low < high) {
    size_t mid = low + (high - low) / 2;
    if (compare(&k->at[mid], &want) < 0)
      low = mid + 1;
    else
      high = mid;
  }
  const cs_kept_object *o = low < k->n ? &k->at[low] : NULL;
  return o && o->dev == want.dev && o->ino == want.ino ? o : NULL;
}

/* --- looking for them ---------------------------------------------------- */

typedef struct level {
  DIR *dir; /* owned */
  size_t len;
  bool kept; /* it is below a protected name */
} level;

typedef struct walk {
  cs_kept *k;
  struct stat root;
  level stack[DEPTH_MAX];
  int depth;
  size_t seen;
  char path[CS_VFS_PATH];
} walk;

/* The last components are enough: those before were judged on the way. */
static const char *tail_of(const char *path) {
  const char *at = path + strlen(path);
  for (int left = TAIL; at > path; at--)
    if (at[-1] == '/' && --left == 0) break;
  return at;
}

static bool is_named(const walk *w, int dir, const char *name) {
  if (cs_protect_is(tail_of(w->path), false)) return true;
  return cs_protect_is_bare(name) &&
         cs_protect_is_repository(cs_protect_dir_has, &dir);
}

static void pin_parents(walk *w) {
  struct stat s;
  for (int i = 1; i < w->depth; i++)
    if (fstat(dirfd(w->stack[i].dir), &s) == 0) add(w->k, &s, true);
}

static bool is_root(const walk *w, const struct stat *s) {
  return s->st_dev == w->root.st_dev && s->st_ino == w->root.st_ino;
}

/* The directories from `fd` up to the mount; false: it is not in there. */
static bool pin_above(walk *w, int fd, bool notes) {
  struct stat s;
  CS_AUTO_FD
  int at = fcntl(fd, F_DUPFD_CLOEXEC, 0);
  for (int i = 0; i < DEPTH_MAX && at >= 0 && fstat(at, &s) == 0; i++) {
    if (is_root(w, &s)) return true;
    if (notes) add(w->k, &s, true);
    int up = openat(at, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
    close(at);
    at = up;
  }
  return false;
}

/* The directory that `fd`, which may be a file, is in. */
static int open_above(int fd, const struct stat *s) {
  char name[40], path[CS_VFS_PATH];
  if (S_ISDIR(s->st_mode))
    return openat(fd, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(name, path, sizeof path - 1);
  if (n <= 0) return -1;
  path[n] = 0;
  char *slash = strrchr(path, '/');
  if (!slash) return -1;
  slash[slash == path] = 0;
  return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Where a protected link leads to, as the host's programs follow it. */
static void keep_target(walk *w, int dir, const char *name) {
  struct stat s;
  CS_AUTO_FD
  int fd = openat(dir, name, O_PATH | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &s) != 0 || is_root(w, &s)) return;
  CS_AUTO_FD
  int above = open_above(fd, &s);
  if (above < 0 || !pin_above(w, above, false)) return;
  add(w->k, &s, false);
  (void)pin_above(w, above, true);
}

static void enter(walk *w, int dir, const char *name, bool kept) {
  if (w->depth == DEPTH_MAX) return;
  int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *d = fd < 0 ? NULL : fdopendir(fd);
  if (!d) {
    cs_cleanup_fd(&fd);
    return;
  }
  w->stack[w->depth++] = (level){d, strlen(w->path), kept};
}

static void judge(walk *w, const level *l, const struct dirent *e) {
  struct stat s;
  int dir = dirfd(l->dir);
  bool named = is_named(w, dir, e->d_name);
  if (named) pin_parents(w);
  unsigned type = e->d_type;
  if (named || l->kept || type == DT_UNKNOWN) {
    if (fstatat(dir, e->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0) return;
    type = IFTODT(s.st_mode);
    if ((named || l->kept) && type == DT_REG && s.st_nlink > 1)
      add(w->k, &s, false);
  }
  if ((named || l->kept) && type == DT_LNK) keep_target(w, dir, e->d_name);
  if (type == DT_DIR) enter(w, dir, e->d_name, named || l->kept);
}

static void step(walk *w) {
  level *l = &w->stack[w->depth - 1];
  const struct dirent *e = readdir(l->dir);
  w->path[l->len] = 0;
  if (!e || ++w->seen > NAMES_MAX) {
    closedir(l->dir);
    w->depth--;
    return;
  }
  size_t n = strlen(e->d_name), gap = l->len > 0;
  if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
      l->len + gap + n >= sizeof w->path)
    return;
  if (gap) w->path[l->len] = '/';
  memcpy(w->path + l->len + gap, e->d_name, n + 1);
  judge(w, l, e);
}

static void look(cs_kept *k, int root) {
  walk *w = calloc(1, sizeof *w);
  if (!w) return; /* asked again by the next change */
  k->known = true;
  w->k = k;
  if (fstat(root, &w->root) == 0) enter(w, root, ".", false);
  while (w->depth > 0) step(w);
  free(w);
  if (k->n > 0) qsort(k->at, k->n, sizeof *k->at, compare);
}

/* --- asking -------------------------------------------------------------- */

/* A directory below a mount. */
typedef struct place {
  int root;
  const char *dir; /* "": the mount's own */
} place;

static bool has(const void *with, const char *name) {
  const place *p = with;
  char path[CS_VFS_PATH];
  struct stat s;
  int n =
      snprintf(path, sizeof path, "%s%s%s", p->dir, *p->dir ? "/" : "", name);
  return n > 0 && (size_t)n < sizeof path &&
         cs_hostdir_stat(p->root, path, &s) == 0;
}

/* `name` in a repository without a work tree, or what makes one of `p`?  What
 * is in ".git" has rules of its own. */
static bool is_in_repository(const place *p, const char *name, bool last) {
  const char *slash = strrchr(p->dir, '/');
  if (strcmp(slash ? slash + 1 : p->dir, ".git") == 0) return false;
  return (cs_protect_is_bare(name) && cs_protect_is_repository(has, p)) ||
         (last && cs_protect_completes(has, p, name));
}

static bool is_of_repository(int root, const char *path) {
  char name[256], parent[CS_VFS_PATH];
  for (const char *at = path; *at;) {
    size_t n = strcspn(at, "/"), len = (size_t)(at - path);
    if (n >= sizeof name || len >= sizeof parent) return true;
    memcpy(name, at, n);
    name[n] = 0;
    memcpy(parent, path, len);
    parent[len > 0 ? len - 1 : 0] = 0;
    if (is_in_repository(&(place){root, parent}, name, !at[n])) return true;
    at += n;
    at += *at == '/';
  }
  return false;
}

/* Is it, or is it below, an object that is kept? */
static bool is_of_object(const cs_kept *k, int root, const char *path,
                         bool entry) {
  char part[CS_VFS_PATH];
  struct stat s;
  for (const char *at = path; *at;) {
    at += strcspn(at, "/");
    size_t n = (size_t)(at - path);
    if (n >= sizeof part) return true;
    memcpy(part, path, n);
    part[n] = 0;
    if (cs_hostdir_stat(root, part, &s) != 0) return false;
    const cs_kept_object *o = find(k, &s);
    if (o && (!o->moves || (entry && !*at))) return true;
    at += *at == '/';
  }
  return false;
}

bool cs_kept_is(cs_kept *k, int root, const char *path, bool entry) {
  if (cs_protect_is(path, entry)) return true;
  if (root < 0 || !*path) return false;
  if (is_of_repository(root, path)) return true;
  if (!k->known) look(k, root);
  return k->n > 0 && is_of_object(k, root, path, entry);
}

void cs_kept_fini(cs_kept *k) {
  free(k->at);
  *k = (cs_kept){0};
}
