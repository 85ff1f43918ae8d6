/*
 * keccak.h - the permutation of SHA-3 and SHAKE (FIPS 202).
 *
 * Only the inner function; buffering, padding and the context are digest.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_KECCAK_H
#define CS_DIGEST_KECCAK_H

#include <stddef.h>
#include <stdint.h>

#define CS_KECCAK_LANES 25

/* The permutation Keccak-f[1600]. */
void cs_keccak_permute(uint64_t lane[CS_KECCAK_LANES]);

/* Absorb `count` blocks of `rate` bytes, a multiple of 8. */
void cs_keccak_absorb(uint64_t lane[CS_KECCAK_LANES], const uint8_t *p,
                      size_t rate, size_t count);

#endif
