/*
 * test_session.c - the public API: runs, tools, futures, limits, snapshots.
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
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "py/engine.h"

#include "caisson.h"

/* Every test runs twice: in this process, and with the program in a worker. */
static cs_workers *workers;

static void init(cs_options *o) {
  cs_options_init(o);
  o->workers = workers;
}

static cs_session *open_with(uint32_t flags, uint32_t os, const cs_host *host) {
  cs_options o;
  cs_session *s;
  cs_error err;
  init(&o);
  o.flags = flags;
  o.os = os;
  o.host = host;
  o.memory = 32 << 20;
  o.seed = 7;
  o.clock_ns = INT64_C(1700000000) * 1000000000;
  assert_int_equal(cs_session_open(&o, &s, &err), CS_OK);
  return s;
}

static const cs_event *run(cs_session *s, const char *code) {
  return cs_session_run(s, code, strlen(code));
}

static void expect_int(const cs_event *ev, int64_t want) {
  if (ev->kind == CS_RAISED) fail_msg("%.*s", (int)ev->text_len, ev->text);
  assert_int_equal(ev->kind, CS_DONE);
  assert_true(ev->has_value);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  int64_t v;
  assert_true(cs_wire_get_int(&in, &v));
  assert_int_equal(v, want);
}

static void expect_text(const cs_event *ev, const char *want) {
  if (ev->kind == CS_RAISED) fail_msg("%.*s", (int)ev->text_len, ev->text);
  assert_int_equal(ev->kind, CS_DONE);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  const char *t;
  size_t n;
  assert_true(cs_wire_get_str(&in, &t, &n));
  char *copy = strndup(t, n);
  assert_string_equal(copy, want);
  free(copy);
}

static const cs_event *reply_int(cs_session *s, int64_t v) {
  cs_wire w;
  char room[64];
  cs_wire_init_fixed(&w, room, sizeof room);
  cs_wire_int(&w, v);
  cs_reply r = {.kind = CS_REPLY_VALUE, .value = w.data, .len = w.len};
  return cs_session_resume(s, &r);
}

static const cs_event *reply_raise(cs_session *s, const char *type,
                                   const char *text) {
  cs_wire w;
  char room[256];
  cs_wire_init_fixed(&w, room, sizeof room);
  cs_wire_exception(&w, type, text);
  cs_reply r = {.kind = CS_REPLY_RAISE, .value = w.data, .len = w.len};
  return cs_session_resume(s, &r);
}

static const cs_event *reply_kind(cs_session *s, cs_reply_kind kind) {
  return cs_session_resume(s, &(cs_reply){.kind = kind});
}

static const cs_event *settle_int(cs_session *s, uint64_t id, int64_t v) {
  cs_wire w;
  char room[64];
  cs_wire_init_fixed(&w, room, sizeof room);
  cs_wire_int(&w, v);
  cs_settled one = {.id = id, .value = w.data, .len = w.len};
  cs_reply r = {.kind = CS_REPLY_SETTLE, .settled = &one, .nsettled = 1};
  return cs_session_resume(s, &r);
}

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

/* --- tools --------------------------------------------------------------- */

static void a_tool_is_called_and_answers(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  assert_int_equal(
      cs_session_add_tool(s, "add", "(a, b=2, *, scale=1)", "Add.", 0), CS_OK);
  const cs_event *ev = run(s, "add(1, scale=3) + 1");
  assert_int_equal(ev->kind, CS_CALL);
  assert_string_equal(ev->name, "add");
  assert_int_equal(ev->object, 0);
  uint64_t id = ev->id;
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  uint32_t n;
  int64_t v;
  const char *key;
  size_t len;
  assert_true(cs_wire_get_seq(&in, &n) && n == 1);
  assert_true(cs_wire_get_int(&in, &v) && v == 1);
  assert_true(cs_wire_get_dict(&in, &n) && n == 1);
  assert_true(cs_wire_get_str(&in, &key, &len) && len == 5);
  expect_int(reply_int(s, 9), 10);
  ev = run(s, "try: add(1)\nexcept LookupError as e: r = str(e)\nr");
  assert_int_equal(ev->id, id + 1);
  expect_text(reply_raise(s, "KeyError", "gone"), "'gone'");
  ev = run(s, "try: add(1)\nexcept RuntimeError as e: r = str(e)\nr");
  expect_text(reply_raise(s, "MyOwnError", "odd"), "odd");
  expect_text(run(s, "add.__name__ + add.__doc__"), "addAdd.");
  expect_text(run(s, "import inspect\nstr(inspect.signature(add))"),
              "(a, b=2, *, scale=1)");
  expect_int(run(s, "int(callable(add))"), 1);
  cs_session_close(s);
}

static void arguments_are_checked_as_cpython_does(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  assert_int_equal(
      cs_session_add_tool(s, "f",
                          "(city: str, /, day: int = 1, *, unit: Unit) "
                          "-> dict",
                          NULL, 0),
      CS_OK);
  static const char *const calls[][2] = {
      {"f()", "f() missing 1 required positional argument: 'city'"},
      {"f('x')", "f() missing 1 required keyword-only argument: 'unit'"},
      {"f('x', 1, 2, unit=1)",
       "f() takes from 1 to 2 positional arguments but 3 positional "
       "arguments (and 1 keyword-only argument) were given"},
      {"f('x', unit=1, color=2)",
       "f() got an unexpected keyword argument 'color'"},
      {"f('x', 1, day=2, unit=1)",
       "f() got multiple values for argument 'day'"},
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    const cs_event *ev = run(s, calls[i][0]);
    assert_int_equal(ev->kind, CS_RAISED);
    assert_string_equal(ev->error->type, "TypeError");
    assert_string_equal(ev->error->message, calls[i][1]);
  }
  assert_int_equal(cs_session_add_tool(s, "g", "(a b)", NULL, 0), CS_ESYNTAX);
  assert_int_equal(cs_session_add_tool(s, "g h", NULL, NULL, 0), CS_EINVAL);
  expect_int(run(s, "1 + 1"), 2);
  cs_session_close(s);
}

static void tools_may_live_in_a_module(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  assert_int_equal(cs_session_add_tool(s, "shop.find", "(what)", NULL, 0),
                   CS_OK);
  assert_int_equal(cs_session_add_tool(s, "shop.buy", "(n=1)", NULL, 0), CS_OK);
  assert_int_equal(cs_session_add_tool(s, "a.b.c", NULL, NULL, 0), CS_EINVAL);
  assert_int_equal(cs_session_add_tool(s, ".c", NULL, NULL, 0), CS_EINVAL);
  const cs_event *ev = run(s,
                           "import shop\nfrom shop import buy\n"
                           "x = 1\nshop.find('tea') + 1");
  assert_int_equal(ev->kind, CS_CALL);
  assert_string_equal(ev->name, "shop.find");
  cs_frame_info at;
  assert_true(cs_session_where(s, &at));
  assert_int_equal(at.line, 4);
  assert_int_equal(at.column, 1);
  assert_null(at.function);
  assert_string_equal(at.source, "shop.find('tea') + 1");
  expect_int(reply_int(s, 1), 2);
  assert_false(cs_session_where(s, &at));
  ev = run(s, "shop.find()");
  assert_string_equal(ev->error->message,
                      "find() missing 1 required positional argument: "
                      "'what'");
  assert_int_equal(cs_session_restart(s), CS_OK);
  ev = run(s, "from shop import buy\nbuy()");
  assert_string_equal(ev->name, "shop.buy");
  cs_session_close(s);
}

static void gather_runs_tools_in_parallel(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  assert_int_equal(cs_session_add_tool(s, "get", "(n)", NULL, CS_TOOL_ASYNC),
                   CS_OK);
  const cs_event *ev = run(s,
                           "import asyncio\n"
                           "async def one(n):\n"
                           "    return await get(n) + 1\n"
                           "a, b, c = await asyncio.gather(one(1), get(2), "
                           "asyncio.create_task(get(3)))\n"
                           "a * 100 + b * 10 + c\n");
  uint64_t id[3];
  for (int i = 0; i < 3; i++) {
    assert_int_equal(ev->kind, CS_CALL);
    cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
    uint32_t n;
    int64_t arg;
    assert_true(cs_wire_get_seq(&in, &n) && cs_wire_get_int(&in, &arg));
    id[arg - 1] = ev->id;
    ev = reply_kind(s, CS_REPLY_PENDING);
  }
  assert_int_equal(ev->kind, CS_WAIT);
  assert_int_equal(ev->npending, 3);
  assert_true(ev->timeout < 0);
  ev = settle_int(s, id[2], 7); /* any order, one at a time */
  assert_int_equal(ev->kind, CS_WAIT);
  assert_int_equal(ev->npending, 2);
  ev = settle_int(s, id[0], 4);
  ev = settle_int(s, id[1], 6);
  expect_int(ev, 567);
  cs_session_close(s);
}

static void await_works_for_every_tool_and_twice(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  assert_int_equal(cs_session_add_tool(s, "plain", NULL, NULL, 0), CS_OK);
  assert_int_equal(cs_session_add_tool(s, "later", NULL, NULL, CS_TOOL_ASYNC),
                   CS_OK);
  const cs_event *ev = run(s, "(await plain()) + 1");
  assert_int_equal(ev->kind, CS_CALL);
  expect_int(reply_int(s, 1), 2);
  ev = run(s, "f = later()\n(await f) + (await f)");
  ev = reply_kind(s, CS_REPLY_PENDING);
  assert_int_equal(ev->kind, CS_WAIT);
  expect_int(settle_int(s, ev->pending[0], 21), 42);
  ev = run(s, "g = later()\ng2 = plain()"); /* awaited in a later run */
  ev = reply_kind(s, CS_REPLY_PENDING);
  uint64_t id = ev->id - 1;
  ev = reply_kind(s, CS_REPLY_PENDING);
  assert_int_equal(ev->kind, CS_DONE);
  ev = run(s, "await g");
  assert_int_equal(ev->kind, CS_WAIT);
  assert_int_equal(ev->npending, 2);
  expect_int(settle_int(s, id, 5), 5);
  ev = run(s,
           "import asyncio\n"
           "r = await asyncio.gather(later(), return_exceptions=True)\n"
           "repr(r[0])");
  expect_text(reply_raise(s, "ValueError", "no"), "ValueError('no')");
  ev = run(s, "try: await later()\nexcept ValueError as e: r = str(e)\nr");
  expect_text(reply_raise(s, "ValueError", "no"), "no");
  cs_session_close(s);
}

static void a_run_that_is_given_up_blocks_nothing(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, CS_TOOL_ASYNC),
                   CS_OK);
  const cs_event *ev = run(s, "await t(1)");
  uint64_t id = ev->id;
  ev = reply_kind(s, CS_REPLY_PENDING);
  assert_int_equal(ev->kind, CS_WAIT);
  cs_session_abandon(s);
  ev = run(s, "t(2)");
  assert_true(ev->id > id);
  id = ev->id;
  ev = run(s, "await t(3)"); /* gives t(2) up */
  assert_true(ev->id > id);
  id = ev->id;
  ev = reply_kind(s, CS_REPLY_PENDING);
  assert_int_equal(ev->kind, CS_WAIT);
  expect_int(settle_int(s, id, 3), 3);
  cs_session_close(s);
}

static void a_wait_may_end_by_time(void **state) {
  (void)state;
  cs_session *s = open_with(0, CS_OS_FIXED_CLOCK, NULL);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, CS_TOOL_ASYNC),
                   CS_OK);
  const cs_event *ev = run(s,
                           "import asyncio\n"
                           "try: r = await asyncio.wait_for(t(), 5)\n"
                           "except asyncio.TimeoutError: r = 'late'\nr");
  assert_int_equal(ev->kind, CS_CALL);
  ev = reply_kind(s, CS_REPLY_PENDING);
  assert_int_equal(ev->kind, CS_WAIT);
  assert_true(ev->timeout > 4.9 && ev->timeout <= 5);
  expect_text(reply_kind(s, CS_REPLY_SETTLE), "late");
  cs_session_close(s);
}

static void undefined_names_ask_the_host(void **state) {
  (void)state;
  cs_session *s = open_with(CS_ASK_NAMES, 0, NULL);
  const cs_event *ev = run(s, "limit + 1");
  assert_int_equal(ev->kind, CS_NAME);
  assert_string_equal(ev->name, "limit");
  expect_int(reply_int(s, 4), 5);
  expect_int(run(s, "limit"), 4); /* asked for once */
  ev = run(s, "greet(2)");
  assert_int_equal(ev->kind, CS_NAME);
  ev = reply_kind(s, CS_REPLY_FUNCTION);
  assert_int_equal(ev->kind, CS_CALL);
  assert_string_equal(ev->name, "greet");
  expect_int(reply_int(s, 8), 8);
  ev = run(s, "nobody");
  ev = cs_session_resume(s, NULL);
  assert_int_equal(ev->kind, CS_RAISED);
  assert_string_equal(ev->error->message, "name 'nobody' is not defined");
  expect_int(run(s, "len([1])"), 1);
  ev = run(s, "def f():\n    return inner\nf()");
  assert_int_equal(ev->kind, CS_NAME);
  expect_int(reply_int(s, 3), 3);
  cs_session_close(s);
}

static void host_objects_have_allowed_members(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  cs_wire w;
  cs_wire_init(&w, 1000);
  cs_wire_object(&w, CS_WIRE_HOST, 0, 77, 1);
  cs_wire_text(&w, "Account");
  cs_wire_begin(&w, CS_WIRE_TUPLE, 1);
  cs_wire_text(&w, "pay");
  cs_wire_begin(&w, CS_WIRE_TUPLE, 1);
  cs_wire_text(&w, "balance");
  cs_wire_text(&w, "owner");
  cs_wire_text(&w, "ann");
  assert_int_equal(cs_session_set(s, "acc", w.data, w.len), CS_OK);
  expect_text(run(s, "acc.owner"), "ann");
  const cs_event *ev = run(s, "acc.pay(5, to='bob')");
  assert_int_equal(ev->kind, CS_CALL);
  assert_string_equal(ev->name, "pay");
  assert_int_equal(ev->object, 77);
  expect_int(reply_int(s, 1), 1);
  ev = run(s, "acc.balance");
  assert_int_equal(ev->kind, CS_NAME);
  assert_int_equal(ev->object, 77);
  expect_int(reply_int(s, 10), 10);
  ev = run(s, "acc.secret");
  assert_string_equal(ev->error->message,
                      "'Account' object has no attribute 'secret'");
  ev = run(s, "acc");
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  cs_wire_item it;
  assert_int_equal(cs_wire_next(&in, &it), CS_OK);
  assert_int_equal(it.tag, CS_WIRE_HOST);
  assert_int_equal(it.id, 77);
  cs_wire_fini(&w);
  cs_session_close(s);
}

static void a_guest_object_that_comes_back_is_the_same(void **state) {
  (void)state;
  cs_session *s = open_with(CS_KEEP_OBJECTS, 0, NULL);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  const cs_event *ev = run(s,
                           "class P: pass\np = P()\np.x = 1\n"
                           "int(t([p])[0] is p)");
  assert_int_equal(ev->kind, CS_CALL);
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  uint32_t n;
  assert_true(cs_wire_get_seq(&in, &n));
  const uint8_t *start = in.at;
  assert_int_equal(cs_wire_skip(&in), CS_OK);
  size_t len = (size_t)(in.at - start);
  uint8_t *copy = malloc(len);
  memcpy(copy, start, len);
  cs_reply r = {.kind = CS_REPLY_VALUE, .value = copy, .len = len};
  expect_int(cs_session_resume(s, &r), 1);
  free(copy);
  cs_session_close(s);
}

static void schemas_become_signatures_and_stubs(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  const char *schema =
      "{\"type\": \"object\", \"required\": [\"city\"], \"properties\": {"
      "\"unit\": {\"enum\": [\"C\", \"F\"], \"default\": \"C\"},"
      "\"city\": {\"type\": \"string\"},"
      "\"days\": {\"type\": \"array\", \"items\": {\"type\": \"integer\"}}}}";
  assert_int_equal(
      cs_session_add_tool_schema(s, "weather", schema, strlen(schema),
                                 "The weather.", CS_TOOL_ASYNC),
      CS_OK);
  assert_int_equal(cs_session_add_tool_schema(s, "x", "[1", 2, NULL, 0),
                   CS_EINVAL);
  cs_wire w;
  cs_wire_init(&w, 10000);
  assert_int_equal(cs_session_stubs(s, &w), CS_OK);
  cs_wire_in in = cs_wire_read(w.data, w.len);
  const char *t;
  size_t n;
  assert_true(cs_wire_get_str(&in, &t, &n));
  const char *want =
      "async def weather(city: str, unit: Literal['C', 'F'] = 'C', "
      "days: list[int] | None = None):\n"
      "    \"\"\"The weather.\"\"\"\n"
      "    ...\n";
  assert_int_equal(n, strlen(want));
  assert_memory_equal(t, want, n);
  const cs_event *ev = run(s, "weather()");
  assert_string_equal(ev->error->message,
                      "weather() missing 1 required positional argument: "
                      "'city'");
  cs_wire_fini(&w);
  cs_session_close(s);
}

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

static void sealed_snapshots_need_their_key(void **state) {
  (void)state;
  static const char key[] = "a key of 32 bytes, and no others";
  static const char other[] = "a key of 32 bytes, but another!!";
  cs_options o;
  cs_session *s, *twin;
  void *plain, *sealed;
  const void *inside;
  size_t n, m, k;
  init(&o);
  assert_int_equal(cs_session_open(&o, &s, NULL), CS_OK);
  (void)run(s, "x = 42");
  assert_int_equal(cs_session_dump(s, &plain, &n), CS_OK);
  assert_int_equal(cs_seal(key, 32, plain, n, &sealed, &m), CS_OK);
  assert_int_equal(cs_unseal(key, 32, sealed, m, &inside, &k), CS_OK);
  assert_int_equal(k, n);
  assert_int_equal(cs_session_load(&o, inside, k, &twin, NULL), CS_OK);
  expect_int(run(twin, "x"), 42);
  cs_session_close(twin);
  /* another key, no seal, every byte changed, every length */
  assert_int_equal(cs_unseal(other, 32, sealed, m, &inside, &k), CS_ECORRUPT);
  assert_int_equal(cs_unseal(key, 31, sealed, m, &inside, &k), CS_ECORRUPT);
  assert_int_equal(cs_unseal(key, 32, plain, n, &inside, &k), CS_ECORRUPT);
  assert_int_equal(cs_session_load(&o, sealed, m, &twin, NULL), CS_ECORRUPT);
  for (size_t i = 0; i < 100; i++) {
    uint8_t *at = (uint8_t *)sealed + (i < 64 ? i : m - 1 - i);
    *at ^= 0x20;
    assert_int_equal(cs_unseal(key, 32, sealed, m, &inside, &k), CS_ECORRUPT);
    *at ^= 0x20;
    assert_int_equal(cs_unseal(key, 32, sealed, i, &inside, &k), CS_ECORRUPT);
  }
  assert_int_equal(cs_unseal(key, 32, sealed, m - 1, &inside, &k), CS_ECORRUPT);
  assert_int_equal(cs_seal("short", 5, plain, n, &sealed, &m), CS_EINVAL);
  assert_int_equal(cs_seal(NULL, 0, plain, n, &sealed, &m), CS_EINVAL);
  free(sealed);
  free(plain);
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
  expect_int(run(s, "sum(i & 1 for i in range(400000))"), 200000);
  assert_int_equal(told, 1);
  expect_int(run(s, "import time\ntime.sleep(0.001)\n7"), 7);
  assert_int_equal(told, 2);
  cs_session_close(s);
}

/* --- snapshots ----------------------------------------------------------- */

static void a_waiting_session_can_be_dumped_and_forked(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL), *twin, *third;
  assert_int_equal(cs_session_add_tool(s, "t", "(x)", NULL, 0), CS_OK);
  const cs_event *ev = run(s, "base = 10\nbase + sum(t(i) for i in (1, 2))");
  assert_int_equal(ev->kind, CS_CALL);
  assert_int_equal(cs_session_fork(s, &twin), CS_OK);
  void *bytes;
  size_t len;
  assert_int_equal(cs_session_dump(s, &bytes, &len), CS_OK);
  assert_int_equal(cs_session_event(twin)->kind, CS_CALL);
  assert_string_equal(cs_session_event(twin)->name, "t");
  reply_int(s, 100);
  expect_int(reply_int(s, 200), 310);
  reply_int(twin, 1);
  expect_int(reply_int(twin, 2), 13);
  assert_int_equal(cs_session_load(NULL, bytes, len, &third, NULL), CS_OK);
  assert_int_equal(cs_session_event(third)->kind, CS_CALL);
  reply_int(third, 3);
  expect_int(reply_int(third, 4), 17);
  cs_wire w;
  cs_wire_init(&w, 1000);
  assert_int_equal(cs_session_stubs(third, &w), CS_OK);
  assert_int_equal(w.len, 5 + strlen("def t(x):\n    ...\n"));
  cs_wire_fini(&w);
  for (size_t cut = 0; cut < len; cut += 1 + len / 50) {
    cs_session *none = NULL;
    assert_int_not_equal(cs_session_load(NULL, bytes, cut, &none, NULL), CS_OK);
    assert_null(none);
  }
  free(bytes);
  cs_session_close(s);
  cs_session_close(twin);
  cs_session_close(third);
}

/* Bytes that were changed on purpose, with checksums that fit: whatever loads
 * may compute nonsense, but it must stay a session. */
static void altered_sessions_do_no_harm(void **state) {
  (void)state;
  cs_session *s = open_with(0, 0, NULL);
  assert_int_equal(cs_session_add_tool(s, "t", "(x, *y)", "Doc.", 0), CS_OK);
  const cs_event *ev = run(s,
                           "class P:\n    def __init__(self): self.a = 1\n"
                           "d = {'k': [P(), t], 2: 'text'}\n"
                           "def f(v):\n    return [t(v, d) for i in 'ab']\n"
                           "f(P())");
  assert_int_equal(ev->kind, CS_CALL);
  void *bytes;
  size_t len;
  uint64_t meta;
  assert_int_equal(cs_session_dump(s, &bytes, &len), CS_OK);
  memcpy(&meta, (char *)bytes + 8, 8);
  size_t head = (16 + (size_t)meta + 15) & ~(size_t)15;
  char *copy = aligned_alloc(16, (len + 15) & ~(size_t)15);
  uint32_t seed = 99, loaded = 0;
  for (int round = 0; round < 400; round++) {
    memcpy(copy, bytes, len);
    for (int k = 0; k < 3; k++) {
      seed = seed * 1664525 + 1013904223;
      size_t at = head + 256 + (seed >> 4) % (len - head - 256);
      copy[at] = (char)(copy[at] ^ (1 << (seed & 7)));
    }
    cs_engine_fix_checks(copy + head, len - head);
    cs_session *twin;
    if (cs_session_load(NULL, copy, len, &twin, NULL) != CS_OK) continue;
    loaded++;
    cs_frame_info at;
    (void)cs_session_where(twin, &at);
    ev = cs_session_event(twin);
    for (int i = 0; i < 4 && ev->kind <= CS_OUTPUT; i++)
      ev = ev->kind == CS_CALL ? reply_int(twin, 1)
                               : cs_session_resume(twin, NULL);
    cs_session_close(twin);
  }
  assert_true(loaded > 3);
  free(copy);
  free(bytes);
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

static void parked_sessions_wake_when_used(void **state) {
  (void)state;
  cs_session *s = open_with(0, CS_OS_MEMORY, NULL);
  assert_int_equal(cs_session_add_tool(s, "t", NULL, NULL, 0), CS_OK);
  run(s, "x = [1, 2]\nopen('/f', 'w').write('in memory')");
  assert_int_equal(cs_session_park(s), CS_OK);
  assert_int_equal(cs_session_park(s), CS_OK);
  cs_wire w;
  cs_wire_init(&w, 1000);
  assert_int_equal(cs_session_get(s, "x", &w), CS_OK);
  assert_int_equal(cs_session_park(s), CS_OK);
  cs_wire_clear(&w);
  cs_wire_int(&w, 5);
  assert_int_equal(cs_session_set(s, "y", w.data, w.len), CS_OK);
  cs_wire_fini(&w);
  assert_int_equal(cs_session_park(s), CS_OK);
  const cs_event *ev = run(s, "t(len(x)) + y + len(open('/f').read())");
  assert_int_equal(ev->kind, CS_CALL);
  assert_int_equal(cs_session_park(s), CS_OK);
  ev = cs_session_event(s); /* still there */
  assert_int_equal(ev->kind, CS_CALL);
  assert_string_equal(ev->name, "t");
  expect_int(reply_int(s, 100), 114);
  assert_int_equal(cs_session_park(s), CS_OK);
  cs_session *twin;
  assert_int_equal(cs_session_fork(s, &twin), CS_OK);
  expect_int(run(twin, "x[1]"), 2);
  cs_session_close(twin);
  assert_int_equal(cs_session_restart(s), CS_OK);
  assert_int_equal(cs_session_park(s), CS_OK);
  cs_session_abandon(s);
  cs_session_close(s);
}

/* The numbers that a session draws next, as text. */
static char *draw(cs_session *s) {
  const cs_event *ev = run(s,
                           "repr([random.random(), random.gauss(0, 1),"
                           " uuid.uuid4().hex, secrets.token_hex(8),"
                           " own.random()])");
  if (ev->kind == CS_RAISED) fail_msg("%.*s", (int)ev->text_len, ev->text);
  assert_int_equal(ev->kind, CS_DONE);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  const char *t;
  size_t n;
  assert_true(cs_wire_get_str(&in, &t, &n));
  return strndup(t, n);
}

static const char drawn_before[] =
    "import random, uuid, secrets\n"
    "own = random.Random(5)\n"
    "random.random(); random.gauss(0, 1); uuid.uuid4(); own.random()";

static void twins_draw_different_numbers(void **state) {
  (void)state;
  cs_session *s = open_with(0, CS_OS_ENTROPY, NULL), *a, *b;
  run(s, drawn_before);
  assert_int_equal(cs_session_fork(s, &a), CS_OK);
  assert_int_equal(cs_session_fork(s, &b), CS_OK);
  cs_session *all[3] = {s, a, b};
  char *text[3];
  for (int i = 0; i < 3; i++) text[i] = draw(all[i]);
  for (int i = 0; i < 3; i++) {
    const char *x = text[i], *y = text[(i + 1) % 3];
    for (int part = 0; part < 4; part++) { /* each of the four differs */
      size_t n = strcspn(x, ","), m = strcspn(y, ",");
      assert_false(n == m && memcmp(x, y, n) == 0);
      x += n + 1;
      y += m + 1;
    }
    assert_string_equal(x, y); /* the program's own seed is kept */
  }
  for (int i = 0; i < 3; i++) {
    free(text[i]);
    cs_session_close(all[i]);
  }
}

static void twins_of_a_seed_are_alike(void **state) {
  (void)state;
  cs_session *s = open_with(0, CS_OS_SEEDED, NULL), *a;
  run(s, drawn_before);
  assert_int_equal(cs_session_fork(s, &a), CS_OK);
  char *x = draw(s), *y = draw(a);
  assert_string_equal(x, y);
  free(x);
  free(y);
  cs_session_close(s);
  cs_session_close(a);
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
  if (cs_workers_called(argc, argv)) return cs_workers_main(argc, argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(state_persists_between_runs),
      cmocka_unit_test(errors_have_frames_and_a_chain),
      cmocka_unit_test(output_goes_to_the_callback_or_becomes_an_event),
      cmocka_unit_test(inputs_and_names_are_values),
      cmocka_unit_test(a_tool_is_called_and_answers),
      cmocka_unit_test(arguments_are_checked_as_cpython_does),
      cmocka_unit_test(tools_may_live_in_a_module),
      cmocka_unit_test(gather_runs_tools_in_parallel),
      cmocka_unit_test(await_works_for_every_tool_and_twice),
      cmocka_unit_test(a_run_that_is_given_up_blocks_nothing),
      cmocka_unit_test(a_wait_may_end_by_time),
      cmocka_unit_test(undefined_names_ask_the_host),
      cmocka_unit_test(host_objects_have_allowed_members),
      cmocka_unit_test(a_guest_object_that_comes_back_is_the_same),
      cmocka_unit_test(schemas_become_signatures_and_stubs),
      cmocka_unit_test(the_deadline_ends_a_run),
      cmocka_unit_test(limits_end_the_run_and_leave_the_session),
      cmocka_unit_test(a_program_may_raise_memory_errors),
      cmocka_unit_test(sealed_snapshots_need_their_key),
      cmocka_unit_test(waiting_for_the_host_costs_no_time),
      cmocka_unit_test(another_thread_cancels),
      cmocka_unit_test(only_a_long_stretch_is_told_as_busy),
      cmocka_unit_test(a_waiting_session_can_be_dumped_and_forked),
      cmocka_unit_test(altered_sessions_do_no_harm),
      cmocka_unit_test(nothing_is_granted_by_default),
      cmocka_unit_test(fixed_clock_seed_memory_and_environment),
      cmocka_unit_test(the_host_may_answer_for_the_system),
      cmocka_unit_test(drive_calls_the_hosts_functions),
      cmocka_unit_test(answers_on_the_spot_change_nothing),
      cmocka_unit_test(large_files_arrive_whole),
      cmocka_unit_test(parked_sessions_wake_when_used),
      cmocka_unit_test(twins_draw_different_numbers),
      cmocka_unit_test(twins_of_a_seed_are_alike),
      cmocka_unit_test(a_run_leaves_artifacts_and_changes),
      cmocka_unit_test(a_crash_is_an_event),
  };
  int failed = cmocka_run_group_tests_name("here", tests, NULL, NULL);
  if (cs_workers_new(NULL, &workers, NULL) != CS_OK) return 1;
  failed += cmocka_run_group_tests_name("worker", tests, NULL, NULL);
  cs_workers_free(workers);
  return failed;
}
