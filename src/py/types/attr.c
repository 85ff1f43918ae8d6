/*
 * attr.c - attribute access with descriptors, and its overrides.
 *
 * Order of a read: __getattribute__ override; data descriptor of the class;
 * instance attribute; other class attribute (functions become methods);
 * __getattr__; AttributeError.  Whatever needs Python code is asked for with
 * CS_CALLBACK.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/attr.h"
#include "py/heap/box.h"
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/apply.h"
#include "py/types/ops.h"
#include "py/types/type.h"

#define NEST_MAX   1000000 /* class methods in class methods */
#define ATTR_DEPTH 500     /* of cs_attr_get inside itself */

/* --- errors -------------------------------------------------------------- */

static cs_status remember(cs_ctx *ctx, cs_status st, cs_value obj,
                          cs_value name) {
  if (st != CS_THROW) return st;
  cs_value exc = ctx->head->root[CS_ROOT_EXC];
  st = cs_instance_set(ctx, exc, cs_known(ctx, CS_N_name), name);
  if (st == CS_OK) st = cs_instance_set(ctx, exc, cs_known(ctx, CS_N_obj), obj);
  return st == CS_OK ? CS_THROW : st;
}

/* Is the import of the module with this namespace still going on? */
static cs_status is_partial(cs_ctx *ctx, cs_value d, bool *out) {
  cs_value key, spec;
  *out = false;
  spec = cs_dict_get_name(ctx, d, cs_known(ctx, CS_N___spec__));
  if (!cs_is(spec, CS_L_INSTANCE)) return CS_OK;
  cs_status st = cs_str_intern_bytes(ctx, "_initializing", 13, &key);
  if (st == CS_OK) *out = cs_is_true(cs_instance_get(ctx, spec, key));
  return st;
}

static cs_status no_attribute(cs_ctx *ctx, cs_value obj, cs_value name) {
  cs_status st;
  bool partial;
  if (cs_is_type(obj)) {
    st = cs_throw(ctx, CS_AttributeError,
                  "type object '%v' has no attribute '%v'",
                  CS_PTR(ctx, cs_type, obj)->name, name);
  } else if (cs_is(obj, CS_L_MODULE)) {
    cs_value d = cs_space_of(ctx, obj);
    cs_value mod = cs_dict_get_name(ctx, d, cs_known(ctx, CS_N___name__));
    st = is_partial(ctx, d, &partial);
    if (st != CS_OK) return st;
    if (!cs_is_str(mod))
      st = cs_throw(ctx, CS_AttributeError, "module has no attribute '%v'",
                    name);
    else if (partial)
      st = cs_throw(ctx, CS_AttributeError,
                    "partially initialized module '%v' has no attribute '%v' "
                    "(most likely due to a circular import)",
                    mod, name);
    else
      st = cs_throw(ctx, CS_AttributeError, "module '%v' has no attribute '%v'",
                    mod, name);
  } else {
    st = cs_throw(ctx, CS_AttributeError, "'%t' object has no attribute '%v'",
                  obj, name);
  }
  return remember(ctx, st, obj, name);
}

/* --- descriptors --------------------------------------------------------- */

static cs_value class_special(cs_ctx *ctx, cs_value v, cs_name_id name) {
  return cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, name));
}

bool cs_attr_is_data(cs_ctx *ctx, cs_value raw) {
  if (!cs_is_ref(raw)) return false;
  switch (cs_ref_layout(raw)) {
    case CS_L_PROPERTY:
    case CS_L_MEMBER:
    case CS_L_GETSET: return true;
    case CS_L_INSTANCE:
      return !cs_is_unbound(class_special(ctx, raw, CS_N___set__)) ||
             !cs_is_unbound(class_special(ctx, raw, CS_N___delete__));
    default: return false;
  }
}

static cs_status bind_method(cs_ctx *ctx, cs_value func, cs_value self,
                             cs_value *out) {
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_METHOD, sizeof(cs_method), &off);
  if (st != CS_OK) return st;
  cs_method *m = CS_AT(ctx, cs_method, off);
  m->func = func;
  m->self = self;
  *out = cs_ref(CS_L_METHOD, off);
  return CS_OK;
}

/* A native of a C module, of `n` parameters, that a class took over? */
static bool is_adopted(const cs_ctx *ctx, cs_value m, uint32_t n) {
  if (!cs_is(m, CS_L_NATIVE)) return false;
  const cs_native *nat = CS_PTR(ctx, cs_native, m);
  return !nat->owner && nat->max == n && (nat->h.flags & CS_NATIVE_METHOD) &&
         !(nat->h.flags & CS_NATIVE_VARARGS);
}

/* An instance found in a class: it may have __get__. */
static cs_status bind_instance(cs_ctx *ctx, cs_value raw, cs_value obj,
                               cs_off cls, cs_value *out) {
  cs_value get = class_special(ctx, raw, CS_N___get__);
  if (cs_is_unbound(get)) {
    *out = raw;
    return CS_OK;
  }
  cs_value args[3] = {raw, cs_is_unbound(obj) ? CS_NONE : obj,
                      cs_type_value(cls)};
  if (is_adopted(ctx, get, 3)) {
    cs_status st =
        ctx->leaf(CS_PTR(ctx, cs_native, get)->id)(ctx, args, 3, out);
    if (st == CS_OK || st == CS_THROW || st == CS_RETRY) return st;
  }
  return cs_want_call(ctx, CS_RET_PLAIN, get, 3, args);
}

/* A class may hold a descriptor of any other class, but what it reads and
 * writes are objects of its owner only. */
static cs_status other_owner(cs_ctx *ctx, cs_value name, cs_off owner,
                             cs_value obj) {
  return cs_throw(ctx, CS_TypeError,
                  "descriptor '%v' for '%v' objects doesn't apply to a '%t' "
                  "object",
                  name, cs_type_at(ctx, owner)->name, obj);
}

static cs_status get_member(cs_ctx *ctx, cs_value raw, cs_value obj,
                            cs_value *out) {
  const cs_member *m = CS_PTR(ctx, cs_member, raw);
  if (!cs_is_instance(obj) || !cs_type_is(ctx, obj, m->owner))
    return other_owner(ctx, m->name, m->owner, obj);
  cs_value v = *cs_instance_slot(ctx, CS_PTR(ctx, cs_instance, obj), m->slot);
  if (cs_is_unbound(v)) return no_attribute(ctx, obj, m->name);
  *out = v;
  return CS_OK;
}

static cs_status check_owner(cs_ctx *ctx, const cs_getset *g, cs_value obj) {
  if (g->owner == ctx->image->cls[CS_L_INSTANCE] ||
      cs_type_is(ctx, obj, g->owner))
    return CS_OK;
  return other_owner(ctx, g->name, g->owner, obj);
}

static cs_status get_computed(cs_ctx *ctx, cs_value raw, cs_value obj,
                              cs_value *out) {
  const cs_getset *g = CS_PTR(ctx, cs_getset, raw);
  cs_value args[2] = {obj, CS_UNBOUND};
  cs_status st = check_owner(ctx, g, obj);
  if (st != CS_OK) return st;
  if ((cs_type_at(ctx, g->owner)->layout & 0xFF) != CS_L_INSTANCE)
    args[0] = cs_unwrap(ctx, obj);
  return ctx->leaf(g->get)(ctx, args, 1, out);
}

/* A class method of a class method of ...: the innermost.  Without end only in
 * a forged snapshot. */
static cs_status innermost(cs_ctx *ctx, cs_value *method) {
  for (uint32_t n = 0; n < NEST_MAX; n++) {
    cs_value f = CS_PTR(ctx, cs_property, *method)->fget;
    if (!cs_is(f, CS_L_CLASSMETHOD)) {
      cs_charge(ctx, n);
      return CS_OK;
    }
    *method = f;
  }
  return cs_throw(ctx, CS_RecursionError, "maximum recursion depth exceeded");
}

/* A class method binds to the class, `__new__` to nothing. */
static cs_status bind_native(cs_ctx *ctx, cs_value raw, cs_value obj,
                             cs_off cls, cs_value *out) {
  const cs_native *nat = CS_PTR(ctx, cs_native, raw);
  if (nat->h.flags & CS_NATIVE_CLASS) {
    if (cs_same(nat->name, cs_known(ctx, CS_N___new__))) return CS_OK;
    return bind_method(ctx, raw, cs_type_value(cls), out);
  }
  if (cs_is_unbound(obj) || !(nat->h.flags & CS_NATIVE_METHOD)) return CS_OK;
  return bind_method(ctx, raw, obj, out);
}

/* A property without the function that is asked for. */
static cs_status no_function(cs_ctx *ctx, cs_value raw, cs_value obj,
                             cs_value name, const char *what) {
  cs_value cls = cs_type_at(ctx, cs_class_of(ctx, obj))->qualname;
  if (CS_PTR(ctx, cs_property, raw)->h.flags & CS_PROPERTY_NAMED &&
      !cs_is_unbound(name))
    return cs_throw(ctx, CS_AttributeError,
                    "property '%v' of '%v' object has no %s", name, cls, what);
  return cs_throw(ctx, CS_AttributeError, "property of '%v' object has no %s",
                  cls, what);
}

static cs_status get_property(cs_ctx *ctx, cs_value raw, cs_value obj,
                              cs_value *out) {
  cs_value get = CS_PTR(ctx, cs_property, raw)->fget;
  if (cs_is_none(get)) return no_function(ctx, raw, obj, CS_UNBOUND, "getter");
  if (cs_box_is(ctx, get, CS_BOX_ITEMGETTER)) { /* a named tuple's */
    int64_t fuel = ctx->fuel;
    cs_status st = cs_apply_leaf(ctx, get, &obj, 1, out);
    ctx->fuel = fuel; /* where it is known, the loop takes it for nothing */
    if (st != CS_SLOW) return st;
  }
  return cs_want_call1(ctx, CS_RET_PLAIN, get, obj);
}

/* What a class method wraps may be a descriptor itself. */
static cs_status bind_classmethod(cs_ctx *ctx, cs_value raw, cs_off cls,
                                  cs_value *out) {
  cs_value f = CS_PTR(ctx, cs_property, raw)->fget;
  cs_value self = cs_type_value(cls);
  if (cs_is(f, CS_L_FUNC) || cs_is(f, CS_L_NATIVE) || !cs_is_ref(f) ||
      cs_ref_layout(f) == CS_L_TYPE)
    return bind_method(ctx, f, self, out);
  cs_value get = class_special(ctx, f, CS_N___get__);
  if (cs_is_unbound(get)) return bind_method(ctx, f, self, out);
  if (!cs_is_instance(f)) /* no class method: this ends here */
    return cs_attr_bind(ctx, f, self, cls, out);
  cs_value args[3] = {f, self, self};
  return cs_want_call(ctx, CS_RET_PLAIN, get, 3, args);
}

cs_status cs_attr_bind(cs_ctx *ctx, cs_value raw, cs_value obj, cs_off cls,
                       cs_value *out) {
  if (cs_is(raw, CS_L_CLASSMETHOD)) {
    cs_status st = innermost(ctx, &raw);
    if (st != CS_OK) return st;
  }
  bool on_class = cs_is_unbound(obj);
  *out = raw;
  if (!cs_is_ref(raw)) return CS_OK;
  switch (cs_ref_layout(raw)) {
    case CS_L_FUNC: return on_class ? CS_OK : bind_method(ctx, raw, obj, out);
    case CS_L_NATIVE: return bind_native(ctx, raw, obj, cls, out);
    case CS_L_PROPERTY:
      return on_class ? CS_OK : get_property(ctx, raw, obj, out);
    case CS_L_CLASSMETHOD: return bind_classmethod(ctx, raw, cls, out);
    case CS_L_STATICMETHOD:
      *out = CS_PTR(ctx, cs_property, raw)->fget;
      return CS_OK;
    case CS_L_MEMBER: return on_class ? CS_OK : get_member(ctx, raw, obj, out);
    case CS_L_GETSET:
      return on_class ? CS_OK : get_computed(ctx, raw, obj, out);
    case CS_L_INSTANCE:
    case CS_L_BOX: return bind_instance(ctx, raw, obj, cls, out);
    default: return CS_OK;
  }
}

/* --- reading ------------------------------------------------------------- */

/* Of a host function; its signature is that of what it "wraps". */
static cs_value tool_attribute(cs_ctx *ctx, cs_value obj, cs_value name) {
  const cs_hostfunc *f = CS_PTR(ctx, cs_hostfunc, obj);
  if (cs_same(name, cs_known(ctx, CS_N___name__)) ||
      cs_same(name, cs_known(ctx, CS_N___qualname__)))
    return f->name;
  if (cs_same(name, cs_known(ctx, CS_N___doc__))) return f->doc;
  if (cs_same(name, cs_known(ctx, CS_N___module__)))
    return cs_known(ctx, CS_N___main__);
  if (!cs_is_none(f->check) && cs_str_eq_c(ctx, name, "__wrapped__"))
    return f->check;
  return CS_UNBOUND;
}

/* Attribute of the object's own storage, by layout. */
static cs_value own_attribute(cs_ctx *ctx, cs_value obj, cs_value name) {
  if (!cs_is_ref(obj)) return CS_UNBOUND;
  switch (cs_ref_layout(obj)) {
    case CS_L_INSTANCE: return cs_instance_get(ctx, obj, name);
    case CS_L_MODULE: return cs_dict_get_name(ctx, cs_space_of(ctx, obj), name);
    case CS_L_FUNC: {
      cs_value d = CS_PTR(ctx, cs_func, obj)->dict;
      return cs_is_dict(d) ? cs_dict_get_name(ctx, d, name) : CS_UNBOUND;
    }
    case CS_L_PROPERTY:
    case CS_L_CLASSMETHOD:
    case CS_L_STATICMETHOD: {
      cs_value d = CS_PTR(ctx, cs_property, obj)->dict;
      return cs_is_dict(d) ? cs_dict_get_name(ctx, d, name) : CS_UNBOUND;
    }
    case CS_L_HOSTFUNC: return tool_attribute(ctx, obj, name);
    default: return CS_UNBOUND;
  }
}

/* Data descriptors go before the object's own attributes when read, unless
 * they can only be set. */
static bool goes_first(cs_ctx *ctx, cs_value raw) {
  if (cs_is_unbound(raw) || !cs_attr_is_data(ctx, raw)) return false;
  return !cs_is_instance(raw) ||
         !cs_is_unbound(class_special(ctx, raw, CS_N___get__));
}

/* cs_attr_bind for a descriptor found under `name`. */
static cs_status bind_named(cs_ctx *ctx, cs_value raw, cs_value obj, cs_off cls,
                            cs_value name, cs_value *out) {
  if (cs_is(raw, CS_L_PROPERTY) &&
      cs_is_none(CS_PTR(ctx, cs_property, raw)->fget))
    return no_function(ctx, raw, obj, name, "getter");
  return cs_attr_bind(ctx, raw, obj, cls, out);
}

/* Class.name: the metaclass's data descriptors, then the MRO, then the rest of
 * the metaclass. */
static cs_status get_of_type(cs_ctx *ctx, cs_value obj, cs_value name,
                             cs_value *out) {
  cs_off cls = cs_ref_off(obj), meta = cs_type_at(ctx, cls)->meta;
  cs_value above = cs_type_find(ctx, meta, name);
  if (goes_first(ctx, above))
    return bind_named(ctx, above, obj, meta, name, out);
  cs_value raw = cs_type_find(ctx, cls, name);
  if (!cs_is_unbound(raw)) return cs_attr_bind(ctx, raw, CS_UNBOUND, cls, out);
  if (!cs_is_unbound(above)) return cs_attr_bind(ctx, above, obj, meta, out);
  return CS_SLOW;
}

/* CS_SLOW: no such attribute. */
static cs_status get_plain(cs_ctx *ctx, cs_value obj, cs_value name,
                           cs_value *out) {
  if (cs_is_type(obj)) return get_of_type(ctx, obj, name, out);
  cs_off cls = cs_class_of(ctx, obj);
  cs_value raw = cs_type_find(ctx, cls, name);
  if (goes_first(ctx, raw)) return bind_named(ctx, raw, obj, cls, name, out);
  cs_value own = own_attribute(ctx, obj, name);
  if (!cs_is_unbound(own)) {
    *out = own;
    return CS_OK;
  }
  if (!cs_is_unbound(raw)) return cs_attr_bind(ctx, raw, obj, cls, out);
  return CS_SLOW;
}

cs_status cs_attr_get_generic(cs_ctx *ctx, cs_value obj, cs_value name,
                              cs_value *out) {
  cs_status st = get_plain(ctx, obj, name, out);
  return st == CS_SLOW ? no_attribute(ctx, obj, name) : st;
}

bool cs_attr_lacks(cs_ctx *ctx, cs_value obj, cs_value name) {
  if (cs_is(obj, CS_L_SUPER) || cs_is(obj, CS_L_ALIAS) ||
      cs_is(obj, CS_L_METHOD) || cs_is(obj, CS_L_MODULE))
    return false;
  cs_off cls = cs_class_of(ctx, obj);
  if (cs_type_at(ctx, cls)->flags & (CS_TYPE_HGETATTRIBUTE | CS_TYPE_HGETATTR))
    return false;
  if (!cs_is_unbound(cs_type_find(ctx, cls, name))) return false;
  if (cs_is_type(obj))
    return cs_is_unbound(cs_type_find(ctx, cs_ref_off(obj), name));
  return cs_is_unbound(own_attribute(ctx, obj, name));
}

/* super().name: found behind a class in the MRO, bound to the object. */
static cs_status get_of_super(cs_ctx *ctx, cs_value obj, cs_value name,
                              cs_value *out) {
  const cs_super *s = CS_PTR(ctx, cs_super, obj);
  cs_value raw = CS_UNBOUND;
  if (!cs_is_none(s->obj) && !cs_same(name, cs_known(ctx, CS_N___class__)))
    raw = cs_type_find_after(ctx, cs_ref_off(s->obj_type), cs_ref_off(s->type),
                             name);
  if (cs_is_unbound(raw)) {
    cs_status st = get_plain(ctx, obj, name, out);
    if (st != CS_SLOW) return st;
    return remember(ctx,
                    cs_throw(ctx, CS_AttributeError,
                             "'super' object has no attribute '%v'", name),
                    obj, name);
  }
  bool on_class = cs_same(s->obj, s->obj_type);
  return cs_attr_bind(ctx, raw, on_class ? CS_UNBOUND : s->obj,
                      cs_ref_off(s->obj_type), out);
}

/* Python-level hooks: the prelude tries the normal way and then __getattr__. */
static cs_status get_hooked(cs_ctx *ctx, cs_value obj, cs_value name,
                            uint32_t flags, cs_value *out) {
  if (flags & CS_TYPE_HGETATTRIBUTE && flags & CS_TYPE_HGETATTR)
    return cs_want_call2(ctx, CS_RET_PLAIN,
                         ctx->image->intrinsic[ctx->x_getattr_hook], obj, name);
  cs_off cls = cs_class_of(ctx, obj);
  if (flags & CS_TYPE_HGETATTRIBUTE) {
    cs_value hook =
        cs_type_find(ctx, cls, cs_known(ctx, CS_N___getattribute__));
    return cs_want_call2(ctx, CS_RET_PLAIN, hook, obj, name);
  }
  cs_status st = get_plain(ctx, obj, name, out);
  if (st == CS_OK || st == CS_RETRY) return st;
  if (st == CS_CALLBACK || st == CS_THROW) { /* a property may fail */
    ctx->head->root[CS_ROOT_EXC] = CS_NONE;
    return cs_want_call2(ctx, CS_RET_PLAIN,
                         ctx->image->intrinsic[ctx->x_getattr_hook], obj, name);
  }
  cs_value hook = cs_type_find(ctx, cls, cs_known(ctx, CS_N___getattr__));
  if (!cs_is(hook, CS_L_FUNC))
    hook = ctx->image->intrinsic[ctx->x_getattr_hook];
  return cs_want_call2(ctx, CS_RET_PLAIN, hook, obj, name);
}

static cs_status get_any(cs_ctx *ctx, cs_value obj, cs_value name,
                         cs_value *out) {
  if (cs_is(obj, CS_L_SUPER)) return get_of_super(ctx, obj, name, out);
  const cs_type *t = cs_type_at(ctx, cs_class_of(ctx, obj));
  uint32_t hooks = t->flags & (CS_TYPE_HGETATTRIBUTE | CS_TYPE_HGETATTR);
  if (hooks) return get_hooked(ctx, obj, name, hooks, out);
  if (cs_is(obj, CS_L_ALIAS)) {
    cs_status st = cs_attr_get_alias(ctx, obj, name, out);
    if (st != CS_SLOW) return st;
  }
  cs_status st = get_plain(ctx, obj, name, out);
  if (st != CS_SLOW) return st;
  if (cs_is(obj, CS_L_METHOD)) {
    cs_value f = CS_PTR(ctx, cs_method, obj)->func;
    return cs_is(f, CS_L_NATIVE) ? no_attribute(ctx, obj, name)
                                 : cs_attr_get(ctx, f, name, out);
  }
  if (cs_is(obj, CS_L_MODULE)) { /* PEP 562 */
    if (cs_space_is_lazy(ctx, obj))
      return cs_want_call2(ctx, CS_RET_PLAIN,
                           ctx->image->intrinsic[CS_X_module_part], obj, name);
    cs_value hook = own_attribute(ctx, obj, cs_known(ctx, CS_N___getattr__));
    if (!cs_is_unbound(hook))
      return cs_want_call1(ctx, CS_RET_PLAIN, hook, name);
  }
  return no_attribute(ctx, obj, name);
}

/* A method of a method of a method, an alias of an alias: each passes on what
 * it is asked for.  Counted, because this is C's stack. */
cs_status cs_attr_get(cs_ctx *ctx, cs_value obj, cs_value name, cs_value *out) {
  if (ctx->attr_depth >= ATTR_DEPTH)
    return cs_throw(ctx, CS_RecursionError, "maximum recursion depth exceeded");
  ctx->attr_depth++;
  cs_status st = get_any(ctx, obj, name, out);
  ctx->attr_depth--;
  return st;
}

cs_status cs_attr_get_alias(cs_ctx *ctx, cs_value obj, cs_value name,
                            cs_value *out) {
  static const uint16_t own[] = {
      CS_N___origin__, CS_N___args__,        CS_N___parameters__,
      CS_N___class__,  CS_N___mro_entries__, CS_N___unpacked__,
      CS_N___bases__,  CS_N___reduce__,      CS_N___reduce_ex__,
      CS_N___copy__,   CS_N___deepcopy__};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (cs_same(name, cs_known(ctx, own[i]))) return CS_SLOW;
  return cs_attr_get(ctx, CS_PTR(ctx, cs_alias, obj)->origin, name, out);
}

/* --- writing ------------------------------------------------------------- */

static cs_status cannot_set(cs_ctx *ctx, cs_value obj, cs_value name,
                            bool deleting) {
  cs_value raw = cs_type_find(ctx, cs_class_of(ctx, obj), name);
  cs_status st;
  if (cs_is_unbound(raw))
    st = cs_throw(ctx, CS_AttributeError, "'%t' object has no attribute '%v'",
                  obj, name);
  else
    st = cs_throw(ctx, CS_AttributeError,
                  "'%t' object attribute '%v' is read-only", obj, name);
  (void)deleting;
  return remember(ctx, st, obj, name);
}

static cs_status set_property(cs_ctx *ctx, cs_value raw, cs_value obj,
                              cs_value name, cs_value v) {
  const cs_property *p = CS_PTR(ctx, cs_property, raw);
  bool deleting = cs_is_unbound(v);
  cs_value f = deleting ? p->fdel : p->fset;
  if (cs_is_none(f))
    return no_function(ctx, raw, obj, name, deleting ? "deleter" : "setter");
  return deleting ? cs_want_call1(ctx, CS_RET_DISCARD, f, obj)
                  : cs_want_call2(ctx, CS_RET_DISCARD, f, obj, v);
}

static cs_status set_member(cs_ctx *ctx, cs_value raw, cs_value obj,
                            cs_value v) {
  const cs_member *m = CS_PTR(ctx, cs_member, raw);
  if (!cs_is_instance(obj) || !cs_type_is(ctx, obj, m->owner))
    return other_owner(ctx, m->name, m->owner, obj);
  if (m->h.flags & 2) /* an attribute of a C class in CPython */
    return cs_throw(ctx, CS_AttributeError,
                    "attribute '%v' of '%s.%v' objects is not writable",
                    m->name, "datetime", cs_type_at(ctx, m->owner)->name);
  if (m->h.flags & 1)
    return cs_throw(ctx, CS_AttributeError, "readonly attribute");
  if (cs_is_frozen(ctx, obj))
    return cs_throw(ctx, CS_TypeError, "cannot modify a library object");
  cs_value *at = cs_instance_slot(ctx, CS_PTR(ctx, cs_instance, obj), m->slot);
  if (cs_is_unbound(v) && cs_is_unbound(*at))
    return cs_throw(ctx, CS_AttributeError, "%v", m->name);
  *at = v;
  return CS_OK;
}

/* Types whose attributes are plain members in CPython. */
static bool is_struct(uint32_t layout) {
  switch (layout) {
    case CS_L_SLICE:
    case CS_L_RANGE:
    case CS_L_COMPLEX:
    case CS_L_METHOD:
    case CS_L_PROPERTY:
    case CS_L_SUPER:
    case CS_L_CODE: return true;
    default: return false;
  }
}

static cs_status set_computed(cs_ctx *ctx, cs_value raw, cs_value obj,
                              cs_value v) {
  const cs_getset *g = CS_PTR(ctx, cs_getset, raw);
  cs_status st = check_owner(ctx, g, obj);
  if (st != CS_OK) return st;
  if (!g->set && is_struct(cs_type_at(ctx, g->owner)->layout))
    return cs_throw(ctx, CS_AttributeError, "readonly attribute");
  if (!g->set)
    return cs_throw(ctx, CS_AttributeError,
                    "attribute '%v' of '%v' objects is not writable", g->name,
                    cs_type_at(ctx, g->owner)->name);
  if (cs_is_frozen(ctx, obj))
    return cs_throw(ctx, CS_TypeError, "cannot modify a library object");
  cs_value args[2] = {obj, v}, out;
  if ((cs_type_at(ctx, g->owner)->layout & 0xFF) != CS_L_INSTANCE)
    args[0] = cs_unwrap(ctx, obj);
  return ctx->leaf(g->set)(ctx, args, 2, &out);
}

/* CS_SLOW: no data descriptor. */
static cs_status set_by_descriptor(cs_ctx *ctx, cs_value raw, cs_value obj,
                                   cs_value name, cs_value v) {
  if (!cs_is_ref(raw)) return CS_SLOW;
  switch (cs_ref_layout(raw)) {
    case CS_L_PROPERTY: return set_property(ctx, raw, obj, name, v);
    case CS_L_MEMBER: return set_member(ctx, raw, obj, v);
    case CS_L_GETSET: return set_computed(ctx, raw, obj, v);
    case CS_L_INSTANCE: {
      bool deleting = cs_is_unbound(v);
      cs_value f =
          class_special(ctx, raw, deleting ? CS_N___delete__ : CS_N___set__);
      if (cs_is_unbound(f))
        return cs_attr_is_data(ctx, raw)
                   ? cs_throw(ctx, CS_AttributeError,
                              deleting ? "__delete__" : "__set__")
                   : CS_SLOW;
      cs_value args[3] = {raw, obj, v};
      return cs_want_call(ctx, CS_RET_DISCARD, f, deleting ? 2 : 3, args);
    }
    default: return CS_SLOW;
  }
}

static cs_status set_in_dict(cs_ctx *ctx, cs_value dict, cs_value obj,
                             cs_value name, cs_value v) {
  if (!cs_is_unbound(v)) return cs_dict_set(ctx, dict, name, v);
  cs_value old;
  cs_status st = cs_dict_del(ctx, dict, name, &old);
  if (st != CS_OK) return st;
  return cs_is_unbound(old) ? no_attribute(ctx, obj, name) : CS_OK;
}

static cs_status set_of_type(cs_ctx *ctx, cs_value obj, cs_value name,
                             cs_value v) {
  cs_type *t = CS_PTR(ctx, cs_type, obj);
  cs_value dict = cs_ref(CS_L_DICT, t->dict);
  cs_value old = cs_dict_get_name(ctx, dict, name);
  bool data = cs_type_is_data(old) && cs_type_is_data(v);
  cs_status st = set_in_dict(ctx, dict, obj, name, v);
  if (st != CS_OK) return st;
  /* Inline caches keep the entry, not the value. */
  if (!data) cs_type_touch(ctx, cs_ref_off(obj), name);
  return CS_OK;
}

static cs_status set_of_func(cs_ctx *ctx, cs_value obj, cs_value *dict,
                             cs_value name, cs_value v) {
  if (cs_is_frozen(ctx, obj))
    return cs_throw(ctx, CS_TypeError, "cannot modify a library function");
  if (!cs_is_dict(*dict)) {
    if (cs_is_unbound(v)) return no_attribute(ctx, obj, name);
    cs_value fresh;
    cs_status st = cs_dict_new(ctx, 0, &fresh);
    if (st != CS_OK) return st;
    *dict = fresh;
  }
  return set_in_dict(ctx, *dict, obj, name, v);
}

static cs_status set_of_instance(cs_ctx *ctx, cs_value obj, cs_value name,
                                 cs_value v) {
  if (cs_type_at(ctx, cs_class_of(ctx, obj))->flags & CS_TYPE_NODICT)
    return cannot_set(ctx, obj, name, cs_is_unbound(v));
  if (!cs_is_unbound(v)) return cs_instance_set(ctx, obj, name, v);
  bool had;
  cs_status st = cs_instance_del(ctx, obj, name, &had);
  if (st != CS_OK) return st;
  return had ? CS_OK : no_attribute(ctx, obj, name);
}

static cs_status set_of_module(cs_ctx *ctx, cs_value obj, cs_value name,
                               cs_value v) {
  cs_value d, args[3] = {obj, name, v};
  if (cs_space_is_lazy(ctx, obj))
    return cs_want_call(ctx, CS_RET_DISCARD,
                        ctx->image->intrinsic[CS_X_module_change],
                        cs_is_unbound(v) ? 2 : 3, args);
  cs_status st = cs_space_own(ctx, obj, &d);
  return st == CS_OK ? set_in_dict(ctx, d, obj, name, v) : st;
}

cs_status cs_attr_set_generic(cs_ctx *ctx, cs_value obj, cs_value name,
                              cs_value v) {
  if (cs_is_type(obj)) {
    const cs_type *t = CS_PTR(ctx, cs_type, obj);
    if (!(t->flags & CS_TYPE_HEAP) || cs_is_frozen(ctx, obj))
      return cs_throw(ctx, CS_TypeError,
                      "cannot set '%v' attribute of immutable type '%v'", name,
                      t->name);
  }
  cs_value raw = cs_type_find(ctx, cs_class_of(ctx, obj), name);
  cs_status st = set_by_descriptor(ctx, raw, obj, name, v);
  if (st != CS_SLOW) return st;
  switch (cs_is_ref(obj) ? cs_ref_layout(obj) : 0) {
    case CS_L_INSTANCE: return set_of_instance(ctx, obj, name, v);
    case CS_L_TYPE: return set_of_type(ctx, obj, name, v);
    case CS_L_MODULE: return set_of_module(ctx, obj, name, v);
    case CS_L_FUNC:
      return set_of_func(ctx, obj, &CS_PTR(ctx, cs_func, obj)->dict, name, v);
    case CS_L_CLASSMETHOD:
    case CS_L_STATICMETHOD:
      return set_of_func(ctx, obj, &CS_PTR(ctx, cs_property, obj)->dict, name,
                         v);
    default: return cannot_set(ctx, obj, name, cs_is_unbound(v));
  }
}

cs_status cs_attr_set(cs_ctx *ctx, cs_value obj, cs_value name, cs_value v) {
  cs_off cls = cs_class_of(ctx, obj);
  if (!(cs_type_at(ctx, cls)->flags & CS_TYPE_HSETATTR))
    return cs_attr_set_generic(ctx, obj, name, v);
  bool deleting = cs_is_unbound(v);
  cs_value hook = cs_known(ctx, deleting ? CS_N___delattr__ : CS_N___setattr__);
  cs_value f = cs_type_find(ctx, cls, hook);
  /* __setattr__ = dict.__setitem__ is a native under another name. */
  if (cs_is_unbound(f) ||
      (cs_is(f, CS_L_NATIVE) && cs_same(CS_PTR(ctx, cs_native, f)->name, hook)))
    return cs_attr_set_generic(ctx, obj, name, v);
  cs_value args[3] = {obj, name, v};
  return cs_want_call(ctx, CS_RET_DISCARD, f, deleting ? 2 : 3, args);
}
