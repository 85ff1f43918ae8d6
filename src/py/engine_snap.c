/*
 * engine_snap.c - snapshots: a stopped session as bytes, and back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "py/engine_in.h"
#include "py/heap/dict.h"
#include "py/heap/frame.h"
#include "py/heap/str.h"
#include "py/snap/snapshot.h"
#include "py/vm/vm.h"

/* A loaded session may claim a request it does not have. */
bool cs_engine_is_waiting(const cs_engine *e) {
  const cs_head *h = e->ctx.head;
  return h->request >= CS_REQ_CALL && h->nframes > 0 &&
         (cs_frame_top(&e->ctx)->flags & CS_FRAME_NATIVE);
}

/* --- snapshots --------------------------------------------------------------------------- */

cs_status cs_engine_dump(cs_engine *e, void **out, size_t *len) {
  size_t n = cs_snap_size(&e->ctx);
  void *buf = aligned_alloc(16, (n + 15) & ~(size_t)15);
  if (!buf) return CS_EOS;
  cs_snap_dump(&e->ctx, buf);
  *out = buf;
  *len = n;
  return CS_OK;
}

cs_status cs_engine_load(const cs_limits *limits, const void *bytes, size_t n,
                         cs_engine **out) {
  cs_engine *e;
  cs_status st = cs_engine_new(limits, &e);
  if (st != CS_OK) return st;
  st = cs_snap_load(&e->ctx, bytes, n, limits->memory);
  if (st != CS_OK) {
    cs_engine_free(e);
    return st;
  }
  cs_alloc_pace(&e->ctx);
  *out = e;
  return CS_OK;
}

cs_status cs_engine_fork(cs_engine *e, cs_engine **out) {
  void *bytes;
  size_t n;
  cs_status st = cs_engine_dump(e, &bytes, &n);
  if (st != CS_OK) return st;
  cs_limits limits = e->limits;
  st = cs_engine_load(&limits, bytes, n, out);
  free(bytes);
  return st;
}

void cs_engine_fix_checks(void *bytes, size_t n) { cs_snap_fix(bytes, n); }
