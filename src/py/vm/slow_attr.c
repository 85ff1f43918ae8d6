/*
 * slow_attr.c - names and attributes off the fast path; fills inline caches.
 *
 * A cache entry is only a hint: the loop compares the site and the shape (or
 * key version) before every use; heap/icache.h says what keeps it valid.
 *
 * Two jobs in each function: do what the instruction says, and note for the
 * next time how it was found. The note is made after the lookup has succeeded
 * and only for outcomes that depend on nothing but the guard: the class must
 * not define __getattribute__, the attribute must be no data descriptor, and
 * the instance must have a shape (one with an own dict has none that says where
 * its attributes are).
 *
 * Caches are not part of the program's state: fuel and results are the same
 * with a cold cache, and snapshots leave them out.
 *
 * What is never noted, each with the bug that it would be: a data descriptor
 * (its __get__ has the word), an attribute of a class with __getattribute__ or
 * a metaclass that has one, an attribute of an instance whose names are in a
 * dict of its own unless the entry checks the key, objects of the image as
 * targets of writes, and members of exceptions that have defaults.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/box.h"
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/type.h"
#include "py/vm/vm.h"

/* --- globals ------------------------------------------------------------- */

/* The name is stored in the exception: tracebacks suggest similar ones. */
static cs_status no_name(cs_ctx *ctx, cs_value name) {
  cs_status st = cs_throw(ctx, CS_NameError, "name '%v' is not defined", name);
  if (st != CS_THROW) return st;
  return cs_instance_set(ctx, ctx->head->root[CS_ROOT_EXC],
                         cs_known(ctx, CS_N_name), name) == CS_OK
             ? CS_THROW
             : CS_RETRY;
}

/* The builtins of a module: its __builtins__ if it was given one. */
static cs_value builtins_of(cs_ctx *ctx, cs_value globals) {
  cs_value own =
      cs_dict_get_name(ctx, globals, cs_known(ctx, CS_N___builtins__));
  if (cs_is(own, CS_L_MODULE)) own = cs_space_of(ctx, own);
  if (cs_is_dict(own) && !cs_same(own, ctx->image->builtins)) return own;
  return ctx->head->root[CS_ROOT_BUILTINS];
}

/* The namespace of the program itself: only there the host may supply names. */
static bool is_main(const cs_ctx *ctx, cs_value globals) {
  return cs_same(globals, ctx->head->root[CS_ROOT_GLOBALS]);
}

/* Let the prelude ask the host; the result goes to the register that GETGLOBAL,
 * the instruction before pc, names. */
static cs_status want_name(cs_ctx *ctx, cs_value name, cs_value *out) {
  uint32_t ins = CS_AT(ctx, uint32_t, cs_frame_top(ctx)->pc)[-1];
  return cs_call_intrinsic(ctx, CS_X_missing_name, 1, &name, CS_RET_PLAIN,
                           ins >> 8 & 0xFF, out);
}

/* `display`, where the program has not defined it: as in a notebook. */
static cs_status want_display(cs_ctx *ctx, cs_value *out) {
  uint32_t ins = CS_AT(ctx, uint32_t, cs_frame_top(ctx)->pc)[-1];
  return cs_call_intrinsic(ctx, CS_X_display_name, 0, NULL, CS_RET_PLAIN,
                           ins >> 8 & 0xFF, out);
}

/* `compiled`: the search comes from a GETGLOBAL instruction, so the answer of
 * the host has a register to go to. */
static cs_status not_found(cs_ctx *ctx, cs_value globals, cs_value name,
                           bool compiled, cs_value *out) {
  if (!compiled || !is_main(ctx, globals)) return no_name(ctx, name);
  if (ctx->ask_names) return want_name(ctx, name, out);
  if (cs_same(name, cs_known(ctx, CS_N_display))) return want_display(ctx, out);
  return no_name(ctx, name);
}

/* A builtin is noted with the table of the builtins as target; it is valid as
 * long as the module has no such name of its own, which its key version
 * says. */
cs_status cs_slow_global(cs_ctx *ctx, cs_off globals, cs_value name,
                         cs_value *out, cs_inline *ic, uint32_t site) {
  cs_value d = cs_ref(CS_L_DICT, globals);
  /* The entry's number, which stays as long as the key version does. */
  uint32_t e = cs_dict_find_name(ctx, d, name);
  if (e != UINT32_MAX) {
    *out = cs_dict_table(ctx, d)->e[e].value;
    uint32_t ver = ic ? cs_dict_version(ctx, d) : 0;
    if (ver) cs_icache_store(ctx, ic, (cs_inline){site, ver, e, 0});
    return CS_OK;
  }
  cs_value b = builtins_of(ctx, d);
  e = cs_dict_find_name(ctx, b, name);
  if (e == UINT32_MAX) return not_found(ctx, d, name, ic != NULL, out);
  *out = cs_dict_table(ctx, b)->e[e].value;
  /* A module with builtins of its own is not noted: nothing would tell the
   * cache when those change. */
  bool shared = cs_ref_off(b) < CS_IMAGE_END ||
                cs_same(b, ctx->head->root[CS_ROOT_BUILTINS]);
  uint32_t ver = ic && shared ? cs_dict_version(ctx, d) : 0;
  if (ver) /* a change of them empties the cache: dict.c */
    cs_icache_store(ctx, ic,
                    (cs_inline){site, ver, e, CS_PTR(ctx, cs_dict, b)->table});
  return CS_OK;
}

/* Only a new name costs what a search costs; see above. */
cs_status cs_slow_setglobal(cs_ctx *ctx, cs_off globals, cs_value name,
                            cs_value v) {
  uint32_t before = CS_AT(ctx, cs_dict, globals)->len;
  int64_t fuel = ctx->fuel;
  cs_status st = cs_dict_set(ctx, cs_ref(CS_L_DICT, globals), name, v);
  if (CS_AT(ctx, cs_dict, globals)->len == before)
    ctx->fuel = fuel; /* a warm cache would not have searched */
  return st;
}

/* --- attributes ---------------------------------------------------------- */

/* Remember where the class dict of `cls`'s MRO keeps `name`, if its value is
 * plain data that an instance of shape `guard` would find there. */
static void cache_class_data(cs_ctx *ctx, cs_off cls, cs_value name,
                             uint32_t guard, cs_inline *ic, uint32_t site) {
  assert(guard);
  cs_value mro = cs_type_at(ctx, cls)->mro;
  /* The first class of the MRO that has the name, as the lookup found it. */
  for (uint32_t i = 0; i < cs_tuple_len(ctx, mro); i++) {
    cs_off t = cs_ref_off(cs_tuple_at(ctx, mro, i));
    cs_value d = cs_ref(CS_L_DICT, cs_type_at(ctx, t)->dict);
    uint32_t e = cs_dict_find_name(ctx, d, name);
    if (e == UINT32_MAX) continue;
    cs_inline_put(ctx, ic,
                  (cs_inline){site, guard, e, CS_PTR(ctx, cs_dict, d)->table});
    return;
  }
}

/* Layouts of plain data, which have no __get__; false only for those. */
static bool is_descriptor(cs_value v) {
  if (!cs_is_ref(v)) return false;
  switch (cs_ref_layout(v)) {
    case CS_L_STR:
    case CS_L_BYTES:
    case CS_L_BIGINT:
    case CS_L_LIST:
    case CS_L_TUPLE:
    case CS_L_DICT:
    case CS_L_SET:
    case CS_L_FROZENSET:
    case CS_L_RANGE:
    case CS_L_TYPE: return false;
    default: return true;
  }
}

/* An attribute of a class that is what a namespace of its MRO holds, or one of
 * its metaclass's. If that changes to or from something that binds, or a name
 * is new, all caches are emptied. `got` is what the full lookup found: if the
 * namespaces say otherwise (a metaclass interfered), nothing is noted. */
static void cache_of_class(cs_ctx *ctx, cs_value cls, cs_value name,
                           cs_value got, cs_inline *ic, uint32_t site) {
  cs_inline e = {0};
  cs_off meta = CS_PTR(ctx, cs_type, cls)->meta;
  if (cs_type_at(ctx, meta)->flags & CS_TYPE_HGETATTRIBUTE) return;
  cs_value above = cs_type_find(ctx, meta, name);
  if (is_descriptor(above) && cs_attr_is_data(ctx, above)) return;
  /* A later change of the class will empty the caches. */
  cs_type_watch(ctx, cs_ref_off(cls));
  cache_class_data(ctx, cs_ref_off(cls), name, cs_ref_off(cls), &e, site);
  if (!e.target) cache_class_data(ctx, meta, name, cs_ref_off(cls), &e, site);
  if (!e.target) return;
  cs_value v = CS_AT(ctx, cs_table, e.target)->e[e.slot].value;
  if (cs_same(v, got)) cs_inline_put(ctx, ic, e);
}

/* A variable of a module.  The key version tells dicts apart as well. */
static void cache_of_module(cs_ctx *ctx, cs_value module, cs_value name,
                            cs_value got, cs_inline *ic, uint32_t site) {
  cs_value d = cs_space_of(ctx, module);
  uint32_t e = cs_dict_find_name(ctx, d, name);
  if (e == UINT32_MAX) return;
  uint32_t ver = cs_dict_version(ctx, d);
  if (ver && cs_same(cs_dict_table(ctx, d)->e[e].value, got))
    cs_inline_put(ctx, ic, (cs_inline){site, ver, e, 0});
}

/* A property whose getter is itemgetter(i), of an instance with a tuple inside:
 * the loop takes the item itself. */
static bool cache_field(cs_ctx *ctx, const cs_instance *o, cs_value getter,
                        cs_inline *ic, uint32_t site) {
  if (!cs_box_is(ctx, getter, CS_BOX_ITEMGETTER)) return false;
  cs_value items = cs_box_values(ctx, getter)[0];
  /* True without a note: it is a field, but not one the loop can take. */
  if (o->h.type >> 8 != CS_L_TUPLE || !cs_is_tuple(o->slot[0]) ||
      cs_tuple_len(ctx, items) != 1)
    return true;
  cs_value i = cs_tuple_at(ctx, items, 0);
  if (cs_is_int(i) && cs_int_of(i) >= 0 && cs_int_of(i) < INT32_MAX)
    cs_inline_put(
        ctx, ic,
        (cs_inline){site, o->shape, CS_IC_FIELD, (cs_off)cs_int_of(i) + 1});
  return true;
}

/* Instances with a dict of one class mostly have their names in one order. */
static void cache_in_dict(cs_ctx *ctx, const cs_instance *o, cs_value name,
                          cs_inline *ic, uint32_t site) {
  cs_off cls = CS_AT(ctx, cs_shape, o->shape)->cls;
  if (cs_type_at(ctx, cls)->flags & CS_TYPE_HGETATTRIBUTE ||
      !cs_is_unbound(cs_type_find(ctx, cls, name)))
    return;
  uint32_t e = cs_dict_find_name(ctx, cs_ref(CS_L_DICT, o->ext), name);
  if (e != UINT32_MAX)
    cs_inline_put(ctx, ic, (cs_inline){site, o->shape, CS_IC_INDICT, e + 1});
}

/* Members of an exception below CS_EXC_MEMBERS are read through getters with
 * defaults, so their slots are not noted. */
static void cache_getattr(cs_ctx *ctx, cs_value obj, cs_value name,
                          cs_inline *ic, uint32_t site) {
  assert(cs_is_instance(obj));
  cs_instance *o = CS_PTR(ctx, cs_instance, obj);
  const cs_shape *s = CS_AT(ctx, cs_shape, o->shape);
  const cs_type *t = cs_type_at(ctx, s->cls);
  if (s->h.flags & CS_SHAPE_DICT) {
    cache_in_dict(ctx, o, name, ic, site);
    return;
  }
  if (t->flags & CS_TYPE_HGETATTRIBUTE) return;
  cs_value raw = cs_type_find(ctx, s->cls, name);
  uint32_t slot = cs_shape_find(ctx, o->shape, name);
  if (cs_is(raw, CS_L_PROPERTY)) {
    (void)cache_field(ctx, o, CS_PTR(ctx, cs_property, raw)->fget, ic, site);
    return;
  }
  if (cs_is(raw, CS_L_GETSET) && cs_same(name, cs_known(ctx, CS_N___class__))) {
    cs_inline_put(ctx, ic, (cs_inline){site, o->shape, CS_IC_CLASSOF, s->cls});
    return;
  }
  if (cs_is(raw, CS_L_MEMBER))
    slot = CS_PTR(ctx, cs_member, raw)->slot;
  else if (is_descriptor(raw) && cs_attr_is_data(ctx, raw))
    return;
  /* A slot of the instance hides the class, unless a data descriptor does. */
  if (slot != UINT32_MAX) {
    if (!cs_is_unbound(*cs_instance_slot(ctx, o, slot)) &&
        slot >= (t->flags & CS_TYPE_EXCEPTION ? CS_EXC_MEMBERS : 0))
      cs_inline_put(ctx, ic, (cs_inline){site, o->shape, slot, 0});
    return;
  }
  if (!cs_is_unbound(raw) && !is_descriptor(raw))
    cache_class_data(ctx, s->cls, name, o->shape, ic, site);
}

/* A property whose getter is a function of one parameter: the loop calls it
 * without asking again. */
static void cache_getter(cs_ctx *ctx, cs_value obj, cs_value name,
                         cs_inline *ic, uint32_t site) {
  assert(cs_is_instance(obj));
  const cs_instance *o = CS_PTR(ctx, cs_instance, obj);
  const cs_shape *s = CS_AT(ctx, cs_shape, o->shape);
  if (cs_type_at(ctx, s->cls)->flags &
      (CS_TYPE_HGETATTRIBUTE | CS_TYPE_HGETATTR))
    return;
  cs_value raw = cs_type_find(ctx, s->cls, name);
  if (!cs_is(raw, CS_L_PROPERTY)) return;
  cs_value f = CS_PTR(ctx, cs_property, raw)->fget;
  if (cache_field(ctx, o, f, ic, site) || !cs_is(f, CS_L_FUNC)) return;
  const cs_code *c = CS_AT(ctx, cs_code, CS_PTR(ctx, cs_func, f)->code);
  if (!(c->flags & CS_CODE_SIMPLE) || c->nargs != 1) return;
  cs_inline_put(ctx, ic,
                (cs_inline){site, o->shape, CS_IC_GETTER, cs_ref_off(f)});
}

/* obj.__class__ of an instance whose class leaves that to object. */
static bool is_own_class(cs_ctx *ctx, cs_value obj, cs_value name,
                         cs_value *out) {
  if (!cs_is_instance(obj) || !cs_same(name, cs_known(ctx, CS_N___class__)))
    return false;
  cs_off cls = cs_class_of(ctx, obj);
  if (cs_type_at(ctx, cls)->flags & CS_TYPE_HGETATTRIBUTE ||
      !cs_is(cs_type_find(ctx, cls, name), CS_L_GETSET))
    return false;
  *out = cs_type_value(cls);
  return true;
}

/* Also used by brief.c, which may not call: CS_CALLBACK leaves the call in
 * ctx->call. */
cs_status cs_slow_peekattr(cs_ctx *ctx, cs_value obj, cs_value name,
                           cs_value *out, cs_inline *ic, uint32_t site) {
  if (cs_same(name, cs_known(ctx, CS_N___name__)) && cs_is_type(obj) &&
      CS_PTR(ctx, cs_type, obj)->meta == ctx->image->cls[CS_L_TYPE]) {
    *out = CS_PTR(ctx, cs_type, obj)->name;
    return CS_OK;
  }
  if (is_own_class(ctx, obj, name, out)) return CS_OK;
  cs_status st = cs_attr_get(ctx, obj, name, out);
  if (st == CS_OK && cs_is_instance(obj))
    cache_getattr(ctx, obj, name, ic, site);
  else if (st == CS_OK && cs_is(obj, CS_L_TYPE))
    cache_of_class(ctx, obj, name, *out, ic, site);
  else if (st == CS_OK && cs_is(obj, CS_L_MODULE))
    cache_of_module(ctx, obj, name, *out, ic, site);
  else if (st == CS_CALLBACK && cs_is_instance(obj))
    cache_getter(ctx, obj, name, ic, site);
  return st;
}

/* ctx->call is copied, since the call that starts may fill it again. */
cs_status cs_slow_getattr(cs_ctx *ctx, cs_value obj, cs_value name,
                          uint32_t ret, cs_value *out, cs_inline *ic,
                          uint32_t site) {
  cs_status st = cs_slow_peekattr(ctx, obj, name, out, ic, site);
  if (st != CS_CALLBACK) return st;
  cs_call call = ctx->call;
  return cs_call_wanted(ctx, &call, call.kind, ret, out);
}

/* `before` is the shape that the instance had: with a new attribute the shape
 * has changed, and the entry leads from the old one to the new one. */
static void cache_setattr(cs_ctx *ctx, cs_value obj, cs_off before,
                          cs_value name, cs_inline *ic, uint32_t site) {
  assert(before);
  const cs_instance *o = CS_PTR(ctx, cs_instance, obj);
  const cs_shape *s = CS_AT(ctx, cs_shape, o->shape);
  const cs_type *t = cs_type_at(ctx, s->cls);
  if (t->flags & (CS_TYPE_HSETATTR | CS_TYPE_EXCEPTION)) return;
  if (s->h.flags & CS_SHAPE_DICT) return;
  cs_value raw = cs_type_find(ctx, s->cls, name);
  uint32_t slot = cs_shape_find(ctx, o->shape, name);
  if (cs_is(raw, CS_L_MEMBER))
    slot = CS_PTR(ctx, cs_member, raw)->slot;
  else if (is_descriptor(raw) && cs_attr_is_data(ctx, raw))
    return;
  /* Slots in the object's extension can be written, but an object cannot be
   * given one by the loop. */
  bool outside = slot >= (o->h.units * 16 - 16) / 8;
  if (slot == UINT32_MAX || (outside && before != o->shape)) return;
  if (cs_ref_off(obj) < CS_IMAGE_END) return;
  cs_inline_put(
      ctx, ic,
      (cs_inline){site, before, slot, before == o->shape ? 0 : o->shape});
}

/* Only a property's own function of two arguments is called with them. */
static void cache_setter(cs_ctx *ctx, cs_value obj, cs_value name,
                         cs_inline *ic, uint32_t site) {
  assert(cs_is_instance(obj));
  const cs_instance *o = CS_PTR(ctx, cs_instance, obj);
  const cs_shape *s = CS_AT(ctx, cs_shape, o->shape);
  if (cs_type_at(ctx, s->cls)->flags & CS_TYPE_HSETATTR) return;
  cs_value raw = cs_type_find(ctx, s->cls, name);
  if (!cs_is(raw, CS_L_PROPERTY)) return;
  cs_value f = CS_PTR(ctx, cs_property, raw)->fset;
  if (!cs_is(f, CS_L_FUNC)) return;
  const cs_code *c = CS_AT(ctx, cs_code, CS_PTR(ctx, cs_func, f)->code);
  if (!(c->flags & CS_CODE_SIMPLE) || c->nargs != 2) return;
  cs_inline_put(ctx, ic,
                (cs_inline){site, o->shape, CS_IC_SETTER, cs_ref_off(f)});
}

/* `before` 0: not an instance, nothing to remember. */
cs_status cs_slow_setattr(cs_ctx *ctx, cs_value obj, cs_value name, cs_value v,
                          cs_inline *ic, uint32_t site) {
  cs_off before =
      cs_is_instance(obj) ? CS_PTR(ctx, cs_instance, obj)->shape : 0;
  cs_status st = cs_attr_set(ctx, obj, name, v);
  if (st == CS_OK && before) cache_setattr(ctx, obj, before, name, ic, site);
  if (st != CS_CALLBACK) return st;
  if (before) cache_setter(ctx, obj, name, ic, site);
  cs_call call = ctx->call;
  cs_value out;
  return cs_call_wanted(ctx, &call, CS_RET_DISCARD, 0, &out);
}

/* UNBOUND is how cs_attr_set is told to delete. */
cs_status cs_slow_delattr(cs_ctx *ctx, cs_value obj, cs_value name) {
  cs_status st = cs_attr_set(ctx, obj, name, CS_UNBOUND);
  if (st != CS_CALLBACK) return st;
  cs_call call = ctx->call;
  cs_value out;
  return cs_call_wanted(ctx, &call, CS_RET_DISCARD, 0, &out);
}

/* Nothing is noted for exceptions: their constructor keeps the arguments. */
void cs_slow_cache_init(cs_ctx *ctx, cs_off cls, cs_inline *ic, uint32_t site) {
  const cs_type *t = cs_type_at(ctx, cls);
  if (t->layout != CS_L_INSTANCE || !(t->flags & CS_TYPE_HINIT) ||
      t->flags & (CS_TYPE_METACALL | CS_TYPE_HNEW | CS_TYPE_ABSTRACT |
                  CS_TYPE_EXCEPTION))
    return;
  cs_value init = cs_type_find(ctx, cls, cs_known(ctx, CS_N___init__));
  if (!cs_is(init, CS_L_FUNC)) return;
  const cs_code *c = CS_AT(ctx, cs_code, CS_PTR(ctx, cs_func, init)->code);
  if (c->flags & CS_CODE_SIMPLE)
    cs_icache_store(ctx, ic, (cs_inline){site, cls, 0, cs_ref_off(init)});
}

/* CS_IC_CALL: a function; CS_IC_LEAF: a native of a C module that works on the
 * object itself; CS_IC_DICT: the dict inside of a subclass of dict. */
void cs_slow_cache_special(cs_ctx *ctx, cs_value obj, cs_name_id name,
                           cs_inline *ic, uint32_t site) {
  assert(cs_is_instance(obj));
  const cs_instance *o = CS_PTR(ctx, cs_instance, obj);
  cs_value m = cs_type_find(ctx, CS_AT(ctx, cs_shape, o->shape)->cls,
                            cs_known(ctx, name));
  cs_inline e = {site, o->shape, CS_IC_CALL, cs_ref_off(m)};
  if (cs_is(m, CS_L_FUNC)) {
    const cs_code *c = CS_AT(ctx, cs_code, CS_PTR(ctx, cs_func, m)->code);
    if (!(c->flags & CS_CODE_SIMPLE)) return;
  } else {
    if (!cs_is(m, CS_L_NATIVE)) return;
    const cs_native *nat = CS_PTR(ctx, cs_native, m);
    if (name == CS_N___call__) { /* a method of no built-in: no other self */
      if (nat->owner || !(nat->h.flags & CS_NATIVE_METHOD)) return;
    } else if (!nat->owner && nat->h.flags & CS_NATIVE_METHOD &&
               nat->max == (name == CS_N___setitem__ ? 3 : 2)) {
      e.slot = CS_IC_LEAF; /* of a deque or an array */
    } else {
      if (o->h.type >> 8 != CS_L_DICT ||
          nat->owner != ctx->image->cls[CS_L_DICT])
        return;
      e.slot = CS_IC_DICT;
    }
  }
  cs_inline_put(ctx, ic, e);
}

/* --- methods ------------------------------------------------------------- */

/* A function in the class that no instance attribute hides: no bound method is
 * made. False: the attribute may be bound, hidden or computed; cs_attr_get
 * decides. `*guard` 0: true, but not to be remembered. */
static bool find_method(cs_ctx *ctx, cs_value obj, cs_value name,
                        cs_value *func, uint32_t *guard) {
  /* Numbers and constants: their methods are found anew each time. */
  if (!cs_is_ref(obj)) {
    *guard = 0;
    *func = cs_type_find(ctx, cs_class_of(ctx, obj), name);
    return cs_is(*func, CS_L_NATIVE) &&
           (CS_PTR(ctx, cs_native, *func)->h.flags & CS_NATIVE_METHOD);
  }
  uint32_t layout = cs_ref_layout(obj);
  cs_off cls = cs_class_of(ctx, obj);
  *guard = cs_inline_upper(obj);
  /* What these have may be bound, or is not bound at all. */
  if (layout == CS_L_TYPE || layout == CS_L_MODULE || layout == CS_L_SUPER ||
      layout == CS_L_FUNC || layout == CS_L_PROXY)
    return false;
  if (layout == CS_L_BOX || layout == CS_L_GEN)
    *guard = cs_inline_cls(ctx, obj);
  if (layout == CS_L_VIEW || layout == CS_L_ITER)
    *guard = 0; /* several classes share the layout */
  if (layout == CS_L_INSTANCE) {
    const cs_instance *o = CS_PTR(ctx, cs_instance, obj);
    const cs_shape *s = CS_AT(ctx, cs_shape, o->shape);
    if (cs_type_at(ctx, cls)->flags & CS_TYPE_HGETATTRIBUTE) return false;
    /* An attribute of the instance hides a method of the class. */
    if (!cs_is_unbound(cs_instance_get(ctx, obj, name))) return false;
    bool known = !(s->h.flags & CS_SHAPE_DICT) && !cs_inline_is_upper(o->shape);
    *guard = known ? o->shape : 0;
  }
  *func = cs_type_find(ctx, cls, name);
  if (cs_is(*func, CS_L_FUNC)) return true;
  return cs_is(*func, CS_L_NATIVE) &&
         (CS_PTR(ctx, cs_native, *func)->h.flags & CS_NATIVE_METHOD);
}

/* A static or class method, of an instance or a class: what to call goes to
 * out[0], what comes first, if anything, to out[1]. */
static bool find_unbound(cs_ctx *ctx, cs_value obj, cs_value name,
                         cs_value out[2], uint32_t *guard) {
  cs_off cls;
  if (cs_is(obj, CS_L_TYPE)) {
    cls = *guard = cs_ref_off(obj);
    cs_off meta = cs_type_at(ctx, cls)->meta;
    cs_value above = cs_type_find(ctx, meta, name);
    if (cs_type_at(ctx, meta)->flags & CS_TYPE_HGETATTRIBUTE ||
        (is_descriptor(above) && cs_attr_is_data(ctx, above)))
      return false;
  } else if (cs_is_instance(obj)) {
    const cs_instance *o = CS_PTR(ctx, cs_instance, obj);
    const cs_shape *s = CS_AT(ctx, cs_shape, o->shape);
    cls = s->cls;
    *guard = o->shape;
    if (cs_type_at(ctx, cls)->flags & CS_TYPE_HGETATTRIBUTE ||
        s->h.flags & CS_SHAPE_DICT ||
        !cs_is_unbound(cs_instance_get(ctx, obj, name)))
      return false;
  } else {
    return false;
  }
  cs_value raw = cs_type_find(ctx, cls, name);
  bool with_class = cs_is(raw, CS_L_CLASSMETHOD);
  if (!with_class && !cs_is(raw, CS_L_STATICMETHOD)) return false;
  out[0] = CS_PTR(ctx, cs_property, raw)->fget;
  out[1] = with_class ? cs_ref(CS_L_TYPE, cls) : CS_UNBOUND;
  if (cs_inline_is_upper(*guard)) *guard = 0;
  *guard |= with_class ? CS_IC_CLASS : CS_IC_STATIC;
  return cs_is(out[0], CS_L_FUNC);
}

/* R[ret+1] must be UNBOUND before a frame is pushed that will deliver R[ret]:
 * the CALLM that follows reads both. */
cs_status cs_slow_loadmethod(cs_ctx *ctx, cs_value obj, cs_value name,
                             uint32_t ret, cs_value out[2], cs_inline *ic,
                             uint32_t site) {
  cs_value func;
  uint32_t guard;
  if (find_method(ctx, obj, name, &func, &guard)) {
    out[0] = func;
    out[1] = obj;
    if (guard)
      cs_inline_put(
          ctx, ic,
          (cs_inline){site, guard, cs_ref_off(func), cs_inline_upper(func)});
    return CS_OK;
  }
  if (find_unbound(ctx, obj, name, out, &guard)) {
    if (guard > CS_IC_CLASS)
      cs_inline_put(ctx, ic,
                    (cs_inline){site, guard, cs_ref_off(out[0]),
                                cs_inline_upper(out[0])});
    return CS_OK;
  }
  out[1] = CS_UNBOUND;
  cs_status st = cs_attr_get(ctx, obj, name, &out[0]);
  if (st == CS_OK && cs_is(obj, CS_L_TYPE))
    cache_of_class(ctx, obj, name, out[0], ic, site);
  else if (st == CS_OK && cs_is(obj, CS_L_MODULE))
    cache_of_module(ctx, obj, name, out[0], ic, site);
  if (st != CS_CALLBACK) return st;
  cs_call call = ctx->call;
  cs_frame *f = cs_frame_top(ctx);
  cs_frame_regs(ctx, f)[ret + 1] = CS_UNBOUND;
  return cs_call_wanted(ctx, &call, call.kind, ret, &out[0]);
}

/* The text says which half of the protocol is missing. */
cs_status cs_slow_special(cs_ctx *ctx, cs_value obj, cs_name_id name,
                          uint32_t ret, cs_value out[2]) {
  cs_off cls = cs_class_of(ctx, obj);
  cs_value m = cs_type_find(ctx, cls, cs_known(ctx, name));
  if (cs_is_unbound(m)) {
    bool async = name == CS_N___aenter__ || name == CS_N___aexit__;
    bool missing_exit = name == CS_N___exit__ || name == CS_N___aexit__;
    return cs_throw(ctx, CS_TypeError,
                    "'%t' object does not support the %scontext manager "
                    "protocol%s%s",
                    obj, async ? "asynchronous " : "",
                    missing_exit ? " (missed " : "",
                    !missing_exit ? ""
                    : async       ? "__aexit__ method)"
                                  : "__exit__ method)");
  }
  if (cs_is(m, CS_L_FUNC) ||
      (cs_is(m, CS_L_NATIVE) &&
       (CS_PTR(ctx, cs_native, m)->h.flags & CS_NATIVE_METHOD))) {
    out[0] = m;
    out[1] = obj;
    return CS_OK;
  }
  cs_value *second = cs_frame_regs(ctx, cs_frame_top(ctx)) + ret + 1;
  out[1] = CS_UNBOUND;
  cs_status st = cs_attr_bind(ctx, m, obj, cls, &out[0]);
  if (st != CS_CALLBACK) return st;
  cs_call call = ctx->call; /* a __get__ in Python */
  st = cs_call_wanted(ctx, &call, CS_RET_PLAIN, ret, &out[0]);
  if (st == CS_CALLBACK) *second = CS_UNBOUND;
  return st;
}

/* super() without arguments as the compiler writes it; the prelude has the
 * rest, such as super() of a class method whose cls is a subclass. */
cs_status cs_slow_super(cs_ctx *ctx, cs_value cls, cs_value self, cs_value name,
                        uint32_t ret, cs_value out[2], cs_inline *ic,
                        uint32_t site) {
  /* super() in a class method has a class for self. */
  cs_off type =
      cs_is_type(self) && cs_type_sub(ctx, cs_ref_off(self), cs_ref_off(cls))
          ? cs_ref_off(self)
          : cs_class_of(ctx, self);
  bool on_class = cs_is_type(self) && type == cs_ref_off(self);
  cs_value m = CS_UNBOUND;
  if (cs_is_type(cls) && cs_type_sub(ctx, type, cs_ref_off(cls)))
    m = cs_type_find_after(ctx, type, cs_ref_off(cls), name);
  if (!on_class &&
      (cs_is(m, CS_L_FUNC) ||
       (cs_is(m, CS_L_NATIVE) &&
        (CS_PTR(ctx, cs_native, m)->h.flags & CS_NATIVE_METHOD)))) {
    out[0] = m;
    out[1] = self;
    if (cs_is_instance(self) && cs_is(m, CS_L_FUNC))
      cs_inline_put(ctx, ic,
                    (cs_inline){site, CS_PTR(ctx, cs_instance, self)->shape,
                                cs_ref_off(cls), cs_ref_off(m)});
    return CS_OK;
  }
  cs_value args[3] = {cls, self, name};
  cs_value *second = cs_frame_regs(ctx, cs_frame_top(ctx)) + ret + 1;
  out[1] = CS_UNBOUND;
  cs_status st = cs_call_intrinsic(ctx, CS_X_super_get, 3, args, CS_RET_PLAIN,
                                   ret, &out[0]);
  if (st == CS_CALLBACK) *second = CS_UNBOUND; /* not before: it may be self */
  return st;
}
