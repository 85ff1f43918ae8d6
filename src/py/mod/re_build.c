/*
 * re_build.c - from pattern text to compiled code in one step.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_build.h"

#include "py/mod/re_parse.h"
#include "py/mod/re_print.h"

cs_status cs_re_build_code(cs_scratch *scratch, cs_re_memory *memory,
                           const uint8_t *pattern, size_t n, uint32_t flags,
                           cs_re_variant variant, cs_re_code *out,
                           cs_re_error *err) {
  cs_re_tree tree;
  cs_re_text text;
  cs_status st = cs_re_parse(scratch, pattern, n, variant == CS_RE_OVER_BYTES,
                             flags, &tree, err);
  if (st != CS_OK) return st;
  st = cs_re_print(scratch, &tree, variant, false, &text, err);
  if (st != CS_OK) return st;
  st = cs_re_match_compile(memory, &text, out, err);
  if (st != CS_ESYNTAX) return st;
  st = cs_re_print(scratch, &tree, variant, true, &text, err);
  return st == CS_OK ? cs_re_match_compile(memory, &text, out, err) : st;
}
