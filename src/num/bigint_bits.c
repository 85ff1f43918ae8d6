/*
 * bigint_bits.c - shifts, two's complement bit operations, bytes.
 *
 * A negative number -x acts as the endless bit string of ~(x - 1).  We never
 * store that form: limbs are converted one by one while they are read (invert
 * and add a carry) and back while they are written.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <gmp.h>

#include "num/bigint.h"
#include "num/bigint_limbs.h"

size_t cs_big_shl_size(const cs_big *a, uint64_t shift) {
  if (a->n == 0) return 0;
  if (shift / 64 >= CS_BIG_MAX) return SIZE_MAX;
  return cs_limbs_cap(a->n + (size_t)(shift / 64) + 1);
}

void cs_big_shl(cs_bigres *r, const cs_big *a, uint64_t shift) {
  r->n = cs_limbs_shl(r->limbs, a->limbs, a->n, shift);
  r->neg = a->neg;
}

size_t cs_big_shr_size(const cs_big *a, uint64_t shift) {
  return shift / 64 >= a->n ? 1 : a->n - (size_t)(shift / 64) + 1;
}

void cs_big_shr(cs_bigres *r, const cs_big *a, uint64_t shift) {
  r->n = 0;
  if (shift / 64 < a->n) r->n = cs_limbs_shr(r->limbs, a->limbs, a->n, shift);
  if (a->neg && cs_limbs_any_below(a->limbs, a->n, shift)) {
    uint64_t carry = 1;
    if (r->n) carry = mpn_add_1(r->limbs, r->limbs, (mp_size_t)r->n, 1);
    if (carry) r->limbs[r->n++] = 1;
  }
  r->neg = a->neg && r->n > 0;
}

/* --- and, or, xor, not --------------------------------------------------- */

typedef enum bit_op { OP_AND, OP_OR, OP_XOR } bit_op;

size_t cs_big_bits_size(size_t an, size_t bn) {
  return cs_limbs_cap((an > bn ? an : bn) + 1);
}

/* Limb i of the two's complement form; `*carry` starts as 1 if negative. */
static inline uint64_t wide_limb(const cs_big *a, size_t i, uint64_t *carry) {
  uint64_t x = i < a->n ? a->limbs[i] : 0;
  if (!a->neg) return x;
  x = ~x + *carry;
  *carry &= x == 0;
  return x;
}

static inline uint64_t apply(bit_op op, uint64_t x, uint64_t y) {
  switch (op) {
    case OP_AND: return x & y;
    case OP_OR: return x | y;
    case OP_XOR: return x ^ y;
  }
  return 0;
}

static inline void combine(cs_bigres *r, const cs_big *a, const cs_big *b,
                           bit_op op) {
  size_t n = cs_big_bits_size(a->n, b->n);
  uint64_t ca = 1;
  uint64_t cb = 1;
  uint64_t cr = 1;
  r->neg = apply(op, a->neg, b->neg) != 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t x = wide_limb(a, i, &ca);
    uint64_t z = apply(op, x, wide_limb(b, i, &cb));
    if (r->neg) {
      z = ~z + cr;
      cr &= z == 0;
    }
    r->limbs[i] = z;
  }
  r->n = cs_limbs_trim(r->limbs, n);
}

void cs_big_and(cs_bigres *r, const cs_big *a, const cs_big *b) {
  combine(r, a, b, OP_AND);
}

void cs_big_or(cs_bigres *r, const cs_big *a, const cs_big *b) {
  combine(r, a, b, OP_OR);
}

void cs_big_xor(cs_bigres *r, const cs_big *a, const cs_big *b) {
  combine(r, a, b, OP_XOR);
}

/* ~a is -(a + 1). */
void cs_big_not(cs_bigres *r, const cs_big *a) {
  uint64_t limb;
  cs_big one = cs_big_from_u64(1, &limb);
  cs_big_add(r, a, &one);
  r->neg = r->n > 0 && !r->neg;
}

uint64_t cs_big_bit_length(const cs_big *a) {
  return cs_limbs_bits(a->limbs, a->n);
}

uint64_t cs_big_bit_count(const cs_big *a) {
  return a->n ? mpn_popcount(a->limbs, (mp_size_t)a->n) : 0;
}

/* --- bytes --------------------------------------------------------------- */

/* Does `a` fit `len` bytes? */
static bool fits_bytes(const cs_big *a, size_t len, bool is_signed) {
  uint64_t bits = cs_big_bit_length(a);
  if (!is_signed) return (bits + 7) / 8 <= len;
  if (a->neg && a->n && cs_limbs_zeros(a->limbs) == bits - 1) bits--;
  if (len == 0) return bits == 0;          /* 0, and as in CPython also -1 */
  return a->n == 0 || bits / 8 + 1 <= len; /* one bit more for the sign */
}

cs_status cs_big_to_bytes(const cs_big *a, uint8_t *out, size_t len,
                          bool little, bool is_signed) {
  if (a->neg && !is_signed) return CS_EINVAL;
  if (!fits_bytes(a, len, is_signed)) return CS_ELIMIT;
  uint64_t carry = 1;
  uint64_t limb = 0;
  for (size_t i = 0; i < len; i++) {
    if (i % 8 == 0) limb = wide_limb(a, i / 8, &carry);
    out[little ? i : len - 1 - i] = (uint8_t)limb;
    limb >>= 8;
  }
  return CS_OK;
}

size_t cs_big_from_bytes_size(size_t len) {
  return cs_limbs_cap(len / 8 + 1);
}

void cs_big_from_bytes(cs_bigres *r, const uint8_t *s, size_t len, bool little,
                       bool is_signed) {
  size_t n = len / 8 + 1;
  memset(r->limbs, 0, n * sizeof *r->limbs);
  for (size_t i = 0; i < len; i++) {
    uint64_t byte = s[little ? i : len - 1 - i];
    r->limbs[i / 8] |= byte << (i % 8 * 8);
  }
  r->neg = is_signed && len > 0 && s[little ? len - 1 : 0] >= 0x80;
  if (r->neg) { /* the magnitude is 2^(8 len) minus what we read */
    uint64_t high = len % 8 ? UINT64_MAX << (len % 8 * 8) : UINT64_MAX;
    r->limbs[n - 1] |= high;
    mpn_neg(r->limbs, r->limbs, (mp_size_t)n);
  }
  r->n = cs_limbs_trim(r->limbs, n);
}
