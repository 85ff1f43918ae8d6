/*
 * engine_lib.c - finding the library's classes and their members.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/engine_lib.h"

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/type.h"

cs_status cs_engine_lib_name(cs_ctx *ctx, const char *text, cs_value *out) {
  return cs_str_intern_bytes(ctx, text, strlen(text), out);
}

static cs_off look_up(cs_ctx *ctx, const char *module, const char *name) {
  cs_value key, v;
  if (cs_engine_lib_name(ctx, module, &key) != CS_OK) return 0;
  v = cs_dict_get_name(ctx, ctx->image->modules, key);
  if (!cs_is(v, CS_L_MODULE)) return 0;
  if (cs_engine_lib_name(ctx, name, &key) != CS_OK) return 0;
  cs_value dict = cs_ref(CS_L_DICT, CS_PTR(ctx, cs_module, v)->dict);
  v = cs_dict_get_name(ctx, dict, key);
  return cs_is_type(v) ? cs_ref_off(v) : 0;
}

static void resolve(cs_engine *e) {
  static const char *const names[][2] = {
#define X(id, module, name) {module, name},
      CS_LIB_LIST(X)
#undef X
  };
  for (uint32_t i = 0; i < CS_LIB_COUNT; i++)
    e->lib[i] = look_up(&e->ctx, names[i][0], names[i][1]);
  e->lib_known = true;
}

cs_off cs_engine_lib_class(cs_engine *e, cs_lib_id id) {
  if (!e->lib_known) resolve(e);
  return e->lib[id];
}

cs_lib_id cs_engine_lib_find(cs_engine *e, cs_off type) {
  cs_ctx *ctx = &e->ctx;
  if (!e->lib_known) resolve(e);
  cs_value mro = cs_type_at(ctx, type)->mro;
  uint32_t n = cs_tuple_len(ctx, mro);
  for (uint32_t i = 0; i < n; i++) {
    cs_off t = cs_ref_off(cs_tuple_at(ctx, mro, i));
    if (t >= CS_IMAGE_END) continue;
    for (uint32_t k = 0; k < CS_LIB_COUNT; k++)
      if (e->lib[k] == t) return (cs_lib_id)k;
  }
  return CS_LIB_COUNT;
}

cs_value cs_engine_lib_get(cs_ctx *ctx, cs_value obj, const char *name) {
  cs_value key;
  if (cs_engine_lib_name(ctx, name, &key) != CS_OK) return CS_UNBOUND;
  return cs_instance_get(ctx, obj, key);
}

cs_status cs_engine_lib_set(cs_ctx *ctx, cs_value obj, const char *name,
                            cs_value v) {
  cs_value key;
  cs_status st = cs_engine_lib_name(ctx, name, &key);
  return st == CS_OK ? cs_instance_set(ctx, obj, key, v) : st;
}

bool cs_engine_lib_int(cs_ctx *ctx, cs_value obj, const char *name, int low,
                       int high, int *out) {
  cs_value v = cs_engine_lib_get(ctx, obj, name);
  if (!cs_is_int(v) || cs_int_of(v) < low || cs_int_of(v) > high) return false;
  *out = (int)cs_int_of(v);
  return true;
}
