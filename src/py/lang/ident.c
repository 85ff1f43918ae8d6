/*
 * ident.c - identifiers beyond ASCII: which characters, and NFKC.
 *
 * Python's identifiers are XID_Start XID_Continue* of the NFKC form.  Both
 * properties are derived from the general category plus a few characters
 * Unicode lists by hand (Other_ID_Start, Other_ID_Continue).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "py/lang/lexer.h"

static bool is_other_start(int32_t c) {
  return c == 0x1885 || c == 0x1886 || c == 0x2118 || c == 0x212E ||
         c == 0x309B || c == 0x309C;
}

static bool is_other_part(int32_t c) {
  return c == 0x00B7 || c == 0x0387 || (c >= 0x1369 && c <= 0x1371) ||
         c == 0x19DA;
}

static bool is_start(int32_t c) {
  switch ((int)utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_NL:
      return true;
    default:
      return c == '_' || is_other_start(c);
  }
}

static bool is_part(int32_t c) {
  switch ((int)utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_PC:
      return true;
    default:
      return is_start(c) || is_other_part(c);
  }
}

static bool is_printable(int32_t c) {
  switch ((int)utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_ZS:
      return false;
    default:
      return true;
  }
}

static bool fail_char(cs_lexer *lx, const char *at, size_t len, int32_t c) {
  lx->at = at + len;
  unsigned code = (unsigned)c;
  if (!is_printable(c))
    return cs_lex_fail(lx, "invalid non-printable character U+%04X", code);
  return cs_lex_fail(lx, "invalid character '%.*s' (U+%04X)", (int)len, at,
                     code);
}

/* The NFKC form, copied to scratch with the padding cs_name wants. */
static bool normalise(cs_lexer *lx, const char *start, size_t len,
                      const char **bytes, size_t *out_len) {
  utf8proc_uint8_t *text = NULL;
  utf8proc_ssize_t n = utf8proc_map(
      (const utf8proc_uint8_t *)start, (utf8proc_ssize_t)len, &text,
      UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
  char *copy = n < 0 ? NULL
                     : cs_scratch_zero(lx->u->scratch, (size_t)n + 16);
  if (copy) {
    memcpy(copy, text, (size_t)n);
    *bytes = copy;
    *out_len = (size_t)n;
  } else {
    lx->status = CS_ELIMIT;
  }
  free(text);
  return copy != NULL;
}

bool cs_lex_identifier(cs_lexer *lx, const char *start, size_t len,
                       const char **bytes, size_t *out_len) {
  const char *at = start, *end = start + len;
  while (at < end) {
    utf8proc_int32_t c;
    utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)at,
                                          (utf8proc_ssize_t)(end - at), &c);
    if (n <= 0) n = 1, c = 0xFFFD; /* excluded by the UTF-8 check before */
    if (!(at == start ? is_start(c) : is_part(c)))
      return fail_char(lx, at, (size_t)n, c);
    at += n;
  }
  return normalise(lx, start, len, bytes, out_len);
}
