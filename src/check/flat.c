/*
 * flat.c - from tree to array with a stack of its own.
 *
 * The children of a node are pushed in reverse, so that they are popped in
 * order.  Shared nodes do not exist in our trees.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check/flat.h"

#include <string.h>

#include "py/lang/fields.h"

typedef struct todo {
  cs_node *node;
  uint32_t parent;
} todo;

typedef struct pile {
  cs_scratch *scratch;
  todo *items;
  uint32_t n, room;
  uint32_t parent; /* of what is pushed now */
  bool failed;
} pile;

static void grow(pile *p) {
  uint32_t room = p->room ? 2 * p->room : 256;
  todo *items = cs_scratch_take(p->scratch, room * sizeof *items);
  if (!items) {
    p->failed = true;
    return;
  }
  if (p->n) memcpy(items, p->items, p->n * sizeof *items);
  p->items = items;
  p->room = room;
}

static void push(pile *p, cs_node *node) {
  if (!node || p->failed) return;
  if (p->n == p->room) grow(p);
  if (!p->failed) p->items[p->n++] = (todo){node, p->parent};
}

static void push_all(pile *p, const cs_node_list *list) {
  for (uint32_t i = 0; i < list->n; i++) push(p, list->items[i]);
}

static void push_pairs(pile *p, const cs_node_list *a, const cs_node_list *b) {
  for (uint32_t i = 0; i < a->n; i++) {
    push(p, a->items[i]);
    push(p, b->items[i]);
  }
}

static void push_field(pile *p, const cs_node *n, cs_field f) {
  if (f.what == CS_FIELD_NODE) push(p, cs_field_node(n, f));
  if (f.what == CS_FIELD_LIST) push_all(p, cs_field_list(n, f));
}

/* Bodies come last: what stands before them runs before them. */
static const cs_node_list *body_of(const cs_node *n) {
  if (n->kind == CS_NODE_CLASS_DEF) return &n->class_def.body;
  if (n->kind == CS_NODE_FUNCTION_DEF || n->kind == CS_NODE_ASYNC_FUNCTION_DEF)
    return &n->function.body;
  return NULL;
}

static void push_fields(pile *p, const cs_node *n) {
  const cs_node_list *params = cs_fields_type_params(n), *body = body_of(n);
  const cs_field *f = cs_fields_of((cs_node_kind)n->kind);
  if (params) push_all(p, params);
  for (; f->what != CS_FIELD_END; f++)
    if (cs_field_list(n, *f) != body) push_field(p, n, *f);
  if (body) push_all(p, body);
}

static void push_children(pile *p, const cs_node *n) {
  uint32_t from = p->n;
  if (n->kind == CS_NODE_DICT)
    push_pairs(p, &n->dict.keys, &n->dict.values);
  else
    push_fields(p, n);
  for (uint32_t i = from, j = p->n; i + 1 < j; i++) {
    todo t = p->items[i];
    p->items[i] = p->items[--j];
    p->items[j] = t;
  }
}

static bool append(cs_flat *f, cs_scratch *scratch, todo t) {
  if (f->n == f->room) {
    if (f->room > UINT32_MAX / 4) return false;
    uint32_t room = f->room ? 2 * f->room : 256;
    cs_flat_item *items = cs_scratch_take(scratch, room * sizeof *items);
    if (!items) return false;
    if (f->n) memcpy(items, f->items, f->n * sizeof *items);
    f->items = items;
    f->room = room;
  }
  f->items[f->n++] = (cs_flat_item){t.node, t.parent, 0};
  return true;
}

static uint32_t slot_of(const cs_flat *f, const cs_node *node) {
  uint64_t h = ((uintptr_t)node >> 3) * UINT64_C(0x9E3779B97F4A7C15);
  uint32_t at = (uint32_t)(h >> 32) & f->mask;
  while (f->slots[at] && f->items[f->slots[at] - 1].node != node)
    at = (at + 1) & f->mask;
  return at;
}

static bool index_nodes(cs_flat *f, cs_scratch *scratch) {
  uint32_t size = 64;
  while (size < 2 * f->n) size *= 2;
  f->slots = cs_scratch_zero(scratch, size * sizeof *f->slots);
  if (!f->slots) return false;
  f->mask = size - 1;
  for (uint32_t i = 0; i < f->n; i++)
    f->slots[slot_of(f, f->items[i].node)] = i + 1;
  return true;
}

/* Descendants stand right behind a node, so ends travel up to the parents. */
static void set_ends(cs_flat *f) {
  for (uint32_t i = f->n; i > 0; i--) {
    cs_flat_item *item = &f->items[i - 1];
    if (item->end == 0) item->end = i;
    if (item->parent == CS_FLAT_NONE) continue;
    cs_flat_item *parent = &f->items[item->parent];
    if (parent->end < item->end) parent->end = item->end;
  }
}

bool cs_flat_build(cs_flat *f, cs_scratch *scratch, cs_node *root) {
  *f = (cs_flat){.n = 0};
  pile p = {.scratch = scratch, .parent = CS_FLAT_NONE};
  push(&p, root);
  while (p.n > 0 && !p.failed) {
    todo t = p.items[--p.n];
    if (!append(f, scratch, t)) return false;
    p.parent = f->n - 1;
    push_children(&p, t.node);
  }
  if (p.failed || !index_nodes(f, scratch)) return false;
  set_ends(f);
  return true;
}

uint32_t cs_flat_find(const cs_flat *f, const cs_node *node) {
  if (!node) return CS_FLAT_NONE;
  uint32_t found = f->slots[slot_of(f, node)];
  return found ? found - 1 : CS_FLAT_NONE;
}
