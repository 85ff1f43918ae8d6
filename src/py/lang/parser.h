/*
 * parser.h - state and helpers shared by the files of the parser.
 *
 *   parse.c          entry, helpers, errors
 *   parse_expr.c     operators, primaries, conditional, lambda
 *   parse_atom.c     displays, comprehensions, groups, names
 *   parse_call.c     call arguments
 *   parse_param.c    parameters of def and lambda, type parameters
 *   parse_target.c   assignment targets
 *   parse_simple.c   simple statements
 *   parse_block.c    compound statements
 *   parse_pattern.c  patterns of match
 *   parse_string.c   string literals and f-strings; literal.c their values
 *
 * A function that fails returns NULL or false with `status` set; callers only
 * pass that on.  A failure without a message of its own is "invalid syntax" at
 * the furthest token.  While `mute` is set nothing is recorded: that is how
 * alternatives are tried, and how the second look at a broken statement finds
 * out which message fits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_PARSER_H
#define CS_LANG_PARSER_H

#include "py/lang/parse.h"
#include "py/lang/token.h"

typedef struct cs_parser {
  cs_unit *u;
  cs_scratch *scratch;
  const cs_token *t;    /* next token                                       */
  const cs_token *far;  /* furthest token looked at                         */
  const cs_token *seen; /* the same, second looks included                 */
  cs_token_list tokens;
  cs_status status;
  uint32_t depth;  /* nesting of the recursion                              */
  uint32_t mute;   /* > 0: trying, errors are not recorded                  */
  uint32_t blames; /* nesting of unmuted second looks                      */
  uint32_t fields; /* > 0: inside a replacement field of an f-string       */
  cs_node **stack; /* nodes of lists under construction                    */
  uint32_t sp, stack_cap;
} cs_parser;

typedef struct cs_parse_mark {
  const cs_token *t, *far;
  uint32_t sp, depth;
} cs_parse_mark;

/* --- tokens -------------------------------------------------------------- */

static inline bool cs_at(const cs_parser *p, cs_token_kind kind) {
  return p->t->kind == kind;
}

static inline void cs_next(cs_parser *p) {
  p->t++;
}

static inline bool cs_accept(cs_parser *p, cs_token_kind kind) {
  if (p->t->kind != kind) return false;
  p->t++;
  return true;
}

/* Accept `kind` or fail with "invalid syntax". */
bool cs_parse_expect(cs_parser *p, cs_token_kind kind);

/* Accept `kind` or fail with "expected '<kind>'" at the token found. */
bool cs_parse_force(cs_parser *p, cs_token_kind kind);

/* Can an expression start with this token? */
bool cs_parse_is_start(cs_token_kind kind);

/* --- failure ------------------------------------------------------------- */

/* Note that the parser looked at `t`: generic errors go to the furthest token
 * seen. */
static inline void cs_parse_see(cs_parser *p, const cs_token *t) {
  if (t > p->far) p->far = t;
}

static inline void cs_parse_note(cs_parser *p, const cs_token *t) {
  if (t > p->seen) p->seen = t;
}

/* "invalid syntax" here.  Returns NULL so that callers can return it. */
void *cs_parse_fail(cs_parser *p);

/* The scratch is exhausted. */
void *cs_parse_full(cs_parser *p);

/* A message with a range; cs_parse_error_last uses the next token, which is
 * where CPython puts messages without a place of their own. */
void *cs_parse_error(cs_parser *p, cs_text_range range, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void *cs_parse_error_node(cs_parser *p, const cs_node *n, const char *format,
                          ...) __attribute__((format(printf, 3, 4)));
void *cs_parse_error_token(cs_parser *p, const cs_token *t, const char *format,
                           ...) __attribute__((format(printf, 3, 4)));
void *cs_parse_error_last(cs_parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void *cs_parse_error_indent(cs_parser *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

cs_text_range cs_range_nodes(const cs_node *from, const cs_node *to);
cs_text_range cs_range_node_token(const cs_node *from, const cs_token *to);
cs_text_range cs_range_tokens(const cs_token *from, const cs_token *to);

/* From a node or token up to the end of `next`, counted the way CPython does
 * when it means "up to where I have read". */
cs_text_range cs_parse_range_up_to(const cs_node *from, const cs_token *next);

/* What CPython calls an expression in "cannot assign to ...". */
const char *cs_parse_expr_name(const cs_node *n);

/* --- trying -------------------------------------------------------------- */

cs_parse_mark cs_parse_try(cs_parser *p); /* mutes */
/* Unmute.  With `back` return to the mark and forget any failure but the
 * limit; without it keep what was parsed. */
void cs_parse_end_try(cs_parser *p, cs_parse_mark mark, bool back);
/* End a second look at something broken: go back and forget how far it saw;
 * only brackets that are never closed care about that. */
void cs_parse_end_look(cs_parser *p, cs_parse_mark mark);

/* --- depth --------------------------------------------------------------- */

static inline bool cs_parse_enter(cs_parser *p) {
  return ++p->depth <= CS_PARSE_DEPTH;
}
static inline void cs_parse_leave(cs_parser *p) {
  p->depth--;
}
void *cs_parse_too_deep(cs_parser *p);

/* --- nodes --------------------------------------------------------------- */

/* A node from `start` to the last accepted token. */
cs_node *cs_parse_new(cs_parser *p, cs_node_kind kind, const cs_token *start);
/* The same, starting where node `left` starts. */
cs_node *cs_parse_new_at(cs_parser *p, cs_node_kind kind, const cs_node *left);

/* Lists: remember p->sp, push, then take everything above the mark. */
bool cs_parse_push(cs_parser *p, cs_node *n);
bool cs_parse_take_list(cs_parser *p, uint32_t mark, cs_node_list *out);

/* --- grammar ------------------------------------------------------------- */

cs_node *cs_parse_expression(cs_parser *p);
cs_node *cs_parse_named(cs_parser *p);            /* named_expression       */
cs_node *cs_parse_star_named(cs_parser *p);       /* star_named_expression  */
cs_node *cs_parse_star_expressions(cs_parser *p); /* x, *y  -> Tuple        */
cs_node *cs_parse_expressions(cs_parser *p);      /* x, y without stars     */
cs_node *cs_parse_yield(cs_parser *p);
cs_node *cs_parse_disjunction(cs_parser *p);
cs_node *cs_parse_bitwise_or(cs_parser *p);
cs_node *cs_parse_primary(cs_parser *p);
cs_node *cs_parse_atom(cs_parser *p);
cs_node *cs_parse_string(cs_parser *p);
cs_node *cs_parse_number(cs_parser *p);
cs_node *cs_parse_name(cs_parser *p); /* NAME node, Load */

/* `at` is on '('; fills args and keywords of a call or class. */
bool cs_parse_arguments(cs_parser *p, bool genexp, cs_node_list *args,
                        cs_node_list *keywords);

/* One or more for/if clauses; `at` is on for or async. */
bool cs_parse_for_if(cs_parser *p, cs_node_list *out);
static inline bool cs_parse_at_for(cs_parser *p) {
  if (p->t->kind == CS_TOKEN_KW_FOR) return true;
  if (p->t->kind != CS_TOKEN_KW_ASYNC) return false;
  cs_parse_see(p, p->t + 1);
  return p->t[1].kind == CS_TOKEN_KW_FOR;
}
/* Last node of a clause, for ranges of messages. */
const cs_node *cs_parse_clause_end(const cs_node_list *clauses);

/* Parameters up to, not including, `end` (RPAR or COLON). */
cs_node *cs_parse_parameters(cs_parser *p, cs_token_kind end);
bool cs_parse_type_params(cs_parser *p, cs_node_list *out); /* at '[' or not */

typedef enum cs_target {
  CS_TARGET_ASSIGN,
  CS_TARGET_DELETE,
  CS_TARGET_FOR
} cs_target;

/* Targets of `for`, up to `in`; the target of `as` in a with item. */
cs_node *cs_parse_for_targets(cs_parser *p);
cs_node *cs_parse_star_target(cs_parser *p);
/* The part of `n` that cannot be a target, or NULL. */
const cs_node *cs_parse_bad_target(const cs_node *n, cs_target kind);
/* Fail with "cannot assign to ..." or "cannot delete ...". */
void *cs_parse_target_error(cs_parser *p, const cs_node *bad, cs_target kind);
/* Something between `start` and a failure is no target: CPython saw no further
 * than the end of what could be one. */
void cs_parse_stop_at_target(cs_parser *p, const cs_token *start,
                             const cs_token *far);
/* Make `n` and its parts Store or Del. */
void cs_parse_set_ctx(cs_node *n, cs_expr_ctx ctx);
/* `n` is followed by '=' where none may be: find CPython's message for it,
 * or do nothing. */
void cs_parse_blame_equals(cs_parser *p, const cs_node *n);

/* `n` is followed by ':=' but is no name. */
cs_node *cs_parse_blame_walrus(cs_parser *p, const cs_node *n);

/* Append the statements of one logical line or one compound statement. */
bool cs_parse_statement(cs_parser *p);
bool cs_parse_simple_line(cs_parser *p);
cs_node *cs_parse_simple(cs_parser *p);
/* A block behind its ':'; `what` and `line` name the statement in the message
 * about missing indentation. */
bool cs_parse_block(cs_parser *p, const char *what, uint32_t line,
                    cs_node_list *out);
/* ':' of a header for which CPython says "expected ':'" only at line end. */
bool cs_parse_colon(cs_parser *p);
/* A match statement if there is one (`*found`); NULL without an error when
 * `match` turns out to be an ordinary name. */
cs_node *cs_parse_match(cs_parser *p, bool *found);

#endif
