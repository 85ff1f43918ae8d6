/*
 * test_jail.c - sessions whose program is a CPython in a jail: tools, limits,
 * forks of a zygote, and what is left behind: nothing.
 *
 * Skipped where this machine cannot make a jail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/wire.h"
#include "depth/jails.h"
#include "jail/probe.h"
#include "session/inside.h"

static uint64_t now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000u + (uint64_t)t.tv_nsec / 1000000u;
}

static cs_jails *open_jails(uint32_t ahead) {
  cs_jails_options o;
  cs_jails *j = NULL;
  cs_error err = {0};
  cs_jails_options_init(&o);
  o.ahead = ahead;
  if (cs_jails_new(&o, &j, &err) != CS_OK) fail_msg("%s", err.text);
  return j;
}

static cs_session *open_session(cs_jails *j, uint64_t ms) {
  cs_options o;
  cs_session *s = NULL;
  cs_options_init(&o);
  o.jails = j;
  o.time_ms = ms;
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  return s;
}

static const cs_event *run(cs_session *s, const char *code) {
  const cs_event *ev = cs_session_run(s, code, strlen(code));
  while (ev->kind == CS_OUTPUT) ev = cs_session_resume(s, NULL);
  return ev;
}

static int64_t value(cs_session *s, const char *code) {
  const cs_event *ev = run(s, code);
  int64_t v = -1;
  if (ev->kind != CS_DONE)
    fail_msg("%d: %.*s", ev->kind, (int)ev->text_len, ev->text);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  assert_true(cs_wire_get_int(&in, &v));
  return v;
}

static void names_stay_from_run_to_run(void **state) {
  cs_jails *j = *state;
  cs_session *s = open_session(j, 20000);
  assert_int_equal(value(s, "x = 20\nx + 1"), 21);
  assert_int_equal(value(s, "x += 1; x"), 21);
  cs_wire w;
  int64_t v;
  cs_wire_init(&w, 1000);
  assert_int_equal(cs_session_get(s, "x", &w), CS_OK);
  cs_wire_in in = cs_wire_read(w.data, w.len);
  assert_true(cs_wire_get_int(&in, &v) && v == 21);
  assert_int_equal(cs_session_get(s, "nothing", &w), CS_EINVAL);
  cs_wire_clear(&w);
  cs_wire_int(&w, 4);
  assert_int_equal(cs_session_set(s, "y", w.data, w.len), CS_OK);
  cs_wire_fini(&w);
  assert_int_equal(value(s, "x * y"), 84);
  assert_int_equal(run(s, "1 / 0")->kind, CS_RAISED);
  assert_string_equal(cs_session_event(s)->error->type, "ZeroDivisionError");
  assert_int_equal(value(s, "x"), 21);
  assert_int_equal(cs_session_restart(s), CS_OK);
  assert_int_equal(run(s, "x")->kind, CS_RAISED);
  cs_session_close(s);
}

static void reply_value(cs_session *s, int64_t v) {
  cs_wire w;
  cs_wire_init(&w, 100);
  cs_wire_int(&w, v);
  cs_reply r = {.kind = CS_REPLY_VALUE, .value = w.data, .len = w.len};
  (void)cs_session_resume(s, &r);
  cs_wire_fini(&w);
}

static void tools_are_called_and_answered(void **state) {
  cs_session *s = open_session(*state, 20000);
  assert_int_equal(cs_session_add_tool(s, "add", "(a, b=1)", NULL, 0), CS_OK);
  const cs_event *ev = run(s, "r = add(3)\nr + 1");
  assert_int_equal(ev->kind, CS_CALL);
  assert_string_equal(ev->name, "add");
  assert_int_equal(cs_wire_check(ev->args, ev->args_len, 2), CS_OK);
  reply_value(s, 10);
  ev = cs_session_event(s);
  assert_int_equal(ev->kind, CS_DONE);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  int64_t v;
  assert_true(cs_wire_get_int(&in, &v) && v == 11);
  ev = run(s, "add(1, 2, 3)"); /* does not fit: the host never sees it */
  assert_int_equal(ev->kind, CS_RAISED);
  assert_string_equal(ev->error->type, "TypeError");
  ev = run(s, "add()");
  assert_int_equal(ev->kind, CS_RAISED);
  cs_session_close(s);
}

/* Three calls are pending at once and are settled in another order. */
static void pending_calls_run_in_parallel(void **state) {
  cs_session *s = open_session(*state, 20000);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, CS_TOOL_ASYNC),
                   CS_OK);
  const cs_event *ev =
      run(s,
          "import asyncio\n[a, b, c] = await asyncio.gather(t(1), t(2), t(3))\n"
          "a * 100 + b * 10 + c");
  uint64_t ids[3];
  for (int i = 0; i < 3; i++) {
    assert_int_equal(ev->kind, CS_CALL);
    ids[i] = ev->id;
    cs_reply later = {.kind = CS_REPLY_PENDING};
    ev = cs_session_resume(s, &later);
  }
  assert_int_equal(ev->kind, CS_WAIT);
  assert_int_equal(ev->npending, 3);
  uint8_t bytes[3][9];
  cs_settled done[3];
  for (int i = 0; i < 3; i++) {
    cs_wire w;
    cs_wire_init_fixed(&w, bytes[i], sizeof bytes[i]);
    cs_wire_int(&w, i + 4);
    done[i] = (cs_settled){.id = ids[i], .value = bytes[i], .len = w.len};
  }
  cs_reply two = {.kind = CS_REPLY_SETTLE, .settled = &done[1], .nsettled = 2};
  ev = cs_session_resume(s, &two);
  assert_int_equal(ev->kind, CS_WAIT);
  assert_int_equal(ev->npending, 1);
  cs_reply one = {.kind = CS_REPLY_SETTLE, .settled = done, .nsettled = 1};
  ev = cs_session_resume(s, &one);
  assert_int_equal(ev->kind, CS_DONE);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  int64_t v;
  assert_true(cs_wire_get_int(&in, &v) && v == 456);
  cs_session_close(s);
}

static void limits_end_runs_and_leave_the_session_usable(void **state) {
  cs_session *s = open_session(*state, 700);
  assert_int_equal(value(s, "1"), 1);
  uint64_t start = now_ms();
  const cs_event *ev = run(s, "while True: pass");
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "time");
  assert_true(now_ms() - start < 5000);
  assert_int_equal(value(s, "2"), 2);
  cs_session_close(s);
  s = open_session(*state, 20000);
  ev = run(s, "b = bytearray(900 << 20)");
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "memory");
  assert_int_equal(value(s, "3"), 3);
  ev = run(s, "import os; os.abort()");
  assert_int_equal(ev->kind, CS_CRASHED);
  cs_session_close(s);
}

static void *cancel_soon(void *session) {
  nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
  cs_session_cancel(session);
  return NULL;
}

static void cancelling_ends_a_run(void **state) {
  cs_session *s = open_session(*state, 60000);
  assert_int_equal(value(s, "1"), 1);
  pthread_t t;
  assert_int_equal(pthread_create(&t, NULL, cancel_soon, s), 0);
  const cs_event *ev = run(s, "import time; time.sleep(60)");
  pthread_join(t, NULL);
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "cancelled");
  cs_session_close(s);
}

/* --- forks of a zygote --------------------------------------------------- */

static void forks_know_nothing_of_each_other(void **state) {
  cs_jails *j = *state;
  int64_t seen[4];
  for (int i = 0; i < 4; i++) {
    cs_session *s = open_session(j, 20000);
    assert_int_equal(value(s,
                           "import builtins, os, sys, random\n"
                           "sum([hasattr(builtins, 'mark'), "
                           "os.path.exists('/tmp/mark'), "
                           "'MARK' in os.environ, len(os.listdir('/tmp')), "
                           "os.getcwd() != '/tmp', 'mark' in sys.modules])"),
                     0);
    seen[i] = value(s, "random.getrandbits(60)");
    assert_int_equal(value(s,
                           "builtins.mark = 1; open('/tmp/mark', 'w').close()\n"
                           "os.environ['MARK'] = '1'; os.chdir('/')\n"
                           "sys.modules['mark'] = sys; os.umask(0)\n"
                           "import signal; signal.signal(signal.SIGTERM, "
                           "signal.SIG_IGN); 1"),
                     1);
    cs_session_close(s);
  }
  for (int i = 1; i < 4; i++) assert_true(seen[i] != seen[0]);
}

static size_t count_fds(void) {
  DIR *d = opendir("/proc/self/fd");
  size_t n = 0;
  while (readdir(d)) n++;
  closedir(d);
  return n;
}

/* Processes of ours that are not this one. */
static size_t count_children(void) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  int fd = open(path, O_RDONLY);
  ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  close(fd);
  size_t count = 0;
  for (ssize_t i = 0; i < n; i++) count += text[i] == ' ';
  return count;
}

static void nothing_is_left_behind(void **state) {
  (void)state;
  size_t fds = count_fds(), children = count_children();
  cs_jails *j = open_jails(2);
  for (int i = 0; i < 40; i++) {
    cs_session *s = open_session(j, 20000);
    assert_int_equal(value(s, i % 4 ? "1"
                                    : "import subprocess\n"
                                      "subprocess.Popen(['sleep', "
                                      "'99']); 1"),
                     1);
    cs_session_close(s);
  }
  cs_jails_free(j);
  assert_int_equal(count_fds(), fds);
  assert_int_equal(count_children(), children);
}

static void *run_some(void *jails) {
  for (int i = 0; i < 3; i++) {
    cs_session *s = open_session(jails, 60000);
    int64_t v = value(s, "sum(range(100))");
    cs_session_close(s);
    if (v != 4950) return jails;
  }
  return NULL;
}

static void many_threads_share_one_zygote(void **state) {
  cs_jails *j = *state;
  pthread_t t[16];
  for (int i = 0; i < 16; i++)
    assert_int_equal(pthread_create(&t[i], NULL, run_some, j), 0);
  for (int i = 0; i < 16; i++) {
    void *bad;
    pthread_join(t[i], &bad);
    assert_null(bad);
  }
}

static void a_zygote_that_died_is_replaced(void **state) {
  (void)state;
  cs_jails *j = open_jails(1);
  cs_session *s = open_session(j, 20000);
  assert_int_equal(value(s, "1"), 1);
  cs_session_close(s);
  /* The only child of ours is the keeper: kill it as a stranger would. */
  char path[64], text[256] = "";
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
  int fd = open(path, O_RDONLY);
  assert_true(read(fd, text, sizeof text - 1) > 0);
  close(fd);
  kill((pid_t)strtol(text, NULL, 10), 9);
  for (int i = 0; i < 3; i++) {
    s = open_session(j, 20000);
    const cs_event *ev = run(s, "2");
    if (i == 2) assert_int_equal(ev->kind, CS_DONE);
    cs_session_close(s);
  }
  cs_jails_free(j);
}

static void bad_preload_is_told(void **state) {
  (void)state;
  const char *const names[] = {"json", "no_such_module", NULL};
  cs_jails_options o;
  cs_jails *j;
  cs_error err = {0};
  cs_jails_options_init(&o);
  o.ahead = 1;
  o.preload = names;
  assert_int_equal(cs_jails_new(&o, &j, &err), CS_OK);
  assert_int_equal(cs_jails_warm(j, &err), CS_EOS);
  assert_non_null(strstr(err.text, "no_such_module"));
  cs_jails_free(j);
}

static int open_direct(void **state) {
  *state = open_jails(0);
  return 0;
}
static int open_warm(void **state) {
  *state = open_jails(1);
  return 0;
}
static int close_jails(void **state) {
  cs_jails_free(*state);
  return 0;
}

int main(void) {
  cs_jail_kit kit;
  cs_probes probes = {0};
  if (cs_jail_kit_open(&kit, NULL) != CS_OK) return 77;
  bool can = cs_jail_try(&kit, NULL, &probes);
  cs_jail_kit_close(&kit);
  if (!can) {
    printf("no jail here: %s\n", probes.at[CS_PROBE_USERNS].why);
    return 77;
  }
  const struct CMUnitTest both[] = {
      cmocka_unit_test(names_stay_from_run_to_run),
      cmocka_unit_test(tools_are_called_and_answered),
      cmocka_unit_test(pending_calls_run_in_parallel),
      cmocka_unit_test(limits_end_runs_and_leave_the_session_usable),
      cmocka_unit_test(cancelling_ends_a_run),
  };
  const struct CMUnitTest warm[] = {
      cmocka_unit_test(forks_know_nothing_of_each_other),
      cmocka_unit_test(nothing_is_left_behind),
      cmocka_unit_test(many_threads_share_one_zygote),
      cmocka_unit_test(a_zygote_that_died_is_replaced),
      cmocka_unit_test(bad_preload_is_told),
  };
  int bad = cmocka_run_group_tests(both, open_direct, close_jails);
  bad += cmocka_run_group_tests(both, open_warm, close_jails);
  return bad + cmocka_run_group_tests(warm, open_warm, close_jails);
}
