/*
 * str_intern.c - one object per distinct name.
 *
 * Two tables, both ARRAYs with open addressing and linear probing, UNBOUND for
 * an empty slot: the image's, which is read-only in a session and searched
 * first, and the session's.  While the image is built, its own table is the
 * one that grows.  Entries are never removed: equality of interned strings
 * must stay equality of bits.
 *
 * Invariant: at most two thirds of a table are in use, so probing ends.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/hash.h"
#include "py/heap/flood.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"

#define FIRST_SIZE 64u

typedef struct pool { /* where one of the two tables keeps its fields */
  cs_value *array;
  uint32_t *mask, *count;
} pool;

static pool writable_pool(const cs_ctx *ctx) {
  if (ctx->building)
    return (pool){&ctx->image->intern, &ctx->image->intern_mask,
                  &ctx->image->intern_count};
  return (pool){&ctx->head->root[CS_ROOT_INTERN], &ctx->head->intern_mask,
                &ctx->head->intern_count};
}

static bool has_bytes(const cs_ctx *ctx, cs_value v, const char *bytes,
                      uint32_t len, uint32_t hash) {
  const cs_str *s = CS_PTR(ctx, cs_str, v);
  if (s->hash != hash || s->len != len) return false;
  uint32_t n;
  return memcmp(cs_str_data(ctx, v, &n), bytes, len) == 0;
}

/* Names that somebody chose to collide are placed by key: see flood.h. */
static uint32_t place_of(const cs_ctx *ctx, cs_value table, const char *bytes,
                         uint32_t len, uint32_t hash) {
  if (!(CS_PTR(ctx, cs_obj, table)->flags & CS_TABLE_KEYED)) return hash;
  return (uint32_t)cs_hash_keyed(ctx->head->hash_key, bytes, len);
}

static cs_value find_in(const cs_ctx *ctx, cs_value table, uint32_t mask,
                        const char *bytes, uint32_t len, uint32_t hash) {
  if (!cs_is(table, CS_L_ARRAY)) return CS_UNBOUND;
  const cs_value *slot = CS_PTR(ctx, cs_array, table)->v;
  uint32_t place = place_of(ctx, table, bytes, len, hash);
  for (uint32_t i = place & mask;; i = (i + 1) & mask) {
    if (cs_is_unbound(slot[i])) return CS_UNBOUND;
    if (has_bytes(ctx, slot[i], bytes, len, hash)) return slot[i];
  }
}

static cs_value find(const cs_ctx *ctx, const char *bytes, uint32_t len,
                     uint32_t hash) {
  const cs_image *image = ctx->image;
  cs_value v =
      find_in(ctx, image->intern, image->intern_mask, bytes, len, hash);
  if (!cs_is_unbound(v) || ctx->building) return v;
  return find_in(ctx, cs_root_get(ctx, CS_ROOT_INTERN), ctx->head->intern_mask,
                 bytes, len, hash);
}

/* Returns the steps. */
static uint32_t put(const cs_ctx *ctx, cs_value table, uint32_t mask,
                    cs_value v) {
  cs_value *slot = CS_PTR(ctx, cs_array, table)->v;
  uint32_t len, n = 0;
  const char *bytes = cs_str_data(ctx, v, &len);
  uint32_t i =
      place_of(ctx, table, bytes, len, CS_PTR(ctx, cs_str, v)->hash) & mask;
  assert((mask & (mask + 1)) == 0);
  for (; !cs_is_unbound(slot[i]); n++) {
    assert(n <= mask); /* a full table: the invariant is broken */
    i = (i + 1) & mask;
  }
  slot[i] = v;
  return n;
}

static void put_all(const cs_ctx *ctx, cs_value from, uint32_t size,
                    cs_value to, uint32_t mask) {
  const cs_value *v = CS_PTR(ctx, cs_array, from)->v;
  for (uint32_t i = 0; i < size; i++)
    if (!cs_is_unbound(v[i])) (void)put(ctx, to, mask, v[i]);
}

/* Without memory for another table it stays as it is. */
static void resist(cs_ctx *ctx, const pool *p) {
  cs_off off;
  uint32_t size = *p->mask + 1;
  if (CS_PTR(ctx, cs_obj, *p->array)->flags & CS_TABLE_KEYED || ctx->building ||
      cs_array_new(ctx, size, &off) != CS_OK)
    return;
  cs_value to = cs_ref(CS_L_ARRAY, off);
  CS_AT(ctx, cs_obj, off)->flags = CS_TABLE_KEYED;
  put_all(ctx, *p->array, size, to, *p->mask);
  *p->array = to;
}

/* Make sure that one more entry fits. */
static cs_status reserve(cs_ctx *ctx, const pool *p) {
  bool fresh = !cs_is(*p->array, CS_L_ARRAY);
  uint32_t size = fresh ? 0 : *p->mask + 1;
  if (!fresh && (*p->count + 1) * UINT64_C(3) <= size * UINT64_C(2))
    return CS_OK;
  uint32_t bigger = size ? size * 2 : FIRST_SIZE;
  cs_off off;
  cs_status st = cs_array_new(ctx, bigger, &off);
  if (st != CS_OK) return st;
  cs_value to = cs_ref(CS_L_ARRAY, off);
  if (!fresh) {
    CS_AT(ctx, cs_obj, off)->flags = CS_PTR(ctx, cs_obj, *p->array)->flags;
    put_all(ctx, *p->array, size, to, bigger - 1);
  }
  *p->array = to;
  *p->mask = bigger - 1;
  return CS_OK;
}

/* Enter private string `v`, which has no twin yet. */
static cs_status enter(cs_ctx *ctx, cs_value v) {
  pool p = writable_pool(ctx);
  cs_status st = reserve(ctx, &p);
  if (st != CS_OK) return st;
  assert(ctx->building || !cs_is_frozen(ctx, v));
  (void)cs_str_hash(ctx, v); /* stored: `v` is writable */
  CS_PTR(ctx, cs_str, v)->h.flags |= CS_STR_INTERNED;
  uint32_t steps = put(ctx, *p.array, *p.mask, v);
  (*p.count)++;
  if (steps > CS_FLOOD) resist(ctx, &p);
  return CS_OK;
}

/* A private copy: never the shared one-character strings. */
static cs_status copy(cs_ctx *ctx, cs_value v, cs_value *out) {
  const cs_str *s = CS_PTR(ctx, cs_str, v);
  uint32_t len;
  const char *bytes = cs_str_data(ctx, v, &len);
  char *data;
  uint8_t flags = s->h.flags & (CS_STR_ASCII | CS_STR_SURROGATE);
  cs_status st = cs_str_room(ctx, len, s->chars, flags, out, &data);
  if (st == CS_OK) memcpy(data, bytes, len);
  return st;
}

cs_status cs_str_intern(cs_ctx *ctx, cs_value s, cs_value *out) {
  cs_value v = cs_str_find_interned(ctx, s);
  if (cs_is_unbound(v)) {
    v = s;
    cs_status st = cs_is_frozen(ctx, s) ? copy(ctx, s, &v) : CS_OK;
    if (st == CS_OK) st = enter(ctx, v);
    if (st != CS_OK) return st;
  }
  *out = v;
  return CS_OK;
}

cs_status cs_str_intern_bytes(cs_ctx *ctx, const char *bytes, size_t len,
                              cs_value *out) {
  if (len < UINT32_MAX) { /* else cs_str_new refuses */
    cs_value v = find(ctx, bytes, (uint32_t)len,
                      cs_str_hash_bytes(bytes, (uint32_t)len));
    if (!cs_is_unbound(v)) {
      *out = v;
      return CS_OK;
    }
  }
  cs_value s;
  cs_status st = cs_str_new(ctx, bytes, len, &s);
  return st == CS_OK ? cs_str_intern(ctx, s, out) : st;
}

cs_value cs_str_find_interned(cs_ctx *ctx, cs_value s) {
  if (CS_PTR(ctx, cs_str, s)->h.flags & CS_STR_INTERNED) return s;
  uint32_t hash = cs_str_hash(ctx, s), len;
  const char *bytes = cs_str_data(ctx, s, &len);
  return find(ctx, bytes, len, hash);
}

/* --- the image's own table (image builder) ------------------------------- */

void cs_str_intern_empty(cs_ctx *ctx) {
  cs_array *a = CS_PTR(ctx, cs_array, ctx->image->intern);
  for (uint32_t i = 0; i <= ctx->image->intern_mask; i++) a->v[i] = CS_UNBOUND;
}

void cs_str_intern_fill(cs_ctx *ctx, cs_off first, cs_off end) {
  for (cs_off off = first; off < end;) {
    const cs_obj *o = CS_AT(ctx, cs_obj, off);
    if (o->type == CS_L_STR && o->flags & CS_STR_INTERNED)
      (void)put(ctx, ctx->image->intern, ctx->image->intern_mask,
                cs_ref(CS_L_STR, off));
    off += o->units * 16;
  }
}

cs_status cs_str_intern_rebuild(cs_ctx *ctx, cs_off first, cs_off end) {
  assert(first <= end);
  uint32_t count = 0, size = FIRST_SIZE;
  for (cs_off off = first; off < end;) {
    const cs_obj *o = CS_AT(ctx, cs_obj, off);
    count += o->type == CS_L_STR && o->flags & CS_STR_INTERNED;
    off += o->units * 16;
  }
  while (count * UINT64_C(3) > size * UINT64_C(2)) size *= 2;
  cs_off off;
  cs_status st = cs_array_new(ctx, size, &off);
  if (st != CS_OK) return st;
  ctx->image->intern = cs_ref(CS_L_ARRAY, off);
  ctx->image->intern_mask = size - 1;
  ctx->image->intern_count = count;
  cs_str_intern_empty(ctx);
  cs_str_intern_fill(ctx, first, end);
  return CS_OK;
}
