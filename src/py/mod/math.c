/*
 * math.c - module math: functions of one or two real numbers.
 *
 * Results are libm's.  Errors follow the rules of C99's Annex F as CPython
 * reads them: a NaN from numbers is "math domain error", an infinity from
 * finite arguments "math range error" where the function can overflow and a
 * domain error (a pole) where it cannot.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "num/bigint.h"
#include "py/heap/int_big.h"
#include "py/heap/seq.h"
#include "py/mod/gamma.h"
#include "py/mod/num_arg.h"
#include "py/types/leaf.h"
#include "py/types/number.h"
#include "py/types/ops.h"
#include "py/types/special.h"

static cs_status domain(cs_ctx *ctx) {
  return cs_throw(ctx, CS_ValueError, "math domain error");
}
static cs_status range(cs_ctx *ctx) {
  return cs_throw(ctx, CS_OverflowError, "math range error");
}

/* --- one argument -------------------------------------------------------- */

static cs_status apply(cs_ctx *ctx, cs_value *args, double (*f)(double),
                       bool overflows, cs_value *out) {
  double x;
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  double r = f(x);
  if (isnan(r) && !isnan(x)) return domain(ctx);
  if (isinf(r) && isfinite(x)) return overflows ? range(ctx) : domain(ctx);
  CS_GIVE(cs_float(r));
}

#define UNARY(name, overflows)                     \
  CS_LEAF(math_##name) {                           \
    return apply(ctx, args, name, overflows, out); \
  }

UNARY(acos, false)
UNARY(acosh, false)
UNARY(asin, false)
UNARY(asinh, false)
UNARY(atan, false)
UNARY(atanh, false)
UNARY(cbrt, false)
UNARY(cos, false)
UNARY(cosh, true)
UNARY(erf, false)
UNARY(erfc, false)
UNARY(exp, true)
UNARY(exp2, true)
UNARY(expm1, true)
UNARY(fabs, false)
UNARY(log1p, false)
UNARY(sin, false)
UNARY(sinh, true)
UNARY(sqrt, false)
UNARY(tan, false)
UNARY(tanh, false)

CS_LEAF(math_degrees) {
  double x;
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  CS_GIVE(cs_float(x * (180.0 / M_PI)));
}

CS_LEAF(math_radians) {
  double x;
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  CS_GIVE(cs_float(x * (M_PI / 180.0)));
}

static cs_status by_gamma(cs_ctx *ctx, cs_value *args,
                          cs_gamma_outcome (*f)(double, double *),
                          cs_value *out) {
  double x, r;
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  switch (f(x, &r)) {
    case CS_GAMMA_POLE: return domain(ctx);
    case CS_GAMMA_OVERFLOW: return range(ctx);
    case CS_GAMMA_OK: break;
  }
  CS_GIVE(cs_float(r));
}

CS_LEAF(math_gamma) {
  return by_gamma(ctx, args, cs_gamma, out);
}
CS_LEAF(math_lgamma) {
  return by_gamma(ctx, args, cs_gamma_log, out);
}

CS_LEAF(math_isfinite) {
  double x;
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  CS_GIVE(cs_bool(isfinite(x)));
}
CS_LEAF(math_isinf) {
  double x;
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  CS_GIVE(cs_bool(isinf(x)));
}
CS_LEAF(math_isnan) {
  double x;
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  CS_GIVE(cs_bool(isnan(x)));
}

CS_LEAF(math_ulp) {
  double x;
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  x = fabs(x);
  if (isnan(x) || isinf(x)) CS_GIVE(cs_float(x));
  double up = nextafter(x, HUGE_VAL);
  if (isinf(up)) CS_GIVE(cs_float(x - nextafter(x, -HUGE_VAL)));
  CS_GIVE(cs_float(up - x));
}

static cs_status pair(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  cs_value v[2] = {a, b};
  return cs_tuple_new(ctx, v, 2, out);
}

CS_LEAF(math_frexp) {
  double x;
  int e = 0;
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  double m = isfinite(x) && x != 0 ? frexp(x, &e) : x;
  return pair(ctx, cs_float(m), cs_int(e), out);
}

CS_LEAF(math_modf) {
  double x, whole;
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  double part = modf(x, &whole);
  return pair(ctx, cs_float(part), cs_float(whole), out);
}

/* --- to integers --------------------------------------------------------- */

static cs_status to_int(cs_ctx *ctx, cs_value *args, double (*f)(double),
                        cs_name_id special, cs_value *out) {
  cs_value v = args[0];
  double x;
  if (cs_is_float(v)) return cs_int_from_double(ctx, f(cs_float_of(v)), out);
  if (cs_is_bool(v)) CS_GIVE(cs_int(cs_is_true(v)));
  if (cs_is_anyint(v)) CS_GIVE(v);
  cs_value m = cs_special_find(ctx, v, special);
  if (!cs_is_unbound(m))
    return cs_special_call(ctx, CS_RET_PLAIN, m, v, CS_UNBOUND);
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  return cs_int_from_double(ctx, f(x), out);
}

CS_LEAF(math_floor) {
  return to_int(ctx, args, floor, CS_N___floor__, out);
}
CS_LEAF(math_ceil) {
  return to_int(ctx, args, ceil, CS_N___ceil__, out);
}

CS_LEAF(math_trunc) {
  cs_value v = args[0];
  if (cs_is_float(v)) return cs_int_from_double(ctx, cs_float_of(v), out);
  if (cs_is_bool(v)) CS_GIVE(cs_int(cs_is_true(v)));
  if (cs_is_anyint(v)) CS_GIVE(v);
  cs_value m = cs_special_find(ctx, v, CS_N___trunc__);
  if (cs_is_unbound(m))
    return cs_throw(ctx, CS_TypeError,
                    "type %t doesn't define __trunc__ method", v);
  return cs_special_call(ctx, CS_RET_PLAIN, m, v, CS_UNBOUND);
}

/* --- two arguments ------------------------------------------------------- */

static cs_status two(cs_ctx *ctx, cs_value *args, double *x, double *y) {
  CS_TRY(cs_num_double(ctx, args, 0, x));
  return cs_num_double(ctx, args, 1, y);
}

CS_LEAF(math_atan2) {
  double y, x;
  CS_TRY(two(ctx, args, &y, &x));
  CS_GIVE(cs_float(atan2(y, x)));
}

CS_LEAF(math_copysign) {
  double x, y;
  CS_TRY(two(ctx, args, &x, &y));
  /* The one NaN of the engine is negative by its bits, which mean nothing. */
  CS_GIVE(cs_float(isnan(y) ? fabs(x) : copysign(x, y)));
}

CS_LEAF(math_nextafter) {
  double x, y;
  CS_TRY(two(ctx, args, &x, &y));
  CS_GIVE(cs_float(nextafter(x, y)));
}

CS_LEAF(math_fmod) {
  double x, y;
  CS_TRY(two(ctx, args, &x, &y));
  if (isinf(y) && isfinite(x)) CS_GIVE(cs_float(x));
  double r = fmod(x, y);
  if (isnan(r) && !isnan(x) && !isnan(y)) return domain(ctx);
  CS_GIVE(cs_float(r));
}

CS_LEAF(math_remainder) {
  double x, y;
  CS_TRY(two(ctx, args, &x, &y));
  double r = remainder(x, y);
  if (isnan(r) && !isnan(x) && !isnan(y)) return domain(ctx);
  CS_GIVE(cs_float(r));
}

CS_LEAF(math_pow) {
  double x, y;
  CS_TRY(two(ctx, args, &x, &y));
  double r = pow(x, y);
  if (isfinite(x) && isfinite(y)) {
    if (isnan(r)) return domain(ctx);
    if (isinf(r)) return x == 0 ? domain(ctx) : range(ctx);
  }
  CS_GIVE(cs_float(r));
}

CS_LEAF(math_ldexp) {
  double x;
  int64_t e;
  CS_TRY(cs_num_double(ctx, args, 0, &x));
  cs_value v = cs_unwrap(ctx, args[1]);
  if (!cs_is_anyint(v)) {
    if (cs_is_unbound(cs_special_find(ctx, v, CS_N___index__)))
      return cs_throw(ctx, CS_TypeError,
                      "Expected an int as second argument to ldexp.");
    return cs_need(ctx, 1, CS_NEED_INDEX);
  }
  if (!cs_int_as_i64(ctx, v, &e))
    e = cs_int_compare(ctx, v, cs_int(0)) < 0 ? INT32_MIN : INT32_MAX;
  if (x == 0 || !isfinite(x)) CS_GIVE(cs_float(x));
  if (e > INT32_MAX) e = INT32_MAX;
  if (e < INT32_MIN) e = INT32_MIN;
  double r = ldexp(x, (int)e);
  if (isinf(r)) return range(ctx);
  CS_GIVE(cs_float(r));
}

CS_LEAF(math_isclose) {
  double a, b, rel = 1e-09, abs_tol = 0.0;
  CS_TRY(two(ctx, args, &a, &b));
  if (!cs_is_unbound(args[2])) CS_TRY(cs_num_double(ctx, args, 2, &rel));
  if (!cs_is_unbound(args[3])) CS_TRY(cs_num_double(ctx, args, 3, &abs_tol));
  if (rel < 0 || abs_tol < 0)
    return cs_throw(ctx, CS_ValueError, "tolerances must be non-negative");
  if (a == b) CS_GIVE(CS_TRUE);
  if (isinf(a) || isinf(b)) CS_GIVE(CS_FALSE);
  double diff = fabs(b - a);
  CS_GIVE(cs_bool(diff <= fabs(rel * b) || diff <= fabs(rel * a) ||
                  diff <= abs_tol));
}

/* --- logarithms ---------------------------------------------------------- */

/* An int beyond the doubles as m * 2**e with m in [0.5, 1). */
static double big_frexp(const cs_ctx *ctx, cs_value v, int64_t *e) {
  uint64_t tmp;
  cs_big a = cs_int_view(ctx, v, &tmp);
  *e = (int64_t)cs_big_bit_length(&a);
  /* The top 64 bits, with a sticky last one, round as the whole does. */
  size_t top = a.n - 1;
  unsigned shift = (unsigned)__builtin_clzll(a.limbs[top]);
  uint64_t bits = a.limbs[top] << shift;
  if (shift && top) bits |= a.limbs[top - 1] >> (64 - shift);
  bool rest = top && shift ? (a.limbs[top - 1] << shift) != 0
                           : top && a.limbs[top - 1] != 0;
  for (size_t i = 0; !rest && i + 1 < top; i++) rest = a.limbs[i] != 0;
  return ldexp((double)(bits | rest), -64);
}

static cs_status log_of(cs_ctx *ctx, cs_value *args, uint32_t i,
                        double (*f)(double), double *out) {
  double x;
  cs_value v = cs_unwrap(ctx, args[i]);
  if (cs_is(v, CS_L_BIGINT)) {
    uint64_t tmp;
    cs_big a = cs_int_view(ctx, v, &tmp);
    if (a.neg) return domain(ctx);
    if (cs_big_to_double(&a, &x) != CS_OK) {
      int64_t e;
      double m = big_frexp(ctx, v, &e);
      *out = f(m) + f(2.0) * (double)e;
      return CS_OK;
    }
  } else {
    CS_TRY(cs_num_double(ctx, args, i, &x));
  }
  if (x <= 0) return domain(ctx);
  *out = f(x);
  return CS_OK;
}

CS_LEAF(math_log) {
  double x, base;
  CS_TRY(log_of(ctx, args, 0, log, &x));
  if (cs_is_unbound(args[1])) CS_GIVE(cs_float(x));
  CS_TRY(log_of(ctx, args, 1, log, &base));
  if (base == 0)
    return cs_throw(ctx, CS_ZeroDivisionError, "float division by zero");
  CS_GIVE(cs_float(x / base));
}
CS_LEAF(math_log2) {
  double x;
  CS_TRY(log_of(ctx, args, 0, log2, &x));
  CS_GIVE(cs_float(x));
}
CS_LEAF(math_log10) {
  double x;
  CS_TRY(log_of(ctx, args, 0, log10, &x));
  CS_GIVE(cs_float(x));
}

extern const cs_native_def cs_math_natives[];
const cs_native_def cs_math_natives[] = {
    {".math", "acos", "(x, /)", math_acos},
    {".math", "acosh", "(x, /)", math_acosh},
    {".math", "asin", "(x, /)", math_asin},
    {".math", "asinh", "(x, /)", math_asinh},
    {".math", "atan", "(x, /)", math_atan},
    {".math", "atan2", "(y, x, /)", math_atan2},
    {".math", "atanh", "(x, /)", math_atanh},
    {".math", "cbrt", "(x, /)", math_cbrt},
    {".math", "ceil", "(x, /)", math_ceil},
    {".math", "copysign", "(x, y, /)", math_copysign},
    {".math", "cos", "(x, /)", math_cos},
    {".math", "cosh", "(x, /)", math_cosh},
    {".math", "degrees", "(x, /)", math_degrees},
    {".math", "erf", "(x, /)", math_erf},
    {".math", "erfc", "(x, /)", math_erfc},
    {".math", "exp", "(x, /)", math_exp},
    {".math", "exp2", "(x, /)", math_exp2},
    {".math", "expm1", "(x, /)", math_expm1},
    {".math", "fabs", "(x, /)", math_fabs},
    {".math", "floor", "(x, /)", math_floor},
    {".math", "fmod", "(x, y, /)", math_fmod},
    {".math", "frexp", "(x, /)", math_frexp},
    {".math", "gamma", "(x, /)", math_gamma},
    {".math", "isclose", "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", math_isclose},
    {".math", "isfinite", "(x, /)", math_isfinite},
    {".math", "isinf", "(x, /)", math_isinf},
    {".math", "isnan", "(x, /)", math_isnan},
    {".math", "ldexp", "(x, i, /)", math_ldexp},
    {".math", "lgamma", "(x, /)", math_lgamma},
    {".math", "log", "(x, base=None, /)", math_log},
    {".math", "log10", "(x, /)", math_log10},
    {".math", "log1p", "(x, /)", math_log1p},
    {".math", "log2", "(x, /)", math_log2},
    {".math", "modf", "(x, /)", math_modf},
    {".math", "nextafter", "(x, y, /)", math_nextafter},
    {".math", "pow", "(x, y, /)", math_pow},
    {".math", "radians", "(x, /)", math_radians},
    {".math", "remainder", "(x, y, /)", math_remainder},
    {".math", "sin", "(x, /)", math_sin},
    {".math", "sinh", "(x, /)", math_sinh},
    {".math", "sqrt", "(x, /)", math_sqrt},
    {".math", "tan", "(x, /)", math_tan},
    {".math", "tanh", "(x, /)", math_tanh},
    {".math", "trunc", "(x, /)", math_trunc},
    {".math", "ulp", "(x, /)", math_ulp},
    CS_NATIVE_END};
