/*
 * re_parse.h - Python 3.11 regular expression syntax, completely.
 *
 * Guarantee: a pattern is refused exactly when CPython refuses it, with its
 * exception, text and position.  Exceptions, all documented: groups nested
 * deeper than CS_RE_DEPTH (CPython: about 490) raise RecursionError, more than
 * CS_RE_CAPTURES groups are refused.  Warnings are not reported.
 *
 * Matches differ from CPython's only in corners:
 *   - PCRE2 holds 64 KiB of code and group repeats up to 65535: beyond that
 *     re.error "regular expression is too large";
 *   - a bounded repeat of a group that can be empty, (a?){0,3}, goes on after
 *     an empty turn where CPython stops;
 *   - (?(1)...) inside group 1 itself, and back-references compared without
 *     regard to case for the letters i, s, k beyond ASCII;
 *   - a repeated back-reference to an empty group in a look-behind is refused;
 *   - bugs of CPython 3.11 (flags of (?a:...) lost in searches, captures of
 *     possessive groups) are not copied.
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
