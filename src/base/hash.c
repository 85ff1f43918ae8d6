/*
 * hash.c - one multiplication per 16 bytes of string; arithmetic modulo a
 * Mersenne prime for numbers.
 *
 * Strings: the idea is Wang Yi's wyhash.  A 64x64 to 128 bit product, folded
 * by xor, mixes two words so well that a few of them make a good hash.  Short
 * strings are covered by two overlapping loads without a loop.
 *
 * Numbers: CPython's rule is "reduce the exact value modulo P = 2^61 - 1".
 * Since 2^61 = 1 (mod P), multiplying by 2^k is a rotation of 61 bits by
 * k mod 61, so a float is its 53-bit significand rotated.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/hash.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;

/* Odd constants with about half of their bits set, from the digits of pi. */
#define K0 UINT64_C(0x243F6A8885A308D3)
#define K1 UINT64_C(0x13198A2E03707345)
#define K2 UINT64_C(0xA4093822299F31D1)
#define K3 UINT64_C(0x082EFA98EC4E6C89)

static uint64_t load64(const uint8_t *s) {
  uint64_t w;
  memcpy(&w, s, sizeof w);
  return w;
}

static uint64_t load32(const uint8_t *s) {
  uint32_t w;
  memcpy(&w, s, sizeof w);
  return w;
}

static uint64_t mix(uint64_t a, uint64_t b) {
  wide product = (wide)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Fold all but the last 1..16 bytes of a longer string into a seed. */
static uint64_t fold_long(const uint8_t **data, size_t *left) {
  const uint8_t *s = *data;
  size_t n = *left;
  uint64_t seed = K0;
  if (n > 48) {
    uint64_t other = K1, third = K2;
    do {
      seed = mix(load64(s) ^ K1, load64(s + 8) ^ seed);
      other = mix(load64(s + 16) ^ K2, load64(s + 24) ^ other);
      third = mix(load64(s + 32) ^ K3, load64(s + 40) ^ third);
      s += 48;
      n -= 48;
    } while (n > 48);
    seed ^= other ^ third;
  }
  for (; n > 16; s += 16, n -= 16)
    seed = mix(load64(s) ^ K1, load64(s + 8) ^ seed);
  *data = s;
  *left = n;
  return seed;
}

int64_t cs_hash_bytes(const void *data, size_t n) {
  const uint8_t *s = data;
  uint64_t seed = K0, a, b;
  if (n > 16) {
    size_t left = n;
    seed = fold_long(&s, &left);
    a = load64(s + left - 16); /* overlaps what the loop has seen */
    b = load64(s + left - 8);
  } else if (n >= 8) {
    a = load64(s);
    b = load64(s + n - 8);
  } else if (n >= 4) {
    a = load32(s);
    b = load32(s + n - 4);
  } else if (n > 0) {
    a = (uint64_t)s[0] << 16 | (uint64_t)s[n >> 1] << 8 | s[n - 1];
    b = 0;
  } else {
    return 0;
  }
  uint64_t h = mix(K2 ^ n, mix(a ^ K1, b ^ seed));
  if (h + 1 <= 1) h ^= K3; /* neither 0 nor -1 */
  return (int64_t)h;
}

/* --- keyed ---------------------------------------------------------------- */

typedef struct sip {
  uint64_t a, b, c, d;
} sip;

static uint64_t turn(uint64_t x, unsigned by) {
  return x << by | x >> (64 - by);
}

static inline void sip_round(sip *s) {
  s->a += s->b;
  s->c += s->d;
  s->b = turn(s->b, 13) ^ s->a;
  s->d = turn(s->d, 16) ^ s->c;
  s->a = turn(s->a, 32);
  s->c += s->b;
  s->a += s->d;
  s->b = turn(s->b, 17) ^ s->c;
  s->d = turn(s->d, 21) ^ s->a;
  s->c = turn(s->c, 32);
}

static inline void sip_word(sip *s, uint64_t word) {
  s->d ^= word;
  sip_round(s);
  s->a ^= word;
}

uint64_t cs_hash_keyed(uint64_t key, const void *data, size_t n) {
  const uint8_t *p = data;
  uint64_t second = mix(key ^ K0, K1), last = (uint64_t)n << 56;
  /* The four constants of SipHash. */
  sip s = {key ^ UINT64_C(0x736f6d6570736575),
           second ^ UINT64_C(0x646f72616e646f6d),
           key ^ UINT64_C(0x6c7967656e657261),
           second ^ UINT64_C(0x7465646279746573)};
  size_t i = 0;
  for (; i + 8 <= n; i += 8) sip_word(&s, load64(p + i));
  for (unsigned k = 0; i < n; i++, k += 8) last |= (uint64_t)p[i] << k;
  sip_word(&s, last);
  s.c ^= 0xFF;
  sip_round(&s);
  sip_round(&s);
  sip_round(&s);
  return s.a ^ s.b ^ s.c ^ s.d;
}

/* x modulo 2^61 - 1, for any x. */
static uint64_t reduce(uint64_t x) {
  x = (x & CS_HASH_MODULUS) + (x >> 61);
  return x >= CS_HASH_MODULUS ? x - CS_HASH_MODULUS : x;
}

/* x * 2^k modulo 2^61 - 1, for x below the modulus and k below 61. */
static uint64_t rotate61(uint64_t x, unsigned k) {
  return k ? ((x << k) & CS_HASH_MODULUS) | x >> (61 - k) : x;
}

static int64_t with_sign(uint64_t magnitude, bool negative) {
  int64_t h = (int64_t)magnitude;
  return cs_hash_fix(negative ? -h : h);
}

int64_t cs_hash_limbs(const uint64_t *limbs, size_t n, bool negative) {
  uint64_t h = 0;
  while (n-- > 0) {
    /* 2^64 = 2^3 modulo the prime. */
    h = reduce(rotate61(h, 3) + reduce(limbs[n]));
  }
  return with_sign(h, negative);
}

int64_t cs_hash_double(double v, int64_t identity) {
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  bool negative = bits >> 63;
  int exponent = (int)(bits >> 52 & 0x7FF);
  uint64_t significand = bits & ((UINT64_C(1) << 52) - 1);
  if (exponent == 0x7FF) {
    if (significand) return cs_hash_fix(identity);
    return negative ? -CS_HASH_INF : CS_HASH_INF;
  }
  if (exponent)
    significand |= UINT64_C(1) << 52;
  else
    exponent = 1; /* subnormal */
  /* value = significand * 2^(exponent - 1075); 1098 = 18 * 61 >= 1075 */
  unsigned k = (unsigned)(exponent - 1075 + 1098) % 61;
  return with_sign(rotate61(significand, k), negative);
}

int64_t cs_hash_complex(int64_t real, int64_t imag) {
  uint64_t h = (uint64_t)real + UINT64_C(1000003) * (uint64_t)imag;
  return cs_hash_fix((int64_t)h);
}

/* Primes of xxHash, whose mixing step CPython uses for tuples. */
#define PRIME1 UINT64_C(11400714785074694791)
#define PRIME2 UINT64_C(14029467366897019727)
#define PRIME5 UINT64_C(2870177450012600261)

uint64_t cs_hash_tuple_start(void) {
  return PRIME5;
}

uint64_t cs_hash_tuple_step(uint64_t acc, int64_t item) {
  acc += (uint64_t)item * PRIME2;
  acc = acc << 31 | acc >> 33;
  return acc * PRIME1;
}

int64_t cs_hash_tuple_finish(uint64_t acc, size_t count) {
  acc += (uint64_t)count ^ (PRIME5 ^ UINT64_C(3527539));
  return acc == UINT64_MAX ? INT64_C(1546275796) : (int64_t)acc;
}

uint64_t cs_hash_set_step(uint64_t acc, int64_t item) {
  uint64_t h = (uint64_t)item;
  return acc ^ ((h ^ UINT64_C(89869747)) ^ h << 16) * UINT64_C(3644798167);
}

int64_t cs_hash_set_finish(uint64_t acc, size_t count) {
  acc ^= ((uint64_t)count + 1) * UINT64_C(1927868237);
  acc ^= acc >> 11 ^ acc >> 25;
  acc = acc * 69069 + UINT64_C(907133923);
  return acc == UINT64_MAX ? INT64_C(590923713) : (int64_t)acc;
}

int64_t cs_hash_id(uint64_t id) {
  return cs_hash_fix((int64_t)mix(id ^ K1, K2));
}
