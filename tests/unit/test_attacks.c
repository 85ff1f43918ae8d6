/*
 * test_attacks.c - attacks that need a host: groups A to D of the list.
 *
 * Names begin with the numbers of the attack list; what a program can try
 * alone is in tests/attacks.  Every test runs twice: in this process, and with
 * the program in a worker.
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

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "caisson.h"

static cs_workers *workers;

/* --- a host -------------------------------------------------------------- */

static cs_options options(void) {
  cs_options o;
  cs_options_init(&o);
  o.workers = workers;
  o.memory = 32 << 20;
  return o;
}

static cs_session *open_box(const cs_options *o) {
  cs_session *s;
  cs_error err = {0};
  if (cs_session_open(o, &s, &err) != CS_OK) fail_msg("%s", err.text);
  return s;
}

static cs_session *open_plain(void) {
  cs_options o = options();
  return open_box(&o);
}

static const cs_event *run(cs_session *s, const char *code) {
  return cs_session_run(s, code, strlen(code));
}

/* Output is of no interest here. */
static const cs_event *skip_output(cs_session *s, const cs_event *ev) {
  while (ev->kind == CS_OUTPUT) ev = cs_session_resume(s, NULL);
  return ev;
}

static void expect_text(const cs_event *ev, const char *want) {
  if (ev->kind == CS_RAISED) fail_msg("%.*s", (int)ev->text_len, ev->text);
  assert_int_equal(ev->kind, CS_DONE);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  const char *t = "";
  size_t n = 0;
  assert_true(cs_wire_get_str(&in, &t, &n));
  char *copy = strndup(t, n);
  assert_string_equal(copy, want);
  free(copy);
}

static void expect_raised(const cs_event *ev, const char *type) {
  assert_int_equal(ev->kind, CS_RAISED);
  assert_string_equal(ev->error->type, type);
}

static void expect_limit(const cs_event *ev, const char *which) {
  if (ev->kind == CS_RAISED) fail_msg("%.*s", (int)ev->text_len, ev->text);
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, which);
}

static const cs_event *reply_int(cs_session *s, int64_t v) {
  cs_wire w;
  char room[64];
  cs_wire_init_fixed(&w, room, sizeof room);
  cs_wire_int(&w, v);
  cs_reply r = {.kind = CS_REPLY_VALUE, .value = w.data, .len = w.len};
  return cs_session_resume(s, &r);
}

/* How long something took, generously. */
static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* --- A: the object model as the host meets it ---------------------------- */

/* Special methods of the program are not run while the host reads a value,
 * also not after its deadline: what crosses is what is stored. */
static void a07_no_code_of_the_guest_in_conversions(void **state) {
  (void)state;
  static const char *const evil =
      "ran = []\n"
      "class E:\n"
      "  def _say(self, *a): ran.append(1); raise ZeroDivisionError\n"
      "  __getattr__ = __eq__ = __repr__ = __str__ = __iter__ = __len__ = "
      "_say\n"
      "  __index__ = __bool__ = __getitem__ = __reduce__ = __float__ = _say\n"
      "  def __hash__(self): ran.append(1); return 1\n"
      "  def __del__(self): ran.append(1)\n"
      "e = E()\nran.clear()\n";
  cs_session *s = open_plain();
  assert_int_equal(run(s, evil)->kind, CS_DONE);
  const cs_event *ev = run(s, "[e, {1: e}, (e, {2})]");
  assert_int_equal(ev->kind, CS_DONE);
  assert_true(ev->has_value);
  assert_int_equal(cs_wire_check(ev->value, ev->value_len, 1), CS_OK);
  cs_wire w;
  cs_wire_init(&w, 1 << 20);
  assert_int_equal(cs_session_get(s, "e", &w), CS_OK);
  cs_wire_fini(&w);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  assert_int_equal(run(s, "t(e, k=e)")->kind, CS_CALL);
  assert_int_equal(reply_int(s, 1)->kind, CS_DONE);
  expect_text(run(s, "str(len(ran))"), "0");
  cs_session_close(s);
}

/* A value that is too deep or too large is bounded on its way out. */
static void a07_depth_and_size_of_results_are_bounded(void **state) {
  (void)state;
  cs_options o = options();
  o.message = 1 << 16;
  cs_session *s = open_box(&o);
  const cs_event *ev = run(s, "x = []\nfor i in range(100000): x = [x]\nx");
  assert_int_equal(ev->kind, CS_DONE);
  assert_int_equal(cs_wire_check(ev->value, ev->value_len, 1), CS_OK);
  ev = run(s, "x = []\nx.append(x)\nx");
  assert_int_equal(ev->kind, CS_DONE);
  expect_limit(run(s, "'y' * 100000"), "message");
  expect_limit(run(s, "[0] * 100000"), "message");
  expect_text(run(s, "'still here'"), "still here");
  cs_session_close(s);
}

static void a08_subclasses_cannot_lie_to_the_host(void **state) {
  (void)state;
  static const char *const lies =
      "class S(str):\n"
      "  def __len__(self): return 10 ** 9\n"
      "  def __str__(self): return 'lie'\n"
      "  __repr__ = encode = __getitem__ = __iter__ = __str__\n"
      "class I(int):\n"
      "  def __int__(self): return 666\n"
      "  __index__ = __add__ = bit_length = __int__\n"
      "class D(dict):\n"
      "  def __len__(self): return 5\n"
      "  def __iter__(self): return iter(['lie'] * 100)\n"
      "  keys = values = items = __iter__\n"
      "class L(list):\n"
      "  def __len__(self): return 3\n"
      "  def __getitem__(self, i): return 'lie'\n";
  cs_session *s = open_plain();
  assert_int_equal(run(s, lies)->kind, CS_DONE);
  expect_text(run(s, "S('true')"), "true");
  const cs_event *ev = run(s, "[I(42), D(a=S('b')), L([7])]");
  assert_int_equal(ev->kind, CS_DONE);
  assert_int_equal(cs_wire_check(ev->value, ev->value_len, 1), CS_OK);
  assert_null(memmem(ev->value, ev->value_len, "lie", 3));
  assert_non_null(memmem(ev->value, ev->value_len, "b", 1));
  uint8_t number[9] = {CS_WIRE_INT, 42};
  assert_non_null(memmem(ev->value, ev->value_len, number, 9));
  cs_session_close(s);
}

/* However a tool is wrapped, the host hears its true name. */
static void a14_a_tool_keeps_its_name(void **state) {
  (void)state;
  static const char *const ways[] = {
      "class M(type):\n  def __getattr__(cls, n): return pay\n"
      "class C(metaclass=M): pass\nC.harmless(1)",
      "class P:\n  def __get__(self, o, t): return pay\n"
      "class C: safe = P()\nC().safe(1)",
      "import functools\nread = functools.partial(pay, 1)\n"
      "read.__name__ = 'read'\nread()",
      "def deco(f): return pay\n@deco\ndef innocent(x): pass\ninnocent(1)",
      "list(map(pay, [1]))",
      "sorted([1, 2], key=pay)",
      "class C:\n  __call__ = staticmethod(pay)\nC()(1)",
      "free = pay\nfree(1)",
  };
  cs_session *s = open_plain();
  assert_int_equal(cs_session_add_tool(s, "pay", "(x)", NULL, 0), CS_OK);
  assert_int_equal(cs_session_add_tool(s, "free", "(x)", NULL, 0), CS_OK);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
    cs_used before, after;
    cs_session_used(s, &before);
    const cs_event *ev = run(s, ways[i]);
    if (ev->kind == CS_RAISED) fail_msg("%.*s", (int)ev->text_len, ev->text);
    assert_int_equal(ev->kind, CS_CALL);
    assert_int_equal(ev->name_len, 3);
    assert_memory_equal(ev->name, "pay", 3);
    cs_session_used(s, &after);
    assert_int_equal(after.calls, before.calls + 1);
    cs_session_abandon(s);
  }
  cs_session_close(s);
}

/* The host decides at each call: a tool that was taken back stays so. */
static void a15_a_tool_that_is_kept_can_be_refused(void **state) {
  (void)state;
  cs_session *s = open_plain();
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  assert_int_equal(
      run(s, "import functools\nkept = [t, functools.partial(t, 1)]\nt(0)")
          ->kind,
      CS_CALL);
  assert_int_equal(reply_int(s, 1)->kind, CS_DONE);
  static const char *const uses[] = {"kept[0]()", "kept[1]()",
                                     "list(map(kept[0], [1]))",
                                     "sorted([1], key=kept[0])"};
  for (size_t i = 0; i < 4; i++) {
    const cs_event *ev = run(s, uses[i]);
    assert_int_equal(ev->kind, CS_CALL);
    cs_reply no = {.kind = CS_REPLY_UNHANDLED};
    expect_raised(cs_session_resume(s, &no), "NameError");
  }
  cs_session_close(s);
}

/* What the program does to its own names does not change what is told. */
static void a16_replaced_names_fool_nobody(void **state) {
  (void)state;
  cs_session *s = open_plain();
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  const cs_event *ev =
      run(s,
          "real = t\ndef t(*a): return 'fake'\n"
          "import builtins\nbuiltins.len = lambda x: 99\n"
          "builtins.print = lambda *a: None\nt(1)\n'nothing was called'");
  expect_text(ev, "nothing was called");
  cs_used used;
  cs_session_used(s, &used);
  assert_int_equal(used.calls, 0);
  ev = run(s, "real('x')");
  assert_int_equal(ev->kind, CS_CALL);
  assert_memory_equal(ev->name, "t", 1);
  assert_int_equal(reply_int(s, 1)->kind, CS_DONE);
  cs_session_used(s, &used);
  assert_int_equal(used.calls, 1);
  ev = run(s, "__import__('sys').stdout.write('seen')\nNone");
  assert_int_equal(ev->kind, CS_OUTPUT);
  assert_memory_equal(ev->text, "seen", 4);
  cs_session_close(s);
}

/* --- B: limits that need a host ------------------------------------------ */

typedef struct canceller {
  cs_session *s;
  int times;
} canceller;

static void *cancel_soon(void *arg) {
  canceller *c = arg;
  usleep(50000);
  for (int i = 0; i < c->times; i++) cs_session_cancel(c->s);
  return NULL;
}

static void b15_cancelling_is_prompt_and_idempotent(void **state) {
  (void)state;
  static const char *const loops[] = {
      "while True: pass", "sum(iter(int, 1))", "while True: 3 ** 10 ** 6",
      "while True:\n  try:\n    while True: pass\n  except: pass",
      "import re\nre.match('(a+)+$', 'a' * 60 + 'b')"};
  cs_options o = options();
  o.time_ms = 60000;
  cs_session *s = open_box(&o);
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
    canceller c = {s, 1 + (int)i % 3};
    pthread_t t;
    double start = seconds();
    assert_int_equal(pthread_create(&t, NULL, cancel_soon, &c), 0);
    const cs_event *ev = skip_output(s, run(s, loops[i]));
    pthread_join(t, NULL);
    expect_limit(ev, "cancelled");
    assert_true(seconds() - start < 20);
    cs_session_abandon(s); /* a second cancellation was for this run, too */
    expect_text(run(s, "'ready'"), "ready");
  }
  cs_session_close(s);
}

/* A session that waits for its host can be cancelled, twice, and goes on. */
static void b15_cancelled_while_the_host_is_asked(void **state) {
  (void)state;
  cs_session *s = open_plain();
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  assert_int_equal(run(s, "t()")->kind, CS_CALL);
  cs_session_cancel(s);
  cs_session_cancel(s);
  expect_limit(reply_int(s, 1), "cancelled");
  expect_text(run(s, "'ready'"), "ready");
  cs_session_close(s);
}

/* One bomb for every limit, as a host would do before it trusts them. */
static void b17_every_limit_bites(void **state) {
  (void)state;
  static const struct {
    const char *code, *which;
  } bombs[] = {
      {"while True: pass", "fuel"},
      {"x = []\nwhile True: x.append('y' * 10000)", "memory"},
      {"while True: print('x' * 1000)", "output"},
      {"while True: t()", "calls"},
      {"import time\nwhile True: time.sleep(1)", "sleep"},
  };
  for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++) {
    cs_options o = options();
    o.fuel = 30000000;
    o.output = 100000;
    o.calls = 50;
    o.sleep_ms = 10;
    o.os = CS_OS_CLOCK;
    cs_session *s = open_box(&o);
    assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
    const cs_event *ev = skip_output(s, run(s, bombs[i].code));
    while (ev->kind == CS_CALL) ev = reply_int(s, 0);
    expect_limit(ev, bombs[i].which);
    expect_text(run(s, "x = None\n'ready'"), "ready");
    cs_session_close(s);
  }
  cs_options o = options();
  o.time_ms = 100;
  cs_session *s = open_box(&o);
  expect_limit(run(s, "while True: pass"), "time");
  cs_session_close(s);
  o = options();
  o.recursion = 100;
  s = open_box(&o);
  expect_raised(run(s, "def f(): f()\nf()"), "RecursionError");
  cs_session_close(s);
  o = options();
  o.source = 100;
  s = open_box(&o);
  char long_code[300];
  memset(long_code, '\n', sizeof long_code);
  assert_int_not_equal(cs_session_run(s, long_code, sizeof long_code)->kind,
                       CS_DONE);
  cs_session_close(s);
}

/* --- C: the bridge ------------------------------------------------------- */

static void c01_only_registered_names_reach_the_host(void **state) {
  (void)state;
  static const char *const names[] = {"T()",
                                      "tt()",
                                      "t.t()",
                                      "t\\x00()",
                                      "globals()['t\\x00']()",
                                      "\xd1\x82()" /* Cyrillic te */,
                                      "__builtins__.t()",
                                      "getattr(t, 'u')()",
                                      "eval('T')()"};
  cs_session *s = open_plain();
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const cs_event *ev = run(s, names[i]);
    if (ev->kind != CS_RAISED) fail_msg("%s: event %d", names[i], ev->kind);
  }
  /* full-width letters are the same identifier in Python: the same tool */
  const cs_event *ev = run(s, "\xef\xbd\x94()");
  assert_int_equal(ev->kind, CS_CALL);
  assert_memory_equal(ev->name, "t", 1);
  cs_used used;
  cs_session_used(s, &used);
  assert_int_equal(used.calls, 1);
  cs_session_close(s);
}

static void c02_arguments_are_bounded(void **state) {
  (void)state;
  cs_options o = options();
  o.message = 1 << 16;
  cs_session *s = open_box(&o);
  assert_int_equal(cs_session_add_tool(s, "t", "(a, b=0)", NULL, 0), CS_OK);
  static const char *const ok[] = {
      "t(float('nan'))",
      "t(10 ** 1000)",
      "t('\\ud800')",
      "t({(1, 2): 3})",
      "x = []\nx.append(x)\nt(x)",
      "x = []\nfor i in range(50000): x = [x]\nt(x)"};
  for (size_t i = 0; i < sizeof ok / sizeof *ok; i++) {
    const cs_event *ev = run(s, ok[i]);
    assert_int_equal(ev->kind, CS_CALL);
    assert_int_equal(cs_wire_check(ev->args, ev->args_len, 2), CS_OK);
    cs_session_abandon(s);
  }
  expect_raised(run(s, "t('x' * 100000)"), "ValueError");
  expect_raised(run(s, "t(10 ** 200000)"), "ValueError");
  expect_raised(run(s, "t([0] * 100000)"), "ValueError");
  expect_raised(run(s, "t()"), "TypeError");
  expect_raised(run(s, "t(1, c=2)"), "TypeError");
  expect_raised(run(s, "t(**{1: 2})"), "TypeError");
  expect_raised(run(s, "t(1, **{'a': 2})"), "TypeError");
  cs_used used;
  cs_session_used(s, &used);
  assert_int_equal(used.calls, sizeof ok / sizeof *ok);
  cs_session_close(s);
}

/* What the host gives is checked as strictly. */
static void c02_inputs_of_the_host_are_checked(void **state) {
  (void)state;
  cs_session *s = open_plain();
  uint8_t deep[8000];
  for (size_t i = 0; i < sizeof deep; i++)
    deep[i] = i % 5 ? (i % 5 == 1) : (uint8_t)CS_WIRE_LIST;
  const struct {
    const char *bytes;
    size_t n;
  } bad[] = {
      {"", 0},
      {"\xff", 1},
      {"\x05\x01", 2},                     /* an int that is cut */
      {"\x09\xff\xff\xff\xff", 5},         /* a text of 4 GiB */
      {"\x0c\xff\xff\xff\xff", 5},         /* a list of 2^32 items */
      {"\x09\x02\x00\x00\x00\xc3\x28", 7}, /* no UTF-8 */
      {"\x00\x00", 2},                     /* two values */
      {(const char *)deep, sizeof deep},   /* cut and too deep */
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(cs_session_set(s, "x", bad[i].bytes, bad[i].n),
                     CS_ECORRUPT);
    expect_raised(run(s, "x"), "NameError");
  }
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(run(s, "t()")->kind, CS_CALL);
    cs_reply r = {
        .kind = CS_REPLY_VALUE, .value = bad[i].bytes, .len = bad[i].n};
    expect_raised(cs_session_resume(s, &r), "ValueError");
  }
  cs_session_close(s);
}

static void c03_calls_and_futures_have_a_quota(void **state) {
  (void)state;
  cs_options o = options();
  o.calls = 1000;
  o.futures = 20;
  o.suspensions = 500;
  cs_session *s = open_box(&o);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, CS_TOOL_ASYNC),
                   CS_OK);
  const cs_event *ev = run(s,
                           "x = [t(i) for i in range(10 ** 6)]\n"
                           "import asyncio\nasync def f():\n"
                           "  await asyncio.gather(*x)\nasyncio.run(f())");
  int pending = 0;
  while (ev->kind == CS_CALL) {
    cs_reply r = {.kind = CS_REPLY_PENDING};
    ev = cs_session_resume(s, &r);
    pending++;
  }
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_true(pending <= 21);
  ev = run(s,
           "import asyncio\nasync def f():\n  while True: await t(1)\n"
           "asyncio.run(f())");
  while (ev->kind == CS_CALL) ev = reply_int(s, 1);
  assert_int_equal(ev->kind, CS_LIMIT);
  cs_used used;
  cs_session_used(s, &used);
  assert_true(used.suspensions <= 501 && used.calls <= 1001);
  cs_session_close(s);
}

/* A tool that runs the guest again cannot do so without end: a session that
 * waits for a reply starts over instead of nesting. */
static void c04_calls_do_not_nest(void **state) {
  (void)state;
  cs_options o = options();
  o.calls = 100;
  cs_session *s = open_box(&o);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  const cs_event *ev = run(s, "t()");
  int depth = 0;
  while (ev->kind == CS_CALL && depth < 1000) {
    ev = run(s, "t()"); /* what a careless tool would do */
    depth++;
  }
  expect_limit(ev, "calls");
  assert_int_equal(depth, 100);
  expect_text(run(s, "'ready'"), "ready");
  cs_session_close(s);
}

/* A worker has no socket and no call to make one: nothing can be passed. */
static void c06_a_worker_has_no_descriptors(void **state) {
  (void)state;
#ifdef __SANITIZE_ADDRESS__
  skip(); /* a sanitizer keeps descriptors: lockdown.c leaves them alone */
#endif
  if (!workers) skip();
  cs_session *s = open_plain();
  expect_text(run(s, "'started'"), "started");
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)getpid(),
           (int)getpid());
  FILE *f = fopen(path, "r");
  if (!f) skip();
  int pid, seen = 0;
  while (fscanf(f, "%d", &pid) == 1) {
    char command[200];
    snprintf(command, sizeof command,
             "for l in /proc/%d/fd/*; do readlink $l; done 2>/dev/null | "
             "grep -E 'socket|pipe|memfd' ",
             pid);
    bool none = false; /* one that just starts has some, for a moment */
    for (int i = 0; i < 100 && !none; i++) {
      none = system(command) != 0; /* grep finds none */
      if (!none) usleep(50 * 1000);
    }
    assert_true(none);
    seen++;
  }
  fclose(f);
  assert_true(seen > 0);
  cs_session_close(s);
}

/* Whatever a tool says is data: no class, no name, no code comes of it. */
static void c07_results_are_data(void **state) {
  (void)state;
  static const char *const types[] = {
      "SystemExit", "KeyboardInterrupt", "GeneratorExit", "Evil",
      "os.system",  "__import__('os')",  "eval",          ""};
  cs_session *s = open_plain();
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    cs_wire w;
    cs_wire_init(&w, 1 << 16);
    assert_int_equal(
        run(s,
            "class Evil(BaseException): pass\ntry: t()\n"
            "except BaseException as e: r = type(e) is not Evil\nr")
            ->kind,
        CS_CALL);
    cs_wire_exception(&w, types[i], "text");
    cs_reply r = {.kind = CS_REPLY_RAISE, .value = w.data, .len = w.len};
    const cs_event *ev = cs_session_resume(s, &r);
    assert_int_equal(ev->kind, CS_DONE);
    assert_int_equal(ev->value[0], CS_WIRE_TRUE);
    cs_wire_fini(&w);
  }
  /* a name of the guest in a value stays a text or an error */
  cs_wire w;
  cs_wire_init(&w, 1 << 16);
  assert_int_equal(run(s, "secret = 1\nr = t()\ntype(r).__name__")->kind,
                   CS_CALL);
  cs_wire_tagged1(&w, CS_WIRE_NAMED, CS_WIRE_NAMES_TYPE);
  cs_wire_text(&w, "secret");
  cs_reply r = {.kind = CS_REPLY_VALUE, .value = w.data, .len = w.len};
  const cs_event *ev = cs_session_resume(s, &r);
  if (ev->kind == CS_DONE) {
    assert_null(memmem(ev->value, ev->value_len, "int", 3));
  } else {
    assert_int_equal(ev->kind, CS_RAISED);
  }
  cs_wire_fini(&w);
  cs_session_close(s);
}

/* --- C: snapshots -------------------------------------------------------- */

static void dump(cs_session *s, void **bytes, size_t *n) {
  assert_int_equal(cs_session_dump(s, bytes, n), CS_OK);
}

static void c08_tampered_snapshots_are_refused(void **state) {
  (void)state;
  cs_options o = options();
  cs_session *s = open_box(&o), *twin;
  void *bytes;
  size_t n;
  assert_int_equal(run(s, "x = {'a': [1, 2]}")->kind, CS_DONE);
  dump(s, &bytes, &n);
  uint8_t *p = bytes;
  for (size_t i = 0; i < n; i += 1 + n / 300) { /* bits, checksums untouched */
    p[i] ^= (uint8_t)(1 << i % 8);
    if (cs_session_load(&o, bytes, n, &twin, NULL) == CS_OK) {
      (void)skip_output(twin, run(twin, "x")); /* not a byte that counts */
      cs_session_close(twin);
    }
    p[i] ^= (uint8_t)(1 << i % 8);
  }
  for (size_t i = 0; i < n; i += 1 + n / 100)
    assert_int_not_equal(cs_session_load(&o, bytes, i, &twin, NULL), CS_OK);
  uint8_t *more = calloc(1, n + 64);
  memcpy(more, p, n);
  assert_int_not_equal(cs_session_load(&o, more, n + 64, &twin, NULL), CS_OK);
  free(more);
  /* under a key nothing of a foreign one is even looked at */
  static const char key[] = "0123456789abcdef0123456789abcdef";
  void *sealed;
  const void *inside;
  size_t m, k;
  assert_int_equal(cs_seal(key, 32, bytes, n, &sealed, &m), CS_OK);
  for (size_t i = 0; i < m; i += 1 + m / 300) {
    ((uint8_t *)sealed)[i] ^= 1;
    assert_int_equal(cs_unseal(key, 32, sealed, m, &inside, &k), CS_ECORRUPT);
    ((uint8_t *)sealed)[i] ^= 1;
  }
  free(sealed);
  free(bytes);
  cs_session_close(s);
}

/* Options come from the host that loads: a snapshot widens nothing. */
static void c09_a_restored_session_has_the_new_policy(void **state) {
  (void)state;
  cs_options wide = options(), narrow = options();
  wide.os = CS_OS_CLOCK | CS_OS_ENTROPY | CS_OS_MEMORY | CS_OS_ENVIRON;
  narrow.calls = 1;
  cs_session *s = open_box(&wide), *twin;
  void *bytes;
  size_t n;
  assert_int_equal(cs_session_put_env(s, "TOKEN", "s3cret"), CS_OK);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  assert_int_equal(run(s, "import os, time\nos.environ['TOKEN']\nt()")->kind,
                   CS_CALL);
  uint64_t id = cs_session_event(s)->id;
  dump(s, &bytes, &n);
  assert_int_equal(cs_session_load(&narrow, bytes, n, &twin, NULL), CS_OK);
  /* the same call, with the same number: a host that answered it knows */
  assert_int_equal(cs_session_event(twin)->kind, CS_CALL);
  assert_int_equal(cs_session_event(twin)->id, id);
  assert_int_equal(reply_int(twin, 1)->kind, CS_DONE);
  expect_limit(run(twin, "t()"), "calls"); /* one was made before the dump */
  const cs_event *ev = run(twin, "os.urandom(4)");
  assert_int_equal(ev->kind, CS_OS); /* no longer granted: the host is asked */
  ev = cs_session_resume(twin, NULL);
  assert_int_equal(ev->kind, CS_RAISED);
  cs_session_close(twin);
  /* another tenant's key does not open it */
  static const char mine[] = "tenant one, 32 bytes of key.....";
  static const char theirs[] = "tenant two, 32 bytes of key.....";
  void *sealed;
  const void *inside;
  size_t m, k;
  assert_int_equal(cs_seal(mine, 32, bytes, n, &sealed, &m), CS_OK);
  assert_int_equal(cs_unseal(theirs, 32, sealed, m, &inside, &k), CS_ECORRUPT);
  free(sealed);
  free(bytes);
  cs_session_close(s);
}

static bool holds(const void *bytes, size_t n, const char *text) {
  return memmem(bytes, n, text, strlen(text)) != NULL;
}

static void c10_nothing_of_the_host_is_in_a_snapshot(void **state) {
  (void)state;
  cs_options o = options();
  o.os = CS_OS_MEMORY | CS_OS_ENVIRON | CS_OS_SEEDED;
  o.seed = UINT64_C(0x1122334455667788);
  cs_session *s = open_box(&o);
  char folder[] = "/tmp/caisson-attack-XXXXXX", file[80];
  assert_non_null(mkdtemp(folder));
  snprintf(file, sizeof file, "%s/hosts-own-name", folder);
  FILE *f = fopen(file, "w");
  assert_non_null(f);
  fputs("content of the host", f);
  fclose(f);
  assert_int_equal(cs_session_put_env(s, "TOKEN", "s3cret-of-the-host"), CS_OK);
  assert_int_equal(cs_session_mount(s, folder, "/data", CS_MOUNT_RO, 0, NULL),
                   CS_OK);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  assert_int_equal(
      run(s, "import os\nf = open('/data/hosts-own-name')\nf.read(3)\nt()")
          ->kind,
      CS_CALL);
  void *bytes;
  size_t n;
  dump(s, &bytes, &n);
  uint64_t seed = o.seed, where = (uint64_t)(uintptr_t)s;
  assert_false(holds(bytes, n, "s3cret-of-the-host"));
  assert_false(holds(bytes, n, folder));
  assert_null(memmem(bytes, n, &seed, 8));
  assert_null(memmem(bytes, n, &where, 8));
  free(bytes);
  /* no pointers at all: another process image gives the same bytes */
  cs_session *other = open_plain(), *again = open_plain();
  void *a, *b;
  size_t na, nb;
  assert_int_equal(run(other, "x = [1, 'two']")->kind, CS_DONE);
  assert_int_equal(run(again, "x = [1, 'two']")->kind, CS_DONE);
  dump(other, &a, &na);
  dump(again, &b, &nb);
  assert_int_equal(na, nb);
  assert_memory_equal(a, b, na);
  free(a);
  free(b);
  cs_session_close(other);
  cs_session_close(again);
  cs_session_close(s);
  unlink(file);
  rmdir(folder);
}

/* --- D: files, where the host acts in between ---------------------------- */

typedef struct place {
  char folder[40], outside[40], inner[80], victim[80];
} place;

static void put(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static void make_place(place *p) {
  strcpy(p->folder, "/tmp/caisson-attack-XXXXXX");
  strcpy(p->outside, "/tmp/caisson-attack-XXXXXX");
  assert_non_null(mkdtemp(p->folder));
  assert_non_null(mkdtemp(p->outside));
  snprintf(p->inner, sizeof p->inner, "%s/file", p->folder);
  snprintf(p->victim, sizeof p->victim, "%s/file", p->outside);
  put(p->inner, "inside");
  put(p->victim, "outside");
}

static void expect_file(const char *path, const char *want) {
  char text[64] = "";
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  (void)!fread(text, 1, sizeof text - 1, f);
  fclose(f);
  assert_string_equal(text, want);
}

static void drop_place(const place *p) {
  char command[200];
  snprintf(command, sizeof command, "rm -rf %s %s %s.old", p->folder,
           p->outside, p->folder);
  (void)!system(command);
}

/* A link planted where the overlay is to be written leads nowhere. */
static void d08_a_commit_writes_through_no_link(void **state) {
  (void)state;
  place p;
  make_place(&p);
  cs_session *s = open_plain();
  assert_int_equal(
      cs_session_mount(s, p.folder, "/data", CS_MOUNT_OVERLAY, 0, NULL), CS_OK);
  assert_int_equal(run(s,
                       "import os\nopen('/data/new', 'w').write('guest')\n"
                       "open('/data/file', 'w').write('guest')\n"
                       "os.mkdir('/data/sub')\n"
                       "open('/data/sub/file', 'w').write('guest')\nNone")
                       ->kind,
                   CS_DONE);
  char name[80];
  snprintf(name, sizeof name, "%s/new", p.folder);
  assert_int_equal(symlink(p.victim, name), 0);
  assert_int_equal(unlink(p.inner), 0);
  assert_int_equal(symlink(p.victim, p.inner), 0);
  snprintf(name, sizeof name, "%s/sub", p.folder);
  assert_int_equal(symlink(p.outside, name), 0);
  (void)!cs_session_commit(s, "/data", NULL);
  expect_file(p.victim, "outside");
  cs_session_close(s);
  drop_place(&p);
}

/* The directory is opened when it is mounted; its name is not used again. */
static void d18_a_mount_is_the_directory_not_its_name(void **state) {
  (void)state;
  place p;
  char old[60];
  make_place(&p);
  cs_session *s = open_plain();
  assert_int_equal(cs_session_mount(s, p.folder, "/data", CS_MOUNT_RO, 0, NULL),
                   CS_OK);
  snprintf(old, sizeof old, "%s.old", p.folder);
  assert_int_equal(rename(p.folder, old), 0);
  assert_int_equal(symlink(p.outside, p.folder), 0);
  expect_text(run(s, "open('/data/file').read()"), "inside");
  cs_session_close(s);
  unlink(p.folder);
  assert_int_equal(rename(old, p.folder), 0);
  drop_place(&p);
}

/* A large object over many suspensions and moves: nothing grows. */
static void c12_suspensions_leave_nothing_behind(void **state) {
  (void)state;
  cs_options o = options();
  o.suspensions = UINT64_MAX;
  o.calls = UINT64_MAX;
  cs_session *s = open_box(&o);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  const cs_event *ev = run(s,
                           "big = ['x' * 100 + str(i) for i in range(10000)]\n"
                           "import gc\nwhile t(len(big)): pass");
  cs_used early = {0}, late = {0};
  size_t first = 0;
#ifdef __SANITIZE_ADDRESS__
  uint32_t turns = 5000; /* ten times as slow */
#else
  uint32_t turns = workers ? 20000 : 100000;
#endif
  for (uint32_t i = 0; i < turns; i++) {
    assert_int_equal(ev->kind, CS_CALL);
    if (i == turns / 10) cs_session_used(s, &early);
    if (i % (turns / 5) == turns / 10) { /* and as bytes, five times */
      void *bytes;
      size_t n;
      cs_session *next;
      dump(s, &bytes, &n);
      if (!first) first = n;
      assert_true(n < 3 * first); /* what is not collected yet included */
      assert_int_equal(cs_session_load(&o, bytes, n, &next, NULL), CS_OK);
      free(bytes);
      cs_session_close(s);
      s = next;
    }
    ev = reply_int(s, i + 1 < turns);
  }
  assert_int_equal(ev->kind, CS_DONE);
  cs_session_used(s, &late);
  assert_true(late.memory_peak < early.memory_peak + (4 << 20));
  cs_session_close(s);
}

int main(int argc, char **argv) {
  if (cs_workers_called(argc, argv)) return cs_workers_main(argc, argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a07_no_code_of_the_guest_in_conversions),
      cmocka_unit_test(a07_depth_and_size_of_results_are_bounded),
      cmocka_unit_test(a08_subclasses_cannot_lie_to_the_host),
      cmocka_unit_test(a14_a_tool_keeps_its_name),
      cmocka_unit_test(a15_a_tool_that_is_kept_can_be_refused),
      cmocka_unit_test(a16_replaced_names_fool_nobody),
      cmocka_unit_test(b15_cancelling_is_prompt_and_idempotent),
      cmocka_unit_test(b15_cancelled_while_the_host_is_asked),
      cmocka_unit_test(b17_every_limit_bites),
      cmocka_unit_test(c01_only_registered_names_reach_the_host),
      cmocka_unit_test(c02_arguments_are_bounded),
      cmocka_unit_test(c02_inputs_of_the_host_are_checked),
      cmocka_unit_test(c03_calls_and_futures_have_a_quota),
      cmocka_unit_test(c04_calls_do_not_nest),
      cmocka_unit_test(c06_a_worker_has_no_descriptors),
      cmocka_unit_test(c07_results_are_data),
      cmocka_unit_test(c08_tampered_snapshots_are_refused),
      cmocka_unit_test(c09_a_restored_session_has_the_new_policy),
      cmocka_unit_test(c10_nothing_of_the_host_is_in_a_snapshot),
      cmocka_unit_test(d08_a_commit_writes_through_no_link),
      cmocka_unit_test(d18_a_mount_is_the_directory_not_its_name),
      cmocka_unit_test(c12_suspensions_leave_nothing_behind),
  };
  int failed = cmocka_run_group_tests_name("here", tests, NULL, NULL);
  if (cs_workers_new(NULL, &workers, NULL) != CS_OK) return 1;
  failed += cmocka_run_group_tests_name("worker", tests, NULL, NULL);
  cs_workers_free(workers);
  return failed;
}
