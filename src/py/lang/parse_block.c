/*
 * parse_block.c - compound statements.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/parser.h"

bool cs_parse_block(cs_parser *p, const char *what, uint32_t line,
                    cs_node_list *out) {
  uint32_t mark = p->sp;
  if (!cs_accept(p, CS_TOKEN_NEWLINE))
    return cs_parse_simple_line(p) && cs_parse_take_list(p, mark, out);
  if (!cs_accept(p, CS_TOKEN_INDENT)) {
    cs_parse_error_indent(p, "expected an indented block after %s on line %u",
                          what, line);
    return false;
  }
  while (!cs_accept(p, CS_TOKEN_DEDENT))
    if (!cs_parse_statement(p)) return false;
  return cs_parse_take_list(p, mark, out);
}

bool cs_parse_colon(cs_parser *p) {
  if (cs_accept(p, CS_TOKEN_COLON)) return true;
  if (cs_at(p, CS_TOKEN_NEWLINE))
    cs_parse_error_last(p, "expected ':'");
  else
    cs_parse_fail(p);
  return false;
}

static bool parse_else(cs_parser *p, cs_node_list *out) {
  uint32_t line = p->t->line;
  *out = (cs_node_list){0};
  if (!cs_accept(p, CS_TOKEN_KW_ELSE)) return true;
  return cs_parse_force(p, CS_TOKEN_COLON) &&
         cs_parse_block(p, "'else' statement", line, out);
}

/* --- if, while, for ------------------------------------------------------ */

/* `if` or `elif` up to its block; the rest of the chain is the caller's. */
static cs_node *parse_if_head(cs_parser *p, const char *what) {
  const cs_token *start = p->t;
  cs_next(p);
  cs_node *test = cs_parse_named(p);
  cs_node_list body;
  if (!test || !cs_parse_colon(p) ||
      !cs_parse_block(p, what, start->line, &body))
    return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_IF, start);
  if (!n) return NULL;
  n->branch.test = test;
  n->branch.body = body;
  return n;
}

static bool set_orelse(cs_parser *p, cs_node *n, cs_node *only) {
  uint32_t mark = p->sp;
  return cs_parse_push(p, only) &&
         cs_parse_take_list(p, mark, &n->branch.orelse);
}

/* A chain of elif nests in the tree but not on the C stack. */
static cs_node *parse_if(cs_parser *p) {
  cs_node *first = parse_if_head(p, "'if' statement"), *last = first;
  while (last && cs_at(p, CS_TOKEN_KW_ELIF)) {
    cs_node *n = parse_if_head(p, "'elif' statement");
    if (!n || !set_orelse(p, last, n)) return NULL;
    last = n;
  }
  if (!last || !parse_else(p, &last->branch.orelse)) return NULL;
  cs_node *end = cs_parse_new(p, CS_NODE_PASS, p->t - 1);
  if (!end) return NULL;
  for (cs_node *n = first;; n = n->branch.orelse.items[0]) {
    n->end_line = end->end_line;
    n->end_col = end->end_col;
    if (n == last) return first;
  }
}

static cs_node *parse_while(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node_list body, orelse;
  cs_next(p);
  cs_node *test = cs_parse_named(p);
  if (!test || !cs_parse_colon(p) ||
      !cs_parse_block(p, "'while' statement", start->line, &body) ||
      !parse_else(p, &orelse))
    return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_WHILE, start);
  if (!n) return NULL;
  n->branch.test = test;
  n->branch.body = body;
  n->branch.orelse = orelse;
  return n;
}

static cs_node *parse_for(cs_parser *p, const cs_token *start, bool async) {
  uint32_t line = p->t->line;
  cs_node_list body, orelse;
  cs_next(p);
  cs_node *target = cs_parse_for_targets(p);
  if (!target || !cs_parse_expect(p, CS_TOKEN_KW_IN)) return NULL;
  cs_node *iter = cs_parse_star_expressions(p);
  if (!iter || !cs_parse_colon(p) ||
      !cs_parse_block(p, "'for' statement", line, &body) ||
      !parse_else(p, &orelse))
    return NULL;
  cs_node *n = cs_parse_new(p, async ? CS_NODE_ASYNC_FOR : CS_NODE_FOR, start);
  if (!n) return NULL;
  n->for_loop.target = target;
  n->for_loop.iter = iter;
  n->for_loop.body = body;
  n->for_loop.orelse = orelse;
  return n;
}

/* --- with ---------------------------------------------------------------- */

static cs_node *parse_with_item(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node *vars = NULL, *expr = cs_parse_expression(p);
  if (!expr) return NULL;
  if (cs_accept(p, CS_TOKEN_KW_AS)) {
    vars = cs_parse_star_target(p);
    if (!vars) return NULL;
    if (!cs_at(p, CS_TOKEN_COMMA) && !cs_at(p, CS_TOKEN_RPAR) &&
        !cs_at(p, CS_TOKEN_COLON) && !cs_at(p, CS_TOKEN_NEWLINE))
      return cs_parse_fail(p);
  }
  cs_node *n = cs_parse_new(p, CS_NODE_WITHITEM, start);
  if (!n) return NULL;
  n->withitem.context_expr = expr;
  n->withitem.optional_vars = vars;
  return n;
}

static bool parse_with_items(cs_parser *p, bool paren) {
  do {
    if (paren && cs_at(p, CS_TOKEN_RPAR)) break;
    cs_node *item = parse_with_item(p);
    if (!item || !cs_parse_push(p, item)) return false;
  } while (cs_accept(p, CS_TOKEN_COMMA));
  return true;
}

static bool parse_paren_items(cs_parser *p) {
  cs_next(p);
  bool ok = !cs_at(p, CS_TOKEN_RPAR) && parse_with_items(p, true) &&
            cs_accept(p, CS_TOKEN_RPAR);
  cs_parse_see(p, p->t);
  return ok;
}

/* Try one of the two forms; stay behind it if a colon follows. */
static bool try_items(cs_parser *p, bool (*parse)(cs_parser *)) {
  cs_parse_mark mark = cs_parse_try(p);
  bool ok = parse(p) && cs_at(p, CS_TOKEN_COLON);
  cs_parse_end_try(p, mark, !ok);
  return ok;
}

static bool parse_plain_items(cs_parser *p) {
  return parse_with_items(p, false);
}

/* `with (a as b, c):` comes first; it fails for `with (a, b) as c:`.  If both
 * fail the first one has the message. */
static bool parse_any_items(cs_parser *p) {
  if (!cs_at(p, CS_TOKEN_LPAR)) return parse_plain_items(p);
  if (try_items(p, parse_paren_items) || try_items(p, parse_plain_items))
    return true;
  if (p->status != CS_OK) return false;
  const cs_token *start = p->t, *far = p->far;
  uint32_t mark = p->sp;
  if (parse_paren_items(p) && cs_at(p, CS_TOKEN_NEWLINE)) return true;
  if (p->u->failed || p->status == CS_ELIMIT) return false;
  p->status = CS_OK;
  p->t = start;
  p->sp = mark;
  p->far = far;
  return parse_plain_items(p);
}

static cs_node *parse_with(cs_parser *p, const cs_token *start, bool async) {
  uint32_t line = p->t->line, mark = p->sp;
  cs_node_list items, body;
  cs_next(p);
  if (!parse_any_items(p)) return NULL;
  if (!cs_parse_take_list(p, mark, &items) || !cs_parse_colon(p) ||
      !cs_parse_block(p, "'with' statement", line, &body))
    return NULL;
  cs_node *n =
      cs_parse_new(p, async ? CS_NODE_ASYNC_WITH : CS_NODE_WITH, start);
  if (!n) return NULL;
  n->with.items = items;
  n->with.body = body;
  return n;
}

/* --- try ----------------------------------------------------------------- */

static cs_node *blame_exception_list(cs_parser *p, const cs_node *first) {
  cs_parse_mark mark = cs_parse_try(p);
  cs_next(p);
  bool ok = cs_parse_expressions(p) != NULL;
  if (ok && cs_accept(p, CS_TOKEN_KW_AS)) ok = cs_accept(p, CS_TOKEN_NAME);
  ok = ok && cs_at(p, CS_TOKEN_COLON);
  const cs_token *last = p->t;
  cs_parse_end_look(p, mark);
  if (!ok) return cs_parse_fail(p);
  return cs_parse_error(p, cs_parse_range_up_to(first, last),
                        "multiple exception types must be parenthesized");
}

static bool parse_handler_head(cs_parser *p, bool star, cs_node **type,
                               cs_name *name) {
  *type = NULL;
  *name = CS_NAME_NONE;
  if (star && (cs_at(p, CS_TOKEN_NEWLINE) || cs_at(p, CS_TOKEN_COLON))) {
    cs_parse_error_last(p, "expected one or more exception types");
    return false;
  }
  if (cs_at(p, CS_TOKEN_COLON)) return true;
  if (cs_at(p, CS_TOKEN_NEWLINE)) return true; /* colon complains */
  *type = cs_parse_expression(p);
  if (!*type) return false;
  if (cs_at(p, CS_TOKEN_COMMA)) {
    blame_exception_list(p, *type);
    return false;
  }
  if (!cs_accept(p, CS_TOKEN_KW_AS)) return true;
  *name = p->t->name;
  return cs_parse_expect(p, CS_TOKEN_NAME);
}

/* `*star` is -1 before the first handler, then whether they are except*. */
static cs_node *parse_handler(cs_parser *p, int *star) {
  const cs_token *start = p->t;
  cs_next(p);
  bool is_star = cs_accept(p, CS_TOKEN_STAR);
  if (*star >= 0 && *star != is_star)
    return cs_parse_error(
        p, cs_range_tokens(start, is_star ? p->t - 1 : start),
        "cannot have both 'except' and 'except*' on the same 'try'");
  *star = is_star;
  cs_node *type;
  cs_name name;
  cs_node_list body;
  const char *what = is_star ? "'except*' statement" : "'except' statement";
  if (!parse_handler_head(p, is_star, &type, &name) || !cs_parse_colon(p) ||
      !cs_parse_block(p, what, start->line, &body))
    return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_EXCEPT_HANDLER, start);
  if (!n) return NULL;
  n->name = name;
  n->handler.type = type;
  n->handler.body = body;
  return n;
}

static bool parse_handlers(cs_parser *p, int *star, cs_node_list *out) {
  uint32_t mark = p->sp;
  while (cs_at(p, CS_TOKEN_KW_EXCEPT)) {
    cs_node *h = parse_handler(p, star);
    if (!h || !cs_parse_push(p, h)) return false;
  }
  return cs_parse_take_list(p, mark, out);
}

static bool parse_finally(cs_parser *p, cs_node_list *out) {
  uint32_t line = p->t->line;
  *out = (cs_node_list){0};
  if (!cs_accept(p, CS_TOKEN_KW_FINALLY)) return true;
  return cs_parse_force(p, CS_TOKEN_COLON) &&
         cs_parse_block(p, "'finally' statement", line, out);
}

static cs_node *parse_try(cs_parser *p) {
  const cs_token *start = p->t;
  cs_node_list body, handlers, orelse = {0}, finalbody;
  int star = -1;
  cs_next(p);
  if (!cs_parse_force(p, CS_TOKEN_COLON) ||
      !cs_parse_block(p, "'try' statement", start->line, &body))
    return NULL;
  if (!cs_at(p, CS_TOKEN_KW_EXCEPT) && !cs_at(p, CS_TOKEN_KW_FINALLY))
    return cs_parse_error_last(p, "expected 'except' or 'finally' block");
  if (!parse_handlers(p, &star, &handlers)) return NULL;
  if (handlers.n && !parse_else(p, &orelse)) return NULL;
  if (!parse_finally(p, &finalbody)) return NULL;
  cs_node *n =
      cs_parse_new(p, star == 1 ? CS_NODE_TRY_STAR : CS_NODE_TRY, start);
  if (!n) return NULL;
  n->try_stmt.body = body;
  n->try_stmt.handlers = handlers;
  n->try_stmt.orelse = orelse;
  n->try_stmt.finalbody = finalbody;
  return n;
}

/* --- def, class ---------------------------------------------------------- */

/* CPython treats `-> x` as absent if x is broken, then misses the colon. */
static bool parse_returns(cs_parser *p, cs_node **out) {
  const cs_token *arrow = p->t;
  *out = NULL;
  if (!cs_accept(p, CS_TOKEN_ARROW)) return true;
  cs_parse_mark mark = cs_parse_try(p);
  *out = cs_parse_expression(p);
  cs_parse_end_try(p, mark, !*out);
  if (*out || p->status != CS_OK) return *out != NULL;
  cs_parse_error_token(p, arrow, "expected ':'");
  return false;
}

/* Broken type parameters are no type parameters: then '(' is missing. */
static bool parse_def_params(cs_parser *p, cs_node_list *out) {
  const cs_token *open = p->t;
  if (cs_parse_type_params(p, out)) return true;
  if (p->u->failed || p->status == CS_ELIMIT || p->mute) return false;
  p->status = CS_OK;
  cs_parse_error_token(p, open, "expected '('");
  return false;
}

static cs_node *parse_def(cs_parser *p, const cs_token *start, bool async,
                          cs_node_list decorators) {
  uint32_t line = p->t->line;
  cs_next(p);
  const cs_token *name = p->t;
  cs_node_list type_params, body;
  cs_node *returns = NULL;
  if (!cs_parse_expect(p, CS_TOKEN_NAME) ||
      !parse_def_params(p, &type_params) || !cs_parse_force(p, CS_TOKEN_LPAR))
    return NULL;
  cs_node *args = cs_parse_parameters(p, CS_TOKEN_RPAR);
  if (!args || !cs_parse_expect(p, CS_TOKEN_RPAR)) return NULL;
  if (!parse_returns(p, &returns)) return NULL;
  if (!cs_parse_force(p, CS_TOKEN_COLON) ||
      !cs_parse_block(p, "function definition", line, &body))
    return NULL;
  cs_node *n = cs_parse_new(
      p, async ? CS_NODE_ASYNC_FUNCTION_DEF : CS_NODE_FUNCTION_DEF, start);
  if (!n) return NULL;
  n->name = name->name;
  n->function.args = args;
  n->function.body = body;
  n->function.decorator_list = decorators;
  n->function.returns = returns;
  n->function.type_params = type_params;
  return n;
}

static cs_node *parse_class(cs_parser *p, cs_node_list decorators) {
  const cs_token *start = p->t;
  cs_next(p);
  const cs_token *name = p->t;
  cs_node_list type_params, bases = {0}, keywords = {0}, body;
  if (!cs_parse_expect(p, CS_TOKEN_NAME) ||
      !cs_parse_type_params(p, &type_params))
    return NULL;
  if (cs_at(p, CS_TOKEN_LPAR) &&
      !cs_parse_arguments(p, false, &bases, &keywords))
    return NULL;
  if (!cs_parse_colon(p) ||
      !cs_parse_block(p, "class definition", start->line, &body))
    return NULL;
  cs_node *n = cs_parse_new(p, CS_NODE_CLASS_DEF, start);
  if (!n) return NULL;
  n->name = name->name;
  n->class_def.bases = bases;
  n->class_def.keywords = keywords;
  n->class_def.body = body;
  n->class_def.decorator_list = decorators;
  n->class_def.type_params = type_params;
  return n;
}

static cs_node *parse_decorated(cs_parser *p) {
  uint32_t mark = p->sp;
  cs_node_list list;
  while (cs_accept(p, CS_TOKEN_AT)) {
    cs_node *d = cs_parse_named(p);
    if (!d || !cs_parse_push(p, d) || !cs_parse_expect(p, CS_TOKEN_NEWLINE))
      return NULL;
  }
  if (!cs_parse_take_list(p, mark, &list)) return NULL;
  const cs_token *start = p->t;
  if (cs_at(p, CS_TOKEN_KW_CLASS)) return parse_class(p, list);
  if (cs_at(p, CS_TOKEN_KW_DEF)) return parse_def(p, start, false, list);
  if (!cs_at(p, CS_TOKEN_KW_ASYNC)) return cs_parse_fail(p);
  cs_next(p);
  if (!cs_at(p, CS_TOKEN_KW_DEF)) return cs_parse_fail(p);
  return parse_def(p, start, true, list);
}

static cs_node *parse_async(cs_parser *p) {
  const cs_token *start = p->t;
  cs_next(p);
  switch ((int)p->t->kind) {
    case CS_TOKEN_KW_DEF: return parse_def(p, start, true, (cs_node_list){0});
    case CS_TOKEN_KW_FOR: return parse_for(p, start, true);
    case CS_TOKEN_KW_WITH: return parse_with(p, start, true);
    default: return cs_parse_fail(p);
  }
}

/* A compound statement, or NULL without failure if none begins here. */
static cs_node *parse_compound(cs_parser *p, bool *found) {
  *found = true;
  switch ((int)p->t->kind) {
    case CS_TOKEN_KW_IF: return parse_if(p);
    case CS_TOKEN_KW_WHILE: return parse_while(p);
    case CS_TOKEN_KW_FOR: return parse_for(p, p->t, false);
    case CS_TOKEN_KW_WITH: return parse_with(p, p->t, false);
    case CS_TOKEN_KW_TRY: return parse_try(p);
    case CS_TOKEN_KW_DEF: return parse_def(p, p->t, false, (cs_node_list){0});
    case CS_TOKEN_KW_CLASS: return parse_class(p, (cs_node_list){0});
    case CS_TOKEN_AT: return parse_decorated(p);
    case CS_TOKEN_KW_ASYNC: return parse_async(p);
    case CS_TOKEN_NAME:
      if (p->t->name == CS_NAME_MATCH) return cs_parse_match(p, found);
      break;
    default: break;
  }
  *found = false;
  return NULL;
}

bool cs_parse_statement(cs_parser *p) {
  bool found;
  if (!cs_parse_enter(p)) return cs_parse_too_deep(p), false;
  cs_node *n = parse_compound(p, &found);
  bool ok = found ? n && cs_parse_push(p, n)
                  : p->status == CS_OK && cs_parse_simple_line(p);
  cs_parse_leave(p);
  return ok;
}
