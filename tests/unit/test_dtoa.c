/*
 * test_dtoa.c - floats and text agree with CPython to the last bit.
 *
 * Expected values come from tools/gen/gen_number_vectors.py.
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
#include <string.h>

#include "num/dtoa.h"
#include "num/int_text.h"
#include "vec/dtoa.inc"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static double of_bits(uint64_t bits) {
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/* Equal bits; one NaN is as good as another, but its sign counts. */
static void check_bits(double x, uint64_t want, const char *about) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  if (bits != want) print_error("at %s\n", about);
  assert_int_equal(bits, want);
}

static void check_text(const char *got, size_t n, const char *want) {
  if (n != strlen(want) || memcmp(got, want, n) != 0)
    print_error("want %s, got %.*s\n", want ? want : "", (int)n, got);
  assert_int_equal(n, strlen(want));
  assert_memory_equal(got, want, n);
}

static void repr_is_the_shortest_text(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(repr_vectors); i++) {
    char buf[CS_FLOAT_REPR_MAX];
    size_t n = cs_float_repr(of_bits(repr_vectors[i].bits), buf);
    check_text(buf, n, repr_vectors[i].text);
  }
}

static void repr_reads_back_as_the_same_bits(void **state) {
  (void)state;
  uint64_t seed = 88172645463325252u;
  for (int i = 0; i < 20000; i++) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    double x = of_bits(seed & ~(UINT64_C(1) << 63));
    if (!(x <= 1.7976931348623157e308)) continue;
    char buf[CS_FLOAT_REPR_MAX];
    size_t n = cs_float_repr(x, buf);
    double back;
    assert_int_equal(cs_float_parse(buf, n, &back), n);
    check_bits(back, seed & ~(UINT64_C(1) << 63), "round trip");
  }
}

static void parse_rounds_to_the_nearest_double(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(parse_vectors); i++) {
    const char *s = parse_vectors[i].text;
    double x = 0;
    assert_int_equal(cs_float_parse(s, strlen(s), &x), strlen(s));
    check_bits(x, parse_vectors[i].bits, s);
  }
}

static void parse_stops_where_the_number_stops(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t plain, under;
  } rows[] = {{"1e", 1, 1},       {"1e+", 1, 1},  {".", 0, 0},
              {"", 0, 0},         {"e5", 0, 0},   {"1_0", 1, 3},
              {"1.5.2", 3, 3},    {"-1", 0, 0},   {"1..", 2, 2},
              {"1_000.5_", 1, 7}, {"1__0", 1, 1}, {"1e1_0x", 3, 5},
              {"._5", 0, 0},      {"1._5", 2, 2}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    double x;
    size_t n = strlen(rows[i].text);
    assert_int_equal(cs_float_parse(rows[i].text, n, &x), rows[i].plain);
    assert_int_equal(cs_float_parse_underscores(rows[i].text, n, &x),
                     rows[i].under);
  }
}

static void float_accepts_what_python_accepts(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(float_vectors); i++) {
    const char *s = float_vectors[i].text;
    double x = 0;
    cs_status st = cs_float_parse_text(s, strlen(s), &x);
    if (st != float_vectors[i].status) print_error("at '%s'\n", s);
    assert_int_equal(st, float_vectors[i].status);
    check_bits(x, float_vectors[i].bits, s);
  }
}

static void formats_agree_with_python(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(format_vectors); i++) {
    const struct format_vector *v = &format_vectors[i];
    char buf[2000];
    size_t n;
    assert_int_equal(cs_float_format(of_bits(v->bits), v->type, v->precision,
                                     v->flags, buf, sizeof buf, &n),
                     CS_OK);
    check_text(buf, n, v->text);
    assert_int_equal(cs_float_format(of_bits(v->bits), v->type, v->precision,
                                     v->flags, buf, n - 1, &n),
                     CS_ELIMIT);
    assert_int_equal(n, strlen(v->text));
  }
}

static void format_refuses_other_types(void **state) {
  (void)state;
  char buf[64];
  size_t n;
  assert_int_equal(cs_float_format(1, 'd', 0, 0, buf, 64, &n), CS_EINVAL);
  assert_int_equal(cs_float_format(1, 'f', INT32_MAX, 0, buf, 64, &n),
                   CS_ELIMIT);
  assert_int_equal(n, (size_t)INT32_MAX + 2);
}

static void round_agrees_with_python(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(round_vectors); i++) {
    const struct round_vector *v = &round_vectors[i];
    double x = 0;
    assert_int_equal(cs_float_round(of_bits(v->bits), v->ndigits, &x),
                     v->status);
    check_bits(x, v->result, "round");
  }
}

static void hex_floats_go_both_ways(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(hex_vectors); i++) {
    char buf[CS_FLOAT_REPR_MAX];
    double x = of_bits(hex_vectors[i].bits);
    check_text(buf, cs_float_hex(x, buf), hex_vectors[i].text);
  }
  for (size_t i = 0; i < COUNT(fromhex_vectors); i++) {
    const char *s = fromhex_vectors[i].text;
    double x = 0;
    assert_int_equal(cs_float_fromhex(s, strlen(s), &x),
                     fromhex_vectors[i].status);
    check_bits(x, fromhex_vectors[i].bits, s);
  }
}

static void a_float_splits_into_odd_mantissa_and_exponent(void **state) {
  (void)state;
  cs_float_parts p = cs_float_ratio(-0.75);
  assert_true(p.neg && p.mantissa == 3 && p.exponent == -2);
  p = cs_float_ratio(1024.0);
  assert_true(!p.neg && p.mantissa == 1 && p.exponent == 10);
  p = cs_float_ratio(0.0);
  assert_true(p.mantissa == 0 && p.exponent == 0);
  p = cs_float_ratio(5e-324);
  assert_true(p.mantissa == 1 && p.exponent == -1074);
}

static void machine_integers_print_and_scan(void **state) {
  (void)state;
  static const struct {
    int64_t v;
    const char *text;
  } rows[] = {{0, "0"},
              {7, "7"},
              {-1, "-1"},
              {99999999, "99999999"},
              {100000000, "100000000"},
              {9999999999999999, "9999999999999999"},
              {10000000000000000, "10000000000000000"},
              {INT64_MAX, "9223372036854775807"},
              {INT64_MIN, "-9223372036854775808"}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    char buf[CS_INT_TEXT_MAX];
    check_text(buf, cs_int_print(rows[i].v, buf), rows[i].text);
    int64_t back = 1;
    size_t n = strlen(rows[i].text);
    assert_int_equal(cs_int_scan(rows[i].text, n, &back), n);
    assert_int_equal(back, rows[i].v);
  }
  char buf[CS_INT_TEXT_MAX];
  check_text(buf, cs_int_print_u64(UINT64_MAX, buf), "18446744073709551615");
  assert_int_equal(cs_int_digits(UINT64_MAX), 20);
  assert_int_equal(cs_int_digits(0), 1);
  cs_int_print_padded(42, 19, buf);
  check_text(buf, 19, "0000000000000000042");
}

static void scan_refuses_what_does_not_fit(void **state) {
  (void)state;
  int64_t v = 5;
  assert_int_equal(cs_int_scan("9223372036854775808", 19, &v), 0);
  assert_int_equal(cs_int_scan("-9223372036854775809", 20, &v), 0);
  assert_int_equal(cs_int_scan("99999999999999999999", 20, &v), 0);
  assert_int_equal(cs_int_scan("-", 1, &v), 0);
  assert_int_equal(cs_int_scan("", 0, &v), 0);
  assert_int_equal(v, 5);
  assert_int_equal(cs_int_scan("+12x", 4, &v), 3);
  assert_int_equal(v, 12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(repr_is_the_shortest_text),
      cmocka_unit_test(repr_reads_back_as_the_same_bits),
      cmocka_unit_test(parse_rounds_to_the_nearest_double),
      cmocka_unit_test(parse_stops_where_the_number_stops),
      cmocka_unit_test(float_accepts_what_python_accepts),
      cmocka_unit_test(formats_agree_with_python),
      cmocka_unit_test(format_refuses_other_types),
      cmocka_unit_test(round_agrees_with_python),
      cmocka_unit_test(hex_floats_go_both_ways),
      cmocka_unit_test(a_float_splits_into_odd_mantissa_and_exponent),
      cmocka_unit_test(machine_integers_print_and_scan),
      cmocka_unit_test(scan_refuses_what_does_not_fit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
