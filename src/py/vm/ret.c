/*
 * ret.c - what happens with the value of a frame that ended.
 *
 * The dispatch loop handles PLAIN itself.  Every other kind is here: checks of
 * special methods' results, jumps decided by a comparison, the second operand's
 * chance after NotImplemented.
 *
 * A frame's `kind` says who waits for its value: a register (PLAIN), a fused
 * comparison and jump (COND), a loop (ITER), nobody (DISCARD) ...; `ret` is the
 * register of the frame below, `mode` a detail.  All three may come from a
 * snapshot; cs_frame_fits has judged them, so this file may trust them.
 *
 *  kind                 who waits, and what is checked first
 *  PLAIN                a register; nothing
 *  DISCARD              nobody
 *  DEL                  nobody; an exception is dropped as well (__del__)
 *  COND, TRUTH, NOT     a jump, a bool, a negated bool; __bool__, __len__
 *  NOTIMPL, NOTIMPLC    an operator or comparison: next candidate if declined
 *  REPR, STR, INT, LEN, FLOAT, BOOL, HASH   a register; the class of the value
 *  ITER, NEXT           a loop, next(): StopIteration ends it
 *  SEND, ASEND          await, yield from, asynchronous generators
 *  ITEROBJ, LOOP        a register that must get an iterator
 *  UNPACK               as many registers as there are items
 *  ARG, CTOR            a native's argument; the instance under construction
 *  MODULE               the host: the run is over
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/type.h"
#include "py/vm/vm.h"

/* Bytes reserved before a frame is popped whose delivery may call or raise. */
#define DELIVER_BYTES                                    \
  16384 /* more than any call reserves for two arguments \
         */

/* Borrowed: a push or a pop changes what is on top. */
static cs_value *top_regs(cs_ctx *ctx) {
  assert(ctx->head->nframes > 0);
  return cs_frame_regs(ctx, cs_frame_top(ctx));
}

/* Finish the fused jump in front of the top frame's pc. */
static void decide_jump(cs_ctx *ctx, bool truth) {
  cs_frame *f = cs_frame_top(ctx);
  const uint32_t *pc = CS_AT(ctx, const uint32_t, f->pc);
  assert(!(f->flags & CS_FRAME_NATIVE)); /* only code has a jump there */
  if (truth == cs_jump_wants(pc[-2])) f->pc += (cs_off)((int32_t)pc[-1] * 4);
}

/* The special method that returned, for the text of an error. A trampoline has
 * a count where a function would be, hence the comparison. */
static cs_value method_name(cs_ctx *ctx, const cs_frame *done) {
  if (done->func < CS_IMAGE_BASE) return cs_known(ctx, CS_N_empty);
  return CS_AT(ctx, cs_func, done->func)->name;
}

/* The truth of `v`, checked as `mode` demands; CS_SLOW: Python must decide.
 * CS_MODE_LEN: the value came from __len__ and is bounded like CPython's. */
static cs_status truth_of(cs_ctx *ctx, uint8_t mode, cs_value v, bool *out) {
  assert(mode == 0 || mode == CS_MODE_BOOL || mode == CS_MODE_LEN);
  if (mode == CS_MODE_BOOL && !cs_is_bool(v))
    return cs_throw(ctx, CS_TypeError,
                    "__bool__ should return bool, returned %t", v);
  /* CPython asks for an index and for 64 bits, in this order. */
  if (mode == CS_MODE_LEN) {
    if (!cs_is_anyint(v))
      return cs_throw(ctx, CS_TypeError,
                      "'%t' object cannot be interpreted as an integer", v);
    if (cs_int_compare(ctx, v, cs_int(0)) < 0)
      return cs_throw(ctx, CS_ValueError, "__len__() should return >= 0");
    int64_t len;
    if (!cs_int_as_i64(ctx, v, &len))
      return cs_throw(ctx, CS_OverflowError,
                      "cannot fit 'int' into an index-sized integer");
  }
  if (cs_is_bool(v)) {
    *out = cs_is_true(v);
    return CS_OK;
  }
  return cs_op_truth(ctx, v, out);
}

/* `v` need not be a bool: then its own truth is asked for, which can push
 * another frame of the same kind. */
static cs_status deliver_truth(cs_ctx *ctx, const cs_frame *done, cs_value v) {
  assert(done->kind == CS_RET_COND || done->kind == CS_RET_NOT ||
         done->kind == CS_RET_TRUTH);
  bool truth;
  cs_ret_kind kind = (cs_ret_kind)done->kind;
  cs_status st = truth_of(ctx, done->mode, v, &truth);
  if (st == CS_SLOW) {
    cs_value out;
    st = cs_slow_truth(ctx, v, kind, done->ret, &out);
    truth = st == CS_OK && cs_is_true(out);
  }
  if (st != CS_OK) return st;
  if (kind == CS_RET_COND)
    decide_jump(ctx, truth);
  else
    top_regs(ctx)[done->ret] = cs_bool(kind == CS_RET_NOT ? !truth : truth);
  return CS_CALLBACK;
}

/* A special method of one operand declined: next candidate. The operands are
 * read from the stack above the live registers, where nothing was written since
 * the frame was popped. */
static cs_status deliver_notimpl(cs_ctx *ctx, const cs_frame *done,
                                 cs_value v) {
  bool cond = done->kind == CS_RET_NOTIMPLC;
  /* The operands were put below the arguments of the declined method. */
  assert(done->base >= CS_STACK_BASE + 2 * sizeof(cs_value));
  /* A result other than NotImplemented is delivered as if the operator had been
   * called directly. */
  cs_frame as = *done;
  as.kind = (uint8_t)(cond ? CS_RET_COND : CS_RET_PLAIN);
  as.mode = 0;
  if (cs_same(v, CS_NOTIMPL)) {
    const cs_value *args = CS_AT(ctx, cs_value, done->base);
    cs_value a = args[-2], b = args[-1], out;
    cs_status st = cs_slow_dispatch(ctx, (uint8_t)(done->mode + CS_MODE_STAGE),
                                    cond, a, b, done->ret, &out);
    if (st != CS_OK) return st;
    v = out;
  }
  return cs_ret_deliver(ctx, &as, v);
}

/* A str subclass passes, as in CPython. */
static cs_status check_str(cs_ctx *ctx, const cs_frame *done, cs_value v) {
  if (cs_is_str(v) || cs_is_str(cs_unwrap(ctx, v))) return CS_OK;
  if (cs_same(method_name(ctx, done), cs_known(ctx, CS_N___format__)))
    return cs_throw(ctx, CS_TypeError, "__format__ must return a str, not %t",
                    v);
  return cs_throw(ctx, CS_TypeError, "%s returned non-string (type %t)",
                  done->kind == CS_RET_REPR ? "__repr__" : "__str__", v);
}

/* __int__, __index__ and their like; a bool passes. */
static cs_status check_int(cs_ctx *ctx, const cs_frame *done, cs_value v) {
  if (cs_is_anyint(cs_unwrap(ctx, v))) return CS_OK;
  return cs_throw(ctx, CS_TypeError, "%v returned non-int (type %t)",
                  method_name(ctx, done), v);
}

/* A bool is an int to Python but prints as one: it becomes 0 or 1. */
static cs_status check_len(cs_ctx *ctx, cs_value *v) {
  /* A subclass of int counts as the int it wraps. */
  cs_value n = cs_unwrap(ctx, *v);
  int64_t len;
  if (!cs_is_anyint(n))
    return cs_throw(ctx, CS_TypeError,
                    "'%t' object cannot be interpreted as an integer", *v);
  if (cs_int_compare(ctx, n, cs_int(0)) < 0)
    return cs_throw(ctx, CS_ValueError, "__len__() should return >= 0");
  if (!cs_int_as_i64(ctx, n, &len))
    return cs_throw(ctx, CS_OverflowError,
                    "cannot fit 'int' into an index-sized integer");
  *v = cs_is_bool(n) ? cs_int(len) : n;
  return CS_OK;
}

/* What fits 64 bits is taken as it is; -1 means failure inside CPython. */
static cs_status check_hash(cs_ctx *ctx, cs_value *v) {
  cs_value n = cs_unwrap(ctx, *v);
  int64_t h;
  if (!cs_is_anyint(n))
    return cs_throw(ctx, CS_TypeError,
                    "__hash__ method should return an integer");
  if (!cs_int_as_i64(ctx, n, &h)) h = cs_int_hash(ctx, n);
  return cs_int_new(ctx, h == -1 ? -2 : h, v);
}

/* A class with __next__ is an iterator, whatever __iter__ it has. */
static cs_status check_iter(cs_ctx *ctx, cs_value v) {
  cs_value next =
      cs_type_find(ctx, cs_class_of(ctx, v), cs_known(ctx, CS_N___next__));
  if (!cs_is_unbound(next)) return CS_OK;
  return cs_throw(ctx, CS_TypeError,
                  "iter() returned non-iterator of type '%t'", v);
}

/* Kinds whose value must be of a class; the others take any. */
static cs_status check_result(cs_ctx *ctx, const cs_frame *done, cs_value *v) {
  switch (done->kind) {
    case CS_RET_REPR:
    case CS_RET_STR: return check_str(ctx, done, *v);
    case CS_RET_INT: return check_int(ctx, done, *v);
    case CS_RET_LEN: return check_len(ctx, v);
    case CS_RET_BOOL:
      if (cs_is_bool(*v)) return CS_OK;
      return cs_throw(ctx, CS_TypeError,
                      "__bool__ should return bool, returned %t", *v);
    case CS_RET_FLOAT:
      if (cs_is_float(cs_unwrap(ctx, *v))) return CS_OK;
      return cs_throw(ctx, CS_TypeError, "%v returned non-float (type %t)",
                      method_name(ctx, done), *v);
    case CS_RET_HASH: return check_hash(ctx, v);
    case CS_RET_ITEROBJ:
    case CS_RET_LOOP: return check_iter(ctx, *v);
    default: return CS_OK;
  }
}

/* As many as there are registers: a forged frame may return any number. */
static void deliver_items(cs_ctx *ctx, uint32_t ret, cs_value v) {
  const cs_frame *f = cs_frame_top(ctx);
  cs_value *items;
  uint32_t n, room = (cs_frame_end(ctx, f) - cs_frame_place(f)) / 8;
  if (!cs_seq_items(ctx, v, &items, &n)) return;
  for (uint32_t i = 0; i < n && ret + i < room; i++)
    top_regs(ctx)[ret + i] = items[i];
}

/* CS_CALLBACK in all cases of success: the loop has to reload, because the
 * frame on top is another one than before. */
cs_status cs_ret_deliver(cs_ctx *ctx, const cs_frame *done, cs_value v) {
  assert(ctx->head->nframes > 0);
  switch (done->kind) {
    case CS_RET_DISCARD:
    case CS_RET_DEL: return CS_CALLBACK;
    case CS_RET_COND:
    case CS_RET_NOT:
    case CS_RET_TRUTH: return deliver_truth(ctx, done, v);
    case CS_RET_NOTIMPL:
    case CS_RET_NOTIMPLC: return deliver_notimpl(ctx, done, v);
    case CS_RET_UNPACK: deliver_items(ctx, done->ret, v); return CS_CALLBACK;
    default: break;
  }
  cs_status st = check_result(ctx, done, &v);
  if (st != CS_OK) return st;
  top_regs(ctx)[done->ret] = v;
  return CS_CALLBACK;
}

/* Delivering may call another method or raise.  Once the frame is popped it
 * cannot be repeated, so the room for that is secured while it is there. */
cs_status cs_ret_reserve(cs_ctx *ctx) {
  if (cs_frame_top(ctx)->flags & CS_FRAME_CTOR)
    return cs_alloc_reserve(ctx, DELIVER_BYTES);
  switch (cs_frame_top(ctx)->kind) {
    case CS_RET_PLAIN:
    case CS_RET_MODULE:
    case CS_RET_DISCARD:
    case CS_RET_DEL:
    case CS_RET_ITER:
    case CS_RET_SEND:
    case CS_RET_ASEND:
    case CS_RET_NEXT: return CS_OK;
    default: return cs_alloc_reserve(ctx, DELIVER_BYTES);
  }
}

/* CS_OK only for the module's frame: the run is over. */
cs_status cs_ret_value(cs_ctx *ctx, cs_value v) {
  cs_status st = cs_ret_reserve(ctx);
  if (st != CS_OK) return st;
  cs_frame done = *cs_frame_top(ctx);
  ctx->head->nframes--;
  assert(done.kind == CS_RET_MODULE || ctx->head->nframes > 0);
  if (done.kind == CS_RET_MODULE) {
    ctx->head->root[CS_ROOT_REPLY] = v;
    return CS_OK;
  }
  if (done.flags & CS_FRAME_CTOR) {
    if (!cs_is_none(v))
      return cs_throw(ctx, CS_TypeError,
                      "__init__() should return None, not '%t'", v);
    assert(done.aux); /* the instance under construction */
    v = cs_ref(CS_AT(ctx, cs_obj, done.aux)->type, done.aux);
  }
  return cs_ret_deliver(ctx, &done, v);
}
