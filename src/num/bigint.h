/*
 * bigint.h - integers of any size on limb arrays the caller provides.
 *
 * A number is sign and magnitude: `n` 64-bit limbs, lowest first, the highest
 * not zero; zero has no limbs and is not negative.  Semantics are Python's:
 * division rounds down, shifts and bit operations act on two's complement.
 *
 * Rules for every function that makes a number:
 *   - `r->limbs` is set by the caller to room for the number of limbs that
 *     the _size companion says; the function sets `r->n` and `r->neg`;
 *   - result and scratch overlap neither each other nor an operand;
 *   - nothing is allocated here.  GMP's mpn_mul, mpn_sqr, mpn_tdiv_qr,
 *     mpn_gcd, mpn_gcdext, mpn_sqrtrem, mpn_get_str and mpn_set_str take
 *     temporary space themselves: stack below 64 KiB, else the process
 *     allocator, at most CS_BIG_TEMP limbs per limb of operand;
 *   - sizes are at most CS_BIG_MAX limbs; a _size companion returns SIZE_MAX
 *     if a result would be larger.  The _cost companions estimate the work in
 *     limb operations before the call.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_NUM_BIGINT_H
#define CS_NUM_BIGINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/patience.h"
#include "base/status.h"

#define CS_BIG_MAX  ((size_t)1 << 26) /* 512 MiB: sizes cannot overflow */
#define CS_BIG_TEMP 16

/* An operand; limbs are borrowed. */
typedef struct cs_big {
  const uint64_t *limbs;
  size_t n;
  bool neg;
} cs_big;

/* A result; the caller sets `limbs`, the function the rest. */
typedef struct cs_bigres {
  uint64_t *limbs;
  size_t n;
  bool neg;
} cs_bigres;

static inline cs_big cs_big_of(const cs_bigres *r) {
  return (cs_big){r->limbs, r->n, r->neg};
}

/* --- machine integers (bigint.c) ----------------------------------------- */

/* View `v` as a number; `*limb` is its storage. */
cs_big cs_big_from_i64(int64_t v, uint64_t *limb);
cs_big cs_big_from_u64(uint64_t v, uint64_t *limb);

/* False, storing nothing, if `a` does not fit. */
bool cs_big_to_i64(const cs_big *a, int64_t *out);

/* --- order and arithmetic (bigint.c) ------------------------------------- */

/* -1, 0 or 1. */
int cs_big_compare(const cs_big *a, const cs_big *b);

size_t cs_big_add_size(size_t an, size_t bn);
void cs_big_add(cs_bigres *r, const cs_big *a, const cs_big *b);
void cs_big_sub(cs_bigres *r, const cs_big *a, const cs_big *b);

size_t cs_big_mul_size(size_t an, size_t bn);
void cs_big_mul(cs_bigres *r, const cs_big *a, const cs_big *b);
void cs_big_sqr(cs_bigres *r, const cs_big *a); /* size of mul(a, a) */

/* --- division (bigint_div.c) --------------------------------------------- */

/* Quotient rounded down and remainder with the sign of `b`.  `b` is not zero.
 * The quotient has room for cs_big_quot_size, the remainder for b->n limbs;
 * both rooms are needed even if one result is not.  CS_STOP, as of the two
 * below, if `patience` ends, which only large operands ask. */
size_t cs_big_quot_size(size_t an, size_t bn);
cs_status cs_big_divmod(cs_bigres *q, cs_bigres *r, const cs_big *a,
                        const cs_big *b,
                        const cs_patience *patience) CS_MUST_CHECK;

/* Greatest common divisor, not negative.  Room and scratch differ. */
size_t cs_big_gcd_size(size_t an, size_t bn);
size_t cs_big_gcd_scratch(size_t an, size_t bn);
cs_status cs_big_gcd(cs_bigres *r, const cs_big *a, const cs_big *b,
                     uint64_t *scratch,
                     const cs_patience *patience) CS_MUST_CHECK;

/* Square root rounded down of `a` >= 0. */
size_t cs_big_isqrt_size(size_t an);
cs_status cs_big_isqrt(cs_bigres *r, const cs_big *a,
                       const cs_patience *patience) CS_MUST_CHECK;

/* --- powers (bigint_pow.c) ----------------------------------------------- */

/* a ** e.  Scratch has the size of the result plus a->n. */
size_t cs_big_pow_size(const cs_big *a, uint64_t e);
size_t cs_big_pow_scratch(const cs_big *a, uint64_t e);
void cs_big_pow(cs_bigres *r, const cs_big *a, uint64_t e, uint64_t *scratch);

/* pow(a, e, m): the result has the sign of `m`, which is not zero, and needs
 * m->n limbs.  Returns CS_EINVAL ("base is not invertible for the given
 * modulus") if `e` is negative and there is no inverse, CS_STOP if `patience`
 * ends. */
size_t cs_big_powmod_scratch(const cs_big *a, const cs_big *e, const cs_big *m);
cs_status cs_big_powmod(cs_bigres *r, const cs_big *a, const cs_big *e,
                        const cs_big *m, uint64_t *scratch,
                        const cs_patience *patience) CS_MUST_CHECK;

/* --- bits (bigint_bits.c) ------------------------------------------------ */

size_t cs_big_shl_size(const cs_big *a, uint64_t shift);
void cs_big_shl(cs_bigres *r, const cs_big *a, uint64_t shift);

/* Rounds down: -1 >> 1 is -1. */
size_t cs_big_shr_size(const cs_big *a, uint64_t shift);
void cs_big_shr(cs_bigres *r, const cs_big *a, uint64_t shift);

/* Room for all four: max(an, bn) + 1. */
size_t cs_big_bits_size(size_t an, size_t bn);
void cs_big_and(cs_bigres *r, const cs_big *a, const cs_big *b);
void cs_big_or(cs_bigres *r, const cs_big *a, const cs_big *b);
void cs_big_xor(cs_bigres *r, const cs_big *a, const cs_big *b);
void cs_big_not(cs_bigres *r, const cs_big *a);

/* Of the magnitude, as int.bit_length and int.bit_count. */
uint64_t cs_big_bit_length(const cs_big *a);
uint64_t cs_big_bit_count(const cs_big *a);

/* int.to_bytes into exactly `len` bytes.  CS_EINVAL: "can't convert negative
 * int to unsigned"; CS_ELIMIT: "int too big to convert". */
cs_status cs_big_to_bytes(const cs_big *a, uint8_t *out, size_t len,
                          bool little, bool is_signed) CS_MUST_CHECK;

/* int.from_bytes. */
size_t cs_big_from_bytes_size(size_t len);
void cs_big_from_bytes(cs_bigres *r, const uint8_t *s, size_t len, bool little,
                       bool is_signed);

/* --- floats (bigint_float.c) --------------------------------------------- */

/* The nearest double, half to even.  CS_ELIMIT: "int too large to convert to
 * float". */
cs_status cs_big_to_double(const cs_big *a, double *out) CS_MUST_CHECK;

/* The integer part of finite `x`; room for CS_BIG_DOUBLE_LIMBS. */
#define CS_BIG_DOUBLE_LIMBS 17
void cs_big_from_double(cs_bigres *r, double x);

/* -1, 0 or 1: order of `a` against a double that is not NaN. */
int cs_big_compare_double(const cs_big *a, double x);

/* The double nearest to a / b; `b` is not zero.  CS_ELIMIT: "integer division
 * result too large for a float". */
size_t cs_big_truediv_scratch(size_t an, size_t bn);
cs_status cs_big_truediv(const cs_big *a, const cs_big *b, uint64_t *scratch,
                         double *out) CS_MUST_CHECK;

/* hash(int). */
static inline int64_t cs_big_hash(const cs_big *a) {
  return cs_hash_limbs(a->limbs, a->n, a->neg);
}

/* --- text (bigint_text.c) ------------------------------------------------ */

/* A checked piece of text that is a number. */
typedef struct cs_bigtext {
  const char *digits; /* borrowed; without sign and prefix           */
  size_t len;         /* bytes, underscores included                 */
  size_t count;       /* digits, leading zeros included              */
  unsigned base;      /* 2..36                                       */
  bool neg;
} cs_bigtext;

/* Check all of {s, n} by the rules of int(str, base): ASCII white space
 * around, sign, prefix if the base is 0 or matches, single underscores.
 * Returns CS_EINVAL if it is no number.  `base` is 0 or 2..36. */
cs_status cs_big_scan(const char *s, size_t n, unsigned base,
                      cs_bigtext *out) CS_MUST_CHECK;

size_t cs_big_parse_size(const cs_bigtext *text);
size_t cs_big_parse_scratch(const cs_bigtext *text);
/* CS_STOP if `patience` ends. */
cs_status cs_big_parse(cs_bigres *r, const cs_bigtext *text, uint64_t *scratch,
                       const cs_patience *patience) CS_MUST_CHECK;

/* Text of `a` in base 2..36, lower case, with '-' but without prefix.  `buf`
 * has room for cs_big_print_size bytes; returns the length, 0 if `patience`
 * ends. */
size_t cs_big_print_size(const cs_big *a, unsigned base);
size_t cs_big_print_scratch(const cs_big *a, unsigned base);
size_t cs_big_print(const cs_big *a, unsigned base, char *buf,
                    uint64_t *scratch, const cs_patience *patience);

/* --- cost in limb operations (bigint_cost.c) ----------------------------- */

/* Linear in the limbs touched: compare, add, sub, shifts, bit operations,
 * bytes, hash. */
uint64_t cs_big_linear_cost(size_t an, size_t bn);
/* With n <= m limbs: m * n up to 32 limbs, then a third power law per
 * doubling (m / n * 3^log2(n/32) * 32^2), and 9/4 per doubling past 4096. */
uint64_t cs_big_mul_cost(size_t an, size_t bn);
/* Two multiplications of quotient by divisor, plus the operands. */
uint64_t cs_big_divmod_cost(size_t an, size_t bn);
/* 2 * an * bn up to 512 limbs, then 4 * log2 multiplications. */
uint64_t cs_big_gcd_cost(size_t an, size_t bn);
/* Two multiplications of the result by itself. */
uint64_t cs_big_isqrt_cost(size_t an);
/* One and a half times the last multiplication. */
uint64_t cs_big_pow_cost(const cs_big *a, uint64_t e);
/* Per exponent bit 1.25 products and reductions modulo m. */
uint64_t cs_big_powmod_cost(const cs_big *a, const cs_big *e, const cs_big *m);
/* A division of bn + 2 by bn limbs. */
uint64_t cs_big_truediv_cost(size_t an, size_t bn);
/* Linear for a power of two, else log2(n/32) + 1 multiplications of n/2 by
 * n/2 limbs. */
uint64_t cs_big_parse_cost(const cs_bigtext *text);
uint64_t cs_big_print_cost(const cs_big *a, unsigned base);

#endif
