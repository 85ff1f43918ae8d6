/*
 * dtoa_repr.c - the shortest decimal that reads back as the same double.
 *
 * A double owns the interval of reals that round to it.  Among the decimals
 * in that interval we want the one with the fewest digits, and of those the
 * nearest.  With k chosen so that 10^k is just under the width of the
 * interval, at most two multiples of 10^k and one of 10^(k+1) can qualify, so
 * scaling the interval by 10^-k once and comparing integers decides (the idea
 * is Giulietti's Schubfach).  Scaled numbers are kept times four and "rounded
 * to odd": the last bit says "not exact", which keeps comparisons right.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "num/dtoa.h"
#include "num/dtoa_bits.h"
#include "num/int_text.h"
#include "num/pow10.h"

/* floor(c * 2^-64 * g) for the 128-bit g, rounded to odd.  The table entry is
 * up to one unit too large, which reaches the second word by at most one; a
 * product that is an integer shows there as 0 or 1. */
static inline uint64_t scale(cs_pow10 g, uint64_t c) {
  uint64_t low = (uint64_t)(((cs_u128)c * g.lo) >> 64);
  cs_u128 sum = (cs_u128)c * g.hi + low;
  return (uint64_t)(sum >> 64) | ((uint64_t)sum > 1);
}

/* 10^k rounded up, as scale() wants it. */
static inline cs_pow10 power_up(int k) {
  cs_pow10 g = cs_pow10_at(k);
  if (k < 0 || k > CS_POW10_EXACT_MAX) {
    g.lo++;
    g.hi += g.lo == 0;
  }
  return g;
}

/* The shortest s * 10^*k inside the interval of m * 2^q; m is not zero. */
static uint64_t shortest(uint64_t m, int q, int *k) {
  bool even = (m & 1) == 0; /* the ends belong to the interval */
  bool narrow = m == CS_DTOA_HIDDEN && q > -1074; /* lower gap is half */
  int e = (q * 1262611 - (narrow ? 524031 : 0)) >> 22;
  unsigned h = (unsigned)(q + cs_pow10_log2(-e) + 1);
  cs_pow10 g = power_up(-e);
  uint64_t left = scale(g, (4 * m - 2 + narrow) << h);
  uint64_t value = scale(g, (4 * m) << h);
  uint64_t right = scale(g, (4 * m + 2) << h);
  left += !even;
  right -= !even;
  uint64_t s = value / 4;
  *k = e;
  if (s >= 10) {
    uint64_t tens = s / 10;
    bool under = left <= 40 * tens;
    bool over = 40 * tens + 40 <= right;
    if (under != over) {
      *k = e + 1;
      return tens + over;
    }
  }
  bool under = left <= 4 * s;
  bool over = 4 * s + 4 <= right;
  if (under != over) return s + over;
  uint64_t middle = 4 * s + 2;
  return s + (value > middle || (value == middle && (s & 1)));
}

/* Remove trailing zeros from s, counting them in *k. */
static inline uint64_t strip_zeros(uint64_t s, int *k) {
  while (s % 10000 == 0) {
    s /= 10000;
    *k += 4;
  }
  while (s % 10 == 0) {
    s /= 10;
    ++*k;
  }
  return s;
}

/* d.ddde+XX: digits are in buf[1..n], the first moves before the point. */
static size_t put_exponent(char *buf, unsigned n, int exp10) {
  buf[0] = buf[1];
  size_t at = 1;
  if (n > 1) {
    buf[1] = '.';
    at = n + 1;
  }
  buf[at++] = 'e';
  buf[at++] = exp10 < 0 ? '-' : '+';
  unsigned e = (unsigned)(exp10 < 0 ? -exp10 : exp10);
  if (e >= 100) buf[at++] = (char)('0' + e / 100);
  buf[at++] = (char)('0' + e / 10 % 10);
  buf[at++] = (char)('0' + e % 10);
  return at;
}

/* Lay out s * 10^k at buf, which has room for 24 bytes and slack. */
static size_t put_decimal(uint64_t s, int k, char *buf) {
  unsigned n = cs_int_digits(s);
  int point = (int)n + k; /* where the point goes, from the first digit */
  if (point > 16 || point < -3) {
    cs_int_print_u64(s, buf + 1);
    return put_exponent(buf, n, point - 1);
  }
  if (point <= 0) {
    unsigned zeros = (unsigned)(2 - point);
    memcpy(buf, "0.000", 5);
    cs_int_print_u64(s, buf + zeros);
    return zeros + n;
  }
  if (k < 0) {
    cs_int_print_u64(s, buf + 1);
    for (int i = 0; i < point; i++) buf[i] = buf[i + 1];
    buf[point] = '.';
    return n + 1;
  }
  cs_int_print_u64(s, buf);
  memset(buf + n, '0', (size_t)k);
  buf[point] = '.';
  buf[point + 1] = '0';
  return (size_t)point + 2;
}

/* Whole numbers below 2^53 need no search. */
static bool is_whole(uint64_t m, int q) {
  return q <= 0 && q > -53 && (m & ((UINT64_C(1) << -q) - 1)) == 0;
}

size_t cs_float_repr(double x, char buf[CS_FLOAT_REPR_MAX]) {
  uint64_t bits = cs_dtoa_bits(x);
  uint64_t size = bits & ~CS_DTOA_SIGN;
  if (size > CS_DTOA_INF) return memcpy(buf, "nan", 3), 3;
  size_t sign = bits >> 63;
  buf[0] = '-';
  char *p = buf + sign;
  if (size == CS_DTOA_INF) return memcpy(p, "inf", 3), sign + 3;
  if (size == 0) return memcpy(p, "0.0", 3), sign + 3;
  uint64_t m;
  int q;
  cs_dtoa_split(bits, &m, &q);
  if (is_whole(m, q)) {
    unsigned n = cs_int_print_u64(m >> -q, p);
    p[n] = '.';
    p[n + 1] = '0';
    return sign + n + 2;
  }
  int k;
  uint64_t s = shortest(m, q, &k);
  s = strip_zeros(s, &k);
  return sign + put_decimal(s, k, p);
}
