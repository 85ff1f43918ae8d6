/*
 * test_lz.c - what is packed comes back; damage is noticed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "digest/lz.h"

static uint32_t next(uint32_t *seed) {
  return *seed = *seed * 1664525u + 1013904223u;
}

/* Runs, repeats and noise in a mixture that depends on `seed`. */
static void make_text(uint8_t *text, size_t n, uint32_t seed) {
  size_t at = 0;
  while (at < n) {
    uint32_t kind = next(&seed) >> 30, len = 1 + (next(&seed) >> 24);
    size_t back = at ? 1 + next(&seed) % at : 0;
    for (uint32_t i = 0; i < len && at < n; i++, at++) {
      if (kind == 0)
        text[at] = 0;
      else if (kind < 3 && back)
        text[at] = text[at - back];
      else
        text[at] = (uint8_t)(next(&seed) >> 24);
    }
  }
}

static void packed_text_comes_back(void **state) {
  (void)state;
  static uint8_t text[100000], again[100000];
  static const size_t sizes[] = {0, 1, 2, 3, 7, 8, 9, 31, 300, 5000, 100000};
  for (uint32_t seed = 1; seed < 9; seed++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      uint8_t *packed;
      size_t len, n = sizes[i];
      uint32_t unit = 1u << seed % 4;
      make_text(text, n, seed);
      assert_int_equal(cs_lz_pack(text, n, unit, &packed, &len), CS_OK);
      assert_int_equal(cs_lz_unpack(packed, len, unit, again, n), CS_OK);
      assert_memory_equal(text, again, n);
      free(packed);
    }
}

static void repetition_shrinks(void **state) {
  (void)state;
  static uint8_t text[65536];
  for (size_t i = 0; i < sizeof text; i++)
    text[i] = (uint8_t) "caisson "[i % 8];
  uint8_t *packed;
  size_t len;
  assert_int_equal(cs_lz_pack(text, sizeof text, 1, &packed, &len), CS_OK);
  assert_true(len < 300);
  free(packed);
}

/* Each byte in turn takes other values: an error or other text, no more. */
static void damage_stays_inside(void **state) {
  (void)state;
  enum { N = 1200 };
  uint8_t text[N], *packed;
  size_t len;
  make_text(text, N, 7);
  for (uint32_t unit = 1; unit <= 8; unit *= 8) {
    assert_int_equal(cs_lz_pack(text, N, unit, &packed, &len), CS_OK);
    uint8_t *copy = malloc(len), *out = malloc(N); /* exact, for ASan */
    for (size_t i = 0; i < len; i++)
      for (int v = 0; v < 256; v += 5) {
        memcpy(copy, packed, len);
        copy[i] = (uint8_t)v;
        cs_status st = cs_lz_unpack(copy, len, unit, out, N);
        assert_true(st == CS_OK || st == CS_ECORRUPT);
      }
    for (size_t cut = 0; cut < len; cut++) {
      uint8_t *part = malloc(cut + 1);
      memcpy(part, packed, cut);
      assert_int_equal(cs_lz_unpack(part, cut, unit, out, N), CS_ECORRUPT);
      free(part);
    }
    free(copy);
    free(out);
    free(packed);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(packed_text_comes_back),
      cmocka_unit_test(repetition_shrinks),
      cmocka_unit_test(damage_stays_inside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
