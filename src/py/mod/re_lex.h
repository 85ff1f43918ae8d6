/*
 * re_lex.h - characters and escaped pairs of a pattern or template.
 *
 * A token is one character, or a backslash with the character behind it.  The
 * lexer always looks one token ahead, because CPython's does: a backslash at
 * the very end is reported when the token before it is taken, and positions of
 * errors are counted from the token ahead.
 *
 * Errors stick: the first one is kept in `err`, and from then on the lexer is
 * at its end, so callers need not test after every call.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_LEX_H
#define CS_PY_MOD_RE_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "py/mod/re_error.h"

/* A token: the code point, with CS_RE_ESCAPED added behind a backslash. */
#define CS_RE_ESCAPED (UINT32_C(1) << 24)
#define CS_RE_END     UINT32_MAX

typedef struct cs_re_lex {
  const uint8_t *text; /* borrowed                              */
  size_t size;         /* in bytes                              */
  bool bytes;          /* one character per byte                */
  uint32_t next;       /* the token ahead                       */
  size_t at;           /* byte offset behind the token ahead    */
  size_t index;        /* the same in characters                */
  cs_re_error *err;    /* borrowed                              */
} cs_re_lex;

/* A piece of the text that was taken as a name. */
typedef struct cs_re_word {
  const uint8_t *text;
  size_t bytes; /* length */
  size_t chars; /* length */
} cs_re_word;

static inline uint32_t cs_re_lex_len(uint32_t token) {
  return token == CS_RE_END ? 0 : (token & CS_RE_ESCAPED) ? 2 : 1;
}

static inline bool cs_re_lex_is_escape(uint32_t token) {
  return token != CS_RE_END && (token & CS_RE_ESCAPED) != 0;
}

/* Begin with the `n` bytes of `text`; `err` becomes empty. */
void cs_re_lex_init(cs_re_lex *x, const uint8_t *text, size_t n, bool bytes,
                    cs_re_error *err);

/* Take the token ahead and return it. */
uint32_t cs_re_lex_get(cs_re_lex *x);

/* Take the token ahead if it is `token`. */
bool cs_re_lex_match(cs_re_lex *x, uint32_t token);

/* Character index and byte offset of the token ahead. */
size_t cs_re_lex_tell(const cs_re_lex *x);
size_t cs_re_lex_offset(const cs_re_lex *x);

/* Go back to a place taken from tell and offset. */
void cs_re_lex_seek(cs_re_lex *x, size_t index, size_t offset);

/* Take everything up to the token `end`, which is taken too; `what` names the
 * thing in the error.  Returns false after an error. */
bool cs_re_lex_until(cs_re_lex *x, uint32_t end, const char *what,
                     cs_re_word *out);

/* Record an error `back` characters before the token ahead, unless there is
 * one already.  Returns whether it was recorded, so that the caller may add to
 * the message. */
bool cs_re_lex_fail(cs_re_lex *x, size_t back, const char *msg);
bool cs_re_lex_fail_as(cs_re_lex *x, cs_re_fault fault, const char *msg);

static inline bool cs_re_lex_failed(const cs_re_lex *x) {
  return x->err->fault != CS_RE_FAULT_NONE;
}

/* Whether a name is an identifier. */
bool cs_re_lex_is_name(const cs_re_lex *x, const cs_re_word *w);

/* Read a name as int() would, saturated at 2^31.  Returns false if int()
 * would refuse it or the value is negative. */
bool cs_re_lex_number(const cs_re_lex *x, const cs_re_word *w, uint32_t *out);

/* Append the digits of a name that cs_re_lex_number accepted. */
void cs_re_lex_add_number(cs_re_lex *x, const cs_re_word *w);

#endif
