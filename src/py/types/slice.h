/*
 * slice.h - slices: what start, stop and step mean for a length.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_SLICE_H
#define CS_PY_TYPES_SLICE_H

#include "py/heap/ctx.h"

/* Items start, start + step, ..., n of them, all inside the sequence.  For an
 * empty span `start` is where an insertion belongs. */
typedef struct cs_span {
  int64_t start, step;
  uint32_t n;
} cs_span;

cs_status cs_slice_new(cs_ctx *ctx, cs_value start, cs_value stop,
                       cs_value step, cs_value *out) CS_MUST_CHECK;
/* Apply start, stop and step of a slice (None or index-like) to a sequence of
 * `len` items. CS_SLOW: a part is an instance with __index__. */
cs_status cs_slice_span(cs_ctx *ctx, const cs_slice *part, uint32_t len,
                        cs_span *out) CS_MUST_CHECK;
/* slice.indices(len) for any int `len` >= 0: start, stop, step. */
cs_status cs_slice_indices(cs_ctx *ctx, const cs_slice *part, cs_value len,
                           cs_value out[3]) CS_MUST_CHECK;

/* The index `key` as int64_t, numbers out of range clamped.  CS_SLOW: an
 * instance with __index__; CS_OK with `*ok` false: no index at all. */
cs_status cs_slice_index(cs_ctx *ctx, cs_value key, int64_t *out,
                         bool *ok) CS_MUST_CHECK;

#endif
