/*
 * token.c - the tokenizer: lines, indentation, names, operators.
 *
 * One forward pass.  Inside brackets line ends are blanks; outside they end a
 * statement, and the width of the next line's indentation is compared with a
 * stack, twice: with tabs as 8 and as 1 column.  Where the two disagree the
 * program would depend on the editor, which is CPython's TabError.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/token.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "py/lang/lexer.h"

#define TAB_STOP 8

#define LO   (CS_CH_START | CS_CH_PART)
#define HX   (CS_CH_START | CS_CH_PART | CS_CH_HEX)
#define DG   (CS_CH_PART | CS_CH_DIGIT | CS_CH_HEX)
#define HI8  LO, LO, LO, LO, LO, LO, LO, LO
#define HI32 HI8, HI8, HI8, HI8

const uint8_t cs_lex_class[256] = {
    ['0'] = DG, ['1'] = DG, ['2'] = DG, ['3'] = DG,    ['4'] = DG, ['5'] = DG,
    ['6'] = DG, ['7'] = DG, ['8'] = DG, ['9'] = DG,    ['_'] = LO, ['A'] = HX,
    ['B'] = HX, ['C'] = HX, ['D'] = HX, ['E'] = HX,    ['F'] = HX, ['G'] = LO,
    ['H'] = LO, ['I'] = LO, ['J'] = LO, ['K'] = LO,    ['L'] = LO, ['M'] = LO,
    ['N'] = LO, ['O'] = LO, ['P'] = LO, ['Q'] = LO,    ['R'] = LO, ['S'] = LO,
    ['T'] = LO, ['U'] = LO, ['V'] = LO, ['W'] = LO,    ['X'] = LO, ['Y'] = LO,
    ['Z'] = LO, ['a'] = HX, ['b'] = HX, ['c'] = HX,    ['d'] = HX, ['e'] = HX,
    ['f'] = HX, ['g'] = LO, ['h'] = LO, ['i'] = LO,    ['j'] = LO, ['k'] = LO,
    ['l'] = LO, ['m'] = LO, ['n'] = LO, ['o'] = LO,    ['p'] = LO, ['q'] = LO,
    ['r'] = LO, ['s'] = LO, ['t'] = LO, ['u'] = LO,    ['v'] = LO, ['w'] = LO,
    ['x'] = LO, ['y'] = LO, ['z'] = LO, [0x80] = HI32, HI32,       HI32,
    HI32};

static const char *const token_texts[CS_TOKEN_COUNT] = {
#define X(tag, text) text,
    CS_TOKEN_LIST(X) CS_KEYWORD_LIST(X)
#undef X
};

const char *cs_token_text(cs_token_kind kind) {
  return token_texts[kind];
}

bool cs_lex_fail_at(cs_lexer *lx, cs_error_kind kind, const int32_t pos[4],
                    const char *format, ...) {
  lx->status = CS_ESYNTAX;
  cs_syntax_error *e = &lx->u->error;
  *e = (cs_syntax_error){.kind = kind,
                         .line = pos[0],
                         .col = pos[1],
                         .end_line = pos[2],
                         .end_col = pos[3]};
  va_list args;
  va_start(args, format);
  vsnprintf(e->text, sizeof e->text, format, args);
  va_end(args);
  e->bare = !lx->soft && strncmp(e->text, "f-string", 8) != 0;
  lx->u->failed = true;
  return false;
}

bool cs_lex_fail(cs_lexer *lx, const char *format, ...) {
  char text[sizeof lx->u->error.text];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  uint32_t bytes = (uint32_t)(lx->at - lx->line_start);
  int32_t line = (int32_t)lx->line;
  int32_t col = (int32_t)cs_unit_chars(lx->u, lx->line, bytes);
  int32_t pos[4] = {line, col, line, col};
  return cs_lex_fail_at(lx, CS_ERROR_SYNTAX, pos, "%s", text);
}

static bool grow(cs_lexer *lx) {
  uint32_t cap = lx->cap * 2;
  cs_token *t = cs_scratch_take(lx->u->scratch, (size_t)cap * sizeof *t);
  if (!t) {
    lx->status = CS_ELIMIT;
    return false;
  }
  memcpy(t, lx->tokens, lx->n * sizeof *t);
  lx->tokens = t;
  lx->cap = cap;
  return true;
}

cs_token *cs_lex_add(cs_lexer *lx, cs_token_kind kind, const char *start,
                     uint32_t line, uint32_t col) {
  if (lx->n == lx->cap && !grow(lx)) return NULL;
  cs_token *t = &lx->tokens[lx->n++];
  *t = (cs_token){.kind = (uint8_t)kind,
                  .level = (uint16_t)lx->level,
                  .start = (uint32_t)(start - lx->src),
                  .end = (uint32_t)(lx->at - lx->src),
                  .line = line,
                  .col = col,
                  .end_line = lx->line,
                  .end_col = (uint32_t)(lx->at - lx->line_start)};
  return t;
}

cs_token *cs_lex_push(cs_lexer *lx, cs_token_kind kind, const char *start) {
  return cs_lex_add(lx, kind, start, lx->line,
                    (uint32_t)(start - lx->line_start));
}

static bool fail_tabs(cs_lexer *lx) {
  lx->soft = true;
  int32_t line = (int32_t)lx->line;
  int32_t pos[4] = {line, 1, line, 0};
  return cs_lex_fail_at(lx, CS_ERROR_TAB, pos,
                        "inconsistent use of tabs and spaces in indentation");
}

static bool fail_indent(cs_lexer *lx, bool deep) {
  lx->soft = true;
  size_t len;
  int32_t line = (int32_t)lx->line;
  cs_unit_line(lx->u, lx->line, &len);
  int32_t width = (int32_t)cs_unit_chars(lx->u, lx->line, (uint32_t)len) + 1;
  int32_t pos[4] = {line, deep ? 1 : width, line, deep ? 0 : -1};
  return cs_lex_fail_at(
      lx, CS_ERROR_INDENTATION, pos, "%s",
      deep ? "too many levels of indentation"
           : "unindent does not match any outer indentation level");
}

/* Compare the indentation of a line with the stack and emit INDENT or DEDENT
 * tokens; `at` is its first character. */
static bool indent(cs_lexer *lx, uint32_t col, uint32_t alt) {
  uint32_t top = lx->indents - 1;
  if (col == lx->indent[top]) return alt == lx->alt[top] || fail_tabs(lx);
  if (col > lx->indent[top]) {
    if (lx->indents == CS_LEX_INDENTS) return fail_indent(lx, true);
    if (alt <= lx->alt[top]) return fail_tabs(lx);
    lx->indent[lx->indents] = col;
    lx->alt[lx->indents++] = alt;
    return cs_lex_push(lx, CS_TOKEN_INDENT, lx->at);
  }
  while (col < lx->indent[lx->indents - 1]) {
    lx->indents--;
    if (!cs_lex_push(lx, CS_TOKEN_DEDENT, lx->at)) return false;
  }
  top = lx->indents - 1;
  if (col != lx->indent[top]) return fail_indent(lx, false);
  return alt == lx->alt[top] || fail_tabs(lx);
}

static bool fail_eof(cs_lexer *lx) {
  lx->soft = true;
  size_t len;
  int32_t line = (int32_t)lx->line;
  cs_unit_line(lx->u, lx->line, &len);
  int32_t pos[4] = {line, (int32_t)len + 1, line, -1};
  lx->u->incomplete = true;
  return cs_lex_fail_at(lx, CS_ERROR_SYNTAX, pos,
                        "unexpected EOF while parsing");
}

/* `at` is a backslash outside of strings: it must end the line. */
static bool join_lines(cs_lexer *lx) {
  lx->at++;
  if (*lx->at == '\n' && lx->at + 1 < lx->end) {
    lx->at++;
    cs_lex_newline(lx);
    return true;
  }
  if (lx->at >= lx->end || *lx->at == '\n') return fail_eof(lx);
  lx->soft = true;
  int32_t line = (int32_t)lx->line;
  int32_t col = (int32_t)cs_unit_chars(lx->u, lx->line,
                                       (uint32_t)(lx->at - lx->line_start));
  int32_t pos[4] = {line, col + 1, line, 0};
  return cs_lex_fail_at(
      lx, CS_ERROR_SYNTAX, pos,
      "unexpected character after line continuation character");
}

static void skip_comment(cs_lexer *lx) {
  lx->comment = lx->at;
  const char *nl = memchr(lx->at, '\n', (size_t)(lx->end - lx->at));
  lx->at = nl ? nl : lx->end;
}

/* Measure the indentation of the next line that holds a token.  Lines with
 * only blanks or a comment count for nothing. */
static bool begin_line(cs_lexer *lx) {
  uint32_t col = 0, alt = 0, joined = 0, joined_alt = 0;
  bool has_joined = false;
  for (;; lx->at++) {
    switch (*lx->at) {
      case ' ': col++, alt++; continue;
      case '\t':
        col = (col / TAB_STOP + 1) * TAB_STOP;
        alt++;
        continue;
      case '\f': col = alt = 0; continue;
      case '\\': /* the width before the first backslash is what counts */
        if (!has_joined) joined = col, joined_alt = alt;
        has_joined = true;
        if (!join_lines(lx)) return false;
        lx->at--;
        continue;
      case '#': skip_comment(lx); break;
      default: break;
    }
    if (*lx->at != '\n') break;
    lx->at++;
    cs_lex_newline(lx);
    lx->at--;
    col = alt = 0;
    has_joined = false;
  }
  lx->line_begin = false;
  lx->comment = NULL;
  if (lx->at == lx->end) return true;
  return has_joined ? indent(lx, joined, joined_alt) : indent(lx, col, alt);
}

static bool name(cs_lexer *lx) {
  const char *start = lx->at, *bytes = start;
  unsigned char any = 0;
  while (cs_lex_is(*lx->at, CS_CH_PART)) any |= (unsigned char)*lx->at++;
  size_t len = (size_t)(lx->at - start);
  if (any >= 0x80 && !cs_lex_identifier(lx, start, len, &bytes, &len))
    return false;
  cs_name id = cs_name_put_padded(&lx->u->names, bytes, len);
  cs_token *t =
      id == CS_NAME_NONE ? NULL : cs_lex_push(lx, CS_TOKEN_NAME, start);
  if (!t) {
    lx->status = CS_ELIMIT;
    return false;
  }
  t->name = id;
  if (id <= CS_NAME_KW_YIELD)
    t->kind = (uint8_t)(CS_TOKEN_KW_FALSE + (id - CS_NAME_KW_FALSE));
  return true;
}

/* A letter that may be the prefix of a string. */
static bool prefixed(cs_lexer *lx) {
  const char *s = lx->at;
  bool raw = false, bytes = false, format = false, uni = false;
  for (; *s != '"' && *s != '\''; s++) {
    char c = (char)(*s | 0x20);
    if (c == 'r' && !raw && !uni)
      raw = true;
    else if (c == 'b' && !bytes && !format && !uni)
      bytes = true;
    else if (c == 'f' && !format && !bytes && !uni)
      format = true;
    else if (c == 'u' && !uni && s == lx->at)
      uni = true;
    else
      return name(lx);
  }
  const char *start = lx->at;
  lx->at = s;
  if (format) return cs_lex_fstring_start(lx, start, raw);
  return cs_lex_string(lx, start, raw);
}

static bool open_bracket(cs_lexer *lx, cs_token_kind kind) {
  const char *start = lx->at++;
  if (lx->level == CS_LEX_BRACKETS)
    return cs_lex_fail(lx, "too many nested parentheses");
  lx->brackets[lx->level++] =
      (cs_lex_bracket){.ch = *start,
                       .line = lx->line,
                       .col = (uint32_t)(start - lx->line_start)};
  return cs_lex_push(lx, kind, start);
}

static bool fail_bracket(cs_lexer *lx, char close, const cs_lex_bracket *top) {
  const char *f = lx->fdepth ? "f-string: " : "";
  if (!top || top->field) return cs_lex_fail(lx, "%sunmatched '%c'", f, close);
  if (top->line == lx->line)
    return cs_lex_fail(lx,
                       "%sclosing parenthesis '%c' does not match opening "
                       "parenthesis '%c'",
                       f, close, top->ch);
  return cs_lex_fail(lx,
                     "%sclosing parenthesis '%c' does not match opening "
                     "parenthesis '%c' on line %u",
                     f, close, top->ch, top->line);
}

static bool close_bracket(cs_lexer *lx, cs_token_kind kind, char open) {
  const char *start = lx->at++;
  const cs_lex_bracket *top = lx->level ? &lx->brackets[lx->level - 1] : NULL;
  if (!top || top->ch != open) return fail_bracket(lx, *start, top);
  lx->level--;
  return cs_lex_push(lx, kind, start);
}

static bool take(cs_lexer *lx, cs_token_kind kind, int len) {
  const char *start = lx->at;
  lx->at += len;
  return cs_lex_push(lx, kind, start);
}

/* `x`, `x=`, `xx`, `xx=` for an operator character x; 0 = does not exist. */
static bool repeated(cs_lexer *lx, cs_token_kind one, cs_token_kind one_eq,
                     cs_token_kind two, cs_token_kind two_eq) {
  const char *s = lx->at;
  if (s[1] == '=') return take(lx, one_eq, 2);
  if (two == CS_TOKEN_END || s[1] != s[0]) return take(lx, one, 1);
  if (s[2] == '=' && two_eq != CS_TOKEN_END) return take(lx, two_eq, 3);
  return take(lx, two, 2);
}

static bool colon(cs_lexer *lx) {
  cs_lex_bracket *top = lx->level ? &lx->brackets[lx->level - 1] : NULL;
  if (top && top->field) {
    top->spec = true;
    return take(lx, CS_TOKEN_COLON, 1);
  }
  if (lx->at[1] == '=') return take(lx, CS_TOKEN_COLON_EQ, 2);
  return take(lx, CS_TOKEN_COLON, 1);
}

static bool exclamation(cs_lexer *lx) {
  if (lx->at[1] == '=') return take(lx, CS_TOKEN_NOT_EQ, 2);
  return take(lx, lx->fdepth ? CS_TOKEN_EXCLAM : CS_TOKEN_BAD, 1);
}

static bool dot(cs_lexer *lx) {
  if (cs_lex_is(lx->at[1], CS_CH_DIGIT)) return cs_lex_number(lx);
  if (lx->at[1] == '.' && lx->at[2] == '.')
    return take(lx, CS_TOKEN_ELLIPSIS, 3);
  return take(lx, CS_TOKEN_DOT, 1);
}

static bool line_end(cs_lexer *lx) {
  /* The token begins with the comment before it, as in CPython. */
  const char *start = lx->comment ? lx->comment : lx->at;
  lx->comment = NULL;
  if (lx->level == 0 && !cs_lex_push(lx, CS_TOKEN_NEWLINE, start)) return false;
  lx->line_begin = lx->level == 0;
  lx->at++;
  cs_lex_newline(lx);
  return true;
}

static bool operator_or_bad(cs_lexer *lx) {
  const char *s = lx->at;
  switch (*s) {
    case '(': return open_bracket(lx, CS_TOKEN_LPAR);
    case ')': return close_bracket(lx, CS_TOKEN_RPAR, '(');
    case '[': return open_bracket(lx, CS_TOKEN_LSQB);
    case ']': return close_bracket(lx, CS_TOKEN_RSQB, '[');
    case '{': return open_bracket(lx, CS_TOKEN_LBRACE);
    case '}': return close_bracket(lx, CS_TOKEN_RBRACE, '{');
    case ':': return colon(lx);
    case ',': return take(lx, CS_TOKEN_COMMA, 1);
    case ';': return take(lx, CS_TOKEN_SEMI, 1);
    case '.': return dot(lx);
    case '~': return take(lx, CS_TOKEN_TILDE, 1);
    case '!': return exclamation(lx);
    case '+': return repeated(lx, CS_TOKEN_PLUS, CS_TOKEN_PLUS_EQ, 0, 0);
    case '-':
      if (s[1] == '>') return take(lx, CS_TOKEN_ARROW, 2);
      return repeated(lx, CS_TOKEN_MINUS, CS_TOKEN_MINUS_EQ, 0, 0);
    case '*':
      return repeated(lx, CS_TOKEN_STAR, CS_TOKEN_STAR_EQ, CS_TOKEN_DOUBLE_STAR,
                      CS_TOKEN_DOUBLE_STAR_EQ);
    case '/':
      return repeated(lx, CS_TOKEN_SLASH, CS_TOKEN_SLASH_EQ,
                      CS_TOKEN_DOUBLE_SLASH, CS_TOKEN_DOUBLE_SLASH_EQ);
    case '@': return repeated(lx, CS_TOKEN_AT, CS_TOKEN_AT_EQ, 0, 0);
    case '%': return repeated(lx, CS_TOKEN_PERCENT, CS_TOKEN_PERCENT_EQ, 0, 0);
    case '|': return repeated(lx, CS_TOKEN_VBAR, CS_TOKEN_VBAR_EQ, 0, 0);
    case '^': return repeated(lx, CS_TOKEN_CARET, CS_TOKEN_CARET_EQ, 0, 0);
    case '&': return repeated(lx, CS_TOKEN_AMPER, CS_TOKEN_AMPER_EQ, 0, 0);
    case '=':
      return take(lx, s[1] == '=' ? CS_TOKEN_EQ_EQ : CS_TOKEN_EQ,
                  s[1] == '=' ? 2 : 1);
    case '<':
      if (s[1] == '>') return take(lx, CS_TOKEN_BAD, 2);
      return repeated(lx, CS_TOKEN_LESS, CS_TOKEN_LESS_EQ, CS_TOKEN_LSHIFT,
                      CS_TOKEN_LSHIFT_EQ);
    case '>':
      return repeated(lx, CS_TOKEN_GREATER, CS_TOKEN_GREATER_EQ,
                      CS_TOKEN_RSHIFT, CS_TOKEN_RSHIFT_EQ);
    default: return take(lx, CS_TOKEN_BAD, 1);
  }
}

/* Read one token, or one stretch of blanks. */
static bool step(cs_lexer *lx) {
  if (lx->line_begin) return begin_line(lx);
  if (cs_lex_in_text(lx)) return cs_lex_fstring_text(lx);
  while (*lx->at == ' ' || *lx->at == '\t' || *lx->at == '\f') lx->at++;
  char c = *lx->at;
  if (cs_lex_is(c, CS_CH_START)) {
    switch (c | 0x20) {
      case 'b':
      case 'f':
      case 'r':
      case 'u': return prefixed(lx);
      default: return name(lx);
    }
  }
  if (cs_lex_is(c, CS_CH_DIGIT)) return cs_lex_number(lx);
  switch (c) {
    case '\n': return line_end(lx);
    case '"':
    case '\'': return cs_lex_string(lx, lx->at, false);
    case '#': skip_comment(lx); return true;
    case '\\': return join_lines(lx);
    case '\0': return true;
    default: return operator_or_bad(lx);
  }
}

/* What stands behind the text is reported behind the last line end, counted
 * as a character of the last line. */
static void end_position(cs_lexer *lx, bool open_line) {
  if (!open_line && lx->line > 1) {
    lx->line--;
    lx->line_start--;
    while (lx->line_start > lx->src && lx->line_start[-1] != '\n')
      lx->line_start--;
  } else {
    lx->line_start--; /* the line end that is missing */
  }
}

/* Close the last line and all blocks.  An open bracket is left to the parser,
 * which knows whether something else went wrong before. */
static bool finish(cs_lexer *lx) {
  if (lx->fdepth > 0) {
    const cs_lex_fstring *f = &lx->fstrings[lx->fdepth - 1];
    return cs_lex_unterminated(lx, f->line, f->col, f->triple);
  }
  if (lx->level > 0) return cs_lex_push(lx, CS_TOKEN_END, lx->at);
  bool open_line = lx->n && lx->tokens[lx->n - 1].kind != CS_TOKEN_NEWLINE &&
                   !lx->line_begin;
  if (open_line && lx->tokens[lx->n - 1].kind != CS_TOKEN_DEDENT) {
    const char *start = lx->comment ? lx->comment : lx->at;
    cs_token *t = cs_lex_push(lx, CS_TOKEN_NEWLINE, start);
    if (!t) return false;
    t->flags = CS_TOKEN_MISSING;
  }
  end_position(lx, open_line);
  for (; lx->indents > 1; lx->indents--)
    if (!cs_lex_push(lx, CS_TOKEN_DEDENT, lx->at)) return false;
  return cs_lex_push(lx, CS_TOKEN_END, lx->at);
}

cs_status cs_token_scan(cs_unit *u, cs_token_list *out) {
  cs_scratch *scratch = u->scratch;
  cs_lexer *lx = cs_scratch_take(scratch, sizeof *lx);
  uint32_t cap = (uint32_t)(u->len / 3) + 32;
  cs_token *tokens = cs_scratch_take(scratch, cap * sizeof *tokens);
  if (!lx || !tokens) return CS_ELIMIT;
  /* The stacks need no initial value: their counters say what is valid. */
  memset(lx, 0, offsetof(cs_lexer, indent));
  lx->u = u;
  lx->at = lx->src = lx->line_start = u->src;
  lx->end = u->src + u->len;
  lx->line = 1;
  lx->line_begin = true;
  lx->indents = 1;
  lx->indent[0] = lx->alt[0] = 0;
  lx->tokens = tokens;
  lx->cap = cap;
  bool ok = true;
  while (ok && lx->at < lx->end) ok = step(lx);
  if (ok) ok = finish(lx);
  if (lx->status == CS_ESYNTAX && !cs_lex_push(lx, CS_TOKEN_END, lx->at))
    return CS_ELIMIT;
  *out = (cs_token_list){.items = lx->tokens, .n = lx->n, .soft = lx->soft};
  if (ok && lx->level > 0) {
    const cs_lex_bracket *top = &lx->brackets[lx->level - 1];
    out->open = top->ch;
    out->open_line = top->line;
    out->open_col = top->col;
  }
  assert(ok || lx->status != CS_OK);
  return ok ? CS_OK : lx->status;
}
