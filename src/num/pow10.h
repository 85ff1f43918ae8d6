/*
 * pow10.h - 128-bit approximations of the powers of ten.
 *
 * One table serves both directions of float text: reading multiplies a
 * decimal mantissa by 10^k, printing multiplies a binary one.  The range
 * covers every power either direction can ask for.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_NUM_POW10_H
#define CS_NUM_POW10_H

#include <stdint.h>

#define CS_POW10_MIN       (-342)
#define CS_POW10_MAX       324
#define CS_POW10_EXACT_MAX 55 /* 5^55 is the last power below 2^128 */

typedef struct cs_pow10 {
  uint64_t hi;
  uint64_t lo;
} cs_pow10;

extern const cs_pow10 cs_pow10_table[CS_POW10_MAX - CS_POW10_MIN + 1];

/* The 128 leading bits of 10^k, for CS_POW10_MIN <= k <= CS_POW10_MAX. */
static inline cs_pow10 cs_pow10_at(int k) {
  return cs_pow10_table[k - CS_POW10_MIN];
}

/* floor(log2(10^k)), right for |k| <= 1650. */
static inline int cs_pow10_log2(int k) {
  return (k * 1741647) >> 19;
}

#endif
