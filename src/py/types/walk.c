/*
 * walk.c - visiting the items of a built-in container from C.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/walk.h"

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/types/collect.h"
#include "py/types/iter.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* Dicts and sets need no iterator: nothing changes them on the way. */
static bool start_table(const cs_ctx *ctx, cs_value v, cs_walk *w) {
  if (cs_is(v, CS_L_VIEW)) {
    const cs_view *view = CS_PTR(ctx, cs_view, v);
    w->what = view->h.kind;
    v = w->what < 2 ? cs_unwrap(ctx, view->dict) : CS_NONE;
  }
  if (!cs_is_dict(v) && !cs_is_set(v)) return false;
  w->it = v;
  return true;
}

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
  if (start_table(ctx, v, w)) return CS_OK;
  cs_status st = cs_is_instance(v) ? cs_iter_leaf(ctx, v, &w->it)
                                   : cs_op_iter(ctx, v, &w->it);
  if (st != CS_OK) return st;
  return cs_is(w->it, CS_L_ITER) ? CS_OK : CS_SLOW;
}

cs_status cs_walk_other(cs_ctx *ctx, cs_walk *w, cs_value *out) {
  cs_value kv[2] = {CS_UNBOUND, CS_UNBOUND};
  if (cs_is_dict(w->it)) {
    (void)cs_dict_next(ctx, w->it, &w->at, &kv[0], &kv[1]);
    *out = kv[w->what & 1];
  } else if (cs_is_set(w->it)) {
    if (!cs_set_next(ctx, w->it, &w->at, out)) *out = CS_UNBOUND;
  } else if (cs_is_none(w->it)) {
    *out = CS_UNBOUND; /* an empty sequence */
  } else {
    return cs_op_next(ctx, w->it, out);
  }
  return CS_OK;
}

cs_status cs_walk_list(cs_ctx *ctx, cs_value v, cs_value *out) {
  cs_walk w;
  cs_value list = v, item;
  cs_status st = CS_SLOW;
  if (cs_is(v, CS_L_STR) || cs_is(v, CS_L_VIEW))
    st = cs_collect_arg(ctx, &list, 0); /* a new one */
  if (st == CS_OK) *out = list;
  if (st != CS_SLOW) return st;
  st = cs_walk_start(ctx, v, &w);
  if (st != CS_OK) return st;
  if (w.items || cs_is_none(w.it)) {
    cs_charge(ctx, w.n / 8);
    return cs_list_new(ctx, w.items, w.items ? w.n : 0, out);
  }
  uint32_t room = cs_is_dict(w.it)  ? cs_dict_len(ctx, w.it)
                  : cs_is_set(w.it) ? cs_set_len(ctx, w.it)
                                    : 0;
  st = cs_list_room(ctx, room, &list);
  while (st == CS_OK) {
    st = cs_walk_next(ctx, &w, &item);
    if (st != CS_OK || cs_is_unbound(item)) break;
    st = cs_list_append(ctx, list, item);
  }
  if (st == CS_OK) *out = list;
  return st;
}
