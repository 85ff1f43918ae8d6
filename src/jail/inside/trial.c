/*
 * trial.c - try what a program must not, say how it ended.
 *
 * Runs where the program would, after the walls went up.  Every attempt is
 * harmless when it succeeds: the jail ends with us.
 *
 * A code is 0 when the attempt succeeded, else the errno of its refusal: the
 * host compares it with the same attempt without the wall (probe.c). An attempt
 * that could not be made at all must not look like a refusal, so EINVAL is kept
 * for those.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/trial.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jail/trials.h"

#define EXTRA 4 /* how far past a limit of a count we go */

typedef struct trial {
  const cs_plan *plan;
  char **argv;
} trial;

static int code_of(long result) {
  return result < 0 ? errno : 0;
}

/* A descriptor is success; it is not kept. */
static int opened(int fd) {
  if (fd < 0) return errno;
  close(fd);
  return 0;
}

/* --- files --------------------------------------------------------------- */

static int create(const char *path) {
  return opened(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

/* A file of `bytes`, removed again. */
static int fill(const char *path, uint64_t bytes) {
  static const char block[4096];
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  int code = fd < 0 ? errno : 0;
  for (uint64_t n = 0; code == 0 && n < bytes; n += sizeof block)
    code = code_of(write(fd, block, sizeof block));
  if (fd >= 0) close(fd);
  (void)unlink(path);
  return code;
}

/* Several files, each small enough for the limit of one. */
static int overfill(const char *dir) {
  assert(strlen(dir) < 48);
  char path[64];
  uint64_t part = UINT64_C(16) << 10;
  int code = 0, n = 0;
  for (uint64_t sum = 0; code == 0 && sum < CS_TRIAL_FILL; sum += part) {
    size_t at = strlen(dir);
    memcpy(path, dir, at);
    memcpy(path + at, "/f00", 5);
    path[at + 2] = (char)('0' + n / 10);
    path[at + 3] = (char)('0' + n % 10);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return errno;
    static const char block[16 << 10];
    ssize_t put = write(fd, block, sizeof block);
    code = put < 0 ? errno : put < (ssize_t)sizeof block ? ENOSPC : 0;
    close(fd);
    n++;
  }
  return code;
}

/* Files take no bytes here, only their number counts. */
static int many_files(const trial *t) {
  char path[64];
  int code = 0, n = 0, most = (int)(CS_TRIAL_ROOM / 1024) + EXTRA;
  (void)t;
  for (; code == 0 && n < most; n++) {
    snprintf(path, sizeof path, "/tmp/i%d", n);
    code = create(path);
  }
  while (n-- > 0) {
    snprintf(path, sizeof path, "/tmp/i%d", n);
    (void)unlink(path);
  }
  return code;
}

static int list_hidden(void) {
  return opened(open(CS_TRIAL_AT_HIDE, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

static int rename_pinned(void) {
  return code_of(rename(CS_TRIAL_AT_PIN, CS_TRIAL_AT_PIN "2"));
}

/* SIGXFSZ would end us before we could tell. */
static int file_size(const trial *t) {
  (void)signal(SIGXFSZ, SIG_IGN);
  uint64_t most = t->plan->limits.file_size;
  return most ? fill("/tmp/big", most + 8192) : EINVAL;
}

/* --- processes ----------------------------------------------------------- */

/* Children only wait; all are killed and reaped. */
static int many_forks(const trial *t) {
  pid_t child[64];
  int code = 0, n = 0;
  int most = (int)t->plan->limits.processes + EXTRA;
  for (; code == 0 && n < most && n < 64; n++) {
    child[n] = fork();
    if (child[n] == 0)
      for (;;) pause();
    if (child[n] < 0) {
      code = errno;
      break;
    }
  }
  while (n-- > 0) {
    kill(child[n], SIGKILL);
    (void)waitpid(child[n], NULL, 0);
  }
  return code;
}

static int one_fork(void) {
  pid_t pid = fork();
  if (pid == 0) _exit(0);
  if (pid < 0) return errno;
  (void)waitpid(pid, NULL, 0);
  return 0;
}

/* In a child: what follows must not run in it. */
static int new_namespace(void) {
  int status = 0;
  pid_t pid = fork();
  if (pid == 0) _exit(code_of(unshare(CLONE_NEWUSER)));
  if (pid < 0 || waitpid(pid, &status, 0) != pid) return errno;
  return WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
}

/* One that may not be signalled has been named all the same. Signal 0 is none:
 * only the right to send is asked for. */
static int name_process(const trial *t) {
  int code = code_of(kill((pid_t)strtol(t->argv[3], NULL, 10), 0));
  return code == EPERM ? 0 : code;
}

/* That there is no such file is the kernel's answer to a call it took. */
static int execute(void) {
  char *argv[] = {(char[]){"x"}, NULL}, *env[] = {NULL};
  execve(CS_TRIAL_AT_NONE "/nothing", argv, env);
  return errno == ENOENT ? 0 : errno;
}

static int many_fds(const trial *t) {
  int code = 0, n = 0, fds[256];
  int most = (int)t->plan->limits.files + EXTRA;
  for (; code == 0 && n < most && n < 256; n++)
    if ((fds[n] = open("/dev/null", O_RDONLY | O_CLOEXEC)) < 0) code = errno;
  if (code) n--;
  while (n-- > 0) close(fds[n]);
  return code;
}

/* Also where there is only one: the right to choose is what is tried. */
static int many_cpus(const trial *t) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return errno;
  if ((uint64_t)CPU_COUNT(&set) > t->plan->limits.cpus) return 0;
  memset(&set, 0xff, sizeof set);
  return sched_setaffinity(0, sizeof set, &set) == 0 ? 0 : errno;
}

/* More than the limit. */
static size_t too_much(const trial *t) {
  size_t most = (size_t)t->plan->limits.memory;
  return most + most / 2 + (8u << 20);
}

/* A limit of the group kills us here, which the host sees as well. */
static int much_memory(const trial *t) {
  size_t n = too_much(t);
  char *p =
      mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return errno;
  for (size_t i = 0; i < n; i += 4096) ((volatile char *)p)[i] = 1;
  munmap(p, n);
  return 0;
}

#define MAPPED (64u << 20) /* CS_JAIL_MAPPED, which is the host's */

static void touch(char *p, size_t n) {
  for (size_t i = 0; i < n; i += 4096) ((volatile char *)p)[i] = 1;
}

/* Map it all, touch as much as is too much. MAP_SHARED: no limit of private
 * memory counts it. */
static int share(const trial *t, int fd, int flags) {
  size_t n = too_much(t);
  char *p =
      mmap(NULL, n + MAPPED, PROT_READ | PROT_WRITE, MAP_SHARED | flags, fd, 0);
  if (p == MAP_FAILED) return errno;
  touch(p, n);
  munmap(p, n + MAPPED);
  return 0;
}

/* Refused if both ways are. */
static int share_memory(const trial *t) {
  int code = share(t, -1, MAP_ANONYMOUS);
  int zero = open("/dev/zero", O_RDWR | O_CLOEXEC);
  int other = zero < 0 ? errno : share(t, zero, 0);
  if (zero >= 0) close(zero);
  return code && other ? code : 0;
}

static int share_file(const trial *t) {
  int fd = memfd_create("trial", MFD_CLOEXEC);
  if (fd < 0) return errno;
  int code = code_of(ftruncate(fd, (off_t)(too_much(t) + MAPPED)));
  if (code == 0) code = share(t, fd, 0);
  close(fd);
  return code;
}

static int share_segment(const trial *t) {
  int id = shmget(IPC_PRIVATE, too_much(t) + MAPPED, IPC_CREAT | 0600);
  if (id < 0) return errno;
  char *p = shmat(id, NULL, 0);
  int code = p == (char *)-1 ? errno : 0; /* what shmat(2) says */
  (void)shmctl(id, IPC_RMID, NULL);
  if (code) return code;
  touch(p, too_much(t));
  return code_of(shmdt(p));
}

/* --- the outside --------------------------------------------------------- */

/* Argument 2: an abstract name. */
static int reach_socket(const trial *t) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  size_t n = strlen(t->argv[2]);
  if (n + 1 > sizeof a.sun_path) return EINVAL;
  memcpy(a.sun_path + 1, t->argv[2], n);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return errno;
  socklen_t len = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + n);
  int code = code_of(connect(fd, (const struct sockaddr *)&a, len));
  close(fd);
  return code;
}

/* ENOTTY: the kernel looked at the request.  Standard input was opened before
 * Landlock, which has a right for such requests, too. */
static int push_character(void) {
  char c = 'x';
  int code = code_of(ioctl(0, TIOCSTI, &c));
  return code == ENOTTY ? 0 : code;
}

static int pair(void) {
  int fd[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, fd) != 0) return errno;
  close(fd[0]);
  close(fd[1]);
  return 0;
}

/* A child in a session of its own: only the end of process 1 reaches it. */
static int outlive(void) {
  pid_t pid = fork();
  if (pid < 0) return errno;
  if (pid > 0) return 0;
  setsid();
  for (;;) pause();
}

/* --- all of them --------------------------------------------------------- */

static int attempt(const trial *t, cs_trial what) {
  assert(what < CS_TRIAL_COUNT);
  switch (what) {
    case CS_TRIAL_OUTSIDE:
      return opened(open(t->argv[1], O_RDONLY | O_CLOEXEC));
    case CS_TRIAL_ROOT: return create("/new");
    case CS_TRIAL_UNLISTED: return create(CS_TRIAL_AT_NONE "/new");
    case CS_TRIAL_PROCESS: return name_process(t);
    case CS_TRIAL_SOCKET: return reach_socket(t);
    case CS_TRIAL_INET:
      return opened(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    case CS_TRIAL_NAMESPACE: return new_namespace();
    case CS_TRIAL_TTY: return push_character();
    case CS_TRIAL_MOUNT:
      return code_of(mount("x", CS_TRIAL_AT_NONE, "tmpfs", 0, NULL));
    case CS_TRIAL_FORKS: return many_forks(t);
    case CS_TRIAL_FDS: return many_fds(t);
    case CS_TRIAL_CPUS: return many_cpus(t);
    case CS_TRIAL_SHARED: return share_memory(t);
    case CS_TRIAL_MEMFD: return share_file(t);
    case CS_TRIAL_SYSV: return share_segment(t);
    case CS_TRIAL_FILE_SIZE: return file_size(t);
    case CS_TRIAL_TMP: return overfill("/tmp");
    case CS_TRIAL_READ_ONLY: return create(CS_TRIAL_AT_RO "/caisson-trial");
    case CS_TRIAL_OVERLAY: return create(CS_TRIAL_AT_OVER "/caisson-trial");
    case CS_TRIAL_OVERFILL: return overfill(CS_TRIAL_AT_OVER);
    case CS_TRIAL_FORK: return one_fork();
    case CS_TRIAL_EXECUTE: return execute();
    case CS_TRIAL_UNIX:
      return opened(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    case CS_TRIAL_PAIR: return pair();
    case CS_TRIAL_MEMORY: return much_memory(t);
    case CS_TRIAL_TREE: return outlive();
    case CS_TRIAL_SPIN:
      for (volatile unsigned n = 0;; n++) {
      }
    case CS_TRIAL_HANG:
      for (;;) pause();
    case CS_TRIAL_HIDDEN: return list_hidden();
    case CS_TRIAL_FROZEN: return create(CS_TRIAL_AT_COLD "/caisson-trial");
    case CS_TRIAL_PINNED: return rename_pinned();
    case CS_TRIAL_INODES: return many_files(t);
    case CS_TRIAL_COUNT: break;
  }
  return EINVAL;
}

_Noreturn void cs_trial_run(const cs_plan *plan, char **argv) {
  _Static_assert(CS_TRIAL_COUNT <= 32, "a bit each");
  trial t = {plan, argv};
  cs_trial_results r;
  uint32_t mask = (uint32_t)strtoul(argv[0], NULL, 10);
  for (int i = 0; i < CS_TRIAL_COUNT; i++) {
    r.code[i] = CS_TRIAL_UNTRIED;
    if (mask >> i & 1) r.code[i] = attempt(&t, (cs_trial)i);
  }
  (void)!write(1, &r, sizeof r);
  while (mask & CS_TRIAL_BIT(TREE)) pause();
  _exit(0);
}
