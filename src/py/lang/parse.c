/*
 * parse.c - entry points of the parser, its helpers, and which error wins.
 *
 * Several things may be wrong at once.  CPython's order, kept here: an
 * unexpected indent first; then whatever the tokenizer objects to anywhere in
 * the text; then a bracket never closed, if the trouble began on a later line
 * than the bracket; then the parser's own message.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/parse.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "py/lang/parser.h"
#include "py/lang/source.h"

#define FIRST_STACK 64

bool cs_parse_expect(cs_parser *p, cs_token_kind kind) {
  if (cs_accept(p, kind)) return true;
  cs_parse_fail(p);
  return false;
}

bool cs_parse_force(cs_parser *p, cs_token_kind kind) {
  if (cs_accept(p, kind)) return true;
  cs_parse_error_token(p, p->t, "expected '%s'", cs_token_text(kind));
  return false;
}

/* --- failure ------------------------------------------------------------- */

void *cs_parse_fail(cs_parser *p) {
  cs_parse_see(p, p->t);
  if (p->status == CS_OK) p->status = CS_ESYNTAX;
  return NULL;
}

void *cs_parse_full(cs_parser *p) {
  p->status = CS_ELIMIT;
  return NULL;
}

void *cs_parse_too_deep(cs_parser *p) {
  if (p->status != CS_OK) return NULL;
  p->status = CS_ESYNTAX;
  if (p->mute) return NULL;
  cs_unit *u = p->u;
  u->failed = true;
  u->error =
      (cs_syntax_error){.kind = CS_ERROR_MEMORY, .line = (int32_t)p->t->line};
  return NULL;
}

__attribute__((format(printf, 4, 0))) static void *record(cs_parser *p,
                                                          cs_error_kind kind,
                                                          cs_text_range range,
                                                          const char *format,
                                                          va_list args) {
  cs_parse_see(p, p->t);
  if (p->status != CS_OK) return NULL;
  p->status = CS_ESYNTAX;
  if (p->mute) return NULL;
  char text[sizeof p->u->error.text];
  vsnprintf(text, sizeof text, format, args);
  const char *prefix =
      p->fields && strncmp(text, "f-string", 8) != 0 ? "f-string: " : "";
  cs_unit_fail(p->u, kind, range, "%s%s", prefix, text);
  return NULL;
}

void *cs_parse_error(cs_parser *p, cs_text_range range, const char *format,
                     ...) {
  va_list args;
  va_start(args, format);
  record(p, CS_ERROR_SYNTAX, range, format, args);
  va_end(args);
  return NULL;
}

void *cs_parse_error_node(cs_parser *p, const cs_node *n, const char *format,
                          ...) {
  va_list args;
  va_start(args, format);
  record(p, CS_ERROR_SYNTAX, cs_range_nodes(n, n), format, args);
  va_end(args);
  return NULL;
}

void *cs_parse_error_token(cs_parser *p, const cs_token *t, const char *format,
                           ...) {
  va_list args;
  va_start(args, format);
  record(p, CS_ERROR_SYNTAX, cs_range_tokens(t, t), format, args);
  va_end(args);
  return NULL;
}

/* INDENT, DEDENT and END have no text: CPython then counts up to the first
 * character and has no end. */
static void fix_blank(cs_parser *p, const cs_token *t) {
  if (t->kind > CS_TOKEN_DEDENT || t->kind == CS_TOKEN_NEWLINE) return;
  if (p->mute || !p->u->failed) return;
  p->u->error.col--;
  p->u->error.end_col = -1;
}

void *cs_parse_error_last(cs_parser *p, const char *format, ...) {
  va_list args;
  va_start(args, format);
  bool first = p->status == CS_OK;
  record(p, CS_ERROR_SYNTAX, cs_range_tokens(p->t, p->t), format, args);
  va_end(args);
  if (first) fix_blank(p, p->t);
  return NULL;
}

void *cs_parse_error_indent(cs_parser *p, const char *format, ...) {
  va_list args;
  va_start(args, format);
  bool first = p->status == CS_OK;
  record(p, CS_ERROR_INDENTATION, cs_range_tokens(p->t, p->t), format, args);
  va_end(args);
  if (first) fix_blank(p, p->t);
  return NULL;
}

cs_text_range cs_range_nodes(const cs_node *from, const cs_node *to) {
  return (cs_text_range){from->line, from->col, to->end_line, to->end_col};
}

cs_text_range cs_range_node_token(const cs_node *from, const cs_token *to) {
  return (cs_text_range){from->line, from->col, to->end_line, to->end_col};
}

cs_text_range cs_range_tokens(const cs_token *from, const cs_token *to) {
  return (cs_text_range){from->line, from->col, to->end_line, to->end_col};
}

cs_text_range cs_parse_range_up_to(const cs_node *from, const cs_token *next) {
  return (cs_text_range){from->line, from->col, next->end_line,
                         next->end_col - 1};
}

/* --- trying -------------------------------------------------------------- */

cs_parse_mark cs_parse_try(cs_parser *p) {
  p->mute++;
  return (cs_parse_mark){
      .t = p->t, .far = p->far, .sp = p->sp, .depth = p->depth};
}

void cs_parse_end_try(cs_parser *p, cs_parse_mark mark, bool back) {
  p->mute--;
  if (!back) return;
  p->t = mark.t;
  p->sp = mark.sp;
  p->depth = mark.depth;
  if (p->status == CS_ESYNTAX) p->status = CS_OK;
}

void cs_parse_end_look(cs_parser *p, cs_parse_mark mark) {
  cs_parse_note(p, p->t);
  cs_parse_note(p, p->far);
  cs_parse_end_try(p, mark, true);
  p->far = mark.far;
}

/* --- nodes --------------------------------------------------------------- */

/* A node ends with its last visible token. */
static void set_end(const cs_parser *p, cs_node *n) {
  const cs_token *first = p->tokens.items;
  const cs_token *last = p->t > first ? p->t - 1 : first;
  while (last->kind <= CS_TOKEN_DEDENT && last > first) last--;
  n->end_line = last->end_line;
  n->end_col = last->end_col;
}

cs_node *cs_parse_new(cs_parser *p, cs_node_kind kind, const cs_token *start) {
  cs_node *n = cs_ast_new(p->scratch, kind);
  if (!n) return cs_parse_full(p);
  n->line = start->line;
  n->col = start->col;
  set_end(p, n);
  return n;
}

cs_node *cs_parse_new_at(cs_parser *p, cs_node_kind kind, const cs_node *left) {
  cs_node *n = cs_ast_new(p->scratch, kind);
  if (!n) return cs_parse_full(p);
  n->line = left->line;
  n->col = left->col;
  set_end(p, n);
  return n;
}

static bool grow_stack(cs_parser *p) {
  uint32_t cap = p->stack_cap ? 2 * p->stack_cap : FIRST_STACK;
  cs_node **s = cs_scratch_take(p->scratch, cap * sizeof *s);
  if (!s) {
    cs_parse_full(p);
    return false;
  }
  if (p->sp) memcpy(s, p->stack, p->sp * sizeof *s);
  p->stack = s;
  p->stack_cap = cap;
  return true;
}

bool cs_parse_push(cs_parser *p, cs_node *n) {
  if (p->sp == p->stack_cap && !grow_stack(p)) return false;
  p->stack[p->sp++] = n;
  return true;
}

bool cs_parse_take_list(cs_parser *p, uint32_t mark, cs_node_list *out) {
  uint32_t n = p->sp - mark;
  p->sp = mark;
  *out = (cs_node_list){.n = n};
  if (n == 0) return true;
  out->items = cs_scratch_take(p->scratch, n * sizeof *out->items);
  if (!out->items) {
    cs_parse_full(p);
    return false;
  }
  memcpy(out->items, p->stack + mark, n * sizeof *out->items);
  return true;
}

/* --- entry --------------------------------------------------------------- */

static cs_node *parse_file(cs_parser *p, cs_node_kind kind) {
  const cs_token *start = p->t;
  uint32_t mark = p->sp;
  while (!cs_at(p, CS_TOKEN_END))
    if (!cs_parse_statement(p)) return NULL;
  cs_node *n = cs_parse_new(p, kind, start);
  if (!n || !cs_parse_take_list(p, mark, &n->block.body)) return NULL;
  return n;
}

static cs_node *parse_single(cs_parser *p) {
  const cs_token *start = p->t;
  uint32_t mark = p->sp;
  if (cs_accept(p, CS_TOKEN_NEWLINE)) {
    cs_node *pass = cs_parse_new(p, CS_NODE_PASS, start);
    if (!pass || !cs_parse_push(p, pass)) return NULL;
  } else if (!cs_parse_statement(p)) {
    return NULL;
  }
  while (cs_accept(p, CS_TOKEN_NEWLINE)) continue;
  if (!cs_at(p, CS_TOKEN_END))
    return cs_parse_error_last(
        p, "multiple statements found while compiling a single statement");
  cs_node *n = cs_parse_new(p, CS_NODE_INTERACTIVE, start);
  if (!n || !cs_parse_take_list(p, mark, &n->block.body)) return NULL;
  return n;
}

static bool expect_end(cs_parser *p) {
  while (cs_accept(p, CS_TOKEN_NEWLINE)) continue;
  return cs_parse_expect(p, CS_TOKEN_END);
}

static cs_node *parse_eval(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *body = cs_parse_expressions(p);
  if (!body || !expect_end(p)) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_EXPRESSION, start);
  if (n) n->expression.body = body;
  return n;
}

static cs_node *parse_signature(cs_parser *p) {
  const cs_token *start = p->t;
  uint32_t mark = p->sp;
  if (!cs_parse_expect(p, CS_TOKEN_LPAR)) return NULL;
  while (!cs_at(p, CS_TOKEN_RPAR)) {
    if (!cs_accept(p, CS_TOKEN_STAR)) cs_accept(p, CS_TOKEN_DOUBLE_STAR);
    cs_node *type = cs_parse_expression(p);
    if (!type || !cs_parse_push(p, type)) return NULL;
    if (!cs_accept(p, CS_TOKEN_COMMA)) break;
  }
  if (!cs_parse_expect(p, CS_TOKEN_RPAR) || !cs_parse_expect(p, CS_TOKEN_ARROW))
    return NULL;
  cs_node *returns = cs_parse_expression(p);
  if (!returns || !expect_end(p)) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_FUNCTION_TYPE, start);
  if (!n || !cs_parse_take_list(p, mark, &n->function_type.argtypes))
    return NULL;
  n->function_type.returns = returns;
  return n;
}

static cs_node *parse_mode(cs_parser *p, cs_mode mode) {
  switch (mode) {
    case CS_MODE_EXEC: return parse_file(p, CS_NODE_MODULE);
    case CS_MODE_SINGLE: return parse_single(p);
    case CS_MODE_EVAL: return parse_eval(p);
    case CS_MODE_FUNC: return parse_signature(p);
  }
  return cs_parse_fail(p);
}

/* --- which error wins ---------------------------------------------------- */

static void fail_unclosed(cs_parser *p) {
  cs_unit *u = p->u;
  const cs_token_list *l = &p->tokens;
  int32_t col = (int32_t)cs_unit_chars(u, l->open_line, l->open_col) + 1;
  size_t len;
  const char *line = cs_unit_line(u, l->open_line, &len);
  u->failed = true;
  u->error = (cs_syntax_error){.line = (int32_t)l->open_line,
                               .col = col,
                               .bare = line + len + 1 < u->src + u->len,
                               .end_line = (int32_t)l->open_line,
                               .end_col = 0};
  snprintf(u->error.text, sizeof u->error.text, "'%c' was never closed",
           l->open);
}

static void fail_generic(cs_parser *p) {
  p->status = CS_OK;
  p->t = p->far;
  p->fields = 0;
  for (const cs_token *t = p->tokens.items; t < p->far; t++)
    p->fields += (uint32_t)((t->kind == CS_TOKEN_FSTRING_START) -
                            (t->kind == CS_TOKEN_FSTRING_END));
  switch (p->far->kind) {
    case CS_TOKEN_INDENT: cs_parse_error_indent(p, "unexpected indent"); break;
    case CS_TOKEN_DEDENT:
      cs_parse_error_indent(p, "unexpected unindent");
      break;
    case CS_TOKEN_END:
      cs_parse_error_token(p, p->far, "invalid syntax");
      p->u->error.col = p->u->error.end_col = 0;
      break;
    default: cs_parse_error_token(p, p->far, "invalid syntax");
  }
}

/* Does nothing but the end of blocks and of the text follow? */
static bool is_last(const cs_token *t) {
  while (t->kind == CS_TOKEN_DEDENT) t++;
  return t->kind == CS_TOKEN_END;
}

static cs_status explain(cs_parser *p) {
  cs_unit *u = p->u;
  cs_parse_note(p, p->far);
  bool at_end = p->seen->kind == CS_TOKEN_END;
  bool custom = u->failed;
  if (p->tokens.open && (at_end || p->seen->line > p->tokens.open_line)) {
    fail_unclosed(p);
  } else if (!custom) {
    fail_generic(p);
  }
  if (is_last(p->seen) && (p->tokens.open || is_last(p->far)))
    u->incomplete = true;
  return CS_ESYNTAX;
}

/* The parser's error, unless the tokenizer has one. */
static cs_status settle(cs_parser *p, cs_status scan,
                        const cs_syntax_error *scan_error) {
  bool stray = p->far->kind == CS_TOKEN_INDENT && !p->u->failed;
  if (p->status != CS_OK && p->tokens.soft && p->far->kind != CS_TOKEN_END)
    stray = true;
  if (scan == CS_ESYNTAX && !stray) {
    p->u->failed = true;
    p->u->error = *scan_error;
    return CS_ESYNTAX;
  }
  return explain(p);
}

cs_status cs_parse_module(cs_unit *u, const char *src, size_t len,
                          cs_mode mode) {
  u->mode = mode;
  cs_status st = cs_source_load(u, src, len);
  if (st != CS_OK) return st;
  cs_parser p = {.u = u, .scratch = u->scratch};
  cs_status scan = cs_token_scan(u, &p.tokens);
  if (scan == CS_ELIMIT) return scan;
  cs_syntax_error scan_error;
  if (scan == CS_ESYNTAX) {
    /* Parse what there is, only to see whether an indent comes first. */
    scan_error = u->error;
    u->failed = false;
  }
  p.t = p.far = p.seen = p.tokens.items;
  u->root = parse_mode(&p, mode);
  if (u->root && scan == CS_OK) return CS_OK;
  u->root = NULL;
  if (p.status == CS_ELIMIT) return CS_ELIMIT;
  return settle(&p, scan, &scan_error);
}
