/*
 * dtoa_digits.h - the decimal digits of a double, rounded where asked.
 *
 * Internal to the number code of base.  Digits are exact to the last place
 * (half to even on the true binary value), for any place.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_NUM_DTOA_DIGITS_H
#define CS_NUM_DTOA_DIGITS_H

#include <stdbool.h>
#include <stdint.h>

/* 309 digits before the point or 1 074 behind it, a chunk of 19 of slack. */
#define CS_DTOA_DIGITS_MAX 1440

/* The number 0.d[0]d[1]...d[n-1] * 10^point.  Zero has n == 0, point == 1;
 * otherwise d[0] is not '0'.  Trailing zeros may be present or left out. */
typedef struct cs_dtoa_digits {
  int n;
  int point;
  char d[CS_DTOA_DIGITS_MAX];
} cs_dtoa_digits;

/* Round finite |x| to `count` >= 1 significant digits. */
void cs_dtoa_significant(double x, int count, cs_dtoa_digits *out);

/* Round finite |x| to `places` digits behind the point; negative places round
 * to tens, hundreds... */
void cs_dtoa_fixed(double x, int places, cs_dtoa_digits *out);

/* The integer nearest to finite |x| * 10^places, half to even, for the common
 * case that it fits 64 bits; false if it may not or places is not 0..19. */
bool cs_dtoa_fixed_short(double x, int places, uint64_t *out);

/* Drop trailing zeros. */
void cs_dtoa_strip(cs_dtoa_digits *digits);

#endif
