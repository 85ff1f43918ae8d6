/*
 * test_wire.c - what was written is read; hostile bytes are refused.
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

#include <stdlib.h>
#include <string.h>

#include "base/wire.h"

static void write_everything(cs_wire *w) {
  cs_wire_begin(w, CS_WIRE_LIST, 17);
  cs_wire_none(w);
  cs_wire_bool(w, true);
  cs_wire_int(w, -5);
  cs_wire_uint(w, UINT64_MAX);
  cs_wire_float(w, 0.5);
  cs_wire_complex(w, 1, -2);
  cs_wire_text(w, "h\xC3\xA9");
  cs_wire_bytes(w, "\0\xFF", 2);
  cs_wire_begin(w, CS_WIRE_DICT, 1);
  cs_wire_text(w, "k");
  cs_wire_begin(w, CS_WIRE_TUPLE, 0);
  cs_wire_date(w, 2024, 2, 29);
  cs_wire_datetime(w, (int[3]){1, 1, 1}, (int[5]){23, 59, 58, 999999, 1});
  cs_wire_none(w);
  cs_wire_timedelta(w, -1, 86399, 5);
  cs_wire_path(w, "/a/b", 4);
  cs_wire_exception(w, "ValueError", "no");
  cs_wire_object(w, CS_WIRE_OBJECT, CS_WIRE_IS_DATACLASS, 7, 1);
  cs_wire_text(w, "Point");
  cs_wire_text(w, "x");
  cs_wire_int(w, 1);
  cs_wire_decimal(w, true, CS_WIRE_FINITE);
  cs_wire_int(w, 15);
  cs_wire_int(w, -1);
  cs_wire_tagged1(w, CS_WIRE_CYCLE, CS_WIRE_LIST);
}

static void what_is_written_can_be_read(void **state) {
  (void)state;
  cs_wire w;
  cs_wire_item it;
  int64_t i;
  uint32_t n;
  double f;
  const char *s;
  size_t len;
  cs_wire_init(&w, 10000);
  write_everything(&w);
  assert_int_equal(w.status, CS_OK);
  assert_int_equal(cs_wire_check(w.data, w.len, 1), CS_OK);
  cs_wire_in in = cs_wire_read(w.data, w.len), whole = in;
  assert_int_equal(cs_wire_skip(&whole), CS_OK);
  assert_ptr_equal(whole.at, whole.end);
  assert_int_equal(cs_wire_next(&whole, &it), CS_EINVAL);
  assert_true(cs_wire_get_seq(&in, &n));
  assert_int_equal(n, 17);
  assert_false(cs_wire_get_int(&in, &i));
  assert_true(cs_wire_get_none(&in));
  bool b = false;
  assert_true(cs_wire_get_bool(&in, &b));
  assert_true(b);
  assert_true(cs_wire_get_int(&in, &i));
  assert_int_equal(i, -5);
  assert_int_equal(cs_wire_next(&in, &it), CS_OK);
  assert_int_equal(it.tag, CS_WIRE_BIGINT);
  assert_int_equal(it.len, 8);
  assert_false(it.negative);
  assert_true(cs_wire_get_float(&in, &f));
  assert_true(f == 0.5);
  assert_int_equal(cs_wire_next(&in, &it), CS_OK);
  assert_true(it.f == 1 && it.g == -2);
  assert_true(cs_wire_get_str(&in, &s, &len));
  assert_int_equal(len, 3);
  const void *data;
  assert_true(cs_wire_get_bytes(&in, &data, &len));
  assert_memory_equal(data, "\0\xFF", 2);
  assert_true(cs_wire_get_dict(&in, &n));
  assert_int_equal(cs_wire_skip(&in), CS_OK);
  assert_int_equal(cs_wire_skip(&in), CS_OK);
  assert_int_equal(cs_wire_next(&in, &it), CS_OK);
  assert_int_equal(it.date[2], 29);
  assert_int_equal(cs_wire_next(&in, &it), CS_OK);
  assert_int_equal(it.time[3], 999999);
  assert_int_equal(it.time[4], 1);
  cs_wire_fini(&w);
}

static void small_numbers_have_one_form(void **state) {
  (void)state;
  uint64_t magnitude = UINT64_C(1) << 63;
  cs_wire w;
  cs_wire_init(&w, 100);
  cs_wire_bigint(&w, true, &magnitude, 8); /* INT64_MIN */
  cs_wire_in in = cs_wire_read(w.data, w.len);
  int64_t v;
  assert_true(cs_wire_get_int(&in, &v));
  assert_true(v == INT64_MIN);
  uint8_t forged[] = {CS_WIRE_BIGINT, 0, 8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
  assert_int_equal(cs_wire_check(forged, sizeof forged, 1), CS_ECORRUPT);
  cs_wire_fini(&w);
}

static void the_first_problem_sticks(void **state) {
  (void)state;
  cs_wire w;
  char room[8];
  cs_wire_init_fixed(&w, room, sizeof room);
  cs_wire_none(&w);
  cs_wire_int(&w, 1);
  assert_int_equal(w.status, CS_ELIMIT);
  cs_wire_none(&w);
  assert_int_equal(w.len, 1);
  cs_wire_clear(&w);
  cs_wire_str(&w, "\xFF", 1);
  assert_int_equal(w.status, CS_EINVAL);
  cs_wire_clear(&w);
  cs_wire_str(&w, "\xED\xA0\x80", 3); /* a lone surrogate is text */
  assert_int_equal(w.status, CS_OK);
}

static void lying_counts_and_deep_towers_are_refused(void **state) {
  (void)state;
  uint8_t lie[] = {CS_WIRE_LIST, 0xFF, 0xFF, 0xFF, 0x7F, 0};
  cs_wire_in in = cs_wire_read(lie, sizeof lie);
  cs_wire_item it;
  assert_int_equal(cs_wire_next(&in, &it), CS_ECORRUPT);
  cs_wire w;
  cs_wire_init(&w, 100000);
  for (int i = 0; i <= CS_WIRE_DEPTH; i++) cs_wire_begin(&w, CS_WIRE_LIST, 1);
  cs_wire_none(&w);
  assert_int_equal(cs_wire_check(w.data, w.len, 1), CS_ECORRUPT);
  assert_int_equal(cs_wire_check(w.data + 5, w.len - 5, 1), CS_OK);
  cs_wire_fini(&w);
}

static void cut_and_flipped_messages_never_read_too_far(void **state) {
  (void)state;
  cs_wire w;
  cs_wire_init(&w, 10000);
  write_everything(&w);
  for (size_t n = 0; n < w.len; n++) {
    uint8_t *copy = malloc(n + 1); /* sanitizers see one byte too far */
    memcpy(copy, w.data, n);
    assert_int_not_equal(cs_wire_check(copy, n, 1), CS_OK);
    free(copy);
  }
  uint32_t seed = 1;
  for (int round = 0; round < 20000; round++) {
    seed = seed * 1664525 + 1013904223;
    size_t at = (seed >> 8) % w.len;
    uint8_t old = w.data[at];
    w.data[at] = (uint8_t)(seed >> 3);
    (void)!cs_wire_check(w.data, w.len, 1);
    w.data[at] = old;
  }
  assert_int_equal(cs_wire_check(w.data, w.len, 1), CS_OK);
  cs_wire_fini(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_can_be_read),
      cmocka_unit_test(small_numbers_have_one_form),
      cmocka_unit_test(the_first_problem_sticks),
      cmocka_unit_test(lying_counts_and_deep_towers_are_refused),
      cmocka_unit_test(cut_and_flipped_messages_never_read_too_far),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
