/*
 * helper.c - the program that makes one jail, then is its first process.
 *
 * A static program of its own, kept as bytes in the library and started from a
 * sealed memory file: it inherits nothing of the host's memory, and nothing
 * that a guest could overwrite is ever executed again (redteam: E03).
 *
 *   host ── spawn ─▶ helper ── clone ─▶ process 1 ── fork ─▶ the program
 *                    (exits)            (reaps, dies with the control socket)
 *
 * Process 1 is a child of the host (CLONE_PARENT), which holds it by pidfd.
 *
 * Three processes, each with a short life until the last:
 *
 *  helper      host's user namespace: reads the plan, detaches mounts (root
 *              only), joins the control groups, clones process 1, writes its
 *              id maps, exits
 *  process 1   all capabilities in the jail's namespaces: builds the root,
 *              forks the program, drops everything, reaps
 *  program     raises the walls around itself and executes
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/inside/helper.h"

#include <assert.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "jail/control.h"
#include "jail/detach.h"
#include "jail/inside/become.h"
#include "jail/inside/cwd.h"
#include "jail/inside/execs.h"
#include "jail/inside/init.h"
#include "jail/inside/keeper.h"
#include "jail/inside/root.h"
#include "jail/inside/trial.h"
#include "jail/inside/walls.h"
#include "jail/plan.h"

#define CONTROL CS_PLAN_FD_CONTROL

static _Noreturn void give_up(const cs_error *err) {
  cs_become_give_up(err);
}

/* --- process 1 ----------------------------------------------------------- */

/* Nothing but what the plan names crosses into the program. */
static void mark_descriptors(const cs_plan *plan) {
  unsigned keep = CS_PLAN_FD_FIRST + plan->nkeep;
  (void)close_range(CONTROL, CONTROL + 1, CLOSE_RANGE_CLOEXEC);
  (void)close_range(keep, ~0u, CLOSE_RANGE_CLOEXEC);
}

/* The host's tree stays in a mount namespace that only a keeper can reach:
 * jails get their mounts from there. */
static int keep_host(cs_error *err) {
  int host = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
  if (host >= 0 && unshare(CLONE_NEWNS) == 0) return host;
  (void)cs_error_os(err, "no second mount namespace");
  give_up(err);
}

/* The group first: without the user's rights it could not be changed. */
static void become_user(cs_error *err) {
  assert(CS_PLAN_UID != 0 && CS_PLAN_GID != 0);
  if (setresgid(CS_PLAN_GID, CS_PLAN_GID, CS_PLAN_GID) == 0 &&
      setresuid(CS_PLAN_UID, CS_PLAN_UID, CS_PLAN_UID) == 0)
    return;
  (void)cs_error_os(err, "cannot become the user of the jail");
  give_up(err);
}

/* Packets, so that a byte and the descriptors that come with it stay
 * together. */
static void open_pair(int pair[2]) {
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    _exit(125);
}

/* Let the program go: at once, or through its one execve.  Returns the gate at
 * which we are asked from now on; -1: there is none. */
static int open_gate(const cs_plan *plan, const int gate[2]) {
  assert(gate[0] >= 0);
  int held = -1;
  close(gate[1]); /* a child that dies early is the end of the socket */
  cs_init_wait(CONTROL);
  if (plan->walls & CS_WALL_NO_SPAWN) {
    held = cs_init_let_through(gate[0]);
  } else {
    if (plan->flags & CS_PLAN_NAMES) held = cs_init_take_gate(gate[0]);
    (void)!send(gate[0], "g", 1, MSG_NOSIGNAL);
  }
  return held >= 0 && held != CONTROL + 1 ? dup2(held, CONTROL + 1) : held;
}

/* All that is left to do is to wait, with as few rights as that takes. */
static _Noreturn void stand_by(const cs_plan *plan, pid_t pid, int held) {
  assert(pid > 0);
  (void)close_range(0, 2, 0); /* the program's streams end with it */
  (void)close_range(CONTROL + (held >= 0 ? 2 : 1), ~0u, 0);
  if (!(plan->flags & CS_PLAN_NO_CAPS)) (void)!cs_walls_drop_caps(NULL);
  /* redteam: E07 - nobody inside reads or traces this process. */
  (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  cs_init_serve(plan, CONTROL, pid, held);
}

/* Our copies are closed: what is shown is the host's from here on. */
static void tell_built(cs_root_shown *shown) {
  cs_control m = {.kind = CS_CONTROL_BUILT};
  if (shown->n == 0)
    cs_init_tell(CONTROL, CS_CONTROL_BUILT, 0, NULL);
  else
    (void)!cs_init_pass(CONTROL, &m, sizeof m, shown->fd, shown->n);
  cs_root_close_shown(shown);
}

/* It waits for `mapped` first: without its id maps it could make nothing. */
static _Noreturn void first_process(const cs_plan *plan, int mapped) {
  assert(mapped >= 0);
  cs_error err = {0};
  char c;
  int procfs = -1;
  /* redteam: E22 - without our host there is nothing to read here. */
  if (read(mapped, &c, 1) != 1) _exit(0);
  become_user(&err);
  if (cs_init_dress(plan, &err) != CS_OK) give_up(&err);
  bool keeper = plan->flags & CS_PLAN_ZYGOTE;
  bool plain = !keeper && !(plan->flags & CS_PLAN_TRIAL);
  int host = keeper ? keep_host(&err) : -1;
  cs_root_shown shown = {.n = 0};
  bool shows = plain && !(plan->flags & CS_PLAN_SERVE);
  if (cs_root_build(plan, &procfs, shows ? &shown : NULL, &err) != CS_OK)
    give_up(&err);
  cs_cwd_close_sources(plan);
  mark_descriptors(plan);
  tell_built(&shown);
  cs_init_wait(CONTROL);
  if (plan->flags & CS_PLAN_SERVE) cs_execs_serve(CONTROL, plan, procfs);
  int zygote[2] = {-1, -1}, gate[2] = {-1, -1};
  if (plain) open_pair(gate);
  if (keeper) open_pair(zygote);
  pid_t pid = fork();
  if (pid == 0 && keeper) (void)dup2(zygote[1], CS_PLAN_FD_FIRST);
  if (pid == 0) cs_become(plan, plan, procfs, gate[1], gate[1]);
  if (pid < 0) {
    (void)cs_error_os(&err, "cannot start the program");
    give_up(&err);
  }
  if (keeper) cs_keeper_serve(CONTROL, zygote[0], pid, host);
  stand_by(plan, pid, plain ? open_gate(plan, gate) : -1);
}

/* --- the helper ---------------------------------------------------------- */

/* With the host's root rights: detach the mounts here, where every directory
 * can be reached, and let files of their owner belong to the jail's user. */
static void detach(cs_plan_place *p, const cs_plan *plan) {
  assert(p->fd >= -1);
  struct stat s;
  int mnt = cs_detach_mount(p->fd, cs_plan_text(plan, p->source), p->share,
                            plan->uid, plan->gid);
  if (mnt < 0) return; /* process 1 will try, fail and say why */
  if (p->ino &&
      (fstat(mnt, &s) != 0 || s.st_dev != p->dev || s.st_ino != p->ino)) {
    close(mnt); /* as above */
    return;
  }
  p->ready = 1;
  p->fd = mnt;
}

/* Only mounts of the host: what is made in memory needs no right of the
 * host's. */
static void detach_all(cs_plan *plan) {
  cs_plan_place *p = (cs_plan_place *)(void *)((char *)plan + plan->places);
  for (uint32_t i = 0; i < plan->nplaces; i++)
    if (p[i].kind == CS_PLACE_RO || p[i].kind == CS_PLACE_RW ||
        p[i].kind == CS_PLACE_OVERLAY || p[i].kind == CS_PLACE_LAYER ||
        (p[i].kind == CS_PLACE_ROOT && p[i].fd >= 0))
      detach(&p[i], plan);
}

/* Private and writable: descriptors are replaced by mounts in our copy. */
static cs_plan *read_plan(void) {
  struct stat s;
  if (fstat(CS_PLAN_FD_PLAN, &s) != 0) return NULL;
  void *p = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE,
                 CS_PLAN_FD_PLAN, 0);
  return p == MAP_FAILED ? NULL : p;
}

/* The pidfd is what the host will hold; the number is for people. */
static void tell_started(long pid, int pidfd) {
  cs_control m = {.kind = CS_CONTROL_STARTED, .value = (int32_t)pid};
  (void)cs_init_pass(CONTROL, &m, sizeof m, &pidfd, 1);
}

/* Limits of the whole jail are there before it is.  Gives the group that
 * process 1 is to be born in, -1: it inherits ours. */
static int join_groups(const cs_plan *plan, cs_error *err) {
  assert(plan->doors <= plan->nfds);
  int first = (int)(CS_PLAN_FD_FIRST + plan->nkeep);
  if (plan->born) return first;
  for (uint32_t i = 0; i < plan->doors; i++)
    if (write(first + (int)i, "0", 1) != 1) {
      (void)cs_error_os(err, "cannot move a jail into its control group");
      give_up(err);
    }
  return -1;
}

/* CLONE_PARENT: the host becomes the parent, so that it can wait for process 1
 * after we are gone. */
static long clone_first(int group, int *pidfd) {
  assert(pidfd);
  struct clone_args a = {.flags = CLONE_PARENT | CLONE_PIDFD | CLONE_NEWUSER |
                                  CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET |
                                  CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP,
                         .pidfd = (uint64_t)(uintptr_t)pidfd};
  if (group >= 0) {
    a.flags |= CLONE_INTO_CGROUP;
    a.cgroup = (unsigned)group;
  }
  return syscall(SYS_clone3, &a, sizeof a);
}

/* Ends as soon as process 1 runs: the host is its parent from then on. */
int cs_helper_main(void) {
  cs_error err = {0};
  int ready[2], pidfd = -1;
  cs_plan *plan = read_plan();
  if (!plan) return 125;
  /* redteam: E01 - what the host's process left open is not for us. */
  (void)close_range(CS_PLAN_FD_FIRST + plan->nfds, ~0u, 0);
  if (pipe2(ready, O_CLOEXEC) != 0) return 125;
  if (geteuid() == 0) {
    (void)setgroups(0, NULL);
    detach_all(plan);
  }
  long pid = clone_first(join_groups(plan, &err), &pidfd);
  if (pid == 0) {
    close(ready[1]);
    first_process(plan, ready[0]);
  }
  if (pid < 0) {
    (void)cs_error_os(&err, CS_CONTROL_NO_SPACES);
    give_up(&err);
  }
  char who[24];
  snprintf(who, sizeof who, "%ld", pid);
  CS_AUTO_FD
  int procfs = open("/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (cs_walls_map(procfs, who, plan->uid, plan->gid, &err) != CS_OK)
    give_up(&err); /* process 1 reads the end of the pipe and leaves */
  tell_started(pid, pidfd);
  (void)!write(ready[1], "m", 1);
  return 0;
}
