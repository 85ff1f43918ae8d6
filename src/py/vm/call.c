/*
 * call.c - calling anything with arguments that lie on the value stack.
 *
 * Here is decided what is called; call_push.c has Python functions, which get a
 * frame, call_native.c natives, which run at once, call_type.c classes.
 *
 * Arguments are rearranged in place.  A repeat of the calling instruction
 * would see them changed, therefore everything these files allocate is
 * reserved before the first change.
 *
 * What a call returns: CS_OK, `*out` is the result (a native that was done at
 * once); CS_CALLBACK, a frame was pushed and the result will be delivered to
 * `ret` by `kind` (ret.c); CS_THROW and CS_RETRY as everywhere.
 *
 * No C function recurses for a callable that calls another (methods, aliases,
 * instances with __call__): call_once replaces the callable and says `again`.
 *
 * Danger: `args` points above the live registers of the running frame, where
 * the next frame will be. Whoever calls into here must not keep values there
 * across the call, and must not move them without telling the callee.
 *
 * Where to read on: call_push.c for the frames, ret.c for what becomes of a
 * result, op_call.inc for the fast paths that never get here.
 *
 *  what is called          how it becomes something that runs
 *  FUNC                    call_push.c: bind, push a frame
 *  NATIVE                  call_native.c: run, or a trampoline frame
 *  TYPE                    call_type.c: allocate, then __init__, or the prelude
 *  METHOD                  its function, self inserted before the arguments
 *  STATICMETHOD, ALIAS     what it wraps
 *  HOSTFUNC                tool.c: the prelude's _host_call, a request
 *  INSTANCE, MODULE, ...   the __call__ of its class, bound to it
 *
 * cs_call_value is the entry of the loop, cs_call_wanted of C code that asked
 * for a call by returning CS_CALLBACK, cs_call_spread that of f(*a, **k).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/vm/call.h"

#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/special.h"
#include "py/types/type.h"

#define SPREAD_MAX   100000 /* arguments of one call */
#define SPREAD_NAMES 16     /* keywords without a tuple of their names */

/* CPython's text, whatever kind of object it is. */
static cs_status not_callable(cs_ctx *ctx, cs_value f) {
  return cs_throw(ctx, CS_TypeError, "'%t' object is not callable", f);
}

/* What `obj(...)` calls: *f becomes the function, true if obj goes first. A
 * __call__ that is no plain function is bound by the descriptor protocol, which
 * may itself be Python code: then the prelude does both steps. */
static cs_status find_call(cs_ctx *ctx, cs_value obj, cs_value *f,
                           bool *insert) {
  cs_off cls = cs_class_of(ctx, obj);
  cs_value call = cs_type_find(ctx, cls, cs_known(ctx, CS_N___call__));
  if (cs_is_unbound(call)) return not_callable(ctx, obj);
  /* A function or method of a built-in: no bound method is made. */
  if (cs_special_takes_self(ctx, call)) {
    *f = call;
    *insert = true;
    return CS_OK;
  }
  *insert = false;
  cs_status st = cs_attr_bind(ctx, call, obj, cls, f);
  if (st != CS_CALLBACK) return st;
  *f = ctx->image->intrinsic[CS_X_call_object]; /* __get__ is Python code */
  *insert = true;
  return CS_OK;
}

/* One step of the search for something that can run. `*again`: `*f` and the
 * arguments were replaced, nothing ran yet. Each step consumes at most one
 * register more, and cs_call_reserved made room for eight. */
static cs_status call_once(cs_ctx *ctx, cs_value *f, cs_value *args,
                           uint32_t *n, cs_value kwnames, cs_ret_kind kind,
                           uint32_t ret, cs_value *out, bool *again) {
  assert(cs_off_of(ctx, args) >= CS_STACK_BASE);
  cs_status st;
  bool insert = false;
  *again = false;
  switch (cs_is_ref(*f) ? cs_ref_layout(*f) : 0) {
    case CS_L_FUNC:
      return cs_call_func(ctx, *f, args, *n, kwnames, kind, ret, out);
    case CS_L_NATIVE:
      if (cs_call_makes(ctx, *f, args, *n)) {
        cs_value cls = args[0];
        memmove(args, args + 1, --*n * sizeof *args);
        return cs_call_make(ctx, cls, args, *n, kwnames, kind, ret, out);
      }
      return cs_call_direct(ctx, *f, args, *n, kwnames, kind, ret, out);
    case CS_L_TYPE:
      return cs_call_type(ctx, *f, args, *n, kwnames, kind, ret, out);
    /* The receiver takes the first place, everything else moves up by one. */
    case CS_L_METHOD: {
      const cs_method *m = CS_PTR(ctx, cs_method, *f);
      cs_call_shift(args, (*n)++, m->self);
      *f = m->func;
      *again = true;
      return CS_OK;
    }
    case CS_L_STATICMETHOD:
      *f = CS_PTR(ctx, cs_property, *f)->fget;
      *again = true;
      return CS_OK;
    case CS_L_ALIAS:
      *f = CS_PTR(ctx, cs_alias, *f)->origin;
      *again = true;
      return CS_OK;
    /* The arguments become the three of _host_call, which stops the run. */
    case CS_L_HOSTFUNC:
      st = cs_tool_pack(ctx, *f, args, *n, kwnames);
      if (st != CS_OK) return st;
      return cs_call_trampoline(ctx, ctx->image->intrinsic[CS_X_host_call],
                                args, 3, kind, ret);
    case CS_L_INSTANCE:
    case CS_L_MODULE: /* of a class that has __call__ */
    case CS_L_WEAKREF:
    case CS_L_BOX: {
      cs_value obj = *f;
      st = find_call(ctx, obj, f, &insert);
      if (st != CS_OK) return st;
      if (insert) cs_call_shift(args, (*n)++, obj);
      *again = true;
      return CS_OK;
    }
    default: return not_callable(ctx, *f);
  }
}

/* Upper bound, in bytes, of what binding and starting `f` allocates. Reserved
 * before anything moves; too small a bound would be a MemoryError in the middle
 * of a call, too large only an early collection. */
static uint64_t call_bytes(cs_ctx *ctx, cs_value f, uint32_t n) {
  uint64_t bytes = 4096 + (uint64_t)n * 128;
  if (cs_is(f, CS_L_METHOD)) f = CS_PTR(ctx, cs_method, f)->func;
  if (cs_is(f, CS_L_TYPE) || cs_is(f, CS_L_NATIVE))
    bytes *= 2; /* __call__, then __new__ or __init__ */
  if (cs_is(f, CS_L_FUNC)) {
    const cs_func *fn = CS_PTR(ctx, cs_func, f);
    bytes += (uint64_t)CS_AT(ctx, cs_code, fn->code)->nregs * 8;
  }
  return bytes;
}

/* 200 hops: a chain of __call__ instances as long as CPython's own limit lets
 * pass, and a bound for cycles. */
cs_status cs_call_reserved(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                           cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                           cs_value *out) {
  cs_status st = cs_call_stack(ctx, args + n + 8);
  if (st != CS_OK) return st;
  assert(cs_is_unbound(kwnames) || cs_tuple_len(ctx, kwnames) <= n);
  bool again = true;
  for (uint32_t hops = 0; again; hops++) {
    if (hops > 200)
      return cs_throw(ctx, CS_RecursionError,
                      "maximum recursion depth exceeded");
    st = call_once(ctx, &f, args, &n, kwnames, kind, ret, out, &again);
    /* A chain of bound methods inserts an argument at each hop. */
    if (st == CS_OK && again) st = cs_call_stack(ctx, args + n + 8);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

/* Natives and simple functions without keywords take a short way that reserves
 * nothing, since it can be given up without a trace. */
cs_status cs_call_value(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                        cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                        cs_value *out) {
  if (cs_is(f, CS_L_NATIVE) && cs_is_unbound(kwnames)) {
    cs_status quick = cs_call_quick(ctx, f, args, n, kind, ret, out);
    if (quick != CS_SLOW) return quick;
  }
  if (cs_is(f, CS_L_FUNC) && cs_is_unbound(kwnames)) {
    const cs_code *code = CS_AT(ctx, cs_code, CS_PTR(ctx, cs_func, f)->code);
    if ((code->flags & CS_CODE_SIMPLE) && code->nargs == n) {
      cs_status pushed = cs_call_push(ctx, cs_ref_off(f), args, kind, ret);
      return pushed == CS_OK ? CS_CALLBACK : pushed;
    }
  }
  cs_status st = cs_alloc_reserve(ctx, call_bytes(ctx, f, n));
  if (st != CS_OK) return st;
  return cs_call_reserved(ctx, f, args, n, kwnames, kind, ret, out);
}

/* --- calls asked for by C code ------------------------------------------- */

/* call->arg are copies, so the frame pushed here may overwrite the registers
 * they came from. */
cs_status cs_call_wanted(cs_ctx *ctx, const cs_call *call, cs_ret_kind kind,
                         uint32_t ret, cs_value *out) {
  cs_frame *f = cs_frame_top(ctx);
  assert(call->n <= CS_CALL_ARGS);
  /* Behind the running frame: nothing lives there between instructions. */
  cs_value *args = CS_AT(ctx, cs_value, cs_frame_end(ctx, f));
  if (cs_call_simple(ctx, call->func, call->arg, call->n, args, kind, ret))
    return CS_CALLBACK;
  cs_status st = cs_call_stack(ctx, args + call->n + 2);
  if (st != CS_OK) return st;
  /* A native asked for a generator to be resumed, or for an exception to be
   * thrown into it: no function is called. */
  if (call->resume) {
    assert(cs_is(call->func, CS_L_GEN));
    if (call->n == 1)
      return cs_gen_resume(ctx, call->func, call->arg[0], kind, ret);
    return cs_gen_throw(ctx, call->func, call->arg[1], kind, ret);
  }
  for (uint32_t i = 0; i < call->n; i++) args[i] = call->arg[i];
  return cs_call_value(ctx, call->func, args, call->n, CS_UNBOUND, kind, ret,
                       out);
}

/* ctx->call is read before the call, which may fill it again. A result that
 * must be discarded leaves None in the register: the caller's instruction wrote
 * nothing there. */
cs_status cs_call_tail(cs_ctx *ctx, uint32_t ret, cs_value *out) {
  assert(ctx->head->nframes > 0);
  cs_ret_kind kind = ctx->call.kind; /* the call may make another one */
  cs_value f = ctx->call.func;
  bool drop = kind == CS_RET_DISCARD;
  cs_value *target = &cs_frame_regs(ctx, cs_frame_top(ctx))[ret];
  cs_status st = cs_call_wanted(ctx, &ctx->call, kind, ret, out);
  /* What is called will be discarded, so the register gets its value now. */
  if (drop && st == CS_CALLBACK) *target = CS_NONE;
  if (drop && st == CS_OK) *out = CS_NONE;
  if (st != CS_OK || drop || kind == CS_RET_PLAIN) return st;
  cs_frame done = {.kind = (uint8_t)kind,
                   .ret = (uint8_t)ret,
                   .func = cs_is(f, CS_L_FUNC) ? cs_ref_off(f) : 0};
  return cs_ret_deliver(ctx, &done, *out);
}

/* An intrinsic is a function of the prelude that programs cannot reach; its
 * number is fixed in heap/intrinsics.h and its object filled in when the
 * prelude is built. */
cs_status cs_call_intrinsic(cs_ctx *ctx, uint32_t intrinsic, uint32_t n,
                            const cs_value *args, cs_ret_kind kind,
                            uint32_t ret, cs_value *out) {
  assert(intrinsic < CS_INTRINSIC_MAX);
  cs_call call = {.func = ctx->image->intrinsic[intrinsic],
                  .n = n,
                  .kind = kind,
                  .aux = CS_UNBOUND};
  assert(n <= CS_CALL_ARGS);
  for (uint32_t i = 0; i < n; i++) call.arg[i] = args[i];
  return cs_call_wanted(ctx, &call, kind, ret, out);
}

/* --- f(*args, **kwargs) --------------------------------------------------- */

/* Keywords of a **mapping become values behind the positional ones and a tuple
 * of interned names. A str subclass counts by its text, as in CPython. */
static cs_status spread_names(cs_ctx *ctx, cs_value kwargs, cs_value *args,
                              uint32_t n, cs_value *kwnames) {
  uint32_t nkw = cs_dict_len(ctx, kwargs), pos = 0, i = 0;
  cs_status st = cs_tuple_new(ctx, NULL, nkw, kwnames);
  if (st != CS_OK) return st;
  cs_value key, value;
  /* In insertion order, which is the order of keywords in Python. */
  while (cs_dict_next(ctx, kwargs, &pos, &key, &value)) {
    if (!cs_is_str(cs_unwrap(ctx, key)))
      return cs_throw(ctx, CS_TypeError, "keywords must be strings");
    cs_value name;
    st = cs_str_intern(ctx, cs_unwrap(ctx, key), &name);
    if (st != CS_OK) return st;
    cs_tuple_items(ctx, *kwnames)[i] = name;
    args[n + i++] = value;
  }
  return CS_OK;
}

/* A function, and names that are as good as its own: no tuple of names is made.
 * CS_SLOW: not so; nothing happened. `regs` are the positional arguments,
 * already on the stack. */
static cs_status spread_quick(cs_ctx *ctx, cs_value f, cs_value kwargs,
                              cs_value *regs, uint32_t n, uint32_t ret) {
  assert(cs_is_none(kwargs) || cs_is_dict(kwargs));
  cs_value names[SPREAD_NAMES], key, value;
  uint32_t nkw = 0, pos = 0;
  if (!cs_is(f, CS_L_FUNC)) return CS_SLOW;
  const cs_func *fn = CS_PTR(ctx, cs_func, f);
  const cs_code *code = CS_AT(ctx, cs_code, fn->code);
  if (code->flags & (CS_CODE_GENERATOR | CS_CODE_COROUTINE | CS_CODE_ASYNCGEN))
    return CS_SLOW;
  if (!cs_is_none(kwargs))
    while (cs_dict_next(ctx, kwargs, &pos, &key, &value)) {
      if (nkw == SPREAD_NAMES || !cs_is_str(key) ||
          !(CS_PTR(ctx, cs_str, key)->h.flags & CS_STR_INTERNED))
        return CS_SLOW;
      names[nkw] = key;
      regs[n + nkw++] = value;
    }
  cs_status st = cs_call_stack(ctx, regs + code->nregs + n + nkw);
  if (st == CS_OK) st = cs_bind_quick(ctx, fn, regs, n, names, nkw);
  if (st == CS_OK)
    st = cs_call_push(ctx, cs_ref_off(f), regs, CS_RET_PLAIN, ret);
  return st == CS_OK ? CS_CALLBACK : st;
}

/* `args` is a list or tuple that the compiler built, or the program's own
 * tuple; both lengths come from the program, so their sum is 64 bits wide and
 * limited before a register is touched. */
cs_status cs_call_spread(cs_ctx *ctx, cs_value f, cs_value args,
                         cs_value kwargs, uint32_t ret, cs_value *out) {
  cs_value *items;
  uint32_t n = 0;
  if (!cs_seq_items(ctx, args, &items, &n) ||
      (!cs_is_none(kwargs) && !cs_is_dict(kwargs)))
    return cs_throw(ctx, CS_SystemError, "CALLEX without a sequence");
  uint32_t nkw = cs_is_none(kwargs) ? 0 : cs_dict_len(ctx, kwargs);
  if ((uint64_t)n + nkw > SPREAD_MAX)
    return cs_throw(ctx, CS_MemoryError, "too many arguments");
  /* The items are copied to where arguments lie; the sequence is not needed
   * after that. */
  cs_value *regs = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
  cs_status st = cs_call_stack(ctx, regs + n + nkw + 8);
  if (st != CS_OK) return st;
  for (uint32_t i = 0; i < n; i++) regs[i] = items[i];
  cs_charge(ctx, (n + nkw) / 4);
  st = spread_quick(ctx, f, kwargs, regs, n, ret);
  if (st != CS_SLOW) return st;
  cs_value kwnames = CS_UNBOUND;
  if (nkw) {
    st = spread_names(ctx, kwargs, regs, n, &kwnames);
    if (st != CS_OK) return st;
  }
  return cs_call_value(ctx, f, regs, n + nkw, kwnames, CS_RET_PLAIN, ret, out);
}
