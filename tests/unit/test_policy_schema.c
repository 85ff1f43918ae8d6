/*
 * test_policy_schema.c - the table of fields and the built-in default.
 *
 * Numbers in names are those of the acceptance list of the policy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "policy/policy.h"

static cs_policy *fresh(void) {
  cs_policy *p = NULL;
  assert_int_equal(cs_policy_new(&p), CS_OK);
  return p;
}

static bool is_number(const cs_pfield *f) {
  return f->type == CS_TYPE_COUNT || f->type == CS_TYPE_SIZE ||
         f->type == CS_TYPE_TIME || f->type == CS_TYPE_CPUS;
}

static void test_6_every_default_limit_is_finite(void **state) {
  (void)state;
  cs_policy *p = fresh();
  for (cs_policy_field id = 0; id < CS_POLICY_FIELDS; id++) {
    const cs_pfield *f = &cs_schema[id];
    if (!is_number(f) || f->absent) continue;
    assert_true(f->most > 0 && f->most <= UINT64_C(1) << 62);
    assert_in_range(cs_policy_number(p, id), f->least, f->most);
  }
  cs_policy_free(p);
}

static void test_5_the_default_denies(void **state) {
  (void)state;
  cs_policy *p = fresh();
  static const cs_policy_field lists[] = {
      CS_POLICY_FS_READ,      CS_POLICY_FS_WRITE, CS_POLICY_FS_MOUNTS,
      CS_POLICY_EGRESS_ALLOW, CS_POLICY_ENV_PASS, CS_POLICY_ENV_SET,
      CS_POLICY_IMAGES_ALLOW, CS_POLICY_SECRETS,  CS_POLICY_NET_LISTEN,
      CS_POLICY_CAPS};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    assert_int_equal(cs_policy_count(p, lists[i]), 0);
  assert_false(cs_policy_flag(p, CS_POLICY_SPAWN));
  assert_false(cs_policy_flag(p, CS_POLICY_UNIX_SOCKETS));
  assert_true(cs_policy_flag(p, CS_POLICY_WORKER));
  cs_policy_free(p);
}

static void test_defaults_are_those_of_the_table(void **state) {
  (void)state;
  cs_policy *p = fresh();
  assert_int_equal(cs_policy_number(p, CS_POLICY_WALL_MS), 120000);
  assert_int_equal(cs_policy_number(p, CS_POLICY_MEMORY_BYTES), 536870912);
  assert_int_equal(cs_policy_number(p, CS_POLICY_CPUS), 1000);
  assert_string_equal(cs_policy_text(p, CS_POLICY_CLOCK), "real");
  assert_null(cs_policy_text(p, CS_POLICY_NAME));
  assert_int_equal(cs_policy_count(p, CS_POLICY_FS_PROTECT), 24);
  assert_true(cs_policy_has(p, CS_POLICY_FS_PROTECT, ".git/hooks/**"));
  assert_true(cs_policy_has(p, CS_POLICY_DEPTH_ALLOW, "image"));
  assert_false(cs_policy_has(p, CS_POLICY_DEPTH_ALLOW, "vm"));
  cs_policy_free(p);
}

static void test_keys_are_unique_and_found(void **state) {
  (void)state;
  for (cs_policy_field id = 0; id < CS_POLICY_FIELDS; id++) {
    assert_int_equal(cs_schema_find(cs_schema[id].key), id);
    assert_true(strlen(cs_schema[id].meaning) > 0);
    assert_true(cs_schema_is_report_key(cs_schema[id].key));
  }
  assert_int_equal(cs_schema_find("limits.memory"), CS_POLICY_FIELDS);
  assert_true(cs_schema_is_report_key("kill_tree"));
  assert_false(cs_schema_is_report_key("kill_trees"));
}

static void test_nearest_name(void **state) {
  (void)state;
  char near[64];
  cs_word_walk walk = {.at = "memory_bytes|heap_bytes|pids"};
  assert_true(
      cs_schema_nearest("memry_bytes", cs_schema_next_word, &walk, near));
  assert_string_equal(near, "memory_bytes");
  walk = (cs_word_walk){.at = "memory_bytes|heap_bytes|pids"};
  assert_true(cs_schema_nearest("pdis", cs_schema_next_word, &walk, near));
  assert_string_equal(near, "pids");
  walk = (cs_word_walk){.at = "memory_bytes|heap_bytes|pids"};
  assert_false(cs_schema_nearest("colour", cs_schema_next_word, &walk, near));
}

static void test_words(void **state) {
  (void)state;
  assert_int_equal(cs_schema_word("ro|overlay|rw", "rw"), 2);
  assert_int_equal(cs_schema_word("ro|overlay|rw", "ro"), 0);
  assert_int_equal(cs_schema_word("ro|overlay|rw", "over"), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_6_every_default_limit_is_finite),
      cmocka_unit_test(test_5_the_default_denies),
      cmocka_unit_test(test_defaults_are_those_of_the_table),
      cmocka_unit_test(test_keys_are_unique_and_found),
      cmocka_unit_test(test_nearest_name),
      cmocka_unit_test(test_words)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
