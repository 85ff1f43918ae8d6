/*
 * test_hash.c - numbers hash as in CPython, strings spread well.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "vec/hash.inc"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void ints_hash_as_in_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(int_vectors); i++) {
    int64_t v = int_vectors[i].in;
    uint64_t limb = v < 0 ? -(uint64_t)v : (uint64_t)v;
    assert_int_equal(cs_hash_int64(v), int_vectors[i].out);
    assert_int_equal(cs_hash_limbs(&limb, 1, v < 0), int_vectors[i].out);
  }
  for (size_t i = 0; i < COUNT(limb_vectors); i++)
    assert_int_equal(
        cs_hash_limbs(limb_vectors[i].limbs, 4, limb_vectors[i].negative),
        limb_vectors[i].out);
  assert_int_equal(cs_hash_limbs(NULL, 0, false), 0);
}

static void floats_hash_as_in_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(float_vectors); i++) {
    double v;
    memcpy(&v, &float_vectors[i].bits, sizeof v);
    assert_int_equal(cs_hash_double(v, 99), float_vectors[i].out);
  }
  assert_int_equal(cs_hash_double((double)NAN, 99), 99);
  assert_int_equal(cs_hash_double((double)NAN, -1), -2);
  for (size_t i = 0; i < COUNT(complex_vectors); i++)
    assert_int_equal(cs_hash_complex(cs_hash_double(complex_vectors[i].re, 0),
                                     cs_hash_double(complex_vectors[i].im, 0)),
                     complex_vectors[i].out);
}

static void tuples_and_sets_hash_as_in_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(group_vectors); i++) {
    uint64_t tuple = cs_hash_tuple_start();
    uint64_t set = 0;
    size_t n = group_vectors[i].n;
    for (size_t k = 0; k < n; k++) {
      tuple = cs_hash_tuple_step(tuple, group_vectors[i].item[k]);
      set = cs_hash_set_step(set, group_vectors[i].item[k]);
    }
    assert_int_equal(cs_hash_tuple_finish(tuple, n), group_vectors[i].tuple);
    assert_int_equal(cs_hash_set_finish(set, n), group_vectors[i].set);
  }
}

static int compare(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void strings_of_one_bit_difference_do_not_collide(void **state) {
  (void)state;
  enum { LONGEST = 130 };
  static int64_t seen[LONGEST * 8 + 1];
  for (size_t n = 1; n <= LONGEST; n++) {
    uint8_t text[LONGEST] = {0};
    size_t k = 0;
    seen[k++] = cs_hash_bytes(text, n);
    for (size_t bit = 0; bit < 8 * n; bit++) {
      text[bit / 8] ^= (uint8_t)(1u << bit % 8);
      seen[k++] = cs_hash_bytes(text, n);
      text[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    qsort(seen, k, sizeof seen[0], compare);
    for (size_t i = 1; i < k; i++) assert_true(seen[i] != seen[i - 1]);
  }
}

static void short_strings_fill_table_slots_evenly(void **state) {
  (void)state;
  enum { SLOTS = 4096, KEYS = 8 * SLOTS };
  static unsigned low[SLOTS], high[SLOTS];
  for (unsigned i = 0; i < KEYS; i++) {
    char key[12] = "key_";
    size_t n = 4;
    for (unsigned v = i; n == 4 || v; v /= 10) key[n++] = (char)('0' + v % 10);
    uint64_t h = (uint64_t)cs_hash_bytes(key, n);
    low[h % SLOTS]++;
    high[h >> 52]++;
  }
  /* Mean 8 per slot; 30 would be far out of any random distribution. */
  for (unsigned i = 0; i < SLOTS; i++) assert_true(low[i] < 30 && high[i] < 30);
}

static void only_the_empty_string_hashes_to_zero(void **state) {
  (void)state;
  assert_int_equal(cs_hash_bytes("", 0), 0);
  uint8_t zeros[64] = {0};
  for (size_t n = 1; n <= sizeof zeros; n++)
    assert_true(cs_hash_bytes(zeros, n) != 0);
  assert_true(cs_hash_id(1) != cs_hash_id(2));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ints_hash_as_in_cpython),
      cmocka_unit_test(floats_hash_as_in_cpython),
      cmocka_unit_test(tuples_and_sets_hash_as_in_cpython),
      cmocka_unit_test(strings_of_one_bit_difference_do_not_collide),
      cmocka_unit_test(short_strings_fill_table_slots_evenly),
      cmocka_unit_test(only_the_empty_string_hashes_to_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
