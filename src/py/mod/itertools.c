/*
 * itertools.c - module itertools: constructors of its leaf iterators.
 *
 * Over built-ins these make ITER objects that C advances (types/iter.c);
 * whatever needs Python code to iterate gets a generator of the prelude that
 * shows the same class (prelude/lib/itertools.py).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/mod/num_arg.h"
#include "py/types/builder.h"
#include "py/types/dunder.h"
#include "py/types/iter.h"
#include "py/types/iter_map.h"
#include "py/types/leaf.h"
#include "py/types/number.h"
#include "py/types/ops.h"
#include "py/types/range.h"
#include "py/types/walk.h"

/* Indexes of more items than this are not tried in C. */
#define POOL_MAX (1u << 20)
/* Items an islice may skip within one instruction. */
#define SKIP_MAX 4096

/* These helpers belong to the prelude, but anybody can reach them. */
static cs_status misused(cs_ctx *ctx) {
  return cs_throw(ctx, CS_TypeError, "bad arguments of a library helper");
}
static bool is_count(cs_value v) {
  return cs_is_int(v) && cs_int_of(v) >= 0;
}

/* --- endless ones -------------------------------------------------------- */

CS_LEAF(count_new) {
  cs_value start = cs_is_unbound(args[1]) ? cs_int(0) : args[1];
  cs_value step = cs_is_unbound(args[2]) ? cs_int(1) : args[2];
  if (cs_is_bool(step)) step = cs_int(cs_is_true(step));
  if (!cs_is_number(start) || !cs_is_number(step)) return CS_SLOW;
  return cs_iter_new(ctx, CS_ITER_COUNTER, CS_TRUE, start, CS_NONE, step, out);
}

CS_LEAF(count_repr) {
  if (!cs_is(args[0], CS_L_ITER)) return CS_SLOW;
  const cs_iter *it = CS_PTR(ctx, cs_iter, args[0]);
  cs_value a, c;
  cs_builder b;
  CS_TRY(cs_op_repr(ctx, it->a, &a));
  CS_TRY(cs_op_repr(ctx, it->c, &c));
  cs_builder_init(&b, ctx);
  cs_builder_c(&b, "count(");
  cs_builder_str(&b, a);
  if (!cs_same(it->c, cs_int(1))) {
    cs_builder_c(&b, ", ");
    cs_builder_str(&b, c);
  }
  cs_builder_c(&b, ")");
  return cs_builder_finish(&b, out);
}

CS_LEAF(repeat_new) {
  cs_value times = CS_NONE;
  int64_t i;
  if (!cs_is_unbound(args[2])) {
    CS_TRY(cs_num_index(ctx, args, 2, &times));
    if (!cs_int_as_i64(ctx, times, &i))
      return cs_throw(ctx, CS_OverflowError,
                      "Python int too large to convert to C ssize_t");
    if (i < 0) times = cs_int(0);
    if (!cs_is_int(times)) times = cs_int(CS_INT_MAX);
  }
  return cs_iter_new(ctx, CS_ITER_REPEAT, CS_TRUE, args[1], times, CS_NONE,
                     out);
}

/* repeat_parts(it) -> (item, times left or None) */
CS_LEAF(repeat_parts) {
  if (!cs_is(args[0], CS_L_ITER)) return CS_SLOW;
  const cs_iter *it = CS_PTR(ctx, cs_iter, args[0]);
  cs_value v[2] = {it->a, it->b};
  return cs_tuple_new(ctx, v, 2, out);
}

CS_LEAF(repeat_hint) {
  if (!cs_is(args[0], CS_L_ITER)) return misused(ctx);
  const cs_iter *it = CS_PTR(ctx, cs_iter, args[0]);
  if (!cs_is_int(it->b))
    return cs_throw(ctx, CS_TypeError, "len() of unsized object");
  CS_GIVE(it->b);
}

CS_LEAF(cycle_new) {
  cs_value *items, tuple;
  uint32_t len;
  if (!cs_seq_items(ctx, args[1], &items, &len)) return CS_SLOW;
  tuple = args[1];
  if (!cs_is_tuple(tuple)) CS_TRY(cs_tuple_new(ctx, items, len, &tuple));
  cs_charge(ctx, len / 8);
  return cs_iter_new(ctx, CS_ITER_CYCLE, tuple, cs_int(0), CS_NONE, CS_NONE,
                     out);
}

/* --- combinatorics ------------------------------------------------------- */

/* A pool as a tuple; the prelude collects what is no list or tuple. */
static cs_status pool_of(cs_ctx *ctx, cs_value v, cs_value *out) {
  cs_value *items;
  uint32_t len;
  if (!cs_seq_items(ctx, v, &items, &len)) return misused(ctx);
  cs_charge(ctx, len / 8);
  if (cs_is_tuple(v)) CS_GIVE(v);
  return cs_tuple_new(ctx, items, len, out);
}

static cs_status make(cs_ctx *ctx, uint32_t kind, cs_value src, cs_value list,
                      uint32_t r, bool empty, cs_value *out) {
  return cs_iter_new(ctx, kind, empty ? CS_NONE : src, list, CS_FALSE,
                     cs_int(r), out);
}

/* product_new(pools, repeat): pools is a tuple of lists or tuples */
CS_LEAF(product_make) {
  cs_value pools, list, pool;
  if (!cs_is_tuple(args[0]) || !is_count(args[1]) ||
      cs_int_of(args[1]) > POOL_MAX)
    return misused(ctx);
  uint32_t k = cs_tuple_len(ctx, args[0]);
  int64_t repeat = cs_int_of(args[1]);
  if ((uint64_t)repeat * k > POOL_MAX)
    return cs_throw(ctx, CS_OverflowError, "repeat argument too large");
  uint32_t r = k * (uint32_t)repeat;
  bool empty = false;
  CS_TRY(cs_tuple_new(ctx, NULL, r, &pools));
  for (uint32_t i = 0; i < k && r; i++) {
    CS_TRY(pool_of(ctx, cs_tuple_at(ctx, args[0], i), &pool));
    if (cs_tuple_len(ctx, pool) == 0) empty = true;
    for (uint32_t j = i; j < r; j += k) cs_tuple_items(ctx, pools)[j] = pool;
  }
  CS_TRY(cs_list_new(ctx, NULL, r, &list));
  for (uint32_t i = 0; i < r; i++) cs_list_items(ctx, list)[i] = cs_int(0);
  return make(ctx, CS_ITER_PRODUCT, pools, list, r, empty, out);
}

static cs_status ramp(cs_ctx *ctx, uint32_t n, cs_value *out) {
  CS_TRY(cs_list_new(ctx, NULL, n, out));
  for (uint32_t i = 0; i < n; i++) cs_list_items(ctx, *out)[i] = cs_int(i);
  return CS_OK;
}

/* permute_make(pool, r) */
CS_LEAF(permute_make) {
  cs_value pool, list;
  if (!is_count(args[1])) return misused(ctx);
  CS_TRY(pool_of(ctx, args[0], &pool));
  uint32_t len = cs_tuple_len(ctx, pool);
  int64_t r = cs_int_of(args[1]);
  if (r > len) return make(ctx, CS_ITER_PERMUTE, pool, CS_NONE, 0, true, out);
  CS_TRY(ramp(ctx, len + (uint32_t)r, &list));
  for (uint32_t i = 0; i < (uint32_t)r; i++)
    cs_list_items(ctx, list)[len + i] = cs_int((int64_t)len - i);
  return make(ctx, CS_ITER_PERMUTE, pool, list, (uint32_t)r, false, out);
}

CS_LEAF(combine_make) {
  cs_value pool, list;
  if (!is_count(args[1])) return misused(ctx);
  CS_TRY(pool_of(ctx, args[0], &pool));
  int64_t r = cs_int_of(args[1]);
  if (r > cs_tuple_len(ctx, pool))
    return make(ctx, CS_ITER_COMBINE, pool, CS_NONE, 0, true, out);
  CS_TRY(ramp(ctx, (uint32_t)r, &list));
  return make(ctx, CS_ITER_COMBINE, pool, list, (uint32_t)r, false, out);
}

CS_LEAF(combine_rep_make) {
  cs_value pool, list;
  if (!is_count(args[1])) return misused(ctx);
  CS_TRY(pool_of(ctx, args[0], &pool));
  int64_t r = cs_int_of(args[1]);
  if (r > POOL_MAX) return cs_throw(ctx, CS_OverflowError, "r is too large");
  bool empty = r > 0 && cs_tuple_len(ctx, pool) == 0;
  CS_TRY(cs_list_new(ctx, NULL, (uint32_t)r, &list));
  for (uint32_t i = 0; i < (uint32_t)r; i++)
    cs_list_items(ctx, list)[i] = cs_int(0);
  return make(ctx, CS_ITER_COMBINE_REP, pool, list, (uint32_t)r, empty, out);
}

/* --- over other leaf iterators ------------------------------------------- */

/* Depth of a composite iterator over `v`, 0 when C cannot iterate it. */
static uint32_t depth_over(cs_ctx *ctx, cs_value v) {
  if (!cs_is_ref(v)) return 0;
  switch (cs_ref_type(v)) {
    case CS_L_LIST:
    case CS_L_TUPLE:
    case CS_L_STR:
    case CS_L_BYTES:
    case CS_L_RANGE:
    case CS_L_DICT:
    case CS_L_SET:
    case CS_L_FROZENSET: return 1;
    case CS_L_VIEW:
      return cs_is_dict(cs_unwrap(ctx, CS_PTR(ctx, cs_view, v)->dict)) ? 1 : 0;
    case CS_L_ITER: {
      if (cs_is_frozen(ctx, v) || cs_iter_map_alone(CS_PTR(ctx, cs_iter, v)))
        return 0;
      uint32_t d = cs_iter_depth(CS_PTR(ctx, cs_iter, v)) + 1;
      return d > CS_ITER_NEST ? 0 : d;
    }
    default: return 0;
  }
}

static cs_status nested(cs_ctx *ctx, uint32_t kind, uint32_t depth,
                        cs_value src, cs_value a, cs_value b, cs_value c,
                        cs_value *out) {
  CS_TRY(cs_iter_new(ctx, kind, src, a, b, c, out));
  CS_PTR(ctx, cs_iter, *out)->h.flags = (uint8_t)(depth * CS_ITER_DEPTH);
  return CS_OK;
}

static cs_status chain_over(cs_ctx *ctx, const cs_value *v, uint32_t n,
                            cs_value *out) {
  uint32_t depth = 1;
  cs_value parts;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t d = depth_over(ctx, v[i]);
    if (d == 0) return CS_SLOW;
    if (d > depth) depth = d;
  }
  cs_charge(ctx, n / 4);
  CS_TRY(cs_tuple_new(ctx, v, n, &parts));
  return nested(ctx, CS_ITER_CHAIN, depth, parts, cs_int(0), CS_NONE, CS_NONE,
                out);
}

CS_LEAF(chain_new) {
  return chain_over(ctx, args + 1, n - 1, out);
}

CS_LEAF(chain_from) {
  cs_value *items;
  uint32_t len;
  if (!cs_seq_items(ctx, args[1], &items, &len)) return CS_SLOW;
  return chain_over(ctx, items, len, out);
}

CS_LEAF(pairwise_new) {
  cs_value inner;
  uint32_t depth = depth_over(ctx, args[1]);
  if (depth == 0) return CS_SLOW;
  CS_TRY(cs_iter_leaf(ctx, args[1], &inner));
  return nested(ctx, CS_ITER_PAIRWISE, depth, inner, CS_NONE, CS_FALSE, CS_NONE,
                out);
}

/* islice_make(iterable, start, stop, step): checked small ints; stop may be
 * None */
CS_LEAF(islice_make) {
  cs_value inner, limits[2] = {args[2], args[3]}, pair;
  if (!is_count(args[1]) || !is_count(args[3]) ||
      !(cs_is_none(args[2]) || is_count(args[2])))
    return misused(ctx);
  uint32_t depth = depth_over(ctx, args[0]);
  int64_t start = cs_int_of(args[1]), step = cs_int_of(args[3]);
  if (depth == 0 || start > SKIP_MAX || step > SKIP_MAX) CS_GIVE(CS_NONE);
  CS_TRY(cs_iter_leaf(ctx, args[0], &inner));
  CS_TRY(cs_tuple_new(ctx, limits, 2, &pair));
  return nested(ctx, CS_ITER_ISLICE, depth, inner, cs_int(0), args[1], pair,
                out);
}

/* islice(iterable, stop) or (iterable, start, stop[, step]) of small bounds;
 * what is wrong or odd is the prelude's. */
CS_LEAF(islice_new) {
  cs_value all[4] = {CS_NONE, cs_int(0), CS_NONE, cs_int(1)};
  if (n < 3 || n > 5) return CS_SLOW;
  all[0] = args[1];
  if (n == 3) all[2] = args[2];
  for (uint32_t i = 2; i < n && n > 3; i++)
    if (i == 3 || !cs_is_none(args[i])) all[i - 1] = args[i];
  if (!is_count(all[1]) || !is_count(all[3]) || cs_int_of(all[3]) == 0 ||
      !(cs_is_none(all[2]) || is_count(all[2])))
    return CS_SLOW;
  CS_TRY(islice_make(ctx, all, 4, out));
  return cs_is_none(*out) ? CS_SLOW : CS_OK;
}

/* A list of what a container holds; CS_SLOW for iterators. */
static cs_status pool_in(cs_ctx *ctx, cs_value v, cs_value *out) {
  if (cs_is_list(v) || cs_is_tuple(v)) CS_GIVE(v);
  if (!cs_is_range(v) && !cs_is_str(v)) return CS_SLOW;
  if (cs_is_range(v)) {
    cs_value len = CS_PTR(ctx, cs_range, v)->len;
    if (!cs_is_int(len) || cs_int_of(len) > SKIP_MAX) return CS_SLOW;
  }
  return cs_walk_list(ctx, v, out);
}

CS_LEAF(product_new) {
  cs_value all[2] = {CS_NONE, cs_int(1)};
  if (n - 1 > CS_ITER_ZIP_MAX) return CS_SLOW;
  CS_TRY(cs_tuple_new(ctx, NULL, n - 1, &all[0]));
  for (uint32_t i = 1; i < n; i++) {
    cs_value pool;
    CS_TRY(pool_in(ctx, args[i], &pool));
    cs_tuple_items(ctx, all[0])[i - 1] = pool;
  }
  return product_make(ctx, all, 2, out);
}

/* combinations and the like of a container and a small number */
static cs_status pick(cs_ctx *ctx, const cs_value *args, cs_leaf *make_it,
                      cs_value *out) {
  cs_value all[2] = {CS_NONE, args[2]};
  if (!is_count(args[2]) || cs_int_of(args[2]) > POOL_MAX) return CS_SLOW;
  CS_TRY(pool_in(ctx, args[1], &all[0]));
  return make_it(ctx, all, 2, out);
}

CS_LEAF(permute_new) {
  cs_value all[3] = {args[0], args[1], args[2]}, *items;
  uint32_t len;
  if (cs_is_unbound(all[2]) || cs_is_none(all[2])) {
    CS_TRY(pool_in(ctx, args[1], &all[1]));
    if (!cs_seq_items(ctx, all[1], &items, &len)) return CS_SLOW;
    all[2] = cs_int(len);
  }
  return pick(ctx, all, permute_make, out);
}

CS_LEAF(combine_new) {
  return pick(ctx, args, combine_make, out);
}

CS_LEAF(combine_rep_new) {
  return pick(ctx, args, combine_rep_make, out);
}

CS_LEAF(in_python) {
  return CS_SLOW;
}

#define ITERATOR(type)                                \
  {type, "__iter__", "($self, /)", cs_dunder_self}, { \
    type, "__next__", "($self, /)", cs_dunder_next    \
  }

extern const cs_native_def cs_itertools_natives[];
const cs_native_def cs_itertools_natives[] = {
    {"itertools.count", "__new__", "($cls, start=0, step=1)", count_new},
    {"itertools.count", "__repr__", "($self, /)", count_repr},
    ITERATOR("itertools.count"),
    {"itertools.repeat", "__new__", "($cls, object, times=None)", repeat_new},
    {"itertools.repeat", "__repr__", "($self, /)", in_python},
    {"itertools.repeat", "__length_hint__", "($self, /)", repeat_hint},
    ITERATOR("itertools.repeat"),
    {"itertools.cycle", "__new__", "($cls, iterable, /)", cycle_new},
    ITERATOR("itertools.cycle"),
    {"itertools.product", "__new__", "($cls, *iterables)", product_new},
    ITERATOR("itertools.product"),
    {"itertools.permutations", "__new__", "($cls, iterable, r=None)",
     permute_new},
    ITERATOR("itertools.permutations"),
    {"itertools.combinations", "__new__", "($cls, iterable, r)", combine_new},
    ITERATOR("itertools.combinations"),
    {"itertools.combinations_with_replacement", "__new__",
     "($cls, iterable, r)", combine_rep_new},
    ITERATOR("itertools.combinations_with_replacement"),
    {"itertools.chain", "__new__", "($cls, *iterables)", chain_new},
    {"itertools.chain", "from_iterable", "($cls, iterable, /)", chain_from},
    {"itertools.chain", "__class_getitem__", "($cls, object, /)",
     cs_dunder_class_getitem},
    ITERATOR("itertools.chain"),
    {"itertools.islice", "__new__", "($cls, *args)", islice_new},
    ITERATOR("itertools.islice"),
    {"itertools.pairwise", "__new__", "($cls, iterable, /)", pairwise_new},
    ITERATOR("itertools.pairwise"),
    ITERATOR("_collections._deque_iterator"),
    {".itertools", "_repeat_parts", "(it, /)", repeat_parts},
    {".itertools", "_product", "(pools, repeat, /)", product_make},
    {".itertools", "_permute", "(pool, r, /)", permute_make},
    {".itertools", "_combine", "(pool, r, /)", combine_make},
    {".itertools", "_combine_rep", "(pool, r, /)", combine_rep_make},
    {".itertools", "_islice", "(iterable, start, stop, step, /)", islice_make},
    CS_NATIVE_END};
