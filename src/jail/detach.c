/*
 * detach.c - with the host's root rights: a mount that can be handed over.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/detach.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"

static bool write_map(long pid, const char *file, uint32_t from, uint32_t to) {
  char text[64], path[64];
  snprintf(path, sizeof path, "/proc/%ld/%s", pid, file);
  CS_AUTO_FD
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  int n = snprintf(text, sizeof text, "%u %u 1\n", from, to);
  return fd >= 0 && write(fd, text, (size_t)n) == n;
}

/* A user namespace in which the owner of a directory is the jail's user.  The
 * process in it does nothing but wait, and its end signals nobody: this may be
 * somebody else's program. */
static int open_idmap(const struct stat *s, uint32_t uid, uint32_t gid) {
  char path[64];
  int sync[2], out = -1;
  if (pipe2(sync, O_CLOEXEC) != 0) return -1;
  struct clone_args a = {.flags = CLONE_NEWUSER};
  long pid = syscall(SYS_clone3, &a, sizeof a);
  if (pid == 0) {
    close(sync[1]);
    (void)!read(sync[0], path, 1);
    _exit(0);
  }
  close(sync[0]);
  bool good = pid > 0 && write_map(pid, "uid_map", s->st_uid, uid) &&
              write_map(pid, "gid_map", s->st_gid, gid);
  snprintf(path, sizeof path, "/proc/%ld/ns/user", pid);
  if (good) out = open(path, O_RDONLY | O_CLOEXEC);
  close(sync[1]); /* lets the child end */
  if (pid > 0)
    while (waitpid((pid_t)pid, NULL, __WALL) < 0 && errno == EINTR) {
    }
  return out;
}

int cs_detach_mount(int fd, const char *path, bool share, uint32_t uid,
                    uint32_t gid) {
  struct stat s;
  unsigned how = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE;
  int mnt = fd >= 0 ? open_tree(fd, "", how | AT_EMPTY_PATH)
                    : open_tree(AT_FDCWD, path, how);
  if (mnt < 0 || !share || fstat(mnt, &s) != 0) return mnt;
  CS_AUTO_FD
  int map = open_idmap(&s, uid, gid);
  struct mount_attr attr = {.attr_set = MOUNT_ATTR_IDMAP,
                            .userns_fd = (uint64_t)(unsigned)map};
  /* A file system that cannot: the program has the rights of a stranger. */
  if (map >= 0) (void)mount_setattr(mnt, "", AT_EMPTY_PATH, &attr, sizeof attr);
  return mnt;
}
