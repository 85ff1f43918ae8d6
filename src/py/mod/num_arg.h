/*
 * num_arg.h - numeric arguments of library functions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_NUM_ARG_H
#define CS_PY_MOD_NUM_ARG_H

#include "py/heap/ctx.h"

/* Argument `i` as a double; instances are asked for __float__. */
cs_status cs_num_double(cs_ctx *ctx, cs_value *args, uint32_t i,
                        double *out) CS_MUST_CHECK;
/* Argument `i` as an int of any size; instances are asked for __index__. */
cs_status cs_num_index(cs_ctx *ctx, cs_value *args, uint32_t i,
                       cs_value *out) CS_MUST_CHECK;

#endif
