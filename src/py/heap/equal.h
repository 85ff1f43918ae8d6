/*
 * equal.h - helpers shared by equality and hash of built-in values.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_EQUAL_H
#define CS_PY_HEAP_EQUAL_H

#include "py/heap/ctx.h"

/* Nesting that C code follows itself; deeper values go to the prelude, whose
 * levels are frames and count against the recursion limit. */
#define CS_EQUAL_DEPTH 64
/* Containers that C code opens in one comparison.  [a, a] nested 60 times has
 * more parts than anybody can wait for: the prelude can be interrupted. */
#define CS_EQUAL_PARTS (1u << 22)

/* cs_type.flags of the class of an INSTANCE, a class or a BOX; 0 for the
 * rest, whose behaviour no Python code changes. */
uint32_t cs_equal_flags(const cs_ctx *ctx, cs_value v);

/* The built-in value inside an instance of a subclass, else `v`. */
static inline cs_value cs_equal_payload(const cs_ctx *ctx, cs_value v) {
  if (cs_is_ref(v) && cs_ref_layout(v) == CS_L_INSTANCE && cs_ref_type(v) >> 8)
    return CS_PTR(ctx, cs_instance, v)->slot[0];
  return v;
}

/* The bytes of a bytes, bytearray or contiguous memoryview of them; false for
 * anything else. */
bool cs_equal_bytes(const cs_ctx *ctx, cs_value v, const uint8_t **data,
                    uint32_t *len);

#endif
