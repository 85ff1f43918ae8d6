/*
 * walk.h - visiting the items of a built-in container from C.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_WALK_H
#define CS_PY_TYPES_WALK_H

#include "py/heap/ctx.h"

typedef struct cs_walk {
  const cs_value *items; /* list, tuple; else NULL */
  uint32_t i, n;
  cs_value it;  /* a leaf iterator of our own; dict and set stand for one */
  uint32_t at;  /* position in those two */
  uint8_t what; /* of a dict: 0 keys, 1 values */
} cs_walk;

/* Start over `v`: list, tuple, str, bytes, range, dict, set or view.  CS_SLOW
 * for everything else, also for iterators: visiting would consume them. */
cs_status cs_walk_start(cs_ctx *ctx, cs_value v, cs_walk *w) CS_MUST_CHECK;
/* Next item of what is no sequence. */
cs_status cs_walk_other(cs_ctx *ctx, cs_walk *w, cs_value *out) CS_MUST_CHECK;
/* Next item, UNBOUND at the end. */
static inline cs_status cs_walk_next(cs_ctx *ctx, cs_walk *w, cs_value *out) {
  if (!(++w->i & 3)) {
    cs_charge(ctx, 1);
    cs_status st = cs_charge_look(ctx);
    if (st != CS_OK) return st;
  }
  if (!w->items) return cs_walk_other(ctx, w, out);
  *out = w->i <= w->n ? w->items[w->i - 1] : CS_UNBOUND;
  return CS_OK;
}
/* All items as a new list; charged. */
cs_status cs_walk_list(cs_ctx *ctx, cs_value v, cs_value *out) CS_MUST_CHECK;

#endif
