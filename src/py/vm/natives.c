/*
 * natives.c - one table of all natives, from natives.def.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/vm/natives.h"

#define CS_TABLE(table) extern const cs_native_def table[];
#include "py/vm/natives.def"
#undef CS_TABLE

const cs_native_def *const cs_natives_table[] = {
#define CS_TABLE(table) table,
#include "py/vm/natives.def"
#undef CS_TABLE
};

const uint32_t cs_natives_tables =
    sizeof cs_natives_table / sizeof *cs_natives_table;

cs_leaf *cs_natives_leaf(uint32_t id) {
  return cs_natives_table[id / CS_NATIVE_TABLE][id % CS_NATIVE_TABLE].fn;
}
