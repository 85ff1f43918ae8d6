/*
 * call.h - what the files that make calls share.
 *
 * All of them get `n` arguments at `args`, on the value stack behind the top
 * frame, of which the last ones have the names of the tuple `kwnames` (or
 * UNBOUND: none).  CS_OK: `*out` is the result; CS_CALLBACK: a frame was
 * pushed, which delivers it by `kind` and `ret`.
 *
 * Order inside every one of them: check, reserve room on the stack, bind, push.
 * Nothing a program can see changes before the last step that can fail.
 *
 * Names: cs_call_func, cs_call_direct, cs_call_type know what kind of callable
 * they got; cs_call_make skips the metaclass; cs_call_reserved is for callers
 * that have rearranged the arguments already.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_VM_CALL_H
#define CS_PY_VM_CALL_H

#include "py/vm/vm.h"

/* Bytes that binding and starting a generator may take: to be reserved. */
uint64_t cs_call_bind_bytes(const cs_code *c, uint32_t n);

/* A Python function, a native and a class; space was reserved. */
cs_status cs_call_func(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                       cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                       cs_value *out) CS_MUST_CHECK;
cs_status cs_call_direct(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                         cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                         cs_value *out) CS_MUST_CHECK;
/* The same without asking the metaclass: type.__call__. */
cs_status cs_call_make(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                       cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                       cs_value *out) CS_MUST_CHECK;
cs_status cs_call_type(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                       cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                       cs_value *out) CS_MUST_CHECK;

/* The rest of a call for which space was reserved: arguments may have been
 * shifted, so the instruction must not be executed again. */
cs_status cs_call_reserved(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                           cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                           cs_value *out) CS_MUST_CHECK;

/* The native `f` without reserving anything.  CS_SLOW: begin again in the
 * general way; nothing happened. */
cs_status cs_call_quick(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                        cs_ret_kind kind, uint32_t ret,
                        cs_value *out) CS_MUST_CHECK;

/* The frame that runs the native `nat` on `n` registers until it is done. */
cs_status cs_call_trampoline(cs_ctx *ctx, cs_value nat, cs_value *args,
                             uint32_t n, cs_ret_kind kind,
                             uint32_t ret) CS_MUST_CHECK;

/* Push a frame for `f` if that is a simple function of `n` arguments, which go
 * to `args`, behind the top frame; false: not so simple. */
bool cs_call_simple(cs_ctx *ctx, cs_value f, const cs_value *from, uint32_t n,
                    cs_value *args, cs_ret_kind kind, uint32_t ret);

/* `*v` becomes what the special method of an instance for `p` gives, if that is
 * a short function and gives what it should; else false: the loop does it. */
bool cs_call_convert(cs_ctx *ctx, cs_protocol p, cs_value *v);

/* Is it type.__call__(cls, ...)? */
static inline bool cs_call_makes(const cs_ctx *ctx, cs_value nat,
                                 const cs_value *args, uint32_t n) {
  return CS_PTR(ctx, cs_native, nat)->h.kind == CS_QUICK_MAKE && n > 0 &&
         cs_is(args[0], CS_L_TYPE);
}

/* Put `first` before the `n` arguments. The register behind them must be free;
 * cs_call_stack has seen to it. */
static inline void cs_call_shift(cs_value *args, uint32_t n, cs_value first) {
  memmove(args + 1, args, n * sizeof *args);
  args[0] = first;
}

#endif
