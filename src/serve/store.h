/*
 * store.h - snapshots of sessions behind a snapshot_id, in memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_STORE_H
#define CS_SERVE_STORE_H

#include "serve/server.h"

#define CS_STORE_COUNT 32                  /* snapshots of one caller */
#define CS_STORE_BYTES ((size_t)256 << 20) /* of one caller together */

typedef struct cs_snapshot {
  struct cs_snapshot *next;
  char id[CS_TEXT_ID];
  const cs_caller *owner;
  uint64_t used_ms;
  size_t len;
  void *bytes; /* owned */
} cs_snapshot;

/* Keep bytes, which are taken, also on failure.  CS_ELIMIT: this caller has
 * too many or too large ones. */
cs_status cs_store_put(cs_server *s, const cs_caller *owner, void *bytes,
                       size_t n, char id[CS_TEXT_ID]) CS_MUST_CHECK;
/* A copy to free(); NULL: this caller has none of that name. */
void *cs_store_get(cs_server *s, const cs_caller *owner, const char *id,
                   size_t *n);
void cs_store_expire(cs_server *s, uint64_t now);
void cs_store_drop_all(cs_server *s);

#endif
