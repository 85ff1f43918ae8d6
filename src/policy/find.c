/*
 * find.c - a walk that knows where a pattern can still match.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/find.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cleanup.h"
#include "policy/glob_in.h"

#define LEVELS 64 /* directories inside of one another */

typedef struct level {
  DIR *dir;                    /* owned */
  size_t len;                  /* of the path of the directory */
  uint64_t set[CS_GLOB_WORDS]; /* states after the path and a slash */
} level;

typedef struct walk {
  cs_glob_code code;
  level levels[LEVELS];
  size_t depth;
  char path[PATH_MAX];
  uint64_t *names;
  cs_find_each *each;
  void *user;
} walk;

/* Read `n` bytes; false: no state is left, nothing can match any more. */
static bool read_bytes(const walk *w, const uint64_t *from, const char *text,
                       size_t n, uint64_t to[CS_GLOB_WORDS]) {
  uint64_t next[CS_GLOB_WORDS];
  memcpy(to, from, w->code.words * sizeof *to);
  for (size_t i = 0; i < n; i++) {
    if (!cs_glob_step(&w->code, to, (unsigned char)text[i], next)) return false;
    memcpy(to, next, w->code.words * sizeof *to);
  }
  return true;
}

static bool is_directory(const level *l, const struct dirent *e) {
  struct stat s;
  if (e->d_type != DT_UNKNOWN) return e->d_type == DT_DIR;
  return fstatat(dirfd(l->dir), e->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISDIR(s.st_mode);
}

/* Go into a directory, if something in it can match.  `set`: its own path. */
static cs_status enter(walk *w, int at, const char *name, size_t len,
                       const uint64_t *set) {
  if (w->depth == LEVELS) return CS_ELIMIT;
  level *l = &w->levels[w->depth];
  if (len > 1 && !read_bytes(w, set, "/", 1, l->set)) return CS_OK;
  if (len == 1) memcpy(l->set, set, w->code.words * sizeof *set);
  CS_AUTO_FD
  int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  l->dir = fd < 0 ? NULL : fdopendir(fd);
  if (!l->dir) return CS_OK;
  fd = -1; /* taken */
  l->len = len;
  w->depth++;
  return CS_OK;
}

/* One name of the innermost directory. */
static cs_status look(walk *w) {
  level *l = &w->levels[w->depth - 1];
  uint64_t set[CS_GLOB_WORDS];
  struct dirent *e = readdir(l->dir);
  if (!e) {
    closedir(l->dir);
    w->depth--;
    return CS_OK;
  }
  size_t n = strlen(e->d_name), at = l->len > 1 ? l->len + 1 : 1;
  if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) return CS_OK;
  if (*w->names == 0 || at + n >= sizeof w->path) return CS_ELIMIT;
  --*w->names;
  if (!read_bytes(w, l->set, e->d_name, n, set)) return CS_OK;
  w->path[at - 1] = '/';
  memcpy(w->path + at, e->d_name, n + 1);
  if (cs_glob_accepts(&w->code, set)) return w->each(w->user, w->path);
  if (!is_directory(l, e)) return CS_OK;
  return enter(w, dirfd(l->dir), e->d_name, at + n, set);
}

static cs_status walk_root(walk *w, const char *root) {
  uint64_t start[CS_GLOB_WORDS], set[CS_GLOB_WORDS];
  size_t n = strlen(root);
  if (n >= sizeof w->path) return CS_ELIMIT;
  memcpy(w->path, root, n + 1);
  cs_glob_start(&w->code, start);
  if (!read_bytes(w, start, root, n, set)) return CS_OK;
  struct stat s;
  if (lstat(root, &s) != 0) return CS_OK;
  if (cs_glob_accepts(&w->code, set)) return w->each(w->user, root);
  cs_status st = enter(w, AT_FDCWD, root, n, set);
  while (st == CS_OK && w->depth > 0) st = look(w);
  while (w->depth > 0) closedir(w->levels[--w->depth].dir);
  return st;
}

cs_status cs_find_in(const cs_glob *g, const char *root, uint64_t *names,
                     cs_find_each *each, void *user) {
  CS_AUTO_FREE
  walk *w = calloc(1, sizeof *w);
  if (!w || !cs_glob_compile(g, &w->code)) return w ? CS_ELIMIT : CS_EOS;
  w->names = names;
  w->each = each;
  w->user = user;
  return walk_root(w, root);
}
