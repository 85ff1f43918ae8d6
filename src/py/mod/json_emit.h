/*
 * json_emit.h - values to JSON text, without recursion.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_MOD_JSON_EMIT_H
#define CS_PY_MOD_JSON_EMIT_H

#include "py/heap/ctx.h"

typedef struct cs_json_style {
  bool ascii, allow_nan, skipkeys, sort;
  cs_value indent;    /* str, or None for one line           */
  cs_value item, key; /* separators; None for the default    */
} cs_json_style;

/* Text of `v`.  CS_SLOW: it holds something that only Python code can judge;
 * CS_THROW: what it holds cannot be written at all. */
cs_status cs_json_emit(cs_ctx *ctx, cs_value v, const cs_json_style *style,
                       cs_value *out) CS_MUST_CHECK;
/* A str in quotes. */
cs_status cs_json_emit_string(cs_ctx *ctx, cs_value str, bool ascii,
                              cs_value *out) CS_MUST_CHECK;

#endif
