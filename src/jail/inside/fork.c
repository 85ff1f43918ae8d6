/*
 * fork.c - a zygote's loop: for every jail that its keeper has made, a child.
 *
 * A shared object that runner/zygote.py loads.  The keeper has made a jail
 * without a program; the zygote forks a child into its process namespace, and
 * the child joins the other namespaces, gives everything up and goes on in
 * Python.  The loop itself is no Python: whatever the zygote writes to after a
 * fork is copied, page by page, in it or in its child.
 *
 * Danger: everything between fork and enter() runs in a copy of a Python
 * process that may have other threads' locks held; only system calls are made
 * there, until PyOS_AfterFork_Child has put the interpreter right.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jail/inside/cwd.h"
#include "jail/inside/init.h"
#include "jail/inside/walls.h"

#define EXPORT      __attribute__((visibility("default")))
#define REQUEST_MAX (256 << 10)

/* Of the interpreter that has loaded us. */
void PyOS_BeforeFork(void);
void PyOS_AfterFork_Child(void);
struct _object *PyBytes_FromStringAndSize(const char *data, ssize_t n);

/* What comes with a request; the names are the order. Descriptors of one
 * request, in their order on the wire. */
typedef struct parts {
  int jail, procfs, plan, channel, out, error, names;
} parts;

#define FDS (sizeof(parts) / sizeof(int))

typedef struct request {
  char data[REQUEST_MAX]; /* the environment */
  size_t len;
  parts fds;
  bool whole;
} request;

static request asked;

void cs_fork_rehearse(void) EXPORT;
struct _object *cs_fork_next(int keeper) EXPORT;

/* --- the child ----------------------------------------------------------- */

/* To the program's own stderr, which the host reads; there is no control socket
 * in a child of the zygote. */
static _Noreturn void give_up(const cs_error *err) {
  (void)dprintf(2, "caisson: %s\n", err->text);
  _exit(125);
}

static const cs_plan *map_plan(int fd, cs_error *err) {
  struct stat s;
  void *p = MAP_FAILED;
  if (fstat(fd, &s) == 0)
    p = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (p != MAP_FAILED) return p;
  (void)cs_error_os(err, "cannot read the plan");
  give_up(err);
}

/* Three streams, the channel, which no program inherits, and nothing else.
 * Standard input is the zygote's own: /dev/null. */
static void take_streams(const parts *f) {
  assert(f->out >= 0 && f->error >= 0 && f->channel >= 0);
  (void)dup2(f->out, 1);
  (void)dup2(f->error, 2);
  (void)dup3(f->channel, CS_PLAN_FD_FIRST, O_CLOEXEC);
}

/* Into the jail, and no way back. */
static void enter(const parts *f) {
  assert(f->jail >= 0 && f->plan >= 0);
  cs_error err = {0};
  int spaces = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |
               CLONE_NEWCGROUP;
  take_streams(f);
  const cs_plan *plan = map_plan(f->plan, &err);
  if (setns(f->jail, spaces) != 0 || setsid() < 0) {
    (void)cs_error_os(&err, "cannot enter the jail");
    give_up(&err);
  }
  if (cs_cwd_enter(plan, &err) != CS_OK) give_up(&err);
  int gate = -1;
  char c = 'g';
  if (cs_walls_raise(plan, f->procfs, false, &gate, &err) != CS_OK)
    give_up(&err);
  if (gate >= 0) (void)cs_init_pass(f->names, &c, 1, &gate, 1);
  (void)close_range(3, CS_PLAN_FD_FIRST - 1, 0);
  (void)close_range(CS_PLAN_FD_FIRST + 1, ~0u, 0);
  /* The host looks at us from outside before it sends a program. */
  (void)!send(CS_PLAN_FD_FIRST, "w", 1, MSG_NOSIGNAL);
}

/* --- the zygote ---------------------------------------------------------- */

/* False: the keeper is gone. A request without all descriptors is not `whole`,
 * and forgotten. */
static bool receive(int keeper, request *r) {
  assert(keeper >= 0);
  size_t n = FDS;
  ssize_t len = cs_init_take(keeper, r->data, sizeof r->data, &r->fds.jail, &n);
  r->len = len > 0 ? (size_t)len : 0;
  r->whole = n == FDS;
  return len > 0;
}

/* Also what an environment may tell: the next child inherits our memory. */
static void forget(request *r) {
  const int *fds = &r->fds.jail;
  for (size_t i = 0; r->whole && i < FDS; i++) close(fds[i]);
  explicit_bzero(r->data, r->len);
}

/* A child in the jail's process namespace: 0 in it.  A jail that is gone
 * already needs none, and if there are too many processes the host sees the
 * channel end. */
static pid_t fork_into(int jail, int own) {
  assert(jail >= 0);
  pid_t pid = -1;
  if (setns(jail, CLONE_NEWPID) != 0) return -1;
  pid = fork();
  if (pid != 0) (void)setns(own, CLONE_NEWPID);
  return pid;
}

static void set_child_signal(void (*how)(int)) {
  struct sigaction a = {.sa_handler = how};
  (void)sigaction(SIGCHLD, &a, NULL);
}

/* What a child does first, done here once before: symbols are found, and memory
 * is laid out, for all of them. */
void cs_fork_rehearse(void) {
  PyOS_BeforeFork();
  PyOS_AfterFork_Child();
}

/* Serves requests; returns in children only, with their environment. */
struct _object *cs_fork_next(int keeper) {
  int own = open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC);
  set_child_signal(SIG_IGN); /* nobody has to wait for them */
  PyOS_BeforeFork();         /* once: all children are of the same moment */
  while (receive(keeper, &asked)) {
    if (asked.whole && fork_into(asked.fds.jail, own) == 0) {
      set_child_signal(SIG_DFL);
      enter(&asked.fds);
      PyOS_AfterFork_Child();
      return PyBytes_FromStringAndSize(asked.data, (ssize_t)asked.len);
    }
    forget(&asked);
  }
  _exit(0);
}
