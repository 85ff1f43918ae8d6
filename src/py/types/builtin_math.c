/*
 * builtin_math.c - divmod, pow and round.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "num/bigint.h"
#include "num/dtoa.h"
#include "py/heap/int_big.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/types/args.h"
#include "py/types/number.h"
#include "py/types/op.h"
#include "py/types/ops.h"
#include "py/types/special.h"

static cs_status builtin_divmod(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  cs_status st = cs_op_binary(ctx, CS_B_DIVMOD, args[0], args[1], out);
  if (st != CS_SLOW || cs_op_has_class(args[0]) || cs_op_has_class(args[1]))
    return st;
  return cs_throw(ctx, CS_TypeError,
                  "unsupported operand type(s) for divmod(): '%t' and '%t'",
                  args[0], args[1]);
}

/* --- pow ----------------------------------------------------------------- */

static cs_status powmod(cs_ctx *ctx, cs_value a, cs_value e, cs_value m,
                        cs_value *out) {
  uint64_t tmp[3], local[CS_INT_LOCAL], *scratch;
  cs_big x = cs_int_view(ctx, a, &tmp[0]), y = cs_int_view(ctx, e, &tmp[1]);
  cs_big z = cs_int_view(ctx, m, &tmp[2]);
  if (z.n == 0)
    return cs_throw(ctx, CS_ValueError, "pow() 3rd argument cannot be 0");
  cs_int_result res;
  cs_status st = cs_int_charge(ctx, cs_big_powmod_cost(&x, &y, &z));
  if (st == CS_OK)
    st =
        cs_int_scratch(ctx, cs_big_powmod_scratch(&x, &y, &z), local, &scratch);
  if (st == CS_OK) st = cs_int_open(ctx, &res, z.n);
  if (st != CS_OK) return st;
  const cs_patience patience = cs_charge_patience(ctx);
  st = cs_big_powmod(&res.r, &x, &y, &z, scratch, &patience);
  if (st == CS_STOP) return st;
  if (st != CS_OK)
    return cs_throw(ctx, CS_ValueError,
                    "base is not invertible for the given modulus");
  return cs_int_close(ctx, &res, out);
}

static cs_status builtin_pow(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  cs_value a = args[0], e = args[1], m = args[2];
  if (cs_is_unbound(m) || cs_is_none(m))
    return cs_op_binary(ctx, CS_B_POW, a, e, out); /* CS_SLOW: a ** e */
  if (cs_op_has_class(a) || cs_op_has_class(e) || cs_op_has_class(m))
    return CS_SLOW;
  if (cs_is_anyint(a) && cs_is_anyint(e) && cs_is_anyint(m))
    return powmod(ctx, a, e, m, out);
  if (cs_is_complex(a) || cs_is_complex(e))
    return cs_throw(ctx, CS_ValueError, "complex modulo");
  if (cs_is_number(a) && cs_is_number(e) && cs_is_number(m))
    return cs_throw(ctx, CS_TypeError,
                    "pow() 3rd argument not allowed unless all arguments are "
                    "integers");
  return cs_throw(ctx, CS_TypeError,
                  "unsupported operand type(s) for ** or pow(): '%t', '%t', "
                  "'%t'",
                  a, e, m);
}

/* --- round --------------------------------------------------------------- */

/* x to a multiple of 10 ** digits, half to even. */
static cs_status round_tens(cs_ctx *ctx, cs_value x, int64_t digits,
                            cs_value *out) {
  uint64_t tmp;
  uint64_t most = cs_int_view(ctx, x, &tmp).n * UINT64_C(20) + 1;
  *out = cs_int(0);
  if ((uint64_t)digits > most) return CS_OK;
  cs_value unit, qr, twice, q, r;
  cs_status st = cs_int_binop(ctx, CS_B_POW, cs_int(10), cs_int(digits), &unit);
  if (st == CS_OK) st = cs_int_binop(ctx, CS_B_DIVMOD, x, unit, &qr);
  if (st != CS_OK) return st;
  q = cs_tuple_at(ctx, qr, 0);
  r = cs_tuple_at(ctx, qr, 1);
  st = cs_int_binop(ctx, CS_B_MUL, r, cs_int(2), &twice);
  if (st != CS_OK) return st;
  int order = cs_int_compare(ctx, twice, unit);
  if (order == 0) {
    cs_value odd;
    st = cs_int_binop(ctx, CS_B_AND, q, cs_int(1), &odd);
    if (st != CS_OK) return st;
    order = cs_same(odd, cs_int(1)) ? 1 : -1;
  }
  if (order > 0) st = cs_int_binop(ctx, CS_B_ADD, q, cs_int(1), &q);
  return st == CS_OK ? cs_int_binop(ctx, CS_B_MUL, q, unit, out) : st;
}

static cs_status round_int(cs_ctx *ctx, cs_value x, cs_value digits,
                           cs_value *out) {
  int64_t d = 0;
  if (cs_is_bool(x)) x = cs_int(cs_is_true(x));
  bool fits = cs_is_unbound(digits) || cs_int_as_i64(ctx, digits, &d);
  *out = x;
  if (!fits) { /* further than any digit goes */
    if (cs_int_compare(ctx, digits, cs_int(0)) < 0) *out = cs_int(0);
    return CS_OK;
  }
  if (d >= 0) return CS_OK;
  return round_tens(ctx, x, d == INT64_MIN ? INT64_MAX : -d, out);
}

static cs_status round_float(cs_ctx *ctx, double x, cs_value digits,
                             cs_value *out) {
  int64_t d;
  double r;
  if (cs_is_unbound(digits)) return cs_int_from_double(ctx, rint(x), out);
  if (!cs_int_as_i64(ctx, digits, &d))
    d = cs_int_compare(ctx, digits, cs_int(0)) < 0 ? INT32_MIN : INT32_MAX;
  if (cs_float_round(x, d, &r) != CS_OK)
    return cs_throw(ctx, CS_OverflowError,
                    "rounded value too large to represent");
  *out = cs_float(r);
  return CS_OK;
}

static cs_status builtin_round(cs_ctx *ctx, cs_value *args, uint32_t n,
                               cs_value *out) {
  (void)n;
  cs_value digits = cs_is_none(args[1]) ? CS_UNBOUND : args[1];
  if (cs_is_anyint(args[0]) || cs_is_float(args[0])) {
    if (!cs_is_unbound(digits)) {
      digits = cs_unwrap(ctx, digits);
      if (!cs_is_anyint(digits)) return cs_need(ctx, 1, CS_NEED_INDEX);
    }
    if (cs_is_float(args[0]))
      return round_float(ctx, cs_float_of(args[0]), digits, out);
    return round_int(ctx, args[0], digits, out);
  }
  cs_value m = cs_special_find(ctx, args[0], CS_N___round__);
  if (cs_is_unbound(m))
    return cs_throw(ctx, CS_TypeError,
                    "type %t doesn't define __round__ method", args[0]);
  return cs_special_call(ctx, CS_RET_PLAIN, m, args[0], digits);
}

const cs_native_def cs_builtin_math_natives[] = {
    {".builtins", "divmod", "(x, y, /)", builtin_divmod},
    {".builtins", "pow", "(base, exp, mod=None)", builtin_pow},
    {".builtins", "round", "(number, ndigits=None)", builtin_round},
    CS_NATIVE_END};
