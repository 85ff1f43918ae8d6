/*
 * test_pool.c - slots are reused, hold nothing of a former session, and parked
 * sessions go on where they were.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "py/engine.h"
#include "py/engine_in.h"
#include "py/snap/draft.h"
#include "py/snap/slot.h"

#define CANARY "xC4n4ryC4n4ryx"

static cs_engine *open_in(cs_pool *pool) {
  cs_limits limits;
  cs_engine *e;
  cs_limits_default(&limits);
  assert_int_equal(cs_engine_new_in(pool, &limits, &e), CS_OK);
  return e;
}

static void run(cs_engine *e, const char *text) {
  cs_stop stop = cs_engine_start(e, text, strlen(text), "t.py", 0);
  if (stop != CS_STOP_DONE) {
    size_t n;
    fprintf(stderr, "%s\n", cs_engine_error(e, &n));
  }
  assert_int_equal(stop, CS_STOP_DONE);
}

/* Everything of the slot that can be read and is not the image. */
static bool slot_has(const cs_engine *e, const void *what, size_t n) {
  const cs_ctx *c = &e->ctx;
  const struct {
    uint64_t from, to;
  } list[] = {{CS_HEAD_BASE, CS_OUT_BASE + CS_OUT_SIZE},
              {CS_FRAMES_BASE, c->frames_end},
              {CS_STACK_BASE, c->stack_end},
              {CS_HEAP_BASE, c->heap_end}};
  for (size_t i = 0; i < 4; i++)
    if (memmem(c->base + list[i].from, list[i].to - list[i].from, what, n))
      return true;
  return memmem(e->slot->mcache, sizeof e->slot->mcache, what, n) != NULL;
}

/* Each leaves canaries at another place. */
static const char *const fillers[] = {
    "c = '" CANARY
    "'\nprint(c * 100)\nd = {c + str(i): [c, i] for i in "
    "range(300)}",
    "x = 'xC4n4ryC' + '4n4ryx'\nbig = [x + str(i) for i in range(200000)]",
    "def f(n, c):\n  return f(n - 1, c) if n else len(c)\n"
    "print(f(900, '" CANARY "'))",
    "def g(c):\n  while True:\n    c = c + '!'\n    yield c\n"
    "h = g('" CANARY "')\nfor i in range(50): next(h)",
    "print('" CANARY "' * 4000)",
};

static void a_reused_slot_holds_nothing_of_its_former_session(void **state) {
  (void)state;
  cs_pool *pool;
  assert_int_equal(cs_pool_new(1, &pool), CS_OK);
  cs_engine *first = open_in(pool);
  const char *base = first->ctx.base;
  cs_engine_free(first);
  for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) {
    cs_engine *e = open_in(pool);
    assert_ptr_equal(e->ctx.base, base);
    run(e, fillers[i]);
    assert_true(slot_has(e, CANARY, strlen(CANARY)));
    cs_engine_free(e);
    e = open_in(pool);
    assert_ptr_equal(e->ctx.base, base);
    assert_false(slot_has(e, CANARY, strlen(CANARY)));
    cs_engine_free(e);
  }
  cs_pool_free(pool);
}

/* A dump that is refused half-way has been copied into the slot by then. */
static void a_refused_dump_leaves_nothing_behind(void **state) {
  (void)state;
  cs_pool *pool;
  cs_limits limits;
  void *bytes;
  size_t n;
  cs_limits_default(&limits);
  assert_int_equal(cs_pool_new(1, &pool), CS_OK);
  cs_engine *e = open_in(pool), *twin;
  run(e, "c = ['" CANARY "' + str(i) for i in range(1000)]");
  assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
  cs_engine_free(e);
  memset((char *)bytes + n - 64, 0xEE, 64); /* the last object is none */
  cs_engine_fix_checks(bytes, n);
  assert_int_equal(cs_engine_load_in(pool, &limits, bytes, n, &twin),
                   CS_ECORRUPT);
  e = open_in(pool);
  assert_false(slot_has(e, CANARY, strlen(CANARY)));
  cs_engine_free(e);
  free(bytes);
  cs_pool_free(pool);
}

static void fresh_sessions_are_equal_bytes(void **state) {
  (void)state;
  cs_pool *pool;
  void *a, *b;
  size_t n, m;
  assert_int_equal(cs_pool_new(1, &pool), CS_OK);
  cs_engine *e = open_in(pool);
  assert_int_equal(cs_engine_dump(e, &a, &n), CS_OK);
  run(e, fillers[0]);
  assert_int_equal(cs_engine_reset(e), CS_OK);
  assert_int_equal(cs_engine_dump(e, &b, &m), CS_OK);
  assert_int_equal(n, m);
  assert_memory_equal(a, b, n);
  free(b);
  cs_engine_free(e);
  e = open_in(pool);
  assert_int_equal(cs_engine_dump(e, &b, &m), CS_OK);
  assert_int_equal(n, m);
  assert_memory_equal(a, b, n);
  free(a);
  free(b);
  cs_engine_free(e);
  cs_pool_free(pool);
}

static void a_parked_session_goes_on(void **state) {
  (void)state;
  cs_pool *pool;
  assert_int_equal(cs_pool_new(1, &pool), CS_OK);
  cs_engine *e = open_in(pool);
  assert_int_equal(cs_engine_add_host(e, "host"), CS_OK);
  run(e, "import re\nn = [1]\np = re.compile('a+')");
  for (int i = 0; i < 3; i++) {
    uint64_t live = cs_engine_usage(e).memory_live;
    assert_int_equal(cs_engine_park(e), CS_OK);
    assert_null(e->slot);
    assert_int_equal(cs_engine_usage(e).memory_live, live);
    run(e, "n.append(len(p.match('aaa')[0]))\nassert n[-1] == 3");
  }
  const char *text = "x = host(1) + len(n)\nassert x == 45, x";
  assert_int_equal(cs_engine_start(e, text, strlen(text), "t.py", 0),
                   CS_STOP_CALL);
  assert_int_equal(cs_engine_park(e), CS_OK);
  cs_engine *twin;
  assert_int_equal(cs_engine_fork(e, &twin), CS_OK);
  size_t len;
  cs_ask kind;
  assert_string_equal(cs_engine_ask(e, &kind, &len), "host");
  assert_int_equal(cs_engine_reply_int(e, 41), CS_OK);
  assert_int_equal(cs_run(e), CS_STOP_DONE);
  assert_int_equal(cs_engine_reply_int(twin, 41), CS_OK);
  assert_int_equal(cs_run(twin), CS_STOP_DONE);
  assert_int_equal(cs_engine_park(e), CS_OK);
  cs_engine_free(e);  /* while it is parked */
  cs_pool_free(pool); /* before its last session ends */
  cs_engine_free(twin);
}

static void *many_sessions(void *pool) {
  for (int i = 0; i < 200; i++) {
    cs_engine *e = open_in(pool);
    run(e, "x = sum(range(100))\nassert x == 4950\nt = 'abc' * 5");
    if (i % 3 == 0) assert_int_equal(cs_engine_park(e), CS_OK);
    cs_engine_free(e);
  }
  return NULL;
}

static void threads_share_a_pool(void **state) {
  (void)state;
  cs_pool *pool;
  pthread_t thread[4];
  assert_int_equal(cs_pool_new(2, &pool), CS_OK);
  for (int i = 0; i < 4; i++)
    assert_int_equal(pthread_create(&thread[i], NULL, many_sessions, pool), 0);
  for (int i = 0; i < 4; i++) pthread_join(thread[i], NULL);
  cs_pool_free(pool);
}

/* The state after a run, and its output, as bytes. */
static void *state_of(cs_engine *e, const char *text, size_t *len) {
  void *bytes;
  assert_int_equal(cs_engine_reset(e), CS_OK);
  run(e, text);
  assert_int_equal(cs_engine_dump(e, &bytes, len), CS_OK);
  return bytes;
}

static void a_remembered_program_leaves_the_same_bytes(void **state) {
  static const char *const texts[] = {
      "1 + 1", "x = [i for i in range(9)]\nprint(x)",
      "def f(a, *, b='ü'):\n  return a, b\ny = f(1.5)",
      "class A:\n  def __init__(self): self.z = 10**40\nprint(A().z)", ""};
  (void)state;
  cs_pool *pool;
  assert_int_equal(cs_pool_new(1, &pool), CS_OK);
  cs_engine *plain = open_in(pool);
  cs_pool *other;
  assert_int_equal(cs_pool_new(1, &other), CS_OK);
  cs_pool_remember(other, 8);
  cs_engine *e = open_in(other);
  for (int round = 0; round < 5; round++)
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
      size_t n, m;
      void *a = state_of(plain, texts[i], &n), *b = state_of(e, texts[i], &m);
      assert_int_equal(n, m);
      assert_memory_equal(a, b, n);
      free(a);
      free(b);
    }
  uint64_t drafts = 0;
  for (uint32_t i = 0; i < other->ndrafts; i++)
    drafts += cs_draft_is_kept(other, i);
  assert_true(drafts >= 3); /* two may share a place */
  cs_engine_free(plain);
  cs_engine_free(e);
  cs_pool_free(pool);
  cs_pool_free(other);
}

static void a_session_that_has_begun_gets_no_draft(void **state) {
  (void)state;
  cs_pool *pool;
  assert_int_equal(cs_pool_new(1, &pool), CS_OK);
  cs_pool_remember(pool, 8);
  cs_engine *e = open_in(pool);
  for (int i = 0; i < 4; i++) {
    size_t n;
    free(state_of(e, "x = 1", &n));
  }
  run(e, "y = 2"); /* names of the session stay */
  run(e, "x = 1");
  run(e, "assert (x, y) == (1, 2)");
  cs_engine_free(e);
  cs_pool_free(pool);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_reused_slot_holds_nothing_of_its_former_session),
      cmocka_unit_test(a_remembered_program_leaves_the_same_bytes),
      cmocka_unit_test(a_session_that_has_begun_gets_no_draft),
      cmocka_unit_test(a_refused_dump_leaves_nothing_behind),
      cmocka_unit_test(fresh_sessions_are_equal_bytes),
      cmocka_unit_test(a_parked_session_goes_on),
      cmocka_unit_test(threads_share_a_pool),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
