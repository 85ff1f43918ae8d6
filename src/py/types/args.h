/*
 * args.h - reading the arguments of natives.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_ARGS_H
#define CS_PY_TYPES_ARGS_H

#include "py/heap/ctx.h"

/* Does the class of `v` define __index__? */
bool cs_args_has_index(cs_ctx *ctx, cs_value v);

/* An int that fits: OverflowError "Python int too large to convert to C
 * ssize_t" otherwise. */
cs_status cs_args_i64(cs_ctx *ctx, cs_value v, int64_t *out) CS_MUST_CHECK;

/* Argument `i` as an integer, `dflt` when absent.  Asks for __index__. */
cs_status cs_args_size(cs_ctx *ctx, cs_value *args, uint32_t i, int64_t dflt,
                       int64_t *out) CS_MUST_CHECK;

/* Arguments `i` and `i + 1` as start and end, the way str.find takes them,
 * clipped: 0 <= *end <= len, but *start may lie behind. */
cs_status cs_args_range(cs_ctx *ctx, cs_value *args, uint32_t i, int64_t len,
                        int64_t *start, int64_t *end) CS_MUST_CHECK;

/* A flag argument: truth of a built-in; others are asked for. */
cs_status cs_args_flag(cs_ctx *ctx, cs_value *args, uint32_t i, bool dflt,
                       bool *out) CS_MUST_CHECK;

/* Check and pad the arguments (self, sub, start, end) of find and its sisters,
 * which count them in their own words. */
cs_status cs_args_find(cs_ctx *ctx, const char *name, cs_value *args,
                       uint32_t n) CS_MUST_CHECK;

/* What messages about a bad argument call its type: None or the type's name. */
cs_value cs_args_word(const cs_ctx *ctx, cs_value v);

/* Can iter(v) work: a built-in container or iterator, or a class with
 * __iter__ or __getitem__? */
bool cs_args_iterable(cs_ctx *ctx, cs_value v);

#endif
