/*
 * dtoa_bits.h - the bits of a double, and the one place that rounds to them.
 *
 * Internal to the number code of base.  Every conversion that can be inexact
 * ends in cs_dtoa_pack, so half-even rounding, subnormals and overflow exist
 * once.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_NUM_DTOA_BITS_H
#define CS_NUM_DTOA_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define CS_DTOA_SIGN   (UINT64_C(1) << 63)
#define CS_DTOA_HIDDEN (UINT64_C(1) << 52)
#define CS_DTOA_INF    (UINT64_C(0x7ff) << 52)

__extension__ typedef unsigned __int128 cs_u128;

static inline uint64_t cs_dtoa_bits(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double cs_dtoa_double(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* |x| == *mantissa * 2^*exponent for a finite x. */
static inline void cs_dtoa_split(uint64_t bits, uint64_t *mantissa,
                                 int *exponent) {
  int biased = (int)(bits >> 52 & 0x7ff);
  uint64_t fraction = bits & (CS_DTOA_HIDDEN - 1);
  *mantissa = biased ? fraction | CS_DTOA_HIDDEN : fraction;
  *exponent = (biased ? biased : 1) - 1075;
}

/* Round top * 2^(exp2 - 63) to the nearest double, half to even, and return
 * its bits.  The highest bit of `top` must be set; `sticky` says that the true
 * value is a little larger than that (by less than one unit of `top`). */
static inline uint64_t cs_dtoa_pack(uint64_t top, bool sticky, int64_t exp2) {
  if (exp2 > 1023) return CS_DTOA_INF;
  if (exp2 < -1075) return 0;
  unsigned drop = exp2 >= -1022 ? 11 : 11 + (unsigned)(-1022 - exp2);
  uint64_t kept = drop < 64 ? top >> drop : 0;
  uint64_t half = UINT64_C(1) << (drop - 1);
  bool up = (top & half) && (sticky || (top & (half - 1)) || (kept & 1));
  uint64_t base = exp2 >= -1022 ? (uint64_t)(exp2 + 1022) << 52 : 0;
  return base + kept + up; /* a carry out of the mantissa is what we want */
}

#endif
