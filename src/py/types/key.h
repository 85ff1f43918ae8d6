/*
 * key.h - hash, equality and order of instances whose special methods are
 * natives or short functions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_KEY_H
#define CS_PY_TYPES_KEY_H

#include "py/types/ops.h"

/* hash(v) and a == b when the class took over a native of a C module (dates,
 * members of enumerations) or its method is a short one (vm/brief.c); CS_SLOW
 * when other Python code decides.  The heap's dicts reach them through the
 * context. */
cs_status cs_key_hash(cs_ctx *ctx, cs_value v, int64_t *out) CS_MUST_CHECK;
cs_status cs_key_eq(cs_ctx *ctx, cs_value a, cs_value b,
                    bool *out) CS_MUST_CHECK;
/* a < b and its kin, likewise, for two instances of one class. */
cs_status cs_key_order(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                       bool *out) CS_MUST_CHECK;
/* a + b, likewise; b's __radd__ if `a` is no instance. */
cs_status cs_key_add(cs_ctx *ctx, cs_value a, cs_value b,
                     cs_value *out) CS_MUST_CHECK;

#endif
