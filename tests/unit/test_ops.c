/*
 * test_ops.c - operators, slices, sorting and leaf iterators without a VM.
 *
 * Slices and sorting are compared with the obvious slow way to do them on
 * random input; iterators are tortured by failing allocations.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "heap_fixture.h"

#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/types/iter.h"
#include "py/types/number.h"
#include "py/types/ops.h"
#include "py/types/range.h"
#include "py/types/slice.h"
#include "py/types/sort.h"

#define HEAP (UINT64_C(64) << 20)

cs_status cs_throw_value(cs_ctx *ctx, cs_exc_id exc, cs_value arg) {
  (void)arg;
  return cs_throw(ctx, exc, "value");
}

cs_status cs_throw_object(cs_ctx *ctx, cs_value exc) {
  (void)exc;
  return cs_throw(ctx, CS_Exception, "object");
}

static void open_fixture(fixture *f) {
  fx_open(f, HEAP);
  f->ctx.image->name[CS_N_empty] = fx_str(f, "");
}

static cs_value make_list(fixture *f, uint32_t n) {
  cs_value v;
  OK(cs_list_new(&f->ctx, NULL, n, &v));
  for (uint32_t i = 0; i < n; i++) cs_list_items(&f->ctx, v)[i] = cs_int(i);
  return v;
}

static cs_value make_slice(fixture *f, uint64_t *seed) {
  cs_value part[3], out;
  for (int i = 0; i < 3; i++)
    part[i] = fx_random(seed, 4) == 0
                  ? CS_NONE
                  : cs_int((int64_t)fx_random(seed, 24) - 12);
  if (cs_same(part[2], cs_int(0))) part[2] = cs_int(1);
  OK(cs_slice_new(&f->ctx, part[0], part[1], part[2], &out));
  return out;
}

/* Python's definition of a slice, item by item. */
static uint32_t expect_slice(fixture *f, cs_value slice, int64_t len,
                             int64_t *out) {
  const cs_slice *s = CS_PTR(&f->ctx, cs_slice, slice);
  int64_t step = cs_is_none(s->step) ? 1 : cs_int_of(s->step);
  int64_t low = step < 0 ? -1 : 0, high = step < 0 ? len - 1 : len;
  int64_t a = step < 0 ? high : low, b = step < 0 ? low : high;
  if (!cs_is_none(s->start)) {
    a = cs_int_of(s->start);
    if (a < 0) a += len;
    a = a < low ? low : a > high ? high : a;
  }
  if (!cs_is_none(s->stop)) {
    b = cs_int_of(s->stop);
    if (b < 0) b += len;
    b = b < low ? low : b > high ? high : b;
  }
  uint32_t n = 0;
  for (; step < 0 ? a > b : a < b; a += step) out[n++] = a;
  return n;
}

static void slices_pick_the_items_python_defines(void **state) {
  (void)state;
  fixture *f = malloc(sizeof *f);
  open_fixture(f);
  cs_ctx *ctx = &f->ctx;
  uint64_t seed = 1;
  for (int round = 0; round < 3000; round++) {
    uint32_t len = fx_random(&seed, 10);
    cs_value list = make_list(f, len), slice = make_slice(f, &seed), got;
    int64_t want[64];
    uint32_t n = expect_slice(f, slice, len, want);
    OK(cs_op_getitem(ctx, list, slice, &got));
    assert_int_equal(cs_list_len(ctx, got), n);
    for (uint32_t i = 0; i < n; i++)
      assert_int_equal(cs_int_of(cs_list_at(ctx, got, i)), want[i]);
    /* Deleting leaves exactly the others. */
    OK(cs_op_delitem(ctx, list, slice));
    assert_int_equal(cs_list_len(ctx, list), len - n);
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < cs_list_len(ctx, list); k++)
        assert_true(cs_int_of(cs_list_at(ctx, list, k)) != want[i]);
  }
  fx_close(f);
  free(f);
}

static void slices_of_text_count_code_points(void **state) {
  (void)state;
  fixture *f = malloc(sizeof *f);
  open_fixture(f);
  cs_ctx *ctx = &f->ctx;
  static const char *const cp[] = {"a", "é", "日", "𝄞", "z", "ß"};
  uint64_t seed = 7;
  for (int round = 0; round < 2000; round++) {
    uint32_t len = fx_random(&seed, 12);
    char text[64] = "", want[64] = "";
    int at[16];
    for (uint32_t i = 0; i < len; i++) {
      at[i] = (int)fx_random(&seed, COUNT(cp));
      strcat(text, cp[at[i]]);
    }
    cs_value s = fx_str(f, text), slice = make_slice(f, &seed), got;
    int64_t pick[64];
    uint32_t n = expect_slice(f, slice, len, pick), bytes;
    for (uint32_t i = 0; i < n; i++) strcat(want, cp[at[pick[i]]]);
    OK(cs_op_getitem(ctx, s, slice, &got));
    const char *data = cs_str_data(ctx, got, &bytes);
    assert_int_equal(bytes, strlen(want));
    assert_memory_equal(data, want, bytes);
    assert_int_equal(cs_str_chars(ctx, got), n);
  }
  fx_close(f);
  free(f);
}

/* Keys with many repetitions; values tell the original order. */
static void sorting_is_stable_in_both_directions(void **state) {
  (void)state;
  fixture *f = malloc(sizeof *f);
  open_fixture(f);
  cs_ctx *ctx = &f->ctx;
  uint64_t seed = 3;
  static cs_value pair[2 * 700];
  for (int round = 0; round < 400; round++) {
    uint32_t n = fx_random(&seed, 700), below = 1 + fx_random(&seed, 50);
    bool reverse = round & 1;
    for (uint32_t i = 0; i < n; i++) {
      uint32_t k = fx_random(&seed, below);
      if (round % 3 == 0 && i > 0 && fx_random(&seed, 8)) /* long runs */
        k = (uint32_t)cs_int_of(pair[2 * i - 2]) + 1;
      pair[2 * i] = round % 5 == 4 && k % 2 ? cs_float((double)k) : cs_int(k);
      if (!cs_is_int(pair[2 * i]) && round % 3 == 0) pair[2 * i] = cs_int(k);
      pair[2 * i + 1] = cs_int(i);
    }
    OK(cs_sort_values(ctx, pair, n, true, reverse));
    for (uint32_t i = 1; i < n; i++) {
      int order = cs_number_order(ctx, pair[2 * i - 2], pair[2 * i]);
      assert_true(reverse ? order >= 0 : order <= 0);
      if (order == 0) assert_true(pair[2 * i - 1].bits < pair[2 * i + 1].bits);
    }
  }
  fx_close(f);
  free(f);
}

static void sorting_gives_up_on_what_cannot_be_compared(void **state) {
  (void)state;
  fixture *f = malloc(sizeof *f);
  open_fixture(f);
  cs_value v[3] = {cs_int(1), fx_str(f, "a"), cs_int(2)};
  assert_int_equal(cs_sort_values(&f->ctx, v, 3, false, false), CS_SLOW);
  fx_close(f);
  free(f);
}

static double real(fixture *f, cs_binop op, double a, double b) {
  cs_value out;
  OK(cs_op_binary(&f->ctx, op, cs_float(a), cs_float(b), &out));
  return cs_float_of(out);
}

static void remainders_have_the_sign_of_the_divisor(void **state) {
  (void)state;
  fixture *f = malloc(sizeof *f);
  open_fixture(f);
  cs_value out;
  assert_true(real(f, CS_B_MOD, -7.5, 2) == 0.5);
  assert_true(real(f, CS_B_MOD, 7.5, -2) == -0.5);
  assert_true(real(f, CS_B_FLOORDIV, -7.5, 2) == -4);
  assert_true(real(f, CS_B_FLOORDIV, 7.5, -2) == -4);
  assert_true(real(f, CS_B_POW, 2, 0.5) > 1.41);
  assert_int_equal(
      cs_op_binary(&f->ctx, CS_B_MOD, cs_float(1), cs_float(0), &out),
      CS_THROW);
  assert_string_equal(fx_error, "ZeroDivisionError: float modulo");
  OK(cs_op_binary(&f->ctx, CS_B_AND, CS_TRUE, CS_FALSE, &out));
  assert_true(cs_is_false(out));
  OK(cs_op_binary(&f->ctx, CS_B_ADD, CS_TRUE, CS_TRUE, &out));
  assert_true(cs_same(out, cs_int(2)));
  fx_close(f);
  free(f);
}

static void huge_repetition_is_refused_before_it_is_made(void **state) {
  (void)state;
  fixture *f = malloc(sizeof *f);
  open_fixture(f);
  cs_ctx *ctx = &f->ctx;
  ctx->head->fuel_left = UINT64_C(1) << 50;
  cs_value out, s = fx_str(f, "abc"), list = make_list(f, 3);
  uint64_t live = cs_alloc_live(ctx->head);
  assert_int_equal(cs_op_binary(ctx, CS_B_MUL, s, cs_int(1000000000000), &out),
                   CS_RETRY);
  assert_int_equal(
      cs_op_binary(ctx, CS_B_MUL, cs_int(1000000000000), list, &out), CS_RETRY);
  assert_int_equal(cs_alloc_live(ctx->head), live);
  OK(cs_op_binary(ctx, CS_B_MUL, s, cs_int(-1), &out));
  assert_int_equal(cs_str_bytes(ctx, out), 0);
  fx_close(f);
  free(f);
}

static void a_dict_that_grows_stops_its_iterator(void **state) {
  (void)state;
  fixture *f = malloc(sizeof *f);
  open_fixture(f);
  cs_ctx *ctx = &f->ctx;
  cs_value d, it, v;
  OK(cs_dict_new(ctx, 0, &d));
  OK(cs_dict_set(ctx, d, cs_int(1), CS_NONE));
  OK(cs_op_iter(ctx, d, &it));
  OK(cs_op_next(ctx, it, &v));
  assert_true(cs_same(v, cs_int(1)));
  OK(cs_dict_set(ctx, d, cs_int(2), CS_NONE));
  for (int i = 0; i < 2; i++) {
    assert_int_equal(cs_op_next(ctx, it, &v), CS_THROW);
    assert_string_equal(
        fx_error, "RuntimeError: dictionary changed size during iteration");
  }
  fx_close(f);
  free(f);
}

static void ranges_reach_beyond_machine_words(void **state) {
  (void)state;
  fixture *f = malloc(sizeof *f);
  open_fixture(f);
  cs_ctx *ctx = &f->ctx;
  cs_value huge, r, v, want;
  OK(cs_int_parse(ctx, "100000000000000000000000", 24, 10, &huge));
  OK(cs_range_new(ctx, cs_int(0), huge, cs_int(7), &r));
  OK(cs_range_at(ctx, r, cs_int(-1), &v));
  OK(cs_int_parse(ctx, "99999999999999999999995", 23, 10, &want));
  assert_int_equal(cs_int_compare(ctx, v, want), 0);
  bool in;
  OK(cs_op_contains(ctx, r, want, &in));
  assert_true(in);
  OK(cs_op_contains(ctx, r, huge, &in));
  assert_false(in);
  fx_close(f);
  free(f);
}

/* Advance with the n-th allocation failing; afterwards, without. */
static cs_status next_failing(cs_ctx *ctx, cs_value it, uint64_t n,
                              cs_value *out) {
  ctx->torture_n = n;
  cs_status st = cs_op_next(ctx, it, out);
  ctx->torture_n = 0;
  return st;
}

static void an_iterator_without_space_does_not_advance(void **state) {
  (void)state;
  fixture *f = malloc(sizeof *f);
  open_fixture(f);
  cs_ctx *ctx = &f->ctx;
  OK(cs_tuple_new(ctx, NULL, 0, &ctx->image->empty_tuple));
  for (uint64_t fail = 1; fail < 5; fail++) {
    cs_value d, parts[2], tuple, zip, v;
    OK(cs_dict_new(ctx, 0, &d));
    for (int i = 0; i < 5; i++) OK(cs_dict_set(ctx, d, cs_int(i), CS_TRUE));
    OK(cs_op_iter(ctx, fx_str(f, "日本語文字"), &parts[0]));
    OK(cs_iter_new(ctx, CS_ITER_DICTITEMS, d, cs_int(0), cs_int(5), cs_int(5),
                   &parts[1]));
    OK(cs_tuple_new(ctx, parts, 2, &tuple));
    OK(cs_iter_new(ctx, CS_ITER_ZIP, tuple, CS_NONE, CS_NONE, CS_NONE, &zip));
    CS_PTR(ctx, cs_iter, zip)->h.flags = CS_ITER_DEPTH | CS_ITER_UNDO;
    int rows = 0;
    for (;; rows++) {
      if (next_failing(ctx, zip, fail, &v) == CS_RETRY)
        OK(cs_op_next(ctx, zip, &v));
      if (cs_is_unbound(v)) break;
      cs_value pair = cs_tuple_at(ctx, v, 1);
      assert_int_equal(cs_int_of(cs_tuple_at(ctx, pair, 0)), rows);
    }
    assert_int_equal(rows, 5);
  }
  fx_close(f);
  free(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slices_pick_the_items_python_defines),
      cmocka_unit_test(slices_of_text_count_code_points),
      cmocka_unit_test(sorting_is_stable_in_both_directions),
      cmocka_unit_test(sorting_gives_up_on_what_cannot_be_compared),
      cmocka_unit_test(remainders_have_the_sign_of_the_divisor),
      cmocka_unit_test(huge_repetition_is_refused_before_it_is_made),
      cmocka_unit_test(a_dict_that_grows_stops_its_iterator),
      cmocka_unit_test(ranges_reach_beyond_machine_words),
      cmocka_unit_test(an_iterator_without_space_does_not_advance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
