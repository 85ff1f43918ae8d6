/*
 * box.h - objects of C modules: typed bytes behind a few traced values.
 *
 * A BOX belongs to a class that boot.c makes by the name in this list; its
 * `kind` byte tells C code what the bytes mean.  Values come first (traced),
 * the raw bytes follow.  Kinds are append-only: snapshots contain them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_BOX_H
#define CS_PY_HEAP_BOX_H

#include "py/heap/ctx.h"

/* name, number, class */
#define CS_BOX_LIST(X)                        \
  X(DIGEST, 1, "_caisson.Digest")             \
  X(RANDOM, 2, "_random.Random")              \
  X(PATTERN, 3, "re.Pattern")                 \
  X(MATCH, 4, "re.Match")                     \
  X(ATTRGETTER, 5, "operator.attrgetter")     \
  X(ITEMGETTER, 6, "operator.itemgetter")     \
  X(METHODCALLER, 7, "operator.methodcaller") \
  X(DEQUE, 8, "collections.deque")            \
  X(ARRAY, 9, "array.array")                  \
  X(STRUCT, 10, "_struct.Struct")             \
  X(INFLATE, 11, "zlib.Decompress")           \
  X(DEFLATE, 12, "zlib.Compress")             \
  X(SCANNER, 13, "_sre.SRE_Scanner")          \
  X(FIBER, 14, "_caisson.Fiber")

enum cs_box_kind {
#define X(name, number, text) CS_BOX_##name = number,
  CS_BOX_LIST(X)
#undef X
};

static inline bool cs_box_is(const cs_ctx *ctx, cs_value v,
                             enum cs_box_kind kind) {
  return cs_is(v, CS_L_BOX) && CS_PTR(ctx, cs_box, v)->h.kind == kind;
}
/* The raw bytes behind the values; aligned to 8. */
static inline void *cs_box_bytes(const cs_ctx *ctx, cs_value v) {
  cs_box *b = CS_PTR(ctx, cs_box, v);
  return &b->v[b->nvalues];
}
static inline cs_value *cs_box_values(const cs_ctx *ctx, cs_value v) {
  return CS_PTR(ctx, cs_box, v)->v;
}

/* A BOX of the kind's class: `nvalues` times None, then zeroed bytes. */
cs_status cs_box_new(cs_ctx *ctx, enum cs_box_kind kind, uint32_t nvalues,
                     uint64_t bytes, cs_value *out) CS_MUST_CHECK;

#endif
