/*
 * unit.h - one compilation: source in, tree and scopes out, or one error.
 *
 *   cs_unit u;
 *   cs_unit_init(&u, &scratch, flags);
 *   st = cs_parse_module(&u, text, len, CS_MODE_EXEC);   // parse.h
 *   if (st == CS_OK) st = cs_scope_build(&u);            // scope.h
 *   if (st == CS_ESYNTAX) report(&u.error);
 *
 * The unit owns nothing: everything it points to is in the scratch and dies
 * with the next reset.  `src` must stay alive as long as the unit, because
 * names and strings may point into it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_UNIT_H
#define CS_LANG_UNIT_H

#include <stdarg.h>

#include "base/scratch.h"
#include "base/status.h"
#include "py/lang/ast.h"
#include "py/lang/name.h"

typedef enum cs_mode {
  CS_MODE_EXEC,   /* a file: MODULE                                         */
  CS_MODE_EVAL,   /* one expression: EXPRESSION                             */
  CS_MODE_SINGLE, /* one interactive statement: INTERACTIVE                 */
  CS_MODE_FUNC    /* a signature "(int, str) -> bool": FUNCTION_TYPE        */
} cs_mode;

/* cs_unit.flags */
enum {
  CS_UNIT_TOP_AWAIT = 1,   /* await, async for/with allowed at module level */
  CS_UNIT_TOP_RETURN = 2,  /* return allowed at module level                */
  CS_UNIT_ANNOTATIONS = 4, /* from __future__ import annotations is active;
                              may be passed in, is set by the scope pass    */
  CS_UNIT_FROM_STR = 8 /* the text came from a str: no BOM, no coding cookie */
};

typedef enum cs_error_kind {
  CS_ERROR_SYNTAX,      /* SyntaxError                                      */
  CS_ERROR_INDENTATION, /* IndentationError                                 */
  CS_ERROR_TAB,         /* TabError                                         */
  CS_ERROR_MEMORY,      /* MemoryError: nesting too deep for the parser     */
  CS_ERROR_VALUE,       /* ValueError: null bytes, too many digits          */
  CS_ERROR_RECURSION    /* RecursionError: nesting too deep for the compiler */
} cs_error_kind;

/* What SyntaxError will carry: lineno, offset, end_lineno, end_offset exactly
 * as in CPython.  Columns count characters from 1; 0 and -1 stand for "no
 * column", as CPython reports it for the same error. */
typedef struct cs_syntax_error {
  cs_error_kind kind;
  int32_t line, col, end_line, end_col;
  bool bare; /* the line is quoted without its end */
  char text[256];
} cs_syntax_error;

/* What the compiler has to say about a program that compiles.  Positions are
 * those of nodes; they are needed when a filter makes an error of it. */
typedef struct cs_warning {
  struct cs_warning *next;
  bool deprecated; /* DeprecationWarning, not SyntaxWarning               */
  bool shows_line; /* as an error it quotes the source line               */
  uint32_t line, col, end_line, end_col;
  char text[120];
} cs_warning;

typedef struct cs_unit {
  cs_scratch *scratch; /* borrowed */
  cs_name_table names;
  uint32_t flags;
  cs_mode mode;
  const char *src; /* UTF-8, without BOM; borrowed or in scratch            */
  size_t len;
  cs_node *root;         /* after cs_parse_module                            */
  struct cs_scope *top;  /* after cs_scope_build                             */
  cs_warning *warnings;  /* in the order they were found                     */
  cs_warning *warned;    /* the last of them                                 */
  bool incomplete;       /* the error went away if more lines followed       */
  bool failed;           /* an error is recorded                            */
  cs_syntax_error error; /* valid after CS_ESYNTAX                          */
} cs_unit;

/* Prepare a unit.  Returns CS_ELIMIT if the scratch is too small. */
cs_status cs_unit_init(cs_unit *u, cs_scratch *scratch,
                       uint32_t flags) CS_MUST_CHECK;

/* Bytes of source line `line` (from 1) without its line end; an empty slice
 * beyond the last one.  Borrowed like `src`. */
const char *cs_unit_line(const cs_unit *u, uint32_t line, size_t *len);

/* A range of source text as nodes have it: 0-based byte columns. */
typedef struct cs_text_range {
  uint32_t line, col, end_line, end_col;
} cs_text_range;

/* Record an error at `range`.  An earlier error of the unit stays.  Returns
 * CS_ESYNTAX. */
cs_status cs_unit_fail(cs_unit *u, cs_error_kind kind, cs_text_range range,
                       const char *format, ...)
    __attribute__((format(printf, 4, 5)));
cs_status cs_unit_vfail(cs_unit *u, cs_error_kind kind, cs_text_range range,
                        const char *format, va_list args)
    __attribute__((format(printf, 4, 0)));

/* A SyntaxError with the range of a node. */
cs_status cs_unit_fail_node(cs_unit *u, const cs_node *node, const char *format,
                            ...) __attribute__((format(printf, 3, 4)));

/* Record a warning; one that was just given, or finds no memory, is dropped.
 * Returns it, or NULL. */
cs_warning *cs_unit_warn(cs_unit *u, cs_text_range range, const char *format,
                         ...) __attribute__((format(printf, 3, 4)));

/* Characters in the first `bytes` bytes of line `line`. */
uint32_t cs_unit_chars(const cs_unit *u, uint32_t line, uint32_t bytes);

#endif
