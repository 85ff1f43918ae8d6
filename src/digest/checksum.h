/*
 * checksum.h - CRC-32, CRC-32C and Adler-32.
 *
 * Each function continues a running sum: start with the value named below and
 * feed the parts in order.  Results are those of zlib (crc32, adler32) and of
 * iSCSI (crc32c).  They detect accidents, not attackers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_CHECKSUM_H
#define CS_DIGEST_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Start with 0. */
uint32_t cs_checksum_crc32(uint32_t sum, const void *data, size_t n);
uint32_t cs_checksum_crc32c(uint32_t sum, const void *data, size_t n);

/* Start with 1. */
uint32_t cs_checksum_adler32(uint32_t sum, const void *data, size_t n);

#endif
