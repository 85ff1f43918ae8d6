/*
 * range.h - arithmetic progressions of ints of any size.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_RANGE_H
#define CS_PY_TYPES_RANGE_H

#include "py/heap/ctx.h"

static inline bool cs_is_range(cs_value v) {
  return cs_is(v, CS_L_RANGE);
}

/* range(start, stop, step) for ints; ValueError for step 0. */
cs_status cs_range_new(cs_ctx *ctx, cs_value start, cs_value stop,
                       cs_value step, cs_value *out) CS_MUST_CHECK;
/* Item number `i` (an int, 0 <= i < len). */
cs_status cs_range_item(cs_ctx *ctx, cs_value range, cs_value i,
                        cs_value *out) CS_MUST_CHECK;
/* range[index]: IndexError when outside; `key` is an int. */
cs_status cs_range_at(cs_ctx *ctx, cs_value range, cs_value key,
                      cs_value *out) CS_MUST_CHECK;
cs_status cs_range_slice(cs_ctx *ctx, cs_value range, const cs_slice *part,
                         cs_value *out) CS_MUST_CHECK;
/* Position of the int `v` in the range, UNBOUND when it is not there. */
cs_status cs_range_find(cs_ctx *ctx, cs_value range, cs_value v,
                        cs_value *out) CS_MUST_CHECK;
/* The same items backwards. */
cs_status cs_range_reverse(cs_ctx *ctx, cs_value range,
                           cs_value *out) CS_MUST_CHECK;

#endif
