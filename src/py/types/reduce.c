/*
 * reduce.c - __reduce__ of built-ins that object.__reduce_ex__ cannot copy.
 *
 * All of them are short Python functions in the prelude.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/leaf.h"

static cs_status in_python(cs_ctx *ctx, cs_value *args, uint32_t n,
                           cs_value *out) {
  (void)ctx, (void)args, (void)n, (void)out;
  return CS_SLOW;
}

#define REDUCE(type) \
  { type, "__reduce__", "($self, /)", in_python }

const cs_native_def cs_reduce_natives[] = {
    REDUCE("slice"),     REDUCE("range"),     REDUCE("set"),
    REDUCE("frozenset"), REDUCE("bytearray"), CS_NATIVE_END};
