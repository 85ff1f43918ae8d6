/*
 * spawn.c - start, watch and end a worker process.
 *
 * The wait for a worker's answer sleeps in slices; watch() runs before each of
 * them and is the only place where deadlines are looked at.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "worker/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "worker/line.h"
#include "worker/outside.h"

#define SLICE_NS INT64_C(20000000) /* a dead worker is noticed this soon */
#define POLL_NS  INT64_C(5000000)  /* how late a deadline may be seen */
#define GRACE_NS INT64_C(1000000000)
#define START_MS 10000 /* for a machine under heavy load */
#define MS       INT64_C(1000000)

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* --- watching ------------------------------------------------------------ */

bool cs_worker_is_remote(const cs_worker *w) {
  return w->channel.line != NULL;
}

/* One that is elsewhere is alive as long as its connection. */
static bool dead(const cs_worker *w) {
  if (cs_worker_is_remote(w)) return false;
  struct pollfd p = {.fd = w->pidfd, .events = POLLIN};
  return poll(&p, 1, 0) == 1;
}

/* Whoever has the other end of a connection kills when that is closed. */
static void send_kill(const cs_worker *w) {
  if (cs_worker_is_remote(w)) return;
  (void)syscall(SYS_pidfd_send_signal, w->pidfd, SIGKILL, NULL, 0U);
}

static int64_t until(int64_t at, int64_t t, int64_t slice) {
  return at != 0 && at - t < slice ? at - t : slice;
}

/* cs_channel_tick of the host. */
static int64_t watch(void *user) {
  cs_worker *w = user;
  int64_t t = now();
  if (dead(w)) return -1;
  if (w->kill_at != 0 && t >= w->kill_at) {
    w->timed_out = true;
    send_kill(w);
    return -1;
  }
  bool late = w->interrupt_at != 0 && t >= w->interrupt_at;
  if (w->poll && w->poll(w->poll_arg)) {
    late = true;
    if (w->kill_at == 0) w->kill_at = t + GRACE_NS;
  }
  if (late || atomic_load(&w->cancelled))
    *cs_channel_interrupt(&w->channel) = 1;
  int64_t slice = until(w->kill_at, t, w->poll ? POLL_NS : SLICE_NS);
  return late ? slice : until(w->interrupt_at, t, slice);
}

void cs_worker_deadline(cs_worker *w, uint64_t run_ms, uint64_t grace_ms) {
  int64_t t = now();
  *cs_channel_interrupt(&w->channel) = 0;
  atomic_store(&w->cancelled, false);
  w->interrupt_at = run_ms == 0 ? 0 : t + (int64_t)run_ms * MS;
  w->kill_at = run_ms == 0 ? 0 : w->interrupt_at + (int64_t)grace_ms * MS;
}

void cs_worker_cancel(cs_worker *w) {
  atomic_store(&w->cancelled, true);
  *cs_channel_interrupt(&w->channel) = 1;
}

/* --- starting ------------------------------------------------------------ */

/* 0, 1, 2 on nothing, the channel on 3, perhaps a gift, all else closed.
 * Neither descriptor may stand where another one is put first. */
static int prepare(posix_spawn_file_actions_t *fa, int fd, int gift) {
  int rc = 0;
  for (int i = 0; i < 3 && rc == 0; i++)
    rc = posix_spawn_file_actions_addopen(fa, i, "/dev/null", O_RDWR, 0);
  if (rc == 0) rc = posix_spawn_file_actions_adddup2(fa, fd, CS_WORKER_FD);
  if (rc == 0 && gift > 0)
    rc = posix_spawn_file_actions_adddup2(fa, gift, CS_WORKER_GIFT);
  if (rc == 0)
    rc = posix_spawn_file_actions_addclosefrom_np(
        fa, gift > 0 ? CS_WORKER_GIFT + 1 : CS_WORKER_GIFT);
  return rc;
}

/* Signals as in a fresh login, whatever the host did to its own. */
static int reset_signals(posix_spawnattr_t *attr) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int rc = posix_spawnattr_setsigmask(attr, &none);
  if (rc == 0) rc = posix_spawnattr_setsigdefault(attr, &all);
  if (rc == 0)
    rc = posix_spawnattr_setflags(
        attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return rc;
}

static int launch(const char *path, int fd, const cs_worker_options *o,
                  pid_t *pid) {
  char parent[24], memory[64], name[] = CS_WORKER_NAME;
  const char *fault = cs_outside_fault();
  snprintf(parent, sizeof parent, "%ld", (long)getpid());
  snprintf(memory, sizeof memory, "%llu%s%.32s", (unsigned long long)o->memory,
           fault ? ":" : "", fault ? fault : "");
  char *argv[] = {name, parent, memory, NULL};
  char *envp[] = {NULL};
  posix_spawn_file_actions_t fa;
  posix_spawnattr_t attr;
  int rc = posix_spawn_file_actions_init(&fa);
  if (rc != 0) return rc;
  rc = posix_spawnattr_init(&attr);
  if (rc == 0) {
    rc = prepare(&fa, fd, o->gift);
    if (rc == 0) rc = reset_signals(&attr);
    if (rc == 0) rc = posix_spawn(pid, path, &fa, &attr, argv, envp);
    posix_spawnattr_destroy(&attr);
  }
  posix_spawn_file_actions_destroy(&fa);
  return rc;
}

cs_status cs_worker_launch(cs_worker *w, const cs_worker_options *options,
                           cs_error *err) {
  *w = (cs_worker){.pidfd = -1, .memory = options->memory};
  CS_AUTO_FD
  int fd = cs_channel_create(err);
  if (fd < 0) return CS_EOS;
  cs_status st =
      cs_channel_open(&w->channel, fd, CS_SIDE_HOST, options->frame_max, err);
  if (st != CS_OK) return st;
  w->channel.tick = watch;
  w->channel.user = w;
  const char *path = options->path ? options->path : "/proc/self/exe";
  int rc = launch(path, fd, options, &w->pid);
  if (rc != 0) {
    cs_channel_close(&w->channel);
    errno = rc;
    return cs_error_os(err, "cannot start the worker program %s", path);
  }
  w->pidfd = (int)syscall(SYS_pidfd_open, w->pid, 0);
  if (w->pidfd >= 0) return CS_OK;
  st = cs_error_os(err, "cannot watch a worker");
  cs_worker_stop(w);
  return st;
}

cs_status cs_worker_connect(cs_worker *w, int fd, size_t frame_max,
                            cs_error *err) {
  *w = (cs_worker){.pidfd = -1};
  cs_status st = cs_channel_connect(&w->channel, fd, frame_max, err);
  if (st != CS_OK) return st;
  w->channel.tick = watch;
  w->channel.user = w;
  cs_line_watch(w->channel.line, watch, w);
  return CS_OK;
}

/* What a server says of its walls would be no more than a word. */
static cs_status greet_remote(cs_worker *w, cs_error *err) {
  cs_frame f;
  w->kill_at = now() + START_MS * MS;
  cs_status st = cs_channel_receive(&w->channel, &f);
  w->kill_at = 0;
  if (st == CS_OK && f.kind == CS_FRAME_READY) return CS_OK;
  return cs_error_set(err, CS_EOS, "the remote worker did not start%s",
                      w->timed_out ? " in time" : "");
}

/* The first frame says which walls are up. */
static cs_status read_greeting(cs_worker *w, cs_error *err) {
  cs_frame f;
  w->kill_at = now() + START_MS * MS;
  cs_status st = cs_channel_receive(&w->channel, &f);
  w->kill_at = 0;
  if (st != CS_OK)
    return cs_error_set(err, CS_EOS, "a worker did not start%s",
                        w->timed_out ? " in time" : ": it ended at once");
  if (f.kind != CS_FRAME_READY || f.len != sizeof w->walls)
    return cs_error_set(err, CS_EOS, "a worker could not start: %.120s",
                        f.kind == CS_FRAME_FAILED ? f.data : "bad greeting");
  memcpy(&w->walls, f.data, sizeof w->walls);
  return CS_OK;
}

cs_status cs_worker_greet(cs_worker *w, cs_error *err) {
  bool remote = cs_worker_is_remote(w);
  cs_status st = remote ? greet_remote(w, err) : read_greeting(w, err);
  if (st == CS_OK && !remote)
    st = cs_outside_check(w->pid, w->memory, &w->seen, err);
  if (st != CS_OK) cs_worker_stop(w);
  return st;
}

/* --- ending -------------------------------------------------------------- */

static int reap(const cs_worker *w) {
  siginfo_t info = {0};
  while (waitid(P_PIDFD, (id_t)w->pidfd, &info, WEXITED) != 0)
    if (errno != EINTR) return -1;
  return info.si_code == CLD_EXITED ? info.si_status << 8 : info.si_status;
}

bool cs_worker_gone(cs_worker *w, int *status) {
  if (cs_worker_is_remote(w)) return cs_line_ended(w->channel.line, status);
  if (w->pidfd < 0 || !dead(w)) return false;
  *status = reap(w);
  close(w->pidfd);
  w->pidfd = -1;
  w->pid = 0; /* the number may belong to somebody else now */
  return true;
}

void cs_worker_stop(cs_worker *w) {
  if (w->pidfd >= 0) {
    send_kill(w);
    (void)reap(w);
    close(w->pidfd);
    w->pidfd = -1;
  } else if (w->pid > 0 && w->channel.shared) {
    /* Started, but never watched: it is still our own child. */
    kill(w->pid, SIGKILL);
    (void)waitpid(w->pid, NULL, 0);
  }
  cs_channel_close(&w->channel);
  w->pid = 0;
}
