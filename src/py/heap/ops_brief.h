/*
 * ops_brief.h - instructions that change nothing outside their registers.
 *
 * A short function of only these can be evaluated by vm/brief.c without a
 * frame.  The emitter marks such code.  To be included behind the enumeration
 * of instructions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_OPS_BRIEF_H
#define CS_PY_HEAP_OPS_BRIEF_H

#include <stdbool.h>
#include <stdint.h>

#define CS_BRIEF_INSNS 48 /* words of code */

/* In C of CLEAR: no instruction reads what it clears.  Only a look at the frame
 * would, and brief functions have none. */
#define CS_CLEAR_FOR_LOOKS (UINT32_C(1) << 24)
#define CS_BRIEF_REGS      24

static inline bool cs_ops_is_brief(uint32_t ins) {
  uint32_t op = ins & 0xFF;
  if (op >= CS_I_ADD && op < CS_I_NEG) return true;
  if (op >= CS_I_CMPV && op <= CS_I_JF) return true;
  switch (op) {
    case CS_I_LOADK:
    case CS_I_LOADI:
    case CS_I_LOADIMM:
    case CS_I_MOVE:
    case CS_I_GETGLOBAL:
    case CS_I_GETFREE:
    case CS_I_CHECK:
    case CS_I_CLEAR:
    case CS_I_NEG:
    case CS_I_NOT:
    case CS_I_CONTAINSV:
    case CS_I_GETATTR:
    case CS_I_LOADMETHOD:
    case CS_I_GETINDEX:
    case CS_I_GETINDEX_K:
    case CS_I_CALL:
    case CS_I_CALLM:
    case CS_I_TUPLE:
    case CS_I_RET:
    case CS_I_RETNONE: return true;
    default: return false;
  }
}

#endif
