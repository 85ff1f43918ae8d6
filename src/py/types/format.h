/*
 * format.h - the % operator of str and bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_FORMAT_H
#define CS_PY_TYPES_FORMAT_H

#include "py/heap/ctx.h"

/* fmt % args for an exact str, bytes or bytearray; CS_SLOW when an argument
 * needs Python code. */
cs_status cs_str_percent(cs_ctx *ctx, cs_value fmt, cs_value args,
                         cs_value *out) CS_MUST_CHECK;

#endif
