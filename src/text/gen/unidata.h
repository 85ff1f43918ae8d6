/*
 * unidata.h - Unicode 14 tables, written by tools/gen/gen_unicode.py.
 *
 * Do not edit.  Code points index a table in three steps.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_GEN_UNIDATA_H
#define CS_TEXT_GEN_UNIDATA_H

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
extern const uint8_t cs_unidata_case_top[4352];
extern const uint16_t cs_unidata_case_middle[5696];
extern const uint16_t cs_unidata_case_low[6136];
static inline uint32_t cs_unidata_case_at(uint32_t cp) {
  uint32_t m = (uint32_t)cs_unidata_case_top[cp >> 8] << 5;
  m |= cp >> 3 & 31;
  uint32_t at = (uint32_t)cs_unidata_case_middle[m] << 3;
  return cs_unidata_case_low[at | (cp & 7)];
}
extern const cs_unidata_case_record cs_unidata_case[335];
extern const uint16_t cs_unidata_special[635];

/* code point -> property record */
extern const uint8_t cs_unidata_prop_top[4352];
extern const uint16_t cs_unidata_prop_middle[5216];
extern const uint16_t cs_unidata_prop_low[9424];
static inline uint32_t cs_unidata_prop_at(uint32_t cp) {
  uint32_t m = (uint32_t)cs_unidata_prop_top[cp >> 8] << 5;
  m |= cp >> 3 & 31;
  uint32_t at = (uint32_t)cs_unidata_prop_middle[m] << 3;
  return cs_unidata_prop_low[at | (cp & 7)];
}
extern const cs_unidata_prop_record cs_unidata_prop[343];

/* code point -> run in decomp: tag | units << 8, UTF-16 */
extern const uint8_t cs_unidata_decomp_top[1088];
extern const uint16_t cs_unidata_decomp_middle[1728];
extern const uint16_t cs_unidata_decomp_low[7440];
static inline uint32_t cs_unidata_decomp_at(uint32_t cp) {
  uint32_t m = (uint32_t)cs_unidata_decomp_top[cp >> 10] << 6;
  m |= cp >> 4 & 63;
  uint32_t at = (uint32_t)cs_unidata_decomp_middle[m] << 4;
  return cs_unidata_decomp_low[at | (cp & 15)];
}
extern const uint16_t cs_unidata_decomp[12254];

#define CS_UNIDATA_PAIRS 941
extern const cs_unidata_pair cs_unidata_pairs[941];

/* Numeric values: sorted code points, each with its value. */
#define CS_UNIDATA_NUMERICS 1872
extern const uint32_t cs_unidata_numeric_cp[1872];
extern const uint8_t cs_unidata_numeric_index[1872];
extern const double cs_unidata_numeric[142];

#endif
