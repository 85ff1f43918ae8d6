/*
 * keccak.c - the sponge permutation, written out lane by lane.
 *
 * Lane (x, y) is a[x + 5 y].  The theta step is folded into the rotation and
 * permutation of lanes (rho and pi); chi and iota follow per row.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/keccak.h"

#include <string.h>

static const uint64_t iota[24] = {
    UINT64_C(0x0000000000000001), UINT64_C(0x0000000000008082),
    UINT64_C(0x800000000000808A), UINT64_C(0x8000000080008000),
    UINT64_C(0x000000000000808B), UINT64_C(0x0000000080000001),
    UINT64_C(0x8000000080008081), UINT64_C(0x8000000000008009),
    UINT64_C(0x000000000000008A), UINT64_C(0x0000000000000088),
    UINT64_C(0x0000000080008009), UINT64_C(0x000000008000000A),
    UINT64_C(0x000000008000808B), UINT64_C(0x800000000000008B),
    UINT64_C(0x8000000000008089), UINT64_C(0x8000000000008003),
    UINT64_C(0x8000000000008002), UINT64_C(0x8000000000000080),
    UINT64_C(0x000000000000800A), UINT64_C(0x800000008000000A),
    UINT64_C(0x8000000080008081), UINT64_C(0x8000000000008080),
    UINT64_C(0x0000000080000001), UINT64_C(0x8000000080008008),
};

#define TURN(x, n) ((x) << (n) | (x) >> (-(n)&63))

#define CHI_ROW(y)                                        \
  do {                                                    \
    a[(y) + 0] = b[(y) + 0] ^ (~b[(y) + 1] & b[(y) + 2]); \
    a[(y) + 1] = b[(y) + 1] ^ (~b[(y) + 2] & b[(y) + 3]); \
    a[(y) + 2] = b[(y) + 2] ^ (~b[(y) + 3] & b[(y) + 4]); \
    a[(y) + 3] = b[(y) + 3] ^ (~b[(y) + 4] & b[(y) + 0]); \
    a[(y) + 4] = b[(y) + 4] ^ (~b[(y) + 0] & b[(y) + 1]); \
  } while (0)

#define COLUMN(x) (a[x] ^ a[(x) + 5] ^ a[(x) + 10] ^ a[(x) + 15] ^ a[(x) + 20])

void cs_keccak_permute(uint64_t lane[CS_KECCAK_LANES]) {
  uint64_t a[25], b[25], c[5], d[5];
  memcpy(a, lane, sizeof a);
  for (unsigned round = 0; round < 24; round++) {
    c[0] = COLUMN(0);
    c[1] = COLUMN(1);
    c[2] = COLUMN(2);
    c[3] = COLUMN(3);
    c[4] = COLUMN(4);
    d[0] = c[4] ^ TURN(c[1], 1);
    d[1] = c[0] ^ TURN(c[2], 1);
    d[2] = c[1] ^ TURN(c[3], 1);
    d[3] = c[2] ^ TURN(c[4], 1);
    d[4] = c[3] ^ TURN(c[0], 1);
    b[0] = TURN(a[0] ^ d[0], 0);
    b[1] = TURN(a[6] ^ d[1], 44);
    b[2] = TURN(a[12] ^ d[2], 43);
    b[3] = TURN(a[18] ^ d[3], 21);
    b[4] = TURN(a[24] ^ d[4], 14);
    b[5] = TURN(a[3] ^ d[3], 28);
    b[6] = TURN(a[9] ^ d[4], 20);
    b[7] = TURN(a[10] ^ d[0], 3);
    b[8] = TURN(a[16] ^ d[1], 45);
    b[9] = TURN(a[22] ^ d[2], 61);
    b[10] = TURN(a[1] ^ d[1], 1);
    b[11] = TURN(a[7] ^ d[2], 6);
    b[12] = TURN(a[13] ^ d[3], 25);
    b[13] = TURN(a[19] ^ d[4], 8);
    b[14] = TURN(a[20] ^ d[0], 18);
    b[15] = TURN(a[4] ^ d[4], 27);
    b[16] = TURN(a[5] ^ d[0], 36);
    b[17] = TURN(a[11] ^ d[1], 10);
    b[18] = TURN(a[17] ^ d[2], 15);
    b[19] = TURN(a[23] ^ d[3], 56);
    b[20] = TURN(a[2] ^ d[2], 62);
    b[21] = TURN(a[8] ^ d[3], 55);
    b[22] = TURN(a[14] ^ d[4], 39);
    b[23] = TURN(a[15] ^ d[0], 41);
    b[24] = TURN(a[21] ^ d[1], 2);
    CHI_ROW(0);
    CHI_ROW(5);
    CHI_ROW(10);
    CHI_ROW(15);
    CHI_ROW(20);
    a[0] ^= iota[round];
  }
  memcpy(lane, a, sizeof a);
}

void cs_keccak_absorb(uint64_t lane[CS_KECCAK_LANES], const uint8_t *p,
                      size_t rate, size_t count) {
  for (; count > 0; count--, p += rate) {
    for (size_t i = 0; i < rate / 8; i++) {
      uint64_t w;
      memcpy(&w, p + 8 * i, sizeof w);
      lane[i] ^= w;
    }
    cs_keccak_permute(lane);
  }
}
