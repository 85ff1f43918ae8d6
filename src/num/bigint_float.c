/*
 * bigint_float.c - big integers meet doubles.
 *
 * Every rounding is "leading 64 bits, and is there more": cs_dtoa_pack does
 * the rest.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <gmp.h>

#include "num/bigint.h"
#include "num/bigint_limbs.h"
#include "num/dtoa_bits.h"

/* Bits of the double nearest to {x, n} * 2^exp2; `sticky` if the true value
 * is a little larger. */
static uint64_t pack_limbs(const uint64_t *x, size_t n, bool sticky,
                           int64_t exp2) {
  if (n == 0) return 0;
  unsigned lead = (unsigned)__builtin_clzll(x[n - 1]);
  uint64_t top = x[n - 1] << lead;
  if (lead && n > 1) top |= x[n - 2] >> (64 - lead);
  int64_t bits = (int64_t)cs_limbs_bits(x, n);
  if (bits > 64) sticky |= cs_limbs_any_below(x, n, (uint64_t)(bits - 64));
  return cs_dtoa_pack(top, sticky, exp2 + bits - 1);
}

cs_status cs_big_to_double(const cs_big *a, double *out) {
  uint64_t bits = pack_limbs(a->limbs, a->n, false, 0);
  if (bits == CS_DTOA_INF) return CS_ELIMIT;
  *out = cs_dtoa_double(bits | (a->neg ? CS_DTOA_SIGN : 0));
  return CS_OK;
}

void cs_big_from_double(cs_bigres *r, double x) {
  uint64_t m;
  int q;
  cs_dtoa_split(cs_dtoa_bits(x), &m, &q);
  if (q < 0) {
    m = q > -64 ? m >> -q : 0;
    q = 0;
  }
  r->n = cs_limbs_shl(r->limbs, &m, m != 0, (uint64_t)q);
  r->neg = x < 0 && r->n > 0;
}

int cs_big_compare_double(const cs_big *a, double x) {
  if (x > 1.7976931348623157e308) return -1;
  if (x < -1.7976931348623157e308) return 1;
  uint64_t limbs[CS_BIG_DOUBLE_LIMBS];
  cs_bigres whole = {.limbs = limbs};
  cs_big_from_double(&whole, x);
  cs_big b = cs_big_of(&whole);
  int order = cs_big_compare(a, &b);
  if (order != 0) return order;
  uint64_t m;
  int q;
  cs_dtoa_split(cs_dtoa_bits(x), &m, &q);
  bool has_fraction = m != 0 && q < 0 && (q <= -64 || m << (64 + q) != 0);
  if (!has_fraction) return 0;
  return x > 0 ? -1 : 1;
}

size_t cs_big_truediv_scratch(size_t an, size_t bn) {
  (void)an; /* only its leading limbs matter */
  return cs_limbs_cap(2 * bn + 10);
}

/* Scale |a| by a power of two so that the quotient has 65 to 67 bits; what is
 * cut off, like the remainder, only matters as "there is more". */
cs_status cs_big_truediv(const cs_big *a, const cs_big *b, uint64_t *scratch,
                         double *out) {
  assert(b->n > 0);
  uint64_t sign = a->neg != b->neg ? CS_DTOA_SIGN : 0;
  int64_t up =
      (int64_t)cs_big_bit_length(b) + 66 - (int64_t)cs_big_bit_length(a);
  if (a->n == 0 || up > 1200) { /* below 2^-1130; 0 / -1 is -0.0 */
    *out = cs_dtoa_double(sign);
    return CS_OK;
  }
  if (up < -1200) return CS_ELIMIT;
  uint64_t *num = scratch;
  uint64_t *rest = num + b->n + 4;
  uint64_t *quotient = rest + b->n;
  bool sticky = false;
  size_t n;
  if (up >= 0) {
    n = cs_limbs_shl(num, a->limbs, a->n, (uint64_t)up);
  } else {
    sticky = cs_limbs_any_below(a->limbs, a->n, (uint64_t)-up);
    n = cs_limbs_shr(num, a->limbs, a->n, (uint64_t)-up);
  }
  mpn_tdiv_qr(quotient, rest, 0, num, (mp_size_t)n, b->limbs, (mp_size_t)b->n);
  sticky |= !mpn_zero_p(rest, (mp_size_t)b->n);
  size_t qn = cs_limbs_trim(quotient, n - b->n + 1);
  uint64_t bits = pack_limbs(quotient, qn, sticky, -up);
  if (bits == CS_DTOA_INF) return CS_ELIMIT;
  *out = cs_dtoa_double(bits | sign);
  return CS_OK;
}
