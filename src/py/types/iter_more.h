/*
 * iter_more.h - leaf iterators of itertools that need no other iterator.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_ITER_MORE_H
#define CS_PY_TYPES_ITER_MORE_H

#include "py/heap/ctx.h"

/* Next item of COUNT, REPEAT, CYCLE, PRODUCT, PERMUTE, COMBINE, COMBINE_REP;
 * UNBOUND at the end.  CS_SLOW for other kinds. */
cs_status cs_iter_more_next(cs_ctx *ctx, cs_iter *it,
                            cs_value *out) CS_MUST_CHECK;
/* The next `n` items of a PRODUCT, PERMUTE, COMBINE or COMBINE_REP of rows of
 * `n` items, without a tuple; false at the end. */
bool cs_iter_more_row(cs_ctx *ctx, cs_iter *it, uint32_t n, cs_value *to);

#endif
