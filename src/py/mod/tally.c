/*
 * tally.c - hot spots of collections, functools and itertools.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/types/apply.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"
#include "py/types/walk.h"

/* --- Counter ------------------------------------------------------------- */

/* Add one to the count of `key`. */
static cs_status count_one(cs_ctx *ctx, cs_value d, cs_value key) {
  cs_value *count, more;
  CS_TRY(cs_dict_place(ctx, d, key, cs_int(0), &count));
  if (!cs_is_int(*count) || !cs_int_add(*count, cs_int(1), &more))
    return CS_SLOW;
  *count = more;
  return CS_OK;
}

/* The empty `d` takes over the table of `work`. */
static void hand_over(cs_ctx *ctx, cs_value d, cs_value work) {
  cs_dict *to = CS_PTR(ctx, cs_dict, d), *from = CS_PTR(ctx, cs_dict, work);
  to->len = from->len;
  to->used = from->used;
  to->table = from->table;
  cs_dict_touch(ctx, d);
  cs_dict_clear(ctx, work);
}

/* Add the counts of `work` to `d`.  What is new gets its place first, with 0:
 * after that nothing can fail, so a second run does not add twice. */
static cs_status add_counts(cs_ctx *ctx, cs_value d, cs_value work) {
  cs_value key, by, now, sum;
  uint32_t pos = 0;
  while (cs_dict_next(ctx, work, &pos, &key, &by)) {
    CS_TRY(cs_dict_get(ctx, d, key, &now));
    if (cs_is_unbound(now))
      CS_TRY(cs_dict_set(ctx, d, key, cs_int(0)));
    else if (!cs_is_int(now) || !cs_int_add(now, by, &sum))
      return CS_SLOW;
  }
  for (pos = 0; cs_dict_next(ctx, work, &pos, &key, &by);) {
    CS_TRY(cs_dict_get(ctx, d, key, &now));
    if (!cs_is_int(now) || !cs_int_add(now, by, &sum)) return CS_SLOW;
    CS_TRY(cs_dict_set(ctx, d, key, sum));
  }
  return CS_OK;
}

/* count(mapping, iterable): counting happens in a dict of its own that is
 * handed over at the end. */
CS_LEAF(tally_count) {
  cs_value d = cs_unwrap(ctx, args[0]), work, key;
  if (!cs_is_dict(d) || cs_is_frozen(ctx, d)) return CS_SLOW;
  cs_walk w;
  CS_TRY(cs_walk_start(ctx, args[1], &w));
  CS_TRY(cs_dict_new(ctx, 8, &work));
  uint64_t seen = 0;
  for (;; seen++) {
    CS_TRY(cs_walk_next(ctx, &w, &key));
    if (cs_is_unbound(key)) break;
    CS_TRY(count_one(ctx, work, key));
  }
  cs_charge(ctx, seen);
  if (cs_dict_len(ctx, d))
    CS_TRY(add_counts(ctx, d, work));
  else
    hand_over(ctx, d, work);
  CS_GIVE(CS_NONE);
}

/* --- partial ------------------------------------------------------------- */

enum { ARGS, FUNC, KEYWORDS, SLOTS }; /* sorted by name */

/* Keywords of the object become arguments of a function in Python, if they
 * follow the `*n` given ones without a gap; false: the twin's work. */
static bool place_keywords(cs_ctx *ctx, cs_value func, cs_value kw,
                           cs_value *all, uint32_t *n) {
  cs_value key, v, placed[CS_CALL_ARGS];
  uint32_t pos = 0, count = cs_dict_len(ctx, kw);
  if (count == 0) return true;
  if (!cs_is(func, CS_L_FUNC) || *n + count > CS_CALL_ARGS) return false;
  const cs_code *code = CS_AT(ctx, cs_code, CS_PTR(ctx, cs_func, func)->code);
  if (*n + count > code->nargs || *n < code->nposonly ||
      *n + count > cs_tuple_len(ctx, code->varnames))
    return false;
  for (uint32_t i = 0; i < count; i++) placed[i] = CS_UNBOUND;
  while (cs_dict_next(ctx, kw, &pos, &key, &v)) {
    uint32_t i = 0;
    while (i < count && !cs_same(cs_tuple_at(ctx, code->varnames, *n + i), key))
      i++;
    if (i == count) return false;
    placed[i] = v;
  }
  for (uint32_t i = 0; i < count; i++) {
    if (cs_is_unbound(placed[i])) return false;
    all[(*n)++] = placed[i];
  }
  return true;
}

/* partial.__call__(self, *args): few arguments, no keywords in the call. */
CS_LEAF(tally_partial) {
  if (n == 0 || !cs_is_instance(args[0])) return CS_SLOW;
  const cs_instance *o = CS_PTR(ctx, cs_instance, args[0]);
  if (o->h.units * 16u < offsetof(cs_instance, slot) + SLOTS * 8u)
    return CS_SLOW;
  cs_value bound = o->slot[ARGS], kw = o->slot[KEYWORDS];
  if (!cs_is_tuple(bound) || !cs_is_dict(kw)) return CS_SLOW;
  uint32_t k = cs_tuple_len(ctx, bound), count = k + n - 1;
  if (count > CS_CALL_ARGS) return CS_SLOW;
  cs_value all[CS_CALL_ARGS];
  for (uint32_t i = 0; i < k; i++) all[i] = cs_tuple_at(ctx, bound, i);
  for (uint32_t i = 1; i < n; i++) all[k + i - 1] = args[i];
  if (!place_keywords(ctx, o->slot[FUNC], kw, all, &count)) return CS_SLOW;
  bool outer = ctx->applying; /* a native inside is one level more, no other */
  if (cs_is(o->slot[FUNC], CS_L_NATIVE)) ctx->applying = false;
  cs_status st = cs_apply_leaf(ctx, o->slot[FUNC], all, count, out);
  ctx->applying = outer;
  if (st != CS_SLOW) return st;
  return cs_want_call(ctx, CS_RET_PLAIN, o->slot[FUNC], count, all);
}

/* --- zip_longest --------------------------------------------------------- */

/* _patch(row, end, fill): the row with `end` replaced, None if all are */
CS_LEAF(tally_patch) {
  if (!cs_is_tuple(args[0])) return CS_SLOW;
  uint32_t len = cs_tuple_len(ctx, args[0]), ended = 0;
  const cs_value *v = cs_tuple_items(ctx, args[0]);
  for (uint32_t i = 0; i < len; i++) ended += cs_same(v[i], args[1]);
  if (ended == 0) CS_GIVE(args[0]);
  if (ended == len) CS_GIVE(CS_NONE);
  CS_TRY(cs_tuple_new(ctx, v, len, out));
  for (uint32_t i = 0; i < len; i++)
    if (cs_same(v[i], args[1])) cs_tuple_items(ctx, *out)[i] = args[2];
  return CS_OK;
}

extern const cs_native_def cs_tally_natives[];
const cs_native_def cs_tally_natives[] = {
    {"._tally", "count", "(mapping, iterable, /)", tally_count},
    {"._tally", "partial_call", "($self, *args)", tally_partial},
    {"._tally", "patch", "(row, end, fill, /)", tally_patch},
    {"._tally", "count_list", "(mapping, iterable, /)", tally_count},
    CS_NATIVE_END};
