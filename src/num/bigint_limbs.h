/*
 * bigint_limbs.h - small helpers on limb arrays, shared by bigint*.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_NUM_BIGINT_LIMBS_H
#define CS_NUM_BIGINT_LIMBS_H

#include <gmp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "num/bigint.h"

_Static_assert(_Generic((uint64_t)0, mp_limb_t : 1, default : 0),
               "GMP limbs are not uint64_t");
_Static_assert(GMP_NAIL_BITS == 0, "GMP was built with nails");

/* A size within the limit, or SIZE_MAX. */
static inline size_t cs_limbs_cap(size_t n) {
  return n <= CS_BIG_MAX ? n : SIZE_MAX;
}

/* Length without leading zero limbs. */
static inline size_t cs_limbs_trim(const uint64_t *x, size_t n) {
  while (n > 0 && x[n - 1] == 0) n--;
  return n;
}

static inline void cs_limbs_copy(uint64_t *to, const uint64_t *from, size_t n) {
  if (n) memcpy(to, from, n * sizeof *to);
}

/* Bits of a magnitude whose highest limb is not zero. */
static inline uint64_t cs_limbs_bits(const uint64_t *x, size_t n) {
  return n ? (uint64_t)n * 64 - (unsigned)__builtin_clzll(x[n - 1]) : 0;
}

/* Shift {x, n} left by `bits` into r (which may be x) with room for
 * n + bits/64 + 1 limbs; returns the trimmed length. */
static inline size_t cs_limbs_shl(uint64_t *r, const uint64_t *x, size_t n,
                                  uint64_t bits) {
  if (n == 0) return 0;
  size_t words = (size_t)(bits / 64);
  size_t top = n + words;
  if (bits % 64 == 0) {
    memmove(r + words, x, n * sizeof *r);
  } else {
    unsigned rest = (unsigned)(bits % 64);
    uint64_t carry = mpn_lshift(r + words, x, (mp_size_t)n, rest);
    if (carry) r[top++] = carry;
  }
  memset(r, 0, words * sizeof *r);
  return top;
}

/* Shift {x, n} right by bits < 64 * n into r; returns the trimmed length. */
static inline size_t cs_limbs_shr(uint64_t *r, const uint64_t *x, size_t n,
                                  uint64_t bits) {
  size_t words = (size_t)(bits / 64);
  size_t left = n - words;
  if (bits % 64 == 0)
    memmove(r, x + words, left * sizeof *r);
  else
    mpn_rshift(r, x + words, (mp_size_t)left, (unsigned)(bits % 64));
  return cs_limbs_trim(r, left);
}

/* {r, n} = {a, n} * m; returns the limb on top (bigint_word.c). */
uint64_t cs_limbs_times(uint64_t *r, const uint64_t *a, size_t n, uint64_t m);

/* Number of zero bits below the lowest one bit; x is not zero. */
static inline uint64_t cs_limbs_zeros(const uint64_t *x) {
  size_t i = 0;
  while (x[i] == 0) i++;
  return (uint64_t)i * 64 + (unsigned)__builtin_ctzll(x[i]);
}

/* Is any of the lowest `bits` bits of {x, n} set? */
static inline bool cs_limbs_any_below(const uint64_t *x, size_t n,
                                      uint64_t bits) {
  if (n == 0) return false;
  return cs_limbs_zeros(x) < bits;
}

#endif
