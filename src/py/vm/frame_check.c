/*
 * frame_check.c - is a frame one that the VM could have made?
 *
 * Frames come back from snapshots and from parts of the stack that were put
 * aside (fiber.c): what they say of themselves is not believed.  The objects
 * they name are of the right kinds, the caller has seen to that.
 *
 * The checks answer one question: does every assumption that the loop makes
 * without looking hold for this frame? Those are: pc at an instruction of its
 * own code, registers inside the stack, a closure as long as the code expects,
 * a `kind` whose delivery finds what it needs in the caller, and generators
 * that run in their own registers only.
 *
 *  kind                   what the frame below must be doing
 *  COND, NOTIMPLC         a fused comparison and jump, JT or JF
 *  NOTIMPL, NOTIMPLC      operands two registers below the arguments
 *  UNPACK                 UNPACK, UNPACKT or UNPACKEX
 *  ITER                   FORITER, whose second word is the way out
 *  SEND, ASEND            SEND, likewise
 *  NEXT                   next(generator, default), a CALL of two arguments
 *  MODULE                 nothing: it is the first frame
 *  all others             anything; `ret` is one of its registers
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/opcode.h"
#include "py/heap/seq.h"
#include "py/vm/vm.h"

/* A program cannot change the tuple, a forged code object may have none. */
static uint32_t free_count(const cs_ctx *ctx, cs_off code) {
  cs_value free = CS_AT(ctx, cs_code, code)->freevars;
  return cs_is_tuple(free) ? cs_tuple_len(ctx, free) : 0;
}

/* A generator whose function got new code runs the old one: then the closures
 * must at least be of one length. */
bool cs_frame_runs(const cs_ctx *ctx, cs_off func, cs_off code) {
  cs_off own = CS_AT(ctx, cs_func, func)->code;
  return own == code || free_count(ctx, own) == free_count(ctx, code);
}

/* Words of the instruction that ends right before `pc`; 0: not a boundary. */
static uint32_t words_before(const cs_ctx *ctx, const cs_code *c, uint32_t pc,
                             uint32_t *ins) {
  const cs_raw *raw = CS_AT(ctx, cs_raw, c->insns);
  const uint32_t *code = (const uint32_t *)(const void *)raw->data;
  /* Instructions have one or two words, so boundaries are found from the start
   * only. Snapshots are loaded rarely enough. */
  uint32_t at = 0, words = 0;
  *ins = 0;
  while (at < pc) {
    *ins = code[at];
    words = cs_ops_words[*ins & 0xFF];
    at += words;
  }
  return at == pc ? words : 0;
}

/* Its next instruction, counted in words; false: pc is not in its code. */
static bool index_of(const cs_ctx *ctx, const cs_frame *f, uint32_t *pc) {
  assert(f->code);
  cs_off first =
      CS_AT(ctx, cs_code, f->code)->insns + (cs_off)offsetof(cs_raw, data);
  *pc = (f->pc - first) / 4;
  return f->pc >= first && (f->pc - first) % 4 == 0;
}

/* The count of registers bounds what the native reads. */
static bool fits_native(const cs_ctx *ctx, const cs_frame *f, uint32_t pc) {
  const cs_native *n = CS_AT(ctx, cs_native, f->aux);
  return cs_same(ctx->image->trampoline, cs_ref(CS_L_CODE, f->code)) &&
         pc <= 1 && f->func <= 100000 && f->aux < CS_HEAP_BASE &&
         (n->h.flags & CS_NATIVE_VARARGS || f->func == n->max);
}

/* In front of pc must stand a whole instruction: ret.c and gen.c read its
 * words. */
static bool fits_code(const cs_ctx *ctx, const cs_frame *f, uint32_t pc) {
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  uint32_t ins;
  return pc < c->ninsns && cs_frame_runs(ctx, f->func, f->code) &&
         (pc == 0 || words_before(ctx, c, pc, &ins));
}

/* A generator's operands are below its arguments: those are on the stack. */
static bool fits_gen(const cs_ctx *ctx, const cs_frame *f) {
  uint32_t flags = CS_AT(ctx, cs_code, f->code)->flags;
  /* A generator's code runs in a generator's frame and nowhere else. */
  bool gen = flags & (CS_CODE_GENERATOR | CS_CODE_COROUTINE | CS_CODE_ASYNCGEN);
  if (gen != ((f->flags & CS_FRAME_GEN) != 0)) return false;
  return !gen || (f->kind != CS_RET_NOTIMPL && f->kind != CS_RET_NOTIMPLC &&
                  CS_AT(ctx, cs_gen, cs_frame_gen(f))->code == f->code);
}

/* There is such an operator, and another attempt to come. */
static bool fits_mode(uint8_t mode) {
  uint32_t last = mode & CS_MODE_COMPARE ? CS_C_GE : CS_B_MATMUL;
  return (mode & 15) <= last && mode / CS_MODE_STAGE % 4 < 3;
}

/* A constructor's frame delivers the instance, so only kinds that take any
 * value may be combined with it. */
static bool fits_kind(const cs_frame *f) {
  bool ctor = f->flags & CS_FRAME_CTOR;
  if (f->kind == CS_RET_NOTIMPL || f->kind == CS_RET_NOTIMPLC)
    return !ctor && fits_mode(f->mode);
  if (f->kind == CS_RET_CTOR) return ctor;
  return !ctor || f->kind == CS_RET_ITER || f->kind == CS_RET_ARG;
}

/* Kinds that finish a jump read its second word. NEXT reads the default of
 * next(g, default) two registers further. */
static bool finishes(uint8_t kind, uint32_t ins) {
  uint32_t op = ins & 0xFF;
  switch (kind) {
    case CS_RET_COND:
    case CS_RET_NOTIMPLC: return op >= CS_I_JLT && op <= CS_I_JF;
    case CS_RET_UNPACK:
      return op == CS_I_UNPACK || op == CS_I_UNPACKT || op == CS_I_UNPACKEX;
    case CS_RET_ITER: return op == CS_I_FORITER;
    case CS_RET_SEND:
    case CS_RET_ASEND: return op == CS_I_SEND;
    case CS_RET_NEXT: return op == CS_I_CALL && (ins >> 16 & 0xFF) == 2;
    default: return kind < CS_RET_COUNT;
  }
}

/* `up` is the frame that waits. A native that waits has one instruction and
 * needs no look at it. */
static bool fits_caller(const cs_ctx *ctx, const cs_frame *f,
                        const cs_frame *up) {
  uint32_t nregs = (cs_frame_end(ctx, up) - cs_frame_place(up)) / 8, ins = 0,
           pc;
  /* Only the first frame ends the run. */
  if (f->kind == CS_RET_MODULE || f->ret >= nregs) return false;
  if (!(up->flags & CS_FRAME_NATIVE)) {
    if (!index_of(ctx, up, &pc)) return false;
    (void)words_before(ctx, CS_AT(ctx, cs_code, up->code), pc, &ins);
  }
  if ((f->kind == CS_RET_NOTIMPL || f->kind == CS_RET_NOTIMPLC) &&
      f->base < cs_frame_end(ctx, up) + 16)
    return false; /* its operands lie below its arguments */
  return finishes(f->kind, ins);
}

/* Everything at once: there is no frame that fits in parts. */
bool cs_frame_fits(const cs_ctx *ctx, const cs_frame *f, const cs_frame *up) {
  uint32_t pc;
  cs_off place = cs_frame_place(f);
  /* windows overlap: a callee starts inside its caller's temporaries */
  if (place & 7 || place < (up ? cs_frame_place(up) : CS_STACK_BASE) ||
      !index_of(ctx, f, &pc))
    return false;
  return (f->flags & CS_FRAME_NATIVE ? fits_native(ctx, f, pc)
                                     : fits_code(ctx, f, pc)) &&
         fits_gen(ctx, f) && fits_kind(f) &&
         (up ? fits_caller(ctx, f, up) : f->kind == CS_RET_MODULE);
}
