/*
 * test_os_call.c - names of requests are found exactly, whatever is asked.
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

#include <string.h>

#include "base/os_call.h"

static void test_every_request_finds_itself(void **state) {
  (void)state;
  for (int i = 0; i < CS_OSCALLS; i++) {
    const cs_oscall_row *row = &cs_oscall_rows[i];
    assert_int_equal(strlen(row->name), row->len);
    assert_int_equal(cs_oscall_find(row->name, row->len), i);
  }
}

static void test_other_names_are_no_request(void **state) {
  static const struct {
    const char *name;
    size_t len;
  } others[] = {{"", 0},
                {"time.time_n", 11},
                {"time.time_nss", 13},
                {"fs.open\0", 8},
                {"FS.OPEN", 7},
                {"fs.", 3},
                {"Path.chmod", 10},
                {"fs.open", 6}};
  (void)state;
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    assert_int_equal(cs_oscall_find(others[i].name, others[i].len),
                     CS_OSCALL_NONE);
}

/* Whoever forgets to ask whether there is a row must be granted nothing. */
static void test_no_request_has_no_trait(void **state) {
  (void)state;
  assert_false(cs_oscall_is(CS_OSCALL_NONE, UINT32_MAX));
  assert_int_equal(cs_oscall_is_about(CS_OSCALL_NONE), CS_ABOUT_OTHER);
  assert_false(cs_oscall_is_for_files(CS_OSCALL_NONE));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_request_finds_itself),
      cmocka_unit_test(test_other_names_are_no_request),
      cmocka_unit_test(test_no_request_has_no_trait),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
