/*
 * md5.c - MD5, for checksums that others still publish.
 *
 * Sixty-four steps in four rounds.  The constants are the binary digits of
 * |sin(i + 1)|.  The four round functions differ, so each round is a loop of
 * its own over groups of four steps, which rotates the roles of a, b, c and d
 * without moving them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/md5.h"

#include <string.h>

const uint32_t cs_md5_start[4] = {0x67452301, 0xEFCDAB89, 0x98BADCFE,
                                  0x10325476};

static const uint32_t sine[64] = {
    0xD76AA478, 0xE8C7B756, 0x242070DB, 0xC1BDCEEE, 0xF57C0FAF, 0x4787C62A,
    0xA8304613, 0xFD469501, 0x698098D8, 0x8B44F7AF, 0xFFFF5BB1, 0x895CD7BE,
    0x6B901122, 0xFD987193, 0xA679438E, 0x49B40821, 0xF61E2562, 0xC040B340,
    0x265E5A51, 0xE9B6C7AA, 0xD62F105D, 0x02441453, 0xD8A1E681, 0xE7D3FBC8,
    0x21E1CDE6, 0xC33707D6, 0xF4D50D87, 0x455A14ED, 0xA9E3E905, 0xFCEFA3F8,
    0x676F02D9, 0x8D2A4C8A, 0xFFFA3942, 0x8771F681, 0x6D9D6122, 0xFDE5380C,
    0xA4BEEA44, 0x4BDECFA9, 0xF6BB4B60, 0xBEBFBC70, 0x289B7EC6, 0xEAA127FA,
    0xD4EF3085, 0x04881D05, 0xD9D4D039, 0xE6DB99E5, 0x1FA27CF8, 0xC4AC5665,
    0xF4292244, 0x432AFF97, 0xAB9423A7, 0xFC93A039, 0x655B59C3, 0x8F0CCC92,
    0xFFEFF47D, 0x85845DD1, 0x6FA87E4F, 0xFE2CE6E0, 0xA3014314, 0x4E0811A1,
    0xF7537E82, 0xBD3AF235, 0x2AD7D2BB, 0xEB86D391,
};

static uint32_t rotl(uint32_t x, unsigned n) {
  return x << n | x >> (32 - n);
}

#define CHOOSE(b, c, d)  ((d) ^ ((b) & ((c) ^ (d))))
#define CHOOSE2(b, c, d) ((c) ^ ((d) & ((b) ^ (c))))
#define PARITY(b, c, d)  ((b) ^ (c) ^ (d))
#define TWIST(b, c, d)   ((c) ^ ((b) | ~(d)))

#define STEP(f, a, b, c, d, i, word, turn) \
  (a = b + rotl(a + f(b, c, d) + m[(word) % 16] + sine[i], turn))

/* Four steps: `mul` and `add` choose the message word of step i. */
#define FOUR(f, i, mul, add, s0, s1, s2, s3)                     \
  do {                                                           \
    STEP(f, a, b, c, d, (i), (mul) * (i) + (add), s0);           \
    STEP(f, d, a, b, c, (i) + 1, (mul) * ((i) + 1) + (add), s1); \
    STEP(f, c, d, a, b, (i) + 2, (mul) * ((i) + 2) + (add), s2); \
    STEP(f, b, c, d, a, (i) + 3, (mul) * ((i) + 3) + (add), s3); \
  } while (0)

static void fold(uint32_t state[4], const uint8_t *p) {
  uint32_t m[16];
  memcpy(m, p, sizeof m); /* little-endian, as every machine we run on */
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  for (unsigned i = 0; i < 16; i += 4) FOUR(CHOOSE, i, 1, 0, 7, 12, 17, 22);
  for (unsigned i = 16; i < 32; i += 4) FOUR(CHOOSE2, i, 5, 1, 5, 9, 14, 20);
  for (unsigned i = 32; i < 48; i += 4) FOUR(PARITY, i, 3, 5, 4, 11, 16, 23);
  for (unsigned i = 48; i < 64; i += 4) FOUR(TWIST, i, 7, 0, 6, 10, 15, 21);
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
}

void cs_md5_blocks(uint32_t state[4], const uint8_t *p, size_t count) {
  for (; count > 0; count--, p += CS_MD5_BLOCK) fold(state, p);
}
