/*
 * meta.c - what the prelude asks about types and values.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/icache.h"
#include "py/heap/int.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/builder.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_meta_natives[];

CS_LEAF_TAKES(type_of, ANY) {
  *out = cs_type_value(cs_class_of(ctx, args[0]));
  return CS_OK;
}

CS_LEAF_TAKES(type_name, ANY) {
  const cs_type *t = cs_type_at(ctx, cs_class_of(ctx, args[0]));
  *out = t->name;
  if (!(t->flags & CS_TYPE_DOTTED)) return CS_OK;
  cs_builder b;
  cs_builder_init(&b, ctx);
  cs_builder_str(&b, cs_dict_get_name(ctx, cs_ref(CS_L_DICT, t->dict),
                                      cs_known(ctx, CS_N___module__)));
  cs_builder_c(&b, ".");
  cs_builder_str(&b, t->name);
  return cs_builder_finish(&b, out);
}

/* _c_type(cls): error messages name it with its module, as if made in C */
CS_LEAF_TAKES(c_type, TYPE) {
  if (!cs_is_type(args[0]) || !ctx->building)
    return cs_throw(ctx, CS_TypeError, "class of the library expected");
  CS_PTR(ctx, cs_type, args[0])->flags |= CS_TYPE_DOTTED;
  *out = args[0];
  return CS_OK;
}

/* _type_find(cls, name): raw attribute along the MRO, or None */
CS_LEAF_TAKES(type_find, TYPE, STR) {
  if (!cs_is_type(args[0]) || !cs_is_str(args[1]))
    return cs_throw(ctx, CS_TypeError, "class and name expected");
  cs_value name = cs_str_find_interned(ctx, args[1]);
  *out = cs_is_unbound(name) ? CS_UNBOUND
                             : cs_type_find(ctx, cs_ref_off(args[0]), name);
  if (cs_is_unbound(*out)) *out = CS_NONE;
  return CS_OK;
}

/* _bind_special(raw, obj, cls): as attribute access would bind it */
CS_LEAF_TAKES(bind_special, ANY, ANY, TYPE) {
  if (!cs_is_type(args[2]))
    return cs_throw(ctx, CS_TypeError, "class expected");
  return cs_attr_bind(ctx, args[0], args[1], cs_ref_off(args[2]), out);
}

CS_LEAF_TAKES(is_int, ANY) {
  *out = cs_bool(cs_is_anyint(cs_unwrap(ctx, args[0])));
  return CS_OK;
}

CS_LEAF_TAKES(exact_int, ANY) {
  cs_value v = cs_unwrap(ctx, args[0]);
  if (cs_is_bool(v)) v = cs_int(cs_is_true(v));
  *out = v;
  return CS_OK;
}

/* _exact(x): the built-in payload of a subclass instance */
CS_LEAF_TAKES(exact, ANY) {
  *out = cs_unwrap(ctx, args[0]);
  return CS_OK;
}

CS_LEAF_TAKES(isinstance_exact, ANY) {
  *out = cs_bool(cs_is_type(args[1]) &&
                 cs_type_is(ctx, args[0], cs_ref_off(args[1])));
  return CS_OK;
}

CS_LEAF_TAKES(issubclass_exact, ANY) {
  *out = cs_bool(cs_is_type(args[0]) && cs_is_type(args[1]) &&
                 cs_type_sub(ctx, cs_ref_off(args[0]), cs_ref_off(args[1])));
  return CS_OK;
}

/* _cell_get(cell): contents, None when empty */
CS_LEAF_TAKES(cell_get, CELL) {
  if (!cs_is(args[0], CS_L_CELL))
    return cs_throw(ctx, CS_TypeError, "cell expected");
  *out = CS_PTR(ctx, cs_cell, args[0])->v;
  if (cs_is_unbound(*out)) *out = CS_NONE;
  return CS_OK;
}

CS_LEAF_TAKES(is_function, ANY) {
  *out = cs_bool(cs_is(args[0], CS_L_FUNC));
  return CS_OK;
}

CS_LEAF_TAKES(set_qualname, OWN_TYPE, STR) {
  if (!cs_is_type(args[0]) || !cs_is_str(args[1]) || cs_is_frozen(ctx, args[0]))
    return cs_throw(ctx, CS_TypeError,
                    "class of the session and name expected");
  CS_PTR(ctx, cs_type, args[0])->qualname = args[1];
  *out = CS_NONE;
  return CS_OK;
}

/* Only instances (and boxes) can have __set_name__; a property keeps in mind
 * that it has a name. */
CS_LEAF_TAKES(may_have_set_name, ANY) {
  cs_value property = cs_unwrap(ctx, args[0]);
  if (cs_is(property, CS_L_PROPERTY) && !cs_is_frozen(ctx, property))
    CS_PTR(ctx, cs_property, property)->h.flags |= CS_PROPERTY_NAMED;
  *out = cs_bool(cs_is_instance(args[0]) || cs_is(args[0], CS_L_BOX));
  return CS_OK;
}

/* _frozen(x): does it belong to the image? */
CS_LEAF_TAKES(is_frozen, ANY) {
  *out = cs_bool(cs_is_frozen(ctx, args[0]));
  return CS_OK;
}

/* _set_maker(cls, native): calling exactly `cls` is calling `native` with it
 * and the arguments.  Only for classes of the image. */
CS_LEAF_TAKES(set_maker, TYPE, NATIVE) {
  if (!ctx->building || !cs_is_type(args[0]) || !cs_is(args[1], CS_L_NATIVE) ||
      ctx->image->nctors + 1 >= 128)
    return cs_throw(ctx, CS_TypeError, "_set_maker: no class of the image");
  cs_type *t = CS_PTR(ctx, cs_type, args[0]);
  t->newid = ++ctx->image->nctors;
  ctx->image->ctor[t->newid] = args[1];
  t->flags |= CS_TYPE_WHOLE;
  cs_type_touch(ctx, cs_ref_off(args[0]), cs_known(ctx, CS_N___new__));
  *out = CS_NONE;
  return CS_OK;
}

bool cs_type_is_maker(const cs_ctx *ctx, cs_value cls) {
  if (!cs_is_type(cls)) return false;
  const cs_type *t = CS_PTR(ctx, cs_type, cls);
  cs_value maker = ctx->image->ctor[t->newid];
  return t->flags & CS_TYPE_WHOLE && cs_is(maker, CS_L_NATIVE) &&
         CS_PTR(ctx, cs_native, maker)->id == ctx->native;
}

/* The module `builtins`: the session's own copy from the first import on. */
CS_LEAF(builtins_module) {
  cs_off off;
  cs_value dict = ctx->image->builtins;
  cs_status st = ctx->building ? CS_OK : cs_dict_copy(ctx, dict, &dict);
  if (st == CS_OK) st = cs_alloc(ctx, CS_L_MODULE, sizeof(cs_module), &off);
  if (st != CS_OK) return st;
  CS_AT(ctx, cs_module, off)->dict = cs_ref_off(dict);
  ctx->head->root[CS_ROOT_BUILTINS] = dict;
  cs_ctx_forget(ctx);
  *out = cs_ref(CS_L_MODULE, off);
  return CS_OK;
}

const cs_native_def cs_meta_natives[] = {
    {".intrinsics", "_type_of", "(x, /)", type_of},
    {".intrinsics", "_type_name", "(x, /)", type_name},
    {".intrinsics", "_type_find", "(cls, name, /)", type_find},
    {".intrinsics", "_bind_special", "(raw, obj, cls, /)", bind_special},
    {".intrinsics", "_is_int", "(x, /)", is_int},
    {".intrinsics", "_exact_int", "(x, /)", exact_int},
    {".intrinsics", "_exact_float", "(x, /)", exact},
    {".intrinsics", "_exact_str", "(x, /)", exact},
    {".intrinsics", "_exact", "(x, /)", exact},
    {".intrinsics", "_isinstance_exact", "(x, cls, /)", isinstance_exact},
    {".intrinsics", "_issubclass_exact", "(a, b, /)", issubclass_exact},
    {".intrinsics", "_cell_get", "(cell, /)", cell_get},
    {".intrinsics", "_is_function", "(x, /)", is_function},
    {".intrinsics", "_set_qualname", "(cls, name, /)", set_qualname},
    {".intrinsics", "_c_type", "(cls, /)", c_type},
    {".intrinsics", "_may_have_set_name", "(x, /)", may_have_set_name},
    {".intrinsics", "_builtins_module", "()", builtins_module},
    {".intrinsics", "_frozen", "(x, /)", is_frozen},
    {".intrinsics", "_set_maker", "(cls, native, /)", set_maker},
    CS_NATIVE_END};
