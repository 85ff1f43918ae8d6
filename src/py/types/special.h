/*
 * special.h - special methods as natives call them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_SPECIAL_H
#define CS_PY_TYPES_SPECIAL_H

#include "py/heap/ctx.h"

/* type(v).name, UNBOUND when absent; None when it was switched off. */
/* Does calling it with the object first mean what `obj.method(...)` means?
 * Functions do, and natives except functions of modules (__call__ = len). */
bool cs_special_takes_self(const cs_ctx *ctx, cs_value m);
cs_value cs_special_find(cs_ctx *ctx, cs_value v, cs_name_id name);
/* Tail call of the method `m` found for `v` (with `x` unless UNBOUND); its
 * result, checked by `kind`, is the native's. */
cs_status cs_special_call(cs_ctx *ctx, cs_ret_kind kind, cs_value m, cs_value v,
                          cs_value x) CS_MUST_CHECK;
/* The Python function that alone makes the text of `v`: its __format__, or
 * what stands in for that when there is no format spec (`plain`), or what the
 * conversion `conv` of an f-string asks for.  UNBOUND: it is not that simple.
 * `*takes_spec`: call it with the spec, too. */
cs_value cs_special_text(cs_ctx *ctx, cs_value v, uint32_t conv, bool plain,
                         bool *takes_spec);
/* Tail call of prelude function `intrinsic`. */
cs_status cs_special_prelude(cs_ctx *ctx, uint32_t intrinsic, uint32_t n,
                             const cs_value *args) CS_MUST_CHECK;

#endif
