/*
 * slots.c - members that every instance of a class has: __slots__, and the
 * fields of built-in exceptions.
 *
 * Members extend the root shape of their class, so they live in slots and
 * never show up in __dict__.  A class gets them right after it was made, before
 * its first instance or subclass.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/kinds.h"
#include "py/types/type.h"

extern const cs_native_def cs_slots_natives[];

/* One more member of `type`; its descriptor, if wanted, goes to the class. */
static cs_status add_member(cs_ctx *ctx, cs_off type, cs_value name,
                            bool shown) {
  cs_type *t = cs_type_at(ctx, type);
  cs_off shape, off;
  CS_TRY(cs_str_intern(ctx, name, &name));
  CS_TRY(cs_shape_add(ctx, t->shape, name, &shape));
  if (shown) {
    CS_TRY(cs_alloc(ctx, CS_L_MEMBER, sizeof(cs_member), &off));
    cs_member *m = CS_AT(ctx, cs_member, off);
    m->owner = type;
    m->name = name;
    m->slot = CS_AT(ctx, cs_shape, shape)->slot;
    CS_TRY(cs_dict_set(ctx, cs_ref(CS_L_DICT, t->dict), name,
                       cs_ref(CS_L_MEMBER, off)));
  }
  t->shape = shape;
  return CS_OK;
}

/* Do instances of `t` have attributes of their own? */
static bool has_dict(const cs_ctx *ctx, const cs_type *t) {
  if (t->flags & CS_TYPE_EXCEPTION) return true;
  if (t->flags & CS_TYPE_HEAP) return !(t->flags & CS_TYPE_NODICT);
  return t->layout == CS_L_TYPE || t->layout == CS_L_MODULE ||
         t == cs_type_at(ctx, ctx->image->cls[CS_L_FUNC]);
}

static bool base_has_dict(const cs_ctx *ctx, const cs_type *t) {
  for (uint32_t i = 0; i < cs_tuple_len(ctx, t->bases); i++)
    if (has_dict(ctx, CS_PTR(ctx, cs_type, cs_tuple_at(ctx, t->bases, i))))
      return true;
  return false;
}

static cs_status check_target(cs_ctx *ctx, const cs_value *args) {
  if (!cs_is_type(args[0]) || !cs_is_tuple(args[1]))
    return cs_throw(ctx, CS_TypeError, "class and tuple of names expected");
  if (cs_is_frozen(ctx, args[0]))
    return cs_throw(ctx, CS_TypeError, "cannot modify a library class");
  return CS_OK;
}

static cs_status add_members(cs_ctx *ctx, cs_off type, cs_value names,
                             bool shown) {
  cs_type *t = cs_type_at(ctx, type);
  uint32_t n = cs_tuple_len(ctx, names);
  CS_TRY(cs_alloc_reserve(ctx, 4096 + (uint64_t)n * 256));
  for (uint32_t i = 0; i < n; i++) {
    cs_value name = cs_tuple_at(ctx, names, i);
    if (!cs_is_str(name))
      return cs_throw(ctx, CS_TypeError,
                      "__slots__ items must be strings, not '%t'", name);
    CS_TRY(add_member(ctx, type, name, shown));
  }
  if (n > 0) t->solid = type;
  uint32_t count = CS_AT(ctx, cs_shape, t->shape)->count;
  t->inline_cap = count + (t->flags & CS_TYPE_NODICT ? 0 : 2);
  return CS_OK;
}

/* _type_members(cls, names, dict, weak): members from __slots__; `dict`,
 * `weak`: "__dict__", "__weakref__" are among them or inherited */
CS_LEAF_TAKES(type_members, OWN_TYPE, TUPLE_OF_STR, ANY, ANY) {
  /* While its own hooks run a program may have found the class already. */
  if (!(CS_PTR(ctx, cs_type, args[0])->flags & CS_TYPE_RAW) && !ctx->building)
    return cs_throw(ctx, CS_TypeError, "the class has its members");
  CS_TRY(check_target(ctx, args));
  cs_type *t = CS_PTR(ctx, cs_type, args[0]);
  CS_TRY(add_members(ctx, cs_ref_off(args[0]), args[1], true));
  if (!cs_is_true(args[2]) && !base_has_dict(ctx, t)) {
    t->flags |= CS_TYPE_NODICT;
    t->inline_cap = CS_AT(ctx, cs_shape, t->shape)->count;
  }
  if (cs_is_false(args[3])) t->flags |= CS_TYPE_NOWEAK;
  cs_type_forget(ctx, cs_ref_off(args[0]));
  CS_GIVE(CS_NONE);
}

/* A built-in subclass made before its base got fields. */
static cs_status inherit_fields(cs_ctx *ctx, cs_off type, cs_off base) {
  const cs_type *b = cs_type_at(ctx, base);
  const cs_shape *src = CS_AT(ctx, cs_shape, b->shape);
  cs_type *t = cs_type_at(ctx, type);
  cs_off off;
  CS_TRY(cs_alloc(ctx, CS_L_SHAPE, sizeof(cs_shape), &off));
  cs_shape *s = CS_AT(ctx, cs_shape, off);
  s->cls = type;
  s->parent = src->parent;
  s->name = src->name;
  s->slot = src->slot;
  s->count = src->count;
  t->shape = off;
  t->solid = b->solid;
  t->inline_cap = b->inline_cap;
  return CS_OK;
}

/* _exc_fields(cls, names): hidden members of a built-in exception and of those
 * derived from it; only while the image is built */
CS_LEAF_TAKES(exc_fields, OWN_TYPE, TUPLE_OF_STR) {
  CS_TRY(check_target(ctx, args));
  cs_off cls = cs_ref_off(args[0]);
  CS_TRY(add_members(ctx, cls, args[1], false));
  for (uint32_t i = 0; i < CS_EXC_COUNT; i++) {
    cs_off t = ctx->image->exc[i];
    if (t != cls && cs_type_sub(ctx, t, cls))
      CS_TRY(inherit_fields(ctx, t, cls));
  }
  CS_GIVE(CS_NONE);
}

/* A computed attribute of `type` that works like the one given, unless its
 * body defines one. */
static cs_status add_getset(cs_ctx *ctx, cs_off type, const char *name,
                            cs_value model) {
  cs_off off;
  cs_value key, dict = cs_ref(CS_L_DICT, cs_type_at(ctx, type)->dict);
  if (!cs_is(model, CS_L_GETSET)) return CS_OK;
  CS_TRY(cs_str_intern_bytes(ctx, name, strlen(name), &key));
  if (!cs_is_unbound(cs_dict_get_name(ctx, dict, key))) return CS_OK;
  CS_TRY(cs_alloc(ctx, CS_L_GETSET, sizeof(cs_getset), &off));
  cs_getset *g = CS_AT(ctx, cs_getset, off);
  g->owner = type;
  g->get = CS_PTR(ctx, cs_getset, model)->get;
  g->set = CS_PTR(ctx, cs_getset, model)->set;
  g->name = key;
  return cs_dict_set(ctx, dict, key, cs_ref(CS_L_GETSET, off));
}

/* _type_add_dict(cls, dict, weak): give a new class __dict__, __weakref__; the
 * last of its members, so from now on it has instances */
CS_LEAF_TAKES(type_add_dict, OWN_TYPE, BOOL, BOOL) {
  if (!cs_is_type(args[0]) || cs_is_frozen(ctx, args[0]))
    return cs_throw(ctx, CS_TypeError, "new class expected");
  cs_value dict = cs_type_find(ctx, cs_exc_class(ctx, CS_BaseException),
                               cs_known(ctx, CS_N___dict__));
  cs_value none = cs_type_find(ctx, ctx->image->cls[CS_L_TYPE],
                               cs_known(ctx, CS_N___text_signature__));
  cs_off cls = cs_ref_off(args[0]);
  if (cs_is_true(args[1])) CS_TRY(add_getset(ctx, cls, "__dict__", dict));
  if (cs_is_true(args[2])) CS_TRY(add_getset(ctx, cls, "__weakref__", none));
  cs_type_at(ctx, cls)->flags &= ~(uint32_t)CS_TYPE_RAW;
  CS_GIVE(CS_NONE);
}

/* Is it object, or a class whose instances have more than members? */
static bool has_layout(const cs_ctx *ctx, const cs_type *t) {
  return t == cs_type_at(ctx, ctx->image->cls[CS_L_INSTANCE]) ||
         t->layout != CS_L_INSTANCE || t->flags & CS_TYPE_EXCEPTION;
}

static bool is_in(const cs_ctx *ctx, cs_value v, cs_value tuple) {
  for (uint32_t i = 0; i < cs_tuple_len(ctx, tuple); i++)
    if (cs_same(cs_tuple_at(ctx, tuple, i), v)) return true;
  return false;
}

/* The built-in that an instance wraps must stay: its natives make instances,
 * and whoever asks what an object is asks the MRO. */
static cs_status check_kept(cs_ctx *ctx, const cs_type *t, cs_value mro) {
  cs_value old = cs_type_at(ctx, t->solid)->mro;
  for (uint32_t i = 0; i < cs_tuple_len(ctx, old); i++) {
    cs_value b = cs_tuple_at(ctx, old, i);
    if (cs_ref_off(b) < CS_IMAGE_END &&
        has_layout(ctx, CS_PTR(ctx, cs_type, b)) && !is_in(ctx, b, mro))
      return cs_throw(ctx, CS_TypeError, "mro() left out the base '%v'",
                      CS_PTR(ctx, cs_type, b)->name);
  }
  return CS_OK;
}

/* A metaclass may name any classes, but lookups find the descriptors and
 * natives of all of them: instances of `t` must have the layout that each
 * expects.  `solid` of a class is in the MRO of whatever extends its layout. */
static cs_status check_mro(cs_ctx *ctx, const cs_type *t, cs_value mro) {
  if (cs_tuple_len(ctx, mro) == 0)
    return cs_throw(ctx, CS_TypeError, "mro() returned no class");
  for (uint32_t i = 0; i < cs_tuple_len(ctx, mro); i++) {
    cs_value base = cs_tuple_at(ctx, mro, i);
    if (!cs_is_type(base))
      return cs_throw(ctx, CS_TypeError, "mro() returned a non-class ('%t')",
                      base);
    const cs_type *b = CS_PTR(ctx, cs_type, base);
    if (!cs_type_sub(ctx, t->solid, b->solid))
      return cs_throw(ctx, CS_TypeError,
                      "mro() returned base with unsuitable layout ('%v')",
                      b->name);
  }
  return check_kept(ctx, t, mro);
}

/* _type_set_mro(cls, mro): the order a metaclass's mro() chose */
CS_LEAF_TAKES(type_set_mro, OWN_TYPE, TUPLE) {
  if (!cs_is_type(args[0]) || !cs_is_tuple(args[1]) ||
      cs_is_frozen(ctx, args[0]))
    return cs_throw(ctx, CS_TypeError, "class and tuple expected");
  cs_type *t = CS_PTR(ctx, cs_type, args[0]);
  CS_TRY(check_mro(ctx, t, args[1]));
  t->mro = args[1];
  cs_type_touch(ctx, cs_ref_off(args[0]), cs_known(ctx, CS_N_mro));
  CS_GIVE(CS_NONE);
}

/* _type_has_dict(cls): does a base give instances a __dict__? */
CS_LEAF_TAKES(type_has_dict, TYPE) {
  if (!cs_is_type(args[0])) CS_GIVE(CS_FALSE);
  CS_GIVE(cs_bool(has_dict(ctx, CS_PTR(ctx, cs_type, args[0]))));
}

/* _type_put(cls, name, value): a class attribute, also of built-ins while the
 * image is built */
CS_LEAF_TAKES(type_put, TYPE, STR, ANY) {
  cs_value name;
  if (!cs_is_type(args[0]) || !cs_is_str(args[1]))
    return cs_throw(ctx, CS_TypeError, "class and name expected");
  if (cs_is_frozen(ctx, args[0]))
    return cs_throw(ctx, CS_TypeError, "cannot modify a library class");
  CS_TRY(cs_str_intern(ctx, args[1], &name));
  cs_value dict = cs_ref(CS_L_DICT, CS_PTR(ctx, cs_type, args[0])->dict);
  CS_TRY(cs_dict_set(ctx, dict, name, args[2]));
  cs_type_touch(ctx, cs_ref_off(args[0]), name);
  CS_GIVE(CS_NONE);
}

const cs_native_def cs_slots_natives[] = {
    {".intrinsics", "_type_members", "(cls, names, dict=False, weak=True, /)",
     type_members},
    {".intrinsics", "_exc_fields", "(cls, names, /)", exc_fields},
    {".intrinsics", "_type_has_dict", "(cls, /)", type_has_dict},
    {".intrinsics", "_type_add_dict", "(cls, dict, weak, /)", type_add_dict},
    {".intrinsics", "_type_set_mro", "(cls, mro, /)", type_set_mro},
    {".intrinsics", "_type_put", "(cls, name, value, /)", type_put},
    CS_NATIVE_END};
