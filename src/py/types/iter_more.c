/*
 * iter_more.c - count, repeat, cycle and the combinatoric iterators.
 *
 *   COUNTER  a = next number, c = step; src = True
 *   REPEAT   a = item, b = times left or None; src = True
 *   CYCLE    src = tuple of the items, a = next index
 *   PRODUCT  src = tuple of pools (tuples), a = list of indexes, b = started?
 *   PERMUTE  src = pool, a = list of n indexes, then r cycle counters
 *   COMBINE  src = pool, a = list of r indexes
 *
 * The combinatoric kinds keep the state of the item given last; the next call
 * allocates the new tuple first and then moves the state, so that a call
 * without memory changes nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/iter_more.h"

#include "py/heap/seq.h"
#include "py/types/iter.h"
#include "py/types/number.h"

static cs_status finish(cs_iter *it, cs_value *out) {
  it->src = CS_NONE;
  *out = CS_UNBOUND;
  return CS_OK;
}

static cs_status next_count(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  cs_value now = it->a, more;
  if (!cs_both_int(now, it->c) || !cs_int_add(now, it->c, &more)) {
    cs_status st = cs_number_binop(ctx, CS_B_ADD, now, it->c, &more);
    if (st != CS_OK) return st;
  }
  it->a = more;
  *out = now;
  return CS_OK;
}

static cs_status next_repeat(cs_iter *it, cs_value *out) {
  if (cs_is_int(it->b)) {
    if (cs_int_of(it->b) <= 0) return finish(it, out);
    it->b.bits--;
  }
  *out = it->a;
  return CS_OK;
}

static cs_status next_cycle(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  uint32_t i = (uint32_t)cs_int_of(it->a), n = cs_tuple_len(ctx, it->src);
  if (n == 0) return finish(it, out);
  *out = cs_tuple_at(ctx, it->src, i);
  it->a = cs_int(i + 1 < n ? i + 1 : 0);
  return CS_OK;
}

/* The slots of a deque: see mod/deque.c. */
static cs_status next_deque(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  if (cs_is_none(it->src)) return finish(it, out);
  const cs_value *slot = CS_PTR(ctx, cs_instance, it->src)->slot;
  if (!cs_same(slot[4], it->b))
    return cs_throw(ctx, CS_RuntimeError, "deque mutated during iteration");
  int64_t i = cs_int_of(it->a);
  if (i >= cs_int_of(it->c)) return finish(it, out);
  uint32_t size = cs_is_list(slot[0]) ? cs_list_len(ctx, slot[0]) : 0;
  if (size == 0) return finish(it, out);
  uint32_t at = ((uint32_t)cs_int_of(slot[1]) + (uint32_t)i) & (size - 1);
  *out = cs_list_at(ctx, slot[0], at);
  it->a.bits++;
  return CS_OK;
}

/* --- combinatorics ------------------------------------------------------- */

static int64_t get(const cs_value *v, uint32_t i) {
  return cs_int_of(v[i]);
}
static void set(cs_value *v, uint32_t i, int64_t x) {
  v[i] = cs_int(x);
}

/* Rightmost index that can grow; false at the end. */
static bool step_product(const cs_ctx *ctx, cs_value pools, cs_value *ix,
                         uint32_t r) {
  for (uint32_t i = r; i-- > 0;) {
    uint32_t n = cs_tuple_len(ctx, cs_tuple_at(ctx, pools, i));
    if (get(ix, i) + 1 < n) {
      set(ix, i, get(ix, i) + 1);
      return true;
    }
    set(ix, i, 0);
  }
  return false;
}

static bool step_combine(cs_value *ix, uint32_t r, uint32_t n, bool repeat) {
  for (uint32_t i = r; i-- > 0;) {
    int64_t most = repeat ? (int64_t)n - 1 : (int64_t)n - r + i;
    if (get(ix, i) >= most) continue;
    int64_t x = get(ix, i) + 1;
    for (uint32_t k = i; k < r; k++) set(ix, k, repeat ? x : x + (k - i));
    return true;
  }
  return false;
}

/* The cycle counters tell when a position has seen every item. */
static bool step_permute(cs_value *ix, uint32_t r, uint32_t n) {
  cs_value *cycles = ix + n;
  for (uint32_t i = r; i-- > 0;) {
    set(cycles, i, get(cycles, i) - 1);
    if (get(cycles, i) == 0) {
      cs_value first = ix[i];
      for (uint32_t k = i; k + 1 < n; k++) ix[k] = ix[k + 1];
      ix[n - 1] = first;
      set(cycles, i, (int64_t)n - i);
      continue;
    }
    uint64_t k = n - (uint64_t)get(cycles, i);
    if (k >= n) return false; /* a forged one */
    cs_value t = ix[i];
    ix[i] = ix[k];
    ix[k] = t;
    return true;
  }
  return false;
}

/* Move to the next state; false when there is none. */
static bool step(const cs_ctx *ctx, const cs_iter *it, cs_value *ix,
                 uint32_t r) {
  if (it->h.kind == CS_ITER_PRODUCT) return step_product(ctx, it->src, ix, r);
  uint32_t n = cs_tuple_len(ctx, it->src);
  if (it->h.kind == CS_ITER_PERMUTE) return step_permute(ix, r, n);
  return step_combine(ix, r, n, it->h.kind == CS_ITER_COMBINE_REP);
}

/* Is the list of positions long enough? */
static bool is_whole(const cs_ctx *ctx, const cs_iter *it, uint32_t r) {
  uint32_t n = cs_tuple_len(ctx, it->src), kind = it->h.kind;
  uint64_t need = kind == CS_ITER_PERMUTE ? (uint64_t)n + r : r;
  if (cs_list_len(ctx, it->a) < need) return false;
  if (kind == CS_ITER_PRODUCT) return r == n;
  return kind == CS_ITER_COMBINE_REP || r <= n;
}

/* The item at a position; false: it is none. */
static inline bool item_at(const cs_tuple *pool, cs_value position,
                           cs_value *to) {
  uint64_t i = (uint64_t)cs_int_of(position);
  if (i >= pool->len) return false;
  *to = pool->v[i];
  return true;
}

/* Move to the next row and store its `r` items; false when there is none.
 * Positions that are none occur only in a forged snapshot, whose program may
 * hold the list as well: so they are looked at each time. */
static bool next_row(const cs_ctx *ctx, cs_iter *it, uint32_t r, cs_value *to) {
  if (!is_whole(ctx, it, r)) return false;
  cs_value *ix = cs_list_items(ctx, it->a);
  if (cs_is_false(it->b))
    it->b = CS_TRUE;
  else if (!step(ctx, it, ix, r))
    return false;
  const cs_tuple *src = CS_PTR(ctx, cs_tuple, it->src);
  bool many = it->h.kind == CS_ITER_PRODUCT;
  for (uint32_t i = 0; i < r; i++) {
    const cs_tuple *pool = many ? CS_PTR(ctx, cs_tuple, src->v[i]) : src;
    if (!item_at(pool, ix[i], &to[i])) return false;
  }
  return true;
}

static cs_status next_combined(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  uint32_t r = (uint32_t)cs_int_of(it->c);
  if (!is_whole(ctx, it, r)) return finish(it, out);
  cs_value row;
  cs_status st = cs_tuple_new(ctx, NULL, r, &row);
  if (st != CS_OK) return st;
  if (!next_row(ctx, it, r, cs_tuple_items(ctx, row))) return finish(it, out);
  if (r > 16) cs_charge(ctx, r / 8);
  *out = row;
  return CS_OK;
}

bool cs_iter_more_row(cs_ctx *ctx, cs_iter *it, uint32_t n, cs_value *to) {
  cs_value none;
  if (cs_is_none(it->src)) return false;
  if (next_row(ctx, it, n, to)) return true;
  (void)finish(it, &none);
  return false;
}

cs_status cs_iter_more_next(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  switch (it->h.kind) {
    case CS_ITER_COUNTER: return next_count(ctx, it, out);
    case CS_ITER_REPEAT: return next_repeat(it, out);
    case CS_ITER_CYCLE: return next_cycle(ctx, it, out);
    case CS_ITER_DEQUE: return next_deque(ctx, it, out);
    case CS_ITER_PRODUCT:
    case CS_ITER_PERMUTE:
    case CS_ITER_COMBINE:
    case CS_ITER_COMBINE_REP: return next_combined(ctx, it, out);
    default: return CS_SLOW;
  }
}
