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
  pthread_mutex_t lock; /* for everything below */
  cs_chain chain;
  cs_spool spool;
  cs_checkpoints checkpoints;
  cs_secrets secrets;
  cs_buf draft, lines, scratch;
  char boot[9], writer[9];
  char policy_hash[80], report_hash[80]; /* maybe with "sha256:" */
  char *owner;                           /* owned */
  uint32_t flags;
  int sync;
  uint64_t rotate;
  double budget;
  int64_t budget_ns, flushed_ns, synced_ns; /* monotonic */
  const unsigned char *alive;               /* a page that a fork empties */
};

/* Under the lock of the log: drafts in two parts, in one write. */
cs_status cs_audit_append(cs_audit *a, const char *x, size_t xn, const char *y,
                          size_t yn, cs_error *err) CS_MUST_CHECK;
/* A record of the log about itself, under its lock. */
cs_status cs_audit_put_own(cs_audit *a, const cs_audit_record *r,
                           cs_error *err) CS_MUST_CHECK;

/* rescue.c: take over what writers that died left in their spools, under the
 * lock of the log. */
cs_status cs_audit_rescue(cs_audit *a, cs_error *err) CS_MUST_CHECK;

#endif
