/*
 * int_big.h - between int values and the limb arithmetic of num/bigint.h.
 *
 * Results up to CS_INT_LOCAL limbs are computed in C storage and copied into
 * an object of their exact size; larger ones are computed inside the object.
 * Usage: view the operands, charge, open a result for the size bound, compute
 * into `res.r`, close it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_INT_BIG_H
#define CS_PY_HEAP_INT_BIG_H

#include "num/bigint.h"
#include "py/heap/int.h"

#define CS_INT_LOCAL 64                /* limbs */
#define CS_INT_MOST  ((size_t)1 << 20) /* limbs of a result */

typedef struct cs_int_result {
  cs_bigres r;
  cs_off off; /* the object, 0: `local` is in use */
  uint64_t local[CS_INT_LOCAL];
} cs_int_result;

/* A small int, bool or BIGINT as limbs; `*tmp` must live as long. */
cs_big cs_int_view(const cs_ctx *ctx, cs_value v, uint64_t *tmp);

/* Pay for `cost` limb operations (a cs_big_*_cost).  CS_STOP: cannot. */
cs_status cs_int_charge(cs_ctx *ctx, uint64_t cost) CS_MUST_CHECK;

/* Room for `limbs` limbs; MemoryError above CS_INT_MOST. */
cs_status cs_int_open(cs_ctx *ctx, cs_int_result *res,
                      size_t limbs) CS_MUST_CHECK;
/* The value of what was computed. */
cs_status cs_int_close(cs_ctx *ctx, cs_int_result *res,
                       cs_value *out) CS_MUST_CHECK;

/* Scratch: `local` if `limbs` <= CS_INT_LOCAL, else a new RAW object that is
 * garbage as soon as the native returns. */
cs_status cs_int_scratch(cs_ctx *ctx, size_t limbs,
                         uint64_t local[CS_INT_LOCAL],
                         uint64_t **out) CS_MUST_CHECK;

/* a ** b (int_pow.c); a float when b is negative. */
cs_status cs_int_pow(cs_ctx *ctx, cs_value a, cs_value b,
                     cs_value *out) CS_MUST_CHECK;

#endif
