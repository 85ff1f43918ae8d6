/*
 * emit_assign.c - targets: assignment, unpacking, augmented assignment, del.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/intrinsics.h"
#include "py/heap/str.h"
#include "py/lang/emit.h"

/* --- plain targets ------------------------------------------------------- */

/* First register of targets that are locals in consecutive ones: they can be
 * unpacked in place.  UINT32_MAX: they are not. */
static uint32_t local_run(const cs_node *t) {
  uint32_t first = UINT32_MAX;
  for (uint32_t i = 0; i < t->elts.n; i++) {
    const cs_node *x = t->elts.items[i];
    if (x->kind != CS_NODE_NAME) return UINT32_MAX;
    const cs_symbol *s = x->sym->home;
    if (s->access != CS_ACCESS_LOCAL || s->slot == UINT32_MAX)
      return UINT32_MAX;
    if (i == 0) first = s->slot;
    if (s->slot != first + i) return UINT32_MAX;
  }
  return first;
}

static void assign_unpack(cs_emit *e, cs_node *t, uint32_t src, bool dies) {
  uint32_t n = t->elts.n, star = n;
  for (uint32_t i = 0; i < n; i++)
    if (t->elts.items[i]->kind == CS_NODE_STARRED) star = i;
  cs_opcode op = dies ? CS_I_UNPACKT : CS_I_UNPACK;
  uint32_t run = local_run(t);
  if (run != UINT32_MAX) {
    cs_emit_at(e, t);
    cs_emit_op(e, op, run, src, n);
    for (uint32_t i = 0; i < n; i++) cs_emit_define(e, run + i, true);
    return;
  }
  uint32_t save = e->top, base = cs_emit_temp(e, n ? n : 1);
  cs_emit_at(e, t);
  if (star == n) {
    cs_emit_op(e, op, base, src, n);
  } else {
    cs_emit_op(e, CS_I_UNPACKEX, base, src, 0);
    cs_emit_word(e, star | (n - star - 1) << 16);
  }
  for (uint32_t i = 0; i < n; i++) {
    cs_node *x = t->elts.items[i];
    cs_emit_assign(e, x->kind == CS_NODE_STARRED ? x->value : x, base + i);
  }
  e->top = save;
}

static void assign_subscript(cs_emit *e, cs_node *t, uint32_t src) {
  uint32_t save = e->top, obj = cs_emit_any(e, t->subscript.value);
  uint32_t key = cs_emit_any(e, t->subscript.slice);
  cs_emit_at(e, t);
  cs_emit_op(e, CS_I_SETINDEX, obj, key, src);
  e->top = save;
}

void cs_emit_assign(cs_emit *e, cs_node *t, uint32_t src) {
  if (e->st != CS_OK) return;
  uint32_t save = e->top;
  switch (t->kind) {
    case CS_NODE_NAME:
      cs_emit_at(e, t);
      cs_emit_store(e, t->sym, src);
      break;
    case CS_NODE_ATTRIBUTE: {
      uint32_t obj = cs_emit_any(e, t->value);
      cs_emit_at_attr(e, t, t);
      cs_emit_op(e, CS_I_SETATTR, obj, src, 0);
      cs_emit_word(e, cs_emit_name(e, t->name));
      break;
    }
    case CS_NODE_SUBSCRIPT: assign_subscript(e, t, src); break;
    case CS_NODE_TUPLE:
    case CS_NODE_LIST: assign_unpack(e, t, src, false); break;
    case CS_NODE_STARRED: cs_emit_assign(e, t->value, src); break;
    default: cs_emit_error(e, t, "cannot assign to expression"); break;
  }
  e->top = save;
}

void cs_emit_assign_temp(cs_emit *e, cs_node *t, uint32_t src) {
  if (e->st == CS_OK && (t->kind == CS_NODE_TUPLE || t->kind == CS_NODE_LIST))
    assign_unpack(e, t, src, true);
  else
    cs_emit_assign(e, t, src);
}

void cs_emit_del_target(cs_emit *e, cs_node *t) {
  uint32_t save = e->top;
  switch (t->kind) {
    case CS_NODE_NAME: cs_emit_delete(e, t, t->sym); break;
    case CS_NODE_ATTRIBUTE: {
      uint32_t obj = cs_emit_any(e, t->value);
      cs_emit_at_attr(e, t, t);
      cs_emit_op(e, CS_I_DELATTR, obj, 0, 0);
      cs_emit_word(e, cs_emit_name(e, t->name));
      break;
    }
    case CS_NODE_SUBSCRIPT: {
      uint32_t obj = cs_emit_any(e, t->subscript.value);
      uint32_t key = cs_emit_any(e, t->subscript.slice);
      cs_emit_at(e, t);
      cs_emit_op(e, CS_I_DELINDEX, obj, key, 0);
      break;
    }
    case CS_NODE_TUPLE:
    case CS_NODE_LIST:
      for (uint32_t i = 0; i < t->elts.n; i++)
        cs_emit_del_target(e, t->elts.items[i]);
      break;
    default: cs_emit_error(e, t, "cannot delete expression"); break;
  }
  e->top = save;
}
