/*
 * sha2_ni.h - SHA-256 with the processor's own instructions.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_SHA2_NI_H
#define CS_DIGEST_SHA2_NI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this processor has them and this build uses them. */
bool cs_sha2_ni_is_there(void);

/* As cs_sha2_blocks_32; call only if they are there.  `round` are the 64 round
 * constants. */
void cs_sha2_ni_blocks(uint32_t state[8], const uint32_t round[64],
                       const uint8_t *p, size_t count);

#endif
