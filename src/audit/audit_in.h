/*
 * audit_in.h - a log as its own files see it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_AUDIT_IN_H
#define CS_AUDIT_AUDIT_IN_H

#include <pthread.h>

#include "audit/audit.h"
#include "audit/chain.h"
#include "audit/checkpoint.h"
#include "audit/spool.h"

struct cs_audit {
  const unsigned char *alive; /* a page that a fork empties */
  pthread_mutex_t lock;       /* for everything down to `log` */
  uint32_t shared;            /* changes when what voices share does */
  bool has_thread, hurry, closing;
  bool asleep; /* the thread waits to be told of the next memo */
  bool stuck;  /* the thread could not write: who puts tries itself */
  int64_t wall_mono, wall_ahead, last_mono;
  cs_spool spool; /* up to here a record that repeats another looks */
  cs_secrets secrets;
  cs_buf memo, scratch;
  cs_audit_voice voice; /* of records that no session tells */
  uint32_t straight;    /* records that still go straight into the log */
  pthread_t thread;     /* writer.c; not from the start */
  pthread_cond_t wake;

  pthread_mutex_t log; /* for the rest; taken with `lock` held, or without */
  cs_chain chain;
  cs_checkpoints checkpoints;
  cs_buf lines;
  int64_t flushed_ns, synced_ns; /* monotonic */
  int64_t told_ms;               /* of our last record in the log, or before */

  char boot[9], writer[9]; /* these never change */
  char *owner;             /* owned */
  uint32_t flags;
  int sync;
  uint64_t rotate;
};

/* rescue.c: take over what writers that died left in their spools, under the
 * lock of the log. */
cs_status cs_audit_rescue(cs_audit *a, cs_error *err) CS_MUST_CHECK;

#endif
