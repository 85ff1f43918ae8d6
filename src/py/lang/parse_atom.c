/*
 * parse_atom.c - primaries and atoms: names, groups, displays, subscripts.
 *
 * A bracket is read once: its first element decides between group, tuple,
 * list, set, dict and comprehension.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/parser.h"

cs_node *cs_parse_name(cs_parser *p) {
  cs_next(p);
  cs_node *n = cs_parse_new(p, CS_NODE_NAME, p->t - 1);
  if (n) n->name = p->t[-1].name;
  return n;
}

static cs_node *parse_constant(cs_parser *p, cs_const_type type) {
  cs_next(p);
  cs_node *n = cs_parse_new(p, CS_NODE_CONSTANT, p->t - 1);
  if (n) n->constant.type = (uint8_t)type;
  return n;
}

/* --- comprehensions ------------------------------------------------------ */

static cs_node *parse_clause(cs_parser *p) {
  const cs_token *start = p->t;
  bool is_async = cs_accept(p, CS_TOKEN_KW_ASYNC);
  cs_next(p);
  cs_node *target = cs_parse_for_targets(p);
  if (!target || !cs_parse_expect(p, CS_TOKEN_KW_IN)) return NULL;
  cs_node *iter = cs_parse_disjunction(p);
  if (!iter) return NULL;
  uint32_t mark = p->sp;
  while (cs_accept(p, CS_TOKEN_KW_IF)) {
    cs_node *test = cs_parse_disjunction(p);
    if (!test || !cs_parse_push(p, test)) return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_COMPREHENSION, start);
  if (!n || !cs_parse_take_list(p, mark, &n->generator.ifs)) return NULL;
  n->generator.target = target;
  n->generator.iter = iter;
  if (is_async) n->flags |= CS_NODE_ASYNC;
  return n;
}

bool cs_parse_for_if(cs_parser *p, cs_node_list *out) {
  uint32_t mark = p->sp;
  while (cs_parse_at_for(p)) {
    cs_node *clause = parse_clause(p);
    if (!clause || !cs_parse_push(p, clause)) return false;
  }
  return cs_parse_take_list(p, mark, out);
}

const cs_node *cs_parse_clause_end(const cs_node_list *clauses) {
  const cs_node *c = clauses->items[clauses->n - 1];
  uint32_t n = c->generator.ifs.n;
  return n ? c->generator.ifs.items[n - 1] : c->generator.iter;
}

/* `elt` (and `value` of a dict) was read, a for follows. */
static cs_node *parse_comprehension(cs_parser *p, cs_node_kind kind,
                                    const cs_token *start, cs_node *elt,
                                    cs_node *value, cs_token_kind close) {
  cs_node_list clauses;
  if (!cs_parse_for_if(p, &clauses)) return NULL;
  if (elt->kind == CS_NODE_STARRED)
    return cs_parse_error_node(
        p, elt, "iterable unpacking cannot be used in comprehension");
  if (!cs_parse_expect(p, close)) return NULL;
  cs_node *n = cs_parse_new(p, kind, start);
  if (!n) return NULL;
  n->comp.elt = elt;
  n->comp.value = value;
  n->comp.generators = clauses;
  return n;
}

/* --- tuples, lists, sets ------------------------------------------------- */

/* Elements after the first, which is on the stack at `mark`; `at` is behind
 * it.  Ends before the closing bracket. */
static bool parse_elements(cs_parser *p, cs_token_kind close, uint32_t mark) {
  while (cs_accept(p, CS_TOKEN_COMMA)) {
    if (cs_at(p, close)) return true;
    if (!cs_at(p, CS_TOKEN_KW_ASYNC) && cs_parse_at_for(p)) break;
    cs_node *next = cs_parse_star_named(p);
    if (!next || !cs_parse_push(p, next)) return false;
  }
  if (!cs_parse_at_for(p) || close == CS_TOKEN_RPAR) return true;
  cs_node_list clauses;
  const cs_node *first = p->stack[mark], *last = p->stack[p->sp - 1];
  cs_text_range range = p->sp - mark > 1 ? cs_range_nodes(first, last)
                                         : cs_range_node_token(first, p->t - 1);
  if (!cs_parse_for_if(p, &clauses)) return false;
  cs_parse_error(p, range,
                 "did you forget parentheses around the comprehension "
                 "target?");
  return false;
}

static cs_node *finish_elements(cs_parser *p, cs_node_kind kind,
                                const cs_token *start, cs_node *first,
                                cs_token_kind close) {
  uint32_t mark = p->sp;
  if (first && (!cs_parse_push(p, first) || !parse_elements(p, close, mark)))
    return NULL;
  if (!cs_parse_expect(p, close)) return NULL;
  cs_node *n = cs_parse_new(p, kind, start);
  if (!n || !cs_parse_take_list(p, mark, &n->elts)) return NULL;
  return n;
}

static cs_node *parse_list(cs_parser *p) {
  const cs_token *start = p->t;
  cs_next(p);
  if (cs_at(p, CS_TOKEN_RSQB))
    return finish_elements(p, CS_NODE_LIST, start, NULL, CS_TOKEN_RSQB);
  cs_node *first = cs_parse_star_named(p);
  if (!first) return NULL;
  if (cs_parse_at_for(p))
    return parse_comprehension(p, CS_NODE_LIST_COMP, start, first, NULL,
                               CS_TOKEN_RSQB);
  return finish_elements(p, CS_NODE_LIST, start, first, CS_TOKEN_RSQB);
}

static cs_node *close_group(cs_parser *p, cs_node *n) {
  if (n->kind == CS_NODE_STARRED && cs_at(p, CS_TOKEN_RPAR))
    return cs_parse_error_node(p, n, "cannot use starred expression here");
  if (!cs_parse_expect(p, CS_TOKEN_RPAR)) return NULL;
  n->flags |= CS_NODE_PAREN;
  return n;
}

static cs_node *blame_double_star(cs_parser *p) {
  const cs_token *star = p->t;
  cs_parse_mark mark = cs_parse_try(p);
  cs_next(p);
  bool match = cs_parse_expression(p) && cs_at(p, CS_TOKEN_RPAR);
  cs_parse_end_look(p, mark);
  if (!match) return cs_parse_fail(p);
  return cs_parse_error_token(p, star,
                              "cannot use double starred expression here");
}

static cs_node *parse_paren_tuple(cs_parser *p, const cs_token *start,
                                  cs_node *first) {
  cs_node *n = finish_elements(p, CS_NODE_TUPLE, start, first, CS_TOKEN_RPAR);
  if (n) n->flags |= CS_NODE_PAREN;
  return n;
}

static cs_node *parse_group(cs_parser *p) {
  const cs_token *start = p->t;
  cs_next(p);
  if (cs_at(p, CS_TOKEN_RPAR)) return parse_paren_tuple(p, start, NULL);
  if (cs_at(p, CS_TOKEN_DOUBLE_STAR)) return blame_double_star(p);
  if (cs_at(p, CS_TOKEN_KW_YIELD)) {
    cs_node *n = cs_parse_yield(p);
    return n ? close_group(p, n) : NULL;
  }
  cs_node *first = cs_parse_star_named(p);
  if (!first) return NULL;
  if (cs_parse_at_for(p))
    return parse_comprehension(p, CS_NODE_GENERATOR_EXP, start, first, NULL,
                               CS_TOKEN_RPAR);
  if (cs_at(p, CS_TOKEN_COMMA)) return parse_paren_tuple(p, start, first);
  return close_group(p, first);
}

/* --- dicts --------------------------------------------------------------- */

static bool blame_value(cs_parser *p) {
  const cs_token *colon = p->t - 1;
  if (cs_at(p, CS_TOKEN_STAR)) {
    const cs_token *star = p->t;
    cs_next(p);
    if (!cs_parse_bitwise_or(p)) return false;
    cs_text_range range = cs_range_tokens(star, p->t);
    range.end_col--; /* as far as CPython has read */
    cs_parse_error(p, range,
                   "cannot use a starred expression in a dictionary value");
    return false;
  }
  if (cs_at(p, CS_TOKEN_RBRACE) || cs_at(p, CS_TOKEN_COMMA)) {
    cs_parse_error_token(p, colon,
                         "expression expected after dictionary key and ':'");
    return false;
  }
  return true;
}

static void fail_key(cs_parser *p, const cs_node *key) {
  bool first = p->status == CS_OK && !p->mute;
  cs_parse_error_node(p, key, "':' expected after dictionary key");
  if (!first) return;
  /* CPython points at the key's last character and gives no end. */
  cs_syntax_error *e = &p->u->error;
  e->col = e->end_col - 1;
  e->line = (int32_t)key->line;
  e->end_col = 0;
}

/* Keys after the first: whatever can be read as a key and has no ':' behind it
 * gets the blame, before anything inside of it. */
static void blame_key(cs_parser *p) {
  cs_node *(*const rules[])(cs_parser *) = {
      cs_parse_expression, cs_parse_disjunction, cs_parse_atom};
  if (p->mute) return;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    cs_parse_mark mark = cs_parse_try(p);
    const cs_node *key = rules[i](p);
    bool colon = cs_at(p, CS_TOKEN_COLON);
    cs_parse_end_look(p, mark);
    if (p->status != CS_OK) return;
    if (!key) continue;
    if (!colon) fail_key(p, key);
    return;
  }
}

/* A key that is not the first.  If it is broken a second attempt makes the
 * message; while muted nobody wants one, and nested attempts would multiply. */
static cs_node *parse_key(cs_parser *p) {
  if (p->mute) return cs_parse_expression(p);
  cs_parse_mark mark = cs_parse_try(p);
  cs_node *key = cs_parse_expression(p);
  bool ok = key && cs_at(p, CS_TOKEN_COLON);
  cs_parse_end_try(p, mark, !ok);
  if (ok || p->status != CS_OK) return key;
  blame_key(p);
  return p->status == CS_OK ? cs_parse_expression(p) : NULL;
}

/* One `key: value` or `**mapping`: key (or NULL) and value are pushed. */
static bool parse_pair(cs_parser *p) {
  cs_node *key = NULL, *value;
  if (cs_accept(p, CS_TOKEN_DOUBLE_STAR)) {
    value = cs_parse_bitwise_or(p);
  } else {
    key = parse_key(p);
    if (!key || !cs_parse_expect(p, CS_TOKEN_COLON)) return false;
    if (!blame_value(p)) return false;
    value = cs_parse_expression(p);
  }
  return value && cs_parse_push(p, key) && cs_parse_push(p, value);
}

/* Keys and values alternate on the stack above `mark`. */
static bool split_pairs(cs_parser *p, uint32_t mark, cs_node *dict) {
  uint32_t n = (p->sp - mark) / 2;
  cs_node **keys = cs_scratch_take(p->scratch, n * sizeof *keys);
  cs_node **values = cs_scratch_take(p->scratch, n * sizeof *values);
  if (!keys || !values) {
    cs_parse_full(p);
    return false;
  }
  for (uint32_t i = 0; i < n; i++) {
    keys[i] = p->stack[mark + 2 * i];
    values[i] = p->stack[mark + 2 * i + 1];
  }
  dict->dict.keys = (cs_node_list){keys, n};
  dict->dict.values = (cs_node_list){values, n};
  p->sp = mark;
  return true;
}

/* The first pair is on the stack. */
static cs_node *finish_dict(cs_parser *p, const cs_token *start,
                            uint32_t mark) {
  while (cs_accept(p, CS_TOKEN_COMMA)) {
    if (cs_at(p, CS_TOKEN_RBRACE)) break;
    if (!parse_pair(p)) return NULL;
  }
  if (!cs_parse_expect(p, CS_TOKEN_RBRACE)) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_DICT, start);
  return n && split_pairs(p, mark, n) ? n : NULL;
}

static cs_node *parse_unpacked_dict(cs_parser *p, const cs_token *start) {
  const cs_token *stars = p->t;
  uint32_t mark = p->sp;
  if (!parse_pair(p)) return NULL;
  if (!cs_parse_at_for(p)) return finish_dict(p, start, mark);
  cs_node_list clauses;
  if (!cs_parse_for_if(p, &clauses)) return NULL;
  if (!cs_at(p, CS_TOKEN_RBRACE)) return cs_parse_fail(p);
  return cs_parse_error_token(
      p, stars, "dict unpacking cannot be used in dict comprehension");
}

static cs_node *parse_keyed(cs_parser *p, const cs_token *start, cs_node *key) {
  cs_next(p); /* the colon */
  if (!blame_value(p)) return NULL;
  cs_node *value = cs_parse_expression(p);
  if (!value) return NULL;
  if (cs_parse_at_for(p))
    return parse_comprehension(p, CS_NODE_DICT_COMP, start, key, value,
                               CS_TOKEN_RBRACE);
  uint32_t mark = p->sp;
  if (!cs_parse_push(p, key) || !cs_parse_push(p, value)) return NULL;
  return finish_dict(p, start, mark);
}

static cs_node *parse_braces(cs_parser *p) {
  const cs_token *start = p->t;
  cs_next(p);
  if (cs_at(p, CS_TOKEN_RBRACE)) return finish_dict(p, start, p->sp);
  if (cs_at(p, CS_TOKEN_DOUBLE_STAR)) return parse_unpacked_dict(p, start);
  cs_node *first = cs_parse_star_named(p);
  if (!first) return NULL;
  if (cs_at(p, CS_TOKEN_COLON) && first->kind != CS_NODE_STARRED &&
      (first->kind != CS_NODE_NAMED_EXPR || first->flags & CS_NODE_PAREN))
    return parse_keyed(p, start, first);
  if (cs_parse_at_for(p))
    return parse_comprehension(p, CS_NODE_SET_COMP, start, first, NULL,
                               CS_TOKEN_RBRACE);
  return finish_elements(p, CS_NODE_SET, start, first, CS_TOKEN_RBRACE);
}

cs_node *cs_parse_atom(cs_parser *p) {
  switch ((int)p->t->kind) {
    case CS_TOKEN_NAME: return cs_parse_name(p);
    case CS_TOKEN_NUMBER: return cs_parse_number(p);
    case CS_TOKEN_STRING:
    case CS_TOKEN_FSTRING_START: return cs_parse_string(p);
    case CS_TOKEN_LPAR: return parse_group(p);
    case CS_TOKEN_LSQB: return parse_list(p);
    case CS_TOKEN_LBRACE: return parse_braces(p);
    case CS_TOKEN_ELLIPSIS: return parse_constant(p, CS_CONST_ELLIPSIS);
    case CS_TOKEN_KW_TRUE: return parse_constant(p, CS_CONST_TRUE);
    case CS_TOKEN_KW_FALSE: return parse_constant(p, CS_CONST_FALSE);
    case CS_TOKEN_KW_NONE: return parse_constant(p, CS_CONST_NONE);
    default: return cs_parse_fail(p);
  }
}

/* --- primaries ----------------------------------------------------------- */

static bool at_slice_end(const cs_parser *p) {
  return cs_at(p, CS_TOKEN_RSQB) || cs_at(p, CS_TOKEN_COMMA) ||
         cs_at(p, CS_TOKEN_COLON);
}

static cs_node *parse_slice(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *lower = NULL, *upper = NULL, *step = NULL;
  if (cs_at(p, CS_TOKEN_STAR)) {
    cs_next(p);
    cs_node *value = cs_parse_expression(p);
    cs_node *n = value ? cs_parse_new(p, CS_NODE_STARRED, start) : NULL;
    if (n) n->value = value;
    return n;
  }
  if (!cs_at(p, CS_TOKEN_COLON)) {
    lower = cs_parse_named(p);
    if (!lower || !cs_at(p, CS_TOKEN_COLON)) return lower;
    if (lower->kind == CS_NODE_NAMED_EXPR && !(lower->flags & CS_NODE_PAREN))
      return cs_parse_fail(p);
  }
  cs_next(p);
  if (!at_slice_end(p) && !(upper = cs_parse_expression(p))) return NULL;
  if (cs_accept(p, CS_TOKEN_COLON) && !at_slice_end(p) &&
      !(step = cs_parse_expression(p)))
    return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_SLICE, start);
  if (!n) return NULL;
  n->slice.lower = lower;
  n->slice.upper = upper;
  n->slice.step = step;
  return n;
}

static cs_node *parse_slices(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *first = parse_slice(p);
  if (!first) return NULL;
  if (!cs_at(p, CS_TOKEN_COMMA) && first->kind != CS_NODE_STARRED) return first;
  uint32_t mark = p->sp;
  if (!cs_parse_push(p, first)) return NULL;
  while (cs_accept(p, CS_TOKEN_COMMA) && !cs_at(p, CS_TOKEN_RSQB)) {
    cs_node *next = parse_slice(p);
    if (!next || !cs_parse_push(p, next)) return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_TUPLE, start);
  if (!n || !cs_parse_take_list(p, mark, &n->elts)) return NULL;
  return n;
}

static cs_node *parse_attribute(cs_parser *p, const cs_token *start,
                                cs_node *value) {
  cs_next(p);
  if (!cs_parse_expect(p, CS_TOKEN_NAME)) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_ATTRIBUTE, start);
  if (!n) return NULL;
  n->value = value;
  n->name = p->t[-1].name;
  return n;
}

static cs_node *parse_subscript(cs_parser *p, const cs_token *start,
                                cs_node *value) {
  cs_next(p);
  cs_node *slice = parse_slices(p);
  if (!slice || !cs_parse_expect(p, CS_TOKEN_RSQB)) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_SUBSCRIPT, start);
  if (!n) return NULL;
  n->subscript.value = value;
  n->subscript.slice = slice;
  return n;
}

static cs_node *parse_call(cs_parser *p, const cs_token *start, cs_node *func) {
  cs_node_list args, keywords;
  if (!cs_parse_arguments(p, true, &args, &keywords)) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_CALL, start);
  if (!n) return NULL;
  n->call.func = func;
  n->call.args = args;
  n->call.keywords = keywords;
  return n;
}

cs_node *cs_parse_primary(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *n = cs_parse_atom(p);
  while (n) {
    switch ((int)p->t->kind) {
      case CS_TOKEN_DOT: n = parse_attribute(p, start, n); break;
      case CS_TOKEN_LPAR: n = parse_call(p, start, n); break;
      case CS_TOKEN_LSQB: n = parse_subscript(p, start, n); break;
      default: return n;
    }
  }
  return NULL;
}
