/*
 * literal.h - values of number and string literals.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_LITERAL_H
#define CS_LANG_LITERAL_H

#include "py/lang/ast.h"

#define CS_LITERAL_DIGITS 4300 /* decimal digits of an int literal, at most */

typedef enum cs_literal_error {
  CS_LITERAL_OK,
  CS_LITERAL_FULL, /* scratch limit                                      */
  CS_LITERAL_DIGITS_ERROR,
  CS_LITERAL_ESCAPE /* cs_escape.text says what                           */
} cs_literal_error;

/* The value of a number token of `len` bytes.  BIGINT digits go to scratch. */
cs_literal_error cs_literal_number(cs_scratch *scratch, const char *s,
                                   size_t len, cs_constant *out);

/* Where decoded bytes go; the caller provides at least as many bytes as the
 * raw text has: no escape grows. */
typedef struct cs_escape {
  char *out;
  size_t n;
  bool bytes;  /* bytes literal: no \u, \U, \N                            */
  bool braces; /* f-string: {{ and }} stand for one brace                 */
  bool keep_backslash; /* raw: nothing is an escape                        */
  bool surrogates; /* set when a lone surrogate was written                */
  char text[128];  /* message of a failed escape                           */
  const char *odd; /* first backslash that begins no escape, or a too large
                      octal one; NULL: none.  The caller resets it         */
} cs_escape;

/* Append the decoded text of [s, s + len) to `e`. */
cs_literal_error cs_literal_unescape(cs_escape *e, const char *s, size_t len);

#endif
