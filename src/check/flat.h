/*
 * flat.h - a syntax tree as an array.
 *
 * A parent stands before its children, children in the order of CPython's
 * fields, except that the body of a function or class comes last.  So a loop
 * upwards meets parents first, a loop downwards meets children first, and
 * nobody needs recursion.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CHECK_FLAT_H
#define CS_CHECK_FLAT_H

#include "py/lang/ast.h"

#define CS_FLAT_NONE UINT32_MAX

typedef struct cs_flat_item {
  cs_node *node;
  uint32_t parent; /* index, or CS_FLAT_NONE */
  uint32_t end;    /* index behind the last descendant */
} cs_flat_item;

typedef struct cs_flat {
  cs_flat_item *items;
  uint32_t n, room;
  uint32_t *slots; /* node -> index + 1, open addressing */
  uint32_t mask;
} cs_flat;

/* Flatten the tree below `root`.  False at the scratch limit. */
bool cs_flat_build(cs_flat *f, cs_scratch *scratch, cs_node *root);

/* Where `node` stands; CS_FLAT_NONE for NULL. */
uint32_t cs_flat_find(const cs_flat *f, const cs_node *node);

/* The parent of the node at `i`, or NULL. */
static inline cs_node *cs_flat_parent(const cs_flat *f, uint32_t i) {
  uint32_t p = f->items[i].parent;
  return p == CS_FLAT_NONE ? NULL : f->items[p].node;
}

#endif
