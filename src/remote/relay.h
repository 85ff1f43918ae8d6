/*
 * relay.h - one connection and one worker, and the frames between them.
 *
 * The worker does not trust the frames and the host at the other end does not
 * trust the answers; here only their kinds are looked at.  Host and worker take
 * turns: a frame there, and frames back until one of them ends the turn.  In
 * between only the host's wish to interrupt passes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_REMOTE_RELAY_H
#define CS_REMOTE_RELAY_H

#include <stdatomic.h>
#include <stdint.h>

#include "worker/line.h"
#include "worker/spawn.h"

typedef struct cs_relay_terms {
  const char *version;        /* told to the host */
  uint64_t idle_ms;           /* between two turns, at most */
  uint64_t turn_ms;           /* a turn takes, at most */
  const atomic_bool *closing; /* everybody has to go */
} cs_relay_terms;

/* Until one of the three ends.  Both are borrowed; the worker is of no use to
 * anybody else afterwards. */
void cs_relay_run(cs_line *line, cs_worker *worker, const cs_relay_terms *t);

#endif
