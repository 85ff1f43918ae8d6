/*
 * op_compare.c - rich comparison and membership of built-in values.
 *
 * Ordering two sequences is a chain, not a tree: after the first pair that is
 * not equal only that pair matters, so one loop follows it down.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/equal.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/key.h"
#include "py/types/memview.h"
#include "py/types/number.h"
#include "py/types/op.h"
#include "py/types/op_seq.h"
#include "py/types/op_set.h"
#include "py/types/ops.h"
#include "py/types/range.h"
#include "py/types/type.h"

/* --- order --------------------------------------------------------------- */

static bool by_order(cs_cmp op, int order) {
  switch ((int)op) {
    case CS_C_LT: return order < 0;
    case CS_C_LE: return order <= 0;
    case CS_C_GT: return order > 0;
    default: return order >= 0;
  }
}

static int compare_bytes(const uint8_t *a, uint32_t m, const uint8_t *b,
                         uint32_t n) {
  uint32_t len = m < n ? m : n;
  int order = len ? memcmp(a, b, len) : 0;
  if (order) return order;
  return m < n ? -1 : m > n;
}

/* Two values that are no sequences of values.  CS_SLOW: not comparable. */
static cs_status order_plain(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                             bool *out) {
  const uint8_t *x, *y;
  uint32_t m, n;
  if (cs_is_number(a) && cs_is_number(b)) {
    if (cs_is_complex(a) || cs_is_complex(b)) return CS_SLOW;
    if (cs_is(a, CS_L_BIGINT))
      cs_charge(ctx, CS_PTR(ctx, cs_obj, a)->units / 4);
    int order = cs_number_order(ctx, a, b);
    *out = order != 2 && by_order(op, order);
    return CS_OK;
  }
  if (cs_is_str(a) && cs_is_str(b)) {
    *out = by_order(op, cs_str_compare(ctx, a, b));
    return CS_OK;
  }
  if (!cs_is_ref(a) || !cs_is_ref(b) || cs_is(a, CS_L_MEMVIEW) ||
      cs_is(b, CS_L_MEMVIEW))
    return CS_SLOW;
  if (!cs_equal_bytes(ctx, a, &x, &m) || !cs_equal_bytes(ctx, b, &y, &n))
    return CS_SLOW;
  cs_charge(ctx, (m < n ? m : n) / 64);
  *out = by_order(op, compare_bytes(x, m, y, n));
  return CS_OK;
}

/* Items of two lists, two tuples or two slices. */
static bool both_items(const cs_ctx *ctx, cs_value a, cs_value b, cs_value **x,
                       uint32_t *m, cs_value **y, uint32_t *n) {
  if (!cs_is_ref(a) || !cs_is_ref(b) || cs_ref_type(a) != cs_ref_type(b))
    return false;
  if (cs_is(a, CS_L_SLICE)) {
    *x = &CS_PTR(ctx, cs_slice, a)->start;
    *y = &CS_PTR(ctx, cs_slice, b)->start;
    *m = *n = 3;
    return true;
  }
  return cs_seq_items(ctx, a, x, m) && cs_seq_items(ctx, b, y, n);
}

/* First position where the two differ; the shorter length if nowhere. */
static cs_status differ_at(cs_ctx *ctx, const cs_value *x, const cs_value *y,
                           uint32_t n, uint32_t *at) {
  uint32_t i = 0;
  for (; i < n; i++) {
    bool same = cs_same(x[i], y[i]);
    if (same) continue;
    if (cs_both_int(x[i], y[i])) break;
    cs_status st = cs_eq_value(ctx, x[i], y[i], &same);
    if (st == CS_OK) st = cs_charge_look(ctx);
    if (st != CS_OK) return st;
    if (!same) break;
  }
  cs_charge(ctx, i / 4);
  *at = i;
  return CS_OK;
}

static cs_status order_sets(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                            bool *out) {
  bool swap = op == CS_C_GT || op == CS_C_GE;
  bool proper = op == CS_C_LT || op == CS_C_GT;
  cs_value m, n;
  cs_status st = cs_op_len(ctx, a, &m);
  if (st == CS_OK) st = cs_op_len(ctx, b, &n);
  if (st == CS_OK) st = cs_op_set_subset(ctx, swap ? b : a, swap ? a : b, out);
  if (st == CS_OK && proper && cs_same(m, n)) *out = false;
  if (st == CS_SLOW) ctx->intrinsic = CS_X_compare;
  return st;
}

/* What an instance of a subclass is ordered by: the built-in value inside,
 * unless its class says otherwise. */
static cs_value ordered_by(const cs_ctx *ctx, cs_value v) {
  if (!cs_is_instance(v) || cs_equal_flags(ctx, v) & CS_TYPE_HORDER) return v;
  return cs_equal_payload(ctx, v);
}

/* Two small ints or two texts: most of what is compared. */
static bool order_common(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                         bool *out) {
  int order;
  if (cs_both_int(a, b))
    order = (a.bits > b.bits) - (a.bits < b.bits);
  else if (cs_is_str(a) && cs_is_str(b))
    order = cs_str_compare(ctx, a, b);
  else
    return false;
  *out = by_order(op, order);
  return true;
}

/* Two tuples of numbers and texts up to where they differ, as most are; false:
 * something else decides. */
static bool order_flat(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                       bool *out) {
  const cs_tuple *s = CS_PTR(ctx, cs_tuple, a), *t = CS_PTR(ctx, cs_tuple, b);
  uint32_t n = s->len < t->len ? s->len : t->len, i = 0;
  int order = s->len < t->len ? -1 : s->len > t->len;
  for (; i < n; i++) {
    cs_value x = s->v[i], y = t->v[i];
    if (cs_same(x, y)) continue;
    if (cs_both_int(x, y)) {
      order = x.bits < y.bits ? -1 : 1;
      break;
    }
    if (!cs_is_str(x) || !cs_is_str(y)) return false;
    int text = cs_str_compare(ctx, x, y);
    if (!text && ctx->fuel < ctx->look_at) return false; /* who looks */
    if (!text) continue;
    order = text;
    break;
  }
  cs_charge(ctx, i / 4);
  *out = by_order(op, order);
  return true;
}

static cs_status order_values(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                              bool *out) {
  if (cs_is_tuple(a) && cs_is_tuple(b) && order_flat(ctx, op, a, b, out))
    return CS_OK;
  cs_value *x, *y;
  uint32_t m, n, at;
  bool inside = false;
  cs_status st;
  while (both_items(ctx, a, b, &x, &m, &y, &n)) {
    inside = true;
    st = differ_at(ctx, x, y, m < n ? m : n, &at);
    if (st == CS_SLOW) break;
    if (st != CS_OK) return st;
    if (at == m || at == n) {
      *out = by_order(op, m < n ? -1 : m > n);
      return CS_OK;
    }
    if (order_common(ctx, op, x[at], y[at], out)) return CS_OK;
    a = ordered_by(ctx, x[at]);
    b = ordered_by(ctx, y[at]);
    st = CS_SLOW;
  }
  if (!inside || !both_items(ctx, a, b, &x, &m, &y, &n)) {
    if (cs_op_set_like(ctx, a) && cs_op_set_like(ctx, b))
      st = order_sets(ctx, op, a, b, out);
    else if (cs_is_instance(a))
      st = cs_key_order(ctx, op, a, b, out);
    else
      st = order_plain(ctx, op, a, b, out);
  }
  if (st == CS_SLOW && inside) ctx->intrinsic = CS_X_compare;
  return st;
}

/* --- comparison ---------------------------------------------------------- */

static bool python_ne(cs_ctx *ctx, cs_value v) {
  if (!cs_op_has_class(v)) return false;
  cs_value m =
      cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, CS_N___ne__));
  return cs_is(m, CS_L_FUNC);
}

static cs_status equal_values(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                              cs_value *out) {
  bool same;
  if (cs_is_memview(a) || (cs_is_memview(b) && !cs_op_has_class(a))) {
    bool left = cs_is_memview(a);
    cs_status got = cs_memview_eq(ctx, left ? a : b, left ? b : a, &same);
    if (got == CS_OK) *out = cs_bool(same == (op == CS_C_EQ));
    return got;
  }
  bool box = cs_is(a, CS_L_BOX) || cs_is(b, CS_L_BOX);
  if (box && !cs_same(a, b)) return CS_SLOW; /* natives may compare them */
  cs_status st = cs_eq_value(ctx, a, b, &same);
  if (st == CS_OK) *out = cs_bool(same == (op == CS_C_EQ));
  if (st == CS_SLOW && !cs_op_has_class(a) && !cs_op_has_class(b))
    ctx->intrinsic = CS_X_compare;
  return st;
}

/* Operands with classes: CS_SLOW leads to their methods. */
static cs_status order_instances(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                                 cs_value *out) {
  bool yes;
  cs_status got = cs_key_order(ctx, op, a, b, &yes);
  if (got == CS_OK) *out = cs_bool(yes);
  if (got != CS_SLOW) return got;
  a = ordered_by(ctx, a);
  b = ordered_by(ctx, b);
  if (cs_op_has_class(a) || cs_op_has_class(b)) return CS_SLOW;
  uint32_t before = ctx->intrinsic;
  cs_status st = order_values(ctx, op, a, b, &yes);
  if (st == CS_OK) *out = cs_bool(yes);
  if (st == CS_SLOW) ctx->intrinsic = before;
  return st;
}

cs_status cs_op_compare(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                        cs_value *out) {
  bool yes;
  if (op == CS_C_IS || op == CS_C_ISNOT) {
    *out = cs_bool(cs_same(a, b) == (op == CS_C_IS));
    return CS_OK;
  }
  if (op == CS_C_EQ || op == CS_C_NE) {
    if (op == CS_C_NE && (python_ne(ctx, a) || python_ne(ctx, b)))
      return CS_SLOW;
    return equal_values(ctx, op, a, b, out);
  }
  if (order_common(ctx, op, a, b, &yes)) {
    *out = cs_bool(yes);
    return CS_OK;
  }
  if (cs_op_has_class(a) || cs_op_has_class(b))
    return order_instances(ctx, op, a, b, out);
  cs_status st = order_values(ctx, op, a, b, &yes);
  if (st == CS_OK) *out = cs_bool(yes);
  return st;
}
