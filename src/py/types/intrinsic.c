/*
 * intrinsic.c - C helpers that only the prelude sees.
 *
 * Keys with their own __hash__ or __eq__ are looked up by Python code built
 * on these: ask for the candidates of a hash one after the other, compare,
 * then act on the entry found.  Comparing may change the table: the prelude
 * checks the version and starts again.
 *
 * Arguments come from our own Python text, yet types and ranges are checked:
 * a mistake there must be an exception, not a crash.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/iter_map.h"
#include "py/types/kinds.h"
#include "py/types/op.h"
#include "py/types/op_seq.h"
#include "py/types/op_set.h"
#include "py/types/ops.h"
#include "py/types/type.h"

static cs_status bad(cs_ctx *ctx) {
  return cs_throw(ctx, CS_SystemError, "bad argument of a prelude helper");
}

/* --- dicts --------------------------------------------------------------- */

/* An entry of `d` in use, given as an int. */
static bool entry_of(const cs_ctx *ctx, cs_value d, cs_value v, uint32_t *e) {
  if (!cs_is_dict(d) || !cs_is_int(v)) return false;
  const cs_dict *dict = CS_PTR(ctx, cs_dict, d);
  int64_t i = cs_int_of(v);
  if (i < 0 || i >= dict->used) return false;
  *e = (uint32_t)i;
  return !cs_is_unbound(cs_dict_table(ctx, d)->e[i].key);
}

/* _dict_candidate(d, hash, probe) -> (entry, next probe, key), or None. */
CS_LEAF_TAKES(dict_candidate, DICT, INT, COUNT) {
  int64_t hash;
  if (!cs_is_dict(args[0]) || !cs_is_int(args[2]) ||
      !cs_int_as_i64(ctx, args[1], &hash))
    return bad(ctx);
  uint32_t probe = (uint32_t)cs_int_of(args[2]);
  uint32_t e = cs_dict_candidate(ctx, args[0], hash, &probe);
  *out = CS_NONE;
  if (e == UINT32_MAX) return CS_OK;
  cs_value row[3] = {cs_int(e), cs_int(probe),
                     cs_dict_table(ctx, args[0])->e[e].key};
  return cs_tuple_new(ctx, row, 3, out);
}

/* Is `other`, the key of `entry`, the one looked for?  `*found` with what a
 * probe gives then: the entry, or (entry, next probe, other key) when Python
 * code must compare. */
static cs_status compare_key(cs_ctx *ctx, cs_value key, cs_value other,
                             uint32_t entry, uint32_t probe, bool *found,
                             cs_value *out) {
  *found = cs_same(other, key);
  cs_status st = *found ? CS_OK : cs_eq_value(ctx, other, key, found);
  if (st == CS_SLOW) {
    *found = true;
    cs_value row[3] = {cs_int(entry), cs_int(probe), other};
    return cs_tuple_new(ctx, row, 3, out);
  }
  if (st == CS_OK && *found) *out = cs_int(entry);
  return st;
}

/* _dict_probe(d, key, hash, probe) -> entry, -1 when the key is absent, or
 * (entry, next probe, other key) when Python code must compare. */
CS_LEAF_TAKES(dict_probe, DICT, ANY, INT, COUNT) {
  int64_t hash;
  if (!cs_is_dict(args[0]) || !cs_is_int(args[3]) ||
      !cs_int_as_i64(ctx, args[2], &hash))
    return bad(ctx);
  uint32_t probe = (uint32_t)cs_int_of(args[3]), e;
  while ((e = cs_dict_candidate(ctx, args[0], hash, &probe)) != UINT32_MAX) {
    bool found;
    cs_value other = cs_dict_table(ctx, args[0])->e[e].key;
    cs_status st = compare_key(ctx, args[1], other, e, probe, &found, out);
    if (st != CS_OK || found) return st;
  }
  *out = cs_int(-1);
  return CS_OK;
}

/* _dict_find(d, key, hash) -> entry, or -1 */
CS_LEAF_TAKES(dict_find, DICT, ANY, INT) {
  cs_value probe[4] = {args[0], args[1], args[2], cs_int(0)};
  cs_status st = dict_probe(ctx, probe, n, out);
  return st == CS_OK && !cs_is_int(*out) ? CS_SLOW : st;
}

CS_LEAF_TAKES(dict_value_at, DICT, SMALL) {
  uint32_t e;
  if (!entry_of(ctx, args[0], args[1], &e)) return bad(ctx);
  *out = cs_dict_table(ctx, args[0])->e[e].value;
  return CS_OK;
}

CS_LEAF_TAKES(dict_set_at, DICT, SMALL, ANY) {
  uint32_t e;
  if (!entry_of(ctx, args[0], args[1], &e)) return bad(ctx);
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  cs_dict_table(ctx, args[0])->e[e].value = args[2];
  *out = CS_NONE;
  return CS_OK;
}

CS_LEAF_TAKES(dict_del_at, DICT, SMALL) {
  uint32_t e;
  if (!entry_of(ctx, args[0], args[1], &e)) return bad(ctx);
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  *out = cs_dict_table(ctx, args[0])->e[e].value;
  cs_dict_del_at(ctx, args[0], e);
  return CS_OK;
}

/* _dict_put_hashed(d, key, hash, value): the key is known to be absent. */
CS_LEAF_TAKES(dict_put_hashed, DICT, ANY, INT, ANY) {
  int64_t hash;
  if (!cs_is_dict(args[0]) || !cs_int_as_i64(ctx, args[2], &hash))
    return bad(ctx);
  *out = CS_NONE;
  return cs_dict_put_hashed(ctx, args[0], args[1], hash, args[3]);
}

/* --- sets ---------------------------------------------------------------- */

static bool slot_of(const cs_ctx *ctx, cs_value s, cs_value v, uint32_t *e) {
  if (!cs_is_set(s) || !cs_is_int(v)) return false;
  const cs_set *set = CS_PTR(ctx, cs_set, s);
  int64_t i = cs_int_of(v);
  if (!set->table || i < 0 || i > set->mask) return false;
  cs_value key = CS_AT(ctx, cs_set_table, set->table)->e[i].key;
  *e = (uint32_t)i;
  return !cs_is_unbound(key) && !cs_same(key, CS_NOTIMPL);
}

/* _set_probe(s, key, hash, probe): as _dict_probe, with slots. */
CS_LEAF_TAKES(set_probe, SET, ANY, INT, COUNT) {
  int64_t hash;
  if (!cs_is_set(args[0]) || !cs_is_int(args[3]) ||
      !cs_int_as_i64(ctx, args[2], &hash))
    return bad(ctx);
  uint32_t probe = (uint32_t)cs_int_of(args[3]), e;
  while ((e = cs_set_candidate(ctx, args[0], hash, &probe)) != UINT32_MAX) {
    bool found;
    const cs_set *s = CS_PTR(ctx, cs_set, args[0]);
    cs_value other = CS_AT(ctx, cs_set_table, s->table)->e[e].key;
    cs_status st = compare_key(ctx, args[1], other, e, probe, &found, out);
    if (st != CS_OK || found) return st;
  }
  *out = cs_int(-1);
  return CS_OK;
}

/* _set_find(s, key, hash) -> slot, or -1 */
CS_LEAF_TAKES(set_find, SET, ANY, INT) {
  cs_value probe[4] = {args[0], args[1], args[2], cs_int(0)};
  cs_status st = set_probe(ctx, probe, n, out);
  return st == CS_OK && !cs_is_int(*out) ? CS_SLOW : st;
}

CS_LEAF_TAKES(set_candidate, SET, INT, COUNT) {
  int64_t hash;
  if (!cs_is_set(args[0]) || !cs_is_int(args[2]) ||
      !cs_int_as_i64(ctx, args[1], &hash))
    return bad(ctx);
  uint32_t probe = (uint32_t)cs_int_of(args[2]);
  uint32_t e = cs_set_candidate(ctx, args[0], hash, &probe);
  *out = CS_NONE;
  if (e == UINT32_MAX) return CS_OK;
  const cs_set *s = CS_PTR(ctx, cs_set, args[0]);
  cs_value row[3] = {cs_int(e), cs_int(probe),
                     CS_AT(ctx, cs_set_table, s->table)->e[e].key};
  return cs_tuple_new(ctx, row, 3, out);
}

/* _set_put_hashed(s, key, hash): also for a frozenset under construction. */
CS_LEAF_TAKES(set_put_hashed, SET, ANY, INT) {
  int64_t hash;
  if (!cs_is_set(args[0]) || !cs_int_as_i64(ctx, args[2], &hash))
    return bad(ctx);
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  *out = CS_NONE;
  return cs_set_put_hashed(ctx, args[0], args[1], hash);
}

CS_LEAF_TAKES(set_del_at, SET, SMALL) {
  uint32_t e;
  if (!slot_of(ctx, args[0], args[1], &e)) return bad(ctx);
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  cs_set_del_at(ctx, args[0], e);
  *out = CS_NONE;
  return CS_OK;
}

CS_LEAF_TAKES(set_version, SET) {
  if (!cs_is_set(args[0])) return bad(ctx);
  *out = cs_int(CS_PTR(ctx, cs_set, args[0])->version);
  return CS_OK;
}

/* _set_steal(to, from): `to` gets the elements, `from` is empty afterwards. */
CS_LEAF_TAKES(set_steal, SET, SET) {
  if (!cs_is_set(args[0]) || !cs_is_set(args[1])) return bad(ctx);
  if (cs_is_frozen(ctx, args[0]) || cs_is_frozen(ctx, args[1]))
    return cs_op_refuse(ctx);
  cs_set *to = CS_PTR(ctx, cs_set, args[0]);
  cs_set *from = CS_PTR(ctx, cs_set, args[1]);
  *out = CS_NONE;
  if (to == from) return CS_OK;
  to->len = from->len;
  to->fill = from->fill;
  to->mask = from->mask;
  to->table = from->table;
  to->version++;
  cs_set_clear(ctx, args[1]);
  return CS_OK;
}

/* --- lists --------------------------------------------------------------- */

/* _list_take(list) -> a new list with its items; the list is empty. */
CS_LEAF_TAKES(list_take, ANY) {
  cs_value v = cs_unwrap(ctx, args[0]);
  if (!cs_is_list(v)) return bad(ctx);
  if (cs_is_frozen(ctx, v)) return cs_op_refuse(ctx);
  cs_status st = cs_list_room(ctx, 0, out);
  if (st != CS_OK) return st;
  cs_list *from = CS_PTR(ctx, cs_list, v), *to = CS_PTR(ctx, cs_list, *out);
  to->len = from->len;
  to->cap = from->cap;
  to->items = from->items;
  from->len = from->cap = 0;
  from->items = 0;
  return CS_OK;
}

/* _list_give(list, items) -> was the list still empty?  It gets the items of
 * the list `items` in any case. */
CS_LEAF_TAKES(list_give, ANY, OWN_LIST) {
  cs_value v = cs_unwrap(ctx, args[0]);
  if (!cs_is_list(v) || !cs_is_list(args[1])) return bad(ctx);
  if (cs_is_frozen(ctx, v)) return cs_op_refuse(ctx);
  cs_list *to = CS_PTR(ctx, cs_list, v);
  cs_list *from = CS_PTR(ctx, cs_list, args[1]);
  *out = cs_bool(to->len == 0 && to->cap == 0);
  to->len = from->len;
  to->cap = from->cap;
  to->items = from->items;
  from->len = from->cap = 0;
  from->items = 0;
  return CS_OK;
}

/* --- types and objects --------------------------------------------------- */

CS_LEAF_TAKES(type_of, ANY) {
  *out = cs_type_value(cs_class_of(ctx, args[0]));
  return CS_OK;
}

/* _type_lookup(cls, name[, default]): the raw attribute along the MRO. */
CS_LEAF_TAKES(type_lookup, TYPE, STR, ANY) {
  cs_value name;
  if (!cs_is_type(args[0]) || !cs_is(args[1], CS_L_STR)) return bad(ctx);
  cs_status st = cs_str_intern(ctx, args[1], &name);
  if (st != CS_OK) return st;
  cs_value v = cs_type_find(ctx, cs_ref_off(args[0]), name);
  *out = !cs_is_unbound(v) ? v : cs_is_unbound(args[2]) ? CS_NONE : args[2];
  return CS_OK;
}

/* _unwrap(x): the built-in inside an instance of a subclass, else x. */
CS_LEAF_TAKES(unwrap, ANY) {
  *out = cs_unwrap(ctx, args[0]);
  return CS_OK;
}

/* _gen_class(gen, cls): show the generator as an object of `cls`. */
CS_LEAF_TAKES(gen_class, OWN_GEN, GEN_TYPE) {
  if (!cs_is(args[0], CS_L_GEN) || !cs_is_type(args[1])) return bad(ctx);
  if (cs_is_frozen(ctx, args[0])) return cs_op_refuse(ctx);
  CS_PTR(ctx, cs_gen, args[0])->cls = cs_ref_off(args[1]);
  *out = args[0];
  return CS_OK;
}

/* _alias_new(origin, args, params) -> types.GenericAlias */
CS_LEAF_TAKES(alias_new, ANY, TUPLE, OPT_TUPLE) {
  if (!cs_is_tuple(args[1])) return bad(ctx);
  return cs_op_alias_new(ctx, args[0], args[1], args[2], out);
}

/* _layout_of(x): number of the layout, for tests on exact built-ins. */
CS_LEAF_TAKES(layout_of, ANY) {
  *out = cs_int(cs_is_ref(args[0]) ? cs_ref_layout(args[0]) : 0);
  return CS_OK;
}

/* _class_at(n): class of layout n, or the special class n - CS_CLASS_SPECIAL
 * (CS_CLS_*). */
CS_LEAF_TAKES(class_at, COUNT) {
  int64_t i = cs_is_int(args[0]) ? cs_int_of(args[0]) : -1;
  if (i < 0 || i >= CS_CLASS_SPECIAL + 64) return bad(ctx);
  *out = CS_NONE;
  if (i >= CS_CLASS_SPECIAL &&
      cs_is_type(ctx->image->special[i - CS_CLASS_SPECIAL]))
    *out = ctx->image->special[i - CS_CLASS_SPECIAL];
  else if (i < CS_CLASS_SPECIAL && ctx->image->cls[i])
    *out = cs_type_value(ctx->image->cls[i]);
  return CS_OK;
}

const cs_native_def cs_intrinsic_natives[] = {
    {".intrinsics", "_dict_candidate", "(d, hash, probe, /)", dict_candidate},
    {".intrinsics", "_dict_probe", "(d, key, hash, probe, /)", dict_probe},
    {".intrinsics", "_dict_value_at", "(d, entry, /)", dict_value_at},
    {".intrinsics", "_dict_set_at", "(d, entry, value, /)", dict_set_at},
    {".intrinsics", "_dict_del_at", "(d, entry, /)", dict_del_at},
    {".intrinsics", "_dict_put_hashed", "(d, key, hash, value, /)",
     dict_put_hashed},
    {".intrinsics", "_set_probe", "(s, key, hash, probe, /)", set_probe},
    {".intrinsics", "_set_candidate", "(s, hash, probe, /)", set_candidate},
    {".intrinsics", "_set_put_hashed", "(s, key, hash, /)", set_put_hashed},
    {".intrinsics", "_set_del_at", "(s, slot, /)", set_del_at},
    {".intrinsics", "_set_version", "(s, /)", set_version},
    {".intrinsics", "_set_steal", "(to, source, /)", set_steal},
    {".intrinsics", "_list_take", "(list, /)", list_take},
    {".intrinsics", "_list_give", "(list, items, /)", list_give},
    {".intrinsics", "_type_of", "(x, /)", type_of},
    {".intrinsics", "_type_lookup", "(cls, name, default=None, /)",
     type_lookup},
    {".intrinsics", "_unwrap", "(x, /)", unwrap},
    {".intrinsics", "_gen_class", "(gen, cls, /)", gen_class},
    {".intrinsics", "_alias_new", "(origin, args, params, /)", alias_new},
    {".intrinsics", "_layout_of", "(x, /)", layout_of},
    {".intrinsics", "_class_at", "(n, /)", class_at},
    {"map", "__new__", "($cls, *args)", cs_iter_map_new},
    {".intrinsics", "_dict_find", "(d, key, hash, /)", dict_find},
    {".intrinsics", "_set_find", "(s, key, hash, /)", set_find},
    CS_NATIVE_END};
