/*
 * apply.h - calling a built-in function from C, when that takes no frame.
 *
 * map(int, fields), sorted(words, key=len) and the like need not go through
 * the dispatch loop for every item.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_APPLY_H
#define CS_PY_TYPES_APPLY_H

#include "py/heap/ctx.h"

#define CS_APPLY_MAX 12 /* parameters of a native */

/* f(args...) when `f` is a native, a bound native, a built-in class, or a box
 * or an instance with a native __call__, and finishes at once: CS_OK, CS_THROW,
 * CS_RETRY. CS_SLOW, changing nothing: it needs the loop; call it another way.
 * Does not nest: a native called by this one gets CS_SLOW. */
cs_status cs_apply_leaf(cs_ctx *ctx, cs_value f, const cs_value *args,
                        uint32_t n, cs_value *out) CS_MUST_CHECK;
/* The same for one function and many calls: what it is, is found out once.
 * CS_SLOW: it cannot be called like this. */
typedef struct cs_applied {
  const struct cs_native *nat;
  cs_leaf *leaf;
  cs_value self; /* goes before the arguments, unless UNBOUND */
} cs_applied;
cs_status cs_apply_open(cs_ctx *ctx, cs_value f, uint32_t n,
                        cs_applied *to) CS_MUST_CHECK;
cs_status cs_apply_run(cs_ctx *ctx, const cs_applied *f, const cs_value *args,
                       uint32_t n, cs_value *out) CS_MUST_CHECK;
/* Could cs_apply_leaf call `f`? */
bool cs_apply_can(cs_ctx *ctx, cs_value f);
/* Is `f` known to change nothing and to use nothing up?  Then calls of it can
 * be given up and made again. */
bool cs_apply_is_pure(cs_ctx *ctx, cs_value f);
/* Keys of `n` items by such a function, to every `stride`-th value of `to`.
 * CS_SLOW: it is another one, it needs the loop, or it takes long. */
cs_status cs_apply_keys(cs_ctx *ctx, cs_value f, const cs_value *items,
                        uint32_t n, cs_value *to,
                        uint32_t stride) CS_MUST_CHECK;

#endif
