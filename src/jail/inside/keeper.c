/*
 * keeper.c - one request, one jail.
 *
 * The keeper never runs code of a guest and drops nothing: it needs its rights
 * to make namespaces. It is not dumpable, takes requests from the host alone,
 * and forgets each one (explicit_bzero), because the next process 1 is a copy
 * of its memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/keeper.h"

#include <assert.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/inside/init.h"
#include "jail/inside/net.h"
#include "jail/inside/root.h"
#include "jail/inside/walls.h"

#define REQUEST_MAX (256 << 10)

typedef struct request {
  char data[REQUEST_MAX];
  size_t len;
  int fds[CS_CONTROL_FDS + CS_CONTROL_MOUNTS]; /* those of mounts at the end */
  size_t nfds;
} request;

/* --- process 1 ----------------------------------------------------------- */

/* NULL with errno; a private copy, since descriptors in it are replaced. */
static cs_plan *map_plan(int fd) {
  struct stat s;
  if (fstat(fd, &s) != 0) return NULL;
  void *p =
      mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  return p == MAP_FAILED ? NULL : p;
}

/* The plan counts descriptors from CS_PLAN_FD_FIRST on; here they are those
 * that came with the request.  False: the zygote's tree has all it needs. */
static bool has_mounts(cs_plan *plan, const request *r) {
  assert(r->nfds >= CS_CONTROL_FDS);
  cs_plan_place *p = (cs_plan_place *)(void *)((char *)plan + plan->places);
  bool any = false;
  for (uint32_t i = 0; i < plan->nplaces; i++) {
    any |= p[i].mine;
    if (p[i].fd < 0) continue;
    size_t at = CS_CONTROL_FDS + (size_t)(p[i].fd - CS_PLAN_FD_FIRST);
    p[i].fd = at < r->nfds ? r->fds[at] : -1;
  }
  return any;
}

/* With mounts the whole tree is made anew, from the zygote's and the host's. */
static cs_status make_root(cs_plan *plan, const request *r, int host,
                           int *procfs, cs_root_shown *shown, cs_error *err) {
  if (!has_mounts(plan, r)) return cs_root_renew(plan, procfs, shown, err);
  cs_status st = cs_root_fetch(plan, host, err);
  return st == CS_OK ? cs_root_build(plan, procfs, shown, err) : st;
}

/* Tell the host who we are and show it what only this jail has. */
static bool tell_started(int control, int self, cs_root_shown *shown) {
  cs_control m = {.kind = CS_CONTROL_STARTED, .value = getpid()};
  int fds[1 + CS_CONTROL_SHOWN] = {self};
  memcpy(fds + 1, shown->fd, shown->n * sizeof *fds);
  bool told =
      self >= 0 && cs_init_pass(control, &m, sizeof m, fds, 1 + shown->n);
  cs_root_close_shown(shown);
  return told;
}

/* Where the program passes us its gate; without one a descriptor that it has
 * anyway stands for it. */
static bool open_pair(const cs_plan *plan, const request *r, int pair[2]) {
  assert(r->nfds >= CS_CONTROL_FDS);
  pair[0] = -1;
  pair[1] = r->fds[4];
  return !(plan->flags & CS_PLAN_NAMES) ||
         socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0;
}

/* `*gate`: what the program asks at, or -1. Order: the tree, then the host is
 * told who we are, then the zygote is asked for a child; the host verifies that
 * child before it sends a program. */
static cs_status make_jail(const request *r, cs_plan *plan, int zygote,
                           int host, int *gate, cs_error *err) {
  int procfs, pair[2];
  *gate = -1;
  if (!plan) return cs_error_os(err, "cannot read the plan");
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
    return cs_error_os(err, "cannot detach the mounts");
  cs_root_shown shown = {.n = 0};
  cs_status st = cs_init_dress(plan, err);
  if (st == CS_OK) st = make_root(plan, r, host, &procfs, &shown, err);
  if (st != CS_OK) return st;
  /* The host can only wait for it by this: it is not the host's child. */
  int self = (int)syscall(SYS_pidfd_open, getpid(), 0);
  if (!open_pair(plan, r, pair))
    return cs_error_os(err, "no socket for a jail");
  const int fds[] = {self,      procfs,    r->fds[0], r->fds[2],
                     r->fds[3], r->fds[4], pair[1]};
  if (!tell_started(r->fds[1], self, &shown) ||
      !cs_init_pass(zygote, r->data, r->len, fds, 7))
    return cs_error_os(err, "the zygote is gone");
  if (pair[0] < 0) return CS_OK;
  close(pair[1]); /* a program that dies early is the end of the socket */
  *gate = cs_init_take_gate(pair[0]);
  return CS_OK;
}

/* Has the keeper's rights until it has made the jail, none afterwards. */
static _Noreturn void first_process(const request *r, int zygote, int host) {
  assert(r->nfds >= CS_CONTROL_FDS);
  cs_error err = {0};
  int control = r->fds[1], gate;
  cs_plan *plan = map_plan(r->fds[0]);
  /* The zygote may look us up and join; the program, in a user namespace below
   * ours, may not (redteam: E07). */
  (void)prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  if (make_jail(r, plan, zygote, host, &gate, &err) != CS_OK) {
    cs_init_tell(control, CS_CONTROL_FAILED, err.os, err.text);
    _exit(125);
  }
  (void)close_range(0, (unsigned)control - 1, 0);
  if (gate >= 0) gate = dup2(gate, control + 1);
  (void)close_range((unsigned)control + (gate >= 0 ? 2 : 1), ~0u, 0);
  (void)!cs_walls_drop_caps(NULL);
  cs_init_serve(plan, control, -1, gate);
}

/* --- the keeper ---------------------------------------------------------- */

/* False: the host is gone. */
static bool take_request(int control, request *r) {
  r->nfds = sizeof r->fds / sizeof *r->fds;
  ssize_t n = cs_init_take(control, r->data, sizeof r->data, r->fds, &r->nfds);
  r->len = n > 0 ? (size_t)n : 0;
  return n > 0 && r->nfds >= CS_CONTROL_FDS;
}

/* With a network namespace of its own, or one that a dead jail left clean. */
static void answer(request *r, int zygote, int host, cs_nets *nets) {
  assert(r->nfds >= CS_CONTROL_FDS);
  struct clone_args a = {.flags = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC |
                                  CLONE_NEWUTS | CLONE_NEWCGROUP,
                         .exit_signal = SIGCHLD};
  cs_plan plan;
  int net = -1;
  if (pread(r->fds[0], &plan, sizeof plan, 0) == (ssize_t)sizeof plan)
    net = cs_net_enter(nets, &plan);
  if (net < 0) a.flags |= CLONE_NEWNET;
  long pid = syscall(SYS_clone3, &a, sizeof a);
  if (pid == 0) first_process(r, zygote, host);
  if (pid < 0)
    cs_init_tell(r->fds[1], CS_CONTROL_FAILED, errno,
                 "the zygote's keeper got no namespaces");
  else if (net >= 0)
    cs_net_lend(nets, net, (pid_t)pid);
  for (size_t i = 0; i < r->nfds; i++) close(r->fds[i]);
  explicit_bzero(r->data, r->len); /* the next jail's process 1 is our copy */
}

/* Its only words: it is ready, or why it is not. */
static void hear_zygote(int control, int zygote) {
  char text[200];
  ssize_t n = recv(zygote, text, sizeof text - 1, MSG_DONTWAIT);
  if (n <= 0) _exit(0);
  text[n] = 0;
  bool ready = strcmp(text, "ready") == 0;
  cs_init_tell(control, ready ? CS_CONTROL_READY : CS_CONTROL_FAILED, 0, text);
}

/* When the zygote is gone, its last words may still lie in the socket. */
static void reap(int control, int zygote, pid_t of, cs_nets *nets) {
  pid_t pid;
  while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {
    cs_net_end(nets, pid);
    if (pid != of) continue;
    hear_zygote(control, zygote);
    _exit(0);
  }
}

_Noreturn void cs_keeper_serve(int control, int zygote, int pid, int host) {
  static request r; /* too large for a stack */
  cs_nets nets = {.n = 0};
  sigset_t mask;
  (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  (void)prctl(PR_SET_NAME, "caisson-keeper", 0, 0, 0);
  sigemptyset(&mask);
  sigaddset(&mask, SIGCHLD);
  sigprocmask(SIG_BLOCK, &mask, NULL);
  CS_AUTO_FD
  int children = signalfd(-1, &mask, SFD_CLOEXEC);
  reap(control, zygote, pid, &nets);
  for (;;) {
    struct pollfd p[] = {{.fd = control, .events = POLLIN},
                         {.fd = zygote, .events = POLLIN},
                         {.fd = children, .events = POLLIN}};
    if (poll(p, 3, -1) < 0) continue;
    struct signalfd_siginfo info;
    if (p[2].revents) (void)!read(children, &info, sizeof info);
    if (p[2].revents) reap(control, zygote, pid, &nets);
    if (p[1].revents) hear_zygote(control, zygote);
    if (!p[0].revents) continue;
    if (!take_request(control, &r)) _exit(0);
    answer(&r, zygote, host, &nets);
  }
}
