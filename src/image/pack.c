/*
 * pack.c - walk a directory in order and write what is there.
 *
 * The walk keeps one sorted list of names for each directory on its way down,
 * at most CS_PACK_NEST of them; the path stays below 4096 bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/pack.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/cleanup.h"

#define CS_PACK_NEST 256
#define PATH_ROOM    4096
#define BLOCK        ((size_t)64 << 10)
#define ENTRIES_MAX  1000000

typedef struct level {
  int fd;       /* owned */
  char **names; /* owned, sorted */
  size_t count, at;
  size_t path_len; /* of its own path */
} level;

/* A file with more than one name, once it was written. */
typedef struct linked {
  dev_t dev;
  ino_t ino;
  char *path; /* owned */
} linked;

typedef struct walk {
  const cs_pack *p;
  cs_tar *t;
  level *stack; /* owned, CS_PACK_NEST */
  size_t depth;
  char path[PATH_ROOM];
  linked *links; /* owned */
  size_t nlinks, link_room;
  uint64_t entries;
  char *block; /* owned */
} walk;

/* --- names of a directory ------------------------------------------------ */

static int by_bytes(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void free_level(level *l) {
  for (size_t i = 0; i < l->count; i++) free(l->names[i]);
  free(l->names);
  if (l->fd >= 0) close(l->fd);
  *l = (level){.fd = -1};
}

static bool add_name(level *l, size_t *room, const char *name) {
  if (l->count == *room) {
    size_t more = *room ? 2 * *room : 32;
    void *names = realloc(l->names, more * sizeof *l->names);
    if (!names) return false;
    l->names = names;
    *room = more;
  }
  l->names[l->count] = strdup(name);
  return l->names[l->count] && ++l->count <= ENTRIES_MAX;
}

static cs_status read_names(level *l, cs_error *err) {
  size_t room = 0;
  bool good = true;
  int copy = openat(l->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
  if (!dir) {
    if (copy >= 0) close(copy);
    return cs_error_os(err, "cannot read a directory");
  }
  for (struct dirent *e; good && (e = readdir(dir));)
    if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
      good = add_name(l, &room, e->d_name);
  closedir(dir);
  if (!good) return cs_error_set(err, CS_ELIMIT, "a directory is too large");
  if (l->count) qsort(l->names, l->count, sizeof *l->names, by_bytes);
  return CS_OK;
}

/* --- overlayfs's marks --------------------------------------------------- */

static bool has_mark(int fd, const char *name, const char *mark) {
  char attribute[64], path[64 + 300], value[8];
  static const char *const kinds[] = {"trusted", "user"};
  for (size_t i = 0; i < 2; i++) {
    snprintf(attribute, sizeof attribute, "%s.overlay.%s", kinds[i], mark);
    ssize_t n;
    if (name) {
      snprintf(path, sizeof path, "/proc/self/fd/%d/%s", fd, name);
      n = lgetxattr(path, attribute, value, sizeof value);
    } else {
      n = fgetxattr(fd, attribute, value, sizeof value);
    }
    if (n == 0 || (n > 0 && (*value == 'y' || *value == 'x'))) return true;
  }
  return false;
}

static bool is_whiteout(const walk *w, int fd, const char *name,
                        const struct stat *st) {
  if (!w->p->overlay) return false;
  if (S_ISCHR(st->st_mode)) return st->st_rdev == makedev(0, 0);
  return S_ISREG(st->st_mode) && st->st_size == 0 &&
         has_mark(fd, name, "whiteout");
}

/* --- entries ------------------------------------------------------------- */

static uint32_t shift(const walk *w, uint32_t id) {
  if (w->p->as_root) return 0;
  return id >= w->p->first_uid ? id - w->p->first_uid : 65534;
}

static cs_tar_entry entry_of(const walk *w, const struct stat *st, char type) {
  return (cs_tar_entry){.path = w->path,
                        .link = "",
                        .type = type,
                        .mode = st->st_mode & 01777,
                        .uid = shift(w, st->st_uid),
                        .gid = shift(w, st->st_gid),
                        .mtime = st->st_mtim.tv_sec};
}

/* ".wh.NAME" in place of NAME. */
static cs_status put_whiteout(walk *w, const struct stat *st, const char *name,
                              cs_error *err) {
  size_t dir = strlen(w->path) - strlen(name);
  cs_tar_entry e = entry_of(w, st, '0');
  char path[PATH_ROOM + 8];
  snprintf(path, sizeof path, "%.*s.wh.%s", (int)dir, w->path, name);
  e.path = path;
  e.mode = 0;
  return cs_tar_head(w->t, &e, err);
}

static cs_status put_bytes(walk *w, int fd, uint64_t size, cs_error *err) {
  uint64_t left = size;
  while (left > 0) {
    ssize_t n = read(fd, w->block, left < BLOCK ? (size_t)left : BLOCK);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return cs_error_os(err, "cannot read '%.80s'", w->path);
    if (n == 0)
      return cs_error_set(err, CS_EOS, "'%.80s' became shorter meanwhile",
                          w->path);
    cs_status st = w->t->put(w->t->user, w->block, (size_t)n, err);
    if (st != CS_OK) return st;
    left -= (uint64_t)n;
  }
  return cs_tar_pad(w->t, size, err);
}

/* The path under which the file was written before, or NULL; a new one is
 * remembered. */
static const char *other_name(walk *w, const struct stat *st, bool *failed) {
  for (size_t i = 0; i < w->nlinks; i++)
    if (w->links[i].ino == st->st_ino && w->links[i].dev == st->st_dev)
      return w->links[i].path;
  if (w->nlinks == w->link_room) {
    size_t room = w->link_room ? 2 * w->link_room : 16;
    void *more =
        room > 65536 ? NULL : realloc(w->links, room * sizeof *w->links);
    if (!more) {
      *failed = room <= 65536;
      return NULL; /* beyond: copies instead of links */
    }
    w->links = more;
    w->link_room = room;
  }
  char *path = strdup(w->path);
  if (!path)
    *failed = true;
  else
    w->links[w->nlinks++] = (linked){st->st_dev, st->st_ino, path};
  return NULL;
}

static cs_status put_file(walk *w, int at, const char *name, cs_error *err) {
  struct stat st;
  bool failed = false;
  CS_AUTO_FD
  int fd = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st) != 0)
    return cs_error_os(err, "cannot open '%.80s'", w->path);
  if (!S_ISREG(st.st_mode))
    return cs_error_set(err, CS_EOS, "'%.80s' changed meanwhile", w->path);
  const char *other = st.st_nlink > 1 ? other_name(w, &st, &failed) : NULL;
  if (failed) return cs_error_set(err, CS_EOS, "out of memory");
  cs_tar_entry e = entry_of(w, &st, other ? '1' : '0');
  if (other) {
    e.link = other;
    return cs_tar_head(w->t, &e, err);
  }
  e.size = (uint64_t)st.st_size;
  cs_status got = cs_tar_head(w->t, &e, err);
  return got == CS_OK ? put_bytes(w, fd, e.size, err) : got;
}

static cs_status put_link(walk *w, int at, const char *name,
                          const struct stat *st, cs_error *err) {
  char target[PATH_ROOM];
  ssize_t n = readlinkat(at, name, target, sizeof target - 1);
  if (n < 0) return cs_error_os(err, "cannot read the link '%.80s'", w->path);
  target[n] = '\0';
  cs_tar_entry e = entry_of(w, st, '2');
  e.link = target;
  e.mode = 0777;
  return cs_tar_head(w->t, &e, err);
}

static cs_status push(walk *w, int fd, cs_error *err) {
  if (w->depth == CS_PACK_NEST) {
    close(fd);
    return cs_error_set(err, CS_ELIMIT, "directories are nested deeper than %d",
                        CS_PACK_NEST);
  }
  level *l = &w->stack[w->depth++];
  *l = (level){.fd = fd, .path_len = strlen(w->path)};
  return read_names(l, err);
}

static cs_status put_dir(walk *w, int at, const char *name, cs_error *err) {
  struct stat st;
  CS_AUTO_FD
  int fd = openat(at, name,
                  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st) != 0)
    return cs_error_os(err, "cannot open '%.80s'", w->path);
  cs_tar_entry e = entry_of(w, &st, '5');
  size_t n = strlen(w->path);
  if (n + 16 >= PATH_ROOM)
    return cs_error_set(err, CS_ELIMIT, "a path is longer than 4095 bytes");
  memcpy(w->path + n, "/", 2);
  cs_status got = cs_tar_head(w->t, &e, err);
  if (got == CS_OK && w->p->overlay && has_mark(fd, NULL, "opaque")) {
    cs_tar_entry mark = entry_of(w, &st, '0');
    memcpy(w->path + n + 1, ".wh..wh..opq", 13);
    got = cs_tar_head(w->t, &mark, err);
  }
  w->path[n + 1] = '\0';
  return got == CS_OK ? push(w, cs_steal(&fd), err) : got;
}

static cs_status put_one(walk *w, int at, const char *name, cs_error *err) {
  struct stat st;
  if (++w->entries > ENTRIES_MAX)
    return cs_error_set(err, CS_ELIMIT, "there are more than %d entries",
                        ENTRIES_MAX);
  if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
    return cs_error_os(err, "cannot look at '%.80s'", w->path);
  if (is_whiteout(w, at, name, &st)) return put_whiteout(w, &st, name, err);
  /* In a layer the name would be one: it cannot be told apart. */
  if (strncmp(name, ".wh.", 4) == 0) return CS_OK;
  if (S_ISREG(st.st_mode)) return put_file(w, at, name, err);
  if (S_ISLNK(st.st_mode)) return put_link(w, at, name, &st, err);
  if (S_ISDIR(st.st_mode)) return put_dir(w, at, name, err);
  return CS_OK;
}

static cs_status step(walk *w, cs_error *err) {
  level *l = &w->stack[w->depth - 1];
  if (l->at == l->count) {
    free_level(l);
    w->depth--;
    return CS_OK;
  }
  const char *name = l->names[l->at++];
  size_t n = strlen(name);
  if (l->path_len + n + 2 > PATH_ROOM)
    return cs_error_set(err, CS_ELIMIT, "a path is longer than 4095 bytes");
  memcpy(w->path + l->path_len, name, n + 1);
  return put_one(w, l->fd, name, err);
}

cs_status cs_pack_tree(const cs_pack *p, cs_tar *t, cs_error *err) {
  walk w = {.p = p, .t = t};
  w.stack = calloc(CS_PACK_NEST, sizeof *w.stack);
  w.block = malloc(BLOCK);
  int top = openat(p->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  cs_status st = top < 0 ? cs_error_os(err, "cannot read the directory")
                 : !w.stack || !w.block
                     ? cs_error_set(err, CS_EOS, "out of memory")
                     : push(&w, top, err);
  if (top >= 0 && (!w.stack || !w.block)) close(top);
  while (st == CS_OK && w.depth > 0) st = step(&w, err);
  while (w.depth > 0) free_level(&w.stack[--w.depth]);
  for (size_t i = 0; i < w.nlinks; i++) free(w.links[i].path);
  free(w.links);
  free(w.stack);
  free(w.block);
  return st == CS_OK ? cs_tar_end(t, err) : st;
}
