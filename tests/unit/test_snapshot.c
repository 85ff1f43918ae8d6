/*
 * test_snapshot.c - host calls, dumps, hostile bytes.
 *
 * Programs call host functions from every kind of place; at each call the
 * session is dumped, loaded into a second engine and continued there.
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

#include "py/engine.h"
#include "py/engine_in.h"
#include "py/heap/frame.h"

typedef struct out {
  char text[8192];
  size_t n;
} out;

static void collect(cs_engine *e, out *o) {
  size_t n;
  int kind;
  const char *s = cs_engine_output(e, &n, &kind);
  if (n > sizeof o->text - o->n - 1) n = sizeof o->text - o->n - 1;
  memcpy(o->text + o->n, s, n);
  o->n += n;
  o->text[o->n] = 0;
}

/* host(x) answers 10 * x. */
static void reply(cs_engine *e) {
  int64_t i = 0;
  assert_true(cs_engine_ask_int(e, 0, &i));
  assert_int_equal(cs_engine_reply_int(e, i * 10), CS_OK);
}

/* Run `text`; with `hop`, every stop continues in a loaded copy. */
static void run(const char *text, bool hop, out *o) {
  cs_limits limits;
  cs_limits_default(&limits);
  cs_engine *e;
  assert_int_equal(cs_engine_new(&limits, &e), CS_OK);
  assert_int_equal(cs_engine_add_host(e, "host"), CS_OK);
  cs_stop stop = cs_engine_start(e, text, strlen(text), "t.py", 0);
  collect(e, o);
  while (stop == CS_STOP_CALL) {
    if (hop) {
      void *bytes, *again;
      size_t n, m;
      cs_engine *twin;
      assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
      assert_int_equal(cs_engine_load(&limits, bytes, n, &twin), CS_OK);
      assert_int_equal(cs_engine_dump(twin, &again, &m), CS_OK);
      assert_int_equal(n, m);
      assert_memory_equal(bytes, again, n);
      free(again);
      free(bytes);
      cs_engine_free(e);
      e = twin;
    }
    reply(e);
    stop = cs_run(e);
    collect(e, o);
  }
  if (stop != CS_STOP_DONE) {
    size_t n;
    fprintf(stderr, "%s\n", cs_engine_error(e, &n));
  }
  assert_int_equal(stop, CS_STOP_DONE);
  cs_engine_free(e);
}

static const char *const programs[] = {
    "print(host(1) + host(2))",
    "def f(a, b=host(3)):\n  return a + b + host(4)\nprint(f(1), f(2, 2))",
    "def g():\n  for i in range(3):\n    yield host(i)\n"
    "print(list(g()), sum(g()))",
    "print([host(i) for i in range(4)], {i: host(i) for i in (1, 2)})",
    "try:\n  x = host(1)\n  1 // 0\nexcept ZeroDivisionError:\n  x += host(2)\n"
    "finally:\n  x += host(3)\nprint(x)",
    "def outer():\n  n = host(5)\n  def inner():\n    nonlocal n\n"
    "    n += host(1)\n    return n\n  return inner\n"
    "h = outer()\nprint(h(), h())",
    "d = {'a': [1, 2.5, None, True], 'b': (1, 'x' * 300)}\n"
    "s = 'é' * 200\nbig = 3 ** 200\nz = host(7)\n"
    "print(z, d, len(s), big % 1000, s[150])",
};

static void runs_continue_in_a_loaded_copy(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    out here = {.n = 0}, there = {.n = 0};
    run(programs[i], false, &here);
    run(programs[i], true, &there);
    assert_string_equal(here.text, there.text);
    assert_true(here.n > 0);
  }
}

/* A session stopped inside a call. */
static cs_engine *stopped(const char *text) {
  cs_limits limits;
  cs_limits_default(&limits);
  cs_engine *e;
  assert_int_equal(cs_engine_new(&limits, &e), CS_OK);
  assert_int_equal(cs_engine_add_host(e, "host"), CS_OK);
  assert_int_equal(cs_engine_start(e, text, strlen(text), "t.py", 0),
                   CS_STOP_CALL);
  return e;
}

static void a_fork_is_independent(void **state) {
  (void)state;
  cs_engine *a = stopped("x = host(1)\nx += 1\nprint(x)"), *b;
  assert_int_equal(cs_engine_fork(a, &b), CS_OK);
  assert_int_equal(cs_engine_reply_int(a, 1), CS_OK);
  assert_int_equal(cs_engine_reply_int(b, 100), CS_OK);
  out oa = {.n = 0}, ob = {.n = 0};
  assert_int_equal(cs_run(a), CS_STOP_DONE);
  assert_int_equal(cs_run(b), CS_STOP_DONE);
  collect(a, &oa);
  collect(b, &ob);
  assert_string_equal(oa.text, "2\n");
  assert_string_equal(ob.text, "101\n");
  cs_engine_free(a);
  cs_engine_free(b);
}

static void an_injected_exception_is_catchable(void **state) {
  (void)state;
  cs_engine *e =
      stopped("try:\n  host(1)\nexcept ValueError as x:\n  print('caught', x)");
  assert_int_equal(cs_engine_reply_error(e, "ValueError", "no such row"),
                   CS_OK);
  assert_int_equal(cs_run(e), CS_STOP_DONE);
  out o = {.n = 0};
  collect(e, &o);
  assert_string_equal(o.text, "caught no such row\n");
  cs_engine_free(e);
}

/* Mutated bytes: refused, or runs within its limits; never a crash. */
static void mutated_dumps_do_no_harm(void **state) {
  (void)state;
  cs_engine *e = stopped(programs[6]);
  cs_limits limits;
  cs_limits_default(&limits);
  limits.fuel = 200000;
  void *bytes;
  size_t n;
  assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
  cs_engine_free(e);
  unsigned char *copy = malloc(n);
  uint64_t seed = 12345;
  int loaded = 0;
  for (int i = 0; i < 1500; i++) {
    memcpy(copy, bytes, n);
    for (int k = 0; k < 1 + i % 3; k++) {
      seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
      copy[(seed >> 20) % n] ^= (unsigned char)(1u << (seed >> 60 & 7));
    }
    cs_engine_fix_checks(copy, n);
    cs_engine *m;
    if (cs_engine_load(&limits, copy, n, &m) != CS_OK) continue;
    loaded++;
    cs_stop stop = CS_STOP_CALL;
    for (int s = 0; s < 4 && stop == CS_STOP_CALL; s++) {
      if (cs_engine_reply_int(m, 5) != CS_OK) break;
      stop = cs_run(m);
    }
    cs_engine_free(m);
  }
  free(copy);
  free(bytes);
  assert_true(loaded > 0);
}

/* Two frames in the registers of one generator: what the second one holds would
 * be garbage as soon as the first one ends. */
static void a_generator_has_one_frame(void **state) {
  (void)state;
  cs_engine *e = stopped(
      "def g(n):\n  if n:\n    yield from g(n - 1)\n  else:\n    yield "
      "host(1)\n"
      "print(list(g(1)))");
  cs_limits limits;
  cs_limits_default(&limits);
  void *bytes;
  size_t n;
  cs_engine *m;
  cs_frame *inner = cs_frame_top(&e->ctx), *outer = inner;
  while (!(inner->flags & CS_FRAME_GEN)) inner--;
  for (outer = inner - 1; !(outer->flags & CS_FRAME_GEN);) outer--;
  assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
  assert_int_equal(cs_engine_load(&limits, bytes, n, &m), CS_OK);
  cs_engine_free(m);
  free(bytes);
  inner->base = outer->base;
  assert_int_equal(cs_engine_dump(e, &bytes, &n), CS_OK);
  assert_int_not_equal(cs_engine_load(&limits, bytes, n, &m), CS_OK);
  free(bytes);
  cs_engine_free(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_continue_in_a_loaded_copy),
      cmocka_unit_test(a_fork_is_independent),
      cmocka_unit_test(an_injected_exception_is_catchable),
      cmocka_unit_test(mutated_dumps_do_no_harm),
      cmocka_unit_test(a_generator_has_one_frame)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
