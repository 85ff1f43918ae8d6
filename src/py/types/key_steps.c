/*
 * key_steps.c - dicts and sets whose keys decide by Python code.
 *
 * A lookup that needs a class's own __hash__ or __eq__ is a native that works
 * in steps: it asks for one call (cs_want_arg), whose result lands in one of
 * its arguments, and runs again.  The arguments behind the first three are the
 * whole state, so a lookup can stop inside __eq__ and be dumped there.
 *
 * A comparison may change the table: when it was built anew or the entry has
 * another key afterwards, the search begins again, as in CPython.  State that a
 * forged snapshot brings is checked like any argument.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/intrinsics.h"
#include "py/types/key.h"
#include "py/types/kinds.h"
#include "py/types/op.h"
#include "py/types/ops.h"
#include "py/types/type.h"

#define NONE UINT32_MAX

enum { /* arguments */
       TABLE,
       KEY,
       VALUE,  /* to store, or the default */
       HASH,   /* as __hash__ gave it; UNBOUND: not asked yet */
       PROBE,  /* where the search goes on; UNBOUND: at the start */
       ENTRY,  /* number of the entry that KEY is being compared with */
       OTHER,  /* its key; UNBOUND: there was no comparison yet */
       WHERE,  /* the offset of the entries then */
       VERDICT /* UNBOUND: no comparison is due */
};
#define STATE "hash, probe, entry, other, where, verdict, /)"

/* --- hash ---------------------------------------------------------------- */

static bool is_plain_instance(cs_value v) {
  return cs_is_instance(v) && cs_ref_type(v) >> 8 == 0;
}

static cs_value method_of(cs_ctx *ctx, cs_value obj, cs_name_id name) {
  return cs_type_find(ctx, cs_shape_of(ctx, obj)->cls, cs_known(ctx, name));
}

/* The __hash__ that is Python code, or UNBOUND. */
static cs_value own_hash(cs_ctx *ctx, cs_value key) {
  if (!is_plain_instance(key)) return CS_UNBOUND;
  cs_value own = method_of(ctx, key, CS_N___hash__);
  return cs_is(own, CS_L_FUNC) ? own : CS_UNBOUND;
}

/* What a __hash__ returned, as CPython reduces it. */
static cs_status settle_hash(cs_ctx *ctx, cs_value v, int64_t *out) {
  if (cs_is_int(v)) {
    *out = cs_int_of(v) == -1 ? -2 : cs_int_of(v);
    return CS_OK;
  }
  v = cs_unwrap(ctx, v);
  if (!cs_is_anyint(v))
    return cs_throw(ctx, CS_TypeError,
                    "__hash__ method should return an integer");
  if (!cs_int_as_i64(ctx, v, out)) *out = cs_int_hash(ctx, v);
  if (*out == -1) *out = -2;
  return CS_OK;
}

static cs_status find_hash(cs_ctx *ctx, cs_value *args, int64_t *out) {
  if (!cs_is_unbound(args[HASH])) return settle_hash(ctx, args[HASH], out);
  cs_value f = own_hash(ctx, args[KEY]);
  if (cs_is_unbound(f)) {
    cs_status st = cs_hash_value(ctx, args[KEY], out);
    if (st != CS_SLOW) return st;
    f = ctx->image->intrinsic[CS_X_need_hash];
  }
  CS_TRY(cs_want_soon(ctx, args, HASH, f, 1, &args[KEY]));
  return settle_hash(ctx, args[HASH], out);
}

/* --- comparison ---------------------------------------------------------- */

/* Instances of one class whose __eq__ is Python code? */
static bool have_own_eq(cs_ctx *ctx, cs_value a, cs_value b) {
  return is_plain_instance(a) && is_plain_instance(b) &&
         cs_shape_of(ctx, a)->cls == cs_shape_of(ctx, b)->cls &&
         cs_is(method_of(ctx, a, CS_N___eq__), CS_L_FUNC);
}

static cs_status want_eq(cs_ctx *ctx, cs_value *args, cs_value other) {
  cs_value pair[2] = {other, args[KEY]};
  cs_value f = have_own_eq(ctx, other, args[KEY])
                   ? method_of(ctx, other, CS_N___eq__)
                   : ctx->image->intrinsic[CS_X_eq_keys];
  return cs_want_soon(ctx, args, VERDICT, f, 2, pair);
}

/* The truth of what __eq__ returned. */
static cs_status settle_verdict(cs_ctx *ctx, const cs_value *args,
                                cs_value other, bool *out) {
  cs_value v = args[VERDICT];
  if (cs_is_bool(v)) {
    *out = cs_is_true(v);
    return CS_OK;
  }
  if (cs_same(v, CS_NOTIMPL)) {
    cs_value pair[2] = {other, args[KEY]};
    return cs_want_arg(ctx, VERDICT, ctx->image->intrinsic[CS_X_eq_second], 2,
                       pair);
  }
  cs_status st = cs_op_truth(ctx, v, out);
  if (st != CS_SLOW) return st;
  return cs_want_arg(ctx, VERDICT, ctx->image->intrinsic[CS_X_need_bool], 1,
                     &v);
}

/* --- tables -------------------------------------------------------------- */

static cs_value place_of(const cs_ctx *ctx, cs_value table) {
  return cs_int(cs_is_dict(table) ? CS_PTR(ctx, cs_dict, table)->table
                                  : CS_PTR(ctx, cs_set, table)->table);
}

static uint32_t candidate(cs_ctx *ctx, cs_value table, int64_t hash,
                          uint32_t *probe) {
  return cs_is_dict(table) ? cs_dict_candidate(ctx, table, hash, probe)
                           : cs_set_candidate(ctx, table, hash, probe);
}

/* The key of entry `v`, an int; UNBOUND if there is none. */
static cs_value key_at(const cs_ctx *ctx, cs_value table, cs_value v) {
  int64_t i = cs_is_int(v) ? cs_int_of(v) : -1;
  if (cs_is_dict(table)) {
    const cs_dict *d = CS_PTR(ctx, cs_dict, table);
    if (i < 0 || i >= d->used) return CS_UNBOUND;
    return CS_AT(ctx, cs_table, d->table)->e[i].key;
  }
  const cs_set *s = CS_PTR(ctx, cs_set, table);
  if (!s->table || i < 0 || i > s->mask) return CS_UNBOUND;
  const cs_set_entry *e = &CS_AT(ctx, cs_set_table, s->table)->e[i];
  return cs_set_removed(e) ? CS_UNBOUND : e->key;
}

/* Has a comparison changed what it was about? */
static bool is_stale(const cs_ctx *ctx, const cs_value *args) {
  return !cs_is_unbound(args[OTHER]) &&
         !(cs_same(args[WHERE], place_of(ctx, args[TABLE])) &&
           cs_same(args[OTHER], key_at(ctx, args[TABLE], args[ENTRY])));
}

/* Go on with the search; `*entry` = NONE when the key is absent. */
static cs_status search(cs_ctx *ctx, cs_value *args, int64_t hash,
                        uint32_t *entry) {
  cs_value table = args[TABLE], key = args[KEY];
  uint32_t probe =
      cs_is_int(args[PROBE]) ? (uint32_t)cs_int_of(args[PROBE]) : 0;
  while ((*entry = candidate(ctx, table, hash, &probe)) != NONE) {
    cs_value other = key_at(ctx, table, cs_int(*entry));
    bool same = cs_same(other, key);
    cs_status st = CS_OK;
    if (!same)
      st = have_own_eq(ctx, other, key) ? CS_SLOW
                                        : cs_eq_value(ctx, other, key, &same);
    if (st == CS_SLOW) {
      args[PROBE] = cs_int(probe);
      args[ENTRY] = cs_int(*entry);
      args[OTHER] = other;
      args[WHERE] = place_of(ctx, table);
      st = want_eq(ctx, args, other);
      if (st == CS_OK) st = settle_verdict(ctx, args, other, &same);
      if (st == CS_OK) args[VERDICT] = CS_UNBOUND;
    }
    if (st != CS_OK || same) return st;
  }
  return CS_OK;
}

/* Entry of KEY in TABLE, NONE when it is absent; and the key's hash. */
static cs_status look(cs_ctx *ctx, cs_value *args, uint32_t *entry,
                      int64_t *hash) {
  CS_TRY(find_hash(ctx, args, hash));
  if (is_stale(ctx, args))
    args[PROBE] = args[OTHER] = args[VERDICT] = CS_UNBOUND;
  if (!cs_is_unbound(args[VERDICT]) && !cs_is_unbound(args[OTHER])) {
    bool same = false;
    CS_TRY(settle_verdict(ctx, args, args[OTHER], &same));
    if (same) {
      *entry = (uint32_t)cs_int_of(args[ENTRY]);
      return CS_OK;
    }
    args[VERDICT] = CS_UNBOUND;
  }
  return search(ctx, args, *hash, entry);
}

/* --- the operations ------------------------------------------------------ */

static cs_status bad(cs_ctx *ctx) {
  return cs_throw(ctx, CS_SystemError, "bad argument of a prelude helper");
}

static cs_status look_dict(cs_ctx *ctx, cs_value *args, uint32_t *entry,
                           int64_t *hash) {
  if (!cs_is_dict(args[TABLE])) args[TABLE] = cs_unwrap(ctx, args[TABLE]);
  return cs_is_dict(args[TABLE]) ? look(ctx, args, entry, hash) : bad(ctx);
}

static cs_status look_set(cs_ctx *ctx, cs_value *args, uint32_t *entry,
                          int64_t *hash) {
  if (!cs_is_set(args[TABLE])) args[TABLE] = cs_unwrap(ctx, args[TABLE]);
  return cs_is_set(args[TABLE]) ? look(ctx, args, entry, hash) : bad(ctx);
}

static cs_value value_at(const cs_ctx *ctx, const cs_value *args, uint32_t e) {
  return cs_dict_table(ctx, args[TABLE])->e[e].value;
}

/* d[key] */
CS_LEAF_TAKES(key_get, ANY) {
  uint32_t e;
  int64_t hash;
  CS_TRY(look_dict(ctx, args, &e, &hash));
  if (e == NONE) return cs_throw_value(ctx, CS_KeyError, args[KEY]);
  CS_GIVE(value_at(ctx, args, e));
}

/* d.get(key, default) */
CS_LEAF_TAKES(key_find, ANY) {
  uint32_t e;
  int64_t hash;
  CS_TRY(look_dict(ctx, args, &e, &hash));
  if (e != NONE) CS_GIVE(value_at(ctx, args, e));
  CS_GIVE(cs_is_unbound(args[VALUE]) ? CS_NONE : args[VALUE]);
}

/* d[key] = value */
CS_LEAF_TAKES(key_set, ANY) {
  uint32_t e;
  int64_t hash;
  CS_TRY(look_dict(ctx, args, &e, &hash));
  if (cs_is_frozen(ctx, args[TABLE])) return cs_op_refuse(ctx);
  if (e == NONE)
    CS_TRY(cs_dict_put_hashed(ctx, args[TABLE], args[KEY], hash, args[VALUE]));
  else
    cs_dict_table(ctx, args[TABLE])->e[e].value = args[VALUE];
  CS_GIVE(CS_NONE);
}

/* d.setdefault(key, default) */
CS_LEAF_TAKES(key_default, ANY) {
  uint32_t e;
  int64_t hash;
  CS_TRY(look_dict(ctx, args, &e, &hash));
  if (e != NONE) CS_GIVE(value_at(ctx, args, e));
  cs_value v = cs_is_unbound(args[VALUE]) ? CS_NONE : args[VALUE];
  CS_TRY(cs_dict_put_hashed(ctx, args[TABLE], args[KEY], hash, v));
  CS_GIVE(v);
}

/* d.pop(key, default) */
CS_LEAF_TAKES(key_pop, ANY) {
  uint32_t e;
  int64_t hash;
  CS_TRY(look_dict(ctx, args, &e, &hash));
  if (e == NONE && cs_is_unbound(args[VALUE]))
    return cs_throw_value(ctx, CS_KeyError, args[KEY]);
  if (e == NONE) CS_GIVE(args[VALUE]);
  if (cs_is_frozen(ctx, args[TABLE])) return cs_op_refuse(ctx);
  *out = value_at(ctx, args, e);
  cs_dict_del_at(ctx, args[TABLE], e);
  return CS_OK;
}

/* key in d */
CS_LEAF_TAKES(key_in, ANY) {
  uint32_t e;
  int64_t hash;
  CS_TRY(look_dict(ctx, args, &e, &hash));
  CS_GIVE(cs_bool(e != NONE));
}

/* _dict_find(d, key, hash): entry or -1; VALUE holds the hash */
CS_LEAF_TAKES(dict_find, ANY) {
  uint32_t e;
  int64_t hash;
  args[HASH] = args[VALUE];
  CS_TRY(look_dict(ctx, args, &e, &hash));
  CS_GIVE(cs_int(e == NONE ? -1 : (int64_t)e));
}

/* _set_find(s, key, hash): likewise */
CS_LEAF_TAKES(set_find, ANY) {
  uint32_t e;
  int64_t hash;
  args[HASH] = args[VALUE];
  CS_TRY(look_set(ctx, args, &e, &hash));
  CS_GIVE(cs_int(e == NONE ? -1 : (int64_t)e));
}

/* key in s, for a key that is no set */
CS_LEAF_TAKES(set_key_in, ANY) {
  uint32_t e;
  int64_t hash;
  CS_TRY(look_set(ctx, args, &e, &hash));
  CS_GIVE(cs_bool(e != NONE));
}

/* s.add(key) */
CS_LEAF_TAKES(set_key_add, ANY) {
  uint32_t e;
  int64_t hash;
  CS_TRY(look_set(ctx, args, &e, &hash));
  if (cs_is_frozen(ctx, args[TABLE])) return cs_op_refuse(ctx);
  if (e == NONE) CS_TRY(cs_set_put_hashed(ctx, args[TABLE], args[KEY], hash));
  CS_GIVE(CS_NONE);
}

extern const cs_native_def cs_key_steps_natives[];
const cs_native_def cs_key_steps_natives[] = {
    {".intrinsics", "_key_get", "(d, key, unused, " STATE, key_get},
    {".intrinsics", "_key_find", "(d, key, default, " STATE, key_find},
    {".intrinsics", "_key_set", "(d, key, value, " STATE, key_set},
    {".intrinsics", "_key_default", "(d, key, default, " STATE, key_default},
    {".intrinsics", "_key_pop", "(d, key, default, " STATE, key_pop},
    {".intrinsics", "_key_in", "(d, key, unused, " STATE, key_in},
    {".intrinsics", "_key_entry", "(d, key, hash_, " STATE, dict_find},
    {".intrinsics", "_set_key_entry", "(s, key, hash_, " STATE, set_find},
    {".intrinsics", "_set_key_in", "(s, key, unused, " STATE, set_key_in},
    {".intrinsics", "_set_key_add", "(s, key, unused, " STATE, set_key_add},
    CS_NATIVE_END};
