/*
 * execs.c - process 1 of a sandbox and the supervisors of its execs.
 *
 * None of these processes has a capability while a program of a guest exists,
 * and none of them can be traced.  The supervisor is a copy of process 1: it
 * costs a few pages.
 *
 * Who may do what: process 1 forks supervisors and reaps; a supervisor forks
 * one program, answers its questions about names, kills what is below it, and
 * tells the host how it ended. The host reaches each of them by its own socket
 * only.
 *
 * Danger: process numbers are used again. Numbers are taken from /proc and used
 * within the same look, and only for processes below the supervisor, which
 * cannot be reaped by anybody else meanwhile.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/execs.h"

#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/control.h"
#include "jail/inside/become.h"
#include "jail/inside/init.h"
#include "jail/inside/walls.h"

#define CONTROL   CS_PLAN_FD_CONTROL
#define CROWD_MAX 4096 /* processes of one sandbox that are looked at */
#define KILL_MS   2    /* between two looks at what is still alive */

typedef struct order { /* the descriptors, in their order */
  int socket, plan, go, in, out, error;
  int file; /* -1: none */
} order;

/* --- who belongs to an exec ---------------------------------------------- */

/* Processes of the sandbox as one look at /proc shows them. */
typedef struct crowd {
  pid_t pid[CROWD_MAX], parent[CROWD_MAX];
  bool ours[CROWD_MAX];
  size_t n;
} crowd;

/* The parent of a process; 0: it is gone or dead. Through a descriptor of the
 * sandbox's own procfs: numbers are those inside. */
static pid_t parent_of(int procfs, pid_t pid) {
  char path[32], text[512], state = 0;
  int parent = 0;
  snprintf(path, sizeof path, "%d/stat", (int)pid);
  CS_AUTO_FD
  int fd = openat(procfs, path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (n <= 0) return 0;
  text[n] = 0;
  const char *end = strrchr(text, ')'); /* a name may have anything in it */
  if (!end || sscanf(end + 1, " %c %d", &state, &parent) != 2) return 0;
  return state == 'Z' || state == 'X' ? 0 : parent;
}

/* Everything in the sandbox, with parents; more than CROWD_MAX are looked at in
 * later rounds, when others have died. */
static void take_all(int procfs, crowd *c) {
  int fd = openat(procfs, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *d = fd < 0 ? NULL : fdopendir(fd);
  c->n = 0;
  for (struct dirent *e; d && (e = readdir(d)) && c->n < CROWD_MAX;) {
    pid_t pid = (pid_t)strtol(e->d_name, NULL, 10);
    pid_t parent = pid > 1 ? parent_of(procfs, pid) : 0;
    if (parent <= 0) continue;
    c->pid[c->n] = pid;
    c->parent[c->n] = parent;
    c->ours[c->n++] = false;
  }
  if (d) closedir(d);
}

/* Mark everything below `top`; how many there are. */
static size_t mark_below(crowd *c, pid_t top) {
  assert(c->n <= CROWD_MAX);
  size_t count = 0;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < c->n; i++) {
      bool below = c->parent[i] == top;
      for (size_t k = 0; !below && k < c->n; k++)
        below = c->ours[k] && c->pid[k] == c->parent[i];
      if (c->ours[i] || !below) continue;
      c->ours[i] = more = true;
      count++;
    }
  }
  return count;
}

/* One look: kill what is below us. A process that may fork no more first, so
 * that what forks as fast as it dies ends, too. Returns how many there were
 * before, so that the caller looks again until there is none. */
static size_t kill_below(int procfs, crowd *c) {
  const struct rlimit none = {0, 0};
  take_all(procfs, c);
  size_t n = mark_below(c, getpid());
  for (size_t i = 0; i < c->n; i++)
    if (c->ours[i]) (void)prlimit(c->pid[i], RLIMIT_NPROC, &none, NULL);
  for (size_t i = 0; i < c->n; i++)
    if (c->ours[i]) (void)kill(c->pid[i], SIGKILL);
  return n;
}

/* --- the supervisor ------------------------------------------------------ */

typedef struct exec {
  const cs_plan *plan;
  int names; /* locked while a name is judged and made; of all supervisors */
  int socket, procfs, children;
  int gate; /* where the exec asks before it makes a name; -1: nowhere */
  pid_t program;
  int status;
  bool gone;    /* the program itself was reaped */
  bool told;    /* and the host knows */
  bool alone;   /* nothing is left below us */
  bool killing; /* everything is to die */
  crowd *crowd;
} exec;

/* Also orphans, which come to us as a subreaper. `alone` is true once nobody
 * below us is left, not even a zombie. */
static void reap(exec *x) {
  int status;
  pid_t pid;
  while ((pid = waitpid(-1, &status, WNOHANG | __WALL)) > 0)
    if (pid == x->program) {
      x->status = status;
      x->gone = true;
    }
  x->alone = pid < 0 && errno == ECHILD;
}

/* The status of the program, and how many it leaves behind. */
static void tell(exec *x) {
  assert(x->gone && !x->told);
  char left[24];
  size_t n = 0;
  if (!x->alone) {
    take_all(x->procfs, x->crowd);
    n = mark_below(x->crowd, getpid());
  }
  snprintf(left, sizeof left, "%zu", n);
  cs_init_tell(x->socket, CS_CONTROL_EXITED, x->status, left);
  x->told = true;
}

static void signal_below(exec *x, int number) {
  assert(number > 0);
  take_all(x->procfs, x->crowd);
  (void)mark_below(x->crowd, getpid());
  for (size_t i = 0; i < x->crowd->n; i++)
    if (x->crowd->ours[i]) (void)kill(x->crowd->pid[i], number);
}

/* The end of the socket is the end of whoever asked for this exec. */
static void hear(exec *x) {
  assert(!x->killing);
  unsigned char c;
  ssize_t n = recv(x->socket, &c, 1, MSG_DONTWAIT);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n != 1 || c == CS_EXECS_KILL)
    x->killing = true;
  else if (c == CS_EXECS_TERM)
    signal_below(x, SIGTERM);
  else if (!x->gone)
    (void)kill(-x->program, c);
}

/* One at a time in the whole sandbox: what was judged must still be so when the
 * name is made.  The lock is a process's and ends with it. */
static bool answer(const exec *x) {
  assert(x->gate >= 0);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  while (fcntl(x->names, F_SETLKW, &lock) != 0)
    if (errno != EINTR) return false; /* the calls fail */
  bool more = cs_init_answer(x->plan, x->gate);
  lock.l_type = F_UNLCK;
  (void)fcntl(x->names, F_SETLK, &lock);
  return more;
}

/* Leaves when the program's status was told and nothing is left below us. */
static _Noreturn void watch(exec *x) {
  assert(x->program > 0 && x->crowd);
  for (;;) {
    reap(x);
    if (x->gone && !x->told && !(x->killing && !x->alone)) tell(x);
    if (x->told && x->alone) _exit(0);
    if (x->killing && !x->alone) (void)kill_below(x->procfs, x->crowd);
    struct pollfd p[] = {{.fd = x->socket, .events = POLLIN},
                         {.fd = x->children, .events = POLLIN},
                         {.fd = x->gate, .events = POLLIN}};
    if (x->killing) p[0].fd = -1;
    if (poll(p, 3, x->killing ? KILL_MS : -1) <= 0) continue;
    if (p[2].revents & POLLIN ? !answer(x) : p[2].revents != 0)
      cs_cleanup_fd(&x->gate);
    struct signalfd_siginfo info;
    if (p[1].revents) (void)!read(x->children, &info, sizeof info);
    if (p[0].revents) hear(x);
  }
}

/* A plan of the host, in a sealed file: trusted, but not to be long enough. */
static const cs_plan *map_plan(int fd) {
  struct stat s;
  if (fstat(fd, &s) != 0 || (size_t)s.st_size < sizeof(cs_plan)) _exit(125);
  void *p = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (p == MAP_FAILED) _exit(125);
  return p;
}

/* The sandbox's walls, with what this exec may use less of. Descriptors are
 * moved above 63 first, so that those the program gets can be put at their
 * numbers without hitting one that is still needed. */
static _Noreturn void start_program(cs_plan *plan, const order *o, int procfs,
                                    int asks) {
  assert(o->socket >= 0 && o->plan >= 0);
  const cs_plan *words = map_plan(o->plan);
  plan->limits = words->limits;
  plan->as_uid = words->as_uid;
  plan->as_gid = words->as_gid;
  (void)dup2(o->in, 0);
  (void)dup2(o->out, 1);
  (void)dup2(o->error, 2);
  /* What must survive the closing below goes above it. */
  int go = fcntl(o->go, F_DUPFD_CLOEXEC, 64);
  int proc = fcntl(procfs, F_DUPFD_CLOEXEC, 64);
  asks = fcntl(asks, F_DUPFD_CLOEXEC, 64);
  if (go < 0 || proc < 0 || dup3(o->socket, CONTROL, O_CLOEXEC) < 0) _exit(125);
  if (o->file >= 0) (void)dup2(o->file, CS_EXECS_FILE);
  (void)close_range(CONTROL + 1, CS_EXECS_FILE - (o->file >= 0 ? 1 : 0), 0);
  (void)close_range(CS_EXECS_FILE + 1, 63, 0);
  (void)close_range(64, ~0u, CLOSE_RANGE_CLOEXEC);
  cs_become(plan, words, proc, go, asks);
}

static _Noreturn void supervise(cs_plan *plan, const order *o, int procfs,
                                int names) {
  assert(o->socket >= 0);
  exec x = {.plan = plan,
            .names = names,
            .socket = o->socket,
            .procfs = procfs,
            .children = -1,
            .gate = -1};
  int pair[2] = {-1, -1};
  sigset_t mask;
  (void)prctl(PR_SET_NAME, "caisson-exec", 0, 0, 0);
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
  if (plan->flags & CS_PLAN_NAMES &&
      socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    _exit(125);
  x.program = fork();
  if (x.program == 0) start_program(plan, o, procfs, pair[1]);
  if (x.program < 0) {
    cs_error err = {0};
    (void)cs_error_os(&err, "cannot start a process in the sandbox");
    cs_init_tell(o->socket, CS_CONTROL_FAILED, err.os, err.text);
    _exit(125);
  }
  close(o->plan);
  close(o->go);
  close(o->in);
  close(o->out);
  close(o->error);
  if (o->file >= 0) close(o->file);
  close(CONTROL);
  cs_cleanup_fd(&pair[1]);
  if (pair[0] >= 0) x.gate = cs_init_take_gate(pair[0]);
  umask(0); /* modes of what we make for others are theirs */
  x.crowd = mmap(NULL, sizeof *x.crowd, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (x.crowd == MAP_FAILED) _exit(125);
  sigemptyset(&mask);
  sigaddset(&mask, SIGCHLD);
  x.children = signalfd(-1, &mask, SFD_CLOEXEC);
  watch(&x);
}

/* --- process 1 ----------------------------------------------------------- */

/* An order without all its descriptors is dropped: its sockets end, which the
 * host sees. */
static void take_order(int control, cs_plan *plan, int procfs, int names) {
  char byte;
  int fds[CS_CONTROL_FDS + CS_CONTROL_MOUNTS];
  size_t n = CS_EXECS_FDS + 1;
  if (cs_init_take(control, &byte, 1, fds, &n) < 0) _exit(0);
  order o = {.file = -1};
  if (n >= CS_EXECS_FDS) {
    memcpy(&o, fds, n * sizeof(int));
    pid_t pid = fork();
    if (pid == 0) supervise(plan, &o, procfs, names);
    if (pid < 0)
      cs_init_tell(o.socket, CS_CONTROL_FAILED, errno,
                   "too many processes in the sandbox");
  }
  for (size_t i = 0; i < n; i++) close(fds[i]);
}

_Noreturn void cs_execs_serve(int control, const cs_plan *plan, int procfs) {
  assert(control == CONTROL);
  sigset_t mask;
  cs_plan *own = (cs_plan *)(uintptr_t)plan; /* a private copy of the bytes */
  (void)prctl(PR_SET_NAME, "caisson-init", 0, 0, 0);
  int proc = fcntl(procfs, F_DUPFD_CLOEXEC, 16);
  int names = memfd_create("names", MFD_CLOEXEC);
  names = fcntl(names, F_DUPFD_CLOEXEC, proc + 1);
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int i = 0; i < 3; i++) (void)dup2(null, i);
  (void)close_range((unsigned)control + 1, 15, 0);
  (void)close_range((unsigned)(names < 0 ? proc : names) + 1, ~0u, 0);
  if (!(plan->flags & CS_PLAN_NO_CAPS)) (void)!cs_walls_drop_caps(NULL);
  /* redteam: E07 - nobody inside reads or traces this process. */
  (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  sigfillset(&mask);
  sigprocmask(SIG_BLOCK, &mask, NULL);
  sigemptyset(&mask);
  sigaddset(&mask, SIGCHLD);
  int children = signalfd(-1, &mask, SFD_CLOEXEC);
  for (;;) {
    struct pollfd p[] = {{.fd = control, .events = POLLIN},
                         {.fd = children, .events = POLLIN}};
    if (poll(p, 2, -1) < 0) continue;
    struct signalfd_siginfo info;
    if (p[1].revents) (void)!read(children, &info, sizeof info);
    while (waitpid(-1, NULL, WNOHANG | __WALL) > 0) {
    }
    if (p[0].revents) take_order(control, own, proc, names);
  }
}
