/*
 * iter_map.c - map and starmap as leaf iterators.
 *
 * The item taken from the inner iterator waits in `b` until its call was
 * made, so that advancing can stop (no space, a function written in Python)
 * and go on without losing it.  A for loop makes the call itself and gets the
 * result as its next item: no generator stands between.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/iter_map.h"

#include "py/heap/box.h"
#include "py/heap/seq.h"
#include "py/types/apply.h"
#include "py/types/dunder.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* The arguments of the call for the waiting item. */
static void arguments(const cs_ctx *ctx, const cs_iter *it,
                      const cs_value **args, uint32_t *n) {
  *args = &it->b;
  *n = 1;
  if (it->h.kind == CS_ITER_STARMAP || it->h.flags & CS_ITER_STAR) {
    *args = cs_tuple_items(ctx, it->b);
    *n = cs_tuple_len(ctx, it->b);
  }
}

cs_status cs_iter_map_next(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  const cs_value *args;
  uint32_t n;
  if (cs_is_unbound(it->b)) {
    if (cs_is_none(it->src)) {
      *out = CS_UNBOUND;
      return CS_OK;
    }
    cs_value item;
    CS_TRY(cs_op_next(ctx, it->src, &item));
    if (cs_is_unbound(item)) {
      it->src = CS_NONE;
      *out = CS_UNBOUND;
      return CS_OK;
    }
    it->b = item;
  }
  if (it->h.kind == CS_ITER_STARMAP && cs_is_list(it->b)) {
    cs_value t;
    CS_TRY(cs_tuple_new(ctx, cs_list_items(ctx, it->b), cs_list_len(ctx, it->b),
                        &t));
    it->b = t;
  }
  if (it->h.kind == CS_ITER_STARMAP && !cs_is_tuple(it->b)) return CS_SLOW;
  arguments(ctx, it, &args, &n);
  cs_status st = cs_apply_leaf(ctx, it->a, args, n, out);
  if (st == CS_OK || st == CS_THROW) it->b = CS_UNBOUND;
  return st;
}

cs_status cs_iter_map_all(cs_ctx *ctx, cs_iter *it, cs_value list) {
  cs_applied f;
  cs_value item, made;
  if (it->h.kind != CS_ITER_MAP || it->h.flags & CS_ITER_STAR ||
      !cs_is_unbound(it->b) || !cs_is(it->src, CS_L_ITER) ||
      cs_box_is(ctx, it->a, CS_BOX_ITEMGETTER))
    return CS_OK;
  cs_status st = cs_apply_open(ctx, it->a, 1, &f);
  if (st != CS_OK) return st == CS_SLOW ? CS_OK : st;
  cs_list *l = CS_PTR(ctx, cs_list, list);
  while (l->len < l->cap) {
    CS_TRY(cs_op_next(ctx, it->src, &item));
    if (cs_is_unbound(item)) {
      it->src = CS_NONE;
      return CS_OK;
    }
    st = cs_apply_run(ctx, &f, &item, 1, &made);
    if (st != CS_OK) {
      if (st != CS_THROW) it->b = item; /* its call waits */
      return st;
    }
    CS_AT(ctx, cs_array, l->items)->v[l->len++] = made;
  }
  return CS_OK;
}

bool cs_iter_map_call(const cs_ctx *ctx, const cs_iter *it, cs_call *call) {
  const cs_value *args;
  uint32_t n;
  if (cs_is_unbound(it->b)) return false;
  if (it->h.kind == CS_ITER_STARMAP && !cs_is_tuple(it->b)) return false;
  arguments(ctx, it, &args, &n);
  if (n > CS_CALL_ARGS) return false;
  *call = (cs_call){.func = it->a, .n = n, .aux = CS_UNBOUND};
  for (uint32_t i = 0; i < n; i++) call->arg[i] = args[i];
  return true;
}

void cs_iter_map_done(cs_iter *it) {
  it->b = CS_UNBOUND;
}

static bool is_exact(const cs_ctx *ctx, cs_value cls) {
  return !(cs_type_at(ctx, cs_ref_off(cls))->flags & CS_TYPE_HEAP);
}

/* map(function, iterable...): one iterable, or a zip of several. */
cs_status cs_iter_map_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  cs_value inner;
  if (!is_exact(ctx, args[0]) || n < 3 || n - 2 > CS_CALL_ARGS) return CS_SLOW;
  if (n == 3) {
    CS_TRY(cs_iter_leaf(ctx, args[2], &inner));
  } else {
    CS_TRY(cs_iter_zip(ctx, args + 2, n - 2, false, &inner));
  }
  CS_TRY(
      cs_iter_new(ctx, CS_ITER_MAP, inner, args[1], CS_UNBOUND, CS_NONE, out));
  if (n > 3) CS_PTR(ctx, cs_iter, *out)->h.flags = CS_ITER_STAR;
  return CS_OK;
}

CS_LEAF(starmap_new) {
  cs_value inner;
  CS_TRY(cs_iter_leaf(ctx, args[2], &inner));
  return cs_iter_new(ctx, CS_ITER_STARMAP, inner, args[1], CS_UNBOUND, CS_NONE,
                     out);
}

/* _due(it): (function, item) of the call that waits, which is used up; None
 * when none does. */
CS_LEAF_TAKES(due, ANY) {
  if (!cs_is(args[0], CS_L_ITER)) CS_GIVE(CS_NONE);
  cs_iter *it = CS_PTR(ctx, cs_iter, args[0]);
  if (!cs_iter_map_is(it) || cs_is_unbound(it->b)) CS_GIVE(CS_NONE);
  cs_value v[2] = {it->a, it->b};
  CS_TRY(cs_tuple_new(ctx, v, 2, out));
  it->b = CS_UNBOUND;
  return CS_OK;
}

extern const cs_native_def cs_iter_map_natives[];
const cs_native_def cs_iter_map_natives[] = {
    {"itertools.starmap", "__new__", "($cls, function, iterable, /)",
     starmap_new},
    {"itertools.starmap", "__iter__", "($self, /)", cs_dunder_self},
    {"itertools.starmap", "__next__", "($self, /)", cs_dunder_next},
    {".intrinsics", "_due", "(it, /)", due},
    CS_NATIVE_END};
