/*
 * init.c - process 1 of a jail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/init.h"

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

void cs_init_tell(int control, cs_control_kind kind, int value,
                  const char *text) {
  cs_control m = {.kind = (uint32_t)kind, .value = value};
  struct rusage u;
  if (text) snprintf(m.text, sizeof m.text, "%s", text);
  if (kind == CS_CONTROL_EXITED && getrusage(RUSAGE_CHILDREN, &u) == 0) {
    m.user_us = (uint64_t)u.ru_utime.tv_sec * 1000000u +
                (uint64_t)u.ru_utime.tv_usec;
    m.system_us = (uint64_t)u.ru_stime.tv_sec * 1000000u +
                  (uint64_t)u.ru_stime.tv_usec;
    m.peak_kib = (uint64_t)u.ru_maxrss;
  }
  (void)!send(control, &m, sizeof m, MSG_NOSIGNAL);
}

/* True: the program itself is gone. */
static bool reap(int program, int *status) {
  int st;
  pid_t pid;
  bool gone = false;
  while ((pid = waitpid(-1, &st, WNOHANG | __WALL)) > 0)
    if (pid == program) {
      *status = st;
      gone = true;
    }
  return gone;
}

_Noreturn void cs_init_serve(int control, int program) {
  sigset_t mask;
  int status = 0;
  /* redteam: E07 - nobody inside reads or traces this process. */
  (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  (void)prctl(PR_SET_NAME, "caisson-init", 0, 0, 0);
  sigfillset(&mask);
  sigprocmask(SIG_BLOCK, &mask, NULL);
  sigemptyset(&mask);
  sigaddset(&mask, SIGCHLD);
  int children = signalfd(-1, &mask, SFD_CLOEXEC);
  /* SIGCHLD may have come before the mask. */
  bool gone = reap(program, &status);
  while (!gone && children >= 0) {
    struct pollfd fds[] = {{.fd = control, .events = POLLIN},
                           {.fd = children, .events = POLLIN}};
    if (poll(fds, 2, -1) < 0) continue;
    if (fds[0].revents) _exit(0); /* the host is gone, or wants us gone */
    struct signalfd_siginfo info;
    if (fds[1].revents) (void)!read(children, &info, sizeof info);
    gone = reap(program, &status);
  }
  cs_init_tell(control, CS_CONTROL_EXITED, status, NULL);
  _exit(0);
}
