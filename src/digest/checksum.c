/*
 * checksum.c - table-driven CRC, eight bytes per step, and Adler-32.
 *
 * A CRC is linear: the effect of eight bytes is the xor of the effects of each
 * of them, looked up in eight tables.  Adler's two sums fit 32 bits for 5552
 * bytes before they must be reduced modulo 65521.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/checksum.h"

#include <string.h>

#include "digest/gen/crctab.h"

#define ADLER_MODULUS 65521u
#define ADLER_BLOCK                                        \
  5552u /* largest n: 255 n (n+1) / 2 + (n+1) 65520 < 2^32 \
         */

static uint32_t crc(const uint32_t table[8][256], uint32_t sum,
                    const void *data, size_t n) {
  const uint8_t *p = data;
  uint32_t c = ~sum;
  for (; n >= 8; p += 8, n -= 8) {
    uint32_t low, high;
    memcpy(&low, p, 4);
    memcpy(&high, p + 4, 4);
    low ^= c;
    c = table[7][low & 0xFF] ^ table[6][low >> 8 & 0xFF] ^
        table[5][low >> 16 & 0xFF] ^ table[4][low >> 24] ^
        table[3][high & 0xFF] ^ table[2][high >> 8 & 0xFF] ^
        table[1][high >> 16 & 0xFF] ^ table[0][high >> 24];
  }
  while (n-- > 0) c = c >> 8 ^ table[0][(c ^ *p++) & 0xFF];
  return ~c;
}

uint32_t cs_checksum_crc32(uint32_t sum, const void *data, size_t n) {
  return crc(cs_crctab_crc32, sum, data, n);
}

uint32_t cs_checksum_crc32c(uint32_t sum, const void *data, size_t n) {
  return crc(cs_crctab_crc32c, sum, data, n);
}

uint32_t cs_checksum_adler32(uint32_t sum, const void *data, size_t n) {
  const uint8_t *p = data;
  uint32_t a = (sum & 0xFFFF) % ADLER_MODULUS;
  uint32_t b = (sum >> 16) % ADLER_MODULUS;
  while (n > 0) {
    size_t block = n < ADLER_BLOCK ? n : ADLER_BLOCK;
    n -= block;
    for (; block > 0; block--) {
      a += *p++;
      b += a;
    }
    a %= ADLER_MODULUS;
    b %= ADLER_MODULUS;
  }
  return b << 16 | a;
}
