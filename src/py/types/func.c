/*
 * func.c - functions, methods, built-in functions and cells as objects.
 *
 * A bound method of a built-in ([].append) is a METHOD around a NATIVE; to the
 * program both are built-in functions, so those attributes accept either.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/icache.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/builder.h"
#include "py/types/dunder.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_func_natives[];

static cs_func *self(cs_ctx *ctx, const cs_value *args) {
  return CS_PTR(ctx, cs_func, args[0]);
}

CS_LEAF(in_python) {
  return CS_SLOW;
}
CS_READONLY(readonly)

/* --- functions: plain attributes ----------------------------------------- */

CS_LEAF(func_name) {
  CS_GIVE(self(ctx, args)->name);
}
CS_LEAF(func_qualname) {
  CS_GIVE(self(ctx, args)->qualname);
}
CS_LEAF(func_doc) {
  CS_GIVE(self(ctx, args)->doc);
}
CS_LEAF(func_defaults) {
  CS_GIVE(self(ctx, args)->defaults);
}
CS_LEAF(func_kwdefaults) {
  CS_GIVE(self(ctx, args)->kwdefaults);
}
CS_LEAF(func_code) {
  CS_GIVE(cs_ref(CS_L_CODE, self(ctx, args)->code));
}
/* The names that library code sees include the engine's own helpers, which
 * trust their arguments: programs get an empty namespace instead. */
CS_LEAF(func_globals) {
  const cs_func *f = self(ctx, args);
  cs_value globals = cs_ref(CS_L_DICT, f->globals);
  if (CS_AT(ctx, cs_code, f->code)->flags & CS_CODE_PRELUDE &&
      cs_is_frozen(ctx, globals))
    return cs_dict_new(ctx, 0, out);
  CS_GIVE(globals);
}
CS_LEAF(func_closure) {
  CS_GIVE(self(ctx, args)->closure);
}
CS_LEAF(func_module) {
  CS_GIVE(self(ctx, args)->module);
}
CS_LEAF(func_builtins) {
  CS_GIVE(ctx->head->root[CS_ROOT_BUILTINS]);
}

CS_LEAF(func_type_params) {
  cs_value v = self(ctx, args)->type_params;
  CS_GIVE(cs_is_tuple(v) ? v : ctx->image->empty_tuple);
}

static cs_status must_be(cs_ctx *ctx, const char *name, const char *what) {
  return cs_throw(ctx, CS_TypeError, "%s must be set to a %s object", name,
                  what);
}

CS_LEAF(set_func_name) {
  cs_value v = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(v)) return must_be(ctx, "__name__", "string");
  self(ctx, args)->name = v;
  CS_GIVE(CS_NONE);
}

CS_LEAF(set_func_qualname) {
  cs_value v = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(v)) return must_be(ctx, "__qualname__", "string");
  self(ctx, args)->qualname = v;
  CS_GIVE(CS_NONE);
}

CS_LEAF(set_func_doc) {
  self(ctx, args)->doc = cs_is_unbound(args[1]) ? CS_NONE : args[1];
  CS_GIVE(CS_NONE);
}

CS_LEAF(set_func_module) {
  self(ctx, args)->module = cs_is_unbound(args[1]) ? CS_NONE : args[1];
  CS_GIVE(CS_NONE);
}

CS_LEAF(set_func_defaults) {
  cs_value v = cs_is_unbound(args[1]) ? CS_NONE : cs_unwrap(ctx, args[1]);
  if (!cs_is_none(v) && !cs_is_tuple(v))
    return must_be(ctx, "__defaults__", "tuple");
  self(ctx, args)->defaults = v;
  cs_ctx_forget(ctx);
  CS_GIVE(CS_NONE);
}

CS_LEAF(set_func_kwdefaults) {
  cs_value v = cs_is_unbound(args[1]) ? CS_NONE : cs_unwrap(ctx, args[1]);
  if (!cs_is_none(v) && !cs_is_dict(v))
    return must_be(ctx, "__kwdefaults__", "dict");
  self(ctx, args)->kwdefaults = v;
  CS_GIVE(CS_NONE);
}

/* Code of exec() and eval() takes its namespace as an argument: by default
 * that is the globals of the function. */
static cs_status default_space(cs_ctx *ctx, const cs_code *c, cs_value globals,
                               cs_value *defaults) {
  if (!(c->flags & CS_CODE_MODULE) || c->nargs != 1) return CS_OK;
  return cs_tuple_new(ctx, &globals, 1, defaults);
}

CS_LEAF(set_func_code) {
  cs_func *f = self(ctx, args);
  if (!cs_is(args[1], CS_L_CODE)) return must_be(ctx, "__code__", "code");
  uint32_t have = cs_is_tuple(f->closure) ? cs_tuple_len(ctx, f->closure) : 0;
  uint32_t want = cs_tuple_len(ctx, CS_PTR(ctx, cs_code, args[1])->freevars);
  if (have != want)
    return cs_throw(ctx, CS_ValueError,
                    "%v() requires a code object with %d free vars, not %d",
                    f->name, (int64_t)have, (int64_t)want);
  CS_TRY(default_space(ctx, CS_PTR(ctx, cs_code, args[1]),
                       cs_ref(CS_L_DICT, f->globals), &f->defaults));
  f->code = cs_ref_off(args[1]);
  cs_ctx_forget(ctx);
  CS_GIVE(CS_NONE);
}

CS_LEAF(set_func_type_params) {
  if (!cs_is_tuple(args[1])) return must_be(ctx, "__type_params__", "tuple");
  self(ctx, args)->type_params = args[1];
  CS_GIVE(CS_NONE);
}

/* --- functions: dicts made on demand ------------------------------------- */

/* The compiler leaves (name, value, name, value ...). */
static cs_status annotations(cs_ctx *ctx, cs_value raw, cs_value *out) {
  uint32_t n = cs_is_tuple(raw) ? cs_tuple_len(ctx, raw) : 0;
  CS_TRY(cs_dict_new(ctx, n / 2, out));
  for (uint32_t i = 0; i + 1 < n; i += 2)
    CS_TRY(cs_dict_set(ctx, *out, cs_tuple_at(ctx, raw, i),
                       cs_tuple_at(ctx, raw, i + 1)));
  return CS_OK;
}

CS_LEAF(func_annotations) {
  cs_func *f = self(ctx, args);
  if (cs_is_dict(f->annotations)) CS_GIVE(f->annotations);
  CS_TRY(annotations(ctx, f->annotations, out));
  if (!cs_is_frozen(ctx, args[0])) f->annotations = *out;
  return CS_OK;
}

CS_LEAF(set_func_annotations) {
  cs_value v = cs_is_unbound(args[1]) ? CS_NONE : cs_unwrap(ctx, args[1]);
  if (!cs_is_none(v) && !cs_is_dict(v))
    return must_be(ctx, "__annotations__", "dict");
  self(ctx, args)->annotations = v;
  CS_GIVE(CS_NONE);
}

CS_LEAF(func_dict) {
  cs_func *f = self(ctx, args);
  if (cs_is_dict(f->dict)) CS_GIVE(f->dict);
  CS_TRY(cs_dict_new(ctx, 0, out));
  if (!cs_is_frozen(ctx, args[0])) f->dict = *out;
  return CS_OK;
}

CS_LEAF(set_func_dict) {
  cs_value v = cs_unwrap(ctx, args[1]);
  if (cs_is_unbound(v))
    return cs_throw(ctx, CS_TypeError, "cannot delete __dict__");
  if (!cs_is_dict(v))
    return cs_throw(ctx, CS_TypeError,
                    "__dict__ must be set to a dictionary, not a '%t'",
                    args[1]);
  self(ctx, args)->dict = v;
  CS_GIVE(CS_NONE);
}

/* --- functions: methods -------------------------------------------------- */

static cs_status check_closure(cs_ctx *ctx, const cs_code *c, cs_value v) {
  uint32_t want = cs_tuple_len(ctx, c->freevars);
  if (!cs_is_tuple(v)) {
    if (want == 0 && (cs_is_unbound(v) || cs_is_none(v))) return CS_OK;
    return cs_throw(ctx, CS_TypeError,
                    want && (cs_is_unbound(v) || cs_is_none(v))
                        ? "arg 5 (closure) must be tuple"
                        : "arg 5 (closure) must be None or tuple");
  }
  if (cs_tuple_len(ctx, v) != want)
    return cs_throw(ctx, CS_ValueError,
                    "%v requires closure of length %d, not %d", c->name,
                    (int64_t)want, (int64_t)cs_tuple_len(ctx, v));
  for (uint32_t i = 0; i < want; i++)
    if (!cs_is(cs_tuple_at(ctx, v, i), CS_L_CELL))
      return cs_throw(ctx, CS_TypeError,
                      "arg 5 (closure) expected cell, found %t",
                      cs_tuple_at(ctx, v, i));
  return CS_OK;
}

/* types.FunctionType(code, globals, name, argdefs, closure) */
CS_LEAF(func_new) {
  cs_off off;
  cs_value globals = cs_unwrap(ctx, args[2]);
  if (!cs_is(args[1], CS_L_CODE))
    return cs_throw(ctx, CS_TypeError,
                    "function() argument 'code' must be code, not %t", args[1]);
  if (!cs_is_dict(globals))
    return cs_throw(ctx, CS_TypeError,
                    "function() argument 'globals' must be dict, not %t",
                    args[2]);
  const cs_code *c = CS_PTR(ctx, cs_code, args[1]);
  bool named = !cs_is_unbound(args[3]) && !cs_is_none(args[3]);
  if (named && !cs_is_str(args[3]))
    return cs_throw(ctx, CS_TypeError, "arg 3 (name) must be None or string");
  if (!cs_is_unbound(args[4]) && !cs_is_none(args[4]) && !cs_is_tuple(args[4]))
    return cs_throw(ctx, CS_TypeError,
                    "arg 4 (defaults) must be None or tuple");
  cs_value closure = cs_unwrap(ctx, args[5]);
  CS_TRY(check_closure(ctx, c, closure));
  cs_value defaults = cs_is_tuple(args[4]) ? args[4] : CS_NONE;
  CS_TRY(default_space(ctx, c, globals, &defaults));
  CS_TRY(cs_alloc(ctx, CS_L_FUNC, sizeof(cs_func), &off));
  cs_func *f = CS_AT(ctx, cs_func, off);
  cs_value mod = cs_dict_get_name(ctx, globals, cs_known(ctx, CS_N___name__));
  f->code = cs_ref_off(args[1]);
  f->globals = cs_ref_off(globals);
  f->name = named ? args[3] : c->name;
  f->qualname = named ? args[3] : c->qualname;
  f->defaults = defaults;
  f->closure = cs_is_tuple(closure) ? closure : CS_NONE;
  f->kwdefaults = f->annotations = f->dict = f->type_params = CS_NONE;
  f->doc = c->doc;
  f->module = cs_is_unbound(mod) ? CS_NONE : mod;
  CS_GIVE(cs_ref(CS_L_FUNC, off));
}

CS_LEAF(bind_get) {
  if (cs_is_none(args[1])) {
    if (cs_is_unbound(args[2]) || cs_is_none(args[2]))
      return cs_throw(ctx, CS_TypeError, "__get__(None, None) is invalid");
    CS_GIVE(args[0]);
  }
  if (cs_is(args[0], CS_L_NATIVE)) {
    const cs_native *f = CS_PTR(ctx, cs_native, args[0]);
    if (f->owner && f->h.flags & CS_NATIVE_METHOD &&
        !cs_type_is(ctx, args[1], f->owner))
      return cs_throw(ctx, CS_TypeError,
                      "descriptor '%v' for '%v' objects doesn't apply to a "
                      "'%t' object",
                      f->name, cs_type_at(ctx, f->owner)->name, args[1]);
  }
  return cs_attr_bind(ctx, args[0], args[1], cs_class_of(ctx, args[1]), out);
}

/* --- methods ------------------------------------------------------------- */

CS_LEAF(method_func) {
  CS_GIVE(CS_PTR(ctx, cs_method, args[0])->func);
}
CS_LEAF(method_self) {
  CS_GIVE(CS_PTR(ctx, cs_method, args[0])->self);
}

/* Everything else that a method tells comes from its function. */
static cs_status of_function(cs_ctx *ctx, cs_value m, cs_name_id name,
                             cs_value *out) {
  return cs_attr_get(ctx, CS_PTR(ctx, cs_method, m)->func, cs_known(ctx, name),
                     out);
}
CS_LEAF(method_name) {
  return of_function(ctx, args[0], CS_N___name__, out);
}
CS_LEAF(method_doc) {
  return of_function(ctx, args[0], CS_N___doc__, out);
}
CS_LEAF(method_qualname) {
  return of_function(ctx, args[0], CS_N___qualname__, out);
}
CS_LEAF(method_module) {
  return of_function(ctx, args[0], CS_N___module__, out);
}
CS_LEAF(method_dict) {
  return of_function(ctx, args[0], CS_N___dict__, out);
}

static bool is_callable(cs_ctx *ctx, cs_value v) {
  return !cs_is_unbound(
      cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, CS_N___call__)));
}

CS_LEAF(method_new) {
  cs_off off;
  if (!is_callable(ctx, args[1]))
    return cs_throw(ctx, CS_TypeError, "first argument must be callable");
  if (cs_is_none(args[2]))
    return cs_throw(ctx, CS_TypeError, "instance must not be None");
  CS_TRY(cs_alloc(ctx, CS_L_METHOD, sizeof(cs_method), &off));
  CS_AT(ctx, cs_method, off)->func = args[1];
  CS_AT(ctx, cs_method, off)->self = args[2];
  CS_GIVE(cs_ref(CS_L_METHOD, off));
}

/* --- built-in functions -------------------------------------------------- */

static cs_native *native(cs_ctx *ctx, const cs_value *args) {
  cs_value v = args[0];
  if (cs_is(v, CS_L_METHOD)) v = CS_PTR(ctx, cs_method, v)->func;
  return CS_PTR(ctx, cs_native, v);
}

CS_LEAF(native_name) {
  CS_GIVE(native(ctx, args)->name);
}
CS_LEAF(native_doc) {
  const cs_native *f = native(ctx, args);
  cs_value v[3] = {f->name, f->module, cs_bool(f->owner != 0)};
  return cs_want_call(ctx, CS_RET_PLAIN, ctx->image->intrinsic[CS_X_native_doc],
                      3, v);
}
CS_LEAF(native_module) {
  CS_GIVE(native(ctx, args)->module);
}
CS_LEAF(native_signature) {
  CS_GIVE(native(ctx, args)->signature);
}

CS_LEAF(native_qualname) {
  const cs_native *f = native(ctx, args);
  if (!f->owner) CS_GIVE(f->name);
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_builder_str(&b, cs_type_at(ctx, f->owner)->qualname);
  cs_builder_c(&b, ".");
  cs_builder_str(&b, f->name);
  return cs_builder_finish(&b, out);
}

CS_LEAF(native_self) {
  if (cs_is(args[0], CS_L_METHOD)) return method_self(ctx, args, n, out);
  const cs_native *f = native(ctx, args);
  if (f->owner && f->h.flags & CS_NATIVE_CLASS)
    CS_GIVE(cs_type_value(f->owner));
  cs_value m = cs_root_get(ctx, CS_ROOT_MODULES), v = CS_UNBOUND;
  if (cs_is_dict(m) && cs_is_str(f->module))
    v = cs_dict_get_name(ctx, m, f->module);
  CS_GIVE(cs_is_unbound(v) ? CS_NONE : v);
}

CS_LEAF(native_objclass) {
  const cs_native *f = native(ctx, args);
  if (!f->owner)
    return cs_throw(ctx, CS_AttributeError,
                    "'%t' object has no attribute '__objclass__'", args[0]);
  CS_GIVE(cs_type_value(f->owner));
}

/* --- cells --------------------------------------------------------------- */

CS_LEAF(cell_new) {
  cs_off off;
  CS_TRY(cs_alloc(ctx, CS_L_CELL, sizeof(cs_cell), &off));
  CS_AT(ctx, cs_cell, off)->v = args[1];
  CS_GIVE(cs_ref(CS_L_CELL, off));
}

CS_LEAF(cell_get) {
  cs_value v = CS_PTR(ctx, cs_cell, args[0])->v;
  if (cs_is_unbound(v)) return cs_throw(ctx, CS_ValueError, "Cell is empty");
  CS_GIVE(v);
}

CS_LEAF(cell_set) {
  CS_PTR(ctx, cs_cell, args[0])->v = args[1];
  CS_GIVE(CS_NONE);
}

#define ATTR(type, name, get) \
  { type, name, "get", get }
#define MEMBER(type, name, get) \
  {type, name, "get", get}, {   \
    type, name, "set", readonly \
  }
#define RW(type, name, get)      \
  {type, name, "get", get}, {    \
    type, name, "set", set_##get \
  }
#define NATIVE(type)                                        \
  ATTR(type, "__name__", native_name),                      \
      ATTR(type, "__qualname__", native_qualname),          \
      ATTR(type, "__doc__", native_doc),                    \
      ATTR(type, "__text_signature__", native_signature), { \
    type, "__call__", "($self, *args)", in_python           \
  }
#define DESCRIPTOR(type)                                          \
  NATIVE(type), ATTR(type, "__objclass__", native_objclass), {    \
    type, "__get__", "($self, instance, owner=None, /)", bind_get \
  }

const cs_native_def cs_func_natives[] = {
    {"function", "__new__",
     "($cls, code, globals, name=None, argdefs=None, closure=None)", func_new},
    RW("function", "__name__", func_name),
    RW("function", "__qualname__", func_qualname),
    RW("function", "__doc__", func_doc),
    RW("function", "__defaults__", func_defaults),
    RW("function", "__kwdefaults__", func_kwdefaults),
    RW("function", "__code__", func_code),
    RW("function", "__module__", func_module),
    RW("function", "__annotations__", func_annotations),
    RW("function", "__dict__", func_dict),
    RW("function", "__type_params__", func_type_params),
    MEMBER("function", "__globals__", func_globals),
    MEMBER("function", "__closure__", func_closure),
    MEMBER("function", "__builtins__", func_builtins),
    {"function", "__call__", "($self, *args)", in_python},
    {"function", "__get__", "($self, instance, owner=None, /)", bind_get},
    {"method", "__new__", "($cls, function, instance, /)", method_new},
    MEMBER("method", "__func__", method_func),
    MEMBER("method", "__self__", method_self),
    ATTR("method", "__name__", method_name),
    ATTR("method", "__qualname__", method_qualname),
    ATTR("method", "__doc__", method_doc),
    ATTR("method", "__module__", method_module),
    ATTR("method", "__dict__", method_dict),
    {"method", "__call__", "($self, *args)", in_python},
    {"method", "__eq__", "($self, value, /)", cs_dunder_eq},
    {"method", "__ne__", "($self, value, /)", cs_dunder_ne},
    {"method", "__hash__", "($self, /)", cs_dunder_hash},
    {"method", "__reduce__", "($self, /)", in_python},
    NATIVE("builtin_function_or_method"),
    ATTR("builtin_function_or_method", "__module__", native_module),
    ATTR("builtin_function_or_method", "__self__", native_self),
    {"builtin_function_or_method", "__eq__", "($self, value, /)", cs_dunder_eq},
    {"builtin_function_or_method", "__ne__", "($self, value, /)", cs_dunder_ne},
    {"builtin_function_or_method", "__hash__", "($self, /)", cs_dunder_hash},
    {"builtin_function_or_method", "__reduce__", "($self, /)", in_python},
    NATIVE("method-wrapper"),
    ATTR("method-wrapper", "__self__", native_self),
    ATTR("method-wrapper", "__objclass__", native_objclass),
    {"method-wrapper", "__eq__", "($self, value, /)", cs_dunder_eq},
    {"method-wrapper", "__hash__", "($self, /)", cs_dunder_hash},
    {"method-wrapper", "__repr__", "($self, /)", cs_dunder_repr},
    DESCRIPTOR("method_descriptor"),
    DESCRIPTOR("wrapper_descriptor"),
    DESCRIPTOR("classmethod_descriptor"),
    {"cell", "__new__", "($cls, contents=None, /)", cell_new},
    {"cell", "cell_contents", "get", cell_get},
    {"cell", "cell_contents", "set", cell_set},
    {"cell", "__eq__", "($self, value, /)", in_python},
    {"cell", "__lt__", "($self, value, /)", in_python},
    CS_NATIVE_END};
