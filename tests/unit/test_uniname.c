/*
 * test_uniname.c - names of code points, there and back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "digest/checksum.h"
#include "text/uniname.h"
#include "vec/uniname.inc"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void names_agree_for_every_code_point(void **state) {
  (void)state;
  uint32_t sum = 0, count = 0;
  for (uint32_t cp = 0; cp < 0x110000; cp++) {
    char name[CS_UNINAME_MAX];
    size_t n = cs_uniname_get(cp, name, sizeof name);
    assert_true(n <= sizeof name);
    sum = cs_checksum_crc32(sum, name, n);
    sum = cs_checksum_crc32(sum, ";", 1);
    count += n > 0;
  }
  assert_int_equal(count, COUNT_NAMES);
  assert_int_equal(sum, SUM_NAMES);
}

static void every_name_is_found_again(void **state) {
  (void)state;
  for (uint32_t cp = 0; cp < 0x110000; cp++) {
    char name[CS_UNINAME_MAX];
    uint32_t found = 0;
    size_t n = cs_uniname_get(cp, name, sizeof name);
    if (n == 0) continue;
    assert_true(cs_uniname_find(name, n, &found));
    assert_int_equal(found, cp);
  }
}

static void lookups_agree_with_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(lookup_vectors); i++) {
    const struct lookup_vector *v = &lookup_vectors[i];
    uint32_t out[CS_UNINAME_TEXT_MAX], one;
    uint32_t n = cs_uniname_lookup(v->name, strlen(v->name), out);
    assert_int_equal(n, v->n);
    for (uint32_t k = 0; k < n; k++) assert_int_equal(out[k], v->cp[k]);
    assert_int_equal(cs_uniname_find(v->name, strlen(v->name), &one),
                     v->n == 1);
  }
}

static void small_buffers_are_not_written(void **state) {
  (void)state;
  char buf[4] = "xyz";
  assert_int_equal(cs_uniname_get('a', buf, 3), 20);
  assert_string_equal(buf, "xyz");
  assert_int_equal(cs_uniname_get('a', NULL, 0), 20);
  assert_int_equal(cs_uniname_get(0x110000, NULL, 0), 0);
  assert_int_equal(cs_uniname_get(UINT32_MAX, NULL, 0), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_agree_for_every_code_point),
      cmocka_unit_test(every_name_is_found_again),
      cmocka_unit_test(lookups_agree_with_cpython),
      cmocka_unit_test(small_buffers_are_not_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
