/*
 * facts.c - joining facts; the table of paths.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check/facts.h"

#include <string.h>

static bool add_function(cs_facts *f, cs_atom a) {
  for (unsigned i = 0; i < f->n_fn; i++)
    if (f->fn[i] == a) return false;
  if (f->n_fn < CS_FACTS_MOST) {
    f->fn[f->n_fn++] = a;
    return true;
  }
  bool changed = !f->lost;
  f->lost = true;
  return changed;
}

/* No room: `a` or a dull path has to go. */
static bool replace(cs_facts *f, cs_atom a) {
  bool changed = !f->dim;
  if (a & CS_ATOM_DULL) {
    f->dim = true;
    return changed;
  }
  for (unsigned i = 0; i < f->n; i++) {
    if (!(f->at[i] & CS_ATOM_DULL)) continue;
    f->at[i] = a;
    f->dim = true;
    return true;
  }
  changed = !f->many;
  f->many = true;
  return changed;
}

bool cs_facts_add(cs_facts *f, cs_atom a) {
  if (!a) return false;
  if (a & CS_ATOM_FUNC) return add_function(f, a);
  for (unsigned i = 0; i < f->n; i++)
    if (f->at[i] == a) return false;
  if (f->n == CS_FACTS_MOST) return replace(f, a);
  f->at[f->n++] = a;
  return true;
}

bool cs_facts_add_str(cs_facts *f, cs_name str) {
  if (str == CS_NAME_NONE || f->str == str || f->str == CS_FACTS_NO_STR)
    return false;
  f->str = f->str == CS_NAME_NONE ? str : CS_FACTS_NO_STR;
  return true;
}

static bool raise(bool *flag, bool on) {
  bool changed = on && !*flag;
  *flag |= on;
  return changed;
}

bool cs_facts_join_atoms(cs_facts *f, const cs_facts *from) {
  bool changed = raise(&f->many, from->many);
  changed |= raise(&f->lost, from->lost);
  changed |= raise(&f->dim, from->dim);
  for (unsigned i = 0; i < from->n; i++)
    changed |= cs_facts_add(f, from->at[i]);
  for (unsigned i = 0; i < from->n_fn; i++)
    changed |= cs_facts_add(f, from->fn[i]);
  return changed;
}

bool cs_facts_join(cs_facts *f, const cs_facts *from) {
  bool changed = cs_facts_join_atoms(f, from);
  return cs_facts_add_str(f, from->str) || changed;
}

bool cs_known_join(cs_known *k, const cs_known *from) {
  bool changed = cs_facts_join(&k->self, &from->self);
  return cs_facts_join(&k->held, &from->held) || changed;
}

/* --- paths --------------------------------------------------------------- */

static bool resize(cs_paths *p, uint32_t room) {
  cs_path *items = cs_scratch_take(p->scratch, room * sizeof *items);
  uint32_t *slots = cs_scratch_zero(p->scratch, 2 * room * sizeof *slots);
  if (!items || !slots) return false;
  if (p->n) memcpy(items, p->items, p->n * sizeof *items);
  p->items = items;
  p->slots = slots;
  p->room = room;
  p->mask = 2 * room - 1;
  return true;
}

static uint32_t slot_of(const cs_paths *p, cs_atom parent, cs_name name) {
  uint64_t key = (uint64_t)parent << 32 | name;
  uint32_t at = (uint32_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 40) & p->mask;
  for (; p->slots[at]; at = (at + 1) & p->mask) {
    const cs_path *x = &p->items[p->slots[at]];
    if (x->parent == parent && x->name == name) break;
  }
  return at;
}

static bool grow(cs_paths *p) {
  if (!resize(p, 2 * p->room)) return false;
  for (cs_atom i = 1; i < p->n; i++)
    p->slots[slot_of(p, p->items[i].parent, p->items[i].name)] = i;
  return true;
}

bool cs_paths_init(cs_paths *p, cs_scratch *scratch) {
  *p = (cs_paths){.scratch = scratch};
  if (!resize(p, 256)) return false;
  p->items[0] = (cs_path){.name = CS_NAME_NONE};
  p->n = 1;
  return true;
}

static cs_atom atom_at(const cs_paths *p, uint32_t i) {
  return i | (p->items[i].dull ? CS_ATOM_DULL : 0);
}

cs_atom cs_paths_find(const cs_paths *p, cs_atom parent, cs_name name) {
  return atom_at(p, p->slots[slot_of(p, parent, name)]);
}

cs_atom cs_paths_put(cs_paths *p, cs_atom parent, cs_name name, bool dull) {
  const cs_path *above = cs_paths_at(p, parent);
  if (name == CS_NAME_NONE || above->depth >= CS_PATH_DEPTH) return 0;
  uint8_t depth = (uint8_t)(above->depth + 1);
  uint32_t at = slot_of(p, parent, name);
  if (p->slots[at]) return atom_at(p, p->slots[at]);
  if (p->n == p->room) {
    if (p->n >= CS_ATOM_INDEX / 2 || !grow(p)) {
      p->failed = true;
      return 0;
    }
    at = slot_of(p, parent, name);
  }
  p->items[p->n] = (cs_path){parent, name, depth, dull};
  p->slots[at] = p->n;
  return atom_at(p, p->n++);
}
