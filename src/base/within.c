/*
 * within.c - up the tree, step by step.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/within.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"

#define STEPS_MAX (PATH_MAX / 2) /* more levels than a path can name */

typedef struct place {
  uint64_t mount; /* 0: this kernel does not tell */
  uint64_t ino;
  uint32_t major, minor;
  bool directory;
} place;

static bool look(int fd, place *out) {
  struct statx s;
  if (statx(fd, "", AT_EMPTY_PATH, STATX_INO | STATX_TYPE | STATX_MNT_ID, &s))
    return false;
  *out = (place){.mount = s.stx_mask & STATX_MNT_ID ? s.stx_mnt_id : 0,
                 .ino = s.stx_ino,
                 .major = s.stx_dev_major,
                 .minor = s.stx_dev_minor,
                 .directory = S_ISDIR(s.stx_mode)};
  return true;
}

static bool is_same(const place *a, const place *b) {
  return a->ino == b->ino && a->major == b->major && a->minor == b->minor;
}

/* The directory that an open file is in, as the kernel names it now, if the
 * file is really there. */
static int open_parent(int fd, const place *file) {
  char link[48], path[PATH_MAX];
  place found;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, path, sizeof path - 1);
  if (n <= 0 || path[0] != '/') return -1;
  path[n] = 0;
  CS_AUTO_FD
  int again = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (again < 0 || !look(again, &found) || !is_same(&found, file)) return -1;
  *(strrchr(path, '/') + 1) = 0;
  return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

cs_within cs_within_is(int inner, int outer) {
  place at, goal;
  if (!look(inner, &at) || !look(outer, &goal)) return CS_WITHIN_UNKNOWN;
  if (is_same(&at, &goal)) return CS_WITHIN_YES;
  CS_AUTO_FD
  int dir =
      at.directory ? fcntl(inner, F_DUPFD_CLOEXEC, 3) : open_parent(inner, &at);
  if (dir < 0 || !look(dir, &at)) return CS_WITHIN_UNKNOWN;
  for (int step = 0; step < STEPS_MAX; step++) {
    if (is_same(&at, &goal)) return CS_WITHIN_YES;
    int up = openat(dir, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
    place above;
    if (up < 0) return CS_WITHIN_UNKNOWN;
    cs_cleanup_fd(&dir);
    dir = up;
    if (!look(dir, &above)) return CS_WITHIN_UNKNOWN;
    /* The root is above itself; a directory that is mounted on its own child
     * is another mount. */
    if (is_same(&above, &at) && above.mount == at.mount) return CS_WITHIN_NO;
    at = above;
  }
  return CS_WITHIN_UNKNOWN;
}

int cs_within_open(const char *path) {
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0 || fd > 2) return fd;
  int higher = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  cs_cleanup_fd(&fd);
  return higher;
}

static int open_rest(int dir, const char *rest) {
  struct open_how how = {
      .flags = O_PATH | O_CLOEXEC,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
  CS_AUTO_FD
  int fd = (int)syscall(SYS_openat2, dir, rest, &how, sizeof how);
  return fd < 0 || fd > 2 ? cs_steal(&fd) : fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

int cs_within_open_in(const char *path, size_t base) {
  char head[PATH_MAX];
  if (base == 0 || base >= strlen(path)) return cs_within_open(path);
  if (base >= sizeof head) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(head, path, base);
  head[base] = 0;
  CS_AUTO_FD
  int dir = cs_within_open(head);
  return dir < 0 ? -1 : open_rest(dir, path + base + strspn(path + base, "/"));
}
