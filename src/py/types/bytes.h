/*
 * bytes.h - making and reading bytes, bytearray and what looks like them.
 *
 * Functions that take a layout make CS_L_BYTES or CS_L_BYTEARRAY objects.  A
 * bytearray keeps its bytes in a RAW object with slack; while memoryviews look
 * at it (`exports`) its size is fixed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_BYTES_H
#define CS_PY_TYPES_BYTES_H

#include "py/heap/ctx.h"

static inline bool cs_is_bytes(cs_value v) { return cs_is(v, CS_L_BYTES); }
static inline bool cs_is_bytearray(cs_value v) {
  return cs_is(v, CS_L_BYTEARRAY);
}

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
/* Length of a bytes or bytearray. */
static inline uint32_t cs_bytes_len(const cs_ctx *ctx, cs_value v) {
  return cs_is_bytes(v) ? CS_PTR(ctx, cs_bytes, v)->len
                        : CS_PTR(ctx, cs_bytearray, v)->len;
}

/* v[key] for bytes and bytearray; slices included. */
cs_status cs_bytes_getitem(cs_ctx *ctx, cs_value v, cs_value key,
                           cs_value *out) CS_MUST_CHECK;
/* a + b, a * n; CS_SLOW when the other operand does not fit. */
cs_status cs_bytes_concat(cs_ctx *ctx, cs_value a, cs_value b,
                          cs_value *out) CS_MUST_CHECK;
cs_status cs_bytes_repeat(cs_ctx *ctx, cs_value v, cs_value times,
                          cs_value *out) CS_MUST_CHECK;
/* item in v */
cs_status cs_bytes_contains(cs_ctx *ctx, cs_value v, cs_value item,
                            bool *out) CS_MUST_CHECK;

/* --- bytearray (bytearray.c) ------------------------------------------------ */

/* v[key] = item and del v[key] (item UNBOUND); slices included. */
cs_status cs_bytearray_setitem(cs_ctx *ctx, cs_value v, cs_value key,
                               cs_value item) CS_MUST_CHECK;
/* Replace the `cut` bytes at `at` by `n` others (which may lie in the array
 * itself).  Throws for frozen arrays and while views exist. */
cs_status cs_bytearray_splice(cs_ctx *ctx, cs_value v, uint32_t at,
                              uint32_t cut, const void *with,
                              uint64_t n) CS_MUST_CHECK;
/* v += other, v *= n. */
cs_status cs_bytearray_inplace(cs_ctx *ctx, cs_value v, bool multiply,
                               cs_value other, cs_value *out) CS_MUST_CHECK;
/* An int 0..255 for a byte; throws CPython's errors.  CS_SLOW for what could
 * be coerced with __index__. */
cs_status cs_bytes_byte(cs_ctx *ctx, cs_value v, uint8_t *out) CS_MUST_CHECK;

#endif
