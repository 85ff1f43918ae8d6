/*
 * test_policy_links.c - property: links and aliases change no answer.
 *
 * Random trees with links, random policies that name directories by any of
 * their names; every path is decided (session/seen.h, what `caisson why` asks)
 * and opened by a program under that policy.
 *
 *   1. The two answers are equal.
 *   2. Nothing is read that fs.deny names by whatever name: each file holds its
 *      real path, and the real path of a denied entry is not above it.
 *
 * The control defects: decisions by text alone, and denials by text alone; the
 * same cases find both.  CAISSON_CASES=N makes about N cases instead of a slice
 * (make property).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <limits.h>
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
#include "policy/load.h"
#include "session/seen.h"
#include "session/session_in.h"

#define PATHS  40
#define SLICE  2000
#define LINKS  6
#define ANSWER 300

typedef struct world {
  char root[64];
  uint64_t seed;
  char denied[4][PATH_MAX]; /* real paths of entries without a star */
  size_t ndenied;
} world;

static uint32_t chance(world *w, uint32_t n) {
  w->seed = w->seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(w->seed >> 33) % n;
}

/* --- the tree ------------------------------------------------------------ */

static const char *const dirs[] = {"a", "a/a", "a/b", "b", "b/a", "b/b"};
static const char *const names[] = {
    "a",   "a/a",    "a/b",    "b",        "b/a",
    "b/b", "alias0", "alias1", "alias0/a", "alias1/../b"};
#define DIRS  6
#define NAMES 9 /* the last one is not in its usual spelling */

static void make_file(const char *path) {
  char real[PATH_MAX];
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  assert_non_null(realpath(path, real));
  fputs(real, f);
  fclose(f);
}

static void make_tree(world *w) {
  char path[160];
  snprintf(w->root, sizeof w->root, "/tmp/caisson-links-XXXXXX");
  if (!mkdtemp(w->root)) fail_msg("no directory");
  for (size_t i = 0; i < DIRS; i++) {
    snprintf(path, sizeof path, "%s/%s", w->root, dirs[i]);
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(path, sizeof path, "%s/%s/x", w->root, dirs[i]);
    make_file(path);
  }
  snprintf(path, sizeof path, "%s/alias0", w->root);
  assert_int_equal(symlink("a", path), 0);
  snprintf(path, sizeof path, "%s/alias1", w->root);
  assert_int_equal(symlink("b/a", path), 0);
}

/* Other links for each policy, in random directories. */
static void make_links(world *w, bool again) {
  static const char *const targets[] = {
      "..", ".", "a", "b", "x", "../b", "../a/x", "nowhere", "l0", "../../b/a"};
  char path[160], target[160];
  for (unsigned i = 0; i < LINKS; i++) {
    for (size_t d = 0; d < DIRS; d++) {
      snprintf(path, sizeof path, "%s/%s/l%u", w->root, dirs[d], i);
      (void)unlink(path);
    }
    if (!again) continue;
    snprintf(path, sizeof path, "%s/%s/l%u", w->root, dirs[chance(w, DIRS)], i);
    if (chance(w, 4) == 0)
      snprintf(target, sizeof target, "%s/%s", w->root, dirs[chance(w, DIRS)]);
    else
      snprintf(target, sizeof target, "%s", targets[chance(w, 10)]);
    assert_int_equal(symlink(target, path), 0);
  }
}

static void remove_tree(world *w) {
  static const char *const leaves[] = {"x", "y"};
  char path[160];
  make_links(w, false);
  for (size_t i = DIRS; i-- > 0;) {
    for (size_t k = 0; k < 2; k++) {
      snprintf(path, sizeof path, "%s/%s/%s", w->root, dirs[i], leaves[k]);
      (void)unlink(path);
    }
    snprintf(path, sizeof path, "%s/%s/nowhere", w->root, dirs[i]);
    (void)unlink(path);
    snprintf(path, sizeof path, "%s/%s", w->root, dirs[i]);
    (void)rmdir(path);
  }
  snprintf(path, sizeof path, "rm -rf '%s'", w->root);
  assert_int_equal(system(path), 0);
}

/* --- a policy ------------------------------------------------------------ */

static const char *const places[] = {"/g", "/g/a", "/h"};

static void put(cs_buf *b, const char *text) {
  assert_int_equal(cs_buf_put_text(b, text), CS_OK);
}

static void add_mounts(world *w, cs_buf *b) {
  static const char *const modes[] = {"ro", "overlay"};
  put(b, "  mounts:\n");
  for (uint32_t i = 0, n = 1 + chance(w, 3); i < n; i++)
    assert_int_equal(
        cs_buf_printf(b, "  - {host: %s/%s, guest: %s, mode: %s}\n", w->root,
                      names[chance(w, NAMES)], places[i], modes[chance(w, 2)]),
        CS_OK);
}

static void add_reads(world *w, cs_buf *b) {
  put(b, "  read: [");
  for (uint32_t i = 0, n = chance(w, 3); i < n; i++)
    assert_int_equal(cs_buf_printf(b, "%s\"%s/%s\"", i ? ", " : "", w->root,
                                   names[chance(w, NAMES)]),
                     CS_OK);
  put(b, "]\n");
}

static void add_denials(world *w, cs_buf *b) {
  static const char *const ends[] = {"", "/x", "/**", "/*/x", "/*"};
  w->ndenied = 0;
  put(b, "  deny: [");
  for (uint32_t i = 0, n = 1 + chance(w, 3); i < n; i++) {
    char entry[PATH_MAX];
    uint32_t end = chance(w, 5);
    const char *shown = chance(w, 4) ? NULL : places[chance(w, 3)];
    snprintf(entry, sizeof entry, "%s/%s%s", shown ? shown : w->root,
             names[chance(w, shown ? DIRS : NAMES)], ends[end]);
    assert_int_equal(cs_buf_printf(b, "%s\"%s\"", i ? ", " : "", entry), CS_OK);
    if (!shown && end < 2 && realpath(entry, w->denied[w->ndenied]))
      w->ndenied++;
  }
  put(b, "]\n");
}

static cs_policy *make_policy(world *w, cs_buf *text) {
  cs_policy *p = NULL;
  cs_policy_fault f;
  cs_buf_clear(text);
  put(text, "version: 1\nworker: false\nfs:\n");
  add_mounts(w, text);
  add_reads(w, text);
  add_denials(w, text);
  if (cs_load_text(cs_buf_text(text), text->len, "p", CS_POLICY_OWNER, &p, &f))
    fail_msg("%s\n%s", f.text, cs_buf_text(text));
  return p;
}

/* --- a program ----------------------------------------------------------- */

static const char program[] =
    "def may(path):\n"
    "  try:\n"
    "    with open(path) as f: return '1' + f.read()\n"
    "  except (FileNotFoundError, IsADirectoryError, NotADirectoryError):\n"
    "    return 'x'\n"
    "  except PermissionError:\n"
    "    return '0'\n"
    "  except OSError:\n"
    "    return 'x'\n"
    "print('\\n'.join(may(p) for p in paths))\n";

typedef struct answer {
  char text[PATHS * ANSWER];
  size_t n;
} answer;

static bool take(void *user, int stream, const char *text, size_t n) {
  answer *a = user;
  (void)stream;
  if (a->n + n >= sizeof a->text) return true;
  memcpy(a->text + a->n, text, n);
  a->n += n;
  a->text[a->n] = 0;
  return true;
}

/* Up to three components, some of them links. */
static void pick_path(world *w, char out[160]) {
  static const char *const parts[] = {"a",  "b",  "x",  "l0", "l1",
                                      "l2", "l3", "l4", "l5"};
  size_t n = 0;
  if (chance(w, 3))
    n = (size_t)snprintf(out, 160, "%s", places[chance(w, 3)]);
  else
    n = (size_t)snprintf(out, 160, "%s/%s", w->root, names[chance(w, NAMES)]);
  for (uint32_t k = chance(w, 3); k > 0; k--)
    n += (size_t)snprintf(out + n, 160 - n, "/%s", parts[chance(w, 9)]);
  snprintf(out + n, 160 - n, "/x");
}

static bool run(const cs_policy *p, char (*paths)[160], answer *out) {
  cs_options o;
  cs_session *s = NULL;
  cs_error err = {0};
  cs_wire w;
  cs_host h = {.size = sizeof h, .user = out, .output = take};
  cs_options_init(&o);
  cs_policy_apply(p, &o);
  o.host = &h;
  out->n = 0;
  if (cs_session_open(&o, &s, &err) != CS_OK) return false;
  cs_wire_init(&w, 1 << 20);
  cs_wire_begin(&w, CS_WIRE_LIST, PATHS);
  for (int i = 0; i < PATHS; i++) cs_wire_text(&w, paths[i]);
  assert_int_equal(cs_session_set(s, "paths", w.data, w.len), CS_OK);
  const cs_event *ev = cs_session_drive(s, program, sizeof program - 1);
  if (ev->kind != CS_DONE) fail_msg("%s", ev->text ? ev->text : "?");
  cs_wire_fini(&w);
  cs_session_close(s);
  return true;
}

/* --- the property -------------------------------------------------------- */

typedef enum oracle { SEEN, TEXT } oracle;

typedef struct tally {
  uint64_t cases, met, differ, leaks;
} tally;

static bool is_above(const char *dir, const char *path) {
  size_t n = strlen(dir);
  return strncmp(dir, path, n) == 0 && (!path[n] || path[n] == '/');
}

static void judge(const world *w, const cs_policy *p, const char *path,
                  const char *met, oracle how, tally *t, const char *text) {
  char real[CS_VFS_PATH];
  cs_decision d = {0};
  cs_error err = {0};
  t->cases++;
  if (*met == 'x') return; /* there is no such file */
  t->met++;
  if (how == TEXT)
    d = cs_decide_path(p, path, false);
  else if (cs_seen_decide(p, path, false, &d, real, &err) != CS_OK)
    return;
  if (d.allowed != (*met == '1')) {
    t->differ++;
    if (how == SEEN)
      print_error("%s: why says %s, the program met %.100s\n%s", path,
                  d.allowed ? "yes" : "no", met, text);
  }
  for (size_t i = 0; *met == '1' && i < w->ndenied; i++)
    if (is_above(w->denied[i], met + 1)) t->leaks++;
}

static tally run_cases(uint64_t seed, uint64_t cases, oracle how) {
  static char paths[PATHS][160];
  static answer a;
  world w = {.seed = seed};
  tally t = {0};
  cs_buf text;
  cs_buf_init(&text, 1 << 16);
  make_tree(&w);
  while (t.cases < cases) {
    make_links(&w, true);
    cs_policy *p = make_policy(&w, &text);
    for (int k = 0; k < PATHS; k++) pick_path(&w, paths[k]);
    char *at = a.text;
    if (run(p, paths, &a))
      for (int k = 0; k < PATHS; k++) {
        char *end = strchr(at, '\n');
        if (end) *end = 0;
        judge(&w, p, paths[k], at, how, &t, cs_buf_text(&text));
        at = end ? end + 1 : at + strlen(at);
      }
    cs_policy_free(p);
  }
  remove_tree(&w);
  cs_buf_fini(&text);
  return t;
}

static void test_links_change_no_answer(void **state) {
  (void)state;
  const char *asked = getenv("CAISSON_CASES");
  tally t = run_cases(1, asked ? strtoull(asked, NULL, 10) : SLICE, SEEN);
  print_message("%llu cases, %llu of them about files\n",
                (unsigned long long)t.cases, (unsigned long long)t.met);
  assert_int_equal(t.differ, 0);
  assert_int_equal(t.leaks, 0);
  assert_true(t.met > t.cases / 10);
}

static void test_control_decisions_by_text_are_found(void **state) {
  (void)state;
  assert_true(run_cases(1, SLICE, TEXT).differ > 0);
}

/* In builds that can switch it off. */
static void test_control_denials_by_text_are_found(void **state) {
  (void)state;
#ifndef NDEBUG
  setenv("CAISSON_WEAKEN", "objects", 1);
  tally t = run_cases(1, SLICE, SEEN);
  unsetenv("CAISSON_WEAKEN");
  assert_true(t.leaks > 0);
#endif
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_links_change_no_answer),
      cmocka_unit_test(test_control_decisions_by_text_are_found),
      cmocka_unit_test(test_control_denials_by_text_are_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
