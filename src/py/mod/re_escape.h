/*
 * re_escape.h - what a backslash means, inside and outside a set.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_ESCAPE_H
#define CS_PY_MOD_RE_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "py/mod/re_lex.h"

typedef enum cs_re_meaning {
  CS_RE_MEANS_CHAR,     /* value: code point                      */
  CS_RE_MEANS_CATEGORY, /* value: one of d D s S w W              */
  CS_RE_MEANS_PLACE,    /* value: cs_re_place                     */
  CS_RE_MEANS_GROUP     /* value: group number, not yet checked   */
} cs_re_meaning;

typedef struct cs_re_escape {
  cs_re_meaning meaning;
  uint32_t value;
  size_t chars; /* length of the whole escape */
} cs_re_escape;

/* Interpret the escape `token`, which was just taken, and take the rest of it.
 * `in_set` selects the rules between square brackets.  Returns false after an
 * error. */
bool cs_re_escape_read(cs_re_lex *x, uint32_t token, bool in_set,
                       cs_re_escape *out);

/* The character of \a \b \f \n \r \t \v \\, or CS_RE_END. */
uint32_t cs_re_escape_control(uint32_t letter);

static inline bool cs_re_escape_is_digit(uint32_t c) {
  return c >= '0' && c <= '9';
}

static inline bool cs_re_escape_is_octal(uint32_t c) {
  return c >= '0' && c <= '7';
}

static inline bool cs_re_escape_is_letter(uint32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

#endif
