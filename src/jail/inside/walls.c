/*
 * walls.c - limits, user namespace, capabilities, Landlock, seccomp.
 *
 * The second user namespace matters twice: processes are counted anew in it,
 * so the limit of processes is the jail's own, and the namespaces of the jail
 * belong to the outer one, in which the program has no right whatever happens.
 *
 * Independent walls against one thing each, and most things meet two: files are
 * behind the mount namespace and Landlock, other processes behind the process
 * namespace and seccomp, the network behind its namespace, seccomp and
 * Landlock, the host's root behind two user namespaces and dropped
 * capabilities.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/walls.h"

#include <assert.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/control.h"
#include "jail/inside/mnt.h"
#include "jail/trials.h"

/* --- limits -------------------------------------------------------------- */

/* 0 is "no limit" in a plan. */
static bool limit(__rlimit_resource_t what, uint64_t most) {
  struct rlimit r;
  if (most == 0) return true;
  /* Nothing may be raised, not even by us. */
  if (getrlimit(what, &r) == 0 && r.rlim_max != RLIM_INFINITY &&
      most > r.rlim_max)
    most = r.rlim_max;
  r = (struct rlimit){.rlim_cur = most, .rlim_max = most};
  return setrlimit(what, &r) == 0;
}

/* A signal at the limit, which says what happened; the end a second later. */
static bool limit_time(uint64_t seconds) {
  struct rlimit r = {.rlim_cur = seconds, .rlim_max = seconds + 1};
  return limit(RLIMIT_CPU, seconds ? seconds + 1 : 0) &&
         (seconds == 0 || setrlimit(RLIMIT_CPU, &r) == 0 || errno == EPERM);
}

/* Both limits 0: it cannot be raised again. */
static bool forbid(__rlimit_resource_t what) {
  struct rlimit none = {0, 0};
  return setrlimit(what, &none) == 0;
}

/* One byte is less than any file of a dump, and the one value that keeps the
 * kernel from starting the host's own program for dumps (redteam: E21).  Where
 * even that is more than allowed, nothing is left to forbid but that. */
static bool forbid_dumps(void) {
  struct rlimit one = {1, 1};
  return setrlimit(RLIMIT_CORE, &one) == 0 || forbid(RLIMIT_CORE);
}

/* RLIMIT_DATA counts private memory of one process; the sum is a control
 * group's business, or that of RLIMIT_AS for a program that starts no other. */
static cs_status set_limits(const cs_plan_limits *l, cs_error *err) {
  /* Those without a number in the plan have one here: nothing needs more, and
   * the host's own limits may be unlimited. */
  bool good = forbid_dumps() && forbid(RLIMIT_MSGQUEUE) &&
              forbid(RLIMIT_RTPRIO) && limit(RLIMIT_MEMLOCK, 64 << 10) &&
              limit(RLIMIT_SIGPENDING, 1024) && limit(RLIMIT_LOCKS, 1024) &&
              limit(RLIMIT_DATA, l->memory) && limit(RLIMIT_AS, l->address) &&
              limit(RLIMIT_FSIZE, l->file_size) &&
              limit(RLIMIT_NOFILE, l->files) &&
              limit(RLIMIT_NPROC, l->processes) && limit_time(l->cpu_s);
  return good ? CS_OK : cs_error_os(err, "cannot set the resource limits");
}

/* --- processors ---------------------------------------------------------- */

/* Some of those that we may use, from a random one on: jails side by side shall
 * not all sit on the first. */
static cs_status pin(uint64_t most, cs_error *err) {
  assert(most > 0);
  cpu_set_t have, take;
  unsigned at = 0;
  if (sched_getaffinity(0, sizeof have, &have) != 0 ||
      getrandom(&at, sizeof at, 0) != (ssize_t)sizeof at)
    return cs_error_os(err, "cannot choose processors");
  CPU_ZERO(&take);
  for (unsigned i = 0; i < CPU_SETSIZE && most > 0; i++) {
    unsigned cpu = (at + i) % CPU_SETSIZE;
    if (!CPU_ISSET(cpu, &have)) continue;
    CPU_SET(cpu, &take);
    most--;
  }
  if (sched_setaffinity(0, sizeof take, &take) == 0) return CS_OK;
  return cs_error_os(err, "cannot keep to some processors");
}

/* --- user namespace ------------------------------------------------------ */

static bool write_file(int dir, const char *who, const char *name,
                       const char *text) {
  char path[64];
  snprintf(path, sizeof path, "%s/%s", who, name);
  CS_AUTO_FD
  int fd = openat(dir, path, O_WRONLY | O_CLOEXEC);
  size_t n = strlen(text);
  return fd >= 0 && write(fd, text, n) == (ssize_t)n;
}

/* setgroups is denied first: the kernel demands it before an unprivileged gid
 * map. */
static cs_status map(int procfs, const char *who, const uint32_t uid[2],
                     const uint32_t gid[2], cs_error *err) {
  char users[40], groups[40];
  snprintf(users, sizeof users, "%u %u 1\n", uid[0], uid[1]);
  snprintf(groups, sizeof groups, "%u %u 1\n", gid[0], gid[1]);
  if (write_file(procfs, who, "setgroups", "deny") &&
      write_file(procfs, who, "gid_map", groups) &&
      write_file(procfs, who, "uid_map", users))
    return CS_OK;
  return cs_error_os(err, CS_CONTROL_NO_MAP);
}

/* A tenth of what the host's user may have, at most `most`. */
static void share_quota(int procfs, const char *whole, const char *part,
                        uint64_t most) {
  char text[24] = "";
  CS_AUTO_FD
  int fd = openat(procfs, whole, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  uint64_t own = n > 0 ? strtoull(text, NULL, 10) / 10 : most;
  snprintf(text, sizeof text, "%llu",
           (unsigned long long)(own < most ? own : most));
  (void)write_file(procfs, "sys/user", part, text);
}

/* Watchers of files are counted for the host's user, who needs them, too: here
 * there are few (redteam: G06).  No namespaces at all is the filter's business
 * first; this is the second wall (redteam: E08).  A /proc of processes only
 * has no such files. */
static void limit_user(int procfs) {
  assert(procfs >= 0);
  share_quota(procfs, "sys/fs/inotify/max_user_instances",
              "max_inotify_instances", 32);
  share_quota(procfs, "sys/fs/inotify/max_user_watches", "max_inotify_watches",
              8192);
  (void)write_file(procfs, "sys/user", "max_user_namespaces", "0");
}

cs_status cs_walls_map(int procfs, const char *who, uint32_t uid, uint32_t gid,
                       cs_error *err) {
  const uint32_t user[2] = {CS_PLAN_UID, uid}, group[2] = {CS_PLAN_GID, gid};
  return map(procfs, who, user, group, err);
}

/* One user is all there is; what it is called is the plan's choice. */
static cs_status enter_namespace(const cs_plan *plan, int procfs,
                                 cs_error *err) {
  assert(procfs >= 0);
  const uint32_t user[2] = {plan->as_uid, CS_PLAN_UID};
  const uint32_t group[2] = {plan->as_gid, CS_PLAN_GID};
  if (unshare(CLONE_NEWUSER) != 0)
    return cs_error_os(err, CS_CONTROL_NO_SECOND);
  if (!(plan->flags & CS_PLAN_NO_QUOTAS)) limit_user(procfs);
  return map(procfs, "self", user, group, err);
}

/* --- capabilities -------------------------------------------------------- */

/* The bounding set first, while there is a capability to change it with; the
 * secure bits are locked, so that a set-uid program gives nothing back. */
cs_status cs_walls_drop_caps(cs_error *err) {
  for (int cap = 0; prctl(PR_CAPBSET_DROP, cap, 0, 0, 0) == 0; cap++) {
  }
  if (errno != EINVAL) /* the first one that the kernel does not know */
    return cs_error_os(err, "cannot drop a capability");
  unsigned long bits = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED |
                       SECBIT_NO_SETUID_FIXUP | SECBIT_NO_SETUID_FIXUP_LOCKED |
                       SECBIT_KEEP_CAPS_LOCKED | SECBIT_NO_CAP_AMBIENT_RAISE |
                       SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;
  if (prctl(PR_SET_SECUREBITS, bits, 0, 0, 0) != 0)
    return cs_error_os(err, "cannot lock the secure bits");
  (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2] = {{0}, {0}};
  if (syscall(SYS_capset, &head, none) != 0)
    return cs_error_os(err, "cannot drop the capabilities");
  return CS_OK;
}

/* --- Landlock ------------------------------------------------------------ */

#define READS                                                  \
  (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | \
   LANDLOCK_ACCESS_FS_READ_DIR)
#define DEVICE (UINT64_C(1) << 15) /* ioctl of devices, version 5 */

/* The structure of version 6; the kernel takes the part it knows. */
typedef struct ruleset {
  uint64_t files, net, scoped;
} ruleset;

/* A right that the kernel does not know makes it refuse all rules; one that is
 * left out is not restricted.  So: what this version has, no less. */
static uint64_t known_rights(long abi) {
  assert(abi >= 1);
  uint64_t rights = (UINT64_C(1) << 13) - 1;
  if (abi >= 2) rights |= UINT64_C(1) << 13; /* refer    */
  if (abi >= 3) rights |= UINT64_C(1) << 14; /* truncate */
  if (abi >= 5) rights |= DEVICE;
  return rights;
}

static bool allow(int rules, const char *path, uint64_t rights) {
  assert(rules >= 0 && path[0] == '/');
  /* The place itself: where a link might lead is not what was granted. */
  CS_AUTO_FD
  int fd = cs_mnt_find(AT_FDCWD, path, O_PATH,
                       RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
  struct stat s;
  if (fd < 0 || fstat(fd, &s) != 0) return errno == ENOENT;
  if (!S_ISDIR(s.st_mode)) /* rights of directories do not fit a file */
    rights &= LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
              LANDLOCK_ACCESS_FS_WRITE_FILE | (UINT64_C(1) << 14) | DEVICE;
  struct landlock_path_beneath_attr rule = {.allowed_access = rights,
                                            .parent_fd = fd};
  return syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH,
                 &rule, 0) == 0;
}

static bool allow_places(int rules, const cs_plan *plan, uint64_t all) {
  assert(rules >= 0);
  const cs_plan_place *p = cs_plan_places(plan);
  bool good =
      allow(rules, "/", READS & all) &&
      allow(rules, "/dev", (READS | LANDLOCK_ACCESS_FS_WRITE_FILE) & all);
  /* Neither devices nor, in what belongs to the host, fifos and sockets. */
  uint64_t write = all & ~(uint64_t)(LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                     LANDLOCK_ACCESS_FS_MAKE_BLOCK | DEVICE);
  uint64_t shared = write & ~(uint64_t)(LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                        LANDLOCK_ACCESS_FS_MAKE_SOCK);
  for (uint32_t i = 0; good && i < plan->nplaces; i++) {
    const char *target = cs_plan_text(plan, p[i].target);
    if (plan->flags & CS_PLAN_TRIAL && strcmp(target, CS_TRIAL_AT_NONE) == 0)
      continue;                   /* what a probe tries in vain */
    if (p[i].kind == CS_PLACE_RW) /* redteam: D12 */
      good = allow(rules, target, shared);
    else if (p[i].kind == CS_PLACE_TMPFS || p[i].kind == CS_PLACE_OVERLAY ||
             (p[i].kind == CS_PLACE_ROOT && plan->flags & CS_PLAN_ROOT_RW))
      good = allow(rules, target, write);
  }
  return good;
}

/* The second wall; the probe says whether the kernel has it. */
static cs_status restrict_files(const cs_plan *plan, cs_error *err) {
  long abi = syscall(SYS_landlock_create_ruleset, NULL, 0,
                     LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) return CS_OK;
  ruleset attr = {.files = known_rights(abi)};
  /* Older kernels refuse a structure with fields that they do not know. */
  size_t size = 8;
  if (abi >= 4) size = 16;
  if (abi >= 4 && !(plan->flags & CS_PLAN_LOOPBACK))
    attr.net = 3; /* bind and connect of TCP, granted nowhere */
  if (abi >= 6) {
    attr.scoped = 3; /* abstract sockets and signals stay inside */
    size = sizeof attr;
  }
  CS_AUTO_FD
  int rules = (int)syscall(SYS_landlock_create_ruleset, &attr, size, 0);
  if (rules < 0 || !allow_places(rules, plan, attr.files) ||
      syscall(SYS_landlock_restrict_self, rules, 0) != 0)
    return cs_error_os(err, "Landlock refused the rules of the jail");
  return CS_OK;
}

/* --- seccomp ------------------------------------------------------------- */

static cs_status filter_calls(const cs_plan *plan, cs_error *err) {
  struct sock_fprog prog = {
      .len = (unsigned short)plan->nfilter,
      .filter =
          (struct sock_filter *)(uintptr_t)((const char *)plan + plan->filter)};
  if (plan->nfilter == 0 || plan->nfilter > BPF_MAXINSNS)
    return cs_error_set(err, CS_EINVAL, "the plan has no filter");
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prog) == 0)
    return CS_OK;
  return cs_error_os(err, "the kernel refused the seccomp filter");
}

/* --- no other process, no name, no socket -------------------------------- */

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1u << 5)
#endif
#define WAIT_KILLABLE ((unsigned)SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV)

#define LOAD(at)     BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at)
#define NUMBER       offsetof(struct seccomp_data, nr)
#define LOW(i)       offsetof(struct seccomp_data, args[i]) /* little endian */
#define RETURN(what) BPF_STMT(BPF_RET | BPF_K, what)
#define REFUSE       RETURN(SECCOMP_RET_ERRNO | EPERM)
#define PASS         RETURN(SECCOMP_RET_ALLOW)
/* Is it this call?  Else step over `n` instructions. */
#define CASE(call, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, n)

#define CODE_MAX 64

static int install(const struct sock_filter *code, size_t n, unsigned flags) {
  struct sock_filter copy[CODE_MAX];
  assert(n > 0 && n <= CODE_MAX);
  memcpy(copy, code, n * sizeof *code);
  struct sock_fprog prog = {.len = (unsigned short)n, .filter = copy};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &prog);
}

/* Ask process 1. */
#define ASK(call) CASE(call, 1), RETURN(SECCOMP_RET_USER_NOTIF)
/* The same if argument `i`, flags of open, wants a file made. */
#define ASK_CREATE(call, i)                                \
  CASE(call, 4), LOAD(LOW(i)),                             \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_CREAT, 0, 1), \
      RETURN(SECCOMP_RET_USER_NOTIF), PASS

typedef struct filter_code {
  struct sock_filter at[CODE_MAX];
  size_t n;
} filter_code;

/* Past CODE_MAX a filter would be cut, so it asserts; both filters together
 * have half of that. */
static void append(filter_code *f, const struct sock_filter *code, size_t n) {
  assert(n > 0);
  assert(f->n + n <= CODE_MAX);
  memcpy(f->at + f->n, code, n * sizeof *code);
  f->n += n;
}

/* Threads, but no process and no other program.  clone3, whose arguments a
 * filter cannot see, is not on the list of the other filter.  `gated`: execve
 * waits for process 1. */
static void refuse_spawn(filter_code *f, bool gated) {
  assert(f->n > 0);
  uint32_t execute =
      gated ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ERRNO | (uint32_t)EPERM;
  const struct sock_filter code[] = {
#ifdef SYS_fork
      CASE(fork, 1),
      REFUSE,
      CASE(vfork, 1),
      REFUSE,
#endif
      CASE(execve, 1),
      RETURN(execute),
      CASE(execveat, 1),
      REFUSE,
      CASE(clone, 4),
      LOAD(LOW(0)),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
      REFUSE,
      PASS};
  append(f, code, sizeof code / sizeof *code);
}

/* What makes or moves names is done by process 1 (names.h).  A filter cannot
 * see the flags of openat2; programs do without. */
static void ask_for_names(filter_code *f) {
  assert(f->n > 0);
  static const struct sock_filter code[] = {ASK_CREATE(openat, 2),
                                            ASK(mkdirat),
                                            ASK(mknodat),
                                            ASK(symlinkat),
                                            ASK(linkat),
                                            ASK(renameat2),
#ifdef SYS_renameat
                                            ASK(renameat),
#endif
#ifdef SYS_open
                                            ASK_CREATE(open, 1),
                                            ASK(creat),
                                            ASK(mkdir),
                                            ASK(mknod),
                                            ASK(symlink),
                                            ASK(link),
                                            ASK(rename),
#endif
                                            CASE(openat2, 1),
                                            RETURN(SECCOMP_RET_ERRNO | ENOSYS)};
  append(f, code, sizeof code / sizeof *code);
}

/* One filter for both: a process has one listener at most.  A caller whose call
 * was taken is not interrupted until it is done, where the kernel knows how. */
static cs_status forbid_or_ask(const cs_plan *plan, bool gated, int *gate,
                               cs_error *err) {
  assert(gate);
  const struct sock_filter head[] = {LOAD(NUMBER)}, tail[] = {PASS};
  bool names = plan->flags & CS_PLAN_NAMES,
       spawn = plan->walls & CS_WALL_NO_SPAWN;
  filter_code f = {.n = 0};
  unsigned flags = 0;
  append(&f, head, 1);
  if (spawn) refuse_spawn(&f, gated);
  if (names) ask_for_names(&f);
  append(&f, tail, 1);
  if (names || gated) flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  int fd = -1;
  if (names) fd = install(f.at, f.n, flags | WAIT_KILLABLE);
  if (fd < 0) fd = install(f.at, f.n, flags);
  if (fd < 0)
    return cs_error_os(err, "the kernel refused the filter of processes");
  if (flags) *gate = fd;
  return CS_OK;
}

/* A pair of streams can reach nobody else, and event loops need one. */
static cs_status forbid_unix(cs_error *err) {
  static const struct sock_filter code[] = {
      LOAD(NUMBER),
      CASE(socket, 4),
      LOAD(LOW(0)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1),
      REFUSE,
      PASS,
      CASE(socketpair, 4),
      LOAD(LOW(1)),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 15),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 1, 0),
      REFUSE,
      PASS};
  if (install(code, sizeof code / sizeof *code, 0) == 0) return CS_OK;
  return cs_error_os(err, "the kernel refused the filter of sockets");
}

/* Memory that no limit of a process counts: where nothing counts all memory of
 * the jail, there is none (redteam: G02). */
static cs_status forbid_shared(cs_error *err) {
  static const struct sock_filter code[] = {LOAD(NUMBER),
                                            CASE(memfd_create, 1),
                                            RETURN(SECCOMP_RET_ERRNO | ENOSYS),
                                            CASE(shmget, 1),
                                            RETURN(SECCOMP_RET_ERRNO | ENOSYS),
                                            PASS};
  if (install(code, sizeof code / sizeof *code, 0) == 0) return CS_OK;
  return cs_error_os(err, "the kernel refused the filter of shared memory");
}

/* Processors once chosen stay chosen. */
static cs_status forbid_moves(cs_error *err) {
  static const struct sock_filter code[] = {
      LOAD(NUMBER), CASE(sched_setaffinity, 1), REFUSE, PASS};
  if (install(code, sizeof code / sizeof *code, 0) == 0) return CS_OK;
  return cs_error_os(err, "the kernel refused the filter of processors");
}

/* --- all of it ----------------------------------------------------------- */

/* The order matters.  Each step needs a right that a later one takes away:
 *   - limits while they may still be raised to what the plan has;
 *   - the inner user namespace while unshare is allowed, and before
 * capabilities are dropped, since it gives a full set anew;
 *   - no new privileges before Landlock and seccomp, which demand it of whoever
 *     has no capabilities;
 *   - the filter of the plan last: what is done before it may use any call.
 * A step that fails ends the jail: there is no half of the walls. */
cs_status cs_walls_raise(const cs_plan *plan, int procfs, bool gated, int *gate,
                         cs_error *err) {
  cs_status st = CS_OK;
  *gate = -1;
  uint32_t off = plan->flags;
  /* Changing the user made our own files in /proc root's. */
  (void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  /* The program is what dies first when memory ends (redteam: G03). */
  (void)write_file(procfs, "self", "oom_score_adj", "800");
  uint64_t cpus = off & CS_PLAN_NO_LIMITS ? 0 : plan->limits.cpus;
  if (!(off & CS_PLAN_NO_LIMITS)) st = set_limits(&plan->limits, err);
  if (st == CS_OK && cpus) st = pin(cpus, err);
  if (st == CS_OK && !(off & CS_PLAN_NO_INNER))
    st = enter_namespace(plan, procfs, err);
  if (st == CS_OK && !(off & CS_PLAN_NO_CAPS)) st = cs_walls_drop_caps(err);
  if (st == CS_OK && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    st = cs_error_os(err, "cannot forbid new privileges");
  if (st == CS_OK && !(off & CS_PLAN_NO_LANDLOCK))
    st = restrict_files(plan, err);
  if (st == CS_OK && (off & CS_PLAN_NAMES || plan->walls & CS_WALL_NO_SPAWN))
    st = forbid_or_ask(plan, gated, gate, err);
  if (st == CS_OK && plan->walls & CS_WALL_NO_UNIX) st = forbid_unix(err);
  if (st == CS_OK && plan->limits.address && !(off & CS_PLAN_NO_LIMITS))
    st = forbid_shared(err);
  if (st == CS_OK && cpus) st = forbid_moves(err);
  if (st == CS_OK && !(off & CS_PLAN_NO_FILTER)) st = filter_calls(plan, err);
  return st;
}
