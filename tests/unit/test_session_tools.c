/*
 * test_session_tools.c - the public API: tools, futures, host objects, names.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session_box.h"

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
    int64_t arg = 0;
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

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
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
  };
  RUN_TWICE(argc, argv, tests);
}
