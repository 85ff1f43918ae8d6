/*
 * unicode.c - lookups in the generated tables.
 *
 * A code point finds its record in two steps: its upper bits choose a block,
 * the lower bits an entry of that block.  Equal blocks are stored once, equal
 * records too; that brings 1.1 million code points down to 268 kB for all
 * tables.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text/unicode.h"

#include "text/gen/unidata.h"

#define LAST 0x10FFFFu

static const cs_unidata_case_record *case_of(uint32_t cp) {
  if (cp > LAST) cp = 0; /* NUL has no property and maps to itself */
  return &cs_unidata_case[cs_unidata_case_at(cp)];
}

static const cs_unidata_prop_record *prop_of(uint32_t cp) {
  if (cp > LAST) cp = LAST; /* a noncharacter: not assigned */
  return &cs_unidata_prop[cs_unidata_prop_at(cp)];
}

uint32_t cs_unicode_flags(uint32_t cp) {
  return case_of(cp)->flags;
}

/* The special mapping `to` of a record; its length goes to `*count`. */
static const uint16_t *special(const cs_unidata_case_record *r,
                               cs_unicode_case to, uint32_t *count) {
  const uint16_t *run = &cs_unidata_special[r->map[0]];
  uint32_t lengths = *run++;
  for (uint32_t i = 0; i < (uint32_t)to; i++, lengths >>= 4)
    run += lengths & 15;
  *count = lengths & 15;
  return run;
}

uint32_t cs_unicode_map(cs_unicode_case to, uint32_t cp,
                        uint32_t out[CS_UNICODE_MAP_MAX]) {
  const cs_unidata_case_record *r = case_of(cp);
  if (!(r->flags & CS_UNICODE_SPECIAL)) {
    out[0] = cp + (uint32_t)r->map[to];
    return 1;
  }
  uint32_t count;
  const uint16_t *run = special(r, to, &count);
  for (uint32_t i = 0; i < count; i++) out[i] = run[i];
  return count;
}

uint32_t cs_unicode_map_simple(cs_unicode_case to, uint32_t cp) {
  const cs_unidata_case_record *r = case_of(cp);
  if (!(r->flags & CS_UNICODE_SPECIAL)) return cp + (uint32_t)r->map[to];
  uint32_t count;
  return special(r, to, &count)[0];
}

int cs_unicode_decimal(uint32_t cp) {
  const cs_unidata_case_record *r = case_of(cp);
  return r->flags & CS_UNICODE_DECIMAL ? r->digit : -1;
}

int cs_unicode_digit(uint32_t cp) {
  const cs_unidata_case_record *r = case_of(cp);
  return r->flags & CS_UNICODE_DIGIT ? r->digit : -1;
}

bool cs_unicode_numeric(uint32_t cp, double *value) {
  uint32_t from = 0, to = CS_UNIDATA_NUMERICS;
  while (from < to) {
    uint32_t mid = (from + to) / 2;
    if (cs_unidata_numeric_cp[mid] < cp)
      from = mid + 1;
    else
      to = mid;
  }
  if (from == CS_UNIDATA_NUMERICS || cs_unidata_numeric_cp[from] != cp)
    return false;
  *value = cs_unidata_numeric[cs_unidata_numeric_index[from]];
  return true;
}

/* Short texts without pointers, in the order of tools/gen/gen_unicode.py. */
static const char categories[][3] = {
    "Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd",
    "Nl", "No", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Pc",
    "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So",
};

static const char bidi_classes[][4] = {
    "",    "L",  "LRE", "LRO", "R",   "AL",  "RLE", "RLO",
    "PDF", "EN", "ES",  "ET",  "AN",  "CS",  "NSM", "BN",
    "B",   "S",  "WS",  "ON",  "LRI", "RLI", "FSI", "PDI",
};

static const char widths[][3] = {"F", "H", "W", "Na", "A", "N"};

const char *cs_unicode_category(uint32_t cp) {
  return categories[prop_of(cp)->category];
}

const char *cs_unicode_bidirectional(uint32_t cp) {
  return bidi_classes[prop_of(cp)->bidi];
}

const char *cs_unicode_width(uint32_t cp) {
  return widths[prop_of(cp)->width & 0x7F];
}

uint8_t cs_unicode_combining(uint32_t cp) {
  return prop_of(cp)->combining;
}

bool cs_unicode_mirrored(uint32_t cp) {
  return prop_of(cp)->width >> 7;
}
