/*
 * descr.c - property, classmethod, staticmethod, super and the descriptors of
 * built-in attributes, as objects.
 *
 * What access through them does is attr.c's business; here they are made,
 * copied and asked about.  Their __get__ and __set__ lead back to attr.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/builder.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_descr_natives[];

static cs_property *self(cs_ctx *ctx, const cs_value *args) {
  return CS_PTR(ctx, cs_property, args[0]);
}

CS_LEAF(in_python) {
  return CS_SLOW;
}
CS_READONLY(readonly)

/* --- property ------------------------------------------------------------ */

static cs_value given(cs_value v) {
  return cs_is_unbound(v) ? CS_NONE : v;
}

/* The docstring of a getter; None if finding it out takes Python code. */
static cs_value doc_of(cs_ctx *ctx, cs_value f) {
  cs_value doc;
  if (cs_is(f, CS_L_FUNC)) return CS_PTR(ctx, cs_func, f)->doc;
  if (!cs_is_instance(f)) return CS_NONE;
  doc = cs_instance_get(ctx, f, cs_known(ctx, CS_N___doc__));
  if (cs_is_unbound(doc))
    doc = cs_type_find(ctx, cs_class_of(ctx, f), cs_known(ctx, CS_N___doc__));
  return cs_is_unbound(doc) ? CS_NONE : doc;
}

/* doc UNBOUND or None: taken from the getter (flags: 1). */
static cs_status make(cs_ctx *ctx, uint32_t layout, const cs_value *f,
                      cs_value doc, cs_value *out) {
  cs_off off;
  CS_TRY(cs_alloc(ctx, layout, sizeof(cs_property), &off));
  cs_property *p = CS_AT(ctx, cs_property, off);
  p->fget = given(f[0]);
  p->fset = given(f[1]);
  p->fdel = given(f[2]);
  p->doc = given(doc);
  p->dict = CS_NONE;
  if (cs_is_none(p->doc) && layout == CS_L_PROPERTY) {
    p->doc = doc_of(ctx, p->fget);
    p->h.flags = 1;
  }
  CS_GIVE(cs_ref(layout, off));
}

CS_LEAF(property_new) {
  cs_value v;
  CS_TRY(make(ctx, CS_L_PROPERTY, args + 1, args[4], &v));
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), v, out);
}

/* For subclasses that call it with other functions than __new__ got. */
CS_LEAF(property_init) {
  cs_property *p = self(ctx, args);
  if (cs_is_frozen(ctx, args[0]))
    return cs_throw(ctx, CS_TypeError, "cannot modify a library object");
  p->fget = given(args[1]);
  p->fset = given(args[2]);
  p->fdel = given(args[3]);
  p->doc = given(args[4]);
  p->h.flags = cs_is_none(p->doc) ? CS_PROPERTY_DOC : 0;
  if (p->h.flags) p->doc = doc_of(ctx, p->fget);
  CS_GIVE(CS_NONE);
}

/* A copy with one function replaced. */
static cs_status copy(cs_ctx *ctx, cs_value *args, uint32_t which,
                      cs_value *out) {
  const cs_property *p = self(ctx, args);
  cs_value f[3] = {p->fget, p->fset, p->fdel};
  if (!cs_is_none(args[1])) f[which] = args[1];
  bool keep = !(p->h.flags & CS_PROPERTY_DOC) || which != 0;
  cs_status st = make(ctx, CS_L_PROPERTY, f, keep ? p->doc : CS_NONE, out);
  if (st == CS_OK) CS_PTR(ctx, cs_property, *out)->h.flags = p->h.flags;
  return st;
}
CS_LEAF(property_getter) {
  return copy(ctx, args, 0, out);
}
CS_LEAF(property_setter) {
  return copy(ctx, args, 1, out);
}
CS_LEAF(property_deleter) {
  return copy(ctx, args, 2, out);
}

CS_LEAF(get_fget) {
  CS_GIVE(self(ctx, args)->fget);
}
CS_LEAF(get_fset) {
  CS_GIVE(self(ctx, args)->fset);
}
CS_LEAF(get_fdel) {
  CS_GIVE(self(ctx, args)->fdel);
}
CS_LEAF(get_doc) {
  CS_GIVE(self(ctx, args)->doc);
}
CS_LEAF(set_doc) {
  self(ctx, args)->doc = given(args[1]);
  CS_GIVE(CS_NONE);
}

CS_LEAF(property_get) {
  bool ownerless = cs_is_unbound(args[2]) || cs_is_none(args[2]);
  if (cs_is_none(args[1]) && ownerless)
    return cs_throw(ctx, CS_TypeError, "__get__(None, None) is invalid");
  if (cs_is_none(args[1])) CS_GIVE(args[0]);
  return cs_attr_bind(ctx, args[0], args[1], cs_class_of(ctx, args[1]), out);
}

static cs_status property_change(cs_ctx *ctx, cs_value f, cs_value obj,
                                 cs_value v) {
  bool deleting = cs_is_unbound(v);
  if (cs_is_none(f))
    return cs_throw(ctx, CS_AttributeError, "property of '%v' object has no %s",
                    cs_type_at(ctx, cs_class_of(ctx, obj))->qualname,
                    deleting ? "deleter" : "setter");
  return deleting ? cs_want_call1(ctx, CS_RET_PLAIN, f, obj)
                  : cs_want_call2(ctx, CS_RET_PLAIN, f, obj, v);
}
CS_LEAF(property_set) {
  return property_change(ctx, self(ctx, args)->fset, args[1], args[2]);
}
CS_LEAF(property_delete) {
  return property_change(ctx, self(ctx, args)->fdel, args[1], CS_UNBOUND);
}

/* --- __isabstractmethod__ ------------------------------------------------ */

/* abstractmethod marks functions, and descriptors pass the mark on. */
static bool is_abstract(cs_ctx *ctx, cs_value f) {
  cs_value name = cs_known(ctx, CS_N___isabstractmethod__), v = CS_UNBOUND;
  for (int hops = 0; hops < 8; hops++)
    if (cs_is(f, CS_L_CLASSMETHOD) || cs_is(f, CS_L_STATICMETHOD) ||
        cs_is(f, CS_L_PROPERTY))
      f = CS_PTR(ctx, cs_property, f)->fget;
  if (cs_is(f, CS_L_FUNC)) {
    cs_value d = CS_PTR(ctx, cs_func, f)->dict;
    if (cs_is_dict(d)) v = cs_dict_get_name(ctx, d, name);
  } else if (cs_is_instance(f)) {
    v = cs_instance_get(ctx, f, name);
    if (cs_is_unbound(v)) v = cs_type_find(ctx, cs_class_of(ctx, f), name);
  }
  return cs_is_true(v);
}

CS_LEAF(get_abstract) {
  const cs_property *p = self(ctx, args);
  bool any = is_abstract(ctx, p->fget);
  if (cs_is(args[0], CS_L_PROPERTY))
    any = any || is_abstract(ctx, p->fset) || is_abstract(ctx, p->fdel);
  CS_GIVE(cs_bool(any));
}

/* --- classmethod and staticmethod ---------------------------------------- */

static cs_status wrapper_new(cs_ctx *ctx, uint32_t layout, cs_value *args,
                             uint32_t n, cs_value *out) {
  const cs_type *t = CS_PTR(ctx, cs_type, args[0]);
  if (n != 2 && !(t->flags & CS_TYPE_HINIT))
    return cs_throw(ctx, CS_TypeError, "%v expected 1 argument, got %d",
                    cs_type_at(ctx, ctx->image->cls[layout])->name,
                    (int64_t)n - 1);
  cs_value f[3] = {n > 1 ? args[1] : CS_NONE, CS_NONE, CS_NONE}, v;
  CS_TRY(make(ctx, layout, f, CS_NONE, &v));
  if (cs_is(f[0], CS_L_FUNC)) {
    cs_value d = CS_PTR(ctx, cs_func, f[0])->dict;
    if (cs_is_dict(d) && cs_dict_len(ctx, d) > 0)
      CS_TRY(cs_dict_copy(ctx, d, &CS_PTR(ctx, cs_property, v)->dict));
  }
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), v, out);
}
CS_LEAF(classmethod_new) {
  return wrapper_new(ctx, CS_L_CLASSMETHOD, args, n, out);
}
CS_LEAF(staticmethod_new) {
  return wrapper_new(ctx, CS_L_STATICMETHOD, args, n, out);
}

CS_LEAF(wrapper_init) {
  if (!cs_is_frozen(ctx, args[0])) self(ctx, args)->fget = args[1];
  CS_GIVE(CS_NONE);
}

CS_LEAF(wrapper_bind) {
  bool none = cs_is_none(args[1]);
  cs_off cls = none ? 0 : cs_class_of(ctx, args[1]);
  if (cs_is_type(args[2])) cls = cs_ref_off(args[2]);
  if (!cls)
    return cs_throw(ctx, CS_TypeError, "__get__(None, None) is invalid");
  return cs_attr_bind(ctx, args[0], none ? CS_UNBOUND : args[1], cls, out);
}

static cs_status of_wrapped(cs_ctx *ctx, cs_value *args, cs_name_id name,
                            cs_value *out) {
  return cs_attr_get(ctx, self(ctx, args)->fget, cs_known(ctx, name), out);
}
CS_LEAF(wrapped_name) {
  return of_wrapped(ctx, args, CS_N___name__, out);
}
CS_LEAF(wrapped_doc) {
  return of_wrapped(ctx, args, CS_N___doc__, out);
}
CS_LEAF(wrapped_module) {
  return of_wrapped(ctx, args, CS_N___module__, out);
}
CS_LEAF(wrapped_qualname) {
  return of_wrapped(ctx, args, CS_N___qualname__, out);
}
CS_LEAF(wrapped_annotations) {
  return of_wrapped(ctx, args, CS_N___annotations__, out);
}

CS_LEAF(wrapper_dict) {
  cs_property *p = self(ctx, args);
  if (cs_is_dict(p->dict)) CS_GIVE(p->dict);
  CS_TRY(cs_dict_new(ctx, 0, out));
  if (!cs_is_frozen(ctx, args[0])) p->dict = *out;
  return CS_OK;
}

/* --- super --------------------------------------------------------------- */

/* The class whose MRO super() follows, for an instance or a subclass. */
static cs_status super_type(cs_ctx *ctx, cs_off type, cs_value obj,
                            cs_value *out) {
  if (cs_is_type(obj) && cs_type_sub(ctx, cs_ref_off(obj), type)) CS_GIVE(obj);
  cs_off cls = cs_class_of(ctx, obj);
  if (cs_type_sub(ctx, cls, type)) CS_GIVE(cs_type_value(cls));
  return cs_throw(ctx, CS_TypeError,
                  "super(type, obj): obj must be an instance or subtype of "
                  "type");
}

CS_LEAF(super_new) {
  cs_off off;
  cs_value kind = CS_NONE, obj = n > 2 ? args[2] : CS_NONE;
  if (n > 3)
    return cs_throw(ctx, CS_TypeError,
                    "super() expected at most 2 arguments, got %d",
                    (int64_t)n - 1);
  if (n < 2) return cs_throw(ctx, CS_RuntimeError, "super(): no arguments");
  if (!cs_is_type(args[1]))
    return cs_throw(ctx, CS_TypeError,
                    "super() argument 1 must be a type, not %t", args[1]);
  if (!cs_is_none(obj))
    CS_TRY(super_type(ctx, cs_ref_off(args[1]), obj, &kind));
  CS_TRY(cs_alloc(ctx, CS_L_SUPER, sizeof(cs_super), &off));
  cs_super *s = CS_AT(ctx, cs_super, off);
  s->type = args[1];
  s->obj = obj;
  s->obj_type = kind;
  CS_GIVE(cs_ref(CS_L_SUPER, off));
}

CS_LEAF(super_thisclass) {
  CS_GIVE(CS_PTR(ctx, cs_super, args[0])->type);
}
CS_LEAF(super_self) {
  CS_GIVE(CS_PTR(ctx, cs_super, args[0])->obj);
}
CS_LEAF(super_self_class) {
  CS_GIVE(CS_PTR(ctx, cs_super, args[0])->obj_type);
}

CS_LEAF(super_bind) {
  cs_super *s = CS_PTR(ctx, cs_super, args[0]);
  if (cs_is_none(args[1]) || !cs_is_none(s->obj)) CS_GIVE(args[0]);
  cs_value again[3] = {CS_NONE, s->type, args[1]};
  return super_new(ctx, again, 3, out);
}

CS_LEAF(super_getattribute) {
  cs_value name = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(name))
    return cs_throw(ctx, CS_TypeError,
                    "attribute name must be string, not '%t'", args[1]);
  CS_TRY(cs_str_intern(ctx, name, &name));
  return cs_attr_get(ctx, args[0], name, out);
}

/* --- descriptors of built-in attributes and __slots__ -------------------- */

static cs_off owner_of(cs_ctx *ctx, cs_value v) {
  return cs_is(v, CS_L_MEMBER) ? CS_PTR(ctx, cs_member, v)->owner
                               : CS_PTR(ctx, cs_getset, v)->owner;
}

CS_LEAF(slot_name) {
  CS_GIVE(cs_is(args[0], CS_L_MEMBER) ? CS_PTR(ctx, cs_member, args[0])->name
                                      : CS_PTR(ctx, cs_getset, args[0])->name);
}
CS_LEAF(slot_objclass) {
  CS_GIVE(cs_type_value(owner_of(ctx, args[0])));
}
CS_LEAF(slot_doc) {
  CS_GIVE(CS_NONE);
}

CS_LEAF(slot_qualname) {
  cs_value name;
  CS_TRY(slot_name(ctx, args, 1, &name));
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_builder_str(&b, cs_type_at(ctx, owner_of(ctx, args[0]))->qualname);
  cs_builder_c(&b, ".");
  cs_builder_str(&b, name);
  return cs_builder_finish(&b, out);
}

static cs_status check_target(cs_ctx *ctx, cs_value *args) {
  cs_off owner = owner_of(ctx, args[0]);
  cs_value name;
  if (cs_type_is(ctx, args[1], owner)) return CS_OK;
  CS_TRY(slot_name(ctx, args, 1, &name));
  return cs_throw(ctx, CS_TypeError,
                  "descriptor '%v' for '%v' objects doesn't apply to a '%t' "
                  "object",
                  name, cs_type_at(ctx, owner)->name, args[1]);
}

CS_LEAF(slot_get) {
  if (cs_is_none(args[1])) CS_GIVE(args[0]);
  CS_TRY(check_target(ctx, args));
  return cs_attr_bind(ctx, args[0], args[1], cs_class_of(ctx, args[1]), out);
}

/* Through the class: the attribute there is this descriptor, or one that
 * hides it and then decides. */
static cs_status slot_change(cs_ctx *ctx, cs_value *args, cs_value v,
                             cs_value *out) {
  cs_value name;
  CS_TRY(check_target(ctx, args));
  CS_TRY(slot_name(ctx, args, 1, &name));
  *out = CS_NONE;
  return cs_attr_set_generic(ctx, args[1], name, v);
}
CS_LEAF(slot_set) {
  return slot_change(ctx, args, args[2], out);
}
CS_LEAF(slot_delete) {
  return slot_change(ctx, args, CS_UNBOUND, out);
}

#define WRAPPER(type)                                                      \
  {type, "__init__", "($self, function, /)", wrapper_init},                \
      {type, "__get__", "($self, instance, owner=None, /)", wrapper_bind}, \
      {type, "__func__", "get", get_fget},                                 \
      {type, "__func__", "set", readonly},                                 \
      {type, "__wrapped__", "get", get_fget},                              \
      {type, "__wrapped__", "set", readonly},                              \
      {type, "__isabstractmethod__", "get", get_abstract},                 \
      {type, "__name__", "get", wrapped_name},                             \
      {type, "__qualname__", "get", wrapped_qualname},                     \
      {type, "__module__", "get", wrapped_module},                         \
      {type, "__doc__", "get", wrapped_doc},                               \
      {type, "__annotations__", "get", wrapped_annotations}, {             \
    type, "__dict__", "get", wrapper_dict                                  \
  }
#define SLOT(type)                                                     \
  {type, "__name__", "get", slot_name},                                \
      {type, "__qualname__", "get", slot_qualname},                    \
      {type, "__objclass__", "get", slot_objclass},                    \
      {type, "__doc__", "get", slot_doc},                              \
      {type, "__get__", "($self, instance, owner=None, /)", slot_get}, \
      {type, "__set__", "($self, instance, value, /)", slot_set}, {    \
    type, "__delete__", "($self, instance, /)", slot_delete            \
  }

const cs_native_def cs_descr_natives[] = {
    {"property", "__new__", "($cls, fget=None, fset=None, fdel=None, doc=None)",
     property_new},
    {"property", "__init__",
     "($self, fget=None, fset=None, fdel=None, doc=None)", property_init},
    {"property", "getter", "($self, fget, /)", property_getter},
    {"property", "setter", "($self, fset, /)", property_setter},
    {"property", "deleter", "($self, fdel, /)", property_deleter},
    {"property", "fget", "get", get_fget},
    {"property", "fget", "set", readonly},
    {"property", "fset", "get", get_fset},
    {"property", "fset", "set", readonly},
    {"property", "fdel", "get", get_fdel},
    {"property", "fdel", "set", readonly},
    {"property", "__doc__", "get", get_doc},
    {"property", "__doc__", "set", set_doc},
    {"property", "__isabstractmethod__", "get", get_abstract},
    {"property", "__get__", "($self, instance, owner=None, /)", property_get},
    {"property", "__set__", "($self, instance, value, /)", property_set},
    {"property", "__delete__", "($self, instance, /)", property_delete},
    {"classmethod", "__new__", "($cls, *args)", classmethod_new},
    WRAPPER("classmethod"),
    {"staticmethod", "__new__", "($cls, *args)", staticmethod_new},
    WRAPPER("staticmethod"),
    {"staticmethod", "__call__", "($self, *args)", in_python},
    {"super", "__new__", "($cls, *args)", super_new},
    {"super", "__thisclass__", "get", super_thisclass},
    {"super", "__thisclass__", "set", readonly},
    {"super", "__self__", "get", super_self},
    {"super", "__self__", "set", readonly},
    {"super", "__self_class__", "get", super_self_class},
    {"super", "__self_class__", "set", readonly},
    {"super", "__get__", "($self, instance, owner=None, /)", super_bind},
    {"super", "__getattribute__", "($self, name, /)", super_getattribute},
    SLOT("member_descriptor"),
    SLOT("getset_descriptor"),
    CS_NATIVE_END};
