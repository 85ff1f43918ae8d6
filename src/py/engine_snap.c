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
#include "py/mod/re_cache.h"
#include "py/snap/snapshot.h"
#include "py/vm/vm.h"

/* A loaded session may claim a request it does not have. */
bool cs_engine_is_waiting(const cs_engine *e) {
  const cs_head *h = e->ctx.head;
  return h->request >= CS_REQ_CALL && h->nframes > 0 &&
         (cs_frame_top(&e->ctx)->flags & CS_FRAME_NATIVE);
}

/* --- snapshots ----------------------------------------------------------- */

cs_status cs_engine_dump(cs_engine *e, void **out, size_t *len) {
  size_t n = e->parked ? e->parked_len : cs_snap_size(&e->ctx);
  void *buf = malloc(n); /* 16-aligned, as every block of malloc */
  if (!buf) return CS_EOS;
  if (e->parked)
    memcpy(buf, e->parked, n);
  else
    cs_snap_dump(&e->ctx, NULL, buf);
  *out = buf;
  *len = n;
  return CS_OK;
}

cs_status cs_engine_dump_tidy(cs_engine *e, void **out, size_t *len) {
  bool parked = e->parked != NULL;
  cs_status st = cs_engine_wake(e);
  if (st != CS_OK) return st;
  cs_ctx *ctx = &e->ctx;
  size_t n = cs_snap_size(ctx); /* notes the end of the stack, too */
  uint8_t *reached = cs_gc_reached(ctx);
  void *buf = reached ? malloc(n) : NULL;
  if (buf) cs_snap_dump(ctx, reached, buf);
  free(reached);
  if (parked) st = cs_engine_park(e);
  if (st == CS_OK && !buf) st = CS_EOS;
  if (st != CS_OK) {
    free(buf);
    return st;
  }
  *out = buf;
  *len = n;
  return CS_OK;
}

cs_status cs_engine_park(cs_engine *e) {
  if (e->parked) return CS_OK;
  cs_status st = cs_engine_dump(e, &e->parked, &e->parked_len);
  if (st != CS_OK) return st;
  cs_re_cache_free(&e->ctx);
  cs_slot_give(e->pool, e->slot, &e->ctx);
  e->slot = NULL;
  e->ctx.base = NULL;
  e->ctx.head = cs_snap_head(e->parked); /* usage reads it */
  return CS_OK;
}

static cs_status load(cs_engine *e, const void *bytes, size_t n,
                      uint64_t memory) {
  e->ctx.image_starts = cs_slot_starts(e->pool, &e->ctx);
  if (!e->ctx.image_starts) return CS_EOS;
  cs_status st = cs_snap_load(&e->ctx, bytes, n, memory);
  if (st == CS_OK) cs_alloc_pace(&e->ctx);
  return st;
}

cs_status cs_engine_wake(cs_engine *e) {
  if (!e->parked) return CS_OK;
  uint64_t lent = e->lent;
  cs_status st = cs_engine_take_slot(e);
  e->lent = lent;
  if (st == CS_OK)
    st = load(e, e->parked, e->parked_len, e->limits.memory + lent);
  if (st != CS_OK) { /* stay parked */
    if (e->slot) cs_slot_give(e->pool, e->slot, &e->ctx);
    e->slot = NULL;
    e->ctx.head = cs_snap_head(e->parked);
    return st;
  }
  free(e->parked);
  e->parked = NULL;
  return CS_OK;
}

cs_status cs_engine_load_in(cs_pool *pool, const cs_limits *limits,
                            const void *bytes, size_t n, cs_engine **out) {
  cs_engine *e;
  cs_status st = cs_engine_new_in(pool, limits, &e);
  if (st != CS_OK) return st;
  st = load(e, bytes, n, limits->memory);
  if (st != CS_OK) {
    cs_engine_free(e);
    return st;
  }
  *out = e;
  return CS_OK;
}

cs_status cs_engine_load(const cs_limits *limits, const void *bytes, size_t n,
                         cs_engine **out) {
  cs_pool *pool;
  cs_status st = cs_pool_new(0, &pool);
  if (st != CS_OK) return st;
  st = cs_engine_load_in(pool, limits, bytes, n, out);
  cs_pool_free(pool);
  return st;
}

void cs_engine_renew(cs_engine *e) {
  e->ctx.head->life++;
}

cs_status cs_engine_fork(cs_engine *e, cs_engine **out) {
  void *bytes;
  size_t n;
  cs_status st = cs_engine_dump(e, &bytes, &n);
  if (st != CS_OK) return st;
  cs_limits limits = e->limits;
  st = cs_engine_load_in(e->pool, &limits, bytes, n, out);
  free(bytes);
  return st;
}

void cs_engine_fix_checks(void *bytes, size_t n) {
  cs_snap_fix(bytes, n);
}
