/*
 * code.h - reading the tables of a code object.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_CODE_H
#define CS_PY_HEAP_CODE_H

#include "py/heap/ctx.h"

typedef struct cs_position {
  uint32_t line, col, end_line, end_col; /* columns: UTF-8 bytes from 0 */
  uint32_t height; /* registers that may be in use; 0: unknown */
} cs_position;

/* Source range of the instruction with index `pc`. */
cs_position cs_code_position(const cs_ctx *ctx, const cs_code *code,
                             uint32_t pc);

/* Registers from this one on hold nothing that is needed when the instruction
 * with index `pc` is about to run. */
uint32_t cs_code_height(const cs_ctx *ctx, const cs_code *code, uint32_t pc);

#endif
