/*
 * re_error.h - why a pattern or a replacement template was refused.
 *
 * Texts and positions are CPython's.  The text is UTF-8, never contains half a
 * character, and is cut at CS_RE_ERROR_MAX bytes: only a message quoting a
 * group name of that length can be affected.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_ERROR_H
#define CS_PY_MOD_RE_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CS_RE_ERROR_MAX 400

/* Which exception Python raises. */
typedef enum cs_re_fault {
  CS_RE_FAULT_NONE,
  CS_RE_FAULT_ERROR,     /* re.error                                  */
  CS_RE_FAULT_VALUE,     /* ValueError                                */
  CS_RE_FAULT_OVERFLOW,  /* OverflowError                             */
  CS_RE_FAULT_RECURSION, /* RecursionError                            */
  CS_RE_FAULT_INDEX,     /* IndexError, templates only                */
  CS_RE_FAULT_MEMORY     /* no text: the scratch memory is used up    */
} cs_re_fault;

typedef struct cs_re_error {
  cs_re_fault fault;
  int64_t pos;  /* index in characters, -1 for re.error.pos = None */
  uint32_t len; /* bytes of `msg`, without the NUL                 */
  char msg[CS_RE_ERROR_MAX + 1];
} cs_re_error;

/* Record the first error; later ones are ignored. */
void cs_re_error_set(cs_re_error *e, cs_re_fault fault, int64_t pos,
                     const char *msg);

/* Append to the message: text, one character, a number, or what repr() gives
 * for the str of `n` UTF-8 bytes (`latin`: bytes taken as Latin-1, everything
 * beyond ASCII escaped, as CPython does for patterns over bytes). */
void cs_re_error_add(cs_re_error *e, const char *text);
void cs_re_error_add_char(cs_re_error *e, uint32_t cp, bool latin);
void cs_re_error_add_number(cs_re_error *e, uint64_t n);
void cs_re_error_add_repr(cs_re_error *e, const uint8_t *s, size_t n,
                          bool latin);

/* re.error.lineno and re.error.colno of character index `pos` in a pattern. */
void cs_re_error_place(const uint8_t *s, size_t n, bool bytes, size_t pos,
                       size_t *line, size_t *column);

#endif
