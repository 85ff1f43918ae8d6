/*
 * lex_fstring.c - f-strings as nested tokens (PEP 701).
 *
 * A replacement field is a bracket like any other, marked `field`; once its
 * ':' was read it is marked `spec` and its content is text again.  Where we
 * are is therefore a question to the bracket stack (cs_lex_in_text), there is
 * no separate mode.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/lang/lexer.h"

#define MAX_FIELDS 3 /* a field, and two in its format spec, as in 3.12 */

bool cs_lex_fstring_start(cs_lexer *lx, const char *start, bool raw) {
  if (lx->fdepth == CS_LEX_FSTRINGS)
    return cs_lex_fail(lx, "too many nested f-strings");
  char quote = *lx->at;
  bool triple = lx->at[1] == quote && lx->at[2] == quote;
  lx->fstrings[lx->fdepth++] =
      (cs_lex_fstring){.quote = quote,
                       .triple = triple,
                       .raw = raw,
                       .level = lx->level,
                       .line = lx->line,
                       .col = (uint32_t)(start - lx->line_start)};
  lx->at += triple ? 3 : 1;
  return cs_lex_push(lx, CS_TOKEN_FSTRING_START, start);
}

typedef struct text_run {
  const char *start;
  uint32_t line, col;
  unsigned flags;
} text_run;

/* Emit what was read since `run` began, unless it is empty. */
static bool flush(cs_lexer *lx, const text_run *run) {
  if (lx->at == run->start) return true;
  cs_token *t =
      cs_lex_add(lx, CS_TOKEN_FSTRING_MIDDLE, run->start, run->line, run->col);
  if (!t) return false;
  t->flags = (uint8_t)run->flags;
  return true;
}

static bool finish(cs_lexer *lx, const text_run *run, bool spec) {
  const cs_lex_fstring *f = &lx->fstrings[lx->fdepth - 1];
  if (spec) {
    lx->at++;
    return cs_lex_fail(lx, "f-string: expecting '}'");
  }
  if (!flush(lx, run)) return false;
  const char *start = lx->at;
  lx->at += f->triple ? 3 : 1;
  lx->fdepth--;
  return cs_lex_push(lx, CS_TOKEN_FSTRING_END, start);
}

static bool open_field(cs_lexer *lx, const text_run *run) {
  if (!flush(lx, run)) return false;
  uint32_t fields = lx->level - lx->fstrings[lx->fdepth - 1].level;
  if (fields >= MAX_FIELDS) {
    lx->at++;
    return cs_lex_fail(lx, "f-string: expressions nested too deeply");
  }
  if (lx->level == CS_LEX_BRACKETS)
    return cs_lex_fail(lx, "too many nested parentheses");
  const char *start = lx->at++;
  lx->brackets[lx->level++] =
      (cs_lex_bracket){.ch = '{',
                       .field = true,
                       .line = lx->line,
                       .col = (uint32_t)(start - lx->line_start)};
  return cs_lex_push(lx, CS_TOKEN_LBRACE, start);
}

static bool close_spec(cs_lexer *lx, const text_run *run) {
  if (!flush(lx, run)) return false;
  const char *start = lx->at++;
  lx->level--;
  return cs_lex_push(lx, CS_TOKEN_RBRACE, start);
}

/* `at` is a backslash: step over what it protects. */
static void skip_escape(cs_lexer *lx, text_run *run, bool raw) {
  const char *next = ++lx->at;
  if (!raw) run->flags |= CS_TOKEN_ESCAPE;
  if (!raw && next[0] == 'N' && next[1] == '{') {
    const char *close = next + 2;
    while (*close != '}' && *close != '\n' && *close != '\0') close++;
    lx->at = *close == '}' ? close + 1 : next + 2;
    return;
  }
  if (*next == '{' || *next == '}' || lx->at == lx->end) return;
  lx->at++;
  if (*next == '\n') cs_lex_newline(lx);
  if ((unsigned char)*next >= 0x80) run->flags |= CS_TOKEN_NON_ASCII;
}

static bool at_quote(const cs_lexer *lx, const cs_lex_fstring *f) {
  const char *s = lx->at;
  return *s == f->quote &&
         (!f->triple || (s[1] == f->quote && s[2] == f->quote));
}

bool cs_lex_fstring_text(cs_lexer *lx) {
  const cs_lex_fstring *f = &lx->fstrings[lx->fdepth - 1];
  bool spec = lx->level != f->level;
  text_run run = {
      .start = lx->at,
      .line = lx->line,
      .col = (uint32_t)(lx->at - lx->line_start),
      .flags = (f->raw ? CS_TOKEN_RAW : 0u) | (spec ? CS_TOKEN_SPEC : 0u)};
  for (;;) {
    char c = *lx->at;
    if (at_quote(lx, f)) return finish(lx, &run, spec);
    if ((c == '\0' && lx->at == lx->end) || (c == '\n' && !f->triple))
      return cs_lex_unterminated(lx, f->line, f->col, f->triple);
    if (c == '{' && !(lx->at[1] == '{' && !spec)) return open_field(lx, &run);
    if (c == '}' && spec) return close_spec(lx, &run);
    if (c == '\\') {
      skip_escape(lx, &run, f->raw);
      continue;
    }
    lx->at++;
    if (c == '\n') cs_lex_newline(lx);
    if ((unsigned char)c >= 0x80) run.flags |= CS_TOKEN_NON_ASCII;
    if (c != '{' && c != '}') continue;
    if (*lx->at != c)
      return cs_lex_fail(lx, "f-string: single '}' is not allowed");
    lx->at++;
    run.flags |= CS_TOKEN_BRACES;
  }
}
