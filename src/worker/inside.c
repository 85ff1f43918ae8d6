/*
 * inside.c - map the channel, prepare, lock down, serve.
 *
 * An orphaned worker ends itself: a timer looks once a second whether the
 * parent is still the one that started it, also in the middle of a program.
 * (A death signal would be tied to the thread that started the worker.)
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "worker/inside.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "worker/lockdown.h"
#include "worker/spawn.h"
#include "worker/trial.h"

#define IDLE_NS INT64_C(1000000000)

/* Process-wide, because a signal handler has no other place to look; a worker
 * is a process of our own. */
static pid_t host_pid;

static void end_orphan(int sig) {
  (void)sig;
  if (getppid() != host_pid) _exit(0);
}

/* cs_channel_tick of the worker. */
static int64_t idle(void *user) {
  (void)user;
  return getppid() == host_pid ? IDLE_NS : -1;
}

static bool arm_orphan_timer(void) {
  struct sigaction act = {.sa_handler = end_orphan, .sa_flags = SA_RESTART};
  struct itimerval every = {.it_interval = {.tv_sec = 1},
                            .it_value = {.tv_sec = 1}};
  return sigaction(SIGALRM, &act, NULL) == 0 &&
         setitimer(ITIMER_REAL, &every, NULL) == 0;
}

/* Ctrl-C at a terminal reaches the whole process group; what it means is the
 * host's decision. */
static void ignore_terminal(void) {
  struct sigaction act = {.sa_handler = SIG_IGN};
  (void)sigaction(SIGINT, &act, NULL);
  (void)sigaction(SIGQUIT, &act, NULL);
}

bool cs_worker_called(int argc, char *const *argv) {
  return (argc == 3 || argc == 4) && strcmp(argv[0], CS_WORKER_NAME) == 0;
}

/* `how`: its memory, and in a test build maybe ":" and the wall to leave out.
 */
static cs_status set_up(cs_channel *c, const cs_worker_job *job,
                        const char *how, cs_lockdown *walls, cs_error *err) {
  char *fault;
  uint64_t memory = strtoull(how, &fault, 10);
  if (!arm_orphan_timer()) return cs_error_os(err, "cannot arm a timer");
  ignore_terminal();
  cs_status st = job->prepare(job->user, c, err);
  if (st == CS_OK)
    st =
        cs_lockdown_apply(memory, *fault == ':' ? fault + 1 : NULL, walls, err);
  return st;
}

static cs_status serve(cs_channel *c, const cs_worker_job *job) {
  for (;;) {
    cs_frame f;
    cs_status st = cs_channel_receive_into(c, job->room, job->user, &f);
    if (st == CS_OK) st = job->serve(job->user, c, &f);
    if (st != CS_OK) return st;
  }
}

int cs_worker_main(int argc, char *const *argv, const cs_worker_job *job) {
  cs_channel c;
  cs_error err = {0};
  cs_lockdown walls;
  if (!cs_worker_called(argc, argv)) return 125;
  if (argc == 4) cs_worker_try(argv[3]);
  host_pid = (pid_t)strtol(argv[1], NULL, 10);
  if (cs_channel_open(&c, CS_WORKER_FD, CS_SIDE_WORKER, job->frame_max, &err) !=
      CS_OK)
    return 125;
  close(CS_WORKER_FD);
  c.tick = idle;
  if (set_up(&c, job, argv[2], &walls, &err) != CS_OK) {
    (void)!cs_channel_send(&c, CS_FRAME_FAILED, err.text, strlen(err.text),
                           NULL, 0);
    return 125;
  }
  if (cs_channel_send(&c, CS_FRAME_READY, &walls, sizeof walls, NULL, 0) !=
      CS_OK)
    return 125;
  return serve(&c, job) == CS_OK ? 0 : 1;
}
