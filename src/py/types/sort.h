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
/* Sort the `n` values at `v` by a key function that C can call as often as it
 * wants (cs_apply_is_pure).  CS_SLOW, with `v` as it was: it cannot. */
cs_status cs_sort_by(cs_ctx *ctx, cs_value key, cs_value *v, uint32_t n,
                     bool reverse) CS_MUST_CHECK;

#endif
