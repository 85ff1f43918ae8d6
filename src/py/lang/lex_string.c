/*
 * lex_string.c - the extent of string and bytes literals.
 *
 * The token spans prefix and quotes; escapes are decoded by the parser.  The
 * flags tell it when the text can be used as it stands.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/lexer.h"

bool cs_lex_unterminated(cs_lexer *lx, uint32_t line, uint32_t col,
                         bool triple) {
  uint32_t seen = lx->line;
  /* A final line end does not begin a line on which something is missing. */
  if (lx->at == lx->end && lx->line_start == lx->end && seen > line) seen--;
  int32_t chars = (int32_t)cs_unit_chars(lx->u, line, col) + 1;
  int32_t pos[4] = {(int32_t)line, chars, (int32_t)line, chars};
  lx->u->incomplete = triple;
  return cs_lex_fail_at(lx, CS_ERROR_SYNTAX, pos,
                        "unterminated %sstring literal (detected at line %u)",
                        triple ? "triple-quoted " : "", seen);
}

/* In `f'{a'` the second quote was meant to end the f-string. */
static bool ends_fstring(const cs_lexer *lx, char quote) {
  return lx->fdepth > 0 && lx->fstrings[lx->fdepth - 1].quote == quote &&
         !lx->fstrings[lx->fdepth - 1].triple;
}

static bool fail_open(cs_lexer *lx, const char *quote, uint32_t line,
                      uint32_t col, bool triple) {
  bool inner = lx->fdepth > 0 && !triple;
  if (inner && !ends_fstring(lx, *quote))
    return cs_lex_fail(lx, "f-string: unterminated string");
  if (!ends_fstring(lx, *quote))
    return cs_lex_unterminated(lx, line, col, triple);
  lx->at = quote + 1;
  lx->line = line;
  lx->line_start = quote - col;
  return cs_lex_fail(lx, "f-string: expecting '}'");
}

bool cs_lex_string(cs_lexer *lx, const char *start, bool raw) {
  const char *open = lx->at;
  char quote = *open;
  uint32_t line = lx->line, col = (uint32_t)(start - lx->line_start);
  if (open[1] == quote && open[2] != quote) {
    lx->at = open + 2;
    return cs_lex_push(lx, CS_TOKEN_STRING, start);
  }
  bool triple = open[1] == quote;
  lx->at = open + (triple ? 3 : 1);
  unsigned flags = 0;
  for (;;) {
    char c = *lx->at;
    if (c == quote && (!triple || (lx->at[1] == quote && lx->at[2] == quote)))
      break;
    if (c == '\0' && lx->at == lx->end)
      return fail_open(lx, open, line, col, triple);
    if (c == '\n' && !triple) return fail_open(lx, open, line, col, false);
    lx->at++;
    if (c == '\\') {
      if (!raw) flags |= CS_TOKEN_ESCAPE;
      if (lx->at == lx->end) continue;
      c = *lx->at++;
    }
    if (c == '\n') cs_lex_newline(lx);
    if ((unsigned char)c >= 0x80) flags |= CS_TOKEN_NON_ASCII;
  }
  lx->at += triple ? 3 : 1;
  cs_token *t = cs_lex_add(lx, CS_TOKEN_STRING, start, line, col);
  if (!t) return false;
  t->flags = (uint8_t)flags;
  return true;
}
