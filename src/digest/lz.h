/*
 * lz.h - a byte codec made for one purpose: the warm image in the binary.
 *
 * The packed form is a sequence of steps, each "copy so many literal bytes,
 * then copy so many bytes from earlier output":
 *
 *   token   LLMMMMOO   L literals (3: more follows), M + 3 bytes of match
 *                      (15: more follows), O: how far back
 *   [more literals] literals [distance] [more match]
 *
 * O = 0 repeats the last distance; 1, 2, 3 are the bytes of a distance, which
 * is counted in units of the stream: 8 for a heap, whose words repeat words,
 * 1 for text.  "More" is a sum of bytes up to and including the first below
 * 255.  Output that is complete ends the stream: the last step may have no
 * match.
 *
 * Packing searches for the cheapest parse and is slow (build time only);
 * unpacking is a few copies per step, about a gigabyte per second.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_LZ_H
#define CS_DIGEST_LZ_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Pack `n` bytes; `*out` is owned by the caller (free).  CS_EOS: no memory. */
cs_status cs_lz_pack(const uint8_t *from, size_t n, uint32_t unit,
                     uint8_t **out, size_t *len) CS_MUST_CHECK;

/* Unpack into exactly `n` bytes.  Damaged input gives CS_ECORRUPT and never
 * touches memory outside of the two ranges. */
cs_status cs_lz_unpack(const uint8_t *from, size_t len, uint32_t unit,
                       uint8_t *to, size_t n) CS_MUST_CHECK;

#endif
