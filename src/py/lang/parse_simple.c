/*
 * parse_simple.c - statements of one line.
 *
 * Assignments are read as an expression first; the token behind it decides.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/lang/parser.h"

/* --- assignment ---------------------------------------------------------- */

/* CPython looks at the whole statement again: the last element before '=' may
 * be a comparison or walrus gone wrong, otherwise the target is to blame. */
static cs_node *blame_target(cs_parser *p, const cs_node *target, bool first) {
  const cs_node *last = target;
  if (target->kind == CS_NODE_TUPLE && !(target->flags & CS_NODE_PAREN))
    last = target->elts.items[target->elts.n - 1];
  bool open_tuple = p->t[-1].kind == CS_TOKEN_COMMA;
  if (first && !open_tuple) cs_parse_blame_equals(p, last);
  if (p->status != CS_OK) return NULL;
  if (target->kind == CS_NODE_YIELD || target->kind == CS_NODE_YIELD_FROM)
    if (!(target->flags & CS_NODE_PAREN))
      return cs_parse_error_node(p, target,
                                 "assignment to yield expression not possible");
  return cs_parse_target_error(p, cs_parse_bad_target(target, CS_TARGET_ASSIGN),
                               CS_TARGET_ASSIGN);
}

static cs_node *parse_rhs(cs_parser *p) {
  if (cs_at(p, CS_TOKEN_KW_YIELD)) return cs_parse_yield(p);
  return cs_parse_star_expressions(p);
}

static cs_node *parse_assign(cs_parser *p, const cs_token *start,
                             cs_node *value) {
  uint32_t mark = p->sp;
  for (bool first = true; cs_at(p, CS_TOKEN_EQ); first = false) {
    if (cs_parse_bad_target(value, CS_TARGET_ASSIGN))
      return blame_target(p, value, first);
    cs_next(p);
    cs_parse_set_ctx(value, CS_CTX_STORE);
    if (!cs_parse_push(p, value)) return NULL;
    value = parse_rhs(p);
    if (!value) return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_ASSIGN, start);
  if (!n || !cs_parse_take_list(p, mark, &n->assign.targets)) return NULL;
  n->assign.value = value;
  return n;
}

static cs_node *parse_aug_assign(cs_parser *p, const cs_token *start,
                                 cs_node *target) {
  cs_op op = (cs_op)(CS_OP_ADD + (p->t->kind - CS_TOKEN_PLUS_EQ));
  bool plain = target->kind == CS_NODE_NAME ||
               target->kind == CS_NODE_ATTRIBUTE ||
               target->kind == CS_NODE_SUBSCRIPT;
  bool yield =
      target->kind == CS_NODE_YIELD || target->kind == CS_NODE_YIELD_FROM;
  if (yield && !(target->flags & CS_NODE_PAREN)) return cs_parse_fail(p);
  cs_next(p);
  cs_node *value = parse_rhs(p);
  if (!value) return NULL;
  if (!plain)
    return cs_parse_error_node(
        p, target, "'%s' is an illegal expression for augmented assignment",
        cs_parse_expr_name(target));
  cs_node *n = cs_parse_new(p, CS_NODE_AUG_ASSIGN, start);
  if (!n) return NULL;
  target->ctx = CS_CTX_STORE;
  n->op = (uint8_t)op;
  n->aug_assign.target = target;
  n->aug_assign.value = value;
  return n;
}

static cs_node *blame_annotation(cs_parser *p, const cs_node *target) {
  bool tuple = target->kind == CS_NODE_TUPLE;
  const cs_node *at =
      tuple && !(target->flags & CS_NODE_PAREN) && target->elts.n
          ? target->elts.items[0]
          : target;
  cs_parse_mark mark = cs_parse_try(p);
  cs_next(p);
  bool match = cs_parse_expression(p) != NULL;
  cs_parse_end_look(p, mark);
  if (!match) return cs_parse_fail(p);
  if (tuple || target->kind == CS_NODE_LIST)
    return cs_parse_error_node(p, at,
                               "only single target (not %s) can be annotated",
                               cs_parse_expr_name(target));
  return cs_parse_error_node(p, target, "illegal target for annotation");
}

static cs_node *parse_ann_assign(cs_parser *p, const cs_token *start,
                                 cs_node *target) {
  bool name = target->kind == CS_NODE_NAME;
  bool plain = name || target->kind == CS_NODE_ATTRIBUTE ||
               target->kind == CS_NODE_SUBSCRIPT;
  if (!plain) {
    if (target->kind == CS_NODE_STARRED) return cs_parse_fail(p);
    return blame_annotation(p, target);
  }
  cs_next(p);
  cs_node *annotation = cs_parse_expression(p), *value = NULL;
  if (!annotation) return NULL;
  if (cs_accept(p, CS_TOKEN_EQ) && !(value = parse_rhs(p))) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_ANN_ASSIGN, start);
  if (!n) return NULL;
  if (name && !(target->flags & CS_NODE_PAREN)) n->flags |= CS_NODE_SIMPLE;
  target->ctx = CS_CTX_STORE;
  n->ann_assign.target = target;
  n->ann_assign.annotation = annotation;
  n->ann_assign.value = value;
  return n;
}

static cs_node *new_value(cs_parser *p, cs_node_kind kind,
                          const cs_token *start, cs_node *value) {
  cs_node *n = cs_parse_new(p, kind, start);
  if (n) n->value = value;
  return n;
}

static cs_node *parse_expr_stmt(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *n = parse_rhs(p);
  if (!n) return NULL;
  cs_token_kind kind = p->t->kind;
  if (kind == CS_TOKEN_EQ) return parse_assign(p, start, n);
  if (kind == CS_TOKEN_COLON) return parse_ann_assign(p, start, n);
  if (kind >= CS_TOKEN_PLUS_EQ && kind <= CS_TOKEN_DOUBLE_SLASH_EQ)
    return parse_aug_assign(p, start, n);
  if (kind == CS_TOKEN_COLON_EQ && n->kind != CS_NODE_NAME &&
      n->kind != CS_NODE_TUPLE)
    return cs_parse_blame_walrus(p, n);
  return new_value(p, CS_NODE_EXPR, start, n);
}

/* --- import -------------------------------------------------------------- */

/* NAME ('.' NAME)* as one interned name. */
static bool parse_dotted(cs_parser *p, cs_name *out) {
  const cs_token *start = p->t;
  if (!cs_parse_expect(p, CS_TOKEN_NAME)) return false;
  *out = start->name;
  if (!cs_at(p, CS_TOKEN_DOT)) return true;
  size_t len = 0;
  while (cs_accept(p, CS_TOKEN_DOT))
    if (!cs_parse_expect(p, CS_TOKEN_NAME)) return false;
  const cs_name_table *names = &p->u->names;
  for (const cs_token *t = start; t < p->t; t += 2)
    len += cs_name_at(names, t->name)->len + 1;
  char *text = cs_scratch_take(p->scratch, len);
  if (!text) return cs_parse_full(p), false;
  size_t at = 0;
  for (const cs_token *t = start; t < p->t; t += 2) {
    const cs_name_entry *e = cs_name_at(names, t->name);
    memcpy(text + at, e->bytes, e->len);
    at += e->len;
    text[at++] = '.';
  }
  *out = cs_name_put(&p->u->names, text, len - 1);
  return *out != CS_NAME_NONE || (cs_parse_full(p), false);
}

static cs_node *parse_alias(cs_parser *p, bool dotted) {
  const cs_token *start = p->t;
  cs_name name = start->name, asname = CS_NAME_NONE;
  if (dotted ? !parse_dotted(p, &name) : !cs_parse_expect(p, CS_TOKEN_NAME))
    return NULL;
  if (cs_accept(p, CS_TOKEN_KW_AS)) {
    asname = p->t->name;
    if (!cs_parse_expect(p, CS_TOKEN_NAME)) return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_ALIAS, start);
  if (!n) return NULL;
  n->name = name;
  n->alias.asname = asname;
  return n;
}

static cs_node *parse_import(cs_parser *p) {
  const cs_token *start = p->t;
  uint32_t mark = p->sp;
  cs_next(p);
  do {
    cs_node *a = parse_alias(p, true);
    if (!a || !cs_parse_push(p, a)) return NULL;
  } while (cs_accept(p, CS_TOKEN_COMMA));
  cs_node *n = cs_parse_new(p, CS_NODE_IMPORT, start);
  if (!n || !cs_parse_take_list(p, mark, &n->import.names)) return NULL;
  return n;
}

static bool parse_star_alias(cs_parser *p) {
  cs_next(p);
  cs_node *n = cs_parse_new(p, CS_NODE_ALIAS, p->t - 1);
  if (!n) return false;
  n->name = CS_NAME_STAR;
  return cs_parse_push(p, n);
}

static bool parse_from_names(cs_parser *p) {
  if (cs_at(p, CS_TOKEN_STAR)) return parse_star_alias(p);
  bool paren = cs_accept(p, CS_TOKEN_LPAR);
  do {
    cs_node *a = parse_alias(p, false);
    if (!a || !cs_parse_push(p, a)) return false;
    if (!cs_accept(p, CS_TOKEN_COMMA)) break;
    if (!paren && cs_at(p, CS_TOKEN_NEWLINE)) {
      cs_parse_error_last(p,
                          "trailing comma not allowed without surrounding "
                          "parentheses");
      return false;
    }
  } while (!paren || !cs_at(p, CS_TOKEN_RPAR));
  return !paren || cs_parse_expect(p, CS_TOKEN_RPAR);
}

static cs_node *parse_import_from(cs_parser *p) {
  const cs_token *start = p->t;
  uint32_t level = 0, mark = p->sp;
  cs_name module = CS_NAME_NONE;
  cs_next(p);
  for (;; cs_next(p)) {
    if (cs_at(p, CS_TOKEN_DOT))
      level++;
    else if (cs_at(p, CS_TOKEN_ELLIPSIS))
      level += 3;
    else
      break;
  }
  if (!(level && cs_at(p, CS_TOKEN_KW_IMPORT)) && !parse_dotted(p, &module))
    return NULL;
  if (!cs_parse_expect(p, CS_TOKEN_KW_IMPORT)) return NULL;
  if (!parse_from_names(p)) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_IMPORT_FROM, start);
  if (!n || !cs_parse_take_list(p, mark, &n->import.names)) return NULL;
  n->name = module;
  n->import.level = level;
  return n;
}

/* --- the others ---------------------------------------------------------- */

static cs_node *parse_declare(cs_parser *p, cs_node_kind kind) {
  const cs_token *start = p->t;
  uint32_t count = 0;
  do {
    cs_next(p);
    if (!cs_parse_expect(p, CS_TOKEN_NAME)) return NULL;
    count++;
  } while (cs_at(p, CS_TOKEN_COMMA));
  cs_node *n = cs_parse_new(p, kind, start);
  cs_name *names = cs_scratch_take(p->scratch, count * sizeof *names);
  if (!n || !names) return cs_parse_full(p);
  for (uint32_t i = 0; i < count; i++) names[i] = start[1 + 2 * i].name;
  n->declare = (cs_name_list){names, count};
  return n;
}

static cs_node *parse_return(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *value = NULL;
  cs_next(p);
  if (cs_parse_is_start(p->t->kind) || cs_at(p, CS_TOKEN_STAR)) {
    value = cs_parse_star_expressions(p);
    if (!value) return NULL;
  }
  return new_value(p, CS_NODE_RETURN, start, value);
}

static cs_node *parse_raise(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *exc = NULL, *cause = NULL;
  cs_next(p);
  if (cs_parse_is_start(p->t->kind)) {
    exc = cs_parse_expression(p);
    if (!exc) return NULL;
    if (cs_accept(p, CS_TOKEN_KW_FROM) && !(cause = cs_parse_expression(p)))
      return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_RAISE, start);
  if (!n) return NULL;
  n->raise.exc = exc;
  n->raise.cause = cause;
  return n;
}

static cs_node *parse_assert(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *msg = NULL;
  cs_next(p);
  cs_node *test = cs_parse_expression(p);
  if (!test) return NULL;
  if (cs_accept(p, CS_TOKEN_COMMA) && !(msg = cs_parse_expression(p)))
    return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_ASSERT, start);
  if (!n) return NULL;
  n->assertion.test = test;
  n->assertion.msg = msg;
  return n;
}

/* An unparenthesised tuple is a list of targets. */
static cs_node *parse_del(cs_parser *p) {
  const cs_token *start = p->t;
  uint32_t mark = p->sp;
  cs_next(p);
  const cs_token *far = p->far;
  cs_node *what = cs_parse_star_expressions(p);
  if (!what) return cs_parse_stop_at_target(p, start + 1, far), NULL;
  const cs_node *bad = cs_parse_bad_target(what, CS_TARGET_DELETE);
  if (bad) return cs_parse_target_error(p, bad, CS_TARGET_DELETE);
  cs_parse_set_ctx(what, CS_CTX_DEL);
  cs_node *n = cs_parse_new(p, CS_NODE_DELETE, start);
  if (!n) return NULL;
  if (what->kind == CS_NODE_TUPLE && !(what->flags & CS_NODE_PAREN) &&
      what->elts.n) {
    n->targets = what->elts;
    return n;
  }
  if (!cs_parse_push(p, what)) return NULL;
  return cs_parse_take_list(p, mark, &n->targets) ? n : NULL;
}

static cs_node *parse_word(cs_parser *p, cs_node_kind kind) {
  cs_next(p);
  return cs_parse_new(p, kind, p->t - 1);
}

/* type NAME [params] = expression */
static cs_node *parse_type_alias(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node_list params;
  cs_next(p);
  cs_node *name = cs_parse_name(p);
  if (!name || !cs_parse_type_params(p, &params)) return NULL;
  name->ctx = CS_CTX_STORE;
  if (!cs_parse_expect(p, CS_TOKEN_EQ)) return NULL;
  cs_node *value = cs_parse_expression(p);
  cs_node *n = value ? cs_parse_new(p, CS_NODE_TYPE_ALIAS, start) : NULL;
  if (!n) return NULL;
  n->type_alias.name = name;
  n->type_alias.type_params = params;
  n->type_alias.value = value;
  return n;
}

static bool at_type_alias(const cs_parser *p) {
  return p->t->name == CS_NAME_TYPE && p->t[1].kind == CS_TOKEN_NAME &&
         (p->t[2].kind == CS_TOKEN_EQ || p->t[2].kind == CS_TOKEN_LSQB);
}

cs_node *cs_parse_simple(cs_parser *p) {
  switch ((int)p->t->kind) {
    case CS_TOKEN_NAME:
      return at_type_alias(p) ? parse_type_alias(p) : parse_expr_stmt(p);
    case CS_TOKEN_KW_RETURN: return parse_return(p);
    case CS_TOKEN_KW_IMPORT: return parse_import(p);
    case CS_TOKEN_KW_FROM: return parse_import_from(p);
    case CS_TOKEN_KW_RAISE: return parse_raise(p);
    case CS_TOKEN_KW_PASS: return parse_word(p, CS_NODE_PASS);
    case CS_TOKEN_KW_BREAK: return parse_word(p, CS_NODE_BREAK);
    case CS_TOKEN_KW_CONTINUE: return parse_word(p, CS_NODE_CONTINUE);
    case CS_TOKEN_KW_DEL: return parse_del(p);
    case CS_TOKEN_KW_ASSERT: return parse_assert(p);
    case CS_TOKEN_KW_GLOBAL: return parse_declare(p, CS_NODE_GLOBAL);
    case CS_TOKEN_KW_NONLOCAL: return parse_declare(p, CS_NODE_NONLOCAL);
    default: return parse_expr_stmt(p);
  }
}

bool cs_parse_simple_line(cs_parser *p) {
  do {
    cs_node *n = cs_parse_simple(p);
    if (!n || !cs_parse_push(p, n)) return false;
  } while (cs_accept(p, CS_TOKEN_SEMI) && !cs_at(p, CS_TOKEN_NEWLINE));
  return cs_parse_expect(p, CS_TOKEN_NEWLINE);
}
