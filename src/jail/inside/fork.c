/*
 * fork.c - the few system calls that a zygote cannot make from Python.
 *
 * A shared object that runner/zygote.py loads.  Its keeper has made a jail
 * without a program; the zygote forks a child into its process namespace, and
 * the child joins the other namespaces and gives everything up.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "jail/inside/walls.h"

#define EXPORT __attribute__((visibility("default")))

int cs_fork_aim(int target) EXPORT;
void cs_fork_enter(int jail, int procfs, int plan, int channel, int out,
                   int error) EXPORT;

/* Children are born in the process namespace of `target`. */
int cs_fork_aim(int target) {
  return setns(target, CLONE_NEWPID);
}

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

/* Three streams, the channel as descriptor 5, nothing else. */
static void take_streams(int channel, int out, int error) {
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  (void)dup2(null, 0);
  (void)dup2(out, 1);
  (void)dup2(error, 2);
  (void)dup2(channel, CS_PLAN_FD_FIRST);
}

/* In the child: into the jail, and no way back. */
void cs_fork_enter(int jail, int procfs, int plan_fd, int channel, int out,
                   int error) {
  cs_error err = {0};
  int spaces = CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |
               CLONE_NEWCGROUP;
  take_streams(channel, out, error);
  const cs_plan *plan = map_plan(plan_fd, &err);
  const char *cwd = cs_plan_text(plan, plan->cwd);
  if (setns(jail, spaces) != 0 || setsid() < 0 || chdir(cwd) != 0) {
    (void)cs_error_os(&err, "cannot enter %.80s in the jail", cwd);
    give_up(&err);
  }
  if (cs_walls_raise(plan, procfs, NULL, &err) != CS_OK) give_up(&err);
  (void)close_range(3, CS_PLAN_FD_FIRST - 1, 0);
  (void)close_range(CS_PLAN_FD_FIRST + 1, ~0u, 0);
  /* The host looks at us from outside before it sends a program. */
  (void)!send(CS_PLAN_FD_FIRST, "w", 1, MSG_NOSIGNAL);
}
