/*
 * bytes.h - making and reading bytes, bytearray and what looks like them.
 *
 * Functions that take a layout make CS_L_BYTES or CS_L_BYTEARRAY objects.
 * Operators on them are in op_seq.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_BYTES_H
#define CS_PY_TYPES_BYTES_H

#include "py/heap/ctx.h"

/* An object with `len` zero bytes for the caller to fill. */
cs_status cs_bytes_room(cs_ctx *ctx, uint32_t layout, uint64_t len,
                        cs_value *out, uint8_t **data) CS_MUST_CHECK;
/* An object with a copy of these bytes. */
cs_status cs_bytes_new(cs_ctx *ctx, uint32_t layout, const void *data,
                       uint64_t len, cs_value *out) CS_MUST_CHECK;
/* The bytes of a bytes, bytearray, contiguous memoryview or an instance of a
 * subclass; false for anything else.  Borrowed until the next instruction. */
bool cs_bytes_view(const cs_ctx *ctx, cs_value v, const uint8_t **data,
                   uint32_t *len);
/* A bytes-like argument; TypeError "a bytes-like object is required". */
cs_status cs_bytes_arg(cs_ctx *ctx, cs_value v, const uint8_t **data,
                       uint32_t *len) CS_MUST_CHECK;
/* An instance that is not bytes, but has __buffer__? */
bool cs_bytes_has_buffer(cs_ctx *ctx, cs_value v);
/* The same for argument `i` of a native, which may be an instance that has
 * __buffer__: then the native runs again. */
cs_status cs_bytes_need(cs_ctx *ctx, const cs_value *args, uint32_t i,
                        const uint8_t **data, uint32_t *len) CS_MUST_CHECK;
/* What a method of `self` gives back: bytes are reused when nothing changed
 * (`n` is the whole length), a bytearray is always copied. */
cs_status cs_bytes_result(cs_ctx *ctx, cs_value self, const uint8_t *data,
                          uint64_t n, cs_value *out) CS_MUST_CHECK;
/* ($self, sep, bytes_per_sep): hex() of anything bytes-like. */
cs_leaf cs_bytes_hex;
/* An int 0..255 for a byte; throws CPython's errors.  CS_SLOW for what could
 * be coerced with __index__. */
cs_status cs_bytes_byte(cs_ctx *ctx, cs_value v, uint8_t *out) CS_MUST_CHECK;

#endif
