/*
 * verify_iter.c - leaf iterators of a snapshot: what each kind relies on.
 *
 * types/iter.h says what the fields of an iterator mean.  Whatever advances
 * one takes them as they are: positions are ints, an inner iterator is an
 * iterator that may be written, and those that C follows without counting
 * (map, accumulate, zip_longest) do not hold one another.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/utf8.h"
#include "py/heap/box.h"
#include "py/heap/str.h"
#include "py/snap/verify.h"
#include "py/types/iter.h"

static bool is_none_or(cs_value v, uint32_t layout) {
  return cs_is_none(v) || cs_is(v, layout);
}

/* A count or a position: a small int that is not negative. */
static bool is_whole(cs_value v) {
  return cs_is_int(v) || cs_is(v, CS_L_BIGINT);
}

/* A position in something that has at most 2^32 items. */
static bool is_place(cs_value v) {
  return cs_is_int(v) && cs_int_of(v) >= 0 && cs_int_of(v) <= UINT32_MAX;
}

static bool three_ints(const cs_iter *it) {
  return cs_is_int(it->a) && cs_is_int(it->b) && cs_is_int(it->c);
}

/* An iterator that another one advances: `most` is the last kind allowed. Kinds
 * are numbered so that one which C follows in a loop holds only lower ones; a
 * dump cannot make two of them hold each other, which would never end.  It lies
 * in the heap, because advancing it writes to it. */
static bool is_inner(const cs_ctx *ctx, cs_value v, uint32_t most) {
  return cs_is(v, CS_L_ITER) && cs_ref_off(v) >= CS_HEAP_BASE &&
         CS_PTR(ctx, cs_iter, v)->h.kind <= most;
}

/* The same for each item of a tuple. */
static bool all_inner(const cs_ctx *ctx, cs_value tuple, uint32_t most) {
  const cs_tuple *t = CS_PTR(ctx, cs_tuple, tuple);
  for (uint32_t i = 0; i < t->len; i++)
    if (!is_inner(ctx, t->v[i], most)) return false;
  return true;
}

/* The next character is decoded at byte `a` without a look at the bytes before
 * it: it must start there.  A place after the end is an exhausted iterator. */
static bool check_text(cs_ctx *ctx, const cs_iter *it) {
  uint32_t len;
  if (!cs_is(it->src, CS_L_STR) || !is_place(it->a)) return cs_is_none(it->src);
  if (it->h.kind == CS_ITER_ASCII) return cs_str_is_ascii(ctx, it->src);
  const char *s = cs_str_data(ctx, it->src, &len);
  uint64_t at = (uint64_t)cs_int_of(it->a);
  return cs_is_int(it->b) && (at >= len || cs_utf8_is_start((uint8_t)s[at]));
}

/* Every item on the way is a small int. */
static bool check_range(const cs_iter *it) {
  if (!three_ints(it)) return false;
  int64_t left = cs_int_of(it->b);
  if (left <= 1) return true;
  int64_t way, end;
  return !__builtin_mul_overflow(cs_int_of(it->c), left - 1, &way) &&
         !__builtin_add_overflow(cs_int_of(it->a), way, &end) &&
         cs_int_fits(end);
}

/* Backwards through a sequence.  A list may shrink meanwhile, so its length is
 * looked at in each step; a text cannot, and its place is checked here. */
static bool check_back(cs_ctx *ctx, const cs_iter *it) {
  if (cs_is_none(it->src)) return true;
  if (!is_place(it->a) || !cs_is_ref(it->src)) return false;
  switch (cs_ref_type(it->src)) {
    case CS_L_LIST:
    case CS_L_TUPLE:
    case CS_L_BYTES:
    case CS_L_BYTEARRAY: return true;
    case CS_L_STR: return cs_int_of(it->a) <= cs_str_chars(ctx, it->src);
    default: return false;
  }
}

/* `c` is (stop or None, step); the step is positive, or it would stand still.
 */
static bool check_islice(const cs_ctx *ctx, const cs_iter *it) {
  if (!cs_is(it->c, CS_L_TUPLE)) return false;
  const cs_tuple *t = CS_PTR(ctx, cs_tuple, it->c);
  return t->len == 2 && (cs_is_none(t->v[0]) || cs_is_int(t->v[0])) &&
         cs_is_int(t->v[1]) && cs_int_of(t->v[1]) > 0 && is_place(it->a) &&
         cs_is_int(it->b) && cs_int_of(it->b) >= 0;
}

/* The pools of a product are tuples, whose lengths do not change. */
static bool check_product(const cs_ctx *ctx, const cs_iter *it) {
  const cs_tuple *t = CS_PTR(ctx, cs_tuple, it->src);
  for (uint32_t i = 0; i < t->len; i++)
    if (!cs_is(t->v[i], CS_L_TUPLE)) return false;
  return true;
}

/* The list of positions may change later: it is looked at when used. */
static bool check_combined(const cs_ctx *ctx, const cs_iter *it) {
  if (cs_is_none(it->src)) return true;
  return cs_is(it->src, CS_L_TUPLE) && cs_is(it->a, CS_L_LIST) &&
         cs_is_bool(it->b) && is_place(it->c) &&
         (it->h.kind != CS_ITER_PRODUCT || check_product(ctx, it));
}

static bool is_number(cs_value v) {
  return is_whole(v) || cs_is_float(v) || cs_is(v, CS_L_COMPLEX);
}

/* map and starmap: with STAR each item is spread as arguments, so the inner one
 * must be a zip, which gives tuples of the length that the call expects. */
static bool check_map(const cs_ctx *ctx, const cs_iter *it) {
  if (!cs_is_none(it->src) && !is_inner(ctx, it->src, CS_ITER_DRAIN - 1))
    return false;
  if (it->h.kind != CS_ITER_MAP || !(it->h.flags & CS_ITER_STAR)) return true;
  /* items are tuples of arguments */
  return (cs_is_none(it->src) ||
          CS_PTR(ctx, cs_iter, it->src)->h.kind == CS_ITER_ZIP) &&
         (cs_is_unbound(it->b) || cs_is(it->b, CS_L_TUPLE));
}

/* The place wraps at the end of the items: it is always inside of them. */
static bool check_cycle(const cs_ctx *ctx, const cs_iter *it) {
  if (cs_is_none(it->src)) return true;
  if (!cs_is(it->src, CS_L_TUPLE) || !is_place(it->a)) return false;
  uint32_t n = CS_PTR(ctx, cs_tuple, it->src)->len;
  return n == 0 || cs_int_of(it->a) < n;
}

/* See mod/deque.c: five slots, which are looked at when used. */
static bool check_deque(const cs_ctx *ctx, const cs_iter *it) {
  if (cs_is_none(it->src)) return true;
  return cs_is_ref(it->src) && cs_ref_layout(it->src) == CS_L_INSTANCE &&
         CS_PTR(ctx, cs_obj, it->src)->units >= (16 + 5 * 8 + 15) / 16 &&
         is_place(it->a) && is_place(it->c);
}

/* Iterators over iterators whose inner ones the run loop advances. */
static bool check_composite(const cs_ctx *ctx, const cs_iter *it) {
  const uint32_t most = CS_ITER_DRAIN - 1;
  switch (it->h.kind) {
    case CS_ITER_ENUMERATE:
      return is_inner(ctx, it->src, most) && is_whole(it->a);
    case CS_ITER_ZIP:
      return cs_is(it->src, CS_L_TUPLE) && all_inner(ctx, it->src, most);
    case CS_ITER_CHAIN:
      return is_none_or(it->src, CS_L_TUPLE) && is_place(it->a) &&
             (!cs_is(it->b, CS_L_ITER) || is_inner(ctx, it->b, most));
    case CS_ITER_ISLICE:
      return cs_is_none(it->src) ||
             (is_inner(ctx, it->src, most) && check_islice(ctx, it));
    default: /* PAIRWISE */
      return cs_is_none(it->src) ||
             (is_inner(ctx, it->src, most) && cs_is_bool(it->b));
  }
}

/* One row for each kind.  `src` is None in an iterator that has ended. */
bool cs_verify_iter(const cs_verifier *v, const cs_iter *it) {
  cs_ctx *ctx = v->ctx;
  switch (it->h.kind) {
    case CS_ITER_LIST: return is_none_or(it->src, CS_L_LIST) && is_place(it->a);
    case CS_ITER_TUPLE:
      return is_none_or(it->src, CS_L_TUPLE) && is_place(it->a);
    case CS_ITER_ASCII:
    case CS_ITER_STR: return check_text(ctx, it);
    case CS_ITER_BYTES:
      return is_none_or(it->src, CS_L_BYTES) && is_place(it->a);
    case CS_ITER_BYTEARRAY:
      return is_none_or(it->src, CS_L_BYTEARRAY) && is_place(it->a);
    case CS_ITER_MEMVIEW:
      return is_none_or(it->src, CS_L_MEMVIEW) && is_place(it->a);
    case CS_ITER_RANGE: return check_range(it);
    case CS_ITER_LONGRANGE:
      return is_none_or(it->src, CS_L_RANGE) && is_whole(it->a);
    case CS_ITER_DICTKEYS:
    case CS_ITER_DICTVALUES:
    case CS_ITER_DICTITEMS:
    case CS_ITER_DICTREVKEYS:
    case CS_ITER_DICTREVVALUES:
    case CS_ITER_DICTREVITEMS:
      return is_none_or(it->src, CS_L_DICT) && three_ints(it);
    case CS_ITER_SET:
      return (is_none_or(it->src, CS_L_SET) ||
              cs_is(it->src, CS_L_FROZENSET)) &&
             three_ints(it);
    case CS_ITER_LISTREV:
    case CS_ITER_SEQREV: return check_back(ctx, it);
    case CS_ITER_ENUMERATE:
    case CS_ITER_ZIP:
    case CS_ITER_CHAIN:
    case CS_ITER_ISLICE:
    case CS_ITER_PAIRWISE: return check_composite(ctx, it);
    case CS_ITER_COUNTER: return is_number(it->a) && is_number(it->c);
    case CS_ITER_REPEAT: return true;
    case CS_ITER_CYCLE: return check_cycle(ctx, it);
    case CS_ITER_PRODUCT:
    case CS_ITER_PERMUTE:
    case CS_ITER_COMBINE:
    case CS_ITER_COMBINE_REP: return check_combined(ctx, it);
    case CS_ITER_DEQUE: return check_deque(ctx, it);
    case CS_ITER_DRAIN:
      return is_inner(ctx, it->src, CS_ITER_COUNT - 1) &&
             CS_PTR(ctx, cs_iter, it->src)->h.kind != CS_ITER_DRAIN &&
             cs_is(it->a, CS_L_LIST) && cs_is_int(it->b);
    case CS_ITER_MAP:
    case CS_ITER_STARMAP: return check_map(ctx, it);
    case CS_ITER_ACCUMULATE:
      return cs_is_none(it->src) || is_inner(ctx, it->src, CS_ITER_DRAIN - 1);
    case CS_ITER_LONGEST:
      return cs_is_none(it->src) ||
             (cs_is(it->src, CS_L_TUPLE) &&
              all_inner(ctx, it->src, CS_ITER_DRAIN - 1));
    case CS_ITER_GROUPBY:
      return is_none_or(it->src, CS_L_TUPLE) && is_place(it->a) &&
             cs_is_int(it->c);
    case CS_ITER_GROUPER: return true;
    case CS_ITER_FILTER:
      return cs_is_none(it->src) || is_inner(ctx, it->src, CS_ITER_DRAIN - 1);
    case CS_ITER_ELEMENTS: return is_none_or(it->src, CS_L_LIST);
    case CS_ITER_COMPRESS:
      return cs_is_none(it->src) ||
             (is_inner(ctx, it->src, CS_ITER_DRAIN - 1) &&
              cs_is(it->a, CS_L_BYTES) && is_place(it->b));
    case CS_ITER_MATCHES:
      return cs_is_none(it->src) ||
             (cs_is(it->src, CS_L_BOX) && cs_ref_off(it->src) >= CS_HEAP_BASE &&
              CS_PTR(ctx, cs_box, it->src)->h.kind == CS_BOX_SCANNER);
    default: return false;
  }
}
