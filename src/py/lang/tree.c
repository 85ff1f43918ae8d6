/*
 * tree.c - nodes to tuples.
 *
 * The parser bounds the depth of the tree, so recursion is bounded, too.  The
 * first failure sticks in `tree.st`; afterwards everything yields None and
 * nothing is allocated.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/tree.h"

#include <string.h>

#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/lang/emit.h"

typedef struct tree {
  cs_ctx *ctx;
  const cs_unit *u;
  cs_status st;
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

#define NODE(field)  add(r, node(t, n->field))
#define LIST(field)  add(r, list(t, &n->field))
#define NAME(which)  add(r, name(t, which))
#define VALUE(value) add(r, value)

static void function(tree *t, const cs_node *n, row *r) {
  NAME(n->name);
  NODE(function.args);
  LIST(function.body);
  LIST(function.decorator_list);
  NODE(function.returns);
  VALUE(CS_NONE);
}

static void class_def(tree *t, const cs_node *n, row *r) {
  NAME(n->name);
  LIST(class_def.bases);
  LIST(class_def.keywords);
  LIST(class_def.body);
  LIST(class_def.decorator_list);
}

static void arguments(tree *t, const cs_node *n, row *r) {
  LIST(arguments.posonlyargs);
  LIST(arguments.args);
  NODE(arguments.vararg);
  LIST(arguments.kwonlyargs);
  LIST(arguments.kw_defaults);
  NODE(arguments.kwarg);
  LIST(arguments.defaults);
}

/* Fields of modules and statements; false: another kind. */
static bool statement(tree *t, const cs_node *n, row *r) {
  switch ((int)n->kind) {
    case CS_NODE_MODULE:
      LIST(block.body);
      VALUE(empty(t, 0));
      break;
    case CS_NODE_INTERACTIVE: LIST(block.body); break;
    case CS_NODE_EXPRESSION: NODE(expression.body); break;
    case CS_NODE_FUNCTION_TYPE:
      LIST(function_type.argtypes);
      NODE(function_type.returns);
      break;
    case CS_NODE_FUNCTION_DEF:
    case CS_NODE_ASYNC_FUNCTION_DEF: function(t, n, r); break;
    case CS_NODE_CLASS_DEF: class_def(t, n, r); break;
    case CS_NODE_RETURN:
    case CS_NODE_EXPR: NODE(value); break;
    case CS_NODE_DELETE: LIST(targets); break;
    case CS_NODE_ASSIGN:
      LIST(assign.targets);
      NODE(assign.value);
      VALUE(CS_NONE);
      break;
    case CS_NODE_TYPE_ALIAS:
      NODE(type_alias.name);
      LIST(type_alias.type_params);
      NODE(type_alias.value);
      break;
    case CS_NODE_AUG_ASSIGN:
      NODE(aug_assign.target);
      VALUE(op(t, n->op));
      NODE(aug_assign.value);
      break;
    case CS_NODE_ANN_ASSIGN:
      NODE(ann_assign.target);
      NODE(ann_assign.annotation);
      NODE(ann_assign.value);
      VALUE(cs_int(n->flags & CS_NODE_SIMPLE ? 1 : 0));
      break;
    case CS_NODE_FOR:
    case CS_NODE_ASYNC_FOR:
      NODE(for_loop.target);
      NODE(for_loop.iter);
      LIST(for_loop.body);
      LIST(for_loop.orelse);
      VALUE(CS_NONE);
      break;
    case CS_NODE_WHILE:
    case CS_NODE_IF:
      NODE(branch.test);
      LIST(branch.body);
      LIST(branch.orelse);
      break;
    case CS_NODE_WITH:
    case CS_NODE_ASYNC_WITH:
      LIST(with.items);
      LIST(with.body);
      VALUE(CS_NONE);
      break;
    case CS_NODE_MATCH:
      NODE(match.subject);
      LIST(match.cases);
      break;
    case CS_NODE_RAISE:
      NODE(raise.exc);
      NODE(raise.cause);
      break;
    case CS_NODE_TRY:
    case CS_NODE_TRY_STAR:
      LIST(try_stmt.body);
      LIST(try_stmt.handlers);
      LIST(try_stmt.orelse);
      LIST(try_stmt.finalbody);
      break;
    case CS_NODE_ASSERT:
      NODE(assertion.test);
      NODE(assertion.msg);
      break;
    case CS_NODE_IMPORT: LIST(import.names); break;
    case CS_NODE_IMPORT_FROM:
      NAME(n->name);
      LIST(import.names);
      VALUE(cs_int(n->import.level));
      break;
    case CS_NODE_GLOBAL:
    case CS_NODE_NONLOCAL:
      VALUE(name_list(t, n->declare.items, n->declare.n));
      break;
    case CS_NODE_PASS:
    case CS_NODE_BREAK:
    case CS_NODE_CONTINUE: break;
    default: return false;
  }
  return true;
}

static bool expression(tree *t, const cs_node *n, row *r) {
  switch ((int)n->kind) {
    case CS_NODE_BOOL_OP:
      VALUE(op(t, n->op));
      LIST(bool_op.values);
      break;
    case CS_NODE_NAMED_EXPR:
      NODE(named.target);
      NODE(named.value);
      break;
    case CS_NODE_BIN_OP:
      NODE(bin_op.left);
      VALUE(op(t, n->op));
      NODE(bin_op.right);
      break;
    case CS_NODE_UNARY_OP:
      VALUE(op(t, n->op));
      NODE(unary.operand);
      break;
    case CS_NODE_LAMBDA:
      NODE(lambda.args);
      NODE(lambda.body);
      break;
    case CS_NODE_IF_EXP:
      NODE(if_exp.test);
      NODE(if_exp.body);
      NODE(if_exp.orelse);
      break;
    case CS_NODE_DICT:
      LIST(dict.keys);
      LIST(dict.values);
      break;
    case CS_NODE_SET: LIST(elts); break;
    case CS_NODE_DICT_COMP:
      NODE(comp.elt);
      NODE(comp.value);
      LIST(comp.generators);
      break;
    case CS_NODE_LIST_COMP:
    case CS_NODE_SET_COMP:
    case CS_NODE_GENERATOR_EXP:
      NODE(comp.elt);
      LIST(comp.generators);
      break;
    case CS_NODE_AWAIT:
    case CS_NODE_YIELD:
    case CS_NODE_YIELD_FROM: NODE(value); break;
    case CS_NODE_COMPARE:
      NODE(compare.left);
      VALUE(ops(t, n));
      LIST(compare.comparators);
      break;
    case CS_NODE_CALL:
      NODE(call.func);
      LIST(call.args);
      LIST(call.keywords);
      break;
    case CS_NODE_FORMATTED_VALUE:
      NODE(formatted.value);
      VALUE(cs_int(n->formatted.conversion));
      NODE(formatted.format_spec);
      break;
    case CS_NODE_JOINED_STR: LIST(values); break;
    case CS_NODE_CONSTANT:
      VALUE(constant(t, &n->constant));
      VALUE(n->constant.type == CS_CONST_STR && n->constant.u_prefix
                ? word(t, "u")
                : CS_NONE);
      break;
    case CS_NODE_ATTRIBUTE:
      NODE(value);
      NAME(n->name);
      VALUE(context(t, n));
      break;
    case CS_NODE_SUBSCRIPT:
      NODE(subscript.value);
      NODE(subscript.slice);
      VALUE(context(t, n));
      break;
    case CS_NODE_STARRED:
      NODE(value);
      VALUE(context(t, n));
      break;
    case CS_NODE_NAME:
      NAME(n->name);
      VALUE(context(t, n));
      break;
    case CS_NODE_LIST:
    case CS_NODE_TUPLE:
      LIST(elts);
      VALUE(context(t, n));
      break;
    case CS_NODE_SLICE:
      NODE(slice.lower);
      NODE(slice.upper);
      NODE(slice.step);
      break;
    default: return false;
  }
  return true;
}

static void part(tree *t, const cs_node *n, row *r) {
  switch ((int)n->kind) {
    case CS_NODE_COMPREHENSION:
      NODE(generator.target);
      NODE(generator.iter);
      LIST(generator.ifs);
      VALUE(cs_int(n->flags & CS_NODE_ASYNC ? 1 : 0));
      break;
    case CS_NODE_EXCEPT_HANDLER:
      NODE(handler.type);
      NAME(n->name);
      LIST(handler.body);
      break;
    case CS_NODE_ARGUMENTS: arguments(t, n, r); break;
    case CS_NODE_ARG:
      NAME(n->name);
      NODE(arg.annotation);
      VALUE(CS_NONE);
      break;
    case CS_NODE_KEYWORD:
      NAME(n->name);
      NODE(value);
      break;
    case CS_NODE_ALIAS:
      NAME(n->name);
      NAME(n->alias.asname);
      break;
    case CS_NODE_WITHITEM:
      NODE(withitem.context_expr);
      NODE(withitem.optional_vars);
      break;
    case CS_NODE_MATCH_CASE:
      NODE(match_case.pattern);
      NODE(match_case.guard);
      LIST(match_case.body);
      break;
    case CS_NODE_MATCH_VALUE: NODE(value); break;
    case CS_NODE_MATCH_SINGLETON:
      VALUE(constant(t, &n->value->constant));
      break;
    case CS_NODE_MATCH_SEQUENCE:
    case CS_NODE_MATCH_OR: LIST(patterns); break;
    case CS_NODE_MATCH_MAPPING:
      LIST(match_mapping.keys);
      LIST(match_mapping.patterns);
      NAME(n->name);
      break;
    case CS_NODE_MATCH_CLASS:
      NODE(match_class.cls);
      LIST(match_class.patterns);
      VALUE(name_list(t, n->match_class.kwd_attrs,
                      n->match_class.kwd_patterns.n));
      LIST(match_class.kwd_patterns);
      break;
    case CS_NODE_MATCH_STAR: NAME(n->name); break;
    case CS_NODE_MATCH_AS:
      NODE(capture.pattern);
      NAME(n->name);
      break;
    case CS_NODE_TYPE_VAR:
      NAME(n->name);
      NODE(type_param.bound);
      break;
    default: NAME(n->name); break; /* the other type parameters */
  }
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

static const cs_node_list *type_params(const cs_node *n) {
  if (n->kind == CS_NODE_CLASS_DEF) return &n->class_def.type_params;
  if (n->kind == CS_NODE_FUNCTION_DEF || n->kind == CS_NODE_ASYNC_FUNCTION_DEF)
    return &n->function.type_params;
  return NULL;
}

static cs_value node(tree *t, const cs_node *n) {
  row r = {.n = 0};
  if (!n || t->st != CS_OK) return CS_NONE;
  add(&r, word(t, cs_ast_kind_name((cs_node_kind)n->kind)));
  if (!statement(t, n, &r) && !expression(t, n, &r)) part(t, n, &r);
  add(&r, position(t, n));
  const cs_node_list *params = type_params(n);
  if (params && params->n) add(&r, list(t, params));
  return tuple(t, r.v, r.n);
}

cs_status cs_tree_build(cs_ctx *ctx, const cs_unit *u, cs_value *out) {
  tree t = {.ctx = ctx, .u = u, .st = CS_OK};
  cs_value v = node(&t, u->root);
  if (t.st == CS_OK) *out = v;
  return t.st;
}
