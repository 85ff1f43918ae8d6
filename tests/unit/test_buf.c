/*
 * test_buf.c - the buffer grows, keeps its NUL and never passes its ceiling.
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

#include "base/buf.h"
#include "base/cleanup.h"

static void an_empty_buffer_reads_as_empty_text(void **state) {
  (void)state;
  cs_buf b;
  cs_buf_init(&b, 10);
  assert_string_equal(cs_buf_text(&b), "");
  assert_null(cs_buf_release(&b));
  cs_buf_clear(&b);
  cs_buf_fini(&b);
  cs_buf_fini(&b);
}

static void pieces_are_joined(void **state) {
  (void)state;
  cs_buf b;
  cs_buf_init(&b, 1000);
  assert_int_equal(cs_buf_put_text(&b, "one"), CS_OK);
  assert_int_equal(cs_buf_put(&b, "", 0), CS_OK);
  assert_int_equal(cs_buf_printf(&b, "-%03d", 7), CS_OK);
  assert_string_equal(cs_buf_text(&b), "one-007");
  assert_int_equal(b.len, 7);
  cs_buf_clear(&b);
  assert_string_equal(cs_buf_text(&b), "");
  cs_buf_fini(&b);
}

static void the_ceiling_holds_and_nothing_is_half_done(void **state) {
  (void)state;
  cs_buf b;
  cs_buf_init(&b, 5);
  assert_int_equal(cs_buf_put_text(&b, "12345"), CS_OK);
  assert_int_equal(cs_buf_put_text(&b, "6"), CS_ELIMIT);
  assert_int_equal(cs_buf_printf(&b, "%d", 6), CS_ELIMIT);
  assert_int_equal(cs_buf_reserve(&b, SIZE_MAX), CS_ELIMIT);
  assert_string_equal(cs_buf_text(&b), "12345");
  assert_true(b.room <= 6);
  cs_buf_fini(&b);
  cs_buf_init(&b, SIZE_MAX);
  assert_int_equal(cs_buf_reserve(&b, SIZE_MAX), CS_ELIMIT);
  cs_buf_fini(&b);
}

static void growth_keeps_every_byte(void **state) {
  (void)state;
  cs_buf b;
  cs_buf_init(&b, 100000);
  for (int i = 0; i < 100000; i++) {
    char c = (char)(i % 251);
    assert_int_equal(cs_buf_put(&b, &c, 1), CS_OK);
  }
  for (int i = 0; i < 100000; i++) assert_int_equal(b.data[i], (char)(i % 251));
  assert_int_equal(b.data[b.len], 0);
  cs_buf_fini(&b);
}

static void direct_writes_are_sealed(void **state) {
  (void)state;
  cs_buf b;
  cs_buf_init(&b, 100);
  assert_int_equal(cs_buf_reserve(&b, 4), CS_OK);
  memcpy(b.data, "abcd", 4);
  b.len += 4;
  cs_buf_seal(&b);
  CS_AUTO_FREE
  char *text = cs_buf_release(&b);
  assert_string_equal(text, "abcd");
  assert_string_equal(cs_buf_text(&b), "");
  cs_buf_fini(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_empty_buffer_reads_as_empty_text),
      cmocka_unit_test(pieces_are_joined),
      cmocka_unit_test(the_ceiling_holds_and_nothing_is_half_done),
      cmocka_unit_test(growth_keeps_every_byte),
      cmocka_unit_test(direct_writes_are_sealed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
