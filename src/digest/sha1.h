/*
 * sha1.h - the compression function of SHA-1 (FIPS 180-4).
 *
 * Only the inner function; buffering, padding and the context are digest.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_SHA1_H
#define CS_DIGEST_SHA1_H

#include <stddef.h>
#include <stdint.h>

#define CS_SHA1_BLOCK 64

extern const uint32_t cs_sha1_start[5];

/* Fold `count` blocks into the state. */
void cs_sha1_blocks(uint32_t state[5], const uint8_t *p, size_t count);

#endif
