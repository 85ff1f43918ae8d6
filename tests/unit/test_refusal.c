/*
 * test_refusal.c - words for refusals are found exactly, whatever is asked.
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

#include <stdio.h>
#include <string.h>

#include "base/refusal.h"

static void test_every_fault_finds_itself_alone_and_in_an_error(void **state) {
  char text[100];
  (void)state;
  for (int i = 0; i < CS_FAULTS; i++) {
    assert_int_equal(cs_refusal_fault(cs_fault_words[i]), i);
    snprintf(text, sizeof text, "%s: and why", cs_fault_words[i]);
    assert_int_equal(cs_refusal_fault(text), i);
    assert_non_null(cs_fault_advice[i]);
  }
}

static void test_other_texts_are_no_fault(void **state) {
  static const char *const others[] = {"",
                                       "policy",
                                       "policy_widens2",
                                       "policy_widens and",
                                       "POLICY_FILE",
                                       " policy_file",
                                       "no_memory_left"};
  (void)state;
  assert_int_equal(cs_refusal_fault(NULL), CS_FAULT_NONE);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    assert_int_equal(cs_refusal_fault(others[i]), CS_FAULT_NONE);
  assert_string_equal(cs_fault_advice[CS_FAULT_NONE], "");
}

static void test_every_end_of_a_command_finds_itself(void **state) {
  (void)state;
  for (int i = 0; i < CS_EXEC_ENDS; i++)
    assert_int_equal(cs_refusal_exec_end(cs_exec_end_words[i]), i);
  assert_int_equal(cs_refusal_exec_end("timeouts"), CS_EXEC_END_NONE);
  assert_int_equal(cs_refusal_exec_end(NULL), CS_EXEC_END_NONE);
}

static void all_differ(const char *const *words, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++) assert_string_not_equal(words[i], words[k]);
}

/* Code compares the ids, so one word must not stand for two. */
static void test_no_word_stands_twice(void **state) {
  (void)state;
  all_differ(cs_capability_words, CS_CAPABILITIES);
  all_differ(cs_refusal_words, CS_REFUSALS);
  all_differ(cs_fault_words, CS_FAULTS);
  all_differ(cs_exec_end_words, CS_EXEC_ENDS);
  all_differ(cs_box_end_words, CS_BOX_ENDS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_fault_finds_itself_alone_and_in_an_error),
      cmocka_unit_test(test_other_texts_are_no_fault),
      cmocka_unit_test(test_every_end_of_a_command_finds_itself),
      cmocka_unit_test(test_no_word_stands_twice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
