/*
 * decimal_more.c - division, powers, hash and conversions of everyday decimals.
 *
 * As in decimal.c, operands fit a machine word; what does not, and every
 * rounding but half-even, is left to the twins.  A quotient may have more
 * digits: its coefficient is then a big int.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/int.h"
#include "py/heap/str.h"
#include "py/mod/decimal.h"
#include "py/types/leaf.h"
#include "py/types/type.h"

__extension__ typedef unsigned __int128 uwide;

#define PREC_MAX  36                            /* digits of a quotient here */
#define MODULUS   ((UINT64_C(1) << 61) - 1)     /* of hashes of numbers */
#define TENTH     UINT64_C(2075258708292324556) /* 10 * TENTH % MODULUS == 1 */
#define POWER_MAX 16
#define PLACES    12 /* of a number with a fixed point */

/* --- signs --------------------------------------------------------------- */

static cs_status with_sign(cs_ctx *ctx, cs_value v, bool keep, bool minus,
                           cs_value *out) {
  cs_decimal a;
  if (!cs_decimal_read(ctx, v, &a))
    return cs_decimal_wide_sign(ctx, v, keep, minus, out);
  if (a.c == 0) return CS_SLOW;
  return cs_decimal_give(ctx, v, keep ? a.s : minus && !a.s, a.c, a.e, out);
}

CS_LEAF(decimal_neg) {
  return with_sign(ctx, args[0], false, true, out);
}
CS_LEAF(decimal_pos) {
  return with_sign(ctx, args[0], true, false, out);
}
CS_LEAF(decimal_abs) {
  return with_sign(ctx, args[0], false, false, out);
}

/* --- division ------------------------------------------------------------ */

typedef struct quotient {
  uwide q;
  int64_t e;
  bool inexact;
} quotient;

static int64_t digits_of(uwide v) {
  int64_t n = 0;
  for (; v >> 64; v /= 10) n++;
  for (uint64_t low = (uint64_t)v; low; low /= 10) n++;
  return n;
}

static uwide ten_to(int64_t n) {
  int64_t most = CS_DECIMAL_SHIFT;
  uwide high = n > most ? (uwide)cs_decimal_ten(n - most) : 1;
  return high * (uint64_t)cs_decimal_ten(n > most ? most : n);
}

/* Digits at once while there is room for them: remainders are below 2**49. */
#define CHUNK 4

/* a / b to `prec` digits, half to even.  False: more digits before the point.
 */
static bool divide(const cs_decimal *a, const cs_decimal *b, int64_t prec,
                   quotient *out) {
  uint64_t x = (uint64_t)a->c, y = (uint64_t)b->c, rest = x % y;
  uwide q = x / y;
  int64_t e = a->e - b->e, count = digits_of(q);
  bool whole = rest == 0;
  if (count > prec) return false;
  while (rest && count < prec) {
    int64_t n = count > 0 && count + CHUNK <= prec ? CHUNK : 1;
    uint64_t unit = (uint64_t)cs_decimal_ten(n);
    rest *= unit;
    q = q * unit + rest / y;
    rest %= y;
    count += count > 0 ? n : q != 0;
    e -= n;
  }
  for (; !rest && !whole && q % 10 == 0; e++) q /= 10; /* of the last chunk */
  if (rest && (2 * rest > y || (2 * rest == y && q % 2))) q++;
  if (rest && q >= ten_to(prec)) {
    q /= 10;
    e++;
  }
  *out = (quotient){q, e, rest != 0};
  return true;
}

static cs_status put_quotient(cs_ctx *ctx, cs_value like, bool s,
                              const quotient *r, cs_value *out) {
  cs_value c;
  uint64_t limbs[2] = {(uint64_t)r->q, (uint64_t)(r->q >> 64)};
  CS_TRY(cs_int_from_limbs(ctx, limbs, limbs[1] ? 2 : 1, false, &c));
  return cs_decimal_put(ctx, like, s, c, r->e, out);
}

static cs_status quotient_of(cs_ctx *ctx, cs_value like, const cs_decimal *a,
                             const cs_decimal *b, cs_value *out) {
  quotient r;
  int64_t prec;
  if (a->c == 0 || b->c == 0 || !cs_decimal_half_even(ctx, &prec) ||
      prec > PREC_MAX || !divide(a, b, prec, &r))
    return CS_SLOW;
  CS_TRY(put_quotient(ctx, like, a->s != b->s, &r, out));
  return r.inexact ? cs_decimal_rounded(ctx, true) : CS_OK;
}

CS_LEAF(decimal_div) {
  cs_decimal a, b;
  cs_status st = CS_SLOW;
  if (cs_decimal_read_pair(ctx, args, &a, &b))
    st = quotient_of(ctx, args[0], &a, &b, out);
  return st == CS_SLOW ? cs_decimal_wide_op(ctx, '/', args, out) : st;
}

CS_LEAF(decimal_rdiv) {
  cs_decimal a, b;
  cs_status st = CS_SLOW;
  if (cs_decimal_read_pair(ctx, args, &a, &b))
    st = quotient_of(ctx, args[0], &b, &a, out);
  return st == CS_SLOW ? cs_decimal_wide_op(ctx, '\\', args, out) : st;
}

/* Whole quotient and rest of two numbers with one exponent. */
static bool split(cs_ctx *ctx, const cs_value *args, cs_decimal *a,
                  cs_decimal *b, uwide *q, uwide *rest) {
  uwide x, y;
  if (!cs_decimal_read_pair(ctx, args, a, b) ||
      !cs_decimal_align(a, b, &x, &y) || y == 0)
    return false;
  *q = x / y;
  *rest = x % y;
  return true;
}

CS_LEAF(decimal_mod) {
  cs_decimal a, b;
  uwide q, rest;
  int64_t prec;
  if (!split(ctx, args, &a, &b, &q, &rest) ||
      !cs_decimal_half_even(ctx, &prec) || digits_of(q) > prec)
    return CS_SLOW;
  if (rest >= CS_DECIMAL_MOST) return CS_SLOW;
  return cs_decimal_give(ctx, args[0], a.s, (int64_t)rest,
                         a.e < b.e ? a.e : b.e, out);
}

CS_LEAF(decimal_floordiv) {
  cs_decimal a, b;
  uwide q, rest;
  if (!split(ctx, args, &a, &b, &q, &rest) || q >= CS_DECIMAL_MOST)
    return CS_SLOW;
  return cs_decimal_give(ctx, args[0], a.s != b.s, (int64_t)q, 0, out);
}

/* self ** n for a small whole n, if the result is exact */
CS_LEAF(decimal_pow) {
  cs_decimal a, b;
  if (!cs_is_unbound(args[2]) && !cs_is_none(args[2])) return CS_SLOW;
  if (!cs_decimal_read_pair(ctx, args, &a, &b) || a.c == 0 || b.s || b.e != 0 ||
      b.c < 2 || b.c > POWER_MAX)
    return CS_SLOW;
  int64_t one = a.c;
  while (one % 10 == 0) one /= 10;
  if (one == 1) return CS_SLOW; /* powers of ten have rules of their own */
  uwide c = 1;
  for (int64_t i = 0; i < b.c; i++) {
    c *= (uint64_t)a.c;
    if (c >= CS_DECIMAL_MOST) return CS_SLOW;
  }
  return cs_decimal_give(ctx, args[0], a.s && b.c % 2, (int64_t)c, a.e * b.c,
                         out);
}

/* --- hash ---------------------------------------------------------------- */

static uint64_t times(uint64_t a, uint64_t b) {
  return (uint64_t)((uwide)a * b % MODULUS);
}

/* Equal numbers hash equal: c * 10**e modulo a prime, as all numbers do. */
CS_LEAF(decimal_hash) {
  cs_decimal a;
  if (!cs_decimal_read(ctx, args[0], &a)) return CS_SLOW;
  uint64_t h = (uint64_t)a.c;
  for (int64_t e = a.e; e != 0; e += e < 0 ? 1 : -1)
    h = times(h, e < 0 ? TENTH : 10);
  int64_t hash = a.s ? -(int64_t)h : (int64_t)h;
  return cs_int_new(ctx, hash == -1 ? -2 : hash, out);
}

/* --- conversions --------------------------------------------------------- */

/* One division of exact doubles rounds once: the right float. */
CS_LEAF(decimal_float) {
  cs_decimal a;
  if (!cs_decimal_read(ctx, args[0], &a) || a.e < -15 || a.e > 0)
    return CS_SLOW;
  double d = (double)a.c / (double)cs_decimal_ten(-a.e);
  CS_GIVE(cs_float(a.s ? -d : d));
}

CS_LEAF(decimal_int) {
  cs_decimal a;
  if (!cs_decimal_read(ctx, args[0], &a) || a.e < -18 || a.e > 0)
    return CS_SLOW;
  int64_t i = a.c / cs_decimal_ten(-a.e);
  CS_GIVE(cs_int(a.s ? -i : i));
}

/* Digits of `c` with `places` of them behind the point, and commas. */
static uint32_t put_fixed(char *end, int64_t c, int64_t places, bool commas) {
  char *at = end;
  int64_t n = 0;
  for (; c > 0 || n <= places; n++, c /= 10) {
    if (n == places && n > 0) *--at = '.';
    if (commas && n > places && (n - places) % 3 == 0) *--at = ',';
    *--at = (char)('0' + c % 10);
  }
  return (uint32_t)(end - at);
}

/* format(self, ".2f") and ",.2f"; a single digit of places */
CS_LEAF(decimal_format) {
  cs_decimal a;
  uint32_t len;
  int64_t prec;
  char text[64];
  if (!cs_is_str(args[1]) || !cs_is_unbound(args[2]) ||
      !cs_decimal_read(ctx, args[0], &a) || !cs_decimal_half_even(ctx, &prec))
    return CS_SLOW;
  const char *s = cs_str_data(ctx, args[1], &len);
  bool commas = len == 4 && s[0] == ',';
  if (commas) s++;
  if ((len != 3 && !commas) || s[0] != '.' || s[1] < '0' || s[1] > '9' ||
      s[2] != 'f')
    return CS_SLOW;
  int64_t d = a.e + (s[1] - '0'), c = a.c;
  if (d > PLACES || d < -CS_DECIMAL_SHIFT || a.e > 0) return CS_SLOW;
  if (d >= 0) {
    uwide wide = (uwide)c * (uint64_t)cs_decimal_ten(d);
    if (wide >= CS_DECIMAL_MOST) return CS_SLOW;
    c = (int64_t)wide;
  } else {
    int64_t unit = cs_decimal_ten(-d), rest = c % unit;
    c /= unit;
    c += 2 * rest > unit || (2 * rest == unit && c % 2);
  }
  uint32_t size = put_fixed(text + sizeof text, c, s[1] - '0', commas);
  if (a.s) text[sizeof text - ++size] = '-';
  return cs_str_new(ctx, text + sizeof text - size, size, out);
}

extern const cs_native_def cs_decimal_more_natives[];
const cs_native_def cs_decimal_more_natives[] = {
    {"._dec", "neg", "($self, /)", decimal_neg},
    {"._dec", "pos", "($self, /)", decimal_pos},
    {"._dec", "abs", "($self, /)", decimal_abs},
    {"._dec", "div", "($self, other, /)", decimal_div},
    {"._dec", "rdiv", "($self, other, /)", decimal_rdiv},
    {"._dec", "mod", "($self, other, /)", decimal_mod},
    {"._dec", "floordiv", "($self, other, /)", decimal_floordiv},
    {"._dec", "pow", "($self, other, modulo=None, /)", decimal_pow},
    {"._dec", "hash", "($self, /)", decimal_hash},
    {"._dec", "float", "($self, /)", decimal_float},
    {"._dec", "int", "($self, /)", decimal_int},
    {"._dec", "format", "($self, specifier, override=None, /)", decimal_format},
    CS_NATIVE_END};
