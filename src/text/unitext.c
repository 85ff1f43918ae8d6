/*
 * unitext.c - str methods that need to know what letters are.
 *
 * Conversions write through a `sink` that counts everything but stores only
 * what fits, so one loop serves both the size query and the real thing.  Runs
 * of ASCII take a path without tables.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text/unitext.h"

#include <string.h>

#include "base/utf8.h"
#include "text/unicode.h"

#define SIGMA       0x3A3u
#define SMALL_SIGMA 0x3C3u
#define FINAL_SIGMA 0x3C2u
#define LOOK        65536 /* bytes between two questions to the patience */

typedef struct sink {
  uint8_t *out;
  size_t cap;
  size_t size;
  size_t count;
} sink;

static void put(sink *k, uint32_t cp) {
  uint8_t bytes[CS_UTF8_LONGEST] = {(uint8_t)cp};
  uint32_t width = cp < 0x80 ? 1 : cs_utf8_encode(cp, bytes);
  if (k->size <= k->cap && width <= k->cap - k->size)
    memcpy(k->out + k->size, bytes, width);
  k->size += width;
  k->count++;
}

bool cs_unitext_is_final_sigma(const uint8_t *s, size_t n, size_t off) {
  uint32_t flags = CS_UNICODE_IGNORABLE;
  size_t at = off;
  while (at > 0 && flags & CS_UNICODE_IGNORABLE)
    flags = cs_unicode_flags(cs_utf8_prev(s, &at));
  if (flags & CS_UNICODE_IGNORABLE || !(flags & CS_UNICODE_CASED)) return false;
  at = off;
  cs_utf8_next(s, &at);
  flags = CS_UNICODE_IGNORABLE;
  while (at < n && flags & CS_UNICODE_IGNORABLE)
    flags = cs_unicode_flags(cs_utf8_next(s, &at));
  return flags & CS_UNICODE_IGNORABLE || !(flags & CS_UNICODE_CASED);
}

/* Which mapping `op` applies to a code point, given its flags, its place and
 * whether the one before was cased. */
static cs_unicode_case choose(cs_unitext_op op, uint32_t flags, bool first,
                              bool in_word) {
  switch (op) {
    case CS_UNITEXT_LOWER: return CS_UNICODE_TO_LOWER;
    case CS_UNITEXT_UPPER: return CS_UNICODE_TO_UPPER;
    case CS_UNITEXT_FOLD: return CS_UNICODE_TO_FOLDED;
    case CS_UNITEXT_TITLE:
      return in_word ? CS_UNICODE_TO_LOWER : CS_UNICODE_TO_TITLE;
    case CS_UNITEXT_CAPITALIZE:
      return first ? CS_UNICODE_TO_TITLE : CS_UNICODE_TO_LOWER;
    case CS_UNITEXT_SWAPCASE:
    default:
      return flags & CS_UNICODE_UPPER ? CS_UNICODE_TO_LOWER
                                      : CS_UNICODE_TO_UPPER;
  }
}

/* Convert code points one by one until the text ends; false: `patience` did. */
static bool convert_slowly(cs_unitext_op op, const uint8_t *s, size_t n,
                           size_t from, sink *k, const cs_patience *patience) {
  size_t look = from + LOOK;
  bool in_word = false;
  if (from > 0) {
    size_t at = from;
    in_word = cs_unicode_has(cs_utf8_prev(s, &at), CS_UNICODE_CASED);
  }
  for (size_t off = from; off < n;) {
    size_t at = off;
    if (off >= look) {
      if (cs_patience_ends(patience)) return false;
      look = off + LOOK;
    }
    uint32_t cp = cs_utf8_next(s, &off);
    if (cp < 0x80 && op <= CS_UNITEXT_FOLD) {
      put(k, cp ^ (cp - (op == CS_UNITEXT_UPPER ? 'a' : 'A') < 26 ? 0x20 : 0));
      continue;
    }
    uint32_t flags = cs_unicode_flags(cp);
    cs_unicode_case to = choose(op, flags, at == 0, in_word);
    in_word = flags & CS_UNICODE_CASED;
    if (op == CS_UNITEXT_SWAPCASE &&
        !(flags & (CS_UNICODE_LOWER | CS_UNICODE_UPPER))) {
      put(k, cp);
    } else if (cp == SIGMA && to == CS_UNICODE_TO_LOWER) {
      put(k, cs_unitext_is_final_sigma(s, n, at) ? FINAL_SIGMA : SMALL_SIGMA);
    } else {
      uint32_t mapped[CS_UNICODE_MAP_MAX];
      uint32_t count = cs_unicode_map(to, cp, mapped);
      for (uint32_t i = 0; i < count; i++) put(k, mapped[i]);
    }
  }
  return true;
}

/* Change the case of ASCII letters in [from, from + 26) by flipping a bit;
 * without branches, so that the compiler can use wide registers. */
static void flip_range(const uint8_t *s, size_t n, uint8_t *out, uint8_t from) {
  for (size_t i = 0; i < n; i++) {
    uint8_t c = s[i];
    out[i] = (uint8_t)(c ^ ((uint8_t)(c - from) < 26 ? 0x20 : 0));
  }
}

static void flip_all(const uint8_t *s, size_t n, uint8_t *out) {
  for (size_t i = 0; i < n; i++) {
    uint8_t c = s[i];
    out[i] = (uint8_t)(c ^ ((uint8_t)((c | 0x20) - 'a') < 26 ? 0x20 : 0));
  }
}

static void title_ascii(const uint8_t *s, size_t n, uint8_t *out) {
  bool in_word = false;
  for (size_t i = 0; i < n; i++) {
    uint8_t c = s[i];
    bool letter = (uint8_t)((c | 0x20) - 'a') < 26;
    if (letter) c = (uint8_t)(in_word ? c | 0x20 : c & ~0x20);
    in_word = letter;
    out[i] = c;
  }
}

static void convert_ascii(cs_unitext_op op, const uint8_t *s, size_t n,
                          uint8_t *out) {
  switch (op) {
    case CS_UNITEXT_LOWER:
    case CS_UNITEXT_FOLD: flip_range(s, n, out, 'A'); break;
    case CS_UNITEXT_UPPER: flip_range(s, n, out, 'a'); break;
    case CS_UNITEXT_CAPITALIZE:
      flip_range(s, n, out, 'A');
      if (n > 0) flip_range(s, 1, out, 'a');
      break;
    case CS_UNITEXT_TITLE: title_ascii(s, n, out); break;
    case CS_UNITEXT_SWAPCASE:
    default: flip_all(s, n, out); break;
  }
}

size_t cs_unitext_convert(cs_unitext_op op, const uint8_t *s, size_t n,
                          uint8_t *out, size_t cap, size_t *count,
                          const cs_patience *patience) {
  size_t ascii = cs_utf8_ascii_prefix(s, n);
  sink k = {.out = out, .cap = cap, .size = ascii, .count = ascii};
  if (ascii <= cap) convert_ascii(op, s, ascii, out);
  if (!convert_slowly(op, s, n, ascii, &k, patience)) return SIZE_MAX;
  if (count) *count = k.count;
  return k.size;
}

/* Whether every code point has one of the flags. */
static bool all_have(const uint8_t *s, size_t n, uint32_t any_of) {
  for (size_t off = 0; off < n;)
    if (!cs_unicode_has(cs_utf8_next(s, &off), any_of)) return false;
  return true;
}

static bool is_identifier(const uint8_t *s, size_t n) {
  size_t off = 0;
  if (!cs_unicode_has(cs_utf8_next(s, &off), CS_UNICODE_XID_START))
    return false;
  return all_have(s + off, n - off, CS_UNICODE_XID_CONTINUE);
}

/* At least one letter with `good` case and none with `bad`. */
static bool is_one_case(const uint8_t *s, size_t n, uint32_t good,
                        uint32_t bad) {
  bool seen = false;
  for (size_t off = 0; off < n;) {
    uint32_t flags = cs_unicode_flags(cs_utf8_next(s, &off));
    if (flags & bad) return false;
    seen |= (flags & good) != 0;
  }
  return seen;
}

static bool is_title(const uint8_t *s, size_t n) {
  bool seen = false, in_word = false;
  for (size_t off = 0; off < n;) {
    uint32_t flags = cs_unicode_flags(cs_utf8_next(s, &off));
    if (flags & (CS_UNICODE_UPPER | CS_UNICODE_TITLE)) {
      if (in_word) return false;
      seen = in_word = true;
    } else if (flags & CS_UNICODE_LOWER) {
      if (!in_word) return false;
    } else {
      in_word = false;
    }
  }
  return seen;
}

bool cs_unitext_is(cs_unitext_kind kind, const uint8_t *s, size_t n) {
  if (n == 0) return kind == CS_UNITEXT_PRINTABLE;
  switch (kind) {
    case CS_UNITEXT_ALPHA: return all_have(s, n, CS_UNICODE_ALPHA);
    case CS_UNITEXT_ALNUM: return all_have(s, n, CS_UNICODE_ALNUM);
    case CS_UNITEXT_DECIMAL: return all_have(s, n, CS_UNICODE_DECIMAL);
    case CS_UNITEXT_DIGIT: return all_have(s, n, CS_UNICODE_DIGIT);
    case CS_UNITEXT_NUMERIC: return all_have(s, n, CS_UNICODE_NUMERIC);
    case CS_UNITEXT_SPACE: return all_have(s, n, CS_UNICODE_SPACE);
    case CS_UNITEXT_PRINTABLE: return all_have(s, n, CS_UNICODE_PRINTABLE);
    case CS_UNITEXT_IDENTIFIER: return is_identifier(s, n);
    case CS_UNITEXT_IS_LOWER:
      return is_one_case(s, n, CS_UNICODE_LOWER,
                         CS_UNICODE_UPPER | CS_UNICODE_TITLE);
    case CS_UNITEXT_IS_UPPER:
      return is_one_case(s, n, CS_UNICODE_UPPER,
                         CS_UNICODE_LOWER | CS_UNICODE_TITLE);
    case CS_UNITEXT_IS_TITLE:
    default: return is_title(s, n);
  }
}

size_t cs_unitext_line(const uint8_t *s, size_t n, size_t off, size_t *end) {
  while (off < n) {
    uint8_t b = s[off];
    size_t at = off;
    if (b >= 0x20 && b < 0x80) {
      off++;
      continue;
    }
    uint32_t cp = cs_utf8_next(s, &off);
    if (!cs_unicode_has(cp, CS_UNICODE_LINEBREAK)) continue;
    if (cp == '\r' && off < n && s[off] == '\n') off++;
    *end = at;
    return off;
  }
  *end = n;
  return n;
}

size_t cs_unitext_skip_to(const uint8_t *s, size_t n, size_t off, bool space) {
  while (off < n) {
    size_t at = off;
    uint32_t cp = cs_utf8_next(s, &off);
    if (cs_unicode_has(cp, CS_UNICODE_SPACE) == space) return at;
  }
  return n;
}

size_t cs_unitext_skip_back(const uint8_t *s, size_t end, bool space) {
  while (end > 0) {
    size_t at = end;
    uint32_t cp = cs_utf8_prev(s, &at);
    if (cs_unicode_has(cp, CS_UNICODE_SPACE) != space) return end;
    end = at;
  }
  return 0;
}
