/*
 * wipe.c - remove a directory of any depth with constant stack and descriptors.
 *
 * A hostile image may nest directories deeper than the C stack or the number of
 * descriptors allow.  So nothing descends: each directory found is moved up to
 * the top, under a number, and emptied there in its turn.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "image/image_store.h"

static DIR *open_dir(int at, const char *name) {
  int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == EACCES && fchmodat(at, name, 0700, 0) == 0)
    fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
  if (!dir && fd >= 0) close(fd);
  return dir;
}

static bool is_dots(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Move a directory to the top.  Its ".." changes, for which it must be
 * writable. */
static bool lift(int from, const char *name, int top, uint64_t *number) {
  char to[32];
  do {
    snprintf(to, sizeof to, "w%llx", (unsigned long long)(*number)++);
    if (renameat2(from, name, top, to, RENAME_NOREPLACE) == 0) return true;
    if (errno == EACCES && fchmodat(from, name, 0700, 0) == 0 &&
        renameat2(from, name, top, to, RENAME_NOREPLACE) == 0)
      return true;
  } while (errno == EEXIST);
  return false;
}

/* Unlink the files of `dir`; `top` != dir: move its directories up. */
static bool empty_one(DIR *dir, int top, uint64_t *number) {
  for (struct dirent *e; (e = readdir(dir));) {
    if (is_dots(e->d_name)) continue;
    if (unlinkat(dirfd(dir), e->d_name, 0) == 0) continue;
    if (errno != EISDIR && errno != EPERM && errno != EACCES) return false;
    if (!lift(dirfd(dir), e->d_name, top, number)) return false;
  }
  return true;
}

/* One pass over the top: every directory in it is emptied and removed; what it
 * held is in the top now.  `*left`: there was one. */
static bool pass(DIR *top, uint64_t *number, bool *left) {
  *left = false;
  rewinddir(top);
  for (struct dirent *e; (e = readdir(top));) {
    if (is_dots(e->d_name)) continue;
    if (unlinkat(dirfd(top), e->d_name, 0) == 0) continue;
    if (errno == ENOENT) continue;
    DIR *dir = open_dir(dirfd(top), e->d_name);
    if (!dir) return false;
    bool good = empty_one(dir, dirfd(top), number);
    closedir(dir);
    if (!good || unlinkat(dirfd(top), e->d_name, AT_REMOVEDIR) != 0)
      return false;
    *left = true;
  }
  return true;
}

cs_status cs_wipe_at(int at, const char *name, cs_error *err) {
  uint64_t number = 0;
  bool left = true;
  if (unlinkat(at, name, 0) == 0 || errno == ENOENT) return CS_OK;
  DIR *top = open_dir(at, name);
  if (!top) return cs_error_os(err, "cannot remove '%.80s'", name);
  bool good = true;
  while (good && left) good = pass(top, &number, &left);
  closedir(top);
  if (good && (unlinkat(at, name, AT_REMOVEDIR) == 0 || errno == ENOENT))
    return CS_OK;
  return cs_error_os(err, "cannot remove '%.80s'", name);
}
