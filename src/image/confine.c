/*
 * confine.c - the walls around the process that reads archives.
 *
 * 1. chroot into the directory: no path leads outside.  An ordinary user gets
 *    the right to do so from a user namespace of its own.
 * 2. Landlock, from version 2 on (version 1 forbids hard links between
 *    directories): the same again, by another part of the kernel.
 * 3. Capabilities: none, or those that set owners.
 * 4. A system call filter: files below, memory, nothing else.
 *
 * 1 and 4 must succeed.  Sanitizer builds leave 4 out: their run-time makes
 * system calls of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/callfilter.h"
#include "image/unpack.h"

#define MEMORY  (UINT64_C(1) << 30) /* zstd may want 128 MiB, keys 32 MiB */
#define SECONDS 900                 /* of CPU time, for one layer */

/* --- 1: the root --------------------------------------------------------- */

static bool write_file(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t n = write(fd, text, strlen(text));
  close(fd);
  return n == (ssize_t)strlen(text);
}

/* A user namespace in which this user may call chroot, and is itself. */
static cs_status own_namespace(cs_error *err) {
  char map[64];
  uid_t uid = geteuid();
  gid_t gid = getegid();
  if (unshare(CLONE_NEWUSER) != 0)
    return cs_error_os(err,
                       "cannot confine the process that unpacks: this "
                       "host permits no user namespaces");
  snprintf(map, sizeof map, "%u %u 1\n", uid, uid);
  if (!write_file("/proc/self/setgroups", "deny\n") ||
      !write_file("/proc/self/uid_map", map))
    return cs_error_os(err, "cannot set up a user namespace");
  snprintf(map, sizeof map, "%u %u 1\n", gid, gid);
  if (!write_file("/proc/self/gid_map", map))
    return cs_error_os(err, "cannot set up a user namespace");
  return CS_OK;
}

static cs_status change_root(int root, cs_error *err) {
  if (fchdir(root) != 0)
    return cs_error_os(err, "cannot enter the directory to unpack to");
  if (chroot(".") == 0) return CS_OK;
  cs_status st = own_namespace(err);
  if (st != CS_OK) return st;
  if (chroot(".") == 0) return CS_OK;
  return cs_error_os(err, "cannot confine the process that unpacks");
}

/* --- 2: Landlock --------------------------------------------------------- */

static void restrict_files(int root) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
                     LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 2) return;
  uint64_t rights = (UINT64_C(1) << 14) - 1; /* version 2, with refer */
  if (abi >= 3) rights |= UINT64_C(1) << 14; /* truncate */
  if (abi >= 5) rights |= UINT64_C(1) << 15; /* ioctl    */
  uint64_t needed =
      LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
      LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
      LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
      LANDLOCK_ACCESS_FS_MAKE_SYM | (UINT64_C(1) << 13) | (UINT64_C(1) << 14);
  struct landlock_ruleset_attr attr = {.handled_access_fs = rights};
  int fd = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
  if (fd < 0) return;
  struct landlock_path_beneath_attr rule = {.allowed_access = needed & rights,
                                            .parent_fd = root};
  if (syscall(SYS_landlock_add_rule, fd, LANDLOCK_RULE_PATH_BENEATH, &rule,
              0) == 0)
    (void)syscall(SYS_landlock_restrict_self, fd, 0);
  close(fd);
}

/* --- 3: capabilities ----------------------------------------------------- */

static cs_status drop_capabilities(bool keep_ids, cs_error *err) {
  struct __user_cap_header_struct head = {.version =
                                              _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3] = {{0}};
  uint32_t some = 1u << CAP_CHOWN | 1u << CAP_DAC_OVERRIDE | 1u << CAP_FOWNER;
  if (keep_ids) caps[0].permitted = caps[0].effective = some;
  (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (syscall(SYS_capset, &head, caps) == 0) return CS_OK;
  return cs_error_os(err,
                     "cannot drop the capabilities of the process that "
                     "unpacks");
}

static cs_status set_limit(int what, uint64_t value, cs_error *err) {
  struct rlimit r = {.rlim_cur = value, .rlim_max = value};
  if (setrlimit((__rlimit_resource_t)what, &r) == 0) return CS_OK;
  return cs_error_os(err, "cannot limit the process that unpacks");
}

/* --- 4: system calls ----------------------------------------------------- */

static cs_status filter_calls(cs_error *err) {
  struct sock_filter code[] = {
      CS_CALLFILTER_HEAD,
      ALLOW(read),
      ALLOW(write),
      ALLOW(pwrite64),
      ALLOW(lseek),
      ALLOW(close),
      ALLOW(fstat),
      ALLOW(newfstatat),
      ALLOW(openat),
      ALLOW(openat2),
      ALLOW(mkdirat),
      ALLOW(unlinkat),
      ALLOW(symlinkat),
      ALLOW(linkat),
      ALLOW(fchmod),
      ALLOW(fchown),
      ALLOW(fchownat),
      ALLOW(utimensat),
      ALLOW(ftruncate),
      ALLOW(getdents64),
      ALLOW(fcntl),
      ALLOW(futex),
      ALLOW(madvise),
      ALLOW(munmap),
      ALLOW(mremap),
      ALLOW(brk),
      ALLOW(clock_gettime),
      ALLOW(getrandom),
      ALLOW(rt_sigreturn),
      ALLOW(restart_syscall),
      ALLOW(exit_group),
      ALLOW(exit),
      ALLOW_DATA(mprotect),
      ALLOW_DATA(mmap),
      RETURN(SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog prog = {.len = sizeof code / sizeof code[0],
                            .filter = code};
  if (SANITIZING) return CS_OK;
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog) == 0)
    return CS_OK;
  return cs_error_os(err,
                     "the kernel refused the filter of the process that "
                     "unpacks");
}

cs_status cs_confine_apply(int root, bool keep_ids, cs_error *err) {
  cs_status st = change_root(root, err);
  if (st != CS_OK) return st;
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 ||
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return cs_error_os(err, "cannot confine the process that unpacks");
  restrict_files(root);
  if (st == CS_OK) st = set_limit(RLIMIT_CORE, 0, err);
  if (st == CS_OK) st = set_limit(RLIMIT_NPROC, 0, err);
  if (st == CS_OK) st = set_limit(RLIMIT_CPU, SECONDS, err);
  if (st == CS_OK && !SANITIZING) st = set_limit(RLIMIT_AS, MEMORY, err);
  if (st == CS_OK) st = drop_capabilities(keep_ids, err);
  return st == CS_OK ? filter_calls(err) : st;
}
