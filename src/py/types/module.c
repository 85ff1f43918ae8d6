/*
 * module.c - module objects: construction and namespace.
 *
 * A module of the library that the program imported is the session's own copy;
 * the frozen one behind it is never handed out with a namespace to write to.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_module_natives[];

CS_LEAF(module_dict) {
  CS_GIVE(cs_ref(CS_L_DICT, CS_PTR(ctx, cs_module, args[0])->dict));
}

CS_LEAF(module_new) {
  cs_off off;
  cs_value dict;
  CS_TRY(cs_dict_new(ctx, 8, &dict));
  CS_TRY(cs_alloc(ctx, CS_L_MODULE, sizeof(cs_module), &off));
  CS_AT(ctx, cs_module, off)->dict = cs_ref_off(dict);
  return cs_instance_wrap(ctx, cs_ref_off(args[0]), cs_ref(CS_L_MODULE, off),
                          out);
}

CS_LEAF(module_init) {
  cs_value m = cs_unwrap(ctx, args[0]), name = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(name))
    return cs_throw(ctx, CS_TypeError,
                    "module.__init__() argument 'name' must be str, not %t",
                    args[1]);
  cs_value d = cs_ref(CS_L_DICT, CS_PTR(ctx, cs_module, m)->dict);
  cs_value doc = cs_is_unbound(args[2]) ? CS_NONE : args[2];
  CS_TRY(cs_dict_set(ctx, d, cs_known(ctx, CS_N___name__), name));
  CS_TRY(cs_dict_set(ctx, d, cs_known(ctx, CS_N___doc__), doc));
  static const uint16_t none[] = {CS_N___package__, CS_N___loader__,
                                  CS_N___spec__};
  for (size_t i = 0; i < 3; i++)
    CS_TRY(cs_dict_set(ctx, d, cs_known(ctx, none[i]), CS_NONE));
  CS_GIVE(CS_NONE);
}

CS_LEAF(module_dir) {
  cs_value m = cs_unwrap(ctx, args[0]), key, v;
  cs_value d = cs_ref(CS_L_DICT, CS_PTR(ctx, cs_module, m)->dict);
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
    {"module", "__new__", "($cls, *args)", module_new},
    {"module", "__init__", "($self, name, doc=None)", module_init},
    {"module", "__dir__", "($self, /)", module_dir},
    CS_NATIVE_END};
