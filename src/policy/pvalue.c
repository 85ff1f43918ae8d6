/*
 * pvalue.c - one value of a policy, with the place where it was written.
 *
 * Trees are at most 16 deep, which the parser checks, so
 * walking them recursively is safe.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/pvalue.h"

#include <string.h>

char *cs_pvalue_text(cs_scratch *mem, const char *text, size_t n) {
  char *copy = cs_scratch_take(mem, n + 1);
  if (!copy) return NULL;
  if (n) memcpy(copy, text, n);
  copy[n] = 0;
  return copy;
}

cs_pvalue *cs_pvalue_items(cs_scratch *mem, size_t n) {
  size_t size = (n ? n : 1) * sizeof(cs_pvalue); /* n is backed by input */
  cs_pvalue *items = cs_scratch_take(mem, size);
  if (items) memset(items, 0, size);
  return items;
}

static bool copy_texts(cs_scratch *mem, cs_pvalue *to) {
  if (to->key && !(to->key = cs_pvalue_text(mem, to->key, strlen(to->key))))
    return false;
  if (to->text && !(to->text = cs_pvalue_text(mem, to->text, strlen(to->text))))
    return false;
  return true;
}

cs_status cs_pvalue_copy(cs_scratch *mem, const cs_pvalue *from,
                         cs_pvalue *to) {
  cs_pvalue copy = *from;
  if (!copy_texts(mem, &copy)) return CS_EOS;
  if (from->items) {
    copy.items = cs_pvalue_items(mem, from->n);
    if (!copy.items) return CS_EOS;
    for (size_t i = 0; i < from->n; i++)
      if (cs_pvalue_copy(mem, &from->items[i], &copy.items[i]) != CS_OK)
        return CS_EOS;
  }
  *to = copy;
  return CS_OK;
}

static bool equal_items(const cs_pvalue *a, const cs_pvalue *b) {
  if (a->n != b->n) return false;
  for (size_t i = 0; i < a->n; i++) {
    const cs_pvalue *x = &a->items[i], *y = &b->items[i];
    if (a->kind == CS_PV_MAP) y = cs_pvalue_find(b, x->key);
    if (!y || !cs_pvalue_equal(x, y)) return false;
  }
  return true;
}

bool cs_pvalue_equal(const cs_pvalue *a, const cs_pvalue *b) {
  if (a->kind != b->kind) return false;
  switch ((cs_pvalue_kind)a->kind) {
    case CS_PV_NONE: return true;
    case CS_PV_BOOL:
    case CS_PV_INT: return a->number == b->number;
    case CS_PV_TEXT: return strcmp(a->text, b->text) == 0;
    case CS_PV_LIST:
    case CS_PV_MAP: return equal_items(a, b);
  }
  return false;
}

const cs_pvalue *cs_pvalue_find(const cs_pvalue *map, const char *key) {
  for (size_t i = 0; i < map->n; i++)
    if (map->items[i].key && strcmp(map->items[i].key, key) == 0)
      return &map->items[i];
  return NULL;
}
