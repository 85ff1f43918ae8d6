/*
 * alloc.c - objects from a bump pointer, then from free lists.
 *
 * Until the first collection an allocation is an add and a compare.  `live`
 * counts every byte handed out, before it is used: that is what the memory
 * limit limits.  `alloc_left` is the distance to whichever comes first, the
 * limit or the collector's threshold; running out of it is CS_RETRY, and the
 * VM, after collecting, lifts the threshold for the instruction it repeats.
 *
 * Invariant: bytes in [heap_top, heap_end) are zero.  The inside of a free
 * block is whatever died there; it is wiped when the block is taken, while its
 * lines are about to be written anyway.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/arena.h"
#include "py/heap/ctx.h"

#define LARGE_PROBES 32              /* of the list of large blocks */

static uint64_t left_to_limit(const cs_head *h) {
  uint64_t used = h->live + h->external;
  return used < h->limit ? h->limit - used : 0;
}

void cs_alloc_pace(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  uint64_t left = left_to_limit(h);
  uint64_t next = (uint64_t)h->next_gc << 4;
  uint64_t to_gc = next > h->live ? next - h->live : 0;
  h->alloc_left = (int64_t)(left < to_gc ? left : to_gc);
}

void cs_alloc_unpace(cs_ctx *ctx) {
  ctx->head->alloc_left = (int64_t)left_to_limit(ctx->head);
}

static cs_off take_block(cs_ctx *ctx, cs_off *link, uint32_t units) {
  cs_raw *block = CS_AT(ctx, cs_raw, *link);
  cs_off off = *link;
  uint32_t rest = block->h.units - units;
  cs_off next = block->fill;
  *link = next;
  if (rest > 0) { /* the tail becomes a block of its own */
    cs_head *h = ctx->head;
    cs_off tail = off + units * 16;
    uint32_t cls = rest < CS_FREE_CLASSES ? rest : 0;
    cs_raw *t = CS_AT(ctx, cs_raw, tail);
    t->h = (cs_obj){.type = CS_L_FREE, .units = rest};
    t->fill = h->free[cls];
    h->free[cls] = tail;
  }
  memset(block, 0, (size_t)units * 16);
  return off;
}

/* A free block of at least `units`, or 0. */
static cs_off take_free(cs_ctx *ctx, uint32_t units) {
  cs_head *h = ctx->head;
  if (units < CS_FREE_CLASSES && h->free[units])
    return take_block(ctx, &h->free[units], units);
  cs_off *link = &h->free[0];
  for (int i = 0; *link && i < LARGE_PROBES; i++) {
    cs_raw *block = CS_AT(ctx, cs_raw, *link);
    if (block->h.units >= units) return take_block(ctx, link, units);
    link = &block->fill;
  }
  return 0;
}

static cs_status take_bump(cs_ctx *ctx, uint64_t size, cs_off *out) {
  cs_head *h = ctx->head;
  uint64_t end = h->heap_top + size;
  if (end > h->heap_limit) return CS_RETRY;
  if (end > ctx->heap_end &&
      cs_arena_grow(ctx->arena, CS_HEAP_BASE, &ctx->heap_end, end,
                    h->heap_limit) != CS_OK)
    return CS_RETRY;
  *out = (cs_off)h->heap_top;
  h->heap_top = end;
  return CS_OK;
}

/* Is this the allocation that a test wants to fail? */
static bool torture_fails(cs_ctx *ctx, uint64_t size) {
  if (ctx->torture_promise >= size) {
    ctx->torture_promise -= size;
    return false;
  }
  ctx->torture_promise = 0;
  if (ctx->torture & CS_TORTURE_AGAIN) {
    ctx->torture &= ~(uint32_t)CS_TORTURE_AGAIN;
    return true;
  }
  if (!ctx->torture_n || --ctx->torture_n) return false;
  if (ctx->torture & CS_TORTURE_HARD) ctx->torture |= CS_TORTURE_AGAIN;
  return true;
}

/* Clear a small block. */
static inline void wipe(void *block, uint32_t units) {
  for (char *p = block, *end = p + (size_t)units * 16; p < end; p += 16)
    memset(p, 0, 16);
}

/* A block from the lists without a search: one that fits exactly, or the front
 * of the first large one if what is left of that stays large. */
static inline cs_off take_quick(cs_ctx *ctx, uint32_t units) {
  cs_head *h = ctx->head;
  if (units >= CS_FREE_CLASSES) return 0;
  cs_off off = h->free[units];
  if (off) {
    cs_off next = CS_AT(ctx, cs_raw, off)->fill;
    __builtin_prefetch(cs_at(ctx, next), 1);
    h->free[units] = next;
  } else {
    off = h->free[0];
    if (!off) return 0;
    const cs_raw *block = CS_AT(ctx, cs_raw, off);
    uint32_t rest = block->h.units - units;
    if (rest < CS_FREE_CLASSES) return 0;
    cs_raw *t = CS_AT(ctx, cs_raw, off + units * 16);
    t->h = (cs_obj){.type = CS_L_FREE, .units = rest};
    t->fill = block->fill;
    h->free[0] = off + units * 16;
  }
  wipe(cs_at(ctx, off), units);
  return off;
}

static __attribute__((noinline)) cs_status take_any(cs_ctx *ctx,
                                                    uint64_t size,
                                                    cs_off *out) {
  if (ctx->torture && torture_fails(ctx, size)) return CS_RETRY;
  cs_off off =
      ctx->head->collections ? take_free(ctx, (uint32_t)(size / 16)) : 0;
  if (!off && take_bump(ctx, size, &off) != CS_OK) return CS_RETRY;
  *out = off;
  return CS_OK;
}

cs_status cs_alloc(cs_ctx *ctx, uint32_t type, uint64_t bytes, cs_off *out) {
  cs_head *h = ctx->head;
  if (bytes > UINT32_MAX - 16) return CS_RETRY; /* keeps units in range */
  uint64_t size = (bytes + 15) & ~UINT64_C(15);
  if (h->alloc_left < (int64_t)size) return CS_RETRY;
  cs_off off = 0;
  if (__builtin_expect(!ctx->torture, 1)) {
    if (h->collections) {
      off = take_quick(ctx, (uint32_t)(size / 16));
    } else if (h->heap_top + size <= ctx->heap_end &&
               h->heap_top + size <= h->heap_limit) {
      off = (cs_off)h->heap_top;
      h->heap_top += size;
    }
  }
  if (!off && take_any(ctx, size, &off) != CS_OK) return CS_RETRY;
  h->alloc_left -= (int64_t)size;
  h->live += size;
  if (h->live > h->peak) h->peak = h->live;
  cs_obj *o = CS_AT(ctx, cs_obj, off);
  o->type = (uint16_t)type;
  o->units = (uint32_t)(size / 16);
  *out = off;
  return CS_OK;
}

cs_status cs_alloc_reserve(cs_ctx *ctx, uint64_t bytes) {
  if (bytes > UINT32_MAX) return CS_RETRY;
  if (ctx->head->alloc_left < (int64_t)bytes) return CS_RETRY;
  if (ctx->torture && ctx->torture_promise < bytes) {
    ctx->torture_promise = 0;
    if (torture_fails(ctx, 1)) return CS_RETRY;
    ctx->torture_promise = bytes;
  }
  return CS_OK;
}

void cs_ctx_forget(cs_ctx *ctx) {
  if (!ctx->cached) return; /* 56 KiB that a tiny session never touched */
  ctx->cached = false;
  memset(ctx->mcache, 0, CS_METHOD_CACHE * sizeof *ctx->mcache);
  memset(ctx->icache, 0, CS_INLINE_ALL * sizeof *ctx->icache);
}

cs_status cs_charge_big(cs_ctx *ctx, uint64_t n) {
  uint64_t left = ctx->head->fuel_left;
  uint64_t have = ctx->fuel > 0 ? (uint64_t)ctx->fuel : 0;
  if (n > have && n - have > left) {
    ctx->fuel = -1; /* the loop stops the run at the next instruction */
    ctx->head->fuel_left = 0;
    return CS_STOP;
  }
  cs_charge(ctx, n);
  return CS_OK;
}

cs_status cs_want_call(cs_ctx *ctx, cs_ret_kind kind, cs_value func,
                       uint32_t n, const cs_value *args) {
  assert(n <= CS_CALL_ARGS);
  ctx->call.func = func;
  ctx->call.kind = kind;
  ctx->call.n = n;
  ctx->call.aux = CS_UNBOUND;
  for (uint32_t i = 0; i < n; i++) ctx->call.arg[i] = args[i];
  return CS_CALLBACK;
}
