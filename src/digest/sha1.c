/*
 * sha1.c - SHA-1, for git object names and old protocols.
 *
 * The message schedule is kept in a ring of sixteen words that is rewritten
 * while the rounds run.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/sha1.h"

#include <string.h>

const uint32_t cs_sha1_start[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE,
                                   0x10325476, 0xC3D2E1F0};

static uint32_t rotl(uint32_t x, unsigned n) {
  return x << n | x >> (32 - n);
}

static uint32_t load_be(const uint8_t *p) {
  uint32_t w;
  memcpy(&w, p, sizeof w);
  return __builtin_bswap32(w);
}

static uint32_t expand(uint32_t w[16], unsigned i) {
  uint32_t x = w[(i + 13) % 16] ^ w[(i + 8) % 16] ^ w[(i + 2) % 16] ^ w[i % 16];
  return w[i % 16] = rotl(x, 1);
}

#define CHOOSE(b, c, d)   ((d) ^ ((b) & ((c) ^ (d))))
#define PARITY(b, c, d)   ((b) ^ (c) ^ (d))
#define MAJORITY(b, c, d) (((b) & (c)) | ((d) & ((b) | (c))))

#define STEP(f, k, word)                                     \
  do {                                                       \
    uint32_t t = rotl(a, 5) + f(b, c, d) + e + (k) + (word); \
    e = d;                                                   \
    d = c;                                                   \
    c = rotl(b, 30);                                         \
    b = a;                                                   \
    a = t;                                                   \
  } while (0)

static void fold(uint32_t state[5], const uint8_t *p) {
  uint32_t w[16];
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
  for (unsigned i = 0; i < 16; i++) w[i] = load_be(p + 4 * i);
  for (unsigned i = 0; i < 16; i++) STEP(CHOOSE, 0x5A827999, w[i]);
  for (unsigned i = 16; i < 20; i++) STEP(CHOOSE, 0x5A827999, expand(w, i));
  for (unsigned i = 20; i < 40; i++) STEP(PARITY, 0x6ED9EBA1, expand(w, i));
  for (unsigned i = 40; i < 60; i++) STEP(MAJORITY, 0x8F1BBCDC, expand(w, i));
  for (unsigned i = 60; i < 80; i++) STEP(PARITY, 0xCA62C1D6, expand(w, i));
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
}

void cs_sha1_blocks(uint32_t state[5], const uint8_t *p, size_t count) {
  for (; count > 0; count--, p += CS_SHA1_BLOCK) fold(state, p);
}
