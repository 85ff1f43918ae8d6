/*
 * test_check.c - cs_check and cs_auto as a C program uses them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"

#include "caisson.h"

static cs_check_report *check(const cs_check_options *o, const char *code) {
  cs_check_report *r = NULL;
  assert_int_equal(cs_check(o, code, strlen(code), &r, NULL), CS_OK);
  assert_non_null(r);
  return r;
}

static void a_check_needs_no_options(void **state) {
  (void)state;
  cs_check_report *r = check(NULL, "print(1)");
  assert_int_equal(cs_check_result(r), CS_CHECK_PASSED);
  assert_int_equal(cs_check_count(r), 0);
  assert_null(cs_check_at(r, 0));
  cs_check_free(r);
  r = check(NULL, "");
  assert_int_equal(cs_check_result(r), CS_CHECK_PASSED);
  cs_check_free(r);
  cs_check_free(NULL);
}

static void a_finding_has_a_place_and_outlives_the_text(void **state) {
  (void)state;
  char code[] = "import os\nz = os\nz.system(1)\n";
  cs_check_report *r = check(NULL, code);
  memset(code, 'x', sizeof code - 1);
  assert_int_equal(cs_check_result(r), CS_CHECK_REFUSED);
  assert_int_equal(cs_check_count(r), 1);
  const cs_check_finding *f = cs_check_at(r, 0);
  assert_string_equal(f->rule, "attribute");
  assert_string_equal(f->name, "os.system");
  assert_string_equal(f->message, "Access to os.system is not allowed");
  assert_int_equal(f->line, 3);
  assert_int_equal(f->column, 1);
  assert_int_equal(f->end_column, 9);
  assert_false(f->unsure);
  cs_check_free(r);
}

static void certain_findings_decide_over_others(void **state) {
  (void)state;
  cs_check_report *r = check(NULL, "__import__(x)");
  assert_int_equal(cs_check_result(r), CS_CHECK_UNSURE);
  cs_check_free(r);
  cs_check_options o;
  cs_check_options_init(&o);
  o.most = 1; /* the certain one does not fit */
  r = check(&o, "__import__(x)\nimport socket");
  assert_int_equal(cs_check_count(r), 1);
  assert_int_equal(cs_check_dropped(r), 1);
  assert_int_equal(cs_check_result(r), CS_CHECK_REFUSED);
  cs_check_free(r);
}

static void no_python_is_one_finding(void **state) {
  (void)state;
  cs_check_report *r = check(NULL, "import socket\nx = = 1");
  assert_int_equal(cs_check_result(r), CS_CHECK_INVALID);
  assert_int_equal(cs_check_count(r), 1);
  assert_string_equal(cs_check_at(r, 0)->rule, "syntax");
  assert_string_equal(cs_check_at(r, 0)->name, "SyntaxError");
  assert_int_equal(cs_check_at(r, 0)->line, 2);
  cs_check_free(r);
}

static void lists_replace_those_of_the_profile(void **state) {
  (void)state;
  static const char *const none[] = {NULL};
  static const char *const json[] = {"json", NULL};
  cs_check_options o;
  cs_check_options_init(&o);
  o.profile = "none";
  o.allow_imports = none;
  cs_check_report *r = check(&o, "import json");
  assert_int_equal(cs_check_result(r), CS_CHECK_REFUSED);
  cs_check_free(r);
  o.allow_imports = json;
  r = check(&o, "import json");
  assert_int_equal(cs_check_result(r), CS_CHECK_PASSED);
  cs_check_free(r);
  o.block_imports = json; /* beats the other */
  r = check(&o, "import json");
  assert_int_equal(cs_check_result(r), CS_CHECK_REFUSED);
  cs_check_free(r);
}

static void what_cannot_be_is_an_error_with_words(void **state) {
  (void)state;
  static const char *const nodes[] = {"Lamda", NULL};
  cs_check_options o;
  cs_error err = {0};
  cs_check_report *r = NULL;
  cs_check_options_init(&o);
  o.profile = "nope";
  assert_int_equal(cs_check(&o, "1", 1, &r, &err), CS_EINVAL);
  assert_non_null(strstr(err.text, "there is no profile 'nope'"));
  cs_check_options_init(&o);
  o.block_nodes = nodes;
  assert_int_equal(cs_check(&o, "1", 1, &r, &err), CS_EINVAL);
  assert_non_null(strstr(err.text, "Lamda"));
  cs_check_options_init(&o);
  o.code_bytes = 3;
  assert_int_equal(cs_check(&o, "1234", 4, &r, &err), CS_ELIMIT);
  cs_check_options_init(&o);
  o.memory = 1000;
  assert_int_equal(cs_check(&o, "x = [1, 2, 3]", 13, &r, &err), CS_ELIMIT);
  assert_null(r);
}

static bool has_mine(void *user, const char *name) {
  ++*(int *)user;
  return strcmp(name, "mine.part") == 0;
}

static void auto_is_told_what_there_is(void **state) {
  (void)state;
  static const char code[] = "import json\nimport mine.part\n";
  int asked = 0;
  cs_auto_options o = {.size = sizeof o,
                       .no_process = "no",
                       .has_module = has_mine,
                       .user = &asked};
  cs_auto_choice c;
  assert_int_equal(cs_auto(&o, code, sizeof code - 1, &c), CS_OK);
  assert_int_equal(c.depth, CS_DEPTH_INTERP);
  assert_int_equal(asked, 1);
  assert_int_equal(cs_auto(NULL, code, sizeof code - 1, &c), CS_OK);
  assert_int_equal(c.depth, CS_DEPTH_PROCESS);
  assert_int_equal(c.line, 2);
  assert_true(c.needed);
  assert_string_equal(c.name, "mine.part");
  assert_string_equal(c.why, "line 2 imports mine.part (not an engine module)");
  o.has_module = NULL;
  assert_int_equal(cs_auto(&o, code, sizeof code - 1, &c), CS_OK);
  assert_int_equal(c.depth, CS_DEPTH_NONE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_check_needs_no_options),
      cmocka_unit_test(a_finding_has_a_place_and_outlives_the_text),
      cmocka_unit_test(certain_findings_decide_over_others),
      cmocka_unit_test(no_python_is_one_finding),
      cmocka_unit_test(lists_replace_those_of_the_profile),
      cmocka_unit_test(what_cannot_be_is_an_error_with_words),
      cmocka_unit_test(auto_is_told_what_there_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
