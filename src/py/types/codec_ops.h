/*
 * codec_ops.h - str to bytes and back, with Python's error handlers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_CODEC_OPS_H
#define CS_PY_TYPES_CODEC_OPS_H

#include "py/heap/ctx.h"

/* What to convert with; both are str values, or UNBOUND for "utf-8" and
 * "strict". */
typedef struct cs_codec_names {
  cs_value encoding, errors;
} cs_codec_names;

/* Take the arguments `encoding` and `errors` of function `func`; TypeError if
 * one is neither absent nor a str. */
cs_status cs_codec_args(cs_ctx *ctx, const char *func, cs_value encoding,
                        cs_value errors, cs_codec_names *out) CS_MUST_CHECK;

/* str -> bytes or bytearray.  UnicodeEncodeError, LookupError.  CS_SLOW: an
 * encoding or handler that only Python code knows. */
cs_status cs_codec_encode_str(cs_ctx *ctx, cs_value str,
                              const cs_codec_names *names, uint32_t layout,
                              cs_value *out) CS_MUST_CHECK;
/* Bytes-like `obj` -> str. */
cs_status cs_codec_decode_obj(cs_ctx *ctx, cs_value obj,
                              const cs_codec_names *names,
                              cs_value *out) CS_MUST_CHECK;

/* Raise UnicodeEncodeError, UnicodeDecodeError. */
cs_status cs_codec_throw(cs_ctx *ctx, cs_exc_id exc, const char *encoding,
                         cs_value object, int64_t start, int64_t end,
                         const char *reason) CS_MUST_CHECK;

#endif
