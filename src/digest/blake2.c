/*
 * blake2.c - BLAKE2b on 64-bit and BLAKE2s on 32-bit words.
 *
 * Each round mixes the columns of a 4 x 4 matrix and then its diagonals, with
 * the message words in an order of its own (sigma).  The start values are
 * those of SHA-2.  Words are little-endian, as every machine we run on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/blake2.h"

#include <string.h>

const uint64_t cs_blake2_start_b[8] = {
    UINT64_C(0x6A09E667F3BCC908), UINT64_C(0xBB67AE8584CAA73B),
    UINT64_C(0x3C6EF372FE94F82B), UINT64_C(0xA54FF53A5F1D36F1),
    UINT64_C(0x510E527FADE682D1), UINT64_C(0x9B05688C2B3E6C1F),
    UINT64_C(0x1F83D9ABFB41BD6B), UINT64_C(0x5BE0CD19137E2179),
};
const uint32_t cs_blake2_start_s[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
    0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};

static const uint8_t sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

#define ROTR_b(x, n) ((x) >> (n) | (x) << (64 - (n)))

#define MIX_b(i, a, b, c, d)              \
  do {                                    \
    v[a] += v[b] + m[order[2 * (i)]];     \
    v[d] = ROTR_b(v[d] ^ v[a], 32);       \
    v[c] += v[d];                         \
    v[b] = ROTR_b(v[b] ^ v[c], 24);       \
    v[a] += v[b] + m[order[2 * (i) + 1]]; \
    v[d] = ROTR_b(v[d] ^ v[a], 16);       \
    v[c] += v[d];                         \
    v[b] = ROTR_b(v[b] ^ v[c], 63);       \
  } while (0)

void cs_blake2_block_b(uint64_t state[8], const uint8_t *p, uint64_t done,
                       uint64_t last, uint64_t last_node) {
  uint64_t m[16], v[16];
  memcpy(m, p, sizeof m);
  memcpy(v, state, 8 * sizeof v[0]);
  memcpy(v + 8, cs_blake2_start_b, 8 * sizeof v[0]);
  v[12] ^= done;
  v[14] ^= last;
  v[15] ^= last_node;
  for (unsigned round = 0; round < 12; round++) {
    const uint8_t *order = sigma[round % 10];
    MIX_b(0, 0, 4, 8, 12);
    MIX_b(1, 1, 5, 9, 13);
    MIX_b(2, 2, 6, 10, 14);
    MIX_b(3, 3, 7, 11, 15);
    MIX_b(4, 0, 5, 10, 15);
    MIX_b(5, 1, 6, 11, 12);
    MIX_b(6, 2, 7, 8, 13);
    MIX_b(7, 3, 4, 9, 14);
  }
  for (unsigned i = 0; i < 8; i++) state[i] ^= v[i] ^ v[i + 8];
}

#define ROTR_s(x, n) ((x) >> (n) | (x) << (32 - (n)))

#define MIX_s(i, a, b, c, d)              \
  do {                                    \
    v[a] += v[b] + m[order[2 * (i)]];     \
    v[d] = ROTR_s(v[d] ^ v[a], 16);       \
    v[c] += v[d];                         \
    v[b] = ROTR_s(v[b] ^ v[c], 12);       \
    v[a] += v[b] + m[order[2 * (i) + 1]]; \
    v[d] = ROTR_s(v[d] ^ v[a], 8);        \
    v[c] += v[d];                         \
    v[b] = ROTR_s(v[b] ^ v[c], 7);        \
  } while (0)

void cs_blake2_block_s(uint32_t state[8], const uint8_t *p, uint64_t done,
                       uint32_t last, uint32_t last_node) {
  uint32_t m[16], v[16];
  memcpy(m, p, sizeof m);
  memcpy(v, state, 8 * sizeof v[0]);
  memcpy(v + 8, cs_blake2_start_s, 8 * sizeof v[0]);
  v[12] ^= (uint32_t)done;
  v[13] ^= (uint32_t)(done >> 32);
  v[14] ^= last;
  v[15] ^= last_node;
  for (unsigned round = 0; round < 10; round++) {
    const uint8_t *order = sigma[round % 10];
    MIX_s(0, 0, 4, 8, 12);
    MIX_s(1, 1, 5, 9, 13);
    MIX_s(2, 2, 6, 10, 14);
    MIX_s(3, 3, 7, 11, 15);
    MIX_s(4, 0, 5, 10, 15);
    MIX_s(5, 1, 6, 11, 12);
    MIX_s(6, 2, 7, 8, 13);
    MIX_s(7, 3, 4, 9, 14);
  }
  for (unsigned i = 0; i < 8; i++) state[i] ^= v[i] ^ v[i + 8];
}
