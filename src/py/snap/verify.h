/*
 * verify.h - the parts of the snapshot verifier.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_VERIFY_H
#define CS_PY_SNAP_VERIFY_H

#include "py/heap/ctx.h"

typedef struct cs_verifier {
  cs_ctx *ctx;
  uint8_t *heap_start; /* bit per 16 bytes, set where objects start */
  const uint8_t *image_start; /* the same for the image */
  uint64_t heap_top;
} cs_verifier;

/* Is there an object of exactly this type at `off`?  0 is not an object. */
bool cs_verify_object(const cs_verifier *v, cs_off off, uint32_t type);
/* The same for a field that may be 0 ("none"). */
bool cs_verify_maybe(const cs_verifier *v, cs_off off, uint32_t type);
/* Any well-formed value: canonical float, int, immediate, valid reference. */
bool cs_verify_value(const cs_verifier *v, cs_value value);
bool cs_verify_values(const cs_verifier *v, const cs_value *values, uint64_t n);

/* Fields and invariants of the object at `off`, by layout. */
bool cs_verify_fields(const cs_verifier *v, cs_off off);
/* Instructions, constants and tables of a code object. */
bool cs_verify_code(const cs_verifier *v, const cs_code *code);
/* Is `pc` directly behind a YIELD? */
bool cs_verify_yield_point(const cs_verifier *v, const cs_code *code,
                           uint32_t pc);
/* Frames and their registers. */
bool cs_verify_frames(const cs_verifier *v);

#endif
