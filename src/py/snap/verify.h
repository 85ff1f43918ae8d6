/*
 * verify.h - the parts of the snapshot verifier.
 *
 * Who may use it: snap/verify.c alone drives a verification; the parts call
 * each other through this header. Every function answers a question about bytes
 * that may be forged, so none of them may follow a reference that it has not
 * checked, and none asserts anything about what it reads.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_VERIFY_H
#define CS_PY_SNAP_VERIFY_H

#include "py/heap/ctx.h"

typedef struct cs_verifier {
  cs_ctx *ctx;
  uint8_t *heap_start;        /* bit per 16 bytes, set where objects start */
  const uint8_t *image_start; /* the same for the image */
  uint8_t
      *owner; /* two bits per 16 bytes: cs_verify_use of what starts there */
  uint64_t heap_top;
} cs_verifier;

/* What a block without a class of its own is used for. Nothing else may use it:
 * bytes of a bytearray that are also instructions could be written. Decided by
 * the first user: a second one that needs another use is refused. */
typedef enum cs_verify_use {
  CS_USE_NONE,
  CS_USE_ONE,  /* by exactly one object, which may write it */
  CS_USE_CODE, /* by code objects */
  CS_USE_TEXT  /* by strings */
} cs_verify_use;

/* Is there an object of exactly this type at `off`?  0 is not an object. */
bool cs_verify_object(const cs_verifier *v, cs_off off, uint32_t type);
/* The same for a field that may be 0 ("none"). */
bool cs_verify_maybe(const cs_verifier *v, cs_off off, uint32_t type);
/* The same for a block, which is used in this way from now on. */
bool cs_verify_block(const cs_verifier *v, cs_off off, uint32_t type,
                     cs_verify_use use);
/* Any well-formed value: canonical float, int, immediate, valid reference. */
bool cs_verify_value(const cs_verifier *v, cs_value value);
bool cs_verify_values(const cs_verifier *v, const cs_value *values, uint64_t n);
/* The same for registers of `code`: library code has natives of the engine in
 * its registers while it calls them, no other place has. */
bool cs_verify_registers(const cs_verifier *v, cs_off code,
                         const cs_value *values, uint64_t n);
/* Is `off` in the image, and not for programs? */
bool cs_verify_inner(const cs_verifier *v, cs_off off);

/* Fields and invariants of the object at `off`, by layout. */
bool cs_verify_fields(const cs_verifier *v, cs_off off);
/* What the iterator's kind relies on; its values are well-formed. */
bool cs_verify_iter(const cs_verifier *v, const cs_iter *it);
/* Instructions, constants and tables of a code object. */
bool cs_verify_code(const cs_verifier *v, const cs_code *code);
/* Is `at` directly behind a YIELD? */
bool cs_verify_yield_point(const cs_verifier *v, const cs_code *code,
                           cs_off at);
/* Can a frame have this function and this code?  A function that runs may have
 * got another one, with as many free variables. */
bool cs_verify_runs(const cs_verifier *v, cs_off func, cs_off code);
/* Frames and their registers. */
bool cs_verify_frames(const cs_verifier *v);

#endif
