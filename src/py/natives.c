/*
 * natives.c - one table of all natives, from natives.def.
 *
 * Here, and not in vm, because it names every table of types and mod: vm calls
 * natives by number (vm/natives.h) and sees none of those folders.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/vm/natives.h"

#include <string.h>

#define CS_TABLE(table) extern const cs_native_def table[];
#include "py/natives.def"
#undef CS_TABLE

const cs_native_def *const cs_natives_table[] = {
#define CS_TABLE(table) table,
#include "py/natives.def"
#undef CS_TABLE
};

_Static_assert(sizeof cs_natives_table / sizeof *cs_natives_table *
                       CS_NATIVE_TABLE <=
                   CS_NATIVE_MAX,
               "the image has a place for the twin of every native");

const uint32_t cs_natives_tables =
    sizeof cs_natives_table / sizeof *cs_natives_table;

cs_leaf *cs_natives_leaf(uint32_t id) {
  return cs_natives_table[id / CS_NATIVE_TABLE][id % CS_NATIVE_TABLE].fn;
}

bool cs_natives_find(const char *name, size_t len, uint32_t *id) {
  for (uint32_t t = 0; t < cs_natives_tables; t++)
    for (uint32_t i = 0; cs_natives_table[t][i].name; i++) {
      const cs_native_def *d = &cs_natives_table[t][i];
      const char *owner = d->owner[0] == '.' ? d->owner + 1 : d->owner;
      size_t n = strlen(owner), k = strlen(d->name);
      if (n + 1 + k != len || memcmp(name, owner, n) != 0 || name[n] != '.' ||
          memcmp(name + n + 1, d->name, k) != 0)
        continue;
      *id = t * CS_NATIVE_TABLE + i;
      return true;
    }
  return false;
}
