/*
 * tree.c - whole directories: empty them, copy them, count them.
 *
 * A stack of open directories, at most DEPTH_MAX of them, takes the place of
 * recursion.  A program can make directories that lie deeper: they are removed
 * from the top of the tree, where they are moved first; they are neither copied
 * nor counted, which is an error.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/cleanup.h"

#define DEPTH_MAX 256 /* directories in each other */

typedef struct level {
  DIR *from;
  int to;         /* -1: nothing is copied */
  char name[256]; /* in the level above */
  struct stat st;
} level;

typedef struct walk {
  level at[DEPTH_MAX];
  size_t n;
} walk;

static bool push(walk *w, int from, int to, const char *name,
                 const struct stat *st) {
  if (w->n == DEPTH_MAX || from < 0) {
    cs_cleanup_fd(&from);
    cs_cleanup_fd(&to);
    if (w->n == DEPTH_MAX) errno = ELOOP;
    return false;
  }
  DIR *d = fdopendir(from);
  if (!d) {
    cs_cleanup_fd(&from);
    cs_cleanup_fd(&to);
    return false;
  }
  level *l = &w->at[w->n++];
  l->from = d;
  l->to = to;
  l->st = *st;
  snprintf(l->name, sizeof l->name, "%.255s", name);
  return true;
}

static void pop(walk *w) {
  level *l = &w->at[--w->n];
  closedir(l->from);
  cs_cleanup_fd(&l->to);
}

static void pop_all(walk *w) {
  while (w->n > 0) pop(w);
  free(w);
}

static bool is_dot(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Open again: the caller's position in it is its own. */
static int open_dir(int dir, const char *name) {
  return openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static walk *begin(int from, int to) {
  struct stat st;
  walk *w = calloc(1, sizeof *w);
  int copy = to < 0 ? -1 : fcntl(to, F_DUPFD_CLOEXEC, 3);
  if (w && fstat(from, &st) == 0 && push(w, open_dir(from, "."), copy, "", &st))
    return w;
  free(w);
  return NULL;
}

/* --- empty ---------------------------------------------------------------- */

/* A directory that its owner may not read is still its owner's. */
static int open_stubborn(int dir, const char *name) {
  int fd = open_dir(dir, name);
  if (fd < 0 && errno == EACCES &&
      fchmodat(dir, name, 0700, 0) == 0) /* it is no link: unlink said so */
    fd = open_dir(dir, name);
  return fd;
}

/* A directory at the bottom of the stack moves to the top of the tree, whose
 * entries are read again when the walk is back there.  A name that is taken:
 * the next number. */
static bool lift(walk *w, const char *name) {
  char up[32];
  /* its owner must be able to write it, because ".." in it changes */
  (void)!fchmodat(dirfd(w->at[w->n - 1].from), name, 0700, 0);
  for (unsigned i = 0; i < 1000000; i++) {
    snprintf(up, sizeof up, "deep-%u", i);
    if (renameat2(dirfd(w->at[w->n - 1].from), name, dirfd(w->at[0].from), up,
                  RENAME_NOREPLACE) == 0)
      return true;
    if (errno != EEXIST) return false;
  }
  return false;
}

static bool remove_entry(walk *w, const char *name) {
  struct stat st;
  int dir = dirfd(w->at[w->n - 1].from);
  if (unlinkat(dir, name, 0) == 0) return true;
  if (errno == EACCES) { /* the directory itself may not be written */
    (void)fchmod(dir, 0700);
    if (unlinkat(dir, name, 0) == 0) return true;
  }
  if (errno != EISDIR && errno != EPERM) return errno == ENOENT;
  if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(st.st_mode))
    return false;
  if (w->n == DEPTH_MAX) return lift(w, name);
  return push(w, open_stubborn(dir, name), -1, name, &st);
}

cs_status cs_tree_empty(int dir, cs_error *err) {
  walk *w = begin(dir, -1);
  if (!w) return cs_error_os(err, "cannot read a directory");
  while (w->n > 0) {
    struct dirent *e = readdir(w->at[w->n - 1].from);
    if (e && is_dot(e->d_name)) continue;
    if (e) {
      if (remove_entry(w, e->d_name)) continue;
      cs_status st = cs_error_os(err, "cannot remove '%.80s'", e->d_name);
      pop_all(w);
      return st;
    }
    char name[256];
    snprintf(name, sizeof name, "%s", w->at[w->n - 1].name);
    pop(w);
    if (w->n == 0) break;
    level *up = &w->at[w->n - 1];
    if (unlinkat(dirfd(up->from), name, AT_REMOVEDIR) != 0) {
      (void)fchmod(dirfd(up->from), 0700);
      (void)unlinkat(dirfd(up->from), name, AT_REMOVEDIR);
    }
    rewinddir(up->from); /* entries moved while it was changed */
  }
  free(w);
  return CS_OK;
}

/* --- copy ----------------------------------------------------------------- */

static void copy_attributes(int from, int to) {
  char names[4096], value[4096];
  ssize_t n = flistxattr(from, names, sizeof names);
  for (ssize_t at = 0; at < n; at += (ssize_t)strlen(names + at) + 1) {
    ssize_t k = fgetxattr(from, names + at, value, sizeof value);
    if (k >= 0) (void)fsetxattr(to, names + at, value, (size_t)k, 0);
  }
}

static void copy_meta(int to, const struct stat *st) {
  const struct timespec times[] = {st->st_atim, st->st_mtim};
  (void)!fchown(to, st->st_uid, st->st_gid);
  (void)fchmod(to, st->st_mode & 07777);
  (void)futimens(to, times);
}

static bool copy_bytes(int from, int to) {
  static const size_t chunk = 1 << 20;
  if (ioctl(to, FICLONE, from) == 0) return true;
  for (;;) {
    ssize_t n = copy_file_range(from, NULL, to, NULL, chunk, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) return true;
    if (n < 0) break;
  }
  char data[16384];
  for (ssize_t n; (n = read(from, data, sizeof data)) != 0;) {
    if (n < 0 || write(to, data, (size_t)n) != n) return false;
  }
  return true;
}

static bool copy_file(const level *l, const char *name, const struct stat *st) {
  CS_AUTO_FD
  int from = openat(dirfd(l->from), name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  CS_AUTO_FD
  int to = openat(l->to, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (from < 0 || to < 0 || !copy_bytes(from, to)) return false;
  copy_attributes(from, to);
  copy_meta(to, st);
  return true;
}

static bool copy_link(const level *l, const char *name, const struct stat *st) {
  char target[4096];
  ssize_t n = readlinkat(dirfd(l->from), name, target, sizeof target - 1);
  if (n < 0) return false;
  target[n] = 0;
  if (symlinkat(target, l->to, name) != 0) return false;
  (void)!fchownat(l->to, name, st->st_uid, st->st_gid, AT_SYMLINK_NOFOLLOW);
  return true;
}

/* Devices: only the mark of overlayfs for what was removed. */
static bool copy_entry(walk *w, const char *name) {
  struct stat st;
  const level *l = &w->at[w->n - 1];
  if (fstatat(dirfd(l->from), name, &st, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT; /* gone meanwhile */
  if (S_ISLNK(st.st_mode)) return copy_link(l, name, &st);
  if (S_ISREG(st.st_mode)) return copy_file(l, name, &st);
  if (S_ISCHR(st.st_mode) && st.st_rdev == 0)
    return mknodat(l->to, name, S_IFCHR | 0600, 0) == 0;
  if (!S_ISDIR(st.st_mode)) return true; /* sockets and fifos stay */
  if (mkdirat(l->to, name, 0700) != 0 && errno != EEXIST) return false;
  int from = open_dir(dirfd(l->from), name), to = open_dir(l->to, name);
  if (from >= 0 && to >= 0) copy_attributes(from, to);
  return push(w, from, to, name, &st);
}

cs_status cs_tree_copy(int from, int to, cs_error *err) {
  walk *w = begin(from, to);
  if (!w) return cs_error_os(err, "cannot read a directory");
  while (w->n > 0) {
    level *l = &w->at[w->n - 1];
    struct dirent *e = readdir(l->from);
    if (e && is_dot(e->d_name)) continue;
    if (!e) {
      copy_meta(l->to, &l->st);
      pop(w);
      continue;
    }
    if (copy_entry(w, e->d_name)) continue;
    cs_status st = cs_error_os(err, "cannot copy '%.80s'", e->d_name);
    pop_all(w);
    return st;
  }
  free(w);
  return CS_OK;
}

/* --- count ---------------------------------------------------------------- */

cs_status cs_tree_count(int dir, uint64_t *bytes, uint64_t *files,
                        cs_error *err) {
  walk *w = begin(dir, -1);
  *bytes = *files = 0;
  if (!w) return cs_error_os(err, "cannot read a directory");
  while (w->n > 0) {
    struct stat st;
    level *l = &w->at[w->n - 1];
    struct dirent *e = readdir(l->from);
    if (!e) {
      pop(w);
      continue;
    }
    if (is_dot(e->d_name) ||
        fstatat(dirfd(l->from), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    *bytes += (uint64_t)st.st_blocks * 512;
    (*files)++;
    if (!S_ISDIR(st.st_mode)) continue;
    int fd = open_dir(dirfd(l->from), e->d_name);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR || errno == ELOOP))
      continue; /* gone meanwhile, or replaced */
    if (push(w, fd, -1, e->d_name, &st)) continue;
    cs_status bad = cs_error_os(err, "cannot count '%.80s'", e->d_name);
    pop_all(w);
    return bad;
  }
  free(w);
  return CS_OK;
}
