/*
 * type_obj.c - classes as objects: their attributes and methods.
 *
 * Making a class runs hooks (__set_name__, __init_subclass__): that part is
 * the prelude's, see type.__new__ there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/kinds.h"
#include "py/types/op_set.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_type_obj_natives[];

static cs_type *self(cs_ctx *ctx, const cs_value *args) {
  return CS_PTR(ctx, cs_type, args[0]);
}

static cs_value own(cs_ctx *ctx, const cs_value *args, cs_name_id name) {
  return cs_dict_get_name(ctx, cs_ref(CS_L_DICT, self(ctx, args)->dict),
                          cs_known(ctx, name));
}

/* --- calling ------------------------------------------------------------- */

CS_LEAF(type_new) {
  if (n == 2 && cs_ref_off(args[0]) == ctx->image->cls[CS_L_TYPE])
    CS_GIVE(cs_type_value(cs_class_of(ctx, args[1])));
  return CS_SLOW;
}

CS_LEAF(type_init) {
  if (n != 2 && n != 4)
    return cs_throw(ctx, CS_TypeError,
                    "type.__init__() takes 1 or 3 arguments");
  CS_GIVE(CS_NONE);
}

CS_LEAF(in_python) {
  return CS_SLOW;
}
CS_READONLY(readonly)

/* --- hierarchy ----------------------------------------------------------- */

CS_LEAF(get_mro) {
  CS_GIVE(self(ctx, args)->mro);
}
CS_LEAF(get_bases) {
  CS_GIVE(self(ctx, args)->bases);
}

CS_LEAF(type_mro) {
  cs_value mro = self(ctx, args)->mro;
  return cs_list_new(ctx, cs_tuple_items(ctx, mro), cs_tuple_len(ctx, mro),
                     out);
}

/* The base that the layout comes from. */
CS_LEAF(get_base) {
  cs_value bases = self(ctx, args)->bases;
  *out = CS_NONE;
  for (uint32_t i = 0; i < cs_tuple_len(ctx, bases); i++) {
    cs_value b = cs_tuple_at(ctx, bases, i);
    if (cs_is_none(*out)) *out = b;
    cs_off best = CS_PTR(ctx, cs_type, *out)->solid;
    cs_off solid = CS_PTR(ctx, cs_type, b)->solid;
    if (solid != best && cs_type_sub(ctx, solid, best)) *out = b;
  }
  return CS_OK;
}

/* Append class `t` to `list` if `base` is one of its bases. */
static cs_status add_below(cs_ctx *ctx, cs_value base, cs_value t,
                           cs_value list) {
  cs_value bases = CS_PTR(ctx, cs_type, t)->bases;
  for (uint32_t k = 0; k < cs_tuple_len(ctx, bases); k++)
    if (cs_same(cs_tuple_at(ctx, bases, k), base))
      return cs_list_append(ctx, list, t);
  return CS_OK;
}

static cs_status add_listed(cs_ctx *ctx, cs_value base, cs_value all,
                            cs_value list) {
  for (uint32_t i = 0; cs_is_list(all) && i < cs_list_len(ctx, all); i++)
    if (cs_is_type(cs_list_at(ctx, all, i))) /* else a forged snapshot's */
      CS_TRY(add_below(ctx, base, cs_list_at(ctx, all, i), list));
  return CS_OK;
}

/* Built-in classes, those of the library, those of the session. */
CS_LEAF(set_bases) {
  const cs_type *t = self(ctx, args);
  cs_value v = args[1];
  *out = CS_NONE;
  if (!(t->flags & CS_TYPE_HEAP) || cs_is_frozen(ctx, args[0]))
    return cs_throw(ctx, CS_TypeError,
                    "cannot %s '__bases__' attribute of immutable type '%v'",
                    cs_is_unbound(v) ? "delete" : "set", t->name);
  if (cs_is_unbound(v))
    return cs_throw(ctx, CS_TypeError, "can't delete %v.__bases__", t->name);
  if (!cs_is_tuple(v))
    return cs_throw(ctx, CS_TypeError,
                    "can only assign tuple to %v.__bases__, not %t", t->name,
                    v);
  if (cs_tuple_len(ctx, v) == 0)
    return cs_throw(ctx, CS_TypeError,
                    "can only assign non-empty tuple to %v.__bases__, not ()",
                    t->name);
  for (uint32_t i = 0; i < cs_tuple_len(ctx, v); i++) {
    cs_value b = cs_tuple_at(ctx, v, i);
    if (!cs_is_type(b))
      return cs_throw(ctx, CS_TypeError,
                      "%v.__bases__ must be tuple of classes, not '%t'",
                      t->name, b);
    if (cs_type_sub(ctx, cs_ref_off(b), cs_ref_off(args[0])))
      return cs_throw(ctx, CS_TypeError,
                      "a __bases__ item causes an inheritance cycle");
  }
  return cs_type_rebase(ctx, cs_ref_off(args[0]), v);
}

/* An object may claim another class than it has. */
CS_LEAF(type_instancecheck) {
  if (cs_type_is(ctx, args[1], cs_ref_off(args[0]))) CS_GIVE(CS_TRUE);
  cs_value name = cs_known(ctx, CS_N___class__);
  cs_value here = cs_type_find(ctx, cs_class_of(ctx, args[1]), name);
  cs_value usual = cs_type_find(ctx, ctx->image->cls[CS_L_INSTANCE], name);
  if (!cs_same(here, usual) || cs_is(args[1], CS_L_WEAKREF)) return CS_SLOW;
  CS_GIVE(CS_FALSE);
}

CS_LEAF(type_subclasscheck) {
  if (!cs_is_type(args[1])) return CS_SLOW;
  CS_GIVE(cs_bool(cs_type_sub(ctx, cs_ref_off(args[1]), cs_ref_off(args[0]))));
}

static cs_status unite(cs_ctx *ctx, cs_value a, cs_value b, cs_value *out) {
  cs_status st = cs_op_type_union(ctx, a, b, out);
  if (st != CS_SLOW) return st;
  *out = CS_NOTIMPL;
  return CS_OK;
}
CS_LEAF(type_or) {
  return unite(ctx, args[0], args[1], out);
}
CS_LEAF(type_ror) {
  return unite(ctx, args[1], args[0], out);
}

/* --- names --------------------------------------------------------------- */

/* Only classes made in the session may be changed. */
static cs_status check_change(cs_ctx *ctx, const cs_value *args,
                              const char *name) {
  const cs_type *t = self(ctx, args);
  bool deleting = cs_is_unbound(args[1]);
  if (!(t->flags & CS_TYPE_HEAP) || cs_is_frozen(ctx, args[0]))
    return cs_throw(ctx, CS_TypeError,
                    "cannot %s '%s' attribute of immutable type '%v'",
                    deleting ? "delete" : "set", name, t->name);
  return CS_OK;
}

static cs_status check_name(cs_ctx *ctx, const cs_value *args,
                            const char *name) {
  CS_TRY(check_change(ctx, args, name));
  if (cs_is_unbound(args[1]))
    return cs_throw(ctx, CS_TypeError,
                    "cannot delete '%s' attribute of immutable type '%v'", name,
                    self(ctx, args)->name);
  if (!cs_is_str(cs_unwrap(ctx, args[1])))
    return cs_throw(ctx, CS_TypeError,
                    "can only assign string to %v.%s, not '%t'",
                    self(ctx, args)->name, name, args[1]);
  return CS_OK;
}

static bool has_null(cs_ctx *ctx, cs_value text) {
  uint32_t len;
  const char *s = cs_str_data(ctx, text, &len);
  return memchr(s, 0, len) != NULL;
}

CS_LEAF(get_name) {
  CS_GIVE(self(ctx, args)->name);
}
CS_LEAF(get_qualname) {
  CS_GIVE(self(ctx, args)->qualname);
}

CS_LEAF(set_name) {
  CS_TRY(check_name(ctx, args, "__name__"));
  if (has_null(ctx, cs_unwrap(ctx, args[1])))
    return cs_throw(ctx, CS_ValueError,
                    "type name must not contain null characters");
  self(ctx, args)->name = cs_unwrap(ctx, args[1]);
  CS_GIVE(CS_NONE);
}

CS_LEAF(set_qualname) {
  CS_TRY(check_name(ctx, args, "__qualname__"));
  self(ctx, args)->qualname = cs_unwrap(ctx, args[1]);
  CS_GIVE(CS_NONE);
}

/* --- attributes kept in the namespace ------------------------------------ */

static cs_status set_own(cs_ctx *ctx, const cs_value *args, cs_name_id id) {
  cs_value name = cs_known(ctx, id), old;
  cs_value dict = cs_ref(CS_L_DICT, self(ctx, args)->dict);
  if (cs_is_unbound(args[1])) {
    CS_TRY(cs_dict_del(ctx, dict, name, &old));
    if (cs_is_unbound(old)) return cs_throw(ctx, CS_AttributeError, "%v", name);
  } else {
    CS_TRY(cs_dict_set(ctx, dict, name, args[1]));
  }
  cs_type_touch(ctx, cs_ref_off(args[0]), name);
  return CS_OK;
}

static cs_status cannot_delete(cs_ctx *ctx, const cs_value *args,
                               const char *name) {
  return cs_throw(ctx, CS_TypeError,
                  "cannot delete '%s' attribute of immutable type '%v'", name,
                  self(ctx, args)->name);
}

#define OWN_SETTER(fn, id, keep)                                              \
  CS_LEAF(fn) {                                                               \
    if (keep && cs_is_unbound(args[1])) return cannot_delete(ctx, args, #id); \
    CS_TRY(check_change(ctx, args, #id));                                     \
    *out = CS_NONE;                                                           \
    return set_own(ctx, args, CS_N_##id);                                     \
  }
OWN_SETTER(set_module, __module__, true)
OWN_SETTER(set_doc, __doc__, true)
OWN_SETTER(set_annotations, __annotations__, false)
OWN_SETTER(set_abstract, __abstractmethods__, false)
OWN_SETTER(set_type_params, __type_params__, false)
#undef OWN_SETTER

CS_LEAF(get_module) {
  cs_value v = own(ctx, args, CS_N___module__);
  bool own_name = cs_is_str(v) || self(ctx, args)->flags & CS_TYPE_HEAP;
  CS_GIVE(own_name && !cs_is_unbound(v) ? v : cs_known(ctx, CS_N_builtins));
}

/* Classes of the library come to be when their module is imported, as far as a
 * program can see. */
static bool is_seen(cs_ctx *ctx, cs_value t) {
  cs_value name = CS_UNBOUND;
  if (get_module(ctx, &t, 1, &name) != CS_OK || !cs_is_str(name)) return false;
  cs_value all = ctx->head->root[CS_ROOT_MODULES];
  return cs_same(name, cs_known(ctx, CS_N_builtins)) || !cs_is_dict(all) ||
         !cs_is_unbound(cs_dict_get_name(ctx, all, name));
}

/* The library's classes below `base`, either seen or not. */
static cs_status add_library(cs_ctx *ctx, cs_value base, bool seen,
                             cs_value list) {
  cs_value all = ctx->image->special[CS_CLS_LIBRARY];
  if (cs_same(ctx->head->root[CS_ROOT_CLASSES], all)) return CS_OK;
  for (uint32_t i = 0; cs_is_list(all) && i < cs_list_len(ctx, all); i++) {
    cs_value t = cs_list_at(ctx, all, i);
    if (is_seen(ctx, t) == seen) CS_TRY(add_below(ctx, base, t, list));
  }
  return CS_OK;
}

CS_LEAF(type_subclasses) {
  CS_TRY(cs_list_room(ctx, 4, out));
  for (uint32_t i = 0; i < CS_EXC_COUNT; i++)
    if (ctx->image->exc[i])
      CS_TRY(add_below(ctx, args[0], cs_type_value(ctx->image->exc[i]), *out));
  CS_TRY(add_below(ctx, args[0], cs_type_value(ctx->image->cls[CS_L_NUMBOOL]),
                   *out));
  CS_TRY(add_library(ctx, args[0], true, *out));
  return add_listed(ctx, args[0], ctx->head->root[CS_ROOT_CLASSES], *out);
}

/* _unseen_subclasses(cls): those of modules that are not imported; a check of
 * an abstract class heeds them as well */
CS_LEAF_TAKES(unseen_subclasses, TYPE) {
  CS_TRY(cs_list_room(ctx, 4, out));
  return add_library(ctx, args[0], false, *out);
}

CS_LEAF(get_doc) {
  cs_value v = own(ctx, args, CS_N___doc__);
  if (cs_is_unbound(v)) CS_GIVE(self(ctx, args)->doc);
  return cs_attr_bind(ctx, v, CS_UNBOUND, cs_ref_off(args[0]), out);
}

CS_LEAF(get_annotations) {
  cs_value v = own(ctx, args, CS_N___annotations__);
  if (!cs_is_unbound(v)) CS_GIVE(v);
  if (!(self(ctx, args)->flags & CS_TYPE_HEAP))
    return cs_throw(ctx, CS_AttributeError,
                    "type object '%v' has no attribute '__annotations__'",
                    self(ctx, args)->name);
  CS_TRY(cs_dict_new(ctx, 0, out));
  if (cs_is_frozen(ctx, args[0])) return CS_OK;
  return cs_dict_set(ctx, cs_ref(CS_L_DICT, self(ctx, args)->dict),
                     cs_known(ctx, CS_N___annotations__), *out);
}

CS_LEAF(get_abstract) {
  cs_value v = own(ctx, args, CS_N___abstractmethods__);
  if (cs_is_unbound(v))
    return cs_throw(ctx, CS_AttributeError, "__abstractmethods__");
  CS_GIVE(v);
}

CS_LEAF(get_type_params) {
  cs_value v = own(ctx, args, CS_N___type_params__);
  CS_GIVE(cs_is_unbound(v) ? ctx->image->empty_tuple : v);
}

CS_LEAF(get_dict) {
  cs_off off;
  CS_TRY(cs_alloc(ctx, CS_L_PROXY, sizeof(cs_proxy), &off));
  CS_AT(ctx, cs_proxy, off)->mapping = cs_ref(CS_L_DICT, self(ctx, args)->dict);
  CS_GIVE(cs_ref(CS_L_PROXY, off));
}

/* --- what CPython tells about its structs -------------------------------- */

/* The first weak reference to `target` without a callback, or None. */
static cs_value find_weak(cs_ctx *ctx, cs_value target) {
  uint64_t top = ctx->head->heap_top, step;
  cs_charge(ctx, (top - CS_HEAP_BASE) / 1024);
  for (uint64_t off = CS_HEAP_BASE; off < top; off += step) {
    const cs_weakref *w = CS_AT(ctx, cs_weakref, (cs_off)off);
    step = (uint64_t)w->h.units * 16;
    if (w->h.type == CS_L_WEAKREF && !(w->h.flags & 1) &&
        w->target == target.bits && cs_is_none(w->callback))
      return cs_ref(CS_L_WEAKREF, (cs_off)off);
  }
  return CS_NONE;
}

/* type.__text_signature__, which is None; and the __weakref__ of instances,
 * whose descriptors have the same native (slots.c, snap/verify_fields.c). */
CS_LEAF(get_signature) {
  CS_GIVE(cs_is_type(args[0]) ? CS_NONE : find_weak(ctx, args[0]));
}
CS_LEAF(get_zero) {
  CS_GIVE(cs_int(0));
}

CS_LEAF(get_basicsize) {
  const cs_shape *s = CS_AT(ctx, cs_shape, self(ctx, args)->shape);
  CS_GIVE(cs_int(16 + 8 * (int64_t)s->count));
}

CS_LEAF(get_flags) {
  const cs_type *t = self(ctx, args);
  int64_t bits = 1 << 12; /* ready */
  if (t->flags & CS_TYPE_HEAP) bits |= 1 << 9;
  if (!(t->flags & CS_TYPE_FINAL)) bits |= 1 << 10;
  if (!(t->flags & CS_TYPE_HEAP)) bits |= 1 << 8; /* immutable */
  if (t->flags & CS_TYPE_ABSTRACT) bits |= 1 << 20;
  if (t->flags & CS_TYPE_SEQUENCE) bits |= 1 << 5;
  if (t->flags & CS_TYPE_MAPPING) bits |= 1 << 6;
  if (t->flags & CS_TYPE_EXCEPTION) bits |= 1 << 30;
  if (t->flags & CS_TYPE_META) bits |= INT64_C(1) << 31;
  CS_GIVE(cs_int(bits));
}

/* _classes(): every class made in the session */
CS_LEAF(all_classes) {
  CS_GIVE(ctx->head->root[CS_ROOT_CLASSES]);
}

const cs_native_def cs_type_obj_natives[] = {
    {"type", "__new__", "($cls, *args)", type_new},
    {"type", "__init__", "($self, *args)", type_init},
    {"type", "__call__", "($self, *args)", in_python},
    {"type", "__prepare__", "($cls, *args)", in_python},
    {"type", "__dir__", "($self, /)", in_python},
    {"type", "mro", "($self, /)", type_mro},
    {"type", "__mro__", "get", get_mro},
    {"type", "__mro__", "set", readonly},
    {"type", "__bases__", "get", get_bases},
    {"type", "__bases__", "set", set_bases},
    {"type", "__base__", "get", get_base},
    {"type", "__base__", "set", readonly},
    {"type", "__subclasses__", "($self, /)", type_subclasses},
    {"type", "__instancecheck__", "($self, instance, /)", type_instancecheck},
    {"type", "__subclasscheck__", "($self, subclass, /)", type_subclasscheck},
    {"type", "__or__", "($self, value, /)", type_or},
    {"type", "__ror__", "($self, value, /)", type_ror},
    {"type", "__name__", "get", get_name},
    {"type", "__name__", "set", set_name},
    {"type", "__qualname__", "get", get_qualname},
    {"type", "__qualname__", "set", set_qualname},
    {"type", "__module__", "get", get_module},
    {"type", "__module__", "set", set_module},
    {"type", "__doc__", "get", get_doc},
    {"type", "__doc__", "set", set_doc},
    {"type", "__annotations__", "get", get_annotations},
    {"type", "__annotations__", "set", set_annotations},
    {"type", "__abstractmethods__", "get", get_abstract},
    {"type", "__abstractmethods__", "set", set_abstract},
    {"type", "__type_params__", "get", get_type_params},
    {"type", "__type_params__", "set", set_type_params},
    {"type", "__dict__", "get", get_dict},
    {"type", "__text_signature__", "get", get_signature},
    {"type", "__basicsize__", "get", get_basicsize},
    {"type", "__itemsize__", "get", get_zero},
    {"type", "__dictoffset__", "get", get_zero},
    {"type", "__weakrefoffset__", "get", get_zero},
    {"type", "__flags__", "get", get_flags},
    {".intrinsics", "_classes", "()", all_classes},
    {".intrinsics", "_unseen_subclasses", "(cls, /)", unseen_subclasses},
    CS_NATIVE_END};
