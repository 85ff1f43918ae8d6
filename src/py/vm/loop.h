/*
 * loop.h - the dispatch loop's vocabulary.
 *
 * Operands, dispatch, calls of slow paths, frames.  For run.c only: the macros
 * use its locals (fr, R, K, pc, ins, fuel, out, st).
 *
 * The arena is the truth, locals are copies. SYNC writes pc and fuel back
 * before anything that may look at them or change frames; RELOAD reads
 * everything again afterwards. A path that forgets SYNC shows up as a wrong
 * line number or as fuel that is not counted; one that forgets RELOAD runs a
 * dead frame.
 *
 * `ins` is dead after a call: LATE_A and LATE_C read its bytes again from the
 * code, which is cheaper than keeping it in a register.
 *
 *   31     24 23     16 15      8 7       0
 *   +--------+---------+---------+---------+
 *   |   C    |    B    |    A    | opcode  |   first word
 *   +--------+---------+---------+---------+
 *   |        BX        |                       B and C as one number
 *   +---------------------------------------+
 *   |                  W                    |   second word of some
 *   +---------------------------------------+
 *
 * R[i] is a register, K[i] a constant. pc points behind the first word while an
 * instruction is executed: W is *pc, and the address of W names the site for
 * inline caches. A jump's distance counts from the end of W.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_VM_LOOP_H
#define CS_PY_VM_LOOP_H

#include "py/vm/vm.h"

/* Hints for the layout of code: what is unlikely is moved out of the way. */
#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

#define A  (ins >> 8 & 0xFF)
#define B  (ins >> 16 & 0xFF)
#define C  (ins >> 24)
#define BX (ins >> 16)
#define W  (*pc) /* second word: pc stands behind the first */
/* The same after a call, so that `ins` needs no register across it. */
#define LATE(byte) (((const uint8_t *)pc)[(byte)-4])
#define LATE_A     LATE(1)
#define LATE_C     LATE(3)

/* Fetch and go. Fuel is checked once per instruction, before it: the poll path
 * then sees a complete state. */
#define NEXT                             \
  do {                                   \
    if (UNLIKELY(--fuel < 0)) goto poll; \
    ins = *pc++;                         \
    goto *labels[ins & 0xFF];            \
  } while (0)
#define NEXT2 \
  do {        \
    pc++;     \
    NEXT;     \
  } while (0)
/* Jump relative to the end of the second word. */
#define JUMP                \
  do {                      \
    pc += 1 + (int32_t)*pc; \
    NEXT;                   \
  } while (0)
/* C of the first word says which truth makes it jump. */
#define JUMP_IF(cond)            \
  do {                           \
    if ((cond) == (bool)C) JUMP; \
    NEXT2;                       \
  } while (0)

/* What an instruction reserved does not count for the next one.  Only tests
 * that let allocations fail care. */
#ifdef NDEBUG
#define FORGET_PROMISE() (void)0
#else
#define FORGET_PROMISE() (void)(ctx->torture_promise = 0)
#endif

/* Make the arena's view of the running frame complete; continue behind
 * `words` words of this instruction. */
#define SYNC(words)               \
  do {                            \
    fr->pc = OFF(pc + (words)-1); \
    ctx->fuel = fuel;             \
    FORGET_PROMISE();             \
  } while (0)

/* After anything that may have pushed or popped frames. */
#define RELOAD()                                                        \
  do {                                                                  \
    fr = frames + head->nframes - 1;                                    \
    R = CS_AT(ctx, cs_value, fr->base);                                 \
    K = CS_AT(ctx, cs_array, CS_AT(ctx, cs_code, fr->code)->consts)->v; \
    pc = CS_AT(ctx, const uint32_t, fr->pc);                            \
    fuel = ctx->fuel;                                                   \
  } while (0)

/* Run a slow path with result in R[A]. The call may push a frame or raise; then
 * `status` decides, and nothing here runs. */
#define SLOW(words, call)         \
  do {                            \
    SYNC(words);                  \
    st = (call);                  \
    if (st != CS_OK) goto status; \
    fuel = ctx->fuel;             \
    R[LATE_A] = out;              \
    pc += (words)-1;              \
    NEXT;                         \
  } while (0)
/* The same with result in R[C]: calls. */
#define SLOWC(words, call)        \
  do {                            \
    SYNC(words);                  \
    st = (call);                  \
    if (st != CS_OK) goto status; \
    fuel = ctx->fuel;             \
    R[LATE_C] = out;              \
    pc += (words)-1;              \
    NEXT;                         \
  } while (0)
/* Run a slow path without a result. */
#define SLOW0(words, call)        \
  do {                            \
    SYNC(words);                  \
    st = (call);                  \
    if (st != CS_OK) goto status; \
    fuel = ctx->fuel;             \
    pc += (words)-1;              \
    NEXT;                         \
  } while (0)
/* Run a slow path whose truth decides a jump. */
#define SLOWJ(call)                            \
  do {                                         \
    SYNC(2);                                   \
    st = (call);                               \
    if (st != CS_OK) goto status;              \
    fuel = ctx->fuel;                          \
    if (cs_is_true(out) == (bool)LATE_C) JUMP; \
    NEXT2;                                     \
  } while (0)

/* Of any class, wrapping a built-in or not: bits 8 to 15 of the tag, which say
 * what it wraps, are masked out. */
#define IS_INSTANCE(v)                           \
  (((uint32_t)((v).bits >> 32) & 0xFFFF00FFu) == \
   ((uint32_t)(CS_REF_FIRST >> 32) | CS_L_INSTANCE))
/* Instances of one shape may have different numbers of inline slots. */
#define INLINE_SLOTS(o)  ((o)->h.units * 2 - 2)
#define OUTER_SLOT(o, i) CS_AT(ctx, cs_array, (o)->ext)->v[(i)-INLINE_SLOTS(o)]

/* Is there room for a frame with registers at `regs`? frame_soft is where
 * frames end for now: the loop needs one comparison, and cs_call_depth grows
 * it. */
#define FITS(regs, code)                                                     \
  LIKELY(OFF((regs) + (code)->nregs + CS_STACK_SLACK) <= head->stack_soft && \
         head->nframes < ctx->frame_soft)
/* Push it and go on there; the running frame continues at `after`. to_ is read
 * first: ret_ may use `ins` or `fr`, which change. */
#define ENTER(f_, code_, regs_, ret_, kind_, flags_, aux_, after)           \
  do {                                                                      \
    uint8_t to_ = (uint8_t)(ret_);                                          \
    fr->pc = OFF(after);                                                    \
    head->nframes++;                                                        \
    fr++;                                                                   \
    fr->code = CS_AT(ctx, cs_func, f_)->code;                               \
    fr->base = OFF(regs_);                                                  \
    fr->func = (f_);                                                        \
    fr->aux = (aux_);                                                       \
    fr->ret = to_;                                                          \
    fr->kind = (kind_);                                                     \
    fr->flags = (flags_);                                                   \
    R = (regs_);                                                            \
    K = CS_AT(ctx, cs_array, (code_)->consts)->v;                           \
    pc = (const uint32_t *)(const void *)CS_AT(ctx, cs_raw, (code_)->insns) \
             ->data;                                                        \
    NEXT;                                                                   \
  } while (0)
/* Is the right operand certainly of no subclass of the class of the left one,
 * an instance? */
#define LEFT_FIRST(a, b)                                                   \
  (IS_INSTANCE(b)                                                          \
       ? CS_AT(ctx, cs_shape, CS_PTR(ctx, cs_instance, a)->shape)->cls ==  \
             CS_AT(ctx, cs_shape, CS_PTR(ctx, cs_instance, b)->shape)->cls \
       : !cs_is_ref(b) || cs_is(b, CS_L_STR) || IS_SIZED(b))
/* Call the special method that `ic` knows, self_ with other_, with the operands
 * below its arguments (slow_op.c), if there is room. */
#define ENTER_SPECIAL(ic, a, b, self_, other_, ret_, kind_, after)    \
  do {                                                                \
    const cs_code *code_ =                                            \
        CS_AT(ctx, cs_code, CS_AT(ctx, cs_func, (ic)->target)->code); \
    cs_value *regs_ = BEHIND + 2;                                     \
    if (code_->nargs == 2 && FITS(regs_, code_)) {                    \
      regs_[-2] = (a);                                                \
      regs_[-1] = (b);                                                \
      regs_[0] = (self_);                                             \
      regs_[1] = (other_);                                            \
      fr[1].mode = (uint8_t)(ic)->slot;                               \
      ENTER((ic)->target, code_, regs_, ret_, kind_, 0, 0, after);    \
    }                                                                 \
  } while (0)
/* What a special method in C gives, if it is one; `done` uses `out`. */
#define BY_LEAF(ic, a, b, words, done)                \
  if ((ic)->slot == CS_IC_LEAF) {                     \
    SYNC(words);                                      \
    st = cs_slow_leaf(ctx, (ic)->target, a, b, &out); \
    if (LIKELY(st == CS_OK)) {                        \
      fuel = ctx->fuel;                               \
      done;                                           \
    }                                                 \
    if (st != CS_SLOW) goto status;                   \
    ins = pc[-1];                                     \
  } else
#define COMPARISONS 6u /* of cs_cmp that have a special method */
#define SITE        ((uint32_t)(uintptr_t)pc)
/* Does `ic`, or else the second place, know the guard? */
#define KNOWN(ic, g)                                 \
  (LIKELY((ic)->pc == SITE && (ic)->guard == (g)) || \
   ((ic) = cs_inline_second(ctx, SITE, (g)),         \
    (ic)->pc == SITE && (ic)->guard == (g)))
#define CODE_GEN (CS_CODE_GENERATOR | CS_CODE_COROUTINE | CS_CODE_ASYNCGEN)
#define INLINE   cs_icache_at(ctx, (uintptr_t)pc)

/* Behind the running frame on the stack. Where the registers of a callee
 * without arguments of its own begin. */
#define BEHIND                                                      \
  ((fr->flags & CS_FRAME_GEN ? CS_AT(ctx, cs_value, fr->aux) : R) + \
   CS_AT(ctx, cs_code, fr->code)->nregs)
/* The arguments of the call `ins` on the stack: LENT if they are there, LEND to
 * put those of a generator there. In a generator the registers are in its
 * object, but a callee's window must be on the stack. */
#define LENT                                                                  \
  ((UNLIKELY(fr->flags & CS_FRAME_GEN) ? CS_AT(ctx, cs_value, fr->aux) : R) + \
   A + 1)
#define LEND                                                       \
  (UNLIKELY(fr->flags & CS_FRAME_GEN)                              \
       ? lend(CS_AT(ctx, cs_value, fr->aux) + A + 1, &R[A + 1], B) \
       : &R[A + 1])

/* Continue the generator `gen_` with `sent_`, if it waits at a YIELD and there
 * is room for its frame; the running frame continues at `after`. aux is where
 * the generator's frame stands on the stack: arguments of its own calls are put
 * behind that. */
#define RESUME(gen_, sent_, kind_, ret_, after)                             \
  do {                                                                      \
    cont = CS_PTR(ctx, cs_gen, gen_);                                       \
    cs_value *place_ = BEHIND;                                              \
    const cs_code *code_ = CS_AT(ctx, cs_code, cont->code);                 \
    if (LIKELY(cont->h.flags == CS_GEN_SUSPENDED) && FITS(place_, code_)) { \
      uint8_t to_ = (uint8_t)(ret_);                                        \
      out = (sent_);                                                        \
      fr->pc = OFF(after);                                                  \
      fr++;                                                                 \
      fr->aux = OFF(place_);                                                \
      fr->ret = to_;                                                        \
      fr->kind = (kind_);                                                   \
      K = CS_AT(ctx, cs_array, code_->consts)->v;                           \
      goto resume;                                                          \
    }                                                                       \
  } while (0)

#endif
