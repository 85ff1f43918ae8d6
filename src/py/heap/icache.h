/*
 * icache.h - what code remembers of the classes it meets.
 *
 * Two caches belong to a session and to nothing else: `icache` by instruction
 * (the loop's inline caches) and `mcache` by class and name.  An entry is a
 * hint under a guard that the loop compares before every use.  It stays valid
 * because of three rules:
 *
 *   - a collection removes every entry that names something it frees: the
 *     instruction's code, the guard's shape or class, or the target
 *     (cs_icache_prune);
 *   - a class that gains, loses or redefines a name removes the entries of
 *     itself and of its subclasses (types/type_touch.c);
 *   - whatever else could make an entry wrong empties both (cs_ctx_forget).
 *
 * Guards are told apart by their bits: versions of dicts end in 15, upper
 * halves of references begin with those of CS_REF_FIRST, all others are the
 * offset of a shape or class plus a flag below 16.
 *
 * The inline cache is a direct-mapped table by address.  It starts with 2048
 * places and doubles when the running code takes places from itself, so that a
 * program of 100,000 sites has a place for each.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_ICACHE_H
#define CS_PY_HEAP_ICACHE_H

#include "py/heap/ctx.h"

#define CS_ICACHE_MOST  (UINT32_C(1) << 19) /* places by site: 10 MB in all */
#define CS_ICACHE_SHARE 8 /* at most this part of the memory limit */

/* Empty both caches. */
void cs_ctx_forget(cs_ctx *ctx);
/* Empty them and give back what the inline cache grew by: a session ends. */
void cs_icache_fini(cs_ctx *ctx);
/* Remove what refers to objects that the marks say are dead.  `bits` has one
 * bit for every 16 bytes of the heap. */
void cs_icache_prune(cs_ctx *ctx, const uint8_t *bits);
/* Many sites took another's place: double the table, if it may still grow and
 * there is memory.  Every pointer into it is invalid after this. */
void cs_icache_grow(cs_ctx *ctx);

/* The offset of the shape or class that guards an entry; 0: it is guarded by
 * something else. */
static inline cs_off cs_icache_class_guard(uint32_t guard) {
  if ((guard & 15) == 15 || guard >> 16 == (uint32_t)(CS_REF_FIRST >> 48))
    return 0;
  return guard & ~UINT32_C(15);
}

static inline cs_inline *cs_icache_at(const cs_ctx *ctx, uintptr_t pc) {
  return &ctx->icache[pc >> 2 & ctx->imask];
}
/* The second place of a site that has met another guard before. */
static inline cs_inline *cs_inline_second(const cs_ctx *ctx, uint32_t site,
                                          uint32_t guard) {
  return &ctx->icache[ctx->imask + 1 +
                      ((site >> 2 ^ guard >> 4) & ctx->imask >> 2)];
}

/* Store `e` at `ic`, a place of the table, whatever was there. */
static inline void cs_icache_store(cs_ctx *ctx, cs_inline *ic, cs_inline e) {
  ctx->cached = true;
  bool taken = ic->pc && ic->pc != e.pc;
  *ic = e;
  if (taken && ++ctx->iclashes > ctx->imask) cs_icache_grow(ctx);
}
/* Remember `e`, first at `ic`, the site's own place. */
static inline void cs_inline_put(cs_ctx *ctx, cs_inline *ic, cs_inline e) {
  if (ic->pc == e.pc && ic->guard != e.guard)
    ic = cs_inline_second(ctx, e.pc, e.guard);
  cs_icache_store(ctx, ic, e);
}

/* --- sets of classes ------------------------------------------------------ */

static inline uint32_t cs_class_bit(cs_off cls) {
  return (cls >> 4 ^ cls >> 13) & 4095;
}
static inline bool cs_class_in(const uint64_t set[64], cs_off cls) {
  uint32_t i = cs_class_bit(cls);
  return set[i >> 6] >> (i & 63) & 1;
}
static inline void cs_class_add(uint64_t set[64], cs_off cls) {
  uint32_t i = cs_class_bit(cls);
  set[i >> 6] |= UINT64_C(1) << (i & 63);
}

#endif
