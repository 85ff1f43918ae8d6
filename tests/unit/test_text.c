/*
 * test_text.c - builder, quoting, repr, join and % without a VM.
 *
 * Expected texts are CPython 3.11's.  Everything that allocates is also run
 * with each allocation failing in turn: nothing but CS_RETRY may come of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "heap_fixture.h"

#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/types/builder.h"
#include "py/types/format.h"
#include "py/types/ops.h"
#include "py/types/quote.h"
#include "py/types/repr.h"
#include "py/types/str_ops.h"

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
  f->ctx.head->recursion_limit = 1000;
  for (uint32_t i = 0; i < CS_ROOT_COUNT; i++)
    f->ctx.head->root[i] = CS_UNBOUND;
}

static void expect_text(fixture *f, cs_value v, const char *text) {
  uint32_t n;
  const char *s = cs_str_data(&f->ctx, v, &n);
  char copy[4096];
  assert_true(n < sizeof copy);
  memcpy(copy, s, n);
  copy[n] = 0;
  assert_string_equal(copy, text);
}

static void a_builder_counts_bytes_and_code_points(void **state) {
  (void)state;
  fixture *f = calloc(1, sizeof *f);
  open_fixture(f);
  cs_builder b;
  cs_value v;
  cs_builder_init(&b, &f->ctx);
  for (int i = 0; i < 1000; i++) { /* leaves the local buffer */
    cs_builder_c(&b, "ab");
    cs_builder_char(&b, 0xE9);
    cs_builder_fill(&b, 0x20AC, 2);
  }
  OK(cs_builder_finish(&b, &v));
  assert_int_equal(cs_str_bytes(&f->ctx, v), 10000);
  assert_int_equal(cs_str_chars(&f->ctx, v), 5000);
  assert_false(cs_str_is_ascii(&f->ctx, v));
  cs_builder_init(&b, &f->ctx);
  cs_builder_int(&b, -42);
  cs_builder_address(&b, 0x03400010);
  OK(cs_builder_finish(&b, &v));
  expect_text(f, v, "-420x7f0003400010");
  assert_true(cs_str_is_ascii(&f->ctx, v));
  fx_close(f);
  free(f);
}

static void quotes_are_chosen_as_in_cpython(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"abc", "'abc'"},
      {"it's", "\"it's\""},
      {"say \"hi\"", "'say \"hi\"'"},
      {"it's \"it\"", "'it\\'s \"it\"'"},
      {"\\\n\r\t\x01\x7f", "'\\\\\\n\\r\\t\\x01\\x7f'"},
      {"\xc3\xa9\xe2\x82\xac", "'\xc3\xa9\xe2\x82\xac'"},
      {"\xc2\xad\xe2\x80\xa8", "'\\xad\\u2028'"},
      {"\xed\xa0\x80", "'\\ud800'"},
      {"\xf3\xa0\x80\x81", "'\\U000e0001'"},
  };
  fixture *f = calloc(1, sizeof *f);
  open_fixture(f);
  for (size_t i = 0; i < COUNT(cases); i++) {
    cs_value v;
    OK(cs_op_repr(&f->ctx, fx_str(f, cases[i][0]), &v));
    expect_text(f, v, cases[i][1]);
  }
  fx_close(f);
  free(f);
}

static cs_value nested(fixture *f) {
  cs_value d, l, t, items[3] = {cs_int(1), cs_float(2.5), fx_str(f, "x")};
  OK(cs_list_new(&f->ctx, items, 3, &l));
  OK(cs_tuple_new(&f->ctx, &l, 1, &t));
  OK(cs_dict_new(&f->ctx, 0, &d));
  OK(cs_dict_set(&f->ctx, d, fx_str(f, "k"), t));
  OK(cs_dict_set(&f->ctx, d, cs_int(7), CS_NONE));
  OK(cs_list_append(&f->ctx, l, d)); /* a cycle */
  return d;
}

static void containers_print_their_parts_and_cycles(void **state) {
  (void)state;
  fixture *f = calloc(1, sizeof *f);
  open_fixture(f);
  cs_value v;
  OK(cs_op_repr(&f->ctx, nested(f), &v));
  expect_text(f, v, "{'k': ([1, 2.5, 'x', {...}],), 7: None}");
  fx_close(f);
  free(f);
}

/* `v` inside `depth` more lists. */
static cs_value wrap(fixture *f, cs_value v, int depth) {
  for (int i = 0; i < depth; i++) {
    cs_value inner = v;
    OK(cs_list_new(&f->ctx, &inner, 1, &v));
  }
  return v;
}

static void depth_ends_at_the_recursion_limit(void **state) {
  (void)state;
  fixture *f = calloc(1, sizeof *f);
  open_fixture(f);
  cs_value v, list;
  OK(cs_list_new(&f->ctx, NULL, 0, &list));
  list = wrap(f, list, 500);
  OK(cs_op_repr(&f->ctx, list, &v));
  assert_int_equal(cs_str_bytes(&f->ctx, v), 1002);
  list = wrap(f, list, 5000);
  assert_int_equal(cs_op_repr(&f->ctx, list, &v), CS_THROW);
  assert_string_equal(fx_error,
                      "RecursionError: maximum recursion depth exceeded while "
                      "getting the repr of an object");
  fx_close(f);
  free(f);
}

static void join_measures_before_it_writes(void **state) {
  (void)state;
  fixture *f = calloc(1, sizeof *f);
  open_fixture(f);
  cs_value v,
      items[3] = {fx_str(f, "abc"), fx_str(f, "\xc3\xa9"), fx_str(f, "z")};
  OK(cs_str_join(&f->ctx, fx_str(f, ", "), items, 3, &v));
  expect_text(f, v, "abc, \xc3\xa9, z");
  assert_int_equal(cs_str_chars(&f->ctx, v), 9);
  items[1] = cs_int(5);
  assert_int_equal(cs_str_join(&f->ctx, fx_str(f, ","), items, 3, &v),
                   CS_THROW);
  fx_close(f);
  free(f);
}

static void percent_takes_arguments_in_order(void **state) {
  (void)state;
  fixture *f = calloc(1, sizeof *f);
  open_fixture(f);
  cs_value v, args, items[3] = {cs_int(255), fx_str(f, "ab"), cs_float(1.5)};
  OK(cs_tuple_new(&f->ctx, items, 3, &args));
  OK(cs_str_percent(&f->ctx, fx_str(f, "%#06x|%-5s|%+.2f%%"), args, &v));
  expect_text(f, v, "0x00ff|ab   |+1.50%");
  assert_int_equal(cs_str_percent(&f->ctx, fx_str(f, "%d"), args, &v),
                   CS_THROW);
  fx_close(f);
  free(f);
}

/* Run `work` with the n-th allocation failing, for every n that it reaches. */
static void fail_each(cs_status (*work)(fixture *, cs_value, cs_value *)) {
  fixture *f = calloc(1, sizeof *f);
  open_fixture(f);
  cs_value input = nested(f), want, got;
  for (int i = 0; i < 300; i++)
    OK(cs_dict_set(&f->ctx, input, cs_int(100 + i), cs_int(i)));
  OK(work(f, input, &want));
  bool done = false;
  for (uint64_t n = 1; !done; n++) {
    f->ctx.torture_n = n;
    cs_status st = work(f, input, &got);
    done = f->ctx.torture_n > 0;
    f->ctx.torture_n = 0;
    if (done)
      OK(st);
    else
      assert_int_equal(st, CS_RETRY);
  }
  assert_true(cs_str_eq(&f->ctx, want, got));
  fx_close(f);
  free(f);
}

static cs_status work_repr(fixture *f, cs_value v, cs_value *out) {
  return cs_op_repr(&f->ctx, v, out);
}

static cs_status work_percent(fixture *f, cs_value v, cs_value *out) {
  static const char text[] = "%(k)s %(k)r|%(k)500s";
  cs_value fmt;
  cs_status st = cs_str_new(&f->ctx, text, sizeof text - 1, &fmt);
  return st == CS_OK ? cs_str_percent(&f->ctx, fmt, v, out) : st;
}

static void failing_allocations_are_retries(void **state) {
  (void)state;
  fail_each(work_repr);
  fail_each(work_percent);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_builder_counts_bytes_and_code_points),
      cmocka_unit_test(quotes_are_chosen_as_in_cpython),
      cmocka_unit_test(containers_print_their_parts_and_cycles),
      cmocka_unit_test(depth_ends_at_the_recursion_limit),
      cmocka_unit_test(join_measures_before_it_writes),
      cmocka_unit_test(percent_takes_arguments_in_order),
      cmocka_unit_test(failing_allocations_are_retries),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
