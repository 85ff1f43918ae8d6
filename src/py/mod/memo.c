/*
 * memo.c - caches of functools and the order of OrderedDict.
 *
 * A call that hits ends here, without a frame; so does one that misses, but for
 * the function's own.  Whatever else happens (keywords, keys that hash
 * by Python code) is left to the twins in prelude/lib/_lru.py; until then
 * nothing has changed.
 *
 * The order of use is the order of the dict: a hit in a bounded cache moves
 * its key to the end, so the first key is the one to forget.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>

#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* --- lru_cache ----------------------------------------------------------- */

/* Slots of a _lru_cache_wrapper, sorted by name. */
enum { CACHE, FUNC, HITS, LIMIT, MISS, MISSES, TYPED, SLOTS };
#define TYPED_MOST 8 /* arguments of a cache that tells 1 from 1.0 */
/* Parameters of miss(): self, key, up to four arguments, then its state. */
enum { MISS_STATE = 6, MISS_BEGUN = MISS_STATE, MISS_RESULT };

/* The arguments, then their classes. */
static cs_status make_typed_key(cs_ctx *ctx, const cs_value *args, uint32_t n,
                                cs_value *out) {
  cs_value all[2 * TYPED_MOST];
  assert(n <= TYPED_MOST);
  for (uint32_t i = 0; i < n; i++) {
    all[i] = args[i];
    all[n + i] = cs_ref(CS_L_TYPE, cs_class_of(ctx, args[i]));
  }
  return cs_tuple_new(ctx, all, 2 * n, out);
}

/* One int or str stands for itself. */
static cs_status make_key(cs_ctx *ctx, const cs_value *args, uint32_t n,
                          cs_value *out) {
  if (n == 1 &&
      (cs_is_int(args[0]) || cs_is_str(args[0]) || cs_is(args[0], CS_L_BIGINT)))
    CS_GIVE(args[0]);
  return cs_tuple_new(ctx, args, n, out);
}

static cs_instance *wrapper_at(const cs_ctx *ctx, cs_value self) {
  if (!cs_is_instance(self) || cs_is_frozen(ctx, self)) return NULL;
  cs_instance *o = CS_PTR(ctx, cs_instance, self);
  bool fits = o->h.units * 16u >= offsetof(cs_instance, slot) + SLOTS * 8u;
  return fits && cs_is_dict(o->slot[CACHE]) ? o : NULL;
}

/* The result is not known: miss(self, key, arguments...). */
static cs_status call_miss(cs_ctx *ctx, const cs_instance *o,
                           const cs_value *args, uint32_t n, cs_value key) {
  cs_value all[MISS_STATE] = {args[0], key};
  for (uint32_t i = 1; i < n; i++) all[i + 1] = args[i];
  return cs_want_call(ctx, CS_RET_PLAIN, o->slot[MISS], n + 1, all);
}

static void count_one(cs_value *slot) {
  cs_value more;
  if (cs_is_int(*slot) && cs_int_add(*slot, cs_int(1), &more)) *slot = more;
}

/* Remember a result; the oldest one makes room.  A call that the function made
 * of itself may have stored it before. */
static cs_status store(cs_ctx *ctx, cs_instance *o, cs_value key,
                       cs_value result) {
  cs_value cache = o->slot[CACHE], limit = o->slot[LIMIT], old, first, v;
  uint32_t pos = 0;
  if (cs_is_int(limit)) {
    CS_TRY(cs_dict_get(ctx, cache, key, &old));
    if (!cs_is_unbound(old)) return CS_OK;
  }
  CS_TRY(cs_dict_set(ctx, cache, key, result));
  if (cs_is_int(limit) && cs_dict_len(ctx, cache) > cs_int_of(limit) &&
      cs_dict_next(ctx, cache, &pos, &first, &v))
    cs_dict_del_at(ctx, cache, pos - 1);
  return CS_OK;
}

/* miss(self, key, a, b, c, d): call the function, then remember its result.
 * Works in steps; the function is called with what is bound of a to d. */
CS_LEAF(memo_miss) {
  cs_instance *o = wrapper_at(ctx, args[0]);
  uint32_t given = 0;
  if (!o)
    return cs_throw(ctx, CS_SystemError, "bad argument of a prelude helper");
  if (!cs_is_unbound(args[MISS_RESULT])) {
    CS_TRY(store(ctx, o, args[1], args[MISS_RESULT]));
    CS_GIVE(args[MISS_RESULT]);
  }
  if (cs_is_unbound(args[MISS_BEGUN])) count_one(&o->slot[MISSES]);
  args[MISS_BEGUN] = CS_TRUE;
  while (given < MISS_STATE - 2 && !cs_is_unbound(args[2 + given])) given++;
  return cs_want_arg(ctx, MISS_RESULT, o->slot[FUNC], given, &args[2]);
}

CS_LEAF(memo_call) {
  cs_value key, found;
  cs_instance *o = n ? wrapper_at(ctx, args[0]) : NULL;
  if (!o || !cs_is_int(o->slot[HITS]) || cs_same(o->slot[LIMIT], cs_int(0)))
    return CS_SLOW;
  bool typed = !cs_is_false(o->slot[TYPED]);
  if (typed && n - 1 > TYPED_MOST) return CS_SLOW;
  CS_TRY(typed ? make_typed_key(ctx, args + 1, n - 1, &key)
               : make_key(ctx, args + 1, n - 1, &key));
  if (cs_is_none(o->slot[LIMIT]))
    CS_TRY(cs_dict_get(ctx, o->slot[CACHE], key, &found));
  else
    CS_TRY(cs_dict_to_end(ctx, o->slot[CACHE], key, &found));
  if (cs_is_unbound(found))
    return n < MISS_STATE ? call_miss(ctx, o, args, n, key) : CS_SLOW;
  count_one(&o->slot[HITS]);
  CS_GIVE(found);
}

/* cache_clear(self) */
CS_LEAF(memo_clear) {
  cs_instance *o = wrapper_at(ctx, args[0]);
  if (!o || cs_is_frozen(ctx, o->slot[CACHE])) return CS_SLOW;
  cs_dict_clear(ctx, o->slot[CACHE]);
  o->slot[HITS] = o->slot[MISSES] = cs_int(0);
  CS_GIVE(CS_NONE);
}

/* The wrapper as a method: __get__(self, obj, cls) */
CS_LEAF(memo_bind) {
  cs_off off;
  if (cs_is_none(args[1])) CS_GIVE(args[0]);
  CS_TRY(cs_alloc(ctx, CS_L_METHOD, sizeof(cs_method), &off));
  CS_AT(ctx, cs_method, off)->func = args[0];
  CS_AT(ctx, cs_method, off)->self = args[1];
  CS_GIVE(cs_ref(CS_L_METHOD, off));
}

/* --- OrderedDict --------------------------------------------------------- */

static cs_status missing(cs_ctx *ctx, cs_value key) {
  return cs_throw_value(ctx, CS_KeyError, key);
}

/* move_to_end(self, key, last=True); last=False is the prelude's. */
CS_LEAF(memo_move) {
  cs_value d = cs_unwrap(ctx, args[0]), found;
  if (!cs_is_dict(d) || !(cs_is_unbound(args[2]) || cs_is_true(args[2])))
    return CS_SLOW;
  CS_TRY(cs_dict_to_end(ctx, d, args[1], &found));
  if (cs_is_unbound(found)) return missing(ctx, args[1]);
  CS_GIVE(CS_NONE);
}

/* pop(self, key[, default]) */
CS_LEAF(memo_pop) {
  cs_value d = cs_unwrap(ctx, args[0]), found;
  if (!cs_is_dict(d)) return CS_SLOW;
  CS_TRY(cs_dict_del(ctx, d, args[1], &found));
  if (!cs_is_unbound(found)) CS_GIVE(found);
  if (cs_is_unbound(args[2])) return missing(ctx, args[1]);
  CS_GIVE(args[2]);
}

static bool first_key(cs_ctx *ctx, cs_value d, cs_value kv[2]) {
  uint32_t pos = 0;
  return cs_dict_next(ctx, d, &pos, &kv[0], &kv[1]);
}

/* popitem(self, last=True) */
CS_LEAF(memo_popitem) {
  cs_value d = cs_unwrap(ctx, args[0]), kv[2], old;
  if (!cs_is_dict(d) || cs_is_frozen(ctx, d)) return CS_SLOW;
  bool last = cs_is_unbound(args[1]) || cs_is_true(args[1]);
  if (!last && !cs_is_false(args[1])) return CS_SLOW;
  if (cs_dict_len(ctx, d) == 0)
    return cs_throw(ctx, CS_KeyError, "dictionary is empty");
  uint32_t e = cs_dict_last(ctx, d);
  if (last) {
    kv[0] = cs_dict_table(ctx, d)->e[e].key;
    kv[1] = cs_dict_table(ctx, d)->e[e].value;
  } else if (!first_key(ctx, d, kv)) {
    return CS_SLOW;
  }
  CS_TRY(cs_tuple_new(ctx, kv, 2, out));
  if (!last) return cs_dict_del(ctx, d, kv[0], &old);
  cs_dict_del_at(ctx, d, e);
  return CS_OK;
}

/* --- defaultdict --------------------------------------------------------- */

/* defaultdict(factory), not of a derived class; slots: the dict, the factory.
 */
CS_LEAF(memo_defaultdict) {
  cs_value factory = n > 1 ? args[1] : CS_NONE, dict;
  bool callable = cs_is_none(factory) || cs_is_type(factory) ||
                  cs_is(factory, CS_L_FUNC) || cs_is(factory, CS_L_NATIVE) ||
                  cs_is(factory, CS_L_METHOD);
  if (n > 2 || !callable || !cs_type_is_maker(ctx, args[0])) return CS_SLOW;
  CS_TRY(cs_dict_new(ctx, 0, &dict));
  CS_TRY(cs_instance_wrap(ctx, cs_ref_off(args[0]), dict, out));
  CS_PTR(ctx, cs_instance, *out)->slot[1] = factory;
  return CS_OK;
}

/* OrderedDict(), likewise */
CS_LEAF(memo_ordered) {
  cs_value dict;
  if (n > 1 || !cs_type_is_maker(ctx, args[0])) return CS_SLOW;
  CS_TRY(cs_dict_new(ctx, 0, &dict));
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), dict, out);
}

extern const cs_native_def cs_memo_natives[];
const cs_native_def cs_memo_natives[] = {
    {"._memo", "call", "($self, *args)", memo_call},
    {"._memo", "bind", "($self, obj, cls=None, /)", memo_bind},
    {"._memo", "move_to_end", "($self, key, last=True)", memo_move},
    {"._memo", "pop", "($self, key, default=None)", memo_pop},
    {"._memo", "popitem", "($self, last=True)", memo_popitem},
    {"._memo", "miss",
     "(wrapper, key, a=None, b=None, c=None, d=None, begun=None, "
     "result=None, /)",
     memo_miss},
    {"._memo", "OrderedDict", "(cls, *args)", memo_ordered},
    {"._memo", "defaultdict", "(cls, *args)", memo_defaultdict},
    {"._memo", "cache_clear", "($self, /)", memo_clear},
    CS_NATIVE_END};
