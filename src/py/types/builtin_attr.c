/*
 * builtin_attr.c - built-in functions about attributes and classes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/abc.h"
#include "py/types/op.h"
#include "py/types/ops.h"
#include "py/types/type.h"

/* --- attributes ---------------------------------------------------------- */

static cs_status name_of(cs_ctx *ctx, cs_value v, cs_value *out) {
  cs_value s = cs_unwrap(ctx, v);
  if (!cs_is_str(s))
    return cs_throw(ctx, CS_TypeError,
                    "attribute name must be string, not '%t'", v);
  return cs_str_intern(ctx, s, out);
}

/* Was that an AttributeError?  Then it is dealt with. */
static bool was_missing(cs_ctx *ctx) {
  cs_value *exc = &ctx->head->root[CS_ROOT_EXC];
  if (!cs_type_is(ctx, *exc, cs_exc_class(ctx, CS_AttributeError)))
    return false;
  *exc = CS_NONE;
  return true;
}

/* An attribute of an instance that its class has nothing to say about.
 * `*sure`: this is its value, or UNBOUND because there is none. */
static cs_value own_value(cs_ctx *ctx, cs_value obj, cs_value name,
                          bool *sure) {
  *sure = false;
  if (!cs_is(obj, CS_L_INSTANCE)) return CS_UNBOUND;
  cs_off cls = cs_class_of(ctx, obj);
  uint32_t flags = cs_type_at(ctx, cls)->flags;
  if (flags & CS_TYPE_HGETATTRIBUTE ||
      !cs_is_unbound(cs_type_find(ctx, cls, name)))
    return CS_UNBOUND;
  cs_value v = cs_instance_get(ctx, obj, name);
  *sure = !cs_is_unbound(v) || !(flags & CS_TYPE_HGETATTR);
  return v;
}

static cs_status builtin_getattr(cs_ctx *ctx, cs_value *args, uint32_t n,
                                 cs_value *out) {
  (void)n;
  cs_value name;
  bool dflt = !cs_is_unbound(args[2]);
  cs_status st = name_of(ctx, args[1], &name);
  bool sure = false;
  cs_value own = CS_UNBOUND;
  if (st == CS_OK) own = own_value(ctx, args[0], name, &sure);
  if (sure && (dflt || !cs_is_unbound(own))) {
    *out = cs_is_unbound(own) ? args[2] : own;
    return CS_OK;
  }
  if (st == CS_OK && dflt && cs_attr_lacks(ctx, args[0], name)) {
    *out = args[2];
    return CS_OK;
  }
  if (st == CS_OK) st = cs_attr_get(ctx, args[0], name, out);
  if (st == CS_CALLBACK && dflt) return CS_SLOW; /* the twin catches */
  if (st != CS_THROW || !dflt || !was_missing(ctx)) return st;
  *out = args[2];
  return CS_OK;
}

static cs_status builtin_hasattr(cs_ctx *ctx, cs_value *args, uint32_t n,
                                 cs_value *out) {
  (void)n;
  cs_value name, v;
  cs_status st = name_of(ctx, args[1], &name);
  if (st != CS_OK) return st;
  if (cs_attr_lacks(ctx, args[0], name)) {
    *out = CS_FALSE;
    return CS_OK;
  }
  st = cs_attr_get(ctx, args[0], name, &v);
  if (st == CS_CALLBACK) return CS_SLOW;
  bool missing = st == CS_THROW && was_missing(ctx);
  if (st != CS_OK && !missing) return st;
  *out = cs_bool(!missing);
  return CS_OK;
}

static cs_status builtin_setattr(cs_ctx *ctx, cs_value *args, uint32_t n,
                                 cs_value *out) {
  (void)n;
  cs_value name;
  cs_status st = name_of(ctx, args[1], &name);
  *out = CS_NONE;
  return st == CS_OK ? cs_attr_set(ctx, args[0], name, args[2]) : st;
}

static cs_status builtin_delattr(cs_ctx *ctx, cs_value *args, uint32_t n,
                                 cs_value *out) {
  (void)n;
  cs_value name;
  cs_status st = name_of(ctx, args[1], &name);
  *out = CS_NONE;
  return st == CS_OK ? cs_attr_set(ctx, args[0], name, CS_UNBOUND) : st;
}

/* --- isinstance, issubclass ---------------------------------------------- */

/* The Python code by which the metaclass of `cls` decides, or UNBOUND. */
static cs_value hook_of(cs_ctx *ctx, cs_value cls, cs_name_id hook) {
  cs_off meta = CS_PTR(ctx, cs_type, cls)->meta;
  if (meta == ctx->image->cls[CS_L_TYPE]) return CS_UNBOUND;
  cs_value m = cs_type_find(ctx, meta, cs_known(ctx, hook));
  return cs_is(m, CS_L_NATIVE) ? CS_UNBOUND : m;
}

static bool has_hook(cs_ctx *ctx, cs_value cls, cs_name_id hook) {
  return !cs_is_unbound(hook_of(ctx, cls, hook));
}

/* A class that claims to be another one through `__class__`. */
static bool has_disguise(cs_ctx *ctx, cs_value v) {
  if (!cs_is_instance(v)) return false;
  return cs_type_at(ctx, cs_shape_of(ctx, v)->cls)->flags &
         (CS_TYPE_HCLASS | CS_TYPE_HGETATTRIBUTE);
}

static cs_status wrong_class(cs_ctx *ctx, cs_value cls, bool instance) {
  if (cs_op_has_class(cls)) return CS_SLOW; /* may have a hook */
  if (cs_is(cls, CS_L_ALIAS))
    return cs_throw(ctx, CS_TypeError,
                    instance ? "isinstance() argument 2 cannot be a "
                               "parameterized generic"
                             : "issubclass() argument 2 cannot be a "
                               "parameterized generic");
  return cs_throw(ctx, CS_TypeError,
                  instance ? "isinstance() arg 2 must be a type, a tuple of "
                             "types, or a union"
                           : "issubclass() arg 2 must be a class, a tuple of "
                             "classes, or a union");
}

/* `of` is what is asked about, `type` its class or itself. */
typedef struct question {
  cs_value of;
  cs_off type;
  bool instance;
} question;

static cs_status ask_one(cs_ctx *ctx, const question *q, cs_value cls,
                         bool *out) {
  if (!cs_is_type(cls)) return wrong_class(ctx, cls, q->instance);
  *out = q->type == cs_ref_off(cls);
  if (*out && q->instance) return CS_OK; /* the exact class asks no hook */
  cs_value hook = hook_of(
      ctx, cls, q->instance ? CS_N___instancecheck__ : CS_N___subclasscheck__);
  if (!cs_is_unbound(hook)) {
    if (!q->instance || has_disguise(ctx, q->of)) return CS_SLOW;
    return cs_abc_known(ctx, cls, hook, q->type, out);
  }
  *out = cs_type_sub(ctx, q->type, cs_ref_off(cls));
  return !*out && q->instance && has_disguise(ctx, q->of) ? CS_SLOW : CS_OK;
}

static cs_status ask(cs_ctx *ctx, const question *q, cs_value cls, bool *out) {
  cs_value many = cls;
  if (cs_is(cls, CS_L_UNION)) many = CS_PTR(ctx, cs_alias, cls)->args;
  if (!cs_is_tuple(many)) return ask_one(ctx, q, cls, out);
  *out = false;
  for (uint32_t i = 0; i < cs_tuple_len(ctx, many) && !*out; i++) {
    cs_value c = cs_tuple_at(ctx, many, i);
    if (cs_is_tuple(c) || cs_is(c, CS_L_UNION)) return CS_SLOW; /* nested */
    cs_status st = ask_one(ctx, q, c, out);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

cs_status cs_type_ask(cs_ctx *ctx, cs_value v, cs_value cls, bool *yes) {
  question q = {v, cs_class_of(ctx, v), true};
  return ask(ctx, &q, cls, yes);
}

static cs_status builtin_isinstance(cs_ctx *ctx, cs_value *args, uint32_t n,
                                    cs_value *out) {
  (void)n;
  bool yes;
  cs_value v = args[0];
  if (cs_is(v, CS_L_INSTANCE) && cs_is(args[1], CS_L_TYPE) &&
      cs_shape_of(ctx, v)->cls == cs_ref_off(args[1])) { /* asks no hook */
    *out = CS_TRUE;
    return CS_OK;
  }
  cs_status st = cs_type_ask(ctx, v, args[1], &yes);
  if (st == CS_OK) *out = cs_bool(yes);
  return st;
}

static cs_status builtin_issubclass(cs_ctx *ctx, cs_value *args, uint32_t n,
                                    cs_value *out) {
  (void)n;
  bool yes;
  if (!cs_is_type(args[0])) {
    if (cs_op_has_class(args[0]) || cs_is_tuple(args[1]) ||
        (cs_is_type(args[1]) && has_hook(ctx, args[1], CS_N___subclasscheck__)))
      return CS_SLOW;
    return cs_throw(ctx, CS_TypeError, "issubclass() arg 1 must be a class");
  }
  question q = {args[0], cs_ref_off(args[0]), false};
  cs_status st = ask(ctx, &q, args[1], &yes);
  if (st == CS_OK) *out = cs_bool(yes);
  return st;
}

/* type.__instancecheck__ and __subclasscheck__: the MRO decides. */
static cs_status type_instancecheck(cs_ctx *ctx, cs_value *args, uint32_t n,
                                    cs_value *out) {
  (void)n;
  if (!cs_is_type(args[0])) return wrong_class(ctx, args[0], true);
  *out = cs_bool(cs_type_is(ctx, args[1], cs_ref_off(args[0])));
  return CS_OK;
}

static cs_status type_subclasscheck(cs_ctx *ctx, cs_value *args, uint32_t n,
                                    cs_value *out) {
  (void)n;
  if (!cs_is_type(args[0])) return wrong_class(ctx, args[0], false);
  if (!cs_is_type(args[1]))
    return cs_throw(ctx, CS_TypeError, "issubclass() arg 1 must be a class");
  *out = cs_bool(cs_type_sub(ctx, cs_ref_off(args[1]), cs_ref_off(args[0])));
  return CS_OK;
}

const cs_native_def cs_builtin_attr_natives[] = {
    {".builtins", "getattr", "(object, name, default=None, /)",
     builtin_getattr},
    {".builtins", "hasattr", "(obj, name, /)", builtin_hasattr},
    {".builtins", "setattr", "(obj, name, value, /)", builtin_setattr},
    {".builtins", "delattr", "(obj, name, /)", builtin_delattr},
    {".builtins", "isinstance", "(obj, class_or_tuple, /)", builtin_isinstance},
    {".builtins", "issubclass", "(cls, class_or_tuple, /)", builtin_issubclass},
    {"type", "__instancecheck__", "($self, instance, /)", type_instancecheck},
    {"type", "__subclasscheck__", "($self, subclass, /)", type_subclasscheck},
    CS_NATIVE_END};
