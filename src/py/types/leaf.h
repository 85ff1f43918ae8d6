/*
 * leaf.h - short forms for files that are mostly natives.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_LEAF_H
#define CS_PY_TYPES_LEAF_H

#include "py/heap/native.h"

/* Head of a native; not every one looks at all its parameters. */
#define CS_LEAF(name)                                           \
  static cs_status name(__attribute__((unused)) cs_ctx *ctx,    \
                        __attribute__((unused)) cs_value *args, \
                        __attribute__((unused)) uint32_t n,     \
                        __attribute__((unused)) cs_value *out)

/* Return unless `expr` is CS_OK. */
#define CS_TRY(expr)                \
  do {                              \
    cs_status try_ = (expr);        \
    if (try_ != CS_OK) return try_; \
  } while (0)

/* `*out = v; return CS_OK` as one statement. */
#define CS_GIVE(v) \
  do {             \
    *out = (v);    \
    return CS_OK;  \
  } while (0)

/* The keywords of a native whose signature ends in "*args, **words".  It asks
 * before it does anything else; `*n` then counts the arguments without names,
 * which come first.  CS_SLOW gives the call to the twin as it was, so what was
 * done must not matter, and no argument may have been used up. */
typedef struct cs_words {
  const cs_value *name, *value;
  uint32_t n;
} cs_words;

static inline cs_words cs_words_take(cs_ctx *ctx, const cs_value *args,
                                     uint32_t *n) {
  cs_words w = {.n = ctx->nwords};
  if (w.n) w.name = CS_PTR(ctx, cs_tuple, ctx->words)->v;
  ctx->nwords = 0;
  *n -= w.n;
  w.value = args + *n;
  return w;
}

/* Setter of attributes that CPython keeps as read-only members. */
#define CS_READONLY(name)                                          \
  CS_LEAF(name) {                                                  \
    return cs_throw(ctx, CS_AttributeError, "readonly attribute"); \
  }

#endif
