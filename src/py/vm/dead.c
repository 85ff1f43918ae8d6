/*
 * dead.c - temporaries of the running frame that still name old objects.
 *
 * A register that was handed out for a result keeps what a former statement
 * left there until the result is written: `x = [0] * n; del x; y = [0] * n`
 * would need room for both lists.  Before a collection the code ahead is read
 * as far as it runs straight on; temporaries that it writes before it reads
 * them are emptied.  Variables are left alone: a handler may look at them.
 *
 * Only a hint for the collector: emptying too few registers keeps garbage,
 * emptying one that is read later would be wrong. So the scan stops at the
 * first instruction that may jump, call a handler or is not described as PLAIN
 * in ops.def, and a register counts as written only if no earlier instruction
 * of the scan read it.
 *
 *  code ahead            read     written     emptied
 *  ADD   r5, r3, r4      r3 r4    r5          r5
 *  MOVE  r4, r5          (r5)     -           -, r4 was read before
 *  LIST  r6, r7, 2       r7 r8    r6          r6
 *  CALL  ...             the scan ends: a call may raise, and a handler
 *                        may look at anything
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/opcode.h"
#include "py/heap/seq.h"
#include "py/vm/vm.h"

#define AHEAD 32 /* instructions to look at */

/* One bit per register of the frame; a frame has at most 256. */
typedef struct scan {
  uint64_t read[4];
  uint64_t written[4];
} scan;

static void note(uint64_t set[4], uint32_t r) {
  set[r >> 6 & 3] |= UINT64_C(1) << (r & 63);
}

static bool has(const uint64_t set[4], uint32_t r) {
  return set[r >> 6 & 3] >> (r & 63) & 1;
}

/* `n` registers from `r`; those beyond the last one are an operand that a
 * forged snapshot made up. */
static void reads(scan *s, uint32_t r, uint32_t n) {
  for (uint32_t i = r; i < r + n && i < 256; i++)
    if (!has(s->written, i)) note(s->read, i);
}

/* A register that was read first keeps what it has. */
static void writes(scan *s, uint32_t r) {
  if (!has(s->read, r)) note(s->written, r);
}

/* The operands of a PLAIN instruction (operands.def), its reads before its
 * write: `x = f(x)` reads the old value. */
static void apply(scan *s, uint32_t ins) {
  uint32_t a = ins >> 8 & 0xFF, b = ins >> 16 & 0xFF, c = ins >> 24;
  const char *operands = cs_opcode_operands[ins & 0xFF];
  for (const char *p = operands; *p; p++) {
    if (*p == 'a') reads(s, a, 1);
    if (*p == 'b') reads(s, b, 1);
    if (*p == 'c') reads(s, c, 1);
    if (*p == 'm') reads(s, b, c);
    if (*p == 'n') reads(s, a, b + 1);
  }
  for (const char *p = operands; *p; p++) {
    if (*p == 'w') writes(s, a);
    if (*p == 'r') writes(s, c);
  }
}

/* Called with the collector about to run and nothing else going on. */
void cs_dead_clear(cs_ctx *ctx) {
  assert(ctx->head->nframes > 0);
  const cs_frame *f = cs_frame_top(ctx);
  if (f->flags & CS_FRAME_NATIVE) return;
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  const cs_raw *raw = CS_AT(ctx, cs_raw, c->insns);
  const uint32_t *code = (const uint32_t *)(const void *)raw->data;
  uint32_t pc = (f->pc - c->insns - (cs_off)offsetof(cs_raw, data)) / 4;
  scan s = {{0}, {0}};
  /* pc names the instruction after the one that had no space. */
  pc--; /* the instruction that runs again */
  for (uint32_t i = 0; i < AHEAD && pc < c->ninsns; i++) {
    if (cs_opcode_flows[code[pc] & 0xFF] != CS_OP_PLAIN) break;
    apply(&s, code[pc]);
    pc += cs_ops_words[code[pc] & 0xFF];
  }
  /* Locals and cells, and the two registers behind them that locals() and
   * `with` use, are named by the program. */
  uint32_t locals =
      cs_tuple_len(ctx, c->varnames) + cs_tuple_len(ctx, c->cellvars) + 2;
  cs_value *r = cs_frame_regs(ctx, f);
  bool named = !(c->flags & CS_CODE_MODULE);
  for (uint32_t i = named ? locals : 0; i < c->nregs; i++)
    if (has(s.written, i)) r[i] = CS_UNBOUND;
}
