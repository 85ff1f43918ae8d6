/*
 * hostdir.c - entries of a host directory, reached by descriptor only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/hostdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/weaken.h"

#define SAFE (O_CLOEXEC | O_NOFOLLOW)

/* --- opening ------------------------------------------------------------- */

static int open_by_kernel(int root, const char *path, int flags, mode_t mode) {
  struct open_how how = {
      .flags = (uint64_t)(unsigned)(flags | SAFE),
      .mode = flags & O_CREAT ? mode : 0,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  for (int tries = 0;; tries++) {
    long fd = syscall(SYS_openat2, root, path, &how, sizeof how);
    if (fd >= 0) return (int)fd;
    if (errno == EXDEV) errno = ENOENT; /* it moved out meanwhile */
    if (errno != EINTR && (errno != EAGAIN || tries >= 64)) return -1;
  }
}

/* The same without openat2: one component at a time, links refused. */
static int open_by_steps(int root, const char *path, int flags, mode_t mode) {
  CS_AUTO_FD
  int dir = -1;
  int at = root;
  char name[256];
  for (;;) {
    size_t n = strcspn(path, "/");
    if (n == 0 || n > 255) {
      errno = n ? ENAMETOOLONG : ENOENT;
      return -1;
    }
    memcpy(name, path, n);
    name[n] = '\0';
    if (strcmp(name, "..") == 0) {
      errno = ENOENT;
      return -1;
    }
    if (!path[n]) return openat(at, name, flags | SAFE, mode);
    int next = openat(at, name, O_PATH | O_DIRECTORY | SAFE);
    if (next < 0) return -1;
    if (dir >= 0) close(dir);
    dir = at = next;
    path += n + 1;
  }
}

int cs_hostdir_open(int root, const char *path, int flags, mode_t mode) {
  if (!*path) path = ".";
  int fd = open_by_kernel(root, path, flags, mode);
  if (fd >= 0 || (errno != ENOSYS && errno != EPERM)) return fd;
  return open_by_steps(root, path, flags, mode);
}

int cs_hostdir_parent(int root, const char *path, const char **name) {
  const char *slash = strrchr(path, '/');
  *name = slash ? slash + 1 : path;
  if (!slash) return cs_hostdir_open(root, "", O_PATH | O_DIRECTORY, 0);
  CS_AUTO_FREE
  char *dir = strndup(path, (size_t)(slash - path));
  if (!dir) {
    errno = ENOMEM;
    return -1;
  }
  return cs_hostdir_open(root, dir, O_PATH | O_DIRECTORY, 0);
}

static bool is_proc(int fd) {
  struct statfs f;
  return fstatfs(fd, &f) == 0 && f.f_type == PROC_SUPER_MAGIC &&
         !cs_weaken("proc");
}

/* redteam: D14 - we are a process of the host: what /proc tells us, environment
 * and memory of ourselves, is not for programs that are shown "/".  Everything
 * in it but links has no size and no device, so that few files are asked. */
static bool is_of_processes(int fd, const struct stat *st) {
  return st->st_size == 0 && major(st->st_dev) == 0 && is_proc(fd);
}

int cs_hostdir_stat(int root, const char *path, struct stat *st) {
  CS_AUTO_FD
  int fd = cs_hostdir_open(root, path, O_PATH, 0);
  if (fd < 0 || fstat(fd, st) != 0) return errno;
  return is_of_processes(fd, st) ? EACCES : 0;
}

int cs_hostdir_open_plain(int root, const char *path, int flags, mode_t mode,
                          struct stat *st) {
  CS_AUTO_FD
  int fd = cs_hostdir_open(root, path, flags | O_NONBLOCK | O_NOCTTY, mode);
  if (fd < 0 || fstat(fd, st) != 0) return -1;
  if ((!S_ISREG(st->st_mode) && !S_ISDIR(st->st_mode)) ||
      is_of_processes(fd, st)) {
    errno = EACCES;
    return -1;
  }
  return cs_steal(&fd);
}

int cs_hostdir_readlink(int root, const char *path, char *out, size_t room) {
  CS_AUTO_FD
  int fd = cs_hostdir_open(root, path, O_PATH, 0);
  if (fd < 0) return errno;
  if (is_proc(fd)) return EACCES;
  ssize_t n = readlinkat(fd, "", out, room - 1);
  if (n < 0) return errno == ENOENT ? EINVAL : errno;
  if ((size_t)n >= room - 1) return ENAMETOOLONG;
  out[n] = '\0';
  return 0;
}

/* --- removing a tree ----------------------------------------------------- */

/* Empty the directory `fd` as far as possible without descending; on finding
 * a directory that is not empty, its name goes to `deeper`.  Takes `fd`. */
static int sweep(int fd, char deeper[256]) {
  DIR *d = fdopendir(fd);
  if (!d) {
    int e = errno;
    close(fd);
    return e;
  }
  int e = 0;
  deeper[0] = '\0';
  struct dirent *entry;
  while (e == 0 && !deeper[0] && (entry = readdir(d))) {
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    if (unlinkat(dirfd(d), name, 0) == 0 || errno == ENOENT) continue;
    if (errno != EISDIR && errno != EPERM)
      e = errno;
    else if (unlinkat(dirfd(d), name, AT_REMOVEDIR) == 0)
      continue;
    else if (errno != ENOTEMPTY && errno != EEXIST)
      e = errno;
    else
      memcpy(deeper, name, strlen(name) + 1);
  }
  closedir(d);
  return e;
}

/* Depth first without recursion: go down one full directory at a time and
 * start again at the top when one became empty. */
int cs_hostdir_remove_all(int root, const char *path) {
  char at[8192], deeper[256];
  size_t top = strlen(path);
  if (top + 1 >= sizeof at) return ENAMETOOLONG;
  memcpy(at, path, top + 1);
  for (;;) {
    const char *name;
    CS_AUTO_FD
    int dir = cs_hostdir_parent(root, at, &name);
    if (dir < 0) return errno == ENOENT ? 0 : errno;
    size_t len = strlen(at);
    if (unlinkat(dir, name, 0) != 0 && errno != ENOENT) {
      if (errno != EISDIR && errno != EPERM) return errno;
      int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | SAFE);
      if (fd < 0) return errno;
      int e = sweep(fd, deeper);
      if (e) return e;
      if (deeper[0]) {
        size_t n = strlen(deeper);
        if (len + n + 2 > sizeof at) return ENAMETOOLONG;
        at[len] = '/';
        memcpy(at + len + 1, deeper, n + 1);
        continue;
      }
      if (unlinkat(dir, name, AT_REMOVEDIR) != 0 && errno != ENOENT)
        return errno;
    }
    if (len == top) return 0;
    at[name - at - 1] = '\0';
  }
}
