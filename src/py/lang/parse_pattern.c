/*
 * parse_pattern.c - the match statement and its patterns.
 *
 * `match` and `case` are ordinary names elsewhere.  A line is a match
 * statement exactly if a subject, ':' and a line end follow the word, which no
 * expression statement can have; so it is tried first and never regretted.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/parser.h"

static cs_node *parse_pattern(cs_parser *p);

/* --- literals ------------------------------------------------------------ */

static cs_node *parse_signed(cs_parser *p) {
  const cs_token *start = p->t;
  bool minus = cs_accept(p, CS_TOKEN_MINUS);
  if (!cs_at(p, CS_TOKEN_NUMBER)) return cs_parse_fail(p);
  cs_node *number = cs_parse_number(p);
  if (!number || !minus) return number;
  cs_node *n = cs_parse_new(p, CS_NODE_UNARY_OP, start);
  if (!n) return NULL;
  n->op = CS_OP_USUB;
  n->unary.operand = number;
  return n;
}

static bool is_imaginary(const cs_node *n) {
  if (n->kind == CS_NODE_UNARY_OP) n = n->unary.operand;
  return n->constant.type == CS_CONST_COMPLEX;
}

/* [-] number [+|- imaginary] */
static cs_node *parse_number_pattern(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *left = parse_signed(p);
  if (!left) return NULL;
  bool plus = cs_at(p, CS_TOKEN_PLUS);
  if (!plus && !cs_at(p, CS_TOKEN_MINUS)) return left;
  cs_next(p);
  if (!cs_at(p, CS_TOKEN_NUMBER)) return cs_parse_fail(p);
  cs_node *right = cs_parse_number(p);
  if (!right) return NULL;
  if (is_imaginary(left))
    return cs_parse_error_node(p, left,
                               "real number required in complex literal");
  if (!is_imaginary(right))
    return cs_parse_error_node(p, right,
                               "imaginary number required in complex literal");
  cs_node *n = cs_parse_new(p, CS_NODE_BIN_OP, start);
  if (!n) return NULL;
  n->op = plus ? CS_OP_ADD : CS_OP_SUB;
  n->bin_op.left = left;
  n->bin_op.right = right;
  return n;
}

static cs_node *new_pattern(cs_parser *p, cs_node_kind kind,
                            const cs_token *start, cs_node *value) {
  cs_node *n = value ? cs_parse_new(p, kind, start) : NULL;
  if (n) n->value = value;
  return n;
}

/* NAME ('.' NAME)*; a lone NAME comes back as a NAME node. */
static cs_node *parse_path(cs_parser *p) {
  const cs_token *start = p->t;
  if (!cs_at(p, CS_TOKEN_NAME)) return cs_parse_fail(p);
  cs_node *n = cs_parse_name(p);
  while (n && cs_accept(p, CS_TOKEN_DOT)) {
    if (!cs_parse_expect(p, CS_TOKEN_NAME)) return NULL;
    cs_node *attr = cs_parse_new(p, CS_NODE_ATTRIBUTE, start);
    if (!attr) return NULL;
    attr->value = n;
    attr->name = p->t[-1].name;
    n = attr;
  }
  return n;
}

/* --- sequences and groups ------------------------------------------------ */

static cs_node *parse_star_pattern(cs_parser *p) {
  const cs_token *start = p->t;
  if (!cs_accept(p, CS_TOKEN_STAR)) return parse_pattern(p);
  if (!cs_parse_expect(p, CS_TOKEN_NAME)) return NULL;
  cs_name name = p->t[-1].name;
  cs_node *n = cs_parse_new(p, CS_NODE_MATCH_STAR, start);
  if (n && name != CS_NAME_UNDERSCORE) n->name = name;
  return n;
}

/* Patterns separated by commas, the first one given, up to `close`. */
static cs_node *finish_sequence(cs_parser *p, const cs_token *start,
                                cs_node *first, cs_token_kind close) {
  uint32_t mark = p->sp;
  if (first && !cs_parse_push(p, first)) return NULL;
  bool more = !first || cs_accept(p, CS_TOKEN_COMMA);
  while (more && !cs_at(p, close) &&
         !(close == CS_TOKEN_COLON && cs_at(p, CS_TOKEN_KW_IF))) {
    cs_node *next = parse_star_pattern(p);
    if (!next || !cs_parse_push(p, next)) return NULL;
    more = cs_accept(p, CS_TOKEN_COMMA);
  }
  if (close != CS_TOKEN_COLON && !cs_parse_expect(p, close)) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_MATCH_SEQUENCE, start);
  if (!n || !cs_parse_take_list(p, mark, &n->patterns)) return NULL;
  return n;
}

static cs_node *parse_paren_pattern(cs_parser *p) {
  const cs_token *start = p->t;
  cs_next(p);
  if (cs_at(p, CS_TOKEN_RPAR))
    return finish_sequence(p, start, NULL, CS_TOKEN_RPAR);
  cs_node *first = parse_star_pattern(p);
  if (!first) return NULL;
  if (cs_at(p, CS_TOKEN_COMMA) || first->kind == CS_NODE_MATCH_STAR) {
    if (!cs_at(p, CS_TOKEN_COMMA)) return cs_parse_fail(p);
    return finish_sequence(p, start, first, CS_TOKEN_RPAR);
  }
  return cs_parse_expect(p, CS_TOKEN_RPAR) ? first : NULL;
}

/* --- mappings ------------------------------------------------------------ */

static cs_node *parse_key(cs_parser *p) {
  switch ((int)p->t->kind) {
    case CS_TOKEN_NAME: {
      cs_node *n = parse_path(p);
      if (n && n->kind == CS_NODE_NAME) return cs_parse_fail(p);
      return n;
    }
    case CS_TOKEN_NUMBER:
    case CS_TOKEN_MINUS: return parse_number_pattern(p);
    case CS_TOKEN_STRING:
    case CS_TOKEN_FSTRING_START:
    case CS_TOKEN_KW_NONE:
    case CS_TOKEN_KW_TRUE:
    case CS_TOKEN_KW_FALSE: return cs_parse_atom(p);
    default: return cs_parse_fail(p);
  }
}

static bool split_items(cs_parser *p, uint32_t mark, cs_node *n) {
  uint32_t count = (p->sp - mark) / 2;
  size_t size = count * sizeof(cs_node *);
  cs_node **keys = cs_scratch_take(p->scratch, size);
  cs_node **patterns = cs_scratch_take(p->scratch, size);
  if (!keys || !patterns) return cs_parse_full(p), false;
  for (uint32_t i = 0; i < count; i++) {
    keys[i] = p->stack[mark + 2 * i];
    patterns[i] = p->stack[mark + 2 * i + 1];
  }
  n->match_mapping.keys = (cs_node_list){keys, count};
  n->match_mapping.patterns = (cs_node_list){patterns, count};
  p->sp = mark;
  return true;
}

static cs_node *parse_mapping(cs_parser *p) {
  const cs_token *start = p->t;
  uint32_t mark = p->sp;
  cs_name rest = CS_NAME_NONE;
  cs_next(p);
  while (!cs_at(p, CS_TOKEN_RBRACE)) {
    if (cs_accept(p, CS_TOKEN_DOUBLE_STAR)) {
      rest = p->t->name;
      if (rest == CS_NAME_UNDERSCORE) return cs_parse_fail(p);
      if (!cs_parse_expect(p, CS_TOKEN_NAME)) return NULL;
      cs_accept(p, CS_TOKEN_COMMA);
      break;
    }
    cs_node *key = parse_key(p);
    if (!key || !cs_parse_expect(p, CS_TOKEN_COLON)) return NULL;
    cs_node *value = parse_pattern(p);
    if (!value || !cs_parse_push(p, key) || !cs_parse_push(p, value))
      return NULL;
    if (!cs_accept(p, CS_TOKEN_COMMA)) break;
  }
  if (!cs_parse_expect(p, CS_TOKEN_RBRACE)) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_MATCH_MAPPING, start);
  if (!n || !split_items(p, mark, n)) return NULL;
  n->name = rest;
  return n;
}

/* --- classes ------------------------------------------------------------- */

typedef struct class_args {
  uint32_t n_positional, n_keywords;
  const cs_node *late_first, *late_last; /* positional after keyword       */
  uint32_t late_keywords; /* keywords before these                         */
} class_args;

static bool parse_class_arg(cs_parser *p, class_args *a) {
  bool keyword = cs_at(p, CS_TOKEN_NAME) && p->t[1].kind == CS_TOKEN_EQ;
  const cs_token *start = p->t;
  if (keyword) p->t += 2;
  cs_node *n = parse_pattern(p);
  if (!n) return false;
  if (keyword) {
    /* Wrapped, so that the name travels with its pattern. */
    cs_node *pair = new_pattern(p, CS_NODE_KEYWORD, start, n);
    if (!pair) return false;
    pair->name = start->name;
    a->n_keywords++;
    return cs_parse_push(p, pair);
  }
  if (a->n_keywords) {
    if (!a->late_first) a->late_first = n;
    if (a->n_keywords == a->late_keywords || !a->late_last) {
      a->late_last = n;
      a->late_keywords = a->n_keywords;
    }
  }
  a->n_positional++;
  return cs_parse_push(p, n);
}

static bool sort_class_args(cs_parser *p, uint32_t mark, const class_args *a,
                            cs_node *n) {
  uint32_t np = a->n_positional, nk = a->n_keywords;
  cs_node **items = cs_scratch_take(p->scratch, (np + nk) * sizeof *items);
  cs_name *names = cs_scratch_take(p->scratch, nk * sizeof *names);
  if (!items || !names) return cs_parse_full(p), false;
  for (uint32_t i = 0; i < np; i++) items[i] = p->stack[mark + i];
  for (uint32_t i = 0; i < nk; i++) {
    const cs_node *pair = p->stack[mark + np + i];
    items[np + i] = pair->value;
    names[i] = pair->name;
  }
  n->match_class.patterns = (cs_node_list){items, np};
  n->match_class.kwd_patterns = (cs_node_list){items + np, nk};
  n->match_class.kwd_attrs = names;
  p->sp = mark;
  return true;
}

static cs_node *parse_class_pattern(cs_parser *p, const cs_token *start,
                                    cs_node *cls) {
  class_args a = {0};
  uint32_t mark = p->sp;
  cs_next(p);
  while (!cs_at(p, CS_TOKEN_RPAR)) {
    if (!parse_class_arg(p, &a)) return NULL;
    if (!cs_accept(p, CS_TOKEN_COMMA)) break;
  }
  if (a.late_first)
    return cs_parse_error(p, cs_range_nodes(a.late_first, a.late_last),
                          "positional patterns follow keyword patterns");
  if (!cs_parse_expect(p, CS_TOKEN_RPAR)) return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_MATCH_CLASS, start);
  if (!n || !sort_class_args(p, mark, &a, n)) return NULL;
  n->match_class.cls = cls;
  return n;
}

/* --- patterns ------------------------------------------------------------ */

static cs_node *parse_name_pattern(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *path = parse_path(p);
  if (!path) return NULL;
  if (cs_at(p, CS_TOKEN_LPAR)) return parse_class_pattern(p, start, path);
  if (path->kind == CS_NODE_ATTRIBUTE)
    return new_pattern(p, CS_NODE_MATCH_VALUE, start, path);
  cs_node *n = cs_parse_new(p, CS_NODE_MATCH_AS, start);
  if (n && path->name != CS_NAME_UNDERSCORE) n->name = path->name;
  return n;
}

static cs_node *parse_closed(cs_parser *p) {
  const cs_token *start = p->t;
  switch ((int)start->kind) {
    case CS_TOKEN_NAME: return parse_name_pattern(p);
    case CS_TOKEN_NUMBER:
    case CS_TOKEN_MINUS:
      return new_pattern(p, CS_NODE_MATCH_VALUE, start,
                         parse_number_pattern(p));
    case CS_TOKEN_STRING:
    case CS_TOKEN_FSTRING_START:
      return new_pattern(p, CS_NODE_MATCH_VALUE, start, cs_parse_atom(p));
    case CS_TOKEN_KW_NONE:
    case CS_TOKEN_KW_TRUE:
    case CS_TOKEN_KW_FALSE:
      return new_pattern(p, CS_NODE_MATCH_SINGLETON, start, cs_parse_atom(p));
    case CS_TOKEN_LPAR: return parse_paren_pattern(p);
    case CS_TOKEN_LSQB:
      cs_next(p);
      return finish_sequence(p, start, NULL, CS_TOKEN_RSQB);
    case CS_TOKEN_LBRACE: return parse_mapping(p);
    default: return cs_parse_fail(p);
  }
}

static cs_node *parse_or_pattern(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *first = parse_closed(p);
  if (!first || !cs_at(p, CS_TOKEN_VBAR)) return first;
  uint32_t mark = p->sp;
  if (!cs_parse_push(p, first)) return NULL;
  while (cs_accept(p, CS_TOKEN_VBAR)) {
    cs_node *next = parse_closed(p);
    if (!next || !cs_parse_push(p, next)) return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_MATCH_OR, start);
  if (!n || !cs_parse_take_list(p, mark, &n->patterns)) return NULL;
  return n;
}

static cs_node *blame_as_target(cs_parser *p) {
  if (p->t->name == CS_NAME_UNDERSCORE)
    return cs_parse_error_token(p, p->t, "cannot use '_' as a target");
  if (cs_at(p, CS_TOKEN_NAME)) {
    cs_next(p);
    return cs_parse_fail(p);
  }
  cs_node *target = cs_parse_expression(p);
  if (!target) return NULL;
  return cs_parse_error_node(p, target, "invalid pattern target");
}

static cs_node *parse_as_pattern(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *pattern = parse_or_pattern(p);
  if (!pattern || !cs_accept(p, CS_TOKEN_KW_AS)) return pattern;
  const cs_token *name = p->t;
  if (name->kind != CS_TOKEN_NAME || name->name == CS_NAME_UNDERSCORE ||
      name[1].kind == CS_TOKEN_DOT || name[1].kind == CS_TOKEN_LPAR)
    return blame_as_target(p);
  cs_next(p);
  cs_node *n = cs_parse_new(p, CS_NODE_MATCH_AS, start);
  if (!n) return NULL;
  n->name = name->name;
  n->capture.pattern = pattern;
  return n;
}

static cs_node *parse_pattern(cs_parser *p) {
  if (!cs_parse_enter(p)) return cs_parse_too_deep(p);
  cs_node *n = parse_as_pattern(p);
  cs_parse_leave(p);
  return n;
}

/* --- the statement ------------------------------------------------------- */

static cs_node *parse_case(cs_parser *p) {
  const cs_token *start = p->t;
  cs_next(p);
  const cs_token *first_token = p->t;
  cs_node *guard = NULL, *pattern = parse_star_pattern(p);
  if (!pattern) return NULL;
  if (cs_at(p, CS_TOKEN_COMMA))
    pattern = finish_sequence(p, first_token, pattern, CS_TOKEN_COLON);
  else if (pattern->kind == CS_NODE_MATCH_STAR)
    return cs_parse_fail(p);
  if (!pattern) return NULL;
  if (cs_accept(p, CS_TOKEN_KW_IF) && !(guard = cs_parse_named(p))) return NULL;
  cs_node_list body;
  if (!cs_parse_colon(p) ||
      !cs_parse_block(p, "'case' statement", start->line, &body))
    return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_MATCH_CASE, start);
  if (!n) return NULL;
  n->match_case.pattern = pattern;
  n->match_case.guard = guard;
  n->match_case.body = body;
  return n;
}

static cs_node *parse_subject(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *first = cs_parse_star_named(p);
  if (!first) return NULL;
  if (!cs_at(p, CS_TOKEN_COMMA))
    return first->kind == CS_NODE_STARRED ? cs_parse_fail(p) : first;
  uint32_t mark = p->sp;
  if (!cs_parse_push(p, first)) return NULL;
  while (cs_accept(p, CS_TOKEN_COMMA) && !cs_at(p, CS_TOKEN_COLON)) {
    cs_node *next = cs_parse_star_named(p);
    if (!next || !cs_parse_push(p, next)) return NULL;
  }
  cs_node *n = cs_parse_new(p, CS_NODE_TUPLE, start);
  if (!n || !cs_parse_take_list(p, mark, &n->elts)) return NULL;
  return n;
}

static cs_node *parse_cases(cs_parser *p, const cs_token *start,
                            cs_node *subject) {
  p->t += 2; /* colon, line end */
  if (!cs_accept(p, CS_TOKEN_INDENT))
    return cs_parse_error_indent(
        p, "expected an indented block after 'match' statement on line %u",
        start->line);
  uint32_t mark = p->sp;
  do {
    if (p->t->name != CS_NAME_CASE) return cs_parse_fail(p);
    cs_node *c = parse_case(p);
    if (!c || !cs_parse_push(p, c)) return NULL;
  } while (!cs_accept(p, CS_TOKEN_DEDENT));
  cs_node *n = cs_parse_new(p, CS_NODE_MATCH, start);
  if (!n || !cs_parse_take_list(p, mark, &n->match.cases)) return NULL;
  n->match.subject = subject;
  return n;
}

/* `match x` without ':' could still be a call or an expression; only if it is
 * not, the colon is what is missing. */
static bool is_simple(cs_parser *p) {
  cs_parse_mark mark = cs_parse_try(p);
  bool ok = cs_parse_simple_line(p);
  cs_parse_end_look(p, mark);
  return ok;
}

cs_node *cs_parse_match(cs_parser *p, bool *found) {
  const cs_token *start = p->t;
  *found = false;
  if (!cs_parse_is_start(p->t[1].kind) && p->t[1].kind != CS_TOKEN_STAR)
    return NULL;
  cs_parse_mark mark = cs_parse_try(p);
  cs_next(p);
  cs_node *subject = parse_subject(p);
  *found =
      subject && cs_at(p, CS_TOKEN_COLON) && p->t[1].kind == CS_TOKEN_NEWLINE;
  const cs_token *end = subject && cs_at(p, CS_TOKEN_NEWLINE) ? p->t : NULL;
  const cs_token *equals = subject && cs_at(p, CS_TOKEN_EQ) ? p->t : NULL;
  cs_parse_see(p, subject && cs_at(p, CS_TOKEN_COLON) ? p->t + 1 : p->t);
  cs_parse_end_try(p, mark, !*found);
  if (*found) return parse_cases(p, start, subject);
  if (end && p->status == CS_OK && !is_simple(p))
    return cs_parse_error_token(p, end, "expected ':'");
  if (equals && p->status == CS_OK && !is_simple(p)) {
    p->t = equals;
    cs_parse_blame_equals(p, subject);
    p->t = start;
  }
  return NULL;
}
