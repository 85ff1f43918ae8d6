/*
 * re_cache.c - compiled patterns of an engine, outside the arena.
 *
 * 256 places, found by hash; a newcomer takes the older of two neighbours.
 * Memory is bounded: when it ends, the cache is emptied and the code compiled
 * once more.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_cache.h"

#include <stdlib.h>

#include "py/heap/str.h"
#include "py/mod/re_build.h"

#define PLACES      256 /* a power of two */
#define MEMORY_MAX  ((size_t)64 << 20)
#define SCRATCH_MAX ((size_t)32 << 20)

typedef struct entry {
  uint8_t *text; /* owned; NULL: empty */
  uint32_t len, flags;
  cs_re_code code;
  uint64_t used; /* time of the last use */
} entry;

struct cs_re_cache {
  cs_re_memory memory;
  cs_re_runner runner;
  cs_re_meter meter; /* of the match that runs */
  bool ready;        /* runner was initialised */
  cs_scratch scratch;
  uint64_t clock;
  entry place[PLACES];
};

static void *take(void *arg, size_t size) {
  (void)arg;
  return malloc(size);
}
static void give(void *arg, void *block) {
  (void)arg;
  free(block);
}

static cs_re_cache *cache_of(cs_ctx *ctx) {
  if (ctx->re_cache) return ctx->re_cache;
  cs_re_cache *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->memory = (cs_re_memory){.take = take, .give = give, .limit = MEMORY_MAX};
  cs_scratch_init(&c->scratch, SCRATCH_MAX);
  ctx->re_cache = c;
  return c;
}

static void drop(entry *e) {
  if (!e->text) return;
  cs_re_match_release(&e->code);
  free(e->text);
  *e = (entry){.text = NULL};
}

static void purge(cs_re_cache *c) {
  for (uint32_t i = 0; i < PLACES; i++) drop(&c->place[i]);
  if (c->ready) cs_re_match_fini(&c->runner);
  c->ready = false;
}

void cs_re_cache_free(cs_ctx *ctx) {
  cs_re_cache *c = ctx->re_cache;
  if (!c) return;
  purge(c);
  cs_scratch_fini(&c->scratch);
  free(c);
  ctx->re_cache = NULL;
}

cs_scratch *cs_re_cache_scratch(cs_ctx *ctx) {
  cs_re_cache *c = cache_of(ctx);
  if (!c) return NULL;
  cs_scratch_reset(&c->scratch);
  return &c->scratch;
}

static cs_status no_memory(cs_ctx *ctx) {
  return cs_throw(ctx, CS_MemoryError, "no memory for a regular expression");
}

/* Compile into `e`, which is empty. */
static cs_status fill(cs_ctx *ctx, cs_re_cache *c, entry *e,
                      const uint8_t *text, uint32_t len, uint32_t flags,
                      cs_re_variant variant) {
  cs_re_error err = {.fault = CS_RE_FAULT_NONE};
  cs_re_code code;
  cs_status st = CS_ELIMIT;
  for (int again = 0; again < 2 && st == CS_ELIMIT; again++) {
    if (again) purge(c);
    cs_scratch_reset(&c->scratch);
    st = cs_re_build_code(&c->scratch, &c->memory, text, len, flags, variant,
                          &code, &err);
  }
  cs_scratch_reset(&c->scratch);
  if (st == CS_ESYNTAX) return cs_throw(ctx, CS_RuntimeError, "%s", err.msg);
  if (st != CS_OK) return no_memory(ctx);
  e->text = malloc(len + 1u);
  if (!e->text) {
    cs_re_match_release(&code);
    return no_memory(ctx);
  }
  if (len) memcpy(e->text, text, len);
  e->len = len;
  e->flags = flags;
  e->code = code;
  return CS_OK;
}

static bool is_that(const entry *e, const uint8_t *text, uint32_t len,
                    uint32_t flags, cs_re_variant variant) {
  return e->text && e->len == len && e->flags == flags &&
         e->code.variant == variant && memcmp(e->text, text, len) == 0;
}

cs_status cs_re_cache_code(cs_ctx *ctx, const uint8_t *text, uint32_t len,
                           uint32_t h, uint32_t flags, cs_re_variant variant,
                           const cs_re_code **out) {
  cs_re_cache *c = cache_of(ctx);
  if (!c) return no_memory(ctx);
  h = (h ^ flags * 31u ^ (uint32_t)variant * 7u) & (PLACES - 1);
  entry *a = &c->place[h], *b = &c->place[h ^ 1u];
  entry *e = is_that(a, text, len, flags, variant)   ? a
             : is_that(b, text, len, flags, variant) ? b
                                                     : NULL;
  if (!e) {
    e = !a->text || a->used < b->used ? a : b;
    drop(e);
    cs_status st = fill(ctx, c, e, text, len, flags, variant);
    if (st != CS_OK) return st;
  }
  e->used = ++c->clock;
  cs_charge(ctx, 1 + e->code.cost / 32);
  *out = &e->code;
  return CS_OK;
}

/* --- running ------------------------------------------------------------- */

static cs_status start(cs_ctx *ctx, cs_re_cache **at) {
  cs_re_cache *c = *at = cache_of(ctx);
  if (!c) return no_memory(ctx);
  if (!c->ready) {
    if (cs_re_match_init(&c->runner, &c->memory) != CS_OK)
      return no_memory(ctx);
    c->ready = true;
  }
  uint64_t have = ctx->fuel > 0 ? (uint64_t)ctx->fuel : 0;
  c->meter = (cs_re_meter){.fuel = have + ctx->head->fuel_left,
                           .interrupt = ctx->interrupt,
                           .poll = ctx->poll,
                           .poll_arg = ctx->poll_arg};
  return CS_OK;
}

/* Pay, and make a status of the outcome. */
static cs_status finish(cs_ctx *ctx, cs_re_cache *c, uint64_t before,
                        cs_re_outcome how, const size_t **ends) {
  cs_charge(ctx, before - c->meter.fuel);
  *ends = NULL;
  switch (how) {
    case CS_RE_NO_MATCH: return CS_OK;
    case CS_RE_MATCH: *ends = c->runner.ends; return CS_OK;
    case CS_RE_OUT_OF_FUEL: return cs_charge_big(ctx, UINT64_MAX / 2);
    case CS_RE_INTERRUPTED:
      ctx->limit_kind = CS_LIMIT_INTERRUPT;
      return CS_STOP;
    case CS_RE_OUT_OF_MEMORY: break;
  }
  return no_memory(ctx);
}

cs_status cs_re_cache_run(cs_ctx *ctx, const cs_re_code *code,
                          const uint8_t *subject, size_t size, size_t from,
                          cs_re_how how, const size_t **ends) {
  cs_re_cache *c;
  cs_status st = start(ctx, &c);
  if (st != CS_OK) return st;
  uint64_t before = c->meter.fuel;
  cs_re_outcome r = cs_re_match_run(&c->runner, code, subject, size, from, how,
                                    false, &c->meter);
  return finish(ctx, c, before, r, ends);
}

cs_status cs_re_cache_next(cs_ctx *ctx, const cs_re_code *code,
                           const uint8_t *subject, size_t size,
                           cs_re_scan *scan, const size_t **ends) {
  cs_re_cache *c;
  cs_status st = start(ctx, &c);
  if (st != CS_OK) return st;
  uint64_t before = c->meter.fuel;
  cs_re_outcome r =
      cs_re_match_next(&c->runner, code, subject, size, scan, &c->meter);
  return finish(ctx, c, before, r, ends);
}
