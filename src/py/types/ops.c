/*
 * ops.c - truth, length and the unary operators of built-in values.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/ops.h"
#include "py/types/memview.h"

#include <math.h>

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/number.h"
#include "py/types/op_seq.h"
#include "py/types/type.h"

/* --- length -------------------------------------------------------------- */

static cs_status range_len(cs_ctx *ctx, cs_value v, cs_value *out) {
  *out = CS_PTR(ctx, cs_range, v)->len;
  int64_t n;
  if (cs_int_as_i64(ctx, *out, &n)) return CS_OK;
  return cs_throw(ctx, CS_OverflowError,
                  "Python int too large to convert to C ssize_t");
}

/* Items of a sized built-in; false for others and for ranges. */
static bool count_items(const cs_ctx *ctx, cs_value v, uint32_t *n) {
  if (cs_is(v, CS_L_VIEW)) v = cs_unwrap(ctx, CS_PTR(ctx, cs_view, v)->dict);
  if (cs_is(v, CS_L_PROXY))
    v = cs_unwrap(ctx, CS_PTR(ctx, cs_proxy, v)->mapping);
  if (!cs_is_ref(v)) return false;
  switch (cs_ref_type(v)) {
    case CS_L_STR: *n = cs_str_chars(ctx, v); return true;
    case CS_L_LIST: *n = cs_list_len(ctx, v); return true;
    case CS_L_TUPLE: *n = cs_tuple_len(ctx, v); return true;
    case CS_L_DICT: *n = cs_dict_len(ctx, v); return true;
    case CS_L_SET:
    case CS_L_FROZENSET: *n = cs_set_len(ctx, v); return true;
    case CS_L_BYTES:
    case CS_L_BYTEARRAY: (void)cs_bytes_data(ctx, v, n); return true;
    case CS_L_MEMVIEW: *n = CS_PTR(ctx, cs_memview, v)->count; return true;
    default: return false;
  }
}

cs_status cs_op_len(cs_ctx *ctx, cs_value v, cs_value *out) {
  uint32_t n;
  if (cs_is(v, CS_L_RANGE)) return range_len(ctx, v, out);
  if (cs_is(v, CS_L_MEMVIEW)) {
    cs_status st = cs_memview_len(ctx, v, &n);
    if (st == CS_OK) *out = cs_int(n);
    return st;
  }
  if (!count_items(ctx, v, &n)) return CS_SLOW;
  *out = cs_int(n);
  return CS_OK;
}

/* --- truth --------------------------------------------------------------- */

/* Does the class of `v` define `name` in Python (or at all, for objects that
 * hold no built-in)? */
static bool overrides(cs_ctx *ctx, cs_value v, cs_name_id name) {
  cs_value m = cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, name));
  if (cs_is_unbound(m)) return false;
  return !cs_is(m, CS_L_NATIVE) || cs_same(cs_unwrap(ctx, v), v);
}

static bool is_zero(const cs_ctx *ctx, cs_value v) {
  if (cs_is_float(v)) return cs_float_of(v) == 0;
  if (!cs_is_complex(v)) return false;
  const cs_complex *c = CS_PTR(ctx, cs_complex, v);
  return c->re == 0 && c->im == 0;
}

cs_status cs_op_truth(cs_ctx *ctx, cs_value v, bool *out) {
  uint32_t n;
  if (cs_is_bool(v) || cs_is_none(v) || cs_is_int(v)) {
    *out = cs_is_int(v) ? cs_int_of(v) != 0 : cs_is_true(v);
    return CS_OK;
  }
  if (cs_is(v, CS_L_STR)) {
    *out = CS_PTR(ctx, cs_str, v)->chars > 0;
    return CS_OK;
  }
  uint32_t layout = cs_is_ref(v) ? cs_ref_layout(v) : 0;
  if (layout == CS_L_INSTANCE || layout == CS_L_TYPE || layout == CS_L_BOX) {
    if (overrides(ctx, v, CS_N___bool__) || overrides(ctx, v, CS_N___len__))
      return CS_SLOW;
    v = cs_unwrap(ctx, v);
  }
  if (cs_is(v, CS_L_RANGE)) {
    *out = !cs_same(CS_PTR(ctx, cs_range, v)->len, cs_int(0));
  } else if (count_items(ctx, v, &n)) {
    *out = n > 0;
  } else if (cs_is_anyint(v)) {
    *out = cs_int_compare(ctx, v, cs_int(0)) != 0;
  } else {
    *out = !is_zero(ctx, v);
  }
  return CS_OK;
}

/* --- unary operators ----------------------------------------------------- */

static cs_status unary_int(cs_ctx *ctx, cs_unop op, cs_value a, cs_value *out) {
  bool negative = cs_int_compare(ctx, a, cs_int(0)) < 0;
  if (op == CS_U_INVERT) return cs_int_invert(ctx, a, out);
  if (op == CS_U_NEG || (op == CS_U_ABS && negative))
    return cs_int_neg(ctx, a, out);
  *out = cs_is_bool(a) ? cs_int(cs_is_true(a)) : a;
  return CS_OK;
}

static cs_status unary_float(cs_unop op, cs_value a, cs_value *out) {
  double d = cs_float_of(a);
  if (op == CS_U_INVERT) return CS_SLOW;
  *out = op == CS_U_POS ? a : cs_float(op == CS_U_NEG ? -d : fabs(d));
  return CS_OK;
}

static cs_status unary_complex(cs_ctx *ctx, cs_unop op, cs_value a,
                               cs_value *out) {
  const cs_complex *c = CS_PTR(ctx, cs_complex, a);
  if (op == CS_U_NEG) return cs_complex_new(ctx, -c->re, -c->im, out);
  if (op == CS_U_INVERT) return CS_SLOW;
  if (op == CS_U_POS) {
    *out = a;
    return CS_OK;
  }
  double d = hypot(c->re, c->im);
  if (isinf(d) && isfinite(c->re) && isfinite(c->im))
    return cs_throw(ctx, CS_OverflowError, "absolute value too large");
  *out = cs_float(d);
  return CS_OK;
}

cs_status cs_op_unary(cs_ctx *ctx, cs_unop op, cs_value a, cs_value *out) {
  if (cs_is_anyint(a)) return unary_int(ctx, op, a, out);
  if (cs_is_float(a)) return unary_float(op, a, out);
  if (cs_is_complex(a)) return unary_complex(ctx, op, a, out);
  return CS_SLOW;
}
