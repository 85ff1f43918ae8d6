/*
 * mnt.c - mounts by descriptor.
 *
 * All of them set nothing that is not said: flags of a copy are those of the
 * original until cs_mnt_restrict changes them, which happens before the mount
 * is put where a program could see it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/mnt.h"

#include <assert.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/plan.h"

int cs_mnt_find(int dir, const char *path, uint64_t flags, uint64_t resolve) {
  assert(path);
  struct open_how how = {.flags = flags | O_CLOEXEC, .resolve = resolve};
  return (int)syscall(SYS_openat2, dir, path, &how, sizeof how);
}

int cs_mnt_put(int mount_fd, int target) {
  assert(mount_fd >= 0 && target >= 0);
  return move_mount(mount_fd, "", target, "",
                    MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH);
}

int cs_mnt_restrict(int mount_fd, uint64_t on, bool whole) {
  assert(mount_fd >= 0);
  struct mount_attr attr = {.attr_set = on};
  unsigned how = AT_EMPTY_PATH | (whole ? AT_RECURSIVE : 0u);
  return mount_setattr(mount_fd, "", how, &attr, sizeof attr);
}

int cs_mnt_copy(int fd, bool whole) {
  assert(fd >= 0);
  unsigned how = OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH;
  return open_tree(fd, "", how | (whole ? AT_RECURSIVE : 0u));
}

int cs_mnt_new(const char *type, const char *const *options, unsigned flags) {
  assert(options);
  CS_AUTO_FD
  int fs = fsopen(type, FSOPEN_CLOEXEC);
  if (fs < 0) return -1;
  for (; options[0]; options += 2) {
    unsigned how = options[1][0] ? FSCONFIG_SET_STRING : FSCONFIG_SET_FLAG;
    const char *value = options[1][0] ? options[1] : NULL;
    if (fsconfig(fs, how, options[0], value, 0) != 0) return -1;
  }
  if (fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0) != 0) return -1;
  return fsmount(fs, FSMOUNT_CLOEXEC, flags);
}

/* 1 KiB of size for each file, at least 64: inodes are memory too, so a limit
 * of bytes alone would be none. */
int cs_mnt_memory(uint64_t size, uint64_t files, const char *mode,
                  unsigned flags) {
  assert(size > 0);
  char bytes[32], inodes[32], id[16];
  if (files == 0) files = size / 1024 < 64 ? 64 : size / 1024;
  snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)size);
  snprintf(inodes, sizeof inodes, "%llu", (unsigned long long)files);
  snprintf(id, sizeof id, "%d", CS_PLAN_UID);
  const char *options[] = {"size", bytes, "nr_inodes", inodes, "mode", mode,
                           "uid",  id,    "gid",       id,     NULL};
  return cs_mnt_new("tmpfs", options, flags);
}
