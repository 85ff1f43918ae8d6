/*
 * test_engine_value.c - values leave a session and come back the same.
 *
 * The host function `echo` sends its first argument back as the bytes it got.
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

#include "base/wire.h"
#include "py/engine.h"

static cs_engine *open_engine(void) {
  cs_engine *e;
  cs_limits limits;
  cs_limits_default(&limits);
  limits.memory = 32 << 20;
  assert_int_equal(cs_engine_new(&limits, &e), CS_OK);
  assert_int_equal(cs_engine_add_host(e, "echo"), CS_OK);
  return e;
}

/* Reply with the first argument; false: the request was no call. */
static bool echo(cs_engine *e, cs_wire *w) {
  cs_ask kind;
  size_t len;
  uint32_t n;
  (void)cs_engine_ask(e, &kind, &len);
  if (kind != CS_ASK_CALL) return false;
  cs_wire_clear(w);
  assert_int_equal(cs_engine_ask_wire(e, w), CS_OK);
  assert_int_equal(cs_wire_check(w->data, w->len, 2), CS_OK);
  cs_wire_in in = cs_wire_read(w->data, w->len);
  assert_true(cs_wire_get_seq(&in, &n));
  assert_int_equal(n, 1);
  const uint8_t *start = in.at;
  assert_int_equal(cs_wire_skip(&in), CS_OK);
  cs_status st = cs_engine_reply_wire(e, start, (size_t)(in.at - start));
  assert_true(st == CS_OK || st == CS_THROW);
  return true;
}

static cs_stop run(cs_engine *e, const char *code) {
  cs_wire w;
  cs_wire_init(&w, CS_WIRE_MAX);
  cs_stop stop =
      cs_engine_start(e, code, strlen(code), "test.py", CS_START_RESULT);
  while (stop == CS_STOP_CALL) {
    if (!echo(e, &w))
      assert_int_equal(cs_engine_reply_error(e, "PermissionError", "no"),
                       CS_OK);
    stop = cs_run(e);
  }
  cs_wire_fini(&w);
  return stop;
}

static void must(cs_engine *e, const char *code) {
  if (run(e, code) == CS_STOP_DONE) return;
  size_t n;
  fail_msg("%s", cs_engine_error(e, &n));
}

static void data_comes_back_equal(void **state) {
  (void)state;
  cs_engine *e = open_engine();
  must(e,
       "import datetime as dt, decimal, fractions, pathlib, uuid\n"
       "values = [None, True, False, ..., NotImplemented, 0, -1, 2**49,\n"
       " -2**49-1, 2**63-1, -2**63, 2**63, -2**63-1, 10**400, 0.0, -0.0,\n"
       " 1e300, float('inf'), 2-3j, '', 'a', 'h\\xe9\\u20ac\\U0001f600',\n"
       " '\\ud800', b'', b'\\x00\\xff', bytearray(b'ab'), [], [1, [2]], (),\n"
       " (1,), {}, {'a': 1, 2: [3], (1, 'x'): None}, set(), {1, 'b'},\n"
       " frozenset(), frozenset({1, (2, 3)}), range(5), range(9, -3, -2),\n"
       " range(10**30), slice(1, None, 2),\n"
       " dt.date(2024, 2, 29), dt.time(1, 2, 3, 4, fold=1),\n"
       " dt.datetime(1, 1, 1), dt.timedelta(-3, 5, 7),\n"
       " dt.timezone.utc, dt.timezone(dt.timedelta(hours=-5), 'EST'),\n"
       " dt.datetime(2020, 5, 6, 7, 8, 9, 10, dt.timezone.utc),\n"
       " pathlib.Path('/'), pathlib.Path('a/b'), pathlib.Path('/x/y z'),\n"
       " pathlib.Path('//n/x'), pathlib.Path('.'),\n"
       " uuid.UUID(int=2**127+5), decimal.Decimal('-1.50'),\n"
       " decimal.Decimal('NaN'), decimal.Decimal('-Infinity'),\n"
       " fractions.Fraction(-7, 3), int, ValueError]\n"
       "for v in values:\n"
       "    w = echo(v)\n"
       "    assert type(w) is type(v), (v, w)\n"
       "    assert repr(w) == repr(v), (v, w)\n"
       "    assert w == v or v != v, (v, w)\n"
       "    if isinstance(v, (list, dict, set, bytearray)):\n"
       "        assert w is not v\n"
       "assert echo(dt.timezone.utc) is dt.timezone.utc\n"
       "assert [echo([v]) for v in values[:40]] == [[v] for v in "
       "values[:40]]\n");
  cs_engine_free(e);
}

static void keys_with_python_hashes_keep_their_order(void **state) {
  (void)state;
  cs_engine *e = open_engine();
  must(e,
       "import datetime as dt, decimal\n"
       "D = decimal.Decimal\n"
       "d = {'a': 1, dt.date(2020, 1, 1): 'x', 'b': 2, (D('1.5'),): [3],\n"
       "     frozenset([D(7), 'z']): 5}\n"
       "w = echo(d)\n"
       "assert w == d and list(w) == list(d), w\n"
       "s = {dt.date(2020, 1, 1), D('2.0'), 2, 'k'}\n"
       "assert echo(s) == s\n"
       "assert echo(frozenset(s)) == frozenset(s)\n"
       "assert hash(echo(frozenset(s))) == hash(frozenset(s))\n"
       "assert echo([{D(1): {D(2): 3}}]) == [{D(1): {D(2): 3}}]\n");
  cs_engine_free(e);
}

static void objects_cross_by_name_and_fields(void **state) {
  (void)state;
  cs_engine *e = open_engine();
  must(e,
       "import collections, dataclasses, enum\n"
       "@dataclasses.dataclass\n"
       "class P:\n"
       "    x: int\n"
       "    y: int = 2\n"
       "T = collections.namedtuple('T', 'a b')\n"
       "class C(enum.Enum):\n"
       "    RED = 1\n"
       "class O: pass\n"
       "o = O(); o.k = [1]; o.j = 2\n"
       "w = echo(P(1))\n"
       "assert (w.x, w.y) == (1, 2) and repr(w) == 'P(x=1, y=2)', w\n"
       "assert w == echo(P(1)) and w != echo(P(2))\n"
       "w.x = 9\n"
       "w = echo(T(1, [2]))\n"
       "assert w == (1, [2]) and w.b == [2] and repr(w) == 'T(a=1, b=[2])'\n"
       "w = echo(o)\n"
       "assert w.k == [1] and w.j == 2\n"
       "assert echo(C.RED).value == 1\n"
       "assert echo(collections.Counter('aab')) == {'a': 2, 'b': 1}\n"
       "assert echo(collections.OrderedDict(a=1)) == {'a': 1}\n"
       "class S(str): pass\n"
       "assert echo(S('q')) == 'q'\n"
       "try: echo(x for x in ())\n"
       "except TypeError as exc: print(exc)\n"
       "else: raise SystemExit('text form came in')\n"
       "w = echo(OSError(2, 'gone', '/x'))\n"
       "assert type(w) is FileNotFoundError and w.filename == '/x', w\n"
       "w = echo(KeyError('k'))\n"
       "assert repr(w) == \"KeyError('k')\"\n");
  cs_engine_free(e);
}

static void cycles_and_towers_are_shown_not_followed(void **state) {
  (void)state;
  cs_engine *e = open_engine();
  must(e,
       "a = [1]; a.append(a)\n"
       "try: echo(a)\n"
       "except ValueError as exc: assert 'Circular' in str(exc)\n"
       "else: raise SystemExit(1)\n"
       "t = []\n"
       "for i in range(900): t = [t]\n"
       "w = echo(t)\n"
       "n = 0\n"
       "while w: w = w[0]; n += 1\n"
       "assert n == 900, n\n"
       "t = []\n"
       "for i in range(100000): t = [t]\n"
       "try: echo(t)\n"
       "except ValueError as exc: assert 'deeply' in str(exc)\n"
       "else: raise SystemExit(1)\n"
       "s = ['shared']\n"
       "assert echo([s, s]) == [s, s]\n"
       "deep = []\n"
       "for i in range(50): deep = [deep, deep] if i < 3 else [deep]\n"
       "assert echo(deep) == deep\n");
  cs_engine_free(e);
}

static void results_and_inputs_are_values(void **state) {
  (void)state;
  cs_engine *e = open_engine();
  cs_wire w;
  cs_wire_init(&w, 1 << 20);
  cs_wire_begin(&w, CS_WIRE_DICT, 1);
  cs_wire_date(&w, 2020, 1, 2);
  cs_wire_int(&w, 40);
  assert_int_equal(cs_engine_set_global(e, "given", w.data, w.len), CS_OK);
  must(e, "import datetime\ngiven[datetime.date(2020, 1, 2)] + 2");
  cs_wire_clear(&w);
  assert_int_equal(cs_engine_result_wire(e, &w), CS_OK);
  cs_wire_in in = cs_wire_read(w.data, w.len);
  int64_t n;
  assert_true(cs_wire_get_int(&in, &n));
  assert_int_equal(n, 42);
  must(e, "x = 1");
  assert_int_equal(cs_engine_result_wire(e, &w), CS_EINVAL);
  uint8_t junk[] = {CS_WIRE_LIST, 1, 0, 0, 0, 99};
  assert_int_equal(cs_engine_set_global(e, "given", junk, sizeof junk),
                   CS_ECORRUPT);
  cs_wire_fini(&w);
  cs_engine_free(e);
}

static void a_large_reply_is_the_guests_memory_error(void **state) {
  (void)state;
  cs_engine *e = open_engine();
  cs_wire w;
  size_t n = 40 << 20;
  cs_wire_init(&w, CS_WIRE_MAX);
  uint8_t *p = cs_wire_bytes_room(&w, CS_WIRE_BYTES, n);
  assert_non_null(p);
  memset(p, 'x', n);
  const char *code = "try: echo(1)\nexcept MemoryError: 'refused'\n";
  cs_stop stop =
      cs_engine_start(e, code, strlen(code), "test.py", CS_START_RESULT);
  assert_int_equal(stop, CS_STOP_CALL);
  assert_int_equal(cs_engine_reply_wire(e, w.data, w.len), CS_OK);
  assert_int_equal(cs_run(e), CS_STOP_DONE);
  must(e, "echo([1, 2])");
  cs_wire_fini(&w);
  cs_engine_free(e);
}

static void collections_at_every_step_change_nothing(void **state) {
  (void)state;
  cs_engine *e = open_engine();
  cs_engine_torture(e, 1, 0);
  must(e,
       "import datetime\n"
       "v = [{'a': [1, 'x' * 40], datetime.date(1, 1, 1): (2, {3})}] * 3\n"
       "for i in range(3): assert echo(v) == v\n");
  cs_engine_free(e);
  for (uint64_t n = 1; n < 60; n++) { /* the n-th allocation fails once */
    e = open_engine();
    must(e, "v = [{'a': [1, 'x' * 40], 2: (3, {4})}] * 3");
    const char *code = "assert echo(v) == v";
    cs_stop stop = cs_engine_start(e, code, strlen(code), "t.py", 0);
    assert_int_equal(stop, CS_STOP_CALL);
    cs_engine_torture(e, 8, n);
    cs_wire w;
    cs_wire_init(&w, 10000);
    assert_true(echo(e, &w));
    cs_wire_fini(&w);
    cs_engine_torture(e, 0, 0);
    assert_int_equal(cs_run(e), CS_STOP_DONE);
    cs_engine_free(e);
  }
}

/* One of everything, by the guest's own hand. */
static void take_everything(cs_engine *e, cs_wire *w) {
  must(e,
       "import datetime as dt, decimal, fractions, pathlib, uuid, enum\n"
       "import collections, dataclasses\n"
       "class C(enum.Enum): A = 1\n"
       "@dataclasses.dataclass\n"
       "class P: x: int\n"
       "D = decimal.Decimal('1.5')\n"
       "[None, True, ..., 5, 2**70, 1.5, 2j, 'h\\xe9', b'ab',\n"
       " bytearray(b'c'), (1,), {1, D}, frozenset([2]), {'k': 1, D: 2},\n"
       " range(3), slice(1), dt.date(1, 2, 3), dt.timedelta(1),\n"
       " dt.datetime(1, 2, 3, tzinfo=dt.timezone(dt.timedelta(1, 2) / 3)),\n"
       " pathlib.Path('/a'), uuid.UUID(int=1), D, fractions.Fraction(1, 2),\n"
       " OSError(2, 'x', 'y'), P(1), C.A, int,\n"
       " collections.namedtuple('N', 'q')(1)]");
  assert_int_equal(cs_engine_result_wire(e, w), CS_OK);
}

static void mutated_messages_break_nothing(void **state) {
  (void)state;
  cs_engine *e = open_engine();
  cs_wire w, back;
  cs_wire_init(&w, 1 << 20);
  cs_wire_init(&back, 64 << 20);
  take_everything(e, &w);
  uint8_t *copy = malloc(w.len);
  uint32_t seed = 12345, taken = 0;
  for (int round = 0; round < 6000; round++) {
    size_t len = w.len;
    memcpy(copy, w.data, len);
    for (uint32_t k = 0; k <= (seed >> 9) % 3; k++) {
      seed = seed * 1664525 + 1013904223;
      uint8_t *at = &copy[(seed >> 8) % len];
      *at = round & 1 ? (uint8_t)(*at + (seed >> 30) - 1)
                      : (uint8_t)(seed >> 3) % CS_WIRE_COUNT;
    }
    cs_status st = cs_engine_set_global(e, "v", copy, len);
    if (st != CS_OK) continue;
    taken++;
    cs_wire_clear(&back);
    assert_int_equal(cs_engine_get_global(e, "v", &back), CS_OK);
    assert_int_equal(cs_wire_check(back.data, back.len, 1), CS_OK);
  }
  assert_true(taken > 100);
  must(e, "assert echo([1, 'x']) == [1, 'x']");
  free(copy);
  cs_wire_fini(&w);
  cs_wire_fini(&back);
  cs_engine_free(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(data_comes_back_equal),
      cmocka_unit_test(keys_with_python_hashes_keep_their_order),
      cmocka_unit_test(objects_cross_by_name_and_fields),
      cmocka_unit_test(cycles_and_towers_are_shown_not_followed),
      cmocka_unit_test(results_and_inputs_are_values),
      cmocka_unit_test(a_large_reply_is_the_guests_memory_error),
      cmocka_unit_test(collections_at_every_step_change_nothing),
      cmocka_unit_test(mutated_messages_break_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
