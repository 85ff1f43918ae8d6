/*
 * test_session_limits.c - the public API: deadlines, limits, cancelling.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session_box.h"

#include <pthread.h>
#include <time.h>

/* --- limits -------------------------------------------------------------- */

static void the_deadline_ends_a_run(void **state) {
  (void)state;
  cs_options o;
  cs_session *s;
  init(&o);
  o.time_ms = 50;
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  const cs_event *ev = run(s, "k = 1\nwhile True: k += 1");
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "time");
  ev = run(s, "import re\nre.match('(a+)+$', 'a' * 64 + 'b')");
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "time");
  ev = run(s, "k > 1");
  assert_int_equal(ev->kind, CS_DONE);
  cs_session_close(s);
}

static void limits_end_the_run_and_leave_the_session(void **state) {
  (void)state;
  cs_options o;
  cs_session *s;
  init(&o);
  o.memory = 8 << 20;
  o.calls = 2;
  o.futures = 1;
  o.output = 1000;
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  const cs_event *ev = run(s, "z = [0] * (10 ** 8)");
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "memory");
  ev = run(s, "z = []\nwhile True: z.append('x' * 1000 + str(len(z)))");
  assert_string_equal(ev->name, "memory");
  expect_int(run(s, "z = None\n1 + 1"), 2);
  ev = run(s, "while True: print('x' * 100)");
  while (ev->kind == CS_OUTPUT) ev = cs_session_resume(s, NULL);
  assert_string_equal(ev->name, "output");
  ev = run(s, "a = t()\nb = t()\n");
  ev = reply_kind(s, CS_REPLY_PENDING);
  assert_int_equal(ev->kind, CS_CALL);
  ev = reply_kind(s, CS_REPLY_PENDING);
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "futures");
  ev = run(s, "t()");
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "calls");
  expect_int(run(s, "k = 5\nk"), 5);
  cs_session_close(s);
}

static void a_program_may_raise_memory_errors(void **state) {
  (void)state;
  cs_options o;
  cs_session *s;
  init(&o);
  o.memory = 8 << 20;
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  const cs_event *ev = run(s, "raise MemoryError('mine')");
  assert_int_equal(ev->kind, CS_RAISED);
  assert_string_equal(ev->error->type, "MemoryError");
  ev = run(s, "class MemoryError(Exception): pass\nraise MemoryError()");
  assert_int_equal(ev->kind, CS_RAISED);
  ev = run(s,
           "del MemoryError\ntry: 'a' * 10 ** 12\n"
           "except MemoryError as e: raise e");
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "memory");
  cs_session_close(s);
}

static void waiting_for_the_host_costs_no_time(void **state) {
  (void)state;
  cs_options o;
  cs_session *s;
  init(&o);
  o.time_ms = 400;
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  const cs_event *ev = run(s, "t() + 1");
  nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
  assert_int_equal(ev->kind, CS_CALL);
  expect_int(reply_int(s, 1), 2);
  cs_session_close(s);
}

static void *cancel_soon(void *arg) {
  nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  cs_session_cancel(arg);
  return NULL;
}

static void another_thread_cancels(void **state) {
  (void)state;
  static const char *const codes[] = {
      "while True: pass", "import re\nre.match('(a+)+$', 'a' * 64 + 'b')",
      "sum(i for i in range(10**15))", "import time\ntime.sleep(50)"};
  cs_session *s = open_with(0, CS_OS_CLOCK, NULL);
  for (size_t i = 0; i < 4; i++) {
    pthread_t thread;
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    pthread_create(&thread, NULL, cancel_soon, s);
    const cs_event *ev = run(s, codes[i]);
    pthread_join(thread, NULL);
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert_int_equal(ev->kind, CS_LIMIT);
    assert_string_equal(ev->name, "cancelled");
    double took =
        (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9;
    assert_true(took < 2);
    expect_int(run(s, "3"), 3);
  }
  cs_session_close(s);
}

static void count(void *user) {
  ++*(int *)user;
}

static void only_a_long_stretch_is_told_as_busy(void **state) {
  (void)state;
  int told = 0;
  cs_host host = {.size = sizeof host, .user = &told, .busy = count};
  cs_session *s = open_with(0, CS_OS_CLOCK, &host);
  bool short_one = false; /* the machine may be busy with other things */
  for (int i = 0; i < 100 && !short_one; i++) {
    told = 0;
    expect_int(run(s, "1 + 2"), 3);
    short_one = told == 0;
  }
  assert_true(short_one);
  told = 0;
  expect_int(run(s, "sum(i & 1 for i in range(4000000))"), 2000000);
  assert_int_equal(told, 1);
  expect_int(run(s, "import time\ntime.sleep(0.001)\n7"), 7);
  assert_int_equal(told, 2);
  cs_session_close(s);
}

/* The engine reads the clock itself: no event, and a deadline still counts. */
static void granted_clocks_are_read_without_an_event(void **state) {
  (void)state;
  cs_options o;
  cs_session *s;
  init(&o);
  o.os = CS_OS_MONOTONIC;
  o.time_ms = 50;
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  expect_int(run(s,
                 "import time\n"
                 "sum(time.monotonic_ns() > 0 for _ in range(100))"),
             100);
  const cs_event *ev = run(s, "while True: time.perf_counter_ns()");
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "time");
  ev = run(s, "time.time_ns()"); /* not granted: the host is asked */
  assert_int_equal(ev->kind, CS_OS);
  assert_string_equal(ev->name, "time.time_ns");
  cs_session_close(s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_deadline_ends_a_run),
      cmocka_unit_test(limits_end_the_run_and_leave_the_session),
      cmocka_unit_test(a_program_may_raise_memory_errors),
      cmocka_unit_test(waiting_for_the_host_costs_no_time),
      cmocka_unit_test(another_thread_cancels),
      cmocka_unit_test(only_a_long_stretch_is_told_as_busy),
      cmocka_unit_test(granted_clocks_are_read_without_an_event),
  };
  RUN_TWICE(argc, argv, tests);
}
