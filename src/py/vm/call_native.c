/*
 * call_native.c - calling natives, and going on with those that did not finish.
 *
 * A native that wants a coercion, a callback or space gets a trampoline frame
 * whose only instruction runs it again: so there is one place where natives
 * are repeated, whatever form the call had.
 *
 * What a native may answer, and what happens then: CS_OK and CS_THROW end the
 * call; CS_NEED wants an argument converted and runs again; CS_CALLBACK wants a
 * Python function called, whose result is that of the native; CS_SLOW leaves
 * the call to the native's fallback in the prelude; CS_RETRY wants memory and
 * runs again; CS_SUSPEND waits for the host.
 *
 * Running again is safe because a native changes nothing before it is sure to
 * finish, or keeps its progress in its own parameters ("steps").
 *
 * The ways of one call, cheapest first:
 *
 *    CALL, CALLM in the loop     the native itself, no frame
 *      cs_call_quick             the same for calls that C code makes
 *        cs_call_direct          keywords, receiver, fallback without a frame
 *          cs_call_trampoline    a frame: NATIVE runs it again until it is done
 *
 * A fallback ("twin") is a Python function of the prelude with the same
 * parameters: what is rare or needs Python code is written once, in Python. A
 * native without one that answers CS_SLOW is a mistake of ours.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/types/key.h"
#include "py/types/type.h"
#include "py/vm/call.h"
#include "py/vm/natives.h"

/* `id` is that of a NATIVE object: verified when it came from a snapshot. */
static cs_leaf *leaf_of(uint32_t id) {
  return cs_natives_table[id / CS_NATIVE_TABLE][id % CS_NATIVE_TABLE].fn;
}

/* Not a plain value: s[:] of a str is the str, but l.__iadd__() is l. */
static bool has_identity(cs_value v) {
  if (!cs_is_ref(v)) return false;
  switch (cs_ref_layout(v)) {
    case CS_L_STR:
    case CS_L_BYTES:
    case CS_L_BIGINT:
    case CS_L_COMPLEX:
    case CS_L_TUPLE:
    case CS_L_FROZENSET: return false;
    default: return true;
  }
}

/* Run `nat` on registers that are already one per parameter. The payload of a
 * subclass instance stands in for it as self, except for methods of object; it
 * must not leak out. `ctx->payload` tells the native that `self` stands in for
 * an instance: what it makes is then of the built-in class. */
static cs_status run_leaf(cs_ctx *ctx, const cs_native *nat, cs_value *args,
                          uint32_t n, cs_value *out) {
  assert(n <= nat->max || nat->h.flags & CS_NATIVE_VARARGS);
  cs_value self = n > 0 ? args[0] : CS_UNBOUND;
  /* An instance of a subclass of a built-in: the native sees the built-in that
   * it wraps. */
  bool wrapped = n > 0 && (nat->h.flags & CS_NATIVE_METHOD) &&
                 cs_is_instance(self) && cs_ref_type(self) >> 8 &&
                 nat->owner != ctx->image->cls[CS_L_INSTANCE];
  if (wrapped) {
    args[0] = cs_unwrap(ctx, self);
    ctx->payload = true;
  }
  ctx->native = nat->id;
  cs_status st = leaf_of(nat->id)(ctx, args, n, out);
  if (wrapped) {
    ctx->payload = false;
    /* A method that returns self must return the instance. */
    if (st == CS_OK && cs_same(*out, args[0]) && has_identity(*out))
      *out = self;
    args[0] = self;
  }
  return st;
}

/* --- the receiver -------------------------------------------------------- */

/* The class that a constructor or class method gets must be derived. */
static cs_status check_cls(cs_ctx *ctx, const cs_native *nat,
                           const cs_value *args, uint32_t n) {
  cs_value owner = cs_type_at(ctx, nat->owner)->name;
  if (n == 0)
    return cs_throw(ctx, CS_TypeError, "%v.%v(): not enough arguments", owner,
                    nat->name);
  if (!cs_is_type(args[0]))
    return cs_throw(ctx, CS_TypeError, "%v.%v(X): X is not a type object (%t)",
                    owner, nat->name, args[0]);
  if (cs_type_sub(ctx, cs_ref_off(args[0]), nat->owner)) return CS_OK;
  cs_value name = CS_PTR(ctx, cs_type, args[0])->name;
  return cs_throw(ctx, CS_TypeError, "%v.%v(%v): %v is not a subtype of %v",
                  owner, nat->name, name, name, owner);
}

/* The receiver of a method of a built-in must be one. This is the check by
 * which a native may read its receiver's payload: after CS_OK args[0] has the
 * layout of the owner, or is an instance that wraps it. */
static cs_status check_self(cs_ctx *ctx, const cs_native *nat,
                            const cs_value *args, uint32_t n) {
  if (nat->owner && (nat->h.flags & CS_NATIVE_CLASS))
    return check_cls(ctx, nat, args, n);
  if (!nat->owner || !(nat->h.flags & CS_NATIVE_METHOD)) return CS_OK;
  const cs_type *owner = cs_type_at(ctx, nat->owner);
  if (n == 0) {
    if (nat->h.flags & CS_NATIVE_SLOT)
      return cs_throw(ctx, CS_TypeError,
                      "descriptor '%v' of '%v' object needs an argument",
                      nat->name, owner->name);
    return cs_throw(ctx, CS_TypeError,
                    "unbound method %v.%v() needs an argument", owner->name,
                    nat->name);
  }
  /* By the class of its layout, never by __class__. */
  if (cs_type_is(ctx, args[0], nat->owner)) return CS_OK;
  if (nat->h.flags & CS_NATIVE_SLOT)
    return cs_throw(ctx, CS_TypeError,
                    "descriptor '%v' requires a '%v' object but received a "
                    "'%t'",
                    nat->name, owner->name, args[0]);
  return cs_throw(ctx, CS_TypeError,
                  "descriptor '%v' for '%v' objects doesn't apply to a '%t' "
                  "object",
                  nat->name, owner->name, args[0]);
}

/* --- conversions -------------------------------------------------------- */

/* The special method that converts for `p`; CS_N_empty: none that is asked for
 * at once. */
static cs_name_id method_of(cs_ctx *ctx, cs_off cls, cs_protocol p) {
  cs_value own;
  switch ((int)p) {
    case CS_NEED_INDEX: return CS_N___index__;
    case CS_NEED_FLOAT: return CS_N___float__;
    case CS_NEED_STR: return CS_N___str__;
    case CS_NEED_REPR: return CS_N___repr__;
    case CS_NEED_INT:
      own = cs_type_find(ctx, cls, cs_known(ctx, CS_N___int__));
      return cs_is_unbound(own) ? CS_N___index__ : CS_N___int__;
    default: return CS_N_empty;
  }
}

/* May `v`, what a special method returned, stand for the argument? If not the
 * slow way is taken, which raises the right error. */
static bool is_needed(cs_protocol p, cs_value v) {
  if (p == CS_NEED_FLOAT) return cs_is_float(v);
  if (p == CS_NEED_STR || p == CS_NEED_REPR) return cs_is(v, CS_L_STR);
  return cs_is_int(v) || cs_is(v, CS_L_BIGINT);
}

/* Is it a native of a C module that a class took over to convert itself? */
static bool is_reader(const cs_ctx *ctx, cs_value f) {
  if (!cs_is(f, CS_L_NATIVE)) return false;
  const cs_native *nat = CS_PTR(ctx, cs_native, f);
  return !nat->owner && nat->max == 1 && nat->h.flags & CS_NATIVE_METHOD;
}

/* Only short functions and natives of one argument are tried. False leaves `*v`
 * as it was. */
bool cs_call_convert(cs_ctx *ctx, cs_protocol p, cs_value *v) {
  cs_value made;
  if (!cs_is(*v, CS_L_INSTANCE) || !ctx->brief) return false;
  cs_off cls = cs_shape_of(ctx, *v)->cls;
  cs_name_id name = method_of(ctx, cls, p);
  if (name == CS_N_empty) return false;
  cs_value f = cs_type_find(ctx, cls, cs_known(ctx, name));
  cs_status st = CS_SLOW;
  if (cs_is(f, CS_L_FUNC))
    st = ctx->brief(ctx, f, v, 1, &made);
  else if (is_reader(ctx, f))
    st = ctx->leaf(CS_PTR(ctx, cs_native, f)->id)(ctx, v, 1, &made);
  if (st != CS_OK || !is_needed(p, made)) return false;
  *v = made;
  return true;
}

/* What a native needs, converted at once. */
static bool convert_soon(cs_ctx *ctx, cs_value *args) {
  assert(ctx->need.arg < UINT8_MAX);
  return cs_call_convert(ctx, ctx->need.protocol, &args[ctx->need.arg]);
}

/* --- the call ------------------------------------------------------------ */

/* Parameters that got no argument take the twin's default. A fallback written
 * in Python has the same parameters as its native, in the same order; UNBOUND
 * never gets into Python code. */
static void fill_defaults(cs_ctx *ctx, const cs_func *f, cs_value *args,
                          uint32_t n) {
  const cs_code *code = CS_AT(ctx, cs_code, f->code);
  uint32_t have = cs_is_tuple(f->defaults) ? cs_tuple_len(ctx, f->defaults) : 0;
  for (uint32_t i = 0; i < n && i < code->nargs; i++) {
    if (!cs_is_unbound(args[i])) continue;
    uint32_t from = i + have;
    args[i] = from < code->nargs
                  ? CS_NONE
                  : cs_tuple_at(ctx, f->defaults, from - code->nargs);
  }
}

/* The twin instead of a native that gave up: no frame in between. CS_SLOW here:
 * there is no room yet, so the trampoline does it and can be repeated. */
static cs_status call_slow(cs_ctx *ctx, cs_value twin, cs_value *args,
                           uint32_t n, cs_ret_kind kind, uint32_t ret,
                           cs_value *out) {
  assert(cs_is(twin, CS_L_FUNC));
  const cs_func *fn = CS_PTR(ctx, cs_func, twin);
  /* Trailing arguments that were not given are left to the defaults. */
  while (n > 0 && cs_is_unbound(args[n - 1])) n--;
  cs_status st = cs_alloc_reserve(
      ctx, cs_call_bind_bytes(CS_AT(ctx, cs_code, fn->code), n));
  if (st != CS_OK) return CS_SLOW;
  fill_defaults(ctx, fn, args, n);
  return cs_call_func(ctx, twin, args, n, CS_UNBOUND, kind, ret, out);
}

/* A native that takes keywords; CS_SLOW: the twin begins afresh. `ctx->words`
 * are consumed by the native: whoever leaves some behind would hand them to the
 * next one. */
static cs_status run_words(cs_ctx *ctx, const cs_native *nat, cs_value *args,
                           uint32_t n, cs_value kwnames, cs_value *out) {
  int64_t fuel = ctx->fuel;
  ctx->words = kwnames;
  /* The values of the keywords are the last of the arguments. */
  ctx->nwords = cs_tuple_len(ctx, kwnames);
  cs_status st = run_leaf(ctx, nat, args, n, out);
  assert(ctx->nwords == 0);
  if (st == CS_OK || st == CS_THROW) return st;
  cs_charge_undo(ctx, fuel);
  return CS_SLOW;
}

/* Order: stack, receiver, keywords, run. Fuel that the native used is put back
 * when it runs again in a frame, so that a program's cost does not depend on
 * the way its call took. */
cs_status cs_call_direct(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                         cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                         cs_value *out) {
  const cs_native *nat = CS_PTR(ctx, cs_native, f);
  cs_status st = cs_call_stack(ctx, args + n + nat->max);
  if (st != CS_OK) return st;
  st = check_self(ctx, nat, args, n);
  if (st != CS_OK) return st;
  cs_value twin = ctx->image->slow[nat->id];
  /* Natives with *args have no names for keywords; print() and its like read
   * them as words. */
  if ((nat->h.flags & CS_NATIVE_VARARGS) && !cs_is_unbound(kwnames) &&
      cs_is(twin, CS_L_FUNC)) { /* most twins alone have names for keywords */
    if (nat->h.flags & CS_NATIVE_WORDS) {
      st = run_words(ctx, nat, args, n, kwnames, out);
      if (st != CS_SLOW) return st;
    }
    return cs_call_func(ctx, twin, args, n, kwnames, kind, ret, out);
  }
  st = cs_bind_native(ctx, nat, args, &n, kwnames);
  if (st != CS_OK) return st;
  int64_t fuel = ctx->fuel;
  /* A conversion that a short function does needs no frame: convert and run
   * again. */
  do st = run_leaf(ctx, nat, args, n, out);
  while (st == CS_NEED && convert_soon(ctx, args));
  if (st == CS_OK || st == CS_THROW) return st;
  if (st == CS_RETRY) ctx->fuel = fuel; /* it runs again, in a frame */
  if (st == CS_CALLBACK && kind == CS_RET_PLAIN)
    return cs_call_tail(ctx, ret, out);
  if (st == CS_SLOW && cs_is(twin, CS_L_FUNC)) {
    st = call_slow(ctx, twin, args, n, kind, ret, out);
    if (st != CS_SLOW) return st;
  }
  return cs_call_trampoline(ctx, f, args, n, kind, ret);
}

/* A native with more parameters, its state, takes over `n` arguments. */
static cs_status push_steps(cs_ctx *ctx, cs_value nat, cs_value *args,
                            uint32_t n, cs_ret_kind kind, uint32_t ret) {
  assert(cs_is(nat, CS_L_NATIVE));
  uint32_t max = CS_PTR(ctx, cs_native, nat)->max;
  cs_status st = cs_call_stack(ctx, args + max + 1);
  if (st != CS_OK) return st;
  for (uint32_t i = n; i < max; i++) args[i] = CS_UNBOUND;
  return cs_call_trampoline(ctx, nat, args, max, kind, ret);
}

/* A native that has made its first step: its arguments say how far it is. The
 * trampoline is pushed first, then the frame of the function that the native
 * wants called; its result lands in register `arg` and the trampoline runs the
 * native again. */
static cs_status go_on(cs_ctx *ctx, cs_value f, cs_value *args,
                       cs_ret_kind kind, uint32_t ret) {
  assert(ctx->need.protocol == CS_NEED_CALL);
  uint32_t max = CS_PTR(ctx, cs_native, f)->max, arg = ctx->need.arg;
  cs_status st = cs_call_trampoline(ctx, f, args, max, kind, ret);
  if (st != CS_CALLBACK) return st;
  args = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
  (void)cs_call_simple(ctx, ctx->call.func, ctx->call.arg, ctx->call.n, args,
                       CS_RET_ARG, arg);
  return CS_CALLBACK;
}

/* The same from the beginning; the first step may be the last.  What it did in
 * vain is in its arguments: it goes on in a frame, never from the start. */
static cs_status start_steps(cs_ctx *ctx, cs_value nat, cs_value *args,
                             uint32_t n, cs_ret_kind kind, uint32_t ret,
                             cs_value *out) {
  uint32_t max = CS_PTR(ctx, cs_native, nat)->max;
  cs_status st = cs_call_stack(ctx, args + max + 1);
  if (st != CS_OK) return st;
  for (uint32_t i = n; i < max; i++) args[i] = CS_UNBOUND;
  st = run_leaf(ctx, CS_PTR(ctx, cs_native, nat), args, max, out);
  if (st == CS_OK || st == CS_THROW) return st;
  if (st == CS_NEED && ctx->need.protocol == CS_NEED_CALL)
    return go_on(ctx, nat, args, kind, ret);
  return cs_call_trampoline(ctx, nat, args, max, kind, ret);
}

/* The arguments go above the running frame, the native's state behind them. */
cs_status cs_call_steps(cs_ctx *ctx, uint32_t intrinsic, uint32_t n,
                        const cs_value *from, cs_ret_kind kind, uint32_t ret,
                        cs_value *out) {
  assert(intrinsic < CS_INTRINSIC_MAX);
  cs_value *args = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
  cs_status st = cs_call_stack(ctx, args + n);
  if (st != CS_OK) return st;
  for (uint32_t i = 0; i < n; i++) args[i] = from[i];
  return start_steps(ctx, ctx->image->intrinsic[intrinsic], args, n, kind, ret,
                     out);
}

/* Registers that a native does not fill are UNBOUND at the end: those arguments
 * were not given. Three kinds of fallback: type.__call__ makes an instance in
 * the general way, a native in steps starts, a function of the prelude is
 * called with what was given. */
cs_status cs_call_gave_up(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                          uint32_t ret, cs_value *out) {
  cs_value twin = ctx->image->slow[CS_PTR(ctx, cs_native, f)->id];
  if (cs_call_makes(ctx, f, args, n)) {
    cs_status st = cs_alloc_reserve(ctx, 8192 + (uint64_t)n * 256);
    if (st != CS_OK) return st;
    return cs_call_reserved(ctx, f, args, n, CS_UNBOUND, CS_RET_PLAIN, ret,
                            out);
  }
  if (cs_is(twin, CS_L_NATIVE))
    return start_steps(ctx, twin, args, n, CS_RET_PLAIN, ret, out);
  if (!cs_is(twin, CS_L_FUNC))
    return cs_call_trampoline(ctx, f, args, n, CS_RET_PLAIN, ret);
  const cs_func *fn = CS_PTR(ctx, cs_func, twin);
  while (n > 0 && cs_is_unbound(args[n - 1])) n--;
  cs_status st = cs_alloc_reserve(
      ctx, cs_call_bind_bytes(CS_AT(ctx, cs_code, fn->code), n));
  if (st != CS_OK) return st;
  fill_defaults(ctx, fn, args, n);
  return cs_call_func(ctx, twin, args, n, CS_UNBOUND, CS_RET_PLAIN, ret, out);
}

/* --- the quick way ------------------------------------------------------- */

/* Is `self` of a subclass of the class that defines the method? */
static bool wraps_own(const cs_ctx *ctx, const cs_native *nat, cs_value self) {
  uint32_t inner = cs_is_instance(self) ? cs_ref_type(self) >> 8 : 0;
  return inner && nat->h.flags & CS_NATIVE_METHOD &&
         ctx->image->cls[inner] == nat->owner;
}

/* A native that needs nothing but its arguments. Whatever it does not finish
 * begins again in the general way: it has changed nothing, unless it works in
 * steps. `args` may be changed by the native, but a native that answers
 * CS_SLOW, CS_NEED or CS_RETRY on its first step has not done so. */
static cs_status run_quick(cs_ctx *ctx, const cs_native *nat, cs_value *args,
                           uint32_t n, cs_value *out) {
  /* Whatever is unusual about the call. */
  if (n < nat->min || n + nat->kwonly > nat->max ||
      nat->h.flags & (CS_NATIVE_VARARGS | CS_NATIVE_CLASS) ||
      (nat->owner && (n == 0 || !(cs_call_suits(ctx, nat, args[0]) ||
                                  wraps_own(ctx, nat, args[0])))))
    return CS_SLOW;
  if (!cs_call_fits(ctx, args + nat->max)) return CS_SLOW;
  for (uint32_t i = n; i < nat->max; i++) args[i] = CS_UNBOUND;
  int64_t fuel = ctx->fuel;
  cs_status st = run_leaf(ctx, nat, args, nat->max, out);
  if (st != CS_OK && st != CS_THROW) ctx->fuel = fuel;
  return st;
}

/* A native that wants the items of a generator: what collects them. */
static bool wants_items(const cs_ctx *ctx, const cs_value *args) {
  return ctx->need.protocol == CS_NEED_LIST &&
         cs_is(args[ctx->need.arg], CS_L_GEN);
}

/* The trampoline waits below; need_items, in Python, walks the generator. */
static cs_status collect(cs_ctx *ctx, cs_value f, cs_value *args,
                         cs_ret_kind kind, uint32_t ret) {
  assert(wants_items(ctx, args));
  uint32_t max = CS_PTR(ctx, cs_native, f)->max, arg = ctx->need.arg;
  cs_value gen = args[arg];
  cs_status st = cs_call_trampoline(ctx, f, args, max, kind, ret);
  if (st != CS_CALLBACK) return st;
  args = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
  (void)cs_call_simple(ctx, ctx->image->intrinsic[CS_X_need_items], &gen, 1,
                       args, CS_RET_ARG, arg);
  return CS_CALLBACK;
}

/* What can be gone on with right here: a conversion, a call, the items of a
 * generator. Everything else begins again, from the arguments as they are. */
cs_status cs_call_quick(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                        cs_ret_kind kind, uint32_t ret, cs_value *out) {
  cs_status st;
  do st = run_quick(ctx, CS_PTR(ctx, cs_native, f), args, n, out);
  while (st == CS_NEED && convert_soon(ctx, args));
  if (st == CS_OK || st == CS_THROW) return st;
  if (st == CS_NEED && ctx->need.protocol == CS_NEED_CALL)
    return go_on(ctx, f, args, kind, ret);
  if (st == CS_NEED && wants_items(ctx, args))
    return collect(ctx, f, args, kind, ret);
  return CS_SLOW;
}

/* --- NATIVE: from a trampoline frame ------------------------------------- */

/* The prelude twin of a native takes over its frame. Danger: the frame on top
 * is dropped before the call and put back if it fails, so that the instruction
 * before it can run again. */
static cs_status call_twin(cs_ctx *ctx, uint32_t id) {
  assert(ctx->head->nframes > 0);
  cs_value twin = ctx->image->slow[id];
  cs_frame *f = cs_frame_top(ctx);
  cs_value *args = cs_frame_regs(ctx, f);
  uint32_t n = f->func;
  if (cs_is(twin, CS_L_NATIVE)) { /* steps: the same frame, with more state */
    /* The frame on top is replaced, not covered: a native that gives up leaves
     * no trace on the stack. */
    cs_frame old = *f;
    ctx->head->nframes--;
    cs_status st =
        push_steps(ctx, twin, args, n, (cs_ret_kind)old.kind, old.ret);
    if (st != CS_CALLBACK) ctx->head->nframes++;
    return cs_ret_mode(ctx, st, old.mode);
  }
  if (!cs_is(twin, CS_L_FUNC))
    return cs_throw(ctx, CS_SystemError, "native %d has no prelude twin",
                    (int64_t)id);
  while (n > 0 && cs_is_unbound(args[n - 1])) n--;
  fill_defaults(ctx, CS_PTR(ctx, cs_func, twin), args, n);
  cs_frame done = *f;
  cs_ret_kind kind = (cs_ret_kind)f->kind;
  uint32_t ret = f->ret;
  cs_value out;
  cs_status st = cs_alloc_reserve(
      ctx, cs_call_bind_bytes(
               CS_AT(ctx, cs_code, CS_PTR(ctx, cs_func, twin)->code), n));
  if (st != CS_OK) return st;
  ctx->head->nframes--;
  st = cs_call_func(ctx, twin, args, n, CS_UNBOUND, kind, ret, &out);
  if (st != CS_OK) return cs_ret_mode(ctx, st, done.mode);
  return cs_ret_deliver(ctx, &done, out);
}

static const uint16_t need_intrinsic[] = {
    [CS_NEED_INDEX] = CS_X_need_index, [CS_NEED_INT] = CS_X_need_int,
    [CS_NEED_FLOAT] = CS_X_need_float, [CS_NEED_BOOL] = CS_X_need_bool,
    [CS_NEED_STR] = CS_X_need_str,     [CS_NEED_REPR] = CS_X_need_repr,
    [CS_NEED_HASH] = CS_X_need_hash,   [CS_NEED_LIST] = CS_X_need_list,
    [CS_NEED_ITER] = CS_X_need_iter,   [CS_NEED_FSPATH] = CS_X_need_fspath,
    [CS_NEED_BYTES] = CS_X_need_bytes, [CS_NEED_COMPLEX] = CS_X_need_complex};

/* A step of the native on top: what it called gives the argument. `f->pc` steps
 * back by one word, to NATIVE, so that the native runs again when the result is
 * there; forwards again if the call could not be made. */
static cs_status call_step(cs_ctx *ctx, cs_frame *f) {
  assert(f->flags & CS_FRAME_NATIVE && ctx->need.arg < f->func);
  uint32_t arg = ctx->need.arg;
  cs_value *args = CS_AT(ctx, cs_value, cs_frame_end(ctx, f));
  if (cs_call_simple(ctx, ctx->call.func, ctx->call.arg, ctx->call.n, args,
                     CS_RET_ARG, arg)) {
    f->pc -= 4;
    return CS_CALLBACK;
  }
  cs_call call = ctx->call;
  cs_value out;
  f->pc -= 4; /* NATIVE runs again */
  cs_status st = cs_call_wanted(ctx, &call, CS_RET_ARG, arg, &out);
  if (st == CS_OK) cs_frame_regs(ctx, f)[arg] = out;
  if (st == CS_RETRY || st == CS_THROW) f->pc += 4;
  return st == CS_OK ? CS_CALLBACK : st;
}

/* What the native on top asked for in ctx->need: a conversion is a prelude
 * function whose result replaces the argument. */
static cs_status call_need(cs_ctx *ctx, cs_frame *f) {
  assert(f->flags & CS_FRAME_NATIVE && ctx->need.arg <= f->func);
  uint32_t arg = ctx->need.arg;
  if (ctx->need.protocol == CS_NEED_CALL) return call_step(ctx, f);
  if (ctx->need.protocol == CS_NEED_FIBER) return cs_fiber_switch(ctx);
  uint32_t which = ctx->need.protocol == CS_NEED_INTRINSIC
                       ? ctx->need.intrinsic
                       : need_intrinsic[ctx->need.protocol];
  cs_value *regs = cs_frame_regs(ctx, f);
  cs_value v = regs[arg];
  if (which == CS_X_need_list && cs_is(v, CS_L_GEN)) which = CS_X_need_items;
  f->pc -= 4; /* NATIVE runs again */
  cs_value out;
  cs_status st = cs_call_intrinsic(ctx, which, 1, &v, CS_RET_ARG, arg, &out);
  if (st == CS_OK) regs[arg] = out;
  if (st == CS_RETRY || st == CS_THROW) f->pc += 4;
  return st == CS_OK ? CS_CALLBACK : st;
}

/* The register behind the arguments, regs[func], is None or the host's
 * reply. */
cs_status cs_call_native(cs_ctx *ctx, cs_value *out) {
  cs_frame *f = cs_frame_top(ctx);
  cs_value *regs = cs_frame_regs(ctx, f);
  const cs_native *nat = CS_AT(ctx, cs_native, f->aux);
  /* Checked when the frame was made; registers of a snapshot may be forged. */
  cs_status st = nat->owner ? check_self(ctx, nat, regs, f->func) : CS_OK;
  if (st == CS_OK) st = run_leaf(ctx, nat, regs, f->func, out);
  /* The result of the native's wish; `f` is still the trampoline on top. */
  switch ((int)st) {
    case CS_NEED: return call_need(ctx, f);
    case CS_SLOW: return call_twin(ctx, nat->id);
    case CS_CALLBACK: {
      cs_call call = ctx->call;
      st = cs_call_wanted(ctx, &call, call.kind, 0, out);
      bool done_here = st == CS_OK || st == CS_CALLBACK;
      if (done_here && call.kind == CS_RET_DISCARD) regs[0] = CS_NONE;
      if (st != CS_OK) return st;
      cs_frame done = {.kind = (uint8_t)call.kind};
      return cs_ret_deliver(ctx, &done, *out);
    }
    case CS_POLL: return CS_OK;
    default: return st; /* CS_SUSPEND: the reply goes to regs[0] */
  }
}
