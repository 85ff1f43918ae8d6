/*
 * opcode.c - the tables of the instruction set.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/opcode.h"

const char *const cs_opcode_names[CS_OPCODE_COUNT] = {
#define CS_I(name, words, operands, flow, text) #name,
#include "py/heap/ops.def"
#undef CS_I
};

const char *const cs_opcode_operands[CS_OPCODE_COUNT] = {
#define CS_I(name, words, operands, flow, text) operands,
#include "py/heap/ops.def"
#undef CS_I
};

const uint8_t cs_opcode_flows[CS_OPCODE_COUNT] = {
#define CS_I(name, words, operands, flow, text) CS_OP_##flow,
#include "py/heap/ops.def"
#undef CS_I
};
