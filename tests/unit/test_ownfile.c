/*
 * test_ownfile.c - the warm image in the program's own file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "py/engine.h"
#include "py/snap/ownfile.h"

/* Read-only data on pages of its own, as the image is. */
static const struct {
  _Alignas(4096) char text[4096];
} page = {"what the linker put into the file"};

static void a_page_of_the_program_is_found_in_its_file(void **state) {
  (void)state;
  uint64_t from = 1;
  char text[sizeof page];
  CS_AUTO_FD
  int fd = cs_own_file_open(&page, sizeof page, &from);
  assert_true(fd >= 0);
  assert_int_equal(from % CS_PAGE, 0);
  assert_int_equal(pread(fd, text, sizeof text, (off_t)from), sizeof text);
  assert_memory_equal(text, &page, sizeof text);
}

static void what_is_elsewhere_is_not_found(void **state) {
  (void)state;
  uint64_t from;
  char *heap = aligned_alloc(4096, 4096);
  assert_non_null(heap);
  assert_int_equal(cs_own_file_open(heap, 4096, &from), -1);
  free(heap);
  /* A library's bytes, and more than the segment holds. */
  assert_int_equal(cs_own_file_open(stdout, 16, &from), -1);
  assert_int_equal(cs_own_file_open(&page, SIZE_MAX / 2, &from), -1);
  assert_int_equal(cs_own_file_open(page.text + 16, 16, &from), -1);
}

/* Read-only mappings of this program's file. */
static int mapped_from_file(void) {
  char line[2 * PATH_MAX], self[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  assert_true(n > 0);
  self[n] = 0;
  FILE *maps = fopen("/proc/self/maps", "r");
  assert_non_null(maps);
  int found = 0;
  while (fgets(line, sizeof line, maps))
    found += strstr(line, " r--p ") && strstr(line, self);
  fclose(maps);
  return found;
}

/* Test programs hold the image unpacked unless they are release builds. */
static void a_session_maps_the_image_and_copies_nothing(void **state) {
  (void)state;
  cs_limits limits;
  cs_engine *e[2];
  cs_limits_default(&limits);
  int before = mapped_from_file();
  assert_int_equal(cs_engine_new(&limits, &e[0]), CS_OK);
  assert_int_equal(mapped_from_file(), before + 1);
  assert_int_equal(cs_engine_new(&limits, &e[1]), CS_OK);
  assert_int_equal(mapped_from_file(), before + 2);
  cs_engine_free(e[0]);
  cs_engine_free(e[1]);
  assert_int_equal(mapped_from_file(), before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_page_of_the_program_is_found_in_its_file),
      cmocka_unit_test(what_is_elsewhere_is_not_found),
      cmocka_unit_test(a_session_maps_the_image_and_copies_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
