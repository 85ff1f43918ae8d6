/*
 * unidata.h - Unicode 14 tables, written by tools/gen_unicode.py.
 *
 * Do not edit.  Code points index a table in two steps (see unicode.c).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_GEN_UNIDATA_H
#define CS_BASE_GEN_UNIDATA_H

#include <stdint.h>

/* Case and predicates of a code point. */
typedef struct cs_unidata_case_record {
  uint16_t flags; /* CS_UNICODE_ALPHA and so on */
  uint16_t digit; /* digit value, or 0          */
  int32_t map[4]; /* distance to the lower, upper, title and folded form; if
                     CS_UNICODE_SPECIAL, map[0] is a place in the table
                     cs_unidata_special: lengths in 4 bits each, mappings */
} cs_unidata_case_record;

/* Everything unicodedata tells about a code point. */
typedef struct cs_unidata_prop_record {
  uint8_t category;
  uint8_t bidi;
  uint8_t combining;
  uint8_t width; /* East Asian width; bit 7: mirrored */
  uint8_t quick; /* quick check of NFC, NFD, NFKC, NFKD from the low bits up,
                    two bits each: 0 yes, 1 maybe, 2 no */
} cs_unidata_prop_record;

/* `a` followed by `b` composes to `ab`; sorted by a, then b. */
typedef struct cs_unidata_pair {
  uint32_t a, b, ab;
} cs_unidata_pair;

/* code point -> case record */
#define CS_UNIDATA_CASE_SHIFT 7
extern const uint16_t cs_unidata_case_block[8704];
extern const uint16_t cs_unidata_case_index[35584];
extern const cs_unidata_case_record cs_unidata_case[335];
extern const uint16_t cs_unidata_special[635];

/* code point -> property record */
#define CS_UNIDATA_PROP_SHIFT 7
extern const uint16_t cs_unidata_prop_block[8704];
extern const uint16_t cs_unidata_prop_index[35072];
extern const cs_unidata_prop_record cs_unidata_prop[343];

/* code point -> run in decomp: tag | units << 8, UTF-16 */
#define CS_UNIDATA_DECOMP_SHIFT 7
extern const uint8_t cs_unidata_decomp_block[8704];
extern const uint16_t cs_unidata_decomp_index[13440];
extern const uint16_t cs_unidata_decomp[12254];

#define CS_UNIDATA_PAIRS 941
extern const cs_unidata_pair cs_unidata_pairs[941];

/* Numeric values: sorted code points, each with its value. */
#define CS_UNIDATA_NUMERICS 1872
extern const uint32_t cs_unidata_numeric_cp[1872];
extern const uint8_t cs_unidata_numeric_index[1872];
extern const double cs_unidata_numeric[142];

#endif
