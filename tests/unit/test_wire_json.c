/*
 * test_wire_json.c - values cross as JSON exactly or not at all.
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

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text/wire_json.h"

/* The text read and printed again; "!" when it is no JSON. */
static const char *again(const char *text, size_t n) {
  static char out[4096];
  cs_wire w;
  cs_buf b;
  cs_wire_init(&w, 1 << 20);
  cs_buf_init(&b, sizeof out - 1);
  strcpy(out, "!");
  if (cs_wire_json_parse(text, n, &w) == CS_OK) {
    assert_int_equal(cs_wire_check(w.data, w.len, 1), CS_OK);
    cs_wire_in in = cs_wire_read(w.data, w.len);
    cs_status st = cs_wire_json_print(&in, &b);
    strcpy(out, st == CS_OK ? cs_buf_text(&b) : "?");
  }
  cs_wire_fini(&w);
  cs_buf_fini(&b);
  return out;
}

#define SAME(text)        assert_string_equal(again(text, strlen(text)), text)
#define GIVES(text, want) assert_string_equal(again(text, strlen(text)), want)
#define BAD(text)         assert_string_equal(again(text, strlen(text)), "!")

static void good_documents_come_back(void **state) {
  (void)state;
  SAME("null");
  SAME("[true, false, null]");
  SAME("{\"a\": [], \"b\": {}, \"c\": [[1], {\"x\": \"y\"}]}");
  SAME("[0, -1, 123456789012345678, 1.5, -0.25, 1e+300]");
  SAME("\"tab\\t quote\\\" back\\\\ line\\n \\u0001\"");
  SAME("\"\xE2\x82\xAC \xF0\x9F\x98\x80\"");
  GIVES(" [ 1 ,\n 2 ] ", "[1, 2]");
  GIVES("{\"k\" :1e2}", "{\"k\": 100.0}");
  GIVES("\"\\u20ac\\ud83d\\ude00\\/\\b\\f\"",
        "\"\xE2\x82\xAC\xF0\x9F\x98\x80/\\u0008\\u000c\"");
  GIVES("-0", "0");
}

static void what_is_no_json_is_refused(void **state) {
  (void)state;
  static const char *const bad[] = {"",
                                    " ",
                                    "nul",
                                    "tru",
                                    "[",
                                    "]",
                                    "[1",
                                    "[1,",
                                    "[1,]",
                                    "[,1]",
                                    "{",
                                    "{\"a\"",
                                    "{\"a\":",
                                    "{\"a\":1",
                                    "{\"a\":1,}",
                                    "{a:1}",
                                    "{1:2}",
                                    "01",
                                    "-",
                                    "1.",
                                    ".5",
                                    "1e",
                                    "1e+",
                                    "+1",
                                    "0x1",
                                    "NaN",
                                    "Infinity",
                                    "'a'",
                                    "\"a",
                                    "\"\\",
                                    "\"\\x\"",
                                    "\"\\u12\"",
                                    "\"\\ud800\"",
                                    "\"\\udc00\"",
                                    "\"\\ud800\\u0041\"",
                                    "\"a\nb\"",
                                    "\"\xFF\"",
                                    "1 2",
                                    "[1] x",
                                    "[1}",
                                    "\"\xED\xA0\x80\""};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) BAD(bad[i]);
  assert_string_equal(again("1\0", 2), "!");
}

static void long_ints_are_read(void **state) {
  (void)state;
  cs_wire w;
  cs_wire_init(&w, 1 << 20);
  const char *text = "[18446744073709551616, -9223372036854775809]";
  assert_int_equal(cs_wire_json_parse(text, strlen(text), &w), CS_OK);
  cs_wire_in in = cs_wire_read(w.data, w.len);
  cs_wire_item it;
  assert_int_equal(cs_wire_next(&in, &it), CS_OK);
  assert_int_equal(cs_wire_next(&in, &it), CS_OK);
  assert_int_equal(it.tag, CS_WIRE_BIGINT);
  assert_int_equal(it.len, 9);
  assert_memory_equal(it.data, "\0\0\0\0\0\0\0\0\1", 9);
  assert_int_equal(cs_wire_next(&in, &it), CS_OK);
  assert_true(it.negative);
  cs_wire_fini(&w);
  char many[6000];
  memset(many, '9', sizeof many);
  assert_string_equal(again(many, sizeof many), "!");
}

static void depth_is_bounded(void **state) {
  (void)state;
  char text[2 * CS_JSON_DEPTH + 4];
  memset(text, '[', sizeof text);
  memset(text + CS_JSON_DEPTH, ']', CS_JSON_DEPTH);
  assert_memory_equal(again(text, 2 * CS_JSON_DEPTH), text, 2 * CS_JSON_DEPTH);
  memset(text, '[', sizeof text);
  memset(text + CS_JSON_DEPTH + 1, ']', CS_JSON_DEPTH + 1);
  assert_string_equal(again(text, 2 * CS_JSON_DEPTH + 2), "!");
}

static cs_status print_one(void (*fill)(cs_wire *w)) {
  cs_wire w;
  cs_buf b;
  cs_wire_init(&w, 1 << 20);
  cs_buf_init(&b, 1 << 16);
  assert_int_equal(cs_buf_put_text(&b, "before"), CS_OK);
  fill(&w);
  cs_wire_in in = cs_wire_read(w.data, w.len);
  cs_status st = cs_wire_json_print(&in, &b);
  if (st != CS_OK) assert_string_equal(cs_buf_text(&b), "before");
  cs_wire_fini(&w);
  cs_buf_fini(&b);
  return st;
}

static void put_nan(cs_wire *w) {
  cs_wire_float(w, (double)NAN);
}
static void put_bytes(cs_wire *w) {
  cs_wire_bytes(w, "x", 1);
}
static void put_surrogate(cs_wire *w) {
  cs_wire_str(w, "\xED\xA0\x80", 3);
}
static void put_int_key(cs_wire *w) {
  cs_wire_begin(w, CS_WIRE_DICT, 1);
  cs_wire_int(w, 1);
  cs_wire_int(w, 2);
}
static void put_set(cs_wire *w) {
  cs_wire_begin(w, CS_WIRE_SET, 0);
}
static void put_cut(cs_wire *w) {
  cs_wire_begin(w, CS_WIRE_LIST, 3);
}
static void put_tuple(cs_wire *w) {
  cs_wire_begin(w, CS_WIRE_TUPLE, 0);
}

static void values_without_a_json_form_are_refused(void **state) {
  (void)state;
  assert_int_equal(print_one(put_nan), CS_EINVAL);
  assert_int_equal(print_one(put_bytes), CS_EINVAL);
  assert_int_equal(print_one(put_surrogate), CS_EINVAL);
  assert_int_equal(print_one(put_int_key), CS_EINVAL);
  assert_int_equal(print_one(put_set), CS_EINVAL);
  assert_int_equal(print_one(put_cut), CS_ECORRUPT);
  assert_int_equal(print_one(put_tuple), CS_OK);
}

static void random_bytes_do_no_harm(void **state) {
  (void)state;
  static const char piece[] = "[]{}\",:\\u0d8tfn1e.-  ";
  uint32_t seed = 7;
  for (int i = 0; i < 20000; i++) {
    char text[64];
    size_t n = 1 + (size_t)i % 60;
    for (size_t k = 0; k < n; k++) {
      seed = seed * 1664525 + 1013904223;
      text[k] = piece[(seed >> 10) % (sizeof piece - 1)];
    }
    char *exact = malloc(n); /* so that a sanitizer sees one byte too far */
    assert_non_null(exact);
    memcpy(exact, text, n);
    (void)again(exact, n);
    free(exact);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(good_documents_come_back),
      cmocka_unit_test(what_is_no_json_is_refused),
      cmocka_unit_test(long_ints_are_read),
      cmocka_unit_test(depth_is_bounded),
      cmocka_unit_test(values_without_a_json_form_are_refused),
      cmocka_unit_test(random_bytes_do_no_harm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
