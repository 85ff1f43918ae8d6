/*
 * tree.c - nodes to tuples.
 *
 * Chains such as a + a + a are loops to the parser, but levels of the tree:
 * they are counted here, where recursion follows them.  The first failure
 * sticks in `tree.st`; afterwards everything yields None and nothing is
 * allocated.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/tree.h"

#include <string.h>

#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/lang/emit.h"
#include "py/lang/fields.h"
#include "py/lang/scope.h"

typedef struct tree {
  cs_ctx *ctx;
  const cs_unit *u;
  cs_status st;
  uint32_t depth;
} tree;

#define MAX_FIELDS 8

typedef struct row { /* a tuple being put together */
  cs_value v[MAX_FIELDS + 3];
  uint32_t n;
} row;

static cs_value keep(tree *t, cs_status st, cs_value v) {
  if (t->st == CS_OK) t->st = st;
  return st == CS_OK ? v : CS_NONE;
}

static cs_value text(tree *t, const char *s, size_t len) {
  cs_value v = CS_NONE;
  if (t->st != CS_OK) return v;
  return keep(t, cs_str_intern_bytes(t->ctx, s, (uint32_t)len, &v), v);
}

static cs_value word(tree *t, const char *s) {
  return text(t, s, strlen(s));
}

static cs_value name(tree *t, cs_name n) {
  if (n == CS_NAME_NONE) return CS_NONE;
  const cs_name_entry *e = cs_name_at(&t->u->names, n);
  return text(t, e->bytes, e->len);
}

static cs_value tuple(tree *t, const cs_value *v, uint32_t n) {
  cs_value out = CS_NONE;
  if (t->st != CS_OK) return out;
  return keep(t, cs_tuple_new(t->ctx, v, n, &out), out);
}

static void add(row *r, cs_value v) {
  r->v[r->n++] = v;
}

/* A node without fields or position: operators and contexts. */
static cs_value mark(tree *t, const char *kind) {
  cs_value v[2] = {word(t, kind), CS_NONE};
  return tuple(t, v, 2);
}

static cs_value op(tree *t, unsigned code) {
  return mark(t, cs_ast_op_name((cs_op)code));
}

static cs_value context(tree *t, const cs_node *n) {
  static const char *const names[] = {"Load", "Store", "Del"};
  return mark(t, names[n->ctx]);
}

static cs_value node(tree *t, const cs_node *n);

static cs_value empty(tree *t, uint32_t room) {
  cs_value out = CS_NONE;
  if (t->st != CS_OK) return out;
  return keep(t, cs_list_room(t->ctx, room, &out), out);
}

static void append(tree *t, cs_value list, cs_value v) {
  if (t->st == CS_OK) t->st = cs_list_append(t->ctx, list, v);
}

static cs_value list(tree *t, const cs_node_list *nodes) {
  cs_value out = empty(t, nodes->n);
  for (uint32_t i = 0; t->st == CS_OK && i < nodes->n; i++)
    append(t, out, node(t, nodes->items[i]));
  return out;
}

static cs_value name_list(tree *t, const cs_name *names, uint32_t n) {
  cs_value out = empty(t, n);
  for (uint32_t i = 0; t->st == CS_OK && i < n; i++)
    append(t, out, name(t, names[i]));
  return out;
}

static cs_value ops(tree *t, const cs_node *n) {
  uint32_t count = n->compare.comparators.n;
  cs_value out = empty(t, count);
  for (uint32_t i = 0; t->st == CS_OK && i < count; i++)
    append(t, out, op(t, n->compare.ops[i]));
  return out;
}

static cs_value constant(tree *t, const cs_constant *c) {
  cs_value v = CS_NONE;
  if (t->st != CS_OK) return v;
  return keep(t, cs_emit_make_const(t->ctx, c, &v), v);
}

/* The fields that only one kind of node has. */
static cs_value other(tree *t, const cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_MODULE: return empty(t, 0); /* type ignores */
    case CS_NODE_IMPORT_FROM: return cs_int(n->import.level);
    case CS_NODE_GLOBAL:
    case CS_NODE_NONLOCAL: return name_list(t, n->declare.items, n->declare.n);
    case CS_NODE_COMPARE: return ops(t, n);
    case CS_NODE_FORMATTED_VALUE: return cs_int(n->formatted.conversion);
    case CS_NODE_CONSTANT: return constant(t, &n->constant);
    case CS_NODE_ALIAS: return name(t, n->alias.asname);
    case CS_NODE_MATCH_SINGLETON: return constant(t, &n->value->constant);
    case CS_NODE_MATCH_CLASS:
      return name_list(t, n->match_class.kwd_attrs,
                       n->match_class.kwd_patterns.n);
    default: return CS_NONE;
  }
}

static cs_value field(tree *t, const cs_node *n, cs_field f) {
  switch ((cs_field_what)f.what) {
    case CS_FIELD_NODE: return node(t, cs_field_node(n, f));
    case CS_FIELD_LIST: return list(t, cs_field_list(n, f));
    case CS_FIELD_NAME: return name(t, n->name);
    case CS_FIELD_OP: return op(t, n->op);
    case CS_FIELD_CTX: return context(t, n);
    case CS_FIELD_FLAG: return cs_int(n->flags & f.at ? 1 : 0);
    case CS_FIELD_OTHER: return other(t, n);
    case CS_FIELD_KIND: {
      bool u = n->constant.type == CS_CONST_STR && n->constant.u_prefix;
      return u ? word(t, "u") : CS_NONE;
    }
    case CS_FIELD_ABSENT:
    case CS_FIELD_END: break;
  }
  return CS_NONE;
}

static bool has_position(const cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_MODULE:
    case CS_NODE_INTERACTIVE:
    case CS_NODE_EXPRESSION:
    case CS_NODE_FUNCTION_TYPE:
    case CS_NODE_COMPREHENSION:
    case CS_NODE_ARGUMENTS:
    case CS_NODE_WITHITEM:
    case CS_NODE_MATCH_CASE: return false;
    default: return true;
  }
}

static cs_value position(tree *t, const cs_node *n) {
  if (!has_position(n)) return CS_NONE;
  cs_value v[4] = {cs_int(n->line), cs_int(n->col), cs_int(n->end_line),
                   cs_int(n->end_col)};
  return tuple(t, v, 4);
}

static cs_value too_deep(tree *t) {
  t->st = cs_throw(t->ctx, CS_RecursionError,
                   "maximum recursion depth exceeded during ast construction");
  return CS_NONE;
}

static cs_value node(tree *t, const cs_node *n) {
  row r = {.n = 0};
  if (!n || t->st != CS_OK) return CS_NONE;
  if (t->depth >= CS_SCOPE_DEPTH) return too_deep(t);
  t->depth++;
  add(&r, word(t, cs_ast_kind_name((cs_node_kind)n->kind)));
  const cs_field *f = cs_fields_of((cs_node_kind)n->kind);
  for (; f->what != CS_FIELD_END; f++) add(&r, field(t, n, *f));
  add(&r, position(t, n));
  const cs_node_list *params = cs_fields_type_params(n);
  if (params && params->n) add(&r, list(t, params));
  t->depth--;
  return tuple(t, r.v, r.n);
}

cs_status cs_tree_build(cs_ctx *ctx, const cs_unit *u, cs_value *out) {
  tree t = {.ctx = ctx, .u = u, .st = CS_OK};
  cs_value v = node(&t, u->root);
  if (t.st == CS_OK) *out = v;
  return t.st;
}
