/*
 * op_set.h - operators of sets, dicts, dict views and of classes (int | str).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_OP_SET_H
#define CS_PY_TYPES_OP_SET_H

#include "py/heap/int.h"

/* A set, frozenset, or view of keys or items. */
bool cs_op_set_like(const cs_ctx *ctx, cs_value v);
/* Is it one of & | ^ - ? */
bool cs_op_set_has(cs_binop op);
/* a & | ^ - b; CS_SLOW with ctx->intrinsic when Python code is needed. */
cs_status cs_op_set_binary(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                           cs_value *out) CS_MUST_CHECK;
/* The same in place: `a` is a SET, `b` a set or frozenset. */
cs_status cs_op_set_inplace(cs_ctx *ctx, cs_binop op, cs_value a,
                            cs_value b) CS_MUST_CHECK;
/* A fresh set of the elements of a set, frozenset, keys or items view. */
cs_status cs_op_set_from(cs_ctx *ctx, cs_value v, uint32_t layout,
                         cs_value *out) CS_MUST_CHECK;
/* What is looked for in a set: an unhashable set stands for the frozenset of
 * its elements. */
cs_status cs_op_set_key(cs_ctx *ctx, cs_value *key) CS_MUST_CHECK;
/* Is every element of `a` in `b`?  Both set-like. */
cs_status cs_op_set_subset(cs_ctx *ctx, cs_value a, cs_value b,
                           bool *out) CS_MUST_CHECK;

/* a | b of dicts, and a |= b. */
cs_status cs_op_dict_merge(cs_ctx *ctx, cs_value a, cs_value b,
                           cs_value *out) CS_MUST_CHECK;
cs_status cs_op_dict_update(cs_ctx *ctx, cs_value a, cs_value b) CS_MUST_CHECK;

/* int | None: a class, alias, union or None on both sides; else CS_SLOW. */
cs_status cs_op_type_union(cs_ctx *ctx, cs_value a, cs_value b,
                           cs_value *out) CS_MUST_CHECK;
/* list[int]; `args` is what stands between the brackets. */
cs_status cs_op_type_alias(cs_ctx *ctx, cs_value origin, cs_value args,
                           cs_value *out) CS_MUST_CHECK;
/* An ALIAS from its parts; `params` None: not computed yet. */
cs_status cs_op_alias_new(cs_ctx *ctx, cs_value origin, cs_value args,
                          cs_value params, cs_value *out) CS_MUST_CHECK;

#endif
