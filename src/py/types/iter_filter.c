/*
 * iter_filter.c - filter as a leaf iterator.
 *
 * An item waits in `b` until it was judged, and what the function said of it in
 * `c`, if whether that is true takes Python code: so judging can stop and go on
 * without losing the one or asking for the other again.  Functions that need
 * the loop are filtered by a generator from the start.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/iter_filter.h"

#include "py/heap/seq.h"
#include "py/types/apply.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* filter(function, iterable); Python functions are called by a generator, which
 * takes less time. */
static cs_status filter_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  cs_value inner;
  cs_applied to;
  if (n != 3 || CS_PTR(ctx, cs_type, args[0])->flags & CS_TYPE_HEAP)
    return CS_SLOW;
  cs_value f = args[1];
  if (cs_is_type(f) && cs_ref_off(f) == ctx->image->cls[CS_L_NUMBOOL])
    f = CS_NONE;
  if (!cs_is_none(f)) CS_TRY(cs_apply_open(ctx, f, 1, &to));
  CS_TRY(cs_iter_leaf(ctx, args[2], &inner));
  return cs_iter_new(ctx, CS_ITER_FILTER, inner, f, CS_UNBOUND, CS_UNBOUND,
                     out);
}

/* The next item of what is filtered, UNBOUND at the end. */
static cs_status take(cs_ctx *ctx, cs_iter *it, cs_value *item) {
  *item = CS_UNBOUND;
  if (cs_is_none(it->src)) return CS_OK;
  cs_iter *in = CS_PTR(ctx, cs_iter, it->src);
  if (in->h.kind == CS_ITER_LIST && cs_is_list(in->src) &&
      (uint64_t)cs_int_of(in->a) < cs_list_len(ctx, in->src)) {
    *item = cs_list_at(ctx, in->src, (uint32_t)cs_int_of(in->a));
    in->a.bits++;
    return CS_OK;
  }
  CS_TRY(cs_op_next(ctx, it->src, item));
  if (cs_is_unbound(*item)) it->src = CS_NONE;
  return CS_OK;
}

/* Is the waiting item wanted?  CS_SLOW: Python code must say. */
static cs_status judge(cs_ctx *ctx, cs_iter *it, const cs_applied *f,
                       bool *yes) {
  cs_value said = it->c;
  if (cs_is_none(it->a)) {
    said = it->b;
  } else if (cs_is_unbound(said)) {
    CS_TRY(cs_apply_run(ctx, f, &it->b, 1, &said));
  }
  cs_status st = cs_op_truth(ctx, said, yes);
  if (st == CS_SLOW) it->c = said;
  return st;
}

/* Did the function end the iteration? */
static bool stopped(cs_ctx *ctx) {
  cs_value *exc = &ctx->head->root[CS_ROOT_EXC];
  if (!cs_type_is(ctx, *exc, cs_exc_class(ctx, CS_StopIteration))) return false;
  *exc = CS_NONE;
  return true;
}

static cs_status next_wanted(cs_ctx *ctx, cs_iter *it, const cs_applied *f,
                             cs_value *out) {
  for (bool yes = false;;) {
    if (cs_is_unbound(it->b)) CS_TRY(take(ctx, it, &it->b));
    *out = it->b;
    if (cs_is_unbound(*out)) return CS_OK;
    cs_status st = judge(ctx, it, f, &yes);
    if (st == CS_OK || st == CS_THROW) it->b = it->c = CS_UNBOUND;
    if (st == CS_THROW && stopped(ctx)) CS_GIVE(CS_UNBOUND);
    if (st != CS_OK || yes) return st;
    cs_charge(ctx, 1);
    CS_TRY(cs_charge_look(ctx));
  }
}

cs_status cs_iter_filter_next(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  cs_applied f;
  if (!cs_is_none(it->a)) CS_TRY(cs_apply_open(ctx, it->a, 1, &f));
  return next_wanted(ctx, it, &f, out);
}

cs_status cs_iter_filter_all(cs_ctx *ctx, cs_iter *it, cs_value list) {
  cs_applied f;
  cs_value item;
  if (!cs_is_none(it->a)) CS_TRY(cs_apply_open(ctx, it->a, 1, &f));
  cs_list *l = CS_PTR(ctx, cs_list, list);
  while (l->len < l->cap) {
    CS_TRY(next_wanted(ctx, it, &f, &item));
    if (cs_is_unbound(item)) return CS_OK;
    CS_AT(ctx, cs_array, l->items)->v[l->len++] = item;
  }
  return CS_OK;
}

/* _filter_due(it): (function, iterator, [item], [what the function said]) of a
 * filter that Python code must advance; nothing waits any more */
CS_LEAF_TAKES(filter_due, ANY) {
  if (!cs_is(args[0], CS_L_ITER) ||
      CS_PTR(ctx, cs_iter, args[0])->h.kind != CS_ITER_FILTER)
    CS_GIVE(CS_NONE);
  cs_iter *it = CS_PTR(ctx, cs_iter, args[0]);
  cs_value v[4] = {it->a, it->src, CS_NONE, CS_NONE};
  CS_TRY(cs_list_new(ctx, &it->b, !cs_is_unbound(it->b), &v[2]));
  CS_TRY(cs_list_new(ctx, &it->c, !cs_is_unbound(it->c), &v[3]));
  CS_TRY(cs_tuple_new(ctx, v, 4, out));
  it->b = it->c = CS_UNBOUND;
  return CS_OK;
}

extern const cs_native_def cs_iter_filter_natives[];
const cs_native_def cs_iter_filter_natives[] = {
    {"filter", "__new__", "($cls, *args)", filter_new},
    {".intrinsics", "_filter_due", "(it, /)", filter_due},
    CS_NATIVE_END};
