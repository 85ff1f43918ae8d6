/*
 * dtoa_digits.c - the decimal digits of a double, rounded where asked.
 *
 * Two fast ways for the precisions people use, one exact way for the rest:
 *   - up to 19 places: m * 10^places is an exact 128-bit integer, and the
 *     binary exponent is a shift;
 *   - up to 17 significant digits: multiply by 128 bits of a power of ten;
 *     the error is below 2^-64 of a unit, so only a fraction that close to
 *     one half is left undecided;
 *   - else the whole binary number is expanded, 19 digits per step.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "num/dtoa_digits.h"

#include <assert.h>
#include <gmp.h>

#include "num/dtoa_bits.h"
#include "num/int_text.h"
#include "num/pow10.h"

#define E19   UINT64_C(10000000000000000000)
#define CHUNK 19
#define LIMBS 17 /* 2^1024 has 16, 2^-1074 has 17 behind the point */

static void set_zero(cs_dtoa_digits *out) {
  out->n = 0;
  out->point = 1;
}

/* Store the integer v * 10^-places. */
static void set_integer(cs_dtoa_digits *out, uint64_t v, int places) {
  if (v == 0) {
    set_zero(out);
    return;
  }
  out->n = (int)cs_int_print_u64(v, out->d);
  out->point = out->n - places;
}

void cs_dtoa_strip(cs_dtoa_digits *x) {
  while (x->n > 0 && x->d[x->n - 1] == '0') x->n--;
}

/* --- exact way ----------------------------------------------------------- */

/* Append 19 digits, or fewer while only leading zeros were seen. */
static void append_chunk(cs_dtoa_digits *out, uint64_t chunk) {
  if (out->n > 0) {
    cs_int_print_padded(chunk, CHUNK, out->d + out->n);
    out->n += CHUNK;
  } else if (chunk == 0) {
    out->point -= CHUNK;
  } else {
    out->n = (int)cs_int_print_u64(chunk, out->d);
    out->point -= CHUNK - out->n;
  }
}

/* All digits of the integer m << q. */
static void expand_integer(uint64_t m, unsigned q, cs_dtoa_digits *out) {
  mp_limb_t x[LIMBS + 1] = {0};
  uint64_t chunks[LIMBS + 1];
  mp_size_t n = (mp_size_t)(q / 64) + 2;
  x[n - 2] = m << q % 64;
  x[n - 1] = q % 64 ? m >> (64 - q % 64) : 0;
  int count = 0;
  while (n > 0 && x[n - 1] == 0) n--;
  while (n > 0) {
    chunks[count++] = mpn_divrem_1(x, 0, x, n, E19);
    while (n > 0 && x[n - 1] == 0) n--;
  }
  out->n = 0;
  out->point = count * CHUNK;
  while (count > 0) append_chunk(out, chunks[--count]);
}

/* The number of digits wanted, as an index into out->d. */
static int64_t cut_at(const cs_dtoa_digits *out, bool fixed, int wanted) {
  if (!fixed) return wanted;
  return (int64_t)out->point + wanted;
}

/* Digits of m * 2^-k, at least as many as wanted.  Returns whether a non-zero
 * rest was left. */
static bool expand_fraction(uint64_t m, unsigned k, bool fixed, int wanted,
                            cs_dtoa_digits *out) {
  mp_limb_t x[LIMBS + 1] = {0};
  uint64_t whole = k < 64 ? m >> k : 0;
  if (k < 64) m &= (UINT64_C(1) << k) - 1;
  mp_size_t n = (mp_size_t)(k + 63) / 64;
  unsigned up = (unsigned)n * 64 - k; /* binary point to a limb boundary */
  x[0] = m << up;
  if (n > 1) x[1] = up ? m >> (64 - up) : 0;
  out->n = 0;
  out->point = 0;
  if (whole) {
    out->n = (int)cs_int_print_u64(whole, out->d);
    out->point = out->n;
  }
  mp_size_t low = 0;
  for (;;) {
    while (low < n && x[low] == 0) low++;
    if (low == n) return false;
    /* Only leading zeros so far and already behind the last place? */
    int64_t cut = cut_at(out, fixed, wanted);
    if (cut < 0 || (out->n > 0 && out->n > cut)) return true;
    append_chunk(out, mpn_mul_1(x + low, x + low, n - low, E19));
  }
}

/* Add one to the last of `keep` digits. */
static void round_up(cs_dtoa_digits *out, int keep) {
  int i = keep;
  while (i > 0 && out->d[i - 1] == '9') i--;
  if (i == 0) {
    out->d[0] = '1';
    out->n = 1;
    out->point++;
    return;
  }
  out->d[i - 1]++;
  out->n = i;
}

/* Keep `keep` digits; `rest` says that there is more behind the last. */
static void round_at(cs_dtoa_digits *out, int64_t keep, bool rest) {
  if (keep >= out->n && !rest) return;
  if (keep < 0 || out->n == 0) {
    set_zero(out);
    return;
  }
  assert(keep < out->n);
  int cut = (int)keep;
  for (int i = cut + 1; i < out->n && !rest; i++) rest = out->d[i] != '0';
  char next = out->d[cut];
  bool odd = cut > 0 && (out->d[cut - 1] & 1);
  if (next > '5' || (next == '5' && (rest || odd)))
    round_up(out, cut);
  else if (cut == 0)
    set_zero(out);
  else
    out->n = cut;
}

static void expand(double x, bool fixed, int wanted, cs_dtoa_digits *out) {
  uint64_t m;
  int q;
  cs_dtoa_split(cs_dtoa_bits(x), &m, &q);
  bool rest = false;
  if (q >= 0)
    expand_integer(m, (unsigned)q, out);
  else
    rest = expand_fraction(m, (unsigned)-q, fixed, wanted, out);
  round_at(out, cut_at(out, fixed, wanted), rest);
}

/* --- fast ways ----------------------------------------------------------- */

bool cs_dtoa_fixed_short(double x, int places, uint64_t *out) {
  uint64_t m;
  int q;
  cs_dtoa_split(cs_dtoa_bits(x), &m, &q);
  if (q > 0 || places < 0 || places > 19) return false;
  cs_u128 product = (cs_u128)m * cs_int_powers[places];
  unsigned k = (unsigned)-q;
  if (k > 118) { /* the product is below 2^117, less than half a unit */
    *out = 0;
    return true;
  }
  cs_u128 quotient = product >> k;
  if (quotient >= UINT64_MAX) return false;
  cs_u128 rest = product - (quotient << k);
  cs_u128 half = ((cs_u128)1 << k) >> 1;
  uint64_t v = (uint64_t)quotient;
  *out = v + (k > 0 && (rest > half || (rest == half && (v & 1))));
  return true;
}

/* m * 2^q * 10^k as a rounded integer; it must be below 2^60.  False if the
 * fraction is too close to one half to tell. */
static bool scale_round(uint64_t m, int q, int k, uint64_t *out) {
  int lead = __builtin_clzll(m);
  uint64_t w = m << lead;
  cs_pow10 p = cs_pow10_at(k);
  cs_u128 low = (cs_u128)w * p.lo;
  cs_u128 high = (cs_u128)w * p.hi + (uint64_t)(low >> 64);
  uint64_t top = (uint64_t)(high >> 64);
  uint64_t middle = (uint64_t)high;
  bool exact = k >= 0 && k <= CS_POW10_EXACT_MAX;
  int shift = lead - q + 127 - cs_pow10_log2(k) - 128; /* fraction in top */
  if (shift < 1 || shift > 63) return false;
  uint64_t half = UINT64_C(1) << (shift - 1);
  uint64_t fraction = top & (2 * half - 1);
  if (!exact && fraction == half - 1 && middle == UINT64_MAX) return false;
  uint64_t v = top >> shift;
  bool more = (fraction & (half - 1)) || middle || (uint64_t)low || !exact;
  *out = v + ((fraction & half) && (more || (v & 1)));
  return true;
}

/* Up to 17 significant digits of m * 2^q, m not zero. */
static bool significant_short(uint64_t m, int q, int count,
                              cs_dtoa_digits *out) {
  if (count > 17) return false;
  uint64_t limit = cs_int_powers[count];
  int exp2 = q + 63 - __builtin_clzll(m);
  int k = count - 1 - ((exp2 * 1262611) >> 22); /* log10(2^exp2) */
  uint64_t v;
  if (k > CS_POW10_MAX || !scale_round(m, q, k, &v)) return false;
  if (v > limit && !scale_round(m, q, --k, &v)) return false;
  set_integer(out, v, k);
  return true;
}

void cs_dtoa_fixed(double x, int places, cs_dtoa_digits *out) {
  uint64_t v;
  if (cs_dtoa_fixed_short(x, places, &v))
    set_integer(out, v, places);
  else
    expand(x, true, places, out);
}

void cs_dtoa_significant(double x, int count, cs_dtoa_digits *out) {
  uint64_t m;
  int q;
  assert(count >= 1);
  cs_dtoa_split(cs_dtoa_bits(x), &m, &q);
  if (m == 0)
    set_zero(out);
  else if (!significant_short(m, q, count, out))
    expand(x, false, count, out);
}
