/*
 * md5.h - the compression function of MD5 (RFC 1321).
 *
 * Only the inner function; buffering, padding and the context are digest.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_MD5_H
#define CS_DIGEST_MD5_H

#include <stddef.h>
#include <stdint.h>

#define CS_MD5_BLOCK 64

extern const uint32_t cs_md5_start[4];

/* Fold `count` blocks into the state. */
void cs_md5_blocks(uint32_t state[4], const uint8_t *p, size_t count);

#endif
