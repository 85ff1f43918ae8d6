/*
 * call_push.c - room for a call and the frame it pushes.
 *
 * Both stacks are ranges of the arena that are committed page by page: frames
 * between CS_FRAMES_BASE and CS_FRAMES_END, registers between CS_STACK_BASE and
 * CS_STACK_END.  Windows of registers overlap: a callee's begins in its
 * caller's temporaries, where the arguments lie already, so a call copies
 * nothing.
 *
 * Invariants: nframes <= recursion_limit; every register of a frame lies below
 * stack_soft, with CS_STACK_SLACK to spare for natives; what was never used is
 * zero bytes, which read as the float 0.0 and refer to nothing.
 *
 * Danger: a frame pushed without cs_call_depth and cs_call_stack writes into
 * memory that may not be there: everybody calls both first.
 *
 * stack_soft and frame_soft are what the loop compares with: they only grow
 * between collections, so a fast path needs one comparison.
 *
 *  value stack          frame A: f(x)         frame B: g(y, z), called by A
 *
 *    A.base ->  r0  x
 *               r1  local
 *               r2  g          R[A] of the call
 *    B.base ->  r3  y          r0 of B: the argument is the parameter
 *               r4  z          r1 of B
 *               ...            r2 and so on: B's locals and temporaries
 *    end of A ->
 *    end of B ->               stack_soft lies at least SLACK behind it
 *
 * B may write over A's registers from r3 on: the compiler counts on it that
 * nothing of A lives there during the call.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/arena.h"
#include "py/heap/seq.h"
#include "py/vm/call.h"

/* `end` is the address behind the last register needed. Grows the committed
 * part when it must; false without room, changing nothing. */
bool cs_call_fits(cs_ctx *ctx, const cs_value *end) {
  cs_head *h = ctx->head;
  assert(cs_off_of(ctx, end) >= CS_STACK_BASE);
  uint64_t need = (uint64_t)cs_off_of(ctx, end) + CS_STACK_SLACK * 8;
  if (need <= h->stack_soft) return true;
  /* Committed in whole pages; stack_end is what is accessible, stack_soft what
   * has been asked for since the last collection. */
  uint64_t page = (need + CS_PAGE - 1) & ~(CS_PAGE - 1);
  if (need > CS_STACK_END ||
      (page > ctx->stack_end &&
       cs_arena_grow(ctx->arena, CS_STACK_BASE, &ctx->stack_end, page,
                     CS_STACK_END) != CS_OK))
    return false;
  /* Registers between the old and the new end were never used since the last
   * collection: they are zero, which is a harmless float. */
  assert(page > h->stack_soft && page <= CS_STACK_END);
  h->stack_soft = (uint32_t)page;
  return true;
}

/* Past CS_STACK_END it is the program's recursion that is too deep; before it
 * the session's memory limit was met. */
cs_status cs_call_stack(cs_ctx *ctx, const cs_value *end) {
  if (cs_call_fits(ctx, end)) return CS_OK;
  if ((uint64_t)cs_off_of(ctx, end) + CS_STACK_SLACK * 8 > CS_STACK_END)
    return cs_throw(ctx, CS_RecursionError, "maximum recursion depth exceeded");
  return cs_throw(ctx, CS_MemoryError, "");
}

/* Room for `n` more frames: the recursion limit of the program first, then the
 * memory behind it. */
static bool frames_fit(cs_ctx *ctx, uint32_t n) {
  cs_head *h = ctx->head;
  /* 64 bits: a forged limit must not make the sum wrap. */
  uint64_t all = (uint64_t)h->nframes + n;
  uint64_t need = CS_FRAMES_BASE + all * sizeof(cs_frame);
  if (all > h->recursion_limit ||
      (need > ctx->frames_end &&
       cs_arena_grow(ctx->arena, CS_FRAMES_BASE, &ctx->frames_end, need,
                     CS_FRAMES_END) != CS_OK))
    return false;
  if (need > ctx->frames_soft)
    ctx->frames_soft = (need + CS_PAGE - 1) & ~(CS_PAGE - 1);
  cs_ctx_frames(ctx);
  return true;
}

/* `n` frames more than there are. */
cs_status cs_call_depth(cs_ctx *ctx, uint32_t n) {
  if (frames_fit(ctx, n)) return CS_OK;
  return cs_throw(ctx, CS_RecursionError, "maximum recursion depth exceeded");
}

/* The caller has called cs_call_depth and cs_call_stack, and has put the
 * arguments at `regs`. */
static cs_frame *push_frame(cs_ctx *ctx, cs_off code, cs_off func,
                            const cs_value *regs, cs_ret_kind kind,
                            uint32_t ret) {
  cs_head *h = ctx->head;
  assert(h->nframes < h->recursion_limit);
  assert(CS_FRAMES_BASE + (h->nframes + UINT64_C(1)) * sizeof(cs_frame) <=
         ctx->frames_end);
  assert(cs_off_of(ctx, regs) >= CS_STACK_BASE &&
         cs_off_of(ctx, regs) <= h->stack_soft);
  cs_frame *f = cs_frame_at(ctx, h->nframes++);
  /* mode, aux and flags are 0: whoever needs them sets them afterwards. */
  *f = (cs_frame){
      .code = code,
      .pc = CS_AT(ctx, cs_code, code)->insns + (cs_off)offsetof(cs_raw, data),
      .base = cs_off_of(ctx, regs),
      .func = func,
      .ret = (uint8_t)ret,
      .kind = (uint8_t)kind};
  return f;
}

/* The code is the function's own. */
cs_status cs_call_push(cs_ctx *ctx, cs_off func, cs_value *regs,
                       cs_ret_kind kind, uint32_t ret) {
  return cs_call_push_code(ctx, CS_AT(ctx, cs_func, func)->code, func, regs,
                           kind, ret);
}

/* A generator goes on with the code it began with, whatever has been assigned
 * to the function's __code__ since. */
cs_status cs_call_push_code(cs_ctx *ctx, cs_off code, cs_off func,
                            cs_value *regs, cs_ret_kind kind, uint32_t ret) {
  assert(CS_AT(ctx, cs_code, code)->h.type == CS_L_CODE);
  cs_status st = cs_call_depth(ctx, 1);
  if (st != CS_OK) return st;
  st = cs_call_stack(ctx, regs + CS_AT(ctx, cs_code, code)->nregs);
  if (st != CS_OK) return st;
  push_frame(ctx, code, func, regs, kind, ret);
  return CS_OK;
}

/* 512 bytes for the error text, 64 for each argument's share of *args and
 * **kwargs; a generator's registers lie in its own object. */
uint64_t cs_call_bind_bytes(const cs_code *c, uint32_t n) {
  uint64_t bytes = 512 + (uint64_t)n * 64;
  if (c->flags & (CS_CODE_GENERATOR | CS_CODE_COROUTINE | CS_CODE_ASYNCGEN))
    bytes += sizeof(cs_gen) + (uint64_t)c->nregs * 8;
  return bytes;
}

/* A generator function binds like any other, but makes an object instead of a
 * frame: then CS_OK and `*out`. */
cs_status cs_call_func(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                       cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                       cs_value *out) {
  const cs_func *fn = CS_PTR(ctx, cs_func, f);
  const cs_code *code = CS_AT(ctx, cs_code, fn->code);
  cs_status st = cs_call_stack(ctx, args + code->nregs + n);
  if (st != CS_OK) return st;
  /* kwnames is UNBOUND or a tuple: the callers made it. */
  uint32_t nkw = cs_is_unbound(kwnames) ? 0 : cs_tuple_len(ctx, kwnames);
  assert(cs_is(f, CS_L_FUNC) && nkw <= n);
  const cs_value *names = nkw ? cs_tuple_items(ctx, kwnames) : NULL;
  st = cs_bind_quick(ctx, fn, args, n - nkw, names, nkw);
  if (st == CS_SLOW) st = cs_bind_args(ctx, fn, args, n, kwnames);
  if (st != CS_OK) return st;
  if (code->flags & (CS_CODE_GENERATOR | CS_CODE_COROUTINE | CS_CODE_ASYNCGEN))
    return cs_gen_new(ctx, cs_ref_off(f), args, out);
  st = cs_call_push(ctx, cs_ref_off(f), args, kind, ret);
  return st == CS_OK ? CS_CALLBACK : st;
}

/* The extra register takes the reply of the host, and the result when the frame
 * is repeated. */
cs_status cs_call_trampoline(cs_ctx *ctx, cs_value nat, cs_value *args,
                             uint32_t n, cs_ret_kind kind, uint32_t ret) {
  cs_status st = cs_call_depth(ctx, 1);
  if (st != CS_OK) return st;
  st = cs_call_stack(ctx, args + n + 1);
  if (st != CS_OK) return st;
  /* The reply of the host, or the result that is delivered twice, goes
   * there. */
  args[n] = CS_NONE;
  assert(cs_is(nat, CS_L_NATIVE));
  cs_frame *f =
      push_frame(ctx, cs_ref_off(ctx->image->trampoline), 0, args, kind, ret);
  f->flags = CS_FRAME_NATIVE;
  f->aux = cs_ref_off(nat);
  assert(n < CS_HEAP_BASE);
  f->func = n; /* below every heap offset: the collector skips it */
  return CS_CALLBACK;
}

/* `missing` > 0. Borrowed from the tuple, valid until the next collection. */
const cs_value *cs_call_defaults(const cs_ctx *ctx, const cs_func *fn,
                                 uint32_t missing) {
  if (!cs_is(fn->defaults, CS_L_TUPLE)) return NULL;
  const cs_tuple *d = CS_PTR(ctx, cs_tuple, fn->defaults);
  return missing <= d->len ? d->v + (d->len - missing) : NULL;
}

/* False without a trace: the general way begins from the start. `from` may be
 * anywhere but on the stack behind `args`. */
bool cs_call_simple(cs_ctx *ctx, cs_value f, const cs_value *from, uint32_t n,
                    cs_value *args, cs_ret_kind kind, uint32_t ret) {
  assert(n <= CS_CALL_ARGS);
  if (!cs_is(f, CS_L_FUNC)) return false;
  const cs_func *fn = CS_PTR(ctx, cs_func, f);
  const cs_value *rest = NULL;
  cs_off code = fn->code;
  const cs_code *c = CS_AT(ctx, cs_code, code);
  if (!(c->flags & CS_CODE_SIMPLE) || c->nargs < n ||
      (c->nargs > n && !(rest = cs_call_defaults(ctx, fn, c->nargs - n))) ||
      !cs_call_fits(ctx, args + c->nregs) || !frames_fit(ctx, 1))
    return false; /* never for want of space that can be had: it costs more */
  for (uint32_t i = 0; i < n; i++) args[i] = from[i];
  for (uint32_t i = n; i < c->nargs; i++) args[i] = rest[i - n];
  push_frame(ctx, code, cs_ref_off(f), args, kind, ret);
  return true;
}
