/*
 * range.c - arithmetic progressions of ints of any size.
 *
 * The length is computed once and kept.  Every formula is written for ints of
 * any size (cs_int_binop); items of ranges of small ints take a short cut.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/range.h"

#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/native.h"
#include "py/types/dunder.h"
#include "py/types/iter.h"
#include "py/types/ops.h"
#include "py/types/slice.h"

static const cs_range *range_at(const cs_ctx *ctx, cs_value v) {
  return CS_PTR(ctx, cs_range, v);
}

static bool is_negative(const cs_ctx *ctx, cs_value v) {
  return cs_int_compare(ctx, v, cs_int(0)) < 0;
}

/* --- making -------------------------------------------------------------- */

/* Number of items: ceil((stop - start) / step), or 0. */
static cs_status count(cs_ctx *ctx, cs_value start, cs_value stop,
                       cs_value step, cs_value *out) {
  bool back = is_negative(ctx, step);
  int order = cs_int_compare(ctx, start, stop);
  *out = cs_int(0);
  if (back ? order <= 0 : order >= 0) return CS_OK;
  cs_value span = CS_NONE, by = step, q = CS_NONE;
  cs_status st = back ? cs_int_binop(ctx, CS_B_SUB, start, stop, &span)
                      : cs_int_binop(ctx, CS_B_SUB, stop, start, &span);
  if (st == CS_OK && back) st = cs_int_neg(ctx, step, &by);
  if (st == CS_OK) st = cs_int_binop(ctx, CS_B_SUB, span, cs_int(1), &span);
  if (st == CS_OK) st = cs_int_binop(ctx, CS_B_FLOORDIV, span, by, &q);
  return st == CS_OK ? cs_int_binop(ctx, CS_B_ADD, q, cs_int(1), out) : st;
}

static cs_value plain(cs_value v) { /* True is 1 here */
  return cs_is_bool(v) ? cs_int(cs_is_true(v)) : v;
}

cs_status cs_range_new(cs_ctx *ctx, cs_value start, cs_value stop,
                       cs_value step, cs_value *out) {
  cs_value len;
  cs_off off;
  if (cs_int_compare(ctx, step, cs_int(0)) == 0)
    return cs_throw(ctx, CS_ValueError, "range() arg 3 must not be zero");
  cs_status st = count(ctx, start, stop, step, &len);
  if (st == CS_OK) st = cs_alloc(ctx, CS_L_RANGE, sizeof(cs_range), &off);
  if (st != CS_OK) return st;
  cs_range *r = CS_AT(ctx, cs_range, off);
  r->start = plain(start);
  r->stop = plain(stop);
  r->step = plain(step);
  r->len = len;
  *out = cs_ref(CS_L_RANGE, off);
  return CS_OK;
}

/* --- items --------------------------------------------------------------- */

cs_status cs_range_item(cs_ctx *ctx, cs_value range, cs_value i,
                        cs_value *out) {
  const cs_range *r = range_at(ctx, range);
  if (cs_both_int(r->start, r->step) && cs_is_int(i)) {
    int64_t by, v;
    if (!__builtin_mul_overflow(cs_int_of(i), cs_int_of(r->step), &by) &&
        !__builtin_add_overflow(by, cs_int_of(r->start), &v))
      return cs_int_new(ctx, v, out);
  }
  cs_value by;
  cs_status st = cs_int_binop(ctx, CS_B_MUL, i, r->step, &by);
  return st == CS_OK ? cs_int_binop(ctx, CS_B_ADD, r->start, by, out) : st;
}

cs_status cs_range_at(cs_ctx *ctx, cs_value range, cs_value key,
                      cs_value *out) {
  cs_value len = range_at(ctx, range)->len, i = key;
  cs_status st = CS_OK;
  if (is_negative(ctx, i)) st = cs_int_binop(ctx, CS_B_ADD, i, len, &i);
  if (st != CS_OK) return st;
  if (is_negative(ctx, i) || cs_int_compare(ctx, i, len) >= 0)
    return cs_throw(ctx, CS_IndexError, "range object index out of range");
  return cs_range_item(ctx, range, i, out);
}

/* Item `i` of the unbounded progression: also positions -1 and len. */
static cs_status point(cs_ctx *ctx, cs_value range, cs_value i, cs_value *out) {
  return cs_range_item(ctx, range, i, out);
}

cs_status cs_range_slice(cs_ctx *ctx, cs_value range, const cs_slice *part,
                         cs_value *out) {
  const cs_range *r = range_at(ctx, range);
  cs_value at[3], start, stop, step;
  cs_status st = cs_slice_indices(ctx, part, r->len, at);
  if (st == CS_OK) st = cs_int_binop(ctx, CS_B_MUL, r->step, at[2], &step);
  if (st == CS_OK) st = point(ctx, range, at[0], &start);
  if (st == CS_OK) st = point(ctx, range, at[1], &stop);
  return st == CS_OK ? cs_range_new(ctx, start, stop, step, out) : st;
}

cs_status cs_range_find(cs_ctx *ctx, cs_value range, cs_value v,
                        cs_value *out) {
  const cs_range *r = range_at(ctx, range);
  cs_value by, rest, i;
  *out = CS_UNBOUND;
  cs_status st = cs_int_binop(ctx, CS_B_SUB, v, r->start, &by);
  if (st == CS_OK) st = cs_int_binop(ctx, CS_B_MOD, by, r->step, &rest);
  if (st != CS_OK || !cs_same(rest, cs_int(0))) return st;
  st = cs_int_binop(ctx, CS_B_FLOORDIV, by, r->step, &i);
  if (st != CS_OK) return st;
  if (!is_negative(ctx, i) && cs_int_compare(ctx, i, r->len) < 0) *out = i;
  return CS_OK;
}

cs_status cs_range_reverse(cs_ctx *ctx, cs_value range, cs_value *out) {
  const cs_range *r = range_at(ctx, range);
  cs_value last, start, stop, step;
  cs_status st = cs_int_binop(ctx, CS_B_SUB, r->len, cs_int(1), &last);
  if (st == CS_OK) st = point(ctx, range, last, &start);
  if (st == CS_OK) st = cs_int_binop(ctx, CS_B_SUB, r->start, r->step, &stop);
  if (st == CS_OK) st = cs_int_neg(ctx, r->step, &step);
  return st == CS_OK ? cs_range_new(ctx, start, stop, step, out) : st;
}

/* --- natives ------------------------------------------------------------- */

static cs_status range_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  if (n < 2)
    return cs_throw(ctx, CS_TypeError,
                    "range expected at least 1 argument, got 0");
  if (n > 4)
    return cs_throw(ctx, CS_TypeError,
                    "range expected at most 3 arguments, got %d",
                    (int64_t)n - 1);
  cs_value v[4] = {CS_NONE, cs_int(0), CS_NONE, cs_int(1)};
  for (uint32_t i = 1; i < n; i++) {
    v[i] = cs_unwrap(ctx, args[i]);
    if (!cs_is_anyint(v[i])) return cs_need(ctx, i, CS_NEED_INDEX);
  }
  if (n == 2) return cs_range_new(ctx, cs_int(0), v[1], cs_int(1), out);
  return cs_range_new(ctx, v[1], v[2], v[3], out);
}

static cs_status get_start(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)n;
  *out = range_at(ctx, args[0])->start;
  return CS_OK;
}

static cs_status get_stop(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)n;
  *out = range_at(ctx, args[0])->stop;
  return CS_OK;
}

static cs_status get_step(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)n;
  *out = range_at(ctx, args[0])->step;
  return CS_OK;
}

/* Where `v` is, UNBOUND for nowhere; other values than ints by equality. */
static cs_status find(cs_ctx *ctx, cs_value range, cs_value v, cs_value *out) {
  *out = CS_UNBOUND;
  if (cs_is_float(v)) {
    double d = cs_float_of(v);
    if (!(d - d == 0)) return CS_OK; /* inf, nan */
    cs_value whole;
    cs_status st = cs_int_from_double(ctx, d, &whole);
    if (st != CS_OK) return st;
    if (cs_int_compare_double(ctx, whole, d) != 0) return CS_OK;
    v = whole;
  }
  if (cs_is_anyint(v)) return cs_range_find(ctx, range, v, out);
  return cs_is_ref(v) ? CS_SLOW : CS_OK;
}

static cs_status range_index(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  cs_status st = find(ctx, args[0], args[1], out);
  if (st != CS_OK || !cs_is_unbound(*out)) return st;
  if (cs_is_anyint(args[1]))
    return cs_throw(ctx, CS_ValueError, "%r is not in range", args[1]);
  return cs_throw(ctx, CS_ValueError, "sequence.index(x): x not in sequence");
}

static cs_status range_count(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  cs_value i;
  cs_status st = find(ctx, args[0], args[1], &i);
  if (st == CS_OK) *out = cs_int(!cs_is_unbound(i));
  return st;
}

const cs_native_def cs_range_natives[] = {
    {"range", "__new__", "($cls, *args)", range_new},
    {"range", "start", "get", get_start},
    {"range", "stop", "get", get_stop},
    {"range", "step", "get", get_step},
    {"range", "index", "($self, object, /)", range_index},
    {"range", "count", "($self, object, /)", range_count},
    {"range", "__len__", "($self, /)", cs_dunder_len},
    {"range", "__bool__", "($self, /)", cs_dunder_bool},
    {"range", "__getitem__", "($self, key, /)", cs_dunder_getitem},
    {"range", "__contains__", "($self, key, /)", cs_dunder_contains},
    {"range", "__iter__", "($self, /)", cs_dunder_iter},
    {"range", "__reversed__", "($self, /)", cs_dunder_reversed},
    {"range", "__hash__", "($self, /)", cs_dunder_hash},
    {"range", "__eq__", "($self, value, /)", cs_dunder_eq},
    {"range", "__ne__", "($self, value, /)", cs_dunder_ne},
    {"range", "__lt__", "($self, value, /)", cs_dunder_lt},
    {"range", "__le__", "($self, value, /)", cs_dunder_le},
    {"range", "__gt__", "($self, value, /)", cs_dunder_gt},
    {"range", "__ge__", "($self, value, /)", cs_dunder_ge},
    CS_NATIVE_END};
