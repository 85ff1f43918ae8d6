/*
 * test_store.c - the list of names: one of many gets a name, a row is changed
 * only by its id, and what is no row is not shown.
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
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/store.h"

static char dir[] = "/tmp/caisson-store-XXXXXX";

static cs_store *open_store(void) {
  cs_store *s = NULL;
  assert_int_equal(cs_store_open(dir, &s, NULL), CS_OK);
  return s;
}

static cs_store_row row_of(const char *name, char digit) {
  cs_store_row r = {.kind = "sandbox", .state = "creating", .created_ms = 7};
  memset(r.id, digit, sizeof r.id - 1);
  snprintf(r.name, sizeof r.name, "%s", name);
  return r;
}

static void test_rows(void **state) {
  (void)state;
  cs_store *s = open_store();
  cs_store_row a = row_of("b.one", 'a'), b = row_of("a-two", 'b'), found;
  assert_int_equal(cs_store_add(s, &a, NULL), CS_OK);
  assert_int_equal(cs_store_add(s, &b, NULL), CS_OK);
  assert_int_equal(cs_store_set_state(s, &a, "live", NULL), CS_OK);
  assert_int_equal(cs_store_find(s, "b.one", &found, NULL), CS_OK);
  assert_string_equal(found.state, "live");
  assert_string_equal(found.id, a.id);
  assert_int_equal(found.created_ms, 7);
  cs_store_row *rows;
  size_t n;
  assert_int_equal(cs_store_list(s, &rows, &n, NULL), CS_OK);
  assert_int_equal(n, 2);
  assert_string_equal(rows[0].name, "a-two");
  free(rows);
  assert_int_equal(cs_store_remove(s, &a, NULL), CS_OK);
  assert_int_equal(cs_store_remove(s, &a, NULL), CS_OK);
  assert_int_equal(cs_store_find(s, "b.one", &found, NULL), CS_EINVAL);
  assert_int_equal(cs_store_remove(s, &b, NULL), CS_OK);
  cs_store_close(s);
}

/* A name that was given to another meanwhile is not ours to change. */
static void test_only_its_own(void **state) {
  (void)state;
  cs_store *s = open_store();
  cs_store_row mine = row_of("x", '1'), theirs = row_of("x", '2'), found;
  assert_int_equal(cs_store_add(s, &theirs, NULL), CS_OK);
  assert_int_equal(cs_store_add(s, &mine, NULL), CS_EINVAL);
  assert_int_equal(cs_store_set_state(s, &mine, "live", NULL), CS_EINVAL);
  assert_int_equal(cs_store_remove(s, &mine, NULL), CS_OK);
  assert_int_equal(cs_store_find(s, "x", &found, NULL), CS_OK);
  assert_string_equal(found.id, theirs.id);
  assert_string_equal(found.state, "creating");
  assert_int_equal(cs_store_remove(s, &theirs, NULL), CS_OK);
  cs_store_close(s);
}

static void test_the_longest_name(void **state) {
  (void)state;
  cs_store *s = open_store();
  char name[CS_STORE_NAME];
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = 0;
  cs_store_row r = row_of(name, 'c'), found;
  assert_int_equal(cs_store_add(s, &r, NULL), CS_OK);
  assert_int_equal(cs_store_find(s, name, &found, NULL), CS_OK);
  assert_string_equal(found.name, name);
  assert_int_equal(cs_store_remove(s, &r, NULL), CS_OK);
  cs_store_close(s);
}

/* What somebody else left there. */
static void test_what_is_no_row(void **state) {
  (void)state;
  cs_store *s = open_store();
  char path[128];
  static const char *const names[] = {"plain", "link", ".next"};
  snprintf(path, sizeof path, "%s/names/plain", dir);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fclose(f);
  snprintf(path, sizeof path, "%s/names/link", dir);
  assert_int_equal(symlink("../../etc/passwd", path), 0);
  snprintf(path, sizeof path, "%s/names/.next", dir); /* one that died here */
  assert_int_equal(symlink("half", path), 0);
  cs_store_row r = row_of("y", 'd'), *rows;
  size_t n;
  assert_int_equal(cs_store_add(s, &r, NULL), CS_OK);
  assert_int_equal(cs_store_set_state(s, &r, "live", NULL), CS_OK);
  assert_int_equal(cs_store_list(s, &rows, &n, NULL), CS_OK);
  assert_int_equal(n, 1);
  assert_string_equal(rows[0].state, "live");
  free(rows);
  assert_int_equal(cs_store_remove(s, &r, NULL), CS_OK);
  cs_store_close(s);
  for (size_t i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/names/%s", dir, names[i]);
    (void)unlink(path);
  }
}

/* Of many processes that want a name exactly one gets it. */
static void test_one_of_many(void **state) {
  (void)state;
  int won = 0;
  pid_t pids[8];
  for (int i = 0; i < 8; i++) {
    pids[i] = fork();
    assert_true(pids[i] >= 0);
    if (pids[i] > 0) continue;
    cs_store *s = NULL;
    cs_store_row r = row_of("same", (char)('0' + i));
    if (cs_store_open(dir, &s, NULL) != CS_OK) _exit(2);
    _exit(cs_store_add(s, &r, NULL) == CS_OK ? 0 : 1);
  }
  for (int i = 0; i < 8; i++) {
    int status = 0;
    assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 2);
    won += WEXITSTATUS(status) == 0;
  }
  assert_int_equal(won, 1);
  cs_store *s = open_store();
  cs_store_row r;
  assert_int_equal(cs_store_find(s, "same", &r, NULL), CS_OK);
  assert_int_equal(cs_store_remove(s, &r, NULL), CS_OK);
  cs_store_close(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_only_its_own),
      cmocka_unit_test(test_the_longest_name),
      cmocka_unit_test(test_what_is_no_row),
      cmocka_unit_test(test_one_of_many),
  };
  if (!mkdtemp(dir)) return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  char path[128];
  snprintf(path, sizeof path, "%s/names", dir);
  return rmdir(path) != 0 || rmdir(dir) != 0 || failed;
}
