/*
 * test_error.c - error records: optional, bounded, valid UTF-8.
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

#include <errno.h>
#include <string.h>

#include "base/error.h"

static void a_message_is_formatted(void **state) {
  (void)state;
  cs_error err;
  assert_int_equal(cs_error_set(&err, CS_ELIMIT, "%d of %s", 3, "calls"),
                   CS_ELIMIT);
  assert_int_equal(err.code, CS_ELIMIT);
  assert_int_equal(err.os, 0);
  assert_string_equal(err.text, "3 of calls");
}

static void nobody_has_to_listen(void **state) {
  (void)state;
  assert_int_equal(cs_error_set(NULL, CS_EINVAL, "unheard"), CS_EINVAL);
  assert_int_equal(cs_error_os(NULL, "unheard"), CS_EOS);
}

static void a_system_error_says_why(void **state) {
  (void)state;
  cs_error err;
  errno = ENOENT;
  assert_int_equal(cs_error_os(&err, "open %s", "/x"), CS_EOS);
  assert_int_equal(err.os, ENOENT);
  assert_int_equal(errno, ENOENT);
  assert_string_equal(err.text, "open /x: No such file or directory");
  errno = 99999;
  assert_int_equal(cs_error_os(&err, "open"), CS_EOS);
  assert_string_equal(err.text, "open: unknown error");
}

static void a_long_text_is_cut_between_characters(void **state) {
  (void)state;
  cs_error err;
  char longer[400];
  for (size_t i = 0; i + 3 <= sizeof longer; i += 3)
    memcpy(longer + i, "\xe2\x82\xac", 3); /* euro signs */
  longer[399] = '\0';
  (void)cs_error_set(&err, CS_EINVAL, "%s", longer);
  assert_int_equal(strlen(err.text), 198); /* 66 whole ones */
  (void)cs_error_set(&err, CS_EINVAL, "a%s", longer);
  assert_int_equal(strlen(err.text), 199);
  errno = EPERM;
  (void)cs_error_os(&err, "%s", longer);
  assert_int_equal(strlen(err.text), 199);
  assert_int_equal(err.text[198], ':');
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_message_is_formatted),
      cmocka_unit_test(nobody_has_to_listen),
      cmocka_unit_test(a_system_error_says_why),
      cmocka_unit_test(a_long_text_is_cut_between_characters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
