/*
 * test_utf8.c - UTF-8 walking and checking against a slow, obvious reading.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf8.h"

enum { TEXT_MAX = 600 };

typedef struct text {
  uint8_t bytes[TEXT_MAX * 4];
  size_t size;
  uint32_t cps[TEXT_MAX];
  size_t offs[TEXT_MAX + 1];
  size_t count;
} text;

static uint32_t next_random(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(*seed >> 33);
}

/* Fill `t` with random code points; `wide` of 8 are not ASCII. */
static void fill(text *t, size_t count, uint32_t wide, uint64_t *seed) {
  t->size = 0;
  t->count = count;
  for (size_t i = 0; i < count; i++) {
    uint32_t cp = next_random(seed) % 0x80;
    if (next_random(seed) % 8 < wide) {
      static const uint32_t limits[] = {0x100, 0x800, 0x10000, 0x110000};
      cp = next_random(seed) % limits[next_random(seed) % 4];
    }
    t->cps[i] = cp;
    t->offs[i] = t->size;
    t->size += cs_utf8_encode(cp, t->bytes + t->size);
  }
  t->offs[count] = t->size;
}

static void every_code_point_survives_a_round_trip(void **state) {
  (void)state;
  for (uint32_t cp = 0; cp <= CS_UTF8_MAX; cp++) {
    uint8_t b[4];
    uint32_t n = cs_utf8_encode(cp, b);
    uint32_t width = 0, checked = 0;
    assert_int_equal(n, cs_utf8_width(cp));
    assert_int_equal(n, cs_utf8_lead_width(b[0]));
    assert_int_equal(cs_utf8_decode(b, &width), cp);
    assert_int_equal(width, n);
    assert_int_equal(cs_utf8_decode_check(b, n, true, &checked), n);
    assert_int_equal(checked, cp);
    assert_int_equal(cs_utf8_decode_check(b, n, false, &checked),
                     cs_utf8_is_surrogate(cp) ? 0 : n);
    if (n > 1)
      assert_int_equal(cs_utf8_decode_check(b, n - 1, true, &checked), 0);
  }
}

/* Of all byte strings of length 2 and 3 (and lead bytes of 4), exactly the
 * encodings are accepted. */
static void every_other_byte_sequence_is_refused(void **state) {
  (void)state;
  size_t accepted = 0;
  for (uint32_t w = 0; w < 1u << 24; w++) {
    uint8_t b[3] = {(uint8_t)(w >> 16), (uint8_t)(w >> 8), (uint8_t)w};
    uint32_t cp;
    if (b[0] >= 0xE0 && cs_utf8_decode_check(b, 3, true, &cp)) accepted++;
  }
  assert_int_equal(accepted, 0x10000 - 0x800);
  accepted = 0;
  for (uint32_t w = 0; w < 1u << 19; w++) {
    uint8_t b[4] = {(uint8_t)(0xF0 | w >> 16), (uint8_t)(w >> 8), (uint8_t)w,
                    0x80};
    uint32_t cp;
    accepted += cs_utf8_decode_check(b, 4, true, &cp) == 4;
  }
  assert_int_equal(accepted, 0x100000 / 64);
  accepted = 0;
  for (uint32_t w = 0; w < 1u << 16; w++) {
    uint8_t b[2] = {(uint8_t)(w >> 8), (uint8_t)w};
    uint32_t cp;
    accepted += cs_utf8_decode_check(b, 2, true, &cp) == 2;
  }
  assert_int_equal(accepted, 0x800 - 0x80);
}

static void counting_and_seeking_agree_with_a_table(void **state) {
  (void)state;
  static text t;
  uint64_t seed = 1;
  for (uint32_t round = 0; round < 90; round++) {
    fill(&t, next_random(&seed) % TEXT_MAX, round % 9, &seed);
    assert_int_equal(cs_utf8_count(t.bytes, t.size), t.count);
    for (int k = 0; k < 300; k++) {
      size_t i = next_random(&seed) % (t.count + 1);
      size_t j = i + next_random(&seed) % (t.count - i + 1);
      assert_int_equal(cs_utf8_advance(t.bytes, t.size, t.offs[i], j - i),
                       t.offs[j]);
      assert_int_equal(cs_utf8_retreat(t.bytes, t.offs[j], j - i), t.offs[i]);
      assert_int_equal(
          cs_utf8_count(t.bytes + t.offs[i], t.offs[j] - t.offs[i]), j - i);
    }
    assert_int_equal(cs_utf8_advance(t.bytes, t.size, 0, t.count + 7), t.size);
    assert_int_equal(cs_utf8_retreat(t.bytes, t.size, t.count + 7), 0);
  }
}

static void stepping_visits_every_code_point_both_ways(void **state) {
  (void)state;
  static text t;
  uint64_t seed = 2;
  fill(&t, TEXT_MAX, 5, &seed);
  size_t off = 0;
  for (size_t i = 0; i < t.count; i++) {
    assert_int_equal(off, t.offs[i]);
    assert_int_equal(cs_utf8_next(t.bytes, &off), t.cps[i]);
  }
  assert_int_equal(off, t.size);
  for (size_t i = t.count; i-- > 0;) {
    assert_int_equal(cs_utf8_prev(t.bytes, &off), t.cps[i]);
    assert_int_equal(off, t.offs[i]);
  }
}

static void checking_finds_the_first_bad_byte(void **state) {
  (void)state;
  static text t;
  uint64_t seed = 3;
  for (uint32_t round = 0; round < 400; round++) {
    fill(&t, 1 + next_random(&seed) % 100, round % 9, &seed);
    cs_utf8_info info;
    assert_int_equal(cs_utf8_check(t.bytes, t.size, true, &info), t.size);
    assert_int_equal(info.count, t.count);
    size_t lone = t.count, ascii = t.count;
    for (size_t i = t.count; i-- > 0;) {
      if (cs_utf8_is_surrogate(t.cps[i])) lone = i;
      if (t.cps[i] > 0x7F) ascii = i;
      assert_true(t.cps[i] <= info.max);
    }
    assert_int_equal(info.surrogates, lone < t.count);
    assert_int_equal(info.ascii, ascii == t.count);
    assert_int_equal(cs_utf8_is_ascii(t.bytes, t.size), info.ascii);
    assert_int_equal(cs_utf8_ascii_prefix(t.bytes, t.size), t.offs[ascii]);
    assert_int_equal(cs_utf8_check(t.bytes, t.size, false, NULL), t.offs[lone]);
    size_t i = next_random(&seed) % t.count;
    t.bytes[t.offs[i]] = 0xFF;
    size_t good = cs_utf8_check(t.bytes, t.size, true, &info);
    assert_int_equal(good, t.offs[i]);
    assert_int_equal(info.count, i);
  }
}

static void ascii_is_recognised_at_every_length(void **state) {
  (void)state;
  uint8_t b[80];
  for (size_t n = 0; n <= sizeof b; n++) {
    memset(b, 'x', sizeof b);
    assert_true(cs_utf8_is_ascii(b, n));
    assert_int_equal(cs_utf8_ascii_prefix(b, n), n);
    for (size_t i = 0; i < n; i++) {
      b[i] = 0x80;
      assert_false(cs_utf8_is_ascii(b, n));
      assert_int_equal(cs_utf8_ascii_prefix(b, n), i);
      b[i] = 'x';
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_code_point_survives_a_round_trip),
      cmocka_unit_test(every_other_byte_sequence_is_refused),
      cmocka_unit_test(counting_and_seeking_agree_with_a_table),
      cmocka_unit_test(stepping_visits_every_code_point_both_ways),
      cmocka_unit_test(checking_finds_the_first_bad_byte),
      cmocka_unit_test(ascii_is_recognised_at_every_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
