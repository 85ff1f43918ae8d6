/*
 * decimal_huge.c - decimals of any number of digits, rounded to the context.
 *
 * What is too long for decimal_wide.c is done here with ints: exact sums,
 * products and quotients with a digit to spare, from which the digits beyond
 * the precision are divided off.  How many digits a coefficient has follows
 * from its bits but for one comparison with a power of ten.  Zeros, results
 * near the ends of the context's range and what it traps are the twins' work.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/heap/int.h"
#include "py/heap/str.h"
#include "py/mod/decimal.h"
#include "py/types/leaf.h"

#define SCALE_MAX 100000000 /* digits that an operand moves by */

typedef struct huge {
  cs_value c; /* an int above 0 */
  int64_t e;
  bool s;
} huge;

static cs_status ten_to(cs_ctx *ctx, int64_t n, cs_value *out) {
  if (n <= CS_DECIMAL_SHIFT) return cs_int_new(ctx, cs_decimal_ten(n), out);
  return cs_int_binop(ctx, CS_B_POW, cs_int(10), cs_int(n), out);
}

static cs_status scale(cs_ctx *ctx, cs_value *c, int64_t n) {
  cs_value ten;
  if (n == 0) return CS_OK;
  CS_TRY(ten_to(ctx, n, &ten));
  return cs_int_binop(ctx, CS_B_MUL, *c, ten, c);
}

/* The least and the greatest number of digits that an int of so many bits may
 * have; the constants are below and above log10(2). */
static void bounds(const cs_ctx *ctx, cs_value c, int64_t *low, int64_t *high) {
  uint64_t tmp[2];
  uint32_t n;
  bool neg;
  const uint64_t *limb = cs_int_limbs(ctx, c, tmp, &n, &neg);
  int64_t bits = 0;
  if (n > 0) bits = (int64_t)n * 64 - __builtin_clzll(limb[n - 1]);
  *low = bits > 0 ? (int64_t)((double)(bits - 1) * 0.30102999566) + 1 : 1;
  *high = (int64_t)((double)bits * 0.30102999567) + 1;
}

static cs_status digits_of(cs_ctx *ctx, cs_value c, int64_t *n) {
  int64_t high;
  cs_value ten;
  bounds(ctx, c, n, &high);
  for (; *n < high; ++*n) {
    CS_TRY(ten_to(ctx, *n, &ten));
    if (cs_int_compare(ctx, c, ten) < 0) break;
  }
  return CS_OK;
}

/* --- operands ------------------------------------------------------------ */

static bool is_zero(cs_value c) {
  return cs_same(c, cs_int(0));
}

/* A coefficient above 0; forged ones may be below. */
static bool counts(const cs_ctx *ctx, cs_value c) {
  uint64_t tmp[2];
  uint32_t n;
  bool neg;
  (void)cs_int_limbs(ctx, c, tmp, &n, &neg);
  return n > 0 && !neg;
}

static bool read_both(cs_ctx *ctx, const cs_value *args, huge *a, huge *b,
                      cs_status *st) {
  *st = CS_OK;
  if (!cs_decimal_slots(ctx, args[0], &a->c, &a->e, &a->s) ||
      !counts(ctx, a->c))
    return false;
  if (!cs_is_int(args[1]) && !cs_is(args[1], CS_L_BIGINT))
    return cs_decimal_same_class(ctx, args[0], args[1]) &&
           cs_decimal_slots(ctx, args[1], &b->c, &b->e, &b->s) &&
           counts(ctx, b->c);
  *b = (huge){args[1], 0, cs_int_compare(ctx, args[1], cs_int(0)) < 0};
  if (is_zero(b->c)) return false;
  if (b->s) *st = cs_int_neg(ctx, args[1], &b->c);
  return true;
}

static cs_status align(cs_ctx *ctx, huge *a, huge *b) {
  int64_t d = a->e - b->e;
  if (d > SCALE_MAX || d < -SCALE_MAX) return CS_SLOW;
  return d > 0 ? scale(ctx, &a->c, d) : scale(ctx, &b->c, -d);
}

/* --- results ------------------------------------------------------------- */

static bool rounds_away(int half, bool odd, bool s, cs_decimal_mode mode) {
  switch (mode) {
    case CS_DECIMAL_HALF_EVEN: return half > 0 || (half == 0 && odd);
    case CS_DECIMAL_HALF_UP: return half >= 0;
    case CS_DECIMAL_HALF_DOWN: return half > 0;
    case CS_DECIMAL_UP: return true;
    case CS_DECIMAL_CEILING: return !s;
    case CS_DECIMAL_FLOOR: return s;
    case CS_DECIMAL_DOWN: break;
  }
  return false;
}

static bool is_odd(const cs_ctx *ctx, cs_value c) {
  uint64_t tmp[2];
  uint32_t n;
  bool neg;
  const uint64_t *limb = cs_int_limbs(ctx, c, tmp, &n, &neg);
  return n > 0 && limb[0] & 1;
}

/* Take `n` digits from the right and round; `more`: there are others behind
 * them that are not zero.  `*inexact`: that changed the value. */
static cs_status shed(cs_ctx *ctx, huge *r, int64_t n, bool more,
                      const cs_decimal_rules *rules, bool *inexact) {
  cs_value ten, rest, twice, q;
  CS_TRY(ten_to(ctx, n, &ten));
  CS_TRY(cs_int_binop(ctx, CS_B_FLOORDIV, r->c, ten, &q));
  CS_TRY(cs_int_binop(ctx, CS_B_MUL, q, ten, &rest));
  CS_TRY(cs_int_binop(ctx, CS_B_SUB, r->c, rest, &rest));
  CS_TRY(cs_int_binop(ctx, CS_B_ADD, rest, rest, &twice));
  int half = cs_int_compare(ctx, twice, ten);
  if (half == 0 && more) half = 1;
  *inexact = more || !is_zero(rest);
  if (*inexact && rounds_away(half, is_odd(ctx, q), r->s, rules->mode))
    CS_TRY(cs_int_binop(ctx, CS_B_ADD, q, cs_int(1), &q));
  r->c = q;
  r->e += n;
  return CS_OK;
}

/* (-1)**s * c * 10**e, rounded to the precision. */
static cs_status finish(cs_ctx *ctx, cs_value like, huge *r, bool more,
                        const cs_decimal_rules *rules, cs_value *out) {
  int64_t low, n;
  bool inexact = false, rounded = false;
  bounds(ctx, r->c, &low, &n);
  if (n > rules->prec) CS_TRY(digits_of(ctx, r->c, &n));
  while (n > rules->prec) { /* twice if rounding makes a digit more */
    bool changed;
    CS_TRY(shed(ctx, r, n - rules->prec, more, rules, &changed));
    inexact |= changed;
    rounded = true;
    more = false;
    CS_TRY(digits_of(ctx, r->c, &n));
  }
  if ((rounded && rules->traps_rounded) || (inexact && rules->traps_inexact) ||
      more || r->e + n > rules->emax || r->e < rules->emin)
    return CS_SLOW;
  CS_TRY(cs_decimal_put(ctx, like, r->s, r->c, r->e, out));
  if (rounded) cs_decimal_flag(rules->flags, inexact);
  return CS_OK;
}

/* --- operations ---------------------------------------------------------- */

static cs_status add(cs_ctx *ctx, cs_value like, huge *a, huge *b,
                     const cs_decimal_rules *rules, cs_value *out) {
  int64_t d = a->e - b->e;
  if (d > rules->prec * 2 + 100 || -d > rules->prec * 2 + 100) return CS_SLOW;
  CS_TRY(align(ctx, a, b));
  huge r = {a->c, a->e < b->e ? a->e : b->e, a->s};
  if (a->s == b->s) {
    CS_TRY(cs_int_binop(ctx, CS_B_ADD, a->c, b->c, &r.c));
    return finish(ctx, like, &r, false, rules, out);
  }
  int order = cs_int_compare(ctx, a->c, b->c);
  if (order == 0) return CS_SLOW; /* the sign of zero depends on the rounding */
  if (order < 0) r.s = b->s;
  CS_TRY(cs_int_binop(ctx, CS_B_SUB, order < 0 ? b->c : a->c,
                      order < 0 ? a->c : b->c, &r.c));
  return finish(ctx, like, &r, false, rules, out);
}

/* An exact quotient loses the zeros that `shift` put behind it. */
static cs_status strip_zeros(cs_ctx *ctx, huge *r, int64_t shift) {
  int64_t step = 1;
  while (step <= shift / 2) step *= 2;
  for (; step > 0; step /= 2) {
    cs_value ten, rest;
    if (step > shift) continue;
    CS_TRY(ten_to(ctx, step, &ten));
    CS_TRY(cs_int_binop(ctx, CS_B_MOD, r->c, ten, &rest));
    if (!is_zero(rest)) continue;
    CS_TRY(cs_int_binop(ctx, CS_B_FLOORDIV, r->c, ten, &r->c));
    r->e += step;
    shift -= step;
    step *= 2; /* the same once more */
  }
  return CS_OK;
}

static cs_status divide(cs_ctx *ctx, cs_value like, const huge *a,
                        const huge *b, const cs_decimal_rules *rules,
                        cs_value *out) {
  int64_t low, high, most, least;
  if (rules->prec > SCALE_MAX) return CS_SLOW;
  bounds(ctx, a->c, &least, &high);
  bounds(ctx, b->c, &low, &most);
  int64_t shift = most - least + rules->prec + 1;
  if (shift < 0) shift = 0;
  if (shift > SCALE_MAX) return CS_SLOW;
  huge r = {a->c, a->e - b->e - shift, a->s != b->s};
  cs_value back, scaled;
  CS_TRY(scale(ctx, &r.c, shift));
  scaled = r.c;
  CS_TRY(cs_int_binop(ctx, CS_B_FLOORDIV, scaled, b->c, &r.c));
  CS_TRY(cs_int_binop(ctx, CS_B_MUL, r.c, b->c, &back));
  bool more = cs_int_compare(ctx, back, scaled) != 0;
  if (!more) CS_TRY(strip_zeros(ctx, &r, shift));
  return finish(ctx, like, &r, more, rules, out);
}

cs_status cs_decimal_huge_op(cs_ctx *ctx, char op, const cs_value *args,
                             cs_value *out) {
  huge a, b;
  cs_status st;
  cs_decimal_rules rules;
  if (!read_both(ctx, args, &a, &b, &st) ||
      !cs_decimal_find_rules(ctx, CS_NONE, &rules))
    return CS_SLOW;
  CS_TRY(st);
  if (op == '*') {
    huge r = {CS_NONE, a.e + b.e, a.s != b.s};
    CS_TRY(cs_int_binop(ctx, CS_B_MUL, a.c, b.c, &r.c));
    return finish(ctx, args[0], &r, false, &rules, out);
  }
  if (op == '/') return divide(ctx, args[0], &a, &b, &rules, out);
  if (op == '\\') return divide(ctx, args[0], &b, &a, &rules, out);
  if (op == '-') b.s = !b.s;
  if (op == '~') a.s = !a.s;
  return add(ctx, args[0], &a, &b, &rules, out);
}

cs_status cs_decimal_huge_compare(cs_ctx *ctx, const cs_value *args,
                                  int *order) {
  huge a, b;
  cs_status st;
  if (!read_both(ctx, args, &a, &b, &st)) return CS_SLOW;
  CS_TRY(st);
  if (a.s != b.s) {
    *order = a.s ? -1 : 1;
    return CS_OK;
  }
  int64_t d = a.e - b.e;
  if (d > 1000 || d < -1000) return CS_SLOW;
  CS_TRY(align(ctx, &a, &b));
  *order = a.s ? cs_int_compare(ctx, b.c, a.c) : cs_int_compare(ctx, a.c, b.c);
  return CS_OK;
}

cs_status cs_decimal_huge_sign(cs_ctx *ctx, cs_value v, bool keep, bool minus,
                               cs_value *out) {
  huge r;
  cs_decimal_rules rules;
  if (!cs_decimal_slots(ctx, v, &r.c, &r.e, &r.s) || !counts(ctx, r.c) ||
      !cs_decimal_find_rules(ctx, CS_NONE, &rules))
    return CS_SLOW;
  if (!keep) r.s = minus && !r.s;
  return finish(ctx, v, &r, false, &rules, out);
}

cs_status cs_decimal_huge_digits(cs_ctx *ctx, cs_value v, char *text,
                                 int64_t *n, int64_t *e, bool *s) {
  int64_t low, high;
  uint32_t len;
  cs_value c, digits;
  if (!cs_decimal_slots(ctx, v, &c, e, s) || !counts(ctx, c)) return CS_SLOW;
  bounds(ctx, c, &low, &high);
  if (high > CS_DECIMAL_DIGITS) return CS_SLOW;
  CS_TRY(cs_int_to_str(ctx, c, 10, &digits));
  const char *from = cs_str_data(ctx, digits, &len);
  memcpy(text, from, len);
  *n = len;
  return CS_OK;
}
