/*
 * memview.h - memoryview: items of another object's bytes.
 *
 * A view keeps the object, an offset, a stride and a format; it owns nothing.
 * Views of a bytearray are counted there (CS_VIEW_COUNTED) until they are
 * released or collected, so that the array refuses to be resized.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_MEMVIEW_H
#define CS_PY_TYPES_MEMVIEW_H

#include "py/heap/ctx.h"

enum { /* cs_memview.h.flags */
       CS_VIEW_READONLY = 1,
       CS_VIEW_RELEASED = 2,
       CS_VIEW_COUNTED = 4
};

static inline bool cs_is_memview(cs_value v) {
  return cs_is(v, CS_L_MEMVIEW);
}

/* A view of a bytes-like object. */
cs_status cs_memview_new(cs_ctx *ctx, cs_value obj,
                         cs_value *out) CS_MUST_CHECK;
/* v[key], v[key] = item, del v[key] (item UNBOUND).  CS_SLOW: the key or the
 * item needs __index__. */
cs_status cs_memview_getitem(cs_ctx *ctx, cs_value v, cs_value key,
                             cs_value *out) CS_MUST_CHECK;
cs_status cs_memview_setitem(cs_ctx *ctx, cs_value v, cs_value key,
                             cs_value item) CS_MUST_CHECK;
/* Item `i` < count of a one-dimensional view. */
cs_status cs_memview_at(cs_ctx *ctx, cs_value v, uint32_t i,
                        cs_value *out) CS_MUST_CHECK;
/* len(v); ValueError after release. */
cs_status cs_memview_len(cs_ctx *ctx, cs_value v, uint32_t *out) CS_MUST_CHECK;
/* v == other: items are compared as numbers. */
cs_status cs_memview_eq(cs_ctx *ctx, cs_value v, cs_value other,
                        bool *out) CS_MUST_CHECK;
/* ValueError "operation forbidden on released memoryview object". */
cs_status cs_memview_check(cs_ctx *ctx, cs_value v) CS_MUST_CHECK;
/* Copy all items, in order, as bytes; the view is not released. */
cs_status cs_memview_bytes(cs_ctx *ctx, cs_value v, uint32_t layout,
                           cs_value *out) CS_MUST_CHECK;
/* Bytes of one item of a native format character; 0 for an unknown one. */
uint32_t cs_memview_size(char format);
/* A copy of the header of `v` for a view with other parameters. */
cs_status cs_memview_clone(cs_ctx *ctx, cs_value v, cs_value *out,
                           cs_memview **made) CS_MUST_CHECK;

#endif
