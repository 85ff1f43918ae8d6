/*
 * blake2.h - the compression functions of BLAKE2 (RFC 7693).
 *
 * Only the inner function; buffering, padding and the context are digest.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_BLAKE2_H
#define CS_DIGEST_BLAKE2_H

#include <stddef.h>
#include <stdint.h>

#define CS_BLAKE2_BLOCK_B 128
#define CS_BLAKE2_BLOCK_S 64

extern const uint64_t cs_blake2_start_b[8];
extern const uint32_t cs_blake2_start_s[8];

/* Fold one block.  `done` counts the bytes up to the end of this block, of
 * real data; `last` and `last_node` set the two finalisation words. */
void cs_blake2_block_b(uint64_t state[8], const uint8_t *p, uint64_t done,
                       uint64_t last, uint64_t last_node);
void cs_blake2_block_s(uint32_t state[8], const uint8_t *p, uint64_t done,
                       uint32_t last, uint32_t last_node);

#endif
