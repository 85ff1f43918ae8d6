/*
 * test_mem.c - byte search against the obvious loop, and linear in the worst
 * cases.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"

static uint32_t next_random(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(*seed >> 33);
}

static size_t slow_find(const uint8_t *h, size_t n, const uint8_t *p,
                        size_t m) {
  for (size_t i = 0; i + m <= n; i++)
    if (memcmp(h + i, p, m) == 0) return i;
  return CS_MEM_NONE;
}

static size_t slow_rfind(const uint8_t *h, size_t n, const uint8_t *p,
                         size_t m) {
  for (size_t i = n + 1; i-- > 0;)
    if (m <= n - i && memcmp(h + i, p, m) == 0) return i;
  return CS_MEM_NONE;
}

static size_t slow_count(const uint8_t *h, size_t n, const uint8_t *p,
                         size_t m) {
  size_t count = 0;
  for (size_t i = 0; i + m <= n;) {
    bool hit = memcmp(h + i, p, m) == 0;
    count += hit;
    i += hit ? m : 1;
  }
  return count;
}

static void search_agrees_with_the_obvious_loop(void **state) {
  (void)state;
  uint64_t seed = 7;
  uint8_t hay[700], needle[200];
  for (int round = 0; round < 30000; round++) {
    uint32_t letters = 1 + next_random(&seed) % 3;
    size_t n = next_random(&seed) % (round % 8 ? 60 : sizeof hay);
    size_t m = next_random(&seed) % (round % 16 ? 12 : sizeof needle);
    for (size_t i = 0; i < n; i++)
      hay[i] = (uint8_t)('a' + next_random(&seed) % letters);
    for (size_t i = 0; i < m; i++)
      needle[i] = (uint8_t)('a' + next_random(&seed) % letters);
    if (m <= n && round % 4 == 0) /* a needle that does occur */
      memcpy(needle, hay + next_random(&seed) % (n - m + 1), m);
    assert_int_equal(cs_mem_find(hay, n, needle, m),
                     slow_find(hay, n, needle, m));
    assert_int_equal(cs_mem_rfind(hay, n, needle, m),
                     slow_rfind(hay, n, needle, m));
    if (m > 0)
      assert_int_equal(cs_mem_count(hay, n, needle, m),
                       slow_count(hay, n, needle, m));
  }
}

/* Needles built from repeated blocks exercise the periodic branch. */
static void periodic_needles_are_found(void **state) {
  (void)state;
  uint64_t seed = 8;
  static uint8_t hay[6000], needle[1500];
  for (int round = 0; round < 1500; round++) {
    size_t period = 1 + next_random(&seed) % 9;
    size_t n = 1000 + next_random(&seed) % 5000;
    size_t m = 2 + next_random(&seed) % 700;
    for (size_t i = 0; i < n; i++)
      hay[i] = i < period ? (uint8_t)('a' + next_random(&seed) % 2)
                          : hay[i - period];
    for (int k = 0; k < 4; k++) hay[next_random(&seed) % n] ^= 3;
    memcpy(needle, hay + next_random(&seed) % (n - m + 1), m);
    if (round % 2) needle[next_random(&seed) % m] ^= 3;
    assert_int_equal(cs_mem_find(hay, n, needle, m),
                     slow_find(hay, n, needle, m));
    assert_int_equal(cs_mem_rfind(hay, n, needle, m),
                     slow_rfind(hay, n, needle, m));
  }
}

/* Quadratic search would need 10^11 steps here and time out. */
static void hostile_input_takes_linear_time(void **state) {
  (void)state;
  size_t n = 1u << 20, m = 1u << 19;
  uint8_t *hay = malloc(n), *needle = malloc(m);
  assert_non_null(hay);
  assert_non_null(needle);
  memset(hay, 'a', n);
  memset(needle, 'a', m);
  needle[m / 2] = 'b';
  assert_int_equal(cs_mem_find(hay, n, needle, m), CS_MEM_NONE);
  assert_int_equal(cs_mem_rfind(hay, n, needle, m), CS_MEM_NONE);
  needle[m / 2] = 'a';
  needle[1] = 'b';
  assert_int_equal(cs_mem_find(hay, n, needle, m), CS_MEM_NONE);
  assert_int_equal(cs_mem_rfind(hay, n, needle, m), CS_MEM_NONE);
  needle[1] = 'a';
  needle[m - 2] = 'b';
  assert_int_equal(cs_mem_find(hay, n, needle, m), CS_MEM_NONE);
  assert_int_equal(cs_mem_rfind(hay, n, needle, m), CS_MEM_NONE);
  assert_int_equal(cs_mem_count(hay, n, needle, m), 0);
  free(hay);
  free(needle);
}

static void edges_have_fixed_answers(void **state) {
  (void)state;
  assert_int_equal(cs_mem_find("abc", 3, "", 0), 0);
  assert_int_equal(cs_mem_rfind("abc", 3, "", 0), 3);
  assert_int_equal(cs_mem_find("", 0, "a", 1), CS_MEM_NONE);
  assert_int_equal(cs_mem_count_byte("banana, bandana, ananas", 23, 'a'), 9);
  assert_true(cs_mem_order("ab", 2, "abc", 3) < 0);
  assert_true(cs_mem_order("b", 1, "abc", 3) > 0);
  assert_true(cs_mem_order("\xC3\xA9", 2, "z", 1) > 0);
  assert_int_equal(cs_mem_order("", 0, "", 0), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(search_agrees_with_the_obvious_loop),
      cmocka_unit_test(periodic_needles_are_found),
      cmocka_unit_test(hostile_input_takes_linear_time),
      cmocka_unit_test(edges_have_fixed_answers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
