/*
 * bigint_word.c - limbs times one word.
 *
 * GMP as Debian builds it is for every x86-64, so it multiplies without mulx,
 * which leaves the carry alone: with it the sums of products are one chain of
 * additions.  gcc 12 spills that chain to the stack (slower than GMP), hence
 * the assembler.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "num/bigint_limbs.h"

/* gcc only, as in sha2_ni.c. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

#define LANES 8

typedef struct lanes { /* what the assembler reads, and writes */
  uint64_t limb[LANES];
} lanes;

/* r = a * m + carry; returns the limb on top.  It cannot overflow: the upper
 * half of a product is never all ones. */
static inline uint64_t times_lanes(lanes *r, const lanes *a, uint64_t m,
                                   uint64_t carry) {
  uint64_t low, high;
#define STEP(at, add, from, to)                             \
  "mulx " at "(%[a]), %[low], %[" to "]\n\t" add " %[" from \
  "], %[low]\n\t"                                           \
  "mov %[low], " at "(%[r])\n\t"
  /* clang-format off */
  __asm__(STEP("0",  "add", "carry", "high")
          STEP("8",  "adc", "high", "carry")
          STEP("16", "adc", "carry", "high")
          STEP("24", "adc", "high", "carry")
          STEP("32", "adc", "carry", "high")
          STEP("40", "adc", "high", "carry")
          STEP("48", "adc", "carry", "high")
          STEP("56", "adc", "high", "carry")
          "adc $0, %[carry]"
          : [low] "=&r"(low), [high] "=&r"(high), [carry] "+&r"(carry),
            "=m"(*r)
          : [a] "r"(a), [r] "r"(r), "d"(m), "m"(*a)
          : "cc");
  /* clang-format on */
#undef STEP
  return carry;
}

uint64_t cs_limbs_times(uint64_t *r, const uint64_t *a, size_t n, uint64_t m) {
  size_t whole = n & ~(size_t)(LANES - 1), rest = n - whole;
  if (whole == 0 || !__builtin_cpu_supports("bmi2"))
    return mpn_mul_1(r, a, (mp_size_t)n, m);
  uint64_t carry = 0;
  for (size_t i = 0; i < whole; i += LANES)
    carry = times_lanes((lanes *)(r + i), (const lanes *)(a + i), m, carry);
  if (rest == 0) return carry;
  uint64_t top = mpn_mul_1(r + whole, a + whole, (mp_size_t)rest, m);
  return top + mpn_add_1(r + whole, r + whole, (mp_size_t)rest, carry);
}

#else

uint64_t cs_limbs_times(uint64_t *r, const uint64_t *a, size_t n, uint64_t m) {
  return mpn_mul_1(r, a, (mp_size_t)n, m);
}

#endif
