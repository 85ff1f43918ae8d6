/*
 * tree.c - the events of a YAML or JSON reader become a tree.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/tree.h"

#include "base/weaken.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cs_tree_init(cs_tree *t, cs_scratch *mem, const char *file,
                  uint16_t source, cs_policy_fault *fault) {
  memset(t, 0, sizeof *t);
  t->mem = mem;
  t->file = file;
  t->source = source;
  t->fault = fault;
}

void cs_tree_fini(cs_tree *t) {
  for (size_t i = 0; i < CS_TREE_DEPTH; i++) free(t->level[i].items);
  memset(t->level, 0, sizeof t->level);
  t->depth = 0;
}

cs_status cs_tree_fault(cs_tree *t, uint32_t line, uint32_t column,
                        const char *what) {
  cs_fault_place at = {t->file, line, column};
  return cs_fault_set(t->fault, CS_FAULT_INVALID, at, NULL, NULL, "%s", what);
}

static cs_status twice(cs_tree *t, const char *key, uint32_t first,
                       cs_fault_place at) {
  return cs_fault_set(t->fault, CS_FAULT_INVALID, at, key, NULL,
                      "the key '%.80s' is there twice; the first time in "
                      "line %u",
                      key, first);
}

static cs_status grow(cs_tree_level *l) {
  if (l->n < l->room) return CS_OK;
  size_t room = l->room ? 2 * l->room : 8; /* backed by bytes of the input */
  cs_pvalue *items = realloc(l->items, room * sizeof *items);
  if (!items) return CS_EOS;
  l->items = items;
  l->room = room;
  return CS_OK;
}

/* A finished value goes where the reader stands. */
static cs_status put(cs_tree *t, cs_pvalue v) {
  if (t->depth == 0) {
    if (t->has_root) return cs_tree_fault(t, v.line, v.column, "one too many");
    t->root = v;
    t->has_root = true;
    return CS_OK;
  }
  cs_tree_level *l = &t->level[t->depth - 1];
  if (grow(l) != CS_OK) return cs_fault_memory(t->fault);
  if (l->self.kind == CS_PV_MAP) {
    v.key = l->key;
    v.key_line = l->key_at.line;
    v.key_column = l->key_at.column;
    l->key = NULL;
  }
  l->items[l->n++] = v;
  return CS_OK;
}

static bool wants_key(const cs_tree *t) {
  if (t->depth == 0) return false;
  const cs_tree_level *l = &t->level[t->depth - 1];
  return l->self.kind == CS_PV_MAP && !l->key;
}

static cs_status put_key(cs_tree *t, const char *key, uint32_t line,
                         uint32_t column) {
  cs_tree_level *l = &t->level[t->depth - 1];
  cs_fault_place at = {t->file, line, column};
  if (strcmp(key, "<<") == 0)
    return cs_tree_fault(t, line, column,
                         "merge keys are not allowed; write the keys out");
  if (l->n == CS_TREE_KEYS)
    return cs_tree_fault(t, line, column, "too many keys in one mapping");
  for (size_t i = 0; i < l->n; i++)
    if (strcmp(l->items[i].key, key) == 0 && !cs_weaken("L10"))
      return twice(t, key, l->items[i].key_line, at);
  l->key = key;
  l->key_at = at;
  return CS_OK;
}

cs_status cs_tree_scalar(cs_tree *t, const char *text, size_t n, bool plain,
                         uint32_t line, uint32_t column) {
  if (memchr(text, 0, n))
    return cs_tree_fault(t, line, column, "a NUL character in a text");
  const char *copy = cs_pvalue_text(t->mem, text, n);
  if (!copy) return cs_fault_memory(t->fault);
  if (wants_key(t)) return put_key(t, copy, line, column);
  return put(t, (cs_pvalue){.kind = CS_PV_TEXT,
                            .plain = plain,
                            .given = true,
                            .source = t->source,
                            .line = line,
                            .column = column,
                            .text = copy});
}

cs_status cs_tree_open(cs_tree *t, cs_pvalue_kind kind, uint32_t line,
                       uint32_t column) {
  if (wants_key(t))
    return cs_tree_fault(t, line, column, "a key must be a plain text");
  if (t->depth == CS_TREE_DEPTH)
    return cs_tree_fault(t, line, column, "nested deeper than 16 levels");
  cs_tree_level *l = &t->level[t->depth++];
  l->n = 0;
  l->key = NULL;
  l->self = (cs_pvalue){.kind = (uint8_t)kind,
                        .given = true,
                        .source = t->source,
                        .line = line,
                        .column = column};
  return CS_OK;
}

cs_status cs_tree_close(cs_tree *t) {
  cs_tree_level *l = &t->level[--t->depth];
  l->self.items = cs_pvalue_items(t->mem, l->n);
  if (!l->self.items) return cs_fault_memory(t->fault);
  if (l->n) memcpy(l->self.items, l->items, l->n * sizeof *l->items);
  l->self.n = l->n;
  return put(t, l->self);
}
