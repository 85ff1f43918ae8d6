/*
 * re_class.c - which characters an item of a pattern accepts.
 *
 * Case: over all 2 927 cased characters PCRE2 10.42 and CPython 3.11 (both
 * Unicode 14) agree except for the four families below, which PCRE2 keeps
 * apart and Python does not.  Three characters beyond ASCII have a family
 * member inside: they decide what an ASCII subject can match.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_class.h"

#include <assert.h>

#include "base/utf8.h"

static const uint32_t FAMILIES[4][4] = {
    {'i', 'I', 0x130, 0x131},
    {0x390, 0x1FD3, 0x390, 0x1FD3},
    {0x3B0, 0x1FE3, 0x3B0, 0x1FE3},
    {0xFB05, 0xFB06, 0xFB05, 0xFB06},
};

/* A character beyond ASCII and its ASCII relative. */
static const uint32_t RELATIVES[4][2] = {
    {0x130, 'i'}, {0x131, 'i'}, {0x17F, 's'}, {0x212A, 'k'}};

/* White space beyond ASCII, as str.isspace sees it. */
static const cs_re_span SPACES[] = {
    {0x85, 0x85},     {0xA0, 0xA0},     {0x1680, 0x1680}, {0x2000, 0x200A},
    {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}};

#define SPACE_COUNT (sizeof SPACES / sizeof SPACES[0])

static bool has(const cs_re_chars *c, uint32_t bit) {
  return (c->map[bit >> 6] >> (bit & 63) & 1) != 0;
}

static void add(cs_re_chars *c, uint32_t bit) {
  c->map[bit >> 6] |= UINT64_C(1) << (bit & 63);
}

static void add_range(cs_re_chars *c, uint32_t lo, uint32_t hi) {
  for (uint32_t bit = lo; bit <= hi; bit++) add(c, bit);
}

void cs_re_class_merge(cs_re_chars *into, const cs_re_chars *more) {
  for (uint32_t i = 0; i < 4; i++) into->map[i] |= more->map[i];
  into->wide = into->wide || more->wide;
}

bool cs_re_class_meets(const cs_re_chars *a, const cs_re_chars *b) {
  for (uint32_t i = 0; i < 4; i++)
    if (a->map[i] & b->map[i]) return true;
  return a->wide && b->wide;
}

cs_re_chars cs_re_class_all(void) {
  cs_re_chars c = {.wide = true};
  for (uint32_t i = 0; i < 4; i++) c.map[i] = UINT64_MAX;
  return c;
}

static bool is_letter(uint32_t cp) {
  return (cp >= 'a' && cp <= 'z') || (cp >= 'A' && cp <= 'Z');
}

/* Case follows Unicode, not only ASCII. */
static bool is_full_case(uint32_t flags) {
  return (flags & CS_RE_IGNORECASE) && (flags & CS_RE_UNICODE);
}

/* Add the other case of every letter present. */
static void close_case(cs_re_chars *c, uint32_t flags) {
  if (!(flags & CS_RE_IGNORECASE)) return;
  for (uint32_t cp = 'a'; cp <= 'z'; cp++) {
    if (has(c, cp)) add(c, cp - 32);
    if (has(c, cp - 32)) add(c, cp);
  }
  if (is_full_case(flags) && (has(c, 'i') || has(c, 'k') || has(c, 's')))
    c->wide = true;
}

/* Add lo..hi, as far as the representation goes. */
static void add_span(cs_re_chars *c, uint32_t lo, uint32_t hi, uint32_t flags,
                     bool bytes) {
  uint32_t top = bytes ? 255 : 127;
  if (lo <= top) add_range(c, lo, hi < top ? hi : top);
  if (hi <= top) return;
  c->wide = true;
  if (!is_full_case(flags)) return;
  for (uint32_t i = 0; i < 4; i++)
    if (lo <= RELATIVES[i][0] && RELATIVES[i][0] <= hi) add(c, RELATIVES[i][1]);
}

static void complement(cs_re_chars *c, bool bytes) {
  uint32_t words = bytes ? 4 : 2;
  for (uint32_t i = 0; i < words; i++) c->map[i] = ~c->map[i];
  c->wide = !bytes;
}

/* \d \s \w, and by upper case their complements. */
static void add_category(cs_re_chars *c, uint32_t letter, uint32_t flags,
                         bool bytes) {
  cs_re_chars own = {.wide = (flags & CS_RE_UNICODE) != 0};
  uint32_t lower = letter | 32;
  if (lower == 's') {
    add_range(&own, 9, 13);
    add(&own, ' ');
    if (own.wide) add_range(&own, 28, 31);
  } else {
    add_range(&own, '0', '9');
  }
  if (lower == 'w') {
    add_range(&own, 'A', 'Z');
    add_range(&own, 'a', 'z');
    add(&own, '_');
  }
  if (letter != lower) complement(&own, bytes);
  cs_re_class_merge(c, &own);
}

cs_re_chars cs_re_class_char(uint32_t cp, uint32_t flags, bool bytes) {
  cs_re_chars c = {.wide = false};
  add_span(&c, cp, cp, flags, bytes);
  close_case(&c, flags);
  return c;
}

cs_re_chars cs_re_class_any(uint32_t flags) {
  cs_re_chars c = cs_re_class_all();
  if (!(flags & CS_RE_DOTALL)) c.map[0] &= ~(UINT64_C(1) << '\n');
  return c;
}

cs_re_chars cs_re_class_set(const cs_re_set *set, const cs_re_span *spans,
                            uint32_t flags, bool bytes) {
  cs_re_chars c = {.wide = false};
  for (uint32_t i = set->first; i < set->first + set->count; i++) {
    if (spans[i].lo > spans[i].hi)
      add_category(&c, spans[i].hi, flags, bytes);
    else
      add_span(&c, spans[i].lo, spans[i].hi, flags, bytes);
  }
  close_case(&c, flags);
  if (set->negate) complement(&c, bytes);
  return c;
}

/* --- printing ------------------------------------------------------------ */

static void print_span(cs_re_out *o, uint32_t lo, uint32_t hi) {
  cs_re_out_char(o, lo);
  if (hi == lo) return;
  if (hi > lo + 1) cs_re_out_byte(o, '-');
  cs_re_out_char(o, hi);
}

/* The runs of set bits below `top`. */
static void print_map(cs_re_out *o, const cs_re_chars *c, uint32_t top) {
  for (uint32_t lo = 0; lo < top; lo++) {
    if (!has(c, lo)) continue;
    uint32_t hi = lo;
    while (hi + 1 < top && has(c, hi + 1)) hi++;
    print_span(o, lo, hi);
    lo = hi;
  }
}

static uint32_t count_map(const cs_re_chars *c, uint32_t top) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < top / 64; i++)
    n += (uint32_t)__builtin_popcountll(c->map[i]);
  return n;
}

/* A set over single bytes.  One member becomes a literal and one missing
 * member a negated literal, which PCRE2 matches faster than bit maps. */
static void print_small(cs_re_out *o, const cs_re_chars *c, uint32_t top) {
  uint32_t n = count_map(c, top);
  if (n == 1) {
    print_map(o, c, top);
    return;
  }
  if (n == 0) {
    cs_re_out_text(o, "[^\\x00-\\xff]");
    return;
  }
  cs_re_out_byte(o, '[');
  if (n + 1 < top) {
    print_map(o, c, top);
  } else {
    cs_re_chars rest = *c;
    complement(&rest, top == 256);
    if (n < top) cs_re_out_byte(o, '^');
    print_map(o, n < top ? &rest : c, top);
  }
  cs_re_out_byte(o, ']');
}

static void print_space(cs_re_out *o, bool negate) {
  uint32_t at = 0x80;
  for (uint32_t i = 0; i < SPACE_COUNT; i++) {
    if (!negate) print_span(o, SPACES[i].lo, SPACES[i].hi);
    if (negate && at < SPACES[i].lo) print_span(o, at, SPACES[i].lo - 1);
    at = SPACES[i].hi + 1;
  }
  if (negate) print_span(o, at, CS_UTF8_MAX);
}

/* The part of a category beyond ASCII. */
static void print_category(cs_re_out *o, uint32_t letter, uint32_t flags) {
  bool negate = (letter & 32) == 0;
  uint32_t lower = letter | 32;
  if (!(flags & CS_RE_UNICODE)) {
    if (negate) print_span(o, 0x80, CS_UTF8_MAX);
    return;
  }
  if (lower == 's') {
    print_space(o, negate);
    return;
  }
  cs_re_out_text(o, negate ? "\\P{" : "\\p{");
  cs_re_out_text(o, lower == 'd' ? "Nd}" : "Xwd}");
}

static bool spans_have(const cs_re_set *set, const cs_re_span *spans,
                       uint32_t cp) {
  for (uint32_t i = set->first; i < set->first + set->count; i++)
    if (spans[i].lo <= cp && cp <= spans[i].hi) return true;
  return false;
}

/* Members of the families that PCRE2 does not know. */
static void print_families(cs_re_out *o, const cs_re_set *set,
                           const cs_re_span *spans) {
  for (uint32_t f = 0; f < 4; f++) {
    bool present = false;
    for (uint32_t k = 0; k < 4; k++)
      present = present || spans_have(set, spans, FAMILIES[f][k]);
    for (uint32_t k = 0; present && k < 4; k++)
      if (FAMILIES[f][k] > 127 && !spans_have(set, spans, FAMILIES[f][k]))
        cs_re_out_char(o, FAMILIES[f][k]);
  }
}

/* The only member is \D, \S or \W: the same as a negated \d, \s or \w. */
static bool is_lone_complement(const cs_re_set *set, const cs_re_span *spans) {
  if (set->count != 1) return false; /* there may be no spans at all */
  const cs_re_span *only = &spans[set->first];
  return only->lo > only->hi && !(only->hi & 32);
}

static void print_wide(cs_re_out *o, const cs_re_set *set,
                       const cs_re_span *spans, uint32_t flags) {
  bool flip = is_lone_complement(set, spans);
  bool negate = set->negate != flip;
  cs_re_chars ascii = set->chars;
  if (negate) complement(&ascii, false);
  cs_re_out_text(o, negate ? "[^" : "[");
  print_map(o, &ascii, 128);
  for (uint32_t i = set->first; i < set->first + set->count; i++) {
    uint32_t lo = spans[i].lo, hi = spans[i].hi;
    if (lo > hi)
      print_category(o, flip ? hi | 32 : hi, flags);
    else if (hi > 127)
      print_span(o, lo > 127 ? lo : 128, hi);
  }
  if (is_full_case(flags)) print_families(o, set, spans);
  cs_re_out_byte(o, ']');
}

cs_re_case cs_re_class_set_case(const cs_re_set *set, uint32_t flags,
                                cs_re_variant variant) {
  if (variant == CS_RE_OVER_TEXT)
    return is_full_case(flags) ? CS_RE_CASE_ON : CS_RE_CASE_OFF;
  for (uint32_t cp = 'a'; cp <= 'z'; cp++)
    if (has(&set->chars, cp) != has(&set->chars, cp - 32))
      return CS_RE_CASE_OFF;
  return CS_RE_CASE_ANY;
}

void cs_re_class_print_set(cs_re_out *o, const cs_re_set *set,
                           const cs_re_span *spans, uint32_t flags,
                           cs_re_variant variant) {
  if (variant == CS_RE_OVER_TEXT)
    print_wide(o, set, spans, flags);
  else
    print_small(o, &set->chars, variant == CS_RE_OVER_BYTES ? 256 : 128);
}

/* The family of `cp` that PCRE2 does not know, or -1. */
static int family_of(uint32_t cp) {
  for (int f = 0; f < 4; f++)
    for (uint32_t k = 0; k < 4; k++)
      if (FAMILIES[f][k] == cp) return f;
  return -1;
}

/* Letters for which PCRE2 in UTF mode knows a relative beyond ASCII. */
static bool is_related(uint32_t cp) {
  uint32_t lower = cp | 32;
  return is_letter(cp) && (lower == 'k' || lower == 's');
}

cs_re_case cs_re_class_char_case(uint32_t cp, uint32_t flags,
                                 cs_re_variant variant) {
  bool fold = (flags & CS_RE_IGNORECASE) != 0;
  if (variant != CS_RE_OVER_TEXT) {
    if (!is_letter(cp)) return cp < 128 ? CS_RE_CASE_ANY : CS_RE_CASE_OFF;
    return fold ? CS_RE_CASE_ON : CS_RE_CASE_OFF;
  }
  if (cp < 128 && !is_letter(cp)) return CS_RE_CASE_ANY;
  if (!fold) return CS_RE_CASE_OFF;
  if (is_full_case(flags)) return CS_RE_CASE_ON;
  return is_letter(cp) && !is_related(cp) ? CS_RE_CASE_ON : CS_RE_CASE_OFF;
}

/* A literal beyond ASCII can match an ASCII subject only by its relative. */
static void print_relative(cs_re_out *o, uint32_t cp, uint32_t flags) {
  cs_re_chars c = cs_re_class_char(cp, flags, false);
  print_small(o, &c, 128);
}

void cs_re_class_print_char(cs_re_out *o, uint32_t cp, uint32_t flags,
                            cs_re_variant variant) {
  bool fold = (flags & CS_RE_IGNORECASE) != 0;
  if (variant == CS_RE_OVER_ASCII && cp > 127) {
    print_relative(o, cp, flags);
    return;
  }
  if (variant != CS_RE_OVER_TEXT || !fold) {
    cs_re_out_char(o, cp);
    return;
  }
  int family = is_full_case(flags) ? family_of(cp) : -1;
  bool pair = !is_full_case(flags) && is_related(cp);
  if (family < 0 && !pair) {
    cs_re_out_char(o, cp);
    return;
  }
  cs_re_out_byte(o, '[');
  if (pair) {
    cs_re_out_char(o, cp);
    cs_re_out_char(o, cp ^ 32);
  }
  for (uint32_t k = 0; family >= 0 && k < 4; k++)
    cs_re_out_char(o, FAMILIES[family][k]);
  cs_re_out_byte(o, ']');
}
