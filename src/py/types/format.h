/*
 * format.h - format(), str.format and the % operator of str and bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_FORMAT_H
#define CS_PY_TYPES_FORMAT_H

#include "py/types/builder.h"
#include "text/fmtspec.h"

/* fmt % args for an exact str, bytes or bytearray; CS_SLOW when an argument
 * needs Python code. */
cs_status cs_str_percent(cs_ctx *ctx, cs_value fmt, cs_value args,
                         cs_value *out) CS_MUST_CHECK;

/* Append format(v, spec); `spec` is valid text. */
cs_status cs_format_put(cs_builder *b, cs_value v, const char *spec,
                        size_t n) CS_MUST_CHECK;

/* Pieces that format() and % share: append a laid-out int, float or text. */
cs_status cs_format_int(cs_builder *b, const cs_fmtspec *f,
                        cs_value v) CS_MUST_CHECK;
cs_status cs_format_float(cs_builder *b, const cs_fmtspec *f,
                          double x) CS_MUST_CHECK;
cs_status cs_format_text(cs_builder *b, const cs_fmtspec *f, const char *s,
                         size_t n, size_t chars) CS_MUST_CHECK;
/* ValueError with this text. */
cs_status cs_format_error(cs_ctx *ctx, cs_exc_id exc,
                          const cs_fmterror *err) CS_MUST_CHECK;

#endif
