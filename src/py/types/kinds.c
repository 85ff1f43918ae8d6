/*
 * kinds.c - the error for an argument that is not of the kind declared.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/kinds.h"

#include <string.h>

cs_status cs_kind_wrong(cs_ctx *ctx, uint32_t i, const char *kind, cs_value v) {
  static const struct {
    const char *name, *what;
  } list[] = {
#define CS_KIND(name, what, test) {#name, what},
#include "py/types/kinds.def"
#undef CS_KIND
  };
  const char *what = kind;
  for (size_t k = 0; k < sizeof list / sizeof *list; k++)
    if (strcmp(list[k].name, kind) == 0) what = list[k].what;
  return cs_throw(ctx, CS_TypeError, "argument %d must be %s, not %t",
                  (int64_t)i + 1, what, v);
}
