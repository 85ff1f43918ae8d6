/*
 * unparse.h - an expression back to text.
 *
 * With `from __future__ import annotations` an annotation's value is its own
 * text, in the normal form CPython gives it: single blanks, single quotes, no
 * redundant parentheses.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_UNPARSE_H
#define CS_LANG_UNPARSE_H

#include "py/lang/unit.h"

/* Write expression `n` of unit `u` to scratch and store where in `*text`, not
 * NUL-terminated, and how long in `*len`.  Works before and after the scope
 * pass, but afterwards private attributes appear mangled.  Returns CS_ELIMIT
 * if the scratch ran out. */
cs_status cs_unparse_expr(const cs_unit *u, const cs_node *n, const char **text,
                          size_t *len) CS_MUST_CHECK;

#endif
