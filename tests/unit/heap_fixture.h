/*
 * heap_fixture.h - a session without a VM: arena, empty image, head, heap.
 *
 * Also stands in for cs_throw: the text of the last exception is kept as
 * "Name: message" in fx_error.  Values in a format print as their type number
 * (%t), in quotes (%r) or not at all.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TESTS_HEAP_FIXTURE_H
#define CS_TESTS_HEAP_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "py/heap/ctx.h"
#include "py/heap/str.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define OK(call) assert_int_equal((call), CS_OK)

typedef struct fixture {
  cs_arena arena;
  cs_ctx ctx;
  cs_method_entry mcache[CS_METHOD_CACHE];
  cs_inline icache[CS_INLINE_ALL(CS_INLINE_CACHE)];
} fixture;

static char fx_error[6000];

static const char *fx_exc_name(cs_exc_id id) {
  static const char *const names[] = {
#define CS_EXC(name, number, base) [number] = #name,
#include "py/heap/exc.def"
#undef CS_EXC
  };
  return names[id];
}

static void fx_put(char **p, const cs_ctx *ctx, char c, va_list *ap) {
  if (c == 'd') {
    *p += sprintf(*p, "%lld", (long long)va_arg(*ap, int64_t));
  } else if (c == 'u') {
    *p += sprintf(*p, "%llu", (unsigned long long)va_arg(*ap, uint64_t));
  } else if (c == 't') {
    *p += sprintf(*p, "%u", (unsigned)cs_ref_type(va_arg(*ap, cs_value)));
  } else if (c == 'r') {
    uint32_t n;
    const char *s = cs_str_data(ctx, va_arg(*ap, cs_value), &n);
    *p += sprintf(*p, "'%.*s'", (int)n, s);
  }
}

cs_status cs_throw(cs_ctx *ctx, cs_exc_id exc, const char *format, ...) {
  char *p = fx_error + sprintf(fx_error, "%s: ", fx_exc_name(exc));
  va_list ap;
  va_start(ap, format);
  for (; *format; format++) {
    if (*format == '%')
      fx_put(&p, ctx, *++format, &ap);
    else
      *p++ = *format;
  }
  va_end(ap);
  *p = 0;
  return CS_THROW;
}

/* `limit`: bytes of heap. */
static inline void fx_open(fixture *f, uint64_t limit) {
  memset(f, 0, sizeof *f);
  OK(cs_arena_init(&f->arena, CS_HEAP_BASE + limit));
  uint64_t image = CS_IMAGE_BASE + sizeof(cs_image);
  image = (image + CS_PAGE - 1) & ~(CS_PAGE - 1);
  OK(cs_arena_commit(&f->arena, CS_IMAGE_BASE, image));
  OK(cs_arena_commit(&f->arena, CS_HEAD_BASE, CS_HEAD_BASE + CS_HEAD_SIZE));
  cs_ctx *ctx = &f->ctx;
  ctx->base = f->arena.base;
  ctx->arena = &f->arena;
  ctx->image = CS_AT(ctx, cs_image, CS_IMAGE_BASE);
  ctx->head = CS_AT(ctx, cs_head, CS_HEAD_BASE);
  ctx->mcache = f->mcache;
  ctx->icache = ctx->icache_first = f->icache;
  ctx->imask = CS_INLINE_CACHE - 1;
  ctx->heap_end = CS_HEAP_BASE;
  ctx->fuel = INT64_C(1) << 50;
  cs_head *h = ctx->head;
  h->heap_top = CS_HEAP_BASE;
  h->heap_limit = CS_HEAP_BASE + limit;
  h->limit = limit;
  h->int_digits = 4300;
  h->stack_soft = h->stack_top = CS_STACK_BASE;
  h->next_gc = UINT32_MAX;
  cs_alloc_pace(ctx);
}

static inline void fx_close(fixture *f) {
  cs_arena_fini(&f->arena);
}

static inline cs_value fx_str(fixture *f, const char *text) {
  cs_value v;
  OK(cs_str_new(&f->ctx, text, strlen(text), &v));
  return v;
}

/* Small repeatable random numbers (xorshift). */
static inline uint32_t fx_random(uint64_t *state, uint32_t below) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return (uint32_t)((*state >> 16) % below);
}

/* Make what is in the heap look like the warm image: read-only to sessions.
 * Only offsets below CS_IMAGE_END are frozen, so tests that need a frozen
 * object copy one there. */
static inline cs_value fx_freeze(fixture *f, cs_value v) {
  cs_ctx *ctx = &f->ctx;
  const cs_obj *o = CS_PTR(ctx, cs_obj, v);
  uint64_t at = (CS_IMAGE_BASE + sizeof(cs_image) + CS_PAGE) & ~(CS_PAGE - 1);
  OK(cs_arena_commit(&f->arena, at, at + 16 * CS_PAGE));
  while (CS_AT(ctx, cs_obj, (cs_off)at)->units)
    at += CS_AT(ctx, cs_obj, (cs_off)at)->units * 16u;
  memcpy(cs_at(ctx, (cs_off)at), o, o->units * 16u);
  return cs_ref(cs_ref_type(v), (cs_off)at);
}

#endif
