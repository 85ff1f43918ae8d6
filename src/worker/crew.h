/*
 * crew.h - workers kept ready, lent out and taken back.
 *
 * A crew is shared by any number of threads.  Some workers are started ahead,
 * without waiting for them, so that a taker usually finds one that is long
 * ready.  A worker that ran a program comes back clean, to be lent again, or
 * is killed; a dead one is replaced without anybody noticing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_WORKER_CREW_H
#define CS_WORKER_CREW_H

#include "worker/spawn.h"

typedef struct cs_crew cs_crew;

typedef struct cs_crew_options {
  cs_worker_options worker; /* its path is copied */
  uint32_t ahead;           /* idle workers kept ready */
  uint32_t most;            /* at work and idle together; at least 1 */
  uint32_t uses;            /* a worker serves this often; 0: no limit */
  int (*dial)(void *user, cs_error *err); /* NULL, or: workers are elsewhere,
                               each behind a connection that this makes; it
                               returns a descriptor, or -1 */
  void *dial_user;
  int (*make_gift)(void); /* NULL, or: what every worker but the first gets;
                             a descriptor above CS_WORKER_GIFT, or -1 */
} cs_crew_options;

/* Starts no process yet. */
cs_status cs_crew_new(const cs_crew_options *options, cs_crew **out,
                      cs_error *err) CS_MUST_CHECK;
/* Kills all idle workers; none may be lent out any more. */
void cs_crew_free(cs_crew *crew);

/* Start the idle workers now instead of at the first give. */
void cs_crew_warm(cs_crew *crew);

/* Borrow a worker, ready for frames.  Waits up to `wait_ms` when all are lent
 * out (0: not at all): CS_ELIMIT. */
cs_status cs_crew_take(cs_crew *crew, uint64_t wait_ms, cs_worker **out,
                       cs_error *err) CS_MUST_CHECK;

/* Give it back.  `clean`: it holds nothing of the last program and may serve
 * again; otherwise it is killed. */
void cs_crew_give(cs_crew *crew, cs_worker *worker, bool clean);

/* Processes that exist, lent out ones included. */
uint32_t cs_crew_size(cs_crew *crew);

#endif
