/*
 * ops.h - what operators and protocols do with built-in values.
 *
 * Every function here is a leaf.  CS_SLOW means "this is not for C": an
 * instance with special methods is involved (the VM dispatches to them), or a
 * container holds one (the VM calls the prelude's version, ctx->intrinsic if
 * set).  Errors carry CPython 3.11's texts.
 *
 * Instances of subclasses of built-ins (INSTANCE with a payload) are CS_SLOW
 * for operators, so that overridden methods win; use cs_unwrap where CPython
 * itself looks at the C data of a subclass (str arguments, int indexes, ...).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_OPS_H
#define CS_PY_TYPES_OPS_H

#include "py/heap/ctx.h"
#include "py/heap/int.h"

/* The built-in payload of a subclass instance, else `v` itself. */
static inline cs_value cs_unwrap(const cs_ctx *ctx, cs_value v) {
  if (cs_is_ref(v) && cs_ref_layout(v) == CS_L_INSTANCE && cs_ref_type(v) >> 8)
    return CS_PTR(ctx, cs_instance, v)->slot[0];
  return v;
}

/* a op b.  CS_SLOW also when the built-in types do not support it and another
 * operand could (the VM then raises TypeError "unsupported operand type(s)").
 */
cs_status cs_op_binary(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                       cs_value *out) CS_MUST_CHECK;
/* a op= b for mutable built-ins (list, set, dict, bytearray); all others as
 * cs_op_binary. */
cs_status cs_op_inplace(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                        cs_value *out) CS_MUST_CHECK;
typedef enum cs_unop { CS_U_NEG, CS_U_POS, CS_U_INVERT, CS_U_ABS } cs_unop;
cs_status cs_op_unary(cs_ctx *ctx, cs_unop op, cs_value a,
                      cs_value *out) CS_MUST_CHECK;
/* Rich comparison LT..GE.  CS_SLOW: instances involved, or TypeError due
 * ("'<' not supported between instances of 'a' and 'b'": raised by the VM). */
cs_status cs_op_compare(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                        cs_value *out) CS_MUST_CHECK;
/* item in container */
cs_status cs_op_contains(cs_ctx *ctx, cs_value container, cs_value item,
                         bool *out) CS_MUST_CHECK;
/* Truth of a built-in; CS_SLOW for instances (other than those whose class
 * defines neither __bool__ nor __len__). */
cs_status cs_op_truth(cs_ctx *ctx, cs_value v, bool *out) CS_MUST_CHECK;
cs_status cs_op_len(cs_ctx *ctx, cs_value v, cs_value *out) CS_MUST_CHECK;
/* obj[key], obj[key] = v, del obj[key]; slices included. */
cs_status cs_op_getitem(cs_ctx *ctx, cs_value obj, cs_value key,
                        cs_value *out) CS_MUST_CHECK;
cs_status cs_op_setitem(cs_ctx *ctx, cs_value obj, cs_value key,
                        cs_value v) CS_MUST_CHECK;
cs_status cs_op_delitem(cs_ctx *ctx, cs_value obj, cs_value key) CS_MUST_CHECK;
/* obj[lower:upper] without a slice object; bounds are None or any value. */
cs_status cs_op_getslice(cs_ctx *ctx, cs_value obj, cs_value lower,
                         cs_value upper, cs_value *out) CS_MUST_CHECK;

/* iter(obj) for built-ins: a leaf ITER, the object itself if it is an
 * iterator (ITER, GEN, file ...).  CS_SLOW for instances; TypeError "'x'
 * object is not iterable". */
cs_status cs_op_iter(cs_ctx *ctx, cs_value obj, cs_value *out) CS_MUST_CHECK;
/* Next item of a leaf ITER; `*out` = UNBOUND at the end.  CS_SLOW for
 * everything else. */
cs_status cs_op_next(cs_ctx *ctx, cs_value it, cs_value *out) CS_MUST_CHECK;

/* repr/str/ascii of built-ins, containers to any depth by a work list. */
cs_status cs_op_repr(cs_ctx *ctx, cs_value v, cs_value *out) CS_MUST_CHECK;
cs_status cs_op_str(cs_ctx *ctx, cs_value v, cs_value *out) CS_MUST_CHECK;
/* format(v, spec); spec is a str. */
cs_status cs_op_format(cs_ctx *ctx, cs_value v, cs_value spec,
                       cs_value *out) CS_MUST_CHECK;

/* Name of the type of `v` for messages: a str value. */
cs_value cs_type_name_of(const cs_ctx *ctx, cs_value v);

#endif
