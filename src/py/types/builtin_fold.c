/*
 * builtin_fold.c - built-in functions that look at every item: all, any, sum,
 * min, max, sorted.
 *
 * The C version covers containers of built-in values.  It has no effect until
 * it knows the result, so on the first item that needs Python code the twin
 * in the prelude starts afresh.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/apply.h"
#include "py/types/args.h"
#include "py/types/collect.h"
#include "py/types/key.h"
#include "py/types/kinds.h"
#include "py/types/number.h"
#include "py/types/op_seq.h"
#include "py/types/ops.h"
#include "py/types/range.h"
#include "py/types/sort.h"
#include "py/types/type.h"
#include "py/types/walk.h"

/* --- ranges -------------------------------------------------------------- */

#define LONG_RANGE (1 << 16) /* items: more are left to code that can stop */

/* A range may have more items than anybody can wait for: the twin looks at
 * the clock while it goes through them. */
static bool is_long(const cs_ctx *ctx, cs_value v) {
  if (!cs_is_range(v)) return false;
  cs_value len = CS_AT(ctx, cs_range, cs_ref_off(v))->len;
  return !cs_is_int(len) || cs_int_of(len) > LONG_RANGE;
}

/* First and last item; false: there is none. */
static cs_status range_ends(cs_ctx *ctx, cs_value v, cs_value ends[2],
                            bool *any) {
  cs_value len = CS_AT(ctx, cs_range, cs_ref_off(v))->len, last;
  *any = !cs_same(len, cs_int(0));
  if (!*any) return CS_OK;
  CS_TRY(cs_op_binary(ctx, CS_B_SUB, len, cs_int(1), &last));
  CS_TRY(cs_range_item(ctx, v, cs_int(0), &ends[0]));
  return cs_range_item(ctx, v, last, &ends[1]);
}

/* start + (first + last) * len // 2 */
static cs_status sum_range(cs_ctx *ctx, cs_value v, cs_value start,
                           cs_value *out) {
  cs_value ends[2], x;
  bool any;
  CS_TRY(range_ends(ctx, v, ends, &any));
  *out = start;
  if (!any) return CS_OK;
  CS_TRY(cs_op_binary(ctx, CS_B_ADD, ends[0], ends[1], &x));
  CS_TRY(cs_op_binary(ctx, CS_B_MUL, x,
                      CS_AT(ctx, cs_range, cs_ref_off(v))->len, &x));
  CS_TRY(cs_op_binary(ctx, CS_B_FLOORDIV, x, cs_int(2), &x));
  return cs_op_binary(ctx, CS_B_ADD, x, start, out);
}

/* --- all, any ------------------------------------------------------------ */

/* Truth of the values that programs test most; false: it is another one. */
static inline bool plain_truth(cs_value v, bool *truth) {
  *truth = !cs_is_false(v) && !cs_is_none(v) && !cs_same(v, cs_int(0));
  return cs_is_int(v) || cs_is_bool(v) || cs_is_none(v);
}

/* Is there an item whose truth is `want`? */
static cs_status has_truth(cs_ctx *ctx, cs_value v, bool want, bool *out) {
  cs_walk w;
  cs_value item;
  *out = false;
  if (is_long(ctx, v)) return CS_SLOW;
  cs_status st = cs_walk_start(ctx, v, &w);
  while (st == CS_OK) {
    st = cs_walk_next(ctx, &w, &item);
    if (st != CS_OK || cs_is_unbound(item)) break;
    bool truth;
    if (!plain_truth(item, &truth)) st = cs_op_truth(ctx, item, &truth);
    if (st != CS_OK || truth != want) continue;
    *out = true;
    break;
  }
  return st;
}

static cs_status builtin_all(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  bool found;
  cs_status st = has_truth(ctx, args[0], false, &found);
  if (st == CS_OK) *out = cs_bool(!found);
  return st;
}

static cs_status builtin_any(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  bool found;
  cs_status st = has_truth(ctx, args[0], true, &found);
  if (st == CS_OK) *out = cs_bool(found);
  return st;
}

/* --- sum ----------------------------------------------------------------- */

static cs_status check_start(cs_ctx *ctx, cs_value v) {
  if (cs_is_str(v))
    return cs_throw(ctx, CS_TypeError,
                    "sum() can't sum strings [use ''.join(seq) instead]");
  if (cs_is_bytes(v) || cs_is_bytearray(v))
    return cs_throw(ctx, CS_TypeError,
                    "sum() can't sum %t [use b''.join(seq) instead]", v);
  return CS_OK;
}

/* int + int or bool; false: something else, or a large result. */
static inline bool add_int(cs_value sum, cs_value item, cs_value *out) {
  if (cs_is_bool(item)) item = cs_int(cs_is_true(item));
  return cs_both_int(sum, item) && cs_int_add(sum, item, out);
}

/* Add the leading items of a sequence that are of the sum's own kind. */
static void add_numbers(cs_ctx *ctx, cs_walk *w, cs_value *sum) {
  const cs_value *v = w->items;
  uint32_t i = 0;
  cs_value next;
  while (i < w->n && add_int(*sum, v[i], &next)) {
    *sum = next;
    i++;
  }
  if (i == 0 && w->n && cs_same(*sum, cs_int(0)) && cs_is_float(v[0]))
    *sum = cs_float_raw(0.0);
  if (cs_is_float(*sum)) {
    double total = cs_float_of(*sum);
    for (; i < w->n && cs_is_float(v[i]); i++) total += cs_float_of(v[i]);
    *sum = cs_float(total);
  }
  w->i = i;
  cs_charge(ctx, i / 4);
}

static cs_status builtin_sum(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  cs_value sum = cs_is_unbound(args[1]) ? cs_int(0) : args[1], item, next;
  cs_walk w;
  cs_status st = check_start(ctx, sum);
  if (st == CS_OK) st = cs_collect_iter(ctx, args, 0);
  if (st == CS_OK && cs_is_range(args[0])) {
    if (cs_is_int(sum)) return sum_range(ctx, args[0], sum, out);
    if (is_long(ctx, args[0])) return CS_SLOW;
  }
  if (st == CS_OK) st = cs_walk_start(ctx, args[0], &w);
  if (st == CS_OK && w.items) add_numbers(ctx, &w, &sum);
  while (st == CS_OK) {
    st = cs_walk_next(ctx, &w, &item);
    if (st != CS_OK || cs_is_unbound(item)) break;
    if (add_int(sum, item, &next)) {
      sum = next;
    } else if (cs_is_float(sum) && cs_is_float(item)) {
      sum = cs_float(cs_float_of(sum) + cs_float_of(item));
    } else {
      st = cs_op_binary(ctx, CS_B_ADD, sum, item, &next);
      if (st == CS_SLOW) st = cs_key_add(ctx, sum, item, &next);
      if (st == CS_OK) st = cs_charge_look(ctx);
      sum = next;
    }
  }
  if (st == CS_OK) *out = sum;
  return st;
}

/* --- min, max ------------------------------------------------------------ */

/* Keep the better of `*best` and `item`: the first of equals. */
static cs_status better(cs_ctx *ctx, cs_cmp op, cs_value item, cs_value *best) {
  cs_value yes;
  if (cs_both_int(item, *best)) {
    bool less = item.bits < best->bits;
    if (!cs_same(item, *best) && less == (op == CS_C_LT)) *best = item;
    return CS_OK;
  }
  if (cs_is_float(item) && cs_is_float(*best)) {
    double x = cs_float_of(item), y = cs_float_of(*best);
    if (op == CS_C_LT ? x < y : x > y) *best = item;
    return CS_OK;
  }
  cs_status st = cs_op_compare(ctx, op, item, *best, &yes);
  if (st == CS_OK && cs_is_true(yes)) *best = item;
  if (st == CS_OK) st = cs_charge_look(ctx);
  return st; /* CS_SLOW: the twin compares, or raises TypeError */
}

static cs_status best_of(cs_ctx *ctx, cs_cmp op, cs_value v, cs_value *best) {
  cs_walk w;
  cs_value item;
  *best = CS_UNBOUND;
  if (cs_is_range(v)) { /* one of its ends */
    cs_value ends[2];
    bool any;
    CS_TRY(range_ends(ctx, v, ends, &any));
    if (!any) return CS_OK;
    *best = ends[0];
    return better(ctx, op, ends[1], best);
  }
  cs_status st = cs_walk_start(ctx, v, &w);
  if (st == CS_OK) st = cs_walk_next(ctx, &w, best);
  if (st != CS_OK || cs_is_unbound(*best)) return st;
  while (st == CS_OK) {
    st = cs_walk_next(ctx, &w, &item);
    if (st != CS_OK || cs_is_unbound(item)) break;
    st = better(ctx, op, item, best);
  }
  return st;
}

/* The first of the items with the least or greatest key. */
static cs_status best_by(cs_ctx *ctx, cs_cmp op, cs_value key,
                         const cs_value *items, uint32_t count, cs_value *out) {
  cs_value keys;
  CS_TRY(cs_list_new(ctx, NULL, count, &keys));
  cs_value *k = cs_list_items(ctx, keys), now;
  CS_TRY(cs_apply_keys(ctx, key, items, count, k, 1));
  cs_charge(ctx, count / 4);
  uint32_t at = 0;
  for (uint32_t i = 1; i < count; i++) {
    now = k[at];
    CS_TRY(better(ctx, op, k[i], &now));
    if (!cs_same(now, k[at])) at = i;
  }
  *out = items[at];
  return CS_OK;
}

/* key= and default=: UNBOUND where they are not given; false: others are. */
static bool known_words(cs_ctx *ctx, const cs_words *w, cs_value *key,
                        cs_value *dflt) {
  *key = *dflt = CS_UNBOUND;
  for (uint32_t i = 0; i < w->n; i++) {
    if (cs_str_eq_c(ctx, w->name[i], "key"))
      *key = w->value[i];
    else if (cs_str_eq_c(ctx, w->name[i], "default"))
      *dflt = w->value[i];
    else
      return false;
  }
  if (cs_is_none(*key)) *key = CS_UNBOUND;
  return true;
}

/* min() and max() of a container, or of the arguments, with keywords. */
static cs_status extreme_words(cs_ctx *ctx, cs_cmp op, const cs_words *w,
                               cs_value *args, uint32_t n, cs_value *out) {
  cs_value key, dflt, *items = args, all = args[0];
  uint32_t count = n;
  if (!known_words(ctx, w, &key, &dflt) || n == 0 ||
      (n > 1 && !cs_is_unbound(dflt)))
    return CS_SLOW;
  if (n == 1) {
    if (cs_is(all, CS_L_ITER) || cs_is(all, CS_L_GEN) || cs_is_instance(all))
      return CS_SLOW;
    CS_TRY(cs_collect_arg(ctx, &all, 0));
    if (!cs_seq_items(ctx, all, &items, &count)) return CS_SLOW;
    if (count == 0 && cs_is_unbound(dflt)) return CS_SLOW;
    if (count == 0) CS_GIVE(dflt);
  }
  if (!cs_is_unbound(key)) return best_by(ctx, op, key, items, count, out);
  cs_value best = items[0];
  for (uint32_t i = 1; i < count; i++) CS_TRY(better(ctx, op, items[i], &best));
  cs_charge(ctx, count / 4);
  CS_GIVE(best);
}

static cs_status extreme(cs_ctx *ctx, const char *name, cs_cmp op,
                         cs_value *args, uint32_t n, cs_value *out) {
  cs_value best;
  cs_status st = CS_OK;
  cs_words w = cs_words_take(ctx, args, &n);
  if (w.n) return extreme_words(ctx, op, &w, args, n, out);
  if (n == 0)
    return cs_throw(ctx, CS_TypeError, "%s expected at least 1 argument, got 0",
                    name);
  if (n == 1) {
    st = cs_collect_iter(ctx, args, 0);
    if (st == CS_OK) st = best_of(ctx, op, args[0], &best);
    if (st == CS_OK && cs_is_unbound(best))
      return cs_throw(ctx, CS_ValueError, "%s() arg is an empty sequence",
                      name);
  } else {
    best = args[0];
    for (uint32_t i = 1; st == CS_OK && i < n; i++)
      st = better(ctx, op, args[i], &best);
  }
  if (st == CS_OK) *out = best;
  return st;
}

static cs_status builtin_min(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  return extreme(ctx, "min", CS_C_LT, args, n, out);
}

static cs_status builtin_max(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  return extreme(ctx, "max", CS_C_GT, args, n, out);
}

/* _extreme(keys, least): index of the first least or greatest of a list, None
 * when finding it takes Python code */
CS_LEAF_TAKES(find_extreme, ANY) {
  cs_value *keys, best, now;
  uint32_t count, at = 0;
  *out = CS_NONE;
  if (!cs_seq_items(ctx, args[0], &keys, &count) || count == 0) return CS_OK;
  best = keys[0];
  cs_charge(ctx, count / 4);
  for (uint32_t i = 1; i < count; i++) {
    now = best;
    cs_status st =
        better(ctx, cs_is_true(args[1]) ? CS_C_LT : CS_C_GT, keys[i], &now);
    if (st == CS_SLOW) return CS_OK;
    if (st != CS_OK) return st;
    if (!cs_same(now, best)) at = i;
    best = now;
  }
  *out = cs_int(at);
  return CS_OK;
}

/* _extreme_by(items, key, least): the first item of a list or tuple that is not
 * empty with the least or greatest key */
CS_LEAF_TAKES(extreme_by, ANY) {
  cs_value *items;
  uint32_t count;
  if (!cs_seq_items(ctx, args[0], &items, &count) || count == 0) return CS_SLOW;
  return best_by(ctx, cs_is_true(args[2]) ? CS_C_LT : CS_C_GT, args[1], items,
                 count, out);
}

/* --- sorted -------------------------------------------------------------- */

static cs_status builtin_sorted(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  int64_t reverse;
  cs_value list;
  cs_status st = cs_args_size(ctx, args, 2, 0, &reverse);
  if (st != CS_OK) return st;
  if (cs_is_unbound(args[1])) args[1] = CS_NONE; /* the twin wants a value */
  st = cs_collect_iter(ctx, args, 0);
  if (st != CS_OK) return st;
  if (!cs_is_none(args[1]) && !cs_apply_is_pure(ctx, args[1])) return CS_SLOW;
  st = cs_walk_list(ctx, args[0], &list);
  if (st != CS_OK) return st;
  cs_value *v = cs_list_items(ctx, list);
  uint32_t len = cs_list_len(ctx, list);
  st = cs_is_none(args[1]) ? cs_sort_values(ctx, v, len, false, reverse != 0)
                           : cs_sort_by(ctx, args[1], v, len, reverse != 0);
  if (st == CS_OK) *out = list;
  return st;
}

/* _sort_keys(keys, values, reverse): sort `values` by `keys`, both lists of
 * one length.  False, changing nothing, when that takes Python code. */
CS_LEAF_TAKES(sort_keys, LIST, OWN_LIST, ANY) {
  bool reverse;
  cs_off off;
  if (!cs_is_list(args[0]) || !cs_is_list(args[1]) ||
      cs_list_len(ctx, args[0]) != cs_list_len(ctx, args[1]))
    return cs_throw(ctx, CS_TypeError, "_sort_keys(keys, values, reverse)");
  uint32_t len = cs_list_len(ctx, args[0]);
  cs_status st = cs_args_flag(ctx, args, 2, false, &reverse);
  if (st == CS_OK) st = cs_array_new(ctx, len * 2, &off);
  if (st == CS_OK) st = cs_list_reserve(ctx, args[1], len);
  if (st != CS_OK) return st;
  cs_value *pairs = CS_AT(ctx, cs_array, off)->v;
  cs_value *keys = cs_list_items(ctx, args[0]);
  cs_value *values = cs_list_items(ctx, args[1]);
  for (uint32_t i = 0; i < len; i++) {
    pairs[2 * i] = keys[i];
    pairs[2 * i + 1] = values[i];
  }
  st = cs_sort_values(ctx, pairs, len, true, reverse);
  *out = cs_bool(st == CS_OK);
  if (st != CS_OK) return st == CS_SLOW ? CS_OK : st;
  for (uint32_t i = 0; i < len; i++) values[i] = pairs[2 * i + 1];
  return CS_OK;
}

const cs_native_def cs_builtin_fold_natives[] = {
    {".builtins", "all", "(iterable, /)", builtin_all},
    {".builtins", "any", "(iterable, /)", builtin_any},
    {".builtins", "sum", "(iterable, /, start=0)", builtin_sum},
    {".builtins", "min", "(*args, **words)", builtin_min},
    {".builtins", "max", "(*args, **words)", builtin_max},
    {".builtins", "sorted", "(iterable, /, *, key=None, reverse=False)",
     builtin_sorted},
    {".intrinsics", "_sort_keys", "(keys, values, reverse, /)", sort_keys},
    {".intrinsics", "_extreme", "(keys, least, /)", find_extreme},
    {".intrinsics", "_extreme_by", "(items, key, least, /)", extreme_by},
    CS_NATIVE_END};
