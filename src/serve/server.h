/*
 * server.h - what all clients of one MCP server share.
 *
 * Lock order: the server's lock is taken alone and held for a few
 * instructions, never while a program runs.  It guards the lists of boxes,
 * jobs and snapshots and every field that says so.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_SERVER_H
#define CS_SERVE_SERVER_H

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>

#include "base/weaken.h"
#include "serve/mcp.h"
#include "serve/terms.h"
#include "serve/text.h"

struct cs_box;
struct cs_job;
struct cs_listener;
struct cs_permit;
struct cs_snapshot;

/* Whoever may use what it made: the client of stdio, or the owner of a
 * token. */
typedef struct cs_caller {
  char name[64];
  uint32_t calls; /* running now; the server's lock */
  uint32_t kept;  /* ended and kept, while they are counted; the same */
  uint32_t begun; /* since `window_ms`; the same */
  uint64_t window_ms;
  atomic_size_t held; /* bytes of request bodies that are being read */
} cs_caller;

typedef struct cs_server {
  const cs_mcp_config *config; /* borrowed; of the start: `terms` have what
                                  is granted now */
  cs_workers *workers;         /* owned; NULL: none */
  cs_pool *pool;               /* owned */
  pthread_mutex_t lock;
  cs_terms *terms;        /* the lock; used */
  pthread_cond_t changed; /* a box is free, a job has ended */
  pthread_t clock;
  bool ticking, closing;         /* the lock */
  size_t threads;                /* the lock: of jobs */
  struct cs_box *boxes;          /* the lock; owned */
  struct cs_job *jobs;           /* the lock; owned, newest first */
  struct cs_snapshot *snapshots; /* the lock; owned */
  struct cs_listener *listeners; /* the lock; owned */
  struct cs_permit *permits;     /* the lock; owned */
} cs_server;

/* Start what runs programs, and the thread that watches the time.  After a
 * failure nothing is left. */
cs_status cs_server_open(cs_server *s, const cs_mcp_config *c,
                         cs_error *err) CS_MUST_CHECK;
/* End every run, wait for it, free everything. */
void cs_server_close(cs_server *s);

/* What somebody made is for nobody else. */
static inline bool cs_server_owns(const cs_caller *owner,
                                  const cs_caller *who) {
  return owner == who || cs_weaken("L02"); /* redteam: L02 */
}

/* clock.c: the thread for deadlines, progress and everything that expires. */
bool cs_clock_start(cs_server *s) CS_MUST_CHECK;
void cs_clock_stop(cs_server *s);

#endif
