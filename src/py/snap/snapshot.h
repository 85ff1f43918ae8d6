/*
 * snapshot.h - a stopped session as bytes, and back.
 *
 * A dump is a header, a segment table and the raw private bytes of the arena;
 * writing one is a few memcpys.  Equal states give equal bytes.  Loading copies
 * into a fresh arena first and then verifies the private copy: a hostile dump
 * is refused, or runs as some valid program inside its own arena and limits.
 *
 * A dump is a header with checksums, the head, frames, registers and heap, page
 * by page as they lie; equal states give equal bytes, because everything
 * derived is left out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_SNAPSHOT_H
#define CS_PY_SNAP_SNAPSHOT_H

#include "py/heap/ctx.h"

#define CS_SNAP_FORMAT   3
#define CS_SNAP_SEGMENTS 5

typedef struct cs_snap_segment {
  uint32_t kind;   /* index of the region, in this order */
  uint32_t offset; /* in the arena */
  uint32_t length;
  uint32_t check; /* cs_snap_checksum of the bytes */
} cs_snap_segment;

typedef struct cs_snap_header {
  char magic[4]; /* "CSNP" */
  uint16_t format;
  uint16_t flags;
  uint64_t total; /* bytes of the whole dump */
  uint8_t image[32];
  uint64_t opcodes, natives, types; /* fingerprints of the tables */
  uint64_t memory_limit, fuel_used;
  uint32_t stop;
  uint32_t nsegments;
  uint32_t check; /* of the header (with 0 here) and the table */
  uint32_t pad;
  cs_snap_segment segment[CS_SNAP_SEGMENTS];
} cs_snap_header;

/* Soft end of the value stack of a session that pauses with `top`: a function
 * of the state, so that equal states stay equal bytes. */
static inline uint32_t cs_snap_soft_end(uint32_t top) {
  return (top + 64 * 8 + 4095) & ~UINT32_C(4095);
}

/* Note the fingerprints of opcodes and layouts in a new image. */
void cs_snap_print(cs_image *im);

/* Bytes a dump of the stopped session takes. */
size_t cs_snap_size(const cs_ctx *ctx);
/* The head inside a dump of ours: borrowed. */
cs_head *cs_snap_head(void *dump);
/* Write the dump; `buf` has cs_snap_size bytes, 16-aligned.  With `reached`
 * (cs_gc_reached) the dump holds nothing that the program has given up: see
 * tidy.c. */
void cs_snap_dump(cs_ctx *ctx, const uint8_t *reached, void *buf);
/* Wipe in `copy`, the heap as a dump has it, what nobody can come to. */
void cs_snap_tidy(const cs_ctx *ctx, const uint8_t *reached, char *copy);

/* Fill the fresh session `ctx` (image mapped, regions committed) from `n`
 * untrusted bytes.  CS_EINVAL: other image or version, CS_ELIMIT: larger than
 * `memory` allows, CS_ECORRUPT: not a valid state. */
cs_status cs_snap_load(cs_ctx *ctx, const void *bytes, size_t n,
                       uint64_t memory) CS_MUST_CHECK;

/* Check the session in the arena; see verify.c for what that means. */
cs_status cs_snap_verify(cs_ctx *ctx) CS_MUST_CHECK;

/* Tests: recompute all checksums of a dump whose table is in range. */
void cs_snap_fix(void *bytes, size_t n);

/* Is this place of the stack a register of a frame that runs library code?
 * Only such hold natives of the engine (CS_NATIVE_INNER). */
bool cs_snap_is_library(const cs_ctx *ctx, cs_off at);

/* Fast checksum against accidents, not against attackers. */
uint32_t cs_snap_checksum(const void *bytes, size_t n);

/* Copy, and sum what was copied. */
uint32_t cs_snap_copy(void *to, const void *from, size_t n);

#endif
