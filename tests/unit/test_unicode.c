/*
 * test_unicode.c - Unicode properties, case and normal forms as in CPython.
 *
 * Properties of single code points are compared over the whole of Unicode by
 * a CRC of all answers; strings are compared one by one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf8.h"
#include "digest/checksum.h"
#include "text/normal.h"
#include "text/unicode.h"
#include "text/unitext.h"
#include "vec/unicode.inc"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const uint8_t *bytes(part p) {
  return (const uint8_t *)p.s;
}

static uint32_t add32(uint32_t sum, uint32_t v) {
  uint8_t b[4] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16),
                  (uint8_t)(v >> 24)};
  return cs_checksum_crc32(sum, b, 4);
}

static uint32_t sum_of_flag(uint32_t flag) {
  uint32_t sum = 0;
  for (uint32_t cp = 0; cp <= CS_UTF8_MAX; cp++)
    sum = add32(sum, cs_unicode_has(cp, flag));
  return sum;
}

static void predicates_agree_for_every_code_point(void **state) {
  (void)state;
  assert_int_equal(sum_of_flag(CS_UNICODE_ALPHA), SUM_ALPHA);
  assert_int_equal(sum_of_flag(CS_UNICODE_DECIMAL), SUM_DECIMAL);
  assert_int_equal(sum_of_flag(CS_UNICODE_DIGIT), SUM_DIGIT);
  assert_int_equal(sum_of_flag(CS_UNICODE_NUMERIC), SUM_NUMERIC);
  assert_int_equal(sum_of_flag(CS_UNICODE_ALNUM), SUM_ALNUM);
  assert_int_equal(sum_of_flag(CS_UNICODE_SPACE), SUM_SPACE);
  assert_int_equal(sum_of_flag(CS_UNICODE_PRINTABLE), SUM_PRINTABLE);
  assert_int_equal(sum_of_flag(CS_UNICODE_LOWER), SUM_LOWER);
  assert_int_equal(sum_of_flag(CS_UNICODE_UPPER), SUM_UPPER);
  assert_int_equal(sum_of_flag(CS_UNICODE_TITLE), SUM_TITLE);
  assert_int_equal(sum_of_flag(CS_UNICODE_XID_START), SUM_XID_START);
  assert_int_equal(sum_of_flag(CS_UNICODE_XID_CONTINUE), SUM_XID_CONTINUE);
  assert_int_equal(sum_of_flag(CS_UNICODE_LINEBREAK), SUM_LINEBREAK);
}

static void numbers_agree_for_every_code_point(void **state) {
  (void)state;
  uint32_t lower = 0, decimal = 0, digit = 0, combining = 0, mirrored = 0;
  uint32_t numeric = 0;
  for (uint32_t cp = 0; cp <= CS_UTF8_MAX; cp++) {
    lower = add32(lower, cs_unicode_map_simple(CS_UNICODE_TO_LOWER, cp));
    decimal = add32(decimal, (uint32_t)cs_unicode_decimal(cp));
    digit = add32(digit, (uint32_t)cs_unicode_digit(cp));
    combining = add32(combining, cs_unicode_combining(cp));
    mirrored = add32(mirrored, cs_unicode_mirrored(cp));
    double value = -1.0;
    cs_unicode_numeric(cp, &value);
    numeric = cs_checksum_crc32(numeric, &value, sizeof value);
  }
  assert_int_equal(lower, SUM_SIMPLE_LOWER);
  assert_int_equal(decimal, SUM_DECIMAL_VALUE);
  assert_int_equal(digit, SUM_DIGIT_VALUE);
  assert_int_equal(combining, SUM_COMBINING);
  assert_int_equal(mirrored, SUM_MIRRORED);
  assert_int_equal(numeric, SUM_NUMERIC_VALUE);
}

static uint32_t add_text(uint32_t sum, const char *text) {
  sum = cs_checksum_crc32(sum, text, strlen(text));
  return cs_checksum_crc32(sum, ";", 1);
}

static void names_of_classes_agree_for_every_code_point(void **state) {
  (void)state;
  uint32_t category = 0, bidi = 0, width = 0;
  for (uint32_t cp = 0; cp <= CS_UTF8_MAX; cp++) {
    category = add_text(category, cs_unicode_category(cp));
    bidi = add_text(bidi, cs_unicode_bidirectional(cp));
    width = add_text(width, cs_unicode_width(cp));
  }
  assert_int_equal(category, SUM_CATEGORY);
  assert_int_equal(bidi, SUM_BIDIRECTIONAL);
  assert_int_equal(width, SUM_EAST_ASIAN_WIDTH);
}

static uint32_t sum_of_map(cs_unicode_case to) {
  uint32_t sum = 0;
  for (uint32_t cp = 0; cp <= CS_UTF8_MAX; cp++) {
    uint32_t out[CS_UNICODE_MAP_MAX];
    uint32_t n = cs_unicode_map(to, cp, out);
    for (uint32_t i = 0; i < n; i++) sum = add32(sum, out[i]);
  }
  return sum;
}

static void case_mappings_agree_for_every_code_point(void **state) {
  (void)state;
  assert_int_equal(sum_of_map(CS_UNICODE_TO_LOWER), SUM_MAP_LOWER);
  assert_int_equal(sum_of_map(CS_UNICODE_TO_UPPER), SUM_MAP_UPPER);
  assert_int_equal(sum_of_map(CS_UNICODE_TO_TITLE), SUM_MAP_TITLE);
  assert_int_equal(sum_of_map(CS_UNICODE_TO_FOLDED), SUM_MAP_CASEFOLD);
}

static void decompositions_agree_for_every_code_point(void **state) {
  (void)state;
  uint32_t sum = 0;
  for (uint32_t cp = 0; cp <= CS_UTF8_MAX; cp++) {
    uint32_t out[CS_NORMAL_DECOMP_MAX];
    const char *tag;
    uint32_t n = cs_normal_decomposition(cp, out, &tag);
    char text[256];
    int len = snprintf(text, sizeof text, "%s", tag);
    for (uint32_t i = 0; i < n; i++)
      len += snprintf(text + len, sizeof text - (size_t)len, "%s%04X",
                      len ? " " : "", out[i]);
    sum = add_text(sum, text);
  }
  assert_int_equal(sum, SUM_DECOMPOSITION);
}

static void normal_forms_agree_for_every_code_point(void **state) {
  (void)state;
  static const uint32_t want[] = {SUM_NFC, SUM_NFD, SUM_NFKC, SUM_NFKD};
  for (unsigned form = 0; form < 4; form++) {
    uint32_t sum = 0;
    for (uint32_t cp = 0; cp <= CS_UTF8_MAX; cp++) {
      uint8_t s[4];
      uint32_t work[64];
      size_t n = cs_utf8_encode(cp, s);
      assert_true(cs_normal_need((cs_normal_form)form, s, n, NULL) <= 64);
      size_t count = cs_normal_run((cs_normal_form)form, s, n, work);
      for (size_t i = 0; i < count; i++) sum = add32(sum, work[i]);
    }
    assert_int_equal(sum, want[form]);
  }
}

static void texts_convert_as_in_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(text_vectors); i++) {
    const struct text_vector *v = &text_vectors[i];
    for (unsigned op = 0; op < 6; op++) {
      uint8_t out[256];
      size_t count;
      size_t n = cs_unitext_convert((cs_unitext_op)op, bytes(v->in), v->in.n,
                                    out, sizeof out, &count, NULL);
      assert_int_equal(n, v->out[op].n);
      assert_memory_equal(out, v->out[op].s, n);
      assert_int_equal(count, cs_utf8_count(out, n));
      assert_true(n <= 3 * v->in.n);
      assert_int_equal(cs_unitext_convert((cs_unitext_op)op, bytes(v->in),
                                          v->in.n, NULL, 0, NULL, NULL),
                       n);
    }
  }
}

static void texts_are_judged_as_in_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(text_vectors); i++) {
    const struct text_vector *v = &text_vectors[i];
    for (unsigned kind = 0; kind <= CS_UNITEXT_IS_TITLE; kind++)
      assert_int_equal(
          cs_unitext_is((cs_unitext_kind)kind, bytes(v->in), v->in.n),
          v->is >> kind & 1);
    size_t lines = 0;
    for (size_t off = 0; off < v->in.n; lines++) {
      size_t end;
      off = cs_unitext_line(bytes(v->in), v->in.n, off, &end);
      assert_true(end <= off);
    }
    assert_int_equal(lines, v->lines);
  }
}

static void texts_normalise_as_in_cpython(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(normal_vectors); i++) {
    const struct normal_vector *v = &normal_vectors[i];
    for (unsigned f = 0; f < 4; f++) {
      cs_normal_form form = (cs_normal_form)f;
      uint32_t work[256];
      uint8_t out[1024];
      assert_true(cs_normal_need(form, bytes(v->in), v->in.n, NULL) <= 256);
      size_t count = cs_normal_run(form, bytes(v->in), v->in.n, work);
      assert_int_equal(cs_normal_bytes(work, count), v->out[f].n);
      cs_normal_store(work, count, out);
      assert_memory_equal(out, v->out[f].s, v->out[f].n);
      cs_normal_answer quick = cs_normal_quick(form, bytes(v->in), v->in.n);
      if (quick == CS_NORMAL_YES) assert_true(v->is >> f & 1);
      if (quick == CS_NORMAL_NO) assert_false(v->is >> f & 1);
    }
  }
}

/* Alternating classes in one run: insertion sort would need 10^10 steps. */
static void long_runs_of_marks_are_ordered_in_linear_time(void **state) {
  (void)state;
  enum { MARKS = 200000 };
  uint8_t *s = malloc(2 * MARKS);
  assert_non_null(s);
  for (size_t i = 0; i < MARKS; i++)
    memcpy(s + 2 * i, i % 2 ? "\xCC\xA3" : "\xCC\x81", 2); /* 220, 230 */
  size_t need = cs_normal_need(CS_NORMAL_NFD, s, 2 * MARKS, NULL);
  assert_int_equal(need, 2 * MARKS);
  uint32_t *work = malloc(need * sizeof *work);
  assert_non_null(work);
  assert_int_equal(cs_normal_run(CS_NORMAL_NFD, s, 2 * MARKS, work), MARKS);
  for (size_t i = 0; i < MARKS; i++)
    assert_true(work[i] == (i < MARKS / 2 ? 0x323 : 0x301));
  free(work);
  free(s);
}

static void white_space_is_skipped_both_ways(void **state) {
  (void)state;
  const uint8_t *s = (const uint8_t *)" \xE2\x80\x83x y\xC2\xA0\n";
  size_t n = strlen((const char *)s);
  assert_int_equal(cs_unitext_skip_to(s, n, 0, false), 4);
  assert_int_equal(cs_unitext_skip_to(s, n, 4, true), 5);
  assert_int_equal(cs_unitext_skip_to(s, n, 7, false), n);
  assert_int_equal(cs_unitext_skip_back(s, n, true), 7);
  assert_int_equal(cs_unitext_skip_back(s, 7, false), 6);
  assert_int_equal(cs_unitext_skip_back(s, 4, true), 0);
}

static void numbers_beyond_unicode_have_no_properties(void **state) {
  (void)state;
  uint32_t out[CS_UNICODE_MAP_MAX];
  assert_false(cs_unicode_has(0x110000, UINT32_MAX));
  assert_int_equal(cs_unicode_map(CS_UNICODE_TO_UPPER, UINT32_MAX, out), 1);
  assert_true(out[0] == UINT32_MAX);
  assert_string_equal(cs_unicode_category(0x110000), "Cn");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(predicates_agree_for_every_code_point),
      cmocka_unit_test(numbers_agree_for_every_code_point),
      cmocka_unit_test(names_of_classes_agree_for_every_code_point),
      cmocka_unit_test(case_mappings_agree_for_every_code_point),
      cmocka_unit_test(decompositions_agree_for_every_code_point),
      cmocka_unit_test(normal_forms_agree_for_every_code_point),
      cmocka_unit_test(texts_convert_as_in_cpython),
      cmocka_unit_test(texts_are_judged_as_in_cpython),
      cmocka_unit_test(texts_normalise_as_in_cpython),
      cmocka_unit_test(long_runs_of_marks_are_ordered_in_linear_time),
      cmocka_unit_test(white_space_is_skipped_both_ways),
      cmocka_unit_test(numbers_beyond_unicode_have_no_properties),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
