/*
 * struct_code.c - one number to bytes and back.
 *
 * Ranges are checked before anything is written; the two half-precision
 * conversions round to nearest, ties to even.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "py/heap/int.h"
#include "py/mod/struct.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* --- integers ------------------------------------------------------------ */

/* Bytes in memory order; this machine is little-endian. */
static void store(uint64_t bits, uint32_t size, bool big, uint8_t *to) {
  if (big) bits = __builtin_bswap64(bits) >> (64 - 8 * size);
  cs_mem_copy(to, &bits, size);
}

static uint64_t fetch(const uint8_t *from, uint32_t size, bool big) {
  uint64_t bits = 0;
  cs_mem_copy(&bits, from, size);
  return big ? __builtin_bswap64(bits) >> (64 - 8 * size) : bits;
}

static bool has_method(cs_ctx *ctx, cs_value v, cs_name_id name) {
  return !cs_is_unbound(
      cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, name)));
}

static cs_status out_of_range(cs_ctx *ctx) {
  return cs_throw(ctx, CS_ValueError, "argument out of range");
}

/* What CPython says for values that fit a long, but not the code. */
static cs_status refuse(cs_ctx *ctx, char code, uint32_t size, bool is_signed) {
  switch (code) {
    case 'b':
      return cs_throw(ctx, CS_ValueError,
                      "byte format requires -128 <= number <= 127");
    case 'B':
      return cs_throw(ctx, CS_ValueError,
                      "ubyte format requires 0 <= number <= 255");
    case 'h':
      return cs_throw(ctx, CS_ValueError,
                      "short format requires "
                      "-32768 <= number <= 32767");
    case 'H':
      return cs_throw(ctx, CS_ValueError,
                      "ushort format requires 0 <= number <= 65535");
    default: break;
  }
  if (is_signed)
    return cs_throw(ctx, CS_ValueError,
                    "'%c' format requires %d <= number <= %d", (uint32_t)code,
                    -(INT64_C(1) << (8 * size - 1)),
                    (INT64_C(1) << (8 * size - 1)) - 1);
  return cs_throw(ctx, CS_ValueError, "'%c' format requires 0 <= number <= %u",
                  (uint32_t)code, (UINT64_C(1) << 8 * size) - 1);
}

static cs_status put_signed(cs_ctx *ctx, cs_value v, char code, uint32_t size,
                            bool big, uint8_t *to) {
  int64_t i;
  if (!cs_int_as_i64(ctx, v, &i)) return out_of_range(ctx);
  if (size < 8) {
    int64_t top = INT64_C(1) << (8 * size - 1);
    if (i < -top || i >= top) return refuse(ctx, code, size, true);
  }
  store((uint64_t)i, size, big, to);
  return CS_OK;
}

static cs_status put_unsigned(cs_ctx *ctx, cs_value v, char code, uint32_t size,
                              bool big, uint8_t *to) {
  uint64_t tmp;
  uint32_t n;
  bool neg;
  const uint64_t *limb = cs_int_limbs(ctx, v, &tmp, &n, &neg);
  uint64_t u = n ? limb[0] : 0;
  if (size <= 2 && (neg || n > 1 || u >> 8 * size))
    return n > 1 ? out_of_range(ctx) : refuse(ctx, code, size, false);
  if (code == 'P' && neg && n == 1)
    u = 0 - u;
  else if (code == 'P' && n > 1)
    return cs_throw(ctx, CS_ValueError, "int too large to convert");
  else if (neg || n > 1)
    return out_of_range(ctx);
  else if (size < 8 && u >> 8 * size)
    return refuse(ctx, code, size, false);
  store(u, size, big, to);
  return CS_OK;
}

static bool is_signed(char code) {
  return code == 'b' || code == 'h' || code == 'i' || code == 'l' ||
         code == 'q' || code == 'n';
}

static cs_status put_int(cs_ctx *ctx, cs_value *args, uint32_t i, char code,
                         uint32_t size, bool big, uint8_t *to) {
  cs_value v = cs_unwrap(ctx, args[i]);
  if (cs_is_bool(v)) v = cs_int(cs_is_true(v));
  if (!cs_is_anyint(v)) {
    if (has_method(ctx, v, CS_N___index__))
      return cs_need(ctx, i, CS_NEED_INDEX);
    return cs_throw(ctx, CS_ValueError, "required argument is not an integer");
  }
  return is_signed(code) ? put_signed(ctx, v, code, size, big, to)
                         : put_unsigned(ctx, v, code, size, big, to);
}

/* --- floats -------------------------------------------------------------- */

/* The nearest half: 5 bits of exponent, 10 of fraction. */
static bool to_half(double d, uint16_t *out) {
  uint16_t sign = signbit(d) ? 0x8000 : 0;
  double a = fabs(d);
  int e;
  if (isnan(d)) return *out = 0x7E00, true;
  if (isinf(d)) return *out = (uint16_t)(sign | 0x7C00), true;
  if (a < 0x1p-25) return *out = sign, true;
  (void)frexp(a, &e);                     /* a = f * 2^e, 0.5 <= f < 1 */
  int shift = e - 1 < -14 ? -24 : e - 11; /* weight of the last bit */
  double q = ldexp(a, -shift), r = rint(q);
  if (r >= 2048) r /= 2, shift++;
  uint32_t n = (uint32_t)r, exponent = (uint32_t)(shift + 25);
  if (n < 1024) exponent = 0; /* subnormal */
  if (exponent >= 31) return false;
  *out = (uint16_t)(sign | exponent << 10 | (n & 1023));
  return true;
}

static double from_half(uint16_t h) {
  uint32_t exponent = h >> 10 & 31, fraction = h & 1023;
  double d = exponent == 31  ? (double)(fraction ? NAN : INFINITY)
             : exponent == 0 ? ldexp(fraction, -24)
                             : ldexp(fraction + 1024, (int)exponent - 25);
  return h & 0x8000 ? -d : d;
}

static cs_status too_large(cs_ctx *ctx, char code) {
  return cs_throw(ctx, CS_OverflowError,
                  "float too large to pack with %c format", (uint32_t)code);
}

static cs_status put_float(cs_ctx *ctx, cs_value *args, uint32_t i, char code,
                           bool big, bool native, uint8_t *to) {
  cs_value v = cs_unwrap(ctx, args[i]);
  double d;
  if (cs_is_float(v)) {
    d = cs_float_of(v);
  } else if (cs_is_anyint(v)) {
    cs_status st = cs_int_to_double(ctx, v, &d);
    if (st != CS_OK) return st;
  } else if (cs_is_instance(v) && (has_method(ctx, v, CS_N___float__) ||
                                   has_method(ctx, v, CS_N___index__))) {
    return cs_need(ctx, i, CS_NEED_FLOAT);
  } else {
    return cs_throw(ctx, CS_ValueError, "required argument is not a float");
  }
  if (isnan(d)) d = (double)NAN; /* ours is negative, CPython's is not */
  uint64_t bits;
  if (code == 'd') {
    memcpy(&bits, &d, 8);
    store(bits, 8, big, to);
    return CS_OK;
  }
  uint16_t half;
  if (code == 'e') {
    if (!to_half(d, &half)) return too_large(ctx, code);
    store(half, 2, big, to);
    return CS_OK;
  }
  float f = (float)d;
  uint32_t word;
  if (isinf(f) && !isinf(d) && !native) return too_large(ctx, code);
  memcpy(&word, &f, 4);
  store(word, 4, big, to);
  return CS_OK;
}

/* --- both ---------------------------------------------------------------- */

cs_status cs_struct_put(cs_ctx *ctx, cs_value *args, uint32_t i, char code,
                        uint32_t size, bool big, bool native, uint8_t *to) {
  if (code == 'd' || code == 'f' || code == 'e')
    return put_float(ctx, args, i, code, big, native, to);
  if (code != '?') return put_int(ctx, args, i, code, size, big, to);
  bool truth;
  cs_status st = cs_op_truth(ctx, args[i], &truth);
  if (st == CS_SLOW) return cs_need(ctx, i, CS_NEED_BOOL);
  if (st == CS_OK) *to = truth;
  return st;
}

cs_status cs_struct_get(cs_ctx *ctx, char code, uint32_t size, bool big,
                        const uint8_t *from, cs_value *out) {
  uint64_t bits = fetch(from, size, big);
  uint32_t word = (uint32_t)bits;
  double d;
  float f;
  switch (code) {
    case 'd': memcpy(&d, &bits, 8); break;
    case 'f':
      memcpy(&f, &word, 4);
      d = (double)f;
      break;
    case 'e': d = from_half((uint16_t)bits); break;
    case '?': *out = cs_bool(bits != 0); return CS_OK;
    default:
      if (!is_signed(code)) return cs_int_new_u64(ctx, bits, out);
      if (size < 8) { /* extend the sign */
        uint64_t top = UINT64_C(1) << (8 * size - 1);
        bits = (bits ^ top) - top;
      }
      return cs_int_new(ctx, (int64_t)bits, out);
  }
  *out = cs_float(d);
  return CS_OK;
}
