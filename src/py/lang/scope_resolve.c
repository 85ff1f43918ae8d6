/*
 * scope_resolve.c - where every symbol lives.
 *
 * Scopes are visited from the outside in, so that everything a scope may
 * capture is known when it is reached.  `slots[name]` is now the innermost
 * symbol that inner functions would capture: locals and free variables of
 * functions, names declared global (which hide outer ones), the implicit cells
 * of classes.  Names bound in a class or module body are not in it.
 *
 * A capture across several functions makes a FREE symbol in each one between;
 * these are put into `slots` too, so the next capture ends at the nearest.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>

#include "py/lang/scoper.h"

enum { PUSHED = 1 }; /* cs_symbol.spare during this pass */

static void push(cs_scoper *sc, cs_symbol *s) {
  assert(s->spare == 0);
  s->spare = PUSHED;
  s->shadow = sc->slots[s->name];
  sc->slots[s->name] = s;
}

static void pop(cs_scoper *sc, cs_symbol *s) {
  if (!s || s->spare != PUSHED) return;
  s->spare = 0;
  sc->slots[s->name] = s->shadow;
}

static bool is_global(const cs_symbol *s) {
  return s->access == CS_ACCESS_GLOBAL_EXPLICIT;
}

/* Somebody captures `t`. */
static void capture(cs_symbol *t) {
  cs_scope *in = t->scope;
  if (t->access == CS_ACCESS_LOCAL) t->access = CS_ACCESS_CELL;
  if (t->access != CS_ACCESS_CELL) return;
  in->flags |= CS_SCOPE_HAS_CELLS;
  if (t == in->class_cell) in->flags |= CS_SCOPE_CLASS_CELL;
  if (t == in->classdict) in->flags |= CS_SCOPE_CLASSDICT;
}

static void set_free(cs_symbol *s, cs_symbol *from, cs_access access) {
  s->access = (uint8_t)access;
  s->outer = from;
  s->scope->flags |= CS_SCOPE_HAS_FREE;
  capture(from);
}

/* A class whose own symbol already takes its cell from outside can pass that
 * on; otherwise a symbol for passing only is added. */
static cs_symbol *passing(cs_scoper *sc, cs_scope *frame, cs_name name) {
  cs_symbol *own =
      frame->kind == CS_SCOPE_CLASS ? cs_scope_find(frame, name) : NULL;
  if (own &&
      (own->access == CS_ACCESS_FREE || own->access == CS_ACCESS_CLASS_FREE))
    return own;
  cs_symbol *s = cs_scoper_append(sc->scratch, frame, name, CS_SYM_PASS);
  if (!s) cs_scoper_full(sc);
  return s;
}

/* Make the cell of `t` available in `frame`, which is further in: a symbol in
 * every frame on the way.  Returns the one in `frame`. */
static cs_symbol *carry(cs_scoper *sc, cs_scope *frame, cs_symbol *t) {
  cs_symbol *first = NULL, *inner = NULL;
  for (; frame != t->scope->frame; frame = frame->parent->frame) {
    cs_symbol *s = passing(sc, frame, t->name);
    if (!s) return NULL;
    if (inner) inner->outer = inner->shadow = s;
    if (!first) first = s;
    bool known = s->outer != NULL; /* the rest of the way exists */
    if (!known) set_free(s, t, CS_ACCESS_FREE);
    s->spare = PUSHED;
    s->shadow = t;
    inner = s;
    if (known) break;
  }
  if (!first) return t;
  sc->slots[t->name] = first;
  return first;
}

/* `s` means the variable `t` of an outer scope. */
static bool borrow(cs_scoper *sc, cs_symbol *s, cs_symbol *t) {
  cs_scope *in = s->scope;
  if (cs_scope_is_inlined(in)) {
    cs_symbol *home = carry(sc, in->frame, t);
    if (!home) return false;
    s->home = home;
    return true;
  }
  cs_symbol *from = carry(sc, in->parent->frame, t);
  if (!from) return false;
  bool weak = in->kind == CS_SCOPE_CLASS && !(s->flags & CS_SYM_NONLOCAL);
  set_free(s, from, weak ? CS_ACCESS_CLASS_FREE : CS_ACCESS_FREE);
  return true;
}

static bool fail_directive(cs_scoper *sc, const cs_symbol *s,
                           const char *format) {
  const cs_directive *found = NULL;
  for (const cs_directive *d = sc->directives; d; d = d->next)
    if (d->scope == s->scope && d->name == s->name) found = d;
  assert(found);
  char text[200];
  cs_unit *u = sc->u;
  const cs_name_entry *e = cs_name_at(&u->names, s->name);
  uint32_t len = e->len > 100 ? 100 : e->len, n = 0;
  for (const char *f = format; *f; f++) {
    if (*f != '%') {
      text[n++] = *f;
      continue;
    }
    for (uint32_t i = 0; i < len; i++) text[n++] = e->bytes[i];
  }
  return cs_scoper_fail(sc, found->node, "%.*s", (int)n, text);
}

static bool is_bound(const cs_symbol *s) {
  const unsigned any = CS_SYM_PARAM | CS_SYM_ASSIGNED | CS_SYM_TYPE_PARAM |
                       CS_SYM_COMP_ITER | CS_SYM_DELETED | CS_SYM_IMPORTED;
  return (s->flags & any) != 0;
}

static bool resolve(cs_scoper *sc, cs_symbol *s) {
  bool function = cs_scoper_is_function(s->scope);
  cs_symbol *t = sc->slots[s->name];
  bool hidden = t && is_global(t);
  if (hidden) t = NULL;
  if (s->flags & CS_SYM_GLOBAL) {
    if (s->flags & CS_SYM_NONLOCAL)
      return fail_directive(sc, s, "name '%' is nonlocal and global");
    s->access = CS_ACCESS_GLOBAL_EXPLICIT;
    return true;
  }
  if (s->flags & CS_SYM_NONLOCAL) {
    if (s->scope->kind == CS_SCOPE_MODULE)
      return fail_directive(sc, s,
                            "nonlocal declaration not allowed at module level");
    if (!t) return fail_directive(sc, s, "no binding for nonlocal '%' found");
    if (t->flags & CS_SYM_TYPE_PARAM)
      return fail_directive(
          sc, s, "nonlocal binding not allowed for type parameter '%'");
    return borrow(sc, s, t);
  }
  if (hidden && s->scope->kind == CS_SCOPE_MODULE) { /* see mark_declared */
    s->access = CS_ACCESS_GLOBAL_EXPLICIT;
    return true;
  }
  if (is_bound(s)) {
    s->access = function ? CS_ACCESS_LOCAL : CS_ACCESS_NAME;
    return true;
  }
  if (t) return borrow(sc, s, t);
  s->access = function ? CS_ACCESS_GLOBAL : CS_ACCESS_NAME;
  return true;
}

/* The cells every class may offer: no symbol of the body, so that they are
 * listed only if a method wants them. */
static cs_symbol *class_cell(cs_scoper *sc, cs_scope *s, cs_name name) {
  cs_symbol *cell = cs_scratch_zero(sc->scratch, sizeof *cell);
  if (!cell) return cs_scoper_full(sc), NULL;
  cell->name = name;
  cell->flags = CS_SYM_SELF_CELL;
  cell->access = CS_ACCESS_LOCAL;
  cell->scope = s;
  cell->home = cell;
  push(sc, cell);
  return cell;
}

static bool open_class(cs_scoper *sc, cs_scope *s) {
  s->class_cell = class_cell(sc, s, CS_NAME_DUNDER_CLASS);
  if (!s->class_cell) return false;
  s->classdict = class_cell(sc, s, CS_NAME_DUNDER_CLASSDICT);
  return s->classdict != NULL;
}

/* Keep an implicit cell that was captured, drop it otherwise. */
static cs_symbol *keep_cell(cs_scope *s, cs_symbol *cell) {
  if (cell->access != CS_ACCESS_CELL) return NULL;
  cell->index = s->n_symbols++;
  if (s->last)
    s->last->next = cell;
  else
    s->symbols = cell;
  s->last = cell;
  return cell;
}

static bool enter(cs_scoper *sc, cs_scope *s) {
  for (cs_symbol *y = s->symbols; y; y = y->next)
    if (!(y->flags & CS_SYM_PASS) && !resolve(sc, y)) return false;
  if (s->kind == CS_SCOPE_CLASS) return open_class(sc, s);
  if (s->kind == CS_SCOPE_MODULE) return true;
  for (cs_symbol *y = s->symbols; y; y = y->next)
    if (y->home == y && y->access != CS_ACCESS_GLOBAL && y->spare == 0)
      push(sc, y);
  return true;
}

static void leave(cs_scoper *sc, cs_scope *s) {
  for (cs_symbol *y = s->symbols; y; y = y->next) pop(sc, y);
  if (s->kind != CS_SCOPE_CLASS) return;
  pop(sc, s->class_cell);
  pop(sc, s->classdict);
  s->class_cell = keep_cell(s, s->class_cell);
  s->classdict = keep_cell(s, s->classdict);
}

/* A name that any function declares global is also global to the statements of
 * the module itself, as in CPython: exec() with two namespaces keeps it in
 * the globals, not in the locals. */
static void mark_declared(cs_scoper *sc, cs_symbol *mark) {
  for (const cs_directive *d = sc->directives; d; d = d->next)
    if (d->node->kind == CS_NODE_GLOBAL) sc->slots[d->name] = mark;
}

bool cs_scoper_resolve(cs_scoper *sc) {
  cs_scope *s = sc->u->top;
  cs_symbol global = {.access = CS_ACCESS_GLOBAL_EXPLICIT};
  mark_declared(sc, &global);
  bool entered = enter(sc, s);
  mark_declared(sc, NULL);
  if (!entered) return false;
  for (;;) {
    if (s->first_child) {
      s = s->first_child;
      if (!enter(sc, s)) return false;
      continue;
    }
    leave(sc, s);
    while (!s->sibling) {
      s = s->parent;
      if (!s) return true;
      leave(sc, s);
    }
    s = s->sibling;
    if (!enter(sc, s)) return false;
  }
}
