/*
 * parse_target.c - what may stand left of an assignment, and what it is called
 * when it may not.
 *
 * Targets are parsed as expressions and checked afterwards; that gives the
 * messages their subject for free.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/parser.h"

static const char *constant_name(const cs_node *n) {
  switch ((cs_const_type)n->constant.type) {
    case CS_CONST_NONE: return "None";
    case CS_CONST_TRUE: return "True";
    case CS_CONST_FALSE: return "False";
    case CS_CONST_ELLIPSIS: return "ellipsis";
    case CS_CONST_INT:
    case CS_CONST_BIGINT:
    case CS_CONST_FLOAT:
    case CS_CONST_COMPLEX:
    case CS_CONST_STR:
    case CS_CONST_BYTES: break;
  }
  return "literal";
}

const char *cs_parse_expr_name(const cs_node *n) {
  switch ((int)n->kind) {
    case CS_NODE_ATTRIBUTE: return "attribute";
    case CS_NODE_SUBSCRIPT: return "subscript";
    case CS_NODE_STARRED: return "starred";
    case CS_NODE_NAME: return "name";
    case CS_NODE_LIST: return "list";
    case CS_NODE_TUPLE: return "tuple";
    case CS_NODE_LAMBDA: return "lambda";
    case CS_NODE_CALL: return "function call";
    case CS_NODE_GENERATOR_EXP: return "generator expression";
    case CS_NODE_YIELD:
    case CS_NODE_YIELD_FROM: return "yield expression";
    case CS_NODE_AWAIT: return "await expression";
    case CS_NODE_LIST_COMP: return "list comprehension";
    case CS_NODE_SET_COMP: return "set comprehension";
    case CS_NODE_DICT_COMP: return "dict comprehension";
    case CS_NODE_DICT: return "dict literal";
    case CS_NODE_SET: return "set display";
    case CS_NODE_JOINED_STR:
    case CS_NODE_FORMATTED_VALUE: return "f-string expression";
    case CS_NODE_CONSTANT: return constant_name(n);
    case CS_NODE_COMPARE: return "comparison";
    case CS_NODE_IF_EXP: return "conditional expression";
    case CS_NODE_NAMED_EXPR: return "named expression";
    default: return "expression";
  }
}

const cs_node *cs_parse_bad_target(const cs_node *n, cs_target kind) {
  switch ((int)n->kind) {
    case CS_NODE_LIST:
    case CS_NODE_TUPLE:
      for (uint32_t i = 0; i < n->elts.n; i++) {
        const cs_node *bad = cs_parse_bad_target(n->elts.items[i], kind);
        if (bad) return bad;
      }
      return NULL;
    case CS_NODE_STARRED:
      if (kind == CS_TARGET_DELETE) return n;
      return cs_parse_bad_target(n->value, kind);
    case CS_NODE_COMPARE:
      if (kind != CS_TARGET_FOR) return n;
      if (n->compare.ops[0] != CS_OP_IN) return NULL;
      return cs_parse_bad_target(n->compare.left, kind);
    case CS_NODE_NAME:
    case CS_NODE_SUBSCRIPT:
    case CS_NODE_ATTRIBUTE: return NULL;
    default: return n;
  }
}

void *cs_parse_target_error(cs_parser *p, const cs_node *bad, cs_target kind) {
  if (!bad) return cs_parse_fail(p);
  return cs_parse_error_node(p, bad, "cannot %s %s",
                             kind == CS_TARGET_DELETE ? "delete" : "assign to",
                             cs_parse_expr_name(bad));
}

/* Nesting of targets is that of brackets, so this recursion is bounded. */
void cs_parse_set_ctx(cs_node *n, cs_expr_ctx ctx) {
  n->ctx = (uint8_t)ctx;
  if (n->kind == CS_NODE_STARRED) cs_parse_set_ctx(n->value, ctx);
  if (n->kind != CS_NODE_TUPLE && n->kind != CS_NODE_LIST) return;
  for (uint32_t i = 0; i < n->elts.n; i++)
    cs_parse_set_ctx(n->elts.items[i], ctx);
}

/* A target or starred target; `in` is not an operator here. */
static cs_node *parse_item(cs_parser *p) {
  const cs_token *start = p->t;
  if (!cs_accept(p, CS_TOKEN_STAR)) return cs_parse_bitwise_or(p);
  cs_node *value = cs_parse_bitwise_or(p);
  cs_node *n = value ? cs_parse_new(p, CS_NODE_STARRED, start) : NULL;
  if (n) n->value = value;
  return n;
}

static bool at_item(const cs_parser *p) {
  return cs_parse_is_start(p->t->kind) || cs_at(p, CS_TOKEN_STAR);
}

static cs_node *parse_items(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *first = parse_item(p);
  if (!first || !cs_at(p, CS_TOKEN_COMMA)) return first;
  uint32_t mark = p->sp;
  if (!cs_parse_push(p, first)) return NULL;
  while (cs_accept(p, CS_TOKEN_COMMA) && at_item(p)) {
    cs_node *next = parse_item(p);
    if (!next || !cs_parse_push(p, next)) return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_TUPLE, start);
  if (!n || !cs_parse_take_list(p, mark, &n->elts)) return NULL;
  return n;
}

void cs_parse_stop_at_target(cs_parser *p, const cs_token *start,
                             const cs_token *far) {
  if (p->mute || p->u->failed || p->status != CS_ESYNTAX) return;
  p->status = CS_OK;
  p->t = start;
  cs_parse_mark mark = cs_parse_try(p);
  cs_node *n;
  do {
    cs_accept(p, CS_TOKEN_STAR);
    n = cs_parse_primary(p);
  } while (n && cs_accept(p, CS_TOKEN_COMMA) && at_item(p));
  const cs_token *stop = n ? p->t : p->far;
  cs_parse_end_look(p, mark);
  p->far = stop > far ? stop : far;
  p->status = CS_ESYNTAX;
}

/* What follows `for` is no target: perhaps an expression. */
static void blame_for_target(cs_parser *p, const cs_token *start) {
  const cs_token *here = p->t;
  if (p->mute) return;
  p->t = start;
  cs_parse_mark mark = cs_parse_try(p);
  p->mute--; /* the expression may have a message of its own */
  const cs_node *n = cs_parse_star_expressions(p);
  p->mute++;
  bool blamed = p->u->failed;
  cs_parse_end_look(p, mark);
  if (blamed) p->status = CS_ESYNTAX;
  const cs_node *bad = n ? cs_parse_bad_target(n, CS_TARGET_FOR) : NULL;
  p->t = here;
  if (bad) cs_parse_target_error(p, bad, CS_TARGET_FOR);
}

cs_node *cs_parse_for_targets(cs_parser *p) {
  const cs_token *start = p->t, *far = p->far;
  bool odd = cs_at(p, CS_TOKEN_KW_NOT) || cs_at(p, CS_TOKEN_KW_LAMBDA);
  cs_node *n = odd ? NULL : parse_items(p);
  if (odd || (n && !cs_at(p, CS_TOKEN_KW_IN))) {
    blame_for_target(p, start);
    return p->status == CS_OK ? cs_parse_fail(p) : NULL;
  }
  if (!n) return cs_parse_stop_at_target(p, start, far), NULL;
  const cs_node *bad = cs_parse_bad_target(n, CS_TARGET_FOR);
  if (bad) return cs_parse_target_error(p, bad, CS_TARGET_FOR);
  cs_parse_set_ctx(n, CS_CTX_STORE);
  return n;
}

cs_node *cs_parse_star_target(cs_parser *p) {
  const cs_token *start = p->t, *far = p->far;
  cs_node *n = parse_item(p);
  if (!n) return cs_parse_stop_at_target(p, start, far), NULL;
  const cs_node *bad = cs_parse_bad_target(n, CS_TARGET_ASSIGN);
  if (bad) return cs_parse_target_error(p, bad, CS_TARGET_ASSIGN);
  cs_parse_set_ctx(n, CS_CTX_STORE);
  return n;
}

/* --- '=' where '==' or ':=' was meant ------------------------------------ */

/* Could `n` have been parsed by the rule bitwise_or? */
static bool is_operand(const cs_node *n) {
  if (n->flags & CS_NODE_PAREN) return true;
  switch ((int)n->kind) {
    case CS_NODE_COMPARE:
    case CS_NODE_BOOL_OP:
    case CS_NODE_IF_EXP:
    case CS_NODE_LAMBDA:
    case CS_NODE_NAMED_EXPR:
    case CS_NODE_STARRED:
    case CS_NODE_YIELD:
    case CS_NODE_YIELD_FROM: return false;
    case CS_NODE_UNARY_OP: return n->op != CS_OP_NOT;
    default: return true;
  }
}

static const cs_node *leftmost(const cs_node *n) {
  for (;;) {
    switch ((int)n->kind) {
      case CS_NODE_BIN_OP: n = n->bin_op.left; break;
      case CS_NODE_ATTRIBUTE: n = n->value; break;
      case CS_NODE_SUBSCRIPT: n = n->subscript.value; break;
      case CS_NODE_CALL: n = n->call.func; break;
      default: return n;
    }
  }
}

/* CPython does not suggest '==' for these. */
static bool is_excused(const cs_node *n) {
  const cs_node *left = leftmost(n);
  switch ((int)left->kind) {
    case CS_NODE_LIST:
    case CS_NODE_TUPLE:
    case CS_NODE_GENERATOR_EXP: return true;
    case CS_NODE_CONSTANT: return left->constant.type <= CS_CONST_FALSE;
    default: return false;
  }
}

void cs_parse_blame_equals(cs_parser *p, const cs_node *n) {
  bool name = n->kind == CS_NODE_NAME && !(n->flags & CS_NODE_PAREN);
  if (p->mute || !is_operand(n) || (!name && is_excused(n))) return;
  cs_parse_mark mark = cs_parse_try(p);
  cs_next(p);
  const cs_node *b = cs_parse_bitwise_or(p);
  bool match = b && !cs_at(p, CS_TOKEN_EQ) && !cs_at(p, CS_TOKEN_COLON_EQ);
  cs_parse_end_look(p, mark);
  if (!match) return;
  if (name) {
    cs_parse_error(p, cs_range_nodes(n, b),
                   "invalid syntax. Maybe you meant '==' or ':=' instead of "
                   "'='?");
    return;
  }
  cs_parse_error_node(p, n,
                      "cannot assign to %s here. Maybe you meant '==' instead "
                      "of '='?",
                      cs_parse_expr_name(n));
}
