/*
 * lockdown.c - rlimits, Landlock, no descriptors or capabilities, a filter.
 *
 * The filter is an allow-list of what malloc, the arena and the channel need.
 * It is written as BPF by hand because it is short enough to read: one
 * comparison per call, two calls with a look at an argument.  Sanitizer builds
 * leave it out: their run-time makes system calls of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "worker/lockdown.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/callfilter.h"

/* --- limits -------------------------------------------------------------- */

static cs_status limit(int what, uint64_t value, cs_error *err) {
  struct rlimit r = {.rlim_cur = value, .rlim_max = value};
  if (setrlimit((__rlimit_resource_t)what, &r) == 0) return CS_OK;
  return cs_error_os(err, "cannot set resource limit %d of a worker", what);
}

static cs_status set_limits(uint64_t memory, cs_error *err) {
  cs_status st = limit(RLIMIT_CORE, 0, err);
  if (st == CS_OK) st = limit(RLIMIT_FSIZE, 0, err);
  if (st == CS_OK) st = limit(RLIMIT_NOFILE, 0, err);
  if (st == CS_OK) st = limit(RLIMIT_NPROC, 0, err);
  if (st == CS_OK) st = limit(RLIMIT_MEMLOCK, 0, err);
  if (st == CS_OK && memory != 0 && !SANITIZING)
    st = limit(RLIMIT_DATA, memory, err);
  return st;
}

/* --- Landlock ------------------------------------------------------------ */

/* Every file system right of the kernel's version, granted nowhere. */
static uint64_t all_rights(long abi) {
  uint64_t rights = (UINT64_C(1) << 13) - 1; /* version 1 */
  if (abi >= 2) rights |= UINT64_C(1) << 13; /* refer     */
  if (abi >= 3) rights |= UINT64_C(1) << 14; /* truncate  */
  if (abi >= 5) rights |= UINT64_C(1) << 15; /* ioctl     */
  return rights;
}

/* The second wall; a kernel without it leaves the first. */
uint32_t cs_lockdown_files(void) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
                     LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) return 0;
  struct landlock_ruleset_attr attr = {.handled_access_fs = all_rights(abi)};
  int fd = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
  if (fd < 0) return 0;
  long rc = syscall(SYS_landlock_restrict_self, fd, 0);
  close(fd);
  return rc == 0 ? (uint32_t)abi : 0;
}

/* --- seccomp ------------------------------------------------------------- */

static cs_status filter_calls(cs_error *err) {
  struct sock_filter code[] = {
      CS_CALLFILTER_HEAD,
      ALLOW(futex),
      ALLOW(madvise),
      ALLOW(munmap),
      ALLOW(mremap),
      ALLOW(brk),
      ALLOW(clock_gettime),
      ALLOW(getppid),
      ALLOW(rt_sigreturn),
      ALLOW(restart_syscall),
      ALLOW(exit_group),
      ALLOW(exit),
      ALLOW_DATA(mprotect),
      ALLOW_DATA(mmap), /* of files it has none: no descriptor is open */
      RETURN(SECCOMP_RET_KILL_PROCESS),
  };
  struct sock_fprog prog = {.len = sizeof code / sizeof code[0],
                            .filter = code};
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog) == 0)
    return CS_OK;
  return cs_error_os(err, "the kernel refused a worker's seccomp filter");
}

/* malloc's first use asks the kernel for random bytes; do it now.  Volatile, or
 * the compiler leaves the pair out. */
static void wake_malloc(void) {
  void *volatile p = malloc(1);
  free(p);
}

/* --- all of it ----------------------------------------------------------- */

bool cs_lockdown_is_whole(void) {
  return !SANITIZING;
}

/* A host that runs as root would leave its capabilities to the worker. */
static cs_status drop_capabilities(cs_error *err) {
  struct __user_cap_header_struct head = {.version =
                                              _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (syscall(SYS_capset, &head, none) == 0) return CS_OK;
  return cs_error_os(err, "cannot drop the capabilities of a worker");
}

static bool is_left_out(const char *fault, const char *wall) {
#ifdef NDEBUG
  (void)fault;
  (void)wall;
  return false;
#else
  return fault && strcmp(fault, wall) == 0;
#endif
}

cs_status cs_lockdown_apply(uint64_t memory, const char *fault,
                            cs_lockdown *out, cs_error *err) {
  cs_status st = CS_OK;
  *out = (cs_lockdown){0};
  wake_malloc();
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 ||
      prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return cs_error_os(err, "cannot drop the privileges of a worker");
  out->landlock = cs_lockdown_files();
  if (!SANITIZING && !is_left_out(fault, "descriptors") &&
      syscall(SYS_close_range, 0U, ~0U, 0U) != 0)
    return cs_error_os(err, "cannot close the descriptors of a worker");
  if (!is_left_out(fault, "limits")) st = set_limits(memory, err);
  if (st == CS_OK && !is_left_out(fault, "caps")) st = drop_capabilities(err);
  if (st != CS_OK || SANITIZING || is_left_out(fault, "filter")) return st;
  st = filter_calls(err);
  if (st == CS_OK) out->seccomp = 1;
  return st;
}
