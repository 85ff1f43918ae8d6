/*
 * tree_writer.c - directories, files and links by descriptor; whiteouts.
 *
 * The descriptor of the latest parent is kept, because archives list a
 * directory's files one after another.  It is dropped when something that may
 * be part of its path is removed: anything but a regular file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/tree_writer.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"

#define WH        ".wh."
#define WH_OPAQUE ".wh..wh..opq"
#define WH_HIDDEN ".wh..wh." /* other notes of AUFS */
#define KEYS_MAX  (UINT64_C(1) << 22)
#define ID_MAX    65535
#define DIR_FLAGS (O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)

static cs_status bad_name(cs_error *err, const char *path, const char *why) {
  return cs_error_set(err, CS_ECORRUPT, "the archive has the entry '%.80s': %s",
                      path, why);
}

void cs_tree_writer_init(cs_tree_writer *w, int root, bool keep_ids) {
  *w = (cs_tree_writer){.root = root, .keep_ids = keep_ids, .parent = -1};
}

static void forget_parent(cs_tree_writer *w) {
  if (w->parent >= 0) close(w->parent);
  w->parent = -1;
}

void cs_tree_writer_fini(cs_tree_writer *w) {
  forget_parent(w);
  free(w->keys);
  w->keys = NULL;
}

/* --- what this layer wrote ----------------------------------------------- */

static uint64_t key_of(uint64_t ino, const char *name) {
  uint64_t h = ino * UINT64_C(0x9E3779B97F4A7C15) + 0x1234567;
  for (; *name; name++)
    h = (h ^ (unsigned char)*name) * UINT64_C(0x100000001B3);
  h ^= h >> 29;
  return h ? h : 1;
}

static uint64_t *slot_of(uint64_t *keys, uint64_t room, uint64_t key) {
  uint64_t at = key & (room - 1);
  while (keys[at] && keys[at] != key) at = (at + 1) & (room - 1);
  return &keys[at];
}

static bool wrote(const cs_tree_writer *w, uint64_t ino, const char *name) {
  uint64_t key = key_of(ino, name);
  return w->room && *slot_of(w->keys, w->room, key) == key;
}

static cs_status grow_keys(cs_tree_writer *w, cs_error *err) {
  uint64_t room = w->room ? 2 * w->room : 1024;
  uint64_t *keys = room > KEYS_MAX ? NULL : calloc(room, sizeof *keys);
  if (!keys)
    return cs_error_set(err, CS_ELIMIT, "the layer has too many entries");
  for (uint64_t i = 0; i < w->room; i++)
    if (w->keys[i]) *slot_of(keys, room, w->keys[i]) = w->keys[i];
  free(w->keys);
  w->keys = keys;
  w->room = room;
  return CS_OK;
}

static cs_status note(cs_tree_writer *w, uint64_t ino, const char *name,
                      cs_error *err) {
  if (2 * w->used >= w->room) {
    cs_status st = grow_keys(w, err);
    if (st != CS_OK) return st;
  }
  uint64_t key = key_of(ino, name), *slot = slot_of(w->keys, w->room, key);
  if (!*slot) w->used++;
  *slot = key;
  return CS_OK;
}

/* --- names --------------------------------------------------------------- */

/* `path` without empty and "." components into `out`; leading slashes go. */
static cs_status normalize(const cs_tree_writer *w, const char *path,
                           char out[CS_TREE_PATH], cs_error *err) {
  size_t len = 0, deep = 0;
  for (const char *p = path; *p;) {
    size_t n = strcspn(p, "/");
    bool last = p[n] == '\0' || p[n + strspn(p + n, "/")] == '\0';
    if (n == 2 && memcmp(p, "..", 2) == 0)
      return bad_name(err, path, "'..' is not allowed in names");
    if (n > CS_TREE_NAME || len + n + 2 > CS_TREE_PATH || ++deep > CS_TREE_DEEP)
      return cs_error_set(err, CS_ELIMIT,
                          "the archive has a name longer than 255 bytes, or a "
                          "path of more than 4095 or 256 components: '%.40s'",
                          path);
    if (!w->plain && !last && n >= 4 && memcmp(p, WH, 4) == 0)
      return bad_name(err, path, "a whiteout is not a directory");
    if (n > 0 && !(n == 1 && *p == '.')) {
      if (len > 0) out[len++] = '/';
      memcpy(out + len, p, n);
      len += n;
    }
    p += n;
    p += strspn(p, "/");
  }
  out[len] = '\0';
  return CS_OK;
}

static int open_dir(const cs_tree_writer *w, const char *path) {
  struct open_how how = {
      .flags = DIR_FLAGS,
      .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV};
  return (int)syscall(SYS_openat2, w->root, *path ? path : ".", &how,
                      sizeof how);
}

static cs_status inode_of(int fd, uint64_t *ino, cs_error *err) {
  struct stat st;
  if (fstat(fd, &st) != 0)
    return cs_error_os(err, "cannot look at a directory");
  *ino = st.st_ino;
  return CS_OK;
}

/* Make the missing last component of `prefix`, below the directory `above`.  A
 * file of an earlier layer gives way; a symbolic link that leads nowhere does
 * not, because following it would be a guess. */
static cs_status make_missing(cs_tree_writer *w, int above, const char *name,
                              const char *prefix, cs_error *err) {
  struct stat st;
  uint64_t ino = 0;
  if (fstatat(above, name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
    if (!S_ISREG(st.st_mode))
      return bad_name(err, prefix, "it is not a directory, or a link to none");
    if (unlinkat(above, name, 0) != 0)
      return cs_error_os(err, "cannot remove '%.80s'", prefix);
  }
  if (mkdirat(above, name, 0755) != 0)
    return cs_error_os(err, "cannot make the directory '%.80s'", prefix);
  cs_status got = inode_of(above, &ino, err);
  return got == CS_OK ? note(w, ino, name, err) : got;
}

/* Open `path`, making what is missing of it. */
static cs_status open_made(cs_tree_writer *w, char *path, int *out,
                           cs_error *err) {
  CS_AUTO_FD
  int above = open_dir(w, "");
  if (above < 0) return cs_error_os(err, "cannot open the tree");
  for (char *p = path;;) {
    size_t n = strcspn(p, "/");
    char slash = p[n];
    p[n] = '\0';
    /* One step down; a symbolic link is resolved from the root. */
    int fd = openat(above, p, DIR_FLAGS | O_NOFOLLOW);
    if (fd < 0 && errno != ENOENT) fd = open_dir(w, path);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR)) {
      cs_status st = make_missing(w, above, p, path, err);
      if (st != CS_OK) return st;
      fd = openat(above, p, DIR_FLAGS | O_NOFOLLOW);
    }
    if (fd < 0)
      return cs_error_os(err, "cannot open '%.80s' in the tree", path);
    close(above);
    above = fd;
    if (!slash) break;
    p[n] = slash;
    p += n + 1;
  }
  *out = cs_steal(&above);
  return CS_OK;
}

/* The directory of the normalized path, into w->parent; `*name` is the rest. */
static cs_status enter(cs_tree_writer *w, char *path, const char **name,
                       cs_error *err) {
  char *slash = strrchr(path, '/');
  const char *dir = slash ? path : "";
  *name = slash ? slash + 1 : path;
  if (slash) *slash = '\0';
  if (w->parent >= 0 && strcmp(dir, w->parent_path) == 0) return CS_OK;
  forget_parent(w);
  int fd = open_dir(w, dir);
  if (fd < 0 && (errno == ENOENT || errno == ENOTDIR) && slash) {
    cs_status st = open_made(w, path, &fd, err);
    if (st != CS_OK) return st;
  }
  if (fd < 0) return cs_error_os(err, "cannot open '%.80s' in the tree", dir);
  w->parent = fd;
  memcpy(w->parent_path, dir, strlen(dir) + 1);
  return inode_of(fd, &w->parent_ino, err);
}

/* --- removing ------------------------------------------------------------ */

typedef struct level {
  DIR *dir; /* owned */
  uint64_t ino;
  bool kept; /* something in it stays */
  char name[CS_TREE_NAME + 1];
} level;

/* Remove below: everything, or (`lower`) what this layer did not write.  Depth
 * first with a stack of our own; `stack` has CS_TREE_NEST entries. */
typedef struct removal {
  cs_tree_writer *w;
  level *stack;
  size_t depth;
  bool lower;
} removal;

static cs_status descend(removal *r, int at, const char *name, cs_error *err) {
  if (r->depth == CS_TREE_NEST)
    return cs_error_set(err, CS_ELIMIT,
                        "the image nests directories deeper than %d",
                        CS_TREE_NEST);
  CS_AUTO_FD
  int fd = openat(at, name,
                  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  level *l = &r->stack[r->depth];
  if (fd < 0) return cs_error_os(err, "cannot open '%.80s'", name);
  cs_status st = inode_of(fd, &l->ino, err);
  if (st != CS_OK) return st;
  l->dir = fdopendir(fd);
  if (!l->dir) return cs_error_os(err, "cannot read '%.80s'", name);
  (void)cs_steal(&fd);
  l->kept = false;
  memcpy(l->name, name, strlen(name) + 1);
  r->depth++;
  return CS_OK;
}

static bool stays(const removal *r, const level *l, const char *name) {
  return r->lower && wrote(r->w, l->ino, name);
}

/* One entry of the directory on top. */
static cs_status remove_entry(removal *r, const struct dirent *e,
                              cs_error *err) {
  level *l = &r->stack[r->depth - 1];
  if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0) return CS_OK;
  if (unlinkat(dirfd(l->dir), e->d_name, 0) == 0) {
    assert(!stays(r, l, e->d_name));
    return CS_OK;
  }
  if (errno != EISDIR && errno != EPERM)
    return cs_error_os(err, "cannot remove '%.80s'", e->d_name);
  return descend(r, dirfd(l->dir), e->d_name, err);
}

/* The directory on top is done. */
static cs_status ascend(removal *r, cs_error *err) {
  level *done = &r->stack[--r->depth], *above = done - 1;
  closedir(done->dir);
  if (r->depth == 0) return CS_OK;
  if (done->kept || stays(r, above, done->name)) {
    above->kept = true;
    return CS_OK;
  }
  if (unlinkat(dirfd(above->dir), done->name, AT_REMOVEDIR) == 0) return CS_OK;
  return cs_error_os(err, "cannot remove '%.80s'", done->name);
}

/* Is it a file of this layer?  Directories are looked into in any case. */
static bool is_kept_file(removal *r, const struct dirent *e) {
  level *l = &r->stack[r->depth - 1];
  struct stat st;
  if (!stays(r, l, e->d_name) ||
      fstatat(dirfd(l->dir), e->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
      S_ISDIR(st.st_mode))
    return false;
  l->kept = true;
  return true;
}

/* Empty the directory `name` below `at`; `*kept`: something stayed in it. */
static cs_status empty_dir(cs_tree_writer *w, int at, const char *name,
                           bool lower, bool *kept, cs_error *err) {
  CS_AUTO_FREE
  level *stack = calloc(CS_TREE_NEST, sizeof *stack);
  removal r = {.w = w, .stack = stack, .lower = lower};
  if (!stack) return cs_error_set(err, CS_EOS, "out of memory");
  cs_status st = descend(&r, at, name, err);
  while (st == CS_OK && r.depth > 0) {
    errno = 0;
    struct dirent *e = readdir(stack[r.depth - 1].dir);
    if (!e && errno != 0)
      st = cs_error_os(err, "cannot read '%.80s'", name);
    else if (!e)
      st = ascend(&r, err);
    else if (!is_kept_file(&r, e))
      st = remove_entry(&r, e, err);
  }
  *kept = stack[0].kept;
  while (r.depth > 0) closedir(stack[--r.depth].dir);
  return st;
}

/* Remove `name` from the parent, whatever it is; nothing there is fine.  With
 * `lower` only what earlier layers left of it. */
static cs_status remove_name(cs_tree_writer *w, const char *name, bool lower,
                             cs_error *err) {
  struct stat st;
  bool kept = false;
  if (fstatat(w->parent, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT ? CS_OK : cs_error_os(err, "cannot look at a name");
  bool ours = lower && wrote(w, w->parent_ino, name);
  if (!S_ISDIR(st.st_mode)) {
    if (ours || unlinkat(w->parent, name, 0) == 0) return CS_OK;
    return cs_error_os(err, "cannot remove '%.80s'", name);
  }
  cs_status got = empty_dir(w, w->parent, name, lower, &kept, err);
  if (got != CS_OK || ours || kept) return got;
  if (unlinkat(w->parent, name, AT_REMOVEDIR) == 0) return CS_OK;
  return cs_error_os(err, "cannot remove '%.80s'", name);
}

/* ".wh.NAME" or ".wh..wh..opq" in the parent directory. */
static cs_status apply_whiteout(cs_tree_writer *w, const char *name,
                                cs_error *err) {
  bool kept;
  cs_status st;
  if (strcmp(name, WH_OPAQUE) == 0) {
    st = empty_dir(w, w->parent, ".", true, &kept, err);
  } else {
    const char *what = name + sizeof WH - 1;
    if (strncmp(name, WH_HIDDEN, sizeof WH_HIDDEN - 1) == 0) return CS_OK;
    if (!*what || strcmp(what, ".") == 0 || strcmp(what, "..") == 0)
      return bad_name(err, name, "the whiteout names nothing");
    st = remove_name(w, what, true, err);
  }
  /* The parent's own path may have been a link that is gone now. */
  forget_parent(w);
  return st;
}

/* --- making -------------------------------------------------------------- */

/* Owner and permissions.  What belongs to the user must stay readable for it,
 * or nobody could copy, verify or remove the tree. */
static mode_t mode_of(const cs_tree_writer *w, const cs_tree_entry *e) {
  mode_t mode = e->mode & 0777;
  if (S_ISDIR(e->mode)) mode |= e->mode & S_ISVTX;
  if (!w->keep_ids) mode |= S_ISDIR(e->mode) ? 0700 : 0400;
  return mode;
}

static uint32_t id_of(uint32_t id) {
  return id <= ID_MAX ? id : 65534;
}

static cs_status own_fd(const cs_tree_writer *w, const cs_tree_entry *e, int fd,
                        cs_error *err) {
  if (w->keep_ids && fchown(fd, id_of(e->uid), id_of(e->gid)) != 0)
    return cs_error_os(err, "cannot change the owner of '%.80s'", e->path);
  if (fchmod(fd, mode_of(w, e)) != 0)
    return cs_error_os(err, "cannot change the mode of '%.80s'", e->path);
  return CS_OK;
}

static cs_status put_dir(cs_tree_writer *w, const cs_tree_entry *e,
                         const char *name, cs_error *err) {
  struct stat st;
  if (fstatat(w->parent, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
      !S_ISDIR(st.st_mode)) {
    cs_status got = remove_name(w, name, false, err);
    if (got != CS_OK) return got;
  }
  if (mkdirat(w->parent, name, 0700) != 0 && errno != EEXIST)
    return cs_error_os(err, "cannot make the directory '%.80s'", e->path);
  CS_AUTO_FD
  int fd =
      openat(w->parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return cs_error_os(err, "cannot open '%.80s'", e->path);
  return own_fd(w, e, fd, err);
}

static cs_status put_file(cs_tree_writer *w, const cs_tree_entry *e,
                          const char *name, int *out, cs_error *err) {
  int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  int fd = openat(w->parent, name, flags, 0600);
  if (fd < 0 && errno == EEXIST) {
    cs_status st = remove_name(w, name, false, err);
    if (st != CS_OK) return st;
    fd = openat(w->parent, name, flags, 0600);
  }
  if (fd < 0) return cs_error_os(err, "cannot make the file '%.80s'", e->path);
  *out = fd;
  return CS_OK;
}

static cs_status put_symlink(cs_tree_writer *w, const cs_tree_entry *e,
                             const char *name, cs_error *err) {
  if (!e->link || !*e->link || strlen(e->link) >= CS_TREE_PATH)
    return bad_name(err, e->path, "the link has no target or a long one");
  cs_status st = remove_name(w, name, false, err);
  if (st != CS_OK) return st;
  if (symlinkat(e->link, w->parent, name) != 0)
    return cs_error_os(err, "cannot make the link '%.80s'", e->path);
  if (w->keep_ids && fchownat(w->parent, name, id_of(e->uid), id_of(e->gid),
                              AT_SYMLINK_NOFOLLOW) != 0)
    return cs_error_os(err, "cannot change the owner of '%.80s'", e->path);
  return CS_OK;
}

/* The other name must be a regular file that is in the tree already. */
static cs_status put_hard(cs_tree_writer *w, const cs_tree_entry *e,
                          const char *name, cs_error *err) {
  char path[CS_TREE_PATH];
  struct stat a, b;
  cs_status st = normalize(w, e->link ? e->link : "", path, err);
  if (st != CS_OK) return st;
  char *slash = strrchr(path, '/');
  const char *other = slash ? slash + 1 : path;
  if (slash) *slash = '\0';
  CS_AUTO_FD
  int dir = open_dir(w, slash ? path : "");
  if (dir < 0 || !*other || fstatat(dir, other, &a, AT_SYMLINK_NOFOLLOW) != 0 ||
      !S_ISREG(a.st_mode))
    return bad_name(err, e->path,
                    "a hard link to no regular file of the image");
  if (fstatat(w->parent, name, &b, AT_SYMLINK_NOFOLLOW) == 0) {
    if (a.st_ino == b.st_ino && a.st_dev == b.st_dev) return CS_OK;
    st = remove_name(w, name, false, err);
    if (st != CS_OK) return st;
  }
  if (linkat(dir, other, w->parent, name, 0) == 0) return CS_OK;
  return cs_error_os(err, "cannot link '%.80s'", e->path);
}

/* The entry of the tree's own directory. */
static cs_status put_root(cs_tree_writer *w, const cs_tree_entry *e,
                          cs_error *err) {
  if (e->is_hard || !S_ISDIR(e->mode))
    return bad_name(err, e->path, "the root is a directory");
  return own_fd(w, e, w->root, err);
}

static cs_status put_named(cs_tree_writer *w, const cs_tree_entry *e,
                           const char *name, int *fd, cs_error *err) {
  cs_status st;
  if (e->is_hard)
    st = put_hard(w, e, name, err);
  else if (S_ISDIR(e->mode))
    st = put_dir(w, e, name, err);
  else if (S_ISREG(e->mode))
    st = put_file(w, e, name, fd, err);
  else if (S_ISLNK(e->mode))
    st = put_symlink(w, e, name, err);
  else {
    w->skipped++;
    return CS_OK;
  }
  if (st == CS_OK) st = note(w, w->parent_ino, name, err);
  if (st != CS_OK && *fd >= 0) {
    close(*fd);
    *fd = -1;
  }
  return st;
}

cs_status cs_tree_writer_put(cs_tree_writer *w, const cs_tree_entry *e, int *fd,
                             cs_error *err) {
  char path[CS_TREE_PATH];
  const char *name;
  *fd = -1;
  cs_status st = normalize(w, e->path, path, err);
  if (st != CS_OK) return st;
  if (!path[0]) return put_root(w, e, err);
  st = enter(w, path, &name, err);
  if (st != CS_OK) return st;
  if (!w->plain && strncmp(name, WH, sizeof WH - 1) == 0)
    return apply_whiteout(w, name, err);
  st = put_named(w, e, name, fd, err);
  /* What was there may have been part of the parent's own path. */
  if (e->is_hard || S_ISDIR(e->mode) || S_ISLNK(e->mode)) forget_parent(w);
  return st;
}

cs_status cs_tree_writer_end(cs_tree_writer *w, const cs_tree_entry *e, int fd,
                             cs_error *err) {
  struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, e->mtime};
  cs_status st = own_fd(w, e, fd, err);
  if (st == CS_OK && futimens(fd, times) != 0)
    st = cs_error_os(err, "cannot set the time of '%.80s'", e->path);
  if (close(fd) != 0 && st == CS_OK)
    st = cs_error_os(err, "cannot write '%.80s'", e->path);
  return st;
}
