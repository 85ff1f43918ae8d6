/*
 * iter_filter.h - filter as a leaf iterator.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_ITER_FILTER_H
#define CS_PY_TYPES_ITER_FILTER_H

#include "py/types/iter.h"

/* cs_op_next of a FILTER.  CS_SLOW: Python code must judge an item, which
 * waits in the iterator. */
cs_status cs_iter_filter_next(cs_ctx *ctx, cs_iter *it,
                              cs_value *out) CS_MUST_CHECK;
/* Append what is left to `list`, which is private, until that is full. */
cs_status cs_iter_filter_all(cs_ctx *ctx, cs_iter *it,
                             cs_value list) CS_MUST_CHECK;

#endif
