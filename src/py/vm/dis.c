/*
 * dis.c - instructions of a code object as values: what the module `dis` shows.
 *
 * Operands are read by the letters of heap/operands.def, so that an instruction
 * needs no line here.  Bytes that no letter names are given as plain numbers
 * when they are not 0.  Code objects inside the library's own code are given by
 * name only: a program cannot get at them in another way either.
 *
 * A row as the prelude gets it, here of R[2] = R[0].name:
 *
 *  (7, 61, 'GETATTR', 2, [('R', 2), ('R', 0), ('K', 'name')])
 *   index, opcode, name, words, operands: a kind and a value each
 *
 * Kinds: R a register, K a constant, n a name, J the index a jump leads to, # a
 * plain number.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <string.h>

#include "py/heap/intrinsics.h"
#include "py/heap/opcode.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/kinds.h"
#include "py/vm/vm.h"

extern const cs_native_def cs_dis_natives[];

/* The instruction at hand and the list that its operands go to. */
typedef struct insn_view {
  cs_ctx *ctx;
  const cs_code *code;
  uint32_t a, b, c, bx, w; /* fields of the instruction: see ops.def */
  uint32_t pc;             /* index of its first word */
  cs_value list;           /* operands so far: pairs (kind, value) */
} insn_view;

/* Append the pair (`kind`, `v`). */
static cs_status put_operand(const insn_view *x, char kind, cs_value v) {
  cs_value pair[2] = {x->ctx->image->chr[(unsigned char)kind], v}, made;
  CS_TRY(cs_tuple_new(x->ctx, pair, 2, &made));
  return cs_list_append(x->ctx, x->list, made);
}

/* `text` is ours and ASCII. */
static cs_status put_text(const insn_view *x, char kind, const char *text) {
  cs_value s;
  CS_TRY(cs_str_intern_bytes(x->ctx, text, strlen(text), &s));
  return put_operand(x, kind, s);
}

/* An index beyond the constants is in forged code only: it is shown as it
 * is. */
static cs_status put_const(const insn_view *x, uint32_t at) {
  if (at >= x->code->nconsts) return put_operand(x, '#', cs_int(at));
  cs_value v = CS_AT(x->ctx, cs_array, x->code->consts)->v[at];
  if (cs_is(v, CS_L_CODE) && x->code->flags & CS_CODE_PRELUDE)
    return put_operand(x, 'n', CS_PTR(x->ctx, cs_code, v)->qualname);
  return put_operand(x, 'K', v);
}

/* Only those that compiled code uses: one less table of all names. */
static cs_status put_intrinsic(const insn_view *x) {
#define X(name) \
  if (x->bx == CS_X_##name) return put_text(x, 'n', #name);
  CS_INTRINSIC_COMPILED(X)
#undef X
  return put_operand(x, '#', cs_int(x->bx));
}

static cs_status put_comparison(const insn_view *x) {
  static const char *const texts[CS_CMP_COUNT] = {
#define X(name, text, l, r) text,
      CS_CMP_LIST(X)
#undef X
          "is",
      "is not", "in", "not in"};
  if (x->w >= CS_CMP_COUNT) return put_operand(x, '#', cs_int(x->w));
  return put_text(x, 'n', texts[x->w]);
}

static cs_status put_immediate(const insn_view *x) {
  if (x->b == CS_UNBOUND_K || x->b >= CS_IMMEDIATE_COUNT)
    return put_text(x, 'n', "unbound");
  return put_operand(x, 'K', CS_IMM(x->b));
}

static cs_status put_special(const insn_view *x) {
  if (x->w >= CS_NAME_COUNT) return put_operand(x, '#', cs_int(x->w));
  return put_operand(x, 'n', x->ctx->image->name[x->w]);
}

/* By the name of the variable, as the program knows it. */
static cs_status put_free(const insn_view *x, uint32_t i) {
  if (i >= cs_tuple_len(x->ctx, x->code->freevars))
    return put_operand(x, '#', cs_int(i));
  return put_operand(x, 'n', cs_tuple_at(x->ctx, x->code->freevars, i));
}

/* What one letter of the operands shows. */
static cs_status put_letter(const insn_view *x, char letter) {
  switch (letter) {
    case 'w':
    case 'a':
    case 'u':
    case 'x': return put_operand(x, 'R', cs_int(x->a));
    case 'b':
    case 'l':
    case 'm':
    case 'M':
    case 'd': return put_operand(x, 'R', cs_int(x->b));
    case 'c':
    case 'r': return put_operand(x, 'R', cs_int(x->c));
    case 'B': return put_const(x, x->b);
    case 'C': return put_const(x, x->c);
    case 'k':
    case 'X': return put_const(x, x->bx);
    case 'W': return put_const(x, x->w);
    case 'I': return put_immediate(x);
    case 'f': return put_free(x, x->b);
    case 'F': return put_free(x, x->bx);
    case 'i': return put_intrinsic(x);
    case 'N': return put_special(x);
    case 'v': return put_comparison(x);
    case 'J':
      return put_operand(x, 'J', cs_int((int64_t)x->pc + 2 + (int32_t)x->w));
    default: return CS_OK; /* a condition, nothing of its own to show */
  }
}

/* Bytes that hold a count or a switch, or that no letter says anything of. */
static cs_status put_rest(const insn_view *x, uint32_t op) {
  const char *letters = cs_opcode_operands[op];
  if (op == CS_I_LOADI) return put_operand(x, '#', cs_int((int16_t)x->bx));
  if (strpbrk(letters, "kx")) CS_TRY(put_operand(x, '#', cs_int(x->w)));
  if (strpbrk(letters, "ng")) return put_operand(x, '#', cs_int(x->b));
  if (strpbrk(letters, "mMu")) return put_operand(x, '#', cs_int(x->c));
  if (strpbrk(letters, "kXFicCr") || !x->c) return CS_OK;
  return put_operand(x, '#', cs_int(x->c));
}

/* (index, opcode, name, words, [operand...]) of the instruction at `pc`. */
static cs_status describe(cs_ctx *ctx, cs_value code, uint32_t pc,
                          cs_value *out) {
  const cs_code *c = CS_PTR(ctx, cs_code, code);
  const uint32_t *at = (const void *)CS_AT(ctx, cs_raw, c->insns)->data;
  uint32_t ins = at[pc], op = ins & 0xFF;
  assert(op < CS_OPCODE_COUNT && pc + cs_ops_words[op] <= c->ninsns);
  insn_view x = {.ctx = ctx,
                 .code = c,
                 .a = ins >> 8 & 0xFF,
                 .b = ins >> 16 & 0xFF,
                 .c = ins >> 24,
                 .bx = ins >> 16,
                 .w = cs_ops_words[op] == 2 ? at[pc + 1] : 0,
                 .pc = pc};
  CS_TRY(cs_list_new(ctx, NULL, 0, &x.list));
  /* The jump comes last, where readers look for it. */
  for (const char *p = cs_opcode_operands[op]; *p; p++)
    if (*p != 'J') CS_TRY(put_letter(&x, *p));
  CS_TRY(put_rest(&x, op));
  if (strchr(cs_opcode_operands[op], 'J')) CS_TRY(put_letter(&x, 'J'));
  cs_value v[5] = {cs_int(pc), cs_int(op), CS_NONE, cs_int(cs_ops_words[op]),
                   x.list};
  CS_TRY(cs_str_intern_bytes(ctx, cs_opcode_names[op],
                             strlen(cs_opcode_names[op]), &v[2]));
  return cs_tuple_new(ctx, v, 5, out);
}

/* _code_instructions(code) -> list of such tuples */
CS_LEAF_TAKES(code_instructions, CODE) {
  const cs_code *c = CS_PTR(ctx, cs_code, args[0]);
  const uint32_t *at = (const void *)CS_AT(ctx, cs_raw, c->insns)->data;
  cs_value made;
  cs_charge(ctx, 8 * (uint64_t)c->ninsns);
  CS_TRY(cs_list_new(ctx, NULL, 0, out));
  for (uint32_t pc = 0; pc < c->ninsns; pc += cs_ops_words[at[pc] & 0xFF]) {
    CS_TRY(describe(ctx, args[0], pc, &made));
    CS_TRY(cs_list_append(ctx, *out, made));
  }
  return CS_OK;
}

/* _opcode_names() -> tuple of names by number */
static cs_status opcode_names(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)args;
  (void)n;
  cs_value name;
  CS_TRY(cs_list_new(ctx, NULL, 0, out));
  for (uint32_t i = 0; i < CS_OPCODE_COUNT; i++) {
    const char *text = cs_opcode_names[i];
    CS_TRY(cs_str_intern_bytes(ctx, text, strlen(text), &name));
    CS_TRY(cs_list_append(ctx, *out, name));
  }
  return CS_OK;
}

/* _code_handlers(code) -> list of (start, end, handler, register) */
CS_LEAF_TAKES(code_handlers, CODE) {
  const cs_code *c = CS_PTR(ctx, cs_code, args[0]);
  cs_value made;
  CS_TRY(cs_list_new(ctx, NULL, 0, out));
  if (!c->exctab) return CS_OK;
  const cs_raw *raw = CS_AT(ctx, cs_raw, c->exctab);
  const cs_exc_range *r = (const void *)raw->data;
  for (size_t i = 0; i < raw->fill / sizeof *r; i++) {
    cs_value v[4] = {cs_int(r[i].start), cs_int(r[i].end), cs_int(r[i].handler),
                     cs_int(r[i].reg)};
    CS_TRY(cs_tuple_new(ctx, v, 4, &made));
    CS_TRY(cs_list_append(ctx, *out, made));
  }
  return CS_OK;
}

const cs_native_def cs_dis_natives[] = {
    {".intrinsics", "_code_instructions", "(code, /)", code_instructions},
    {".intrinsics", "_code_handlers", "(code, /)", code_handlers},
    {".intrinsics", "_opcode_names", "()", opcode_names},
    CS_NATIVE_END};
