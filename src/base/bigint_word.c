/*
 * bigint_word.c - limbs times one word.
 *
 * GMP as Debian builds it is for every x86-64, so it multiplies without mulx,
 * which leaves the carry alone: with it the sums of four products are one chain
 * of additions.  gcc 12 spills that chain to the stack (slower than GMP), hence
 * the assembler.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/bigint_limbs.h"

/* gcc only, as in sha2_ni.c. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#define LANES 4

typedef struct four { /* what the assembler reads */
  uint64_t limb[LANES];
} four;

/* r[0..3] = a[0..3] * m + carry; returns the limb on top.  It cannot overflow:
 * the upper half of a product is never all ones. */
static inline uint64_t times_four(uint64_t *r, const uint64_t *a, uint64_t m,
                                  uint64_t carry) {
  uint64_t l0, l1, l2, l3, h;
  __asm__(
      "mulx (%[a]), %[l0], %[h]\n\t"
      "mulx 8(%[a]), %[l1], %[l2]\n\t" /* l2: the upper half for now */
      "add %[carry], %[l0]\n\t"
      "adc %[h], %[l1]\n\t"
      "mulx 16(%[a]), %[l3], %[h]\n\t"
      "adc %[l3], %[l2]\n\t"
      "mulx 24(%[a]), %[l3], %[carry]\n\t"
      "adc %[h], %[l3]\n\t"
      "adc $0, %[carry]"
      : [l0] "=&r"(l0), [l1] "=&r"(l1), [l2] "=&r"(l2), [l3] "=&r"(l3),
        [h] "=&r"(h), [carry] "+&r"(carry)
      : [a] "r"(a), "d"(m), "m"(*(const four *)a)
      : "cc");
  r[0] = l0;
  r[1] = l1;
  r[2] = l2;
  r[3] = l3;
  return carry;
}

uint64_t cs_limbs_times(uint64_t *r, const uint64_t *a, size_t n, uint64_t m) {
  size_t whole = n & ~(size_t)(LANES - 1), rest = n - whole;
  if (whole == 0 || !__builtin_cpu_supports("bmi2"))
    return mpn_mul_1(r, a, (mp_size_t)n, m);
  uint64_t carry = 0;
  for (size_t i = 0; i < whole; i += LANES)
    carry = times_four(r + i, a + i, m, carry);
  if (rest == 0) return carry;
  uint64_t top = mpn_mul_1(r + whole, a + whole, (mp_size_t)rest, m);
  return top + mpn_add_1(r + whole, r + whole, (mp_size_t)rest, carry);
}

#else

uint64_t cs_limbs_times(uint64_t *r, const uint64_t *a, size_t n, uint64_t m) {
  return mpn_mul_1(r, a, (mp_size_t)n, m);
}

#endif
