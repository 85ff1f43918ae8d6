/*
 * decimal_wide.c - decimals of up to 36 digits, rounded to the context.
 *
 * What decimal.c does exactly within a machine word is done here for what a
 * division leaves behind: coefficients below 2**120.  Products and aligned
 * sums have 256 bits, and digits beyond the precision are shed from the right:
 * the first of them and whether any behind it counts decide every rounding.
 * Zeros, far exponents and what a context traps are the twins' work.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>

#include "py/heap/int.h"
#include "py/heap/str.h"
#include "py/mod/decimal.h"
#include "py/types/leaf.h"

__extension__ typedef unsigned __int128 uwide;

#define PREC_MAX 36 /* 10**36 < 2**120 */
#define TEN_MAX  CS_DECIMAL_SHIFT
#define LIMBS    4
#define EXP_MAX  200 /* magnitude of an exponent: no result leaves a context */

typedef struct big {
  uint64_t limb[LIMBS];
} big;

/* What rounding sees of the digits that were shed. */
typedef struct tail {
  uint64_t first; /* of them; 0 when there is none */
  bool more;      /* any other than zero behind it */
  int64_t count;
} tail;

typedef struct wide {
  uwide c;
  int64_t e;
  bool s;
} wide;

/* --- 256 bits ------------------------------------------------------------ */

static big big_of(uwide v) {
  return (big){{(uint64_t)v, (uint64_t)(v >> 64), 0, 0}};
}

static uwide low_half(const big *b) {
  return (uwide)b->limb[1] << 64 | b->limb[0];
}

static bool fits_half(const big *b) {
  return (b->limb[2] | b->limb[3]) == 0;
}

static void times_small(big *b, uint64_t by) {
  uint64_t carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    uwide p = (uwide)b->limb[i] * by + carry;
    b->limb[i] = (uint64_t)p;
    carry = (uint64_t)(p >> 64);
  }
  assert(carry == 0); /* callers know the digits of their products */
}

static uint64_t divide_small(big *b, uint64_t by) {
  uint64_t rest = 0;
  for (int i = LIMBS; i-- > 0;) {
    uwide part = (uwide)rest << 64 | b->limb[i];
    if (part == 0) continue;
    b->limb[i] = (uint64_t)(part / by);
    rest = (uint64_t)(part % by);
  }
  return rest;
}

static big times(uwide a, uwide b) {
  uint64_t b0 = (uint64_t)b, b1 = (uint64_t)(b >> 64);
  big low = big_of(a), high = big_of(a);
  times_small(&low, b0);
  if (b1 == 0) return low;
  times_small(&high, b1);
  uwide carry = 0;
  for (int i = 1; i < LIMBS; i++) {
    carry += (uwide)low.limb[i] + high.limb[i - 1];
    low.limb[i] = (uint64_t)carry;
    carry >>= 64;
  }
  return low;
}

static void add_big(big *a, const big *b) {
  uwide carry = 0;
  for (int i = 0; i < LIMBS; i++) {
    carry += (uwide)a->limb[i] + b->limb[i];
    a->limb[i] = (uint64_t)carry;
    carry >>= 64;
  }
}

/* a - b for a >= b */
static void subtract_big(big *a, const big *b) {
  uint64_t borrow = 0;
  for (int i = 0; i < LIMBS; i++) {
    uwide d = (uwide)a->limb[i] - b->limb[i] - borrow;
    a->limb[i] = (uint64_t)d;
    borrow = (d >> 64) != 0;
  }
}

static int compare_big(const big *a, const big *b) {
  for (int i = LIMBS; i-- > 0;)
    if (a->limb[i] != b->limb[i]) return a->limb[i] < b->limb[i] ? -1 : 1;
  return 0;
}

/* --- digits -------------------------------------------------------------- */

/* 10**n, 0 <= n <= PREC_MAX */
static uwide ten_to(int64_t n) {
  uwide high = n > TEN_MAX ? (uwide)cs_decimal_ten(n - TEN_MAX) : 1;
  return high * (uint64_t)cs_decimal_ten(n > TEN_MAX ? TEN_MAX : n);
}

/* Digits of a number that is not zero, or one less: from its bits. */
static int64_t about_digits(const big *b) {
  for (int i = LIMBS; i-- > 0;)
    if (b->limb[i])
      return ((i * 64 + 63 - __builtin_clzll(b->limb[i])) * 1233 >> 12) + 1;
  return 0;
}

static void scale(big *b, int64_t n) {
  for (; n > TEN_MAX; n -= TEN_MAX)
    times_small(b, (uint64_t)cs_decimal_ten(TEN_MAX));
  times_small(b, (uint64_t)cs_decimal_ten(n));
}

/* Take n digits from the right of `b`. */
static void shed(big *b, int64_t n, tail *t) {
  if (n <= 0) return;
  t->more |= t->first != 0;
  t->count += n;
  for (int64_t left = n - 1; left > 0;) {
    int64_t k = left < TEN_MAX ? left : TEN_MAX;
    t->more |= divide_small(b, (uint64_t)cs_decimal_ten(k)) != 0;
    left -= k;
  }
  t->first = divide_small(b, 10);
}

static bool rounds_away(const tail *t, bool odd, bool s, cs_decimal_mode mode) {
  if (t->first == 0 && !t->more) return false;
  bool over = t->first > 5 || (t->first == 5 && t->more);
  bool half = t->first == 5 && !t->more;
  switch (mode) {
    case CS_DECIMAL_HALF_EVEN: return over || (half && odd);
    case CS_DECIMAL_HALF_UP: return over || half;
    case CS_DECIMAL_HALF_DOWN: return over;
    case CS_DECIMAL_UP: return true;
    case CS_DECIMAL_CEILING: return !s;
    case CS_DECIMAL_FLOOR: return s;
    case CS_DECIMAL_DOWN: break;
  }
  return false;
}

/* --- results ------------------------------------------------------------- */

static cs_status put(cs_ctx *ctx, cs_value like, const wide *r, const tail *t,
                     const cs_decimal_rules *rules, cs_value *out) {
  cs_value c;
  bool inexact = t->first != 0 || t->more;
  if ((t->count > 0 && rules->traps_rounded) ||
      (inexact && rules->traps_inexact))
    return CS_SLOW;
  uint64_t limbs[2] = {(uint64_t)r->c, (uint64_t)(r->c >> 64)};
  CS_TRY(cs_int_from_limbs(ctx, limbs, limbs[1] ? 2 : 1, false, &c));
  CS_TRY(cs_decimal_put(ctx, like, r->s, c, r->e, out));
  if (t->count > 0) cs_decimal_flag(rules->flags, inexact);
  return CS_OK;
}

/* (-1)**s * c * 10**e, rounded to the precision. */
static cs_status finish(cs_ctx *ctx, cs_value like, bool s, big *c, int64_t e,
                        tail *t, const cs_decimal_rules *rules, cs_value *out) {
  int64_t digits = about_digits(c), prec = rules->prec;
  if (digits == 0) return CS_SLOW;
  shed(c, digits - prec, t);
  uwide most = ten_to(prec);
  if (low_half(c) >= most) shed(c, 1, t);
  wide r = {low_half(c), 0, s};
  if (rounds_away(t, r.c & 1, s, rules->mode) && ++r.c == most) {
    r.c /= 10;
    t->count++;
  }
  r.e = e + t->count;
  return put(ctx, like, &r, t, rules, out);
}

/* --- operands ------------------------------------------------------------ */

static bool read_wide(cs_ctx *ctx, cs_value v, wide *out) {
  cs_value c;
  uint64_t tmp[2];
  uint32_t n;
  bool neg;
  if (!cs_decimal_slots(ctx, v, &c, &out->e, &out->s) || out->e < -EXP_MAX ||
      out->e > EXP_MAX)
    return false;
  const uint64_t *limb = cs_int_limbs(ctx, c, tmp, &n, &neg);
  if (neg || n > 2 || (n == 2 && limb[1] >> 56)) return false;
  out->c = n == 0 ? 0 : limb[0];
  if (n == 2) out->c |= (uwide)limb[1] << 64;
  return true;
}

/* Two operands that are not zero; the second may be an int. */
static bool read_both(cs_ctx *ctx, const cs_value *args, wide *a, wide *b) {
  if (!read_wide(ctx, args[0], a) || a->c == 0) return false;
  if (cs_is_int(args[1])) {
    int64_t i = cs_int_of(args[1]);
    *b = (wide){(uwide)(i < 0 ? -i : i), 0, i < 0};
    return i != 0;
  }
  return cs_decimal_same_class(ctx, args[0], args[1]) &&
         read_wide(ctx, args[1], b) && b->c != 0;
}

static bool align(const wide *a, const wide *b, big *x, big *y) {
  int64_t d = a->e - b->e;
  if (d > PREC_MAX || d < -PREC_MAX) return false;
  *x = times(a->c, ten_to(d > 0 ? d : 0));
  *y = times(b->c, ten_to(d < 0 ? -d : 0));
  return true;
}

static bool find_rules(cs_ctx *ctx, cs_value rounding, cs_decimal_rules *r) {
  return cs_decimal_find_rules(ctx, rounding, r) && r->prec <= PREC_MAX;
}

/* --- operations ---------------------------------------------------------- */

static cs_status add(cs_ctx *ctx, cs_value like, const wide *a, const wide *b,
                     const cs_decimal_rules *rules, cs_value *out) {
  big x, y;
  tail t = {0};
  if (!align(a, b, &x, &y)) return CS_SLOW;
  int64_t e = a->e < b->e ? a->e : b->e;
  if (a->s == b->s) {
    add_big(&x, &y);
    return finish(ctx, like, a->s, &x, e, &t, rules, out);
  }
  int order = compare_big(&x, &y);
  if (order == 0) return CS_SLOW; /* the sign of zero depends on the rounding */
  big *more = order > 0 ? &x : &y;
  subtract_big(more, order > 0 ? &y : &x);
  return finish(ctx, like, order > 0 ? a->s : b->s, more, e, &t, rules, out);
}

/* An exact quotient loses the zeros that `shift` put behind it. */
static int64_t strip_zeros(big *q, int64_t shift) {
  static const int64_t chunk[] = {16, 4, 1};
  for (size_t i = 0; i < sizeof chunk / sizeof *chunk; i++)
    while (shift >= chunk[i]) {
      big less = *q;
      if (divide_small(&less, (uint64_t)cs_decimal_ten(chunk[i])) != 0) break;
      *q = less;
      shift -= chunk[i];
    }
  return shift;
}

/* Enough digits for the precision and one more, whatever the estimates miss. */
static cs_status divide(cs_ctx *ctx, cs_value like, const wide *a,
                        const wide *b, const cs_decimal_rules *rules,
                        cs_value *out) {
  big q = big_of(a->c), y = big_of(b->c);
  tail t = {0};
  if (b->c >> 64) return CS_SLOW;
  int64_t shift = about_digits(&y) + 1 - about_digits(&q) + rules->prec + 1;
  if (shift < 0) shift = 0;
  scale(&q, shift);
  t.more = divide_small(&q, (uint64_t)b->c) != 0;
  if (!t.more) shift = strip_zeros(&q, shift);
  return finish(ctx, like, a->s != b->s, &q, a->e - b->e - shift, &t, rules,
                out);
}

static cs_status operate(cs_ctx *ctx, char op, const cs_value *args,
                         cs_value *out) {
  wide a, b;
  tail t = {0};
  cs_decimal_rules rules;
  if (!read_both(ctx, args, &a, &b) || !find_rules(ctx, CS_NONE, &rules))
    return CS_SLOW;
  if (op == '*') {
    big c = times(a.c, b.c);
    return finish(ctx, args[0], a.s != b.s, &c, a.e + b.e, &t, &rules, out);
  }
  if (op == '/') return divide(ctx, args[0], &a, &b, &rules, out);
  if (op == '\\') return divide(ctx, args[0], &b, &a, &rules, out);
  if (op == '-') b.s = !b.s;
  if (op == '~') a.s = !a.s;
  return add(ctx, args[0], &a, &b, &rules, out);
}

cs_status cs_decimal_wide_op(cs_ctx *ctx, char op, const cs_value *args,
                             cs_value *out) {
  cs_status st = operate(ctx, op, args, out);
  return st == CS_SLOW ? cs_decimal_huge_op(ctx, op, args, out) : st;
}

cs_status cs_decimal_wide_sign(cs_ctx *ctx, cs_value v, bool keep, bool minus,
                               cs_value *out) {
  wide a;
  tail t = {0};
  cs_decimal_rules rules;
  if (!read_wide(ctx, v, &a) || !find_rules(ctx, CS_NONE, &rules))
    return cs_decimal_huge_sign(ctx, v, keep, minus, out);
  big c = big_of(a.c);
  return finish(ctx, v, keep ? a.s : minus && !a.s, &c, a.e, &t, &rules, out);
}

cs_status cs_decimal_wide_compare(cs_ctx *ctx, const cs_value *args,
                                  int *order) {
  wide a, b;
  big x, y;
  if (!read_both(ctx, args, &a, &b) || !align(&a, &b, &x, &y))
    return cs_decimal_huge_compare(ctx, args, order);
  if (a.s != b.s)
    *order = a.s ? -1 : 1;
  else
    *order = a.s ? compare_big(&y, &x) : compare_big(&x, &y);
  return CS_OK;
}

cs_status cs_decimal_wide_quantize(cs_ctx *ctx, const cs_value *args,
                                   cs_value rounding, cs_value *out) {
  wide a, b;
  tail t = {0};
  cs_decimal_rules rules;
  if (!read_wide(ctx, args[0], &a) || a.c == 0 ||
      !cs_decimal_same_class(ctx, args[0], args[1]) ||
      !read_wide(ctx, args[1], &b) || !find_rules(ctx, rounding, &rules))
    return CS_SLOW;
  int64_t n = b.e - a.e;
  if (n < -PREC_MAX || n > 2 * PREC_MAX) return CS_SLOW;
  big c = big_of(a.c);
  if (n < 0) scale(&c, -n);
  shed(&c, n, &t);
  if (!fits_half(&c)) return CS_SLOW;
  wide r = {low_half(&c), b.e, a.s};
  if (rounds_away(&t, r.c & 1, a.s, rules.mode)) r.c++;
  if (r.c >= ten_to(rules.prec)) return CS_SLOW; /* an invalid operation */
  return put(ctx, args[0], &r, &t, &rules, out);
}

/* --- text ---------------------------------------------------------------- */

bool cs_decimal_wide_digits(cs_ctx *ctx, cs_value v, char *text, int64_t *n,
                            int64_t *e, bool *s) {
  wide a;
  if (!read_wide(ctx, v, &a)) return false;
  char reverse[40];
  int64_t count = 0;
  uwide c = a.c;
  for (; c >> 64; c /= 10) reverse[count++] = (char)('0' + (int)(c % 10));
  uint64_t low = (uint64_t)c;
  do reverse[count++] = (char)('0' + (int)(low % 10));
  while (low /= 10);
  for (int64_t i = 0; i < count; i++) text[i] = reverse[count - 1 - i];
  *n = count;
  *e = a.e;
  *s = a.s;
  return true;
}
