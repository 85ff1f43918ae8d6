/*
 * key.h - hash and equality of instances whose special methods are natives.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_KEY_H
#define CS_PY_TYPES_KEY_H

#include "py/heap/ctx.h"

/* hash(v) and a == b when the class took over a native of a C module (dates,
 * members of enumerations); CS_SLOW when Python code decides.  The heap's
 * dicts reach them through the context. */
cs_status cs_key_hash(cs_ctx *ctx, cs_value v, int64_t *out) CS_MUST_CHECK;
cs_status cs_key_eq(cs_ctx *ctx, cs_value a, cs_value b,
                    bool *out) CS_MUST_CHECK;

#endif
