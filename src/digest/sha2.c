/*
 * sha2.c - SHA-2 on 32-bit and on 64-bit words.
 *
 * Both halves are the same text with other shift counts.  The message schedule
 * is a ring of sixteen words, advanced between groups of sixteen steps.  The
 * constants are fractional digits: of the cube roots of the first 80 primes
 * (rounds), of square roots (start values).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/sha2.h"

#include <string.h>

#include "digest/sha2_ni.h"

const uint32_t cs_sha2_start_224[8] = {
    0xC1059ED8, 0x367CD507, 0x3070DD17, 0xF70E5939,
    0xFFC00B31, 0x68581511, 0x64F98FA7, 0xBEFA4FA4,
};
const uint32_t cs_sha2_start_256[8] = {
    0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
    0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
};
const uint64_t cs_sha2_start_384[8] = {
    UINT64_C(0xCBBB9D5DC1059ED8), UINT64_C(0x629A292A367CD507),
    UINT64_C(0x9159015A3070DD17), UINT64_C(0x152FECD8F70E5939),
    UINT64_C(0x67332667FFC00B31), UINT64_C(0x8EB44A8768581511),
    UINT64_C(0xDB0C2E0D64F98FA7), UINT64_C(0x47B5481DBEFA4FA4),
};
const uint64_t cs_sha2_start_512[8] = {
    UINT64_C(0x6A09E667F3BCC908), UINT64_C(0xBB67AE8584CAA73B),
    UINT64_C(0x3C6EF372FE94F82B), UINT64_C(0xA54FF53A5F1D36F1),
    UINT64_C(0x510E527FADE682D1), UINT64_C(0x9B05688C2B3E6C1F),
    UINT64_C(0x1F83D9ABFB41BD6B), UINT64_C(0x5BE0CD19137E2179),
};

static const uint32_t round_32[64] = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1,
    0x923F82A4, 0xAB1C5ED5, 0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3,
    0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174, 0xE49B69C1, 0xEFBE4786,
    0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147,
    0x06CA6351, 0x14292967, 0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13,
    0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85, 0xA2BFE8A1, 0xA81A664B,
    0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A,
    0x5B9CCA4F, 0x682E6FF3, 0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208,
    0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2,
};

static const uint64_t round_64[80] = {
    UINT64_C(0x428A2F98D728AE22), UINT64_C(0x7137449123EF65CD),
    UINT64_C(0xB5C0FBCFEC4D3B2F), UINT64_C(0xE9B5DBA58189DBBC),
    UINT64_C(0x3956C25BF348B538), UINT64_C(0x59F111F1B605D019),
    UINT64_C(0x923F82A4AF194F9B), UINT64_C(0xAB1C5ED5DA6D8118),
    UINT64_C(0xD807AA98A3030242), UINT64_C(0x12835B0145706FBE),
    UINT64_C(0x243185BE4EE4B28C), UINT64_C(0x550C7DC3D5FFB4E2),
    UINT64_C(0x72BE5D74F27B896F), UINT64_C(0x80DEB1FE3B1696B1),
    UINT64_C(0x9BDC06A725C71235), UINT64_C(0xC19BF174CF692694),
    UINT64_C(0xE49B69C19EF14AD2), UINT64_C(0xEFBE4786384F25E3),
    UINT64_C(0x0FC19DC68B8CD5B5), UINT64_C(0x240CA1CC77AC9C65),
    UINT64_C(0x2DE92C6F592B0275), UINT64_C(0x4A7484AA6EA6E483),
    UINT64_C(0x5CB0A9DCBD41FBD4), UINT64_C(0x76F988DA831153B5),
    UINT64_C(0x983E5152EE66DFAB), UINT64_C(0xA831C66D2DB43210),
    UINT64_C(0xB00327C898FB213F), UINT64_C(0xBF597FC7BEEF0EE4),
    UINT64_C(0xC6E00BF33DA88FC2), UINT64_C(0xD5A79147930AA725),
    UINT64_C(0x06CA6351E003826F), UINT64_C(0x142929670A0E6E70),
    UINT64_C(0x27B70A8546D22FFC), UINT64_C(0x2E1B21385C26C926),
    UINT64_C(0x4D2C6DFC5AC42AED), UINT64_C(0x53380D139D95B3DF),
    UINT64_C(0x650A73548BAF63DE), UINT64_C(0x766A0ABB3C77B2A8),
    UINT64_C(0x81C2C92E47EDAEE6), UINT64_C(0x92722C851482353B),
    UINT64_C(0xA2BFE8A14CF10364), UINT64_C(0xA81A664BBC423001),
    UINT64_C(0xC24B8B70D0F89791), UINT64_C(0xC76C51A30654BE30),
    UINT64_C(0xD192E819D6EF5218), UINT64_C(0xD69906245565A910),
    UINT64_C(0xF40E35855771202A), UINT64_C(0x106AA07032BBD1B8),
    UINT64_C(0x19A4C116B8D2D0C8), UINT64_C(0x1E376C085141AB53),
    UINT64_C(0x2748774CDF8EEB99), UINT64_C(0x34B0BCB5E19B48A8),
    UINT64_C(0x391C0CB3C5C95A63), UINT64_C(0x4ED8AA4AE3418ACB),
    UINT64_C(0x5B9CCA4F7763E373), UINT64_C(0x682E6FF3D6B2B8A3),
    UINT64_C(0x748F82EE5DEFB2FC), UINT64_C(0x78A5636F43172F60),
    UINT64_C(0x84C87814A1F0AB72), UINT64_C(0x8CC702081A6439EC),
    UINT64_C(0x90BEFFFA23631E28), UINT64_C(0xA4506CEBDE82BDE9),
    UINT64_C(0xBEF9A3F7B2C67915), UINT64_C(0xC67178F2E372532B),
    UINT64_C(0xCA273ECEEA26619C), UINT64_C(0xD186B8C721C0C207),
    UINT64_C(0xEADA7DD6CDE0EB1E), UINT64_C(0xF57D4F7FEE6ED178),
    UINT64_C(0x06F067AA72176FBA), UINT64_C(0x0A637DC5A2C898A6),
    UINT64_C(0x113F9804BEF90DAE), UINT64_C(0x1B710B35131C471B),
    UINT64_C(0x28DB77F523047D84), UINT64_C(0x32CAAB7B40C72493),
    UINT64_C(0x3C9EBE0A15C9BEBC), UINT64_C(0x431D67C49C100D4C),
    UINT64_C(0x4CC5D4BECB3E42B6), UINT64_C(0x597F299CFC657E2A),
    UINT64_C(0x5FCB6FAB3AD6FAEC), UINT64_C(0x6C44198C4A475817),
};

#define ROTR32(x, n) ((x) >> (n) | (x) << (32 - (n)))

static void fold_32(uint32_t state[8], const uint8_t *p) {
  uint32_t w[16], v[8];
  for (unsigned i = 0; i < 16; i++) {
    memcpy(&w[i], p + sizeof w[0] * i, sizeof w[0]);
    w[i] = __builtin_bswap32(w[i]);
  }
  memcpy(v, state, sizeof v);
  for (unsigned i = 0; i < 64; i += 16) {
    /* Each step renames the eight variables by one place, so after eight
     * steps all are back where they were. */
#define STEP(j)                                                         \
  do {                                                                  \
    uint32_t *a = &v[(0u - (j)) % 8], *b = &v[(1u - (j)) % 8],          \
             *c = &v[(2u - (j)) % 8], *d = &v[(3u - (j)) % 8],          \
             *e = &v[(4u - (j)) % 8], *f = &v[(5u - (j)) % 8],          \
             *g = &v[(6u - (j)) % 8], *h = &v[(7u - (j)) % 8];          \
    uint32_t big1 = ROTR32(*e, 6) ^ ROTR32(*e, 11) ^ ROTR32(*e, 25);    \
    uint32_t big0 = ROTR32(*a, 2) ^ ROTR32(*a, 13) ^ ROTR32(*a, 22);    \
    uint32_t t =                                                        \
        *h + big1 + (*g ^ (*e & (*f ^ *g))) + round_32[i + (j)] + w[j]; \
    *d += t;                                                            \
    *h = t + big0 + ((*a & *b) | (*c & (*a | *b)));                     \
  } while (0)
    STEP(0);
    STEP(1);
    STEP(2);
    STEP(3);
    STEP(4);
    STEP(5);
    STEP(6);
    STEP(7);
    STEP(8);
    STEP(9);
    STEP(10);
    STEP(11);
    STEP(12);
    STEP(13);
    STEP(14);
    STEP(15);
#undef STEP
    for (unsigned j = 0; j < 16; j++) { /* the words of the next 16 steps */
      uint32_t x = w[(j + 1) % 16], y = w[(j + 14) % 16];
      w[j] += w[(j + 9) % 16] + (ROTR32(x, 7) ^ ROTR32(x, 18) ^ x >> 3) +
              (ROTR32(y, 17) ^ ROTR32(y, 19) ^ y >> 10);
    }
  }
  for (unsigned i = 0; i < 8; i++) state[i] += v[i];
}

void cs_sha2_blocks_32(uint32_t state[8], const uint8_t *p, size_t count) {
  if (cs_sha2_ni_is_there()) {
    cs_sha2_ni_blocks(state, round_32, p, count);
    return;
  }
  for (; count > 0; count--, p += CS_SHA2_BLOCK_32) fold_32(state, p);
}

#define ROTR64(x, n) ((x) >> (n) | (x) << (64 - (n)))

static void fold_64(uint64_t state[8], const uint8_t *p) {
  uint64_t w[16], v[8];
  for (unsigned i = 0; i < 16; i++) {
    memcpy(&w[i], p + sizeof w[0] * i, sizeof w[0]);
    w[i] = __builtin_bswap64(w[i]);
  }
  memcpy(v, state, sizeof v);
  for (unsigned i = 0; i < 80; i += 16) {
    /* Each step renames the eight variables by one place, so after eight
     * steps all are back where they were. */
#define STEP(j)                                                         \
  do {                                                                  \
    uint64_t *a = &v[(0u - (j)) % 8], *b = &v[(1u - (j)) % 8],          \
             *c = &v[(2u - (j)) % 8], *d = &v[(3u - (j)) % 8],          \
             *e = &v[(4u - (j)) % 8], *f = &v[(5u - (j)) % 8],          \
             *g = &v[(6u - (j)) % 8], *h = &v[(7u - (j)) % 8];          \
    uint64_t big1 = ROTR64(*e, 14) ^ ROTR64(*e, 18) ^ ROTR64(*e, 41);   \
    uint64_t big0 = ROTR64(*a, 28) ^ ROTR64(*a, 34) ^ ROTR64(*a, 39);   \
    uint64_t t =                                                        \
        *h + big1 + (*g ^ (*e & (*f ^ *g))) + round_64[i + (j)] + w[j]; \
    *d += t;                                                            \
    *h = t + big0 + ((*a & *b) | (*c & (*a | *b)));                     \
  } while (0)
    STEP(0);
    STEP(1);
    STEP(2);
    STEP(3);
    STEP(4);
    STEP(5);
    STEP(6);
    STEP(7);
    STEP(8);
    STEP(9);
    STEP(10);
    STEP(11);
    STEP(12);
    STEP(13);
    STEP(14);
    STEP(15);
#undef STEP
    for (unsigned j = 0; j < 16; j++) { /* the words of the next 16 steps */
      uint64_t x = w[(j + 1) % 16], y = w[(j + 14) % 16];
      w[j] += w[(j + 9) % 16] + (ROTR64(x, 1) ^ ROTR64(x, 8) ^ x >> 7) +
              (ROTR64(y, 19) ^ ROTR64(y, 61) ^ y >> 6);
    }
  }
  for (unsigned i = 0; i < 8; i++) state[i] += v[i];
}

void cs_sha2_blocks_64(uint64_t state[8], const uint8_t *p, size_t count) {
  for (; count > 0; count--, p += CS_SHA2_BLOCK_64) fold_64(state, p);
}
