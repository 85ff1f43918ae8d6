/*
 * test_policy_agree.c - what `why` answers is what a program meets.
 *
 * Random policies over a small tree of files; for each some hundred paths are
 * decided (session/seen.h, which `caisson why` asks) and then opened by a
 * program in a session under that policy.  Number 28 of the acceptance list of
 * policies.
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

#include "base/buf.h"
#include "policy/decide.h"
#include "policy/load.h"
#include "session/seen.h"
#include "session/session_in.h"

#define POLICIES 60
#define PATHS    200

typedef struct world {
  char root[64];
  uint64_t seed;
} world;

static uint32_t chance(world *w, uint32_t n) {
  w->seed = w->seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(w->seed >> 33) % n;
}

/* --- the tree ------------------------------------------------------------ */

static const char *const dirs[] = {"a", "a/a", "a/b", "b", "b/a", "b/b"};
static const char *const leaves[] = {"x", "y", "x.txt", ".gitmodules"};
#define DIRS   (sizeof dirs / sizeof *dirs)
#define LEAVES (sizeof leaves / sizeof *leaves)

static void make_tree(world *w) {
  char path[128];
  snprintf(w->root, sizeof w->root, "/tmp/caisson-agree-XXXXXX");
  if (!mkdtemp(w->root)) fail_msg("no directory");
  for (size_t i = 0; i < DIRS; i++) {
    snprintf(path, sizeof path, "%s/%s", w->root, dirs[i]);
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(path, sizeof path, "%s/%s/x", w->root, dirs[i]);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fclose(f);
  }
}

static void remove_tree(const world *w) {
  char path[128];
  for (size_t i = DIRS; i-- > 0;) {
    for (size_t k = 0; k < LEAVES; k++) {
      snprintf(path, sizeof path, "%s/%s/%s", w->root, dirs[i], leaves[k]);
      (void)unlink(path);
    }
    snprintf(path, sizeof path, "%s/%s", w->root, dirs[i]);
    assert_int_equal(rmdir(path), 0);
  }
  assert_int_equal(rmdir(w->root), 0);
}

/* --- a policy ------------------------------------------------------------ */

static void add_list(world *w, cs_buf *b, const char *key, const char *base,
                     bool pattern) {
  static const char *const ends[] = {"", "/**", "/x", "/*/x", "/*.txt"};
  uint32_t n = chance(w, 3);
  assert_int_equal(cs_buf_printf(b, "  %s: [", key), CS_OK);
  for (uint32_t i = 0; i < n; i++)
    assert_int_equal(
        cs_buf_printf(b, "%s\"%s/%s%s\"", i ? ", " : "", base,
                      dirs[chance(w, DIRS)], pattern ? ends[chance(w, 5)] : ""),
        CS_OK);
  assert_int_equal(cs_buf_printf(b, "]\n"), CS_OK);
}

static void add_mounts(world *w, cs_buf *b) {
  static const char *const modes[] = {"ro", "rw", "overlay"};
  static const char *const places[] = {"/g", "/g/a", "/h"};
  assert_int_equal(cs_buf_printf(b, "  mounts:\n"), CS_OK);
  for (uint32_t i = 0, n = 1 + chance(w, 3); i < n; i++)
    assert_int_equal(
        cs_buf_printf(b, "  - {host: %s/%s, guest: %s, mode: %s}\n", w->root,
                      dirs[chance(w, DIRS)], places[i], modes[chance(w, 3)]),
        CS_OK);
}

static cs_policy *make_policy(world *w, cs_buf *text) {
  cs_policy *p = NULL;
  cs_policy_fault f;
  cs_buf_clear(text);
  assert_int_equal(cs_buf_printf(text, "version: 1\nworker: false\nfs:\n"),
                   CS_OK);
  add_mounts(w, text);
  add_list(w, text, "read", w->root, false);
  add_list(w, text, "write", w->root, false);
  add_list(w, text, "deny", chance(w, 2) ? "/g" : w->root, true);
  static const char *const lists[] = {"", "  protect: [\"**/y\"]\n",
                                      "  protect: [.gitmodules]\n"};
  assert_int_equal(cs_buf_put_text(text, lists[chance(w, 3)]), CS_OK);
  if (cs_load_text(cs_buf_text(text), text->len, "p", CS_POLICY_OWNER, &p, &f))
    fail_msg("%s\n%s", f.text, cs_buf_text(text));
  return p;
}

/* --- a program ----------------------------------------------------------- */

static const char program[] =
    "def may(path, mode):\n"
    "  try:\n"
    "    open(path, mode).close()\n"
    "  except FileNotFoundError:\n"
    "    return 'x'\n"
    "  except OSError:\n"
    "    return '0'\n"
    "  return '1'\n"
    "print(''.join(may(p, 'r') + may(p, 'a') for p in paths), end='')\n";

typedef struct answer {
  char bits[2 * PATHS + 1];
  size_t n;
} answer;

static bool take(void *user, int stream, const char *text, size_t n) {
  answer *a = user;
  (void)stream;
  for (size_t i = 0; i < n && a->n < sizeof a->bits - 1; i++)
    a->bits[a->n++] = text[i];
  a->bits[a->n] = 0;
  return true;
}

static void pick_path(world *w, char out[128]) {
  static const char *const tops[] = {"/g", "/h", "/g/a", NULL, NULL};
  const char *top = tops[chance(w, 5)];
  const char *leaf = leaves[chance(w, LEAVES)];
  if (!top)
    snprintf(out, 128, "%s/%s/%s", w->root, dirs[chance(w, DIRS)], leaf);
  else if (chance(w, 2))
    snprintf(out, 128, "%s/%s/%s", top, dirs[chance(w, DIRS)], leaf);
  else
    snprintf(out, 128, "%s/%s", top, leaf);
}

static void try_all(const cs_policy *p, char (*paths)[128], answer *out) {
  cs_options o;
  cs_session *s = NULL;
  cs_error err = {0};
  cs_wire w;
  cs_host h = {.size = sizeof h, .user = out, .output = take};
  cs_options_init(&o);
  cs_policy_apply(p, &o);
  o.host = &h;
  if (cs_session_open(&o, &s, &err) != CS_OK) fail_msg("%s", err.text);
  cs_wire_init(&w, 1 << 20);
  cs_wire_begin(&w, CS_WIRE_LIST, PATHS);
  for (int i = 0; i < PATHS; i++) cs_wire_text(&w, paths[i]);
  assert_int_equal(cs_session_set(s, "paths", w.data, w.len), CS_OK);
  const cs_event *ev = cs_session_drive(s, program, sizeof program - 1);
  if (ev->kind != CS_DONE) fail_msg("%s", ev->text ? ev->text : "?");
  cs_wire_fini(&w);
  cs_session_close(s);
}

/* Where there is no such directory neither answer says anything. */
static void compare(const cs_policy *p, const char *path, bool write, char met,
                    const char *text) {
  char real[CS_VFS_PATH];
  cs_decision d = {0};
  cs_error err = {0};
  if (met == 'x') return;
  if (cs_seen_decide(p, path, write, &d, real, &err)) fail_msg("%s", err.text);
  if (d.allowed == (met == '1')) return;
  fail_msg("%s %s: why says %s, the program met %s\n%s",
           write ? "write" : "read", path, d.allowed ? "yes" : "no",
           met == '1' ? "yes" : "no", text);
}

static void test_28_paths(void **state) {
  (void)state;
  static char paths[PATHS][128];
  world w = {.seed = 20260101};
  cs_buf text;
  uint64_t asked = 0, met = 0;
  cs_buf_init(&text, 1 << 16);
  make_tree(&w);
  for (int i = 0; i < POLICIES; i++) {
    answer a = {.n = 0};
    cs_policy *p = make_policy(&w, &text);
    for (int k = 0; k < PATHS; k++) pick_path(&w, paths[k]);
    try_all(p, paths, &a);
    assert_int_equal(a.n, 2 * PATHS);
    for (int k = 0; k < PATHS; k++)
      for (int write = 0; write < 2; write++) {
        char bit = a.bits[2 * k + write];
        compare(p, paths[k], write, bit, cs_buf_text(&text));
        asked++;
        met += bit != 'x';
      }
    cs_policy_free(p);
  }
  assert_true(asked >= 10000 && met >= 10000);
  remove_tree(&w);
  cs_buf_fini(&text);
}

/* There is no way out: nothing is allowed that the policy does not list, and a
 * policy that lists a host does not open. */
static void test_28_hosts(void **state) {
  (void)state;
  world w = {.seed = 7};
  cs_policy *none = NULL, *some = NULL;
  static const char one[] = "version: 1\n";
  static const char two[] =
      "version: 1\nworker: false\ndepth: process\n"
      "egress: {allow: [\"*.example.com\"]}\n";
  assert_int_equal(
      cs_load_text(one, sizeof one - 1, "p", CS_POLICY_OWNER, &none, NULL),
      CS_OK);
  assert_int_equal(
      cs_load_text(two, sizeof two - 1, "p", CS_POLICY_OWNER, &some, NULL),
      CS_OK);
  for (int i = 0; i < 10000; i++) {
    char name[64], below[80];
    size_t n = 1 + chance(&w, 30);
    for (size_t k = 0; k < n; k++)
      name[k] = "abcdefghij0123456789-."[chance(&w, 22)];
    name[n] = 0;
    assert_false(cs_decide_host(none, name, 443, "https").allowed);
    assert_false(cs_decide_host(some, name, 443, "https").allowed);
    snprintf(below, sizeof below, "h%u.example.com", chance(&w, 1000));
    assert_true(cs_decide_host(some, below, 443, "https").allowed);
    assert_false(cs_decide_host(some, below, 80, "https").allowed);
  }
  cs_policy_free(none);
  cs_policy_free(some);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_28_paths),
                                     cmocka_unit_test(test_28_hosts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
