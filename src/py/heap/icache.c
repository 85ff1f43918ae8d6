/*
 * icache.c - the caches of a session: emptied, pruned and made larger.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/icache.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Code objects are short.  A site is taken for dead when no object starts in
 * the megabyte before it; that costs a miss, nothing else. */
#define FAR_WORDS 1024

static size_t places(const cs_ctx *ctx) {
  return CS_INLINE_ALL((size_t)ctx->imask + 1);
}

void cs_ctx_forget(cs_ctx *ctx) {
  if (!ctx->cached) return; /* 56 KiB that a tiny session never touched */
  ctx->cached = false;
  memset(ctx->mcache, 0, CS_METHOD_CACHE * sizeof *ctx->mcache);
  memset(ctx->icache, 0, places(ctx) * sizeof *ctx->icache);
  memset(ctx->watched, 0, sizeof ctx->watched);
}

void cs_icache_fini(cs_ctx *ctx) {
  if (ctx->icache != ctx->icache_first) free(ctx->icache);
  ctx->icache = ctx->icache_first;
  ctx->imask = CS_INLINE_CACHE - 1;
  ctx->iclashes = 0;
  ctx->bases_seen = 0;
  memset(ctx->bases, 0, sizeof ctx->bases);
}

/* A cache entry is a guess with a guard: the program counter of the
 * instruction, the class or key version it was made under, and what was found
 * then.  An entry that is lost costs a lookup.  An entry that survives what it
 * names is a wrong answer, so whatever frees or moves objects prunes or
 * forgets. */

/* --- growth --------------------------------------------------------------- */

void cs_icache_grow(cs_ctx *ctx) {
  ctx->iclashes = 0;
  assert((ctx->imask & (ctx->imask + 1)) == 0);
  size_t n = (size_t)ctx->imask + 1;
  size_t bytes = CS_INLINE_ALL(2 * n) * sizeof *ctx->icache;
  uint64_t limit = ctx->head->heap_limit - CS_HEAP_BASE;
  if (n >= CS_ICACHE_MOST || bytes > limit / CS_ICACHE_SHARE) return;
  cs_inline *to = calloc(1, bytes);
  if (!to) return; /* a smaller table is slower, not wrong */
  cs_inline *from = ctx->icache;
  ctx->icache = to;
  ctx->imask = (uint32_t)(2 * n - 1);
  for (size_t i = 0; i < CS_INLINE_ALL(n); i++) {
    cs_inline e = from[i];
    if (!e.pc) continue;
    cs_inline *ic =
        i < n ? cs_icache_at(ctx, e.pc) : cs_inline_second(ctx, e.pc, e.guard);
    *ic = e;
  }
  if (from == ctx->icache_first)
    memset(from, 0, CS_INLINE_ALL(n) * sizeof *from);
  else
    free(from);
}

/* --- collections ---------------------------------------------------------- */

typedef struct marks {
  const cs_ctx *ctx;
  const uint8_t *bits;
  uint64_t units; /* of 16 bytes that the bits are about */
} marks;

static uint64_t word_at(const marks *m, uint64_t i) {
  uint64_t word;
  memcpy(&word, m->bits + (i >> 6) * 8, 8);
  return word;
}

/* Does an object that lives start at `off`?  Those of the image always do. */
static bool lives(const marks *m, cs_off off) {
  if (off < CS_HEAP_BASE) return true;
  uint64_t i = (off - CS_HEAP_BASE) >> 4;
  return !(off & 15) && i < m->units && word_at(m, i) >> (i & 63) & 1;
}

/* Is `off` inside an object that lives? */
static bool lives_around(const marks *m, cs_off off) {
  if (off < CS_HEAP_BASE) return true;
  uint64_t i = (off - CS_HEAP_BASE) >> 4;
  if (i >= m->units) return false;
  uint64_t word = word_at(m, i) & (~UINT64_C(0) >> (63 - (i & 63)));
  for (uint32_t n = 0; !word; n++) {
    if (i < 64 || n == FAR_WORDS) return false;
    i -= 64;
    word = word_at(m, i);
  }
  i = (i & ~UINT64_C(63)) + 63 - (uint64_t)__builtin_clzll(word);
  cs_off start = (cs_off)(CS_HEAP_BASE + (i << 4));
  uint64_t size = (uint64_t)CS_AT(m->ctx, cs_obj, start)->units * 16;
  assert(start <= off && size > 0);
  return off - start < size;
}

/* LOADSUPER keeps a class in `slot`, LOADMETHOD the lower half of a reference;
 * in all other entries a number this large is one of CS_IC_*, which are no
 * offsets of objects.  An entry that cannot be told apart is removed. */
static bool entry_lives(const marks *m, const cs_inline *e) {
  cs_off site = e->pc - (uint32_t)(uintptr_t)m->ctx->base;
  if (!lives_around(m, site)) return false;
  cs_off guard = cs_icache_class_guard(e->guard);
  if (guard && !lives(m, guard)) return false;
  if (e->target >> 16 == (uint32_t)(CS_REF_FIRST >> 48))
    return lives(m, e->slot);
  if (!lives(m, e->target)) return false;
  return e->slot < CS_HEAP_BASE || e->slot >= UINT32_MAX - 15 ||
         lives(m, e->slot);
}

static bool method_lives(const marks *m, const cs_method_entry *e) {
  return lives(m, e->type) && lives(m, e->name) &&
         (!cs_is_ref(e->value) || lives(m, cs_ref_off(e->value)));
}

void cs_icache_prune(cs_ctx *ctx, const uint8_t *bits) {
  ctx->iclashes = 0;
  if (!ctx->cached) return;
  marks m = {ctx, bits, (ctx->head->heap_top - CS_HEAP_BASE) / 16};
  cs_inline *e = ctx->icache;
  for (const cs_inline *end = e + places(ctx); e < end; e++)
    if (e->pc && !entry_lives(&m, e)) *e = (cs_inline){0};
  cs_method_entry *t = ctx->mcache;
  for (const cs_method_entry *end = t + CS_METHOD_CACHE; t < end; t++)
    if (t->type && !method_lives(&m, t)) *t = (cs_method_entry){0};
}
