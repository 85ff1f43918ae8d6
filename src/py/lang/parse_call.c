/*
 * parse_call.c - arguments of calls and of class statements.
 *
 * Order rule: positional before keyword before **mapping, except that *iter
 * may follow keywords but not **mapping.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/parser.h"

typedef struct arguments {
  uint32_t n_positional, n_keywords; /* so far                             */
  bool unpacked;                     /* a ** was seen                      */
  bool named;                        /* a keyword was seen                 */
  bool genexp;                       /* a lone generator needs no parens   */
  const cs_token *open;              /* the '('                            */
} arguments;

static cs_node *new_keyword(cs_parser *p, const cs_token *start, cs_name name,
                            cs_node *value) {
  cs_node *n = value ? cs_parse_new(p, CS_NODE_KEYWORD, start) : NULL;
  if (!n) return NULL;
  n->name = name;
  n->value = value;
  return n;
}

static cs_node *fail_starred(cs_parser *p, const arguments *a) {
  return cs_parse_error(p, cs_range_tokens(a->open + 1, p->t - 2),
                        "iterable argument unpacking follows keyword "
                        "argument unpacking");
}

static cs_node *parse_starred(cs_parser *p, const arguments *a) {
  const cs_token *start = p->t;
  if (a->unpacked) return fail_starred(p, a);
  /* CPython says the same of a star with nothing behind it. */
  if (a->n_positional + a->n_keywords && !cs_parse_is_start(start[1].kind))
    return fail_starred(p, a);
  cs_next(p);
  cs_node *value = cs_parse_expression(p);
  cs_node *n = value ? cs_parse_new(p, CS_NODE_STARRED, start) : NULL;
  if (n) n->value = value;
  return n;
}

static cs_node *parse_keyword(cs_parser *p, arguments *a) {
  const cs_token *start = p->t;
  a->named = true;
  p->t += 2;
  cs_node *value = cs_parse_expression(p);
  if (!value) return NULL;
  if (cs_parse_at_for(p)) {
    cs_node_list clauses;
    if (!cs_parse_for_if(p, &clauses)) return NULL;
    return cs_parse_error(p, cs_range_tokens(start, start + 1),
                          "invalid syntax. Maybe you meant '==' or ':=' "
                          "instead of '='?");
  }
  return new_keyword(p, start, start->name, value);
}

static cs_node *parse_mapping(cs_parser *p, arguments *a) {
  const cs_token *start = p->t;
  a->named = a->unpacked = true;
  cs_next(p);
  cs_node *value = cs_parse_expression(p);
  if (value && cs_at(p, CS_TOKEN_EQ)) return cs_parse_fail(p);
  return new_keyword(p, start, CS_NAME_NONE, value);
}

/* `elt for ...` as an argument: allowed only alone. */
static cs_node *parse_generator(cs_parser *p, const arguments *a,
                                cs_node *elt) {
  cs_node_list clauses;
  if (!a->genexp && a->n_positional + a->n_keywords == 0)
    return cs_parse_fail(p);
  if (!cs_parse_for_if(p, &clauses)) return NULL;
  bool alone = a->n_positional + a->n_keywords == 0;
  if (!alone || !cs_at(p, CS_TOKEN_RPAR)) {
    if (alone && !cs_at(p, CS_TOKEN_COMMA)) return cs_parse_fail(p);
    return cs_parse_error(p, cs_range_nodes(elt, cs_parse_clause_end(&clauses)),
                          "Generator expression must be parenthesized");
  }
  cs_next(p); /* its parentheses are those of the call */
  cs_node *n = cs_parse_new(p, CS_NODE_GENERATOR_EXP, a->open);
  p->t--;
  if (!n) return NULL;
  n->comp.elt = elt;
  n->comp.generators = clauses;
  return n;
}

static cs_node *blame_assignment(cs_parser *p, const cs_token *start,
                                 const cs_node *n) {
  cs_text_range range = cs_range_node_token(n, p->t);
  if (start + 1 == p->t && n->kind == CS_NODE_CONSTANT &&
      n->constant.type <= CS_CONST_FALSE)
    return cs_parse_error(p, range, "cannot assign to %s",
                          cs_parse_expr_name(n));
  return cs_parse_error(p, range,
                        "expression cannot contain assignment, perhaps you "
                        "meant \"==\"?");
}

/* The rest of the arguments is read first: it may be worse, and CPython's
 * message lands behind it. */
static cs_node *blame_order(cs_parser *p, const arguments *a) {
  while (cs_accept(p, CS_TOKEN_COMMA) && !cs_at(p, CS_TOKEN_RPAR)) {
    if (!cs_accept(p, CS_TOKEN_STAR)) cs_accept(p, CS_TOKEN_DOUBLE_STAR);
    if (cs_at(p, CS_TOKEN_NAME) && p->t[1].kind == CS_TOKEN_EQ) p->t += 2;
    if (!cs_parse_named(p)) break;
  }
  if (p->u->failed || p->status == CS_ELIMIT) return NULL;
  if (!p->mute) p->status = CS_OK;
  return cs_parse_error_last(p,
                             "positional argument follows keyword "
                             "argument%s",
                             a->unpacked ? " unpacking" : "");
}

static cs_node *parse_positional(cs_parser *p, const arguments *a) {
  const cs_token *start = p->t;
  bool walrus = cs_at(p, CS_TOKEN_NAME) && p->t[1].kind == CS_TOKEN_COLON_EQ;
  cs_node *n = walrus ? cs_parse_named(p) : cs_parse_expression(p);
  if (!n) return NULL;
  if (cs_at(p, CS_TOKEN_COLON_EQ)) return cs_parse_fail(p);
  if (cs_at(p, CS_TOKEN_EQ) && !walrus) return blame_assignment(p, start, n);
  if (cs_parse_at_for(p)) return parse_generator(p, a, n);
  if (a->named) return blame_order(p, a);
  return n;
}

static cs_node *parse_argument(cs_parser *p, arguments *a) {
  switch ((int)p->t->kind) {
    case CS_TOKEN_STAR: return parse_starred(p, a);
    case CS_TOKEN_DOUBLE_STAR: return parse_mapping(p, a);
    case CS_TOKEN_NAME:
      if (p->t[1].kind == CS_TOKEN_EQ) return parse_keyword(p, a);
      return parse_positional(p, a);
    default: return parse_positional(p, a);
  }
}

/* Arguments lie mixed above `mark`: sort them into the two lists. */
static bool sort_arguments(cs_parser *p, uint32_t mark, const arguments *a,
                           cs_node_list *args, cs_node_list *keywords) {
  uint32_t n = p->sp - mark;
  cs_node **items = n ? cs_scratch_take(p->scratch, n * sizeof *items) : NULL;
  if (n && !items) {
    cs_parse_full(p);
    return false;
  }
  uint32_t pos = 0, key = a->n_positional;
  for (uint32_t i = mark; i < p->sp; i++) {
    bool keyword = p->stack[i]->kind == CS_NODE_KEYWORD;
    items[keyword ? key++ : pos++] = p->stack[i];
  }
  p->sp = mark;
  *args = (cs_node_list){items, a->n_positional};
  *keywords =
      (cs_node_list){items ? items + a->n_positional : NULL, a->n_keywords};
  return true;
}

bool cs_parse_arguments(cs_parser *p, bool genexp, cs_node_list *args,
                        cs_node_list *keywords) {
  arguments a = {.genexp = genexp, .open = p->t};
  uint32_t mark = p->sp;
  cs_next(p);
  while (!cs_at(p, CS_TOKEN_RPAR)) {
    cs_node *n = parse_argument(p, &a);
    if (!n || !cs_parse_push(p, n)) return false;
    if (n->kind == CS_NODE_STARRED && cs_parse_at_for(p) && genexp) {
      cs_node_list clauses;
      if (cs_parse_for_if(p, &clauses))
        cs_parse_error_node(
            p, n, "iterable unpacking cannot be used in comprehension");
      return false;
    }
    if (n->kind == CS_NODE_KEYWORD)
      a.n_keywords++;
    else
      a.n_positional++;
    if (!cs_accept(p, CS_TOKEN_COMMA)) break;
  }
  return cs_parse_expect(p, CS_TOKEN_RPAR) &&
         sort_arguments(p, mark, &a, args, keywords);
}
