/*
 * test_report.c - words of the enforcement report, from probes made up here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "policy/load.h"
#include "policy/report.h"

static cs_policy *policy_of(const char *lines) {
  char text[512];
  cs_policy *p = NULL;
  cs_policy_fault fault = {0};
  int n = snprintf(text, sizeof text, "version: 1\n%s", lines);
  if (cs_load_text(text, (size_t)n, "test", CS_POLICY_OWNER, &p, &fault) !=
      CS_OK)
    fail_msg("%s", fault.text);
  return p;
}

/* A host on which everything holds. */
static cs_probes good_host(void) {
  cs_probes p = {.landlock = 7, .cgroup = 2};
  for (int i = 0; i < CS_PROBE_COUNT; i++)
    cs_report_note(&p, (cs_probe_id)i, true, NULL);
  for (int i = 0; i < 3; i++) p.limits[i] = UINT64_MAX;
  return p;
}

static const cs_report_cell *cell(const cs_report *r, const char *key) {
  cs_report_key k = cs_report_find(key);
  if (k == CS_REPORT_KEYS) fail_msg("no key %s", key);
  return &r->at[k];
}

static void without_probes_nothing_is_enforced(void **state) {
  (void)state;
  cs_probes none = {0};
  cs_policy *p = policy_of("");
  cs_report r;
  for (int d = 0; d < CS_REPORT_DEPTHS; d++) {
    cs_report_make(p, (cs_report_depth)d, &none, NULL, &r);
    for (int k = 0; k < CS_REPORT_KEYS; k++)
      if (r.at[k].word == CS_REPORT_ENFORCED)
        assert_int_equal(r.at[k].by, CS_BY_ABSENT);
      else
        assert_true(r.at[k].why[0]);
  }
  cs_report_make(p, CS_REPORT_WORKER, &none, NULL, &r);
  cs_error err = {0};
  assert_int_equal(cs_report_demand(&r, &err), CS_EINVAL);
  assert_non_null(strstr(err.text, "enforcement_missing"));
  cs_policy_free(p);
}

static void on_a_good_host_the_default_has_no_gap(void **state) {
  (void)state;
  cs_probes good = good_host();
  cs_policy *p = policy_of("");
  cs_report_depth depths[] = {CS_REPORT_CHECK, CS_REPORT_WORKER,
                              CS_REPORT_PROCESS};
  for (int i = 0; i < 3; i++) {
    cs_report r;
    cs_report_make(p, depths[i], &good, NULL, &r);
    if (cs_report_gaps(&r, NULL))
      fail_msg("%s", cs_report_key_name(cs_report_first_gap(&r)));
    assert_int_equal(cs_report_demand(&r, NULL), CS_OK);
  }
  cs_policy_free(p);
}

static void memory_without_groups_depends_on_spawn(void **state) {
  (void)state;
  cs_probes host = good_host();
  cs_report_note(&host, CS_PROBE_CG_MEM, false, "none here");
  cs_policy *no = policy_of("process: {spawn: false}\n");
  cs_policy *yes = policy_of("process: {spawn: true}\n");
  cs_report r;
  cs_report_make(no, CS_REPORT_PROCESS, &host, NULL, &r);
  const cs_report_cell *c = cell(&r, "limits.memory_bytes");
  assert_int_equal(c->word, CS_REPORT_ENFORCED);
  assert_int_equal(c->by, CS_BY_KERNEL);
  cs_report_make(yes, CS_REPORT_PROCESS, &host, NULL, &r);
  c = cell(&r, "limits.memory_bytes");
  assert_int_equal(c->word, CS_REPORT_ADVISORY);
  cs_error err = {0};
  assert_int_equal(cs_report_demand(&r, &err), CS_EINVAL);
  assert_non_null(strstr(err.text, "accept_unenforced: [limits.memory_bytes]"));
  cs_policy_free(no);
  cs_policy_free(yes);
}

static void accepted_gaps_open_and_stay_visible(void **state) {
  (void)state;
  cs_probes good = good_host();
  cs_policy *p = policy_of(
      "limits: {disk_inodes: 5}\naccept_unenforced: [limits.disk_inodes]\n");
  cs_report r;
  cs_report_make(p, CS_REPORT_WORKER, &good, NULL, &r);
  assert_int_equal(cs_report_demand(&r, NULL), CS_OK);
  cs_buf text;
  cs_report_host h = {.kernel = "k", .boot = "b"};
  cs_buf_init(&text, 1 << 20);
  assert_int_equal(cs_report_json(&r, &h, &text), CS_OK);
  assert_non_null(strstr(cs_buf_text(&text),
                         "\"level\":\"degraded\","
                         "\"verified_live\":true,"
                         "\"missing\":"
                         "[\"limits.disk_inodes\"]"));
  cs_buf_fini(&text);
  cs_policy_free(p);
}

static void engine_keys_block_depths_that_do_not_count_them(void **state) {
  (void)state;
  cs_probes good = good_host();
  cs_policy *fuel = policy_of("limits: {fuel: 5000, recursion: 50}\n");
  cs_policy *imports = policy_of("code: {imports_allow: [json]}\n");
  cs_report r;
  cs_report_make(fuel, CS_REPORT_PROCESS, &good, NULL, &r);
  assert_int_equal(cs_report_gaps(&r, NULL), 2);
  assert_int_equal(cell(&r, "limits.fuel")->word, CS_REPORT_UNSUPPORTED);
  cs_report_make(imports, CS_REPORT_PROCESS, &good, NULL, &r);
  assert_int_equal(cs_report_gaps(&r, NULL), 1);
  assert_string_equal(cs_report_key_name(cs_report_first_gap(&r)),
                      "code.imports");
  cs_report_make(imports, CS_REPORT_CHECK, &good, NULL, &r);
  assert_int_equal(cs_report_gaps(&r, NULL), 0);
  cs_policy_free(fuel);
  cs_policy_free(imports);
}

static void the_hash_changes_with_a_word(void **state) {
  (void)state;
  cs_probes a = good_host(), b = good_host();
  char one[CS_REPORT_HASH], two[CS_REPORT_HASH];
  cs_policy *p = policy_of("");
  cs_report r;
  cs_report_make(p, CS_REPORT_PROCESS, &a, NULL, &r);
  assert_int_equal(cs_report_hash(&r, one), CS_OK);
  assert_int_equal(cs_report_hash(&r, two), CS_OK);
  assert_string_equal(one, two);
  cs_report_note(&b, CS_PROBE_LANDLOCK, false, "gone");
  cs_report_make(p, CS_REPORT_PROCESS, &b, NULL, &r);
  assert_int_equal(cs_report_hash(&r, two), CS_OK);
  assert_string_not_equal(one, two);
  cs_policy_free(p);
}

static void test_21_other_hosts(void **state) {
  (void)state;
  cs_policy *spawns = policy_of("process: {spawn: true}\n");
  for (uint32_t abi = 0; abi <= 7; abi++)
    for (uint32_t groups = 0; groups <= 2; groups++) {
      cs_probes host = good_host();
      cs_report r;
      host.landlock = abi;
      host.cgroup = groups;
      cs_report_note(&host, CS_PROBE_LANDLOCK, abi > 0, "no Landlock");
      cs_report_note(&host, CS_PROBE_CG_MEM, groups > 0, "no groups");
      cs_report_make(spawns, CS_REPORT_PROCESS, &host, NULL, &r);
      const cs_report_cell *files = cell(&r, "fs.read");
      assert_int_equal(files->word, CS_REPORT_ENFORCED);
      assert_int_equal(!!(files->by & CS_BY_LANDLOCK), abi > 0);
      const cs_report_cell *memory = cell(&r, "limits.memory_bytes");
      assert_int_equal(memory->word,
                       groups ? CS_REPORT_ENFORCED : CS_REPORT_ADVISORY);
      assert_int_equal(cs_report_blocks(memory), groups == 0);
      cs_report_note(&host, CS_PROBE_USERNS, false, "no user namespaces");
      cs_report_make(spawns, CS_REPORT_PROCESS, &host, NULL, &r);
      for (int k = 0; k < CS_REPORT_KEYS; k++)
        assert_int_equal(r.at[k].word, CS_REPORT_UNSUPPORTED);
    }
  cs_policy_free(spawns);
}

/* Nothing that somebody sets is ignored: a key of the report speaks for it. */
static void every_field_has_a_key(void **state) {
  (void)state;
  static const cs_policy_field choose[] = {
      CS_POLICY_VERSION, CS_POLICY_NAME,        CS_POLICY_EXTENDS,
      CS_POLICY_DEPTH,   CS_POLICY_DEPTH_ALLOW, CS_POLICY_ACCEPT};
  for (int i = 0; i < CS_POLICY_FIELDS; i++) {
    bool chooses = false;
    for (size_t k = 0; k < sizeof choose / sizeof *choose; k++)
      chooses |= (int)choose[k] == i;
    if ((cs_report_key_of((cs_policy_field)i) == CS_REPORT_KEYS) != chooses)
      fail_msg("%s", cs_schema[i].key);
  }
}

static void word_is(const char *lines, cs_report_depth d,
                    const cs_report_given *given, const char *key,
                    cs_report_word word) {
  cs_probes good = good_host();
  cs_policy *p = policy_of(lines);
  cs_report r;
  cs_report_make(p, d, &good, given, &r);
  if (cell(&r, key)->word != word)
    fail_msg("%s%s is %s", lines, key,
             cs_report_word_name(cell(&r, key)->word));
  if (word != CS_REPORT_ENFORCED && !cs_report_blocks(cell(&r, key)))
    fail_msg("%s does not block", lines);
  cs_policy_free(p);
}

static void a_log_is_what_the_policy_says_or_none(void **state) {
  (void)state;
  const cs_report_given log = {.log = true},
                        full = {.log = true, .log_full = 1},
                        batch = {.log = true, .log_batch = true},
                        weak = {.log = true, .log_optional = true},
                        there = {.log = true, .log_path = "/a/b.jsonl"};
  cs_report_depth d = CS_REPORT_WORKER;
  word_is("audit: {required: true}\n", d, NULL, "audit", CS_REPORT_UNSUPPORTED);
  word_is("audit: {required: true}\n", d, &log, "audit", CS_REPORT_ENFORCED);
  word_is("audit: {required: true}\n", d, &weak, "audit",
          CS_REPORT_UNSUPPORTED);
  word_is("audit: {code: hash}\n", d, &full, "audit", CS_REPORT_UNSUPPORTED);
  word_is("audit: {code: full}\n", d, &full, "audit", CS_REPORT_ENFORCED);
  word_is("audit: {sync: always}\n", d, &batch, "audit", CS_REPORT_UNSUPPORTED);
  word_is("audit: {sync: always}\n", d, &log, "audit", CS_REPORT_ENFORCED);
  word_is("audit: {path: /a}\n", d, &there, "audit", CS_REPORT_ENFORCED);
  word_is("audit: {path: /a/b}\n", d, &there, "audit", CS_REPORT_UNSUPPORTED);
  word_is("audit: {trace_denials: true}\n", d, &log, "audit",
          CS_REPORT_ENFORCED);
  word_is("audit: {trace_denials: true}\n", CS_REPORT_PROCESS, &log, "audit",
          CS_REPORT_UNSUPPORTED);
  word_is("audit: {checkpoint_cmd: [/bin/cat]}\n", d, &log, "audit",
          CS_REPORT_UNSUPPORTED);
}

static void grants_that_are_not_given_are_refused(void **state) {
  (void)state;
  cs_report_depth d = CS_REPORT_PROCESS;
  word_is("process: {caps: [CHOWN]}\n", d, NULL, "process.caps",
          CS_REPORT_UNSUPPORTED);
  word_is("process: {tty: true}\n", d, NULL, "process.tty",
          CS_REPORT_UNSUPPORTED);
  word_is("egress: {allow: [example.com]}\n", d, NULL, "egress.allow",
          CS_REPORT_ENFORCED);
  word_is("egress: {allow: [{host: example.com, tls: tunnel}]}\n", d, NULL,
          "egress.host_identity", CS_REPORT_ADVISORY);
  word_is("egress: {allow: [{host: example.com, proto: tcp}]}\n", d, NULL,
          "egress.host_identity", CS_REPORT_ADVISORY);
  word_is("net: {listen: [{guest: 80}]}\n", d, NULL, "net.listen",
          CS_REPORT_UNSUPPORTED);
  word_is("packages: {list: [numpy]}\n", d, NULL, "packages.list",
          CS_REPORT_UNSUPPORTED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_probes_nothing_is_enforced),
      cmocka_unit_test(on_a_good_host_the_default_has_no_gap),
      cmocka_unit_test(memory_without_groups_depends_on_spawn),
      cmocka_unit_test(accepted_gaps_open_and_stay_visible),
      cmocka_unit_test(engine_keys_block_depths_that_do_not_count_them),
      cmocka_unit_test(the_hash_changes_with_a_word),
      cmocka_unit_test(test_21_other_hosts),
      cmocka_unit_test(every_field_has_a_key),
      cmocka_unit_test(a_log_is_what_the_policy_says_or_none),
      cmocka_unit_test(grants_that_are_not_given_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
