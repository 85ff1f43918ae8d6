/*
 * iter_lib.c - accumulate, compress, zip_longest and groupby as leaf iterators.
 *
 * What cannot be advanced without Python code never becomes one of these:
 * zip_longest takes only iterators that allocate nothing, groupby only values
 * whose comparison is C's.  accumulate alone can meet a value it must leave to
 * the prelude; the item then waits in `b`, as in a map (iter_map.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/iter_lib.h"

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/apply.h"
#include "py/types/bytes.h"
#include "py/types/dunder.h"
#include "py/types/iter_filter.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/tree.h"

static cs_status ended(cs_iter *it, cs_value *out) {
  it->src = CS_NONE;
  CS_GIVE(CS_UNBOUND);
}

/* --- accumulate ---------------------------------------------------------- */

static cs_status next_accumulate(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  cs_value item = it->b, total;
  if (it->h.flags & CS_ITER_INITIAL) { /* the start value comes first */
    it->h.flags = 0;
    CS_GIVE(it->a);
  }
  if (cs_is_unbound(item)) {
    if (cs_is_none(it->src)) CS_GIVE(CS_UNBOUND);
    CS_TRY(cs_op_next(ctx, it->src, &item));
    if (cs_is_unbound(item)) return ended(it, out);
  }
  if (cs_is_unbound(it->a)) {
    it->a = item;
    CS_GIVE(item);
  }
  it->b = item;
  cs_status st = CS_OK;
  if (!cs_is_none(it->c)) {
    cs_value args[2] = {it->a, item};
    st = cs_apply_leaf(ctx, it->c, args, 2, &total);
  } else if (!cs_both_int(it->a, item) || !cs_int_add(it->a, item, &total)) {
    st = cs_op_binary(ctx, CS_B_ADD, it->a, item, &total);
  }
  if (st == CS_OK || st == CS_THROW) it->b = CS_UNBOUND;
  if (st != CS_OK) return st;
  it->a = total;
  CS_GIVE(total);
}

/* accumulate(iterable, func, *, initial) */
CS_LEAF(accumulate_new) {
  cs_value inner, func = cs_is_unbound(args[2]) ? CS_NONE : args[2];
  if (!cs_is_none(func) && !cs_apply_can(ctx, func)) return CS_SLOW;
  bool initial = !cs_is_unbound(args[3]) && !cs_is_none(args[3]);
  CS_TRY(cs_iter_leaf(ctx, args[1], &inner));
  CS_TRY(cs_iter_new(ctx, CS_ITER_ACCUMULATE, inner,
                     initial ? args[3] : CS_UNBOUND, CS_UNBOUND, func, out));
  if (initial) CS_PTR(ctx, cs_iter, *out)->h.flags = CS_ITER_INITIAL;
  return CS_OK;
}

static cs_iter *accumulating(const cs_ctx *ctx, cs_value v) {
  if (!cs_is(v, CS_L_ITER) || cs_is_frozen(ctx, v)) return NULL;
  cs_iter *it = CS_PTR(ctx, cs_iter, v);
  return it->h.kind == CS_ITER_ACCUMULATE ? it : NULL;
}

/* _accumulate_due(it): (function or None, total, item) that the prelude has
 * to combine; None when nothing waits */
CS_LEAF_TAKES(accumulate_due, ANY) {
  cs_iter *it = accumulating(ctx, args[0]);
  if (!it || cs_is_unbound(it->b) || cs_is_unbound(it->a)) CS_GIVE(CS_NONE);
  cs_value v[3] = {it->c, it->a, it->b};
  CS_TRY(cs_tuple_new(ctx, v, 3, out));
  it->b = CS_UNBOUND;
  return CS_OK;
}

/* _accumulate_set(it, total): the result */
CS_LEAF_TAKES(accumulate_set, ANY) {
  cs_iter *it = accumulating(ctx, args[0]);
  if (it) it->a = args[1];
  CS_GIVE(args[1]);
}

/* --- zip_longest --------------------------------------------------------- */

/* Advancing it takes no memory and no Python code. */
static bool is_flat(const cs_iter *it) {
  switch (it->h.kind) {
    case CS_ITER_LIST:
    case CS_ITER_TUPLE:
    case CS_ITER_ASCII:
    case CS_ITER_BYTES:
    case CS_ITER_RANGE:
    case CS_ITER_DICTKEYS:
    case CS_ITER_DICTVALUES:
    case CS_ITER_SET:
    case CS_ITER_LISTREV: return true;
    default: return false;
  }
}

static cs_status next_longest(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  if (!cs_is_tuple(it->src)) CS_GIVE(CS_UNBOUND);
  uint32_t n = cs_tuple_len(ctx, it->src), live = 0;
  cs_value row;
  CS_TRY(cs_tuple_new(ctx, NULL, n, &row));
  for (uint32_t i = 0; i < n; i++) {
    cs_value from = cs_tuple_at(ctx, it->src, i), item = CS_UNBOUND;
    if (cs_is(from, CS_L_ITER)) CS_TRY(cs_op_next(ctx, from, &item));
    live += !cs_is_unbound(item);
    cs_tuple_items(ctx, row)[i] = cs_is_unbound(item) ? it->a : item;
  }
  if (live == 0) return ended(it, out);
  CS_GIVE(row);
}

/* zip_longest(*iterables) without a fillvalue, or _longest(tuple, fill) */
static cs_status longest(cs_ctx *ctx, const cs_value *v, uint32_t n,
                         cs_value fill, cs_value *out) {
  cs_value it[CS_ITER_ZIP_MAX], tuple;
  if (n == 0 || n > CS_ITER_ZIP_MAX) return CS_SLOW;
  for (uint32_t i = 0; i < n; i++) {
    CS_TRY(cs_iter_leaf(ctx, v[i], &it[i]));
    if (!is_flat(CS_PTR(ctx, cs_iter, it[i]))) return CS_SLOW;
  }
  CS_TRY(cs_tuple_new(ctx, it, n, &tuple));
  return cs_iter_new(ctx, CS_ITER_LONGEST, tuple, fill, CS_NONE, CS_NONE, out);
}

CS_LEAF(longest_new) {
  return longest(ctx, args + 1, n - 1, CS_NONE, out);
}

/* _longest(iterables, fill): the iterator, or None */
CS_LEAF_TAKES(longest_make, ANY) {
  cs_value *v;
  uint32_t count;
  if (!cs_seq_items(ctx, args[0], &v, &count)) CS_GIVE(CS_NONE);
  cs_status st = longest(ctx, v, count, args[1], out);
  if (st == CS_SLOW) CS_GIVE(CS_NONE);
  return st;
}

/* --- groupby ------------------------------------------------------------- */

/* Values that C can always compare with each other. */
static bool is_plain(cs_value v) {
  return !cs_is_ref(v) || cs_is_str(v) || cs_is(v, CS_L_BYTES) ||
         cs_is(v, CS_L_BIGINT);
}

static cs_status is_same(cs_ctx *ctx, cs_value a, cs_value b, bool *out) {
  *out = cs_same(a, b);
  if (*out || cs_both_int(a, b)) return CS_OK;
  return cs_eq_value(ctx, a, b, out);
}

/* GROUPBY: src = tuple, a = next index, b = key of the current group, c = its
 * number.  GROUPER: src = the GROUPBY, a = number of its group. */
static uint32_t group_items(const cs_ctx *ctx, const cs_iter *it) {
  uint32_t n = cs_tuple_len(ctx, it->src);
  return it->h.flags & CS_ITER_KEYED ? n / 2 : n;
}

static cs_value group_key(const cs_ctx *ctx, const cs_iter *it, uint32_t i) {
  uint32_t n = cs_tuple_len(ctx, it->src);
  return cs_tuple_at(ctx, it->src, it->h.flags & CS_ITER_KEYED ? n / 2 + i : i);
}

static cs_status next_groupby(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  if (!cs_is_tuple(it->src)) CS_GIVE(CS_UNBOUND);
  uint32_t n = group_items(ctx, it), i = (uint32_t)cs_int_of(it->a);
  bool same = true;
  for (; i < n && same && !cs_is_unbound(it->b); i++) {
    CS_TRY(is_same(ctx, it->b, group_key(ctx, it, i), &same));
    if (!same) break;
    if (i % 4 == 3) cs_charge(ctx, 1);
    it->a = cs_int(i);
    CS_TRY(cs_charge_look(ctx));
  }
  it->a = cs_int(i);
  if (i >= n) return ended(it, out);
  cs_value pair[2] = {group_key(ctx, it, i), CS_NONE}, number = it->c;
  number.bits++;
  CS_TRY(cs_iter_new(ctx, CS_ITER_GROUPER,
                     cs_ref(CS_L_ITER, cs_off_of(ctx, it)), number, CS_NONE,
                     CS_NONE, &pair[1]));
  CS_TRY(cs_tuple_new(ctx, pair, 2, out));
  it->b = pair[0];
  it->c = number;
  return CS_OK;
}

static cs_status next_grouper(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  if (!cs_is(it->src, CS_L_ITER)) CS_GIVE(CS_UNBOUND);
  cs_iter *all = CS_PTR(ctx, cs_iter, it->src);
  bool same = false;
  if (all->h.kind != CS_ITER_GROUPBY || !cs_is_tuple(all->src) ||
      !cs_same(all->c, it->a))
    return ended(it, out);
  uint32_t i = (uint32_t)cs_int_of(all->a);
  if (i >= group_items(ctx, all)) return ended(it, out);
  CS_TRY(is_same(ctx, all->b, group_key(ctx, all, i), &same));
  if (!same) return ended(it, out);
  all->a = cs_int((int64_t)i + 1);
  CS_GIVE(cs_tuple_at(ctx, all->src, i));
}

/* A key that C can compare: plain, or a tuple of such. */
static bool is_key(const cs_ctx *ctx, cs_value v) {
  if (!cs_is_tuple(v)) return is_plain(v);
  for (uint32_t i = 0; i < cs_tuple_len(ctx, v); i++)
    if (!is_plain(cs_tuple_at(ctx, v, i))) return false;
  return true;
}

/* A tuple of `n` items and, behind them, of their keys.  CS_SLOW: the function
 * needs the loop, or fails: that must happen when its turn comes. */
static cs_status with_keys(cs_ctx *ctx, cs_value func, const cs_value *v,
                           uint32_t n, cs_value *out) {
  bool native = cs_is(func, CS_L_NATIVE) || cs_is(func, CS_L_BOX) ||
                cs_is(func, CS_L_TYPE);
  if (!native || n > UINT32_MAX / 4 || !cs_apply_can(ctx, func)) return CS_SLOW;
  CS_TRY(cs_tuple_new(ctx, NULL, 2 * n, out));
  cs_value *to = cs_tuple_items(ctx, *out);
  for (uint32_t i = 0; i < n; i++) {
    to[i] = v[i];
    cs_status st = cs_apply_leaf(ctx, func, &v[i], 1, &to[n + i]);
    if (st == CS_THROW) ctx->head->root[CS_ROOT_EXC] = CS_NONE;
    if (st != CS_OK) return st == CS_RETRY ? st : CS_SLOW;
    if (!is_key(ctx, to[n + i])) return CS_SLOW;
  }
  return CS_OK;
}

/* groupby(iterable, key) of a list, tuple or str: plain values without a key,
 * or any with one that is a native */
CS_LEAF(groupby_new) {
  cs_value *v, tuple = args[1];
  uint32_t count;
  bool keyed = !cs_is_unbound(args[2]) && !cs_is_none(args[2]);
  if (!cs_seq_items(ctx, tuple, &v, &count)) return CS_SLOW;
  if (keyed) CS_TRY(with_keys(ctx, args[2], v, count, &tuple));
  for (uint32_t i = 0; i < count && !keyed; i++)
    if (!is_plain(v[i])) return CS_SLOW;
  cs_charge(ctx, count / 8);
  if (!cs_is_tuple(tuple)) CS_TRY(cs_tuple_new(ctx, v, count, &tuple));
  CS_TRY(cs_iter_new(ctx, CS_ITER_GROUPBY, tuple, cs_int(0), CS_UNBOUND,
                     cs_int(0), out));
  if (keyed) CS_PTR(ctx, cs_iter, *out)->h.flags = CS_ITER_KEYED;
  return CS_OK;
}

/* --- compress ------------------------------------------------------------ */

static cs_status next_compress(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  cs_value item;
  if (cs_is_none(it->src) || !cs_is(it->a, CS_L_BYTES)) CS_GIVE(CS_UNBOUND);
  const cs_bytes *wanted = CS_PTR(ctx, cs_bytes, it->a);
  for (;;) {
    uint64_t i = (uint64_t)cs_int_of(it->b);
    CS_TRY(cs_op_next(ctx, it->src, &item));
    if (cs_is_unbound(item) || i >= wanted->len) return ended(it, out);
    it->b = cs_int((int64_t)i + 1);
    if (wanted->data[i]) CS_GIVE(item);
    cs_charge(ctx, 1);
    CS_TRY(cs_charge_look(ctx));
  }
}

/* compress(data, selectors) by a list or tuple of values whose truth C knows */
CS_LEAF(compress_new) {
  cs_value *v, inner, wanted;
  uint32_t count;
  uint8_t *to;
  if (!cs_seq_items(ctx, args[2], &v, &count)) return CS_SLOW;
  CS_TRY(cs_iter_leaf(ctx, args[1], &inner));
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, count, &wanted, &to));
  for (uint32_t i = 0; i < count; i++) {
    bool yes = cs_is_true(v[i]);
    if (!cs_is_bool(v[i])) CS_TRY(cs_op_truth(ctx, v[i], &yes));
    to[i] = yes;
  }
  cs_charge(ctx, count / 8);
  return cs_iter_new(ctx, CS_ITER_COMPRESS, inner, wanted, cs_int(0), CS_NONE,
                     out);
}

/* re.finditer: the scanner knows where it is. */
static cs_status next_match(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  *out = CS_UNBOUND;
  if (cs_is_none(it->src)) return CS_OK;
  cs_status st = ctx->next_match(ctx, it->src, out);
  if (st != CS_OK || !cs_is_none(*out)) return st;
  it->src = CS_NONE;
  *out = CS_UNBOUND;
  return CS_OK;
}

cs_status cs_iter_lib_next(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  switch (it->h.kind) {
    case CS_ITER_ACCUMULATE: return next_accumulate(ctx, it, out);
    case CS_ITER_LONGEST: return next_longest(ctx, it, out);
    case CS_ITER_GROUPBY: return next_groupby(ctx, it, out);
    case CS_ITER_MATCHES: return next_match(ctx, it, out);
    case CS_ITER_COMPRESS: return next_compress(ctx, it, out);
    case CS_ITER_ELEMENTS: return cs_tree_next(ctx, it, out);
    case CS_ITER_FILTER: return cs_iter_filter_next(ctx, it, out);
    default: return next_grouper(ctx, it, out);
  }
}

#define ITERATOR(type)                                \
  {type, "__iter__", "($self, /)", cs_dunder_self}, { \
    type, "__next__", "($self, /)", cs_dunder_next    \
  }

extern const cs_native_def cs_iter_lib_natives[];
const cs_native_def cs_iter_lib_natives[] = {
    {"itertools.accumulate", "__new__",
     "($cls, iterable, func=None, *, initial=None)", accumulate_new},
    ITERATOR("itertools.accumulate"),
    {"itertools.zip_longest", "__new__", "($cls, *iterables)", longest_new},
    ITERATOR("itertools.zip_longest"),
    {"itertools.groupby", "__new__", "($cls, iterable, key=None)", groupby_new},
    ITERATOR("itertools.groupby"),
    ITERATOR("itertools._grouper"),
    {".intrinsics", "_accumulate_due", "(it, /)", accumulate_due},
    {".intrinsics", "_accumulate_set", "(it, total, /)", accumulate_set},
    {".intrinsics", "_longest", "(iterables, fill, /)", longest_make},
    {"itertools.compress", "__new__", "($cls, data, selectors)", compress_new},
    ITERATOR("itertools.compress"),
    CS_NATIVE_END};
