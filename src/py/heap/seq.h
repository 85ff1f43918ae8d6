/*
 * seq.h - lists and tuples as C sees them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_SEQ_H
#define CS_PY_HEAP_SEQ_H

#include "py/heap/ctx.h"

static inline bool cs_is_list(cs_value v) {
  return cs_is(v, CS_L_LIST);
}
static inline bool cs_is_tuple(cs_value v) {
  return cs_is(v, CS_L_TUPLE);
}

static inline uint32_t cs_list_len(const cs_ctx *ctx, cs_value v) {
  return CS_PTR(ctx, cs_list, v)->len;
}
/* First item; meaningless while the list is empty. */
static inline cs_value *cs_list_items(const cs_ctx *ctx, cs_value v) {
  return CS_AT(ctx, cs_array, CS_PTR(ctx, cs_list, v)->items)->v;
}
static inline cs_value cs_list_at(const cs_ctx *ctx, cs_value v, uint32_t i) {
  return cs_list_items(ctx, v)[i];
}
static inline uint32_t cs_tuple_len(const cs_ctx *ctx, cs_value v) {
  return CS_PTR(ctx, cs_tuple, v)->len;
}
static inline cs_value *cs_tuple_items(const cs_ctx *ctx, cs_value v) {
  return CS_PTR(ctx, cs_tuple, v)->v;
}
static inline cs_value cs_tuple_at(const cs_ctx *ctx, cs_value v, uint32_t i) {
  return cs_tuple_items(ctx, v)[i];
}

/* An ARRAY of `n` values, all UNBOUND. */
cs_status cs_array_new(cs_ctx *ctx, uint32_t n, cs_off *out) CS_MUST_CHECK;

/* A list of the `n` values (borrowed); `items` NULL gives None `n` times. */
cs_status cs_list_new(cs_ctx *ctx, const cs_value *items, uint32_t n,
                      cs_value *out) CS_MUST_CHECK;
/* An empty list with room for `cap` items. */
cs_status cs_list_room(cs_ctx *ctx, uint32_t cap, cs_value *out) CS_MUST_CHECK;
/* Make room for `cap` items in all; frozen lists throw. */
cs_status cs_list_reserve(cs_ctx *ctx, cs_value list,
                          uint32_t cap) CS_MUST_CHECK;
cs_status cs_list_append(cs_ctx *ctx, cs_value list, cs_value v) CS_MUST_CHECK;
cs_status cs_list_extend(cs_ctx *ctx, cs_value list, const cs_value *items,
                         uint32_t n) CS_MUST_CHECK;

/* A tuple of the `n` values; `items` NULL gives None `n` times. */
cs_status cs_tuple_new(cs_ctx *ctx, const cs_value *items, uint32_t n,
                       cs_value *out) CS_MUST_CHECK;

/* Items of an exact list or tuple (or of a subclass's payload). */
static inline bool cs_seq_items(const cs_ctx *ctx, cs_value v, cs_value **items,
                                uint32_t *n) {
  if (cs_is_list(v)) {
    *items = cs_list_items(ctx, v);
    *n = cs_list_len(ctx, v);
    return true;
  }
  if (!cs_is_tuple(v)) return false;
  *items = cs_tuple_items(ctx, v);
  *n = cs_tuple_len(ctx, v);
  return true;
}

#endif
