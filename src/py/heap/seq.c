/*
 * seq.c - lists and tuples.
 *
 * A list's items are an ARRAY of their own that is replaced when it grows, by
 * half of what is needed, so that n appends copy fewer than 3n items.  A list
 * of the warm image has no room: every writer asks cs_list_reserve first,
 * which refuses it.
 *
 * Invariants: len <= cap <= what the ARRAY's units hold; items after `len` hold
 * no reference (removers wipe), or a dead object would be kept.
 *
 * Danger: a pointer to a list's items is good until the next call that may grow
 * that list.  The old array stays intact until the next collection, so reading
 * through it is not an error of memory, but writes through it are lost.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/seq.h"

static void fill(cs_value *v, uint32_t n, cs_value with) {
  for (uint32_t i = 0; i < n; i++) v[i] = with;
}

/* Capacities are odd: header and items then fill whole 16-byte units. */
static uint64_t array_bytes(uint32_t n) {
  return offsetof(cs_array, v) + (uint64_t)n * sizeof(cs_value);
}

cs_status cs_array_new(cs_ctx *ctx, uint32_t n, cs_off *out) {
  cs_status st = cs_alloc(ctx, CS_L_ARRAY, array_bytes(n | 1), out);
  if (st == CS_OK) fill(CS_AT(ctx, cs_array, *out)->v, n | 1, CS_UNBOUND);
  return st;
}

/* --- lists --------------------------------------------------------------- */

cs_status cs_list_room(cs_ctx *ctx, uint32_t cap, cs_value *out) {
  cs_off items = 0, off;
  cs_status st = CS_OK;
  if (cap) st = cs_alloc(ctx, CS_L_ARRAY, array_bytes(cap | 1), &items);
  if (st != CS_OK) return st;
  st = cs_alloc(ctx, CS_L_LIST, sizeof(cs_list), &off);
  if (st != CS_OK) return st;
  cs_list *l = CS_AT(ctx, cs_list, off);
  assert(l->len == 0); /* an allocation is zeroed */
  l->items = items;
  l->cap = cap ? cap | 1 : 0;
  *out = cs_ref(CS_L_LIST, off);
  return CS_OK;
}

cs_status cs_list_new(cs_ctx *ctx, const cs_value *items, uint32_t n,
                      cs_value *out) {
  cs_status st = cs_list_room(ctx, n, out);
  if (st != CS_OK || n == 0) return st;
  cs_value *to = cs_list_items(ctx, *out);
  assert(CS_PTR(ctx, cs_list, *out)->cap >= n);
  CS_PTR(ctx, cs_list, *out)->len = n;
  if (items)
    cs_values_copy(to, items, n);
  else
    fill(to, n, CS_NONE);
  return CS_OK;
}

static cs_status refuse_frozen(cs_ctx *ctx) {
  return cs_throw(ctx, CS_TypeError, "cannot modify a shared read-only list");
}

cs_status cs_list_reserve(cs_ctx *ctx, cs_value list, uint32_t cap) {
  if (cs_is_frozen(ctx, list)) return refuse_frozen(ctx);
  cs_list *l = CS_PTR(ctx, cs_list, list);
  assert(l->len <= l->cap);
  if (cap <= l->cap) return CS_OK;
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_ARRAY, array_bytes(cap | 1), &off);
  if (st != CS_OK) return st;
  if (l->len)
    cs_values_copy(CS_AT(ctx, cs_array, off)->v, cs_list_items(ctx, list),
                   l->len);
  cs_charge(ctx, l->len / 8);
  l->items = off;
  l->cap = cap | 1;
  return CS_OK;
}

/* Room for `n` more, with slack for those that follow. */
static cs_status grow(cs_ctx *ctx, cs_value list, uint32_t n) {
  const cs_list *l = CS_PTR(ctx, cs_list, list);
  uint64_t need = (uint64_t)l->len + n;
  if (need <= l->cap && !cs_is_frozen(ctx, list)) return CS_OK;
  uint64_t want = need + (need >> 1) + 2;
  if (want > UINT32_MAX / 8) return CS_RETRY; /* more than an arena holds */
  return cs_list_reserve(ctx, list, (uint32_t)want);
}

cs_status cs_list_append(cs_ctx *ctx, cs_value list, cs_value v) {
  cs_list *l = CS_PTR(ctx, cs_list, list);
  if (l->len == l->cap || cs_is_frozen(ctx, list)) {
    cs_status st = grow(ctx, list, 1);
    if (st != CS_OK) return st;
  }
  assert(l->len < l->cap);
  CS_AT(ctx, cs_array, l->items)->v[l->len++] = v;
  return CS_OK;
}

cs_status cs_list_extend(cs_ctx *ctx, cs_value list, const cs_value *items,
                         uint32_t n) {
  if (n == 0 && !cs_is_frozen(ctx, list)) return CS_OK;
  cs_list *l = CS_PTR(ctx, cs_list, list);
  cs_status st;
  if (l->len == 0 && l->cap < n)
    st = cs_list_reserve(ctx, list, n); /* often the final size */
  else
    st = grow(ctx, list, n);
  if (st != CS_OK) return st;
  assert((uint64_t)l->len + n <= l->cap);
  /* `items` may be the list's own: then it is the old array, still intact. */
  cs_values_copy(cs_list_items(ctx, list) + l->len, items, n);
  cs_charge(ctx, n / 8);
  l->len += n;
  return CS_OK;
}

/* --- tuples -------------------------------------------------------------- */

cs_status cs_tuple_new(cs_ctx *ctx, const cs_value *items, uint32_t n,
                       cs_value *out) {
  if (n == 0 && ctx->image->empty_tuple.bits) {
    *out = ctx->image->empty_tuple;
    return CS_OK;
  }
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_TUPLE,
                          offsetof(cs_tuple, v) + n * sizeof(cs_value), &off);
  if (st != CS_OK) return st;
  cs_tuple *t = CS_AT(ctx, cs_tuple, off);
  t->len = n;
  if (items && n)
    cs_values_copy(t->v, items, n);
  else
    fill(t->v, n, CS_NONE);
  *out = cs_ref(CS_L_TUPLE, off);
  return CS_OK;
}
