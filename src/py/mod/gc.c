/*
 * gc.c - module gc: one collection at the program's wish.
 *
 * A native cannot collect, since the loop below it holds references.  It asks
 * for what a lack of memory would cause: collect and run the instruction
 * again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/leaf.h"

extern const cs_native_def cs_gc_natives[];

CS_LEAF(collect) {
  if (!ctx->retried) return CS_RETRY;
  CS_GIVE(cs_int(0));
}

const cs_native_def cs_gc_natives[] = {
    {".intrinsics", "_gc_collect", "()", collect}, CS_NATIVE_END};
