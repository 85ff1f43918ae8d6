/*
 * test_attacks_bridge.c - attacks on what guest and host exchange: group C.
 *
 * Names begin with the numbers of the attack list; what a program can try
 * alone is in tests/attacks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session_box.h"

#include <stdio.h>
#include <unistd.h>

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
  /* no pointers at all: another session gives the same bytes */
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
                           "import gc\nn = 0\nwhile t(len(big)):\n"
                           " n += 1\n if n % 100 == 0: gc.collect()");
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
  assert_true(late.memory_peak < early.memory_peak + (1 << 20));
  cs_session_close(s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
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
      cmocka_unit_test(c12_suspensions_leave_nothing_behind),
  };
  RUN_TWICE(argc, argv, tests);
}
