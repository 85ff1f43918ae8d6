/*
 * object.c - methods of `object`: what every class inherits.
 *
 * Receivers are whole objects here, never the payload of a subclass of a
 * built-in: identity and attributes belong to the instance.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/hash.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/attr.h"
#include "py/types/builder.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_object_natives[];

#define ABSTRACT_MAX 64 /* methods named in one message */

/* --- creation ------------------------------------------------------------ */

/* Names of a frozenset of strings in order, for the message below. */
static uint32_t sorted_names(cs_ctx *ctx, cs_value set, cs_value *names) {
  uint32_t pos = 0, n = 0;
  cs_value key;
  while (n < ABSTRACT_MAX && cs_set_next(ctx, set, &pos, &key)) {
    uint32_t at = n++;
    if (!cs_is_str(key)) key = cs_known(ctx, CS_N_empty);
    for (; at > 0 && cs_str_compare(ctx, key, names[at - 1]) < 0; at--)
      names[at] = names[at - 1];
    names[at] = key;
  }
  return n;
}

static cs_status is_abstract(cs_ctx *ctx, const cs_type *t) {
  cs_value names[ABSTRACT_MAX], text;
  cs_value set = cs_dict_get_name(ctx, cs_ref(CS_L_DICT, t->dict),
                                  cs_known(ctx, CS_N___abstractmethods__));
  uint32_t n = cs_is_set(set) ? sorted_names(ctx, set, names) : 0;
  cs_builder b;
  cs_builder_init(&b, ctx);
  for (uint32_t i = 0; i < n; i++) {
    if (i) cs_builder_c(&b, ", ");
    cs_builder_str(&b, names[i]);
  }
  CS_TRY(cs_builder_finish(&b, &text));
  return cs_throw(ctx, CS_TypeError,
                  "Can't instantiate abstract class %v with abstract method%s "
                  "%v",
                  t->name, n == 1 ? "" : "s", text);
}

/* The nearest base that is not made by a class statement. */
static cs_value static_base(const cs_ctx *ctx, const cs_type *t) {
  for (uint32_t i = 0; i < cs_tuple_len(ctx, t->mro); i++) {
    const cs_type *b = CS_PTR(ctx, cs_type, cs_tuple_at(ctx, t->mro, i));
    if (b->newid == t->newid && !(b->flags & CS_TYPE_HEAP)) return b->name;
  }
  return t->name;
}

/* Is the __init__ of instances of `cls` another one than object's? */
static bool has_own_init(cs_ctx *ctx, cs_off cls) {
  cs_value name = cs_known(ctx, CS_N___init__);
  return !cs_same(cs_type_find(ctx, cls, name),
                  cs_type_find(ctx, ctx->image->cls[CS_L_INSTANCE], name));
}

CS_LEAF(object_new) {
  if (!cs_is_type(args[0]))
    return cs_throw(ctx, CS_TypeError,
                    "object.__new__(X): X is not a type object (%t)", args[0]);
  const cs_type *t = CS_PTR(ctx, cs_type, args[0]);
  if (!(t->flags & CS_TYPE_HEAP) && !t->newid && t->layout != CS_L_INSTANCE)
    return cs_throw(ctx, CS_TypeError, "cannot create '%v' instances", t->name);
  if (n > 1 && t->flags & CS_TYPE_HNEW)
    return cs_throw(ctx, CS_TypeError,
                    "object.__new__() takes exactly one argument (the type to "
                    "instantiate)");
  if (n > 1 &&
      !(t->flags & CS_TYPE_HINIT && has_own_init(ctx, cs_ref_off(args[0]))))
    return cs_throw(ctx, CS_TypeError, "%v() takes no arguments", t->name);
  if (t->flags & CS_TYPE_ABSTRACT) return is_abstract(ctx, t);
  if (t->layout != CS_L_INSTANCE || t->flags & CS_TYPE_EXCEPTION)
    return cs_throw(ctx, CS_TypeError,
                    "object.__new__(%v) is not safe, use %v.__new__()", t->name,
                    static_base(ctx, t));
  return cs_instance_new(ctx, cs_ref_off(args[0]), out);
}

CS_LEAF(object_init) {
  cs_off cls = cs_class_of(ctx, args[0]);
  const cs_type *t = cs_type_at(ctx, cls);
  if (n > 1 && t->flags & CS_TYPE_HINIT && has_own_init(ctx, cls))
    return cs_throw(ctx, CS_TypeError,
                    "object.__init__() takes exactly one argument (the "
                    "instance to initialize)");
  if (n > 1 && !(t->flags & CS_TYPE_HNEW) && t->layout == CS_L_INSTANCE)
    return cs_throw(ctx, CS_TypeError,
                    "%v.__init__() takes exactly one argument (the instance "
                    "to initialize)",
                    t->name);
  CS_GIVE(CS_NONE);
}

CS_LEAF(object_init_subclass) {
  if (n > 1)
    return cs_throw(ctx, CS_TypeError,
                    "%v.__init_subclass__() takes no arguments (%d given)",
                    CS_PTR(ctx, cs_type, args[0])->name, (int64_t)n - 1);
  CS_GIVE(CS_NONE);
}

CS_LEAF(not_implemented) {
  CS_GIVE(CS_NOTIMPL);
}

/* --- comparison ---------------------------------------------------------- */

CS_LEAF(object_eq) {
  CS_GIVE(cs_same(args[0], args[1]) ? CS_TRUE : CS_NOTIMPL);
}

/* The opposite of __eq__, which may be anything. */
CS_LEAF(object_ne) {
  cs_value eq =
      cs_type_find(ctx, cs_class_of(ctx, args[0]), cs_known(ctx, CS_N___eq__));
  cs_value own = cs_type_find(ctx, ctx->image->cls[CS_L_INSTANCE],
                              cs_known(ctx, CS_N___eq__));
  if (!cs_same(eq, own)) return CS_SLOW;
  CS_GIVE(cs_same(args[0], args[1]) ? CS_FALSE : CS_NOTIMPL);
}

CS_LEAF(object_hash) {
  if (cs_is_ref(args[0]))
    return cs_int_new(ctx, cs_hash_id(cs_ref_off(args[0])), out);
  int64_t h;
  CS_TRY(cs_hash_value(ctx, args[0], &h));
  return cs_int_new(ctx, h, out);
}

/* --- attributes ---------------------------------------------------------- */

static cs_status attribute_name(cs_ctx *ctx, cs_value v, cs_value *out) {
  cs_value name = cs_unwrap(ctx, v);
  if (!cs_is_str(name))
    return cs_throw(ctx, CS_TypeError,
                    "attribute name must be string, not '%t'", v);
  return cs_str_intern(ctx, name, out);
}

CS_LEAF(object_getattribute) {
  cs_value name;
  CS_TRY(attribute_name(ctx, args[1], &name));
  return cs_attr_get_generic(ctx, args[0], name, out);
}

static cs_status not_for_types(cs_ctx *ctx, cs_value obj, const char *what) {
  if (!cs_is_type(obj)) return CS_OK;
  return cs_throw(ctx, CS_TypeError, "can't apply this %s to %t object", what,
                  obj);
}

CS_LEAF(object_setattr) {
  cs_value name;
  CS_TRY(not_for_types(ctx, args[0], "__setattr__"));
  CS_TRY(attribute_name(ctx, args[1], &name));
  *out = CS_NONE;
  return cs_attr_set_generic(ctx, args[0], name, args[2]);
}

CS_LEAF(object_delattr) {
  cs_value name;
  CS_TRY(not_for_types(ctx, args[0], "__delattr__"));
  CS_TRY(attribute_name(ctx, args[1], &name));
  *out = CS_NONE;
  return cs_attr_set_generic(ctx, args[0], name, CS_UNBOUND);
}

CS_LEAF(type_setattr) {
  cs_value name;
  CS_TRY(attribute_name(ctx, args[1], &name));
  *out = CS_NONE;
  return cs_attr_set_generic(ctx, args[0], name, args[2]);
}

CS_LEAF(type_delattr) {
  cs_value name;
  CS_TRY(attribute_name(ctx, args[1], &name));
  *out = CS_NONE;
  return cs_attr_set_generic(ctx, args[0], name, CS_UNBOUND);
}

/* --- __class__ and __dict__ ---------------------------------------------- */

CS_LEAF(get_class) {
  CS_GIVE(cs_type_value(cs_class_of(ctx, args[0])));
}

/* The same layout, or slots of the same names added to the same base. */
static bool same_solid(const cs_ctx *ctx, const cs_type *a, const cs_type *b) {
  if (a->solid == b->solid) return true;
  const cs_shape *x = CS_AT(ctx, cs_shape, a->shape);
  const cs_shape *y = CS_AT(ctx, cs_shape, b->shape);
  while (x->count == y->count && cs_same(x->name, y->name)) {
    if (!x->parent || !y->parent) return !x->parent && !y->parent;
    x = CS_AT(ctx, cs_shape, x->parent);
    y = CS_AT(ctx, cs_shape, y->parent);
  }
  return false;
}

static bool same_members(const cs_ctx *ctx, const cs_type *a,
                         const cs_type *b) {
  return a->layout == b->layout && same_solid(ctx, a, b) &&
         CS_AT(ctx, cs_shape, a->shape)->count ==
             CS_AT(ctx, cs_shape, b->shape)->count &&
         !((a->flags ^ b->flags) & CS_TYPE_NODICT);
}

static cs_status bad_class(cs_ctx *ctx) {
  return cs_throw(ctx, CS_TypeError,
                  "__class__ assignment only supported for mutable types or "
                  "ModuleType subclasses");
}

static cs_status other_layout(cs_ctx *ctx, const cs_type *to,
                              const cs_type *from) {
  return cs_throw(ctx, CS_TypeError,
                  "__class__ assignment: '%v' object layout differs from '%v'",
                  to->name, from->name);
}

/* A module is told another class derived from module. */
static cs_status change_module(cs_ctx *ctx, cs_value module, cs_value cls) {
  const cs_type *to = CS_PTR(ctx, cs_type, cls);
  const cs_type *from = cs_type_at(ctx, cs_class_of(ctx, module));
  bool plain = cs_ref_off(cls) == ctx->image->cls[CS_L_MODULE];
  if (!plain && to->layout != (CS_L_INSTANCE | CS_L_MODULE << 8))
    return from->flags & to->flags & CS_TYPE_HEAP ? other_layout(ctx, to, from)
                                                  : bad_class(ctx);
  if (cs_is_frozen(ctx, module))
    return cs_throw(ctx, CS_TypeError, "cannot modify a library module");
  cs_dict_touch(ctx, cs_space_of(ctx, module));
  CS_PTR(ctx, cs_module, module)->cls = plain ? 0 : cs_ref_off(cls);
  return CS_OK;
}

/* Attributes move to a dict; then only the shape tells the class. */
static cs_status change_class(cs_ctx *ctx, cs_value obj, cs_off cls) {
  cs_value model, dict;
  if (cs_type_at(ctx, cls)->flags & CS_TYPE_NODICT) {
    CS_PTR(ctx, cs_instance, obj)->shape = cs_type_at(ctx, cls)->shape;
    return CS_OK;
  }
  CS_TRY(cs_instance_new(ctx, cls, &model));
  CS_TRY(cs_instance_dict(ctx, model, &dict));
  CS_TRY(cs_instance_dict(ctx, obj, &dict));
  CS_PTR(ctx, cs_instance, obj)->shape = CS_PTR(ctx, cs_instance, model)->shape;
  return CS_OK;
}

CS_LEAF(set_class) {
  *out = CS_NONE;
  if (cs_is_unbound(args[1]))
    return cs_throw(ctx, CS_TypeError, "can't delete __class__ attribute");
  if (!cs_is_type(args[1]))
    return cs_throw(ctx, CS_TypeError,
                    "__class__ must be set to a class, not '%t' object",
                    args[1]);
  if (CS_PTR(ctx, cs_type, args[1])->flags & CS_TYPE_RAW) return bad_class(ctx);
  if (cs_is(args[0], CS_L_MODULE)) return change_module(ctx, args[0], args[1]);
  const cs_type *to = CS_PTR(ctx, cs_type, args[1]);
  const cs_type *from = cs_type_at(ctx, cs_class_of(ctx, args[0]));
  if (!(from->flags & to->flags & CS_TYPE_HEAP)) return bad_class(ctx);
  if (!cs_is_instance(args[0]) || !same_members(ctx, from, to))
    return other_layout(ctx, to, from);
  return change_class(ctx, args[0], cs_ref_off(args[1]));
}

static bool has_dict(cs_ctx *ctx, cs_value obj) {
  if (!cs_is_instance(obj)) return false;
  const cs_type *t = cs_type_at(ctx, cs_class_of(ctx, obj));
  return !(t->flags & CS_TYPE_NODICT) &&
         t != cs_type_at(ctx, ctx->image->cls[CS_L_INSTANCE]);
}

static cs_status no_dict(cs_ctx *ctx, cs_value obj) {
  return cs_throw(ctx, CS_AttributeError,
                  "'%t' object has no attribute '__dict__'", obj);
}

CS_LEAF(get_dict) {
  if (cs_is(args[0], CS_L_MODULE))
    return cs_attr_get(ctx, args[0], cs_known(ctx, CS_N___dict__), out);
  if (!has_dict(ctx, args[0])) return no_dict(ctx, args[0]);
  return cs_instance_dict(ctx, args[0], out);
}

CS_LEAF(set_dict) {
  cs_value fresh = args[1], old;
  *out = CS_NONE;
  if (!has_dict(ctx, args[0])) return no_dict(ctx, args[0]);
  if (cs_is_unbound(fresh)) CS_TRY(cs_dict_new(ctx, 0, &fresh));
  fresh = cs_unwrap(ctx, fresh);
  if (!cs_is_dict(fresh))
    return cs_throw(ctx, CS_TypeError,
                    "__dict__ must be set to a dictionary, not a '%t'",
                    args[1]);
  CS_TRY(cs_instance_dict(ctx, args[0], &old));
  CS_PTR(ctx, cs_instance, args[0])->ext = cs_ref_off(fresh);
  return CS_OK;
}

/* --- the rest ------------------------------------------------------------ */

CS_LEAF(in_python) {
  return CS_SLOW;
}

CS_LEAF(object_sizeof) {
  uint64_t bytes = 16;
  if (cs_is_ref(args[0]))
    bytes = (uint64_t)CS_PTR(ctx, cs_obj, args[0])->units * 16;
  return cs_int_new_u64(ctx, bytes, out);
}

/* _attr_get(obj, name), _attr_set(obj, name, value): without hooks */
CS_LEAF_TAKES(plain_get, ANY) {
  cs_value name;
  CS_TRY(attribute_name(ctx, args[1], &name));
  return cs_attr_get_generic(ctx, args[0], name, out);
}

/* _instance_attr(obj, name, default): of the object's own storage */
CS_LEAF_TAKES(own_attribute, ANY) {
  cs_value name, v = CS_UNBOUND;
  CS_TRY(attribute_name(ctx, args[1], &name));
  if (cs_is_instance(args[0])) v = cs_instance_get(ctx, args[0], name);
  CS_GIVE(cs_is_unbound(v) ? args[2] : v);
}

/* _lookup(cls, name, default): along the MRO, unbound */
CS_LEAF_TAKES(lookup, TYPE, ANY, ANY) {
  cs_value name;
  if (!cs_is_type(args[0]))
    return cs_throw(ctx, CS_TypeError, "_lookup() needs a class");
  CS_TRY(attribute_name(ctx, args[1], &name));
  cs_value v = cs_type_find(ctx, cs_ref_off(args[0]), name);
  CS_GIVE(cs_is_unbound(v) ? args[2] : v);
}

/* _attributes(obj): a copy of its __dict__, or None.  Asking for that itself
 * would make every attribute slower from then on. */
CS_LEAF_TAKES(attributes, ANY) {
  if (has_dict(ctx, args[0])) return cs_instance_attributes(ctx, args[0], out);
  CS_GIVE(CS_NONE);
}

/* Can `name` be stored where attributes of `o` are that nobody declared? */
static bool is_free_name(cs_ctx *ctx, const cs_instance *o, cs_value name) {
  cs_off root = cs_type_at(ctx, CS_AT(ctx, cs_shape, o->shape)->cls)->shape;
  return cs_shape_find(ctx, root, name) == UINT32_MAX;
}

cs_status cs_instance_store(cs_ctx *ctx, cs_value obj, cs_value attributes,
                            bool *done) {
  cs_value name, v;
  uint32_t pos = 0;
  bool fits = has_dict(ctx, obj) && !cs_is_frozen(ctx, obj) &&
              cs_is(attributes, CS_L_DICT);
  const cs_instance *o = fits ? CS_PTR(ctx, cs_instance, obj) : NULL;
  if (fits && cs_shape_of(ctx, obj)->h.flags & CS_SHAPE_DICT) fits = false;
  while (fits && cs_dict_next(ctx, attributes, &pos, &name, &v)) {
    fits = cs_is_str(name);
    if (fits) CS_TRY(cs_str_intern(ctx, name, &name));
    fits = fits && is_free_name(ctx, o, name);
  }
  for (pos = 0; fits && cs_dict_next(ctx, attributes, &pos, &name, &v);) {
    CS_TRY(cs_str_intern(ctx, name, &name));
    CS_TRY(cs_instance_set(ctx, obj, name, v));
  }
  cs_charge(ctx, pos / 4);
  *done = fits;
  return CS_OK;
}

/* _attributes.store(obj, attributes): obj.__dict__.update(attributes) if that
 * can be done without a dict; tells whether. */
CS_LEAF(store_attributes) {
  bool done;
  CS_TRY(cs_instance_store(ctx, args[0], args[1], &done));
  CS_GIVE(cs_bool(done));
}

const cs_native_def cs_object_natives[] = {
    {"object", "__new__", "($cls, *args)", object_new},
    {"object", "__init__", "($self, *args)", object_init},
    {"object", "__init_subclass__", "($cls, *args)", object_init_subclass},
    {"object", "__subclasshook__", "($cls, subclass, /)", not_implemented},
    {"object", "__eq__", "($self, value, /)", object_eq},
    {"object", "__ne__", "($self, value, /)", object_ne},
    {"object", "__lt__", "($self, value, /)", not_implemented},
    {"object", "__le__", "($self, value, /)", not_implemented},
    {"object", "__gt__", "($self, value, /)", not_implemented},
    {"object", "__ge__", "($self, value, /)", not_implemented},
    {"object", "__hash__", "($self, /)", object_hash},
    {"object", "__getattribute__", "($self, name, /)", object_getattribute},
    {"object", "__setattr__", "($self, name, value, /)", object_setattr},
    {"object", "__delattr__", "($self, name, /)", object_delattr},
    {"object", "__class__", "get", get_class},
    {"object", "__class__", "set", set_class},
    {"BaseException", "__dict__", "get", get_dict},
    {"BaseException", "__dict__", "set", set_dict},
    {"object", "__dir__", "($self, /)", in_python},
    {"object", "__reduce__", "($self, /)", in_python},
    {"object", "__reduce_ex__", "($self, protocol, /)", in_python},
    {"object", "__getstate__", "($self, /)", in_python},
    {"object", "__sizeof__", "($self, /)", object_sizeof},
    {"type", "__setattr__", "($self, name, value, /)", type_setattr},
    {"type", "__delattr__", "($self, name, /)", type_delattr},
    {".intrinsics", "_plain_get", "(obj, name, /)", plain_get},
    {".intrinsics", "_own_attribute", "(obj, name, default, /)", own_attribute},
    {".intrinsics", "_lookup", "(cls, name, default, /)", lookup},
    {".intrinsics", "_attributes", "(obj, /)", attributes},
    {"._attributes", "copy", "(obj, /)", attributes},
    {"._attributes", "own", "(obj, name, default, /)", own_attribute},
    {"._attributes", "store", "(obj, attributes, /)", store_attributes},
    CS_NATIVE_END};
