/*
 * lock.c - what the egress process gives up before it serves anybody.
 *
 * It reads bytes of hostile programs and of servers, so it is treated as if it
 * were one of them: it can make connections, which is its task, and nothing
 * else.  A call that is not in the list fails with EPERM instead of killing
 * the process, since a library may try one and do without.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/lock.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/callfilter.h"
#include "base/cleanup.h"

void cs_lock_memory(void) {
  struct rlimit none = {0, 0};
  (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  (void)setrlimit(RLIMIT_CORE, &none);
}

/* --- files --------------------------------------------------------------- */

static uint64_t all_rights(long abi) {
  uint64_t rights = (UINT64_C(1) << 13) - 1;
  if (abi >= 2) rights |= UINT64_C(1) << 13;
  if (abi >= 3) rights |= UINT64_C(1) << 14;
  if (abi >= 5) rights |= UINT64_C(1) << 15;
  return rights;
}

static void allow_file(int ruleset, const char *path) {
  CS_AUTO_FD
  int fd = open(path, O_PATH | O_CLOEXEC);
  struct landlock_path_beneath_attr rule = {
      .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE, .parent_fd = fd};
  if (fd >= 0)
    (void)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH,
                  &rule, 0);
}

/* A kernel without Landlock leaves the filter of calls and the user's rights.
 */
static void lock_files(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
                     LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) return;
  struct landlock_ruleset_attr attr = {.handled_access_fs = all_rights(abi)};
  CS_AUTO_FD
  int fd = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
  if (fd < 0) return;
  allow_file(fd, "/etc/hosts");
  allow_file(fd, "/etc/resolv.conf");
  (void)syscall(SYS_landlock_restrict_self, fd, 0);
}

/* --- calls --------------------------------------------------------------- */

#define IS_FAMILY(family) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, family, 0, 1)

/* redteam: H18 - no socket of a file, of a virtual machine, of raw packets. */
#define ALLOW_SOCKETS                                                     \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 8), LOAD(args[0]),   \
      IS_FAMILY(AF_INET), RETURN(SECCOMP_RET_ALLOW), IS_FAMILY(AF_INET6), \
      RETURN(SECCOMP_RET_ALLOW), IS_FAMILY(AF_NETLINK),                   \
      RETURN(SECCOMP_RET_ALLOW), RETURN(SECCOMP_RET_ERRNO | 97)

static cs_status filter_calls(cs_error *err) {
  struct sock_filter code[] = {
      CS_CALLFILTER_HEAD,   ALLOW(read),
      ALLOW(write),         ALLOW(recvfrom),
      ALLOW(sendto),        ALLOW(recvmsg),
      ALLOW(sendmsg),
#ifdef SYS_epoll_wait
      ALLOW(epoll_wait),
#endif
      ALLOW(epoll_pwait),   ALLOW(epoll_ctl),
      ALLOW(accept4),       ALLOW(connect),
      ALLOW(bind),          ALLOW(getsockopt),
      ALLOW(setsockopt),    ALLOW(getsockname),
      ALLOW(getpeername),   ALLOW(shutdown),
      ALLOW(close),         ALLOW(openat),
      ALLOW(fcntl),         ALLOW(fstat),
      ALLOW(newfstatat),    ALLOW(lseek),
      ALLOW(futex),         ALLOW(madvise),
      ALLOW(munmap),        ALLOW(mremap),
      ALLOW(munlock),       ALLOW(brk),
      ALLOW(getrandom),     ALLOW(clock_gettime),
      ALLOW(gettimeofday),  ALLOW(getpid),
      ALLOW(rt_sigreturn),  ALLOW(restart_syscall),
      ALLOW(exit_group),    ALLOW(exit),
      ALLOW_DATA(mprotect), LOAD(nr),
      ALLOW_DATA(mmap),     LOAD(nr),
      ALLOW_SOCKETS,        RETURN(SECCOMP_RET_ERRNO | 1),
  };
  struct sock_fprog prog = {.len = sizeof code / sizeof code[0],
                            .filter = code};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog) == 0)
    return CS_OK;
  return cs_error_os(err,
                     "the kernel refused the filter of the egress process");
}

static cs_status drop_capabilities(cs_error *err) {
  struct __user_cap_header_struct head = {.version =
                                              _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (syscall(SYS_capset, &head, none) == 0) return CS_OK;
  return cs_error_os(err, "cannot drop the capabilities of the egress process");
}

cs_status cs_lock_apply(cs_error *err) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return cs_error_os(err, "cannot lock the egress process");
  lock_files();
  cs_status st = drop_capabilities(err);
  return st == CS_OK && !SANITIZING ? filter_calls(err) : st;
}
