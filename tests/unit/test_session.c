/*
 * test_session.c - the public API: runs, grants, artifacts, crashes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session_box.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

/* --- running ------------------------------------------------------------- */

static void state_persists_between_runs(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  expect_int(run(s, "x = 6\nx * 7"), 42);
  const cs_event *ev = run(s, "y = 1\nz = y + 1\nraise KeyError('k')");
  assert_int_equal(ev->kind, CS_RAISED);
  expect_int(run(s, "y + z + x"), 9);
  ev = run(s, "x = 1");
  assert_int_equal(ev->kind, CS_DONE);
  assert_false(ev->has_value);
  ev = run(s, "None");
  assert_true(ev->has_value);
  assert_int_equal(cs_session_restart(s), CS_OK);
  ev = run(s, "x");
  assert_int_equal(ev->kind, CS_RAISED);
  assert_string_equal(ev->error->type, "NameError");
  cs_session_close(s);
}

static void errors_have_frames_and_a_chain(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  const cs_event *ev = run(s,
                           "def f(n):\n"
                           "    try:\n"
                           "        return 1 / n\n"
                           "    except ZeroDivisionError as e:\n"
                           "        raise ValueError('bad n') from e\n"
                           "f(0)\n");
  assert_int_equal(ev->kind, CS_RAISED);
  const cs_raised *x = ev->error;
  assert_string_equal(x->type, "ValueError");
  assert_string_equal(x->message, "bad n");
  assert_int_equal(x->nframes, 2);
  assert_null(x->frames[0].function);
  assert_string_equal(x->frames[0].file, "main.py");
  assert_int_equal(x->frames[0].line, 6);
  assert_int_equal(x->frames[0].column, 1);
  assert_string_equal(x->frames[0].source, "f(0)");
  assert_string_equal(x->frames[1].function, "f");
  assert_int_equal(x->frames[1].line, 5);
  assert_int_equal(x->frames[1].column, 9);
  assert_true(x->is_cause);
  assert_string_equal(x->next->type, "ZeroDivisionError");
  assert_string_equal(x->next->message, "division by zero");
  assert_null(x->next->next);
  ev = run(s, "x = (1,\n");
  assert_int_equal(ev->kind, CS_RAISED);
  assert_string_equal(ev->error->type, "SyntaxError");
  assert_int_equal(ev->error->frames[0].line, 1);
  ev = run(s,
           "class E(Exception):\n"
           "    def __str__(self): return 'told by ' + 'Python'\n"
           "raise E()");
  assert_string_equal(ev->error->message, "told by Python");
  ev = run(s, "raise SystemExit(3)");
  assert_int_equal(ev->kind, CS_RAISED);
  assert_int_equal(ev->exit_code, 3);
  const cs_event *bad;
  assert_int_equal(cs_session_check(s, "1 +", 3, &bad), CS_ESYNTAX);
  assert_string_equal(bad->error->type, "SyntaxError");
  assert_int_equal(cs_session_check(s, "1 + 1", 5, NULL), CS_OK);
  cs_session_close(s);
}

static bool collect(void *user, int stream, const char *text, size_t len) {
  char *to = user;
  size_t n = strlen(to);
  snprintf(to + n, 200 - n, "%d:%.*s", stream, (int)len, text);
  return strstr(to, "stop") == NULL;
}

static void output_goes_to_the_callback_or_becomes_an_event(void **state) {
  (void)state;
  char text[200] = "";
  cs_host host = {.size = sizeof host, .user = text, .output = collect};
  cs_session *s = open_with(0, 0, &host);
  const char *code = "import sys\nprint('a')\nprint('b', file=sys.stderr)\n1";
  expect_int(run(s, code), 1);
  assert_string_equal(text, "1:a\n2:b\n");
  const cs_event *ev = run(s,
                           "print('stop')\n"
                           "while True: print('x' * 1000)");
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "cancelled");
  cs_session_close(s);
  s = open_with(0, 0, NULL);
  ev = run(s, code);
  assert_int_equal(ev->kind, CS_OUTPUT);
  assert_int_equal(ev->stream, 1);
  assert_memory_equal(ev->text, "a\n", 2);
  ev = cs_session_resume(s, NULL);
  assert_int_equal(ev->kind, CS_OUTPUT);
  assert_int_equal(ev->stream, 2);
  expect_int(cs_session_resume(s, NULL), 1);
  cs_session_close(s);
}

static void inputs_and_names_are_values(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  cs_wire w;
  cs_wire_init(&w, 1000);
  cs_wire_begin(&w, CS_WIRE_LIST, 2);
  cs_wire_int(&w, 40);
  cs_wire_int(&w, 2);
  assert_int_equal(cs_session_set(s, "xs", w.data, w.len), CS_OK);
  expect_int(run(s, "total = sum(xs)\ntotal"), 42);
  cs_wire_clear(&w);
  assert_int_equal(cs_session_get(s, "total", &w), CS_OK);
  cs_wire_in in = cs_wire_read(w.data, w.len);
  int64_t v;
  assert_true(cs_wire_get_int(&in, &v) && v == 42);
  assert_int_equal(cs_session_get(s, "nothing", &w), CS_EINVAL);
  assert_int_equal(cs_session_set(s, "xs", "\xFF", 1), CS_ECORRUPT);
  cs_wire_fini(&w);
  cs_session_close(s);
}

/* --- the outside --------------------------------------------------------- */

static void nothing_is_granted_by_default(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  const cs_event *ev = run(s, "open('/etc/passwd')");
  assert_int_equal(ev->kind, CS_OS);
  assert_memory_equal(ev->name, "fs.", 3);
  ev = cs_session_resume(s, NULL);
  assert_int_equal(ev->kind, CS_RAISED);
  assert_string_equal(ev->error->type, "PermissionError");
  assert_string_equal(ev->error->message,
                      "[Errno 13] Permission denied: '/etc/passwd'");
  ev = cs_session_drive(s, "import time; time.time()", 24);
  assert_string_equal(ev->error->message,
                      "'time.time_ns' is not supported in this environment");
  ev = cs_session_drive(s, "import os; os.urandom(4)", 24);
  assert_string_equal(ev->error->type, "RuntimeError");
  const char *code =
      "import os, asyncio\n"
      "await asyncio.sleep(5)\n"
      "len(os.environ)";
  expect_int(cs_session_drive(s, code, strlen(code)), 0);
  cs_session_close(s);
}

static void fixed_clock_seed_memory_and_environment(void **state) {
  (void)state;
  cs_session *s =
      open_with(0, CS_OS_FIXED_CLOCK | CS_OS_SEEDED | CS_OS_MEMORY, NULL);
  expect_int(run(s, "import time\nint(time.time())"), 1700000000);
  expect_int(run(s, "time.sleep(3)\nint(time.time())"), 1700000003);
  expect_int(run(s, "import os\nlen(os.urandom(40))"), 40);
  expect_int(run(s, "a = os.urandom(8)\nint(a != os.urandom(8))"), 1);
  assert_int_equal(cs_session_put_env(s, "HOME", "/home/me"), CS_OK);
  assert_int_equal(cs_session_put_file(s, "/in/data.txt", "41", 2), CS_OK);
  expect_int(run(s,
                 "n = int(open('/in/data.txt').read()) + 1\n"
                 "with open('/out.txt', 'w') as f: f.write(str(n))\nn"),
             42);
  cs_wire w;
  cs_wire_init(&w, 1000);
  assert_int_equal(cs_session_get_file(s, "/out.txt", &w), CS_OK);
  cs_wire_in in = cs_wire_read(w.data, w.len);
  const void *data;
  size_t n;
  assert_true(cs_wire_get_bytes(&in, &data, &n) && n == 2);
  assert_memory_equal(data, "42", 2);
  assert_int_equal(cs_session_get_file(s, "/none", &w), CS_EINVAL);
  cs_wire_fini(&w);
  cs_session_close(s);
  s = open_with(0, CS_OS_SEEDED, NULL);
  cs_session *t = open_with(0, CS_OS_SEEDED, NULL);
  assert_int_equal(cs_session_put_env(s, "HOME", "/home/me"), CS_OK);
  expect_text(run(s, "import os\nos.environ['HOME']"), "/home/me");
  const cs_event *a = run(s, "import random\nrandom.random()");
  const cs_event *b = run(t, "import random\nrandom.random()");
  assert_int_equal(a->value_len, b->value_len);
  assert_memory_equal(a->value, b->value, a->value_len);
  cs_session_close(s);
  cs_session_close(t);
}

static void the_host_may_answer_for_the_system(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  const cs_event *ev = run(s, "import os\nos.getpid()");
  assert_int_equal(ev->kind, CS_OS);
  assert_string_equal(ev->name, "os.getpid");
  expect_int(reply_int(s, 99), 99);
  ev = run(s, "try: os.getpid()\nexcept OSError as e: r = e.errno\nr");
  cs_wire w;
  char room[100];
  cs_wire_init_fixed(&w, room, sizeof room);
  cs_wire_oserror(&w, 5, "broken", NULL, 0);
  cs_reply r = {.kind = CS_REPLY_RAISE, .value = w.data, .len = w.len};
  expect_int(cs_session_resume(s, &r), 5);
  ev = run(s, "try: os.getpid()\nexcept ValueError as e: r = str(e)\nr");
  r = (cs_reply){.kind = CS_REPLY_VALUE, .value = "\xFF\xFF", .len = 2};
  expect_text(cs_session_resume(s, &r), "the host's answer is not a value");
  ev = run(s, "try: os.getpid()\nexcept RuntimeError as e: r = 'odd'\nr");
  expect_text(reply_kind(s, CS_REPLY_PENDING), "odd");
  cs_session_close(s);
}

static cs_reply_kind twice(void *user, const cs_event *ev, cs_wire *reply) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  uint32_t n;
  int64_t v;
  (*(int *)user)++;
  if (!cs_wire_get_seq(&in, &n) || n != 1 || !cs_wire_get_int(&in, &v)) {
    cs_wire_exception(reply, "TypeError", "one int, please");
    return CS_REPLY_RAISE;
  }
  cs_wire_int(reply, 2 * v);
  return CS_REPLY_VALUE;
}

static void drive_calls_the_hosts_functions(void **state) {
  (void)state;
  int count = 0;
  cs_host host = {.size = sizeof host, .user = &count, .call = twice};
  cs_session *s = open_with(0, 0, &host);
  assert_int_equal(cs_session_add_tool(s, "twice", NULL, NULL, 0), CS_OK);
  const char *code =
      "sorted([3, 1, 2], key=lambda n: -twice(n))[0] + "
      "sum(map(twice, range(4)))";
  expect_int(cs_session_drive(s, code, strlen(code)), 15);
  assert_int_equal(count, 7);
  code = "twice('x')";
  const cs_event *ev = cs_session_drive(s, code, strlen(code));
  assert_string_equal(ev->error->message, "one int, please");
  cs_used u;
  cs_session_used(s, &u);
  assert_int_equal(u.calls, 8);
  assert_true(u.fuel > 0 && u.memory_live > 0);
  cs_session_close(s);
}

/* Answers `twice` on the spot, and everything else not. */
static cs_reply_kind quick_twice(void *user, const char *name, size_t n,
                                 const void *args, size_t len, cs_wire *reply) {
  cs_event ev = {.args = args, .args_len = len};
  if (n != 5 || memcmp(name, "twice", 5) != 0) return CS_REPLY_UNHANDLED;
  return twice(user, &ev, reply);
}

/* The same program, with answers on the spot or with events: value, figures. */
static void play_calls(bool quick, cs_used *used, int *asked) {
  cs_host host = {.size = sizeof host, .user = asked, .call = twice};
  if (quick) host.quick = quick_twice;
  cs_session *s = open_with(0, 0, &host);
  assert_int_equal(cs_session_add_tool(s, "twice", NULL, NULL, 0), CS_OK);
  assert_int_equal(cs_session_add_tool(s, "other", NULL, NULL, 0), CS_OK);
  const char *code =
      "total = 0\n"
      "for i in range(50): total += twice(i) + other(i)\n"
      "try: twice('x')\n"
      "except TypeError as e: total += len(str(e))\n"
      "sorted([3, 1, 2], key=lambda n: -twice(n))[0] + total";
  expect_int(cs_session_drive(s, code, strlen(code)), 3 + 4 * 1225 + 15);
  code = "twice('x')";
  const cs_event *ev = cs_session_drive(s, code, strlen(code));
  assert_int_equal(ev->kind, CS_RAISED);
  assert_string_equal(ev->error->message, "one int, please");
  cs_session_used(s, used);
  cs_session_close(s);
}

static void answers_on_the_spot_change_nothing(void **state) {
  (void)state;
  cs_used slow, fast;
  int slowly = 0, quickly = 0;
  play_calls(false, &slow, &slowly);
  play_calls(true, &fast, &quickly);
  assert_int_equal(slowly, quickly);
  assert_int_equal(slow.calls, fast.calls);
  assert_int_equal(slow.suspensions, fast.suspensions);
  assert_int_equal(slow.fuel, fast.fuel);
}

static void large_files_arrive_whole(void **state) {
  (void)state;
  enum { N = 300000 };
  cs_session *s = open_with(0, CS_OS_MEMORY, NULL);
  char *data = malloc(N);
  assert_non_null(data);
  for (int i = 0; i < N; i++) data[i] = (char)(i * 7 >> 3);
  assert_int_equal(cs_session_put_file(s, "/f", data, N), CS_OK);
  expect_int(run(s, "d = open('/f', 'rb').read()\nlen(d)"), N);
  cs_wire w;
  cs_wire_init(&w, 1 << 20);
  assert_int_equal(cs_session_get(s, "d", &w), CS_OK);
  cs_wire_in in = cs_wire_read(w.data, w.len);
  const void *got;
  size_t n;
  assert_true(cs_wire_get_bytes(&in, &got, &n) && n == N);
  assert_memory_equal(got, data, N);
  cs_wire_fini(&w);
  free(data);
  expect_int(run(s,
                 "import os\n"
                 "f = os.open('/f', os.O_RDONLY)\n"
                 "n = len(os.read(f, 100000)) + len(os.read(f, 10**9))\n"
                 "n + len(os.read(f, 10**9))"),
             N);
  expect_text(run(s,
                  "g = os.open('/f', os.O_WRONLY)\n"
                  "try: os.read(g, 10**6)\n"
                  "except OSError as e: t = e.strerror\n"
                  "t"),
              "Bad file descriptor");
  cs_session_close(s);
}

static int count_change(void *with, const cs_change *c) {
  int *seen = with;
  if (strcmp(c->path, "/a") == 0 && c->kind == CS_CHANGE_ADDED && c->hashed &&
      c->size == 3 && c->sha256[0] == 0xba && c->sha256[31] == 0xad)
    seen[0]++; /* SHA-256 of "abc" */
  seen[1]++;
  return 0;
}

static int stop_here(void *with, const cs_change *c) {
  (void)with;
  (void)c;
  return 1;
}

static void a_run_leaves_artifacts_and_changes(void **state) {
  (void)state;
  cs_session *s = open_with(0, CS_OS_MEMORY, NULL);
  int seen[2] = {0};
  bool cut = true;
  run(s, "for n in ('a', 'b'):\n with open('/' + n, 'w') as f: f.write('abc')");
  assert_int_equal(cs_session_artifacts(s, NULL, count_change, seen, &cut),
                   CS_OK);
  assert_int_equal(seen[0], 1);
  assert_int_equal(seen[1], 2);
  assert_false(cut);
  cs_artifact_caps caps = {.files = 1, .file_bytes = 2, .all_bytes = 100};
  seen[0] = seen[1] = 0;
  assert_int_equal(cs_session_artifacts(s, &caps, count_change, seen, &cut),
                   CS_OK);
  assert_int_equal(seen[0], 0); /* no digest beyond the cap */
  assert_int_equal(seen[1], 1);
  assert_true(cut);
  assert_int_equal(cs_session_artifacts(s, NULL, stop_here, NULL, &cut),
                   CS_ELIMIT);
  run(s, "1"); /* a run that touches nothing */
  seen[1] = 0;
  assert_int_equal(cs_session_artifacts(s, NULL, count_change, seen, &cut),
                   CS_OK);
  assert_int_equal(seen[1], 0);
  assert_int_equal(cs_session_changes(s, count_change, seen), CS_OK);
  assert_int_equal(seen[1], 2);
  cs_error err;
  assert_int_equal(cs_session_commit(s, "/", &err), CS_EINVAL);
  assert_int_equal(cs_session_commit(s, NULL, &err), CS_OK);
  assert_int_equal(cs_session_discard(s, NULL, &err), CS_OK);
  seen[1] = 0;
  assert_int_equal(cs_session_changes(s, count_change, seen), CS_OK);
  assert_int_equal(seen[1], 0);
  cs_session_close(s);
}

/* A worker that is killed takes nothing with it. */
static void a_crash_is_an_event(void **state) {
  (void)state;
  cs_options o;
  cs_session *s;
  init(&o);
  if (!workers) skip();
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  assert_int_equal(run(s, "t()")->kind, CS_CALL);
  char command[80];
  snprintf(command, sizeof command, "pkill -KILL -P %d", (int)getpid());
  (void)!system(command);
  cs_reply r = {.kind = CS_REPLY_UNHANDLED};
  const cs_event *ev = cs_session_resume(s, &r);
  assert_int_equal(ev->kind, CS_CRASHED);
  assert_int_equal(ev->signal, SIGKILL);
  assert_int_equal(run(s, "1")->kind, CS_CRASHED); /* it stays so */
  cs_session_close(s);
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  expect_int(run(s, "6 * 7"), 42);
  cs_session_close(s);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(state_persists_between_runs),
      cmocka_unit_test(errors_have_frames_and_a_chain),
      cmocka_unit_test(output_goes_to_the_callback_or_becomes_an_event),
      cmocka_unit_test(inputs_and_names_are_values),
      cmocka_unit_test(nothing_is_granted_by_default),
      cmocka_unit_test(fixed_clock_seed_memory_and_environment),
      cmocka_unit_test(the_host_may_answer_for_the_system),
      cmocka_unit_test(drive_calls_the_hosts_functions),
      cmocka_unit_test(answers_on_the_spot_change_nothing),
      cmocka_unit_test(large_files_arrive_whole),
      cmocka_unit_test(a_run_leaves_artifacts_and_changes),
      cmocka_unit_test(a_crash_is_an_event),
  };
  RUN_TWICE(argc, argv, tests);
}
