/*
 * emit_name.c - reading, writing and deleting variables.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/intrinsics.h"
#include "py/lang/emit.h"

void cs_emit_define(cs_emit *e, uint32_t reg, bool yes) {
  if (reg >= 256) return;
  uint64_t bit = UINT64_C(1) << (reg & 63);
  if (yes)
    e->defined[reg >> 6] |= bit;
  else
    e->defined[reg >> 6] &= ~bit;
}

void cs_emit_certain(cs_emit *e, uint64_t before[4]) {
  for (int i = 0; i < 4; i++) before[i] = e->defined[i] &= ~e->deleted[i];
}

static bool is_defined(const cs_emit *e, uint32_t reg) {
  return e->defined[reg >> 6] >> (reg & 63) & 1;
}

uint32_t cs_emit_local(cs_emit *e, cs_symbol *s) {
  s = s->home;
  if (s->access != CS_ACCESS_LOCAL || s->slot == UINT32_MAX) return UINT32_MAX;
  if (!is_defined(e, s->slot)) return UINT32_MAX;
  return s->slot;
}

static void spilled(cs_emit *e, cs_opcode op, cs_symbol *s, uint32_t reg) {
  uint32_t key = cs_emit_temp(e, 1);
  cs_emit_loadk(e, key, cs_emit_name_value(e, s->name));
  if (op == CS_I_GETINDEX)
    cs_emit_op(e, op, reg, e->spill, key);
  else
    cs_emit_op(e, op, e->spill, key, reg);
  e->top--;
}

static void load_global(cs_emit *e, cs_symbol *s, uint32_t dst) {
  bool ns = e->namespace && s->access == CS_ACCESS_NAME;
  cs_emit_abx(e, ns ? CS_I_GETNAME : CS_I_GETGLOBAL, dst,
              cs_emit_name(e, s->name));
}

/* A name in a type scope inside a class: its namespace comes first. */
static bool load_through_class(cs_emit *e, cs_symbol *s, uint32_t dst) {
  if (!(e->scope->flags & CS_SCOPE_SEES_CLASS)) return false;
  cs_symbol *dict = cs_scope_find(e->scope, CS_NAME_DUNDER_CLASSDICT);
  if (!dict || dict->access != CS_ACCESS_FREE) return false;
  uint32_t save = e->top, x = cs_emit_temp(e, 3);
  cs_emit_intrinsic(e, CS_X_dict_get, x);
  cs_emit_op(e, CS_I_GETFREE, x + 1, dict->slot & 0xFF, 0);
  cs_emit_word(e, cs_emit_name(e, dict->name));
  cs_emit_loadk(e, x + 2, cs_emit_name_value(e, s->name));
  cs_emit_call(e, x, 2, dst);
  e->top = save;
  return true;
}

void cs_emit_load(cs_emit *e, const cs_node *at, cs_symbol *s, uint32_t dst) {
  s = s->home;
  if (at) cs_emit_at(e, at);
  switch (s->access) {
    case CS_ACCESS_LOCAL:
      if (s->slot == UINT32_MAX) {
        spilled(e, CS_I_GETINDEX, s, dst);
        return;
      }
      if (!is_defined(e, s->slot)) {
        e->wants_clear = true;
        cs_emit_abx(e, CS_I_CHECK, s->slot, cs_emit_name(e, s->name));
        cs_emit_define(e, s->slot, true);
      }
      cs_emit_move(e, dst, s->slot);
      return;
    case CS_ACCESS_CELL:
      cs_emit_op(e, CS_I_GETCELL, dst, s->slot, 0);
      cs_emit_word(e, cs_emit_name(e, s->name));
      return;
    case CS_ACCESS_FREE:
      cs_emit_op(e, CS_I_GETFREE, dst, s->slot & 0xFF, 0);
      cs_emit_word(e, cs_emit_name(e, s->name));
      return;
    case CS_ACCESS_CLASS_FREE:
      cs_emit_op(e, CS_I_GETCLSFREE, dst, s->slot & 0xFF, 0);
      cs_emit_word(e, cs_emit_name(e, s->name));
      return;
    case CS_ACCESS_GLOBAL:
      if (load_through_class(e, s, dst)) return;
      load_global(e, s, dst);
      return;
    default: load_global(e, s, dst); return;
  }
}

void cs_emit_store(cs_emit *e, cs_symbol *s, uint32_t src) {
  s = s->home;
  switch (s->access) {
    case CS_ACCESS_LOCAL:
      if (s->slot == UINT32_MAX) {
        spilled(e, CS_I_SETINDEX, s, src);
        return;
      }
      cs_emit_move(e, s->slot, src);
      cs_emit_define(e, s->slot, true);
      return;
    case CS_ACCESS_CELL: cs_emit_op(e, CS_I_SETCELL, s->slot, src, 0); return;
    case CS_ACCESS_FREE: cs_emit_abx(e, CS_I_SETFREE, src, s->slot); return;
    default: {
      bool ns = e->namespace && (s->access == CS_ACCESS_NAME ||
                                 s->access == CS_ACCESS_CLASS_FREE);
      cs_emit_abx(e, ns ? CS_I_SETNAME : CS_I_SETGLOBAL, src,
                  cs_emit_name(e, s->name));
    }
  }
}

void cs_emit_delete(cs_emit *e, const cs_node *at, cs_symbol *s) {
  s = s->home;
  if (at) cs_emit_at(e, at);
  uint32_t k = cs_emit_name(e, s->name);
  switch (s->access) {
    case CS_ACCESS_LOCAL:
      if (s->slot == UINT32_MAX) {
        uint32_t key = cs_emit_temp(e, 1);
        cs_emit_loadk(e, key, cs_emit_name_value(e, s->name));
        cs_emit_op(e, CS_I_DELINDEX, e->spill, key, 0);
        e->top--;
        return;
      }
      if (!is_defined(e, s->slot)) cs_emit_abx(e, CS_I_CHECK, s->slot, k);
      cs_emit_op(e, CS_I_LOADIMM, s->slot, CS_UNBOUND_K, 0);
      cs_emit_define(e, s->slot, false);
      e->wants_clear = true;
      return;
    case CS_ACCESS_CELL:
      cs_emit_op(e, CS_I_DELCELL, s->slot, 0, 0);
      cs_emit_word(e, k);
      return;
    case CS_ACCESS_FREE:
      cs_emit_op(e, CS_I_DELFREE, 0, s->slot & 0xFF, 0);
      cs_emit_word(e, k);
      return;
    default: {
      bool ns = e->namespace && (s->access == CS_ACCESS_NAME ||
                                 s->access == CS_ACCESS_CLASS_FREE);
      cs_emit_abx(e, ns ? CS_I_DELNAME : CS_I_DELGLOBAL, 0, k);
    }
  }
}
