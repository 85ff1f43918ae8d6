/*
 * test_policy_load.c - what a policy file may say, and every way to be refused.
 *
 * Numbers in names are those of the acceptance list of the policy.
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
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "policy/canon.h"
#include "policy/load.h"

static cs_policy *good(const char *text) {
  cs_policy *p = NULL;
  cs_policy_fault f;
  if (cs_load_text(text, strlen(text), "p.yaml", CS_POLICY_OWNER, &p, &f) !=
      CS_OK)
    fail_msg("refused: %s\n%s", f.text, text);
  return p;
}

static void refused_bytes(const char *text, size_t n, uint32_t line,
                          uint32_t column, const char *near, const char *says) {
  cs_policy *p = NULL;
  cs_policy_fault f;
  if (cs_load_text(text, n, "p.yaml", CS_POLICY_OWNER, &p, &f) == CS_OK)
    fail_msg("accepted: %s", text);
  assert_null(p);
  assert_string_equal(f.code, "policy_invalid");
  if (f.line != line || f.column != column || strcmp(f.nearest, near) != 0 ||
      !strstr(f.text, says))
    fail_msg("%s\nat %u:%u near '%s', expected %u:%u '%s' '%s'", f.text, f.line,
             f.column, f.nearest, line, column, near, says);
  assert_string_equal(f.file, "p.yaml");
}

static void refused(const char *text, uint32_t line, uint32_t column,
                    const char *near, const char *says) {
  refused_bytes(text, strlen(text), line, column, near, says);
}

static void hash_of(const char *text, char out[CS_POLICY_HASH]) {
  cs_policy *p = good(text);
  assert_int_equal(cs_canon_hash(p, out), CS_OK);
  cs_policy_free(p);
}

static void same(const char *a, const char *b) {
  char x[CS_POLICY_HASH], y[CS_POLICY_HASH];
  hash_of(a, x);
  hash_of(b, y);
  assert_string_equal(x, y);
}

static void differ(const char *a, const char *b) {
  char x[CS_POLICY_HASH], y[CS_POLICY_HASH];
  hash_of(a, x);
  hash_of(b, y);
  assert_string_not_equal(x, y);
}

/* --- 1: what is fatal ---------------------------------------------------- */

static void test_1_empty_and_version(void **state) {
  (void)state;
  refused("", 1, 1, "", "empty");
  refused("# nothing\n", 1, 1, "", "empty");
  refused("{}", 1, 1, "version: 1", "'version' is missing");
  refused("name: x\n", 1, 1, "version: 1", "'version' is missing");
  refused("version: 2\n", 1, 10, "", "between 1 and 1");
  refused("[version]\n", 1, 1, "", "not a mapping");
  refused("version\n", 1, 1, "", "not a mapping");
}

static void test_1_unknown_keys_name_the_nearest(void **state) {
  (void)state;
  refused("version: 1\nlimts: {}\n", 2, 1, "limits", "unknown key 'limts'");
  refused("version: 1\nlimits:\n  memry_bytes: 1\n", 3, 3, "memory_bytes",
          "unknown key 'memry_bytes' in limits");
  refused("version: 1\npids: 3\n", 2, 1, "limits.pids", "unknown key 'pids'");
  refused("version: 1\nlimits.pids: 3\n", 2, 1, "", "unknown key");
  refused("version: 1\nfs:\n  mounts:\n  - {host: /a, gest: /b}\n", 4, 16,
          "guest", "unknown key 'gest'");
  refused("version: 1\nfrobnicate: 3\n", 2, 1, "", "unknown key");
  refused("version: 1\n\"\": 3\n", 2, 1, "", "unknown key");
  refused("version: 1\nserver: {}\n", 2, 1, "", "unknown key");
}

static void test_1_duplicate_keys(void **state) {
  (void)state;
  refused("version: 1\nversion: 1\n", 2, 1, "", "twice");
  refused("version: 1\nlimits: {pids: 1, fds: 2, pids: 3}\n", 2, 27, "",
          "'pids' is there twice");
  refused("{\"version\": 1,\n \"version\": 1}", 2, 2, "", "line 1");
  refused("version: 1\nclock: real\n\"clock\": real\n", 3, 1, "", "twice");
}

static void test_1_wrong_types(void **state) {
  (void)state;
  refused("version: 1\nlimits: []\n", 2, 9, "", "is a list, not a mapping");
  refused("version: 1\nlimits: {pids: [1]}\n", 2, 16, "", "is a list");
  refused("version: 1\nlimits: {pids: \"3\"}\n", 2, 16, "", "the text '3'");
  refused("version: 1\nfs: {read: /data}\n", 2, 12, "", "not a list");
  refused("version: 1\nfs: {read: [[/data]]}\n", 2, 13, "", "is a list");
  refused("version: 1\nname: 12\n", 2, 7, "", "write \"12\"");
  refused("version: 1\nenv: {set: {A: 1}}\n", 2, 16, "", "write \"1\"");
  refused("version: 1\nenv: {set: [A]}\n", 2, 12, "", "not a mapping");
  refused("version: 1\nprocess: {spawn: {}}\n", 2, 18, "", "is a mapping");
  refused("version: 1\nprocess: {spawn: yes}\n", 2, 18, "", "true or false");
  refused("version: 1\ndepth: {}\n", 2, 8, "", "is a mapping");
}

static void test_1_words(void **state) {
  (void)state;
  refused("version: 1\ndepth: proces\n", 2, 8, "process", "'proces'");
  refused("version: 1\nfs: {root: none}\n", 2, 12, "", "not one of ro|overlay");
  refused("version: 1\ndepth_allow: [check, intrep]\n", 2, 22, "interp", "");
  refused("version: 1\nprocess: {caps: [SYS_ADMIN]}\n", 2, 18, "", "CHOWN");
  refused("version: 1\nprocess: {caps: [CHWON]}\n", 2, 18, "CHOWN", "");
  refused("version: 1\nextends: strct\n", 2, 10, "strict", "profile");
}

static void test_1_null(void **state) {
  (void)state;
  refused("version: 1\nlimits:\n", 2, 8, "", "is null");
  refused("version: 1\nname:\n", 2, 6, "", "is null");
  refused("version: 1\nname: null\n", 2, 7, "", "is null");
  refused("{\"version\": 1, \"fs\": {\"read\": null}}", 1, 31, "", "is null");
  refused("version: 1\nfs: {read: [null]}\n", 2, 13, "", "is null");
}

static void test_1_yaml_surprises(void **state) {
  (void)state;
  refused("version: 1\nname: &a x\n", 2, 7, "", "anchors");
  refused("version: &a 1\nlimits: {pids: *a}\n", 1, 10, "", "anchors");
  refused("version: 1\nlimits: {pids: *a}\n", 2, 16, "", "aliases");
  refused("version: !!int 1\n", 1, 10, "", "tags");
  refused("version: 1\nlimits: !x {pids: 3}\n", 2, 9, "", "tags");
  refused("version: 1\nfs: {read: ! [/a]}\n", 2, 12, "", "tags");
  refused("version: 1\n<<: {name: x}\n", 2, 1, "", "merge keys");
  refused("version: 1\n---\nversion: 1\n", 2, 1, "", "second document");
  refused("version: 1\n...\n---\nname: x\n", 3, 1, "", "second document");
  refused("{\"version\": 1} {\"version\": 1}", 1, 16, "", "second document");
  refused("%YAML 1.1\n---\nversion: 1\n", 1, 1, "", "directives");
  refused("%TAG ! tag:x,2000:\n---\nversion: 1\n", 1, 1, "", "directives");
  refused("version: 1\n? [a]\n: b\n", 2, 3, "", "a key must be");
  refused("version: 1\nname: \"x\n", 3, 1, "", "not YAML");
  refused("version: 1\n\tname: x\n", 2, 1, "", "not YAML");
}

static void test_1_bytes(void **state) {
  (void)state;
  refused_bytes("version: 1\nname: a\0b\n", 21, 2, 8, "", "NUL");
  refused("version: 1\nname: \"a\\0b\"\n", 2, 7, "", "NUL");
  refused("{\"version\": 1, \"name\": \"a\\u0000b\"}", 1, 24, "", "NUL");
  refused("version: 1\nname: \xC3\xA9\xFF\n", 2, 8, "", "not UTF-8");
  refused("version: 1\nname: \xED\xA0\x80\n", 2, 7, "", "not UTF-8");
}

static void test_1_size_and_nesting(void **state) {
  (void)state;
  size_t n = 256 << 10;
  char *big = malloc(n + 2);
  memset(big, '#', n + 1);
  memcpy(big, "version: 1\n", 11);
  big[n] = 0;
  cs_policy_free(good(big));
  big[n] = '#';
  refused_bytes(big, n + 1, 1, 1, "", "more than 256 KiB");
  memset(big, '[', n);
  refused_bytes(big, n, 1, 17, "", "deeper than 16");
  memcpy(big, "{\"a\":", 5);
  refused_bytes(big, n, 1, 21, "", "deeper than 16");
  free(big);
}

static void test_1_many_keys_are_refused_quickly(void **state) {
  (void)state;
  size_t n = 0, room = 256 << 10;
  char *big = malloc(room);
  n += (size_t)sprintf(big, "version: 1\n");
  for (int i = 0; n < room - 32; i++)
    n += (size_t)sprintf(big + n, "k%d: 1\n", i);
  refused_bytes(big, n, 1025, 1, "", "too many keys");
  free(big);
}

/* --- 2, 3: scalars ------------------------------------------------------- */

static void test_2_numbers(void **state) {
  (void)state;
  static const char *const wrong[] = {
      "0x10", "1e3", "-1",  "+1",   "010",   "1_000", "1.0",   "1.5",
      "0o17", ".5",  "5kb", "5k",   "1 GiB", "MiB",   "5 MiB", "true",
      "~",    "~1",  "1s",  "5mib", "\"5\"", "''",    "'1e3'", "1KB"};
  char text[100];
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    snprintf(text, sizeof text, "version: 1\nlimits: {memory_bytes: %s}\n",
             wrong[i]);
    refused(text, 2, 24, "", "not a size");
  }
  static const char *const range[] = {
      "9223372036854775808",  "9223372036854775807",     "65GiB",
      "18446744073709551616", "99999999999999999999GiB", "0"};
  for (size_t i = 0; i < sizeof range / sizeof *range; i++) {
    snprintf(text, sizeof text, "version: 1\nlimits: {memory_bytes: %s}\n",
             range[i]);
    refused(text, 2, 24, "", "between 1 and 64GiB");
  }
  refused("version: 1\nlimits: {wall_ms: 25h}\n", 2, 19, "", "and 24h");
  refused("version: 1\nlimits: {wall_ms: 5MiB}\n", 2, 19, "", "500ms");
  refused("version: 1\nlimits: {fuel: 1s}\n", 2, 16, "", "decimal number");
  refused("version: 1\nlimits: {cpus: 0.0001}\n", 2, 16, "", "CPUs");
  refused("version: 1\nlimits: {cpus: 65}\n", 2, 16, "", "and 64");
}

static void test_2_booleans(void **state) {
  (void)state;
  static const char *const wrong[] = {"yes",  "on", "~",        "True",
                                      "TRUE", "1",  "\"true\"", "y"};
  char text[100];
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    snprintf(text, sizeof text, "version: 1\nworker: %s\n", wrong[i]);
    refused(text, 2, 9, "", "not true or false");
  }
}

static void test_2_units_have_no_meaning_of_their_own(void **state) {
  (void)state;
  same("version: 1\nlimits: {memory_bytes: 512MiB}\n",
       "version: 1\nlimits: {memory_bytes: 536870912}\n");
  same("version: 1\nlimits: {memory_bytes: 512MiB}\n", "version: 1\n");
  same("version: 1\nlimits: {wall_ms: 2m, guest_ms: 30s, host_call_ms: 60s}\n",
       "version: 1\nlimits: {wall_ms: 120000, guest_ms: 30000ms}\n");
  same("version: 1\nlimits: {cpus: 1.5}\n",
       "version: 1\nlimits: {cpus: 1.500}\n");
  differ("version: 1\nlimits: {cpus: 1.5}\n", "version: 1\n");
}

static void test_3_yaml_and_json_give_one_hash(void **state) {
  (void)state;
  const char *yaml =
      "# a comment\nversion: 1\nname: \"caf\xC3\xA9 \xF0\x9F\x98\x80 /\"\n"
      "limits:\n  pids: 64   # another\n  wall_ms: 5s\n"
      "fs:\n  read: [/data, /b]\n"
      "egress:\n  allow:\n  - api.example.com\n  - {host: b.example, ports: "
      "[80], proto: http}\n";
  const char *json =
      "{\"limits\":{\"wall_ms\":\"5s\",\"pids\":64},\r\n\t\"fs\": {\"read\":"
      "[\"\\/data\", \"\\u002fb\"]},\n\"egress\":{\"allow\":[{\"host\":"
      "\"api.example.com\"},{\"proto\":\"http\",\"host\":\"b.example\"}]},"
      "\"name\":\"caf\\u00e9 \\ud83d\\ude00 \\/\", \"version\":1}";
  same(yaml, json);
  differ(yaml, "version: 1\n");
}

static void test_3_json_escapes(void **state) {
  (void)state;
  cs_policy *p = good(
      "{\"version\":1,\"env\":{\"set\":{\"A\":"
      "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\uD834\\uDD1E\"}}}");
  assert_string_equal(cs_policy_entry(p, CS_POLICY_ENV_SET, 0)->text,
                      "\"\\/\b\f\n\r\tA\xF0\x9D\x84\x9E");
  cs_policy_free(p);
  refused("{\"version\":1,\"name\":\"\\ud83d\"}", 1, 28, "", "surrogate");
  refused("{\"version\":1,\"name\":\"\\ude00\"}", 1, 28, "", "surrogate");
  refused("{\"version\":1,\"name\":\"\\ud83d\\u0041\"}", 1, 34, "",
          "surrogate");
  refused("{\"version\":1,\"name\":\"\\x41\"}", 1, 23, "", "escape");
  refused("{\"version\":1,\"name\":\"\\u12g4\"}", 1, 26, "", "hexadecimal");
  refused("{\"version\":1,\"name\":\"a\nb\"}", 1, 23, "", "control");
  refused("{\"version\":1,\"name\":\"a", 1, 23, "", "closing quote");
}

static void test_json_is_strict(void **state) {
  (void)state;
  refused("{\"version\":1,}", 1, 14, "", "double quotes");
  refused("{\"version\":1 \"name\":\"x\"}", 1, 14, "", "','");
  refused("{\"version\" 1}", 1, 12, "", "':'");
  refused("{\"version\":1,\"fs\":{\"read\":[\"/a\",]}}", 1, 33, "", "double");
  refused("{\"version\":1", 1, 13, "", "','");
  refused("{\"version\":1]", 1, 13, "", "','");
  refused("{\"version\":True}", 1, 12, "", "double quotes");
  refused("{\"version\":1, // x\n}", 1, 15, "", "double quotes");
  cs_policy_free(
      good(" {  \"version\" : 1 , \"fs\" : { \"read\" : [ ] } } \n"));
  cs_policy_free(good("{version: 1, fs: {read: [/a]}}")); /* YAML */
}

/* --- texts of fields ----------------------------------------------------- */

static void test_texts(void **state) {
  (void)state;
  refused("version: 1\nfs: {read: [data]}\n", 2, 13, "", "absolute path");
  refused("version: 1\nfs: {read: [/a/../b]}\n", 2, 13, "", "'.' or '..'");
  refused("version: 1\nfs: {read: [/a/]}\n", 2, 13, "", "slash at its end");
  refused("version: 1\nfs: {read: [/a//b]}\n", 2, 13, "", "empty component");
  refused("version: 1\nfs: {read: [/a/x**]}\n", 2, 13, "", "'**'");
  refused("version: 1\nfs: {protect: [/a]}\n", 2, 16, "", "relative");
  refused("version: 1\nfs: {read: [\"\"]}\n", 2, 13, "", "is empty");
  refused("version: 1\nfs: {read: [\"/a\\tb\"]}\n", 2, 13, "", "control");
  refused("version: 1\nenv: {pass: [A-B]}\n", 2, 14, "", "variable");
  refused("version: 1\nenv: {set: {1A: x}}\n", 2, 17, "", "variable");
  refused("version: 1\npackages: {list: [\"-e .\"]}\n", 2, 19, "",
          "flag-style");
  refused("version: 1\nclock: yesterday\n", 2, 8, "", "real, host");
  refused("version: 1\nclock: 2023-02-29T00:00:00Z\n", 2, 8, "", "real");
  refused("version: 1\nrandom: fixed:x\n", 2, 9, "", "fixed:");
  refused("version: 1\ntimezone: ../etc\n", 2, 11, "", "time zone");
  refused("version: 1\naccept_unenforced: [limits.pdis]\n", 2, 21,
          "limits.pids", "enforcement report");
  refused("version: 1\ncode: {imports_deny: [1a]}\n", 2, 23, "", "module");
  cs_policy_free(
      good("version: 1\nclock: 2030-02-28T12:00:00.5+01:00\n"
           "random: fixed:7\ncode: {imports_allow: [\".\", os.path]}\n"
           "accept_unenforced: [kill_tree, limits.pids]\n"));
}

static void test_hosts(void **state) {
  (void)state;
  static const char *const wrong[][2] = {{"API.example.com", "lower case"},
                                         {"a_b.example", "character"},
                                         {"a..b", "empty label"},
                                         {"-a.example", "begins or ends"},
                                         {"*.com", "suffix"},
                                         {"\"**.co.uk\"", "suffix"},
                                         {"a.*.example", "star"},
                                         {"10.0.0.1", "ip"},
                                         {"a.0x7f", "ip"},
                                         {"b\xC3\xBC.example", "A-labels"},
                                         {"\"x.example/path\"", "character"},
                                         {"\"x.example:443\"", "character"}};
  char text[120];
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    bool quote = wrong[i][0][0] == '*';
    snprintf(text, sizeof text, "version: 1\negress: {allow: [%s%s%s]}\n",
             quote ? "'" : "", wrong[i][0], quote ? "'" : "");
    refused(text, 2, 18, "", wrong[i][1]);
  }
  refused("version: 1\negress: {allow: ['*']}\n", 2, 18, "", "dangerous_any");
  refused("version: 1\negress: {allow: [{ports: [1]}]}\n", 2, 18, "", "host");
  refused("version: 1\negress: {allow: [{ip: 010.0.0.1}]}\n", 2, 23, "",
          "address");
  refused(
      "version: 1\negress: {allow: [{host: a.example, allow_private: "
      "true}]}\n",
      2, 18, "", "needs ip");
  refused("version: 1\negress: {allow: [{host: a.example, ports: [0]}]}\n", 2,
          44, "", "between 1 and 65535");
  cs_policy_free(
      good("version: 1\negress: {allow: [localhost, '*.a.example', "
           "'**.b.example', {ip: '2001:db8::1'}]}\n"));
  cs_policy_free(
      good("version: 1\negress: {allow: ['*'], dangerous_any: true}\n"));
}

static void test_entries(void **state) {
  (void)state;
  cs_policy *p = good(
      "version: 1\nfs:\n  mounts: [{host: /a, guest: /b}]\n"
      "  read: [{path: '/x*y', literal: true}, {path: /z, literal: true}]\n");
  const cs_pvalue *m = cs_policy_entry(p, CS_POLICY_FS_MOUNTS, 0);
  assert_string_equal(cs_pvalue_find(m, "mode")->text, "overlay");
  assert_int_equal(cs_pvalue_find(m, "memory_bytes")->number, 100000000);
  assert_int_equal(cs_pvalue_find(m, "write_bytes")->kind, CS_PV_NONE);
  assert_int_equal(cs_policy_entry(p, CS_POLICY_FS_READ, 0)->kind, CS_PV_MAP);
  assert_string_equal(cs_policy_entry(p, CS_POLICY_FS_READ, 1)->text, "/z");
  cs_policy_free(p);
  refused("version: 1\nfs: {mounts: [{host: /a}]}\n", 2, 15, "", "'guest'");
  refused("version: 1\nfs: {mounts: [{host: /, guest: /b}]}\n", 2, 15, "",
          "never mounted");
  refused("version: 1\nfs: {mounts: [{host: /proc/self, guest: /b}]}\n", 2, 15,
          "", "never mounted");
  refused("version: 1\nfs: {mounts: [/a]}\n", 2, 15, "", "not a mapping");
  refused("version: 1\nfs: {mounts: [{host: /a, guest: /b, mode: wr}]}\n", 2,
          43, "rw", "ro|overlay|rw");
  refused("version: 1\nworkspace: {mode: rw, write: ['a*']}\n", 2, 31, "",
          "mode rw");
  refused("version: 1\nsecrets: {k: {from: 'env:K'}}\n", 2, 14, "",
          "mode: env");
  refused("version: 1\nsecrets: {k: {from: K, hosts: [a.example]}}\n", 2, 21,
          "", "env:VAR");
  refused("version: 1\nsecrets: {k: {from: 'env:K', hosts: [a.example]}}\n", 2,
          38, "", "egress.allow");
}

static void test_7_empty_is_not_absent(void **state) {
  (void)state;
  cs_policy *p = good("version: 1\ncode: {imports_allow: []}\n");
  assert_int_equal(cs_policy_value(p, CS_POLICY_IMPORTS_ALLOW)->kind,
                   CS_PV_LIST);
  cs_policy_free(p);
  p = good("version: 1\n");
  assert_int_equal(cs_policy_value(p, CS_POLICY_IMPORTS_ALLOW)->kind,
                   CS_PV_NONE);
  cs_policy_free(p);
  differ("version: 1\ncode: {imports_allow: []}\n", "version: 1\n");
  same("version: 1\negress: {allow: []}\nfs: {read: []}\nimages: {allow: []}\n",
       "version: 1\n");
}

static void test_origins(void **state) {
  (void)state;
  cs_policy *p = good("version: 1\nextends: agent\nlimits: {pids: 7}\n");
  cs_policy_origin o = cs_policy_where(p, cs_policy_value(p, CS_POLICY_PIDS));
  assert_string_equal(o.file, "p.yaml");
  assert_int_equal(o.line, 3);
  assert_int_equal(o.column, 16);
  assert_int_equal(o.level, CS_POLICY_OWNER);
  o = cs_policy_where(p, cs_policy_value(p, CS_POLICY_SPAWN));
  assert_string_equal(o.file, "agent");
  o = cs_policy_where(p, cs_policy_value(p, CS_POLICY_FDS));
  assert_string_equal(o.file, "built-in");
  assert_true(cs_policy_flag(p, CS_POLICY_SPAWN));
  assert_null(cs_policy_text(p, CS_POLICY_NAME));
  cs_policy_free(p);
}

static void test_profiles(void **state) {
  (void)state;
  cs_word_walk walk = {.at = cs_profile_names};
  const char *name;
  while ((name = cs_schema_next_word(&walk))) {
    cs_policy *p = NULL;
    cs_policy_fault f;
    assert_int_equal(cs_load_profile(name, CS_POLICY_OWNER, &p, &f), CS_OK);
    assert_string_equal(cs_policy_text(p, CS_POLICY_NAME), name);
    cs_policy_free(p);
  }
  cs_policy *none = NULL;
  cs_policy_fault f;
  assert_int_equal(cs_load_profile("agnet", CS_POLICY_OWNER, &none, &f),
                   CS_EINVAL);
  assert_string_equal(f.nearest, "agent");
}

/* --- 4, 5: files --------------------------------------------------------- */

typedef struct cs_box {
  char dir[64], path[128];
} cs_box;

static void box_open(cs_box *b) {
  snprintf(b->dir, sizeof b->dir, "/tmp/cs_policy_XXXXXX");
  assert_non_null(mkdtemp(b->dir));
  snprintf(b->path, sizeof b->path, "%s/p.yaml", b->dir);
}

static void box_put(const cs_box *b, const char *name, const char *text) {
  char path[128];
  snprintf(path, sizeof path, "%.60s/%.30s", b->dir, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  assert_int_equal(chmod(path, 0600), 0);
}

static void box_close(const cs_box *b) {
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", b->dir);
  assert_int_equal(system(command), 0);
}

static void file_refused(const char *path, const char *code, const char *says) {
  cs_policy *p = NULL;
  cs_policy_fault f;
  assert_int_equal(cs_load_file(path, CS_POLICY_OWNER, &p, &f), CS_EINVAL);
  assert_null(p);
  assert_string_equal(f.code, code);
  if (!strstr(f.text, says)) fail_msg("%s, not %s", f.text, says);
}

static void test_4_files_of_others_are_refused(void **state) {
  (void)state;
  cs_box b;
  char link[128];
  cs_policy *p = NULL;
  box_open(&b);
  box_put(&b, "p.yaml", "version: 1\n");
  assert_int_equal(cs_load_file(b.path, CS_POLICY_OWNER, &p, NULL), CS_OK);
  cs_policy_free(p);
  assert_int_equal(chmod(b.path, 0620), 0);
  file_refused(b.path, "policy_file", "chmod go-w");
  assert_int_equal(chmod(b.path, 0602), 0);
  file_refused(b.path, "policy_file", "chmod go-w");
  assert_int_equal(chmod(b.path, 0644), 0);
  assert_int_equal(cs_load_file(b.path, CS_POLICY_OWNER, &p, NULL), CS_OK);
  cs_policy_free(p);
  snprintf(link, sizeof link, "%s/link.yaml", b.dir);
  assert_int_equal(symlink(b.path, link), 0);
  file_refused(link, "policy_file", "symbolic link");
  file_refused(b.dir, "policy_file", "regular file");
  if (geteuid() == 0) {
    assert_int_equal(chown(b.path, 12345, 12345), 0);
    file_refused(b.path, "policy_file", "somebody else");
  }
  char fifo[128];
  snprintf(fifo, sizeof fifo, "%s/fifo", b.dir);
  assert_int_equal(mkfifo(fifo, 0600), 0);
  file_refused(fifo, "policy_file", "regular file");
  box_close(&b);
}

static void test_5_absent_file_is_an_error(void **state) {
  (void)state;
  file_refused("/nonexistent/p.yaml", "policy_file", "No such file");
}

static void test_extends_a_file(void **state) {
  (void)state;
  cs_box b;
  cs_policy *p = NULL;
  cs_policy_fault f;
  box_open(&b);
  box_put(&b, "base.yaml",
          "version: 1\nname: base\nlimits: {pids: 5, fds: 9}\n");
  box_put(&b, "p.yaml", "version: 1\nextends: base\nlimits: {pids: 6}\n");
  if (cs_load_file(b.path, CS_POLICY_OWNER, &p, &f) != CS_OK)
    fail_msg("%s", f.text);
  assert_int_equal(cs_policy_number(p, CS_POLICY_PIDS), 6);
  assert_int_equal(cs_policy_number(p, CS_POLICY_FDS), 9);
  assert_null(cs_policy_text(p, CS_POLICY_NAME));
  cs_policy_free(p);
  box_put(&b, "base.yaml", "version: 1\nextends: agent\n");
  file_refused(b.path, "policy_invalid", "must not extend");
  box_put(&b, "p.yaml", "version: 1\nextends: ../base.yaml\n");
  file_refused(b.path, "policy_invalid", "no such profile");
  box_put(&b, "p.yaml", "version: 1\nextends: missing.yaml\n");
  file_refused(b.path, "policy_file", "No such file");
  box_put(&b, "base.yaml", "version: 1\n");
  box_put(&b, "p.yaml", "extends: base\n");
  file_refused(b.path, "policy_invalid", "'version' is missing");
  box_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_1_empty_and_version),
      cmocka_unit_test(test_1_unknown_keys_name_the_nearest),
      cmocka_unit_test(test_1_duplicate_keys),
      cmocka_unit_test(test_1_wrong_types),
      cmocka_unit_test(test_1_words),
      cmocka_unit_test(test_1_null),
      cmocka_unit_test(test_1_yaml_surprises),
      cmocka_unit_test(test_1_bytes),
      cmocka_unit_test(test_1_size_and_nesting),
      cmocka_unit_test(test_1_many_keys_are_refused_quickly),
      cmocka_unit_test(test_2_numbers),
      cmocka_unit_test(test_2_booleans),
      cmocka_unit_test(test_2_units_have_no_meaning_of_their_own),
      cmocka_unit_test(test_3_yaml_and_json_give_one_hash),
      cmocka_unit_test(test_3_json_escapes),
      cmocka_unit_test(test_json_is_strict),
      cmocka_unit_test(test_texts),
      cmocka_unit_test(test_hosts),
      cmocka_unit_test(test_entries),
      cmocka_unit_test(test_7_empty_is_not_absent),
      cmocka_unit_test(test_origins),
      cmocka_unit_test(test_profiles),
      cmocka_unit_test(test_4_files_of_others_are_refused),
      cmocka_unit_test(test_5_absent_file_is_an_error),
      cmocka_unit_test(test_extends_a_file)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
