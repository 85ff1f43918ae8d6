/*
 * box.c - objects of C modules: allocation.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/box.h"

/* Values begin as None: a collection may see the box before it is filled. */
cs_status cs_box_new(cs_ctx *ctx, enum cs_box_kind kind, uint32_t nvalues,
                     uint64_t bytes, cs_value *out) {
  cs_off off;
  uint64_t size = offsetof(cs_box, v) + nvalues * sizeof(cs_value) + bytes;
  cs_status st = cs_alloc(ctx, CS_L_BOX, size, &off);
  if (st != CS_OK) return st;
  cs_box *b = CS_AT(ctx, cs_box, off);
  b->h.kind = (uint8_t)kind;
  b->cls = ctx->image->box[kind];
  b->nvalues = nvalues;
  for (uint32_t i = 0; i < nvalues; i++) b->v[i] = CS_NONE;
  *out = cs_ref(CS_L_BOX, off);
  return CS_OK;
}
