/*
 * ident.c - identifiers beyond ASCII: which characters, and NFKC.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/utf8.h"
#include "py/lang/lexer.h"
#include "py/lang/source.h"
#include "text/normal.h"
#include "text/unicode.h"

static bool fail_char(cs_lexer *lx, const char *at, uint32_t width,
                      uint32_t cp) {
  lx->at = at + width;
  if (!cs_unicode_has(cp, CS_UNICODE_PRINTABLE))
    return cs_lex_fail(lx, "invalid non-printable character U+%04X", cp);
  return cs_lex_fail(lx, "invalid character '%.*s' (U+%04X)", (int)width, at,
                     cp);
}

/* The NFKC form, in scratch with the padding that names want. */
static bool normalise(cs_lexer *lx, const uint8_t *s, size_t len,
                      const char **bytes, size_t *out_len) {
  cs_scratch *scratch = lx->u->scratch;
  size_t words = cs_normal_need(CS_NORMAL_NFKC, s, len, NULL);
  uint32_t *work = cs_scratch_take(scratch, words * sizeof *work);
  if (!work) return lx->status = CS_ELIMIT, false;
  size_t count = cs_normal_run(CS_NORMAL_NFKC, s, len, work);
  size_t n = cs_normal_bytes(work, count);
  char *text = cs_scratch_zero(scratch, n + CS_SOURCE_PAD);
  if (!text) return lx->status = CS_ELIMIT, false;
  cs_normal_store(work, count, (uint8_t *)text);
  *bytes = text;
  *out_len = n;
  return true;
}

bool cs_lex_identifier(cs_lexer *lx, const char *start, size_t len,
                       const char **bytes, size_t *out_len) {
  const char *end = start + len;
  uint32_t width, want = CS_UNICODE_XID_START;
  for (const char *at = start; at < end; at += width) {
    uint32_t cp = cs_utf8_decode((const uint8_t *)at, &width);
    /* '_' may start a name although Unicode does not say so. */
    if (cp != '_' && !cs_unicode_has(cp, want))
      return fail_char(lx, at, width, cp);
    want = CS_UNICODE_XID_CONTINUE;
  }
  const uint8_t *s = (const uint8_t *)start;
  if (cs_normal_quick(CS_NORMAL_NFKC, s, len) == CS_NORMAL_YES) {
    *bytes = start;
    *out_len = len;
    return true;
  }
  return normalise(lx, s, len, bytes, out_len);
}
