/*
 * parse_expr.c - expressions: from the conditional down to primaries.
 *
 * Binary operators by precedence climbing; the tables are indexed by token
 * kind.  After an operand no token can follow in a valid program that starts
 * another expression: that is the moment to find out whether a comma is
 * missing or whether `print` lacks its parentheses.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/lang/parser.h"

#define MAX_BLAMES 20 /* words of prose in a row that are looked into */

/* Binding strength of binary operators; 0 = not one. */
static const uint8_t strength[CS_TOKEN_COUNT] = {
    [CS_TOKEN_VBAR] = 1,         [CS_TOKEN_CARET] = 2,   [CS_TOKEN_AMPER] = 3,
    [CS_TOKEN_LSHIFT] = 4,       [CS_TOKEN_RSHIFT] = 4,  [CS_TOKEN_PLUS] = 5,
    [CS_TOKEN_MINUS] = 5,        [CS_TOKEN_STAR] = 6,    [CS_TOKEN_SLASH] = 6,
    [CS_TOKEN_DOUBLE_SLASH] = 6, [CS_TOKEN_PERCENT] = 6, [CS_TOKEN_AT] = 6,
};

static const uint8_t starts[CS_TOKEN_COUNT] = {
    [CS_TOKEN_NAME] = 1,      [CS_TOKEN_NUMBER] = 1,
    [CS_TOKEN_STRING] = 1,    [CS_TOKEN_FSTRING_START] = 1,
    [CS_TOKEN_LPAR] = 1,      [CS_TOKEN_LSQB] = 1,
    [CS_TOKEN_LBRACE] = 1,    [CS_TOKEN_ELLIPSIS] = 1,
    [CS_TOKEN_PLUS] = 1,      [CS_TOKEN_MINUS] = 1,
    [CS_TOKEN_TILDE] = 1,     [CS_TOKEN_KW_NOT] = 1,
    [CS_TOKEN_KW_LAMBDA] = 1, [CS_TOKEN_KW_AWAIT] = 1,
    [CS_TOKEN_KW_TRUE] = 1,   [CS_TOKEN_KW_FALSE] = 1,
    [CS_TOKEN_KW_NONE] = 1,
};

bool cs_parse_is_start(cs_token_kind kind) {
  return starts[kind] != 0;
}

/* --- a second look at a broken expression -------------------------------- */

static bool is_legacy(const cs_node *n) {
  return n->kind == CS_NODE_NAME &&
         (n->name == CS_NAME_PRINT || n->name == CS_NAME_EXEC);
}

static bool is_string(const cs_token *t) {
  return t->kind == CS_TOKEN_STRING || t->kind == CS_TOKEN_FSTRING_START;
}

/* Strange prefixes of strings and soft keywords would be misread.  CPython
 * takes the beginning of a soft keyword for the whole: `c` counts too. */
static bool may_miss_comma(const cs_parser *p, const cs_token *first) {
  if (first->kind != CS_TOKEN_NAME) return true;
  if (is_string(first + 1)) return false;
  const char *s = p->u->src + first->start;
  size_t n = first->end - first->start;
  return strncmp(s, "match", n) != 0 && strncmp(s, "case", n) != 0 &&
         strncmp(s, "_", n) != 0;
}

static cs_node *second_look(cs_parser *p, cs_node *(*parse)(cs_parser *),
                            const cs_token **last) {
  cs_parse_mark mark = cs_parse_try(p);
  cs_node *n = parse(p);
  *last = p->t - 1;
  cs_parse_end_look(p, mark);
  return n;
}

/* A name is followed by something else: is that wrong in itself?  Is the name
 * a statement of Python 2? */
static void blame_after_name(cs_parser *p, const cs_token *first) {
  const cs_token *here = p->t, *last;
  p->t = first + 1;
  cs_node *b = second_look(p, cs_parse_star_expressions, &last);
  if (b && (first->name == CS_NAME_PRINT || first->name == CS_NAME_EXEC)) {
    const char *name = first->name == CS_NAME_PRINT ? "print" : "exec";
    cs_text_range range = {first->line, first->col, b->end_line, b->end_col};
    cs_parse_error(p, range,
                   "Missing parentheses in call to '%s'. Did you mean "
                   "%s(...)?",
                   name, name);
  } else if (here == first + 1 && p->blames < MAX_BLAMES) {
    cs_parse_mark mark = cs_parse_try(p);
    p->mute--; /* this time for the message */
    p->blames++;
    cs_parse_star_expressions(p);
    p->blames--;
    p->mute++;
    bool blamed = p->u->failed;
    cs_parse_end_look(p, mark);
    if (blamed) p->status = CS_ESYNTAX;
  }
  p->t = here;
}

/* `a` is complete, yet another expression follows. */
static void blame_missing_comma(cs_parser *p, const cs_token *first,
                                const cs_node *a) {
  const cs_token *last;
  if (p->mute) return;
  if (may_miss_comma(p, first)) {
    const cs_node *b = second_look(p, cs_parse_expression, &last);
    /* CPython is content with what can be read, even if more is broken. */
    if (!b) b = second_look(p, cs_parse_primary, &last);
    if (!b) b = second_look(p, cs_parse_atom, &last);
    if (b && !is_legacy(a) && last->level != 0) {
      cs_parse_error(p, cs_range_nodes(a, b),
                     "invalid syntax. Perhaps you forgot a comma?");
      return;
    }
  }
  if (first->kind == CS_TOKEN_NAME && first[1].kind != CS_TOKEN_LPAR)
    blame_after_name(p, first);
}

/* --- operators ----------------------------------------------------------- */

static cs_node *parse_unary(cs_parser *p);

static cs_node *new_unary(cs_parser *p, const cs_token *start, cs_op op,
                          cs_node *operand) {
  cs_node *n = cs_parse_new(p, CS_NODE_UNARY_OP, start);
  if (!n) return NULL;
  n->op = (uint8_t)op;
  n->unary.operand = operand;
  return n;
}

static cs_node *new_binary(cs_parser *p, cs_op op, cs_node *left,
                           cs_node *right) {
  cs_node *n = cs_parse_new_at(p, CS_NODE_BIN_OP, left);
  if (!n) return NULL;
  n->op = (uint8_t)op;
  n->bin_op.left = left;
  n->bin_op.right = right;
  return n;
}

static cs_node *parse_await(cs_parser *p) {
  if (!cs_at(p, CS_TOKEN_KW_AWAIT)) return cs_parse_primary(p);
  const cs_token *start = p->t;
  cs_next(p);
  cs_node *value = cs_parse_primary(p);
  cs_node *n = value ? cs_parse_new(p, CS_NODE_AWAIT, start) : NULL;
  if (n) n->value = value;
  return n;
}

static cs_node *parse_power(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *left = parse_await(p);
  if (!left || !cs_accept(p, CS_TOKEN_DOUBLE_STAR)) return left;
  cs_node *right = parse_unary(p);
  if (!right) return NULL;
  cs_node *n = new_binary(p, CS_OP_POW, left, right);
  if (n) n->line = start->line, n->col = start->col;
  return n;
}

static cs_op unary_op(cs_token_kind kind) {
  if (kind == CS_TOKEN_MINUS) return CS_OP_USUB;
  if (kind == CS_TOKEN_PLUS) return CS_OP_UADD;
  return kind == CS_TOKEN_TILDE ? CS_OP_INVERT : CS_OP_NONE;
}

static cs_node *parse_unary(cs_parser *p) {
  const cs_token *start = p->t;
  cs_op op = unary_op(start->kind);
  if (!cs_parse_enter(p)) return cs_parse_too_deep(p);
  cs_node *n;
  if (op == CS_OP_NONE) {
    n = parse_power(p);
  } else {
    cs_next(p);
    cs_node *operand = parse_unary(p);
    n = operand ? new_unary(p, start, op, operand) : NULL;
  }
  cs_parse_leave(p);
  return n;
}

/* Operators that bind at least as strongly as `least`. */
static cs_node *parse_binary(cs_parser *p, uint8_t least) {
  const cs_token *start = p->t;
  cs_node *left = parse_unary(p);
  while (left && strength[p->t->kind] >= least) {
    cs_token_kind kind = p->t->kind;
    cs_next(p);
    cs_node *right = parse_binary(p, (uint8_t)(strength[kind] + 1));
    if (!right) return NULL;
    cs_op op = (cs_op)(CS_OP_ADD + (kind - CS_TOKEN_PLUS));
    left = new_binary(p, op, left, right);
    if (left) left->line = start->line, left->col = start->col;
  }
  return left;
}

cs_node *cs_parse_bitwise_or(cs_parser *p) {
  return parse_binary(p, 1);
}

/* The comparison operator at `t`, or NONE; `*n` tokens long. */
static cs_op compare_op(const cs_token *t, int *n) {
  *n = 1;
  if (t->kind >= CS_TOKEN_EQ_EQ && t->kind <= CS_TOKEN_GREATER_EQ)
    return (cs_op)(CS_OP_EQ + (t->kind - CS_TOKEN_EQ_EQ));
  if (t->kind == CS_TOKEN_KW_IN) return CS_OP_IN;
  if (t->kind == CS_TOKEN_KW_IS) {
    if (t[1].kind != CS_TOKEN_KW_NOT) return CS_OP_IS;
    *n = 2;
    return CS_OP_IS_NOT;
  }
  if (t->kind == CS_TOKEN_KW_NOT && t[1].kind == CS_TOKEN_KW_IN) {
    *n = 2;
    return CS_OP_NOT_IN;
  }
  return CS_OP_NONE;
}

/* Read the comparisons after `left`.  Chains longer than a handful are rare,
 * so operators are gathered on the C stack first. */
static cs_node *parse_compare_tail(cs_parser *p, const cs_token *start,
                                   cs_node *left) {
  uint32_t mark = p->sp;
  const cs_token *t0 = p->t;
  uint8_t small[16], *ops = small;
  uint32_t n_ops = 0, cap = sizeof small;
  int len;
  for (cs_op op; (op = compare_op(p->t, &len)) != CS_OP_NONE;) {
    if (n_ops == cap) {
      /* Rare: size for the worst case, one operator per remaining token. */
      cap = (uint32_t)(p->tokens.items + p->tokens.n - t0);
      uint8_t *more = cs_scratch_take(p->scratch, cap);
      if (!more) return cs_parse_full(p);
      for (uint32_t i = 0; i < n_ops; i++) more[i] = ops[i];
      ops = more;
    }
    ops[n_ops++] = (uint8_t)op;
    p->t += len;
    cs_node *right = parse_binary(p, 1);
    if (!right || !cs_parse_push(p, right)) return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_COMPARE, start);
  uint8_t *copy = cs_scratch_take(p->scratch, n_ops);
  if (!n || !copy) return cs_parse_full(p);
  for (uint32_t i = 0; i < n_ops; i++) copy[i] = ops[i];
  n->compare.left = left;
  n->compare.ops = copy;
  return cs_parse_take_list(p, mark, &n->compare.comparators) ? n : NULL;
}

static cs_node *parse_inversion(cs_parser *p) {
  const cs_token *start = p->t;
  if (cs_at(p, CS_TOKEN_KW_NOT)) {
    if (!cs_parse_enter(p)) return cs_parse_too_deep(p);
    cs_next(p);
    cs_node *operand = parse_inversion(p);
    cs_parse_leave(p);
    return operand ? new_unary(p, start, CS_OP_NOT, operand) : NULL;
  }
  cs_node *left = parse_binary(p, 1);
  int len;
  if (!left) return NULL;
  if (compare_op(p->t, &len) == CS_OP_NONE) {
    if (cs_at(p, CS_TOKEN_KW_NOT)) cs_parse_see(p, p->t + 1);
    return left;
  }
  return parse_compare_tail(p, start, left);
}

static cs_node *parse_bool(cs_parser *p, cs_token_kind word, cs_op op,
                           cs_node *(*operand)(cs_parser *)) {
  const cs_token *start = p->t;
  cs_node *first = operand(p);
  if (!first || !cs_at(p, word)) return first;
  uint32_t mark = p->sp;
  if (!cs_parse_push(p, first)) return NULL;
  while (cs_accept(p, word)) {
    cs_node *next = operand(p);
    if (!next || !cs_parse_push(p, next)) return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_BOOL_OP, start);
  if (!n) return NULL;
  n->op = (uint8_t)op;
  return cs_parse_take_list(p, mark, &n->bool_op.values) ? n : NULL;
}

static cs_node *parse_conjunction(cs_parser *p) {
  return parse_bool(p, CS_TOKEN_KW_AND, CS_OP_AND, parse_inversion);
}

cs_node *cs_parse_disjunction(cs_parser *p) {
  return parse_bool(p, CS_TOKEN_KW_OR, CS_OP_OR, parse_conjunction);
}

/* --- conditional, lambda, walrus ----------------------------------------- */

static cs_node *parse_lambda(cs_parser *p) {
  const cs_token *start = p->t;
  cs_next(p);
  cs_node *args = cs_parse_parameters(p, CS_TOKEN_COLON);
  if (!args || !cs_parse_expect(p, CS_TOKEN_COLON)) return NULL;
  cs_node *body = cs_parse_expression(p);
  cs_node *n = body ? cs_parse_new(p, CS_NODE_LAMBDA, start) : NULL;
  if (!n) return NULL;
  n->lambda.args = args;
  n->lambda.body = body;
  return n;
}

static cs_node *parse_conditional(cs_parser *p, const cs_token *start,
                                  cs_node *body) {
  cs_next(p);
  cs_node *test = cs_parse_disjunction(p);
  if (!test) return NULL;
  if (!cs_accept(p, CS_TOKEN_KW_ELSE)) {
    if (cs_at(p, CS_TOKEN_COLON)) return cs_parse_fail(p);
    return cs_parse_error(p, cs_range_nodes(body, test),
                          "expected 'else' after 'if' expression");
  }
  cs_node *orelse = cs_parse_expression(p);
  cs_node *n = orelse ? cs_parse_new(p, CS_NODE_IF_EXP, start) : NULL;
  if (!n) return NULL;
  n->if_exp.test = test;
  n->if_exp.body = body;
  n->if_exp.orelse = orelse;
  return n;
}

cs_node *cs_parse_expression(cs_parser *p) {
  const cs_token *start = p->t;
  if (!cs_parse_enter(p)) return cs_parse_too_deep(p);
  cs_node *n =
      cs_at(p, CS_TOKEN_KW_LAMBDA) ? parse_lambda(p) : cs_parse_disjunction(p);
  if (n && start->kind != CS_TOKEN_KW_LAMBDA) {
    if (cs_at(p, CS_TOKEN_KW_IF))
      n = parse_conditional(p, start, n);
    else if (starts[p->t->kind])
      blame_missing_comma(p, start, n);
  }
  cs_parse_leave(p);
  return p->status == CS_OK ? n : NULL;
}

static cs_node *parse_walrus(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *target = cs_parse_name(p);
  if (!target) return NULL;
  target->ctx = CS_CTX_STORE;
  cs_next(p);
  cs_node *value = cs_parse_expression(p);
  cs_node *n = value ? cs_parse_new(p, CS_NODE_NAMED_EXPR, start) : NULL;
  if (!n) return NULL;
  n->named.target = target;
  n->named.value = value;
  return n;
}

cs_node *cs_parse_blame_walrus(cs_parser *p, const cs_node *n) {
  const cs_token *last;
  cs_next(p);
  bool complete = second_look(p, cs_parse_expression, &last) != NULL;
  p->t--;
  if (!complete) return cs_parse_fail(p);
  return cs_parse_error_node(p, n, "cannot use assignment expressions with %s",
                             cs_parse_expr_name(n));
}

cs_node *cs_parse_named(cs_parser *p) {
  if (cs_at(p, CS_TOKEN_NAME) && p->t[1].kind == CS_TOKEN_COLON_EQ)
    return parse_walrus(p);
  cs_node *n = cs_parse_expression(p);
  if (!n) return NULL;
  if (cs_at(p, CS_TOKEN_COLON_EQ)) return cs_parse_blame_walrus(p, n);
  if (cs_at(p, CS_TOKEN_EQ)) cs_parse_blame_equals(p, n);
  return p->status == CS_OK ? n : NULL;
}

/* --- lists of expressions ------------------------------------------------ */

static cs_node *parse_starred(cs_parser *p) {
  const cs_token *start = p->t;
  cs_next(p);
  cs_node *value = cs_parse_bitwise_or(p);
  cs_node *n = value ? cs_parse_new(p, CS_NODE_STARRED, start) : NULL;
  if (n) n->value = value;
  return n;
}

static cs_node *parse_star_expression(cs_parser *p) {
  if (cs_at(p, CS_TOKEN_STAR)) return parse_starred(p);
  return cs_parse_expression(p);
}

cs_node *cs_parse_star_named(cs_parser *p) {
  if (cs_at(p, CS_TOKEN_STAR)) return parse_starred(p);
  return cs_parse_named(p);
}

static cs_node *parse_tuple(cs_parser *p, cs_node *(*item)(cs_parser *),
                            bool stars) {
  const cs_token *start = p->t;
  cs_node *first = item(p);
  if (!first || !cs_at(p, CS_TOKEN_COMMA)) return first;
  uint32_t mark = p->sp;
  if (!cs_parse_push(p, first)) return NULL;
  while (cs_accept(p, CS_TOKEN_COMMA)) {
    if (!starts[p->t->kind] && !(stars && cs_at(p, CS_TOKEN_STAR))) break;
    cs_node *next = item(p);
    if (!next || !cs_parse_push(p, next)) return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_TUPLE, start);
  if (!n || !cs_parse_take_list(p, mark, &n->elts)) return NULL;
  return n;
}

cs_node *cs_parse_star_expressions(cs_parser *p) {
  return parse_tuple(p, parse_star_expression, true);
}

cs_node *cs_parse_expressions(cs_parser *p) {
  return parse_tuple(p, cs_parse_expression, false);
}

cs_node *cs_parse_yield(cs_parser *p) {
  const cs_token *start = p->t;
  cs_next(p);
  cs_node *value = NULL;
  bool from = cs_accept(p, CS_TOKEN_KW_FROM);
  if (from)
    value = cs_parse_expression(p);
  else if (starts[p->t->kind] || cs_at(p, CS_TOKEN_STAR))
    value = cs_parse_star_expressions(p);
  if (p->status != CS_OK) return NULL;
  cs_node *n =
      cs_parse_new(p, from ? CS_NODE_YIELD_FROM : CS_NODE_YIELD, start);
  if (n) n->value = value;
  return n;
}
