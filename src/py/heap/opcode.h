/*
 * opcode.h - the instruction set as numbers and tables, all from ops.def.
 *
 * Whoever asks something of an instruction that a table can answer asks it
 * here: how long it is, what its operands are, what follows it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_OPCODE_H
#define CS_PY_HEAP_OPCODE_H

#include <stdint.h>

typedef enum cs_opcode {
#define CS_I(name, words, operands, flow, text) CS_I_##name,
#include "py/heap/ops.def"
#undef CS_I
  CS_OPCODE_COUNT
} cs_opcode;

/* What comes after an instruction: see ops.def. */
typedef enum cs_op_flow {
  CS_OP_NEXT,
  CS_OP_PLAIN,
  CS_OP_JUMP,
  CS_OP_END,
  CS_OP_NEVER
} cs_op_flow;

/* Words of each instruction, 1 or 2.  In every user's own object, since the
 * verifier reads it once for each instruction of a snapshot. */
static const uint8_t cs_ops_words[CS_OPCODE_COUNT] = {
#define CS_I(name, words, operands, flow, text) words,
#include "py/heap/ops.def"
#undef CS_I
};

/* Texts of fixed width, no pointers: smaller, the same at any address, and one
 * load less for the verifier.  A row that is too long does not compile. */
enum { CS_OPCODE_NAME_SIZE = 12, CS_OPCODE_OPERANDS_SIZE = 8 };

extern const char cs_opcode_names[CS_OPCODE_COUNT][CS_OPCODE_NAME_SIZE];

/* Letters of operands.def. */
extern const char cs_opcode_operands[CS_OPCODE_COUNT][CS_OPCODE_OPERANDS_SIZE];

extern const uint8_t cs_opcode_flows[CS_OPCODE_COUNT]; /* cs_op_flow */

#endif
