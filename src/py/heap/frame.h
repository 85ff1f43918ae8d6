/*
 * frame.h - the record of one activation.
 *
 * Frames live in the arena's frame stack, registers in its value stack; the
 * running frame is number head->nframes - 1.  C's own stack never grows with
 * Python's.
 *
 * A generator runs in the registers of its own object.  It has a place on the
 * stack nevertheless, as large, where the arguments of its calls are put: what
 * it calls finds them on the stack, as always.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_FRAME_H
#define CS_PY_HEAP_FRAME_H

#include "py/heap/ctx.h"

enum { /* cs_frame.flags, low byte */
       CS_FRAME_GEN =
           1, /* registers are a GEN's; aux: its place on the stack */
       CS_FRAME_NATIVE =
           2,              /* trampoline: aux = NATIVE, func = argument count */
       CS_FRAME_CTOR = 4,  /* aux = instance under construction */
       CS_FRAME_HIDDEN = 8 /* no traceback entry */
};

typedef struct cs_frame {
  cs_off code; /* CODE */
  cs_off pc;   /* arena offset of the next instruction */
  cs_off base; /* arena offset of register 0 */
  cs_off func; /* FUNC; number of arguments in a trampoline */
  uint32_t aux;
  uint8_t ret;  /* caller's register for the result */
  uint8_t kind; /* cs_ret_kind */
  uint8_t flags;
  uint8_t mode; /* detail of `kind`, see ret.c */
} cs_frame;

_Static_assert(sizeof(cs_frame) == 24, "cs_ctx_frames divides by it");

static inline cs_frame *cs_frame_at(const cs_ctx *ctx, uint32_t i) {
  return CS_AT(ctx, cs_frame, CS_FRAMES_BASE) + i;
}
static inline cs_frame *cs_frame_top(const cs_ctx *ctx) {
  return cs_frame_at(ctx, ctx->head->nframes - 1);
}
static inline cs_value *cs_frame_regs(const cs_ctx *ctx, const cs_frame *f) {
  return CS_AT(ctx, cs_value, f->base);
}
/* The GEN whose frame it is. */
static inline cs_off cs_frame_gen(const cs_frame *f) {
  return f->base - (cs_off)offsetof(cs_gen, regs);
}
/* Offset of its place on the stack. */
static inline cs_off cs_frame_place(const cs_frame *f) {
  return f->flags & CS_FRAME_GEN ? f->aux : f->base;
}
/* Offset behind that. */
static inline cs_off cs_frame_end(const cs_ctx *ctx, const cs_frame *f) {
  uint32_t n = f->flags & CS_FRAME_NATIVE ? f->func + 1u
                                          : CS_AT(ctx, cs_code, f->code)->nregs;
  return cs_frame_place(f) + n * 8;
}

#endif
