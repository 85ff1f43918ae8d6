/*
 * test_heap_int.c - integers of any size give CPython's results and errors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "heap_fixture.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "vec/int.inc"

static fixture shared;

static cs_value parse(cs_ctx *ctx, const char *text) {
  cs_value v = CS_NONE;
  OK(cs_int_parse(ctx, text, strlen(text), 16, &v));
  return v;
}

static void check_form(cs_ctx *ctx, cs_value v) {
  if (!cs_is(v, CS_L_BIGINT)) return;
  const cs_bigint *b = CS_PTR(ctx, cs_bigint, v);
  assert_true(b->n > 0 && b->limb[b->n - 1] != 0);
  if (b->n == 1) assert_true(b->limb[0] > (uint64_t)CS_INT_MAX + b->neg);
  assert_true(b->h.units * 2 >= b->n + 2);
}

static void assert_int_is(cs_ctx *ctx, cs_value v, const char *text) {
  cs_value want = parse(ctx, text);
  check_form(ctx, v);
  if (cs_int_compare(ctx, v, want) != 0) fail_msg("expected %s", text);
  assert_int_equal(cs_int_hash(ctx, v), cs_int_hash(ctx, want));
}

static void assert_is(cs_ctx *ctx, cs_value v, const char *text) {
  if (cs_is_float(v)) {
    assert_true(cs_float_of(v) == strtod(text, NULL));
  } else if (cs_is_tuple(v)) {
    char first[8000];
    const char *comma = strchr(text, ',');
    assert_non_null(comma);
    memcpy(first, text, (size_t)(comma - text));
    first[comma - text] = 0;
    assert_int_is(ctx, cs_tuple_at(ctx, v, 0), first);
    assert_int_is(ctx, cs_tuple_at(ctx, v, 1), comma + 1);
  } else {
    assert_int_is(ctx, v, text);
  }
}

static void operators_agree_with_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(int_cases); i++) {
    fixture *f = &shared;
    fx_open(f, 1 << 20);
    cs_ctx *ctx = &f->ctx;
    cs_value a = parse(ctx, int_cases[i].a), b = parse(ctx, int_cases[i].b), r;
    cs_status st = cs_int_binop(ctx, int_cases[i].op, a, b, &r);
    if (st == CS_THROW)
      assert_string_equal(fx_error, int_cases[i].out);
    else if (st == CS_OK)
      assert_is(ctx, r, int_cases[i].out);
    else
      fail();
    fx_close(f);
  }
}

static void modular_powers_agree_with_cpython(void **state) {
  (void)state;
  fx_open(&shared, 8 << 20);
  cs_ctx *ctx = &shared.ctx;
  for (size_t i = 0; i < COUNT(mod_cases); i++) {
    cs_value r;
    cs_status st = cs_int_powmod(ctx, parse(ctx, mod_cases[i].a),
                                 parse(ctx, mod_cases[i].e),
                                 parse(ctx, mod_cases[i].m), &r);
    if (st == CS_THROW)
      assert_string_equal(fx_error, mod_cases[i].out);
    else
      assert_int_is(ctx, r, mod_cases[i].out);
  }
  fx_close(&shared);
}

static void text_agrees_with_cpython(void **state) {
  (void)state;
  fx_open(&shared, 8 << 20);
  cs_ctx *ctx = &shared.ctx;
  for (size_t i = 0; i < COUNT(text_cases); i++) {
    const char *text = text_cases[i].text;
    cs_value v, s;
    cs_status st =
        cs_int_parse(ctx, text, strlen(text), text_cases[i].base, &v);
    if (st == CS_THROW) {
      assert_string_equal(fx_error, text_cases[i].out);
      continue;
    }
    OK(st);
    assert_int_is(ctx, v, text_cases[i].out);
    OK(cs_int_to_str(ctx, v, 16, &s));
    assert_int_is(ctx, v, text_cases[i].out);
    OK(cs_int_to_str(ctx, v, 10, &s));
    uint32_t n;
    const char *digits = cs_str_data(ctx, s, &n);
    cs_value back;
    OK(cs_int_parse(ctx, digits, n, 10, &back));
    assert_int_equal(cs_int_compare(ctx, v, back), 0);
  }
  fx_close(&shared);
}

static void borders_of_the_small_range(void **state) {
  (void)state;
  fx_open(&shared, 1 << 20);
  cs_ctx *ctx = &shared.ctx;
  int64_t top = CS_INT_MAX;
  cs_value v, w;
  OK(cs_int_new(ctx, top, &v));
  assert_true(cs_is_int(v));
  OK(cs_int_new(ctx, top + 1, &v));
  assert_true(cs_is(v, CS_L_BIGINT));
  OK(cs_int_neg(ctx, v, &w));
  assert_true(cs_is_int(w));
  assert_int_equal(cs_int_of(w), CS_INT_MIN);
  OK(cs_int_neg(ctx, w, &w));
  assert_int_equal(cs_int_compare(ctx, v, w), 0);
  OK(cs_int_invert(ctx, v, &w));
  assert_int_is(ctx, w, "-0x2000000000001");
  OK(cs_int_invert(ctx, CS_TRUE, &w));
  assert_int_equal(cs_int_of(w), -2);
  OK(cs_int_binop(ctx, CS_B_AND, CS_TRUE, CS_TRUE, &w));
  assert_true(cs_is_true(w));
  OK(cs_int_binop(ctx, CS_B_ADD, CS_TRUE, CS_TRUE, &w));
  assert_true(cs_same(w, cs_int(2)));
  OK(cs_int_from_double(ctx, 0x1p49, &w));
  assert_int_equal(cs_int_compare(ctx, v, w), 0);
  OK(cs_int_from_double(ctx, -0x1p49, &w));
  assert_true(cs_is_int(w));
  fx_close(&shared);
}

static void ints_meet_doubles(void **state) {
  (void)state;
  fx_open(&shared, 1 << 20);
  cs_ctx *ctx = &shared.ctx;
  cs_value big = parse(ctx, "20000000000001"), huge;
  double d;
  assert_int_equal(cs_int_compare_double(ctx, big, 0x1p53), 1);
  assert_int_equal(cs_int_compare_double(ctx, big, (double)NAN), 2);
  assert_int_equal(cs_int_compare_double(ctx, big, (double)INFINITY), -1);
  assert_int_equal(cs_int_compare_double(ctx, cs_int(1), 1.0), 0);
  assert_int_equal(cs_int_compare_double(ctx, cs_int(1), 1.5), -1);
  OK(cs_int_to_double(ctx, big, &d));
  assert_true(d == 0x1p53);
  OK(cs_int_binop(ctx, CS_B_LSHIFT, cs_int(1), cs_int(2000), &huge));
  assert_int_equal(cs_int_to_double(ctx, huge, &d), CS_THROW);
  assert_string_equal(fx_error,
                      "OverflowError: int too large to convert to float");
  cs_value v;
  assert_int_equal(cs_int_from_double(ctx, (double)NAN, &v), CS_THROW);
  assert_int_equal(cs_int_from_double(ctx, (double)INFINITY, &v), CS_THROW);
  OK(cs_int_from_double(ctx, -1e30, &v));
  assert_int_equal(cs_int_compare_double(ctx, v, -1e30), 0);
  fx_close(&shared);
}

#define HINT "; use sys.set_int_max_str_digits() to increase the limit"

static void digits_are_limited(void **state) {
  (void)state;
  fx_open(&shared, 8 << 20);
  cs_ctx *ctx = &shared.ctx;
  static char text[5001];
  memset(text, '7', sizeof text);
  cs_value v, s;
  OK(cs_int_parse(ctx, text, 4300, 10, &v));
  OK(cs_int_to_str(ctx, v, 10, &s));
  assert_int_equal(cs_str_bytes(ctx, s), 4300);
  assert_int_equal(cs_int_parse(ctx, text, 4301, 10, &v), CS_THROW);
  assert_string_equal(fx_error,
                      "ValueError: Exceeds the limit (4300 digits) for integer "
                      "string conversion: value has 4301 digits" HINT);
  OK(cs_int_parse(ctx, text, 5000, 16, &v));
  OK(cs_int_binop(ctx, CS_B_POW, cs_int(10), cs_int(4300), &v));
  assert_int_equal(cs_int_to_str(ctx, v, 10, &s), CS_THROW);
  assert_string_equal(fx_error,
                      "ValueError: Exceeds the limit (4300 digits) for integer "
                      "string conversion" HINT);
  OK(cs_int_to_str(ctx, v, 2, &s));
  OK(cs_int_binop(ctx, CS_B_SUB, v, cs_int(1), &v));
  OK(cs_int_to_str(ctx, v, 10, &s));
  fx_close(&shared);
}

static void huge_results_are_refused(void **state) {
  (void)state;
  fx_open(&shared, 32 << 20);
  cs_ctx *ctx = &shared.ctx;
  cs_value v;
  assert_int_equal(
      cs_int_binop(ctx, CS_B_LSHIFT, cs_int(1), cs_int(CS_INT_MAX), &v),
      CS_THROW);
  assert_string_equal(fx_error, "MemoryError: ");
  assert_int_equal(
      cs_int_binop(ctx, CS_B_POW, cs_int(3), cs_int(1000000000), &v), CS_THROW);
  ctx->fuel = 1000;
  assert_int_equal(cs_int_binop(ctx, CS_B_POW, cs_int(3), cs_int(900000), &v),
                   CS_STOP);
  fx_close(&shared);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_agree_with_cpython),
      cmocka_unit_test(modular_powers_agree_with_cpython),
      cmocka_unit_test(text_agrees_with_cpython),
      cmocka_unit_test(borders_of_the_small_range),
      cmocka_unit_test(ints_meet_doubles),
      cmocka_unit_test(digits_are_limited),
      cmocka_unit_test(huge_results_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
