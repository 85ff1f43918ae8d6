/*
 * dunder.h - special methods that every built-in container shares.
 *
 * Natives for the tables of all types: each does for its receiver, which the
 * VM has unwrapped, what the operator does (ops.h).  Binary ones answer
 * NotImplemented for foreign operands.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_DUNDER_H
#define CS_PY_TYPES_DUNDER_H

#include "py/heap/ctx.h"

/* ($self, /) */
cs_leaf cs_dunder_len, cs_dunder_bool, cs_dunder_iter, cs_dunder_reversed,
    cs_dunder_hash, cs_dunder_repr, cs_dunder_self, cs_dunder_neg,
    cs_dunder_pos, cs_dunder_abs, cs_dunder_invert;
/* ($self, key, /), ($self, key, value, /) */
cs_leaf cs_dunder_getitem, cs_dunder_setitem, cs_dunder_delitem,
    cs_dunder_contains;
/* ($self, value, /) */
cs_leaf cs_dunder_eq, cs_dunder_ne, cs_dunder_lt, cs_dunder_le, cs_dunder_gt,
    cs_dunder_ge;
cs_leaf cs_dunder_add, cs_dunder_sub, cs_dunder_mul, cs_dunder_truediv,
    cs_dunder_floordiv, cs_dunder_mod, cs_dunder_lshift, cs_dunder_rshift,
    cs_dunder_and, cs_dunder_or, cs_dunder_xor, cs_dunder_divmod;
cs_leaf cs_dunder_radd, cs_dunder_rsub, cs_dunder_rmul, cs_dunder_rtruediv,
    cs_dunder_rfloordiv, cs_dunder_rmod, cs_dunder_rlshift, cs_dunder_rrshift,
    cs_dunder_rand, cs_dunder_ror, cs_dunder_rxor, cs_dunder_rdivmod;
cs_leaf cs_dunder_iadd, cs_dunder_isub, cs_dunder_imul, cs_dunder_iand,
    cs_dunder_ior, cs_dunder_ixor;
/* ($cls, item, /): list[int] */
cs_leaf cs_dunder_class_getitem;
/* ($self, /) of iterators */
cs_leaf cs_dunder_next, cs_dunder_length_hint;
/* __init__ of immutable built-ins: ignores its arguments. */
cs_leaf cs_dunder_init;

/* What sets and set-like views have in common, for their tables. */
#define CS_DUNDER_SET_ROWS(type)                               \
  {type, "__eq__", "($self, value, /)", cs_dunder_eq},         \
      {type, "__ne__", "($self, value, /)", cs_dunder_ne},     \
      {type, "__lt__", "($self, value, /)", cs_dunder_lt},     \
      {type, "__le__", "($self, value, /)", cs_dunder_le},     \
      {type, "__gt__", "($self, value, /)", cs_dunder_gt},     \
      {type, "__ge__", "($self, value, /)", cs_dunder_ge},     \
      {type, "__and__", "($self, value, /)", cs_dunder_and},   \
      {type, "__rand__", "($self, value, /)", cs_dunder_rand}, \
      {type, "__or__", "($self, value, /)", cs_dunder_or},     \
      {type, "__ror__", "($self, value, /)", cs_dunder_ror},   \
      {type, "__sub__", "($self, value, /)", cs_dunder_sub},   \
      {type, "__rsub__", "($self, value, /)", cs_dunder_rsub}, \
      {type, "__xor__", "($self, value, /)", cs_dunder_xor}, { \
    type, "__rxor__", "($self, value, /)", cs_dunder_rxor      \
  }

#endif
