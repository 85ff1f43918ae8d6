/*
 * verify_code.c - bytecode and frames of a snapshot.
 *
 * What must hold of the operands of an instruction stands in heap/ops.def, one
 * letter for each condition; `operand` below says what the letters mean.  The
 * loop itself checks nothing: what is let through here is executed.
 *
 * The check is of single instructions, not of types: a register may hold any
 * well-formed value, and each instruction copes with any.  What an instruction
 * may rely on is therefore only this: its registers are inside the frame's
 * window, its constants exist and have the layout it expects, its jumps reach
 * the start of an instruction, and control never runs off the end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "py/heap/frame.h"
#include "py/heap/intrinsics.h"
#include "py/heap/opcode.h"
#include "py/snap/snapshot.h"
#include "py/snap/verify.h"
#include "py/vm/vm.h"

typedef struct insn {
  const cs_verifier *v;
  const cs_code *c;
  const cs_value *k;
  uint32_t ins, word, pc, size; /* pc: index of word 1; size: words */
  uint32_t nfree;
} insn;

/* Is it a register of the frame? */
static bool reg(const insn *x, uint64_t r) {
  return r < x->c->nregs;
}

/* Are all `n` registers from `first` on?  The sum is of numbers below 2^33. */
static bool regs(const insn *x, uint64_t first, uint64_t n) {
  return first + n <= x->c->nregs;
}

/* A name: interned, because attributes and globals are found by comparing
 * offsets of texts, never their bytes. */
static bool str_const(const insn *x, uint64_t k) {
  return k < x->c->nconsts && cs_is(x->k[k], CS_L_STR) &&
         (CS_PTR(x->v->ctx, cs_str, x->k[k])->h.flags & CS_STR_INTERNED);
}

/* A constant tuple, whose items are verified: tuples are of level 0. */
static bool tuple_const(const insn *x, uint64_t k, uint32_t *len) {
  if (k >= x->c->nconsts || !cs_is(x->k[k], CS_L_TUPLE)) return false;
  *len = CS_PTR(x->v->ctx, cs_tuple, x->k[k])->len;
  return true;
}

/* Names of keyword arguments. */
static bool names_const(const insn *x, uint64_t k, uint32_t *len) {
  if (!tuple_const(x, k, len)) return false;
  const cs_tuple *t = CS_PTR(x->v->ctx, cs_tuple, x->k[k]);
  for (uint32_t i = 0; i < t->len; i++)
    if (!cs_is(t->v[i], CS_L_STR)) return false;
  return true;
}

/* Only such code has a generator to yield from or to await in. */
static bool gen_code(const insn *x) {
  return x->c->flags &
         (CS_CODE_GENERATOR | CS_CODE_COROUTINE | CS_CODE_ASYNCGEN);
}

/* Does the instruction meet the condition `o`?  A letter that is not listed
 * fails, so a new one in ops.def cannot be forgotten here. */
static bool operand(const insn *x, char o) {
  uint32_t a = x->ins >> 8 & 0xFF, b = x->ins >> 16 & 0xFF, c = x->ins >> 24;
  uint32_t bx = x->ins >> 16, n = 0;
  switch (o) {
    case 'w':
    case 'a': return reg(x, a);
    case 'b': return reg(x, b);
    case 'r':
    case 'c': return reg(x, c);
    case 'p': return reg(x, a + 1u);
    case 't': return reg(x, a + 2u);
    case 'h': return !c || a > 0;
    case 'q': return c & 128 ? reg(x, b + 1u) : true;
    case 'l': return regs(x, b, 3);
    case 'm': return regs(x, b, c);
    case 'M': return regs(x, b, 2ull * c);
    case 'u': return regs(x, a, c);
    case 'n': return regs(x, a, 1ull + b);
    case 'g': return regs(x, a, b);
    case 'L': return regs(x, 0, c + 1ull);
    case 'B': return b < x->c->nconsts;
    case 'C': return c < x->c->nconsts;
    case 'X': return bx < x->c->nconsts;
    case 'S': return str_const(x, bx);
    case 'W': return x->word < x->c->nconsts;
    case 's': return str_const(x, x->word);
    case 'N': return x->word < CS_NAME_COUNT;
    case 'I': return b < CS_IMMEDIATE_COUNT;
    case 'v': return x->word < 10;
    case 'f': return b < x->nfree;
    case 'F': return bx < x->nfree;
    case 'i': return cs_intrinsic_is_compiled(bx);
    case 'G': return gen_code(x);
    case 'T': return names_const(x, x->word, &n) && n <= b;
    case 'U': return names_const(x, x->word, &n) && n < b;
    case 'o': return b > 0;
    case 'd': return tuple_const(x, x->word, &n) && regs(x, b, n);
    case 'x':
      return regs(x, a, (x->word & 0xFFFF) + (uint64_t)(x->word >> 16) + 1);
    case 'k':
      return bx < x->c->nconsts && cs_is(x->k[bx], CS_L_CODE) && x->word < 16 &&
             regs(x, a, 1u + (uint32_t)__builtin_popcount(x->word));
    case 'J': return true; /* checked with the boundaries */
    default: return false;
  }
}

/* Bit per word: set where an instruction starts. */
static bool mark_starts(const uint32_t *code, uint32_t n, uint8_t *starts) {
  uint32_t pc = 0;
  while (pc < n) {
    uint32_t op = code[pc] & 0xFF;
    if (op >= CS_OPCODE_COUNT || cs_opcode_flows[op] == CS_OP_NEVER)
      return false;
    starts[pc >> 3] = (uint8_t)(starts[pc >> 3] | 1u << (pc & 7));
    pc += cs_ops_words[op];
  }
  return pc == n;
}

/* May a jump go to the word `pc`? */
static bool is_start(const uint8_t *starts, uint64_t pc, uint32_t n) {
  return pc < n && (starts[pc >> 3] >> (pc & 7) & 1);
}

/* Every instruction in turn; the last one must not fall through, or the loop
 * would read on after the block. */
static bool check_insns(const cs_verifier *v, const cs_code *c,
                        const uint32_t *code, const uint8_t *starts) {
  assert(c->ninsns > 0);
  insn x = {.v = v,
            .c = c,
            .k = CS_AT(v->ctx, cs_array, c->consts)->v,
            .nfree = CS_PTR(v->ctx, cs_tuple, c->freevars)->len};
  uint32_t last = 0;
  for (x.pc = 0; x.pc < c->ninsns; x.pc += x.size) {
    x.ins = code[x.pc];
    x.size = cs_ops_words[x.ins & 0xFF];
    x.word = x.size == 2 ? code[x.pc + 1] : 0;
    for (const char *o = cs_opcode_operands[x.ins & 0xFF]; *o; o++) {
      if (!operand(&x, *o)) return false;
      int64_t to = (int64_t)x.pc + 2 + (int32_t)x.word;
      if (*o == 'J' && (to < 0 || !is_start(starts, (uint64_t)to, c->ninsns)))
        return false;
    }
    last = x.ins;
  }
  return cs_opcode_flows[last & 0xFF] == CS_OP_END;
}

/* The table of try blocks: an exception in [start, end) goes to the handler,
 * which must be the start of an instruction, with the exception in a register
 * of the frame. */
static bool check_ranges(const cs_verifier *v, const cs_code *c,
                         const uint8_t *starts) {
  if (!c->exctab) return true;
  if (!cs_verify_block(v, c->exctab, CS_L_RAW, CS_USE_CODE)) return false;
  const cs_raw *raw = CS_AT(v->ctx, cs_raw, c->exctab);
  if (raw->h.units * 16ull < 16ull + raw->fill) return false;
  if (raw->fill % sizeof(cs_exc_range)) return false;
  const cs_exc_range *r = (const cs_exc_range *)(const void *)raw->data;
  for (uint32_t i = 0; i < raw->fill / sizeof *r; i++)
    if (r[i].start > r[i].end || r[i].end > c->ninsns || r[i].reg >= c->nregs ||
        !is_start(starts, r[i].handler, c->ninsns))
      return false;
  return true;
}

/* A field that holds a tuple, with `strs` one of texts only.  Its items are in
 * bounds even if the tuple itself comes later in the heap. */
static bool tuple_field(const cs_verifier *v, cs_value t, bool strs) {
  if (!cs_is(t, CS_L_TUPLE)) return false;
  const cs_tuple *p = CS_PTR(v->ctx, cs_tuple, t);
  if (p->len > (p->h.units * 16ull - 16) / 8) return false;
  for (uint32_t i = 0; strs && i < p->len; i++)
    if (!cs_is(p->v[i], CS_L_STR)) return false;
  return true;
}

#define SMALL 4096 /* words whose boundaries fit the C stack */

/* The loop checks nothing of this again: see run.c. */
bool cs_verify_code(const cs_verifier *v, const cs_code *c) {
  if (!cs_verify_block(v, c->insns, CS_L_RAW, CS_USE_CODE) ||
      !cs_verify_block(v, c->consts, CS_L_ARRAY, CS_USE_CODE) ||
      (c->postab && !cs_verify_block(v, c->postab, CS_L_RAW, CS_USE_CODE)) ||
      !cs_verify_values(v, &c->name, 8))
    return false;
  const cs_raw *raw = CS_AT(v->ctx, cs_raw, c->insns);
  const cs_array *k = CS_AT(v->ctx, cs_array, c->consts);
  if (raw->h.units * 16ull < 16ull + raw->fill) return false;
  if (c->ninsns == 0 || (uint64_t)c->ninsns * 4 > raw->fill) return false;
  if (c->nconsts > (k->h.units * 16ull - 8) / 8) return false;
  uint32_t params = (uint32_t)c->nargs + c->nkwonly +
                    !!(c->flags & CS_CODE_VARARGS) +
                    !!(c->flags & CS_CODE_VARKW);
  if (c->nregs > 256 || params > c->nregs || c->nposonly > c->nargs)
    return false;
  /* A simple function is entered at once; a generator has to be made. */
  if (c->flags & CS_CODE_SIMPLE &&
      c->flags & (CS_CODE_GENERATOR | CS_CODE_COROUTINE | CS_CODE_ASYNCGEN))
    return false;
  if (!tuple_field(v, c->varnames, true) ||
      !tuple_field(v, c->cellvars, true) ||
      !tuple_field(v, c->freevars, true) || !cs_is(c->name, CS_L_STR) ||
      !cs_is(c->qualname, CS_L_STR) || !cs_is(c->filename, CS_L_STR))
    return false;
  uint32_t named = CS_PTR(v->ctx, cs_tuple, c->varnames)->len;
  /* Variables are shown by their registers; two parameters of the function
   * around a generic one have no name. */
  if (named > c->nregs ||
      (!(c->flags & (CS_CODE_MODULE | CS_CODE_CLASS)) && named + 2 < params))
    return false;
  const uint32_t *code = (const uint32_t *)(const void *)raw->data;
  uint8_t small[SMALL / 8] = {0}, *starts = small;
  uint8_t *owned = NULL;
  if (c->ninsns > SMALL) {
    owned = calloc(c->ninsns / 8 + 1, 1);
    if (!owned) return false;
    starts = owned;
  }
  bool good = mark_starts(code, c->ninsns, starts) &&
              check_insns(v, c, code, starts) && check_ranges(v, c, starts);
  free(owned);
  return good;
}

/* Walks the code from its start, since instructions have one or two words and
 * the word before `off` does not say which.  Linear in the code for each
 * suspended generator. */
bool cs_verify_yield_point(const cs_verifier *v, const cs_code *c, cs_off off) {
  const cs_raw *raw = CS_AT(v->ctx, cs_raw, c->insns);
  const uint32_t *code = (const uint32_t *)(const void *)raw->data;
  cs_off first = c->insns + (cs_off)offsetof(cs_raw, data);
  uint32_t at = 0, before = CS_I_NOP, pc = (off - first) / 4;
  if ((uint64_t)c->ninsns * 4 > raw->fill || off < first || off & 3 ||
      pc >= c->ninsns)
    return false;
  while (at < pc) {
    uint32_t op = code[at] & 0xFF;
    if (op >= CS_OPCODE_COUNT) return false;
    before = op;
    at += cs_ops_words[op];
  }
  return at == pc && before == CS_I_YIELD;
}

/* --- 6: frames ----------------------------------------------------------- */

bool cs_verify_runs(const cs_verifier *v, cs_off func, cs_off code) {
  return cs_verify_object(v, func, CS_L_FUNC) &&
         cs_verify_object(v, code, CS_L_CODE) &&
         cs_verify_object(v, CS_AT(v->ctx, cs_func, func)->code, CS_L_CODE) &&
         cs_frame_runs(v->ctx, func, code);
}

#define CLAIMED (CS_GEN_DONE + 1) /* while frames are looked at */

/* A generator has one frame: when that ends, nobody marks the registers. */
static bool claim_gen(const cs_verifier *v, const cs_frame *f) {
  if (!cs_verify_object(v, cs_frame_gen(f), CS_L_GEN)) return false;
  cs_gen *g = CS_AT(v->ctx, cs_gen, cs_frame_gen(f));
  if (g->h.flags != CS_GEN_RUNNING) return false;
  g->h.flags = CLAIMED;
  return true;
}

/* Undo the claims, after all frames were looked at. */
static void release_gens(const cs_ctx *ctx) {
  for (uint32_t i = 0; i < ctx->head->nframes; i++) {
    const cs_frame *f = cs_frame_at(ctx, i);
    if (f->flags & CS_FRAME_GEN)
      CS_AT(ctx, cs_gen, cs_frame_gen(f))->h.flags = CS_GEN_RUNNING;
  }
}

/* What a class without a constructor of its own makes: see call_type.c. */
static bool makes_instance(const cs_verifier *v, const cs_frame *f) {
  static const uint8_t payload[] = {0, CS_L_LIST, CS_L_DICT, CS_L_SET};
  for (size_t i = 0; i < sizeof payload; i++)
    if (cs_verify_object(v, f->aux, CS_L_INSTANCE | (uint32_t)payload[i] << 8))
      return true;
  return false;
}

/* What a frame refers to: its code, its function or native, the generator that
 * it runs, the instance that it makes. */
static bool check_objects(const cs_verifier *v, const cs_frame *f) {
  if (!cs_verify_object(v, f->code, CS_L_CODE)) return false;
  if (f->flags & CS_FRAME_NATIVE ? !cs_verify_object(v, f->aux, CS_L_NATIVE)
                                 : !cs_verify_runs(v, f->func, f->code))
    return false;
  if (f->flags & CS_FRAME_GEN && !claim_gen(v, f)) return false;
  return !(f->flags & CS_FRAME_CTOR) || makes_instance(v, f);
}

/* Every register up to the end of the top frame, also those that no frame will
 * read again: the collector follows them all. */
static bool check_stack(const cs_verifier *v) {
  assert(v->ctx->head->stack_top % 8 == 0); /* check_head */
  for (cs_off at = CS_STACK_BASE; at < v->ctx->head->stack_top; at += 8) {
    const cs_value *x = CS_AT(v->ctx, cs_value, at);
    if (!cs_verify_value(v, *x) &&
        !(cs_verify_registers(v, CS_IMAGE_BASE, x, 1) &&
          cs_snap_is_library(v->ctx, at)))
      return false;
  }
  return true;
}

/* From the first frame up, each against the one below it. */
bool cs_verify_frames(const cs_verifier *v) {
  cs_ctx *ctx = v->ctx;
  cs_off end = CS_STACK_BASE;
  for (uint32_t i = 0; i < ctx->head->nframes; i++) {
    const cs_frame *f = cs_frame_at(ctx, i);
    if (!check_objects(v, f) || !cs_frame_fits(ctx, f, i ? f - 1 : NULL))
      return false;
    end = cs_frame_end(ctx, f);
    /* above the top frame's end everything is dead, also of outer frames */
    if (end + 8ull * 64 > ctx->head->stack_soft) return false;
  }
  release_gens(ctx); /* a dump that is refused is thrown away as it is */
  if (end != ctx->head->stack_top) return false;
  return check_stack(v);
}
