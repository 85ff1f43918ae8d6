/*
 * parse.h - source text to syntax tree.
 *
 * Recursive descent with precedence climbing over Python 3.12's grammar.  The
 * C stack is bounded: nesting is counted and refused beyond CS_PARSE_DEPTH.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_PARSE_H
#define CS_LANG_PARSE_H

#include "py/lang/unit.h"

#define CS_PARSE_DEPTH  3000 /* nested expressions, operators, blocks       */
#define CS_PARSE_PARENS 200  /* open brackets, CPython's MAXLEVEL           */

/* Parse `len` bytes of `src` (UTF-8 unless a coding cookie says latin-1) into
 * `u->root`.  `src` need not be NUL-terminated.  Returns CS_ESYNTAX with
 * `u->error` filled, CS_ELIMIT if the scratch ran out. */
cs_status cs_parse_module(cs_unit *u, const char *src, size_t len,
                          cs_mode mode) CS_MUST_CHECK;

#endif
