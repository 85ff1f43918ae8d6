/*
 * trial.c - attempts of a worker, and who judges them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "worker/trial.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "worker/lockdown.h"
#include "worker/outside.h"
#include "worker/spawn.h"

#define PATIENCE_MS 1000
#define MEMORY      (UINT64_C(64) << 20)

/* --- in the worker ------------------------------------------------------- */

static int code_of(long result) {
  return result < 0 ? errno : 0;
}

/* Until it is killed, by a call that the filter allows. */
_Noreturn static void wait_for_ever(void) {
  uint32_t word = 0;
  for (;;) (void)syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
}

/* First the walls: a all, l Landlock, n none; then the attempt. */
_Noreturn void cs_worker_try(const char *what) {
  cs_lockdown walls = {0};
  int code = 0;
  if (what[0] == 'a' && cs_lockdown_apply(MEMORY, NULL, &walls, NULL) != CS_OK)
    _exit(255);
  if (what[0] == 'l') {
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    (void)cs_lockdown_files();
  }
  switch (what[1]) {
    case 'o': code = code_of(open("/proc/self/exe", O_RDONLY)); break;
    case 's': code = code_of(socket(AF_UNIX, SOCK_STREAM, 0)); break;
    case 'f': {
      pid_t pid = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
      if (pid == 0) _exit(0);
      code = code_of(pid);
      if (pid > 0) (void)waitpid(pid, NULL, 0); /* nothing is left behind */
      break;
    }
    case 'w': wait_for_ever();
    default: code = EINVAL;
  }
  _exit(code);
}

/* --- its host ------------------------------------------------------------ */

/* Wait for it; -1: it had to be killed. */
static int wait_for(pid_t pid) {
  int status = -1;
  int fd = (int)syscall(SYS_pidfd_open, pid, 0);
  struct pollfd p = {.fd = fd, .events = POLLIN};
  int ready;
  do ready = poll(&p, 1, PATIENCE_MS);
  while (ready < 0 && errno == EINTR);
  bool late = ready != 1;
  if (late) (void)kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (fd >= 0) close(fd);
  return late ? -1 : status;
}

/* -1: it could not be started. */
static pid_t start(const char *path, const char *what) {
  char name[] = CS_WORKER_NAME, parent[24], memory[] = "0", word[8];
  char *argv[] = {name, parent, memory, word, NULL}, *env[] = {NULL};
  posix_spawn_file_actions_t fa;
  pid_t pid = 0;
  snprintf(parent, sizeof parent, "%ld", (long)getpid());
  snprintf(word, sizeof word, "%s", what);
  if (posix_spawn_file_actions_init(&fa) != 0) return -1;
  int rc = 0;
  for (int i = 0; i < 3 && rc == 0; i++)
    rc = posix_spawn_file_actions_addopen(&fa, i, "/dev/null", O_RDWR, 0);
  if (rc == 0) rc = posix_spawn_file_actions_addclosefrom_np(&fa, 3);
  if (rc == 0)
    rc =
        posix_spawn(&pid, path ? path : "/proc/self/exe", &fa, NULL, argv, env);
  posix_spawn_file_actions_destroy(&fa);
  return rc == 0 ? pid : -1;
}

/* How it ended, as waitpid says it; -1: not at all. */
static int attempt(const char *path, const char *what) {
  pid_t pid = start(path, what);
  return pid > 0 ? wait_for(pid) : -1;
}

/* Does it look like a worker from outside?  It takes a moment to become one. */
static bool looks_right(const char *path, const char *what, cs_error *err) {
  pid_t pid = start(path, what);
  bool seen = false, good = false;
  for (int ms = 0; pid > 0 && !good && ms < (what[0] == 'n' ? 1 : PATIENCE_MS);
       ms++) {
    good = cs_outside_check(pid, MEMORY, &seen, err) == CS_OK;
    if (!good) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  if (pid > 0) (void)kill(pid, SIGKILL);
  while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
  }
  if (good && !seen) (void)cs_error_set(err, CS_EOS, "/proc cannot be read");
  return good && seen;
}

static bool was_stopped(int status) {
  return status != -1 && WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
}

static bool was_done(int status) {
  return status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool has_fault(const char *faults) {
#ifdef NDEBUG
  (void)faults;
  return false;
#else
  return faults && strstr(faults, "worker") && !strstr(faults, "worker_");
#endif
}

void cs_worker_probe(const char *path, const char *faults, cs_probes *out) {
  static const char kinds[] = "osf";
  char why[100] = "";
  bool ok = true;
  for (const char *k = kinds; *k && ok; k++) {
    char with[] = {has_fault(faults) ? 'n' : 'a', *k, 0};
    char without[] = {'n', *k, 0};
    int on = attempt(path, with), off = attempt(path, without);
    ok = was_stopped(on) && was_done(off);
    if (!ok)
      snprintf(why, sizeof why,
               "attempt '%c': with the filter status %d, without %d", *k, on,
               off);
  }
  cs_report_note(out, CS_PROBE_WORKER, ok, why);
  int on = attempt(path, has_fault(faults) ? "no" : "lo");
  ok = on != -1 && WIFEXITED(on) && WEXITSTATUS(on) == EACCES;
  snprintf(why, sizeof why, "opening a file behind Landlock: status %d", on);
  cs_report_note(out, CS_PROBE_WORKER_FILES, ok, ok ? NULL : why);
  cs_error err = {0};
  ok = looks_right(path, has_fault(faults) ? "nw" : "aw", &err) &&
       !looks_right(path, "nw", NULL);
  cs_report_note(out, CS_PROBE_WORKER_SEEN, ok,
                 ok          ? NULL
                 : *err.text ? err.text
                             : "a worker without walls looks like one");
}
