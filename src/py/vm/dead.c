/*
 * dead.c - temporaries of the running frame that still name old objects.
 *
 * A register that was handed out for a result keeps what a former statement
 * left there until the result is written: `x = [0] * n; del x; y = [0] * n`
 * would need room for both lists.  Before a collection the code ahead is read
 * as far as it runs straight on; temporaries that it writes before it reads
 * them are emptied.  Variables are left alone: a handler may look at them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/ops_count.h"
#include "py/heap/seq.h"
#include "py/vm/vm.h"

#define AHEAD 32 /* instructions to look at */

/* w  A is written    b c  B, C are read    m  C registers from B are read
 * n  A and B registers behind it are read, then C is written
 * Opcodes that are not here end the search. */
#define ARITH(name)                                                        \
  [CS_I_##name] = "wbc", [CS_I_##name##_K] = "wb", [CS_I_I##name] = "wbc", \
  [CS_I_I##name##_K] = "wb"
static const char *const effect[CS_OPCODE_COUNT] = {
    [CS_I_LOADK] = "w",
    [CS_I_LOADKX] = "w",
    [CS_I_LOADI] = "w",
    [CS_I_LOADIMM] = "w",
    [CS_I_MOVE] = "wb",
    [CS_I_GETGLOBAL] = "w",
    [CS_I_GETCELL] = "wb",
    [CS_I_GETFREE] = "w",
    [CS_I_LOADFREE] = "w",
    [CS_I_INTRIN] = "w",
    ARITH(ADD),
    ARITH(SUB),
    ARITH(MUL),
    ARITH(TRUEDIV),
    ARITH(FLOORDIV),
    ARITH(MOD),
    ARITH(POW),
    ARITH(LSHIFT),
    ARITH(RSHIFT),
    ARITH(AND),
    ARITH(OR),
    ARITH(XOR),
    ARITH(MATMUL),
    [CS_I_NEG] = "wb",
    [CS_I_POS] = "wb",
    [CS_I_INVERT] = "wb",
    [CS_I_NOT] = "wb",
    [CS_I_CMPV] = "wbc",
    [CS_I_GETATTR] = "wb",
    [CS_I_GETINDEX] = "wbc",
    [CS_I_GETINDEX_K] = "wb",
    [CS_I_LIST] = "wm",
    [CS_I_TUPLE] = "wm",
    [CS_I_SET] = "wm",
    [CS_I_STRCAT] = "wm",
    [CS_I_CALL] = "n",
};

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

static void reads(scan *s, uint32_t r, uint32_t n) {
  for (uint32_t i = r; i < r + n && i < 256; i++)
    if (!has(s->written, i)) note(s->read, i);
}

static void writes(scan *s, uint32_t r) {
  if (!has(s->read, r)) note(s->written, r);
}

static void apply(scan *s, uint32_t ins, const char *what) {
  uint32_t a = ins >> 8 & 0xFF, b = ins >> 16 & 0xFF, c = ins >> 24;
  for (const char *p = what; *p; p++) {
    if (*p == 'b') reads(s, b, 1);
    if (*p == 'c') reads(s, c, 1);
    if (*p == 'm') reads(s, b, c);
    if (*p == 'n') reads(s, a, b + 1);
  }
  if (*what == 'w') writes(s, a);
  if (*what == 'n') writes(s, c);
}

void cs_dead_clear(cs_ctx *ctx) {
  const cs_frame *f = cs_frame_top(ctx);
  if (f->flags & CS_FRAME_NATIVE) return;
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  const cs_raw *raw = CS_AT(ctx, cs_raw, c->insns);
  const uint32_t *code = (const uint32_t *)(const void *)raw->data;
  uint32_t pc = (f->pc - c->insns - (cs_off)offsetof(cs_raw, data)) / 4;
  scan s = {{0}, {0}};
  pc--; /* the instruction that runs again */
  for (uint32_t i = 0; i < AHEAD && pc < c->ninsns; i++) {
    const char *what = effect[code[pc] & 0xFF];
    if (!what) break;
    apply(&s, code[pc], what);
    pc += cs_ops_words[code[pc] & 0xFF];
  }
  uint32_t locals =
      cs_tuple_len(ctx, c->varnames) + cs_tuple_len(ctx, c->cellvars) + 2;
  cs_value *r = cs_frame_regs(ctx, f);
  bool named = !(c->flags & CS_CODE_MODULE);
  for (uint32_t i = named ? locals : 0; i < c->nregs; i++)
    if (has(s.written, i)) r[i] = CS_UNBOUND;
}
