/*
 * warn.c - warnings of the compiler.
 *
 * CPython looks at the tree after it has folded constants; here a sign before
 * a number, an operator between two and a tuple of constants count as folded.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/warn.h"

#include <string.h>

static cs_text_range range_of(const cs_node *n) {
  return (cs_text_range){n->line, n->col, n->end_line, n->end_col};
}

static const char *const_type(const cs_constant *c) {
  switch ((cs_const_type)c->type) {
    case CS_CONST_NONE: return "NoneType";
    case CS_CONST_TRUE:
    case CS_CONST_FALSE: return "bool";
    case CS_CONST_ELLIPSIS: return "ellipsis";
    case CS_CONST_INT:
    case CS_CONST_BIGINT: return "int";
    case CS_CONST_FLOAT: return "float";
    case CS_CONST_COMPLEX: return "complex";
    case CS_CONST_STR: return "str";
    case CS_CONST_BYTES: return "bytes";
  }
  return NULL;
}

static bool is_number(const cs_node *n) {
  return n->kind == CS_NODE_CONSTANT && n->constant.type >= CS_CONST_INT &&
         n->constant.type <= CS_CONST_COMPLEX;
}

/* Name of the type that the value of the node has for certain, or NULL. */
static const char *type_of(const cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_CONSTANT: return const_type(&n->constant);
    case CS_NODE_TUPLE: return "tuple";
    case CS_NODE_LIST:
    case CS_NODE_LIST_COMP: return "list";
    case CS_NODE_DICT:
    case CS_NODE_DICT_COMP: return "dict";
    case CS_NODE_SET:
    case CS_NODE_SET_COMP: return "set";
    case CS_NODE_GENERATOR_EXP: return "generator";
    case CS_NODE_LAMBDA: return "function";
    case CS_NODE_JOINED_STR:
    case CS_NODE_FORMATTED_VALUE: return "str";
    case CS_NODE_UNARY_OP:
      return n->op != CS_OP_NOT && is_number(n->unary.operand)
                 ? const_type(&n->unary.operand->constant)
                 : NULL;
    default: return NULL;
  }
}

static bool is_folded_tuple(const cs_node *n) {
  if (n->kind != CS_NODE_TUPLE) return false;
  for (uint32_t i = 0; i < n->elts.n; i++)
    if (n->elts.items[i]->kind != CS_NODE_CONSTANT) return false;
  return true;
}

/* A value of which there may be many equal ones. */
static bool is_literal(const cs_node *n) {
  if (n->kind == CS_NODE_CONSTANT) return n->constant.type >= CS_CONST_INT;
  if (n->kind == CS_NODE_UNARY_OP)
    return n->op != CS_OP_NOT && is_number(n->unary.operand);
  if (n->kind == CS_NODE_BIN_OP)
    return is_number(n->bin_op.left) && is_number(n->bin_op.right);
  return is_folded_tuple(n);
}

void cs_warn_compare(cs_unit *u, const cs_node *n) {
  const cs_node *left = n->compare.left;
  for (uint32_t i = 0; i < n->compare.comparators.n; i++) {
    const cs_node *right = n->compare.comparators.items[i];
    uint8_t op = n->compare.ops[i];
    bool is = op == CS_OP_IS;
    if ((is || op == CS_OP_IS_NOT) && (is_literal(left) || is_literal(right))) {
      cs_unit_warn(u, range_of(n),
                   "\"%s\" with a literal. Did you mean \"%s\"?",
                   is ? "is" : "is not", is ? "==" : "!=");
      return;
    }
    left = right;
  }
}

void cs_warn_assert(cs_unit *u, const cs_node *n) {
  const cs_node *test = n->assertion.test;
  if (test->kind == CS_NODE_TUPLE && test->elts.n)
    cs_unit_warn(u, range_of(n),
                 "assertion is always true, perhaps remove parentheses?");
}

void cs_warn_call(cs_unit *u, const cs_node *n) {
  const cs_node *func = n->call.func;
  const char *type = type_of(func);
  if (!type || func->kind == CS_NODE_LAMBDA || func->kind == CS_NODE_UNARY_OP)
    return;
  cs_unit_warn(u, range_of(n),
               "'%s' object is not callable; perhaps you missed a comma?",
               type);
}

static bool is_among(const char *what, const char *const *list) {
  for (; *list; list++)
    if (strcmp(what, *list) == 0) return true;
  return false;
}

void cs_warn_subscript(cs_unit *u, const cs_node *n) {
  static const char *const plain[] = {
      "NoneType", "bool", "ellipsis",  "int",      "float",
      "complex",  "set",  "generator", "function", NULL};
  static const char *const indexed[] = {"str", "bytes", "tuple", "list", NULL};
  static const char *const whole[] = {"int", "bool", NULL};
  if (n->ctx != CS_CTX_LOAD) return;
  const char *type = type_of(n->subscript.value);
  if (!type || n->subscript.value->kind == CS_NODE_UNARY_OP) return;
  if (is_among(type, plain)) {
    cs_unit_warn(u, range_of(n),
                 "'%s' object is not subscriptable; perhaps you missed a "
                 "comma?",
                 type);
    return;
  }
  const char *index = type_of(n->subscript.slice);
  if (!index || !is_among(type, indexed) || is_among(index, whole)) return;
  cs_unit_warn(u, range_of(n),
               "%s indices must be integers or slices, not %s; perhaps you "
               "missed a comma?",
               type, index);
}
