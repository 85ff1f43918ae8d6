/*
 * bigint_split.h - long conversions to text and back, in steps.
 *
 * GMP converts millions of digits in one call of seconds.  Here a number is cut
 * in halves by powers of its base, until the parts are short; between two
 * divisions or products the caller may lose patience.  The longest step is one
 * of them, of half the number.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_NUM_BIGINT_SPLIT_H
#define CS_NUM_BIGINT_SPLIT_H

#include "num/bigint.h"

/* How a number is cut: 2**levels parts of `part` limbs, each less than
 * unit**part, where `unit` is the largest power of the base in a limb. */
typedef struct cs_split {
  size_t part, levels;
  uint64_t unit;
  unsigned per_limb; /* digits of a unit */
  unsigned base;
} cs_split;

/* For a number of at most so many digits of `unit`; levels 0: it is short, and
 * need not be cut. */
cs_split cs_split_plan(uint64_t units, unsigned base);
/* The digits of `unit` that hold any number of so many bits. */
uint64_t cs_split_units(uint64_t bits, unsigned base);

/* The functions of bigint.h for numbers of more than one part.  CS_STOP:
 * `patience` ended. */
size_t cs_split_print_scratch(const cs_split *s);
cs_status cs_split_print(const cs_split *s, const cs_big *a, char *buf,
                         size_t *len, uint64_t *scratch,
                         const cs_patience *patience) CS_MUST_CHECK;
size_t cs_split_parse_scratch(const cs_split *s);
cs_status cs_split_parse(const cs_split *s, cs_bigres *r, const cs_bigtext *t,
                         uint64_t *scratch,
                         const cs_patience *patience) CS_MUST_CHECK;

/* Value of a digit or letter, or 36 and more. */
unsigned cs_split_digit(char c);

#endif
