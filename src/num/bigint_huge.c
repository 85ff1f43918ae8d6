/*
 * bigint_huge.c - long divisions, roots and divisors in parts.
 *
 * Division takes the quotient block by block.  The root doubles its precision
 * with one division each time.  The divisor is found by halving both numbers:
 * a matrix of determinant 1 or -1 made from their upper halves is applied to
 * the whole.  Every such matrix keeps the divisor, whether or not the upper
 * halves told the exact quotients; so signs and order are put right after it,
 * and a true division follows where a matrix gained nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "num/bigint_huge.h"

#include <gmp.h>

#include "num/bigint_limbs.h"

#define GCD_REST  4096 /* limbs that mpz_gcd finishes in some milliseconds */
#define BASE_BITS 4096 /* below it pairs are halved word by word */

/* --- division ------------------------------------------------------------ */

/* Limbs of the quotient in one part. */
static size_t block_of(size_t bn) {
  return bn / 4 > CS_HUGE ? bn / 4 : CS_HUGE;
}

bool cs_huge_divide(uint64_t *q, uint64_t *r, const cs_big *a, const cs_big *b,
                    const cs_patience *patience) {
  size_t left = a->n - b->n + 1, block = block_of(b->n);
  mpz_t copy;
  mpz_init2(copy, (mp_bitcnt_t)a->n * 64);
  uint64_t *rest = mpz_limbs_write(copy, (mp_size_t)a->n);
  cs_limbs_copy(rest, a->limbs, a->n);
  size_t top = a->n; /* limbs of what is left to divide */
  bool goes_on = true;
  while (left > 0 && goes_on) {
    size_t take = left < block ? left : block;
    size_t at = left - take;
    /* A part writes take + 1 limbs, the highest 0, over the part above. */
    size_t size = top - at;
    bool above = size - b->n + 1 > take;
    uint64_t kept = above ? q[left] : 0;
    mpn_tdiv_qr(q + at, rest + at, 0, rest + at, (mp_size_t)size, b->limbs,
                (mp_size_t)b->n);
    if (above) q[left] = kept;
    top = at + b->n;
    left = at;
    goes_on = !cs_patience_ends(patience);
  }
  if (goes_on) cs_limbs_copy(r, rest, b->n);
  mpz_clear(copy);
  return goes_on;
}

static void view(mpz_t to, const cs_big *a) {
  mpz_roinit_n(to, a->limbs, (mp_size_t)a->n);
}

/* q = a / b and a = a % b for a >= b > 0; q may be NULL. */
static bool divide(mpz_t q, mpz_t a, const mpz_t b,
                   const cs_patience *patience) {
  cs_big x = {.limbs = mpz_limbs_read(a), .n = mpz_size(a)};
  cs_big y = {.limbs = mpz_limbs_read(b), .n = mpz_size(b)};
  if (x.n <= CS_HUGE || y.n < 2) {
    mpz_tdiv_qr(q, a, a, b);
    return !cs_patience_ends(patience);
  }
  mpz_t rest;
  mpz_init2(rest, (mp_bitcnt_t)y.n * 64);
  size_t n = x.n - y.n + 1;
  bool ok =
      cs_huge_divide(mpz_limbs_write(q, (mp_size_t)n),
                     mpz_limbs_write(rest, (mp_size_t)y.n), &x, &y, patience);
  mpz_limbs_finish(q, ok ? (mp_size_t)n : 0);
  mpz_limbs_finish(rest, ok ? (mp_size_t)y.n : 0);
  mpz_swap(a, rest);
  mpz_clear(rest);
  return ok;
}

/* --- square root --------------------------------------------------------- */

/* `root` of the upper 2 * `done` bits becomes that of twice as many.  After
 * Zimmermann and CPython's proof it is off by at most one until the last
 * step corrects it. */
static bool refine(mpz_t root, const mpz_t a, size_t all, size_t done,
                   size_t next, const cs_patience *patience) {
  mpz_t upper, q;
  mpz_inits(upper, q, NULL);
  mpz_tdiv_q_2exp(upper, a, 2 * all - done - next + 1);
  bool ok = divide(q, upper, root, patience);
  mpz_mul_2exp(root, root, next - done - 1);
  mpz_add(root, root, q);
  mpz_clears(upper, q, NULL);
  return ok;
}

bool cs_huge_isqrt(cs_bigres *r, const cs_big *a, const cs_patience *patience) {
  mpz_t n, root, square;
  view(n, a);
  mpz_inits(root, square, NULL);
  size_t all = (mpz_sizeinbase(n, 2) - 1) / 2;
  unsigned steps = 0;
  while (all >> steps > CS_HUGE * 32) steps++;
  size_t done = all >> steps;
  mpz_tdiv_q_2exp(root, n, 2 * (all - done));
  mpz_sqrt(root, root);
  bool ok = !cs_patience_ends(patience);
  while (ok && steps-- > 0) {
    size_t next = all >> steps;
    ok = refine(root, n, all, done, next, patience);
    done = next;
  }
  if (ok) {
    mpz_mul(square, root, root);
    if (mpz_cmp(square, n) > 0) mpz_sub_ui(root, root, 1);
    r->n = mpz_size(root);
    cs_limbs_copy(r->limbs, mpz_limbs_read(root), r->n);
  }
  mpz_clears(root, square, NULL);
  return ok;
}

/* --- greatest common divisor --------------------------------------------- */

/* (a, b) after it = rows of `by` times (a, b) before it. */
typedef struct matrix {
  mpz_t by[2][2];
} matrix;

typedef struct pair {
  mpz_t n[2]; /* n[0] >= n[1] >= 0 */
} pair;

static void matrix_init(matrix *m) {
  mpz_init_set_ui(m->by[0][0], 1);
  mpz_init(m->by[0][1]);
  mpz_init(m->by[1][0]);
  mpz_init_set_ui(m->by[1][1], 1);
}

static void matrix_clear(matrix *m) {
  mpz_clears(m->by[0][0], m->by[0][1], m->by[1][0], m->by[1][1], NULL);
}

static size_t bits(const mpz_t n) {
  return mpz_sgn(n) ? mpz_sizeinbase(n, 2) : 0;
}

static void swap_rows(pair *p, matrix *m) {
  mpz_swap(p->n[0], p->n[1]);
  mpz_swap(m->by[0][0], m->by[1][0]);
  mpz_swap(m->by[0][1], m->by[1][1]);
}

/* Both not negative, the larger first. */
static void order(pair *p, matrix *m) {
  for (int i = 0; i < 2; i++) {
    if (mpz_sgn(p->n[i]) >= 0) continue;
    mpz_neg(p->n[i], p->n[i]);
    mpz_neg(m->by[i][0], m->by[i][0]);
    mpz_neg(m->by[i][1], m->by[i][1]);
  }
  if (mpz_cmp(p->n[0], p->n[1]) < 0) swap_rows(p, m);
}

/* One division: (a, b) becomes (b, a % b). */
static bool euclid(pair *p, matrix *m, const cs_patience *patience) {
  mpz_t q;
  mpz_init(q);
  bool ok = divide(q, p->n[0], p->n[1], patience);
  mpz_submul(m->by[0][0], q, m->by[1][0]);
  mpz_submul(m->by[0][1], q, m->by[1][1]);
  swap_rows(p, m);
  mpz_clear(q);
  return ok;
}

/* x, y = f[0][0] * x + f[0][1] * y, f[1][0] * x + f[1][1] * y */
static void apply_words(mpz_t x, mpz_t y, int64_t f[2][2], mpz_t t[2]) {
  for (int i = 0; i < 2; i++) {
    mpz_mul_si(t[i], x, f[i][0]);
    if (f[i][1] < 0)
      mpz_submul_ui(t[i], y, (uint64_t)-f[i][1]);
    else
      mpz_addmul_ui(t[i], y, (uint64_t)f[i][1]);
  }
  mpz_swap(x, t[0]);
  mpz_swap(y, t[1]);
}

/* Euclid on the upper 62 bits of both, as long as about half of them tell the
 * quotients.  False: they tell none. */
static bool word_factors(const pair *p, mpz_t t, int64_t f[2][2]) {
  size_t low = bits(p->n[0]) - 62;
  mpz_tdiv_q_2exp(t, p->n[0], low);
  int64_t x = (int64_t)mpz_get_ui(t);
  mpz_tdiv_q_2exp(t, p->n[1], low);
  int64_t y = (int64_t)mpz_get_ui(t);
  if (y >> 31 == 0) return false;
  f[0][0] = f[1][1] = 1;
  f[0][1] = f[1][0] = 0;
  while (y >> 31) {
    int64_t q = x / y, rest = x - q * y;
    x = y;
    y = rest;
    for (int i = 0; i < 2; i++) {
      int64_t next = f[0][i] - q * f[1][i];
      f[0][i] = f[1][i];
      f[1][i] = next;
    }
  }
  return true;
}

/* Word by word until n[1] has at most `want` bits, at least 64. */
static bool halve_short(pair *p, matrix *m, size_t want,
                        const cs_patience *patience) {
  mpz_t t[2];
  int64_t f[2][2];
  bool ok = true;
  mpz_inits(t[0], t[1], NULL);
  while (ok && bits(p->n[1]) > want) {
    if (!word_factors(p, t[0], f)) {
      ok = euclid(p, m, NULL);
      continue;
    }
    apply_words(p->n[0], p->n[1], f, t);
    apply_words(m->by[0][0], m->by[1][0], f, t);
    apply_words(m->by[0][1], m->by[1][1], f, t);
    order(p, m);
  }
  mpz_clears(t[0], t[1], NULL);
  return ok && !cs_patience_ends(patience);
}

/* row of `f` times (x, y), into `to` */
static void dot(mpz_t to, mpz_t row[2], const mpz_t x, const mpz_t y) {
  mpz_mul(to, row[0], x);
  mpz_addmul(to, row[1], y);
}

/* by = f * by */
static bool compose(matrix *m, matrix *f, const cs_patience *patience) {
  mpz_t t[2];
  mpz_inits(t[0], t[1], NULL);
  for (int col = 0; col < 2; col++) {
    for (int row = 0; row < 2; row++)
      dot(t[row], f->by[row], m->by[0][col], m->by[1][col]);
    mpz_swap(m->by[0][col], t[0]);
    mpz_swap(m->by[1][col], t[1]);
  }
  mpz_clears(t[0], t[1], NULL);
  return !cs_patience_ends(patience);
}

static bool halve(pair *p, matrix *m, const cs_patience *patience);

/* Halve what lies above the lowest `low` bits, and let the rest follow. */
static bool halve_upper(pair *p, matrix *m, size_t low,
                        const cs_patience *patience) {
  pair upper;
  matrix f;
  mpz_t t[2], rest[2];
  matrix_init(&f);
  mpz_inits(upper.n[0], upper.n[1], t[0], t[1], rest[0], rest[1], NULL);
  for (int i = 0; i < 2; i++) {
    mpz_tdiv_q_2exp(upper.n[i], p->n[i], low);
    mpz_tdiv_r_2exp(rest[i], p->n[i], low);
  }
  bool ok = halve(&upper, &f, patience);
  for (int i = 0; ok && i < 2; i++) {
    dot(t[i], f.by[i], rest[0], rest[1]);
    mpz_mul_2exp(upper.n[i], upper.n[i], low);
    mpz_add(p->n[i], upper.n[i], t[i]);
    ok = !cs_patience_ends(patience);
  }
  if (ok) {
    order(p, &f);
    ok = compose(m, &f, patience);
  }
  mpz_clears(upper.n[0], upper.n[1], t[0], t[1], rest[0], rest[1], NULL);
  matrix_clear(&f);
  return ok;
}

/* Until n[1] has about half of the bits of n[0].  Depth: log2 of its size. */
static bool halve(pair *p, matrix *m, const cs_patience *patience) {
  size_t n = bits(p->n[0]), want = n / 2 + 1;
  if (bits(p->n[1]) <= want || want < 64) return true;
  if (n <= BASE_BITS) return halve_short(p, m, want, patience);
  if (!halve_upper(p, m, n / 2, patience)) return false;
  if (bits(p->n[1]) <= want) return true;
  if (!euclid(p, m, patience)) return false;
  n = bits(p->n[0]);
  if (bits(p->n[1]) <= want || n >= 2 * want) return true;
  return halve_upper(p, m, 2 * want - n, patience);
}

/* One round for the whole numbers; their matrix is of no use. */
static bool reduce(pair *p, const cs_patience *patience) {
  matrix unused;
  matrix_init(&unused);
  size_t n = bits(p->n[0]);
  bool ok =
      bits(p->n[1]) <= n - n / 4 || halve_upper(p, &unused, n / 2, patience);
  matrix_clear(&unused);
  if (!ok || mpz_sgn(p->n[1]) == 0) return ok;
  matrix_init(&unused);
  ok = euclid(p, &unused, patience);
  matrix_clear(&unused);
  return ok;
}

bool cs_huge_gcd(cs_bigres *r, const cs_big *a, const cs_big *b,
                 const cs_patience *patience) {
  pair p;
  mpz_t x, y;
  view(x, a);
  view(y, b);
  bool swapped = mpz_cmp(x, y) < 0;
  mpz_init_set(p.n[0], swapped ? y : x);
  mpz_init_set(p.n[1], swapped ? x : y);
  bool ok = true;
  while (ok && mpz_size(p.n[1]) > GCD_REST) ok = reduce(&p, patience);
  if (ok && mpz_sgn(p.n[1]) != 0 && mpz_size(p.n[0]) > GCD_REST)
    ok = reduce(&p, patience);
  if (ok) {
    mpz_gcd(p.n[0], p.n[0], p.n[1]);
    r->n = mpz_size(p.n[0]);
    r->neg = false;
    cs_limbs_copy(r->limbs, mpz_limbs_read(p.n[0]), r->n);
  }
  mpz_clears(p.n[0], p.n[1], NULL);
  return ok;
}
