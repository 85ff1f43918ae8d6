/*
 * scope.c - scopes, symbols, and the order of the passes.
 *
 * Looking a name up is an array access: `slots[name]` is the innermost symbol
 * of that name, and each symbol remembers the one it hides (`shadow`).
 * Closing a scope puts its symbols' shadows back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/scope.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "py/lang/scoper.h"

/* --- errors -------------------------------------------------------------- */

bool cs_scoper_full(cs_scoper *sc) {
  sc->status = CS_ELIMIT;
  return false;
}

/* After parsing CPython counts columns in bytes. */
static void set_columns(cs_syntax_error *e, const cs_node *at) {
  e->col = (int32_t)at->col + 1;
  e->end_col = (int32_t)at->end_col + 1;
}

bool cs_scoper_fail(cs_scoper *sc, const cs_node *at, const char *format, ...) {
  if (sc->status != CS_OK) return false;
  cs_text_range range = {at->line, at->col, at->end_line, at->end_col};
  va_list args;
  va_start(args, format);
  sc->status = cs_unit_vfail(sc->u, CS_ERROR_SYNTAX, range, format, args);
  va_end(args);
  set_columns(&sc->u->error, at);
  return false;
}

void cs_scoper_late(cs_scoper *sc, const cs_node *at, const char *format, ...) {
  if (sc->has_late) return;
  cs_text_range range = {at->line, at->col, at->end_line, at->end_col};
  va_list args;
  va_start(args, format);
  cs_unit_vfail(sc->u, CS_ERROR_SYNTAX, range, format, args);
  va_end(args);
  set_columns(&sc->u->error, at);
  sc->late = sc->u->error;
  sc->has_late = true;
  sc->u->failed = false;
}

bool cs_scoper_too_deep(cs_scoper *sc) {
  if (sc->status != CS_OK) return false;
  sc->status = CS_ESYNTAX;
  sc->u->failed = true;
  sc->u->error = (cs_syntax_error){.kind = CS_ERROR_RECURSION};
  snprintf(sc->u->error.text, sizeof sc->u->error.text,
           "maximum recursion depth exceeded during compilation");
  return false;
}

/* --- things written twice ------------------------------------------------ */

/* A better pair than the one before. */
static void note_twice(cs_twice *t, uint32_t i, uint32_t j) {
  if (t->first < t->n && (t->by_again ? t->again <= j : t->first <= i)) return;
  t->first = i;
  t->again = j;
}

bool cs_scoper_twice(cs_scoper *sc, cs_twice *t) {
  uint32_t cap = 4;
  t->first = t->again = t->n;
  if (t->n < 2) return true;
  while (cap < 2 * t->n) cap *= 2;
  uint32_t *slot = cs_scratch_zero(sc->scratch, cap * sizeof *slot);
  if (!slot) return cs_scoper_full(sc);
  for (uint32_t j = 0; j < t->n; j++) {
    uint64_t key = t->key(t->of, j) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t at = (uint32_t)(key >> 32) & (cap - 1);
    while (slot[at] && !t->same(t->of, slot[at] - 1, j))
      at = (at + 1) & (cap - 1);
    if (slot[at])
      note_twice(t, slot[at] - 1, j);
    else
      slot[at] = j + 1;
  }
  return true;
}

/* --- symbols ------------------------------------------------------------- */

static bool grow_slots(cs_scoper *sc, cs_name name) {
  uint32_t n = sc->u->names.n + 64;
  if (name >= n) return cs_scoper_full(sc); /* cannot happen: names only grow */
  cs_symbol **slots = cs_scratch_zero(sc->scratch, n * sizeof *slots);
  if (!slots) return cs_scoper_full(sc);
  if (sc->n_slots) memcpy(slots, sc->slots, sc->n_slots * sizeof *slots);
  sc->slots = slots;
  sc->n_slots = n;
  return true;
}

cs_symbol *cs_scoper_append(cs_scratch *scratch, cs_scope *in, cs_name name,
                            unsigned flags) {
  cs_symbol *s = cs_scratch_zero(scratch, sizeof *s);
  if (!s) return NULL;
  s->name = name;
  s->flags = (uint16_t)flags;
  s->index = in->n_symbols++;
  s->scope = in;
  s->home = s;
  if (in->last)
    in->last->next = s;
  else
    in->symbols = s;
  in->last = s;
  return s;
}

cs_name cs_scoper_mangle(cs_scoper *sc, cs_name name) {
  if (sc->cur->cls == CS_NAME_NONE) return name;
  return cs_name_mangle(&sc->u->names, sc->cur->cls, name);
}

cs_symbol *cs_scoper_touch(cs_scoper *sc, cs_name name, unsigned flags) {
  name = cs_scoper_mangle(sc, name);
  if (name == CS_NAME_NONE) return cs_scoper_full(sc), NULL;
  if (name >= sc->n_slots && !grow_slots(sc, name)) return NULL;
  cs_symbol *s = sc->slots[name];
  if (s && s->scope == sc->cur) {
    s->flags |= (uint16_t)flags;
    return s;
  }
  cs_symbol *made = cs_scoper_append(sc->scratch, sc->cur, name, flags);
  if (!made) return cs_scoper_full(sc), NULL;
  made->shadow = s;
  sc->slots[name] = made;
  return made;
}

cs_symbol *cs_scoper_touch_in(cs_scoper *sc, cs_scope *in, cs_name name,
                              unsigned flags) {
  assert(name < sc->n_slots);
  cs_symbol **link = &sc->slots[name];
  while (*link && (*link)->scope->depth > in->depth) link = &(*link)->shadow;
  if (*link && (*link)->scope == in) {
    (*link)->flags |= (uint16_t)flags;
    return *link;
  }
  cs_symbol *made = cs_scoper_append(sc->scratch, in, name, flags);
  if (!made) return cs_scoper_full(sc), NULL;
  made->shadow = *link;
  *link = made;
  return made;
}

void cs_scoper_check_debug(cs_scoper *sc, cs_name name, const cs_node *at) {
  if (name == CS_NAME_DUNDER_DEBUG)
    cs_scoper_late(sc, at, "cannot assign to __debug__");
}

cs_symbol *cs_scoper_bind(cs_scoper *sc, cs_name name, unsigned flags,
                          const cs_node *at) {
  cs_scoper_check_debug(sc, name, at);
  if (!sc->comp_target) return cs_scoper_touch(sc, name, flags);
  cs_symbol *s = cs_scoper_touch(sc, name, flags | CS_SYM_COMP_ITER);
  if (!s || !(s->flags & CS_SYM_WALRUS)) return s;
  cs_scoper_fail(sc, at,
                 "comprehension inner loop cannot rebind assignment "
                 "expression target '%.*s'",
                 CS_NAME_ARGS(sc, name));
  return NULL;
}

bool cs_scoper_direct(cs_scoper *sc, cs_name name, const cs_node *at) {
  cs_directive *d = cs_scratch_take(sc->scratch, sizeof *d);
  if (!d) return cs_scoper_full(sc);
  *d = (cs_directive){name, sc->cur, at, sc->directives};
  sc->directives = d;
  return true;
}

/* --- scopes -------------------------------------------------------------- */

static bool has_own_qualname(const cs_scope *s) {
  return !cs_scoper_is_type(s);
}

/* "outer.<locals>.name"; a name declared global belongs to nobody. */
static bool set_qualname(cs_scoper *sc, cs_scope *s) {
  const cs_scope *up = s->parent;
  while (up && !has_own_qualname(up)) up = up->parent;
  const cs_name_entry *e = cs_name_at(&sc->u->names, s->name);
  s->qualname = e->bytes;
  s->qualname_len = e->len;
  if (!up || up->kind == CS_SCOPE_MODULE) return true;
  if (s->kind == CS_SCOPE_FUNCTION || s->kind == CS_SCOPE_CLASS) {
    cs_name name = cs_scoper_mangle(sc, s->name);
    const cs_symbol *sym = name < sc->n_slots ? sc->slots[name] : NULL;
    if (sym && sym->scope == up && sym->flags & CS_SYM_GLOBAL) return true;
  }
  bool locals = cs_scoper_is_function(up) && !cs_scoper_is_comp(up);
  static const char dotted[] = ".<locals>.";
  size_t mid = locals ? sizeof dotted - 1 : 1;
  size_t len = up->qualname_len + mid + e->len;
  char *text = cs_scratch_take(sc->scratch, len);
  if (!text) return cs_scoper_full(sc);
  memcpy(text, up->qualname, up->qualname_len);
  memcpy(text + up->qualname_len, locals ? dotted : ".", mid);
  memcpy(text + up->qualname_len + mid, e->bytes, e->len);
  s->qualname = text;
  s->qualname_len = (uint32_t)len;
  return true;
}

static void adopt(cs_scope *parent, cs_scope *s) {
  s->parent = parent;
  s->depth = (uint16_t)(parent->depth + 1);
  s->cls = parent->cls;
  if (cs_scoper_is_function(parent) || parent->flags & CS_SCOPE_NESTED)
    s->flags |= CS_SCOPE_NESTED;
  if (parent->last_child)
    parent->last_child->sibling = s;
  else
    parent->first_child = s;
  parent->last_child = s;
}

cs_scope *cs_scoper_open(cs_scoper *sc, cs_scope_kind kind, cs_node *node,
                         cs_name name) {
  cs_scope *s = cs_scratch_zero(sc->scratch, sizeof *s);
  if (!s) return cs_scoper_full(sc), NULL;
  s->kind = (uint8_t)kind;
  s->node = node;
  s->name = name;
  if (sc->cur) adopt(sc->cur, s);
  s->frame = cs_scope_is_inlined(s) ? sc->cur->frame : s;
  if (has_own_qualname(s) && !set_qualname(sc, s)) return NULL;
  if (cs_scoper_is_type(s) && (s->parent->kind == CS_SCOPE_CLASS ||
                               s->parent->flags & CS_SCOPE_SEES_CLASS))
    s->flags |= CS_SCOPE_SEES_CLASS;
  if (kind == CS_SCOPE_CLASS) s->cls = name;
  sc->cur = s;
  if (s->flags & CS_SCOPE_SEES_CLASS &&
      !cs_scoper_touch(sc, CS_NAME_DUNDER_CLASSDICT, CS_SYM_USED))
    return NULL;
  return s;
}

void cs_scoper_close(cs_scoper *sc) {
  for (const cs_symbol *s = sc->cur->symbols; s; s = s->next)
    sc->slots[s->name] = s->shadow;
  sc->cur = sc->cur->parent;
}

cs_symbol *cs_scope_find(const cs_scope *s, cs_name name) {
  cs_symbol *sym = s->symbols;
  while (sym && (sym->name != name || sym->flags & CS_SYM_PASS))
    sym = sym->next;
  return sym;
}

/* --- entry --------------------------------------------------------------- */

static bool walk(cs_scoper *sc) {
  cs_node *root = sc->u->root;
  cs_scope *top =
      cs_scoper_open(sc, CS_SCOPE_MODULE, root, CS_NAME_MODULE_NAME);
  if (!top) return false;
  sc->u->top = top;
  if (root->kind == CS_NODE_EXPRESSION) {
    root->expression.scope = top;
    if (!cs_scoper_expr(sc, root->expression.body)) return false;
  } else if (root->kind != CS_NODE_FUNCTION_TYPE) {
    root->block.scope = top;
    if (!cs_scoper_stmts(sc, &root->block.body)) return false;
  }
  cs_scoper_close(sc);
  return true;
}

cs_status cs_scope_build(cs_unit *u) {
  cs_scoper sc = {.u = u, .scratch = u->scratch};
  if (!grow_slots(&sc, 0) || !walk(&sc) || !cs_scoper_resolve(&sc))
    return sc.status == CS_OK ? CS_ELIMIT : sc.status;
  if (!sc.has_late) return CS_OK;
  u->error = sc.late;
  u->failed = true;
  return CS_ESYNTAX;
}
