/*
 * int_obj.c - int and bool: construction, methods, attributes.
 *
 * Receivers are small ints, bools or BIGINTs; the VM unwraps instances of
 * subclasses.  Arithmetic itself is in heap/int*.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "num/bigint.h"
#include "num/int_text.h"
#include "py/heap/dict.h"
#include "py/heap/int_big.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/bytes.h"
#include "py/types/dunder.h"
#include "py/types/leaf.h"
#include "py/types/num_text.h"
#include "py/types/number.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_int_obj_natives[];

/* True and False count as 1 and 0 from here on. */
static cs_value plain(cs_value v) {
  return cs_is_bool(v) ? cs_int(cs_is_true(v)) : v;
}

/* --- construction -------------------------------------------------------- */

static cs_status parse(cs_ctx *ctx, cs_value v, int base, cs_value *out) {
  const char *s;
  size_t n;
  cs_bigtext t;
  char text[64] = "invalid literal for int() with base ";
  CS_TRY(cs_num_text(ctx, v, &s, &n));
  int64_t small;
  if (base == 10 && n && n < 15 && cs_int_scan(s, n, &small) == n)
    CS_GIVE(cs_int(small));
  if (cs_big_scan(s, n, (unsigned)base, &t) == CS_OK)
    return cs_int_parse(ctx, s, n, base, out);
  size_t at = strlen(text);
  if (base >= 10) text[at++] = (char)('0' + base / 10);
  text[at++] = (char)('0' + base % 10);
  memcpy(text + at, ": ", 3);
  if (!cs_is_str(v) && !cs_is(v, CS_L_BYTES)) { /* shown as bytes */
    cs_off off;
    CS_TRY(cs_alloc(ctx, CS_L_BYTES, offsetof(cs_bytes, data) + n, &off));
    CS_AT(ctx, cs_bytes, off)->len = (uint32_t)n;
    memcpy(CS_AT(ctx, cs_bytes, off)->data, s, n);
    v = cs_ref(CS_L_BYTES, off);
  }
  return cs_num_text_bad(ctx, text, v);
}

static cs_status from_any(cs_ctx *ctx, cs_value *args, cs_value *out) {
  cs_value x = args[1], inner = cs_unwrap(ctx, x);
  if (cs_num_has(ctx, x, CS_N___int__, CS_N___index__) ||
      (cs_same(x, inner) && cs_num_has(ctx, x, CS_N___trunc__, CS_N___int__)))
    return cs_need(ctx, 1, CS_NEED_INT);
  if (cs_is_anyint(inner)) CS_GIVE(plain(inner));
  if (cs_is_float(inner))
    return cs_int_from_double(ctx, cs_float_of(inner), out);
  cs_status st = parse(ctx, inner, 10, out);
  if (st != CS_SLOW) return st;
  if (cs_bytes_has_buffer(ctx, x)) return cs_need(ctx, 1, CS_NEED_INT);
  return cs_throw(ctx, CS_TypeError,
                  "int() argument must be a string, a bytes-like object or a "
                  "real number, not '%t'",
                  x);
}

static cs_status from_text(cs_ctx *ctx, cs_value *args, cs_value *out) {
  int64_t base;
  cs_value given = cs_unwrap(ctx, args[2]);
  if (!cs_is_anyint(given) || cs_int_as_i64(ctx, given, &base))
    CS_TRY(cs_args_size(ctx, args, 2, 10, &base));
  else
    base = -1; /* far too large: wrong like any other */
  if (cs_is_unbound(args[1]))
    return cs_throw(ctx, CS_TypeError, "int() missing string argument");
  if ((base != 0 && base < 2) || base > 36)
    return cs_throw(ctx, CS_ValueError,
                    "int() base must be >= 2 and <= 36, or 0");
  cs_value x = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(x) && !cs_is(x, CS_L_BYTES) && !cs_is(x, CS_L_BYTEARRAY))
    return cs_throw(ctx, CS_TypeError,
                    "int() can't convert non-string with explicit base");
  return parse(ctx, x, (int)base, out);
}

CS_LEAF(int_new) {
  cs_value v = cs_int(0);
  if (cs_ref_off(args[0]) == ctx->image->cls[CS_L_NUMBOOL])
    return cs_throw(ctx, CS_TypeError,
                    "int.__new__(bool) is not safe, use bool.__new__()");
  if (!cs_is_unbound(args[2]))
    CS_TRY(from_text(ctx, args, &v));
  else if (!cs_is_unbound(args[1]))
    CS_TRY(from_any(ctx, args, &v));
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), v, out);
}

CS_LEAF(bool_new) {
  bool yes;
  if (cs_is_unbound(args[1])) CS_GIVE(CS_FALSE);
  cs_status st = cs_op_truth(ctx, args[1], &yes);
  if (st == CS_SLOW) return cs_need(ctx, 1, CS_NEED_BOOL);
  if (st == CS_OK) *out = cs_bool(yes);
  return st;
}

/* None, Ellipsis and NotImplemented are the only ones of their kind. */
static cs_status only_one(cs_ctx *ctx, const cs_value *args, uint32_t n,
                          cs_value v, cs_value *out) {
  if (n > 1)
    return cs_throw(ctx, CS_TypeError, "%v takes no arguments",
                    CS_PTR(ctx, cs_type, args[0])->name);
  CS_GIVE(v);
}
CS_LEAF(none_new) {
  return only_one(ctx, args, n, CS_NONE, out);
}
CS_LEAF(ellipsis_new) {
  return only_one(ctx, args, n, CS_ELLIPSIS, out);
}
CS_LEAF(notimpl_new) {
  return only_one(ctx, args, n, CS_NOTIMPL, out);
}

/* Their __reduce__ is the name of the built-in. */
CS_LEAF(ellipsis_reduce) {
  return cs_str_new(ctx, "Ellipsis", 8, out);
}
CS_LEAF(notimpl_reduce) {
  return cs_str_new(ctx, "NotImplemented", 14, out);
}

/* --- bits and bytes ------------------------------------------------------ */

CS_LEAF(bit_length) {
  uint64_t tmp;
  cs_big a = cs_int_view(ctx, args[0], &tmp);
  return cs_int_new_u64(ctx, cs_big_bit_length(&a), out);
}

CS_LEAF(bit_count) {
  uint64_t tmp;
  cs_big a = cs_int_view(ctx, args[0], &tmp);
  cs_charge(ctx, a.n / 8);
  return cs_int_new_u64(ctx, cs_big_bit_count(&a), out);
}

static cs_status byte_order(cs_ctx *ctx, cs_value v, const char *name,
                            bool *little) {
  *little = false;
  if (cs_is_unbound(v)) return CS_OK;
  cs_value s = cs_unwrap(ctx, v);
  if (!cs_is_str(s))
    return cs_throw(ctx, CS_TypeError,
                    "%s() argument 'byteorder' must be str, not %t", name, v);
  *little = cs_str_eq_c(ctx, s, "little");
  if (*little || cs_str_eq_c(ctx, s, "big")) return CS_OK;
  return cs_throw(ctx, CS_ValueError,
                  "byteorder must be either 'little' or 'big'");
}

CS_LEAF(to_bytes) {
  int64_t len;
  bool little, is_signed;
  uint64_t tmp;
  cs_off off;
  CS_TRY(cs_args_size(ctx, args, 1, 1, &len));
  CS_TRY(byte_order(ctx, args[2], "to_bytes", &little));
  CS_TRY(cs_args_flag(ctx, args, 3, false, &is_signed));
  if (len < 0)
    return cs_throw(ctx, CS_ValueError, "length argument must be non-negative");
  if (len > UINT32_MAX / 2) return cs_throw(ctx, CS_MemoryError, "");
  cs_charge(ctx, (uint64_t)len / 64);
  CS_TRY(cs_alloc(ctx, CS_L_BYTES, offsetof(cs_bytes, data) + (uint64_t)len,
                  &off));
  cs_bytes *b = CS_AT(ctx, cs_bytes, off);
  b->len = (uint32_t)len;
  cs_big a = cs_int_view(ctx, args[0], &tmp);
  cs_status st = cs_big_to_bytes(&a, b->data, (size_t)len, little, is_signed);
  if (st == CS_EINVAL)
    return cs_throw(ctx, CS_OverflowError,
                    "can't convert negative int to unsigned");
  if (st != CS_OK)
    return cs_throw(ctx, CS_OverflowError, "int too big to convert");
  CS_GIVE(len ? cs_ref(CS_L_BYTES, off) : ctx->image->empty_bytes);
}

CS_LEAF(from_bytes) {
  const uint8_t *s;
  uint32_t len;
  bool little, is_signed;
  cs_int_result res;
  cs_value x = cs_unwrap(ctx, args[1]), v;
  CS_TRY(byte_order(ctx, args[2], "from_bytes", &little));
  CS_TRY(cs_args_flag(ctx, args, 3, false, &is_signed));
  if (!cs_bytes_view(ctx, x, &s, &len)) {
    if (!cs_is_ref(x) || cs_is_str(x) || cs_is(x, CS_L_BIGINT))
      return cs_throw(ctx, CS_TypeError, "cannot convert '%t' object to bytes",
                      args[1]);
    return cs_need(ctx, 1, CS_NEED_BYTES);
  }
  CS_TRY(cs_int_charge(ctx, len / 8));
  CS_TRY(cs_int_open(ctx, &res, cs_big_from_bytes_size(len)));
  cs_big_from_bytes(&res.r, s, len, little, is_signed);
  CS_TRY(cs_int_close(ctx, &res, &v));
  if (cs_ref_off(args[0]) == ctx->image->cls[CS_L_NUMINT]) CS_GIVE(v);
  return cs_want_call1(ctx, CS_RET_PLAIN, args[0], v);
}

/* --- as other numbers ---------------------------------------------------- */

CS_LEAF(int_self) {
  CS_GIVE(plain(args[0]));
}
CS_LEAF(int_zero) {
  CS_GIVE(cs_int(0));
}
CS_LEAF(int_one) {
  CS_GIVE(cs_int(1));
}

CS_LEAF(int_float) {
  double d;
  CS_TRY(cs_int_to_double(ctx, args[0], &d));
  CS_GIVE(cs_float(d));
}

CS_LEAF(int_ratio) {
  cs_value v[2] = {plain(args[0]), cs_int(1)};
  return cs_tuple_new(ctx, v, 2, out);
}

CS_LEAF(int_getnewargs) {
  cs_value v = plain(args[0]);
  return cs_tuple_new(ctx, &v, 1, out);
}

/* round() of an exact int does not come back to __round__. */
CS_LEAF(number_round) {
  cs_value name, f;
  if (cs_is_none(args[1]) && !cs_is_float(args[0]))
    return cs_throw(ctx, CS_TypeError,
                    "'NoneType' object cannot be interpreted as an integer");
  CS_TRY(cs_str_intern_bytes(ctx, "round", 5, &name));
  f = cs_dict_get_name(ctx, ctx->image->builtins, name);
  return cs_want_call(ctx, CS_RET_PLAIN, f, cs_is_unbound(args[1]) ? 1 : 2,
                      args);
}

CS_LEAF(number_format) {
  cs_value spec = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(spec))
    return cs_throw(ctx, CS_TypeError,
                    cs_is_none(args[1])
                        ? "__format__() argument must be str, not None"
                        : "__format__() argument must be str, not %t",
                    args[1]);
  return cs_op_format(ctx, args[0], spec, out);
}

/* pow(self, value, mod) */
static cs_status power(cs_ctx *ctx, cs_value a, cs_value b, cs_value m,
                       cs_value *out) {
  b = cs_unwrap(ctx, b);
  m = cs_unwrap(ctx, m);
  *out = CS_NOTIMPL;
  if (!cs_is_anyint(a) || !cs_is_anyint(b)) return CS_OK;
  if (cs_is_unbound(m) || cs_is_none(m))
    return cs_int_binop(ctx, CS_B_POW, a, b, out);
  return cs_is_anyint(m) ? cs_int_powmod(ctx, a, b, m, out) : CS_OK;
}
CS_LEAF(int_pow) {
  return power(ctx, args[0], args[1], args[2], out);
}
CS_LEAF(int_rpow) {
  return power(ctx, cs_unwrap(ctx, args[1]), args[0], args[2], out);
}

#define SELF  "($self, /)"
#define OTHER "($self, value, /)"
#define BOTH(name)                                     \
  {"int", "__" #name "__", OTHER, cs_dunder_##name}, { \
    "int", "__r" #name "__", OTHER, cs_dunder_r##name  \
  }
#define BOOL(name)                                      \
  {"bool", "__" #name "__", OTHER, cs_dunder_##name}, { \
    "bool", "__r" #name "__", OTHER, cs_dunder_r##name  \
  }

const cs_native_def cs_int_obj_natives[] = {
    {"int", "__new__", "($cls, x=0, /, base=10)", int_new},
    {"bool", "__new__", "($cls, x=False, /)", bool_new},
    {"int", "bit_length", SELF, bit_length},
    {"int", "bit_count", SELF, bit_count},
    {"int", "to_bytes",
     "($self, /, length=1, byteorder='big', *, signed=False)", to_bytes},
    {"int", "from_bytes", "($cls, /, bytes, byteorder='big', *, signed=False)",
     from_bytes},
    {"int", "conjugate", SELF, int_self},
    {"int", "as_integer_ratio", SELF, int_ratio},
    {"int", "real", "get", int_self},
    {"int", "imag", "get", int_zero},
    {"int", "numerator", "get", int_self},
    {"int", "denominator", "get", int_one},
    {"int", "__int__", SELF, int_self},
    {"int", "__index__", SELF, int_self},
    {"int", "__trunc__", SELF, int_self},
    {"int", "__floor__", SELF, int_self},
    {"int", "__ceil__", SELF, int_self},
    {"int", "__round__", "($self, ndigits=None, /)", number_round},
    {"int", "__float__", SELF, int_float},
    {"int", "__bool__", SELF, cs_dunder_bool},
    {"int", "__hash__", SELF, cs_dunder_hash},
    {"int", "__neg__", SELF, cs_dunder_neg},
    {"int", "__pos__", SELF, int_self},
    {"int", "__abs__", SELF, cs_dunder_abs},
    {"int", "__invert__", SELF, cs_dunder_invert},
    {"int", "__getnewargs__", SELF, int_getnewargs},
    {"int", "__format__", "($self, format_spec, /)", number_format},
    {"int", "__eq__", OTHER, cs_dunder_eq},
    {"int", "__ne__", OTHER, cs_dunder_ne},
    {"int", "__lt__", OTHER, cs_dunder_lt},
    {"int", "__le__", OTHER, cs_dunder_le},
    {"int", "__gt__", OTHER, cs_dunder_gt},
    {"int", "__ge__", OTHER, cs_dunder_ge},
    BOTH(add),
    BOTH(sub),
    BOTH(mul),
    BOTH(truediv),
    BOTH(floordiv),
    BOTH(mod),
    BOTH(divmod),
    BOTH(lshift),
    BOTH(rshift),
    BOTH(and),
    BOTH(or),
    BOTH(xor),
    {"int", "__pow__", "($self, value, mod=None, /)", int_pow},
    {"int", "__rpow__", "($self, value, mod=None, /)", int_rpow},
    BOOL(and),
    BOOL(or),
    BOOL(xor),
    {"float", "__round__", "($self, ndigits=None, /)", number_round},
    {"float", "__format__", "($self, format_spec, /)", number_format},
    {"complex", "__format__", "($self, format_spec, /)", number_format},
    {"NoneType", "__new__", "($cls, *args)", none_new},
    {"NoneType", "__bool__", SELF, cs_dunder_bool},
    {"ellipsis", "__new__", "($cls, *args)", ellipsis_new},
    {"ellipsis", "__reduce__", SELF, ellipsis_reduce},
    {"NotImplementedType", "__new__", "($cls, *args)", notimpl_new},
    {"NotImplementedType", "__bool__", SELF, cs_dunder_bool},
    {"NotImplementedType", "__reduce__", SELF, notimpl_reduce},
    CS_NATIVE_END};
