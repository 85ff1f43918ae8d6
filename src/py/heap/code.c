/*
 * code.c - position table: varints pc delta, line delta (zigzag), column, end
 * line delta (zigzag), end column, registers in use.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/code.h"

typedef struct reader {
  const uint8_t *at, *end;
} reader;

/* Seven bits in a byte, the highest one says that more follow; the table is the
 * compiler's or was verified, so it ends. */
static uint32_t varint(reader *r) {
  uint32_t v = 0;
  for (uint32_t shift = 0; r->at < r->end && shift < 32; shift += 7) {
    uint8_t b = *r->at++;
    v |= (uint32_t)(b & 0x7F) << shift;
    if (b < 0x80) break;
  }
  return v;
}

static uint32_t delta(reader *r, uint32_t from) {
  uint32_t z = varint(r);
  return from + ((z >> 1) ^ (0u - (z & 1)));
}

/* Walks the table from its start: positions are asked for in tracebacks
 * only. */
cs_position cs_code_position(const cs_ctx *ctx, const cs_code *code,
                             uint32_t pc) {
  cs_position best = {.line = code->firstline};
  if (!code->postab) return best;
  const cs_raw *raw = CS_AT(ctx, cs_raw, code->postab);
  reader r = {raw->data, raw->data + raw->fill};
  uint32_t at = 0, line = 0;
  while (r.at < r.end) {
    at += varint(&r);
    if (at > pc) break;
    cs_position p;
    p.line = line = delta(&r, line);
    p.col = varint(&r);
    p.end_line = delta(&r, line);
    p.end_col = varint(&r);
    p.height = varint(&r);
    best = p;
  }
  return best;
}

/* Registers that hold something at `pc`; those above may be anything. */
uint32_t cs_code_height(const cs_ctx *ctx, const cs_code *code, uint32_t pc) {
  uint32_t n = cs_code_position(ctx, code, pc).height;
  return n && n < code->nregs ? n : code->nregs;
}
