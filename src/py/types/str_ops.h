/*
 * str_ops.h - what the files of str methods share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_STR_OPS_H
#define CS_PY_TYPES_STR_OPS_H

#include "py/heap/ctx.h"

/* A str argument or the payload of one; TypeError "must be str, not x". */
cs_status cs_str_arg(cs_ctx *ctx, cs_value v, cs_value *out) CS_MUST_CHECK;

/* sep.join(items) for `n` values; TypeError names the item that is no str. */
cs_status cs_str_join(cs_ctx *ctx, cs_value sep, const cs_value *items,
                      uint32_t n, cs_value *out) CS_MUST_CHECK;

#endif
