/*
 * scoper.h - state shared by the files of the scope pass.
 *
 *   scope.c          entry, scopes, symbols, errors
 *   scope_stmt.c     statements
 *   scope_expr.c     expressions and comprehensions
 *   scope_pattern.c  match patterns and their rules
 *   scope_resolve.c  where every symbol lives
 *
 * CPython finds some errors while it builds symbol tables and others only when
 * it generates code.  We see both in one walk; an error of the second kind is
 * kept back (`late`) until the walk and the resolution ended without one of
 * the first.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_LANG_SCOPER_H
#define CS_LANG_SCOPER_H

#include "py/lang/scope.h"

typedef enum cs_jump {
  CS_JUMP_NONE,        /* not in a loop                                    */
  CS_JUMP_LOOP,        /* innermost block that matters is a loop           */
  CS_JUMP_STAR_HANDLER /* ... is an except* handler                        */
} cs_jump;

/* What break, continue and return may do here; saved around functions. */
typedef struct cs_flow {
  cs_jump jump;
  bool star_handler; /* inside any except* handler of this function        */
  uint32_t blocks;   /* nested loops, with, try                            */
  const cs_node *late_return; /* first return of a value                   */
} cs_flow;

/* A global or nonlocal statement, kept for messages. */
typedef struct cs_directive {
  cs_name name;
  const cs_scope *scope;
  const cs_node *node;
  struct cs_directive *next;
} cs_directive;

typedef struct cs_scoper {
  cs_unit *u;
  cs_scratch *scratch;
  cs_scope *cur;
  cs_symbol **slots; /* by name: innermost symbol                          */
  uint32_t n_slots;
  uint32_t depth;
  cs_status status;
  cs_flow flow;
  uint32_t iterables; /* > 0: in the iterable of a comprehension        */
  bool comp_target;   /* binding the targets of a comprehension         */
  bool futures_over;  /* from __future__ is no longer allowed           */
  cs_directive *directives;
  bool has_late;
  cs_syntax_error late;
} cs_scoper;

/* --- errors; all return false -------------------------------------------- */

bool cs_scoper_full(cs_scoper *sc);
bool cs_scoper_fail(cs_scoper *sc, const cs_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* An error CPython finds when generating code; the walk goes on. */
void cs_scoper_late(cs_scoper *sc, const cs_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool cs_scoper_too_deep(cs_scoper *sc);

static inline bool cs_scoper_enter(cs_scoper *sc) {
  return ++sc->depth <= CS_SCOPE_DEPTH || cs_scoper_too_deep(sc);
}
static inline void cs_scoper_leave(cs_scoper *sc) {
  sc->depth--;
}

/* Text of a name for messages: "%.*s" with CS_NAME_ARGS(sc, id). */
#define CS_NAME_ARGS(sc, id)                   \
  (int)cs_name_at(&(sc)->u->names, (id))->len, \
      cs_name_at(&(sc)->u->names, (id))->bytes

/* --- scopes and symbols -------------------------------------------------- */

cs_scope *cs_scoper_open(cs_scoper *sc, cs_scope_kind kind, cs_node *node,
                         cs_name name);
void cs_scoper_close(cs_scoper *sc);

static inline bool cs_scoper_is_function(const cs_scope *s) {
  return s->kind >= CS_SCOPE_FUNCTION;
}
static inline bool cs_scoper_is_comp(const cs_scope *s) {
  return s->kind >= CS_SCOPE_GENEXPR && s->kind <= CS_SCOPE_DICTCOMP;
}
static inline bool cs_scoper_is_type(const cs_scope *s) {
  return s->kind >= CS_SCOPE_TYPE_PARAMS;
}

/* The symbol of `name` in the current scope, made if new, with `flags` added.
 * The name is mangled first.  NULL at the scratch limit. */
cs_symbol *cs_scoper_touch(cs_scoper *sc, cs_name name, unsigned flags);
/* The same in a given enclosing scope, without mangling. */
cs_symbol *cs_scoper_touch_in(cs_scoper *sc, cs_scope *in, cs_name name,
                              unsigned flags);
/* Bind `name` at `at`: refuses __debug__ and conflicts in comprehensions. */
cs_symbol *cs_scoper_bind(cs_scoper *sc, cs_name name, unsigned flags,
                          const cs_node *at);
cs_name cs_scoper_mangle(cs_scoper *sc, cs_name name);
bool cs_scoper_direct(cs_scoper *sc, cs_name name, const cs_node *at);

/* Append a symbol that no name lookup finds. */
cs_symbol *cs_scoper_append(cs_scratch *scratch, cs_scope *in, cs_name name,
                            unsigned flags);

/* --- the walk ------------------------------------------------------------ */

bool cs_scoper_stmts(cs_scoper *sc, const cs_node_list *list);
bool cs_scoper_expr(cs_scoper *sc, cs_node *n); /* NULL is fine */
bool cs_scoper_exprs(cs_scoper *sc, const cs_node_list *list);
/* Elements that may be starred. */
bool cs_scoper_star_exprs(cs_scoper *sc, const cs_node_list *list);
bool cs_scoper_call(cs_scoper *sc, const cs_node *at, const cs_node_list *args,
                    const cs_node_list *keywords);
/* Defaults are visited here; names are bound in the current scope. */
bool cs_scoper_defaults(cs_scoper *sc, const cs_node *args);
bool cs_scoper_params(cs_scoper *sc, cs_node *args, const cs_node *at);
bool cs_scoper_match(cs_scoper *sc, cs_node *n);
void cs_scoper_check_debug(cs_scoper *sc, cs_name name, const cs_node *at);

/* --- resolution ---------------------------------------------------------- */

bool cs_scoper_resolve(cs_scoper *sc);

/* Looking for one thing that is written twice, among very many without being
 * slow.  In: `n` things with a number each, that is the same if they are. */
typedef struct cs_twice {
  const void *of;
  uint32_t n;
  uint64_t (*key)(const void *of, uint32_t i);
  bool (*same)(const void *of, uint32_t i, uint32_t j);
  bool by_again; /* out: the pair whose second is first, not whose first is */
  uint32_t first, again; /* out: `n` if there is none */
} cs_twice;

/* False: no space. */
bool cs_scoper_twice(cs_scoper *sc, cs_twice *t);

#endif
