/*
 * gen.c - generators and coroutines: a frame that can be put aside.
 *
 * A generator's registers are in its own object, also while it runs: see
 * frame.h.
 *
 * States, in h.flags: NEW (pc is no place yet), SUSPENDED (pc is after its
 * YIELD, whose target register gets what is sent), RUNNING (it has a frame),
 * DONE.  A running generator has exactly one frame: snapshots and fibers check
 * that, since two would share registers.
 *
 * `handled` swaps with CS_ROOT_HANDLED when the generator is entered and left,
 * so each side sees its own exception that is being handled.
 *
 * Danger: `g` is borrowed from the arena. enter() and cs_gen_unwound() may
 * allocate, which does not move objects (collections wait for a safepoint), but
 * the frame above it is gone after pop_gen().
 *
 *             next, send(None)              YIELD
 *    NEW ─────────────────────▶ RUNNING ─────────────▶ SUSPENDED
 *     │                          │    ▲                    │
 *     │ throw, close             │    └────────────────────┘
 *     ▼                          ▼ return, exception     next, send, throw
 *    DONE ◀──────────────────────┘
 *
 * DONE is for ever: a generator answers StopIteration, a coroutine
 * RuntimeError.
 *
 * Asynchronous generators are driven by SEND like coroutines; what they yield
 * to their consumer is wrapped in a cell, so that it can be told from what they
 * await.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/seq.h"
#include "py/types/type.h"
#include "py/vm/vm.h"

/* As error texts name it. */
static const char *gen_word(const cs_gen *g) {
  return g->h.kind == CS_GENKIND_CORO    ? "coroutine"
         : g->h.kind == CS_GENKIND_ASYNC ? "async generator"
                                         : "generator";
}

/* Remember who made it, for the warning that it was never awaited. The position
 * is kept in fields that a new coroutine does not use yet. */
static void note_maker(cs_ctx *ctx, cs_gen *g) {
  const cs_frame *f = cs_frame_top(ctx);
  ctx->head->coros = 1;
  if (f->flags & CS_FRAME_NATIVE) return;
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  g->pc = (f->pc - c->insns - (cs_off)offsetof(cs_raw, data)) / 4 - 1;
  g->extra = cs_ref(CS_L_CODE, f->code);
}

/* Does something happen when it is given up?  A coroutine that never began is
 * told of, and what a program wrote may have `finally` or `with`. */
static bool needs_end(const cs_func *fn, const cs_code *code) {
  return code->flags & CS_CODE_COROUTINE ||
         (code->exctab && fn->code >= CS_IMAGE_END);
}

/* `regs` has the bound parameters; all other registers begin UNBOUND, so a
 * generator's object is as large as its code's frame. */
cs_status cs_gen_new(cs_ctx *ctx, cs_off func, const cs_value *regs,
                     cs_value *out) {
  const cs_func *fn = CS_AT(ctx, cs_func, func);
  const cs_code *code = CS_AT(ctx, cs_code, fn->code);
  cs_off off;
  cs_status st = cs_alloc(
      ctx, CS_L_GEN, offsetof(cs_gen, regs) + (uint64_t)code->nregs * 8, &off);
  if (st != CS_OK) return st;
  cs_gen *g = CS_AT(ctx, cs_gen, off);
  /* Only parameters have values yet. */
  uint32_t params = (uint32_t)code->nargs + code->nkwonly +
                    !!(code->flags & CS_CODE_VARARGS) +
                    !!(code->flags & CS_CODE_VARKW);
  g->func = func;
  g->code = fn->code;
  g->handled = CS_NONE;
  g->name = fn->name;
  g->qualname = fn->qualname;
  g->extra = CS_NONE;
  g->pc = 0;
  assert(params <= code->nregs);
  cs_values_copy(g->regs, regs, params);
  for (uint32_t i = params, n = cs_gen_room(g); i < n; i++)
    g->regs[i] = CS_UNBOUND;
  g->h.flags = CS_GEN_NEW;
  /* The kind decides what iteration and awaiting mean; `cls` may be changed
   * later, for map and zip (introspect.c). */
  if (code->flags & CS_CODE_ASYNCGEN) {
    g->h.kind = CS_GENKIND_ASYNC;
    g->cls = cs_ref_off(ctx->image->special[CS_CLS_ASYNCGEN]);
  } else if (code->flags & CS_CODE_COROUTINE) {
    g->h.kind = CS_GENKIND_CORO;
    g->cls = cs_ref_off(ctx->image->special[CS_CLS_COROUTINE]);
    note_maker(ctx, g);
  } else {
    g->h.kind = CS_GENKIND_GEN;
    g->cls = ctx->image->cls[CS_L_GEN];
  }
  *out = cs_ref(CS_L_GEN, off);
  return needs_end(fn, code) ? cs_instance_final(ctx, *out) : CS_OK;
}

/* Make the generator's the top frame. The frame's place on the stack is where a
 * plain function's would be; its registers are the generator's. */
static cs_status enter(cs_ctx *ctx, cs_value gen, cs_ret_kind kind,
                       uint32_t ret) {
  cs_gen *g = CS_PTR(ctx, cs_gen, gen);
  cs_value *place = CS_AT(ctx, cs_value, cs_frame_end(ctx, cs_frame_top(ctx)));
  /* First the frame: it is what can fail. */
  cs_status st = cs_call_push_code(ctx, g->code, g->func, place, kind, ret);
  if (st != CS_OK) return st;
  assert(g->h.flags == CS_GEN_NEW || g->h.flags == CS_GEN_SUSPENDED);
  cs_frame *f = cs_frame_top(ctx);
  f->aux = f->base;
  f->base = cs_off_of(ctx, g->regs);
  f->flags = CS_FRAME_GEN;
  if (g->h.flags == CS_GEN_SUSPENDED)
    f->pc = g->pc;
  else
    g->extra = g->h.kind == CS_GENKIND_CORO ? CS_NONE : g->extra;
  g->h.flags = CS_GEN_RUNNING;
  /* The exception that is handled outside stays visible inside until the
   * generator handles one itself. */
  cs_value outer = ctx->head->root[CS_ROOT_HANDLED];
  if (!cs_is_none(g->handled)) ctx->head->root[CS_ROOT_HANDLED] = g->handled;
  g->handled = outer; /* swapped back when it stops */
  return CS_OK;
}

static void leave(cs_ctx *ctx, cs_gen *g) {
  assert(g->h.type == CS_L_GEN);
  assert(g->h.flags != CS_GEN_RUNNING); /* the caller said what it is now */
  cs_value inner = ctx->head->root[CS_ROOT_HANDLED];
  ctx->head->root[CS_ROOT_HANDLED] = g->handled;
  g->handled = cs_same(inner, g->handled) ? CS_NONE : inner;
}

/* No awaitable of an asynchronous generator is in use any more: `kind` is that
 * of the frame that ended. `extra` of an asynchronous generator is True while
 * an anext() is under way. */
static void release(cs_gen *g, uint32_t kind) {
  if (kind == CS_RET_ASEND) g->extra = CS_FALSE;
}

/* Return value `v` as the argument of StopIteration; None gives an empty
 * one. */
static cs_status throw_stop(cs_ctx *ctx, const cs_gen *g, cs_value v) {
  bool async = g->h.kind == CS_GENKIND_ASYNC;
  cs_exc_id id = async ? CS_StopAsyncIteration : CS_StopIteration;
  cs_value exc, args = ctx->image->empty_tuple;
  cs_status st = CS_OK;
  if (!cs_is_none(v)) st = cs_tuple_new(ctx, &v, 1, &args);
  if (st == CS_OK) st = cs_exc_new(ctx, cs_exc_class(ctx, id), args, &exc);
  return st == CS_OK ? cs_throw_object(ctx, exc) : st;
}

/* Jump over the loop or the send in front of the top frame's pc. The word
 * before pc is the distance of the jump. */
static void take_exit(cs_ctx *ctx) {
  assert(!(cs_frame_top(ctx)->flags & CS_FRAME_NATIVE));
  cs_frame *f = cs_frame_top(ctx);
  f->pc += (cs_off)(CS_AT(ctx, const int32_t, f->pc)[-1] * 4);
}

/* What the end of a generator is to the frame that is now on top: of a loop or
 * `yield from`, `v`, or the default in the call next(generator, default).
 * False: StopIteration. */
static bool end_quietly(cs_ctx *ctx, uint32_t kind, uint32_t ret, cs_value v) {
  assert(ctx->head->nframes > 0);
  cs_frame *f = cs_frame_top(ctx);
  cs_value *r = cs_frame_regs(ctx, f);
  if (kind == CS_RET_NEXT) {
    uint32_t ins = CS_AT(ctx, const uint32_t, f->pc)[-1];
    r[ret] = r[(ins >> 8 & 0xFF) + 2];
    return true;
  }
  if (kind == CS_RET_SEND) r[ret] = v;
  if (kind != CS_RET_SEND && kind != CS_RET_ITER) return false;
  take_exit(ctx);
  return true;
}

/* States decide first: a finished generator ends the loop that asked, a running
 * one is an error, a new one takes no value. */
cs_status cs_gen_resume(cs_ctx *ctx, cs_value gen, cs_value v, cs_ret_kind kind,
                        uint32_t ret) {
  cs_gen *g = CS_PTR(ctx, cs_gen, gen);
  uint8_t state = g->h.flags;
  if (state == CS_GEN_DONE) {
    if (g->h.kind == CS_GENKIND_CORO)
      return cs_throw(ctx, CS_RuntimeError,
                      "cannot reuse already awaited coroutine");
    /* A loop over a finished generator ends without an exception. */
    if (end_quietly(ctx, kind, ret, CS_NONE)) return CS_CALLBACK;
    cs_status ended = throw_stop(ctx, g, CS_NONE);
    if (ended == CS_THROW) release(g, kind);
    return ended;
  }
  if (state == CS_GEN_RUNNING)
    return cs_throw(ctx, CS_ValueError, "%s already executing", gen_word(g));
  if (state == CS_GEN_NEW && !cs_is_none(v))
    return cs_throw(ctx, CS_TypeError,
                    "can't send non-None value to a just-started %s",
                    gen_word(g));
  cs_status st = enter(ctx, gen, kind, ret);
  if (st == CS_THROW) release(g, kind);
  if (st != CS_OK) return st;
  /* A new generator has no YIELD yet: its first send() must be None. */
  if (state == CS_GEN_SUSPENDED) { /* the YIELD's target register */
    uint32_t ins = CS_AT(ctx, const uint32_t, g->pc)[-1];
    assert((ins >> 8 & 0xFF) < cs_gen_room(g));
    g->regs[ins >> 8 & 0xFF] = v;
  }
  return CS_CALLBACK;
}

/* A generator that never ran or is finished raises at once; the exception is
 * then the caller's. */
cs_status cs_gen_throw(cs_ctx *ctx, cs_value gen, cs_value exc,
                       cs_ret_kind kind, uint32_t ret) {
  cs_gen *g = CS_PTR(ctx, cs_gen, gen);
  if (g->h.flags == CS_GEN_RUNNING)
    return cs_throw(ctx, CS_ValueError, "%s already executing", gen_word(g));
  if (g->h.flags != CS_GEN_SUSPENDED) {
    g->h.flags = CS_GEN_DONE;
    return cs_throw_object(ctx, exc);
  }
  /* Then the context of the exception is the one it handles. */
  bool inside = !cs_is_none(g->handled); /* in a handler of its own */
  cs_status st = enter(ctx, gen, kind, ret);
  if (st != CS_OK) return st;
  ctx->head->root[CS_ROOT_EXC] = exc;
  return inside ? cs_unwind(ctx) : cs_unwind_thrown(ctx);
}

/* The frame is gone, its record lives on in `done` for as long as it is
 * needed. */
static cs_gen *pop_gen(cs_ctx *ctx, cs_frame *done) {
  *done = *cs_frame_top(ctx);
  assert(done->flags & CS_FRAME_GEN);
  ctx->head->nframes--;
  assert(ctx->head->nframes > 0); /* somebody resumed it */
  return CS_AT(ctx, cs_gen, cs_frame_gen(done));
}

/* What an asynchronous generator awaits goes on to the one who awaits it; what
 * it yields, in a cell, is what that one gets. */
static cs_status give_async(cs_ctx *ctx, cs_gen *g, uint32_t ret, cs_value v) {
  cs_value *to = &cs_frame_regs(ctx, cs_frame_top(ctx))[ret];
  *to = v;
  if (!cs_is(v, CS_L_CELL)) return CS_CALLBACK;
  *to = CS_PTR(ctx, cs_cell, v)->v;
  release(g, CS_RET_ASEND);
  take_exit(ctx);
  return CS_CALLBACK;
}

/* YIELD in full; the loop has the common kinds itself (op_return.inc).
 * cs_ret_reserve comes first: after the frame is popped nothing may fail for
 * want of memory. */
cs_status cs_gen_yield(cs_ctx *ctx, cs_value v) {
  assert(cs_frame_top(ctx)->flags & CS_FRAME_GEN);
  cs_frame done;
  cs_status st = cs_ret_reserve(ctx);
  if (st != CS_OK) return st;
  cs_gen *g = pop_gen(ctx, &done);
  g->pc = done.pc;
  g->h.flags = CS_GEN_SUSPENDED;
  leave(ctx, g);
  if (done.kind == CS_RET_ITER || done.kind == CS_RET_SEND ||
      done.kind == CS_RET_PLAIN || done.kind == CS_RET_NEXT) {
    cs_frame_regs(ctx, cs_frame_top(ctx))[done.ret] = v;
    return CS_CALLBACK;
  }
  if (done.kind == CS_RET_ASEND) return give_async(ctx, g, done.ret, v);
  return cs_ret_deliver(ctx, &done, v);
}

/* GENRET in full. StopIteration needs memory: without it the frame is put back
 * and the instruction runs again after a collection. */
cs_status cs_gen_return(cs_ctx *ctx, cs_value v) {
  assert(cs_frame_top(ctx)->flags & CS_FRAME_GEN);
  cs_frame done;
  cs_gen *g = pop_gen(ctx, &done);
  /* Before the exception is made: even without memory it is over. */
  g->h.flags = CS_GEN_DONE;
  leave(ctx, g);
  if (end_quietly(ctx, done.kind, done.ret, v)) return CS_CALLBACK;
  cs_status st = throw_stop(ctx, g, v);
  if (st == CS_RETRY) { /* put the frame back: GENRET runs again */
    g->h.flags = CS_GEN_RUNNING;
    g->handled = ctx->head->root[CS_ROOT_HANDLED];
    ctx->head->nframes++;
    return st;
  }
  release(g, done.kind);
  return st;
}

/* StopIteration that leaves a generator becomes RuntimeError (PEP 479). CS_OK
 * with the exception to go on with in the EXC root. */
cs_status cs_gen_unwound(cs_ctx *ctx, cs_frame *f) {
  cs_gen *g = CS_AT(ctx, cs_gen, cs_frame_gen(f));
  assert(f->flags & CS_FRAME_GEN && g->h.flags == CS_GEN_RUNNING);
  g->h.flags = CS_GEN_DONE;
  leave(ctx, g);
  release(g, f->kind);
  cs_value exc = ctx->head->root[CS_ROOT_EXC];
  bool stop = cs_type_is(ctx, exc, cs_exc_class(ctx, CS_StopIteration));
  bool astop = g->h.kind == CS_GENKIND_ASYNC &&
               cs_type_is(ctx, exc, cs_exc_class(ctx, CS_StopAsyncIteration));
  if (!stop && !astop) return CS_OK;
  const char *what = stop ? "StopIteration" : "StopAsyncIteration";
  cs_status st =
      cs_throw(ctx, CS_RuntimeError, "%s raised %s", gen_word(g), what);
  if (st != CS_THROW) { /* a collection is due: not in the middle of this */
    cs_alloc_unpace(ctx);
    st = cs_throw(ctx, CS_RuntimeError, "%s raised %s", gen_word(g), what);
    cs_alloc_pace(ctx);
  }
  if (st != CS_THROW) { /* no space: it must not end the caller's loop */
    st = cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND);
    assert(st == CS_THROW);
    return CS_OK;
  }
  cs_value better = ctx->head->root[CS_ROOT_EXC];
  *cs_exc_member(ctx, better, CS_EXC_CAUSE) = exc;
  *cs_exc_member(ctx, better, CS_EXC_CONTEXT) = exc;
  *cs_exc_member(ctx, better, CS_EXC_SUPPRESS) = CS_TRUE;
  return CS_OK;
}
