/*
 * token.h - source text as an array of tokens.
 *
 * The whole text is tokenised before parsing starts: errors of the tokenizer
 * take precedence over errors of the parser in CPython too, and the parser
 * gets free lookahead.  The array always ends with END; if the text is broken
 * it ends early and `failed` of the unit is set.
 *
 * F-strings (PEP 701) become FSTRING_START, then FSTRING_MIDDLE for text and
 * ordinary tokens between LBRACE and RBRACE for each field, then FSTRING_END.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_TOKEN_H
#define CS_LANG_TOKEN_H

#include "py/lang/name.h"
#include "py/lang/unit.h"

/* Kinds that are not keywords; X(tag, text shown in messages). */
#define CS_TOKEN_LIST(X)                                         \
  X(END, "")                                                     \
  X(NEWLINE, "newline")                                          \
  X(INDENT, "indent")                                            \
  X(DEDENT, "dedent")                                            \
  X(BAD, "") /* a character no token starts with: $ ? !       */ \
  X(NAME, "name")                                                \
  X(NUMBER, "number")                                            \
  X(STRING, "string")                                            \
  X(FSTRING_START, "f-string")                                   \
  X(FSTRING_MIDDLE, "f-string")                                  \
  X(FSTRING_END, "f-string")                                     \
  X(LPAR, "(")                                                   \
  X(RPAR, ")")                                                   \
  X(LSQB, "[")                                                   \
  X(RSQB, "]")                                                   \
  X(LBRACE, "{")                                                 \
  X(RBRACE, "}")                                                 \
  X(COLON, ":")                                                  \
  X(COMMA, ",")                                                  \
  X(SEMI, ";")                                                   \
  X(DOT, ".")                                                    \
  X(ELLIPSIS, "...")                                             \
  X(ARROW, "->")                                                 \
  X(COLON_EQ, ":=")                                              \
  X(EXCLAM, "!")                                                 \
  X(PLUS, "+")                                                   \
  X(MINUS, "-")                                                  \
  X(STAR, "*")                                                   \
  X(AT, "@")                                                     \
  X(SLASH, "/")                                                  \
  X(PERCENT, "%")                                                \
  X(DOUBLE_STAR, "**")                                           \
  X(LSHIFT, "<<")                                                \
  X(RSHIFT, ">>")                                                \
  X(VBAR, "|")                                                   \
  X(CARET, "^")                                                  \
  X(AMPER, "&")                                                  \
  X(DOUBLE_SLASH, "//")                                          \
  X(TILDE, "~")                                                  \
  X(EQ_EQ, "==")                                                 \
  X(NOT_EQ, "!=")                                                \
  X(LESS, "<")                                                   \
  X(LESS_EQ, "<=")                                               \
  X(GREATER, ">")                                                \
  X(GREATER_EQ, ">=")                                            \
  X(EQ, "=")                                                     \
  X(PLUS_EQ, "+=")                                               \
  X(MINUS_EQ, "-=")                                              \
  X(STAR_EQ, "*=")                                               \
  X(AT_EQ, "@=")                                                 \
  X(SLASH_EQ, "/=")                                              \
  X(PERCENT_EQ, "%=")                                            \
  X(DOUBLE_STAR_EQ, "**=")                                       \
  X(LSHIFT_EQ, "<<=")                                            \
  X(RSHIFT_EQ, ">>=")                                            \
  X(VBAR_EQ, "|=")                                               \
  X(CARET_EQ, "^=")                                              \
  X(AMPER_EQ, "&=")                                              \
  X(DOUBLE_SLASH_EQ, "//=")

/* The augmented operators stand in the order of the plain ones and of cs_op:
 * PLUS..DOUBLE_SLASH, PLUS_EQ..DOUBLE_SLASH_EQ, CS_OP_ADD..CS_OP_FLOOR_DIV. */

typedef enum cs_token_kind {
#define X(tag, text) CS_TOKEN_##tag,
  CS_TOKEN_LIST(X)
#undef X
#define X(tag, text) CS_TOKEN_KW_##tag, /* same order as CS_NAME_KW_… */
      CS_KEYWORD_LIST(X)
#undef X
          CS_TOKEN_COUNT
} cs_token_kind;

/* cs_token.flags */
enum {
  CS_TOKEN_ESCAPE = 1,    /* STRING, MIDDLE: contains a backslash           */
  CS_TOKEN_NON_ASCII = 2, /* STRING, MIDDLE: contains a byte >= 0x80        */
  CS_TOKEN_BRACES = 4,    /* MIDDLE: contains {{ or }} to be halved         */
  CS_TOKEN_RAW = 8,       /* MIDDLE: of a raw f-string                      */
  CS_TOKEN_SPEC = 16,     /* MIDDLE: part of a format spec                  */
  CS_TOKEN_MISSING = 32   /* NEWLINE that the text does not have: last line */
};

typedef struct cs_token {
  uint8_t kind;   /* cs_token_kind                                          */
  uint8_t flags;  /* CS_TOKEN_…                                             */
  uint16_t level; /* open brackets after this token                         */
  cs_name name;   /* NAME and keywords                                      */
  uint32_t start, end; /* byte offsets in `src`                             */
  uint32_t line, col, end_line, end_col; /* as in nodes                     */
} cs_token;

typedef struct cs_token_list {
  cs_token *items;
  uint32_t n;
  bool soft; /* the error at the end matters only to who gets there         */
  char open; /* innermost bracket never closed, or 0    */
  uint32_t open_line, open_col; /* where it is                             */
} cs_token_list;

/* Tokenise `u->src` (UTF-8, '\n' line ends, NUL and 15 more readable bytes
 * behind `u->len`).  Returns CS_ESYNTAX with `u->error` filled, CS_ELIMIT if
 * the scratch ran out.  After CS_ESYNTAX `*out` holds the tokens before the
 * error and END. */
cs_status cs_token_scan(cs_unit *u, cs_token_list *out) CS_MUST_CHECK;

/* Text of a kind for messages; static storage. */
const char *cs_token_text(cs_token_kind kind);

#endif
