/*
 * module.c - module objects: construction and namespace.
 *
 * The namespace of a module of the library is the image's until somebody may
 * write to it: heap/space.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_module_natives[];

CS_LEAF(module_dict) {
  if (cs_space_is_lazy(ctx, args[0]))
    return cs_want_call1(ctx, CS_RET_PLAIN,
                         ctx->image->intrinsic[CS_X_module_dict], args[0]);
  return cs_space_own(ctx, args[0], out);
}

static cs_status fill(cs_ctx *ctx, cs_value d, cs_value *args,
                      const char *what) {
  static const uint16_t none[] = {CS_N___package__, CS_N___loader__,
                                  CS_N___spec__};
  cs_value name = cs_unwrap(ctx, args[1]);
  cs_value doc = cs_is_unbound(args[2]) ? CS_NONE : args[2];
  if (!cs_is_str(name))
    return cs_throw(ctx, CS_TypeError, "%s argument 'name' must be str, not %t",
                    what, args[1]);
  CS_TRY(cs_dict_set(ctx, d, cs_known(ctx, CS_N___name__), name));
  CS_TRY(cs_dict_set(ctx, d, cs_known(ctx, CS_N___doc__), doc));
  for (size_t i = 0; i < 3; i++)
    CS_TRY(cs_dict_set(ctx, d, cs_known(ctx, none[i]), CS_NONE));
  return CS_OK;
}

/* One step for classes that define neither __new__ nor __init__. */
CS_LEAF(module_new) {
  cs_off off;
  cs_value dict;
  const cs_type *t = CS_PTR(ctx, cs_type, args[0]);
  bool whole = !(t->flags & (CS_TYPE_HNEW | CS_TYPE_HINIT));
  if (whole && cs_is_unbound(args[1]))
    return cs_throw(ctx, CS_TypeError,
                    "module() missing required argument 'name' (pos 1)");
  CS_TRY(cs_dict_new(ctx, 8, &dict));
  if (whole) CS_TRY(fill(ctx, dict, args, "module()"));
  CS_TRY(cs_alloc(ctx, CS_L_MODULE, sizeof(cs_module), &off));
  CS_AT(ctx, cs_module, off)->dict = cs_ref_off(dict);
  if (t->layout >> 8) CS_AT(ctx, cs_module, off)->cls = cs_ref_off(args[0]);
  CS_GIVE(cs_ref(CS_L_MODULE, off));
}

CS_LEAF(module_init) {
  cs_value m = cs_unwrap(ctx, args[0]), d;
  *out = CS_NONE;
  CS_TRY(cs_space_own(ctx, m, &d));
  return fill(ctx, d, args, "module.__init__()");
}

CS_LEAF(module_dir) {
  cs_value m = cs_unwrap(ctx, args[0]), key, v;
  if (cs_space_is_lazy(ctx, m))
    return cs_want_call1(ctx, CS_RET_PLAIN,
                         ctx->image->intrinsic[CS_X_module_dir], m);
  cs_value d = cs_space_of(ctx, m);
  cs_value hook = cs_dict_get_name(ctx, d, cs_known(ctx, CS_N___dir__));
  if (!cs_is_unbound(hook))
    return cs_want_call(ctx, CS_RET_PLAIN, hook, 0, NULL);
  uint32_t pos = 0;
  CS_TRY(cs_list_room(ctx, cs_dict_len(ctx, d), out));
  cs_charge(ctx, cs_dict_len(ctx, d) / 4);
  while (cs_dict_next(ctx, d, &pos, &key, &v))
    CS_TRY(cs_list_append(ctx, *out, key));
  return CS_OK;
}

const cs_native_def cs_module_natives[] = {
    {"module", "__dict__", "get", module_dict},
    {"module", "__new__", "($cls, name=None, doc=None)", module_new},
    {"module", "__init__", "($self, name, doc=None)", module_init},
    {"module", "__dir__", "($self, /)", module_dir},
    CS_NATIVE_END};
