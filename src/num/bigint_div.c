/*
 * bigint_div.c - division, common divisor, square root.
 *
 * GMP divides magnitudes; Python's quotient is rounded down, so when the signs
 * differ and something is left over, the quotient moves one away from zero and
 * the remainder becomes what is missing to the next multiple.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <gmp.h>

#include "num/bigint.h"
#include "num/bigint_huge.h"
#include "num/bigint_limbs.h"

/* GMP writes an - bn + 1 limbs; rounding down may carry into one more, as in
 * -(2^128 - 1) // 2^64. */
size_t cs_big_quot_size(size_t an, size_t bn) {
  return an >= bn ? an - bn + 2 : 1;
}

/* Magnitudes: q = |a| / |b|, r = |a| % |b|, trimmed.  False: nobody waits. */
static bool divide_size(cs_bigres *q, cs_bigres *r, const cs_big *a,
                        const cs_big *b, const cs_patience *patience) {
  if (a->n < b->n) {
    q->n = 0;
    cs_limbs_copy(r->limbs, a->limbs, a->n);
    r->n = a->n;
    return true;
  }
  if (b->n == 1) {
    r->limbs[0] =
        mpn_divrem_1(q->limbs, 0, a->limbs, (mp_size_t)a->n, b->limbs[0]);
    r->n = r->limbs[0] != 0;
    q->n = cs_limbs_trim(q->limbs, a->n);
    return true;
  }
  if (a->n <= CS_HUGE)
    mpn_tdiv_qr(q->limbs, r->limbs, 0, a->limbs, (mp_size_t)a->n, b->limbs,
                (mp_size_t)b->n);
  else if (!cs_huge_divide(q->limbs, r->limbs, a, b, patience))
    return false;
  q->n = cs_limbs_trim(q->limbs, a->n - b->n + 1);
  r->n = cs_limbs_trim(r->limbs, b->n);
  return true;
}

/* Move from rounding towards zero to rounding down. */
static void adjust_down(cs_bigres *q, cs_bigres *r, const cs_big *b) {
  if (q->n == 0) {
    q->limbs[0] = 1;
    q->n = 1;
  } else {
    uint64_t carry = mpn_add_1(q->limbs, q->limbs, (mp_size_t)q->n, 1);
    if (carry) q->limbs[q->n++] = carry;
  }
  mpn_sub(r->limbs, b->limbs, (mp_size_t)b->n, r->limbs, (mp_size_t)r->n);
  r->n = cs_limbs_trim(r->limbs, b->n);
}

cs_status cs_big_divmod(cs_bigres *q, cs_bigres *r, const cs_big *a,
                        const cs_big *b, const cs_patience *patience) {
  assert(b->n > 0);
  if (!divide_size(q, r, a, b, patience)) return CS_STOP;
  bool differ = a->neg != b->neg;
  if (differ && r->n > 0) adjust_down(q, r, b);
  q->neg = differ && q->n > 0;
  r->neg = b->neg && r->n > 0;
  return CS_OK;
}

size_t cs_big_gcd_size(size_t an, size_t bn) {
  return (an > bn ? an : bn) + 1;
}

size_t cs_big_gcd_scratch(size_t an, size_t bn) {
  return cs_limbs_cap(an + bn + 2);
}

static void copy_size(cs_bigres *r, const cs_big *a) {
  cs_limbs_copy(r->limbs, a->limbs, a->n);
  r->n = a->n;
  r->neg = false;
}

static uint64_t gcd_word(uint64_t a, uint64_t b) {
  unsigned zeros = (unsigned)__builtin_ctzll(a | b);
  a >>= __builtin_ctzll(a);
  while (b) {
    b >>= __builtin_ctzll(b);
    uint64_t low = a < b ? a : b;
    b = a < b ? b - a : a - b;
    a = low;
  }
  return a << zeros;
}

/* mpn_gcd wants odd operands, the larger first; powers of two are set aside
 * and the smaller count of them goes back into the result. */
static void gcd_short(cs_bigres *r, const cs_big *a, const cs_big *b,
                      uint64_t *scratch) {
  uint64_t *x = scratch;
  uint64_t *y = scratch + a->n + 1;
  uint64_t xz = cs_limbs_zeros(a->limbs);
  uint64_t yz = cs_limbs_zeros(b->limbs);
  size_t xn = cs_limbs_shr(x, a->limbs, a->n, xz);
  size_t yn = cs_limbs_shr(y, b->limbs, b->n, yz);
  if (xn < yn || (xn == yn && mpn_cmp(x, y, (mp_size_t)xn) < 0)) {
    uint64_t *t = x;
    size_t tn = xn;
    x = y, xn = yn;
    y = t, yn = tn;
  }
  mp_size_t n = mpn_gcd(r->limbs, x, (mp_size_t)xn, y, (mp_size_t)yn);
  r->n = cs_limbs_shl(r->limbs, r->limbs, (size_t)n, xz < yz ? xz : yz);
}

cs_status cs_big_gcd(cs_bigres *r, const cs_big *a, const cs_big *b,
                     uint64_t *scratch, const cs_patience *patience) {
  r->neg = false;
  if (a->n == 0 || b->n == 0) {
    copy_size(r, a->n == 0 ? b : a);
  } else if (a->n == 1 && b->n == 1) {
    r->limbs[0] = gcd_word(a->limbs[0], b->limbs[0]);
    r->n = 1;
  } else if (a->n > CS_HUGE || b->n > CS_HUGE) {
    return cs_huge_gcd(r, a, b, patience) ? CS_OK : CS_STOP;
  } else {
    gcd_short(r, a, b, scratch);
  }
  return CS_OK;
}

size_t cs_big_isqrt_size(size_t an) {
  return an / 2 + 1;
}

cs_status cs_big_isqrt(cs_bigres *r, const cs_big *a,
                       const cs_patience *patience) {
  assert(!a->neg);
  r->n = 0;
  r->neg = false;
  if (a->n == 0) return CS_OK;
  if (a->n > CS_HUGE) return cs_huge_isqrt(r, a, patience) ? CS_OK : CS_STOP;
  mpn_sqrtrem(r->limbs, NULL, a->limbs, (mp_size_t)a->n);
  r->n = cs_limbs_trim(r->limbs, (a->n + 1) / 2);
  return CS_OK;
}
