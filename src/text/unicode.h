/*
 * unicode.h - properties and case mappings of single code points.
 *
 * Version 14 of Unicode, with exactly the answers CPython 3.11 gives: the
 * tables (gen/unidata.c) were read out of its str methods and `unicodedata`.
 * Whole strings are the business of unitext.h, normal forms of normal.h.
 *
 * Every function accepts any 32-bit number; beyond U+10FFFF a code point has
 * no property and maps to itself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_UNICODE_H
#define CS_TEXT_UNICODE_H

#include <stdbool.h>
#include <stdint.h>

/* Flags of a code point.  The numbers are those of tools/gen/gen_unicode.py. */
enum {
  CS_UNICODE_ALPHA = 1 << 0,         /* str.isalpha                        */
  CS_UNICODE_DECIMAL = 1 << 1,       /* str.isdecimal                      */
  CS_UNICODE_DIGIT = 1 << 2,         /* str.isdigit                        */
  CS_UNICODE_NUMERIC = 1 << 3,       /* str.isnumeric                      */
  CS_UNICODE_SPACE = 1 << 4,         /* str.isspace, split, strip          */
  CS_UNICODE_PRINTABLE = 1 << 5,     /* str.isprintable, repr              */
  CS_UNICODE_LOWER = 1 << 6,         /* property Lowercase                 */
  CS_UNICODE_UPPER = 1 << 7,         /* property Uppercase                 */
  CS_UNICODE_TITLE = 1 << 8,         /* category Lt                        */
  CS_UNICODE_IGNORABLE = 1 << 9,     /* skipped when looking for case      */
  CS_UNICODE_XID_START = 1 << 10,    /* may start an identifier            */
  CS_UNICODE_XID_CONTINUE = 1 << 11, /* may continue an identifier         */
  CS_UNICODE_LINEBREAK = 1 << 12,    /* str.splitlines                     */
  CS_UNICODE_SPECIAL = 1 << 13,      /* a mapping has several code points  */

  CS_UNICODE_ALNUM = CS_UNICODE_ALPHA | CS_UNICODE_DECIMAL | CS_UNICODE_DIGIT |
                     CS_UNICODE_NUMERIC,
  CS_UNICODE_CASED = CS_UNICODE_LOWER | CS_UNICODE_UPPER | CS_UNICODE_TITLE,
};

/* All flags of `cp`. */
uint32_t cs_unicode_flags(uint32_t cp);

static inline bool cs_unicode_has(uint32_t cp, uint32_t any_of) {
  return (cs_unicode_flags(cp) & any_of) != 0;
}

typedef enum cs_unicode_case {
  CS_UNICODE_TO_LOWER,
  CS_UNICODE_TO_UPPER,
  CS_UNICODE_TO_TITLE,
  CS_UNICODE_TO_FOLDED,
} cs_unicode_case;

#define CS_UNICODE_MAP_MAX 3 /* the longest mapping has three code points */

/* The full mapping of `cp`, as str.upper and friends apply it: 'ß' becomes
 * "SS".  Returns how many code points were stored.  Does not know about the
 * final sigma: see cs_unitext_is_final_sigma. */
uint32_t cs_unicode_map(cs_unicode_case to, uint32_t cp,
                        uint32_t out[CS_UNICODE_MAP_MAX]);

/* The mapping cut to its first code point; for CS_UNICODE_TO_LOWER this is
 * what CPython's `re` compares with. */
uint32_t cs_unicode_map_simple(cs_unicode_case to, uint32_t cp);

/* Decimal value 0..9, digit value 0..9, or -1. */
int cs_unicode_decimal(uint32_t cp);
int cs_unicode_digit(uint32_t cp);

/* Store the numeric value in `*value` (a fraction is rounded).  False, and
 * nothing stored, if `cp` has none. */
bool cs_unicode_numeric(uint32_t cp, double *value);

/* unicodedata.category, bidirectional, east_asian_width: short static texts.
 * A code point without bidirectional class has "". */
const char *cs_unicode_category(uint32_t cp);
const char *cs_unicode_bidirectional(uint32_t cp);
const char *cs_unicode_width(uint32_t cp);

/* unicodedata.combining: canonical combining class, 0 for most. */
uint8_t cs_unicode_combining(uint32_t cp);

/* unicodedata.mirrored. */
bool cs_unicode_mirrored(uint32_t cp);

#endif
