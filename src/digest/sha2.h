/*
 * sha2.h - the compression functions of SHA-2 (FIPS 180-4).
 *
 * Only the inner function; buffering, padding and the context are digest.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_SHA2_H
#define CS_DIGEST_SHA2_H

#include <stddef.h>
#include <stdint.h>

#define CS_SHA2_BLOCK_32 64  /* SHA-224 and SHA-256 */
#define CS_SHA2_BLOCK_64 128 /* SHA-384 and SHA-512 */

extern const uint32_t cs_sha2_start_224[8];
extern const uint32_t cs_sha2_start_256[8];
extern const uint64_t cs_sha2_start_384[8];
extern const uint64_t cs_sha2_start_512[8];

/* Fold `count` blocks into the state. */
void cs_sha2_blocks_32(uint32_t state[8], const uint8_t *p, size_t count);
void cs_sha2_blocks_64(uint64_t state[8], const uint8_t *p, size_t count);

#endif
