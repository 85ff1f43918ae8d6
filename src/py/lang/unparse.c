/*
 * unparse.c - expressions to text by precedence.
 *
 * Each function writes its node for a place that needs at least strength
 * `need`; weaker nodes get parentheses.  Levels are counted: the scope pass,
 * which refuses deep trees, does not look into annotations that stay text.
 * F-strings are copied from the source.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/unparse.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "num/dtoa.h"
#include "num/int_text.h"
#include "py/lang/scope.h"
#include "text/unicode.h"

typedef struct writer {
  const cs_unit *u;
  char *text;
  size_t n, cap;
  uint32_t depth;
  bool full, deep;
} writer;

typedef enum strength {
  P_TUPLE,
  P_TEST, /* conditional, lambda */
  P_OR,
  P_AND,
  P_NOT,
  P_CMP,
  P_BOR,
  P_BXOR,
  P_BAND,
  P_SHIFT,
  P_ARITH,
  P_TERM,
  P_FACTOR,
  P_POWER,
  P_AWAIT,
  P_ATOM
} strength;

static const uint8_t op_strength[] = {
    [CS_OP_ADD] = P_ARITH,     [CS_OP_SUB] = P_ARITH,
    [CS_OP_MULT] = P_TERM,     [CS_OP_MAT_MULT] = P_TERM,
    [CS_OP_DIV] = P_TERM,      [CS_OP_MOD] = P_TERM,
    [CS_OP_POW] = P_POWER,     [CS_OP_LSHIFT] = P_SHIFT,
    [CS_OP_RSHIFT] = P_SHIFT,  [CS_OP_BIT_OR] = P_BOR,
    [CS_OP_BIT_XOR] = P_BXOR,  [CS_OP_BIT_AND] = P_BAND,
    [CS_OP_FLOOR_DIV] = P_TERM};

static const char *const op_symbols[] = {
#define X(tag, text, symbol) symbol,
    CS_OP_LIST(X)
#undef X
};

/* --- text ---------------------------------------------------------------- */

static void put(writer *w, const char *s, size_t n) {
  if (w->full) return;
  if (n > w->cap - w->n) {
    size_t cap = 2 * (w->cap + n) + 64;
    char *text = cs_scratch_take(w->u->scratch, cap);
    if (!text) {
      w->full = true;
      return;
    }
    if (w->n) memcpy(text, w->text, w->n);
    w->text = text;
    w->cap = cap;
  }
  memcpy(w->text + w->n, s, n);
  w->n += n;
}

static void puts_(writer *w, const char *s) {
  put(w, s, strlen(s));
}

static void put_name(writer *w, cs_name name) {
  const cs_name_entry *e = cs_name_at(&w->u->names, name);
  put(w, e->bytes, e->len);
}

/* Parentheses around what binds weaker than its place needs. */
static bool open(writer *w, strength own, strength need) {
  bool paren = own < need;
  if (paren) puts_(w, "(");
  return paren;
}

static void close(writer *w, bool paren) {
  if (paren) puts_(w, ")");
}

/* --- constants ----------------------------------------------------------- */

static void put_escape(writer *w, uint32_t cp, bool bytes) {
  char text[16];
  int n = cp < 0x100 || bytes ? snprintf(text, sizeof text, "\\x%02x", cp)
          : cp < 0x10000      ? snprintf(text, sizeof text, "\\u%04x", cp)
                              : snprintf(text, sizeof text, "\\U%08x", cp);
  put(w, text, (size_t)n);
}

static void put_char(writer *w, uint32_t cp, const char *s, uint32_t width,
                     char quote, bool bytes) {
  char pair[2] = {'\\', 0};
  switch (cp) {
    case '\n': pair[1] = 'n'; break;
    case '\r': pair[1] = 'r'; break;
    case '\t': pair[1] = 't'; break;
    case '\\': pair[1] = '\\'; break;
    default: break;
  }
  if (cp == (unsigned char)quote) pair[1] = quote;
  if (pair[1])
    put(w, pair, 2);
  else if (cp < 0x20 || cp == 0x7F || (bytes && cp >= 0x7F) ||
           (cp >= 0x80 && !cs_unicode_has(cp, CS_UNICODE_PRINTABLE)))
    put_escape(w, cp, bytes);
  else
    put(w, s, width);
}

/* As repr() would: single quotes unless only they occur inside. */
static void put_quoted(writer *w, const cs_constant *c) {
  bool bytes = c->type == CS_CONST_BYTES;
  bool single = c->len && memchr(c->text, '\'', c->len);
  bool dbl = c->len && memchr(c->text, '"', c->len);
  char quote = single && !dbl ? '"' : '\'';
  if (bytes) puts_(w, "b");
  if (c->u_prefix) puts_(w, "u");
  put(w, &quote, 1);
  uint32_t width = 1;
  for (uint32_t i = 0; i < c->len; i += width) {
    const char *s = c->text + i;
    uint32_t cp =
        bytes ? (unsigned char)*s : cs_utf8_decode((const uint8_t *)s, &width);
    put_char(w, cp, s, width, quote, bytes);
  }
  put(w, &quote, 1);
}

static void put_float(writer *w, double f, bool imaginary) {
  char text[CS_FLOAT_REPR_MAX];
  size_t n = cs_float_repr(f, text);
  if (n == 3 && memcmp(text, "inf", 3) == 0)
    puts_(w, "1e309"); /* reads back as infinity */
  else if (imaginary && n > 2 && memcmp(text + n - 2, ".0", 2) == 0)
    put(w, text, n - 2);
  else
    put(w, text, n);
  if (imaginary) puts_(w, "j");
}

static void put_constant(writer *w, const cs_constant *c) {
  static const char *const prefixes[] = {
      [2] = "0b", [8] = "0o", [10] = "", [16] = "0x"};
  char digits[CS_INT_TEXT_MAX];
  switch ((cs_const_type)c->type) {
    case CS_CONST_NONE: puts_(w, "None"); break;
    case CS_CONST_TRUE: puts_(w, "True"); break;
    case CS_CONST_FALSE: puts_(w, "False"); break;
    case CS_CONST_ELLIPSIS: puts_(w, "..."); break;
    case CS_CONST_INT: put(w, digits, cs_int_print(c->i, digits)); break;
    case CS_CONST_BIGINT:
      puts_(w, prefixes[c->base]);
      put(w, c->text, c->len);
      break;
    case CS_CONST_FLOAT: put_float(w, c->f, false); break;
    case CS_CONST_COMPLEX: put_float(w, c->f, true); break;
    case CS_CONST_STR:
    case CS_CONST_BYTES: put_quoted(w, c);
  }
}

/* --- expressions --------------------------------------------------------- */

static void put_expr(writer *w, const cs_node *n, strength need);

static void put_list(writer *w, const cs_node_list *l, strength need) {
  for (uint32_t i = 0; i < l->n; i++) {
    if (i) puts_(w, ", ");
    put_expr(w, l->items[i], need);
  }
}

static void put_bin_op(writer *w, const cs_node *n, strength need) {
  strength own = (strength)op_strength[n->op];
  bool right = n->op == CS_OP_POW; /* groups from the right */
  bool paren = open(w, own, need);
  put_expr(w, n->bin_op.left, own + (strength)right);
  puts_(w, " ");
  puts_(w, op_symbols[n->op]);
  puts_(w, " ");
  put_expr(w, n->bin_op.right, own + (strength)!right);
  close(w, paren);
}

static void put_unary(writer *w, const cs_node *n, strength need) {
  strength own = n->op == CS_OP_NOT ? P_NOT : P_FACTOR;
  bool paren = open(w, own, need);
  puts_(w, op_symbols[n->op]);
  if (n->op == CS_OP_NOT) puts_(w, " ");
  put_expr(w, n->unary.operand, own);
  close(w, paren);
}

static void put_bool_op(writer *w, const cs_node *n, strength need) {
  strength own = n->op == CS_OP_OR ? P_OR : P_AND;
  bool paren = open(w, own, need);
  for (uint32_t i = 0; i < n->bool_op.values.n; i++) {
    if (i) puts_(w, n->op == CS_OP_OR ? " or " : " and ");
    put_expr(w, n->bool_op.values.items[i], own + 1);
  }
  close(w, paren);
}

static void put_compare(writer *w, const cs_node *n, strength need) {
  bool paren = open(w, P_CMP, need);
  put_expr(w, n->compare.left, P_CMP + 1);
  for (uint32_t i = 0; i < n->compare.comparators.n; i++) {
    puts_(w, " ");
    puts_(w, op_symbols[n->compare.ops[i]]);
    puts_(w, " ");
    put_expr(w, n->compare.comparators.items[i], P_CMP + 1);
  }
  close(w, paren);
}

static void put_arg(writer *w, const cs_node *arg, const char *prefix,
                    const cs_node *value, bool *first) {
  if (!*first) puts_(w, ", ");
  *first = false;
  puts_(w, prefix);
  put_name(w, arg->name);
  if (!value) return;
  puts_(w, "=");
  put_expr(w, value, P_TEST);
}

static void put_params(writer *w, const cs_node *a) {
  const cs_node_list *lists[] = {&a->arguments.posonlyargs, &a->arguments.args};
  uint32_t total = lists[0]->n + lists[1]->n, at = 0;
  uint32_t plain = total - a->arguments.defaults.n;
  bool first = true;
  for (int k = 0; k < 2; k++) {
    for (uint32_t i = 0; i < lists[k]->n; i++, at++)
      put_arg(w, lists[k]->items[i], "",
              at < plain ? NULL : a->arguments.defaults.items[at - plain],
              &first);
    if (k == 0 && at) puts_(w, ", /");
  }
  if (a->arguments.vararg) {
    put_arg(w, a->arguments.vararg, "*", NULL, &first);
  } else if (a->arguments.kwonlyargs.n) {
    puts_(w, first ? "*" : ", *");
    first = false;
  }
  for (uint32_t i = 0; i < a->arguments.kwonlyargs.n; i++)
    put_arg(w, a->arguments.kwonlyargs.items[i], "",
            a->arguments.kw_defaults.items[i], &first);
  if (a->arguments.kwarg) put_arg(w, a->arguments.kwarg, "**", NULL, &first);
}

static void put_lambda(writer *w, const cs_node *n, strength need) {
  bool paren = open(w, P_TEST, need);
  const cs_node *a = n->lambda.args;
  /* CPython leaves the blank out if there is no positional parameter. */
  bool any = a->arguments.posonlyargs.n + a->arguments.args.n != 0;
  puts_(w, any ? "lambda " : "lambda");
  put_params(w, a);
  puts_(w, ": ");
  put_expr(w, n->lambda.body, P_TEST);
  close(w, paren);
}

static void put_conditional(writer *w, const cs_node *n, strength need) {
  bool paren = open(w, P_TEST, need);
  put_expr(w, n->if_exp.body, P_TEST + 1);
  puts_(w, " if ");
  put_expr(w, n->if_exp.test, P_TEST + 1);
  puts_(w, " else ");
  put_expr(w, n->if_exp.orelse, P_TEST);
  close(w, paren);
}

static void put_dict(writer *w, const cs_node *n) {
  puts_(w, "{");
  for (uint32_t i = 0; i < n->dict.keys.n; i++) {
    const cs_node *key = n->dict.keys.items[i];
    if (i) puts_(w, ", ");
    if (key) put_expr(w, key, P_TEST);
    puts_(w, key ? ": " : "**");
    put_expr(w, n->dict.values.items[i], key ? P_TEST : P_BOR);
  }
  puts_(w, "}");
}

static void put_clauses(writer *w, const cs_node *n) {
  for (uint32_t i = 0; i < n->comp.generators.n; i++) {
    const cs_node *g = n->comp.generators.items[i];
    puts_(w, g->flags & CS_NODE_ASYNC ? " async for " : " for ");
    put_expr(w, g->generator.target, P_TUPLE);
    puts_(w, " in ");
    put_expr(w, g->generator.iter, P_TEST + 1);
    for (uint32_t k = 0; k < g->generator.ifs.n; k++) {
      puts_(w, " if ");
      put_expr(w, g->generator.ifs.items[k], P_TEST + 1);
    }
  }
}

static void put_comp(writer *w, const cs_node *n) {
  bool list = n->kind == CS_NODE_LIST_COMP;
  bool gen = n->kind == CS_NODE_GENERATOR_EXP;
  puts_(w, list ? "[" : gen ? "(" : "{");
  put_expr(w, n->comp.elt, P_TEST);
  if (n->comp.value) {
    puts_(w, ": ");
    put_expr(w, n->comp.value, P_TEST);
  }
  put_clauses(w, n);
  puts_(w, list ? "]" : gen ? ")" : "}");
}

static void put_call(writer *w, const cs_node *n) {
  const cs_node_list *args = &n->call.args, *keys = &n->call.keywords;
  put_expr(w, n->call.func, P_ATOM);
  if (args->n == 1 && keys->n == 0 &&
      args->items[0]->kind == CS_NODE_GENERATOR_EXP) {
    put_expr(w, args->items[0], P_ATOM); /* brings the parentheses */
    return;
  }
  puts_(w, "(");
  put_list(w, args, P_TEST);
  for (uint32_t i = 0; i < keys->n; i++) {
    const cs_node *k = keys->items[i];
    if (i || args->n) puts_(w, ", ");
    if (k->name != CS_NAME_NONE) put_name(w, k->name);
    puts_(w, k->name != CS_NAME_NONE ? "=" : "**");
    put_expr(w, k->value, P_TEST);
  }
  puts_(w, ")");
}

static void put_attribute(writer *w, const cs_node *n) {
  const cs_node *v = n->value;
  put_expr(w, v, P_ATOM);
  bool number = v->kind == CS_NODE_CONSTANT && v->constant.type == CS_CONST_INT;
  puts_(w, number ? " ." : "."); /* "1.real" would be a float */
  put_name(w, n->name);
}

static void put_tuple(writer *w, const cs_node *n, strength need) {
  bool paren = n->elts.n == 0 || open(w, P_TUPLE, need);
  if (n->elts.n == 0) puts_(w, "(");
  put_list(w, &n->elts, P_TEST);
  if (n->elts.n == 1) puts_(w, ",");
  close(w, paren);
}

static void put_slice(writer *w, const cs_node *n) {
  if (n->slice.lower) put_expr(w, n->slice.lower, P_TEST);
  puts_(w, ":");
  if (n->slice.upper) put_expr(w, n->slice.upper, P_TEST);
  if (!n->slice.step) return;
  puts_(w, ":");
  put_expr(w, n->slice.step, P_TEST);
}

static void put_keyword_expr(writer *w, const cs_node *n, const char *word,
                             strength own, strength need) {
  bool paren = open(w, own, need);
  puts_(w, word);
  if (n->value) {
    puts_(w, " ");
    put_expr(w, n->value, own == P_AWAIT ? P_ATOM : P_TEST);
  }
  close(w, paren);
}

static void put_source(writer *w, const cs_node *n) {
  size_t len, last;
  const char *from = cs_unit_line(w->u, n->line, &len) + n->col;
  const char *to = cs_unit_line(w->u, n->end_line, &last) + n->end_col;
  put(w, from, (size_t)(to - from));
}

static void put_walrus(writer *w, const cs_node *n) {
  puts_(w, "(");
  put_expr(w, n->named.target, P_ATOM);
  puts_(w, " := ");
  put_expr(w, n->named.value, P_ATOM);
  puts_(w, ")");
}

static void put_display(writer *w, const cs_node *n) {
  puts_(w, n->kind == CS_NODE_LIST ? "[" : "{");
  put_list(w, &n->elts, P_TEST);
  puts_(w, n->kind == CS_NODE_LIST ? "]" : "}");
}

static void put_kind(writer *w, const cs_node *n, strength need) {
  switch ((int)n->kind) {
    case CS_NODE_NAME: put_name(w, n->name); break;
    case CS_NODE_CONSTANT: put_constant(w, &n->constant); break;
    case CS_NODE_ATTRIBUTE: put_attribute(w, n); break;
    case CS_NODE_SUBSCRIPT:
      put_expr(w, n->subscript.value, P_ATOM);
      puts_(w, "[");
      put_expr(w, n->subscript.slice, P_TUPLE);
      puts_(w, "]");
      break;
    case CS_NODE_BIN_OP: put_bin_op(w, n, need); break;
    case CS_NODE_UNARY_OP: put_unary(w, n, need); break;
    case CS_NODE_BOOL_OP: put_bool_op(w, n, need); break;
    case CS_NODE_COMPARE: put_compare(w, n, need); break;
    case CS_NODE_TUPLE: put_tuple(w, n, need); break;
    case CS_NODE_LIST:
    case CS_NODE_SET: put_display(w, n); break;
    case CS_NODE_DICT: put_dict(w, n); break;
    case CS_NODE_CALL: put_call(w, n); break;
    case CS_NODE_LAMBDA: put_lambda(w, n, need); break;
    case CS_NODE_IF_EXP: put_conditional(w, n, need); break;
    case CS_NODE_SLICE: put_slice(w, n); break;
    case CS_NODE_STARRED:
      puts_(w, "*");
      put_expr(w, n->value, P_BOR);
      break;
    case CS_NODE_LIST_COMP:
    case CS_NODE_SET_COMP:
    case CS_NODE_DICT_COMP:
    case CS_NODE_GENERATOR_EXP: put_comp(w, n); break;
    case CS_NODE_NAMED_EXPR: put_walrus(w, n); break;
    case CS_NODE_AWAIT: put_keyword_expr(w, n, "await", P_AWAIT, need); break;
    case CS_NODE_YIELD: put_keyword_expr(w, n, "yield", P_TUPLE, P_ATOM); break;
    case CS_NODE_YIELD_FROM:
      put_keyword_expr(w, n, "yield from", P_TUPLE, P_ATOM);
      break;
    default: put_source(w, n);
  }
}

static void put_expr(writer *w, const cs_node *n, strength need) {
  if (w->depth >= CS_SCOPE_DEPTH) w->deep = true;
  if (w->deep) return;
  w->depth++;
  put_kind(w, n, need);
  w->depth--;
}

cs_status cs_unparse_expr(const cs_unit *u, const cs_node *n, const char **text,
                          size_t *len) {
  writer w = {.u = u};
  put_expr(&w, n, P_TEST);
  if (w.deep) return CS_ESYNTAX;
  if (w.full) return CS_ELIMIT;
  *text = w.text;
  *len = w.n;
  return CS_OK;
}
