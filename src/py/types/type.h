/*
 * type.h - classes, instances and attribute access.
 *
 * A class keeps its namespace in a dict and its linearised bases in a tuple.
 * An instance keeps its attributes in slots described by a shape; shapes form
 * a tree per class, with transitions in one session table, so that equal
 * construction orders share a shape and inline caches hit.  After
 * CS_SHAPE_MAX attributes, or when __dict__ is asked for, an instance moves
 * to dict mode.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_TYPE_H
#define CS_PY_TYPES_TYPE_H

#include "py/heap/ctx.h"

#define CS_SHAPE_MAX 64 /* attributes before an instance gets a dict */

/* --- classes ------------------------------------------------------------- */

static inline cs_type *cs_type_at(const cs_ctx *ctx, cs_off t) {
  return CS_AT(ctx, cs_type, t);
}
static inline cs_value cs_type_value(cs_off t) {
  return cs_ref(CS_L_TYPE, t);
}
static inline bool cs_is_type(cs_value v) {
  return cs_is(v, CS_L_TYPE);
}
static inline bool cs_is_instance(cs_value v) {
  return cs_is_ref(v) && cs_ref_layout(v) == CS_L_INSTANCE;
}
static inline cs_shape *cs_shape_of(const cs_ctx *ctx, cs_value instance) {
  return CS_AT(ctx, cs_shape, CS_PTR(ctx, cs_instance, instance)->shape);
}

/* type(v) */
cs_off cs_class_of(const cs_ctx *ctx, cs_value v);
/* Does the native that runs do all that calling `cls` does?  See _set_maker. */
bool cs_type_is_maker(const cs_ctx *ctx, cs_value cls);
/* Look `name` (interned) up along the MRO; UNBOUND when absent. */
cs_value cs_type_find(cs_ctx *ctx, cs_off type, cs_value name);
/* The same, starting behind `after` in the MRO of `type`: super(). */
cs_value cs_type_find_after(cs_ctx *ctx, cs_off type, cs_off after,
                            cs_value name);
/* Is `a` a subclass of `b` (by MRO)? */
bool cs_type_sub(const cs_ctx *ctx, cs_off a, cs_off b);
/* isinstance(v, t) by MRO only. */
bool cs_type_is(const cs_ctx *ctx, cs_value v, cs_off t);
/* isinstance(v, cls); CS_SLOW: Python code decides. */
cs_status cs_type_ask(cs_ctx *ctx, cs_value v, cs_value cls,
                      bool *yes) CS_MUST_CHECK;
/* Class of built-in exception `id`. */
static inline cs_off cs_exc_class(const cs_ctx *ctx, cs_exc_id id) {
  return ctx->image->exc[id];
}
bool cs_is_exception(const cs_ctx *ctx, cs_value v);

/* Make a class from checked parts: name, tuple of bases (not empty), a dict
 * that becomes its namespace, metaclass.  Computes MRO, layout and flags;
 * does not call __set_name__ or __init_subclass__. */
cs_status cs_type_new(cs_ctx *ctx, cs_value name, cs_value bases, cs_value dict,
                      cs_off meta, cs_value *out) CS_MUST_CHECK;
/* type.__bases__ = bases, a checked tuple of classes: new MROs for `type` and
 * everything derived from it. */
cs_status cs_type_rebase(cs_ctx *ctx, cs_off type,
                         cs_value bases) CS_MUST_CHECK;
/* Is `v`, a value of a namespace, neither absent nor anything that binds or is
 * called? */
static inline bool cs_type_is_data(cs_value v) {
  return cs_is_ref(v) ? cs_ref_layout(v) < CS_L_FUNC : !cs_is_unbound(v);
}
/* Recompute flags after the namespace of `type` changed in `name`. */
void cs_type_touch(cs_ctx *ctx, cs_off type, cs_value name);
/* Remove what the caches know of `type` and its subclasses. */
void cs_type_forget(cs_ctx *ctx, cs_off type);
/* A cache entry will depend on `type` and its bases. */
void cs_type_watch(cs_ctx *ctx, cs_off type);
/* Work out the flags of `type` that sum up its MRO. */
void cs_type_flags(cs_ctx *ctx, cs_off type);

/* --- instances ----------------------------------------------------------- */

/* Remember an object that something is to happen to when it dies: __del__, or
 * the end of a generator. */
cs_status cs_instance_final(cs_ctx *ctx, cs_value obj) CS_MUST_CHECK;
/* A fresh instance; members are UNBOUND (None for exceptions). */
cs_status cs_instance_new(cs_ctx *ctx, cs_off type,
                          cs_value *out) CS_MUST_CHECK;
/* An instance of a subclass of a built-in around `payload`; `payload` itself
 * when `type` is the built-in. */
cs_status cs_instance_wrap(cs_ctx *ctx, cs_off type, cs_value payload,
                           cs_value *out) CS_MUST_CHECK;
/* Slot of `name` in `shape`, UINT32_MAX when absent. */
uint32_t cs_shape_find(cs_ctx *ctx, cs_off shape, cs_value name);
/* The shape with `name` added. */
cs_status cs_shape_add(cs_ctx *ctx, cs_off shape, cs_value name,
                       cs_off *out) CS_MUST_CHECK;
cs_value *cs_instance_slot(cs_ctx *ctx, cs_instance *o, uint32_t slot);
/* Instance attribute without looking at the class; UNBOUND when absent. */
cs_value cs_instance_get(cs_ctx *ctx, cs_value obj, cs_value name);
cs_status cs_instance_set(cs_ctx *ctx, cs_value obj, cs_value name,
                          cs_value v) CS_MUST_CHECK;
/* `*had` false when there was no such attribute. */
cs_status cs_instance_del(cs_ctx *ctx, cs_value obj, cs_value name,
                          bool *had) CS_MUST_CHECK;
/* A new dict with what obj.__dict__ would hold. */
cs_status cs_instance_attributes(cs_ctx *ctx, cs_value obj,
                                 cs_value *out) CS_MUST_CHECK;
/* obj.__dict__: switches to dict mode. */
cs_status cs_instance_dict(cs_ctx *ctx, cs_value obj,
                           cs_value *out) CS_MUST_CHECK;
/* Member `slot` of an exception. */
static inline cs_value *cs_exc_member(const cs_ctx *ctx, cs_value exc,
                                      uint32_t member) {
  return &CS_PTR(ctx, cs_instance, exc)->slot[member];
}
/* An exception instance with this args tuple, without running Python code. */
cs_status cs_exc_new(cs_ctx *ctx, cs_off type, cs_value args,
                     cs_value *out) CS_MUST_CHECK;

/* OSError, or its subclass for this error number. */
cs_off cs_exc_obj_os_class(cs_ctx *ctx, int64_t number);

/* --- attributes (attr.c) ------------------------------------------------- */

/* obj.name in full.  CS_CALLBACK: a property, __getattr__ ... must be called
 * (ctx->call).  CS_THROW: AttributeError. */
cs_status cs_attr_get(cs_ctx *ctx, cs_value obj, cs_value name,
                      cs_value *out) CS_MUST_CHECK;
/* object.__getattribute__: no overrides. */
cs_status cs_attr_get_generic(cs_ctx *ctx, cs_value obj, cs_value name,
                              cs_value *out) CS_MUST_CHECK;
/* Is there certainly no such attribute?  Nothing is executed to find out. */
bool cs_attr_lacks(cs_ctx *ctx, cs_value obj, cs_value name);
cs_status cs_attr_set(cs_ctx *ctx, cs_value obj, cs_value name,
                      cs_value v) CS_MUST_CHECK;
cs_status cs_attr_set_generic(cs_ctx *ctx, cs_value obj, cs_value name,
                              cs_value v) CS_MUST_CHECK;
/* v UNBOUND in the setters means delete. */

/* What attribute `raw`, found in a class, gives for `obj` of class `cls`
 * (obj UNBOUND: access on the class).  Functions become bound methods. */
cs_status cs_attr_bind(cs_ctx *ctx, cs_value raw, cs_value obj, cs_off cls,
                       cs_value *out) CS_MUST_CHECK;
bool cs_attr_is_data(cs_ctx *ctx, cs_value raw);

#endif
