/*
 * sort.h - stable sorting of built-in values.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_SORT_H
#define CS_PY_TYPES_SORT_H

#include "py/heap/ctx.h"

/* Sort the `n` values at `v`, or, with `pairs`, the n pairs (key, value) by
 * their keys.  CS_SLOW: a comparison needs Python code or is a TypeError; the
 * order of `v` is then unspecified. */
cs_status cs_sort_values(cs_ctx *ctx, cs_value *v, uint32_t n, bool pairs,
                         bool reverse) CS_MUST_CHECK;

#endif
