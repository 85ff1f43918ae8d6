/*
 * test_bigint.c - integers of any size agree with CPython.
 *
 * Expected values come from tools/gen/gen_number_vectors.py.  Every result and
 * scratch array is exactly as large as its _size function says and ends with a
 * guard limb, so a wrong size is found here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "num/bigint_limbs.h"
#include "vec/bigint.inc"

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define GUARD    UINT64_C(0xdeadbeefcafef00d)

static uint64_t *room(size_t n) {
  assert_true(n < 100000);
  uint64_t *p = malloc((n + 1) * sizeof *p);
  assert_non_null(p);
  p[n] = GUARD;
  return p;
}

static void done(uint64_t *p, size_t n) {
  assert_true(p[n] == GUARD);
  free(p);
}

/* A result with room for n limbs. */
static cs_bigres result(size_t n) {
  return (cs_bigres){.limbs = room(n)};
}

/* Parse any text that must be a number; free with release(). */
static cs_big number(const char *s, unsigned base) {
  cs_bigtext t;
  assert_int_equal(cs_big_scan(s, strlen(s), base, &t), CS_OK);
  size_t size = cs_big_parse_size(&t);
  size_t extra = cs_big_parse_scratch(&t);
  cs_bigres r = result(size);
  uint64_t *scratch = room(extra);
  assert_int_equal(cs_big_parse(&r, &t, scratch, NULL), CS_OK);
  done(scratch, extra);
  assert_true(r.limbs[size] == GUARD);
  assert_true(cs_big_parse_cost(&t) > 0);
  return cs_big_of(&r);
}

static void release(cs_big a) {
  uint64_t *p;
  memcpy(&p, &a.limbs, sizeof p); /* sheds the const of the view */
  free(p);
}

/* Check `a` against text in `base`. */
static void check(const cs_big *a, unsigned base, const char *want,
                  const char *about) {
  size_t cap = cs_big_print_size(a, base);
  size_t extra = cs_big_print_scratch(a, base);
  char *buf = malloc(cap + 1);
  assert_non_null(buf);
  buf[cap] = '#';
  uint64_t *scratch = room(extra);
  size_t n = cs_big_print(a, base, buf, scratch, NULL);
  done(scratch, extra);
  assert_true(n <= cap && buf[cap] == '#');
  if (n != strlen(want) || memcmp(buf, want, n) != 0)
    print_error("%s: want %s, got %.*s\n", about, want, (int)n, buf);
  assert_int_equal(n, strlen(want));
  assert_memory_equal(buf, want, n);
  assert_true(n == 1 || a->n == 0 || a->limbs[a->n - 1] != 0);
  free(buf);
}

static void check_result(cs_bigres *r, size_t size, const char *want,
                         const char *about) {
  cs_big a = cs_big_of(r);
  check(&a, 16, want, about);
  done(r->limbs, size);
}

static void run_binary(const struct op_vector *v, size_t size, const cs_big *a,
                       const cs_big *b,
                       void (*op)(cs_bigres *, const cs_big *,
                                  const cs_big *)) {
  cs_bigres r = result(size);
  op(&r, a, b);
  check_result(&r, size, v->result, v->op);
}

static bool run_arithmetic(const struct op_vector *v, const cs_big *a,
                           const cs_big *b) {
  size_t sum = cs_big_add_size(a->n, b->n);
  size_t wide = cs_big_bits_size(a->n, b->n);
  if (!strcmp(v->op, "add")) return run_binary(v, sum, a, b, cs_big_add), true;
  if (!strcmp(v->op, "sub")) return run_binary(v, sum, a, b, cs_big_sub), true;
  if (!strcmp(v->op, "and")) return run_binary(v, wide, a, b, cs_big_and), true;
  if (!strcmp(v->op, "or")) return run_binary(v, wide, a, b, cs_big_or), true;
  if (!strcmp(v->op, "xor")) return run_binary(v, wide, a, b, cs_big_xor), true;
  if (!strcmp(v->op, "mul")) {
    run_binary(v, cs_big_mul_size(a->n, b->n), a, b, cs_big_mul);
    return true;
  }
  return false;
}

static bool run_division(const struct op_vector *v, const cs_big *a,
                         const cs_big *b) {
  bool quotient = !strcmp(v->op, "quot");
  if (!quotient && strcmp(v->op, "rem") != 0) return false;
  size_t size = cs_big_quot_size(a->n, b->n);
  cs_bigres q = result(size);
  cs_bigres r = result(b->n);
  assert_int_equal(cs_big_divmod(&q, &r, a, b, NULL), CS_OK);
  cs_big got = cs_big_of(quotient ? &q : &r);
  check(&got, 16, v->result, v->op);
  done(q.limbs, size);
  done(r.limbs, b->n);
  return true;
}

static bool run_unary(const struct op_vector *v, const cs_big *a) {
  size_t size = cs_big_mul_size(a->n, a->n) + 1;
  if (!strcmp(v->op, "not")) size = cs_big_bits_size(a->n, 0);
  if (!strcmp(v->op, "isqrt")) size = cs_big_isqrt_size(a->n);
  cs_bigres r = result(size);
  if (!strcmp(v->op, "not"))
    cs_big_not(&r, a);
  else if (!strcmp(v->op, "isqrt"))
    assert_int_equal(cs_big_isqrt(&r, a, NULL), CS_OK);
  else if (!strcmp(v->op, "sqr"))
    cs_big_sqr(&r, a);
  else
    return free(r.limbs), false;
  check_result(&r, size, v->result, v->op);
  return true;
}

static bool run_measure(const struct op_vector *v, const cs_big *a) {
  uint64_t limb;
  cs_big got;
  if (!strcmp(v->op, "count"))
    got = cs_big_from_u64(cs_big_bit_count(a), &limb);
  else if (!strcmp(v->op, "length"))
    got = cs_big_from_u64(cs_big_bit_length(a), &limb);
  else if (!strcmp(v->op, "hash"))
    got = cs_big_from_i64(cs_big_hash(a), &limb);
  else
    return false;
  check(&got, 16, v->result, v->op);
  return true;
}

/* shl, shr, pow, gcd */
static void run_scaled(const struct op_vector *v, const cs_big *a,
                       const cs_big *b) {
  uint64_t n = b->n ? b->limbs[0] : 0;
  size_t size = cs_big_gcd_size(a->n, b->n);
  size_t extra = cs_big_gcd_scratch(a->n, b->n);
  if (!strcmp(v->op, "pow")) {
    size = cs_big_pow_size(a, n);
    extra = cs_big_pow_scratch(a, n);
  }
  if (!strcmp(v->op, "shl")) size = cs_big_shl_size(a, n);
  if (!strcmp(v->op, "shr")) size = cs_big_shr_size(a, n);
  cs_bigres r = result(size);
  uint64_t *scratch = room(extra);
  if (!strcmp(v->op, "pow"))
    cs_big_pow(&r, a, n, scratch);
  else if (!strcmp(v->op, "shl"))
    cs_big_shl(&r, a, n);
  else if (!strcmp(v->op, "shr"))
    cs_big_shr(&r, a, n);
  else
    assert_int_equal(cs_big_gcd(&r, a, b, scratch, NULL), CS_OK);
  done(scratch, extra);
  check_result(&r, size, v->result, v->op);
}

static void operations_agree_with_python(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(op_vectors); i++) {
    const struct op_vector *v = &op_vectors[i];
    cs_big a = number(v->a, 16);
    cs_big b = number(v->b, 16);
    if (!run_arithmetic(v, &a, &b) && !run_division(v, &a, &b) &&
        !run_unary(v, &a) && !run_measure(v, &a))
      run_scaled(v, &a, &b);
    release(a);
    release(b);
  }
}

/* --- numbers that are worked on in parts ---------------------------------- */

static cs_big random_number(size_t n, uint64_t seed) {
  uint64_t *limbs = room(n), x = seed;
  for (size_t i = 0; i < n; i++) {
    x = x * UINT64_C(6364136223846793005) + 1442695040888963407;
    limbs[i] = x ^ x >> 29;
  }
  limbs[n - 1] |= 1;
  return (cs_big){limbs, n, false};
}

/* a == b * q + r, for r < b. */
static bool is_division(const cs_big *a, const cs_big *b, const cs_bigres *q,
                        const cs_bigres *r) {
  cs_big quotient = cs_big_of(q), rest = cs_big_of(r);
  cs_bigres product = result(b->n + q->n + 1), sum = result(b->n + q->n + 2);
  cs_big_mul(&product, b, &quotient);
  cs_big all = cs_big_of(&product);
  cs_big_add(&sum, &all, &rest);
  all = cs_big_of(&sum);
  bool is = cs_big_compare(&all, a) == 0 && cs_big_compare(&rest, b) < 0;
  free(product.limbs);
  free(sum.limbs);
  return is;
}

static void huge_divisions_are_exact(void **state) {
  (void)state;
  static const size_t sizes[][2] = {
      {16385, 2}, {16385, 16385}, {40000, 300}, {50000, 20000}, {90000, 50000}};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    cs_big a = random_number(sizes[i][0], i), b = random_number(sizes[i][1], 9);
    size_t size = cs_big_quot_size(a.n, b.n);
    cs_bigres q = result(size), r = result(b.n);
    assert_int_equal(cs_big_divmod(&q, &r, &a, &b, NULL), CS_OK);
    assert_true(is_division(&a, &b, &q, &r));
    done(q.limbs, size);
    done(r.limbs, b.n);
    release(a);
    release(b);
  }
}

static void huge_roots_are_exact(void **state) {
  (void)state;
  static const size_t sizes[] = {16385, 16386, 33000, 70001};
  for (size_t i = 0; i < COUNT(sizes); i++) {
    cs_big a = random_number(sizes[i], i + 3);
    size_t size = cs_big_isqrt_size(a.n);
    cs_bigres r = result(size), square = result(2 * size + 2);
    assert_int_equal(cs_big_isqrt(&r, &a, NULL), CS_OK);
    cs_big root = cs_big_of(&r);
    cs_big_sqr(&square, &root);
    cs_big below = cs_big_of(&square);
    assert_true(cs_big_compare(&below, &a) <= 0);
    cs_bigres rest = result(a.n + 1);
    cs_big_sub(&rest, &a, &below); /* at most twice the root */
    cs_bigres twice = result(size + 1);
    cs_big_add(&twice, &root, &root);
    cs_big x = cs_big_of(&rest), y = cs_big_of(&twice);
    assert_true(cs_big_compare(&x, &y) <= 0);
    done(r.limbs, size);
    free(square.limbs);
    free(rest.limbs);
    free(twice.limbs);
    release(a);
  }
}

/* Multiples of one number by coprime ones have it as their divisor. */
static void check_gcd(size_t common, size_t an, size_t bn) {
  cs_big g = random_number(common, 5), x = random_number(an, 6);
  cs_big y = random_number(bn, 7);
  cs_bigres a = result(common + an), b = result(common + bn);
  cs_big_mul(&a, &g, &x);
  cs_big_mul(&b, &g, &y);
  cs_big p = cs_big_of(&a), q = cs_big_of(&b);
  size_t size = cs_big_gcd_size(p.n, q.n), size_xy = cs_big_gcd_size(an, bn);
  uint64_t *scratch = room(cs_big_gcd_scratch(p.n, q.n));
  cs_bigres all = result(size), part = result(size_xy);
  cs_bigres want = result(common + size_xy);
  assert_int_equal(cs_big_gcd(&all, &p, &q, scratch, NULL), CS_OK);
  assert_int_equal(cs_big_gcd(&part, &x, &y, scratch, NULL), CS_OK);
  cs_big of_parts = cs_big_of(&part), got = cs_big_of(&all);
  cs_big_mul(&want, &g, &of_parts);
  cs_big expected = cs_big_of(&want);
  assert_int_equal(cs_big_compare(&got, &expected), 0);
  free(want.limbs), free(part.limbs), free(a.limbs), free(b.limbs);
  done(scratch, cs_big_gcd_scratch(p.n, q.n));
  done(all.limbs, size);
  release(g), release(x), release(y);
}

static void huge_divisors_are_exact(void **state) {
  (void)state;
  check_gcd(1, 17000, 16900);
  check_gcd(12000, 9000, 8000); /* parts small enough for GMP */
  check_gcd(9000, 10000, 16000);
  check_gcd(3, 16500, 40);
  check_gcd(20000, 1, 2);
}

static bool ends_after(void *user) {
  return --*(int *)user <= 0;
}

/* Each asks often enough to be stopped half-way, and gives up. */
static void huge_work_stops(void **state) {
  (void)state;
  cs_big a = random_number(50000, 1), b = random_number(40000, 2);
  cs_big c = random_number(20000, 3); /* a / c has two parts */
  cs_bigres q = result(70000), r = result(70000);
  uint64_t *scratch = room(cs_big_gcd_scratch(a.n, b.n));
  int left;
  cs_patience p = {ends_after, &left};
  left = 2;
  assert_int_equal(cs_big_divmod(&q, &r, &a, &c, &p), CS_STOP);
  left = 2;
  assert_int_equal(cs_big_isqrt(&r, &a, &p), CS_STOP);
  left = 500;
  assert_int_equal(cs_big_gcd(&r, &a, &b, scratch, &p), CS_STOP);
  done(scratch, cs_big_gcd_scratch(a.n, b.n));
  free(q.limbs), free(r.limbs);
  release(a), release(b), release(c);
}

static void modular_powers_agree_with_python(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(powmod_vectors); i++) {
    const struct powmod_vector *v = &powmod_vectors[i];
    cs_big a = number(v->a, 16);
    cs_big e = number(v->e, 16);
    cs_big m = number(v->m, 16);
    size_t extra = cs_big_powmod_scratch(&a, &e, &m);
    uint64_t *scratch = room(extra);
    cs_bigres r = result(m.n);
    cs_status st = cs_big_powmod(&r, &a, &e, &m, scratch, NULL);
    assert_int_equal(st, v->result ? CS_OK : CS_EINVAL);
    if (v->result) {
      cs_big got = cs_big_of(&r);
      check(&got, 16, v->result, "powmod");
    }
    done(r.limbs, m.n);
    done(scratch, extra);
    release(a);
    release(e);
    release(m);
  }
}

static uint64_t bits_of(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static void true_division_rounds_once(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(div_vectors); i++) {
    const struct div_vector *v = &div_vectors[i];
    cs_big a = number(v->a, 16);
    cs_big b = number(v->b, 16);
    size_t extra = cs_big_truediv_scratch(a.n, b.n);
    uint64_t *scratch = room(extra);
    double x = 0;
    assert_int_equal(cs_big_truediv(&a, &b, scratch, &x), v->status);
    assert_true(bits_of(x) == v->bits);
    if (!strcmp(v->b, "1")) {
      x = 0;
      assert_int_equal(cs_big_to_double(&a, &x), v->status);
      assert_true(bits_of(x) == v->bits);
    }
    done(scratch, extra);
    release(a);
    release(b);
  }
}

static void doubles_compare_and_truncate_exactly(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(double_vectors); i++) {
    const struct double_vector *v = &double_vectors[i];
    double x;
    memcpy(&x, &v->bits, sizeof x);
    cs_big a = number(v->a, 16);
    assert_int_equal(cs_big_compare_double(&a, x), v->order);
    cs_bigres r = result(CS_BIG_DOUBLE_LIMBS);
    cs_big_from_double(&r, x);
    check_result(&r, CS_BIG_DOUBLE_LIMBS, v->whole, "from_double");
    release(a);
  }
}

static void text_is_accepted_as_by_int(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(scan_vectors); i++) {
    const struct scan_vector *v = &scan_vectors[i];
    cs_bigtext t;
    cs_status st = cs_big_scan(v->text, strlen(v->text), v->base, &t);
    if (st != (v->result ? CS_OK : CS_EINVAL))
      print_error("at '%s' base %u\n", v->text, v->base);
    assert_int_equal(st, v->result ? CS_OK : CS_EINVAL);
    if (!v->result) continue;
    cs_big a = number(v->text, v->base);
    check(&a, 16, v->result, v->text);
    release(a);
  }
}

static void decimal_text_goes_both_ways(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(print_vectors); i++) {
    cs_big a = number(print_vectors[i].hex, 16);
    check(&a, 10, print_vectors[i].text, "print");
    cs_big b = number(print_vectors[i].text, 10);
    assert_int_equal(cs_big_compare(&a, &b), 0);
    release(a);
    release(b);
  }
}

static unsigned nibble(char c) {
  return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static void bytes_go_both_ways(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(bytes_vectors); i++) {
    const struct bytes_vector *v = &bytes_vectors[i];
    cs_big a = number(v->a, 16);
    uint8_t out[64];
    assert_int_equal(cs_big_to_bytes(&a, out, v->size, v->little, v->is_signed),
                     v->status);
    release(a);
    if (v->status != CS_OK) continue;
    for (size_t k = 0; k < v->size; k++)
      assert_int_equal(out[k],
                       nibble(v->hex[2 * k]) << 4 | nibble(v->hex[2 * k + 1]));
    if (v->size == 0) continue; /* to_bytes(-1, 0) loses the value */
    size_t size = cs_big_from_bytes_size(v->size);
    cs_bigres r = result(size);
    cs_big_from_bytes(&r, out, v->size, v->little, v->is_signed);
    check_result(&r, size, v->a, "from_bytes");
  }
}

static void machine_integers_convert(void **state) {
  (void)state;
  static const int64_t rows[] = {0, 1, -1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < COUNT(rows); i++) {
    uint64_t limb;
    cs_big a = cs_big_from_i64(rows[i], &limb);
    int64_t back = 5;
    assert_true(cs_big_to_i64(&a, &back));
    assert_int_equal(back, rows[i]);
  }
  uint64_t limb;
  cs_big a = cs_big_from_u64(UINT64_C(1) << 63, &limb);
  int64_t back;
  assert_false(cs_big_to_i64(&a, &back));
}

static void too_large_results_are_refused_by_size(void **state) {
  (void)state;
  uint64_t limb;
  cs_big three = cs_big_from_u64(3, &limb);
  assert_true(cs_big_pow_size(&three, UINT64_MAX) == SIZE_MAX);
  assert_true(cs_big_pow_scratch(&three, UINT64_MAX / 4) == SIZE_MAX);
  assert_true(cs_big_shl_size(&three, UINT64_MAX) == SIZE_MAX);
  assert_true(cs_big_pow_cost(&three, UINT64_MAX) == UINT64_MAX);
  assert_true(cs_big_mul_size(CS_BIG_MAX, 1) == SIZE_MAX);
  uint64_t one;
  cs_big unit = cs_big_from_i64(-1, &one);
  assert_true(cs_big_pow_size(&unit, UINT64_MAX) == 1);
}

static void costs_grow_with_size_and_never_wrap(void **state) {
  (void)state;
  uint64_t before = 0;
  for (size_t n = 1; n < CS_BIG_MAX; n *= 2) {
    uint64_t cost = cs_big_mul_cost(n, n);
    assert_true(cost > before);
    assert_true(cs_big_divmod_cost(2 * n, n) >= cost);
    assert_true(cs_big_gcd_cost(n, n) >= n);
    assert_true(cs_big_isqrt_cost(n) > 0);
    assert_true(cs_big_truediv_cost(n, n) >= n);
    before = cost;
  }
  assert_true(cs_big_mul_cost(SIZE_MAX, SIZE_MAX) == UINT64_MAX);
}

/* GMP is the judge; carries run through all lengths. */
/* Digits without a pattern, the first of them not zero. */
static char *many_digits(size_t n, unsigned base) {
  char *s = malloc(n + 1);
  assert_non_null(s);
  uint64_t seed = n * 2654435761u + base;
  for (size_t i = 0; i < n; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    unsigned d = (unsigned)(seed >> 33) % base;
    s[i] = "0123456789abcdefghijklmnopqrstuvwxyz"[d || i ? d : 1];
  }
  s[n] = 0;
  return s;
}

static void long_text_goes_both_ways(void **state) {
  (void)state;
  static const unsigned bases[] = {3, 10, 24, 33, 36};
  static const size_t lengths[] = {9000,  19455, 19456, 19457,
                                   38912, 41000, 77824, 200001};
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
      char *s = many_digits(lengths[k], bases[i]);
      if (k % 2) memset(s + 9, '0', lengths[k] - 9);
      cs_big a = number(s, bases[i]);
      check(&a, bases[i], s, "long text");
      release(a);
      free(s);
    }
}

static bool count_down(void *user) {
  int *left = user;
  return (*left)-- <= 0;
}

static void long_conversions_stop_when_nobody_waits(void **state) {
  (void)state;
  char *s = many_digits(400000, 10), *buf = malloc(400100);
  cs_big a = number(s, 10);
  cs_bigtext t;
  assert_non_null(buf);
  assert_int_equal(cs_big_scan(s, strlen(s), 10, &t), CS_OK);
  uint64_t *scratch = room(cs_big_print_scratch(&a, 10));
  uint64_t *more = room(cs_big_parse_scratch(&t));
  cs_bigres r = result(cs_big_parse_size(&t));
  for (int looks = 0; looks < 40; looks++) {
    int left = looks;
    const cs_patience p = {count_down, &left};
    assert_int_equal(cs_big_print(&a, 10, buf, scratch, &p), 0);
    left = looks;
    assert_int_equal(cs_big_parse(&r, &t, more, &p), CS_STOP);
  }
  free(scratch);
  free(more);
  free(r.limbs);
  free(buf);
  free(s);
  release(a);
}

static void limbs_times_a_word_are_gmps(void **state) {
  (void)state;
  uint64_t a[40], mine[41], gmps[41], seed = 1;
  for (int round = 0; round < 4000; round++) {
    size_t n = 1 + (size_t)round % 40;
    for (size_t i = 0; i < n; i++) {
      seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
      a[i] = seed >> 62 ? seed : UINT64_MAX;
    }
    uint64_t m = round % 3 ? seed : UINT64_MAX;
    mine[n] = GUARD;
    assert_int_equal(cs_limbs_times(mine, a, n, m),
                     mpn_mul_1(gmps, a, (mp_size_t)n, m));
    assert_memory_equal(mine, gmps, 8 * n);
    assert_true(mine[n] == GUARD);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operations_agree_with_python),
      cmocka_unit_test(huge_divisions_are_exact),
      cmocka_unit_test(huge_roots_are_exact),
      cmocka_unit_test(huge_divisors_are_exact),
      cmocka_unit_test(huge_work_stops),
      cmocka_unit_test(modular_powers_agree_with_python),
      cmocka_unit_test(true_division_rounds_once),
      cmocka_unit_test(doubles_compare_and_truncate_exactly),
      cmocka_unit_test(text_is_accepted_as_by_int),
      cmocka_unit_test(decimal_text_goes_both_ways),
      cmocka_unit_test(long_text_goes_both_ways),
      cmocka_unit_test(long_conversions_stop_when_nobody_waits),
      cmocka_unit_test(bytes_go_both_ways),
      cmocka_unit_test(machine_integers_convert),
      cmocka_unit_test(limbs_times_a_word_are_gmps),
      cmocka_unit_test(too_large_results_are_refused_by_size),
      cmocka_unit_test(costs_grow_with_size_and_never_wrap),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
