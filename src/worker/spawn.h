/*
 * spawn.h - one worker process as its host sees it.
 *
 * A worker is a fresh program (never a fork of the host: it must not inherit
 * the host's memory) with an empty environment, started with one descriptor,
 * its channel, which it closes once mapped.  It is held by a pidfd, so that a
 * kill can never hit somebody else.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_WORKER_SPAWN_H
#define CS_WORKER_SPAWN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "worker/channel.h"
#include "worker/lockdown.h"

/* argv[0] of a worker: the binary looks at it before anything else. */
#define CS_WORKER_NAME "caisson-worker"
/* The descriptor it finds its channel on. */
#define CS_WORKER_FD 3
/* And one that its host may give it besides. */
#define CS_WORKER_GIFT 4

/* The first frame of a worker, and what goes over a connection besides; every
 * other kind is the session's business. */
enum {
  CS_FRAME_READY = 1,     /* cs_lockdown; of a server: text, its version */
  CS_FRAME_FAILED = 2,    /* text */
  CS_FRAME_INTERRUPT = 3, /* to a server, 32 bits: the word of the channel */
  CS_FRAME_ENDED = 4      /* of a server, 32 bits: how its worker ended */
};

typedef struct cs_worker_options {
  const char *path; /* the program; NULL: this very binary */
  uint64_t memory;  /* ceiling of its writable memory, 0: none */
  size_t frame_max; /* longest frame the host accepts */
  int gift;         /* borrowed: for CS_WORKER_GIFT; 0: nothing */
} cs_worker_options;

typedef struct cs_worker {
  pid_t pid;
  int pidfd; /* owned; -1: no process, or one elsewhere */
  cs_channel channel;
  uint64_t memory;       /* ceiling, as ordered */
  cs_lockdown walls;     /* as the worker reported them */
  bool seen;             /* and as they were found from outside */
  int64_t interrupt_at;  /* monotonic ns; 0: never */
  int64_t kill_at;       /* monotonic ns; 0: never */
  bool timed_out;        /* killed because of kill_at */
  atomic_bool cancelled; /* set by other threads: interrupt now */
  bool (*poll)(void *);  /* asked while waiting, may be NULL: true interrupts,
                            and kills what ignores that for a second */
  void *poll_arg;
} cs_worker;

/* Start a worker; do not wait for it.  After a failure nothing is left. */
cs_status cs_worker_launch(cs_worker *w, const cs_worker_options *options,
                           cs_error *err) CS_MUST_CHECK;
/* A worker at the other end of `fd`, which is taken: a server's, which can be
 * believed or not.  Nothing is waited for. */
cs_status cs_worker_connect(cs_worker *w, int fd, size_t frame_max,
                            cs_error *err) CS_MUST_CHECK;
/* Wait until it is locked down, and look whether it is; must come before the
 * first frame.  After a failure it is stopped. */
cs_status cs_worker_greet(cs_worker *w, cs_error *err) CS_MUST_CHECK;

/* Kill and reap it at once.  `w` may be zeroed or already stopped. */
void cs_worker_stop(cs_worker *w);

/* Is it one of cs_worker_connect? */
bool cs_worker_is_remote(const cs_worker *w);

/* Has the process ended?  Then `*status` is as waitpid gives it, -1 when
 * somebody else reaped it. */
bool cs_worker_gone(cs_worker *w, int *status);

/* The run may take `run_ms` more (0: for ever); an engine that ignores the
 * interrupt for `grace_ms` is killed. */
void cs_worker_deadline(cs_worker *w, uint64_t run_ms, uint64_t grace_ms);

/* From any thread: stop the program that runs now.  Stays set until
 * cs_worker_deadline. */
void cs_worker_cancel(cs_worker *w);

#endif
