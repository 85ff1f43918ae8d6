/*
 * test_cleanup.c - descriptors close with their scope, unless stolen.
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
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>

#include "base/cleanup.h"

static bool is_open(int fd) {
  return fcntl(fd, F_GETFD) != -1;
}

static void a_descriptor_closes_with_its_block(void **state) {
  (void)state;
  int seen;
  {
    CS_AUTO_FD
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0 && is_open(fd));
    seen = fd;
    errno = EDOM;
  }
  assert_int_equal(errno, EDOM);
  assert_false(is_open(seen));
}

static void a_stolen_descriptor_stays_open(void **state) {
  (void)state;
  int taken;
  {
    CS_AUTO_FD
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    taken = cs_steal(&fd);
    assert_int_equal(fd, -1);
  }
  assert_true(is_open(taken));
  close(taken);
}

static void a_stolen_pointer_is_not_freed(void **state) {
  (void)state;
  char *taken;
  {
    CS_AUTO_FREE
    char *text = strdup("kept");
    CS_AUTO_FREE
    char *other = strdup("freed");
    CS_AUTO_FREE
    char *none = NULL;
    (void)other;
    (void)none;
    taken = cs_steal(&text);
    assert_null(text);
  }
  assert_string_equal(taken, "kept");
  free(taken);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_descriptor_closes_with_its_block),
      cmocka_unit_test(a_stolen_descriptor_stays_open),
      cmocka_unit_test(a_stolen_pointer_is_not_freed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
