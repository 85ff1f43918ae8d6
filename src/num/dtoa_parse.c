/*
 * dtoa_parse.c - decimal text to the nearest double.
 *
 * The text is reduced to w * 10^e with at most 19 digits in w, plus the news
 * whether digits were cut off.  Three ways lead on, each faster than the next:
 *   - w and 10^|e| are doubles: one IEEE operation rounds correctly (Clinger);
 *   - the product of w and the leading 128 bits of 10^e decides the rounding
 *     unless its tail is all ones (idea: Eisel and Lemire);
 *   - otherwise the quotient of two exact integers does.
 * A halfway point between doubles has at most 767 significant digits, so of a
 * longer text only the first MAX_DIGITS and "is there more" can matter.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <gmp.h>

#include "num/dtoa.h"
#include "num/dtoa_bits.h"
#include "num/pow10.h"

#define MAX_W_DIGITS 19 /* 10^19 - 1 fits 64 bits */
#define MAX_DIGITS   780
#define MAX_LIMBS    48 /* 781 digits are 41 limbs, 5^1104 also */
#define E19          UINT64_C(10000000000000000000)
#define EXP_CAP      INT64_C(1000000000000000) /* beyond any length of text */

/* The number as read: about w * 10^exp10. */
typedef struct decimal {
  uint64_t w;
  int64_t exp10;
  unsigned digits; /* significant digits in w */
  bool cut;        /* non-zero digits were left out of w */
} decimal;

static inline bool is_digit(char c) {
  return (unsigned char)(c - '0') <= 9;
}

/* An underscore at p counts only between two digits. */
static inline bool joins(const char *p, const char *start, const char *end) {
  return *p == '_' && p > start && p + 1 < end && is_digit(p[1]);
}

/* Read a run of digits into `d`.  Returns its end; `*skipped` counts digits
 * that did not fit in w, `*seen` all digits. */
static inline const char *read_run(const char *p, const char *end, bool under,
                                   decimal *d, int64_t *seen,
                                   int64_t *skipped) {
  const char *start = p;
  for (; p < end; p++) {
    unsigned digit = (unsigned char)(*p - '0');
    if (digit > 9) {
      if (under && joins(p, start, end)) continue;
      break;
    }
    ++*seen;
    if (d->digits < MAX_W_DIGITS) {
      d->w = d->w * 10 + digit;
      d->digits += d->w != 0;
    } else {
      ++*skipped;
      d->cut |= digit != 0;
    }
  }
  return p;
}

/* Read `e`, an optional sign and digits at p; returns p if they are not all
 * there. */
static inline const char *read_exponent(const char *p, const char *end,
                                        bool under, int64_t *exp10) {
  const char *q = p;
  if (q == end || (*q | 0x20) != 'e') return p;
  q++;
  bool neg = q < end && *q == '-';
  if (q < end && (*q == '-' || *q == '+')) q++;
  if (q == end || !is_digit(*q)) return p;
  const char *start = q;
  int64_t e = 0;
  for (; q < end; q++) {
    if (is_digit(*q)) {
      if (e < EXP_CAP) e = e * 10 + (*q - '0');
    } else if (!(under && joins(q, start, end))) {
      break;
    }
  }
  *exp10 += neg ? -e : e;
  return q;
}

/* Read the syntax; returns the bytes used, 0 for no number. */
static inline size_t read_decimal(const char *s, size_t n, bool under,
                                  decimal *d) {
  const char *end = s + n;
  int64_t seen = 0;
  int64_t skipped = 0;
  const char *p = read_run(s, end, under, d, &seen, &skipped);
  d->exp10 = skipped;
  if (p < end && *p == '.') {
    int64_t before = seen;
    skipped = 0;
    const char *q = read_run(p + 1, end, under, d, &seen, &skipped);
    d->exp10 -= seen - before - skipped;
    if (seen > 0) p = q;
  }
  if (seen == 0) return 0;
  return (size_t)(read_exponent(p, end, under, &d->exp10) - s);
}

/* Bits of the double nearest to w * 10^e, by 128 bits of 10^e.  False if that
 * is not enough to be sure.  The product of w (64 bits) and the table entry
 * (128) is at most w below the truth in units of its last bit, which is less
 * than one unit of its middle word; so only a carry out of an all-ones tail
 * could change the rounding. */
static bool round_short(uint64_t w, int e, uint64_t *bits) {
  int shift = __builtin_clzll(w);
  w <<= shift;
  cs_pow10 p = cs_pow10_at(e);
  cs_u128 low = (cs_u128)w * p.lo;
  cs_u128 high = (cs_u128)w * p.hi + (uint64_t)(low >> 64);
  uint64_t tail = (uint64_t)low;
  int exp2 = cs_pow10_log2(e) + 64 - shift;
  if (!(high >> 127)) { /* the product has 191 bits, not 192 */
    high = high << 1 | tail >> 63;
    tail <<= 1;
    exp2--;
  }
  bool exact = e >= 0 && e <= CS_POW10_EXACT_MAX;
  uint64_t top = (uint64_t)(high >> 64);
  uint64_t middle = (uint64_t)high;
  if (!exact && (top & 0x3ff) == 0x3ff && middle >= UINT64_MAX - 1)
    return false;
  *bits = cs_dtoa_pack(top, !exact || (middle | tail) != 0, exp2);
  return true;
}

/* Multiply {x, n} by m and add a; returns the new length. */
static mp_size_t mul_add(mp_limb_t *x, mp_size_t n, uint64_t m, uint64_t a) {
  mp_limb_t carry = n ? mpn_mul_1(x, x, n, m) : 0;
  if (n) carry += mpn_add_1(x, x, n, a);
  if (!n) carry = a;
  if (carry) x[n++] = carry;
  return n;
}

/* Multiply {x, n} by 5^e. */
static mp_size_t mul_pow5(mp_limb_t *x, mp_size_t n, unsigned e) {
  const uint64_t five27 = UINT64_C(7450580596923828125);
  for (; e >= 27; e -= 27) n = mul_add(x, n, five27, 0);
  uint64_t m = 1;
  for (; e > 0; e--) m *= 5;
  return mul_add(x, n, m, 0);
}

/* All significant digits of the text, as an integer; `*digits` says how many
 * there are.  A cut-off tail that is not zero becomes a last digit 1. */
static mp_size_t read_exact(const char *s, const char *end, mp_limb_t *x,
                            unsigned *digits) {
  mp_size_t n = 0;
  unsigned count = 0;
  bool more = false;
  for (; s < end && (*s | 0x20) != 'e'; s++) {
    if (!is_digit(*s) || (count == 0 && *s == '0')) continue;
    if (count < MAX_DIGITS) {
      n = mul_add(x, n, 10, (uint64_t)(*s - '0'));
      count++;
    } else if (*s != '0') {
      more = true;
    }
  }
  if (more) n = mul_add(x, n, 10, 1);
  *digits = count + more;
  return n;
}

static int64_t bit_length(const mp_limb_t *x, mp_size_t n) {
  return 64 * n - __builtin_clzll(x[n - 1]);
}

/* Bits of the double nearest to {num, n} / {den, m} * 2^exp2.  The quotient
 * gets 65 bits or more by shifting one operand; `num` and `den` have room for
 * MAX_LIMBS and are destroyed. */
static uint64_t divide(mp_limb_t *num, mp_size_t n, mp_limb_t *den, mp_size_t m,
                       int64_t exp2) {
  mp_limb_t quotient[MAX_LIMBS];
  mp_limb_t rest[MAX_LIMBS];
  mp_limb_t shifted[MAX_LIMBS] = {0};
  int64_t up = bit_length(den, m) + 66 - bit_length(num, n);
  if (up < 0) up = 0;
  mp_size_t words = (mp_size_t)(up / 64);
  for (mp_size_t i = 0; i < n; i++) shifted[words + i] = num[i];
  n += words;
  if (up % 64) {
    mp_limb_t carry = mpn_lshift(shifted, shifted, n, (unsigned)(up % 64));
    if (carry) shifted[n++] = carry;
  }
  mpn_tdiv_qr(quotient, rest, 0, shifted, n, den, m);
  mp_size_t q = n - m + 1;
  while (quotient[q - 1] == 0) q--;
  unsigned lead = (unsigned)__builtin_clzll(quotient[q - 1]);
  if (lead) mpn_lshift(quotient, quotient, q, lead);
  bool sticky = !mpn_zero_p(rest, m) || (q > 1 && !mpn_zero_p(quotient, q - 1));
  return cs_dtoa_pack(quotient[q - 1], sticky, exp2 - up + 64 * q - 1 - lead);
}

/* The slow, always right way; `d` is what the fast reading found, so the
 * result is known to be between 10^-342 and 10^328. */
static uint64_t round_exact(const char *s, size_t n, const decimal *d) {
  mp_limb_t num[MAX_LIMBS] = {0};
  mp_limb_t den[MAX_LIMBS] = {1};
  unsigned digits;
  mp_size_t nn = read_exact(s, s + n, num, &digits);
  int e = (int)d->exp10 + (int)d->digits - (int)digits;
  mp_size_t dn = 1;
  if (e >= 0)
    nn = mul_pow5(num, nn, (unsigned)e);
  else
    dn = mul_pow5(den, 1, (unsigned)-e);
  return divide(num, nn, den, dn, e);
}

static uint64_t round_decimal(const char *s, size_t n, const decimal *d) {
  if (d->w == 0 || d->exp10 < CS_POW10_MIN) return 0;
  if (d->exp10 > 308) return CS_DTOA_INF;
  uint64_t low;
  uint64_t high;
  if (round_short(d->w, (int)d->exp10, &low)) {
    if (!d->cut) return low;
    if (round_short(d->w + 1, (int)d->exp10, &high) && low == high) return low;
  }
  return round_exact(s, n, d);
}

static inline size_t parse(const char *s, size_t n, bool under, double *out) {
  static const double tens[23] = {
      1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  decimal d = {0};
  size_t used = read_decimal(s, n, under, &d);
  if (used == 0) return 0;
  if (!d.cut && d.w <= UINT64_C(1) << 53 && d.exp10 >= -22 && d.exp10 <= 22) {
    double w = (double)d.w;
    *out = d.exp10 < 0 ? w / tens[-d.exp10] : w * tens[d.exp10];
  } else {
    *out = cs_dtoa_double(round_decimal(s, used, &d));
  }
  return used;
}

size_t cs_float_parse(const char *s, size_t n, double *out) {
  return parse(s, n, false, out);
}

size_t cs_float_parse_underscores(const char *s, size_t n, double *out) {
  return parse(s, n, true, out);
}

/* Does {s, n} start with the lower-case word, in any case? */
static bool starts(const char *s, size_t n, const char *word, size_t len) {
  if (n < len) return false;
  for (size_t i = 0; i < len; i++)
    if ((s[i] | 0x20) != word[i]) return false;
  return true;
}

size_t cs_float_parse_special(const char *s, size_t n, double *out) {
  if (starts(s, n, "nan", 3)) {
    *out = cs_dtoa_double(CS_DTOA_INF | CS_DTOA_HIDDEN >> 1);
    return 3;
  }
  if (!starts(s, n, "inf", 3)) return 0;
  *out = cs_dtoa_double(CS_DTOA_INF);
  return starts(s, n, "infinity", 8) ? 8 : 3;
}

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

cs_status cs_float_parse_text(const char *s, size_t n, double *out) {
  while (n > 0 && is_space(s[0])) s++, n--;
  while (n > 0 && is_space(s[n - 1])) n--;
  bool neg = n > 0 && s[0] == '-';
  if (n > 0 && (s[0] == '-' || s[0] == '+')) s++, n--;
  double x = 0;
  size_t used = cs_float_parse_underscores(s, n, &x);
  if (used == 0) used = cs_float_parse_special(s, n, &x);
  if (used == 0 || used != n) return CS_EINVAL;
  *out = neg ? -x : x;
  return CS_OK;
}
