/*
 * op.h - questions that all operators ask.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_OP_H
#define CS_PY_TYPES_OP_H

#include "py/heap/ctx.h"

/* Values whose class may define special methods: instances, classes (their
 * metaclass may) and objects of C modules. */
static inline bool cs_op_has_class(cs_value v) {
  if (!cs_is_ref(v)) return false;
  uint32_t l = cs_ref_layout(v);
  return l == CS_L_INSTANCE || l == CS_L_TYPE || l == CS_L_BOX;
}

/* TypeError for an attempt to change an object of the warm image. */
static inline cs_status cs_op_refuse(cs_ctx *ctx) {
  return cs_throw(ctx, CS_TypeError, "cannot modify a constant of the library");
}

#endif
