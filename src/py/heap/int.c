/*
 * int.c - making, converting and comparing integers.
 *
 * Invariant: a BIGINT never holds a number of the small range, so each number
 * has one form and a small and a big int are never equal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/int.h"

#include <math.h>

#include "base/hash.h"
#include "py/heap/int_big.h"

/* --- limbs --------------------------------------------------------------- */

/* A small int or a bool. */
static int64_t small_of(cs_value v) {
  return cs_is_int(v) ? cs_int_of(v) : cs_is_true(v);
}

cs_big cs_int_view(const cs_ctx *ctx, cs_value v, uint64_t *tmp) {
  assert(cs_is_anyint(v));
  if (cs_is(v, CS_L_BIGINT)) {
    const cs_bigint *b = CS_PTR(ctx, cs_bigint, v);
    return (cs_big){b->limb, b->n, b->neg != 0};
  }
  return cs_big_from_i64(small_of(v), tmp);
}

const uint64_t *cs_int_limbs(const cs_ctx *ctx, cs_value v, uint64_t *tmp,
                             uint32_t *n, bool *neg) {
  cs_big b = cs_int_view(ctx, v, tmp);
  *n = (uint32_t)b.n;
  *neg = b.neg;
  return b.limbs;
}

/* Four limb operations cost about as much as one instruction. */
cs_status cs_int_charge(cs_ctx *ctx, uint64_t cost) {
  return cost < 64 ? CS_OK : cs_charge_big(ctx, cost / 4);
}

cs_status cs_int_scratch(cs_ctx *ctx, size_t limbs,
                         uint64_t local[CS_INT_LOCAL], uint64_t **out) {
  *out = local;
  if (limbs <= CS_INT_LOCAL) return CS_OK;
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_RAW,
                          offsetof(cs_raw, data) + limbs * UINT64_C(8), &off);
  if (st == CS_OK) *out = (uint64_t *)(void *)CS_AT(ctx, cs_raw, off)->data;
  return st;
}

cs_status cs_int_open(cs_ctx *ctx, cs_int_result *res, size_t limbs) {
  res->off = 0;
  res->r = (cs_bigres){.limbs = res->local};
  if (limbs <= CS_INT_LOCAL) return CS_OK;
  if (limbs > CS_INT_MOST) return cs_throw(ctx, CS_MemoryError, "");
  /* RAW until it is finished: half-made ints must not be seen as ints. */
  cs_status st =
      cs_alloc(ctx, CS_L_RAW, offsetof(cs_bigint, limb) + limbs * 8, &res->off);
  if (st == CS_OK) res->r.limbs = CS_AT(ctx, cs_bigint, res->off)->limb;
  return st;
}

/* True, with the value, if the magnitude is in the small range. */
static bool shrink(const uint64_t *limbs, size_t n, bool neg, cs_value *out) {
  if (n > 1) return false;
  uint64_t m = n ? limbs[0] : 0;
  if (m > (uint64_t)CS_INT_MAX + neg) return false;
  *out = cs_int(neg ? -(int64_t)m : (int64_t)m);
  return true;
}

cs_status cs_int_close(cs_ctx *ctx, cs_int_result *res, cs_value *out) {
  const cs_bigres *r = &res->r;
  if (!res->off) return cs_int_from_limbs(ctx, r->limbs, r->n, r->neg, out);
  if (shrink(r->limbs, r->n, r->neg, out)) return CS_OK;
  assert(r->limbs[r->n - 1] != 0);
  cs_bigint *b = CS_AT(ctx, cs_bigint, res->off);
  b->h.type = CS_L_BIGINT;
  b->n = (uint32_t)r->n;
  b->neg = r->neg;
  *out = cs_ref(CS_L_BIGINT, res->off);
  return CS_OK;
}

/* --- constructors -------------------------------------------------------- */

cs_status cs_int_from_limbs(cs_ctx *ctx, const uint64_t *limbs, size_t n,
                            bool neg, cs_value *out) {
  while (n && limbs[n - 1] == 0) n--;
  if (shrink(limbs, n, neg, out)) return CS_OK;
  if (n > CS_INT_MOST) return cs_throw(ctx, CS_MemoryError, "");
  cs_off off;
  cs_status st =
      cs_alloc(ctx, CS_L_BIGINT, offsetof(cs_bigint, limb) + n * 8, &off);
  if (st != CS_OK) return st;
  cs_bigint *b = CS_AT(ctx, cs_bigint, off);
  assert(n > 0 && limbs[n - 1] != 0); /* shrink() took zero */
  b->n = (uint32_t)n;
  b->neg = neg;
  memcpy(b->limb, limbs, n * 8);
  *out = cs_ref(CS_L_BIGINT, off);
  return CS_OK;
}

cs_status cs_int_new(cs_ctx *ctx, int64_t i, cs_value *out) {
  if (cs_int_fits(i)) {
    *out = cs_int(i);
    return CS_OK;
  }
  uint64_t magnitude = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
  return cs_int_from_limbs(ctx, &magnitude, 1, i < 0, out);
}

cs_status cs_int_new_u64(cs_ctx *ctx, uint64_t i, cs_value *out) {
  return cs_int_from_limbs(ctx, &i, 1, false, out);
}

bool cs_int_as_i64(const cs_ctx *ctx, cs_value v, int64_t *out) {
  if (cs_is_int(v) || cs_is_bool(v)) {
    *out = small_of(v);
    return true;
  }
  if (!cs_is(v, CS_L_BIGINT)) return false;
  uint64_t tmp;
  cs_big b = cs_int_view(ctx, v, &tmp);
  return cs_big_to_i64(&b, out);
}

/* --- order and hash ------------------------------------------------------ */

int cs_int_compare(const cs_ctx *ctx, cs_value a, cs_value b) {
  if (!cs_is_ref(a) && !cs_is_ref(b)) {
    int64_t x = small_of(a), y = small_of(b);
    return (x > y) - (x < y);
  }
  uint64_t s, t;
  cs_big x = cs_int_view(ctx, a, &s), y = cs_int_view(ctx, b, &t);
  return cs_big_compare(&x, &y);
}

int cs_int_compare_double(const cs_ctx *ctx, cs_value i, double d) {
  if (isnan(d)) return 2;
  if (!cs_is_ref(i)) {
    double x = (double)small_of(i); /* exact: 50 bits */
    return (x > d) - (x < d);
  }
  uint64_t tmp;
  cs_big b = cs_int_view(ctx, i, &tmp);
  if (isinf(d)) return d > 0 ? -1 : 1;
  return cs_big_compare_double(&b, d);
}

int64_t cs_int_hash(const cs_ctx *ctx, cs_value v) {
  if (!cs_is_ref(v)) return cs_hash_int64(small_of(v));
  assert(cs_is(v, CS_L_BIGINT));
  const cs_bigint *b = CS_PTR(ctx, cs_bigint, v);
  return cs_hash_limbs(b->limb, b->n, b->neg != 0);
}

/* --- unary operators ----------------------------------------------------- */

cs_status cs_int_neg(cs_ctx *ctx, cs_value v, cs_value *out) {
  if (!cs_is_ref(v)) return cs_int_new(ctx, -small_of(v), out);
  const cs_bigint *b = CS_PTR(ctx, cs_bigint, v);
  cs_status st = cs_int_charge(ctx, cs_big_linear_cost(b->n, 0));
  return st == CS_OK ? cs_int_from_limbs(ctx, b->limb, b->n, !b->neg, out) : st;
}

cs_status cs_int_invert(cs_ctx *ctx, cs_value v, cs_value *out) {
  if (!cs_is_ref(v)) return cs_int_new(ctx, ~small_of(v), out);
  uint64_t tmp;
  cs_big a = cs_int_view(ctx, v, &tmp);
  cs_int_result res;
  cs_status st = cs_int_charge(ctx, cs_big_linear_cost(a.n, 0));
  if (st == CS_OK) st = cs_int_open(ctx, &res, cs_big_bits_size(a.n, 0));
  if (st != CS_OK) return st;
  cs_big_not(&res.r, &a);
  return cs_int_close(ctx, &res, out);
}

/* --- floats -------------------------------------------------------------- */

cs_status cs_int_to_double(cs_ctx *ctx, cs_value v, double *out) {
  if (!cs_is_ref(v)) {
    *out = (double)small_of(v);
    return CS_OK;
  }
  uint64_t tmp;
  cs_big b = cs_int_view(ctx, v, &tmp);
  if (cs_big_to_double(&b, out) == CS_OK) return CS_OK;
  return cs_throw(ctx, CS_OverflowError, "int too large to convert to float");
}

cs_status cs_int_from_double(cs_ctx *ctx, double d, cs_value *out) {
  if (isnan(d))
    return cs_throw(ctx, CS_ValueError, "cannot convert float NaN to integer");
  if (isinf(d))
    return cs_throw(ctx, CS_OverflowError,
                    "cannot convert float infinity to integer");
  if (fabs(d) < 0x1p49) {
    *out = cs_int((int64_t)d);
    return CS_OK;
  }
  uint64_t limbs[CS_BIG_DOUBLE_LIMBS];
  cs_bigres r = {.limbs = limbs};
  cs_big_from_double(&r, d);
  return cs_int_from_limbs(ctx, limbs, r.n, r.neg, out);
}
