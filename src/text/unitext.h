/*
 * unitext.h - case conversion and predicates of whole strings.
 *
 * The str methods of CPython 3.11, on generalised UTF-8 (utf8.h).  Input is
 * valid text.  All are linear in the text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TEXT_UNITEXT_H
#define CS_TEXT_UNITEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/patience.h"

typedef enum cs_unitext_op {
  CS_UNITEXT_LOWER,
  CS_UNITEXT_UPPER,
  CS_UNITEXT_FOLD,
  CS_UNITEXT_TITLE,
  CS_UNITEXT_CAPITALIZE,
  CS_UNITEXT_SWAPCASE,
} cs_unitext_op;

/* Convert `n` bytes of text into `out`, which has room for `cap` bytes and
 * does not overlap.  Returns the bytes the whole result has, as snprintf does:
 * if that is more than `cap`, `out` holds garbage and the call is repeated
 * with more room (3 * n bytes are always enough).  `out` may be NULL if `cap`
 * is 0.  The number of code points goes to `*count` if it is not NULL. SIZE_MAX
 * if `patience` ends, which only long texts ask; NULL waits. */
size_t cs_unitext_convert(cs_unitext_op op, const uint8_t *s, size_t n,
                          uint8_t *out, size_t cap, size_t *count,
                          const cs_patience *patience);

typedef enum cs_unitext_kind {
  CS_UNITEXT_ALPHA,
  CS_UNITEXT_ALNUM,
  CS_UNITEXT_DECIMAL,
  CS_UNITEXT_DIGIT,
  CS_UNITEXT_NUMERIC,
  CS_UNITEXT_SPACE,
  CS_UNITEXT_PRINTABLE, /* the only one true of the empty text */
  CS_UNITEXT_IDENTIFIER,
  CS_UNITEXT_IS_LOWER,
  CS_UNITEXT_IS_UPPER,
  CS_UNITEXT_IS_TITLE,
} cs_unitext_kind;

/* str.isalpha and its sisters. */
bool cs_unitext_is(cs_unitext_kind kind, const uint8_t *s, size_t n);

/* Whether the capital sigma at `off` is the last letter of a word, so that its
 * lower case is U+03C2 and not U+03C3. */
bool cs_unitext_is_final_sigma(const uint8_t *s, size_t n, size_t off);

/* The line of str.splitlines that starts at `off` < n: its end goes to `*end`,
 * the start of the next line (behind the break) is returned. */
size_t cs_unitext_line(const uint8_t *s, size_t n, size_t off, size_t *end);

/* First offset at or after `off` whose code point is white space (`space`) or
 * is not (`!space`); `n` if there is none. */
size_t cs_unitext_skip_to(const uint8_t *s, size_t n, size_t off, bool space);

/* The same backwards: the smallest offset such that everything from there to
 * `end` is white space, for str.rstrip and rsplit (`space` true), or is not
 * (`space` false). */
size_t cs_unitext_skip_back(const uint8_t *s, size_t end, bool space);

#endif
