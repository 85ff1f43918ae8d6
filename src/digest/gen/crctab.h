/*
 * crctab.h - CRC tables, written by tools/gen/gen_crc.py.
 *
 * Do not edit.  Row k: a byte that k more follow.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_GEN_CRCTAB_H
#define CS_DIGEST_GEN_CRCTAB_H

#include <stdint.h>

extern const uint32_t cs_crctab_crc32[8][256];
extern const uint32_t cs_crctab_crc32c[8][256];

#endif
