/*
 * bigint_pow.c - powers, plain and modulo a number.
 *
 * Plain powers square and multiply from the top bit of the exponent, without
 * the base's factors of two, which become one shift at the end (so 2**n and
 * half of 10**n cost nothing).  Modular powers take one of three ways: machine
 * words, GMP's Montgomery arithmetic for odd moduli up to SEC_LIMBS limbs (it
 * works wholly in our scratch), or fixed windows of the exponent with a
 * division after each product.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>
#include <gmp.h>

#include "num/bigint.h"
#include "num/bigint_limbs.h"

__extension__ typedef unsigned __int128 u128;

#define SEC_LIMBS    64
#define SEC_EXPONENT 256   /* limbs: some milliseconds */
#define WORD_BITS    65536 /* bits of the exponent between two questions */
#define WINDOW       4

/* --- plain powers -------------------------------------------------------- */

size_t cs_big_pow_size(const cs_big *a, uint64_t e) {
  uint64_t bits = cs_limbs_bits(a->limbs, a->n);
  uint64_t total;
  if (bits <= 1) return 1; /* -1, 0, 1 */
  if (__builtin_mul_overflow(bits, e, &total)) return SIZE_MAX;
  /* Two limbs more because a product is written in full before trimming,
   * one for the final shift. */
  return cs_limbs_cap((size_t)(total / 64) + 4);
}

size_t cs_big_pow_scratch(const cs_big *a, uint64_t e) {
  size_t size = cs_big_pow_size(a, e);
  return size == SIZE_MAX ? SIZE_MAX : cs_limbs_cap(size + a->n + 1);
}

/* Two buffers of the same size; `now` holds the value, products go to the
 * other one. */
typedef struct pair {
  uint64_t *now;
  uint64_t *other;
  size_t n;
} pair;

static void swap(pair *p, size_t n) {
  uint64_t *t = p->now;
  p->now = p->other;
  p->other = t;
  p->n = cs_limbs_trim(p->now, n);
}

static void square(pair *p) {
  mpn_sqr(p->other, p->now, (mp_size_t)p->n);
  swap(p, 2 * p->n);
}

static void multiply(pair *p, const uint64_t *b, size_t bn) {
  if (bn == 1) {
    uint64_t carry = mpn_mul_1(p->now, p->now, (mp_size_t)p->n, b[0]);
    if (carry) p->now[p->n++] = carry;
  } else if (p->n >= bn) {
    mpn_mul(p->other, p->now, (mp_size_t)p->n, b, (mp_size_t)bn);
    swap(p, p->n + bn);
  } else {
    mpn_mul(p->other, b, (mp_size_t)bn, p->now, (mp_size_t)p->n);
    swap(p, p->n + bn);
  }
}

void cs_big_pow(cs_bigres *r, const cs_big *a, uint64_t e, uint64_t *scratch) {
  r->neg = false;
  if (e == 0 || a->n == 0) {
    r->n = e == 0;
    r->limbs[0] = 1;
    return;
  }
  uint64_t zeros = cs_limbs_zeros(a->limbs);
  uint64_t *odd = scratch;
  size_t oddn = cs_limbs_shr(odd, a->limbs, a->n, zeros);
  pair p = {r->limbs, scratch + a->n + 1, 1};
  p.now[0] = 1;
  if (oddn > 1 || odd[0] > 1) {
    cs_limbs_copy(p.now, odd, oddn);
    p.n = oddn;
    for (int bit = 62 - __builtin_clzll(e); bit >= 0; bit--) {
      square(&p);
      if (e >> bit & 1) multiply(&p, odd, oddn);
    }
  }
  r->n = cs_limbs_shl(r->limbs, p.now, p.n, zeros * e);
  r->neg = a->neg && (e & 1);
}

/* --- modulo -------------------------------------------------------------- */

static bool exponent_bit(const cs_big *e, uint64_t i) {
  return e->limbs[i / 64] >> (i % 64) & 1;
}

/* One-limb modulus; false: nobody waits any more. */
static bool powmod_word(uint64_t *out, uint64_t base, const cs_big *e,
                        uint64_t m, const cs_patience *patience) {
  uint64_t r = 1 % m;
  for (uint64_t i = cs_limbs_bits(e->limbs, e->n); i-- > 0;) {
    if (i % WORD_BITS == WORD_BITS - 1 && cs_patience_ends(patience))
      return false;
    if (m >> 32) {
      r = (uint64_t)((u128)r * r % m);
      if (exponent_bit(e, i)) r = (uint64_t)((u128)r * base % m);
    } else {
      r = r * r % m;
      if (exponent_bit(e, i)) r = r * base % m;
    }
  }
  *out = r;
  return true;
}

/* Working storage of the window method; all arrays have n limbs or more. */
typedef struct window {
  const uint64_t *m;
  size_t n;
  uint64_t *product;  /* 2 n     */
  uint64_t *quotient; /* n + 1   */
  uint64_t *table;    /* 2^WINDOW entries of n limbs */
} window;

/* r = x * y mod m, all n limbs, not trimmed; r may be x or y. */
static void mulmod(const window *w, uint64_t *r, const uint64_t *x,
                   const uint64_t *y) {
  mp_size_t n = (mp_size_t)w->n;
  if (x == y)
    mpn_sqr(w->product, x, n);
  else
    mpn_mul_n(w->product, x, y, n);
  mpn_tdiv_qr(w->quotient, r, 0, w->product, 2 * n, w->m, n);
}

/* `base` has n limbs; false: nobody waits any more. */
static bool powmod_window(const window *w, uint64_t *r, const uint64_t *base,
                          const cs_big *e, const cs_patience *patience) {
  size_t n = w->n;
  memset(w->table, 0, n * sizeof *r);
  w->table[0] = 1;
  cs_limbs_copy(w->table + n, base, n);
  for (size_t i = 2; i < (size_t)1 << WINDOW; i++) {
    mulmod(w, w->table + i * n, w->table + (i - 1) * n, base);
    if (cs_patience_ends(patience)) return false;
  }
  uint64_t bits = cs_limbs_bits(e->limbs, e->n);
  cs_limbs_copy(r, w->table, n);
  for (uint64_t i = (bits + WINDOW - 1) / WINDOW; i-- > 0;) {
    /* A window never straddles limbs because WINDOW divides 64. */
    uint64_t at = i * WINDOW;
    size_t digit = e->limbs[at / 64] >> (at % 64) & ((1u << WINDOW) - 1);
    for (int k = 0; k < WINDOW; k++) mulmod(w, r, r, r);
    if (digit) mulmod(w, r, r, w->table + digit * n);
    if (cs_patience_ends(patience)) return false;
  }
  return true;
}

/* It cannot be stopped: not for exponents with which it takes long. */
static bool use_sec(const cs_big *e, const cs_big *m) {
  return m->n <= SEC_LIMBS && e->n <= SEC_EXPONENT && (m->limbs[0] & 1);
}

/* Scratch of the last step alone. */
static size_t core_scratch(const cs_big *e, const cs_big *m) {
  if (m->n == 1 || e->n == 0) return 0;
  if (use_sec(e, m))
    return (size_t)mpn_sec_powm_itch(
        (mp_size_t)m->n, cs_limbs_bits(e->limbs, e->n), (mp_size_t)m->n);
  return 2 * m->n + m->n + 1 + ((size_t)m->n << WINDOW);
}

size_t cs_big_powmod_scratch(const cs_big *a, const cs_big *e,
                             const cs_big *m) {
  size_t base = m->n + 1;
  size_t reduce = cs_big_quot_size(a->n, m->n);
  size_t inverse = 5 * (m->n + 2);
  size_t core = core_scratch(e, m);
  size_t most = reduce > inverse ? reduce : inverse;
  return cs_limbs_cap(base + (most > core ? most : core));
}

/* base = base^-1 mod m, n limbs; false if there is none.  With u = base + m
 * and v = m, gcd = s * u + t * v gives s as the inverse of base. */
static bool invert(uint64_t *base, const cs_big *m, uint64_t *scratch) {
  size_t n = m->n;
  uint64_t *u = scratch;
  uint64_t *v = u + n + 2;
  uint64_t *gcd = v + n + 2;
  uint64_t *s = gcd + n + 2;
  u[n] = mpn_add_n(u, base, m->limbs, (mp_size_t)n);
  cs_limbs_copy(v, m->limbs, n);
  mp_size_t sn = 0;
  mp_size_t gn =
      mpn_gcdext(gcd, s, &sn, u, (mp_size_t)(n + (u[n] != 0)), v, (mp_size_t)n);
  if (gn != 1 || gcd[0] != 1) return false;
  size_t size = (size_t)(sn < 0 ? -sn : sn);
  memset(base, 0, n * sizeof *base);
  cs_limbs_copy(base, s, size);
  if (sn < 0) mpn_sub_n(base, m->limbs, base, (mp_size_t)n);
  return true;
}

/* base = a mod |m|, padded to n limbs. */
static cs_status reduce(uint64_t *base, const cs_big *a, const cs_big *m,
                        uint64_t *scratch, const cs_patience *patience) {
  cs_big size = {m->limbs, m->n, false};
  cs_bigres q = {.limbs = scratch};
  cs_bigres rest = {.limbs = base};
  cs_status st = cs_big_divmod(&q, &rest, a, &size, patience);
  if (st != CS_OK) return st;
  memset(base + rest.n, 0, (m->n - rest.n) * sizeof *base);
  return CS_OK;
}

/* r = base^|e| mod |m|, n limbs; base is not zero, e neither.  False: nobody
 * waits any more. */
static bool power(uint64_t *r, const uint64_t *base, const cs_big *e,
                  const cs_big *m, uint64_t *scratch,
                  const cs_patience *patience) {
  size_t n = m->n;
  if (n == 1) {
    return powmod_word(r, base[0], e, m->limbs[0], patience);
  } else if (use_sec(e, m)) {
    mpn_sec_powm(r, base, (mp_size_t)n, e->limbs, cs_limbs_bits(e->limbs, e->n),
                 m->limbs, (mp_size_t)n, scratch);
    return true;
  } else {
    window w = {m->limbs, n, scratch, scratch + 2 * n, scratch + 3 * n + 1};
    return powmod_window(&w, r, base, e, patience);
  }
}

cs_status cs_big_powmod(cs_bigres *r, const cs_big *a, const cs_big *e,
                        const cs_big *m, uint64_t *scratch,
                        const cs_patience *patience) {
  assert(m->n > 0);
  uint64_t *base = scratch;
  uint64_t *rest = scratch + m->n + 1;
  size_t n = m->n;
  bool one = n == 1 && m->limbs[0] == 1;
  cs_status st = reduce(base, a, m, rest, patience);
  if (st != CS_OK) return st;
  if (e->neg && !one && !invert(base, m, rest)) return CS_EINVAL;
  if (one) {
    r->n = 0;
  } else if (e->n == 0) {
    memset(r->limbs, 0, n * sizeof *r->limbs);
    r->limbs[0] = 1;
    r->n = 1;
  } else if (cs_limbs_trim(base, n) == 0) {
    r->n = 0;
  } else {
    if (!power(r->limbs, base, e, m, rest, patience)) return CS_STOP;
    r->n = cs_limbs_trim(r->limbs, n);
  }
  r->neg = m->neg && r->n > 0;
  if (r->neg) {
    mpn_sub(r->limbs, m->limbs, (mp_size_t)n, r->limbs, (mp_size_t)r->n);
    r->n = cs_limbs_trim(r->limbs, n);
  }
  return CS_OK;
}
