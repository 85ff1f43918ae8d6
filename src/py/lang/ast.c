/*
 * ast.c - tables of node kinds: names and sizes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/ast.h"

#include <stddef.h>

static const char *const kind_names[CS_NODE_COUNT] = {
#define X(tag, text, member) text,
    CS_NODE_LIST(X)
#undef X
};

static const char *const op_names[] = {
#define X(tag, text, symbol) text,
    CS_OP_LIST(X)
#undef X
};

/* A node ends with its own member of the union, rounded up to words. */
#define SIZE_OF(member)                                               \
  ((offsetof(cs_node, member) + sizeof(((cs_node *)0)->member) + 7) & \
   ~(size_t)7)

static const uint8_t kind_sizes[CS_NODE_COUNT] = {
#define X(tag, text, member) (uint8_t) SIZE_OF(member),
    CS_NODE_LIST(X)
#undef X
};

_Static_assert(sizeof(cs_node) < 256, "node sizes fit in a byte");

const char *cs_ast_kind_name(cs_node_kind kind) {
  return kind_names[kind];
}

const char *cs_ast_op_name(cs_op op) {
  return op_names[op];
}

cs_node *cs_ast_new(cs_scratch *scratch, cs_node_kind kind) {
  size_t size = kind_sizes[kind];
  cs_node *node = cs_scratch_take(scratch, size);
  if (!node) return NULL;
  /* A handful of words: a loop beats memset here. */
  uint64_t *words = (uint64_t *)(void *)node;
  for (size_t i = 0; i < size / 8; i++) words[i] = 0;
  node->kind = (uint8_t)kind;
  return node;
}
