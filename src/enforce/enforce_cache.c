/*
 * enforce_cache.c - one file: key, probes, digest.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "enforce/enforce_cache.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "depth/guard.h"
#include "digest/digest.h"

/* Layout of this file, version 3. */
#define MAGIC UINT64_C(0x33656362726f7063)
/* Something that did not work may have been the fault of a busy machine. */
#define DOUBT_S 60

typedef struct entry {
  uint64_t magic;
  uint8_t key[32];
  uint64_t what;
  int64_t at; /* seconds since the machine was started */
  cs_probes probes;
  uint8_t digest[32]; /* of all before it */
} entry;

/* --- the key ------------------------------------------------------------- */

static void add(cs_digest *d, const void *p, size_t n) {
  cs_digest_update(d, p, n);
}

static void add_file(cs_digest *d, const char *path) {
  char text[4096];
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text);
  if (n > 0) add(d, text, (size_t)n);
}

/* Where we are: a container and its host share boot and kernel, and not what
 * they may do. */
static void add_place(cs_digest *d) {
  static const char *const spaces[] = {"user", "mnt", "pid", "net", "cgroup"};
  static const char *const files[] = {
      "/proc/self/cgroup",
      "/proc/self/limits",
      "/proc/self/uid_map",
      "/proc/self/attr/current",
      "/proc/sys/user/max_user_namespaces",
      "/proc/sys/user/max_mnt_namespaces",
      "/proc/sys/user/max_pid_namespaces",
      "/proc/sys/user/max_net_namespaces",
      "/proc/sys/kernel/unprivileged_userns_clone",
      "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
      "/sys/kernel/security/lsm"};
  char path[40], text[64];
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
    snprintf(path, sizeof path, "/proc/self/ns/%s", spaces[i]);
    ssize_t n = readlink(path, text, sizeof text);
    if (n > 0) add(d, text, (size_t)n);
  }
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    add_file(d, files[i]);
}

/* What a filter answers can be seen, its text cannot.  Arguments are such that
 * the kernel refuses them for itself; in a child, whom the filter may kill:
 * then what came before is the answer. */
static void ask_filter(int out) {
  static const long calls[] = {SYS_landlock_create_ruleset,
                               SYS_landlock_add_rule,
                               SYS_landlock_restrict_self,
                               SYS_seccomp,
                               SYS_unshare,
                               SYS_setns,
                               SYS_clone3,
                               SYS_mount,
                               SYS_pivot_root,
                               SYS_open_tree,
                               SYS_move_mount,
                               SYS_fsopen,
                               SYS_fsconfig,
                               SYS_fsmount,
                               SYS_mount_setattr,
                               SYS_openat2,
                               SYS_pidfd_open,
                               SYS_pidfd_send_signal,
                               SYS_memfd_create,
                               SYS_sethostname,
                               SYS_close_range,
                               SYS_process_vm_readv,
                               SYS_execveat,
                               SYS_prlimit64};
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    errno = 0;
    int32_t answer[2] = {(int32_t)syscall(calls[i], -1L, -1L, -1L, -1L, -1L),
                         errno};
    (void)!write(out, answer, sizeof answer);
  }
  int32_t spaces[] = {unshare(CLONE_NEWUSER), errno};
  (void)!write(out, spaces, sizeof spaces);
}

static void add_filter(cs_digest *d) {
  int ends[2], status;
  char answers[512];
  ssize_t n;
  if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 2 || pipe2(ends, O_CLOEXEC) != 0)
    return;
  pid_t pid = fork();
  if (pid == 0) {
    ask_filter(ends[1]);
    _exit(0);
  }
  close(ends[1]);
  while (pid > 0 && (n = read(ends[0], answers, sizeof answers)) > 0)
    add(d, answers, (size_t)n);
  close(ends[0]);
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
}

/* Rights and filters of this process. */
static void add_rights(cs_digest *d) {
  char line[256];
  FILE *f = fopen("/proc/self/status", "re");
  while (f && fgets(line, sizeof line, f))
    if (strncmp(line, "Cap", 3) == 0 || strncmp(line, "NoNew", 5) == 0 ||
        strncmp(line, "Seccomp", 7) == 0)
      add(d, line, strlen(line));
  if (f) fclose(f);
}

/* A program that was replaced is another one. */
static void add_program(cs_digest *d, const char *path) {
  struct stat s;
  if (stat(path, &s) != 0) return;
  uint64_t facts[] = {(uint64_t)s.st_dev, (uint64_t)s.st_ino,
                      (uint64_t)s.st_size, (uint64_t)s.st_mtim.tv_sec,
                      (uint64_t)s.st_mtim.tv_nsec};
  add(d, facts, sizeof facts);
}

/* This library may be part of a program that does not change when it does. */
static void add_library(cs_digest *d) {
  static const char here = 0;
  Dl_info info;
  if (dladdr(&here, &info) && info.dli_fname) add_program(d, info.dli_fname);
}

static void make_key(const cs_enforce_options *o, uint8_t out[32]) {
  cs_digest d;
  struct utsname u;
  uint32_t uid[2] = {(uint32_t)geteuid(), (uint32_t)getegid()};
  cs_digest_init(&d, CS_DIGEST_SHA256);
  add_file(&d, "/proc/sys/kernel/random/boot_id");
  if (uname(&u) == 0) add(&d, u.release, strlen(u.release));
  if (uname(&u) == 0) add(&d, u.version, strlen(u.version));
  add(&d, uid, sizeof uid);
  add_place(&d);
  add_rights(&d);
  add_filter(&d);
  add_program(&d, "/proc/self/exe");
  add_library(&d);
  if (o->worker) add_program(&d, o->worker);
  add_program(&d, o->python ? o->python : "/usr/bin/python3");
  cs_digest_finish(&d, out, 32);
}

/* --- the file ------------------------------------------------------------ */

/* The directory, ours alone; -1: there is none. */
static int open_dir(void) {
  char path[512];
  if (!cs_guard_runtime(path, sizeof path)) return -1;
  (void)mkdir(path, 0700);
  CS_AUTO_FD
  int dir = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat s;
  if (dir < 0 || fstat(dir, &s) != 0 || s.st_uid != geteuid() ||
      (s.st_mode & 077) != 0)
    return -1;
  return cs_steal(&dir);
}

static void name_of(const uint8_t key[32], char out[40]) {
  int n = snprintf(out, 40, "probes-");
  for (int i = 0; i < 12; i++)
    n += snprintf(out + n, 40 - (size_t)n, "%02x", key[i]);
}

static void seal(const entry *e, uint8_t out[32]) {
  cs_digest_of(CS_DIGEST_SHA256, e, offsetof(entry, digest), out);
}

static int64_t now_s(void) {
  struct timespec t;
  clock_gettime(CLOCK_BOOTTIME, &t);
  return (int64_t)t.tv_sec;
}

/* Did anything fail that this build has? */
static bool is_doubtful(const entry *e) {
  const uint64_t never =
      UINT64_C(1) << CS_PROBE_CG_PIDS | UINT64_C(1) << CS_PROBE_CG_KILL |
      UINT64_C(1) << CS_PROBE_PRJQUOTA | UINT64_C(1) << CS_PROBE_KVM |
      UINT64_C(1) << CS_PROBE_CG_SHARE;
  for (int i = 0; i < CS_PROBE_COUNT; i++)
    if (e->probes.at[i].state == CS_PROBE_FAIL && !(never >> i & 1))
      return true;
  return false;
}

static bool load(int dir, const uint8_t key[32], entry *e) {
  char name[40];
  struct stat s;
  uint8_t digest[32];
  name_of(key, name);
  CS_AUTO_FD
  int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &s) != 0 || !S_ISREG(s.st_mode) ||
      s.st_uid != geteuid() || (s.st_mode & 077) != 0 ||
      read(fd, e, sizeof *e) != (ssize_t)sizeof *e)
    return false;
  seal(e, digest);
  if (e->magic != MAGIC || memcmp(e->key, key, 32) != 0 ||
      memcmp(digest, e->digest, 32) != 0)
    return false;
  if (is_doubtful(e) && now_s() - e->at > DOUBT_S) return false;
  for (int i = 0; i < CS_PROBE_COUNT; i++) /* texts end */
    e->probes.at[i].why[sizeof e->probes.at[i].why - 1] = 0;
  return true;
}

/* Whole or not at all: another process may read. */
static void store(int dir, entry *e) {
  char name[40], other[64];
  name_of(e->key, name);
  snprintf(other, sizeof other, "%s.%ld", name, (long)getpid());
  seal(e, e->digest);
  CS_AUTO_FD
  int fd = openat(dir, other,
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) return;
  bool good = write(fd, e, sizeof *e) == (ssize_t)sizeof *e &&
              renameat(dir, other, dir, name) == 0;
  if (!good) (void)unlinkat(dir, other, 0);
}

void cs_enforce_probe_cached(const cs_enforce_options *o, bool fresh,
                             cs_probes *out) {
  entry *e = o->faults ? NULL : calloc(1, sizeof *e);
  CS_AUTO_FD
  int dir = e ? open_dir() : -1;
  cs_enforce_options rest = *o;
  if (dir >= 0) {
    uint8_t key[32];
    make_key(o, key);
    bool known = !fresh && load(dir, key, e);
    if (!known) *e = (entry){.magic = MAGIC};
    memcpy(e->key, key, sizeof key);
    *out = e->probes;
    rest.what &= ~(uint32_t)e->what;
    if (o->what & CS_ENFORCE_SLOW && rest.what & CS_ENFORCE_SLOW)
      rest.what |= CS_ENFORCE_JAIL;
  }
  if (rest.what) cs_enforce_probe(&rest, out);
  if (rest.what && dir >= 0) {
    e->what |= rest.what;
    e->probes = *out;
    e->at = now_s();
    store(dir, e);
  }
  free(e);
}
