/*
 * lexer.h - state shared by the files of the tokenizer.
 *
 * token.c drives and knows indentation, names and operators; lex_number.c,
 * lex_string.c and lex_fstring.c recognise literals; ident.c judges
 * identifiers that are not ASCII.  `at` is the next unread byte; the text ends
 * with a NUL and at least 15 more readable bytes, so that lookahead needs no
 * bounds.
 *
 * Errors follow CPython's habit: the column is the number of characters up to
 * and including the last byte read, so helpers place `at` before they call
 * cs_lex_fail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_LEXER_H
#define CS_LANG_LEXER_H

#include "py/lang/token.h"

#define CS_LEX_INDENTS  100 /* CPython's MAXINDENT                         */
#define CS_LEX_BRACKETS 200 /* CPython's MAXLEVEL                          */
#define CS_LEX_FSTRINGS 150 /* CPython 3.12's MAXFSTRINGLEVEL              */

typedef struct cs_lex_bracket {
  char ch;    /* ( [ {                                                   */
  bool field; /* a { that opened a replacement field                     */
  bool spec;  /* field: its ':' was read, format spec follows            */
  uint32_t line, col;
} cs_lex_bracket;

typedef struct cs_lex_fstring {
  char quote;
  bool triple, raw;
  uint32_t level; /* brackets open outside of it                           */
  uint32_t line, col;
} cs_lex_fstring;

typedef struct cs_lexer {
  cs_unit *u;
  const char *at;
  const char *src, *end;
  const char *line_start;
  uint32_t line;
  bool soft;           /* the error gives way to one of the parser           */
  const char *comment; /* start of the comment on this line, or NULL       */
  bool line_begin;     /* indentation is still to be read                    */
  bool blank_line;     /* only dedents so far: no NEWLINE token wanted       */
  uint32_t level;      /* open brackets                                      */
  uint32_t fdepth;     /* open f-strings                                     */
  uint32_t indents;    /* valid entries of indent and alt                    */
  cs_token *tokens;
  uint32_t n, cap;
  cs_status status;
  uint32_t indent[CS_LEX_INDENTS], alt[CS_LEX_INDENTS];
  cs_lex_bracket brackets[CS_LEX_BRACKETS];
  cs_lex_fstring fstrings[CS_LEX_FSTRINGS];
} cs_lexer;

/* Character classes. */
enum {
  CS_CH_START = 1, /* may start an identifier; all bytes >= 0x80           */
  CS_CH_PART = 2,  /* may continue one                                     */
  CS_CH_DIGIT = 4,
  CS_CH_HEX = 8
};
extern const uint8_t cs_lex_class[256];

static inline bool cs_lex_is(char c, int mask) {
  return (cs_lex_class[(unsigned char)c] & mask) != 0;
}

/* Report an error with the column of the last byte read.  Returns false, as
 * all the scanning functions do when they fail. */
bool cs_lex_fail(cs_lexer *lx, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Report an error with all four positions as CPython shows them. */
bool cs_lex_fail_at(cs_lexer *lx, cs_error_kind kind, const int32_t pos[4],
                    const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Append a token that started at `start` on line `line`, column `col`, and
 * ends at `lx->at`.  NULL (status CS_ELIMIT) at the scratch limit. */
cs_token *cs_lex_add(cs_lexer *lx, cs_token_kind kind, const char *start,
                     uint32_t line, uint32_t col);

/* The same for a token on one line. */
cs_token *cs_lex_push(cs_lexer *lx, cs_token_kind kind, const char *start);

/* Start a new line at `lx->at`. */
static inline void cs_lex_newline(cs_lexer *lx) {
  lx->line++;
  lx->line_start = lx->at;
}

/* Is the next byte literal text of an f-string? */
static inline bool cs_lex_in_text(const cs_lexer *lx) {
  if (lx->fdepth == 0) return false;
  if (lx->level == lx->fstrings[lx->fdepth - 1].level) return true;
  const cs_lex_bracket *top = &lx->brackets[lx->level - 1];
  return top->field && top->spec;
}

/* `lx->at` is a digit, or a dot before a digit. */
bool cs_lex_number(cs_lexer *lx);

/* `start` is the prefix or quote, `lx->at` the quote.  For strings and bytes;
 * cs_lex_fstring_start for f-strings. */
bool cs_lex_string(cs_lexer *lx, const char *start, bool raw);
bool cs_lex_fstring_start(cs_lexer *lx, const char *start, bool raw);

/* Read text of the innermost f-string up to a field or its end. */
bool cs_lex_fstring_text(cs_lexer *lx);

/* Report that the literal which began at `line`, `col` has no end. */
bool cs_lex_unterminated(cs_lexer *lx, uint32_t line, uint32_t col,
                         bool triple);

/* Check the identifier of `len` bytes at `start`, which is not ASCII, and
 * give its NFKC form (`*bytes`, `*out_len`: source or scratch).  False with
 * the error set. */
bool cs_lex_identifier(cs_lexer *lx, const char *start, size_t len,
                       const char **bytes, size_t *out_len);

#endif
