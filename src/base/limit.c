/*
 * limit.c - limits.def as a table.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/limit.h"

#include <string.h>

const cs_limit_row cs_limit_rows[CS_BY_LIMITS + 1] = {
#define LIMIT(id, name, key, unit, advice, option) \
  [CS_BY_LIMIT_##id] = {name, key, unit, advice, option},
#include "base/limits.def"
#undef LIMIT
    [CS_BY_LIMIT_NONE] = {"", NULL, "", "", NULL}};

cs_limit_id cs_limit_find(const char *name, size_t len) {
  for (int i = 0; i < CS_BY_LIMITS; i++)
    if (strlen(cs_limit_rows[i].name) == len &&
        memcmp(cs_limit_rows[i].name, name, len) == 0)
      return (cs_limit_id)i;
  return CS_BY_LIMIT_NONE;
}
