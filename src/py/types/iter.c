/*
 * iter.c - making and advancing leaf iterators.
 *
 * cs_op_next either delivers an item and moves on, or changes nothing: what
 * it allocates, it allocates before it advances.  Only a zip can lose that
 * race, when a later iterator needs memory after an earlier one advanced; it
 * saves their positions first (CS_ITER_UNDO).
 *
 * Nested enumerate and zip are followed to a fixed depth by functions that
 * differ only in what they call inside: no recursion.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/iter.h"

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/iter_lib.h"
#include "py/types/iter_map.h"
#include "py/types/iter_more.h"
#include "py/types/memview.h"
#include "py/types/op.h"
#include "py/types/op_seq.h"
#include "py/types/ops.h"
#include "py/types/range.h"

const char *const cs_iter_class_names[CS_ITER_COUNT] = {
#define X(name, number, text) [number] = text,
    CS_ITER_LIST_OF_KINDS(X)
#undef X
};

#define ERROR_ROOM 1024 /* bytes: an exception and its text */

static cs_iter *iter_at(const cs_ctx *ctx, cs_value it) {
  return CS_PTR(ctx, cs_iter, it);
}

cs_status cs_iter_new(cs_ctx *ctx, uint32_t kind, cs_value src, cs_value a,
                      cs_value b, cs_value c, cs_value *out) {
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_ITER, sizeof(cs_iter), &off);
  if (st != CS_OK) return st;
  cs_iter *it = CS_AT(ctx, cs_iter, off);
  it->h.kind = (uint8_t)kind;
  it->src = src;
  it->a = a;
  it->b = b;
  it->c = c;
  *out = cs_ref(CS_L_ITER, off);
  return CS_OK;
}

/* --- iter() -------------------------------------------------------------- */

static cs_status iter_range(cs_ctx *ctx, cs_value v, cs_value *out) {
  const cs_range *r = CS_PTR(ctx, cs_range, v);
  if (cs_is_int(r->start) && cs_is_int(r->stop) && cs_is_int(r->step) &&
      cs_is_int(r->len))
    return cs_iter_new(ctx, CS_ITER_RANGE, v, r->start, r->len, r->step, out);
  return cs_iter_new(ctx, CS_ITER_LONGRANGE, v, cs_int(0), CS_NONE, CS_NONE,
                     out);
}

static cs_status iter_dict(cs_ctx *ctx, uint32_t kind, cs_value d,
                           cs_value *out) {
  cs_value len = cs_int(cs_dict_len(ctx, d));
  cs_value from = cs_int(0);
  if (kind >= CS_ITER_DICTREVKEYS) from = cs_int(CS_PTR(ctx, cs_dict, d)->used);
  return cs_iter_new(ctx, kind, d, from, len, len, out);
}

static cs_status iter_view(cs_ctx *ctx, cs_value v, uint32_t base,
                           cs_value *out) {
  const cs_view *view = CS_PTR(ctx, cs_view, v);
  cs_value d = cs_unwrap(ctx, view->dict);
  if (!cs_is_dict(d)) return CS_SLOW;
  return iter_dict(ctx, base + view->h.kind, d, out);
}

static cs_status not_iterable(cs_ctx *ctx, cs_value v) {
  return cs_throw(ctx, CS_TypeError, "'%t' object is not iterable", v);
}

cs_status cs_op_iter(cs_ctx *ctx, cs_value v, cs_value *out) {
  const cs_value zero = cs_int(0);
  if (!cs_is_ref(v)) return not_iterable(ctx, v);
  switch (cs_ref_type(v)) {
    case CS_L_LIST:
      return cs_iter_new(ctx, CS_ITER_LIST, v, zero, CS_NONE, CS_NONE, out);
    case CS_L_TUPLE:
      return cs_iter_new(ctx, CS_ITER_TUPLE, v, zero, CS_NONE, CS_NONE, out);
    case CS_L_STR:
      return cs_iter_new(ctx,
                         cs_str_is_ascii(ctx, v) ? CS_ITER_ASCII : CS_ITER_STR,
                         v, zero, zero, CS_NONE, out);
    case CS_L_BYTES:
      return cs_iter_new(ctx, CS_ITER_BYTES, v, zero, CS_NONE, CS_NONE, out);
    case CS_L_BYTEARRAY:
      return cs_iter_new(ctx, CS_ITER_BYTEARRAY, v, zero, CS_NONE, CS_NONE,
                         out);
    case CS_L_MEMVIEW: {
      cs_status st = cs_memview_check(ctx, v);
      if (st != CS_OK) return st;
      return cs_iter_new(ctx, CS_ITER_MEMVIEW, v, zero, CS_NONE, CS_NONE, out);
    }
    case CS_L_RANGE: return iter_range(ctx, v, out);
    case CS_L_DICT: return iter_dict(ctx, CS_ITER_DICTKEYS, v, out);
    case CS_L_VIEW: return iter_view(ctx, v, CS_ITER_DICTKEYS, out);
    case CS_L_SET:
    case CS_L_FROZENSET: {
      cs_value len = cs_int(cs_set_len(ctx, v));
      return cs_iter_new(ctx, CS_ITER_SET, v, zero, len, len, out);
    }
    case CS_L_ITER: *out = v; return CS_OK;
    case CS_L_GEN:
      if (CS_PTR(ctx, cs_gen, v)->h.kind != CS_GENKIND_GEN)
        return not_iterable(ctx, v);
      *out = v;
      return CS_OK;
    case CS_L_BIGINT:
    case CS_L_COMPLEX:
    case CS_L_SLICE:
    case CS_L_FUNC:
    case CS_L_NATIVE:
    case CS_L_METHOD: return not_iterable(ctx, v);
    default: return CS_SLOW;
  }
}

/* --- reversed() ---------------------------------------------------------- */

cs_status cs_iter_reversed(cs_ctx *ctx, cs_value v, cs_value *out) {
  if (!cs_is_ref(v)) return CS_SLOW;
  uint32_t n;
  switch (cs_ref_type(v)) {
    case CS_L_LIST:
      return cs_iter_new(ctx, CS_ITER_LISTREV, v, cs_int(cs_list_len(ctx, v)),
                         CS_NONE, CS_NONE, out);
    case CS_L_TUPLE: n = cs_tuple_len(ctx, v); break;
    case CS_L_STR: n = cs_str_chars(ctx, v); break;
    case CS_L_BYTES:
    case CS_L_BYTEARRAY: (void)cs_bytes_data(ctx, v, &n); break;
    case CS_L_RANGE: {
      cs_value back;
      cs_status st = cs_range_reverse(ctx, v, &back);
      return st == CS_OK ? iter_range(ctx, back, out) : st;
    }
    case CS_L_DICT: return iter_dict(ctx, CS_ITER_DICTREVKEYS, v, out);
    case CS_L_VIEW: return iter_view(ctx, v, CS_ITER_DICTREVKEYS, out);
    default: return CS_SLOW;
  }
  return cs_iter_new(ctx, CS_ITER_SEQREV, v, cs_int(n), CS_NONE, CS_NONE, out);
}

/* --- next(): flat kinds -------------------------------------------------- */

static cs_status finish(cs_iter *it, cs_value *out) {
  it->src = CS_NONE;
  *out = CS_UNBOUND;
  return CS_OK;
}

/* The character at byte `at` of a str that is not ASCII. */
static cs_status next_str(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  uint32_t len, at = (uint32_t)cs_int_of(it->a);
  const char *s = cs_str_data(ctx, it->src, &len);
  if (at >= len) return finish(it, out);
  unsigned char lead = (unsigned char)s[at];
  uint32_t w = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  cs_status st = cs_str_new(ctx, s + at, w, out);
  if (st != CS_OK) return st;
  it->a = cs_int((int64_t)at + w);
  it->b.bits++; /* code points behind us, for __length_hint__ */
  return CS_OK;
}

static cs_status next_bytes(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  uint32_t len, at = (uint32_t)cs_int_of(it->a);
  const unsigned char *s = cs_bytes_data(ctx, it->src, &len);
  if (at >= len) return finish(it, out);
  *out = cs_int(s[at]);
  it->a.bits++;
  return CS_OK;
}

static cs_status next_memview(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  uint32_t len, at = (uint32_t)cs_int_of(it->a);
  cs_status st = cs_memview_len(ctx, it->src, &len);
  if (st != CS_OK) return st;
  if (at >= len) return finish(it, out);
  st = cs_memview_at(ctx, it->src, at, out);
  if (st == CS_OK) it->a.bits++;
  return st;
}

static cs_status next_longrange(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  cs_value i = it->a, more;
  if (cs_int_compare(ctx, i, CS_PTR(ctx, cs_range, it->src)->len) >= 0)
    return finish(it, out);
  cs_status st = cs_int_binop(ctx, CS_B_ADD, i, cs_int(1), &more);
  if (st == CS_OK) st = cs_range_item(ctx, it->src, i, out);
  if (st == CS_OK) it->a = more;
  return st;
}

static cs_status changed(cs_ctx *ctx, cs_iter *it, const char *text) {
  it->b = cs_int(-1); /* stays so: no size is negative */
  return cs_throw(ctx, CS_RuntimeError, text);
}

/* Previous live entry before `*pos`. */
static bool dict_back(const cs_ctx *ctx, cs_value d, uint32_t *pos,
                      cs_value *key, cs_value *value) {
  uint32_t used = CS_PTR(ctx, cs_dict, d)->used, i = *pos;
  if (i > used) i = used;
  const cs_table *t = cs_dict_table(ctx, d);
  while (i > 0)
    if (!cs_is_unbound(t->e[--i].key)) {
      *key = t->e[i].key;
      *value = t->e[i].value;
      *pos = i;
      return true;
    }
  return false;
}

static cs_status next_dict(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  cs_value d = it->src, kv[2];
  uint32_t pos = (uint32_t)cs_int_of(it->a), kind = it->h.kind;
  if (!cs_same(it->b, cs_int(cs_dict_len(ctx, d))))
    return changed(ctx, it, "dictionary changed size during iteration");
  bool back = kind >= CS_ITER_DICTREVKEYS;
  bool more = back ? dict_back(ctx, d, &pos, &kv[0], &kv[1])
                   : cs_dict_next(ctx, d, &pos, &kv[0], &kv[1]);
  if (!more) return finish(it, out);
  if (cs_same(it->c, cs_int(0)))
    return changed(ctx, it, "dictionary keys changed during iteration");
  uint32_t what = kind - (back ? CS_ITER_DICTREVKEYS : CS_ITER_DICTKEYS);
  if (what == 2) {
    cs_status st = cs_tuple_new(ctx, kv, 2, out);
    if (st != CS_OK) return st;
  } else {
    *out = kv[what];
  }
  it->a = cs_int(pos);
  it->c.bits--;
  return CS_OK;
}

static cs_status next_set(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  uint32_t pos = (uint32_t)cs_int_of(it->a);
  if (!cs_same(it->b, cs_int(cs_set_len(ctx, it->src))))
    return changed(ctx, it, "Set changed size during iteration");
  if (!cs_set_next(ctx, it->src, &pos, out)) return finish(it, out);
  it->a = cs_int(pos);
  if (!cs_same(it->c, cs_int(0))) it->c.bits--;
  return CS_OK;
}

static cs_status next_back(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  int64_t left = cs_int_of(it->a);
  cs_value v = it->src;
  uint32_t len;
  cs_status st = CS_OK;
  if (left == 0) return finish(it, out);
  uint32_t i = (uint32_t)(left - 1);
  if (cs_is_str(v)) {
    st = cs_str_slice(ctx, v, i, i + 1, out);
  } else if (cs_is_bytes(v) || cs_is_bytearray(v)) {
    const unsigned char *s = cs_bytes_data(ctx, v, &len);
    if (i >= len) return finish(it, out);
    *out = cs_int(s[i]);
  } else {
    cs_value *items;
    if (!cs_seq_items(ctx, v, &items, &len) || i >= len)
      return finish(it, out); /* the list became shorter */
    *out = items[i];
  }
  if (st == CS_OK) it->a.bits--;
  return st;
}

static cs_status next_item(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  cs_value *items;
  uint32_t n, i = (uint32_t)cs_int_of(it->a);
  if (!cs_seq_items(ctx, it->src, &items, &n) || i >= n) return finish(it, out);
  *out = items[i];
  it->a.bits++;
  return CS_OK;
}

static cs_status next_range(cs_iter *it, cs_value *out) {
  int64_t left = cs_int_of(it->b);
  if (left <= 0) return finish(it, out);
  *out = it->a;
  /* Not past the last item: one step more may not be a small int. */
  if (left > 1) it->a = cs_int(cs_int_of(it->a) + cs_int_of(it->c));
  it->b = cs_int(left - 1);
  return CS_OK;
}

/* Items of an iterator that holds no other one. */
static cs_status next_flat(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  if (cs_is_none(it->src)) {
    *out = CS_UNBOUND;
    return CS_OK;
  }
  switch (it->h.kind) {
    case CS_ITER_LIST:
    case CS_ITER_TUPLE: return next_item(ctx, it, out);
    case CS_ITER_ASCII: {
      uint32_t len, at = (uint32_t)cs_int_of(it->a);
      const char *s = cs_str_data(ctx, it->src, &len);
      if (at >= len) return finish(it, out);
      *out = ctx->image->chr[(unsigned char)s[at]];
      it->a.bits++;
      return CS_OK;
    }
    case CS_ITER_STR: return next_str(ctx, it, out);
    case CS_ITER_BYTES:
    case CS_ITER_BYTEARRAY: return next_bytes(ctx, it, out);
    case CS_ITER_MEMVIEW: return next_memview(ctx, it, out);
    case CS_ITER_RANGE: return next_range(it, out);
    case CS_ITER_LONGRANGE: return next_longrange(ctx, it, out);
    case CS_ITER_DICTKEYS:
    case CS_ITER_DICTVALUES:
    case CS_ITER_DICTITEMS:
    case CS_ITER_DICTREVKEYS:
    case CS_ITER_DICTREVVALUES:
    case CS_ITER_DICTREVITEMS: return next_dict(ctx, it, out);
    case CS_ITER_SET: return next_set(ctx, it, out);
    case CS_ITER_LISTREV:
    case CS_ITER_SEQREV: return next_back(ctx, it, out);
    default: return cs_iter_more_next(ctx, it, out);
  }
}

/* --- next(): enumerate and zip ------------------------------------------- */

typedef cs_status advance(cs_ctx *ctx, cs_iter *it, cs_value *out);

/* inner(ctx, it, out), without the call for the commonest kinds. */
static inline cs_status step_in(cs_ctx *ctx, cs_iter *it, advance *inner,
                                cs_value *out) {
  if (it->h.kind == CS_ITER_LIST && cs_is_list(it->src)) {
    const cs_list *l = CS_PTR(ctx, cs_list, it->src);
    uint64_t i = (uint64_t)cs_int_of(it->a);
    if (i < l->len) {
      *out = CS_AT(ctx, cs_array, l->items)->v[i];
      it->a.bits++;
      return CS_OK;
    }
  } else if (it->h.kind == CS_ITER_RANGE && !cs_is_none(it->src)) {
    return next_range(it, out);
  }
  return inner(ctx, it, out);
}

static cs_status next_enumerate(cs_ctx *ctx, cs_iter *it, advance *inner,
                                cs_value *out) {
  cs_value pair, item, more;
  cs_status st = cs_tuple_new(ctx, NULL, 2, &pair);
  if (st == CS_OK) st = cs_int_binop(ctx, CS_B_ADD, it->a, cs_int(1), &more);
  if (st == CS_OK) st = step_in(ctx, iter_at(ctx, it->src), inner, &item);
  if (st != CS_OK) return st;
  *out = item;
  if (cs_is_unbound(item)) return CS_OK;
  cs_tuple_items(ctx, pair)[0] = it->a;
  cs_tuple_items(ctx, pair)[1] = item;
  it->a = more;
  *out = pair;
  return CS_OK;
}

static cs_status wrong_lengths(cs_ctx *ctx, uint32_t i, const char *how) {
  if (i == 1)
    return cs_throw(ctx, CS_ValueError,
                    "zip() argument 2 is %s than argument 1", how);
  return cs_throw(ctx, CS_ValueError,
                  "zip() argument %d is %s than arguments 1-%d", (int64_t)i + 1,
                  how, (int64_t)i);
}

/* Argument `i` ended first; in strict mode all others must end too. */
static cs_status end_zip(cs_ctx *ctx, cs_iter *it, advance *inner, uint32_t i,
                         cs_value *out) {
  *out = CS_UNBOUND;
  if (!(it->h.flags & CS_ITER_STRICT)) return CS_OK;
  if (i > 0) return wrong_lengths(ctx, i, "shorter");
  cs_value v;
  for (i = 1; i < cs_tuple_len(ctx, it->src); i++) {
    cs_iter *next = iter_at(ctx, cs_tuple_at(ctx, it->src, i));
    cs_status st = step_in(ctx, next, inner, &v);
    if (st != CS_OK) return st;
    if (!cs_is_unbound(v)) return wrong_lengths(ctx, i, "longer");
  }
  return CS_OK;
}

static cs_status next_zip(cs_ctx *ctx, cs_iter *it, advance *inner,
                          cs_value *out) {
  uint32_t n = cs_tuple_len(ctx, it->src);
  bool undo = it->h.flags & CS_ITER_UNDO;
  cs_iter saved[CS_ITER_ZIP_MAX];
  cs_value row;
  if (n == 0 || (undo && n > CS_ITER_ZIP_MAX)) {
    *out = CS_UNBOUND;
    return CS_OK;
  }
  cs_charge(ctx, n / 8);
  cs_status st = cs_tuple_new(ctx, NULL, n, &row);
  if (st == CS_OK && it->h.flags & CS_ITER_STRICT)
    st = cs_alloc_reserve(ctx, ERROR_ROOM); /* for what end_zip may throw */
  if (st != CS_OK) return st;
  for (uint32_t i = 0; i < n; i++) {
    cs_iter *from = iter_at(ctx, cs_tuple_at(ctx, it->src, i));
    cs_value *v = &cs_tuple_items(ctx, row)[i];
    if (undo) saved[i] = *from;
    st = step_in(ctx, from, inner, v);
    if (st == CS_RETRY && undo)
      for (uint32_t k = i; k-- > 0;) /* backwards: one may be there twice */
        *iter_at(ctx, cs_tuple_at(ctx, it->src, k)) = saved[k];
    if (st != CS_OK) return st;
    if (!cs_is_unbound(*v)) continue;
    return end_zip(ctx, it, inner, i, out);
  }
  *out = row;
  return CS_OK;
}

/* --- next(): chain, islice, pairwise ------------------------------------- */

static cs_status next_chain(cs_ctx *ctx, cs_iter *it, advance *inner,
                            cs_value *out) {
  if (cs_is_none(it->src)) return finish(it, out);
  uint32_t n = cs_tuple_len(ctx, it->src);
  for (;;) {
    if (cs_is(it->b, CS_L_ITER)) {
      cs_status st = step_in(ctx, iter_at(ctx, it->b), inner, out);
      if (st != CS_OK || !cs_is_unbound(*out)) return st;
      it->b = CS_NONE;
    }
    uint32_t i = (uint32_t)cs_int_of(it->a);
    if (i >= n) return finish(it, out);
    cs_charge(ctx, 1);
    cs_value next, len;
    cs_status st = cs_charge_look(ctx);
    /* Nothing is made for what is empty: there may be millions. */
    if (st == CS_OK && !cs_is(cs_tuple_at(ctx, it->src, i), CS_L_ITER)) {
      st = cs_op_len(ctx, cs_tuple_at(ctx, it->src, i), &len);
      if (st == CS_OK && cs_same(len, cs_int(0))) {
        it->a.bits++;
        continue;
      }
    }
    if (st == CS_OK) st = cs_op_iter(ctx, cs_tuple_at(ctx, it->src, i), &next);
    if (st != CS_OK) return st;
    it->b = next;
    it->a.bits++;
  }
}

/* `cnt` items were taken from the source, the one numbered `next` is due. */
static cs_status next_islice(cs_ctx *ctx, cs_iter *it, advance *inner,
                             cs_value *out) {
  if (cs_is_none(it->src)) return finish(it, out);
  cs_value limit = cs_tuple_at(ctx, it->c, 0);
  int64_t step = cs_int_of(cs_tuple_at(ctx, it->c, 1));
  int64_t stop = cs_is_none(limit) ? INT64_MAX : cs_int_of(limit);
  int64_t next = cs_int_of(it->b);
  while (cs_int_of(it->a) < next && cs_int_of(it->a) < stop) {
    cs_status st = step_in(ctx, iter_at(ctx, it->src), inner, out);
    if (st != CS_OK) return st;
    if (cs_is_unbound(*out)) return finish(it, out);
    cs_charge(ctx, 1);
    it->a.bits++;
    st = cs_charge_look(ctx);
    if (st != CS_OK) return st;
  }
  if (cs_int_of(it->a) >= stop) return finish(it, out);
  cs_status st = step_in(ctx, iter_at(ctx, it->src), inner, out);
  if (st != CS_OK) return st;
  if (cs_is_unbound(*out)) return finish(it, out);
  it->a.bits++;
  next += step;
  it->b = cs_int(next > stop ? stop : next);
  return CS_OK;
}

static cs_status next_pairwise(cs_ctx *ctx, cs_iter *it, advance *inner,
                               cs_value *out) {
  if (cs_is_none(it->src)) return finish(it, out);
  cs_value pair, item;
  cs_iter *from = iter_at(ctx, it->src);
  cs_status st = cs_tuple_new(ctx, NULL, 2, &pair);
  if (st == CS_OK && cs_is_false(it->b)) {
    st = step_in(ctx, from, inner, &item);
    if (st == CS_OK && cs_is_unbound(item)) return finish(it, out);
    if (st != CS_OK) return st;
    it->a = item;
    it->b = CS_TRUE;
  }
  if (st == CS_OK) st = step_in(ctx, from, inner, &item);
  if (st != CS_OK) return st;
  if (cs_is_unbound(item)) return finish(it, out);
  cs_tuple_items(ctx, pair)[0] = it->a;
  cs_tuple_items(ctx, pair)[1] = item;
  it->a = item;
  *out = pair;
  return CS_OK;
}

static cs_status next_over(cs_ctx *ctx, cs_iter *it, advance *inner,
                           cs_value *out) {
  switch (it->h.kind) {
    case CS_ITER_ENUMERATE: return next_enumerate(ctx, it, inner, out);
    case CS_ITER_ZIP: return next_zip(ctx, it, inner, out);
    case CS_ITER_CHAIN: return next_chain(ctx, it, inner, out);
    case CS_ITER_ISLICE: return next_islice(ctx, it, inner, out);
    case CS_ITER_PAIRWISE: return next_pairwise(ctx, it, inner, out);
    default: return next_flat(ctx, it, out);
  }
}

static cs_status next_1(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  return next_over(ctx, it, next_flat, out);
}

static cs_status next_2(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  return next_over(ctx, it, next_1, out);
}

static cs_status next_3(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  return next_over(ctx, it, next_2, out);
}

cs_status cs_op_next(cs_ctx *ctx, cs_value v, cs_value *out) {
  if (!cs_is(v, CS_L_ITER)) return CS_SLOW;
  if (cs_is_frozen(ctx, v)) return cs_op_refuse(ctx);
  cs_iter *it = iter_at(ctx, v);
  if (it->h.kind >= CS_ITER_ACCUMULATE) return cs_iter_lib_next(ctx, it, out);
  if (it->h.kind >= CS_ITER_MAP) return cs_iter_map_next(ctx, it, out);
  if (it->h.kind < CS_ITER_ENUMERATE) return next_flat(ctx, it, out);
  if (it->h.kind == CS_ITER_DEQUE) return cs_iter_more_next(ctx, it, out);
  if (it->h.kind >= CS_ITER_COUNTER && it->h.kind <= CS_ITER_COMBINE_REP) {
    if (!cs_is_none(it->src)) return cs_iter_more_next(ctx, it, out);
    *out = CS_UNBOUND;
    return CS_OK;
  }
  switch (cs_iter_depth(it)) { /* no function that looks deeper than needed */
    case 0:
    case 1: return next_1(ctx, it, out);
    case 2: return next_2(ctx, it, out);
    default: return next_3(ctx, it, out);
  }
}

/* --- __length_hint__ ----------------------------------------------------- */

static int64_t items_left(const cs_ctx *ctx, const cs_iter *it) {
  uint32_t n = 0;
  cs_value *items;
  switch (it->h.kind) {
    case CS_ITER_LIST:
    case CS_ITER_TUPLE:
      if (!cs_seq_items(ctx, it->src, &items, &n)) return 0;
      return n - cs_int_of(it->a);
    case CS_ITER_ASCII: return cs_str_chars(ctx, it->src) - cs_int_of(it->a);
    case CS_ITER_STR: return cs_str_chars(ctx, it->src) - cs_int_of(it->b);
    case CS_ITER_BYTES:
    case CS_ITER_BYTEARRAY:
      (void)cs_bytes_data(ctx, it->src, &n);
      return n - cs_int_of(it->a);
    case CS_ITER_RANGE: return cs_int_of(it->b);
    case CS_ITER_LISTREV:
    case CS_ITER_SEQREV: return cs_int_of(it->a);
    default: return cs_int_of(it->c); /* dicts and sets */
  }
}

cs_status cs_iter_hint(cs_ctx *ctx, cs_value v, cs_value *out) {
  *out = cs_int(0);
  if (!cs_is(v, CS_L_ITER)) return CS_OK;
  const cs_iter *it = iter_at(ctx, v);
  if (cs_is_none(it->src) || it->h.kind >= CS_ITER_ENUMERATE) return CS_OK;
  if (it->h.kind == CS_ITER_LONGRANGE) {
    cs_value len = CS_PTR(ctx, cs_range, it->src)->len;
    return cs_int_binop(ctx, CS_B_SUB, len, it->a, out);
  }
  int64_t left = items_left(ctx, it);
  *out = cs_int(left > 0 ? left : 0);
  return CS_OK;
}

/* --- __setstate__ -------------------------------------------------------- */

static int64_t clip(int64_t n, int64_t low, int64_t high) {
  return n < low ? low : n > high ? high : n;
}

cs_status cs_iter_seek(cs_ctx *ctx, cs_value v, int64_t n) {
  if (!cs_is(v, CS_L_ITER)) return CS_SLOW;
  if (cs_is_frozen(ctx, v)) return cs_op_refuse(ctx);
  cs_iter *it = iter_at(ctx, v);
  uint32_t len;
  cs_value *items;
  if (cs_is_none(it->src)) return CS_OK;
  switch (it->h.kind) {
    case CS_ITER_LIST:
    case CS_ITER_TUPLE:
      if (!cs_seq_items(ctx, it->src, &items, &len)) return CS_SLOW;
      it->a = cs_int(clip(n, 0, len));
      return CS_OK;
    case CS_ITER_ASCII:
      it->a = cs_int(clip(n, 0, cs_str_chars(ctx, it->src)));
      return CS_OK;
    case CS_ITER_STR:
      n = clip(n, 0, cs_str_chars(ctx, it->src));
      it->a = cs_int(cs_str_offset(ctx, it->src, (uint32_t)n));
      it->b = cs_int(n);
      return CS_OK;
    case CS_ITER_BYTES:
    case CS_ITER_BYTEARRAY:
      (void)cs_bytes_data(ctx, it->src, &len);
      it->a = cs_int(clip(n, 0, len));
      return CS_OK;
    case CS_ITER_RANGE: { /* counted from where it is */
      n = clip(n, 0, cs_int_of(it->b));
      it->b = cs_int(cs_int_of(it->b) - n);
      if (cs_int_of(it->b) > 0)
        it->a = cs_int(cs_int_of(it->a) + n * cs_int_of(it->c));
      return CS_OK;
    }
    case CS_ITER_LISTREV:
    case CS_ITER_SEQREV:
      it->a = cs_int(clip(n + 1, 0, cs_int_of(it->a)));
      return CS_OK;
    default: return CS_SLOW;
  }
}
