/*
 * parse_param.c - parameters of def and lambda, type parameters (PEP 695).
 *
 * One loop with a small state: which separators were seen.  `end` is the token
 * that closes the list and also tells def (RPAR, annotations allowed) from
 * lambda (COLON).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/parser.h"

typedef struct params {
  cs_token_kind end;
  uint32_t mark;    /* stack: parameters since the last separator   */
  bool slash, star; /* separators seen                              */
  bool has_default; /* a positional default was seen                */
  uint32_t n_defaults;
  cs_node *node; /* ARGUMENTS under construction                 */
  cs_node **defaults, **kw_defaults; /* growing lists, see add_default     */
  uint32_t cap_defaults, n_kw, cap_kw;
} params;

static bool add_default(cs_parser *p, cs_node ***list, uint32_t *n,
                        uint32_t *cap, cs_node *value) {
  if (*n == *cap) {
    uint32_t more = *cap ? 2 * *cap : 4;
    cs_node **items = cs_scratch_take(p->scratch, more * sizeof *items);
    if (!items) {
      cs_parse_full(p);
      return false;
    }
    for (uint32_t i = 0; i < *n; i++) items[i] = (*list)[i];
    *list = items;
    *cap = more;
  }
  (*list)[(*n)++] = value;
  return true;
}

/* NAME [':' annotation]; `star` allows `*args: *Ts`. */
static cs_node *parse_param(cs_parser *p, const params *ps, bool star) {
  const cs_token *start = p->t;
  if (!cs_parse_expect(p, CS_TOKEN_NAME)) return NULL;
  cs_node *annotation = NULL;
  if (ps->end == CS_TOKEN_RPAR && cs_accept(p, CS_TOKEN_COLON)) {
    if (star && cs_at(p, CS_TOKEN_STAR)) {
      const cs_token *at = p->t;
      cs_next(p);
      cs_node *value = cs_parse_bitwise_or(p);
      annotation = value ? cs_parse_new(p, CS_NODE_STARRED, at) : NULL;
      if (annotation) annotation->value = value;
    } else {
      annotation = cs_parse_expression(p);
    }
    if (!annotation) return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_ARG, start);
  if (!n) return NULL;
  n->name = start->name;
  n->arg.annotation = annotation;
  return n;
}

/* ['=' expression]; `*value` NULL if there is none. */
static bool parse_default(cs_parser *p, cs_node **value) {
  *value = NULL;
  const cs_token *eq = p->t;
  if (!cs_accept(p, CS_TOKEN_EQ)) return true;
  if (cs_at(p, CS_TOKEN_RPAR) || cs_at(p, CS_TOKEN_COMMA)) {
    cs_parse_error_token(p, eq, "expected default value expression");
    return false;
  }
  *value = cs_parse_expression(p);
  return *value != NULL;
}

/* Between parameters a comma is needed, and may end the list. */
static bool at_separator(cs_parser *p, const params *ps) {
  if (cs_at(p, ps->end)) return true;
  return cs_parse_expect(p, CS_TOKEN_COMMA);
}

static bool blame_parens(cs_parser *p, const params *ps) {
  const cs_token *open = p->t;
  cs_parse_mark mark = cs_parse_try(p);
  cs_next(p);
  bool match = false;
  while (cs_accept(p, CS_TOKEN_NAME)) {
    match = cs_at(p, CS_TOKEN_RPAR) ||
            (cs_accept(p, CS_TOKEN_COMMA) && cs_at(p, CS_TOKEN_RPAR));
    if (match) break;
  }
  const cs_token *close = p->t;
  cs_parse_end_try(p, mark, true);
  if (!match || ps->slash || ps->star || ps->has_default) {
    cs_parse_fail(p);
    return false;
  }
  cs_parse_error(p, cs_range_tokens(open, close),
                 "%s parameters cannot be parenthesized",
                 ps->end == CS_TOKEN_RPAR ? "Function" : "Lambda expression");
  return false;
}

static bool parse_plain(cs_parser *p, params *ps) {
  cs_node *value, *n = parse_param(p, ps, false);
  if (!n || !parse_default(p, &value)) return false;
  bool ends = cs_at(p, CS_TOKEN_COMMA) || cs_at(p, ps->end);
  if (!ps->star && !value && ps->has_default && ends) {
    cs_parse_error_node(p, n, "non-default argument follows default argument");
    return false;
  }
  if (ps->star) {
    if (!add_default(p, &ps->kw_defaults, &ps->n_kw, &ps->cap_kw, value))
      return false;
  } else if (value) {
    ps->has_default = true;
    if (!add_default(p, &ps->defaults, &ps->n_defaults, &ps->cap_defaults,
                     value))
      return false;
  }
  return cs_parse_push(p, n) && at_separator(p, ps);
}

static bool parse_slash(cs_parser *p, params *ps) {
  const char *text = NULL;
  if (ps->star)
    text = "/ must be ahead of *";
  else if (ps->slash)
    text = "/ may appear only once";
  else if (p->sp == ps->mark && p->t[1].kind == CS_TOKEN_COMMA)
    text = "at least one argument must precede /";
  if (text) {
    cs_parse_error_token(p, p->t, "%s", text);
    return false;
  }
  if (p->sp == ps->mark) return cs_parse_fail(p), false;
  ps->slash = true;
  cs_next(p);
  if (cs_at(p, CS_TOKEN_STAR)) {
    cs_parse_error_token(p, p->t, "expected comma between / and *");
    return false;
  }
  return cs_parse_take_list(p, ps->mark, &ps->node->arguments.posonlyargs) &&
         at_separator(p, ps);
}

static bool parse_bare_star(cs_parser *p, const params *ps,
                            const cs_token *star) {
  bool lone =
      cs_at(p, ps->end) ||
      (cs_at(p, CS_TOKEN_COMMA) &&
       (p->t[1].kind == ps->end || p->t[1].kind == CS_TOKEN_DOUBLE_STAR));
  if (!lone) return cs_parse_expect(p, CS_TOKEN_COMMA);
  if (ps->end == CS_TOKEN_RPAR) {
    cs_parse_error_token(p, star, "named arguments must follow bare *");
  } else {
    if (cs_at(p, CS_TOKEN_COMMA)) cs_next(p);
    cs_parse_error_last(p, "named arguments must follow bare *");
  }
  return false;
}

static bool parse_star(cs_parser *p, params *ps) {
  const cs_token *star = p->t;
  if (ps->star) {
    if (star[1].kind == CS_TOKEN_NAME || star[1].kind == CS_TOKEN_COMMA)
      cs_parse_error_token(p, star, "* argument may appear only once");
    else
      cs_parse_fail(p);
    return false;
  }
  if (!cs_parse_take_list(p, ps->mark, &ps->node->arguments.args)) return false;
  ps->star = true;
  cs_next(p);
  if (cs_at(p, CS_TOKEN_COMMA) || cs_at(p, ps->end))
    return parse_bare_star(p, ps, star);
  cs_node *n = parse_param(p, ps, true);
  if (!n) return false;
  if (cs_at(p, CS_TOKEN_EQ)) {
    cs_parse_error_token(p, p->t,
                         "var-positional argument cannot have default value");
    return false;
  }
  ps->node->arguments.vararg = n;
  return at_separator(p, ps);
}

static bool parse_double_star(cs_parser *p, params *ps) {
  cs_next(p);
  cs_node *n = parse_param(p, ps, false);
  if (!n) return false;
  ps->node->arguments.kwarg = n;
  if (cs_at(p, CS_TOKEN_EQ)) {
    cs_parse_error_token(p, p->t,
                         "var-keyword argument cannot have default value");
    return false;
  }
  if (cs_accept(p, CS_TOKEN_COMMA) && !cs_at(p, ps->end)) {
    const char *text = "arguments cannot follow var-keyword argument";
    if (cs_at(p, CS_TOKEN_NAME)) {
      cs_node *next = parse_param(p, ps, false);
      if (next) cs_parse_error_node(p, next, "%s", text);
      return false;
    }
    if (cs_at(p, CS_TOKEN_STAR) || cs_at(p, CS_TOKEN_DOUBLE_STAR) ||
        cs_at(p, CS_TOKEN_SLASH))
      cs_parse_error_token(p, p->t, "%s", text);
    else
      cs_parse_fail(p);
    return false;
  }
  if (cs_at(p, ps->end)) return true;
  cs_parse_fail(p);
  return false;
}

static bool parse_one(cs_parser *p, params *ps) {
  switch ((int)p->t->kind) {
    case CS_TOKEN_NAME: return parse_plain(p, ps);
    case CS_TOKEN_SLASH: return parse_slash(p, ps);
    case CS_TOKEN_STAR: return parse_star(p, ps);
    case CS_TOKEN_DOUBLE_STAR: return parse_double_star(p, ps);
    case CS_TOKEN_LPAR: return blame_parens(p, ps);
    default: cs_parse_fail(p); return false;
  }
}

cs_node *cs_parse_parameters(cs_parser *p, cs_token_kind end) {
  params ps = {.end = end, .mark = p->sp};
  ps.node = cs_parse_new(p, CS_NODE_ARGUMENTS, p->t);
  if (!ps.node) return NULL;
  while (!cs_at(p, end) && !ps.node->arguments.kwarg)
    if (!parse_one(p, &ps)) return NULL;
  cs_node_list *last =
      ps.star ? &ps.node->arguments.kwonlyargs : &ps.node->arguments.args;
  if (!cs_parse_take_list(p, ps.mark, last)) return NULL;
  ps.node->arguments.defaults = (cs_node_list){ps.defaults, ps.n_defaults};
  ps.node->arguments.kw_defaults = (cs_node_list){ps.kw_defaults, ps.n_kw};
  return ps.node;
}

/* --- type parameters ----------------------------------------------------- */

static cs_node *parse_type_param(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node_kind kind = CS_NODE_TYPE_VAR;
  if (cs_accept(p, CS_TOKEN_STAR))
    kind = CS_NODE_TYPE_VAR_TUPLE;
  else if (cs_accept(p, CS_TOKEN_DOUBLE_STAR))
    kind = CS_NODE_PARAM_SPEC;
  const cs_token *name = p->t;
  if (!cs_parse_expect(p, CS_TOKEN_NAME)) return NULL;
  cs_node *bound = NULL;
  const cs_token *colon = p->t;
  if (cs_accept(p, CS_TOKEN_COLON)) {
    bound = cs_parse_expression(p);
    if (!bound) return NULL;
    if (kind != CS_NODE_TYPE_VAR)
      return cs_parse_error_token(
          p, colon, "cannot use %s with %s",
          bound->kind == CS_NODE_TUPLE ? "constraints" : "bound",
          kind == CS_NODE_TYPE_VAR_TUPLE ? "TypeVarTuple" : "ParamSpec");
  }
  cs_node *n = cs_parse_new(p, kind, start);
  if (!n) return NULL;
  n->name = name->name;
  n->type_param.bound = bound;
  return n;
}

bool cs_parse_type_params(cs_parser *p, cs_node_list *out) {
  *out = (cs_node_list){0};
  if (!cs_accept(p, CS_TOKEN_LSQB)) return true;
  uint32_t mark = p->sp;
  do {
    cs_node *n = parse_type_param(p);
    if (!n || !cs_parse_push(p, n)) return false;
  } while (cs_accept(p, CS_TOKEN_COMMA) && !cs_at(p, CS_TOKEN_RSQB));
  return cs_parse_expect(p, CS_TOKEN_RSQB) && cs_parse_take_list(p, mark, out);
}
