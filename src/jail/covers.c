/*
 * covers.c - walk the mounts, ask the rules.
 *
 * Two passes. The first one asks the rules about every name, depth first, with
 * an explicit stack (the C stack is not ours to fill); files with a rule that
 * have more than one link are remembered by device and inode. If there are any,
 * the second pass covers their other names.
 *
 * Everything is opened beneath the directory before it, without following a
 * link: a name that is exchanged during the walk can hide a file from the
 * rules, never lead the walk out of the mount. The jail is made afterwards, and
 * cover.c refuses names that are not what they were.
 *
 * Bounds: NAMES_MAX names, COVERS_MAX covers, DEPTH_MAX levels; reaching one is
 * an error, since leaving names out silently would be a hole.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/covers.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

#define NAMES_MAX  2000000 /* looked at */
#define COVERS_MAX 4096
#define DEPTH_MAX  128

typedef struct file_id {
  dev_t dev;
  ino_t ino;
  cs_jail_cover_kind kind; /* what holds for all of its names */
} file_id;

/* One walk; `path` grows and shrinks with the depth. */
typedef struct walk {
  const cs_jail_mount *mounts;
  size_t nmounts, mount; /* the one that is walked */
  const cs_covers_rules *rules;
  cs_covers *out;
  file_id *ids; /* owned; files with rules that have other names, too */
  size_t nids, ids_room;
  bool again; /* the second time: look for those names */
  uint64_t seen;
  char path[PATH_MAX]; /* in the jail */
  size_t root;         /* length of the mount's place in it */
  cs_error *err;
} walk;

/* --- what was found ------------------------------------------------------ */

static cs_status no_memory(cs_error *err) {
  return cs_error_set(err, CS_EOS, "no memory for the names of a mount");
}

/* `path` need not be terminated. The text is owned by the list. */
static cs_status add(walk *w, const char *path, size_t len,
                     cs_jail_cover_kind k, bool optional) {
  assert(w->out->n <= w->out->room && w->out->n <= COVERS_MAX && len > 0);
  cs_covers *c = w->out;
  if (c->n == COVERS_MAX)
    return cs_error_set(w->err, CS_ELIMIT,
                        "more than %d names below %.60s would have to be "
                        "covered: mount less of it",
                        COVERS_MAX, w->mounts[w->mount].at);
  if (c->n == c->room) {
    size_t room = c->room ? 2 * c->room : 16;
    cs_jail_cover *more = realloc(c->at, room * sizeof *more);
    if (!more) return no_memory(w->err);
    c->at = more;
    c->room = room;
  }
  char *text = strndup(path, len);
  if (!text) return no_memory(w->err);
  c->at[c->n++] = (cs_jail_cover){.at = text, .kind = k, .optional = optional};
  return CS_OK;
}

/* Directories above a covered name stay where they are (redteam: D11). Without
 * this a program could rename a directory and reach what is in it under a name
 * without a cover. */
static cs_status pin_above(walk *w, const char *path) {
  assert(w->mount < w->nmounts && w->root < sizeof w->path);
  cs_status st = CS_OK;
  if (w->mounts[w->mount].mode == CS_JAIL_RO) return st;
  for (size_t i = w->root + 1; st == CS_OK && path[i]; i++)
    if (path[i] == '/') st = add(w, path, i, CS_COVER_PIN, false);
  return st;
}

static cs_status pin_parents(walk *w) {
  return pin_above(w, w->path);
}

/* Only what can have a second name: directories cannot. */
static cs_status remember(walk *w, const struct stat *s,
                          cs_jail_cover_kind kind) {
  if (w->again || S_ISDIR(s->st_mode) || s->st_nlink < 2) return CS_OK;
  if (w->nids == w->ids_room) {
    size_t room = w->ids_room ? 2 * w->ids_room : 16;
    file_id *more = realloc(w->ids, room * sizeof *more);
    if (!more) return no_memory(w->err);
    w->ids = more;
    w->ids_room = room;
  }
  w->ids[w->nids++] = (file_id){s->st_dev, s->st_ino, kind};
  return CS_OK;
}

static int compare_ids(const void *a, const void *b) {
  const file_id *x = a, *y = b;
  if (x->dev != y->dev) return x->dev < y->dev ? -1 : 1;
  if (x->ino != y->ino) return x->ino < y->ino ? -1 : 1;
  return (int)x->kind - (int)y->kind;
}

/* In the second pass: is this a file with a rule, under any of its names? */
static bool is_known(const walk *w, const struct stat *s,
                     cs_jail_cover_kind kind) {
  assert(!w->again || w->nids > 0);
  file_id id = {s->st_dev, s->st_ino, kind};
  return w->again && s->st_nlink > 1 && !S_ISDIR(s->st_mode) &&
         bsearch(&id, w->ids, w->nids, sizeof id, compare_ids);
}

/* --- links --------------------------------------------------------------- */

/* The kernel's own name of what is open: no link in it. */
static bool path_of(int fd, char out[PATH_MAX]) {
  char name[40];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  ssize_t n = fd < 0 ? -1 : readlink(name, out, PATH_MAX - 1);
  if (n <= 0) return false;
  out[n] = 0;
  return true;
}

/* Where a protected name that is a link leads to, as the host's programs will
 * follow it, is protected under all of its names, too, if the program can write
 * there: in the same mount. `frozen`: what is below these bytes of the path is
 * covered already. */
static cs_status freeze_target(walk *w, int dir, size_t frozen) {
  assert(strchr(w->path, '/'));
  const cs_jail_mount *m = &w->mounts[w->mount];
  char top[PATH_MAX], real[PATH_MAX], path[PATH_MAX];
  CS_AUTO_FD
  int opened = m->fd > 0 ? -1 : open(m->host, O_PATH | O_CLOEXEC);
  CS_AUTO_FD
  int at = openat(dir, strrchr(w->path, '/') + 1, O_PATH | O_CLOEXEC);
  if (at < 0 || !path_of(m->fd > 0 ? m->fd : opened, top) || !path_of(at, real))
    return CS_OK;
  size_t n = strlen(top);
  if (strncmp(real, top, n) != 0 || real[n] != '/') return CS_OK;
  int len =
      snprintf(path, sizeof path, "%.*s%s", (int)w->root, w->path, real + n);
  if (len < 0 || (size_t)len >= sizeof path) return CS_OK;
  if (strncmp(path, w->path, frozen) == 0 && path[frozen] == '/') return CS_OK;
  struct stat s;
  cs_status st = CS_OK;
  if (fstat(at, &s) == 0) st = remember(w, &s, CS_COVER_FREEZE);
  if (st == CS_OK) st = pin_above(w, path);
  return st == CS_OK ? add(w, path, (size_t)len, CS_COVER_FREEZE, false) : st;
}

/* --- one name ------------------------------------------------------------ */

typedef struct step {
  bool hidden;   /* this one, or a directory above it */
  size_t frozen; /* length of the path that has the cover; 0: none has */
} step;

/* Below a frozen directory: it needs no cover, what it leads to does. */
static cs_status follow(walk *w, const struct stat *s, int dir, size_t frozen) {
  assert(frozen > w->root && frozen <= strlen(w->path));
  cs_status st = remember(w, s, CS_COVER_FREEZE);
  if (st == CS_OK && !w->again && S_ISLNK(s->st_mode))
    st = freeze_target(w, dir, frozen);
  return st;
}

/* Sets what holds for everything below. The order matters: hiding wins over
 * freezing, and a name below a hidden directory needs no cover of its own but
 * counts for hard links. */
static cs_status judge(walk *w, const struct stat *s, int dir, step *at) {
  const cs_covers_rules *r = w->rules;
  bool was = at->hidden;
  if (++w->seen > NAMES_MAX)
    return cs_error_set(w->err, CS_ELIMIT,
                        "%.60s holds too many files to look for names of "
                        "fs.deny and fs.protect: mount less of it",
                        w->mounts[w->mount].at);
  size_t len = strlen(w->path);
  cs_status st = CS_OK;
  /* Below something hidden everything is: the rule is not asked again. */
  if (!was) at->hidden = r->hides(r->user, w->path);
  if (at->hidden) st = remember(w, s, CS_COVER_HIDE);
  if (st == CS_OK && !was && (at->hidden || is_known(w, s, CS_COVER_HIDE))) {
    st = pin_parents(w);
    return st == CS_OK ? add(w, w->path, len, CS_COVER_HIDE, false) : st;
  }
  /* The root of a mount is what was granted, and read-only mounts need no
   * guard. */
  if (st != CS_OK || was || len == w->root ||
      w->mounts[w->mount].mode != CS_JAIL_RW)
    return st;
  if (at->frozen) return follow(w, s, dir, at->frozen);
  if (w->again) {
    if (!is_known(w, s, CS_COVER_FREEZE)) return CS_OK;
    st = pin_parents(w);
    return st == CS_OK ? add(w, w->path, len, CS_COVER_FREEZE, false) : st;
  }
  cs_jail_cover_kind kind =
      r->guards(r->user, w->path, w->path + w->root + 1, dir);
  at->frozen = kind == CS_COVER_FREEZE ? len : 0;
  if (kind == CS_COVER_HIDE) return CS_OK;
  if (at->frozen) st = follow(w, s, dir, at->frozen);
  if (st == CS_OK) st = pin_parents(w);
  return st == CS_OK ? add(w, w->path, len, kind, false) : st;
}

/* Another mount hangs here: what is below is its business. */
static bool is_mount(const walk *w) {
  for (size_t i = 0; i < w->nmounts; i++)
    if (i != w->mount && strcmp(w->mounts[i].at, w->path) == 0) return true;
  return false;
}

/* --- one mount ----------------------------------------------------------- */

/* A directory that is being read, and what holds for everything in it. */
typedef struct level {
  DIR *dir; /* owned */
  size_t len;
  step at;
} level;

/* On success `l->dir` may be NULL: there is nothing that the walk may see, and
 * the program sees no more. */
static cs_status enter(walk *w, level *l, int dir, const char *name, step at) {
  int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  l->dir = fd < 0 ? NULL : fdopendir(fd);
  l->len = strlen(w->path);
  l->at = at;
  if (l->dir) return CS_OK;
  cs_cleanup_fd(&fd);
  /* What we cannot list the program, which has no more rights, cannot either;
   * only root has, and its jails run as the owner of the mount. */
  if (errno == EACCES || errno == ENOENT || errno == ENOTDIR) return CS_OK;
  return cs_error_os(w->err, "cannot look through %.80s", w->path);
}

/* One entry of the directory on top; drops the level at its end. */
static cs_status next(walk *w, level *stack, int *depth) {
  assert(*depth >= 1 && *depth <= DEPTH_MAX);
  level *l = &stack[*depth - 1];
  w->path[l->len] = 0;
  struct dirent *e = l->dir ? readdir(l->dir) : NULL;
  if (!e) {
    if (l->dir) closedir(l->dir);
    l->dir = NULL;
    --*depth;
    return CS_OK;
  }
  if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) return CS_OK;
  size_t n = strlen(e->d_name);
  if (*depth == DEPTH_MAX || l->len + n + 2 > sizeof w->path)
    return cs_error_set(w->err, CS_ELIMIT, "%.80s is too deep to look through",
                        w->path);
  w->path[l->len] = '/';
  memcpy(w->path + l->len + 1, e->d_name, n + 1);
  struct stat s;
  step at = l->at;
  if (fstatat(dirfd(l->dir), e->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT
               ? CS_OK
               : cs_error_os(w->err, "cannot look at %.80s", w->path);
  if (is_mount(w)) return CS_OK;
  cs_status st = judge(w, &s, dirfd(l->dir), &at);
  if (st != CS_OK || !S_ISDIR(s.st_mode)) return st;
  return enter(w, &stack[(*depth)++], dirfd(l->dir), e->d_name, at);
}

static cs_status walk_tree(walk *w, const cs_jail_mount *m, step at) {
  level *stack = calloc(DEPTH_MAX, sizeof *stack);
  int depth = 1;
  if (!stack) return no_memory(w->err);
  cs_status st = m->fd > 0 ? enter(w, &stack[0], m->fd, ".", at)
                           : enter(w, &stack[0], AT_FDCWD, m->host, at);
  while (st == CS_OK && depth > 0) st = next(w, stack, &depth);
  for (int i = 0; i < depth; i++)
    if (stack[i].dir) closedir(stack[i].dir);
  free(stack);
  return st;
}

/* The root of the mount is judged like a name in it, with no directory
 * above. */
static cs_status walk_mount(walk *w, size_t i) {
  assert(i < w->nmounts);
  const cs_jail_mount *m = &w->mounts[i];
  struct stat s;
  step at = {0};
  size_t n = strlen(m->at);
  if (!m->host) return CS_OK;
  if (n >= sizeof w->path)
    return cs_error_set(w->err, CS_EINVAL, "'%.80s' is too long", m->at);
  w->mount = i;
  w->root = n;
  memcpy(w->path, m->at, n + 1);
  if (m->fd > 0 ? fstat(m->fd, &s) != 0 : stat(m->host, &s) != 0)
    return cs_error_os(w->err, "cannot mount '%.80s'", m->host);
  cs_status st = judge(w, &s, -1, &at);
  if (st == CS_OK && S_ISDIR(s.st_mode)) st = walk_tree(w, m, at);
  return st;
}

/* --- all of them --------------------------------------------------------- */

/* Is it, or is it below, what is mounted?  Then the walk finds it. */
static bool is_mounted(const walk *w, const char *path) {
  assert(path[0] == '/');
  for (size_t i = 0; i < w->nmounts; i++) {
    size_t n = strlen(w->mounts[i].at);
    if (strncmp(path, w->mounts[i].at, n) == 0 &&
        (path[n] == 0 || path[n] == '/'))
      return true;
  }
  return false;
}

/* Paths that the policy names without patterns are covered even where no mount
 * shows them: the system's own part of the tree may. */
static cs_status take_paths(walk *w) {
  cs_status st = CS_OK;
  for (const char *const *p = w->rules->paths; st == CS_OK && p && *p; p++) {
    struct stat s;
    if (stat(*p, &s) == 0 && S_ISREG(s.st_mode))
      st = remember(w, &s, CS_COVER_HIDE);
    if (st == CS_OK && !is_mounted(w, *p))
      st = add(w, *p, strlen(*p), CS_COVER_HIDE, true);
  }
  return st;
}

static int compare_covers(const void *a, const void *b) {
  const cs_jail_cover *x = a, *y = b;
  int order = strcmp(x->at, y->at);
  return order ? order : (int)x->kind - (int)y->kind;
}

/* Parents before their children, and one cover for each name: the strongest. */
static void settle(cs_covers *c) {
  assert(c->n <= COVERS_MAX);
  size_t left = 0;
  if (c->n > 0) qsort(c->at, c->n, sizeof *c->at, compare_covers);
  for (size_t i = 0; i < c->n; i++) {
    if (left > 0 && strcmp(c->at[left - 1].at, c->at[i].at) == 0)
      free((void *)(uintptr_t)c->at[i].at);
    else
      c->at[left++] = c->at[i];
  }
  c->n = left;
}

cs_status cs_covers_find(const cs_jail_mount *mounts, size_t n,
                         const cs_covers_rules *rules, cs_covers *out,
                         cs_error *err) {
  assert(out->n == 0 && rules->hides && rules->guards);
  walk *w = calloc(1, sizeof *w);
  if (!w) return no_memory(err);
  w->mounts = mounts;
  w->nmounts = n;
  w->rules = rules;
  w->out = out;
  w->err = err;
  cs_status st = take_paths(w);
  for (size_t i = 0; st == CS_OK && i < n; i++) st = walk_mount(w, i);
  if (st == CS_OK && w->nids > 0) {
    qsort(w->ids, w->nids, sizeof *w->ids, compare_ids);
    w->again = true;
    for (size_t i = 0; st == CS_OK && i < n; i++) st = walk_mount(w, i);
  }
  free(w->ids);
  free(w);
  if (st == CS_OK)
    settle(out);
  else
    cs_covers_fini(out);
  return st;
}

cs_status cs_covers_hide(cs_covers *c, const char *path, cs_error *err) {
  const cs_jail_mount none = {.at = path};
  walk w = {.mounts = &none, .nmounts = 1, .out = c, .err = err};
  return add(&w, path, strlen(path), CS_COVER_HIDE, true);
}

void cs_covers_fini(cs_covers *c) {
  for (size_t i = 0; i < c->n; i++) free((void *)(uintptr_t)c->at[i].at);
  free(c->at);
  *c = (cs_covers){0};
}
