/*
 * int_pow.c - powers, plain and modular.
 *
 * The size of a plain power is known before it is computed, so that a huge
 * one is refused or charged in advance.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "py/heap/int_big.h"

/* a ** b for b < 0: a float. */
static cs_status pow_float(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  double x, y;
  cs_status st = cs_int_to_double(ctx, a, &x);
  if (st == CS_OK) st = cs_int_to_double(ctx, b, &y);
  if (st != CS_OK) return st;
  if (x == 0)
    return cs_throw(ctx, CS_ZeroDivisionError,
                    "0.0 cannot be raised to a negative power");
  *out = cs_float(pow(x, y)); /* |x| >= 1: at most 1, no overflow */
  return CS_OK;
}

/* 0, 1 and -1 to any power. */
static bool pow_trivial(int64_t a, const cs_big *e, cs_value *out) {
  bool odd = e->n && e->limbs[0] & 1;
  if (e->n == 0 || a == 1)
    *out = cs_int(1);
  else if (a == 0)
    *out = cs_int(0);
  else if (a == -1)
    *out = cs_int(odd ? -1 : 1);
  else
    return false;
  return true;
}

/* By squaring in a machine word; false when it leaves that. */
static bool pow_small(int64_t a, uint64_t e, int64_t *out) {
  int64_t result = 1;
  for (;;) {
    if (e & 1 && __builtin_mul_overflow(result, a, &result)) return false;
    e >>= 1;
    if (!e) break;
    if (__builtin_mul_overflow(a, a, &a)) return false;
  }
  *out = result;
  return true;
}

cs_status cs_int_pow(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  uint64_t s, t;
  int64_t power;
  if (cs_both_int(a, b) && cs_int_of(b) >= 0 &&
      pow_small(cs_int_of(a), (uint64_t)cs_int_of(b), &power))
    return cs_int_new(ctx, power, out);
  cs_big x = cs_int_view(ctx, a, &s), e = cs_int_view(ctx, b, &t);
  if (e.neg) return pow_float(ctx, a, b, out);
  int64_t small = 2;
  bool fits = cs_int_as_i64(ctx, a, &small);
  if (e.n == 0 || fits)
    if (pow_trivial(small, &e, out)) return CS_OK;
  if (e.n > 1) return cs_throw(ctx, CS_MemoryError, "");
  if (fits && pow_small(small, e.limbs[0], &power))
    return cs_int_new(ctx, power, out);
  size_t size = cs_big_pow_size(&x, e.limbs[0]);
  if (size > CS_INT_MOST) return cs_throw(ctx, CS_MemoryError, "");
  uint64_t local[CS_INT_LOCAL], *scratch;
  cs_int_result res;
  cs_status st = cs_int_charge(ctx, cs_big_pow_cost(&x, e.limbs[0]));
  if (st == CS_OK) st = cs_int_open(ctx, &res, size);
  if (st == CS_OK)
    st = cs_int_scratch(ctx, cs_big_pow_scratch(&x, e.limbs[0]), local,
                        &scratch);
  if (st != CS_OK) return st;
  cs_big_pow(&res.r, &x, e.limbs[0], scratch);
  return cs_int_close(ctx, &res, out);
}

/* pow(a, e, m) for e >= 0 and 0 < m < 2^32: products fit a word. */
static int64_t powmod_small(int64_t a, uint64_t e, int64_t m) {
  uint64_t mod = (uint64_t)m;
  int64_t r = a % m;
  uint64_t base = (uint64_t)(r < 0 ? r + m : r), result = 1 % mod;
  for (; e; e >>= 1) {
    if (e & 1) result = result * base % mod;
    base = base * base % mod;
  }
  return (int64_t)result;
}

cs_status cs_int_powmod(cs_ctx *ctx, cs_value a, cs_value b, cs_value m,
                        cs_value *out) {
  uint64_t s, t, u;
  cs_big x = cs_int_view(ctx, a, &s), e = cs_int_view(ctx, b, &t);
  cs_big mod = cs_int_view(ctx, m, &u);
  if (mod.n == 0)
    return cs_throw(ctx, CS_ValueError, "pow() 3rd argument cannot be 0");
  int64_t base, modulus;
  if (!e.neg && e.n < 2 && cs_int_as_i64(ctx, a, &base) &&
      cs_int_as_i64(ctx, m, &modulus) && modulus > 0 && modulus <= UINT32_MAX) {
    cs_charge(ctx, 16);
    *out = cs_int(powmod_small(base, e.n ? e.limbs[0] : 0, modulus));
    return CS_OK;
  }
  uint64_t local[CS_INT_LOCAL], *scratch;
  cs_int_result res;
  cs_status st = cs_int_charge(ctx, cs_big_powmod_cost(&x, &e, &mod));
  if (st == CS_OK) st = cs_int_open(ctx, &res, mod.n);
  if (st == CS_OK)
    st = cs_int_scratch(ctx, cs_big_powmod_scratch(&x, &e, &mod), local,
                        &scratch);
  if (st != CS_OK) return st;
  const cs_patience patience = cs_charge_patience(ctx);
  st = cs_big_powmod(&res.r, &x, &e, &mod, scratch, &patience);
  if (st == CS_STOP) return st;
  if (st != CS_OK)
    return cs_throw(ctx, CS_ValueError,
                    "base is not invertible for the given modulus");
  return cs_int_close(ctx, &res, out);
}
