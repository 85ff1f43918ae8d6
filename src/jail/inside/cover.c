/*
 * cover.c - hide, freeze, pin.
 *
 * Called by root.c for the last places of a plan, outer names first, while only
 * our own code runs in the jail: what is found here is what the program will
 * find, because nobody else can change it any more.
 *
 * A cover over a directory hides everything in it with one mount, so covers are
 * few even where the rules match many names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/cover.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/inside/mnt.h"

#define FLAGS \
  (MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC | MOUNT_ATTR_RDONLY)

/* A directory or a file with no rights at all, on a file system that nobody
 * can write to: the owner cannot give them back. */
static int open_nothing(bool directory) {
  assert(FLAGS & MOUNT_ATTR_RDONLY);
  CS_AUTO_FD
  int memory = cs_mnt_memory(4096, 4, "0000", FLAGS & ~MOUNT_ATTR_RDONLY);
  if (memory < 0) return -1;
  if (directory)
    return cs_mnt_restrict(memory, FLAGS, false) == 0 ? cs_steal(&memory) : -1;
  if (mknodat(memory, "f", S_IFREG, 0) != 0) return -1;
  CS_AUTO_FD
  int file = openat(memory, "f", O_PATH | O_NOFOLLOW | O_CLOEXEC);
  CS_AUTO_FD
  int mnt = file < 0 ? -1 : cs_mnt_copy(file, false);
  if (mnt < 0 || cs_mnt_restrict(mnt, FLAGS, false) != 0) return -1;
  return cs_steal(&mnt);
}

static int open_cover(const cs_plan_place *p, int at, bool directory) {
  assert(at >= 0);
  if (p->kind == CS_PLACE_HIDE) return open_nothing(directory);
  CS_AUTO_FD
  int mnt = cs_mnt_copy(at, true);
  if (mnt >= 0 && p->kind == CS_PLACE_FREEZE &&
      cs_mnt_restrict(mnt, MOUNT_ATTR_RDONLY, true) != 0)
    return -1;
  return cs_steal(&mnt);
}

/* The directory that ends the way to `path`: the last one that is found, which
 * does not let us in.  We have every right that the program will have, so it
 * gets nothing from there either. */
static int find_closed(int root, const char *path) {
  assert(path[0] != '/');
  char head[PATH_MAX];
  size_t n = strlen(path);
  struct stat s;
  if (n >= sizeof head) return -1;
  memcpy(head, path, n + 1);
  for (char *cut; (cut = strrchr(head, '/')) != NULL;) {
    *cut = 0;
    CS_AUTO_FD
    int at = cs_mnt_find(root, head, O_PATH | O_NOFOLLOW,
                         RESOLVE_NO_MAGICLINKS | RESOLVE_IN_ROOT);
    if (at >= 0)
      return fstat(at, &s) == 0 && S_ISDIR(s.st_mode) ? cs_steal(&at) : -1;
    if (errno != EACCES) return -1;
  }
  return -1;
}

/* A name that the host saw a moment ago and that is gone now is an error,
 * unless the plan says that it need not be there. */
cs_status cs_cover_put(int root, const cs_plan *plan, const cs_plan_place *p,
                       cs_error *err) {
  assert(p->kind == CS_PLACE_HIDE || p->kind == CS_PLACE_FREEZE ||
         p->kind == CS_PLACE_PIN);
  const char *target = cs_plan_text(plan, p->target), *path = target;
  struct stat s;
  if (plan->flags & CS_PLAN_NO_COVERS) return CS_OK;
  while (*path == '/') path++;
  CS_AUTO_FD
  int at = cs_mnt_find(
      root, path, O_PATH | O_NOFOLLOW,
      RESOLVE_NO_MAGICLINKS |
          (p->ready ? RESOLVE_IN_ROOT : RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS));
  if (at < 0 && p->ready && (errno == ENOENT || errno == ENOTDIR))
    return CS_OK; /* named in case it is there */
  if (at < 0 && p->ready && p->kind == CS_PLACE_HIDE && errno == EACCES)
    at = find_closed(root, path); /* may be opened later, while it runs */
  if (at < 0 || fstat(at, &s) != 0)
    return cs_error_os(err, "cannot cover %.80s, which was there before",
                       target);
  CS_AUTO_FD
  int mnt = open_cover(p, at, S_ISDIR(s.st_mode));
  if (mnt < 0 || cs_mnt_put(mnt, at) != 0)
    return cs_error_os(err, "cannot cover %.80s", target);
  return CS_OK;
}
