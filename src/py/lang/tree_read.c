/*
 * tree_read.c - tuples to nodes, checked against a table.
 *
 * The table has a letter for each field of each kind: what may stand there.
 * Expressions that are assigned to or deleted are read with the context that
 * they need.  Counts that belong together are compared afterwards.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/tree_read.h"

#include <string.h>

#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/lang/fields.h"
#include "py/lang/scope.h"

/* Letters: what a field holds.  Lower case: it must be there, or a list has one
 * item at least.
 *
 *   b    expression or slice
 *   e E  expression            x X  list of expressions    z  those or None
 *   t    target (Store)        l    list of targets        d  list for del
 *   r    target without unpacking                          v  NAME (Store)
 *   s S  list of statements    n N  name                   o  operator
 *   c    context               f    flag                   -  nothing
 *   a    arguments             G    an argument, or none   g  list of them
 *   k    list of keywords      h    list of handlers       w  with items
 *   m    match cases           i    comprehensions         y  aliases
 *   p P  pattern               q    list of patterns, with a star
 *   Q    list of patterns      j J  parts of a JoinedStr; format spec
 *   ?    see `read_other`
 */
static const char *const shapes[CS_NODE_COUNT] = {
    [CS_NODE_MODULE] = "S-",
    [CS_NODE_INTERACTIVE] = "s",
    [CS_NODE_EXPRESSION] = "e",
    [CS_NODE_FUNCTION_DEF] = "nasXE-",
    [CS_NODE_ASYNC_FUNCTION_DEF] = "nasXE-",
    [CS_NODE_CLASS_DEF] = "nXksX",
    [CS_NODE_RETURN] = "E",
    [CS_NODE_DELETE] = "d",
    [CS_NODE_ASSIGN] = "le-",
    [CS_NODE_AUG_ASSIGN] = "roe",
    [CS_NODE_ANN_ASSIGN] = "reEf",
    [CS_NODE_FOR] = "tesS-",
    [CS_NODE_ASYNC_FOR] = "tesS-",
    [CS_NODE_WHILE] = "esS",
    [CS_NODE_IF] = "esS",
    [CS_NODE_WITH] = "ws-",
    [CS_NODE_ASYNC_WITH] = "ws-",
    [CS_NODE_MATCH] = "em",
    [CS_NODE_RAISE] = "EE",
    [CS_NODE_TRY] = "shSS",
    [CS_NODE_TRY_STAR] = "shSS",
    [CS_NODE_ASSERT] = "eE",
    [CS_NODE_IMPORT] = "y",
    [CS_NODE_IMPORT_FROM] = "Ny?",
    [CS_NODE_GLOBAL] = "?",
    [CS_NODE_NONLOCAL] = "?",
    [CS_NODE_EXPR] = "e",
    [CS_NODE_PASS] = "",
    [CS_NODE_BREAK] = "",
    [CS_NODE_CONTINUE] = "",
    [CS_NODE_BOOL_OP] = "ox",
    [CS_NODE_NAMED_EXPR] = "ve",
    [CS_NODE_BIN_OP] = "eoe",
    [CS_NODE_UNARY_OP] = "oe",
    [CS_NODE_LAMBDA] = "ae",
    [CS_NODE_IF_EXP] = "eee",
    [CS_NODE_DICT] = "zX",
    [CS_NODE_SET] = "X",
    [CS_NODE_LIST_COMP] = "ei",
    [CS_NODE_SET_COMP] = "ei",
    [CS_NODE_DICT_COMP] = "eei",
    [CS_NODE_GENERATOR_EXP] = "ei",
    [CS_NODE_AWAIT] = "e",
    [CS_NODE_YIELD] = "E",
    [CS_NODE_YIELD_FROM] = "e",
    [CS_NODE_COMPARE] = "e?x",
    [CS_NODE_CALL] = "eXk",
    [CS_NODE_FORMATTED_VALUE] = "e?J",
    [CS_NODE_JOINED_STR] = "j",
    [CS_NODE_CONSTANT] = "?-",
    [CS_NODE_ATTRIBUTE] = "enc",
    [CS_NODE_SUBSCRIPT] = "ebc",
    [CS_NODE_STARRED] = "ec",
    [CS_NODE_NAME] = "nc",
    [CS_NODE_LIST] = "Xc",
    [CS_NODE_TUPLE] = "Xc",
    [CS_NODE_SLICE] = "EEE",
    [CS_NODE_COMPREHENSION] = "teXf",
    [CS_NODE_EXCEPT_HANDLER] = "ENs",
    [CS_NODE_ARGUMENTS] = "ggGgzGX",
    [CS_NODE_ARG] = "nE-",
    [CS_NODE_KEYWORD] = "Ne",
    [CS_NODE_ALIAS] = "n?",
    [CS_NODE_WITHITEM] = "eT",
    [CS_NODE_MATCH_CASE] = "pEs",
    [CS_NODE_MATCH_VALUE] = "e",
    [CS_NODE_MATCH_SINGLETON] = "?",
    [CS_NODE_MATCH_SEQUENCE] = "q",
    [CS_NODE_MATCH_MAPPING] = "XQN",
    [CS_NODE_MATCH_CLASS] = "eQ?Q",
    [CS_NODE_MATCH_STAR] = "N",
    [CS_NODE_MATCH_AS] = "PN",
    [CS_NODE_MATCH_OR] = "Q",
};

#define MAX_DEPTH 1000 /* levels: each takes some 500 bytes of the C stack */

typedef struct reader {
  cs_ctx *ctx;
  cs_unit *u;
  cs_status st; /* the first failure sticks */
  uint32_t depth;
} reader;

static void *refuse(reader *r, const char *text) {
  if (r->st == CS_OK) r->st = cs_throw(r->ctx, CS_ValueError, "%s", text);
  return NULL;
}

static void *take(reader *r, size_t size) {
  void *p = r->st == CS_OK ? cs_scratch_take(r->u->scratch, size + 8) : NULL;
  if (!p && r->st == CS_OK) r->st = CS_ELIMIT;
  return p;
}

/* The items of a list or tuple. */
static bool items_of(reader *r, cs_value v, cs_value **items, uint32_t *n) {
  if (r->st != CS_OK) return false;
  if (cs_seq_items(r->ctx, v, items, n)) return true;
  refuse(r, "a field of a node must be a list");
  return false;
}

static bool is_word(const reader *r, cs_value v, const char *word) {
  return cs_is_str(v) && cs_str_eq_c(r->ctx, v, word);
}

static cs_name read_name(reader *r, cs_value v, bool may_lack) {
  uint32_t n;
  if (r->st != CS_OK || (may_lack && cs_is_none(v))) return CS_NAME_NONE;
  if (!cs_is_str(v)) {
    r->st =
        cs_throw(r->ctx, CS_TypeError, "AST identifier must be of type str");
    return CS_NAME_NONE;
  }
  static const char *const words[] = {"None", "True", "False"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (is_word(r, v, words[i])) {
      r->st =
          cs_throw(r->ctx, CS_ValueError,
                   "identifier field can't represent '%s' constant", words[i]);
      return CS_NAME_NONE;
    }
  const char *s = cs_str_data(r->ctx, v, &n);
  if (n == 0) {
    refuse(r, "empty identifier in a node");
    return CS_NAME_NONE;
  }
  cs_name name = cs_name_put(&r->u->names, s, n);
  if (name == CS_NAME_NONE) r->st = CS_ELIMIT;
  return name;
}

/* --- operators and contexts ---------------------------------------------- */

static cs_op read_op(reader *r, cs_value v, cs_op from, cs_op to) {
  for (int op = (int)from; op <= (int)to; op++)
    if (is_word(r, v, cs_ast_op_name((cs_op)op))) return (cs_op)op;
  refuse(r, "a node has an operator of the wrong kind");
  return CS_OP_NONE;
}

static cs_op node_op(reader *r, const cs_node *n, cs_value v) {
  if (n->kind == CS_NODE_BOOL_OP) return read_op(r, v, CS_OP_AND, CS_OP_OR);
  if (n->kind == CS_NODE_UNARY_OP)
    return read_op(r, v, CS_OP_INVERT, CS_OP_USUB);
  return read_op(r, v, CS_OP_ADD, CS_OP_FLOOR_DIV);
}

static const char *const ctx_names[] = {"Load", "Store", "Del"};

/* Load, in the brackets of a subscript: a tuple there may hold slices. */
#define CTX_INDEX ((cs_expr_ctx)(CS_CTX_DEL + 1))

static void read_ctx(reader *r, cs_node *n, cs_value v, cs_expr_ctx wanted) {
  if (wanted == CTX_INDEX) wanted = CS_CTX_LOAD;
  if (!is_word(r, v, ctx_names[wanted]) && r->st == CS_OK)
    r->st = cs_throw(r->ctx, CS_ValueError,
                     "expression must have %s context but has another one",
                     ctx_names[wanted]);
  n->ctx = (uint8_t)wanted;
}

/* --- constants ----------------------------------------------------------- */

static bool has_surrogates(const uint8_t *s, uint32_t n) {
  for (uint32_t i = 0; i + 1 < n; i++)
    if (s[i] == 0xED && s[i + 1] >= 0xA0) return true;
  return false;
}

static void text_constant(reader *r, cs_value v, cs_constant *c) {
  c->type = CS_CONST_STR;
  c->text = cs_str_data(r->ctx, v, &c->len);
  c->n_chars = CS_PTR(r->ctx, cs_str, v)->chars;
  c->ascii = c->n_chars == c->len;
  c->surrogates = !c->ascii && has_surrogates((const uint8_t *)c->text, c->len);
}

static int64_t small_hex(const char *s, uint32_t n) {
  int64_t value = 0;
  for (uint32_t i = 0; i < n; i++)
    value = value << 4 | (s[i] <= '9' ? s[i] - '0' : s[i] - 'a' + 10);
  return value;
}

/* Values arrive without signs; a complex one is (0, imaginary part), an int
 * that is no machine word (digits, 16). */
static void pair_constant(reader *r, cs_value v, cs_constant *c) {
  if (cs_tuple_len(r->ctx, v) == 2) {
    cs_value a = cs_tuple_at(r->ctx, v, 0), b = cs_tuple_at(r->ctx, v, 1);
    if (cs_same(a, cs_int(0)) && cs_is_float(b)) {
      c->type = CS_CONST_COMPLEX;
      c->f = cs_float_of(b);
      return;
    }
    if (cs_is_str(a) && cs_same(b, cs_int(16))) {
      c->type = CS_CONST_BIGINT;
      c->base = 16;
      c->text = cs_str_data(r->ctx, a, &c->len);
      uint32_t digits = 0;
      while (digits < c->len && strchr("0123456789abcdef", c->text[digits]) &&
             c->text[digits])
        digits++;
      if (digits == c->len && digits > 15) return;
      if (digits == c->len && digits > 0) {
        c->type = CS_CONST_INT;
        c->i = small_hex(c->text, digits);
        return;
      }
    }
  }
  refuse(r, "got an invalid type in Constant");
}

static void read_constant(reader *r, cs_value v, cs_constant *c) {
  if (cs_is_none(v)) {
    c->type = CS_CONST_NONE;
  } else if (cs_is_bool(v)) {
    c->type = cs_is_true(v) ? CS_CONST_TRUE : CS_CONST_FALSE;
  } else if (cs_same(v, CS_ELLIPSIS)) {
    c->type = CS_CONST_ELLIPSIS;
  } else if (cs_is_int(v) && cs_int_of(v) >= 0) {
    c->type = CS_CONST_INT;
    c->i = cs_int_of(v);
  } else if (cs_is_float(v)) {
    c->type = CS_CONST_FLOAT;
    c->f = cs_float_of(v);
  } else if (cs_is_str(v)) {
    text_constant(r, v, c);
  } else if (cs_is(v, CS_L_BYTES)) {
    c->type = CS_CONST_BYTES;
    c->len = CS_PTR(r->ctx, cs_bytes, v)->len;
    c->text = (const char *)CS_PTR(r->ctx, cs_bytes, v)->data;
  } else if (cs_is_tuple(v)) {
    pair_constant(r, v, c);
  } else {
    refuse(r, "got an invalid type in Constant");
  }
}

/* --- nodes --------------------------------------------------------------- */

typedef bool kind_test(cs_node_kind kind);

static bool is_stmt(cs_node_kind k) {
  return k >= CS_NODE_FUNCTION_DEF && k <= CS_NODE_CONTINUE;
}
static bool is_expr(cs_node_kind k) {
  return k >= CS_NODE_BOOL_OP && k <= CS_NODE_TUPLE &&
         k != CS_NODE_FORMATTED_VALUE;
}
static bool is_index(cs_node_kind k) {
  return is_expr(k) || k == CS_NODE_SLICE;
}
static bool is_place(cs_node_kind k) {
  return k == CS_NODE_NAME || k == CS_NODE_ATTRIBUTE || k == CS_NODE_SUBSCRIPT;
}
static bool is_target(cs_node_kind k) {
  return is_place(k) || k == CS_NODE_LIST || k == CS_NODE_TUPLE ||
         k == CS_NODE_STARRED;
}
static bool is_deleted(cs_node_kind k) {
  return is_place(k) || k == CS_NODE_LIST || k == CS_NODE_TUPLE;
}
static bool is_pattern(cs_node_kind k) {
  return k >= CS_NODE_MATCH_VALUE && k <= CS_NODE_MATCH_OR &&
         k != CS_NODE_MATCH_STAR;
}
static bool is_element(cs_node_kind k) {
  return is_pattern(k) || k == CS_NODE_MATCH_STAR;
}
static bool is_part(cs_node_kind k) {
  return k == CS_NODE_CONSTANT || k == CS_NODE_FORMATTED_VALUE;
}
#define ONLY(name, kind)                  \
  static bool is_##name(cs_node_kind k) { \
    return k == CS_NODE_##kind;           \
  }
ONLY(module, MODULE)
ONLY(interactive, INTERACTIVE)
ONLY(expression, EXPRESSION)
ONLY(name, NAME)
ONLY(arguments, ARGUMENTS)
ONLY(arg, ARG)
ONLY(keyword, KEYWORD)
ONLY(handler, EXCEPT_HANDLER)
ONLY(withitem, WITHITEM)
ONLY(match_case, MATCH_CASE)
ONLY(generator, COMPREHENSION)
ONLY(alias, ALIAS)
ONLY(joined, JOINED_STR)

static cs_node *node(reader *r, cs_value v, kind_test *fits, cs_expr_ctx ctx);

static cs_node *maybe(reader *r, cs_value v, kind_test *fits) {
  return cs_is_none(v) ? NULL : node(r, v, fits, CS_CTX_LOAD);
}

/* A list of nodes; `gaps`: None may stand among them. */
static void nodes(reader *r, cs_value v, kind_test *fits, cs_expr_ctx ctx,
                  bool gaps, cs_node_list *out) {
  cs_value *items;
  uint32_t n;
  if (!items_of(r, v, &items, &n)) return;
  out->items = take(r, n * sizeof(cs_node *));
  for (uint32_t i = 0; r->st == CS_OK && i < n; i++) {
    bool gap = gaps && cs_is_none(items[i]);
    out->items[i] = gap ? NULL : node(r, items[i], fits, ctx);
  }
  out->n = r->st == CS_OK ? n : 0;
}

static void names(reader *r, cs_value v, cs_name **out, uint32_t *n) {
  cs_value *items;
  if (!items_of(r, v, &items, n)) return;
  *out = take(r, *n * sizeof(cs_name));
  for (uint32_t i = 0; r->st == CS_OK && i < *n; i++)
    (*out)[i] = read_name(r, items[i], false);
}

static void compare_ops(reader *r, cs_node *n, cs_value v) {
  cs_value *items;
  uint32_t count;
  if (!items_of(r, v, &items, &count)) return;
  n->compare.ops = take(r, count);
  for (uint32_t i = 0; r->st == CS_OK && i < count; i++)
    n->compare.ops[i] = (uint8_t)read_op(r, items[i], CS_OP_EQ, CS_OP_NOT_IN);
}

static void conversion(reader *r, cs_node *n, cs_value v) {
  int64_t c = cs_is_int(v) ? cs_int_of(v) : 0;
  if (c != -1 && c != 's' && c != 'r' && c != 'a')
    refuse(r, "wrong conversion in FormattedValue");
  n->formatted.conversion = (int)c;
}

/* The fields that only one kind of node has. */
static void read_other(reader *r, cs_node *n, cs_value v) {
  uint32_t count;
  switch ((int)n->kind) {
    case CS_NODE_IMPORT_FROM:
      if (!cs_is_int(v) || cs_int_of(v) < 0 || cs_int_of(v) > 1000)
        refuse(r, "Negative ImportFrom level");
      else
        n->import.level = (uint32_t)cs_int_of(v);
      break;
    case CS_NODE_GLOBAL:
    case CS_NODE_NONLOCAL: names(r, v, &n->declare.items, &n->declare.n); break;
    case CS_NODE_COMPARE: compare_ops(r, n, v); break;
    case CS_NODE_FORMATTED_VALUE: conversion(r, n, v); break;
    case CS_NODE_CONSTANT: read_constant(r, v, &n->constant); break;
    case CS_NODE_ALIAS: n->alias.asname = read_name(r, v, true); break;
    case CS_NODE_MATCH_SINGLETON:
      if (!cs_is_none(v) && !cs_is_bool(v))
        refuse(r, "MatchSingleton can only contain True, False and None");
      n->value =
          r->st == CS_OK ? cs_ast_new(r->u->scratch, CS_NODE_CONSTANT) : NULL;
      if (n->value)
        read_constant(r, v, &n->value->constant);
      else if (r->st == CS_OK)
        r->st = CS_ELIMIT;
      break;
    default: names(r, v, &n->match_class.kwd_attrs, &count); break;
  }
}

static void set_node(cs_node *n, cs_field f, cs_node *child) {
  *(cs_node **)(void *)((char *)n + f.at) = child;
}

static cs_node_list *list_at(cs_node *n, cs_field f) {
  return (cs_node_list *)(void *)((char *)n + f.at);
}

/* Fields with one node or none. */
static void read_one(reader *r, cs_node *n, cs_field f, char letter, cs_value v,
                     cs_expr_ctx ctx) {
  kind_test *fits = is_expr;
  cs_expr_ctx inner = CS_CTX_LOAD;
  switch (letter) {
    case 'e':
      if (n->kind != CS_NODE_STARRED || ctx != CS_CTX_STORE) break;
      fits = is_target, inner = ctx;
      break;
    case 'b': fits = is_index, inner = CTX_INDEX; break;
    case 't': fits = is_target, inner = CS_CTX_STORE; break;
    case 'r': fits = is_place, inner = CS_CTX_STORE; break;
    case 'v': fits = is_name, inner = CS_CTX_STORE; break;
    case 'a': fits = is_arguments; break;
    case 'p': fits = is_pattern; break;
    case 'T':
      if (!cs_is_none(v)) set_node(n, f, node(r, v, is_target, CS_CTX_STORE));
      return;
    case 'G': set_node(n, f, maybe(r, v, is_arg)); return;
    case 'P': set_node(n, f, maybe(r, v, is_pattern)); return;
    case 'J': set_node(n, f, maybe(r, v, is_joined)); return;
    default: set_node(n, f, maybe(r, v, is_expr)); return;
  }
  set_node(n, f, node(r, v, fits, inner));
}

/* Fields with a list of nodes. */
static void read_list(reader *r, cs_node *n, cs_field f, char letter,
                      cs_value v, cs_expr_ctx ctx) {
  static const struct {
    char letter;
    kind_test *fits;
    bool some; /* it must not be empty */
  } lists[] = {
      {'s', is_stmt, true},      {'S', is_stmt, false},
      {'x', is_expr, true},      {'X', is_expr, false},
      {'z', is_expr, false},     {'l', is_target, true},
      {'d', is_deleted, true},   {'g', is_arg, false},
      {'k', is_keyword, false},  {'h', is_handler, false},
      {'w', is_withitem, true},  {'m', is_match_case, true},
      {'i', is_generator, true}, {'y', is_alias, true},
      {'q', is_element, false},  {'Q', is_pattern, false},
      {'j', is_part, false},
  };
  cs_expr_ctx inner = letter == 'l'   ? CS_CTX_STORE
                      : letter == 'd' ? CS_CTX_DEL
                                      : CS_CTX_LOAD;
  bool unpack = n->kind == CS_NODE_LIST || n->kind == CS_NODE_TUPLE;
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
    if (lists[i].letter != letter) continue;
    kind_test *fits = lists[i].fits;
    if (unpack) {
      inner = ctx == CTX_INDEX ? CS_CTX_LOAD : ctx;
      fits = ctx == CS_CTX_STORE                            ? is_target
             : ctx == CS_CTX_DEL                            ? is_deleted
             : ctx == CTX_INDEX && n->kind == CS_NODE_TUPLE ? is_index
                                                            : is_expr;
    }
    nodes(r, v, fits, inner, letter == 'z', list_at(n, f));
    if (lists[i].some && r->st == CS_OK && list_at(n, f)->n == 0)
      r->st = cs_throw(r->ctx, CS_ValueError, "empty list on %s",
                       cs_ast_kind_name((cs_node_kind)n->kind));
    return;
  }
  refuse(r, "this node cannot be compiled");
}

static void read_field(reader *r, cs_node *n, cs_field f, char letter,
                       cs_value v, cs_expr_ctx ctx) {
  switch ((cs_field_what)f.what) {
    case CS_FIELD_NODE: read_one(r, n, f, letter, v, ctx); break;
    case CS_FIELD_LIST: read_list(r, n, f, letter, v, ctx); break;
    case CS_FIELD_NAME: n->name = read_name(r, v, letter == 'N'); break;
    case CS_FIELD_OP: n->op = (uint8_t)node_op(r, n, v); break;
    case CS_FIELD_CTX: read_ctx(r, n, v, ctx); break;
    case CS_FIELD_FLAG:
      if (!cs_same(v, cs_int(0)) && !cs_is_false(v)) n->flags |= f.at;
      break;
    case CS_FIELD_OTHER:
      if (letter == '?') read_other(r, n, v);
      break;
    case CS_FIELD_KIND:
    case CS_FIELD_ABSENT:
    case CS_FIELD_END: break;
  }
}

/* --- what fields have to do with each other ------------------------------ */

static const char *wrong_arguments(const cs_node *n) {
  if (n->arguments.defaults.n >
      n->arguments.posonlyargs.n + n->arguments.args.n)
    return "more positional defaults than args on arguments";
  if (n->arguments.kw_defaults.n != n->arguments.kwonlyargs.n)
    return "length of kwonlyargs is not the same as kw_defaults on arguments";
  return NULL;
}

static const char *wrong_try(const cs_node *n) {
  const cs_node_list *handlers = &n->try_stmt.handlers;
  if (handlers->n == 0 && n->try_stmt.finalbody.n == 0)
    return "Try has neither handlers nor finalbody";
  if (handlers->n == 0 && n->try_stmt.orelse.n > 0)
    return "Try has orelse but no except handlers";
  for (uint32_t i = 0; i < handlers->n; i++)
    if (!handlers->items[i]->handler.type &&
        (n->kind == CS_NODE_TRY_STAR || i + 1 < handlers->n))
      return "a handler without a type must be the last one of a Try";
  return NULL;
}

static bool is_star(const reader *r, cs_name name) {
  const cs_name_entry *e = cs_name_at(&r->u->names, name);
  return e->len == 1 && e->bytes[0] == '*';
}

static const char *wrong_import(const reader *r, const cs_node *n) {
  bool from = n->kind == CS_NODE_IMPORT_FROM;
  if (from && n->name == CS_NAME_NONE && n->import.level == 0)
    return "ImportFrom has no module";
  for (uint32_t i = 0; i < n->import.names.n; i++) {
    const cs_node *alias = n->import.names.items[i];
    if (is_star(r, alias->name) &&
        (!from || n->import.names.n > 1 || alias->alias.asname != CS_NAME_NONE))
      return "a star cannot be imported like this";
  }
  return NULL;
}

static bool is_literal(const cs_node *n) {
  if (n->kind == CS_NODE_UNARY_OP)
    return n->op == CS_OP_USUB && n->unary.operand->kind == CS_NODE_CONSTANT;
  if (n->kind == CS_NODE_BIN_OP)
    return (n->op == CS_OP_ADD || n->op == CS_OP_SUB) &&
           is_literal(n->bin_op.left) &&
           n->bin_op.right->kind == CS_NODE_CONSTANT;
  while (n->kind == CS_NODE_ATTRIBUTE && n->value->kind != CS_NODE_NAME)
    n = n->value;
  return n->kind == CS_NODE_CONSTANT || n->kind == CS_NODE_ATTRIBUTE ||
         n->kind == CS_NODE_JOINED_STR;
}

static bool is_dotted(const cs_node *n) {
  while (n->kind == CS_NODE_ATTRIBUTE) n = n->value;
  return n->kind == CS_NODE_NAME;
}

static const char *wrong_pattern(reader *r, const cs_node *n, uint32_t attrs) {
  switch ((int)n->kind) {
    case CS_NODE_MATCH_VALUE:
      return is_literal(n->value)
                 ? NULL
                 : "patterns may only match literals and attribute lookups";
    case CS_NODE_MATCH_MAPPING:
      for (uint32_t i = 0; i < n->match_mapping.keys.n; i++)
        if (!is_literal(n->match_mapping.keys.items[i]))
          return "patterns may only match literals and attribute lookups";
      return n->match_mapping.keys.n == n->match_mapping.patterns.n
                 ? NULL
                 : "MatchMapping doesn't have the same number of keys as "
                   "patterns";
    case CS_NODE_MATCH_CLASS:
      if (!is_dotted(n->match_class.cls))
        return "MatchClass cls field can only contain Name or Attribute nodes.";
      return attrs == n->match_class.kwd_patterns.n
                 ? NULL
                 : "MatchClass doesn't have the same number of keyword "
                   "attributes as patterns";
    case CS_NODE_MATCH_AS:
      return n->capture.pattern && n->name == CS_NAME_NONE
                 ? "MatchAs must specify a target name if a pattern is given"
                 : NULL;
    case CS_NODE_MATCH_OR:
      return n->patterns.n < 2 ? "MatchOr requires at least 2 patterns" : NULL;
    default: (void)r; return NULL;
  }
}

static const char *wrong_expr(const cs_node *n, uint32_t ops) {
  switch ((int)n->kind) {
    case CS_NODE_BOOL_OP:
      return n->bool_op.values.n < 2 ? "BoolOp with less than 2 values" : NULL;
    case CS_NODE_DICT:
      return n->dict.keys.n == n->dict.values.n
                 ? NULL
                 : "Dict doesn't have the same number of keys as values";
    case CS_NODE_COMPARE:
      return n->compare.comparators.n == ops
                 ? NULL
                 : "Compare has a different number of comparators and operands";
    case CS_NODE_JOINED_STR:
      for (uint32_t i = 0; i < n->values.n; i++) {
        const cs_node *part = n->values.items[i];
        if (part->kind == CS_NODE_CONSTANT &&
            part->constant.type != CS_CONST_STR)
          return "JoinedStr has a constant that is not a str";
      }
      return NULL;
    default: return NULL;
  }
}

/* `count`: the items of the field that only this kind has. */
static const char *wrong(reader *r, cs_node *n, uint32_t count) {
  switch ((int)n->kind) {
    case CS_NODE_ARGUMENTS: return wrong_arguments(n);
    case CS_NODE_TRY:
    case CS_NODE_TRY_STAR: return wrong_try(n);
    case CS_NODE_IMPORT:
    case CS_NODE_IMPORT_FROM: return wrong_import(r, n);
    case CS_NODE_GLOBAL:
    case CS_NODE_NONLOCAL:
      return n->declare.n == 0 ? "empty names on Global or Nonlocal" : NULL;
    case CS_NODE_RAISE:
      return n->raise.cause && !n->raise.exc
                 ? "Raise with cause but no exception"
                 : NULL;
    case CS_NODE_EXCEPT_HANDLER:
      return n->name != CS_NAME_NONE && !n->handler.type
                 ? "a handler has a name but no type"
                 : NULL;
    case CS_NODE_ANN_ASSIGN:
      if (n->ann_assign.target->kind != CS_NODE_NAME)
        n->flags &= (uint8_t)~CS_NODE_SIMPLE;
      return NULL;
    default: break;
  }
  const char *why = wrong_expr(n, count);
  return why ? why : wrong_pattern(r, n, count);
}

/* --- one node ------------------------------------------------------------ */

static uint32_t number_at(reader *r, const cs_value *v, uint32_t i) {
  if (cs_is_int(v[i]) && cs_int_of(v[i]) >= 0 && cs_int_of(v[i]) < INT32_MAX)
    return (uint32_t)cs_int_of(v[i]);
  refuse(r, "a node has a wrong position");
  return 0;
}

static void position(reader *r, cs_node *n, cs_value v) {
  cs_value *p;
  uint32_t len;
  if (cs_is_none(v) || !items_of(r, v, &p, &len)) return;
  if (len != 4) {
    refuse(r, "a node has a wrong position");
    return;
  }
  n->line = number_at(r, p, 0);
  n->col = number_at(r, p, 1);
  n->end_line = number_at(r, p, 2);
  n->end_col = number_at(r, p, 3);
  if (n->line == 0) n->line = 1;
  if (n->end_line < n->line) n->end_line = n->line;
  if (n->end_line == n->line && n->end_col < n->col) n->end_col = n->col;
}

static cs_node *new_node(reader *r, cs_value word, kind_test *fits) {
  int kind = 0;
  while (kind < CS_NODE_COUNT &&
         !is_word(r, word, cs_ast_kind_name((cs_node_kind)kind)))
    kind++;
  if (kind == CS_NODE_COUNT || !shapes[kind] || !fits((cs_node_kind)kind)) {
    if (r->st == CS_OK)
      r->st = cs_throw(r->ctx, CS_TypeError, "a node of type %v cannot be here",
                       word);
    return NULL;
  }
  cs_node *n = cs_ast_new(r->u->scratch, (cs_node_kind)kind);
  if (!n) r->st = CS_ELIMIT;
  return n;
}

static bool deeper(reader *r) {
  if (r->st != CS_OK) return false;
  if (++r->depth <= MAX_DEPTH) return true;
  r->st = cs_throw(r->ctx, CS_RecursionError,
                   "maximum recursion depth exceeded during compilation");
  return false;
}

static uint32_t length_of(const reader *r, cs_value v) {
  cs_value *items;
  uint32_t n;
  return cs_seq_items(r->ctx, v, &items, &n) ? n : 0;
}

static cs_node *node(reader *r, cs_value v, kind_test *fits, cs_expr_ctx ctx) {
  cs_value *part;
  uint32_t n_parts, at = 1, count = 0;
  if (!items_of(r, v, &part, &n_parts)) return NULL;
  if (n_parts == 0) return refuse(r, "a node is missing");
  cs_node *n = new_node(r, part[0], fits);
  if (!n || !deeper(r)) return NULL;
  const char *letter = shapes[n->kind];
  const cs_field *f = cs_fields_of((cs_node_kind)n->kind);
  for (; f->what != CS_FIELD_END && *letter; f++, letter++, at++) {
    if (at + 1 >= n_parts) return refuse(r, "a node lacks fields");
    if (*letter == '?') count = length_of(r, part[at]);
    read_field(r, n, *f, *letter, part[at], ctx);
  }
  if (at >= n_parts) return refuse(r, "a node lacks fields");
  position(r, n, part[at]);
  r->depth--;
  const char *why = r->st == CS_OK ? wrong(r, n, count) : NULL;
  return why ? refuse(r, why) : r->st == CS_OK ? n : NULL;
}

cs_status cs_tree_read(cs_ctx *ctx, cs_unit *u, cs_mode mode, cs_value v) {
  reader r = {.ctx = ctx, .u = u, .st = CS_OK};
  u->mode = mode;
  u->root = node(&r, v,
                 mode == CS_MODE_EXEC     ? is_module
                 : mode == CS_MODE_SINGLE ? is_interactive
                                          : is_expression,
                 CS_CTX_LOAD);
  u->src = "";
  u->len = 0;
  return r.st;
}
