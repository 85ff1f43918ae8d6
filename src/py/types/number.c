/*
 * number.c - arithmetic between int, bool, float and complex.
 *
 * Integers alone are the business of heap/int.c; as soon as a float takes part
 * both become doubles, as soon as a complex does both become complex.  Signs
 * of zero and of remainders follow CPython: a remainder has the sign of the
 * divisor, a floored quotient of zero the sign of the exact one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/number.h"

#include <math.h>

#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/type.h"

#define POWI_MAX 100.0 /* whole complex exponents up to this are multiplied */

/* --- floats -------------------------------------------------------------- */

static cs_status no_zero(cs_ctx *ctx, const char *text) {
  return cs_throw(ctx, CS_ZeroDivisionError, text);
}

static double remainder_of(double a, double b) {
  double mod = fmod(a, b);
  if (mod == 0) return copysign(0.0, b);
  return (b < 0) != (mod < 0) ? mod + b : mod;
}

static double floor_quotient(double a, double b) {
  double mod = fmod(a, b), div = (a - mod) / b;
  if (mod != 0 && (b < 0) != (mod < 0)) div -= 1.0;
  if (div == 0) return copysign(0.0, a / b);
  double whole = floor(div);
  return div - whole > 0.5 ? whole + 1.0 : whole;
}

static cs_status float_divmod(cs_ctx *ctx, double a, double b, cs_value *out) {
  cs_value pair[2];
  pair[0] = cs_float(floor_quotient(a, b));
  pair[1] = cs_float(remainder_of(a, b));
  return cs_tuple_new(ctx, pair, 2, out);
}

/* OverflowError(34, 'Numerical result out of range') */
static cs_status out_of_range(cs_ctx *ctx) {
  static const char text[] = "Numerical result out of range";
  cs_value args[2] = {cs_int(34), CS_NONE}, tuple, exc;
  cs_status st = cs_str_new(ctx, text, sizeof text - 1, &args[1]);
  if (st == CS_OK) st = cs_tuple_new(ctx, args, 2, &tuple);
  if (st == CS_OK)
    st = cs_exc_new(ctx, cs_exc_class(ctx, CS_OverflowError), tuple, &exc);
  return st == CS_OK ? cs_throw_object(ctx, exc) : st;
}

static bool is_odd(double d) {
  return fmod(fabs(d), 2.0) == 1.0;
}

static cs_status complex_pow(cs_ctx *ctx, cs_complex a, cs_complex b,
                             cs_value *out);

static cs_status float_pow(cs_ctx *ctx, double a, double b, cs_value *out) {
  if (a == 0 && b < 0 && isfinite(b))
    return no_zero(ctx, "0.0 cannot be raised to a negative power");
  if (a < 0 && isfinite(a) && isfinite(b) && b != floor(b))
    return complex_pow(ctx, (cs_complex){.re = a}, (cs_complex){.re = b}, out);
  double r = pow(a, b);
  if (a < 0 && b == floor(b) && isfinite(b)) { /* one rounding, then sign */
    r = pow(-a, b);
    if (is_odd(b)) r = -r;
  }
  if (isinf(r) && isfinite(a) && isfinite(b)) return out_of_range(ctx);
  *out = cs_float(r);
  return CS_OK;
}

cs_status cs_number_float(cs_ctx *ctx, cs_binop op, double a, double b,
                          cs_value *out) {
  switch ((int)op) {
    case CS_B_ADD: *out = cs_float(a + b); return CS_OK;
    case CS_B_SUB: *out = cs_float(a - b); return CS_OK;
    case CS_B_MUL: *out = cs_float(a * b); return CS_OK;
    case CS_B_TRUEDIV:
      if (b == 0) return no_zero(ctx, "float division by zero");
      *out = cs_float(a / b);
      return CS_OK;
    case CS_B_FLOORDIV:
      if (b == 0) return no_zero(ctx, "float floor division by zero");
      *out = cs_float(floor_quotient(a, b));
      return CS_OK;
    case CS_B_MOD:
      if (b == 0) return no_zero(ctx, "float modulo");
      *out = cs_float(remainder_of(a, b));
      return CS_OK;
    case CS_B_DIVMOD:
      if (b == 0) return no_zero(ctx, "float divmod()");
      return float_divmod(ctx, a, b, out);
    case CS_B_POW: return float_pow(ctx, a, b, out);
    default: return CS_SLOW;
  }
}

/* --- complex numbers ----------------------------------------------------- */

cs_status cs_complex_new(cs_ctx *ctx, double re, double im, cs_value *out) {
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_COMPLEX, sizeof(cs_complex), &off);
  if (st != CS_OK) return st;
  cs_complex *c = CS_AT(ctx, cs_complex, off);
  c->re = cs_float_of(cs_float(re)); /* one NaN in the whole engine */
  c->im = cs_float_of(cs_float(im));
  *out = cs_ref(CS_L_COMPLEX, off);
  return CS_OK;
}

static cs_complex product(cs_complex a, cs_complex b) {
  return (cs_complex){.re = a.re * b.re - a.im * b.im,
                      .im = a.re * b.im + a.im * b.re};
}

/* Scaled by the larger part of the divisor, so that nothing overflows on the
 * way (Smith's method).  False: division by zero. */
static bool quotient(cs_complex a, cs_complex b, cs_complex *out) {
  if (fabs(b.re) >= fabs(b.im)) {
    if (b.re == 0) return false;
    double ratio = b.im / b.re, denom = b.re + b.im * ratio;
    out->re = (a.re + a.im * ratio) / denom;
    out->im = (a.im - a.re * ratio) / denom;
  } else if (fabs(b.im) >= fabs(b.re)) {
    double ratio = b.re / b.im, denom = b.re * ratio + b.im;
    out->re = (a.re * ratio + a.im) / denom;
    out->im = (a.im * ratio - a.re) / denom;
  } else { /* a NaN in the divisor */
    out->re = out->im = (double)NAN;
  }
  return true;
}

static cs_complex power_of_two_steps(cs_complex a, uint32_t n) {
  cs_complex r = {.re = 1.0}, p = a;
  for (uint32_t bit = 1; bit <= n; bit <<= 1) {
    if (n & bit) r = product(r, p);
    p = product(p, p);
  }
  return r;
}

static bool polar_power(cs_complex a, cs_complex b, cs_complex *out) {
  *out = (cs_complex){.re = 1.0};
  if (b.re == 0 && b.im == 0) return true;
  *out = (cs_complex){.re = 0.0};
  if (a.re == 0 && a.im == 0) return b.im == 0 && b.re >= 0;
  double abs = hypot(a.re, a.im), len = pow(abs, b.re);
  double angle = atan2(a.im, a.re), phase = angle * b.re;
  if (b.im != 0) {
    len /= exp(angle * b.im);
    phase += b.im * log(abs);
  }
  out->re = len * cos(phase);
  out->im = len * sin(phase);
  return true;
}

static cs_status complex_pow(cs_ctx *ctx, cs_complex a, cs_complex b,
                             cs_value *out) {
  cs_complex r;
  bool ok;
  if (b.im == 0 && b.re == floor(b.re) && fabs(b.re) <= POWI_MAX) {
    r = power_of_two_steps(a, (uint32_t)fabs(b.re));
    ok = b.re > 0 || quotient((cs_complex){.re = 1.0}, r, &r);
  } else {
    ok = polar_power(a, b, &r);
  }
  if (!ok) return no_zero(ctx, "0.0 to a negative or complex power");
  if (isinf(r.re) || isinf(r.im))
    return cs_throw(ctx, CS_OverflowError, "complex exponentiation");
  return cs_complex_new(ctx, r.re, r.im, out);
}

/* A part by itself: a wider load would wait for what was just written. */
static double part(const double *d) {
  double v = *d;
  __asm__("" : "+x"(v)); /* keeps the compiler from widening */
  return v;
}

static cs_status to_complex(cs_ctx *ctx, cs_value v, cs_complex *out) {
  out->im = 0.0;
  if (!cs_is_complex(v)) return cs_number_double(ctx, v, &out->re);
  out->re = part(&CS_PTR(ctx, cs_complex, v)->re);
  out->im = part(&CS_PTR(ctx, cs_complex, v)->im);
  return CS_OK;
}

static cs_status complex_binop(cs_ctx *ctx, cs_binop op, cs_value va,
                               cs_value vb, cs_value *out) {
  cs_complex a, b, r;
  cs_status st = to_complex(ctx, va, &a);
  if (st == CS_OK) st = to_complex(ctx, vb, &b);
  if (st != CS_OK) return st;
  switch ((int)op) {
    case CS_B_ADD: return cs_complex_new(ctx, a.re + b.re, a.im + b.im, out);
    case CS_B_SUB: return cs_complex_new(ctx, a.re - b.re, a.im - b.im, out);
    case CS_B_MUL: r = product(a, b); break;
    case CS_B_TRUEDIV:
      if (!quotient(a, b, &r)) return no_zero(ctx, "complex division by zero");
      break;
    case CS_B_POW: return complex_pow(ctx, a, b, out);
    default: return CS_SLOW;
  }
  return cs_complex_new(ctx, r.re, r.im, out);
}

/* --- all of them --------------------------------------------------------- */

cs_status cs_number_double(cs_ctx *ctx, cs_value v, double *out) {
  if (cs_is_float(v)) {
    *out = cs_float_of(v);
    return CS_OK;
  }
  return cs_int_to_double(ctx, v, out);
}

static cs_status int_binop(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                           cs_value *out) {
  if (op == CS_B_MATMUL) return CS_SLOW;
  if (cs_is_bool(a) && cs_is_bool(b)) {
    bool x = cs_is_true(a), y = cs_is_true(b);
    if (op == CS_B_AND || op == CS_B_OR || op == CS_B_XOR) {
      *out = cs_bool(op == CS_B_AND ? x && y : op == CS_B_OR ? x || y : x != y);
      return CS_OK;
    }
  }
  return cs_int_binop(ctx, op, a, b, out);
}

cs_status cs_number_binop(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                          cs_value *out) {
  if (cs_is_anyint(a) && cs_is_anyint(b)) return int_binop(ctx, op, a, b, out);
  if (cs_is_complex(a) || cs_is_complex(b))
    return complex_binop(ctx, op, a, b, out);
  double x, y;
  if (op == CS_B_MATMUL || (op >= CS_B_LSHIFT && op <= CS_B_XOR))
    return CS_SLOW; /* before a huge int is converted */
  cs_status st = cs_number_double(ctx, a, &x);
  if (st == CS_OK) st = cs_number_double(ctx, b, &y);
  return st == CS_OK ? cs_number_float(ctx, op, x, y, out) : st;
}

int cs_number_order(const cs_ctx *ctx, cs_value a, cs_value b) {
  if (cs_is_float(a) && cs_is_float(b)) {
    double x = cs_float_of(a), y = cs_float_of(b);
    if (x != x || y != y) return 2;
    return x < y ? -1 : x > y;
  }
  if (cs_is_float(b)) return cs_int_compare_double(ctx, a, cs_float_of(b));
  if (cs_is_float(a)) {
    int order = cs_int_compare_double(ctx, b, cs_float_of(a));
    return order == 2 ? 2 : -order;
  }
  return cs_int_compare(ctx, a, b);
}
