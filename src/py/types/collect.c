/*
 * collect.c - draining iterables into a list without Python code.
 *
 * Containers are copied in one go.  A leaf iterator changes as it advances,
 * so what was taken from it must survive a repeat of the native: iterator and
 * list are kept in an ITER of kind DRAIN, which stands in the argument's
 * register until the end and is never seen by a program.
 *
 * Fuel is charged at the end, by the length of the list, or what a map spent
 * so far is remembered: how often the native was repeated does not matter.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/collect.h"

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/apply.h"
#include "py/types/iter_filter.h"
#include "py/types/iter_map.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* A hint beyond this is not believed before the items are there. */
#define HINT_MAX (1u << 16)
#define LOOK     (1u << 15) /* items between two looks at the clock */

/* --- containers ---------------------------------------------------------- */

static cs_status from_range(cs_ctx *ctx, const cs_range *r, cs_value *out) {
  int64_t n = cs_int_of(r->len), step = cs_int_of(r->step);
  if (n > UINT32_MAX / 8) return CS_SLOW; /* runs into the memory limit */
  int64_t at = cs_int_of(r->start);
  CS_TRY(cs_list_room(ctx, (uint32_t)n, out));
  if (n == 0) return CS_OK;
  cs_value *v = cs_list_items(ctx, *out);
  for (int64_t i = 0; i < n; i++, at += step) v[i] = cs_int(at);
  CS_PTR(ctx, cs_list, *out)->len = (uint32_t)n;
  return CS_OK;
}

static cs_status from_ascii(cs_ctx *ctx, cs_value text, cs_value *out) {
  uint32_t n;
  const char *s = cs_str_data(ctx, text, &n);
  CS_TRY(cs_list_room(ctx, n, out));
  if (n == 0) return CS_OK;
  cs_value *v = cs_list_items(ctx, *out);
  for (uint32_t i = 0; i < n; i++) v[i] = ctx->image->chr[(unsigned char)s[i]];
  CS_PTR(ctx, cs_list, *out)->len = n;
  return CS_OK;
}

/* what: 0 keys, 1 values, 2 items */
static cs_status from_dict(cs_ctx *ctx, cs_value d, uint32_t what,
                           cs_value *out) {
  uint32_t n = cs_dict_len(ctx, d), pos = 0, i = 0;
  cs_value kv[2], pair;
  CS_TRY(cs_list_room(ctx, n, out));
  while (i < n && cs_dict_next(ctx, d, &pos, &kv[0], &kv[1])) {
    pair = kv[what & 1];
    if (what == 2) CS_TRY(cs_tuple_new(ctx, kv, 2, &pair));
    cs_list_items(ctx, *out)[i++] = pair;
    CS_PTR(ctx, cs_list, *out)->len = i;
  }
  return CS_OK;
}

static cs_status from_set(cs_ctx *ctx, cs_value s, cs_value *out) {
  uint32_t n = cs_set_len(ctx, s), pos = 0, i = 0;
  cs_value key;
  CS_TRY(cs_list_room(ctx, n, out));
  while (i < n && cs_set_next(ctx, s, &pos, &key))
    cs_list_items(ctx, *out)[i++] = key;
  CS_PTR(ctx, cs_list, *out)->len = i;
  return CS_OK;
}

static bool is_small(const cs_range *r) {
  return cs_is_int(r->start) && cs_is_int(r->stop) && cs_is_int(r->step) &&
         cs_is_int(r->len);
}

/* A new list of the items of a container; CS_SLOW for other values. */
static cs_status from_container(cs_ctx *ctx, cs_value v, cs_value *out) {
  switch (cs_ref_type(v)) {
    case CS_L_RANGE: {
      const cs_range *r = CS_PTR(ctx, cs_range, v);
      return is_small(r) ? from_range(ctx, r, out) : CS_SLOW;
    }
    case CS_L_STR:
      return cs_str_is_ascii(ctx, v) ? from_ascii(ctx, v, out) : CS_SLOW;
    case CS_L_DICT: return from_dict(ctx, v, 0, out);
    case CS_L_VIEW: {
      const cs_view *view = CS_PTR(ctx, cs_view, v);
      cs_value d = cs_unwrap(ctx, view->dict);
      return cs_is_dict(d) ? from_dict(ctx, d, view->h.kind, out) : CS_SLOW;
    }
    case CS_L_SET:
    case CS_L_FROZENSET: return from_set(ctx, v, out);
    default: return CS_SLOW;
  }
}

/* --- iterators ----------------------------------------------------------- */

/* Everything that an iterator over a list or tuple has left, in one go; other
 * iterators stay as they are. */
static cs_status take_sequence(cs_ctx *ctx, cs_value from, cs_value list) {
  cs_iter *it = CS_PTR(ctx, cs_iter, from);
  bool back = it->h.kind == CS_ITER_LISTREV || it->h.kind == CS_ITER_SEQREV;
  cs_value *items;
  uint32_t n;
  if ((!back && it->h.kind != CS_ITER_LIST && it->h.kind != CS_ITER_TUPLE) ||
      cs_is_frozen(ctx, from) || !cs_seq_items(ctx, it->src, &items, &n))
    return CS_OK;
  uint64_t at = (uint64_t)cs_int_of(it->a);
  if (back && at > n) return CS_OK; /* the list became shorter */
  uint64_t count = back ? at : at < n ? n - at : 0;
  cs_list *l = CS_PTR(ctx, cs_list, list);
  CS_TRY(cs_list_reserve(ctx, list, l->len + (uint32_t)count + 1));
  cs_value *to = cs_list_items(ctx, list) + l->len;
  if (back)
    for (uint64_t i = 0; i < count; i++) to[i] = items[count - 1 - i];
  else if (count)
    cs_values_copy(to, items + at, count);
  l->len += (uint32_t)count;
  it->src = CS_NONE;
  return CS_OK;
}

/* The same for a deque that nobody has changed: see mod/deque.c. */
static cs_status take_deque(cs_ctx *ctx, cs_value from, cs_value list) {
  cs_iter *it = CS_PTR(ctx, cs_iter, from);
  if (it->h.kind != CS_ITER_DEQUE || !cs_is_instance(it->src)) return CS_OK;
  const cs_value *slot = CS_PTR(ctx, cs_instance, it->src)->slot;
  if (!cs_same(slot[4], it->b) || !cs_is_list(slot[0]) || !cs_is_int(slot[1]))
    return CS_OK;
  uint32_t size = cs_list_len(ctx, slot[0]), at = (uint32_t)cs_int_of(slot[1]);
  uint64_t i = (uint64_t)cs_int_of(it->a), n = (uint64_t)cs_int_of(it->c);
  if (size == 0 || size & (size - 1) || i > n || n > size) return CS_OK;
  cs_list *l = CS_PTR(ctx, cs_list, list);
  CS_TRY(cs_list_reserve(ctx, list, l->len + (uint32_t)(n - i) + 1));
  const cs_value *items = cs_list_items(ctx, slot[0]);
  cs_value *to = cs_list_items(ctx, list);
  for (; i < n; i++) to[l->len++] = items[(at + i) & (size - 1)];
  it->src = CS_NONE;
  return CS_OK;
}

static cs_status take_all(cs_ctx *ctx, cs_value it, cs_value list) {
  cs_list *l = CS_PTR(ctx, cs_list, list);
  cs_value item;
  CS_TRY(take_sequence(ctx, it, list));
  CS_TRY(take_deque(ctx, it, list));
  cs_iter *from = CS_PTR(ctx, cs_iter, it);
  const cs_patience patience = cs_charge_patience(ctx);
  for (;;) {
    if (l->len == l->cap) {
      uint64_t more = (uint64_t)l->len + (l->len >> 1) + 4;
      if (more > UINT32_MAX / 8) return cs_throw(ctx, CS_MemoryError, "");
      CS_TRY(cs_list_reserve(ctx, list, (uint32_t)more));
    }
    if (l->len % LOOK == LOOK - 1 && cs_patience_ends(&patience))
      return CS_STOP;
    if (from->h.kind == CS_ITER_MAP && !cs_is_frozen(ctx, it))
      CS_TRY(cs_iter_map_all(ctx, from, list));
    if (from->h.kind == CS_ITER_FILTER && !cs_is_frozen(ctx, it))
      CS_TRY(cs_iter_filter_all(ctx, from, list));
    if (l->len == l->cap) continue;
    CS_TRY(cs_op_next(ctx, it, &item));
    if (cs_is_unbound(item)) return CS_OK;
    CS_AT(ctx, cs_array, l->items)->v[l->len++] = item;
  }
}

/* Take everything that is left; the DRAIN keeps what was taken, and in `b`
 * what that has cost. */
static cs_status run(cs_ctx *ctx, cs_value drain, cs_value *out) {
  cs_iter *d = CS_PTR(ctx, cs_iter, drain);
  int64_t fuel = ctx->fuel;
  cs_status st = take_all(ctx, d->src, d->a);
  int64_t spent = cs_int_of(d->b) + (fuel - ctx->fuel);
  if (spent < 0 || spent > CS_INT_MAX) spent = CS_INT_MAX;
  uint64_t cost = (uint64_t)spent + cs_list_len(ctx, d->a) / 4;
  if (st == CS_RETRY) { /* the loop takes back what this run has charged */
    d->b = cs_int(spent);
    ctx->owed = cost;
    return st;
  }
  ctx->owed = 0;
  if (st != CS_OK && st != CS_THROW) return st;
  ctx->fuel = fuel;
  cs_charge(ctx, cost);
  if (st != CS_OK) return st;
  *out = d->a;
  return CS_OK;
}

static cs_status start(cs_ctx *ctx, cs_value it, cs_value *drain) {
  cs_value hint, list;
  CS_TRY(cs_iter_hint(ctx, it, &hint));
  uint32_t room = cs_is_int(hint) && cs_int_of(hint) < HINT_MAX
                      ? (uint32_t)cs_int_of(hint)
                      : HINT_MAX;
  CS_TRY(cs_list_room(ctx, room < 4 ? 5 : room + 1, &list));
  return cs_iter_new(ctx, CS_ITER_DRAIN, it, list, cs_int(0), CS_NONE, drain);
}

static bool is_drain(const cs_ctx *ctx, cs_value v) {
  return cs_is(v, CS_L_ITER) &&
         CS_PTR(ctx, cs_iter, v)->h.kind == CS_ITER_DRAIN;
}

/* An iterator that stands alone, but can be taken from: not a map whose
 * function needs the loop. */
static bool is_alone(cs_ctx *ctx, cs_value v) {
  if (!cs_is(v, CS_L_ITER)) return false;
  const cs_iter *it = CS_PTR(ctx, cs_iter, v);
  if (cs_iter_map_is(it)) return cs_apply_can(ctx, it->a);
  return cs_iter_map_alone(it) && !cs_is_frozen(ctx, v);
}

cs_status cs_collect_arg(cs_ctx *ctx, cs_value *args, uint32_t i) {
  cs_value v = cs_iter_plain(ctx, args[i]), made;
  if (cs_is_list(v) || cs_is_tuple(v)) {
    args[i] = v;
    return CS_OK;
  }
  if (!cs_is_ref(v)) return CS_SLOW;
  if (!is_drain(ctx, v)) {
    cs_status st = from_container(ctx, v, &made);
    if (st == CS_OK) {
      cs_charge(ctx, cs_list_len(ctx, made) / 4);
      args[i] = made;
    }
    if (st != CS_SLOW) return st;
    if (!cs_is(v, CS_L_ITER) && !cs_is(v, CS_L_STR) && !cs_is(v, CS_L_BYTES) &&
        !cs_is_instance(v))
      return CS_SLOW;
    if (is_alone(ctx, v))
      made = v;
    else
      CS_TRY(cs_iter_leaf(ctx, v, &made));
    CS_TRY(start(ctx, made, &v));
    args[i] = v;
  }
  cs_status st = run(ctx, v, &made);
  if (st == CS_SLOW) return cs_need(ctx, i, CS_NEED_LIST);
  if (st == CS_OK) args[i] = made;
  return st;
}

cs_status cs_collect_iter(cs_ctx *ctx, cs_value *args, uint32_t i) {
  if (!cs_is(args[i], CS_L_ITER)) return CS_OK;
  cs_status st = cs_collect_arg(ctx, args, i);
  return st == CS_SLOW ? CS_OK : st;
}

cs_status cs_collect_need(cs_ctx *ctx, cs_value *args, uint32_t i) {
  cs_status st = cs_collect_arg(ctx, args, i);
  return st == CS_SLOW ? cs_need(ctx, i, CS_NEED_LIST) : st;
}

/* _drained(x): (items so far, iterator) of an argument that the loop has to
 * finish; None for all others. */
CS_LEAF_TAKES(drained, ANY) {
  if (!is_drain(ctx, args[0])) CS_GIVE(CS_NONE);
  const cs_iter *d = CS_PTR(ctx, cs_iter, args[0]);
  cs_value v[2] = {d->a, d->src};
  return cs_tuple_new(ctx, v, 2, out);
}

/* _applies(f): can C call it? */
CS_LEAF_TAKES(applies, ANY) {
  CS_GIVE(cs_bool(cs_apply_can(ctx, args[0])));
}

extern const cs_native_def cs_collect_natives[];
const cs_native_def cs_collect_natives[] = {
    {".intrinsics", "_drained", "(x, /)", drained},
    {".intrinsics", "_applies", "(f, /)", applies},
    CS_NATIVE_END};
