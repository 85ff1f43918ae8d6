/*
 * test_policy_corpus.c - ten thousand pairs of random policies.
 *
 * Acceptance 10: whenever one policy is accepted as a narrowing of another,
 * whatever it allows is allowed by the other one, too.  Acceptance 12: and
 * comparing both shows nothing that is wider.  Acceptance 53: a policy written
 * as canonical JSON and read again has the same hash.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy_box.h"

#include "base/buf.h"
#include "policy/canon.h"
#include "policy/decide.h"

#define PAIRS 10000

static uint32_t draw(uint32_t *seed, uint32_t n) {
  *seed = *seed * 1664525 + 1013904223;
  return (*seed >> 16) % n;
}

static const char *const paths[] = {"/a",        "/a/b",   "/a/b/c",
                                    "'/a/*'",    "/d",     "/a/d",
                                    "'/a/**/c'", "'/*/b'", "/a/bc"};
static const char *const hosts[] = {
    "a.example",     "b.a.example",     "'*.a.example'",  "'**.a.example'",
    "c.b.a.example", "'*.b.a.example'", "xn--q.a.example"};
static const char *const names[] = {"A", "AB", "'A*'", "'*B'", "ABC", "'*'"};
static const char *const modules[] = {"os", "os.path", "math", "re"};

#define PICK(list) list[draw(seed, sizeof list / sizeof *list)]

/* A list of up to three entries. */
static void put_list(uint32_t *seed, char *out, const char *key,
                     const char *const *from, uint32_t n) {
  sprintf(out + strlen(out), "%s: [", key);
  for (uint32_t i = draw(seed, 4); i > 0; i--)
    sprintf(out + strlen(out), "%s%s", from[draw(seed, n)], i > 1 ? ", " : "");
  strcat(out, "]");
}

#define LIST(key, list) \
  put_list(seed, out, key, list, sizeof list / sizeof *list)

static void put_mounts(uint32_t *seed, char *out) {
  static const char *const places[] = {"/a", "/a/b", "/m", "/m/n", "/d"};
  static const char *const modes[] = {"ro", "overlay", "rw"};
  strcat(out, ", mounts: [");
  for (uint32_t i = draw(seed, 3); i > 0; i--)
    sprintf(out + strlen(out), "{host: %s, guest: %s, mode: %s}%s",
            PICK(places), PICK(places), PICK(modes), i > 1 ? ", " : "");
  strcat(out, "]");
}

static void put_rules(uint32_t *seed, char *out) {
  static const char *const ports[] = {"[443]", "[80, 443]", "[8080]"};
  strcat(out, "allow: [");
  for (uint32_t i = draw(seed, 4); i > 0; i--)
    sprintf(out + strlen(out), "{host: %s, ports: %s}%s", PICK(hosts),
            PICK(ports), i > 1 ? ", " : "");
  strcat(out, "], ");
}

/* Most fields are left out, so that some pairs are narrowings. */
static void make(uint32_t *seed, char *out) {
  out[0] = 0;
  if (draw(seed, 2)) {
    strcat(out, "fs: {");
    LIST("read", paths), strcat(out, ", ");
    LIST("write", paths);
    if (draw(seed, 2)) strcat(out, ", "), LIST("deny", paths);
    if (draw(seed, 2)) put_mounts(seed, out);
    strcat(out, "}\n");
  }
  if (draw(seed, 2)) {
    strcat(out, "egress: {");
    put_rules(seed, out);
    LIST("deny", hosts), strcat(out, "}\n");
  }
  if (draw(seed, 3) == 0)
    strcat(out, "env: {"), LIST("pass", names), strcat(out, "}\n");
  if (draw(seed, 3) == 0) {
    strcat(out, "code: {");
    LIST("imports_allow", modules), strcat(out, ", ");
    LIST("imports_deny", modules), strcat(out, "}\n");
  }
  if (draw(seed, 3) == 0)
    sprintf(out + strlen(out), "limits: {pids: %u}\n", draw(seed, 200) + 1);
}

/* --- probing ------------------------------------------------------------- */

static void probe(const char *what, bool child, bool parent, const char *a,
                  const char *b) {
  if (child && !parent)
    fail_msg("%s is allowed by\n%s\nand not by\n%s", what, b, a);
}

static void probe_all(const cs_policy *p, const cs_policy *q, const char *a,
                      const char *b) {
  static const char *const places[] = {
      "/a",    "/a/b",   "/a/b/c", "/a/b/c/d", "/a/x",  "/a/x/c", "/d",
      "/d/b",  "/d/b/x", "/m",     "/m/n",     "/m/x",  "/m/n/c", "/a/d",
      "/a/bc", "/a/b/q", "/x/b",   "/a/d/z",   "/other"};
  static const char *const where[] = {"a.example",       "b.a.example",
                                      "c.b.a.example",   "z.a.example",
                                      "xn--q.a.example", "other.example"};
  static const char *const vars[] = {"A", "AB", "ABC", "B", "XB", "A_KEY"};
  static const unsigned ports[] = {80, 443, 8080};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    for (int w = 0; w < 2; w++)
      probe(places[i], cs_decide_path(q, places[i], w).allowed,
            cs_decide_path(p, places[i], w).allowed, a, b);
  for (size_t i = 0; i < sizeof where / sizeof *where; i++)
    for (size_t j = 0; j < 3; j++)
      probe(where[i], cs_decide_host(q, where[i], ports[j], "https").allowed,
            cs_decide_host(p, where[i], ports[j], "https").allowed, a, b);
  for (size_t i = 0; i < sizeof vars / sizeof *vars; i++)
    probe(vars[i], cs_decide_env(q, vars[i]).allowed,
          cs_decide_env(p, vars[i]).allowed, a, b);
  for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
    probe(modules[i], cs_decide_import(q, modules[i]).allowed,
          cs_decide_import(p, modules[i]).allowed, a, b);
}

static void compare_all(const cs_policy *p, const cs_policy *q) {
  cs_policy_field id;
  assert_true(cs_narrow_is_within(p, q, &id));
  for (id = 0; id < CS_POLICY_FIELDS; id++) {
    cs_narrow_word word = cs_narrow_compare(p, q, id);
    assert_true(word == CS_NARROW_EQUAL || word == CS_NARROW_NARROWER);
  }
}

static void test_10_and_12_narrowing_never_allows_more(void **state) {
  (void)state;
  uint32_t seed = 42, accepted = 0, changed = 0;
  static char a[4096], b[4096];
  for (int i = 0; i < PAIRS; i++) {
    make(&seed, a);
    make(&seed, b);
    cs_policy *p = policy_of(a, "a", CS_POLICY_OWNER);
    cs_policy *c = policy_of(b, "b", CS_POLICY_PROJECT), *q = NULL;
    if (cs_narrow_policy(p, c, CS_POLICY_PROJECT, &q, NULL) == CS_OK) {
      char x[CS_POLICY_HASH], y[CS_POLICY_HASH];
      accepted++;
      assert_int_equal(cs_canon_hash(p, x), CS_OK);
      assert_int_equal(cs_canon_hash(q, y), CS_OK);
      changed += strcmp(x, y) != 0;
      probe_all(p, q, a, b);
      compare_all(p, q);
    }
    cs_policy_free(p);
    cs_policy_free(c);
    cs_policy_free(q);
  }
  print_message("%u of %u accepted, %u changed something\n", accepted, PAIRS,
                changed);
  assert_true(accepted > 500 && changed > 300);
}

static void test_53_what_is_written_reads_back(void **state) {
  (void)state;
  uint32_t seed = 7;
  static char a[4096];
  for (int i = 0; i < 500; i++) {
    make(&seed, a);
    cs_policy *p = policy_of(a, "a", CS_POLICY_OWNER), *q = NULL;
    cs_policy_fault f;
    cs_buf json;
    char x[CS_POLICY_HASH], y[CS_POLICY_HASH];
    cs_buf_init(&json, CS_POLICY_JSON_MAX);
    assert_int_equal(cs_canon_file(p, &json), CS_OK);
    if (cs_load_text(json.data, json.len, "again", CS_POLICY_OWNER, &q, &f) !=
        CS_OK)
      fail_msg("%s\n%s", f.text, json.data);
    assert_int_equal(cs_canon_hash(p, x), CS_OK);
    assert_int_equal(cs_canon_hash(q, y), CS_OK);
    assert_string_equal(x, y);
    cs_buf_fini(&json);
    cs_policy_free(p);
    cs_policy_free(q);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_10_and_12_narrowing_never_allows_more),
      cmocka_unit_test(test_53_what_is_written_reads_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
