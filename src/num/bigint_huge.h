/*
 * bigint_huge.h - division, root and divisor of numbers that take long.
 *
 * GMP's own functions run to their end, which is seconds for numbers of 20
 * million bits.  These do the same work in parts, and ask `patience` after
 * each; a part takes about as long as one product of two halves.  They are for
 * operands above CS_HUGE limbs only: below it GMP needs some milliseconds.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_NUM_BIGINT_HUGE_H
#define CS_NUM_BIGINT_HUGE_H

#include "num/bigint.h"

#define CS_HUGE 16384 /* limbs: 1 Mbit */

/* Magnitudes, as mpn_tdiv_qr: {q, an - bn + 1} and {r, bn}, not trimmed.
 * False: `patience` ended. */
bool cs_huge_divide(uint64_t *q, uint64_t *r, const cs_big *a, const cs_big *b,
                    const cs_patience *patience) CS_MUST_CHECK;

/* The divisor of two magnitudes that are not zero. */
bool cs_huge_gcd(cs_bigres *r, const cs_big *a, const cs_big *b,
                 const cs_patience *patience) CS_MUST_CHECK;

/* The root of a magnitude of more than CS_HUGE limbs. */
bool cs_huge_isqrt(cs_bigres *r, const cs_big *a,
                   const cs_patience *patience) CS_MUST_CHECK;

#endif
