/*
 * key.c - hash, equality and order of instances whose special methods are
 * natives or short functions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/key.h"

#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/str.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* The native that the class of `v` took over as special method, or NULL. */
static const cs_native *adopted(cs_ctx *ctx, cs_value v, cs_name_id name) {
  cs_value m = cs_type_find(ctx, cs_shape_of(ctx, v)->cls, cs_known(ctx, name));
  if (!cs_is(m, CS_L_NATIVE)) return NULL;
  const cs_native *nat = CS_PTR(ctx, cs_native, m);
  return nat->owner == 0 && nat->max <= 2 ? nat : NULL;
}

/* args[0].name(...) if C can tell; CS_SLOW: it cannot. */
static cs_status ask(cs_ctx *ctx, cs_name_id name, cs_value *args, uint32_t n,
                     cs_value *out) {
  cs_value m =
      cs_type_find(ctx, cs_shape_of(ctx, args[0])->cls, cs_known(ctx, name));
  if (cs_is(m, CS_L_FUNC) && ctx->brief)
    return ctx->brief(ctx, m, args, n, out);
  const cs_native *nat = adopted(ctx, args[0], name);
  return nat ? ctx->leaf(nat->id)(ctx, args, n, out) : CS_SLOW;
}

cs_status cs_key_hash(cs_ctx *ctx, cs_value v, int64_t *out) {
  cs_value args[2] = {v, CS_UNBOUND}, hash;
  CS_TRY(ask(ctx, CS_N___hash__, args, 1, &hash));
  if (!cs_is_anyint(hash) || !cs_int_as_i64(ctx, hash, out)) return CS_SLOW;
  if (*out == -1) *out = -2;
  return CS_OK;
}

/* a op b of two instances of one class, if its method says yes or no. */
static cs_status decide(cs_ctx *ctx, cs_name_id name, cs_value a, cs_value b,
                        bool *out) {
  if (!cs_is_instance(a) || !cs_is_instance(b) ||
      cs_shape_of(ctx, a)->cls != cs_shape_of(ctx, b)->cls)
    return CS_SLOW;
  cs_value args[2] = {a, b}, yes;
  cs_status st = ask(ctx, name, args, 2, &yes);
  if (st == CS_THROW || st == CS_RETRY) return st;
  if (st != CS_OK || !cs_is_bool(yes)) return CS_SLOW;
  *out = cs_is_true(yes);
  return CS_OK;
}

cs_status cs_key_eq(cs_ctx *ctx, cs_value a, cs_value b, bool *out) {
  return decide(ctx, CS_N___eq__, a, b, out);
}

/* The special method behind an order, as the left operand's class has it. */
static const cs_name_id order_names[] = {[CS_C_LT] = CS_N___lt__,
                                         [CS_C_LE] = CS_N___le__,
                                         [CS_C_GT] = CS_N___gt__,
                                         [CS_C_GE] = CS_N___ge__};

cs_status cs_key_order(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                       bool *out) {
  return decide(ctx, order_names[op], a, b, out);
}

cs_status cs_key_add(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  bool left = cs_is_instance(a);
  if (!cs_is_instance(b) ||
      (left && cs_shape_of(ctx, a)->cls != cs_shape_of(ctx, b)->cls))
    return CS_SLOW;
  const cs_native *nat =
      left ? adopted(ctx, a, CS_N___add__) : adopted(ctx, b, CS_N___radd__);
  cs_value args[2] = {left ? a : b, left ? b : a};
  if (!nat) return CS_SLOW;
  cs_status st = ctx->leaf(nat->id)(ctx, args, 2, out);
  if (st == CS_THROW || st == CS_RETRY) return st;
  return st == CS_OK && !cs_same(*out, CS_NOTIMPL) ? CS_OK : CS_SLOW;
}

/* _enum.__hash__: that of the member's name */
CS_LEAF(enum_hash) {
  cs_value name;
  int64_t hash;
  if (!cs_is_instance(args[0])) return CS_SLOW;
  CS_TRY(cs_str_intern_bytes(ctx, "_name_", 6, &name));
  name = cs_instance_get(ctx, args[0], name);
  if (!cs_is_str(name)) return CS_SLOW;
  CS_TRY(cs_hash_value(ctx, name, &hash));
  if (!cs_int_fits(hash)) return CS_SLOW;
  CS_GIVE(cs_int(hash));
}

/* _enum.__get__: the attribute of a member that its name or value is */
CS_LEAF(enum_get) {
  cs_value name;
  if (!cs_is_instance(args[0]) || !cs_is_instance(args[1])) return CS_SLOW;
  CS_TRY(cs_str_intern_bytes(ctx, "_member", 7, &name));
  name = cs_instance_get(ctx, args[0], name);
  if (!cs_is_str(name)) return CS_SLOW;
  cs_value v = cs_instance_get(ctx, args[1], name);
  if (cs_is_unbound(v)) return CS_SLOW;
  CS_GIVE(v);
}

extern const cs_native_def cs_key_natives[];
const cs_native_def cs_key_natives[] = {
    {"._enum", "__hash__", "($self, /)", enum_hash},
    {"._enum", "__get__", "($self, instance, ownerclass=None)", enum_get},
    CS_NATIVE_END};
