/*
 * bigint.c - order, sum and product of integers of any size.
 *
 * One-limb operands, by far the most common, are handled without calling GMP.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "num/bigint.h"

#include <assert.h>
#include <gmp.h>

#include "num/bigint_limbs.h"

cs_big cs_big_from_u64(uint64_t v, uint64_t *limb) {
  *limb = v;
  return (cs_big){limb, v != 0, false};
}

cs_big cs_big_from_i64(int64_t v, uint64_t *limb) {
  *limb = v < 0 ? -(uint64_t)v : (uint64_t)v;
  return (cs_big){limb, v != 0, v < 0};
}

bool cs_big_to_i64(const cs_big *a, int64_t *out) {
  if (a->n > 1) return false;
  uint64_t v = a->n ? a->limbs[0] : 0;
  if (v > (uint64_t)INT64_MAX + a->neg) return false;
  *out = (int64_t)(a->neg ? -v : v);
  return true;
}

/* Order of the magnitudes. */
static int compare_size(const cs_big *a, const cs_big *b) {
  if (a->n != b->n) return a->n < b->n ? -1 : 1;
  if (a->n == 0) return 0;
  int order = mpn_cmp(a->limbs, b->limbs, (mp_size_t)a->n);
  return (order > 0) - (order < 0);
}

int cs_big_compare(const cs_big *a, const cs_big *b) {
  if (a->neg != b->neg) return a->neg ? -1 : 1;
  int order = compare_size(a, b);
  return a->neg ? -order : order;
}

size_t cs_big_add_size(size_t an, size_t bn) {
  return cs_limbs_cap((an > bn ? an : bn) + 1);
}

/* |r| = |a| + |b| for a->n >= b->n. */
static void add_size(cs_bigres *r, const cs_big *a, const cs_big *b) {
  mp_limb_t carry = 0;
  if (b->n == 0)
    cs_limbs_copy(r->limbs, a->limbs, a->n);
  else
    carry =
        mpn_add(r->limbs, a->limbs, (mp_size_t)a->n, b->limbs, (mp_size_t)b->n);
  r->n = a->n;
  if (carry) r->limbs[r->n++] = carry;
}

/* |r| = |a| - |b| for |a| > |b|. */
static void sub_size(cs_bigres *r, const cs_big *a, const cs_big *b) {
  if (b->n == 0)
    cs_limbs_copy(r->limbs, a->limbs, a->n);
  else
    mpn_sub(r->limbs, a->limbs, (mp_size_t)a->n, b->limbs, (mp_size_t)b->n);
  r->n = cs_limbs_trim(r->limbs, a->n);
}

/* r = a + b, where b's sign is replaced by `bneg`. */
static void add_signed(cs_bigres *r, const cs_big *a, const cs_big *b,
                       bool bneg) {
  if (a->neg == bneg) {
    bool longer = a->n >= b->n;
    add_size(r, longer ? a : b, longer ? b : a);
    r->neg = r->n > 0 && bneg;
    return;
  }
  int order = compare_size(a, b);
  if (order == 0) {
    r->n = 0;
    r->neg = false;
  } else if (order > 0) {
    sub_size(r, a, b);
    r->neg = a->neg;
  } else {
    sub_size(r, b, a);
    r->neg = bneg;
  }
}

void cs_big_add(cs_bigres *r, const cs_big *a, const cs_big *b) {
  /* A zero is never negative, but it may be added to anything. */
  add_signed(r, a, b, b->n ? b->neg : a->neg);
}

void cs_big_sub(cs_bigres *r, const cs_big *a, const cs_big *b) {
  if (a->n == 0) {
    cs_limbs_copy(r->limbs, b->limbs, b->n);
    r->n = b->n;
    r->neg = b->n > 0 && !b->neg;
    return;
  }
  add_signed(r, a, b, b->n ? !b->neg : a->neg);
}

size_t cs_big_mul_size(size_t an, size_t bn) {
  return cs_limbs_cap(an + bn);
}

void cs_big_mul(cs_bigres *r, const cs_big *a, const cs_big *b) {
  if (a->n < b->n) {
    const cs_big *t = a;
    a = b;
    b = t;
  }
  r->neg = a->neg != b->neg;
  if (b->n == 0) {
    r->n = 0;
    r->neg = false;
    return;
  }
  if (b->n == 1) {
    uint64_t carry = cs_limbs_times(r->limbs, a->limbs, a->n, b->limbs[0]);
    r->n = a->n;
    if (carry) r->limbs[r->n++] = carry;
    return;
  }
  mpn_mul(r->limbs, a->limbs, (mp_size_t)a->n, b->limbs, (mp_size_t)b->n);
  r->n = cs_limbs_trim(r->limbs, a->n + b->n);
}

void cs_big_sqr(cs_bigres *r, const cs_big *a) {
  r->n = 0;
  r->neg = false;
  if (a->n == 0) return;
  mpn_sqr(r->limbs, a->limbs, (mp_size_t)a->n);
  r->n = cs_limbs_trim(r->limbs, 2 * a->n);
}
