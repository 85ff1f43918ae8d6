/*
 * op_set.c - operators of sets, dicts and dict views.
 *
 * Results are built aside and shown when complete; in-place operators then
 * take over the table of the result.  The order of insertion is CPython's,
 * because it shows in the order of iteration when hashes collide.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/op_set.h"

#include "py/heap/dict.h"
#include "py/heap/equal.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/types/op.h"
#include "py/types/ops.h"
#include "py/types/type.h"

static bool is_view(const cs_ctx *ctx, cs_value v, uint32_t kind) {
  return cs_is(v, CS_L_VIEW) && CS_PTR(ctx, cs_view, v)->h.kind == kind;
}

bool cs_op_set_like(const cs_ctx *ctx, cs_value v) {
  return cs_is_set(v) || is_view(ctx, v, 0) || is_view(ctx, v, 2);
}

/* Next element with its hash (0 for a view: not known). */
static bool next_hashed(cs_ctx *ctx, cs_value s, uint32_t *pos, cs_value *key,
                        int64_t *hash) {
  if (!cs_set_next(ctx, s, pos, key)) return false;
  const cs_set *set = CS_PTR(ctx, cs_set, s);
  *hash = CS_AT(ctx, cs_set_table, set->table)->e[*pos - 1].hash;
  return true;
}

static cs_status from_view(cs_ctx *ctx, cs_value view, cs_value *out) {
  cs_value d = cs_unwrap(ctx, CS_PTR(ctx, cs_view, view)->dict), kv[2], item;
  if (!cs_is_dict(d)) return CS_SLOW;
  uint32_t pos = 0;
  bool items = is_view(ctx, view, 2);
  cs_status st = cs_set_new(ctx, CS_L_SET, out);
  while (st == CS_OK && cs_dict_next(ctx, d, &pos, &kv[0], &kv[1])) {
    item = kv[0];
    if (items) st = cs_tuple_new(ctx, kv, 2, &item);
    if (st == CS_OK) st = cs_set_add(ctx, *out, item);
    cs_charge(ctx, 1);
  }
  return st;
}

cs_status cs_op_set_key(cs_ctx *ctx, cs_value *key) {
  cs_value inner = cs_unwrap(ctx, *key);
  if (!cs_is(inner, CS_L_SET)) return CS_OK;
  if (!cs_same(inner, *key) &&
      !cs_is_none(cs_type_find(ctx, cs_class_of(ctx, *key),
                               cs_known(ctx, CS_N___hash__))))
    return CS_OK;
  return cs_set_copy(ctx, inner, CS_L_FROZENSET, key);
}

cs_status cs_op_set_from(cs_ctx *ctx, cs_value v, uint32_t layout,
                         cs_value *out) {
  if (cs_is(v, CS_L_VIEW)) {
    cs_status st = from_view(ctx, v, out);
    if (st != CS_OK || layout == CS_L_SET) return st;
    v = *out;
  }
  cs_charge(ctx, cs_set_len(ctx, v) / 4);
  return cs_set_copy(ctx, v, layout, out);
}

/* --- the four operators -------------------------------------------------- */

/* Elements of `a` that are (`keep`) or are not in `b`, put into the fresh set
 * `to`: no two of them are equal. */
static cs_status filter(cs_ctx *ctx, cs_value a, cs_value b, bool keep,
                        cs_value to) {
  const cs_set *from = CS_PTR(ctx, cs_set, a);
  cs_charge(ctx, from->len / 4 + from->mask / 16);
  if (from->len == 0) return CS_OK;
  const cs_set_entry *e = CS_AT(ctx, cs_set_table, from->table)->e;
  for (uint32_t i = 0; i <= from->mask; i++) {
    bool in;
    if (cs_is_unbound(e[i].key) || cs_set_removed(&e[i])) continue;
    cs_status st = cs_set_has_hashed(ctx, b, e[i].key, e[i].hash, &in);
    if (st == CS_OK && in == keep)
      st = cs_set_put_hashed(ctx, to, e[i].key, e[i].hash);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

static cs_status intersect(cs_ctx *ctx, cs_value a, cs_value b, uint32_t layout,
                           cs_value *out) {
  cs_status st = cs_set_new(ctx, layout, out);
  if (st != CS_OK) return st;
  bool swap = cs_set_len(ctx, b) > cs_set_len(ctx, a);
  return filter(ctx, swap ? a : b, swap ? b : a, true, *out);
}

static cs_status subtract(cs_ctx *ctx, cs_value a, cs_value b, uint32_t layout,
                          cs_value *out) {
  cs_value key;
  uint32_t pos = 0;
  int64_t hash;
  if (cs_set_len(ctx, a) / 4 <= cs_set_len(ctx, b)) {
    cs_status st = cs_set_new(ctx, layout, out);
    return st == CS_OK ? filter(ctx, a, b, false, *out) : st;
  }
  cs_status st = cs_op_set_from(ctx, a, layout, out);
  while (st == CS_OK && next_hashed(ctx, b, &pos, &key, &hash)) {
    bool had;
    st = cs_set_del_hashed(ctx, *out, key, hash, &had);
  }
  return st;
}

/* Starts from `b`, then meets the elements of `a`. */
static cs_status exclude(cs_ctx *ctx, cs_value a, cs_value b, uint32_t layout,
                         cs_value *out) {
  cs_value key;
  uint32_t pos = 0;
  int64_t hash;
  cs_status st = cs_op_set_from(ctx, b, layout, out);
  while (st == CS_OK && next_hashed(ctx, a, &pos, &key, &hash)) {
    bool had;
    st = cs_set_del_hashed(ctx, *out, key, hash, &had);
    if (st == CS_OK && !had) st = cs_set_add_hashed(ctx, *out, key, hash);
  }
  return st;
}

static cs_status combine(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                         uint32_t layout, cs_value *out) {
  switch ((int)op) {
    case CS_B_AND: return intersect(ctx, a, b, layout, out);
    case CS_B_SUB: return subtract(ctx, a, b, layout, out);
    case CS_B_XOR: return exclude(ctx, a, b, layout, out);
    case CS_B_OR: {
      cs_status st = cs_op_set_from(ctx, a, layout, out);
      return st == CS_OK ? cs_set_update(ctx, *out, b) : st;
    }
    default: return CS_SLOW;
  }
}

/* keys & keys: those of the shorter one, in its order, as CPython does. */
static cs_status common_keys(cs_ctx *ctx, cs_value a, cs_value b,
                             cs_value *out) {
  cs_value x = cs_unwrap(ctx, CS_PTR(ctx, cs_view, a)->dict);
  cs_value y = cs_unwrap(ctx, CS_PTR(ctx, cs_view, b)->dict);
  if (!cs_is_dict(x) || !cs_is_dict(y)) return CS_SLOW;
  bool swap = cs_dict_len(ctx, y) > cs_dict_len(ctx, x);
  cs_value from = swap ? x : y, in = swap ? y : x, key, value, found;
  uint32_t pos = 0;
  cs_status st = cs_set_new(ctx, CS_L_SET, out);
  cs_charge(ctx, cs_dict_len(ctx, from));
  while (st == CS_OK && cs_dict_next(ctx, from, &pos, &key, &value)) {
    st = cs_dict_get(ctx, in, key, &found);
    if (st == CS_OK && !cs_is_unbound(found)) st = cs_set_add(ctx, *out, key);
  }
  return st;
}

/* keys & set: of equal keys those of a short dict, else those of the set, as in
 * CPython. */
static cs_status keys_and_set(cs_ctx *ctx, cs_value keys, cs_value set,
                              cs_value *out) {
  cs_value d = cs_unwrap(ctx, CS_PTR(ctx, cs_view, keys)->dict), key, value;
  uint32_t pos = 0;
  int64_t hash;
  if (!cs_is_dict(d)) return CS_SLOW;
  cs_status st = cs_set_new(ctx, CS_L_SET, out);
  if (cs_is(set, CS_L_SET) && cs_dict_len(ctx, d) <= cs_set_len(ctx, set)) {
    cs_charge(ctx, cs_dict_len(ctx, d) / 4);
    while (st == CS_OK && cs_dict_next(ctx, d, &pos, &key, &value)) {
      bool in;
      st = cs_set_has(ctx, set, key, &in);
      if (st == CS_OK && in) st = cs_set_add(ctx, *out, key);
    }
    return st;
  }
  cs_charge(ctx, cs_set_len(ctx, set) / 4);
  while (st == CS_OK && next_hashed(ctx, set, &pos, &key, &hash)) {
    st = cs_dict_get(ctx, d, key, &value);
    if (st == CS_OK && !cs_is_unbound(value))
      st = cs_set_put_hashed(ctx, *out, key, hash);
  }
  return st;
}

bool cs_op_set_has(cs_binop op) {
  return op == CS_B_AND || op == CS_B_OR || op == CS_B_XOR || op == CS_B_SUB;
}

cs_status cs_op_set_binary(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b,
                           cs_value *out) {
  if (!cs_op_set_has(op)) return CS_SLOW;
  bool views = cs_is(a, CS_L_VIEW) || cs_is(b, CS_L_VIEW);
  if (!cs_op_set_like(ctx, a) || !cs_op_set_like(ctx, b)) {
    /* A view takes any iterable, built-in or not. */
    bool plain = cs_is_ref(a) && cs_is_ref(b) && !cs_op_has_class(a) &&
                 !cs_op_has_class(b);
    if (views && plain) ctx->intrinsic = CS_X_binary;
    cs_value other = cs_op_set_like(ctx, a) ? b : a;
    if (views && !cs_is_ref(other))
      return cs_throw(ctx, CS_TypeError, "'%t' object is not iterable", other);
    return CS_SLOW;
  }
  /* What a view takes part in is a set. */
  uint32_t layout =
      cs_is(a, CS_L_FROZENSET) && !views ? CS_L_FROZENSET : CS_L_SET;
  cs_status st = CS_SLOW;
  if (op == CS_B_AND && is_view(ctx, a, 0) && is_view(ctx, b, 0))
    st = common_keys(ctx, a, b, out);
  else if (op == CS_B_AND && is_view(ctx, a, 0) && cs_is_set(b))
    st = keys_and_set(ctx, a, b, out);
  if (st != CS_SLOW) return st;
  st = CS_OK;
  if (cs_is(a, CS_L_VIEW)) st = from_view(ctx, a, &a);
  if (st == CS_OK && cs_is(b, CS_L_VIEW)) st = from_view(ctx, b, &b);
  if (st == CS_OK) st = combine(ctx, op, a, b, layout, out);
  if (st == CS_SLOW) ctx->intrinsic = CS_X_binary;
  return st;
}

static void take_over(cs_ctx *ctx, cs_value to, cs_value from) {
  cs_set *s = CS_PTR(ctx, cs_set, to);
  cs_set *r = CS_PTR(ctx, cs_set, from);
  s->len = r->len;
  s->fill = r->fill;
  s->mask = r->mask;
  s->table = r->table;
  s->finger = r->finger;
  s->version++;
  r->len = r->fill = 0; /* garbage now, and without a share in the table */
  r->table = 0;
}

cs_status cs_op_set_inplace(cs_ctx *ctx, cs_binop op, cs_value a, cs_value b) {
  if (!cs_op_set_has(op) || !cs_is_set(b)) return CS_SLOW;
  if (cs_is_frozen(ctx, a)) return cs_op_refuse(ctx);
  cs_value r = a;
  cs_status st;
  if (op == CS_B_OR) { /* repeating a part of it does no harm */
    st = cs_set_update(ctx, a, b);
  } else if (op == CS_B_SUB && !cs_same(a, b)) { /* likewise */
    st = cs_set_subtract(ctx, a, b);
  } else {
    bool turn = op == CS_B_XOR; /* in place: starts from `a` */
    st = combine(ctx, op, turn ? b : a, turn ? a : b, CS_L_SET, &r);
    if (st == CS_OK) take_over(ctx, a, r);
  }
  if (st == CS_SLOW) ctx->intrinsic = CS_X_inplace;
  return st;
}

/* --- subset -------------------------------------------------------------- */

cs_status cs_op_set_subset(cs_ctx *ctx, cs_value a, cs_value b, bool *out) {
  cs_value key;
  uint32_t pos = 0;
  int64_t hash;
  cs_status st = CS_OK;
  if (cs_is(a, CS_L_VIEW)) st = from_view(ctx, a, &a);
  if (st == CS_OK && cs_is(b, CS_L_VIEW)) st = from_view(ctx, b, &b);
  if (st != CS_OK) return st;
  *out = cs_set_len(ctx, a) <= cs_set_len(ctx, b);
  if (*out) cs_charge(ctx, cs_set_len(ctx, a) / 4);
  while (*out && next_hashed(ctx, a, &pos, &key, &hash)) {
    st = cs_set_has_hashed(ctx, b, key, hash, out);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

/* --- dicts --------------------------------------------------------------- */

cs_status cs_op_dict_update(cs_ctx *ctx, cs_value a, cs_value b) {
  cs_value key, value;
  uint32_t pos = 0;
  cs_status st = CS_OK;
  if (cs_same(a, b)) return CS_OK;
  cs_charge(ctx, cs_dict_len(ctx, b) / 4);
  st = cs_dict_adopt(ctx, a, b);
  if (st != CS_SLOW) return st;
  st = CS_OK;
  while (st == CS_OK && cs_dict_next(ctx, b, &pos, &key, &value))
    st = cs_dict_set(ctx, a, key, value);
  return st;
}

cs_status cs_op_dict_merge(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  cs_charge(ctx, cs_dict_len(ctx, a) / 4);
  cs_status st = cs_dict_copy(ctx, a, out);
  if (st == CS_OK) st = cs_op_dict_update(ctx, *out, b);
  if (st == CS_SLOW) ctx->intrinsic = CS_X_binary;
  return st;
}
