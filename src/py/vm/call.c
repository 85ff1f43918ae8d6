/*
 * call.c - calling anything with arguments that lie on the value stack.
 *
 * Python functions get a frame; natives run at once and, when they are not
 * finished (a coercion, a callback, no space), get a trampoline frame whose
 * only instruction runs them again: so there is one place where natives are
 * repeated, whatever form the call had.
 *
 * Arguments are rearranged in place.  A repeat of the calling instruction
 * would see them changed, therefore everything this file allocates is reserved
 * before the first change.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/arena.h"
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/key.h"
#include "py/types/special.h"
#include "py/types/type.h"
#include "py/vm/natives.h"
#include "py/vm/vm.h"

#define SPREAD_MAX   100000 /* arguments of one call */
#define SPREAD_NAMES 16     /* keywords without a tuple of their names */

cs_status cs_call_stack(cs_ctx *ctx, const cs_value *end) {
  cs_head *h = ctx->head;
  uint64_t need = (uint64_t)cs_off_of(ctx, end) + CS_STACK_SLACK * 8;
  if (need <= h->stack_soft) return CS_OK;
  if (need > CS_STACK_END)
    return cs_throw(ctx, CS_RecursionError, "maximum recursion depth exceeded");
  uint64_t page = (need + CS_PAGE - 1) & ~(CS_PAGE - 1);
  if (page > ctx->stack_end &&
      cs_arena_grow(ctx->arena, CS_STACK_BASE, &ctx->stack_end, page,
                    CS_STACK_END) != CS_OK)
    return cs_throw(ctx, CS_MemoryError, "");
  /* Registers between the old and the new end were never used since the last
   * collection: they are zero, which is a harmless float. */
  h->stack_soft = (uint32_t)page;
  return CS_OK;
}

static cs_status check_depth(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  if (h->nframes >= h->recursion_limit)
    return cs_throw(ctx, CS_RecursionError, "maximum recursion depth exceeded");
  uint64_t need =
      CS_FRAMES_BASE + ((uint64_t)h->nframes + 1) * sizeof(cs_frame);
  if (need > ctx->frames_end &&
      cs_arena_grow(ctx->arena, CS_FRAMES_BASE, &ctx->frames_end, need,
                    CS_FRAMES_END) != CS_OK)
    return cs_throw(ctx, CS_RecursionError, "maximum recursion depth exceeded");
  if (need > ctx->frames_soft)
    ctx->frames_soft = (need + CS_PAGE - 1) & ~(CS_PAGE - 1);
  cs_ctx_frames(ctx);
  return CS_OK;
}

static cs_frame *push_frame(cs_ctx *ctx, cs_off code, cs_off func,
                            const cs_value *regs, cs_ret_kind kind,
                            uint32_t ret) {
  cs_head *h = ctx->head;
  cs_frame *f = cs_frame_at(ctx, h->nframes++);
  *f = (cs_frame){
      .code = code,
      .pc = CS_AT(ctx, cs_code, code)->insns + (cs_off)offsetof(cs_raw, data),
      .base = cs_off_of(ctx, regs),
      .func = func,
      .ret = (uint8_t)ret,
      .kind = (uint8_t)kind};
  return f;
}

cs_status cs_call_push(cs_ctx *ctx, cs_off func, cs_value *regs,
                       cs_ret_kind kind, uint32_t ret) {
  cs_off code = CS_AT(ctx, cs_func, func)->code;
  cs_status st = check_depth(ctx);
  if (st != CS_OK) return st;
  st = cs_call_stack(ctx, regs + CS_AT(ctx, cs_code, code)->nregs);
  if (st != CS_OK) return st;
  push_frame(ctx, code, func, regs, kind, ret);
  return CS_OK;
}

/* Bytes that binding and starting a generator may take. */
static uint64_t bind_bytes(const cs_code *c, uint32_t n) {
  uint64_t bytes = 512 + (uint64_t)n * 64;
  if (c->flags & (CS_CODE_GENERATOR | CS_CODE_COROUTINE | CS_CODE_ASYNCGEN))
    bytes += sizeof(cs_gen) + (uint64_t)c->nregs * 8;
  return bytes;
}

static cs_status call_func(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                           cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                           cs_value *out) {
  const cs_func *fn = CS_PTR(ctx, cs_func, f);
  const cs_code *code = CS_AT(ctx, cs_code, fn->code);
  cs_status st = cs_call_stack(ctx, args + code->nregs + n);
  if (st != CS_OK) return st;
  uint32_t nkw = cs_is_unbound(kwnames) ? 0 : cs_tuple_len(ctx, kwnames);
  const cs_value *names = nkw ? cs_tuple_items(ctx, kwnames) : NULL;
  st = cs_bind_quick(ctx, fn, args, n - nkw, names, nkw);
  if (st == CS_SLOW) st = cs_bind_args(ctx, fn, args, n, kwnames);
  if (st != CS_OK) return st;
  if (code->flags & (CS_CODE_GENERATOR | CS_CODE_COROUTINE | CS_CODE_ASYNCGEN))
    return cs_gen_new(ctx, cs_ref_off(f), args, out);
  st = cs_call_push(ctx, cs_ref_off(f), args, kind, ret);
  return st == CS_OK ? CS_CALLBACK : st;
}

/* --- natives ------------------------------------------------------------- */

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

/* Run `nat` on registers that are already one per parameter.  The payload of
 * a subclass instance stands in for it as self, except for methods of object;
 * it must not leak out. */
static cs_status run_leaf(cs_ctx *ctx, const cs_native *nat, cs_value *args,
                          uint32_t n, cs_value *out) {
  cs_value self = n > 0 ? args[0] : CS_UNBOUND;
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
    if (st == CS_OK && cs_same(*out, args[0]) && has_identity(*out))
      *out = self;
    args[0] = self;
  }
  return st;
}

static cs_status push_trampoline(cs_ctx *ctx, cs_value nat, cs_value *args,
                                 uint32_t n, cs_ret_kind kind, uint32_t ret) {
  cs_status st = check_depth(ctx);
  if (st != CS_OK) return st;
  st = cs_call_stack(ctx, args + n + 1);
  if (st != CS_OK) return st;
  args[n] = CS_NONE;
  cs_frame *f =
      push_frame(ctx, cs_ref_off(ctx->image->trampoline), 0, args, kind, ret);
  f->flags = CS_FRAME_NATIVE;
  f->aux = cs_ref_off(nat);
  f->func = n; /* below every heap offset: the collector skips it */
  return CS_CALLBACK;
}

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

/* The receiver of a method of a built-in must be one. */
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

/* Parameters that got no argument take the twin's default. */
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

/* The twin instead of a native that gave up: no frame in between. */
static cs_status call_slow(cs_ctx *ctx, cs_value twin, cs_value *args,
                           uint32_t n, cs_ret_kind kind, uint32_t ret,
                           cs_value *out) {
  const cs_func *fn = CS_PTR(ctx, cs_func, twin);
  while (n > 0 && cs_is_unbound(args[n - 1])) n--;
  cs_status st =
      cs_alloc_reserve(ctx, bind_bytes(CS_AT(ctx, cs_code, fn->code), n));
  if (st != CS_OK) return CS_SLOW;
  fill_defaults(ctx, fn, args, n);
  return call_func(ctx, twin, args, n, CS_UNBOUND, kind, ret, out);
}

static cs_status call_native(cs_ctx *ctx, cs_value f, cs_value *args,
                             uint32_t n, cs_value kwnames, cs_ret_kind kind,
                             uint32_t ret, cs_value *out) {
  const cs_native *nat = CS_PTR(ctx, cs_native, f);
  cs_status st = cs_call_stack(ctx, args + n + nat->max);
  if (st != CS_OK) return st;
  st = check_self(ctx, nat, args, n);
  if (st != CS_OK) return st;
  cs_value twin = ctx->image->slow[nat->id];
  if ((nat->h.flags & CS_NATIVE_VARARGS) && !cs_is_unbound(kwnames) &&
      cs_is(twin, CS_L_FUNC)) /* only the twin has names for keywords */
    return call_func(ctx, twin, args, n, kwnames, kind, ret, out);
  st = cs_bind_native(ctx, nat, args, &n, kwnames);
  if (st != CS_OK) return st;
  st = run_leaf(ctx, nat, args, n, out);
  if (st == CS_OK || st == CS_THROW) return st;
  if (st == CS_CALLBACK && kind == CS_RET_PLAIN) {
    st = cs_call_tail(ctx, ret, out);
    if (st != CS_RETRY) return st;
  }
  if (st == CS_SLOW && cs_is(twin, CS_L_FUNC)) {
    st = call_slow(ctx, twin, args, n, kind, ret, out);
    if (st != CS_SLOW) return st;
  }
  return push_trampoline(ctx, f, args, n, kind, ret);
}

/* Push a frame for `f` if that is a simple function of `n` arguments, which go
 * to `args`, behind the top frame; false: not so simple. */
static bool push_simple(cs_ctx *ctx, cs_value f, const cs_value *from,
                        uint32_t n, cs_value *args, cs_ret_kind kind,
                        uint32_t ret) {
  if (!cs_is(f, CS_L_FUNC)) return false;
  cs_off code = CS_PTR(ctx, cs_func, f)->code;
  const cs_code *c = CS_AT(ctx, cs_code, code);
  if (!(c->flags & CS_CODE_SIMPLE) || c->nargs != n ||
      cs_off_of(ctx, args + c->nregs + CS_STACK_SLACK) >
          ctx->head->stack_soft ||
      ctx->head->nframes >= ctx->frame_soft)
    return false;
  for (uint32_t i = 0; i < n; i++) args[i] = from[i];
  push_frame(ctx, code, cs_ref_off(f), args, kind, ret);
  return true;
}

/* A native with more parameters, its state, takes over `n` arguments. */
static cs_status push_steps(cs_ctx *ctx, cs_value nat, cs_value *args,
                            uint32_t n, cs_ret_kind kind, uint32_t ret) {
  uint32_t max = CS_PTR(ctx, cs_native, nat)->max;
  cs_status st = cs_call_stack(ctx, args + max + 1);
  if (st != CS_OK) return st;
  for (uint32_t i = n; i < max; i++) args[i] = CS_UNBOUND;
  return push_trampoline(ctx, nat, args, max, kind, ret);
}

cs_status cs_call_steps(cs_ctx *ctx, uint32_t intrinsic, uint32_t n,
                        const cs_value *from, cs_ret_kind kind, uint32_t ret) {
  cs_value *args = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
  cs_status st = cs_call_stack(ctx, args + n);
  if (st != CS_OK) return st;
  for (uint32_t i = 0; i < n; i++) args[i] = from[i];
  return push_steps(ctx, ctx->image->intrinsic[intrinsic], args, n, kind, ret);
}

cs_status cs_call_key(cs_ctx *ctx, uint32_t intrinsic, uint32_t n,
                      const cs_value *from, cs_ret_kind kind, uint32_t ret) {
  cs_status st = cs_call_steps(ctx, intrinsic, n, from, kind, ret);
  cs_value key = from[1];
  if (st != CS_CALLBACK || !cs_is(key, CS_L_INSTANCE)) return st;
  cs_value hash = cs_type_find(ctx, cs_shape_of(ctx, key)->cls,
                               cs_known(ctx, CS_N___hash__));
  cs_frame *f = cs_frame_top(ctx);
  cs_value *args = CS_AT(ctx, cs_value, cs_frame_end(ctx, f));
  (void)push_simple(ctx, hash, &key, 1, args, CS_RET_ARG, CS_KEY_HASH);
  return CS_CALLBACK;
}

cs_status cs_call_gave_up(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                          uint32_t ret, cs_value *out) {
  cs_value twin = ctx->image->slow[CS_PTR(ctx, cs_native, f)->id];
  if (cs_is(twin, CS_L_NATIVE))
    return push_steps(ctx, twin, args, n, CS_RET_PLAIN, ret);
  if (!cs_is(twin, CS_L_FUNC))
    return push_trampoline(ctx, f, args, n, CS_RET_PLAIN, ret);
  const cs_func *fn = CS_PTR(ctx, cs_func, twin);
  while (n > 0 && cs_is_unbound(args[n - 1])) n--;
  cs_status st =
      cs_alloc_reserve(ctx, bind_bytes(CS_AT(ctx, cs_code, fn->code), n));
  if (st != CS_OK) return st;
  fill_defaults(ctx, fn, args, n);
  return call_func(ctx, twin, args, n, CS_UNBOUND, CS_RET_PLAIN, ret, out);
}

/* The prelude twin of a native takes over its frame. */
static cs_status call_twin(cs_ctx *ctx, uint32_t id) {
  cs_value twin = ctx->image->slow[id];
  cs_frame *f = cs_frame_top(ctx);
  cs_value *args = cs_frame_regs(ctx, f);
  uint32_t n = f->func;
  if (cs_is(twin, CS_L_NATIVE)) { /* steps: the same frame, with more state */
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
      ctx,
      bind_bytes(CS_AT(ctx, cs_code, CS_PTR(ctx, cs_func, twin)->code), n));
  if (st != CS_OK) return st;
  ctx->head->nframes--;
  st = call_func(ctx, twin, args, n, CS_UNBOUND, kind, ret, &out);
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

/* A step of the native on top: what it called gives the argument. */
static cs_status call_step(cs_ctx *ctx, cs_frame *f) {
  uint32_t arg = ctx->need.arg;
  cs_value *args = CS_AT(ctx, cs_value, cs_frame_end(ctx, f));
  if (push_simple(ctx, ctx->call.func, ctx->call.arg, ctx->call.n, args,
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

static cs_status call_need(cs_ctx *ctx, cs_frame *f) {
  uint32_t arg = ctx->need.arg;
  if (ctx->need.protocol == CS_NEED_CALL) return call_step(ctx, f);
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

cs_status cs_call_native(cs_ctx *ctx, cs_value *out) {
  cs_frame *f = cs_frame_top(ctx);
  cs_value *regs = cs_frame_regs(ctx, f);
  const cs_native *nat = CS_AT(ctx, cs_native, f->aux);
  /* Checked when the frame was made; registers of a snapshot may be forged. */
  cs_status st = nat->owner ? check_self(ctx, nat, regs, f->func) : CS_OK;
  if (st == CS_OK) st = run_leaf(ctx, nat, regs, f->func, out);
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

/* --- calls asked for by C code ------------------------------------------- */

cs_status cs_call_wanted(cs_ctx *ctx, const cs_call *call, cs_ret_kind kind,
                         uint32_t ret, cs_value *out) {
  cs_frame *f = cs_frame_top(ctx);
  cs_value *args = CS_AT(ctx, cs_value, cs_frame_end(ctx, f));
  if (push_simple(ctx, call->func, call->arg, call->n, args, kind, ret))
    return CS_CALLBACK;
  cs_status st = cs_call_stack(ctx, args + call->n + 2);
  if (st != CS_OK) return st;
  if (cs_is(call->func, CS_L_GEN)) { /* how natives resume a generator */
    if (call->n == 1)
      return cs_gen_resume(ctx, call->func, call->arg[0], kind, ret);
    return cs_gen_throw(ctx, call->func, call->arg[1], kind, ret);
  }
  for (uint32_t i = 0; i < call->n; i++) args[i] = call->arg[i];
  return cs_call_value(ctx, call->func, args, call->n, CS_UNBOUND, kind, ret,
                       out);
}

cs_status cs_call_tail(cs_ctx *ctx, uint32_t ret, cs_value *out) {
  cs_ret_kind kind = ctx->call.kind; /* the call may make another one */
  cs_value f = ctx->call.func;
  bool drop = kind == CS_RET_DISCARD;
  cs_value *target = &cs_frame_regs(ctx, cs_frame_top(ctx))[ret];
  cs_status st = cs_call_wanted(ctx, &ctx->call, kind, ret, out);
  if (drop && st == CS_CALLBACK) *target = CS_NONE;
  if (drop && st == CS_OK) *out = CS_NONE;
  if (st != CS_OK || drop || kind == CS_RET_PLAIN) return st;
  cs_frame done = {.kind = (uint8_t)kind,
                   .ret = (uint8_t)ret,
                   .func = cs_is(f, CS_L_FUNC) ? cs_ref_off(f) : 0};
  return cs_ret_deliver(ctx, &done, *out);
}

cs_status cs_call_intrinsic(cs_ctx *ctx, uint32_t intrinsic, uint32_t n,
                            const cs_value *args, cs_ret_kind kind,
                            uint32_t ret, cs_value *out) {
  cs_call call = {.func = ctx->image->intrinsic[intrinsic],
                  .n = n,
                  .kind = kind,
                  .aux = CS_UNBOUND};
  for (uint32_t i = 0; i < n; i++) call.arg[i] = args[i];
  return cs_call_wanted(ctx, &call, kind, ret, out);
}

/* --- classes ------------------------------------------------------------- */

static void shift_in(cs_value *args, uint32_t n, cs_value first) {
  memmove(args + 1, args, n * sizeof *args);
  args[0] = first;
}

/* Class without a native constructor, or an exception: allocate here and let
 * a Python __init__ fill it. */
static cs_status call_init(cs_ctx *ctx, cs_off cls, cs_value *args, uint32_t n,
                           cs_value kwnames, uint32_t ret, cs_value *out) {
  cs_value init = cs_type_find(ctx, cls, cs_known(ctx, CS_N___init__));
  if (!cs_is(init, CS_L_FUNC)) return CS_SLOW;
  const cs_code *code = CS_AT(ctx, cs_code, CS_PTR(ctx, cs_func, init)->code);
  if (code->flags & (CS_CODE_GENERATOR | CS_CODE_COROUTINE)) return CS_SLOW;
  cs_value self;
  cs_status st = cs_instance_new(ctx, cls, &self);
  if (st != CS_OK) return st;
  if (cs_type_at(ctx, cls)->flags & CS_TYPE_EXCEPTION) {
    uint32_t nkw = cs_is_unbound(kwnames) ? 0 : cs_tuple_len(ctx, kwnames);
    st =
        cs_tuple_new(ctx, args, n - nkw, cs_exc_member(ctx, self, CS_EXC_ARGS));
    if (st != CS_OK) return st;
  }
  shift_in(args, n, self);
  st = call_func(ctx, init, args, n + 1, kwnames, CS_RET_CTOR, ret, out);
  if (st == CS_CALLBACK) {
    cs_frame_top(ctx)->aux = cs_ref_off(self);
    cs_frame_top(ctx)->flags = CS_FRAME_CTOR;
  }
  return st;
}

static cs_status call_reserved(cs_ctx *ctx, cs_value f, cs_value *args,
                               uint32_t n, cs_value kwnames, cs_ret_kind kind,
                               uint32_t ret, cs_value *out);

/* The __new__ of a class that leaves __init__ to object: calling the class is
 * calling it.  UNBOUND for every other class. */
static cs_value only_new(cs_ctx *ctx, cs_off cls) {
  uint32_t flags = cs_type_at(ctx, cls)->flags;
  if (!(flags & CS_TYPE_HNEW) || flags & CS_TYPE_HINIT) return CS_UNBOUND;
  cs_value init = cs_type_find(ctx, cls, cs_known(ctx, CS_N___init__));
  if (!cs_is(init, CS_L_NATIVE) ||
      CS_PTR(ctx, cs_native, init)->owner != ctx->image->cls[CS_L_INSTANCE])
    return CS_UNBOUND;
  cs_value made = cs_type_find(ctx, cls, cs_known(ctx, CS_N___new__));
  if (cs_is(made, CS_L_STATICMETHOD))
    made = CS_PTR(ctx, cs_property, made)->fget;
  bool direct =
      cs_is(made, CS_L_NATIVE) && CS_PTR(ctx, cs_native, made)->owner == 0;
  return direct || cs_is(made, CS_L_FUNC) ? made : CS_UNBOUND;
}

static cs_status call_type(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                           cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                           cs_value *out) {
  cs_off cls = cs_ref_off(f);
  const cs_type *t = cs_type_at(ctx, cls);
  cs_status st;
  if (t->flags & CS_TYPE_METACALL) {
    cs_value call = cs_type_find(ctx, t->meta, cs_known(ctx, CS_N___call__));
    if (!cs_is(call, CS_L_FUNC)) { /* __call__ = dict, a partial ... */
      st = cs_attr_bind(ctx, call, f, t->meta, &call);
      return st == CS_OK
                 ? call_reserved(ctx, call, args, n, kwnames, kind, ret, out)
                 : st;
    }
    shift_in(args, n, f);
    return call_reserved(ctx, call, args, n + 1, kwnames, kind, ret, out);
  }
  bool plain = !(t->flags & (CS_TYPE_HNEW | CS_TYPE_ABSTRACT));
  if (plain && !(t->flags & CS_TYPE_HINIT) && t->newid) {
    shift_in(args, n, f);
    return call_native(ctx, ctx->image->ctor[t->newid], args, n + 1, kwnames,
                       kind, ret, out);
  }
  if (plain && (t->flags & CS_TYPE_HINIT) && kind == CS_RET_PLAIN &&
      (!(t->layout >> 8) && t->layout == CS_L_INSTANCE)) {
    st = call_init(ctx, cls, args, n, kwnames, ret, out);
    if (st != CS_SLOW) return st;
  }
  if (plain && !(t->flags & CS_TYPE_HINIT) && n == 0)
    return cs_instance_new(ctx, cls, out);
  cs_value made = only_new(ctx, cls);
  if (!cs_is_unbound(made)) {
    shift_in(args, n, f);
    if (cs_is(made, CS_L_NATIVE))
      return call_native(ctx, made, args, n + 1, kwnames, kind, ret, out);
    return call_func(ctx, made, args, n + 1, kwnames, kind, ret, out);
  }
  shift_in(args, n, f);
  return call_reserved(ctx, ctx->image->intrinsic[CS_X_type_call], args, n + 1,
                       kwnames, kind, ret, out);
}

/* --- everything that can be called --------------------------------------- */

static cs_status not_callable(cs_ctx *ctx, cs_value f) {
  return cs_throw(ctx, CS_TypeError, "'%t' object is not callable", f);
}

/* What `obj(...)` calls: *f becomes the function, true if obj goes first. */
static cs_status find_call(cs_ctx *ctx, cs_value obj, cs_value *f,
                           bool *insert) {
  cs_off cls = cs_class_of(ctx, obj);
  cs_value call = cs_type_find(ctx, cls, cs_known(ctx, CS_N___call__));
  if (cs_is_unbound(call)) return not_callable(ctx, obj);
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

static cs_status call_once(cs_ctx *ctx, cs_value *f, cs_value *args,
                           uint32_t *n, cs_value kwnames, cs_ret_kind kind,
                           uint32_t ret, cs_value *out, bool *again) {
  cs_status st;
  bool insert = false;
  *again = false;
  switch (cs_is_ref(*f) ? cs_ref_layout(*f) : 0) {
    case CS_L_FUNC:
      return call_func(ctx, *f, args, *n, kwnames, kind, ret, out);
    case CS_L_NATIVE:
      return call_native(ctx, *f, args, *n, kwnames, kind, ret, out);
    case CS_L_TYPE:
      return call_type(ctx, *f, args, *n, kwnames, kind, ret, out);
    case CS_L_METHOD: {
      const cs_method *m = CS_PTR(ctx, cs_method, *f);
      shift_in(args, (*n)++, m->self);
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
    case CS_L_HOSTFUNC:
      st = cs_tool_pack(ctx, *f, args, *n, kwnames);
      if (st != CS_OK) return st;
      return push_trampoline(ctx, ctx->image->intrinsic[CS_X_host_call], args,
                             3, kind, ret);
    case CS_L_INSTANCE:
    case CS_L_MODULE: /* of a class that has __call__ */
    case CS_L_WEAKREF:
    case CS_L_BOX: {
      cs_value obj = *f;
      st = find_call(ctx, obj, f, &insert);
      if (st != CS_OK) return st;
      if (insert) shift_in(args, (*n)++, obj);
      *again = true;
      return CS_OK;
    }
    default: return not_callable(ctx, *f);
  }
}

static uint64_t call_bytes(cs_ctx *ctx, cs_value f, uint32_t n) {
  uint64_t bytes = 4096 + (uint64_t)n * 128;
  if (cs_is(f, CS_L_TYPE)) bytes *= 2; /* __call__, then __new__ or __init__ */
  if (cs_is(f, CS_L_METHOD)) f = CS_PTR(ctx, cs_method, f)->func;
  if (cs_is(f, CS_L_FUNC)) {
    const cs_func *fn = CS_PTR(ctx, cs_func, f);
    bytes += (uint64_t)CS_AT(ctx, cs_code, fn->code)->nregs * 8;
  }
  return bytes;
}

/* The rest of a call for which space was reserved: arguments may have been
 * shifted, so the instruction must not be executed again. */
static cs_status call_reserved(cs_ctx *ctx, cs_value f, cs_value *args,
                               uint32_t n, cs_value kwnames, cs_ret_kind kind,
                               uint32_t ret, cs_value *out) {
  cs_status st = cs_call_stack(ctx, args + n + 8);
  if (st != CS_OK) return st;
  bool again = true;
  for (uint32_t hops = 0; again; hops++) {
    if (hops > 200)
      return cs_throw(ctx, CS_RecursionError,
                      "maximum recursion depth exceeded");
    st = call_once(ctx, &f, args, &n, kwnames, kind, ret, out, &again);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

/* A native that needs nothing but its arguments.  Whatever it does not finish
 * begins again in the general way: it has changed nothing, unless it works in
 * steps. */
static cs_status call_quick(cs_ctx *ctx, const cs_native *nat, cs_value *args,
                            uint32_t n, cs_value *out) {
  if (n < nat->min || n + nat->kwonly > nat->max ||
      nat->h.flags & (CS_NATIVE_VARARGS | CS_NATIVE_CLASS) ||
      (nat->owner && (n == 0 || !cs_call_suits(ctx, nat, args[0]))))
    return CS_SLOW;
  if (cs_off_of(ctx, args + nat->max + CS_STACK_SLACK) > ctx->head->stack_soft)
    return CS_SLOW;
  for (uint32_t i = n; i < nat->max; i++) args[i] = CS_UNBOUND;
  int64_t fuel = ctx->fuel;
  ctx->native = nat->id;
  cs_status st = leaf_of(nat->id)(ctx, args, nat->max, out);
  if (st != CS_OK && st != CS_THROW) ctx->fuel = fuel;
  return st;
}

/* A native that wants the items of a generator: what collects them. */
static bool wants_items(const cs_ctx *ctx, const cs_value *args) {
  return ctx->need.protocol == CS_NEED_LIST &&
         cs_is(args[ctx->need.arg], CS_L_GEN);
}

static cs_status collect(cs_ctx *ctx, cs_value f, cs_value *args,
                         cs_ret_kind kind, uint32_t ret) {
  uint32_t max = CS_PTR(ctx, cs_native, f)->max, arg = ctx->need.arg;
  cs_value gen = args[arg];
  cs_status st = push_trampoline(ctx, f, args, max, kind, ret);
  if (st != CS_CALLBACK) return st;
  args = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
  (void)push_simple(ctx, ctx->image->intrinsic[CS_X_need_items], &gen, 1, args,
                    CS_RET_ARG, arg);
  return CS_CALLBACK;
}

/* A native that has made its first step: its arguments say how far it is. */
static cs_status go_on(cs_ctx *ctx, cs_value f, cs_value *args,
                       cs_ret_kind kind, uint32_t ret) {
  uint32_t max = CS_PTR(ctx, cs_native, f)->max, arg = ctx->need.arg;
  cs_status st = push_trampoline(ctx, f, args, max, kind, ret);
  if (st != CS_CALLBACK) return st;
  args = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
  (void)push_simple(ctx, ctx->call.func, ctx->call.arg, ctx->call.n, args,
                    CS_RET_ARG, arg);
  return CS_CALLBACK;
}

cs_status cs_call_value(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                        cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                        cs_value *out) {
  if (cs_is(f, CS_L_NATIVE) && cs_is_unbound(kwnames)) {
    cs_status quick = call_quick(ctx, CS_PTR(ctx, cs_native, f), args, n, out);
    if (quick == CS_OK || quick == CS_THROW) return quick;
    if (quick == CS_NEED && ctx->need.protocol == CS_NEED_CALL)
      return go_on(ctx, f, args, kind, ret);
    if (quick == CS_NEED && wants_items(ctx, args))
      return collect(ctx, f, args, kind, ret);
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
  return call_reserved(ctx, f, args, n, kwnames, kind, ret, out);
}

/* --- f(*args, **kwargs)
 * ---------------------------------------------------------------- */

static cs_status spread_names(cs_ctx *ctx, cs_value kwargs, cs_value *args,
                              uint32_t n, cs_value *kwnames) {
  uint32_t nkw = cs_dict_len(ctx, kwargs), pos = 0, i = 0;
  cs_status st = cs_tuple_new(ctx, NULL, nkw, kwnames);
  if (st != CS_OK) return st;
  cs_value key, value;
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

/* A function, and names that are as good as its own: no tuple of names is
 * made.  CS_SLOW: not so; nothing happened. */
static cs_status spread_quick(cs_ctx *ctx, cs_value f, cs_value kwargs,
                              cs_value *regs, uint32_t n, uint32_t ret) {
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
