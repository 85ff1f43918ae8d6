/*
 * float_obj.c - float and complex: construction, methods, attributes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "num/dtoa.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/dunder.h"
#include "py/types/leaf.h"
#include "py/types/num_text.h"
#include "py/types/number.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_float_obj_natives[];

/* --- float: construction ------------------------------------------------- */

static cs_status parse_float(cs_ctx *ctx, cs_value v, cs_value *out) {
  const char *s;
  size_t n;
  double d;
  CS_TRY(cs_num_text(ctx, v, &s, &n));
  cs_charge(ctx, n / 64);
  if (cs_float_parse_text(s, n, &d) != CS_OK)
    return cs_num_text_bad(ctx, "could not convert string to float: ", v);
  CS_GIVE(cs_float(d));
}

static cs_status float_from(cs_ctx *ctx, cs_value *args, cs_value *out) {
  cs_value x = args[1], inner = cs_unwrap(ctx, x);
  double d;
  if (cs_num_has(ctx, x, CS_N___float__, CS_N___index__))
    return cs_need(ctx, 1, CS_NEED_FLOAT);
  if (cs_is_float(inner)) CS_GIVE(inner);
  if (cs_is_anyint(inner)) {
    CS_TRY(cs_int_to_double(ctx, inner, &d));
    CS_GIVE(cs_float(d));
  }
  cs_status st = parse_float(ctx, inner, out);
  if (st != CS_SLOW) return st;
  if (cs_bytes_has_buffer(ctx, x)) {
    const uint8_t *s;
    uint32_t n;
    return cs_bytes_need(ctx, args, 1, &s, &n);
  }
  return cs_throw(ctx, CS_TypeError,
                  "float() argument must be a string or a real number, not "
                  "'%t'",
                  x);
}

CS_LEAF(float_new) {
  cs_value v = cs_float(0.0);
  if (!cs_is_unbound(args[1])) CS_TRY(float_from(ctx, args, &v));
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), v, out);
}

CS_LEAF(float_fromhex) {
  uint32_t len;
  double d;
  cs_value text = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(text))
    return cs_throw(ctx, CS_TypeError,
                    "bad argument type for built-in "
                    "operation");
  const char *s = cs_str_data(ctx, text, &len);
  cs_status st = cs_float_fromhex(s, len, &d);
  if (st == CS_ELIMIT)
    return cs_throw(ctx, CS_OverflowError,
                    "hexadecimal value too large to represent as a float");
  if (st != CS_OK)
    return cs_throw(ctx, CS_ValueError,
                    "invalid hexadecimal floating-point string");
  if (cs_ref_off(args[0]) == ctx->image->cls[CS_L_NUMFLOAT])
    CS_GIVE(cs_float(d));
  return cs_want_call1(ctx, CS_RET_PLAIN, args[0], cs_float(d));
}

/* --- float: methods ------------------------------------------------------ */

CS_LEAF(float_hex) {
  char buf[CS_FLOAT_REPR_MAX];
  size_t n_bytes = cs_float_hex(cs_float_of(args[0]), buf);
  return cs_str_new(ctx, buf, n_bytes, out);
}

CS_LEAF(float_is_integer) {
  double d = cs_float_of(args[0]);
  CS_GIVE(cs_bool(isfinite(d) && floor(d) == d));
}

static cs_status scaled(cs_ctx *ctx, cs_value v, int bits, cs_value *out) {
  return cs_int_binop(ctx, CS_B_LSHIFT, v, cs_int(bits), out);
}

CS_LEAF(float_ratio) {
  double d = cs_float_of(args[0]);
  cs_value v[2] = {cs_int(0), cs_int(1)};
  if (isinf(d))
    return cs_throw(ctx, CS_OverflowError,
                    "cannot convert Infinity to integer ratio");
  if (isnan(d))
    return cs_throw(ctx, CS_ValueError, "cannot convert NaN to integer ratio");
  cs_float_parts p = cs_float_ratio(d);
  CS_TRY(cs_int_new_u64(ctx, p.mantissa, &v[0]));
  if (p.exponent > 0) CS_TRY(scaled(ctx, v[0], p.exponent, &v[0]));
  if (p.exponent < 0) CS_TRY(scaled(ctx, v[1], -p.exponent, &v[1]));
  if (p.neg) CS_TRY(cs_int_neg(ctx, v[0], &v[0]));
  return cs_tuple_new(ctx, v, 2, out);
}

CS_LEAF(float_self) {
  CS_GIVE(args[0]);
}
CS_LEAF(float_zero) {
  CS_GIVE(cs_float(0.0));
}

CS_LEAF(float_trunc) {
  return cs_int_from_double(ctx, cs_float_of(args[0]), out);
}
CS_LEAF(float_floor) {
  return cs_int_from_double(ctx, floor(cs_float_of(args[0])), out);
}
CS_LEAF(float_ceil) {
  return cs_int_from_double(ctx, ceil(cs_float_of(args[0])), out);
}

CS_LEAF(float_getnewargs) {
  return cs_tuple_new(ctx, args, 1, out);
}

CS_LEAF(float_getformat) {
  cs_value s = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(s))
    return cs_throw(ctx, CS_TypeError,
                    "__getformat__() argument must be str, not %t", args[1]);
  if (!cs_str_eq_c(ctx, s, "double") && !cs_str_eq_c(ctx, s, "float"))
    return cs_throw(ctx, CS_ValueError,
                    "__getformat__() argument 1 must be 'double' or 'float'");
  return cs_str_new(ctx, "IEEE, little-endian", 19, out);
}

/* pow() with a modulus is for integers. */
static cs_status power(cs_ctx *ctx, cs_value a, cs_value b, cs_value m,
                       cs_value *out) {
  a = cs_unwrap(ctx, a);
  b = cs_unwrap(ctx, b);
  *out = CS_NOTIMPL;
  if (!cs_is_number(a) || !cs_is_number(b)) return CS_OK;
  bool complex = cs_is_complex(a) || cs_is_complex(b);
  if (!cs_is_unbound(m) && !cs_is_none(m)) {
    if (complex) return cs_throw(ctx, CS_ValueError, "complex modulo");
    return cs_throw(ctx, CS_TypeError,
                    "pow() 3rd argument not allowed unless all arguments are "
                    "integers");
  }
  return cs_number_binop(ctx, CS_B_POW, a, b, out);
}
static bool leaves_to(cs_value self, cs_value other) {
  return cs_is_float(self) && cs_is_complex(other);
}
CS_LEAF(number_pow) {
  if (leaves_to(args[0], args[1])) CS_GIVE(CS_NOTIMPL);
  return power(ctx, args[0], args[1], args[2], out);
}
CS_LEAF(number_rpow) {
  if (leaves_to(args[0], args[1])) CS_GIVE(CS_NOTIMPL);
  return power(ctx, args[1], args[0], args[2], out);
}

/* --- complex: text ------------------------------------------------------- */

typedef struct reader {
  const char *s;
  size_t n, at;
} reader;

static bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_blanks(reader *r) {
  while (r->at < r->n && is_blank(r->s[r->at])) r->at++;
}

static char peek(const reader *r) {
  return r->at < r->n ? r->s[r->at] : 0;
}

static bool is_sign(char c) {
  return c == '+' || c == '-';
}
static bool is_j(char c) {
  return c == 'j' || c == 'J';
}

/* [sign] number; nothing is taken if there is no number. */
static bool signed_number(reader *r, double *out) {
  size_t at = r->at + is_sign(peek(r)), used;
  bool neg = peek(r) == '-';
  used = cs_float_parse_underscores(r->s + at, r->n - at, out);
  if (!used) used = cs_float_parse_special(r->s + at, r->n - at, out);
  if (!used) return false;
  if (neg) *out = -*out;
  r->at = at + used;
  return true;
}

/* A bare sign in front of j counts as one. */
static double bare_unit(reader *r) {
  double d = peek(r) == '-' ? -1.0 : 1.0;
  if (is_sign(peek(r))) r->at++;
  return d;
}

/* <real>, <imag>j or <real><signed imag>j, in parentheses or not. */
static bool read_complex(reader *r, double *re, double *im) {
  double d;
  *re = *im = 0;
  skip_blanks(r);
  bool paren = peek(r) == '(';
  if (paren) r->at++;
  skip_blanks(r);
  if (!signed_number(r, &d)) {
    *im = bare_unit(r);
    if (!is_j(peek(r))) return false;
    r->at++;
  } else if (is_j(peek(r))) {
    *im = d;
    r->at++;
  } else {
    *re = d;
    if (is_sign(peek(r))) {
      if (!signed_number(r, im)) *im = bare_unit(r);
      if (!is_j(peek(r))) return false;
      r->at++;
    }
  }
  skip_blanks(r);
  if (paren && peek(r) != ')') return false;
  if (paren) r->at++;
  skip_blanks(r);
  return r->at == r->n;
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Underscores stand between digits only. */
static bool bad_underscore(const reader *r) {
  for (size_t i = 0; i < r->n; i++)
    if (r->s[i] == '_' && (i == 0 || i + 1 == r->n || !is_digit(r->s[i - 1]) ||
                           !is_digit(r->s[i + 1])))
      return true;
  return false;
}

static cs_status complex_parse(cs_ctx *ctx, cs_value v, cs_value *out) {
  reader r = {.at = 0};
  double re, im;
  CS_TRY(cs_num_text(ctx, v, &r.s, &r.n));
  cs_charge(ctx, r.n / 64);
  if (bad_underscore(&r))
    return cs_num_text_bad(ctx, "could not convert string to complex: ", v);
  if (!read_complex(&r, &re, &im))
    return cs_throw(ctx, CS_ValueError, "complex() arg is a malformed string");
  return cs_complex_new(ctx, re, im, out);
}

/* --- complex: construction ----------------------------------------------- */

/* args[i] as a complex number; `what` names it in the error. */
static cs_status part(cs_ctx *ctx, cs_value *args, uint32_t i, const char *what,
                      cs_complex *out) {
  cs_value x = args[i], v = cs_unwrap(ctx, x);
  *out = (cs_complex){.re = 0.0};
  if (cs_is_unbound(x)) return CS_OK;
  if (i == 1 && cs_num_has(ctx, x, CS_N___complex__, CS_N___complex__))
    return cs_need(ctx, i, CS_NEED_COMPLEX);
  if (cs_num_has(ctx, x, CS_N___float__, CS_N___index__))
    return cs_need(ctx, i, CS_NEED_FLOAT);
  if (cs_is_complex(v)) {
    *out = *CS_PTR(ctx, cs_complex, v);
    return CS_OK;
  }
  if (cs_is_number(v)) return cs_number_double(ctx, v, &out->re);
  return cs_throw(ctx, CS_TypeError, "complex() %s, not '%t'", what, x);
}

CS_LEAF(complex_new) {
  cs_complex a, b;
  cs_value v, first = cs_unwrap(ctx, args[1]);
  cs_off cls = cs_ref_off(args[0]);
  bool second = !cs_is_unbound(args[2]);
  if (cs_is_str(first)) {
    if (second)
      return cs_throw(ctx, CS_TypeError,
                      "complex() can't take second arg if first is a string");
    CS_TRY(complex_parse(ctx, first, &v));
    return cs_instance_wrap(ctx, cls, v, out);
  }
  if (second && cs_is_str(cs_unwrap(ctx, args[2])))
    return cs_throw(ctx, CS_TypeError,
                    "complex() second arg can't be a string");
  CS_TRY(part(ctx, args, 1, "first argument must be a string or a number", &a));
  CS_TRY(part(ctx, args, 2, "second argument must be a number", &b));
  if (!second && cls == ctx->image->cls[CS_L_COMPLEX] && cs_is_complex(first))
    CS_GIVE(first);
  /* complex(a, b) is a + b*1j, part by part: signs of zero survive. */
  if (second && cs_is_complex(cs_unwrap(ctx, args[2]))) a.re -= b.im;
  double im = second ? (cs_is_complex(first) ? a.im + b.re : b.re) : a.im;
  CS_TRY(cs_complex_new(ctx, a.re, im, &v));
  return cs_instance_wrap(ctx, cls, v, out);
}

/* --- complex: methods ---------------------------------------------------- */

static const cs_complex *self(cs_ctx *ctx, const cs_value *args) {
  return CS_PTR(ctx, cs_complex, args[0]);
}

CS_LEAF(complex_real) {
  CS_GIVE(cs_float(self(ctx, args)->re));
}
CS_LEAF(complex_imag) {
  CS_GIVE(cs_float(self(ctx, args)->im));
}
CS_LEAF(complex_conjugate) {
  return cs_complex_new(ctx, self(ctx, args)->re, -self(ctx, args)->im, out);
}
CS_LEAF(complex_getnewargs) {
  cs_value v[2] = {cs_float(self(ctx, args)->re),
                   cs_float(self(ctx, args)->im)};
  return cs_tuple_new(ctx, v, 2, out);
}

CS_READONLY(readonly)

#define SELF  "($self, /)"
#define OTHER "($self, value, /)"
#define BOTH(type, name)                              \
  {type, "__" #name "__", OTHER, cs_dunder_##name}, { \
    type, "__r" #name "__", OTHER, cs_dunder_r##name  \
  }
#define COMMON(type)                                                      \
  BOTH(type, add), BOTH(type, sub), BOTH(type, mul), BOTH(type, truediv), \
      {type, "__pow__", "($self, value, mod=None, /)", number_pow},       \
      {type, "__rpow__", "($self, value, mod=None, /)", number_rpow},     \
      {type, "__eq__", OTHER, cs_dunder_eq},                              \
      {type, "__ne__", OTHER, cs_dunder_ne},                              \
      {type, "__hash__", SELF, cs_dunder_hash},                           \
      {type, "__bool__", SELF, cs_dunder_bool},                           \
      {type, "__neg__", SELF, cs_dunder_neg},                             \
      {type, "__pos__", SELF, cs_dunder_pos}, {                           \
    type, "__abs__", SELF, cs_dunder_abs                                  \
  }

const cs_native_def cs_float_obj_natives[] = {
    {"float", "__new__", "($cls, x=0, /)", float_new},
    {"float", "fromhex", "($cls, string, /)", float_fromhex},
    {"float", "__getformat__", "($cls, typestr, /)", float_getformat},
    {"float", "hex", SELF, float_hex},
    {"float", "is_integer", SELF, float_is_integer},
    {"float", "as_integer_ratio", SELF, float_ratio},
    {"float", "conjugate", SELF, float_self},
    {"float", "real", "get", float_self},
    {"float", "imag", "get", float_zero},
    {"float", "__trunc__", SELF, float_trunc},
    {"float", "__int__", SELF, float_trunc},
    {"float", "__floor__", SELF, float_floor},
    {"float", "__ceil__", SELF, float_ceil},
    {"float", "__float__", SELF, float_self},
    {"float", "__getnewargs__", SELF, float_getnewargs},
    COMMON("float"),
    BOTH("float", floordiv),
    BOTH("float", mod),
    BOTH("float", divmod),
    {"float", "__lt__", OTHER, cs_dunder_lt},
    {"float", "__le__", OTHER, cs_dunder_le},
    {"float", "__gt__", OTHER, cs_dunder_gt},
    {"float", "__ge__", OTHER, cs_dunder_ge},
    {"complex", "__new__", "($cls, real=0, imag=0)", complex_new},
    {"complex", "real", "get", complex_real},
    {"complex", "real", "set", readonly},
    {"complex", "imag", "get", complex_imag},
    {"complex", "imag", "set", readonly},
    {"complex", "conjugate", SELF, complex_conjugate},
    {"complex", "__complex__", SELF, float_self},
    {"complex", "__getnewargs__", SELF, complex_getnewargs},
    COMMON("complex"),
    CS_NATIVE_END};
