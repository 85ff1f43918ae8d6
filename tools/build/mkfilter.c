/*
 * mkfilter.c - the system call filter of jails, made at build time.
 *
 *   mkfilter OUTPUT [loopback]
 *
 * Reads the lists of jail/calls.h and writes struct sock_filter[] for the
 * machine it is built for.  libseccomp orders the comparisons and knows which
 * numbers are x32's; the library itself does not need it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "jail/calls.h"

#define LOW UINT64_C(0xffffffff) /* the kernel looks at 32 bits: so do we */

/* Calls that this libseccomp or machine does not know are left out: they fall
 * under the default. */
static int add(scmp_filter_ctx f, uint32_t what, const char *name, unsigned n,
               const struct scmp_arg_cmp *cmp) {
  int call = seccomp_syscall_resolve_name(name);
  if (call == __NR_SCMP_ERROR || call < 0) return 0;
  return seccomp_rule_add_array(f, what, call, n, cmp);
}

static int equal(scmp_filter_ctx f, uint32_t what, const char *name,
                 unsigned arg, uint64_t value) {
  struct scmp_arg_cmp c = {arg, SCMP_CMP_MASKED_EQ, LOW, value & LOW};
  return add(f, what, name, 1, &c);
}

static int add_plain(scmp_filter_ctx f) {
  int bad = 0;
#define X(name) bad |= add(f, SCMP_ACT_ALLOW, #name, 0, NULL);
  CS_CALLS_ALLOWED(X)
#undef X
#define X(name) bad |= add(f, SCMP_ACT_ERRNO(EPERM), #name, 0, NULL);
  CS_CALLS_REFUSED(X)
#undef X
#define X(name) bad |= add(f, SCMP_ACT_ERRNO(0), #name, 0, NULL);
  CS_CALLS_IGNORED(X)
#undef X
  return bad;
}

static int add_values(scmp_filter_ctx f) {
  int bad = 0;
#define X(value) bad |= equal(f, SCMP_ACT_ALLOW, "ioctl", 1, value);
  CS_CALLS_IOCTL(X)
#undef X
#define X(value) bad |= equal(f, SCMP_ACT_ALLOW, "prctl", 0, value);
  CS_CALLS_PRCTL(X)
#undef X
  /* The usual personality and the question which one it is. */
  bad |= equal(f, SCMP_ACT_ALLOW, "personality", 0, 0);
  bad |= equal(f, SCMP_ACT_ALLOW, "personality", 0, LOW);
  return bad;
}

static int add_sockets(scmp_filter_ctx f, int loopback) {
  int bad = equal(f, SCMP_ACT_ALLOW, "socket", 0, AF_UNIX);
  bad |= equal(f, SCMP_ACT_ALLOW, "socketpair", 0, AF_UNIX);
  if (loopback) {
    bad |= equal(f, SCMP_ACT_ALLOW, "socket", 0, AF_INET);
    bad |= equal(f, SCMP_ACT_ALLOW, "socket", 0, AF_INET6);
  }
#define X(family)                                             \
  if (!loopback || (family != AF_INET && family != AF_INET6)) \
    bad |= equal(f, SCMP_ACT_ERRNO(EAFNOSUPPORT), "socket", 0, family);
  CS_CALLS_NO_FAMILY(X)
#undef X
  return bad;
}

/* Threads and processes, but no namespace (redteam: E08), and no child of one's
 * own parent: that of a zygote's fork is outside of the jail, and nobody would
 * find it there to limit it. */
static int add_clone(scmp_filter_ctx f) {
  uint64_t spaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER |
                    CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWCGROUP | 0x80;
  struct scmp_arg_cmp c = {0, SCMP_CMP_MASKED_EQ, spaces | CLONE_PARENT, 0};
  return add(f, SCMP_ACT_ALLOW, "clone", 1, &c);
}

#define LENT (uint64_t)(S_ISUID | S_ISGID)

/* Fifos and plain files; devices and sockets by name are none (D12). */
static int add_nodes(scmp_filter_ctx f) {
  int bad = 0;
  static const uint64_t kinds[] = {0, S_IFREG, S_IFIFO};
  for (int i = 0; i < 3; i++) {
    struct scmp_arg_cmp a = {1, SCMP_CMP_MASKED_EQ, S_IFMT | LENT, kinds[i]};
    struct scmp_arg_cmp b = {2, SCMP_CMP_MASKED_EQ, S_IFMT | LENT, kinds[i]};
    bad |= add(f, SCMP_ACT_ALLOW, "mknod", 1, &a);
    bad |= add(f, SCMP_ACT_ALLOW, "mknodat", 1, &b);
  }
  return bad;
}

/* Without bits that lend rights the call passes, with them it is EPERM. */
static int add_mode(scmp_filter_ctx f, const char *name, unsigned arg) {
  static const uint64_t lent[] = {S_ISUID, S_ISGID, LENT};
  struct scmp_arg_cmp c = {arg, SCMP_CMP_MASKED_EQ, LENT, 0};
  int bad = add(f, SCMP_ACT_ALLOW, name, 1, &c);
  for (int i = 0; i < 3; i++) {
    c.datum_b = lent[i];
    bad |= add(f, SCMP_ACT_ERRNO(EPERM), name, 1, &c);
  }
  return bad;
}

/* The mode behind the flags is looked at by the kernel if a file is made. */
static int add_open(scmp_filter_ctx f, const char *name, unsigned arg) {
  static const uint64_t lent[] = {0, S_ISUID, S_ISGID, LENT};
  const uint64_t makes = O_CREAT | (O_TMPFILE & ~O_DIRECTORY);
  int bad = 0;
  for (uint64_t bits = makes;; bits = (bits - 1) & makes) {
    struct scmp_arg_cmp c[] = {{arg, SCMP_CMP_MASKED_EQ, makes, bits},
                               {arg + 1, SCMP_CMP_MASKED_EQ, LENT, 0}};
    for (int i = 0; bits && i < 4; i++) {
      c[1].datum_b = lent[i];
      bad |= add(f, i ? SCMP_ACT_ERRNO(EPERM) : SCMP_ACT_ALLOW, name, 2, c);
    }
    if (bits == 0) return bad | add(f, SCMP_ACT_ALLOW, name, 1, c);
  }
}

/* Huge pages were set aside by the host for somebody, and no limit counts them
 * (redteam: G02): there are none. */
static int add_memory(scmp_filter_ctx f) {
  struct scmp_arg_cmp map = {3, SCMP_CMP_MASKED_EQ, MAP_HUGETLB, 0};
  struct scmp_arg_cmp file = {1, SCMP_CMP_MASKED_EQ, MFD_HUGETLB, 0};
  int bad = add(f, SCMP_ACT_ALLOW, "mmap", 1, &map);
  bad |= add(f, SCMP_ACT_ALLOW, "memfd_create", 1, &file);
  map.datum_b = MAP_HUGETLB;
  file.datum_b = MFD_HUGETLB;
  bad |= add(f, SCMP_ACT_ERRNO(ENOMEM), "mmap", 1, &map);
  bad |= add(f, SCMP_ACT_ERRNO(EINVAL), "memfd_create", 1, &file);
#define X(value) bad |= equal(f, SCMP_ACT_ALLOW, "madvise", 2, value);
  CS_CALLS_MADVISE(X)
#undef X
  return bad | equal(f, SCMP_ACT_ERRNO(EINVAL), "madvise", 2, MADV_MERGEABLE);
}

/* Where dumps go to a program of the host, only a limit of exactly one byte
 * keeps them away (core(5)): it is set and stays, who lowers it is told that it
 * was done (redteam: E21). */
static int add_limits(scmp_filter_ctx f) {
  int bad = equal(f, SCMP_ACT_ERRNO(0), "setrlimit", 0, RLIMIT_CORE);
  struct scmp_arg_cmp ask = {2, SCMP_CMP_EQ, 0, 0};
  for (uint64_t i = 0; i < RLIM_NLIMITS; i++) {
    struct scmp_arg_cmp set[] = {{1, SCMP_CMP_MASKED_EQ, LOW, i},
                                 {2, SCMP_CMP_NE, 0, 0}};
    bool core = i == RLIMIT_CORE;
    if (!core) bad |= equal(f, SCMP_ACT_ALLOW, "setrlimit", 0, i);
    bad |=
        add(f, core ? SCMP_ACT_ERRNO(0) : SCMP_ACT_ALLOW, "prlimit64", 2, set);
  }
  return bad | add(f, SCMP_ACT_ALLOW, "prlimit64", 1, &ask);
}

static int add_files(scmp_filter_ctx f) {
  struct scmp_arg_cmp old = {1, SCMP_CMP_MASKED_EQ, LOW & ~UINT64_C(1023), 0};
  int bad = add(f, SCMP_ACT_ALLOW, "fcntl", 1, &old);
#define X(value) bad |= equal(f, SCMP_ACT_ALLOW, "fcntl", 1, value);
  CS_CALLS_FCNTL(X)
#undef X
  bad |= equal(f, SCMP_ACT_ERRNO(EPERM), "fcntl", 1, F_SETLEASE);
#define X(name, arg) bad |= add_mode(f, #name, arg);
  CS_CALLS_CHMOD(X)
#undef X
#define X(name, arg) bad |= add_open(f, #name, arg);
  CS_CALLS_OPEN(X)
#undef X
  return bad;
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  int loopback = argc > 2 && strcmp(argv[2], "loopback") == 0;
  scmp_filter_ctx f = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
  if (!f) return 1;
  int bad = seccomp_attr_set(f, SCMP_FLTATR_ACT_BADARCH,
                             SCMP_ACT_KILL_PROCESS); /* redteam: F01 */
  (void)seccomp_attr_set(f, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  bad |= add_plain(f) | add_values(f) | add_sockets(f, loopback) |
         add_clone(f) | add_nodes(f) | add_files(f) | add_memory(f) |
         add_limits(f);
  int fd = open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (bad != 0 || fd < 0 || seccomp_export_bpf(f, fd) != 0) {
    fprintf(stderr, "mkfilter: cannot make the filter\n");
    return 1;
  }
  seccomp_release(f);
  return close(fd) == 0 ? 0 : 1;
}
