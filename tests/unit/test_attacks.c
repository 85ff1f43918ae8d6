/*
 * test_attacks.c - attacks that need a host: groups A, B and D.
 *
 * Names begin with the numbers of the attack list; what a program can try
 * alone is in tests/attacks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session_box.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

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

int main(int argc, char **argv) {
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
      cmocka_unit_test(d08_a_commit_writes_through_no_link),
      cmocka_unit_test(d18_a_mount_is_the_directory_not_its_name),
  };
  RUN_TWICE(argc, argv, tests);
}
