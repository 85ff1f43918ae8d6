/*
 * init.c - process 1 of a jail.
 *
 * Process 1 has three duties that end with it: it reaps, it answers at the
 * gate, and its death kills everybody in the process namespace. It blocks all
 * signals and reads them from a descriptor, so nothing interrupts it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/init.h"

#include <assert.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/inside/names.h"
#include "jail/inside/way.h"

void cs_init_tell(int control, cs_control_kind kind, int value,
                  const char *text) {
  assert(kind >= CS_CONTROL_STARTED && kind <= CS_CONTROL_WALLED);
  cs_control m = {.kind = (uint32_t)kind, .value = value};
  struct rusage u;
  if (text) snprintf(m.text, sizeof m.text, "%s", text);
  if (kind == CS_CONTROL_EXITED && getrusage(RUSAGE_CHILDREN, &u) == 0) {
    m.user_us =
        (uint64_t)u.ru_utime.tv_sec * 1000000u + (uint64_t)u.ru_utime.tv_usec;
    m.system_us =
        (uint64_t)u.ru_stime.tv_sec * 1000000u + (uint64_t)u.ru_stime.tv_usec;
    m.peak_kib = (uint64_t)u.ru_maxrss;
  }
  (void)!send(control, &m, sizeof m, MSG_NOSIGNAL);
}

bool cs_init_pass(int socket, const void *data, size_t len, const int *fds,
                  size_t n) {
  assert(n > 0 && n <= CS_INIT_FDS);
  struct iovec io = {(void *)(uintptr_t)data, len};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(CS_INIT_FDS * sizeof(int))];
  } c = {.head = {.cmsg_len = CMSG_LEN(n * sizeof(int)),
                  .cmsg_level = SOL_SOCKET,
                  .cmsg_type = SCM_RIGHTS}};
  memcpy(CMSG_DATA(&c.head), fds, n * sizeof(int));
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &c,
                     .msg_controllen = CMSG_SPACE(n * sizeof(int))};
  return sendmsg(socket, &h, MSG_NOSIGNAL) == (ssize_t)len;
}

ssize_t cs_init_take(int socket, void *data, size_t room, int *fds, size_t *n) {
  assert(*n <= CS_CONTROL_FDS + CS_CONTROL_MOUNTS);
  struct iovec io = {data, room};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE((CS_CONTROL_FDS + CS_CONTROL_MOUNTS) * sizeof(int))];
  } c;
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &c,
                     .msg_controllen = sizeof c};
  ssize_t len;
  do len = recvmsg(socket, &h, MSG_CMSG_CLOEXEC);
  while (len < 0 && errno == EINTR);
  const struct cmsghdr *got = len > 0 ? CMSG_FIRSTHDR(&h) : NULL;
  if (!got || got->cmsg_len > CMSG_LEN(*n * sizeof(int))) return -1;
  *n = (got->cmsg_len - CMSG_LEN(0)) / sizeof(int);
  memcpy(fds, CMSG_DATA(got), *n * sizeof(int));
  return len;
}

/* Fails where the kernel has no IPv4: the program finds out. */
static void raise_loopback(void) {
  CS_AUTO_FD
  int s = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  struct ifreq r = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
  if (s >= 0) (void)ioctl(s, SIOCSIFFLAGS, &r);
}

#ifndef NDEBUG
/* Left open: a mistake that the host must find. */
static void listen_in_vain(void) {
  int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (s >= 0) (void)!listen(s, 1);
}
#endif

cs_status cs_init_dress(const cs_plan *plan, cs_error *err) {
  const char *name = cs_plan_text(plan, plan->hostname);
  (void)!sethostname(name, strlen(name));
  if (plan->flags & CS_PLAN_LOOPBACK) raise_loopback();
#ifndef NDEBUG
  if (plan->flags & CS_PLAN_LISTEN) listen_in_vain();
#endif
  return plan->post ? cs_way_open(plan, err) : CS_OK;
}

void cs_init_wait(int control) {
  assert(control >= 0);
  char c = 0;
  ssize_t n;
  do n = recv(control, &c, 1, 0);
  while (n < 0 && errno == EINTR);
  if (n != 1 || c != CS_CONTROL_GO) _exit(0);
}

int cs_init_take_gate(int socket) {
  assert(socket >= 0);
  char c;
  struct iovec io = {&c, 1};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
  } u;
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &u,
                     .msg_controllen = sizeof u};
  int fd = -1;
  ssize_t n;
  do n = recvmsg(socket, &h, MSG_CMSG_CLOEXEC);
  while (n < 0 && errno == EINTR);
  struct cmsghdr *got = n > 0 ? CMSG_FIRSTHDR(&h) : NULL;
  if (got && got->cmsg_len == CMSG_LEN(sizeof fd))
    memcpy(&fd, CMSG_DATA(got), sizeof fd);
  return fd;
}

/* Take one call at the gate.  1: here it is; 0: its caller is gone already; -1:
 * nobody can come any more. */
static int take_call(int gate, struct seccomp_notif *ask) {
  memset(ask, 0, sizeof *ask);
  if (ioctl(gate, SECCOMP_IOCTL_NOTIF_RECV, ask) == 0) return 1;
  return errno == ENOENT || errno == EINTR ? 0 : -1;
}

/* CONTINUE lets the kernel do the call with the caller's memory as it is then:
 * safe for our own code alone, never for a program's. */
static bool let_pass(int gate) {
  struct seccomp_notif ask;
  if (take_call(gate, &ask) != 1) return false;
  struct seccomp_notif_resp r = {.id = ask.id,
                                 .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
  return ioctl(gate, SECCOMP_IOCTL_NOTIF_SEND, &r) == 0;
}

bool cs_init_answer(const cs_plan *plan, int gate) {
  assert(gate >= 0);
  struct seccomp_notif ask;
  int n = take_call(gate, &ask);
  if (n == 1) cs_names_answer(plan, gate, &ask);
  return n >= 0;
}

int cs_init_let_through(int socket) {
  CS_AUTO_FD
  int gate = cs_init_take_gate(socket);
  struct pollfd p = {.fd = gate, .events = POLLIN};
  /* The caller is our own code until this call succeeds: what its pointers
   * point to is what we put there. */
  if (gate < 0 || poll(&p, 1, -1) != 1 || !(p.revents & POLLIN) ||
      !let_pass(gate))
    return -1;
  return cs_steal(&gate);
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

_Noreturn void cs_init_serve(const cs_plan *plan, int control, int program,
                             int gate) {
  assert(control >= 0);
  sigset_t mask;
  int status = 0;
  umask(0); /* modes of what we make for others are theirs */
  (void)prctl(PR_SET_NAME, "caisson-init", 0, 0, 0);
  /* Everything but SIGKILL is blocked: nobody inside can disturb process 1,
   * which the kernel protects as well. */
  sigfillset(&mask);
  sigprocmask(SIG_BLOCK, &mask, NULL);
  sigemptyset(&mask);
  sigaddset(&mask, SIGCHLD);
  int children = signalfd(-1, &mask, SFD_CLOEXEC);
  /* SIGCHLD may have come before the mask. */
  bool gone = reap(program, &status);
  while (!gone && children >= 0) {
    struct pollfd fds[] = {{.fd = control, .events = POLLIN},
                           {.fd = children, .events = POLLIN},
                           {.fd = gate, .events = POLLIN}};
    if (poll(fds, 3, -1) < 0) continue;
    if (fds[0].revents) _exit(0); /* the host is gone, or wants us gone */
    if (fds[2].revents & POLLIN ? !cs_init_answer(plan, gate)
                                : fds[2].revents != 0)
      gate = -1;
    struct signalfd_siginfo info;
    if (fds[1].revents) (void)!read(children, &info, sizeof info);
    gone = reap(program, &status);
  }
  cs_init_tell(control, CS_CONTROL_EXITED, status, NULL);
  _exit(0);
}
