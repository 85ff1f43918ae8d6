/*
 * test_egress_rules.c - names, address classes, paths and the judge.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "policy_box.h"

#include "egress/path.h"
#include "egress/rule.h"

/* --- names --------------------------------------------------------------- */

#define BYTES(text) text, sizeof(text) - 1

static void refuses(const char *bytes, size_t n) {
  cs_name name;
  if (!cs_name_read(bytes, n, &name))
    fail_msg("accepted '%.*s'", (int)n, bytes);
  assert_int_equal(name.len, 0);
}

static void reads(const char *bytes, const char *as) {
  cs_name name, again;
  const char *wrong = cs_name_read(bytes, strlen(bytes), &name);
  if (wrong) fail_msg("'%s' %s", bytes, wrong);
  assert_string_equal(name.text, as);
  if (name.address.family == 6) return;
  assert_null(cs_name_read(name.text, name.len, &again));
  assert_true(cs_name_equal(&name, &again));
}

/* redteam: H05 */
static void test_names_refused(void **state) {
  (void)state;
  refuses(BYTES(""));
  refuses(BYTES("."));
  refuses(BYTES(".."));
  refuses(BYTES("a.test.."));
  refuses(BYTES(".a.test"));
  refuses(BYTES("a..test"));
  refuses(BYTES("a.test\0.evil.test"));
  refuses(BYTES("evil.test\0a.test"));
  refuses(BYTES("a.test\r\n"));
  refuses(BYTES("a.test "));
  refuses(BYTES(" a.test"));
  refuses(BYTES("a\t.test"));
  refuses(BYTES("a.test%00"));
  refuses(BYTES("a%2etest"));
  refuses(BYTES("a.test\\evil"));
  refuses(BYTES("a.test@evil.test"));
  refuses(BYTES("a.test#x"));
  refuses(BYTES("a.test?x"));
  refuses(BYTES("a.test/x"));
  refuses(BYTES("a_b.test"));
  refuses(BYTES("-a.test"));
  refuses(BYTES("a-.test"));
  refuses(BYTES("a.test:443"));
  refuses(BYTES("a\xef\xbc\x8etest")); /* full-width dot */
  refuses(
      BYTES("b\xc3\xbc"
            "cher.test"));
  refuses(BYTES("*.test"));
}

static void test_names_of_length(void **state) {
  (void)state;
  char text[300];
  cs_name name;
  memset(text, 'a', sizeof text);
  memcpy(text + 64, ".test", 5);
  refuses(text, 69); /* a label of 64 */
  assert_null(cs_name_read(text + 1, 68, &name));
  memset(text, 'a', sizeof text);
  for (size_t i = 61; i < sizeof text; i += 62) text[i] = '.';
  refuses(text, 254);
  assert_null(cs_name_read(text, 253, &name));
  assert_int_equal(name.len, 253);
}

static void test_names_read(void **state) {
  (void)state;
  reads("A.Test", "a.test");
  reads("a.test.", "a.test");
  reads("localhost", "localhost");
  reads("xn--bcher-kva.test", "xn--bcher-kva.test");
  reads("1.2.3.4", "1.2.3.4");
  reads("1.2.3.4.", "1.2.3.4");
  reads("1password.test", "1password.test");
  reads("[::1]", "::1");
  reads("[::FFFF:127.0.0.1]", "::ffff:127.0.0.1");
}

/* redteam: H07 */
static void test_addresses_refused(void **state) {
  (void)state;
  refuses(BYTES("2130706433"));
  refuses(BYTES("0177.0.0.1"));
  refuses(BYTES("0x7f.1"));
  refuses(BYTES("0x7f000001"));
  refuses(BYTES("127.1"));
  refuses(BYTES("127.0.0.01"));
  refuses(BYTES("127.0.0.256"));
  refuses(BYTES("1.2.3.4.5"));
  refuses(BYTES("a.0x1"));
  refuses(BYTES("::1"));
  refuses(BYTES("[fe80::1%lo]"));
  refuses(BYTES("[::1"));
  refuses(BYTES("[::1]x"));
  refuses(BYTES("[1.2.3.4]"));
  refuses(BYTES("[]"));
}

static void test_authorities(void **state) {
  (void)state;
  cs_name name;
  uint16_t port = 443;
  assert_null(cs_name_authority(BYTES("a.test"), &name, &port));
  assert_int_equal(port, 443);
  assert_null(cs_name_authority(BYTES("a.test:8443"), &name, &port));
  assert_int_equal(port, 8443);
  assert_null(cs_name_authority(BYTES("[2606:4700::1]:80"), &name, &port));
  assert_int_equal(port, 80);
  assert_int_equal(name.address.family, 6);
  static const char *const bad[] = {"a.test:",     "a.test:0",  "a.test:65536",
                                    "a.test:080",  "a.test:+1", "a.test:4 4",
                                    "[::1]x:80",   ":80",       "a.test:80:80",
                                    "u@a.test:80", "[::1]80"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (!cs_name_authority(bad[i], strlen(bad[i]), &name, &port))
      fail_msg("accepted %s", bad[i]);
}

/* --- classes of addresses ------------------------------------------------ */

/* redteam: H08, H28 */
static void test_classes(void **state) {
  (void)state;
  static const char *const refused[] = {"0.0.0.0",
                                        "0.1.2.3",
                                        "10.0.0.1",
                                        "100.64.0.1",
                                        "100.100.100.200",
                                        "127.0.0.1",
                                        "127.255.255.255",
                                        "169.254.169.254",
                                        "168.63.129.16",
                                        "172.16.0.1",
                                        "172.31.255.255",
                                        "192.0.0.1",
                                        "192.0.2.1",
                                        "192.88.99.1",
                                        "192.168.1.1",
                                        "198.18.0.1",
                                        "198.19.255.255",
                                        "198.51.100.1",
                                        "203.0.113.7",
                                        "224.0.0.1",
                                        "239.1.1.1",
                                        "240.0.0.1",
                                        "255.255.255.255",
                                        "::",
                                        "::1",
                                        "100::1",
                                        "2001::1",
                                        "2001:db8::1",
                                        "3fff::1",
                                        "5f00::1",
                                        "64:ff9b:1::1",
                                        "fc00::1",
                                        "fd00:ec2::254",
                                        "fe80::1",
                                        "febf::1",
                                        "fec0::1",
                                        "ff02::1",
                                        "::127.0.0.1",
                                        "::ffff:10.0.0.1",
                                        "64:ff9b::7f00:1",
                                        "2002:7f00:1::",
                                        "2002:a00:1::"};
  static const char *const good[] = {
      "1.1.1.1",        "9.255.255.255",    "11.0.0.0",        "100.63.255.255",
      "100.128.0.0",    "172.15.0.1",       "172.32.0.1",      "192.0.1.1",
      "198.17.0.1",     "198.20.0.1",       "223.255.255.255", "2606:4700::1",
      "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::"};
  cs_address a;
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    assert_true(cs_address_read(refused[i], strlen(refused[i]), &a));
    if (!cs_address_class(&a)) fail_msg("%s is public", refused[i]);
  }
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    assert_true(cs_address_read(good[i], strlen(good[i]), &a));
    if (cs_address_class(&a)) fail_msg("%s is refused", good[i]);
  }
}

/* --- paths --------------------------------------------------------------- */

static void normal(const char *path, const char *as) {
  char out[200];
  assert_true(cs_path_is_valid(path));
  if (!cs_path_normal(path, out)) fail_msg("%s has no normal form", path);
  assert_string_equal(out, as);
}

/* redteam: H14 */
static void test_paths(void **state) {
  (void)state;
  char out[200];
  normal("/", "/");
  normal("/v1/../admin", "/admin");
  normal("/v1/%2e%2E/admin", "/admin");
  normal("/v1/./x/.", "/v1/x/");
  normal("/../../x", "/x");
  normal("/a/..", "/");
  normal("/%7euser/%c3%bc", "/~user/%C3%BC");
  static const char *const none[] = {"/v1//x",        "/v1/x%2Fy", "/v1/%5c",
                                     "/v1/..;/x",     "/v1/%252e", "/v1/%00",
                                     "/v1/%2e%2e;x/a"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    if (cs_path_normal(none[i], out)) fail_msg("%s became %s", none[i], out);
  assert_false(cs_path_is_valid("x"));
  assert_false(cs_path_is_valid("/a b"));
  assert_false(cs_path_is_valid("/a\\b"));
  assert_false(cs_path_is_valid("/%4"));
  assert_false(cs_path_is_valid("/%zz"));
  assert_true(cs_path_is_below("/v1", "/v1"));
  assert_true(cs_path_is_below("/v1/x", "/v1"));
  assert_false(cs_path_is_below("/v1x", "/v1"));
}

/* --- the judge ----------------------------------------------------------- */

static cs_rules *rules_of(const char *body) {
  cs_policy *p = policy_of(body, "policy.yaml", CS_POLICY_OWNER);
  cs_buf b;
  cs_error err = {0};
  cs_buf_init(&b, CS_RULES_SIZE);
  if (cs_rules_make(p, &b, &err) != CS_OK) fail_msg("%s", err.text);
  cs_policy_free(p);
  return (cs_rules *)(void *)cs_buf_release(&b);
}

static cs_verdict ask(const cs_rules *r, const char *host, uint16_t port,
                      cs_egress_proto proto, const char *method,
                      const char *path) {
  cs_name name;
  assert_null(cs_name_read(host, strlen(host), &name));
  cs_rule_ask a = {&name, port, proto, method, path, false};
  return cs_rules_judge(r, &a);
}

static cs_egress_code https(const cs_rules *r, const char *host) {
  return ask(r, host, 443, CS_PROTO_HTTPS, NULL, NULL).code;
}

/* redteam: H01, H06 */
static void test_judge_names(void **state) {
  (void)state;
  cs_rules *r = rules_of(
      "egress:\n  allow: [allowed.test, '*.below.test', '**.both.test', one]\n"
      "  deny: [bad.below.test]");
  assert_int_equal(https(r, "allowed.test"), CS_EGRESS_OK);
  assert_int_equal(https(r, "Allowed.Test."), CS_EGRESS_OK);
  assert_int_equal(https(r, "evilallowed.test"), CS_EGRESS_NOT_ALLOWED);
  assert_int_equal(https(r, "allowed.test.evil"), CS_EGRESS_NOT_ALLOWED);
  assert_int_equal(https(r, "x.allowed.test"), CS_EGRESS_NOT_ALLOWED);
  assert_int_equal(https(r, "below.test"), CS_EGRESS_NOT_ALLOWED);
  assert_int_equal(https(r, "a.below.test"), CS_EGRESS_OK);
  assert_int_equal(https(r, "a.b.below.test"), CS_EGRESS_OK);
  assert_int_equal(https(r, "bad.below.test"), CS_EGRESS_DENIED);
  assert_int_equal(https(r, "xn--a.below.test"), CS_EGRESS_NOT_ALLOWED);
  assert_int_equal(https(r, "both.test"), CS_EGRESS_OK);
  assert_int_equal(https(r, "a.both.test"), CS_EGRESS_OK);
  assert_int_equal(https(r, "one"), CS_EGRESS_OK);
  assert_int_equal(https(r, "two"), CS_EGRESS_NOT_ALLOWED);
  assert_int_equal(https(r, "1.1.1.1"), CS_EGRESS_NOT_ALLOWED);
  free(r);
  r = rules_of("egress: {allow: []}");
  assert_int_equal(https(r, "allowed.test"), CS_EGRESS_NOT_ALLOWED);
  free(r);
}

/* redteam: H30 */
static void test_judge_requests(void **state) {
  (void)state;
  cs_rules *r = rules_of(
      "egress:\n  allow:\n"
      "    - {host: a.test, methods: [GET], paths: [/v1/]}\n"
      "    - {host: a.test, methods: [POST], paths: [/v2]}\n"
      "    - {host: h.test, proto: http}\n"
      "    - {host: t.test, ports: [22], proto: tcp, tls: tunnel}\n"
      "    - {ip: 1.1.1.1, ports: [8443]}");
  cs_egress_proto s = CS_PROTO_HTTPS, h = CS_PROTO_HTTP, t = CS_PROTO_TCP;
  assert_int_equal(ask(r, "a.test", 443, s, "GET", "/v1/x").code, CS_EGRESS_OK);
  assert_int_equal(ask(r, "a.test", 443, s, "POST", "/v2").code, CS_EGRESS_OK);
  assert_int_equal(ask(r, "a.test", 443, s, "POST", "/v1/x").code,
                   CS_EGRESS_METHOD);
  assert_int_equal(ask(r, "a.test", 443, s, "GET", "/v1/../v3").code,
                   CS_EGRESS_PATH);
  assert_int_equal(ask(r, "a.test", 443, s, "DELETE", "/v1/x").code,
                   CS_EGRESS_METHOD);
  assert_int_equal(ask(r, "a.test", 8443, s, NULL, NULL).code,
                   CS_EGRESS_NOT_ALLOWED);
  assert_int_equal(ask(r, "a.test", 80, h, NULL, NULL).code,
                   CS_EGRESS_NOT_ALLOWED);
  assert_int_equal(ask(r, "h.test", 80, h, NULL, NULL).code, CS_EGRESS_OK);
  assert_int_equal(ask(r, "h.test", 443, s, NULL, NULL).code,
                   CS_EGRESS_NOT_ALLOWED);
  assert_int_equal(ask(r, "t.test", 22, t, NULL, NULL).code, CS_EGRESS_OK);
  assert_int_equal(ask(r, "t.test", 22, s, NULL, NULL).code,
                   CS_EGRESS_PROTOCOL);
  assert_int_equal(ask(r, "1.1.1.1", 8443, s, NULL, NULL).code, CS_EGRESS_OK);
  cs_verdict v = ask(r, "a.test", 443, s, "GET", "/v1/x");
  assert_string_equal(cs_rules_where(r, v.rule), "policy.yaml:4 egress.allow");
  uint16_t ports[8];
  assert_int_equal(cs_rules_ports(r, ports, 8), 4);
  free(r);
}

/* redteam: H06 */
static void test_public_suffixes(void **state) {
  (void)state;
  static const char *const bad[] = {"*.com", "*.co.uk", "*.github.io",
                                    "**.gov.uk", "*.s3.amazonaws.com"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char body[100];
    cs_policy *p = NULL;
    cs_policy_fault f;
    cs_error err = {0};
    cs_buf b;
    int n = snprintf(body, sizeof body, "version: 1\negress: {allow: ['%s']}",
                     bad[i]);
    cs_buf_init(&b, CS_RULES_SIZE);
    bool made =
        cs_load_text(body, (size_t)n, "p", CS_POLICY_OWNER, &p, &f) == CS_OK &&
        cs_rules_make(p, &b, &err) == CS_OK;
    if (made) fail_msg("%s is accepted", bad[i]);
    cs_policy_free(p);
    cs_buf_fini(&b);
  }
}

static void test_private_addresses(void **state) {
  (void)state;
  cs_address a, other;
  cs_rules *r = rules_of(
      "egress:\n  allow:\n"
      "    - {host: a.test, ports: [8443]}\n"
      "    - {ip: 127.0.0.1, ports: [8443], allow_private: true}\n"
      "    - {ip: 10.0.0.1}");
  assert_true(cs_address_read("127.0.0.1", 9, &a));
  assert_null(cs_rules_refuses(r, &a, 8443));
  assert_non_null(cs_rules_refuses(r, &a, 443));
  assert_true(cs_address_read("127.0.0.2", 9, &other));
  assert_non_null(cs_rules_refuses(r, &other, 8443));
  assert_true(cs_address_read("10.0.0.1", 8, &other));
  assert_non_null(cs_rules_refuses(r, &other, 443));
  assert_true(cs_address_read("1.1.1.1", 7, &other));
  assert_null(cs_rules_refuses(r, &other, 443));
  free(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names_refused),
      cmocka_unit_test(test_names_of_length),
      cmocka_unit_test(test_names_read),
      cmocka_unit_test(test_addresses_refused),
      cmocka_unit_test(test_authorities),
      cmocka_unit_test(test_classes),
      cmocka_unit_test(test_paths),
      cmocka_unit_test(test_judge_names),
      cmocka_unit_test(test_judge_requests),
      cmocka_unit_test(test_public_suffixes),
      cmocka_unit_test(test_private_addresses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
