/*
 * re_parse.h - Python 3.11 regular expression syntax, completely.
 *
 * Guarantee: a pattern is refused exactly when CPython refuses it, with its
 * exception, text and position.  Exceptions, all documented: groups nested
 * deeper than CS_RE_DEPTH (CPython: about 490) raise RecursionError, more than
 * CS_RE_CAPTURES groups are refused.  Warnings are not reported.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_RE_PARSE_H
#define CS_PY_MOD_RE_PARSE_H

#include "base/scratch.h"
#include "base/status.h"
#include "py/mod/re_error.h"
#include "py/mod/re_tree.h"

#define CS_RE_CAPTURES 10000 /* PCRE2's code for more would not fit 64 KiB */

/* Parse the `n` bytes of `text`: generalised UTF-8, or with `bytes` any
 * bytes.  `flags` are those given to re.compile.  The tree lives in `scratch`
 * and refers to `text` only by offsets.  Returns CS_ESYNTAX with `err` filled,
 * or CS_ELIMIT when scratch memory ends. */
cs_status cs_re_parse(cs_scratch *scratch, const uint8_t *text, size_t n,
                      bool bytes, uint32_t flags, cs_re_tree *out,
                      cs_re_error *err) CS_MUST_CHECK;

#endif
