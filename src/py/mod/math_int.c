/*
 * math_int.c - module math: functions of integers.
 *
 * Products of many factors are built like a binary counter: a partial product
 * is multiplied with the one below it as soon as both cover the same number of
 * factors, so operands stay balanced and the C stack flat.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "num/bigint.h"
#include "py/heap/int_big.h"
#include "py/mod/num_arg.h"
#include "py/types/leaf.h"

/* --- balanced products --------------------------------------------------- */

#define LEVELS 48

typedef struct product {
  cs_ctx *ctx;
  cs_value part[LEVELS]; /* part[k] covers 2**k words, UNBOUND if empty */
  uint64_t word;         /* factors not yet in a part */
} product;

static void product_init(product *p, cs_ctx *ctx) {
  p->ctx = ctx;
  p->word = 1;
  for (int i = 0; i < LEVELS; i++) p->part[i] = CS_UNBOUND;
}

static cs_status product_carry(product *p) {
  cs_value v;
  CS_TRY(cs_int_new_u64(p->ctx, p->word, &v));
  p->word = 1;
  for (int k = 0; k < LEVELS; k++) {
    if (cs_is_unbound(p->part[k])) {
      p->part[k] = v;
      return CS_OK;
    }
    CS_TRY(cs_int_binop(p->ctx, CS_B_MUL, p->part[k], v, &v));
    p->part[k] = CS_UNBOUND;
  }
  return CS_ELIMIT; /* cannot be: 2**48 words do not fit the arena */
}

static cs_status product_take(product *p, uint64_t factor) {
  uint64_t more;
  if (!__builtin_mul_overflow(p->word, factor, &more)) {
    p->word = more;
    return CS_OK;
  }
  CS_TRY(product_carry(p));
  p->word = factor;
  return CS_OK;
}

static cs_status product_close(product *p, cs_value *out) {
  cs_value v;
  CS_TRY(cs_int_new_u64(p->ctx, p->word, &v));
  for (int k = 0; k < LEVELS; k++)
    if (!cs_is_unbound(p->part[k]))
      CS_TRY(cs_int_binop(p->ctx, CS_B_MUL, p->part[k], v, &v));
  *out = v;
  return CS_OK;
}

/* first * (first + 1) * ... * last */
static cs_status run_product(cs_ctx *ctx, uint64_t first, uint64_t last,
                             cs_value *out) {
  product p;
  product_init(&p, ctx);
  uint64_t n = last >= first ? last - first + 1 : 0;
  CS_TRY(cs_charge_big(ctx, n / 4));
  for (uint64_t i = 0; i < n; i++) CS_TRY(product_take(&p, first + i));
  return product_close(&p, out);
}

/* --- factorial, comb, perm ----------------------------------------------- */

CS_LEAF(math_factorial) {
  cs_value v;
  int64_t i;
  CS_TRY(cs_num_index(ctx, args, 0, &v));
  if (cs_int_compare(ctx, v, cs_int(0)) < 0)
    return cs_throw(ctx, CS_ValueError,
                    "factorial() not defined for negative values");
  if (!cs_int_as_i64(ctx, v, &i))
    return cs_throw(ctx, CS_OverflowError,
                    "factorial() argument should not exceed %d", INT64_MAX);
  return run_product(ctx, 2, (uint64_t)i, out);
}

static cs_status non_negative(cs_ctx *ctx, cs_value v, const char *name) {
  if (cs_int_compare(ctx, v, cs_int(0)) >= 0) return CS_OK;
  return cs_throw(ctx, CS_ValueError, "%s must be a non-negative integer",
                  name);
}

/* n * (n - 1) * ... of k factors, n of any size. */
static cs_status falling(cs_ctx *ctx, cs_value n, uint64_t k, cs_value *out) {
  int64_t small;
  if (cs_int_as_i64(ctx, n, &small))
    return run_product(ctx, (uint64_t)small - k + 1, (uint64_t)small, out);
  cs_value r = cs_int(1), f = n;
  for (uint64_t i = 0; i < k; i++) {
    CS_TRY(cs_int_binop(ctx, CS_B_MUL, r, f, &r));
    CS_TRY(cs_int_binop(ctx, CS_B_SUB, f, cs_int(1), &f));
  }
  *out = r;
  return CS_OK;
}

CS_LEAF(math_perm) {
  cs_value a, k;
  int64_t count;
  if (cs_is_unbound(args[1]) || cs_is_none(args[1]))
    return math_factorial(ctx, args, n, out);
  CS_TRY(cs_num_index(ctx, args, 0, &a));
  CS_TRY(cs_num_index(ctx, args, 1, &k));
  CS_TRY(non_negative(ctx, a, "n"));
  CS_TRY(non_negative(ctx, k, "k"));
  if (cs_int_compare(ctx, a, k) < 0) CS_GIVE(cs_int(0));
  if (!cs_int_as_i64(ctx, k, &count))
    return cs_throw(ctx, CS_OverflowError, "k must not exceed %d", INT64_MAX);
  return falling(ctx, a, (uint64_t)count, out);
}

CS_LEAF(math_comb) {
  cs_value a, k, rest, top, bottom;
  int64_t count;
  CS_TRY(cs_num_index(ctx, args, 0, &a));
  CS_TRY(cs_num_index(ctx, args, 1, &k));
  CS_TRY(non_negative(ctx, a, "n"));
  CS_TRY(non_negative(ctx, k, "k"));
  if (cs_int_compare(ctx, a, k) < 0) CS_GIVE(cs_int(0));
  CS_TRY(cs_int_binop(ctx, CS_B_SUB, a, k, &rest));
  if (cs_int_compare(ctx, rest, k) < 0) k = rest;
  if (!cs_int_as_i64(ctx, k, &count))
    return cs_throw(ctx, CS_OverflowError, "min(n - k, k) must not exceed %d",
                    INT64_MAX);
  CS_TRY(falling(ctx, a, (uint64_t)count, &top));
  CS_TRY(run_product(ctx, 2, (uint64_t)count, &bottom));
  return cs_int_binop(ctx, CS_B_FLOORDIV, top, bottom, out);
}

/* --- gcd, lcm, isqrt ----------------------------------------------------- */

static uint64_t gcd_words(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

static uint64_t magnitude(int64_t i) {
  return i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
}

static cs_status gcd_of(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  int64_t i, j;
  if (cs_int_as_i64(ctx, a, &i) && cs_int_as_i64(ctx, b, &j))
    return cs_int_new_u64(ctx, gcd_words(magnitude(i), magnitude(j)), out);
  uint64_t tmp[2], local[CS_INT_LOCAL], *scratch;
  cs_big x = cs_int_view(ctx, a, &tmp[0]), y = cs_int_view(ctx, b, &tmp[1]);
  cs_int_result res;
  CS_TRY(cs_int_charge(ctx, cs_big_gcd_cost(x.n, y.n)));
  CS_TRY(cs_int_scratch(ctx, cs_big_gcd_scratch(x.n, y.n), local, &scratch));
  CS_TRY(cs_int_open(ctx, &res, cs_big_gcd_size(x.n, y.n)));
  const cs_patience patience = cs_charge_patience(ctx);
  CS_TRY(cs_big_gcd(&res.r, &x, &y, scratch, &patience));
  return cs_int_close(ctx, &res, out);
}

static cs_status absolute(cs_ctx *ctx, cs_value v, cs_value *out) {
  if (cs_int_compare(ctx, v, cs_int(0)) < 0) return cs_int_neg(ctx, v, out);
  CS_GIVE(v);
}

CS_LEAF(math_gcd) {
  cs_value r = cs_int(0), v;
  if (n == 2 && cs_both_int(args[0], args[1])) {
    uint64_t a = magnitude(cs_int_of(args[0]));
    return cs_int_new_u64(ctx, gcd_words(a, magnitude(cs_int_of(args[1]))),
                          out);
  }
  for (uint32_t i = 0; i < n; i++) CS_TRY(cs_num_index(ctx, args, i, &v));
  for (uint32_t i = 0; i < n; i++) {
    CS_TRY(cs_num_index(ctx, args, i, &v));
    CS_TRY(gcd_of(ctx, r, v, &r));
  }
  CS_GIVE(r);
}

CS_LEAF(math_lcm) {
  cs_value r = cs_int(1), v, g;
  for (uint32_t i = 0; i < n; i++) CS_TRY(cs_num_index(ctx, args, i, &v));
  for (uint32_t i = 0; i < n; i++) {
    CS_TRY(cs_num_index(ctx, args, i, &v));
    if (cs_same(v, cs_int(0)) || cs_same(r, cs_int(0))) {
      r = cs_int(0);
      continue;
    }
    CS_TRY(gcd_of(ctx, r, v, &g));
    CS_TRY(cs_int_binop(ctx, CS_B_FLOORDIV, r, g, &r));
    CS_TRY(cs_int_binop(ctx, CS_B_MUL, r, v, &r));
    CS_TRY(absolute(ctx, r, &r));
  }
  CS_GIVE(r);
}

CS_LEAF(math_isqrt) {
  cs_value v;
  int64_t i;
  CS_TRY(cs_num_index(ctx, args, 0, &v));
  if (cs_int_compare(ctx, v, cs_int(0)) < 0)
    return cs_throw(ctx, CS_ValueError, "isqrt() argument must be nonnegative");
  if (cs_int_as_i64(ctx, v, &i)) {
    uint64_t r = (uint64_t)sqrt((double)i);
    while (r > UINT32_MAX || r * r > (uint64_t)i) r--;
    while ((r + 1) * (r + 1) <= (uint64_t)i) r++;
    CS_GIVE(cs_int((int64_t)r));
  }
  uint64_t tmp;
  cs_big a = cs_int_view(ctx, v, &tmp);
  cs_int_result res;
  CS_TRY(cs_int_charge(ctx, cs_big_isqrt_cost(a.n)));
  CS_TRY(cs_int_open(ctx, &res, cs_big_isqrt_size(a.n)));
  const cs_patience patience = cs_charge_patience(ctx);
  CS_TRY(cs_big_isqrt(&res.r, &a, &patience));
  return cs_int_close(ctx, &res, out);
}

extern const cs_native_def cs_math_int_natives[];
const cs_native_def cs_math_int_natives[] = {
    {".math", "factorial", "(x, /)", math_factorial},
    {".math", "perm", "(n, k=None, /)", math_perm},
    {".math", "comb", "(n, k, /)", math_comb},
    {".math", "gcd", "(*args)", math_gcd},
    {".math", "lcm", "(*args)", math_lcm},
    {".math", "isqrt", "(n, /)", math_isqrt},
    CS_NATIVE_END};
