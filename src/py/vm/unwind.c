/*
 * unwind.c - exceptions: raising, matching, finding the handler.
 *
 * Handlers are found in a table per code object, so a try costs nothing until
 * something is raised.  The traceback grows by one entry per frame on the way
 * out; prelude frames and trampolines leave none.
 *
 * The exception on its way is CS_ROOT_EXC, NONE when there is none; the one
 * that is handled now, sys.exc_info(), is CS_ROOT_HANDLED.  Unwinding ends in
 * one of three ways: at a handler (CS_CALLBACK, the loop reloads), at a loop or
 * a send that takes StopIteration for its end (the same), or below the first
 * frame (CS_THROW, the run is over).
 *
 * Nothing here may stop half-way: there is no instruction that could run again.
 * Allocations are therefore done with the collector's pace off, and what still
 * fails is left out (a traceback entry) instead of raised.
 *
 *  try:                    range [3, 7)   handler 8    register r2
 *    f()        3..6
 *  except E:    8: JNOEXC r2, E, 12     not an E: to 12, which raises it again
 *    ...
 *               12: RERAISE r2
 *
 * The exception lands in the handler's register, the registers above it are
 * emptied, and the handler's own instructions find out whether it is theirs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/types/type.h"
#include "py/vm/vm.h"

/* Index of the instruction a frame was executing.  A frame that has not begun
 * raises nothing, but a forged snapshot may say that an exception is on its way
 * in one: that counts as raised by the first instruction. */
static uint32_t current_pc(const cs_ctx *ctx, const cs_frame *f) {
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  cs_off first = c->insns + (cs_off)offsetof(cs_raw, data);
  assert(f->pc >= first); /* cs_frame_fits */
  return f->pc > first ? (f->pc - first) / 4 - 1 : 0;
}

/* The first range that covers pc is the innermost: the compiler emits them in
 * that order, and order is part of what a code object means. */
static const cs_exc_range *find_handler(const cs_ctx *ctx, const cs_frame *f) {
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  if (!c->exctab) return NULL;
  const cs_raw *raw = CS_AT(ctx, cs_raw, c->exctab);
  const cs_exc_range *r = (const cs_exc_range *)(const void *)raw->data;
  /* pc of the instruction that raised, not of the next one. */
  uint32_t n = raw->fill / (uint32_t)sizeof *r, pc = current_pc(ctx, f);
  for (uint32_t i = 0; i < n; i++)
    if (r[i].start <= pc && pc < r[i].end) return &r[i];
  return NULL;
}

/* No instruction runs again here: a collection that is due comes later. */
static cs_status alloc_entry(cs_ctx *ctx, cs_off *off) {
  cs_status st = cs_alloc(ctx, CS_L_TRACEBACK, sizeof(cs_traceback), off);
  if (st == CS_OK) return st;
  cs_alloc_unpace(ctx);
  st = cs_alloc(ctx, CS_L_TRACEBACK, sizeof(cs_traceback), off);
  cs_alloc_pace(ctx);
  return st;
}

/* Add an entry for `f`.  Without memory the traceback just stays shorter. */
static void add_traceback(cs_ctx *ctx, const cs_frame *f) {
  if (f->flags & (CS_FRAME_NATIVE | CS_FRAME_HIDDEN)) return;
  /* Code of the library shows no lines to a program, as C code does not. */
  if (!ctx->building && CS_AT(ctx, cs_code, f->code)->flags & CS_CODE_PRELUDE)
    return;
  cs_off off;
  if (alloc_entry(ctx, &off) != CS_OK) return;
  /* The chain of entries grows at its front: the outermost frame is added last
   * and printed first. */
  cs_value exc = ctx->head->root[CS_ROOT_EXC];
  assert(cs_is_exception(ctx, exc));
  cs_traceback *tb = CS_AT(ctx, cs_traceback, off);
  tb->next = *cs_exc_member(ctx, exc, CS_EXC_TB);
  tb->code = f->code;
  tb->func = f->func;
  tb->pc = current_pc(ctx, f);
  *cs_exc_member(ctx, exc, CS_EXC_TB) = cs_ref(CS_L_TRACEBACK, off);
}

/* The exception was raised while another one is handled: remember that. 1,000
 * links are looked at; a longer chain that loops is cut when it is printed. */
static void set_context(cs_ctx *ctx) {
  cs_value exc = ctx->head->root[CS_ROOT_EXC];
  cs_value old = ctx->head->root[CS_ROOT_HANDLED];
  if (cs_same(old, exc) || !cs_is_exception(ctx, old)) return;
  cs_value v = old; /* cut a chain that would come back to `exc` */
  for (int i = 0; i < 1000; i++) {
    cs_value *next = cs_exc_member(ctx, v, CS_EXC_CONTEXT);
    if (!cs_is_exception(ctx, *next)) break;
    if (cs_same(*next, exc)) {
      *next = CS_NONE;
      break;
    }
    v = *next;
  }
  *cs_exc_member(ctx, exc, CS_EXC_CONTEXT) = old;
}

/* Is the exception on its way an instance of the built-in class `id`? */
static bool is_exc(const cs_ctx *ctx, cs_exc_id id) {
  return cs_type_is(ctx, ctx->head->root[CS_ROOT_EXC], cs_exc_class(ctx, id));
}

/* It was caught, or is not one for the program to see. */
static void clear_exc(cs_ctx *ctx) {
  ctx->head->root[CS_ROOT_EXC] = CS_NONE;
}

/* StopIteration ends the loop or the send that called. The second word of the
 * FORITER or SEND before pc is the way out. */
static cs_status end_iteration(cs_ctx *ctx, const cs_frame *done) {
  assert(ctx->head->nframes > 0);
  cs_frame *f = cs_frame_top(ctx);
  if (done->kind == CS_RET_SEND) {
    cs_value exc = ctx->head->root[CS_ROOT_EXC];
    cs_value v = cs_instance_get(ctx, exc, cs_known(ctx, CS_N_value));
    cs_frame_regs(ctx, f)[done->ret] = cs_is_unbound(v) ? CS_NONE : v;
  }
  f->pc += (cs_off)(CS_AT(ctx, const int32_t, f->pc)[-1] * 4);
  clear_exc(ctx);
  return CS_CALLBACK;
}

/* Drop the top frame; CS_OK: go on unwinding. */
static cs_status leave_frame(cs_ctx *ctx) {
  cs_frame done = *cs_frame_top(ctx);
  assert(ctx->head->nframes > 0);
  ctx->head->nframes--;
  assert(done.kind == CS_RET_MODULE || ctx->head->nframes > 0);
  /* The generator is over, and StopIteration may become RuntimeError. */
  if (done.flags & CS_FRAME_GEN) {
    cs_status st = cs_gen_unwound(ctx, &done);
    if (st != CS_OK) return st;
  } else if ((done.kind == CS_RET_ITER || done.kind == CS_RET_SEND) &&
             is_exc(ctx, CS_StopIteration)) {
    return end_iteration(ctx, &done);
  }
  /* A __del__ that raises is not the program's business. */
  if (done.kind == CS_RET_DEL) {
    clear_exc(ctx);
    return CS_CALLBACK;
  }
  return done.kind == CS_RET_MODULE ? CS_THROW : CS_OK;
}

/* Go on at the handler.  Registers above its own belonged to the statement
 * that failed: dropping them frees what it was working on, which is what a
 * program that caught MemoryError counts on. */
static void enter_handler(cs_ctx *ctx, cs_frame *f, const cs_exc_range *h) {
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  cs_value *r = cs_frame_regs(ctx, f);
  assert(h->reg < c->nregs && h->handler < c->ninsns);
  r[h->reg] = ctx->head->root[CS_ROOT_EXC];
  for (uint32_t i = h->reg + 1u; i < c->nregs; i++) r[i] = CS_UNBOUND;
  f->pc = c->insns + (cs_off)offsetof(cs_raw, data) + h->handler * 4;
}

/* Is this the memory limit, and may no program catch it?  The engine's own
 * exception has no arguments. */
/* `memory_ends` is a limit of the policy: a program must not survive it by
 * catching everything. */
static bool is_final(const cs_ctx *ctx) {
  if (!ctx->memory_ends || !is_exc(ctx, CS_MemoryError)) return false;
  cs_value args =
      *cs_exc_member(ctx, ctx->head->root[CS_ROOT_EXC], CS_EXC_ARGS);
  return !cs_is_tuple(args) || cs_tuple_len(ctx, args) == 0;
}

/* `silent`: the frame on top has its entry already (a bare `raise`). */
static cs_status unwind(cs_ctx *ctx, bool silent) {
  assert(cs_is_exception(ctx, ctx->head->root[CS_ROOT_EXC]));
  /* Decided once: handlers on the way do not see it at all. */
  bool final = is_final(ctx);
  for (;;) {
    cs_frame *f = cs_frame_top(ctx);
    if (!silent) add_traceback(ctx, f);
    silent = false;
    const cs_exc_range *h = final ? NULL : find_handler(ctx, f);
    if (h) {
      enter_handler(ctx, f, h);
      clear_exc(ctx);
      return CS_CALLBACK;
    }
    cs_status st = leave_frame(ctx);
    if (st != CS_OK) return st;
  }
}

/* `reraise` is set by RERAISE and used up here. */
cs_status cs_unwind(cs_ctx *ctx) {
  bool silent = ctx->reraise;
  ctx->reraise = false;
  if (!silent) set_context(ctx);
  return unwind(ctx, silent);
}

/* What throw() brings has its context already. */
cs_status cs_unwind_thrown(cs_ctx *ctx) {
  ctx->reraise = false;
  return unwind(ctx, false);
}

static cs_status bad_raise(cs_ctx *ctx) {
  return cs_throw(ctx, CS_TypeError,
                  "exceptions must derive from BaseException");
}

/* A class of the program counts if it derives from BaseException: the flag is
 * inherited. */
static bool is_exc_class(const cs_ctx *ctx, cs_value v) {
  return cs_is_type(v) &&
         (cs_type_at(ctx, cs_ref_off(v))->flags & CS_TYPE_EXCEPTION);
}

/* A class without a constructor of its own is instantiated here; others, and
 * causes that are classes, by the prelude. */
cs_status cs_unwind_raise(cs_ctx *ctx, cs_value exc, cs_value cause) {
  cs_status st;
  /* A class is instantiated, which may be Python code. */
  bool slow = is_exc_class(ctx, exc) || is_exc_class(ctx, cause);
  if (is_exc_class(ctx, exc) && cs_is_unbound(cause) &&
      !(cs_type_at(ctx, cs_ref_off(exc))->flags &
        (CS_TYPE_HNEW | CS_TYPE_HINIT | CS_TYPE_METACALL))) {
    st = cs_exc_new(ctx, cs_ref_off(exc), ctx->image->empty_tuple, &exc);
    if (st != CS_OK) return st;
    slow = false;
  }
  if (slow) { /* calls the class, then raises the instance */
    cs_value args[2] = {exc, cause}, out;
    uint32_t n = cs_is_unbound(cause) ? 1 : 2;
    return cs_call_intrinsic(ctx, CS_X_exc_instance, n, args, CS_RET_DISCARD, 0,
                             &out);
  }
  if (!cs_is_exception(ctx, exc)) return bad_raise(ctx);
  if (!cs_is_unbound(cause)) {
    if (!cs_is_none(cause) && !cs_is_exception(ctx, cause))
      return cs_throw(ctx, CS_TypeError,
                      "exception causes must derive from BaseException");
    *cs_exc_member(ctx, exc, CS_EXC_CAUSE) = cause;
    *cs_exc_member(ctx, exc, CS_EXC_SUPPRESS) = CS_TRUE;
  }
  return cs_throw_object(ctx, exc);
}

/* Sets `*out` only to true, so a tuple is matched by any of its classes; all of
 * them are checked, as in CPython. */
static cs_status match_one(cs_ctx *ctx, cs_value exc, cs_value cls, bool *out) {
  if (!is_exc_class(ctx, cls))
    return cs_throw(ctx, CS_TypeError,
                    "catching classes that do not inherit from BaseException "
                    "is not allowed");
  if (cs_type_sub(ctx, cs_class_of(ctx, exc), cs_ref_off(cls))) *out = true;
  return CS_OK;
}

/* A tuple inside of a tuple is an error in CPython 3.11 as well. */
cs_status cs_unwind_match(cs_ctx *ctx, cs_value exc, cs_value cls, bool *out) {
  *out = false;
  if (!cs_is_tuple(cls)) return match_one(ctx, exc, cls, out);
  for (uint32_t i = 0; i < cs_tuple_len(ctx, cls); i++) {
    cs_status st = match_one(ctx, exc, cs_tuple_at(ctx, cls, i), out);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}
