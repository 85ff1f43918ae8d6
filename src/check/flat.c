/*
 * flat.c - from tree to array with a stack of its own.
 *
 * The children of a node are pushed in reverse, so that they are popped in
 * order.  Shared nodes do not exist in our trees.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check/flat.h"

#include <string.h>

typedef struct todo {
  cs_node *node;
  uint32_t parent;
} todo;

typedef struct pile {
  cs_scratch *scratch;
  todo *items;
  uint32_t n, room;
  uint32_t parent; /* of what is pushed now */
  bool failed;
} pile;

static void grow(pile *p) {
  uint32_t room = p->room ? 2 * p->room : 256;
  todo *items = cs_scratch_take(p->scratch, room * sizeof *items);
  if (!items) {
    p->failed = true;
    return;
  }
  if (p->n) memcpy(items, p->items, p->n * sizeof *items);
  p->items = items;
  p->room = room;
}

static void push(pile *p, cs_node *node) {
  if (!node || p->failed) return;
  if (p->n == p->room) grow(p);
  if (!p->failed) p->items[p->n++] = (todo){node, p->parent};
}

static void push_all(pile *p, const cs_node_list *list) {
  for (uint32_t i = 0; i < list->n; i++) push(p, list->items[i]);
}

static void push_pairs(pile *p, const cs_node_list *a, const cs_node_list *b) {
  for (uint32_t i = 0; i < a->n; i++) {
    push(p, a->items[i]);
    push(p, b->items[i]);
  }
}

#define NODE(field) push(p, n->field)
#define LIST(field) push_all(p, &n->field)

static void push_function(pile *p, const cs_node *n) {
  LIST(function.decorator_list);
  LIST(function.type_params);
  NODE(function.args);
  NODE(function.returns);
  LIST(function.body);
}

static void push_class(pile *p, const cs_node *n) {
  LIST(class_def.decorator_list);
  LIST(class_def.type_params);
  LIST(class_def.bases);
  LIST(class_def.keywords);
  LIST(class_def.body);
}

static void push_arguments(pile *p, const cs_node *n) {
  LIST(arguments.posonlyargs);
  LIST(arguments.args);
  NODE(arguments.vararg);
  LIST(arguments.kwonlyargs);
  LIST(arguments.kw_defaults);
  NODE(arguments.kwarg);
  LIST(arguments.defaults);
}

/* Statements; false: another kind. */
static bool push_statement(pile *p, const cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_MODULE:
    case CS_NODE_INTERACTIVE: LIST(block.body); break;
    case CS_NODE_EXPRESSION: NODE(expression.body); break;
    case CS_NODE_FUNCTION_DEF:
    case CS_NODE_ASYNC_FUNCTION_DEF: push_function(p, n); break;
    case CS_NODE_CLASS_DEF: push_class(p, n); break;
    case CS_NODE_RETURN:
    case CS_NODE_EXPR: NODE(value); break;
    case CS_NODE_DELETE: LIST(targets); break;
    case CS_NODE_ASSIGN:
      LIST(assign.targets);
      NODE(assign.value);
      break;
    case CS_NODE_TYPE_ALIAS:
      NODE(type_alias.name);
      LIST(type_alias.type_params);
      NODE(type_alias.value);
      break;
    case CS_NODE_AUG_ASSIGN:
      NODE(aug_assign.target);
      NODE(aug_assign.value);
      break;
    case CS_NODE_ANN_ASSIGN:
      NODE(ann_assign.target);
      NODE(ann_assign.annotation);
      NODE(ann_assign.value);
      break;
    case CS_NODE_FOR:
    case CS_NODE_ASYNC_FOR:
      NODE(for_loop.target);
      NODE(for_loop.iter);
      LIST(for_loop.body);
      LIST(for_loop.orelse);
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
    case CS_NODE_IMPORT:
    case CS_NODE_IMPORT_FROM: LIST(import.names); break;
    case CS_NODE_GLOBAL:
    case CS_NODE_NONLOCAL:
    case CS_NODE_PASS:
    case CS_NODE_BREAK:
    case CS_NODE_CONTINUE: break;
    default: return false;
  }
  return true;
}

static bool push_expression(pile *p, const cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_BOOL_OP: LIST(bool_op.values); break;
    case CS_NODE_NAMED_EXPR:
      NODE(named.target);
      NODE(named.value);
      break;
    case CS_NODE_BIN_OP:
      NODE(bin_op.left);
      NODE(bin_op.right);
      break;
    case CS_NODE_UNARY_OP: NODE(unary.operand); break;
    case CS_NODE_LAMBDA:
      NODE(lambda.args);
      NODE(lambda.body);
      break;
    case CS_NODE_IF_EXP:
      NODE(if_exp.test);
      NODE(if_exp.body);
      NODE(if_exp.orelse);
      break;
    case CS_NODE_DICT: push_pairs(p, &n->dict.keys, &n->dict.values); break;
    case CS_NODE_SET:
    case CS_NODE_LIST:
    case CS_NODE_TUPLE: LIST(elts); break;
    case CS_NODE_LIST_COMP:
    case CS_NODE_SET_COMP:
    case CS_NODE_DICT_COMP:
    case CS_NODE_GENERATOR_EXP:
      NODE(comp.elt);
      NODE(comp.value);
      LIST(comp.generators);
      break;
    case CS_NODE_AWAIT:
    case CS_NODE_YIELD:
    case CS_NODE_YIELD_FROM:
    case CS_NODE_ATTRIBUTE:
    case CS_NODE_STARRED: NODE(value); break;
    case CS_NODE_COMPARE:
      NODE(compare.left);
      LIST(compare.comparators);
      break;
    case CS_NODE_CALL:
      NODE(call.func);
      LIST(call.args);
      LIST(call.keywords);
      break;
    case CS_NODE_FORMATTED_VALUE:
      NODE(formatted.value);
      NODE(formatted.format_spec);
      break;
    case CS_NODE_JOINED_STR: LIST(values); break;
    case CS_NODE_SUBSCRIPT:
      NODE(subscript.value);
      NODE(subscript.slice);
      break;
    case CS_NODE_SLICE:
      NODE(slice.lower);
      NODE(slice.upper);
      NODE(slice.step);
      break;
    case CS_NODE_NAME:
    case CS_NODE_CONSTANT: break;
    default: return false;
  }
  return true;
}

static void push_part(pile *p, const cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_COMPREHENSION:
      NODE(generator.target);
      NODE(generator.iter);
      LIST(generator.ifs);
      break;
    case CS_NODE_EXCEPT_HANDLER:
      NODE(handler.type);
      LIST(handler.body);
      break;
    case CS_NODE_ARGUMENTS: push_arguments(p, n); break;
    case CS_NODE_ARG: NODE(arg.annotation); break;
    case CS_NODE_KEYWORD:
    case CS_NODE_MATCH_VALUE:
    case CS_NODE_MATCH_SINGLETON: NODE(value); break;
    case CS_NODE_WITHITEM:
      NODE(withitem.context_expr);
      NODE(withitem.optional_vars);
      break;
    case CS_NODE_MATCH_CASE:
      NODE(match_case.pattern);
      NODE(match_case.guard);
      LIST(match_case.body);
      break;
    case CS_NODE_MATCH_SEQUENCE:
    case CS_NODE_MATCH_OR: LIST(patterns); break;
    case CS_NODE_MATCH_MAPPING:
      LIST(match_mapping.keys);
      LIST(match_mapping.patterns);
      break;
    case CS_NODE_MATCH_CLASS:
      NODE(match_class.cls);
      LIST(match_class.patterns);
      LIST(match_class.kwd_patterns);
      break;
    case CS_NODE_MATCH_STAR:
    case CS_NODE_MATCH_AS: NODE(capture.pattern); break;
    case CS_NODE_TYPE_VAR: NODE(type_param.bound); break;
    default: break; /* names and aliases */
  }
}

static void push_children(pile *p, const cs_node *n) {
  uint32_t from = p->n;
  if (!push_statement(p, n) && !push_expression(p, n)) push_part(p, n);
  for (uint32_t i = from, j = p->n; i + 1 < j; i++) {
    todo t = p->items[i];
    p->items[i] = p->items[--j];
    p->items[j] = t;
  }
}

static bool append(cs_flat *f, cs_scratch *scratch, todo t) {
  if (f->n == f->room) {
    if (f->room > UINT32_MAX / 4) return false;
    uint32_t room = f->room ? 2 * f->room : 256;
    cs_flat_item *items = cs_scratch_take(scratch, room * sizeof *items);
    if (!items) return false;
    if (f->n) memcpy(items, f->items, f->n * sizeof *items);
    f->items = items;
    f->room = room;
  }
  f->items[f->n++] = (cs_flat_item){t.node, t.parent, 0};
  return true;
}

static uint32_t slot_of(const cs_flat *f, const cs_node *node) {
  uint64_t h = ((uintptr_t)node >> 3) * UINT64_C(0x9E3779B97F4A7C15);
  uint32_t at = (uint32_t)(h >> 32) & f->mask;
  while (f->slots[at] && f->items[f->slots[at] - 1].node != node)
    at = (at + 1) & f->mask;
  return at;
}

static bool index_nodes(cs_flat *f, cs_scratch *scratch) {
  uint32_t size = 64;
  while (size < 2 * f->n) size *= 2;
  f->slots = cs_scratch_zero(scratch, size * sizeof *f->slots);
  if (!f->slots) return false;
  f->mask = size - 1;
  for (uint32_t i = 0; i < f->n; i++)
    f->slots[slot_of(f, f->items[i].node)] = i + 1;
  return true;
}

/* Descendants stand right behind a node, so ends travel up to the parents. */
static void set_ends(cs_flat *f) {
  for (uint32_t i = f->n; i > 0; i--) {
    cs_flat_item *item = &f->items[i - 1];
    if (item->end == 0) item->end = i;
    if (item->parent == CS_FLAT_NONE) continue;
    cs_flat_item *parent = &f->items[item->parent];
    if (parent->end < item->end) parent->end = item->end;
  }
}

bool cs_flat_build(cs_flat *f, cs_scratch *scratch, cs_node *root) {
  *f = (cs_flat){.n = 0};
  pile p = {.scratch = scratch, .parent = CS_FLAT_NONE};
  push(&p, root);
  while (p.n > 0 && !p.failed) {
    todo t = p.items[--p.n];
    if (!append(f, scratch, t)) return false;
    p.parent = f->n - 1;
    push_children(&p, t.node);
  }
  if (p.failed || !index_nodes(f, scratch)) return false;
  set_ends(f);
  return true;
}

uint32_t cs_flat_find(const cs_flat *f, const cs_node *node) {
  if (!node) return CS_FLAT_NONE;
  uint32_t found = f->slots[slot_of(f, node)];
  return found ? found - 1 : CS_FLAT_NONE;
}
