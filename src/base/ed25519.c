/*
 * ed25519.c - signatures (RFC 8032, Ed25519): sign and verify.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/ed25519.h"

#include <string.h>

#include "base/curve.h"
#include "base/digest.h"

#define WORDS 8 /* of 32 bits, of a number below the order */

/* The order of the group, 2^252 + 27742317777372353535851937790883648493. */
static const uint32_t order[WORDS] = {
    0x5cf5d3ed, 0x5812631a, 0xa2f79cd6, 0x14def9de, 0, 0, 0, 0x10000000};

/* --- numbers modulo the order -------------------------------------------- */

static void load(uint32_t *out, const uint8_t *in, size_t words) {
  for (size_t i = 0; i < words; i++)
    out[i] = (uint32_t)in[4 * i] | (uint32_t)in[4 * i + 1] << 8 |
             (uint32_t)in[4 * i + 2] << 16 | (uint32_t)in[4 * i + 3] << 24;
}

/* out = a - order; the borrow is 1 if a was smaller. */
static uint32_t subtract(uint32_t out[WORDS], const uint32_t a[WORDS]) {
  uint64_t borrow = 0;
  for (int i = 0; i < WORDS; i++) {
    uint64_t t = (uint64_t)a[i] - order[i] - borrow;
    out[i] = (uint32_t)t;
    borrow = t >> 63;
  }
  return (uint32_t)borrow;
}

/* The remainder of 512 bits, bit by bit from the top; what is secret decides
 * over masks only. */
static void reduce(const uint32_t in[2 * WORDS], uint8_t out[32]) {
  uint32_t r[WORDS] = {0}, less[WORDS];
  for (int bit = 64 * WORDS - 1; bit >= 0; bit--) {
    for (int i = WORDS - 1; i > 0; i--) r[i] = r[i] << 1 | r[i - 1] >> 31;
    r[0] = r[0] << 1 | (in[bit / 32] >> bit % 32 & 1);
    uint32_t keep = 0 - subtract(less, r);
    for (int i = 0; i < WORDS; i++) r[i] = (r[i] & keep) | (less[i] & ~keep);
  }
  for (int i = 0; i < 32; i++) out[i] = (uint8_t)(r[i / 4] >> 8 * (i % 4));
}

static void reduce_bytes(const uint8_t in[64], uint8_t out[32]) {
  uint32_t words[2 * WORDS];
  load(words, in, 2 * WORDS);
  reduce(words, out);
}

/* out = a * b + c modulo the order; a, b < 2^256, c < order. */
static void multiply_add(uint8_t out[32], const uint8_t a[32],
                         const uint8_t b[32], const uint8_t c[32]) {
  uint32_t x[WORDS], y[WORDS], sum[2 * WORDS] = {0};
  load(x, a, WORDS);
  load(y, b, WORDS);
  load(sum, c, WORDS);
  for (int i = 0; i < WORDS; i++) {
    uint64_t carry = 0;
    for (int j = 0; j < WORDS; j++) {
      carry += (uint64_t)x[i] * y[j] + sum[i + j]; /* below 2^64 */
      sum[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
    for (int j = i + WORDS; j < 2 * WORDS; j++) {
      carry += sum[j];
      sum[j] = (uint32_t)carry;
      carry >>= 32;
    }
  }
  reduce(sum, out);
}

/* --- signatures ---------------------------------------------------------- */

typedef struct part {
  const void *data;
  size_t n;
} part;

static void digest(const part *p, size_t parts, uint8_t out[64]) {
  cs_digest d;
  cs_digest_init(&d, CS_DIGEST_SHA512);
  for (size_t i = 0; i < parts; i++) cs_digest_update(&d, p[i].data, p[i].n);
  cs_digest_finish(&d, out, 64);
}

static void expand(cs_ed25519 *k, const uint8_t seed[CS_ED25519_SEED]) {
  uint8_t h[64];
  digest(&(part){seed, CS_ED25519_SEED}, 1, h);
  memcpy(k->scalar, h, 32);
  memcpy(k->prefix, h + 32, 32);
  k->scalar[0] &= 248;
  k->scalar[31] = (uint8_t)((k->scalar[31] & 127) | 64);
}

void cs_ed25519_load(cs_ed25519 *k, const uint8_t seed[CS_ED25519_SEED],
                     const uint8_t key[CS_ED25519_KEY]) {
  expand(k, seed);
  memcpy(k->key, key, CS_ED25519_KEY);
}

void cs_ed25519_init(cs_ed25519 *k, const uint8_t seed[CS_ED25519_SEED]) {
  cs_curve_point p;
  expand(k, seed);
  cs_curve_multiply(&p, &cs_curve_base, k->scalar);
  cs_curve_pack(&p, k->key);
}

/* The number that binds point, key and text together. */
static void challenge(const uint8_t r[32], const uint8_t key[32],
                      const void *text, size_t n, uint8_t out[32]) {
  uint8_t h[64];
  digest((part[]){{r, 32}, {key, 32}, {text, n}}, 3, h);
  reduce_bytes(h, out);
}

void cs_ed25519_sign(const cs_ed25519 *k, const void *text, size_t n,
                     uint8_t sig[CS_ED25519_SIG]) {
  uint8_t h[64], r[32], c[32];
  cs_curve_point p;
  digest((part[]){{k->prefix, 32}, {text, n}}, 2, h);
  reduce_bytes(h, r);
  cs_curve_multiply(&p, &cs_curve_base, r);
  cs_curve_pack(&p, sig);
  challenge(sig, k->key, text, n, c);
  multiply_add(sig + 32, c, k->scalar, r);
}

bool cs_ed25519_verify(const uint8_t key[CS_ED25519_KEY], const void *text,
                       size_t n, const uint8_t sig[CS_ED25519_SIG]) {
  uint8_t c[32], got[32];
  uint32_t s[WORDS], less[WORDS];
  cs_curve_point a, ca, sb;
  load(s, sig + 32, WORDS);
  if (!subtract(less, s)) return false; /* not below the order */
  if (!cs_curve_unpack(&a, key)) return false;
  challenge(sig, key, text, n, c);
  cs_curve_negate(&a);
  cs_curve_multiply(&ca, &a, c);
  cs_curve_multiply(&sb, &cs_curve_base, sig + 32);
  cs_curve_add(&sb, &sb, &ca);
  cs_curve_pack(&sb, got);
  return memcmp(got, sig, 32) == 0;
}
