/*
 * alloc.c - objects from a bump pointer, then from free lists.
 *
 * Until the first collection an allocation is an add and a compare.  Every
 * byte is counted before it is handed out: that is what the memory limit
 * limits.  `alloc_left` is the distance to whichever comes first, the
 * limit or the collector's threshold; running out of it is CS_RETRY, and the
 * VM, after collecting, lifts the threshold for the instruction it repeats.
 *
 * Invariants:
 *   - bytes in [heap_top, heap_end) are zero; the inside of a free block is
 *     whatever died there, and is wiped when the block is taken, while its
 *     lines are about to be written anyway;
 *   - free[n] for 0 < n < CS_FREE_CLASSES holds blocks of exactly n units of
 *     16 bytes, free[0] all larger ones; no two free blocks overlap, but
 *     neighbours are not joined before the next collection;
 *   - every byte between CS_HEAP_BASE and heap_top belongs to one object or
 *     one free block, so the heap can be walked by `units` alone.
 *
 * Danger: what is allocated is not reachable yet.  Nothing may run a collection
 * before it is, and none does: they happen between instructions only.
 *
 * Order of an allocation, cheapest first: the list of blocks of exactly this
 * size; the front of the large block in use; unused space at the end; a search
 * through the large blocks; new pages. The first three are inlined in cs_alloc
 * and need no call.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/arena.h"
#include "py/heap/ctx.h"

#define LARGE_PROBES 32 /* of the list of large blocks */

/* `external` is memory outside of the arena that counts for the session. */
static uint64_t left_to_limit(const cs_head *h) {
  uint64_t used = h->live + h->external;
  return used < h->limit ? h->limit - used : 0;
}

/* `live` is brought up to date where somebody looks: an allocation itself
 * only takes from alloc_left. */
void cs_alloc_settle(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  h->live = cs_alloc_live(h);
  h->paced = h->alloc_left;
  if (h->live > h->peak) h->peak = h->live;
}

/* `paced` remembers what was granted: live bytes are what is missing of it. */
static void set_left(cs_head *h, uint64_t left) {
  h->alloc_left = h->paced = (int64_t)left;
}

/* next_gc is in units of 16 bytes: the threshold at which a collection is worth
 * its time. */
void cs_alloc_pace(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  cs_alloc_settle(ctx);
  uint64_t left = left_to_limit(h);
  uint64_t next = (uint64_t)h->next_gc << 4;
  uint64_t to_gc = next > h->live ? next - h->live : 0;
  set_left(h, left < to_gc ? left : to_gc);
}

/* Only the limit counts from here on, until the next pace. */
void cs_alloc_unpace(cs_ctx *ctx) {
  cs_alloc_settle(ctx);
  set_left(ctx->head, left_to_limit(ctx->head));
}

/* `*link` is where the block hangs in its list. */
static cs_off take_block(cs_ctx *ctx, cs_off *link, uint32_t units) {
  cs_raw *block = CS_AT(ctx, cs_raw, *link);
  cs_off off = *link;
  assert(block->h.type == CS_L_FREE && block->h.units >= units);
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

/* Grows the accessible part by pages; the limit of the heap is checked
 * first. */
static cs_status take_bump(cs_ctx *ctx, uint64_t size, cs_off *out) {
  cs_head *h = ctx->head;
  assert(size > 0 && size % 16 == 0);
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
  bool hard = ctx->torture & CS_TORTURE_HARD;
  if (ctx->retried && !hard) return false; /* nothing is left to collect */
  if (!ctx->torture_n || --ctx->torture_n) return false;
  if (hard) ctx->torture |= CS_TORTURE_AGAIN;
  return true;
}

/* Clear a small block. */
static inline void wipe(void *block, uint32_t units) {
  for (char *p = block, *end = p + (size_t)units * 16; p < end; p += 16)
    memset(p, 0, 16);
}

/* The first block of a list of blocks that fit exactly. */
static inline cs_off take_exact(cs_ctx *ctx, cs_off *list, uint32_t units) {
  cs_off off = *list;
  assert(CS_AT(ctx, cs_raw, off)->h.units == units);
  cs_off next = CS_AT(ctx, cs_raw, off)->fill;
  __builtin_prefetch(cs_at(ctx, next), 1);
  *list = next;
  wipe(cs_at(ctx, off), units);
  return off;
}

/* The front of the first large block, if what is left of it stays large. */
static inline cs_off take_front(cs_ctx *ctx, uint32_t units) {
  cs_head *h = ctx->head;
  cs_off off = h->free[0];
  const cs_raw *block = CS_AT(ctx, cs_raw, off);
  uint32_t rest = block->h.units - units;
  if (block->h.units < units || rest < CS_FREE_CLASSES) return 0;
  cs_raw *t = CS_AT(ctx, cs_raw, off + units * 16);
  t->fill = block->fill;
  t->h = (cs_obj){.type = CS_L_FREE, .units = rest};
  h->free[0] = off + units * 16;
  wipe(cs_at(ctx, off), units);
  return off;
}

/* With tests, with a search, with new pages; 0 without space. */
static __attribute__((noinline)) cs_off take_any(cs_ctx *ctx, uint64_t size) {
  cs_off off = 0;
  if (ctx->torture && torture_fails(ctx, size)) return 0;
  if (ctx->head->collections) off = take_free(ctx, (uint32_t)(size / 16));
  if (!off && take_bump(ctx, size, &off) != CS_OK) return 0;
  return off;
}

/* Without a search: the large block in use, or unused space. */
static inline cs_off take_quick(cs_ctx *ctx, uint32_t units) {
  cs_head *h = ctx->head;
  if (h->free[0]) return units < CS_FREE_CLASSES ? take_front(ctx, units) : 0;
  uint64_t end = h->heap_top + (uint64_t)units * 16;
  if (end > ctx->heap_end || end > h->heap_limit) return 0;
  cs_off off = (cs_off)h->heap_top;
  h->heap_top = end;
  return off;
}

/* The block is taken: count it and fill in its header, in one store. */
static inline cs_status begin(cs_ctx *ctx, uint32_t type, uint32_t units,
                              cs_off off, cs_off *out) {
  cs_obj header = {.type = (uint16_t)type, .units = units};
  assert(off % 16 == 0 && off + (uint64_t)units * 16 <= ctx->heap_end);
  assert(units > 0 && ctx->head->alloc_left >= (int64_t)units * 16);
  ctx->head->alloc_left -= (int64_t)units * 16;
  memcpy(cs_at(ctx, off), &header, sizeof header);
  *out = off;
  return CS_OK;
}

static __attribute__((noinline)) cs_status alloc_slowly(cs_ctx *ctx,
                                                        uint32_t type,
                                                        uint64_t bytes,
                                                        cs_off *out) {
  uint64_t size = (bytes + 15) & ~UINT64_C(15);
  /* The second test keeps units in range, also if the addition overflowed. */
  if (ctx->head->alloc_left < (int64_t)size || bytes > UINT32_MAX - 16)
    return CS_RETRY;
  uint32_t units = (uint32_t)(size / 16);
  cs_off off = 0;
  if (!ctx->torture) {
    bool small = units < CS_FREE_CLASSES;
    cs_off *list = &ctx->head->free[small ? units : 0];
    off =
        small && *list ? take_exact(ctx, list, units) : take_quick(ctx, units);
  }
  if (!off) off = take_any(ctx, size);
  return off ? begin(ctx, type, units, off, out) : CS_RETRY;
}

/* What needs no decision is done without a call and without saving a register;
 * alloc_slowly does everything. */
cs_status cs_alloc(cs_ctx *ctx, uint32_t type, uint64_t bytes, cs_off *out) {
  cs_head *h = ctx->head;
  uint64_t size = (bytes + 15) & ~UINT64_C(15);
  if (__builtin_expect(bytes > (CS_FREE_CLASSES - 1) * 16 ||
                           h->alloc_left < (int64_t)size || ctx->torture,
                       0))
    return alloc_slowly(ctx, type, bytes, out);
  uint32_t units = (uint32_t)(size / 16);
  cs_off *list = &h->free[units], off;
  if (*list) {
    off = take_exact(ctx, list, units);
  } else if (h->free[0]) {
    off = take_front(ctx, units);
    if (__builtin_expect(!off, 0)) return alloc_slowly(ctx, type, bytes, out);
  } else {
    off = (cs_off)h->heap_top;
    uint64_t end = h->heap_top + size;
    if (__builtin_expect(end > ctx->heap_end || end > h->heap_limit, 0))
      return alloc_slowly(ctx, type, bytes, out);
    h->heap_top = end;
  }
  return begin(ctx, type, units, off, out);
}

/* Nothing is set aside: the promise is that no allocation of these bytes fails
 * before the next safepoint, as nobody else allocates in between. */
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

/* By a flag of another thread, or by the host's poll. */
static bool is_interrupted(cs_ctx *ctx) {
  return (ctx->interrupt && *ctx->interrupt) ||
         (ctx->poll && ctx->poll(ctx->poll_arg));
}

/* For work whose size is known before it begins: it is not begun when it cannot
 * be paid. */
cs_status cs_charge_big(cs_ctx *ctx, uint64_t n) {
  if (n >= CS_LONG_WORK && is_interrupted(ctx)) {
    ctx->limit_kind = CS_LIMIT_INTERRUPT;
    return CS_STOP;
  }
  uint64_t left = ctx->head->fuel_left;
  uint64_t have = ctx->fuel > 0 ? (uint64_t)ctx->fuel : 0;
  if (n > have && n - have > left) {
    ctx->fuel = -1; /* the loop stops the run at the next instruction */
    ctx->head->fuel_left = 0;
    return CS_STOP;
  }
  cs_charge(ctx, n);
  return cs_charge_look(ctx);
}

static bool is_over(void *user) {
  cs_ctx *ctx = user;
  if (!is_interrupted(ctx)) return false;
  ctx->limit_kind = CS_LIMIT_INTERRUPT;
  return true;
}

/* For loops of other layers that know no session: they ask now and then. */
cs_patience cs_charge_patience(cs_ctx *ctx) {
  return (cs_patience){is_over, ctx};
}

/* A debt of so much is paid by nobody: what the slice had set aside while an
 * instruction runs again is the session's, too. */
cs_status cs_charge_late(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  uint64_t aside =
      ctx->retried && ctx->saved_fuel > 0 ? (uint64_t)ctx->saved_fuel : 0;
  uint64_t debt = ctx->fuel < 0 ? (uint64_t)-ctx->fuel : 0;
  ctx->look_at = ctx->fuel - CS_LONG_WORK;
  if (is_interrupted(ctx)) {
    ctx->limit_kind = CS_LIMIT_INTERRUPT;
    return CS_STOP;
  }
  if (debt <= h->fuel_left + aside) return CS_OK;
  h->fuel_used += h->fuel_left;
  h->fuel_left = 0;
  ctx->fuel = 0;
  ctx->retried = 0;
  ctx->limit_kind = CS_LIMIT_FUEL;
  return CS_STOP;
}

/* `args` are copied: they may lie on the stack that the call will use. */
cs_status cs_want_call(cs_ctx *ctx, cs_ret_kind kind, cs_value func, uint32_t n,
                       const cs_value *args) {
  assert(n <= CS_CALL_ARGS);
  ctx->call.func = func;
  ctx->call.kind = kind;
  ctx->call.n = n;
  ctx->call.aux = CS_UNBOUND;
  ctx->call.resume = false;
  for (uint32_t i = 0; i < n; i++) ctx->call.arg[i] = args[i];
  return CS_CALLBACK;
}

cs_status cs_want_resume(cs_ctx *ctx, cs_value gen, cs_value sent,
                         cs_value exc) {
  if (!cs_is(gen, CS_L_GEN))
    return cs_throw(ctx, CS_TypeError, "generator expected");
  assert(cs_is_unbound(exc) || cs_is(exc, CS_L_INSTANCE));
  cs_value args[2] = {sent, exc};
  cs_status st =
      cs_want_call(ctx, CS_RET_PLAIN, gen, cs_is_unbound(exc) ? 1 : 2, args);
  ctx->call.resume = true;
  return st;
}
