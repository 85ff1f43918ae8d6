/*
 * walk.c - visiting the items of a built-in container from C.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/walk.h"

#include "py/heap/seq.h"
#include "py/types/iter.h"
#include "py/types/ops.h"

cs_status cs_walk_start(cs_ctx *ctx, cs_value v, cs_walk *w) {
  cs_value *items;
  *w = (cs_walk){.it = CS_NONE};
  v = cs_iter_plain(ctx, v);
  if (cs_seq_items(ctx, v, &items, &w->n)) {
    w->items = items;
    return CS_OK;
  }
  if (!cs_is_ref(v))
    return cs_throw(ctx, CS_TypeError, "'%t' object is not iterable", v);
  if (cs_is(v, CS_L_ITER) || cs_is(v, CS_L_GEN)) return CS_SLOW;
  cs_status st = cs_op_iter(ctx, v, &w->it);
  if (st != CS_OK) return st;
  return cs_is(w->it, CS_L_ITER) ? CS_OK : CS_SLOW;
}

cs_status cs_walk_next(cs_ctx *ctx, cs_walk *w, cs_value *out) {
  if (!(++w->i & 3)) cs_charge(ctx, 1);
  if (!w->items && cs_is_none(w->it)) {
    *out = CS_UNBOUND; /* an empty sequence */
    return CS_OK;
  }
  if (!w->items) return cs_op_next(ctx, w->it, out);
  *out = w->i <= w->n ? w->items[w->i - 1] : CS_UNBOUND;
  return CS_OK;
}

cs_status cs_walk_list(cs_ctx *ctx, cs_value v, cs_value *out) {
  cs_walk w;
  cs_value list, item;
  cs_status st = cs_walk_start(ctx, v, &w);
  if (st != CS_OK) return st;
  if (w.items || cs_is_none(w.it)) {
    cs_charge(ctx, w.n / 8);
    return cs_list_new(ctx, w.items, w.items ? w.n : 0, out);
  }
  st = cs_list_room(ctx, 0, &list);
  while (st == CS_OK) {
    st = cs_walk_next(ctx, &w, &item);
    if (st != CS_OK || cs_is_unbound(item)) break;
    st = cs_list_append(ctx, list, item);
  }
  if (st == CS_OK) *out = list;
  return st;
}
