/*
 * launch.c - start the keeper of a sandbox.
 *
 * The process that is started forks the keeper and ends, so that the keeper is
 * nobody's child: this may be somebody else's program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "sandbox/frame.h"

#define REPORT_MS 60000

enum { BOX = 3, LEASE, TREE, WORK, CONTROL, POST, IMAGE, SECRETS, FDS };

/* Sources must be above all targets. */
static int lift(int fd) {
  return fcntl(fd, F_DUPFD_CLOEXEC, CS_JAIL_TARGETS);
}

/* What test builds know of our environment; the keeper has nothing else of it.
 */
static void pass_switches(char room[2][128], char *env[]) {
#ifdef NDEBUG
  (void)room;
  (void)env;
#else
  static const char *const names[] = {"CAISSON_FAULT", "CAISSON_WEAKEN"};
  const char *asked[] = {getenv("CAISSON_FAULT"), getenv("CAISSON_WEAKEN")};
  for (int i = 0, n = 0; i < 2; i++) {
    if (!asked[i]) continue;
    snprintf(room[i], sizeof room[i], "%s=%.100s", names[i], asked[i]);
    env[n++] = room[i];
  }
#endif
}

static int spawn_with(const cs_jail_kit *kit, const int lifted[FDS],
                      pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attr;
  sigset_t none, all;
  char path[48], *argv[] = {(char[]){"caisson-keeper"}, NULL};
  char switches[2][128], *env[] = {NULL, NULL, NULL};
  pass_switches(switches, env);
  snprintf(path, sizeof path, "/proc/self/fd/%d", kit->helper);
  sigemptyset(&none);
  sigfillset(&all);
  int rc = posix_spawn_file_actions_init(&actions);
  if (rc == 0) rc = posix_spawnattr_init(&attr);
  if (rc != 0) return rc;
  (void)posix_spawnattr_setsigmask(&attr, &none);
  (void)posix_spawnattr_setsigdefault(&attr, &all);
  (void)posix_spawnattr_setflags(
      &attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  for (int i = 0; rc == 0 && i < FDS; i++)
    rc = posix_spawn_file_actions_adddup2(&actions, lifted[i], i);
  if (rc == 0) rc = posix_spawn(pid, path, &actions, &attr, argv, env);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attr);
  return rc;
}

static cs_status spawn(const cs_jail_kit *kit, const cs_launch *l, int theirs,
                       cs_error *err) {
  CS_AUTO_FD
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  const int from[FDS] = {null,
                         null,
                         null,
                         l->box,
                         theirs,
                         l->tree >= 0 ? l->tree : null,
                         l->work >= 0 ? l->work : null,
                         l->control >= 0 ? l->control : null,
                         l->post >= 0 ? l->post : null,
                         l->image >= 0 ? l->image : null,
                         l->secrets >= 0 ? l->secrets : null};
  int lifted[FDS], rc = 0;
  pid_t pid = 0;
  for (int i = 0; i < FDS; i++) {
    lifted[i] = lift(from[i]);
    if (lifted[i] < 0) rc = errno;
  }
  if (rc == 0) rc = spawn_with(kit, lifted, &pid);
  for (int i = 0; i < FDS; i++) cs_cleanup_fd(&lifted[i]);
  if (rc != 0) {
    errno = rc;
    return cs_error_os(err, "cannot start the keeper of a sandbox");
  }
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
  }
  return CS_OK;
}

static json_t *hear(int lease, cs_error *err) {
  cs_buf in;
  cs_frame f;
  json_t *report = NULL;
  cs_buf_init(&in, CS_FRAME_MAX);
  if (!cs_jail_await(lease, POLLIN, REPORT_MS))
    (void)cs_error_set(err, CS_EOS, "the keeper of the sandbox says nothing");
  else if (cs_frame_receive(lease, &in, &f, err) == CS_OK)
    report = json_loadb(f.data, f.len, 0, NULL);
  cs_buf_fini(&in);
  return report;
}

json_t *cs_launch_keeper(const cs_jail_kit *kit, cs_launch *l, cs_error *err) {
  int pair[2];
  l->lease = -1;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
    (void)cs_error_os(err, "no socket for a keeper");
    return NULL;
  }
  CS_AUTO_FD
  int ours = pair[0];
  cs_status st = spawn(kit, l, pair[1], err);
  close(pair[1]);
  json_t *report = st == CS_OK ? hear(ours, err) : NULL;
  if (report) l->lease = cs_steal(&ours);
  return report;
}
