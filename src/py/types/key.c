/*
 * key.c - hash and equality of instances whose special methods are natives.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/key.h"

#include "py/heap/dict.h"
#include "py/heap/str.h"
#include "py/types/leaf.h"
#include "py/types/type.h"

/* The native that the class of `v` took over as special method, or NULL. */
static const cs_native *adopted(cs_ctx *ctx, cs_value v, cs_name_id name) {
  cs_value m = cs_type_find(ctx, cs_shape_of(ctx, v)->cls, cs_known(ctx, name));
  if (!cs_is(m, CS_L_NATIVE)) return NULL;
  const cs_native *nat = CS_PTR(ctx, cs_native, m);
  return nat->owner == 0 && nat->max <= 2 ? nat : NULL;
}

cs_status cs_key_hash(cs_ctx *ctx, cs_value v, int64_t *out) {
  const cs_native *nat = adopted(ctx, v, CS_N___hash__);
  cs_value args[2] = {v, CS_UNBOUND}, hash;
  if (!nat) return CS_SLOW;
  CS_TRY(ctx->leaf(nat->id)(ctx, args, 1, &hash));
  if (!cs_is_int(hash)) return CS_SLOW;
  *out = cs_int_of(hash);
  return CS_OK;
}

cs_status cs_key_eq(cs_ctx *ctx, cs_value a, cs_value b, bool *out) {
  if (!cs_is_instance(b) ||
      cs_shape_of(ctx, a)->cls != cs_shape_of(ctx, b)->cls)
    return CS_SLOW;
  const cs_native *nat = adopted(ctx, a, CS_N___eq__);
  cs_value args[2] = {a, b}, yes;
  if (!nat) return CS_SLOW;
  CS_TRY(ctx->leaf(nat->id)(ctx, args, 2, &yes));
  if (!cs_is_bool(yes)) return CS_SLOW;
  *out = cs_is_true(yes);
  return CS_OK;
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

extern const cs_native_def cs_key_natives[];
const cs_native_def cs_key_natives[] = {
    {"._enum", "__hash__", "($self, /)", enum_hash}, CS_NATIVE_END};
