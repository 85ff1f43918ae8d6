/*
 * wrap_obj.c - objects that stand for another one: generic aliases, unions
 * and weak references.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/types/dunder.h"
#include "py/types/kinds.h"
#include "py/types/op_set.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_wrap_obj_natives[];

CS_LEAF(in_python) {
  return CS_SLOW;
}

/* --- aliases and unions -------------------------------------------------- */

static cs_alias *alias(cs_ctx *ctx, const cs_value *args) {
  return CS_PTR(ctx, cs_alias, args[0]);
}

CS_LEAF(alias_new) {
  cs_value list = args[2], v;
  if (!cs_is_tuple(list)) CS_TRY(cs_tuple_new(ctx, &list, 1, &list));
  CS_TRY(cs_op_alias_new(ctx, args[1], list, CS_NONE, &v));
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), v, out);
}

CS_LEAF(alias_origin) {
  CS_GIVE(alias(ctx, args)->origin);
}
CS_LEAF(alias_args) {
  CS_GIVE(alias(ctx, args)->args);
}
CS_LEAF(alias_unpacked) {
  CS_GIVE(cs_bool(alias(ctx, args)->h.flags & 1));
}

/* Which arguments are type variables is Python's business. */
CS_LEAF(alias_params) {
  if (cs_is_tuple(alias(ctx, args)->params)) CS_GIVE(alias(ctx, args)->params);
  return cs_want_call1(ctx, CS_RET_PLAIN,
                       ctx->image->intrinsic[CS_X_alias_params], args[0]);
}

CS_LEAF(alias_mro_entries) {
  cs_value origin = alias(ctx, args)->origin;
  return cs_tuple_new(ctx, &origin, 1, out);
}

CS_LEAF(alias_instancecheck) {
  return cs_throw(ctx, CS_TypeError,
                  "isinstance() argument 2 cannot be a parameterized generic");
}

CS_LEAF(alias_subclasscheck) {
  return cs_throw(ctx, CS_TypeError,
                  "issubclass() argument 2 cannot be a parameterized generic");
}

static cs_status unite(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  cs_status st = cs_op_type_union(ctx, a, b, out);
  if (st != CS_SLOW) return st;
  CS_GIVE(CS_NOTIMPL);
}
CS_LEAF(alias_or) {
  return unite(ctx, args[0], args[1], out);
}
CS_LEAF(alias_ror) {
  return unite(ctx, args[1], args[0], out);
}

/* _unite(a, b): a | b, where a native would not see the class of an alias */
CS_LEAF_TAKES(unite_any, ANY, ANY) {
  return unite(ctx, args[0], args[1], out);
}

/* _alias_starred(alias): *list[int] */
CS_LEAF_TAKES(alias_starred, ALIAS) {
  if (!cs_is(args[0], CS_L_ALIAS))
    return cs_throw(ctx, CS_TypeError, "alias expected");
  const cs_alias *a = alias(ctx, args);
  CS_TRY(cs_op_alias_new(ctx, a->origin, a->args, a->params, out));
  CS_PTR(ctx, cs_alias, *out)->h.flags |= 1;
  return CS_OK;
}

/* _alias_keep(alias, params): remember what was computed */
CS_LEAF_TAKES(alias_keep, ANY, TUPLE) {
  cs_value v = cs_unwrap(ctx, args[0]);
  if (!cs_is(v, CS_L_ALIAS) && !cs_is(v, CS_L_UNION))
    return cs_throw(ctx, CS_TypeError, "alias expected");
  if (!cs_is_frozen(ctx, v)) CS_PTR(ctx, cs_alias, v)->params = args[1];
  CS_GIVE(args[1]);
}

/* --- weak references ----------------------------------------------------- */

static bool can_be_weak(cs_ctx *ctx, cs_value v) {
  if (!cs_is_ref(v)) return false;
  switch (cs_ref_layout(v)) {
    case CS_L_INSTANCE: {
      const cs_type *t = cs_type_at(ctx, cs_class_of(ctx, v));
      uint32_t inner = t->layout >> 8;
      if (t == cs_type_at(ctx, ctx->image->cls[CS_L_INSTANCE])) return false;
      if (inner == CS_L_ALIAS) return true;
      return !(t->flags & CS_TYPE_NOWEAK) && inner != CS_L_TUPLE &&
             inner != CS_L_NUMINT && inner != CS_L_BYTES;
    }
    case CS_L_FUNC:
    case CS_L_NATIVE:
    case CS_L_METHOD:
    case CS_L_TYPE:
    case CS_L_SET:
    case CS_L_FROZENSET:
    case CS_L_GEN:
    case CS_L_MODULE:
    case CS_L_CODE:
    case CS_L_ALIAS:
    case CS_L_BOX:
    case CS_L_MEMVIEW: return true;
    default: return false;
  }
}

static cs_status weak_new(cs_ctx *ctx, cs_value target, cs_value callback,
                          uint8_t flags, cs_value *out) {
  cs_off off;
  if (!can_be_weak(ctx, target))
    return cs_throw(ctx, CS_TypeError,
                    "cannot create weak reference to '%t' object", target);
  CS_TRY(cs_alloc(ctx, CS_L_WEAKREF, sizeof(cs_weakref), &off));
  cs_weakref *r = CS_AT(ctx, cs_weakref, off);
  r->h.flags = flags;
  r->target = target.bits;
  r->callback = cs_is_unbound(callback) ? CS_NONE : callback;
  CS_GIVE(cs_ref(CS_L_WEAKREF, off));
}

CS_LEAF(ref_new) {
  cs_value v;
  CS_TRY(weak_new(ctx, args[1], args[2], 0, &v));
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), v, out);
}

static cs_value target_of(cs_ctx *ctx, cs_value ref) {
  const cs_weakref *r = CS_PTR(ctx, cs_weakref, ref);
  return r->h.flags & 1 ? CS_NONE : (cs_value){r->target};
}

CS_LEAF(ref_call) {
  CS_GIVE(target_of(ctx, args[0]));
}

CS_LEAF(ref_callback) {
  cs_value alive = target_of(ctx, args[0]);
  CS_GIVE(cs_is_none(alive) ? CS_NONE
                            : CS_PTR(ctx, cs_weakref, args[0])->callback);
}

/* The hash of the referent, kept for the time after its death. */
CS_LEAF(ref_hash) {
  cs_weakref *r = CS_PTR(ctx, cs_weakref, args[0]);
  int64_t h = r->hash;
  if (r->h.flags & 1 && !h)
    return cs_throw(ctx, CS_TypeError, "weak object has gone away");
  if (!h) CS_TRY(cs_hash_value(ctx, (cs_value){r->target}, &h));
  if (!cs_is_frozen(ctx, args[0])) r->hash = h;
  return cs_int_new(ctx, h, out);
}

/* _weak_put_hash(ref, hash): found out by Python code */
CS_LEAF_TAKES(weak_put_hash, ANY, INT) {
  cs_value v = cs_unwrap(ctx, args[0]);
  int64_t h;
  if (!cs_is(v, CS_L_WEAKREF) || !cs_int_as_i64(ctx, args[1], &h))
    return cs_throw(ctx, CS_TypeError, "weak reference and hash expected");
  if (!cs_is_frozen(ctx, v)) CS_PTR(ctx, cs_weakref, v)->hash = h;
  CS_GIVE(args[1]);
}

/* _weak_target(ref): the referent or None */
CS_LEAF_TAKES(weak_target, ANY) {
  cs_value v = cs_unwrap(ctx, args[0]);
  if (!cs_is(v, CS_L_WEAKREF))
    return cs_throw(ctx, CS_TypeError, "weak reference expected");
  CS_GIVE(target_of(ctx, v));
}

#define SELF  "($self, /)"
#define OTHER "($self, value, /)"

const cs_native_def cs_wrap_obj_natives[] = {
    {"types.GenericAlias", "__new__", "($cls, origin, args, /)", alias_new},
    {"types.GenericAlias", "__origin__", "get", alias_origin},
    {"types.GenericAlias", "__args__", "get", alias_args},
    {"types.GenericAlias", "__parameters__", "get", alias_params},
    {"types.GenericAlias", "__unpacked__", "get", alias_unpacked},
    {"types.GenericAlias", "__mro_entries__", "($self, bases, /)",
     alias_mro_entries},
    {"types.GenericAlias", "__instancecheck__", OTHER, alias_instancecheck},
    {"types.GenericAlias", "__subclasscheck__", OTHER, alias_subclasscheck},
    {"types.GenericAlias", "__getitem__", "($self, item, /)", in_python},
    {"types.GenericAlias", "__call__", "($self, *args)", in_python},
    {"types.GenericAlias", "__iter__", SELF, in_python},
    {"types.GenericAlias", "__reduce__", SELF, in_python},
    {"types.GenericAlias", "__dir__", SELF, in_python},
    {"types.GenericAlias", "__or__", OTHER, alias_or},
    {"types.GenericAlias", "__ror__", OTHER, alias_ror},
    {"types.GenericAlias", "__eq__", OTHER, cs_dunder_eq},
    {"types.GenericAlias", "__hash__", SELF, cs_dunder_hash},
    {"types.UnionType", "__args__", "get", alias_args},
    {"types.UnionType", "__parameters__", "get", alias_params},
    {"types.UnionType", "__or__", OTHER, alias_or},
    {"types.UnionType", "__ror__", OTHER, alias_ror},
    {"types.UnionType", "__eq__", OTHER, cs_dunder_eq},
    {"types.UnionType", "__hash__", SELF, cs_dunder_hash},
    {"types.UnionType", "__reduce__", SELF, in_python},
    {"types.UnionType", "__getitem__", "($self, item, /)", in_python},
    {"types.UnionType", "__instancecheck__", OTHER, in_python},
    {"types.UnionType", "__subclasscheck__", OTHER, in_python},
    {"weakref.ReferenceType", "__new__", "($cls, object, callback=None, /)",
     ref_new},
    {"weakref.ReferenceType", "__init__", "($self, object, callback=None, /)",
     cs_dunder_init},
    {"weakref.ReferenceType", "__call__", SELF, ref_call},
    {"weakref.ReferenceType", "__callback__", "get", ref_callback},
    {"weakref.ReferenceType", "__hash__", SELF, ref_hash},
    {"weakref.ReferenceType", "__eq__", OTHER, in_python},
    {"weakref.ReferenceType", "__ne__", OTHER, in_python},
    {"weakref.ReferenceType", "__class_getitem__", "($cls, item, /)",
     cs_dunder_class_getitem},
    {".intrinsics", "_unite", "(a, b, /)", unite_any},
    {".intrinsics", "_alias_starred", "(alias, /)", alias_starred},
    {".intrinsics", "_alias_keep", "(alias, params, /)", alias_keep},
    {".intrinsics", "_weak_put_hash", "(ref, hash, /)", weak_put_hash},
    {".intrinsics", "_weak_target", "(ref, /)", weak_target},
    CS_NATIVE_END};
