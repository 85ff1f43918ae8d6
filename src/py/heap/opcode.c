/*
 * opcode.c - the tables of the instruction set.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/opcode.h"

/* C allows a text without its end in an array of the same length. */
#define CS_I(name, words, operands, flow, text)                \
  _Static_assert(sizeof #name <= CS_OPCODE_NAME_SIZE, "name"); \
  _Static_assert(sizeof operands <= CS_OPCODE_OPERANDS_SIZE, "operands");
#include "py/heap/ops.def"
#undef CS_I

const char cs_opcode_names[CS_OPCODE_COUNT][CS_OPCODE_NAME_SIZE] = {
#define CS_I(name, words, operands, flow, text) #name,
#include "py/heap/ops.def"
#undef CS_I
};

const char cs_opcode_operands[CS_OPCODE_COUNT][CS_OPCODE_OPERANDS_SIZE] = {
#define CS_I(name, words, operands, flow, text) operands,
#include "py/heap/ops.def"
#undef CS_I
};

const uint8_t cs_opcode_flows[CS_OPCODE_COUNT] = {
#define CS_I(name, words, operands, flow, text) CS_OP_##flow,
#include "py/heap/ops.def"
#undef CS_I
};
