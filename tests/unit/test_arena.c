/*
 * test_arena.c - the arena commits, refuses and forgets as its header says.
 *
 * Whether a page is accessible is asked of the kernel (process_vm_readv), so
 * no test needs a signal handler.
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
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/arena_file.h"
#include "base/cleanup.h"

#define MIB (UINT64_C(1) << 20)

static bool is_readable(const cs_arena *a, uint64_t at) {
  char byte;
  struct iovec to = {&byte, 1};
  struct iovec from = {a->base + at, 1};
  return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == 1;
}

static void nothing_is_accessible_at_first(void **state) {
  (void)state;
  cs_arena a;
  assert_int_equal(cs_arena_init(&a, 64 * MIB), CS_OK);
  assert_false(is_readable(&a, 0));
  assert_false(is_readable(&a, CS_PAGE));
  assert_false(is_readable(&a, CS_ARENA_ABOVE - 1));
  assert_false(is_readable(&a, 0 - CS_ARENA_BELOW));
  cs_arena_fini(&a);
  cs_arena_fini(&a);
}

static void a_limit_is_rounded_and_capped(void **state) {
  (void)state;
  cs_arena a;
  assert_int_equal(cs_arena_init(&a, 2 * CS_PAGE - 1), CS_EINVAL);
  assert_int_equal(cs_arena_init(&a, 3 * CS_PAGE + 17), CS_OK);
  assert_int_equal(a.limit, 3 * CS_PAGE);
  cs_arena_fini(&a);
  assert_int_equal(cs_arena_init(&a, UINT64_MAX), CS_OK);
  assert_int_equal(a.limit, CS_ARENA_MAX);
  cs_arena_fini(&a);
}

static void commit_opens_exactly_the_range(void **state) {
  (void)state;
  cs_arena a;
  assert_int_equal(cs_arena_init(&a, 64 * MIB), CS_OK);
  assert_int_equal(cs_arena_commit(&a, 8 * CS_PAGE, 10 * CS_PAGE), CS_OK);
  assert_false(is_readable(&a, 8 * CS_PAGE - 1));
  assert_true(is_readable(&a, 8 * CS_PAGE));
  assert_true(is_readable(&a, 10 * CS_PAGE - 1));
  assert_false(is_readable(&a, 10 * CS_PAGE));
  memset(cs_arena_at(&a, 8 * 4096), 7, 2 * CS_PAGE);
  assert_int_equal(cs_arena_commit(&a, 8 * CS_PAGE, 16 * CS_PAGE), CS_OK);
  assert_int_equal(*(char *)cs_arena_at(&a, 9 * 4096), 7);
  cs_arena_fini(&a);
}

static void bad_ranges_are_refused(void **state) {
  (void)state;
  cs_arena a;
  assert_int_equal(cs_arena_init(&a, 16 * CS_PAGE), CS_OK);
  assert_int_equal(cs_arena_commit(&a, 0, CS_PAGE), CS_EINVAL);
  assert_int_equal(cs_arena_commit(&a, CS_PAGE, CS_PAGE + 1), CS_EINVAL);
  assert_int_equal(cs_arena_commit(&a, CS_PAGE, 17 * CS_PAGE), CS_EINVAL);
  assert_int_equal(cs_arena_commit(&a, 3 * CS_PAGE, 2 * CS_PAGE), CS_EINVAL);
  assert_int_equal(cs_arena_decommit(&a, 0, CS_PAGE), CS_EINVAL);
  assert_int_equal(cs_arena_commit(&a, CS_PAGE, CS_PAGE), CS_OK);
  cs_arena_fini(&a);
}

static void decommit_forgets_the_bytes(void **state) {
  (void)state;
  cs_arena a;
  assert_int_equal(cs_arena_init(&a, 64 * MIB), CS_OK);
  assert_int_equal(cs_arena_commit(&a, CS_PAGE, 4 * CS_PAGE), CS_OK);
  memset(cs_arena_at(&a, 4096), 0x5A, 3 * CS_PAGE);
  assert_int_equal(cs_arena_decommit(&a, 2 * CS_PAGE, 4 * CS_PAGE), CS_OK);
  assert_true(is_readable(&a, CS_PAGE));
  assert_false(is_readable(&a, 2 * CS_PAGE));
  assert_int_equal(cs_arena_commit(&a, 2 * CS_PAGE, 3 * CS_PAGE), CS_OK);
  assert_int_equal(*(char *)cs_arena_at(&a, 2 * 4096), 0);
  assert_int_equal(*(char *)cs_arena_at(&a, 4096), 0x5A);
  cs_arena_fini(&a);
}

static void growth_doubles_and_stops_at_the_maximum(void **state) {
  (void)state;
  cs_arena a;
  assert_int_equal(cs_arena_init(&a, 64 * MIB), CS_OK);
  uint64_t from = MIB;
  uint64_t end = from;
  uint64_t max = 4 * MIB;
  assert_int_equal(cs_arena_grow(&a, from, &end, from + 1, max), CS_OK);
  assert_int_equal(end, from + MIB / 4);
  assert_int_equal(cs_arena_grow(&a, from, &end, end + 1, max), CS_OK);
  assert_int_equal(end, from + MIB / 2);
  assert_int_equal(cs_arena_grow(&a, from, &end, 3 * MIB + 1, max), CS_OK);
  assert_int_equal(end, max);
  assert_true(is_readable(&a, max - 1));
  assert_false(is_readable(&a, max));
  assert_int_equal(cs_arena_grow(&a, from, &end, max, max), CS_OK);
  assert_int_equal(cs_arena_grow(&a, from, &end, max + 1, max), CS_ELIMIT);
  assert_int_equal(end, max);
  cs_arena_fini(&a);
}

static int open_image(const char *text, size_t len) {
  CS_AUTO_FD
  int fd = memfd_create("image", MFD_CLOEXEC);
  assert_true(fd >= 0);
  assert_int_equal(write(fd, text, len), len);
  return cs_steal(&fd);
}

static void an_image_is_shared_and_read_only(void **state) {
  (void)state;
  cs_arena a;
  cs_arena b;
  CS_AUTO_FD
  int fd = open_image("warm", 4);
  assert_int_equal(cs_arena_init(&a, 64 * MIB), CS_OK);
  assert_int_equal(cs_arena_init(&b, 64 * MIB), CS_OK);
  assert_int_equal(cs_arena_map_image(&a, fd, CS_PAGE, 4), CS_OK);
  assert_int_equal(cs_arena_map_image(&b, fd, CS_PAGE, 4), CS_OK);
  assert_memory_equal(cs_arena_at(&a, 4096), "warm", 4);
  assert_memory_equal(cs_arena_at(&b, 4096), "warm", 4);
  /* The kernel refuses to store into it. */
  struct iovec from = {&a, 1};
  struct iovec to = {cs_arena_at(&a, 4096), 1};
  assert_int_equal(process_vm_writev(getpid(), &from, 1, &to, 1, 0), -1);
  assert_int_equal(cs_arena_commit(&a, CS_PAGE, 2 * CS_PAGE), CS_EINVAL);
  assert_int_equal(cs_arena_decommit(&a, CS_PAGE, 3 * CS_PAGE), CS_EINVAL);
  assert_int_equal(cs_arena_commit(&a, 2 * CS_PAGE, 3 * CS_PAGE), CS_OK);
  cs_arena_fini(&a);
  cs_arena_fini(&b);
}

static void a_bad_image_is_refused(void **state) {
  (void)state;
  cs_arena a;
  CS_AUTO_FD
  int fd = open_image("warm", 4);
  assert_int_equal(cs_arena_init(&a, 16 * CS_PAGE), CS_OK);
  assert_int_equal(cs_arena_map_image(&a, fd, CS_PAGE, 5), CS_EINVAL);
  assert_int_equal(cs_arena_map_image(&a, fd, CS_PAGE, 0), CS_EINVAL);
  assert_int_equal(cs_arena_map_image(&a, fd, 0, 4), CS_EINVAL);
  assert_int_equal(cs_arena_map_image(&a, fd, 16 * CS_PAGE, 4), CS_EINVAL);
  assert_int_equal(cs_arena_map_image(&a, fd, UINT64_MAX - 4095, 4), CS_EINVAL);
  assert_int_equal(cs_arena_map_image(&a, fd, CS_PAGE, UINT64_MAX), CS_EINVAL);
  assert_int_equal(cs_arena_map_image(&a, -1, CS_PAGE, 4), CS_EOS);
  assert_int_equal(cs_arena_map_image(&a, fd, CS_PAGE, 4), CS_OK);
  assert_int_equal(cs_arena_map_image(&a, fd, 4 * CS_PAGE, 4), CS_EINVAL);
  cs_arena_fini(&a);
}

/* A program that holds an image has something before it and behind it. */
static void an_image_may_lie_inside_a_file(void **state) {
  (void)state;
  cs_arena a;
  CS_AUTO_FD
  int fd = open_image("head", 4);
  assert_int_equal(ftruncate(fd, 3 * CS_PAGE), 0);
  assert_int_equal(pwrite(fd, "warm", 4, CS_PAGE), 4);
  assert_int_equal(cs_arena_init(&a, 16 * CS_PAGE), CS_OK);
  assert_int_equal(cs_arena_map_file(&a, fd, 16, CS_PAGE, 4), CS_EINVAL);
  assert_int_equal(cs_arena_map_file(&a, fd, CS_PAGE, CS_PAGE, 2 * CS_PAGE + 1),
                   CS_EINVAL);
  assert_int_equal(
      cs_arena_map_file(&a, fd, UINT64_MAX - 4095, CS_PAGE, CS_PAGE),
      CS_EINVAL);
  assert_int_equal(cs_arena_map_file(&a, fd, CS_PAGE, CS_PAGE, 2 * CS_PAGE),
                   CS_OK);
  assert_memory_equal(cs_arena_at(&a, CS_PAGE), "warm", 4);
  assert_int_equal(cs_arena_commit(&a, CS_PAGE, 2 * CS_PAGE), CS_EINVAL);
  cs_arena_fini(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_is_accessible_at_first),
      cmocka_unit_test(a_limit_is_rounded_and_capped),
      cmocka_unit_test(commit_opens_exactly_the_range),
      cmocka_unit_test(bad_ranges_are_refused),
      cmocka_unit_test(decommit_forgets_the_bytes),
      cmocka_unit_test(growth_doubles_and_stops_at_the_maximum),
      cmocka_unit_test(an_image_is_shared_and_read_only),
      cmocka_unit_test(a_bad_image_is_refused),
      cmocka_unit_test(an_image_may_lie_inside_a_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
