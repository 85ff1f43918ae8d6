/*
 * test_guard.c - a corrupted length, index or offset stays in its session.
 *
 * The test does what a defect of the engine would do: it overwrites lengths in
 * objects of a live session and lets the program index far outside.  Each try
 * is a child process, which must die by SIGSEGV.  What matters is where the
 * address was: a page of the process that can be read within reach would have
 * been read, so the map of the process is looked at as well.
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

#include <cmocka.h>

#include <inttypes.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "py/engine.h"
#include "py/engine_in.h"
#include "py/heap/dict.h"
#include "py/heap/str.h"

static cs_engine *open_session(const char *text) {
  cs_limits limits;
  cs_engine *e;
  cs_limits_default(&limits);
  assert_int_equal(cs_engine_new(&limits, &e), CS_OK);
  assert_int_equal(cs_engine_start(e, text, strlen(text), "t.py", 0),
                   CS_STOP_DONE);
  return e;
}

static cs_value global(cs_engine *e, const char *name) {
  cs_value key;
  assert_int_equal(cs_str_intern_bytes(&e->ctx, name, strlen(name), &key),
                   CS_OK);
  return cs_dict_get_name(&e->ctx, e->ctx.head->root[CS_ROOT_GLOBALS], key);
}

typedef void (*damage)(cs_engine *e, cs_value v);

static void long_list(cs_engine *e, cs_value v) {
  cs_list *l = CS_PTR(&e->ctx, cs_list, v);
  l->len = l->cap = UINT32_MAX;
}

static void long_tuple(cs_engine *e, cs_value v) {
  CS_PTR(&e->ctx, cs_tuple, v)->len = UINT32_MAX;
}

static void long_bytes(cs_engine *e, cs_value v) {
  CS_PTR(&e->ctx, cs_bytes, v)->len = UINT32_MAX;
}

static void long_dict(cs_engine *e, cs_value v) {
  cs_dict *d = CS_PTR(&e->ctx, cs_dict, v);
  cs_table *t = CS_AT(&e->ctx, cs_table, d->table);
  t->cap = t->size = d->used = d->len = UINT32_MAX;
}

static void wide_set(cs_engine *e, cs_value v) {
  CS_PTR(&e->ctx, cs_set, v)->mask = UINT32_MAX;
}

static void far_list(cs_engine *e, cs_value v) {
  cs_list *l = CS_PTR(&e->ctx, cs_list, v);
  l->len = l->cap = UINT32_MAX;
  l->items = UINT32_MAX - 15;
}

/* How a child ends that damages `v` and then runs `use`. */
static int end_of(const char *make, damage how, const char *use) {
  cs_engine *e = open_session(make);
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    (void)signal(SIGSEGV, SIG_DFL); /* sanitizers have a handler */
    (void)prctl(PR_SET_DUMPABLE, 0);
    how(e, global(e, "v"));
    (void)cs_engine_start(e, use, strlen(use), "u.py", 0);
    _exit(0);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  cs_engine_free(e);
  return status;
}

static void far_accesses_fault(void **state) {
  (void)state;
  static const struct {
    const char *make;
    damage how;
    const char *use;
  } list[] = {
      {"v = [1, 2]", long_list, "v[2 ** 32 - 2]"},
      {"v = [1, 2]", long_list, "v[2 ** 31]"},
      {"v = [1, 2]", long_list, "v[2 ** 30 + 5] = 1"}, /* 8 GiB after it */
      {"v = [1, 2]", long_list, "v[-2]"},
      {"v = [1, 2]", far_list, "v[2 ** 32 - 2]"},
      {"v = (1, 2) * 50", long_tuple, "v[2 ** 32 - 2]"},
      {"v = (1, 2) * 50", long_tuple, "v[2 ** 30]"},
      {"v = bytes(range(200))", long_bytes, "v[2 ** 32 - 2]"},
      {"v = dict.fromkeys(range(100))", long_dict, "v.popitem()"},
      {"v = dict.fromkeys(range(100))", long_dict, "v[10 ** 9]"},
      {"v = set(range(100))", wide_set, "2 ** 32 - 7 in v"},
      {"v = set(range(100))", wide_set, "2 ** 31 in v"},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    int status = end_of(list[i].make, list[i].how, list[i].use);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGSEGV)
      fail_msg("%s: status %d", list[i].use, status);
  }
}

static void nothing(cs_engine *e, cs_value v) {
  (void)e;
  (void)v;
}

/* Control: without the damage the same accesses are plain Python errors. */
static void undamaged_objects_do_not_fault(void **state) {
  (void)state;
  assert_int_equal(end_of("v = [1, 2]", nothing, "v[2 ** 32 - 2]"), 0);
  assert_int_equal(end_of("v = {1: 2}", nothing, "v[10 ** 9]"), 0);
}

/* Within reach of the arena nothing is mapped that can be read or written, but
 * the arena itself: with many sessions, too. */
static void only_the_arena_is_within_reach(void **state) {
  (void)state;
  enum { SESSIONS = 40 };
  cs_engine *e[SESSIONS];
  for (int i = 0; i < SESSIONS; i++) e[i] = open_session("v = [1]");
  FILE *maps = fopen("/proc/self/maps", "r");
  assert_non_null(maps);
  char line[512], access[8];
  uint64_t from, to, inside = 0;
  while (fgets(line, sizeof line, maps)) {
    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s", &from, &to, access) != 3)
      continue;
    if (!strncmp(access, "---", 3)) continue;
    for (int i = 0; i < SESSIONS; i++) {
      uint64_t base = (uint64_t)(uintptr_t)e[i]->ctx.base;
      if (to <= base - CS_ARENA_BELOW || from >= base + CS_ARENA_ABOVE)
        continue;
      inside++;
      assert_true(from >= base + CS_PAGE && to <= base + CS_ARENA_MAX);
    }
  }
  fclose(maps);
  assert_true(inside >= SESSIONS); /* else nothing was looked at */
  for (int i = 0; i < SESSIONS; i++) cs_engine_free(e[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(far_accesses_fault),
      cmocka_unit_test(undamaged_objects_do_not_fault),
      cmocka_unit_test(only_the_arena_is_within_reach),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
