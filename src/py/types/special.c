/*
 * special.c - special methods as natives call them.
 *
 * Special methods are looked up on the class only, never on the instance.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/special.h"

#include "py/heap/intrinsics.h"
#include "py/heap/str.h"
#include "py/types/type.h"

cs_value cs_special_find(cs_ctx *ctx, cs_value v, cs_name_id name) {
  return cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, name));
}

bool cs_special_takes_self(const cs_ctx *ctx, cs_value m) {
  if (cs_is(m, CS_L_FUNC)) return true;
  if (!cs_is(m, CS_L_NATIVE)) return false;
  const cs_native *f = CS_PTR(ctx, cs_native, m);
  if (f->owner || f->h.flags & CS_NATIVE_METHOD || !cs_is_str(f->module))
    return true;
  /* classes of the prelude use helpers of the engine as methods */
  uint32_t len;
  const char *s = cs_str_data(ctx, f->module, &len);
  return *s == '_' || (len == 10 && memcmp(s, "intrinsics", 10) == 0);
}

cs_status cs_special_call(cs_ctx *ctx, cs_ret_kind kind, cs_value m, cs_value v,
                          cs_value x) {
  cs_value args[2] = {v, x};
  uint32_t n = cs_is_unbound(x) ? 1 : 2;
  if (cs_special_takes_self(ctx, m)) return cs_want_call(ctx, kind, m, n, args);
  if (cs_is_none(m))
    return cs_throw(ctx, CS_TypeError, "'NoneType' object is not callable");
  cs_value bound; /* staticmethod, partial objects, other descriptors */
  cs_status st = cs_attr_bind(ctx, m, v, cs_class_of(ctx, v), &bound);
  if (st == CS_CALLBACK) { /* its __get__ is Python code */
    cs_value all[3] = {m, v, x};
    return cs_want_call(ctx, kind, ctx->image->intrinsic[CS_X_call_special],
                        n + 1, all);
  }
  if (st != CS_OK) return st;
  return cs_want_call(ctx, kind, bound, n - 1, args + 1);
}

/* A function that is called what it is: errors name it. */
static bool is_named(const cs_ctx *ctx, cs_value m, cs_name_id name) {
  if (!cs_is(m, CS_L_FUNC)) return false;
  const cs_func *f = CS_PTR(ctx, cs_func, m);
  uint32_t flags = CS_AT(ctx, cs_code, f->code)->flags;
  return cs_same(f->name, cs_known(ctx, name)) &&
         !(flags & (CS_CODE_GENERATOR | CS_CODE_COROUTINE));
}

/* Inherited from object? */
static bool is_default(const cs_ctx *ctx, cs_value m) {
  return cs_is(m, CS_L_NATIVE) &&
         CS_PTR(ctx, cs_native, m)->owner == ctx->image->cls[CS_L_INSTANCE];
}

cs_value cs_special_text(cs_ctx *ctx, cs_value v, uint32_t conv, bool plain,
                         bool *takes_spec) {
  static const cs_name_id names[] = {CS_N___format__, CS_N___str__,
                                     CS_N___repr__};
  uint32_t i = conv == 0 ? 0 : conv == 's' ? 1 : 2;
  *takes_spec = i == 0;
  if (!cs_is_instance(v) || conv == 'a' || (i > 0 && !plain)) return CS_UNBOUND;
  for (; i < 3; i++) {
    cs_value m = cs_special_find(ctx, v, names[i]);
    if (is_named(ctx, m, names[i])) return m;
    if (!is_default(ctx, m) || !plain) break;
    *takes_spec = false;
  }
  return CS_UNBOUND;
}

cs_status cs_special_prelude(cs_ctx *ctx, uint32_t intrinsic, uint32_t n,
                             const cs_value *args) {
  return cs_want_call(ctx, CS_RET_PLAIN, ctx->image->intrinsic[intrinsic], n,
                      args);
}
