/*
 * iter_unpack.c - `for a, b in ...` without the tuple.
 *
 * What is left to the general way (a strict zip, iterators that allocate or
 * can raise) is found out before the first iterator advances.  Results go
 * through a buffer: when a later part of a zip has ended, the loop variables
 * must keep their values.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/iter_unpack.h"

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/iter.h"
#include "py/types/iter_more.h"

/* Kinds that `take` knows. */
static bool is_plain(const cs_ctx *ctx, cs_value v) {
  if (!cs_is(v, CS_L_ITER) || cs_is_frozen(ctx, v)) return false;
  uint8_t kind = CS_PTR(ctx, cs_iter, v)->h.kind;
  return kind <= CS_ITER_ASCII || kind == CS_ITER_RANGE;
}

static bool end(cs_iter *it) {
  it->src = CS_NONE;
  return false;
}

static bool take_range(cs_iter *it, cs_value *out) {
  int64_t left = cs_int_of(it->b);
  if (left <= 0) return end(it);
  *out = it->a;
  if (left > 1) it->a = cs_int(cs_int_of(it->a) + cs_int_of(it->c));
  it->b = cs_int(left - 1);
  return true;
}

/* The next item of a plain iterator; false: there is none. */
static bool take_any(const cs_ctx *ctx, cs_iter *it, cs_value *out) {
  uint32_t n, i = (uint32_t)cs_int_of(it->a);
  cs_value *items;
  if (cs_is_none(it->src)) return false;
  if (it->h.kind == CS_ITER_RANGE) return take_range(it, out);
  if (it->h.kind == CS_ITER_ASCII && cs_is_str(it->src)) {
    const char *s = cs_str_data(ctx, it->src, &n);
    if (i >= n) return end(it);
    *out = ctx->image->chr[(unsigned char)s[i]];
  } else {
    if (!cs_seq_items(ctx, it->src, &items, &n) || i >= n) return end(it);
    *out = items[i];
  }
  it->a.bits++;
  return true;
}

/* The same, without a call for a list or tuple. */
static inline bool take(const cs_ctx *ctx, cs_iter *it, cs_value *out) {
  if (cs_is(it->src, CS_L_TUPLE)) {
    const cs_tuple *t = CS_PTR(ctx, cs_tuple, it->src);
    uint64_t at = (uint64_t)cs_int_of(it->a);
    if (at >= t->len) return end(it);
    *out = t->v[at];
    it->a.bits++;
    return true;
  }
  if (!cs_is_list(it->src)) return take_any(ctx, it, out);
  const cs_list *l = CS_PTR(ctx, cs_list, it->src);
  uint64_t i = (uint64_t)cs_int_of(it->a);
  if (i >= l->len) return end(it);
  *out = CS_AT(ctx, cs_array, l->items)->v[i];
  it->a.bits++;
  return true;
}

/* The commonest zip. */
static inline cs_unpacked unpack_pair(const cs_ctx *ctx, cs_value a, cs_value b,
                                      cs_value *dst) {
  cs_value first, second;
  if (!is_plain(ctx, a) || !is_plain(ctx, b)) return CS_UNPACK_OTHER;
  if (!take(ctx, CS_PTR(ctx, cs_iter, a), &first) ||
      !take(ctx, CS_PTR(ctx, cs_iter, b), &second))
    return CS_UNPACK_END;
  dst[0] = first;
  dst[1] = second;
  return CS_UNPACK_DONE;
}

static cs_unpacked unpack_zip(const cs_ctx *ctx, const cs_iter *it, uint32_t n,
                              cs_value *dst) {
  cs_value got[CS_ITER_ZIP_MAX];
  const cs_tuple *parts = CS_PTR(ctx, cs_tuple, it->src);
  if (!cs_is(it->src, CS_L_TUPLE) || n == 0 || n > CS_ITER_ZIP_MAX ||
      parts->len != n || it->h.flags & CS_ITER_STRICT)
    return CS_UNPACK_OTHER;
  if (n == 2) return unpack_pair(ctx, parts->v[0], parts->v[1], dst);
  for (uint32_t i = 0; i < n; i++)
    if (!is_plain(ctx, parts->v[i])) return CS_UNPACK_OTHER;
  for (uint32_t i = 0; i < n; i++)
    if (!take(ctx, CS_PTR(ctx, cs_iter, parts->v[i]), &got[i]))
      return CS_UNPACK_END;
  cs_values_copy(dst, got, n);
  return CS_UNPACK_DONE;
}

/* The next row of a zip of plain iterators, whose tuple is made before any of
 * them advances. */
static cs_unpacked take_row(cs_ctx *ctx, cs_value zip, cs_value *row) {
  const cs_iter *it = CS_PTR(ctx, cs_iter, zip);
  if (!cs_is(it->src, CS_L_TUPLE)) return CS_UNPACK_OTHER;
  uint32_t n = cs_tuple_len(ctx, it->src);
  if (n == 0 || n > CS_ITER_ZIP_MAX || cs_tuple_new(ctx, NULL, n, row) != CS_OK)
    return CS_UNPACK_OTHER;
  return unpack_zip(ctx, it, n, cs_tuple_items(ctx, *row));
}

static cs_unpacked unpack_enumerate(cs_ctx *ctx, cs_iter *it, cs_value *dst) {
  cs_value item, more;
  if (!cs_is_int(it->a) || !cs_int_add(it->a, cs_int(1), &more))
    return CS_UNPACK_OTHER;
  if (is_plain(ctx, it->src)) {
    if (!take(ctx, CS_PTR(ctx, cs_iter, it->src), &item)) return CS_UNPACK_END;
  } else if (cs_is(it->src, CS_L_ITER) && !cs_is_frozen(ctx, it->src) &&
             CS_PTR(ctx, cs_iter, it->src)->h.kind == CS_ITER_ZIP) {
    cs_unpacked got = take_row(ctx, it->src, &item);
    if (got != CS_UNPACK_DONE) return got;
  } else {
    return CS_UNPACK_OTHER;
  }
  dst[0] = it->a;
  dst[1] = item;
  it->a = more;
  return CS_UNPACK_DONE;
}

static cs_unpacked unpack_items(cs_ctx *ctx, cs_iter *it, cs_value *dst) {
  cs_value key, value;
  uint32_t pos = (uint32_t)cs_int_of(it->a);
  if (cs_is_none(it->src)) return CS_UNPACK_END;
  if (!cs_is_dict(it->src)) return CS_UNPACK_OTHER;
  if (!cs_same(it->b, cs_int(cs_dict_len(ctx, it->src))))
    return CS_UNPACK_OTHER; /* an error */
  if (!cs_dict_next(ctx, it->src, &pos, &key, &value)) {
    it->src = CS_NONE;
    return CS_UNPACK_END;
  }
  if (cs_same(it->c, cs_int(0))) return CS_UNPACK_OTHER; /* likewise */
  dst[0] = key;
  dst[1] = value;
  it->a = cs_int(pos);
  it->c.bits--;
  return CS_UNPACK_DONE;
}

/* zip_longest, whose `a` is the value for what is missing. */
static cs_unpacked unpack_longest(const cs_ctx *ctx, cs_iter *it, uint32_t n,
                                  cs_value *dst) {
  cs_value got[CS_ITER_ZIP_MAX];
  const cs_tuple *parts = CS_PTR(ctx, cs_tuple, it->src);
  uint32_t live = 0;
  if (!cs_is(it->src, CS_L_TUPLE) || n > CS_ITER_ZIP_MAX || parts->len != n)
    return CS_UNPACK_OTHER;
  for (uint32_t i = 0; i < n; i++)
    if (!is_plain(ctx, parts->v[i])) return CS_UNPACK_OTHER;
  for (uint32_t i = 0; i < n; i++) {
    bool more = take(ctx, CS_PTR(ctx, cs_iter, parts->v[i]), &got[i]);
    if (!more) got[i] = it->a;
    live += more;
  }
  if (live == 0) {
    it->src = CS_NONE;
    return CS_UNPACK_END;
  }
  cs_values_copy(dst, got, n);
  return CS_UNPACK_DONE;
}

static cs_unpacked unpack_row(cs_ctx *ctx, cs_iter *it, uint32_t n,
                              cs_value *dst) {
  if (n == 0 || n > CS_ITER_ZIP_MAX || !cs_same(it->c, cs_int(n)) ||
      !cs_is(it->src, CS_L_TUPLE) || !cs_is_list(it->a))
    return CS_UNPACK_OTHER;
  return cs_iter_more_row(ctx, it, n, dst) ? CS_UNPACK_DONE : CS_UNPACK_END;
}

cs_unpacked cs_iter_unpack(cs_ctx *ctx, cs_value v, uint32_t n, cs_value *dst) {
  cs_iter *it = CS_PTR(ctx, cs_iter, v);
  if (cs_is_frozen(ctx, v)) return CS_UNPACK_OTHER;
  switch (it->h.kind) {
    case CS_ITER_ZIP: return unpack_zip(ctx, it, n, dst);
    case CS_ITER_ENUMERATE:
      return n == 2 ? unpack_enumerate(ctx, it, dst) : CS_UNPACK_OTHER;
    case CS_ITER_DICTITEMS:
      return n == 2 ? unpack_items(ctx, it, dst) : CS_UNPACK_OTHER;
    case CS_ITER_LONGEST: return unpack_longest(ctx, it, n, dst);
    case CS_ITER_PRODUCT:
    case CS_ITER_PERMUTE:
    case CS_ITER_COMBINE:
    case CS_ITER_COMBINE_REP: return unpack_row(ctx, it, n, dst);
    default: return CS_UNPACK_OTHER;
  }
}

/* --- whole columns ------------------------------------------------------- */

bool cs_iter_columns(const cs_ctx *ctx, cs_value zip, const cs_value *column[2],
                     uint32_t *n) {
  if (!cs_is(zip, CS_L_ITER) || cs_is_frozen(ctx, zip)) return false;
  const cs_iter *it = CS_PTR(ctx, cs_iter, zip);
  if (it->h.kind != CS_ITER_ZIP || it->h.flags & CS_ITER_STRICT) return false;
  if (!cs_is(it->src, CS_L_TUPLE)) return false;
  const cs_tuple *parts = CS_PTR(ctx, cs_tuple, it->src);
  if (parts->len != 2 || cs_same(parts->v[0], parts->v[1])) return false;
  *n = UINT32_MAX;
  for (uint32_t i = 0; i < 2; i++) {
    const cs_iter *part = CS_PTR(ctx, cs_iter, parts->v[i]);
    cs_value *items;
    uint32_t len;
    if (!is_plain(ctx, parts->v[i]) || part->h.kind > CS_ITER_TUPLE ||
        !cs_seq_items(ctx, part->src, &items, &len))
      return false;
    uint64_t at = (uint64_t)cs_int_of(part->a);
    uint32_t left = at < len ? len - (uint32_t)at : 0;
    column[i] = left ? items + at : items;
    if (left < *n) *n = left;
  }
  return true;
}

void cs_iter_columns_taken(cs_ctx *ctx, cs_value zip, uint32_t n) {
  cs_value none[2];
  const cs_tuple *parts = CS_PTR(ctx, cs_tuple, CS_PTR(ctx, cs_iter, zip)->src);
  for (uint32_t i = 0; i < 2; i++)
    CS_PTR(ctx, cs_iter, parts->v[i])->a.bits += n;
  (void)cs_iter_unpack(ctx, zip, 2, none); /* finds out that it has ended */
}
