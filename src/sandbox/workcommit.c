/*
 * workcommit.c - write changes of an overlay workspace to the host.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/workcommit.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/protect.h"
#include "policy/glob.h"
#include "sandbox/tree.h"
#include "vfs/kept.h"

#define MODES 0777 /* setuid and sticky bits stay in the sandbox */

/* --- where a path is ------------------------------------------------------ */

typedef struct place {
  int dir; /* owned; -1: the directory is not there, or a link is on the way */
  const char *name;
} place;

/* The directory that holds `path`, and its name in it. */
static place find_place(int top, const char *path) {
  char dir[PATH_MAX];
  const char *slash = strrchr(path, '/');
  size_t n = slash ? (size_t)(slash - path) : 0;
  place p = {-1, slash ? slash + 1 : path};
  if (n >= sizeof dir) return p;
  memcpy(dir, path, n);
  dir[n] = 0;
  p.dir = cs_worklayer_open(top, dir, O_RDONLY | O_DIRECTORY);
  return p;
}

static bool look(int top, const char *path, struct stat *s) {
  place p = find_place(top, path);
  bool there =
      p.dir >= 0 && fstatat(p.dir, p.name, s, AT_SYMLINK_NOFOLLOW) == 0;
  cs_cleanup_fd(&p.dir);
  return there;
}

/* --- what is refused ------------------------------------------------------ */

static bool matches(const json_t *list, const char *path) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *text = json_string_value(json_array_get(list, i));
    if (text && cs_glob_matches(&(cs_glob){.text = text, .tree = true}, path))
      return true;
  }
  return false;
}

/* A directory on the way to what may be written. */
static bool leads(const json_t *list, const char *path) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *text = json_string_value(json_array_get(list, i));
    if (text && cs_glob_leads(&(cs_glob){.text = text, .tree = true}, path))
      return true;
  }
  return false;
}

static bool is_denied(const cs_work_change *c, const cs_work_terms *t) {
  char path[PATH_MAX + 1];
  snprintf(path, sizeof path, "%s", c->path);
  if (matches(t->deny, path)) return true;
  if (!t->write || matches(t->write, path)) return false;
  return c->kind == CS_WORK_DELETED || !S_ISDIR(c->mode) ||
         !leads(t->write, path);
}

static bool is_leaving_link(int upper, const cs_work_change *c) {
  char target[PATH_MAX];
  place p = find_place(upper, c->path);
  ssize_t n = p.dir < 0 ? -1 : readlinkat(p.dir, p.name, target, PATH_MAX - 1);
  cs_cleanup_fd(&p.dir);
  if (n < 0) return true;
  target[n] = 0;
  return cs_protect_leaves(c->path, target);
}

/* The time of the last change of a file cannot be set by its owner. */
static bool is_later(const struct stat *s, const cs_work_change *c,
                     const cs_work_terms *t) {
  int64_t base = t->base_ms;
  const json_t *own = json_object_get(t->bases, c->path);
  if (json_is_integer(own)) base = json_integer_value(own);
  int64_t changed =
      (int64_t)s->st_ctim.tv_sec * 1000 + s->st_ctim.tv_nsec / 1000000;
  return changed > base;
}

/* Is anything in a directory of the host that is to vanish somebody's work? */
static bool holds_later(int lower, const cs_work_change *c,
                        const cs_work_terms *t) {
  cs_work_list all;
  bool later = false;
  CS_AUTO_FD
  int fd = cs_worklayer_open(lower, c->path, O_RDONLY | O_DIRECTORY);
  if (fd < 0 || cs_worklayer_list(fd, -1, &all, NULL) != CS_OK) return true;
  for (size_t i = 0; !later && i < all.n; i++) {
    struct stat s;
    later = !look(fd, all.at[i].path, &s) || is_later(&s, c, t);
  }
  cs_worklayer_fini(&all);
  return later;
}

/* A directory that somebody has put a file into is still the same directory. */
static bool is_conflict(int lower, const cs_work_change *c,
                        const cs_work_terms *t) {
  struct stat s;
  bool there = look(lower, c->path, &s);
  if (!there) return c->kind == CS_WORK_MODIFIED;
  if (c->kind == CS_WORK_ADDED)
    return !(S_ISDIR(s.st_mode) && S_ISDIR(c->mode));
  if (S_ISDIR(s.st_mode) && S_ISDIR(c->mode) && c->kind == CS_WORK_MODIFIED)
    return false;
  return is_later(&s, c, t) || (S_ISDIR(s.st_mode) && holds_later(lower, c, t));
}

/* A directory as it will be, below both layers. */
typedef struct merged {
  int upper, lower;
  const char *dir;
} merged;

static bool has(const void *with, const char *name) {
  const merged *m = with;
  char path[PATH_MAX];
  struct stat s;
  int n =
      snprintf(path, sizeof path, "%s%s%s", m->dir, *m->dir ? "/" : "", name);
  if (n < 0 || (size_t)n >= sizeof path) return true;
  return (look(m->upper, path, &s) && !S_ISCHR(s.st_mode)) ||
         look(m->lower, path, &s);
}

/* Would what is new make a repository without a work tree?  All of the layer
 * counts, also what this commit leaves out. */
static bool makes_repository(int upper, int lower, const cs_work_change *c) {
  char dir[PATH_MAX];
  const char *slash = strrchr(c->path, '/');
  int n = slash ? (int)(slash - c->path) : 0;
  if (c->kind != CS_WORK_ADDED || !cs_protect_is_part(c->path + n + !!slash))
    return false;
  snprintf(dir, sizeof dir, "%.*s", n, c->path);
  const char *last = strrchr(dir, '/');
  if (strcmp(last ? last + 1 : dir, ".git") == 0)
    return false; /* has rules of its own */
  const merged m = {upper, lower, dir};
  return cs_protect_is_repository(has, &m);
}

const char *cs_workcommit_refuses(int upper, int lower, const cs_work_change *c,
                                  const cs_work_terms *t) {
  bool gone = c->kind == CS_WORK_DELETED;
  if (cs_kept_is(t->kept, lower, c->path, gone || !S_ISDIR(c->mode)) ||
      makes_repository(upper, lower, c))
    return "protected";
  if (is_denied(c, t)) return "denied";
  if (!gone && !S_ISREG(c->mode) && !S_ISDIR(c->mode) && !S_ISLNK(c->mode))
    return "type";
  if (!gone && S_ISLNK(c->mode) && is_leaving_link(upper, c)) return "link";
  return is_conflict(lower, c, t) ? "conflict" : NULL;
}

/* --- writing -------------------------------------------------------------- */

static cs_status failed(const cs_work_change *c, const char *what,
                        cs_error *err) {
  return cs_error_os(err, "cannot %s '%.120s' on the host", what, c->path);
}

/* Whatever the host has at that name, with what is below it. */
static bool clear(const place *p) {
  if (unlinkat(p->dir, p->name, 0) == 0 || errno == ENOENT) return true;
  if (errno != EISDIR && errno != EPERM) return false;
  CS_AUTO_FD
  int fd = cs_worklayer_open(p->dir, p->name, O_RDONLY | O_DIRECTORY);
  if (fd < 0 || cs_tree_empty(fd, NULL) != CS_OK) return false;
  return unlinkat(p->dir, p->name, AT_REMOVEDIR) == 0;
}

/* Files that root writes belong to whom the directory belongs to. */
static void set_owner(const place *p, int fd, const char *name) {
  struct stat s;
  if (geteuid() != 0 || fstat(p->dir, &s) != 0) return;
  if (fd >= 0)
    (void)!fchown(fd, s.st_uid, s.st_gid);
  else
    (void)!fchownat(p->dir, name, s.st_uid, s.st_gid, AT_SYMLINK_NOFOLLOW);
}

static bool copy_bytes(int from, int to) {
  for (;;) {
    ssize_t n = sendfile(to, from, NULL, (size_t)1 << 30);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n == 0;
  }
}

static bool temporary(char name[40]) {
  unsigned char random[12];
  if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
    return false;
  int n = snprintf(name, 40, ".caisson-");
  for (size_t i = 0; i < sizeof random; i++)
    n += snprintf(name + n, 40 - (size_t)n, "%02x", random[i]);
  return true;
}

/* Complete under another name, then moved into its place. */
static bool put_file(const place *p, int from, mode_t mode) {
  char name[40];
  if (!temporary(name)) return false;
  CS_AUTO_FD
  int to = openat(p->dir, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (to < 0) return false;
  set_owner(p, to, NULL);
  bool good = copy_bytes(from, to) && fchmod(to, mode & MODES) == 0 &&
              fdatasync(to) == 0 &&
              renameat(p->dir, name, p->dir, p->name) == 0;
  int why = errno;
  if (!good) (void)unlinkat(p->dir, name, 0);
  errno = why;
  return good;
}

static bool write_file(int upper, const place *p, const cs_work_change *c) {
  struct stat s;
  CS_AUTO_FD
  int from = cs_worklayer_open(upper, c->path, O_RDONLY | O_NONBLOCK);
  if (from < 0 || fstat(from, &s) != 0) return false;
  if (!S_ISREG(s.st_mode)) return errno = EINVAL, false;
  if (fstatat(p->dir, p->name, &s, AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISDIR(s.st_mode) && !clear(p))
    return false;
  return put_file(p, from, c->mode);
}

static bool write_directory(const place *p, const cs_work_change *c) {
  struct stat s;
  bool there = fstatat(p->dir, p->name, &s, AT_SYMLINK_NOFOLLOW) == 0;
  if (there && !S_ISDIR(s.st_mode) && !clear(p)) return false;
  if (mkdirat(p->dir, p->name, 0700) == 0)
    set_owner(p, -1, p->name);
  else if (errno != EEXIST)
    return false;
  CS_AUTO_FD
  int fd = cs_worklayer_open(p->dir, p->name, O_RDONLY | O_DIRECTORY);
  return fd >= 0 && fchmod(fd, c->mode & MODES) == 0;
}

static bool write_link(int upper, const place *p, const cs_work_change *c) {
  char target[PATH_MAX];
  place from = find_place(upper, c->path);
  ssize_t n = from.dir < 0
                  ? -1
                  : readlinkat(from.dir, from.name, target, sizeof target - 1);
  cs_cleanup_fd(&from.dir);
  if (n < 0) return false;
  target[n] = 0;
  if (cs_protect_leaves(c->path, target)) return errno = EXDEV, false;
  if (!clear(p) || symlinkat(target, p->dir, p->name) != 0) return false;
  set_owner(p, -1, p->name);
  return true;
}

/* Directories that the sandbox made and that this commit does not name. */
static bool make_parents(int lower, const char *path) {
  char dir[PATH_MAX];
  for (const char *at = strchr(path, '/'); at; at = strchr(at + 1, '/')) {
    snprintf(dir, sizeof dir, "%.*s", (int)(at - path), path);
    place p = find_place(lower, dir);
    bool good = p.dir >= 0;
    if (good && mkdirat(p.dir, p.name, 0755) == 0)
      set_owner(&p, -1, p.name);
    else if (good)
      good = errno == EEXIST;
    cs_cleanup_fd(&p.dir);
    if (!good) return false;
  }
  return true;
}

cs_status cs_workcommit_write(int upper, int lower, const cs_work_change *c,
                              cs_error *err) {
  bool gone = c->kind == CS_WORK_DELETED, good;
  if (!gone && !make_parents(lower, c->path))
    return failed(c, "make a directory for", err);
  place p = find_place(lower, c->path);
  if (p.dir < 0) return gone ? CS_OK : failed(c, "reach", err);
  if (gone)
    good = clear(&p);
  else if (S_ISDIR(c->mode))
    good = write_directory(&p, c);
  else if (S_ISLNK(c->mode))
    good = write_link(upper, &p, c);
  else
    good = write_file(upper, &p, c);
  cs_status st = good ? CS_OK : failed(c, gone ? "remove" : "write", err);
  cs_cleanup_fd(&p.dir);
  return st;
}

/* --- afterwards ----------------------------------------------------------- */

/* Directories on the way to a committed path are not the sandbox's own any
 * more: what the host has in them must be seen again. */
static void open_up(int upper, const char *path) {
  char dir[PATH_MAX];
  for (const char *at = strchr(path, '/'); at; at = strchr(at + 1, '/')) {
    snprintf(dir, sizeof dir, "%.*s", (int)(at - path), path);
    CS_AUTO_FD
    int fd = cs_worklayer_open(upper, dir, O_RDONLY | O_DIRECTORY);
    if (fd >= 0) cs_worklayer_clear_mark(fd, "opaque");
  }
}

void cs_workcommit_forget(int upper, const cs_work_change *c) {
  place p = find_place(upper, c->path);
  if (p.dir < 0) return;
  if (unlinkat(p.dir, p.name, 0) != 0 &&
      unlinkat(p.dir, p.name, AT_REMOVEDIR) != 0) {
    CS_AUTO_FD
    int fd = cs_worklayer_open(p.dir, p.name, O_RDONLY | O_DIRECTORY);
    if (fd >= 0) cs_worklayer_clear_mark(fd, "opaque");
  }
  cs_cleanup_fd(&p.dir);
  open_up(upper, c->path);
}
