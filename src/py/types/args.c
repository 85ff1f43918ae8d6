/*
 * args.c - reading the arguments of natives.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/args.h"

#include "py/heap/int.h"
#include "py/types/ops.h"
#include "py/types/type.h"

bool cs_args_has_index(cs_ctx *ctx, cs_value v) {
  if (!cs_is_ref(v)) return cs_is_anyint(v);
  if (cs_ref_layout(v) != CS_L_INSTANCE && cs_ref_layout(v) != CS_L_BOX)
    return cs_is(v, CS_L_BIGINT);
  cs_value f =
      cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, CS_N___index__));
  return !cs_is_unbound(f) && !cs_is_none(f);
}

cs_status cs_args_i64(cs_ctx *ctx, cs_value v, int64_t *out) {
  if (cs_int_as_i64(ctx, v, out)) return CS_OK;
  return cs_throw(ctx, CS_OverflowError,
                  "Python int too large to convert to C ssize_t");
}

cs_status cs_args_size(cs_ctx *ctx, cs_value *args, uint32_t i, int64_t dflt,
                       int64_t *out) {
  if (cs_is_unbound(args[i])) {
    *out = dflt;
    return CS_OK;
  }
  cs_value v = cs_unwrap(ctx, args[i]);
  if (cs_is_anyint(v)) return cs_args_i64(ctx, v, out);
  if (cs_args_has_index(ctx, v)) return cs_need(ctx, i, CS_NEED_INDEX);
  return cs_throw(ctx, CS_TypeError,
                  "'%t' object cannot be interpreted as an integer", args[i]);
}

/* A bound of a slice: clamps instead of overflowing. */
static cs_status bound(cs_ctx *ctx, cs_value v, int64_t dflt, int64_t *out) {
  v = cs_unwrap(ctx, v);
  if (cs_is_unbound(v) || cs_is_none(v)) {
    *out = dflt;
    return CS_OK;
  }
  if (cs_is_anyint(v)) {
    if (cs_int_as_i64(ctx, v, out)) return CS_OK;
    *out = CS_PTR(ctx, cs_bigint, v)->neg ? INT64_MIN : INT64_MAX;
    return CS_OK;
  }
  if (cs_args_has_index(ctx, v)) return CS_SLOW;
  return cs_throw(ctx, CS_TypeError,
                  "slice indices must be integers or None or have an "
                  "__index__ method");
}

static int64_t clip(int64_t at, int64_t len) {
  if (at < 0) at = at < -len ? 0 : at + len;
  return at;
}

cs_status cs_args_range(cs_ctx *ctx, cs_value *args, uint32_t i, int64_t len,
                        int64_t *start, int64_t *end) {
  int64_t a, b;
  cs_status st = bound(ctx, args[i], 0, &a);
  if (st == CS_SLOW) return cs_need(ctx, i, CS_NEED_INDEX);
  if (st != CS_OK) return st;
  st = bound(ctx, args[i + 1], INT64_MAX, &b);
  if (st == CS_SLOW) return cs_need(ctx, i + 1, CS_NEED_INDEX);
  if (st != CS_OK) return st;
  *end = b > len ? len : clip(b, len);
  *start = clip(a, len);
  return CS_OK;
}

cs_status cs_args_flag(cs_ctx *ctx, cs_value *args, uint32_t i, bool dflt,
                       bool *out) {
  if (cs_is_unbound(args[i])) {
    *out = dflt;
    return CS_OK;
  }
  cs_status st = cs_op_truth(ctx, args[i], out);
  return st == CS_SLOW ? cs_need(ctx, i, CS_NEED_BOOL) : st;
}

cs_status cs_args_find(cs_ctx *ctx, const char *name, cs_value *args,
                       uint32_t n) {
  if (n < 2)
    return cs_throw(ctx, CS_TypeError,
                    "%s() takes at least 1 argument (0 given)", name);
  if (n > 4)
    return cs_throw(ctx, CS_TypeError,
                    "%s() takes at most 3 arguments (%d given)", name,
                    (int64_t)n - 1);
  for (uint32_t i = n; i < 4; i++) args[i] = CS_UNBOUND; /* stack slack */
  return CS_OK;
}

cs_value cs_args_word(const cs_ctx *ctx, cs_value v) {
  if (!cs_is_none(v)) return cs_type_name_of(ctx, v);
  return cs_known(ctx, CS_N_None);
}

bool cs_args_iterable(cs_ctx *ctx, cs_value v) {
  if (!cs_is_ref(v)) return false;
  switch (cs_ref_layout(v)) {
    case CS_L_STR:
    case CS_L_BYTES:
    case CS_L_BYTEARRAY:
    case CS_L_MEMVIEW:
    case CS_L_LIST:
    case CS_L_TUPLE:
    case CS_L_DICT:
    case CS_L_SET:
    case CS_L_FROZENSET:
    case CS_L_RANGE:
    case CS_L_VIEW:
    case CS_L_PROXY:
    case CS_L_GEN:
    case CS_L_ITER:
    case CS_L_ALIAS: return true;
    default: break;
  }
  cs_off cls = cs_class_of(ctx, v);
  cs_value f = cs_type_find(ctx, cls, cs_known(ctx, CS_N___iter__));
  if (!cs_is_unbound(f)) return !cs_is_none(f);
  f = cs_type_find(ctx, cls, cs_known(ctx, CS_N___getitem__));
  return !cs_is_unbound(f);
}
