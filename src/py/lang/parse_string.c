/*
 * parse_string.c - string literals, their concatenation, and f-strings.
 *
 * Adjacent literals are one constant.  As soon as one of them is an f-string
 * the result is a JoinedStr whose text parts are collected in one buffer; it
 * is as large as the raw text, so nothing grows.  A lone literal without
 * escapes is not copied at all.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <string.h>

#include "base/utf8.h"
#include "py/lang/literal.h"
#include "py/lang/parser.h"

cs_node *cs_parse_number(cs_parser *p) {
  const cs_token *t = p->t;
  cs_next(p);
  cs_node *n = cs_parse_new(p, CS_NODE_CONSTANT, t);
  if (!n) return NULL;
  switch (cs_literal_number(p->scratch, p->u->src + t->start, t->end - t->start,
                            &n->constant)) {
    case CS_LITERAL_OK: return n;
    case CS_LITERAL_DIGITS_ERROR:
      return cs_parse_error_token(
          p, t,
          "Exceeds the limit (%d digits) for integer string conversion: value "
          "has %u digits; use sys.set_int_max_str_digits() to increase the "
          "limit - Consider hexadecimal for huge integer literals to avoid "
          "decimal conversion limits.",
          CS_LITERAL_DIGITS, n->constant.len);
    case CS_LITERAL_FULL:
    case CS_LITERAL_ESCAPE: break;
  }
  return cs_parse_full(p);
}

/* A STRING token taken apart. */
typedef struct literal {
  const char *text;
  size_t len;
  bool raw, bytes, u_prefix;
} literal;

static literal split(const cs_parser *p, const cs_token *t) {
  const char *s = p->u->src + t->start, *end = p->u->src + t->end;
  literal l = {0};
  for (; *s != '"' && *s != '\''; s++) {
    char c = (char)(*s | 0x20);
    l.raw |= c == 'r';
    l.bytes |= c == 'b';
    l.u_prefix |= *s == 'u';
  }
  size_t quotes = end - s >= 6 && s[1] == *s && s[2] == *s ? 3 : 1;
  l.text = s + quotes;
  l.len = (size_t)(end - s) - 2 * quotes;
  return l;
}

static void set_text(cs_node *n, const char *text, size_t len, bool bytes,
                     bool surrogates) {
  cs_constant *c = &n->constant;
  const uint8_t *s = (const uint8_t *)text;
  c->type = bytes ? CS_CONST_BYTES : CS_CONST_STR;
  c->text = text;
  c->len = (uint32_t)len;
  c->ascii = cs_utf8_is_ascii(s, len);
  c->surrogates = surrogates;
  if (bytes) return;
  c->n_chars = (uint32_t)(c->ascii ? len : cs_utf8_count(s, len));
}

/* What is being put together. */
typedef struct joined {
  const cs_token *start; /* first token of the whole                       */
  cs_escape buf;         /* text since the last field                      */
  size_t from;           /* where that text starts in buf.out              */
  const cs_token *text;  /* token the text started with, for its position  */
  bool any_f, bytes, u_prefix;
} joined;

static cs_node *fail_escape(cs_parser *p, const joined *j) {
  /* CPython notices after it has looked at the token behind the strings. */
  while (p->t->kind == CS_TOKEN_STRING) cs_next(p);
  return cs_parse_error_last(p, "%s", j->buf.text);
}

static bool decode(cs_parser *p, joined *j, const char *s, size_t len,
                   bool escapes) {
  if (!escapes) {
    memcpy(j->buf.out + j->buf.n, s, len);
    j->buf.n += len;
    return true;
  }
  if (cs_literal_unescape(&j->buf, s, len) == CS_LITERAL_OK) return true;
  fail_escape(p, j);
  return false;
}

/* The first backslash of a literal that begins no escape. */
static void warn_escape(cs_parser *p, joined *j, const cs_token *from,
                        const cs_token *to) {
  const char *s = j->buf.odd;
  if (!s) return;
  j->buf.odd = NULL;
  bool octal = s[1] >= '0' && s[1] <= '7';
  if ((unsigned char)s[1] >= 0x80) return; /* as CPython */
  cs_warning *w = cs_unit_warn(
      p->u, (cs_text_range){from->line, from->col, to->end_line, to->end_col},
      "invalid %sescape sequence '%.*s'", octal ? "octal " : "", octal ? 4 : 2,
      s);
  if (w) w->deprecated = w->shows_line = true;
}

/* Emit the text collected so far as a constant, if there is any. */
static bool flush(cs_parser *p, joined *j) {
  size_t len = j->buf.n - j->from;
  if (len == 0) return true;
  cs_node *n = cs_parse_new(p, CS_NODE_CONSTANT, j->text ? j->text : j->start);
  if (!n) return false;
  set_text(n, j->buf.out + j->from, len, false, j->buf.surrogates);
  n->constant.u_prefix = j->u_prefix;
  j->from = j->buf.n;
  j->buf.surrogates = false;
  j->text = NULL;
  return cs_parse_push(p, n);
}

/* --- f-strings ----------------------------------------------------------- */

static bool parse_pieces(cs_parser *p, joined *j, cs_token_kind end);

/* The text of `expr=` including blanks, for self-documenting fields. */
static void add_source(cs_parser *p, joined *j, const cs_token *open) {
  const char *s = p->u->src + open->end;
  size_t len = p->t->start - open->end;
  memcpy(j->buf.out + j->buf.n, s, len);
  j->buf.n += len;
  if (!j->text) j->text = open;
}

/* An error inside a field: CPython 3.11 notices it with the token behind the
 * strings. */
static bool fail_field(cs_parser *p, const char *text) {
  const cs_token *t = p->t;
  uint32_t depth = 1;
  for (; depth && t->kind != CS_TOKEN_END; t++) {
    if (t->kind == CS_TOKEN_FSTRING_START) depth++;
    if (t->kind == CS_TOKEN_FSTRING_END) depth--;
  }
  while (t->kind == CS_TOKEN_STRING) t++;
  p->t = t;
  cs_parse_error_last(p, "%s", text);
  return false;
}

static cs_node *blame_empty(cs_parser *p) {
  switch ((int)p->t->kind) {
    case CS_TOKEN_RBRACE:
      return fail_field(p, "f-string: empty expression not allowed"), NULL;
    case CS_TOKEN_EQ:
    case CS_TOKEN_EXCLAM:
    case CS_TOKEN_COLON:
      return cs_parse_error_token(p, p->t,
                                  "f-string: expression required before '%s'",
                                  cs_token_text(p->t->kind));
    default: return cs_parse_fail(p);
  }
}

static cs_node *parse_field_value(cs_parser *p) {
  if (cs_at(p, CS_TOKEN_KW_YIELD)) return cs_parse_yield(p);
  if (cs_at(p, CS_TOKEN_DOUBLE_STAR))
    return cs_parse_error_token(p, p->t,
                                "cannot use double starred expression here");
  if (!cs_parse_is_start(p->t->kind) && !cs_at(p, CS_TOKEN_STAR))
    return blame_empty(p);
  cs_node *n = cs_parse_star_expressions(p);
  if (n && n->kind == CS_NODE_STARRED)
    return cs_parse_error_node(p, n, "cannot use starred expression here");
  return n;
}

static bool parse_conversion(cs_parser *p, int *conversion) {
  if (!cs_accept(p, CS_TOKEN_EXCLAM)) return true;
  const cs_token *t = p->t;
  char c = p->u->src[t->start];
  bool apart = t->start != t[-1].end;
  if (t->kind != CS_TOKEN_NAME || apart || (c != 's' && c != 'r' && c != 'a'))
    return fail_field(p,
                      "f-string: invalid conversion character: expected "
                      "'s', 'r', or 'a'");
  if (t->end - t->start != 1) return fail_field(p, "f-string: expecting '}'");
  cs_next(p);
  *conversion = c;
  return true;
}

/* The format spec behind ':', a JoinedStr of its own. */
static cs_node *parse_spec(cs_parser *p, joined *j) {
  const cs_token *start = p->t;
  uint32_t mark = p->sp;
  joined spec = {.start = start, .buf = j->buf, .from = j->buf.n};
  spec.buf.surrogates = false;
  spec.buf.braces = false;
  if (!parse_pieces(p, &spec, CS_TOKEN_RBRACE) || !flush(p, &spec)) return NULL;
  j->buf.n = j->from = spec.buf.n; /* the buffer is shared */
  j->buf.odd = spec.buf.odd;
  cs_node *n = cs_parse_new(p, CS_NODE_JOINED_STR, start);
  if (!n || !cs_parse_take_list(p, mark, &n->values)) return NULL;
  if (n->values.n == 0) n->end_line = n->line, n->end_col = n->col;
  return n;
}

static bool parse_field_tail(cs_parser *p, joined *j, const cs_token *open,
                             cs_node *value) {
  int conversion = -1;
  bool debug = cs_accept(p, CS_TOKEN_EQ);
  if (debug) add_source(p, j, open);
  cs_node *spec = NULL;
  if (!flush(p, j) || !parse_conversion(p, &conversion)) return false;
  if (cs_accept(p, CS_TOKEN_COLON) && !(spec = parse_spec(p, j))) return false;
  if (!cs_accept(p, CS_TOKEN_RBRACE)) {
    if (debug || spec || conversion >= 0)
      fail_field(p, "f-string: expecting '}'");
    else
      cs_parse_fail(p);
    return false;
  }
  if (debug && conversion < 0 && !spec) conversion = 'r';
  cs_node *n = cs_parse_new(p, CS_NODE_FORMATTED_VALUE, open);
  if (!n) return false;
  n->formatted.value = value;
  n->formatted.conversion = conversion;
  n->formatted.format_spec = spec;
  return cs_parse_push(p, n);
}

static bool parse_field(cs_parser *p, joined *j) {
  const cs_token *open = p->t;
  cs_next(p);
  p->fields++;
  cs_node *value = parse_field_value(p);
  bool ok = value && parse_field_tail(p, j, open, value);
  p->fields--;
  return ok;
}

static bool parse_pieces(cs_parser *p, joined *j, cs_token_kind end) {
  while (!cs_at(p, end)) {
    const cs_token *t = p->t;
    if (t->kind == CS_TOKEN_LBRACE) {
      if (!parse_field(p, j)) return false;
      continue;
    }
    if (t->kind != CS_TOKEN_FSTRING_MIDDLE) return cs_parse_fail(p), false;
    if (!j->text) j->text = t;
    cs_next(p);
    bool escapes = t->flags & (CS_TOKEN_ESCAPE | CS_TOKEN_BRACES);
    bool raw = t->flags & CS_TOKEN_RAW;
    j->buf.braces = t->flags & CS_TOKEN_BRACES;
    j->buf.keep_backslash = raw;
    if (!decode(p, j, p->u->src + t->start, t->end - t->start, escapes))
      return false;
  }
  return true;
}

static bool parse_fstring(cs_parser *p, joined *j) {
  const cs_token *start = p->t;
  cs_next(p);
  if (!parse_pieces(p, j, CS_TOKEN_FSTRING_END)) return false;
  warn_escape(p, j, start, p->t);
  cs_next(p);
  return true;
}

/* --- concatenation ------------------------------------------------------- */

static bool add_plain(cs_parser *p, joined *j) {
  const cs_token *t = p->t;
  literal l = split(p, t);
  cs_next(p);
  if (!j->text) j->text = t;
  j->buf.bytes = l.bytes;
  j->buf.braces = false;
  j->buf.keep_backslash = l.raw;
  if (l.bytes && t->flags & CS_TOKEN_NON_ASCII) {
    while (p->t->kind == CS_TOKEN_STRING) cs_next(p);
    cs_parse_error_last(p, "bytes can only contain ASCII literal characters");
    return false;
  }
  bool escapes = !l.raw && t->flags & CS_TOKEN_ESCAPE;
  if (!decode(p, j, l.text, l.len, escapes)) return false;
  warn_escape(p, j, t, t);
  return true;
}

static bool at_string(const cs_token *t) {
  return t->kind == CS_TOKEN_STRING || t->kind == CS_TOKEN_FSTRING_START;
}

/* Survey all literals: total size, kinds, mixing of str and bytes. */
static bool survey(cs_parser *p, joined *j, size_t *size) {
  const cs_token *t = p->t;
  bool str = false, bytes = false;
  *size = 0;
  for (uint32_t depth = 0; depth || at_string(t); t++) {
    if (t->kind == CS_TOKEN_END) break; /* the text ends in an error */
    *size += t->end - t->start;
    if (t->kind == CS_TOKEN_FSTRING_START) depth++, j->any_f = str = true;
    if (t->kind == CS_TOKEN_FSTRING_END) depth--;
    if (depth || t->kind != CS_TOKEN_STRING) {
      *size += t[1].start - t->end; /* blanks inside of `=` fields */
      continue;
    }
    bool b = split(p, t).bytes;
    bytes |= b;
    str |= !b;
  }
  j->bytes = bytes;
  if (!str || !bytes) return true;
  p->t = t;
  cs_parse_error_last(p, "cannot mix bytes and nonbytes literals");
  return false;
}

static cs_node *finish(cs_parser *p, joined *j, uint32_t mark) {
  if (!j->any_f) {
    cs_node *n = cs_parse_new(p, CS_NODE_CONSTANT, j->start);
    if (!n) return NULL;
    set_text(n, j->buf.out, j->buf.n, j->bytes, j->buf.surrogates);
    n->constant.u_prefix = j->u_prefix;
    return n;
  }
  if (!flush(p, j)) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_JOINED_STR, j->start);
  if (!n || !cs_parse_take_list(p, mark, &n->values)) return NULL;
  return n;
}

static cs_node *parse_strings(cs_parser *p) {
  joined j = {.start = p->t};
  uint32_t mark = p->sp;
  size_t size;
  if (!survey(p, &j, &size)) return NULL;
  j.buf.out = cs_scratch_take(p->scratch, size);
  if (!j.buf.out) return cs_parse_full(p);
  j.u_prefix = p->u->src[p->t->start] == 'u';
  while (at_string(p->t)) {
    bool ok =
        cs_at(p, CS_TOKEN_STRING) ? add_plain(p, &j) : parse_fstring(p, &j);
    if (!ok) return NULL;
  }
  assert(j.buf.n <= size);
  return finish(p, &j, mark);
}

cs_node *cs_parse_string(cs_parser *p) {
  const cs_token *t = p->t;
  if (t->kind != CS_TOKEN_STRING || at_string(t + 1) ||
      t->flags & CS_TOKEN_ESCAPE)
    return parse_strings(p);
  literal l = split(p, t);
  if (l.bytes && t->flags & CS_TOKEN_NON_ASCII) return parse_strings(p);
  cs_next(p);
  cs_node *n = cs_parse_new(p, CS_NODE_CONSTANT, t);
  if (!n) return NULL;
  set_text(n, l.text, l.len, l.bytes, false);
  n->constant.u_prefix = l.u_prefix;
  return n;
}
