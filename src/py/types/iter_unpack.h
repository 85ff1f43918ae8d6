/*
 * iter_unpack.h - `for a, b in ...` without the tuple.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_ITER_UNPACK_H
#define CS_PY_TYPES_ITER_UNPACK_H

#include "py/heap/ctx.h"

typedef enum cs_unpacked {
  CS_UNPACK_OTHER, /* nothing happened: take the item and unpack it */
  CS_UNPACK_DONE,  /* the iterator advanced, `dst` is filled */
  CS_UNPACK_END    /* it is exhausted; `dst` is as it was */
} cs_unpacked;

/* The parts of the next item of `it`, an ITER, if that would be a tuple of `n`
 * which only exists to be taken apart: zip, enumerate, dict.items.  Neither
 * allocates nor fails. */
cs_unpacked cs_iter_unpack(cs_ctx *ctx, cs_value it, uint32_t n, cs_value *dst);

/* The rows that a zip of two iterators over different lists or tuples has left,
 * as two columns; false: it is another iterator.  Nothing moves. */
bool cs_iter_columns(const cs_ctx *ctx, cs_value zip, const cs_value *column[2],
                     uint32_t *n);
/* These `n` rows were taken. */
void cs_iter_columns_taken(cs_ctx *ctx, cs_value zip, uint32_t n);

#endif
