/*
 * deflate.h - encoder for the DEFLATE format (RFC 1951).
 *
 * One call for a part of the input.  The same text gives the same bytes as
 * zlib 1.2.13 does at levels 1 to 9 with 32 KiB of window: programs print how
 * long the result is, or its digest.  A part that is not the last ends with an
 * empty stored block, on a byte boundary; matches do not reach back into the
 * part before.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_DEFLATE_H
#define CS_DIGEST_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/patience.h"

#define CS_DEFLATE_WINDOW  32768
#define CS_DEFLATE_HASH    32768
#define CS_DEFLATE_SYMBOLS 16383 /* in one block */

/* Work space, about 200 KB: too large for a C stack, the caller's. */
typedef struct cs_deflate {
  uint16_t head[CS_DEFLATE_HASH]; /* where three bytes were last; 0: nowhere */
  uint16_t prev[CS_DEFLATE_WINDOW]; /* and where before */
  uint16_t len[CS_DEFLATE_SYMBOLS]; /* 0: a literal */
  uint16_t val[CS_DEFLATE_SYMBOLS]; /* the literal or the distance */
} cs_deflate;

/* Bytes the result has at most. */
size_t cs_deflate_bound(size_t n);
/* Compress `n` bytes at level 0..9 into `out`, which has cs_deflate_bound(n)
 * bytes.  `last`: nothing follows.  Returns the length, 0 if `patience` ends.
 */
size_t cs_deflate_run(cs_deflate *z, const uint8_t *in, size_t n, int level,
                      bool last, uint8_t *out, const cs_patience *patience);

#endif
