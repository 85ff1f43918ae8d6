/*
 * test_policy_glob.c - patterns and rules for hosts: matching and covering.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "policy/glob.h"
#include "policy/host.h"

static bool matches(const char *pattern, const char *text) {
  return cs_glob_matches(&(cs_glob){.text = pattern}, text);
}

static bool below(const char *pattern, const char *text) {
  return cs_glob_matches(&(cs_glob){.text = pattern, .tree = true}, text);
}

static bool covers(const char *wide, const char *g) {
  uint64_t budget = 10000000;
  return cs_glob_covers(&(cs_glob){.text = wide}, &(cs_glob){.text = g},
                        &budget);
}

static bool covers_tree(const char *wide, const char *g) {
  uint64_t budget = 10000000;
  return cs_glob_covers(&(cs_glob){.text = wide, .tree = true},
                        &(cs_glob){.text = g, .tree = true}, &budget);
}

static void test_one_star_stays_in_a_component(void **state) {
  (void)state;
  assert_true(matches("/a/*.py", "/a/x.py"));
  assert_true(matches("/a/*.py", "/a/.py"));
  assert_false(matches("/a/*.py", "/a/b/x.py"));
  assert_true(matches("a*b*c", "aXbYbZc"));
  assert_false(matches("a*b*c", "aXbYbZ"));
  assert_true(matches("*", "abc"));
  assert_false(matches("*", "a/c"));
}

static void test_two_stars_cross(void **state) {
  (void)state;
  assert_true(matches("/a/**", "/a/b/c"));
  assert_false(matches("/a/**", "/a"));
  assert_false(matches("/a/**", "/a/"));
  assert_true(matches("/a/**/z", "/a/z"));
  assert_true(matches("/a/**/z", "/a/b/c/z"));
  assert_false(matches("/a/**/z", "/a/bz"));
  assert_true(matches("**/x", "x"));
  assert_true(matches("**/x", "a/b/x"));
  assert_false(matches("**/x", "a/bx"));
  assert_true(matches("**", "anything/at/all"));
}

static void test_literal_patterns_have_no_stars(void **state) {
  (void)state;
  cs_glob g = {.text = "/a/*", .literal = true};
  assert_true(cs_glob_matches(&g, "/a/*"));
  assert_false(cs_glob_matches(&g, "/a/b"));
}

static void test_trees(void **state) {
  (void)state;
  assert_true(below("/data", "/data"));
  assert_true(below("/data", "/data/x/y"));
  assert_false(below("/data", "/database"));
  assert_true(below("/", "/etc/passwd"));
  assert_true(below("/d*", "/data/x"));
  assert_false(below("/d*/x", "/data/y"));
}

static void test_covering(void **state) {
  (void)state;
  assert_true(covers("/a/**", "/a/*"));
  assert_false(covers("/x*", "/"));
  assert_true(covers("/a/**", "/a/b/**"));
  assert_true(covers("/a/**", "/a/x/*.py"));
  assert_false(covers("/a/*", "/a/**"));
  assert_false(covers("/a/*.py", "/a/*"));
  assert_true(covers("/a/*", "/a/*.py"));
  assert_true(covers("*a*", "*ba*"));
  assert_false(covers("*ba*", "*a*"));
  assert_true(covers("**/x", "a/**/x"));
  assert_false(covers("a/**/x", "**/x"));
  assert_true(covers("*a*b*", "*ab*"));
  assert_true(covers("**", "**/x"));
  assert_true(covers("x", "x"));
  assert_false(covers("x", "y"));
  assert_false(covers("x", "x*"));
  assert_true(covers("x*", "x"));
  assert_true(covers("a/**/b/**", "a/x/b/c"));
}

static void test_covering_of_trees(void **state) {
  (void)state;
  assert_true(covers_tree("/data", "/data/x"));
  assert_false(covers_tree("/data/x", "/data"));
  assert_false(covers_tree("/data", "/database"));
  assert_true(covers_tree("/", "/data"));
  assert_true(covers_tree("/data", "/data/**"));
  assert_false(covers_tree("/data/**", "/data"));
  assert_true(covers_tree("/d*", "/data/x/*"));
  assert_true(covers_tree("/data/*", "/data/**"));
}

static void test_undecided_is_no(void **state) {
  (void)state;
  uint64_t budget = 10;
  assert_false(cs_glob_covers(&(cs_glob){.text = "*a*"},
                              &(cs_glob){.text = "*ba*"}, &budget));
  char wide[256] = "", text[256] = ""; /* sets of states grow as 2^n */
  for (int i = 0; i < 60; i++) strcat(wide, "*a"), strcat(text, "*b");
  strcat(wide, "*");
  (void)covers(wide, text); /* ends */
}

/* Whatever is covered matches no more, on all short texts. */
static uint32_t draw(uint32_t *seed, uint32_t n) {
  *seed = *seed * 1664525 + 1013904223;
  return (*seed >> 16) % n;
}

static void random_pattern(uint32_t *seed, char *out) {
  static const char *const parts[] = {"a", "b", "*", "/", "a", "*a", "/**/b"};
  out[0] = 0;
  for (uint32_t i = draw(seed, 5) + 1; i > 0; i--)
    strcat(out, parts[draw(seed, 7)]);
}

static bool is_usual(const char *path) {
  size_t n = strlen(path);
  return !strstr(path, "//") && !(n > 1 && path[n - 1] == '/');
}

/* All texts of up to six of the three bytes. */
static bool next_text(char *text) {
  static const char bytes[] = "ab/";
  for (size_t i = 0; i < 6; i++) {
    const char *at = text[i] ? strchr(bytes, text[i]) : NULL;
    text[i] = !text[i] ? 'a' : at[1] ? at[1] : 'a';
    if (!at || at[1]) return true;
  }
  return false;
}

static void test_covering_agrees_with_matching(void **state) {
  (void)state;
  uint32_t seed = 7, agreed = 0, refuted = 0;
  for (int i = 0; i < 600; i++) {
    char wide[64], g[64], text[8] = "";
    bool tree = draw(&seed, 2);
    random_pattern(&seed, wide);
    random_pattern(&seed, g);
    bool is = tree ? covers_tree(wide, g) : covers(wide, g);
    bool counter = false;
    do {
      if (!is_usual(text)) continue;
      bool in = tree ? below(g, text) : matches(g, text);
      bool out = !(tree ? below(wide, text) : matches(wide, text));
      counter |= in && out;
      if (is && in && out) fail_msg("'%s' covers '%s'? '%s'", wide, g, text);
    } while (next_text(text));
    agreed += is;
    refuted += counter && !is;
  }
  assert_true(agreed > 20 && refuted > 100);
}

static void test_hosts(void **state) {
  (void)state;
  assert_true(cs_host_matches("a.example", "a.example"));
  assert_false(cs_host_matches("a.example", "b.a.example"));
  assert_true(cs_host_matches("*.a.example", "c.b.a.example"));
  assert_false(cs_host_matches("*.a.example", "a.example"));
  assert_false(cs_host_matches("*.a.example", "ba.example"));
  assert_true(cs_host_matches("**.a.example", "a.example"));
  assert_true(cs_host_matches("**.a.example", "b.a.example"));
  assert_false(cs_host_matches("*.a.example", "xn--b.a.example"));
  assert_false(cs_host_matches("*.a.example", "x.xn--b.a.example"));
  assert_true(cs_host_matches("xn--b.a.example", "xn--b.a.example"));
  assert_true(cs_host_matches("*", "anything.example"));
}

static void test_covering_hosts(void **state) {
  (void)state;
  assert_true(cs_host_covers("*.a.example", "b.a.example"));
  assert_false(cs_host_covers("b.a.example", "*.a.example"));
  assert_true(cs_host_covers("**.a.example", "*.a.example"));
  assert_false(cs_host_covers("*.a.example", "**.a.example"));
  assert_true(cs_host_covers("*.a.example", "**.b.a.example"));
  assert_false(cs_host_covers("*.a.example", "xn--b.a.example"));
  assert_false(cs_host_covers("*.a.example", "*.xn--b.a.example"));
  assert_true(cs_host_covers("*", "*.a.example"));
  assert_false(cs_host_covers("*.a.example", "*"));
  assert_true(cs_host_covers("**.a.example", "a.example"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_star_stays_in_a_component),
      cmocka_unit_test(test_two_stars_cross),
      cmocka_unit_test(test_literal_patterns_have_no_stars),
      cmocka_unit_test(test_trees),
      cmocka_unit_test(test_covering),
      cmocka_unit_test(test_covering_of_trees),
      cmocka_unit_test(test_undecided_is_no),
      cmocka_unit_test(test_covering_agrees_with_matching),
      cmocka_unit_test(test_hosts),
      cmocka_unit_test(test_covering_hosts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
