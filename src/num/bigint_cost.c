/*
 * bigint_cost.c - how much work an operation will be, before it is done.
 *
 * The numbers are limb operations.  They depend on sizes alone, never on the
 * machine or on GMP's thresholds, because fuel must be the same everywhere;
 * they follow the growth of GMP's algorithms closely enough that no program
 * gets much more work out of a unit of fuel than any other.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "num/bigint.h"
#include "num/bigint_limbs.h"

#define BASECASE 32 /* schoolbook up to here */
#define FFT_FROM 4096

static uint64_t add_cap(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint64_t mul_cap(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint64_t log2_of(uint64_t n) {
  return n ? 63 - (unsigned)__builtin_clzll(n) : 0;
}

/* n by n limbs.  Halve n down to the base case, then multiply the cost back
 * up; what is lost by halving odd sizes is made good by scaling with the true
 * leading part. */
static uint64_t square_cost(uint64_t n) {
  uint64_t part = n;
  unsigned thirds = 0;
  unsigned quarters = 0;
  while (part > FFT_FROM) part = (part + 1) / 2, quarters++;
  while (part > BASECASE) part = (part + 1) / 2, thirds++;
  uint64_t cost = part * part;
  for (; thirds > 0; thirds--) cost = mul_cap(cost, 3);
  for (; quarters > 0; quarters--) cost = add_cap(mul_cap(cost, 2), cost / 4);
  return cost;
}

uint64_t cs_big_linear_cost(size_t an, size_t bn) {
  return (uint64_t)an + bn + 4;
}

uint64_t cs_big_mul_cost(size_t an, size_t bn) {
  uint64_t most = an > bn ? an : bn;
  uint64_t least = an > bn ? bn : an;
  if (least <= BASECASE) return add_cap(mul_cap(most, least), most + 4);
  uint64_t blocks = (most + least - 1) / least;
  return add_cap(mul_cap(blocks, square_cost(least)), most);
}

uint64_t cs_big_divmod_cost(size_t an, size_t bn) {
  if (an < bn) return cs_big_linear_cost(an, bn);
  uint64_t cost = mul_cap(2, cs_big_mul_cost(an - bn + 1, bn));
  return add_cap(cost, cs_big_linear_cost(an, bn));
}

uint64_t cs_big_gcd_cost(size_t an, size_t bn) {
  size_t least = an < bn ? an : bn;
  if (least <= 512) return add_cap(mul_cap(mul_cap(2, an), bn), 64);
  uint64_t cost = mul_cap(4 * log2_of(least), cs_big_mul_cost(least, least));
  return add_cap(cost, cs_big_divmod_cost(an > bn ? an : bn, least));
}

uint64_t cs_big_isqrt_cost(size_t an) {
  size_t half = an / 2 + 1;
  return add_cap(mul_cap(2, cs_big_mul_cost(half, half)), an);
}

uint64_t cs_big_pow_cost(const cs_big *a, uint64_t e) {
  size_t size = cs_big_pow_size(a, e);
  if (size == SIZE_MAX) return UINT64_MAX;
  uint64_t last = cs_big_mul_cost(size / 2 + 1, size / 2 + 1);
  return add_cap(last + last / 2, 8 * log2_of(e | 1));
}

uint64_t cs_big_powmod_cost(const cs_big *a, const cs_big *e, const cs_big *m) {
  uint64_t bits = cs_limbs_bits(e->limbs, e->n);
  uint64_t step =
      add_cap(cs_big_mul_cost(m->n, m->n), cs_big_divmod_cost(2 * m->n, m->n));
  uint64_t cost = mul_cap(bits + bits / 4 + 16, step);
  cost = add_cap(cost, cs_big_divmod_cost(a->n, m->n));
  return e->neg ? add_cap(cost, cs_big_gcd_cost(m->n, m->n)) : cost;
}

uint64_t cs_big_truediv_cost(size_t an, size_t bn) {
  return add_cap(cs_big_divmod_cost(bn + 2, bn), cs_big_linear_cost(an, bn));
}

/* Conversion of n limbs from or to `count` digits. */
static uint64_t text_cost(size_t n, uint64_t count, unsigned base) {
  if ((base & (base - 1)) == 0) return count + n + 4;
  size_t half = n / 2 + 1;
  uint64_t levels = log2_of(n / BASECASE + 1) + 1;
  uint64_t cost = mul_cap(levels, cs_big_mul_cost(half, half));
  return add_cap(add_cap(cost, count), 8);
}

uint64_t cs_big_parse_cost(const cs_bigtext *t) {
  return text_cost(cs_big_parse_size(t), t->len, t->base);
}

uint64_t cs_big_print_cost(const cs_big *a, unsigned base) {
  return text_cost(a->n, cs_big_print_size(a, base), base);
}
