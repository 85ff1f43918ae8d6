/*
 * op_seq.h - concatenation, repetition and slices of built-in sequences.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_OP_SEQ_H
#define CS_PY_TYPES_OP_SEQ_H

#include "py/heap/ctx.h"
#include "py/heap/int.h"
#include "py/types/slice.h"

/* The bytes of an exact bytes or bytearray. */
static inline unsigned char *cs_bytes_data(const cs_ctx *ctx, cs_value v,
                                           uint32_t *len) {
  if (cs_is(v, CS_L_BYTES)) {
    cs_bytes *b = CS_PTR(ctx, cs_bytes, v);
    *len = b->len;
    return b->data;
  }
  const cs_bytearray *b = CS_PTR(ctx, cs_bytearray, v);
  *len = b->len;
  return CS_AT(ctx, cs_raw, b->buf)->data;
}
static inline bool cs_is_bytes(cs_value v) {
  return cs_is(v, CS_L_BYTES);
}
static inline bool cs_is_bytearray(cs_value v) {
  return cs_is(v, CS_L_BYTEARRAY);
}
/* str, bytes, bytearray, list or tuple. */
bool cs_op_seq_is(cs_value v);

/* A BYTES or BYTEARRAY of `len` zero bytes; `*data` is where to write. */
cs_status cs_op_seq_bytes(cs_ctx *ctx, uint32_t layout, uint64_t len,
                          cs_value *out, unsigned char **data) CS_MUST_CHECK;
/* Give a bytearray room for `cap` bytes; checks exports and frozen ones. */
cs_status cs_op_seq_reserve(cs_ctx *ctx, cs_value bytearray,
                            uint64_t cap) CS_MUST_CHECK;
/* Replace `old` bytes at `at` of a bytearray by `n` others. */
cs_status cs_op_seq_splice(cs_ctx *ctx, cs_value bytearray, uint32_t at,
                           uint32_t old, const unsigned char *data,
                           uint32_t n) CS_MUST_CHECK;
/* The same for a list. */
cs_status cs_op_seq_splice_list(cs_ctx *ctx, cs_value list, uint32_t at,
                                uint32_t old, const cs_value *items,
                                uint32_t n) CS_MUST_CHECK;

/* The error CPython gives when a + b or a * b has no meaning but one operand is
 * a sequence; CS_SLOW when none is. */
cs_status cs_op_seq_unsupported(cs_ctx *ctx, cs_binop op, cs_value a,
                                cs_value b) CS_MUST_CHECK;
/* seq + b, and the special errors; CS_SLOW: b's __radd__ may decide. */
cs_status cs_op_seq_concat(cs_ctx *ctx, cs_value seq, cs_value b,
                           cs_value *out) CS_MUST_CHECK;
/* seq * count, for either order of the operands. */
cs_status cs_op_seq_repeat(cs_ctx *ctx, cs_value seq, cs_value count,
                           cs_value *out) CS_MUST_CHECK;
/* list *= count, bytearray *= count */
cs_status cs_op_seq_repeat_in(cs_ctx *ctx, cs_value seq,
                              cs_value count) CS_MUST_CHECK;

/* seq[start:stop:step] for the sequences above and range. */
cs_status cs_op_seq_slice(cs_ctx *ctx, cs_value seq, const cs_slice *part,
                          cs_value *out) CS_MUST_CHECK;
/* Assignment to, and deletion (`v` UNBOUND) of, a slice of a list or
 * bytearray. */
cs_status cs_op_seq_assign(cs_ctx *ctx, cs_value seq, const cs_slice *part,
                           cs_value v) CS_MUST_CHECK;

#endif
