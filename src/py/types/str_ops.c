/*
 * str_ops.c - special methods of str.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/str_ops.h"

#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/dunder.h"

static cs_status str_getnewargs(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  return cs_tuple_new(ctx, args, 1, out);
}

static cs_status str_sizeof(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  const cs_str *s = CS_PTR(ctx, cs_str, args[0]);
  int64_t wide = s->chars, head = 49;
  if (!(s->h.flags & CS_STR_ASCII)) { /* CPython's three widths */
    head = 74;
    wide *= s->len > 3 * (uint64_t)s->chars ? 4 : 2;
  }
  *out = cs_int(head + wide);
  return CS_OK;
}

const cs_native_def cs_str_ops_natives[] = {
    {"str", "__len__", "($self, /)", cs_dunder_len},
    {"str", "__iter__", "($self, /)", cs_dunder_iter},
    {"str", "__hash__", "($self, /)", cs_dunder_hash},
    {"str", "__getitem__", "($self, key, /)", cs_dunder_getitem},
    {"str", "__eq__", "($self, value, /)", cs_dunder_eq},
    {"str", "__ne__", "($self, value, /)", cs_dunder_ne},
    {"str", "__lt__", "($self, value, /)", cs_dunder_lt},
    {"str", "__le__", "($self, value, /)", cs_dunder_le},
    {"str", "__gt__", "($self, value, /)", cs_dunder_gt},
    {"str", "__ge__", "($self, value, /)", cs_dunder_ge},
    {"str", "__add__", "($self, value, /)", cs_dunder_add},
    {"str", "__mul__", "($self, value, /)", cs_dunder_mul},
    {"str", "__rmul__", "($self, value, /)", cs_dunder_rmul},
    {"str", "__mod__", "($self, value, /)", cs_dunder_mod},
    {"str", "__rmod__", "($self, value, /)", cs_dunder_rmod},
    {"str", "__getnewargs__", "($self, /)", str_getnewargs},
    {"str", "__sizeof__", "($self, /)", str_sizeof},
    CS_NATIVE_END};
