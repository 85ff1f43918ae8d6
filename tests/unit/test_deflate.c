/*
 * test_deflate.c - what the encoder writes fits its bound and decodes again.
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

#include "digest/deflate.h"
#include "digest/inflate.h"

#define MOST 40000

static uint32_t next(uint32_t *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

/* Text of `kinds` different bytes. */
static void fill(uint8_t *in, size_t n, uint32_t kinds, uint32_t *seed) {
  for (size_t i = 0; i < n; i++) in[i] = (uint8_t)(next(seed) % kinds);
}

static size_t encode(const uint8_t *in, size_t n, int level, bool last,
                     uint8_t *out) {
  cs_deflate *z = malloc(sizeof *z);
  size_t bound = cs_deflate_bound(n);
  uint8_t *room = malloc(bound); /* its end is watched by the sanitizer */
  assert_non_null(z);
  assert_non_null(room);
  size_t len = cs_deflate_run(z, in, n, level, last, room, NULL);
  assert_true(len <= bound);
  memcpy(out, room, len);
  free(room);
  free(z);
  return len;
}

static void two_parts_decode_to_the_text(void **state) {
  (void)state;
  uint8_t *in = malloc(MOST), *coded = malloc(2 * MOST + 8000);
  uint8_t *out = malloc(MOST + CS_INFLATE_SLACK);
  uint32_t seed = 7;
  for (int i = 0; i < 150; i++) {
    size_t n = next(&seed) % (i % 10 ? 900 : MOST);
    fill(in, n, 1 + next(&seed) % 256, &seed);
    size_t cut = n ? next(&seed) % n : 0;
    int level = (int)(next(&seed) % 10);
    size_t len = encode(in, cut, level, false, coded);
    len += encode(in + cut, n - cut, level, true, coded + len);
    cs_inflate z;
    cs_inflate_init(&z);
    z.in = coded;
    z.n = len;
    z.out = out;
    z.cap = MOST + CS_INFLATE_SLACK;
    assert_int_equal(cs_inflate_run(&z), CS_INFLATE_DONE);
    assert_int_equal(z.len, n);
    assert_memory_equal(out, in, n);
  }
  free(in);
  free(coded);
  free(out);
}

static void decoding_starts_again_at_a_mark(void **state) {
  (void)state;
  uint8_t *in = malloc(MOST), *coded = malloc(MOST + 8000);
  uint8_t *out = malloc(MOST + CS_INFLATE_SLACK);
  uint32_t seed = 11;
  fill(in, MOST, 9, &seed);
  size_t len = encode(in, MOST, 6, true, coded);
  for (size_t part = 0; part < len; part += 997) {
    cs_inflate z, again;
    cs_inflate_init(&z);
    z.in = coded;
    z.n = part;
    z.out = out;
    z.cap = MOST + CS_INFLATE_SLACK;
    assert_int_equal(cs_inflate_run(&z), CS_INFLATE_SHORT);
    cs_inflate_init(&again);
    again.in = coded;
    again.n = len;
    cs_inflate_seek(&again, z.mark_bit);
    again.out = out;
    again.len = z.mark_len;
    again.cap = z.cap;
    assert_int_equal(cs_inflate_run(&again), CS_INFLATE_DONE);
    assert_memory_equal(out, in, MOST);
  }
  free(in);
  free(coded);
  free(out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_parts_decode_to_the_text),
      cmocka_unit_test(decoding_starts_again_at_a_mark),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
