/*
 * test_depth.c - a depth is a row and a file: here is one that echoes.
 *
 * The "engine" of this depth prints the text of a program, asks the host one
 * tool, and ends with the answer as its value.  Nothing of the session knows
 * it; sessions run it all the same, with limits, tools, output and refusals.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "depth/engine_ops.h"
#include "session/session_in.h"

/* --- the row ---------------------------------------------------------------
 */

static const cs_depth_row echo_row = {.at = CS_AT_INTERP,
                                      .depth = CS_DEPTH_INTERP,
                                      .name = "echo",
                                      .can = CS_CAN_RUN};

/* --- the file --------------------------------------------------------------
 */

typedef struct echo {
  cs_engine_any any;
  char text[256];
  size_t len;
  bool told, waits, raised;
  cs_wire value;
  bool (*poll)(void *);
  void *arg;
} echo;

static echo *self(cs_engine_any *e) {
  return (echo *)e;
}

static void free_echo(cs_engine_any *e) {
  cs_wire_fini(&self(e)->value);
  free(e);
}
static cs_status reset(cs_engine_any *e) {
  self(e)->waits = false;
  return CS_OK;
}
static void on_poll(cs_engine_any *e, bool (*poll)(void *), void *arg) {
  self(e)->poll = poll;
  self(e)->arg = arg;
}
static void interrupt(cs_engine_any *e, bool on) {
  (void)e;
  (void)on;
}
static cs_stop start(cs_engine_any *e, const char *code, size_t len,
                     const char *filename, uint32_t flags) {
  (void)filename;
  (void)flags;
  echo *x = self(e);
  x->len = len < sizeof x->text ? len : sizeof x->text;
  memcpy(x->text, code, x->len);
  x->told = false;
  x->raised = false;
  if (x->poll(x->arg)) return CS_STOP_LIMIT;
  x->waits = true;
  return CS_STOP_CALL;
}
static cs_stop run(cs_engine_any *e) {
  self(e)->waits = false;
  return self(e)->raised ? CS_STOP_RAISED : CS_STOP_DONE;
}
static void abandon(cs_engine_any *e) {
  self(e)->waits = false;
}
static cs_status check(cs_engine_any *e, const char *code, size_t len,
                       const char *filename) {
  (void)e;
  (void)code;
  (void)len;
  (void)filename;
  return CS_OK;
}
static bool incomplete(cs_engine_any *e, const char *text, size_t len) {
  (void)e;
  (void)text;
  (void)len;
  return false;
}
static cs_begun begun(const cs_engine_any *e) {
  (void)e;
  return (cs_begun){0};
}
static cs_usage usage(const cs_engine_any *e) {
  (void)e;
  return (cs_usage){0};
}
static const char *why_failed(const cs_engine_any *e) {
  (void)e;
  return "the echo died away";
}
static const char *output(cs_engine_any *e, size_t *len, int *stream) {
  echo *x = self(e);
  *stream = 1;
  *len = x->told ? 0 : x->len;
  x->told = true;
  return x->text;
}
static const char *error(cs_engine_any *e, size_t *len) {
  (void)e;
  *len = 0;
  return "";
}
static const char *error_type(cs_engine_any *e) {
  (void)e;
  return "";
}
static bool error_limit(cs_engine_any *e) {
  (void)e;
  return false;
}
static int exit_code(cs_engine_any *e) {
  (void)e;
  return -1;
}
static cs_status error_wire(cs_engine_any *e, cs_wire *w) {
  (void)e;
  (void)w;
  return CS_EINVAL;
}
static cs_status result_wire(cs_engine_any *e, cs_wire *w) {
  cs_wire_append(w, self(e)->value.data, self(e)->value.len);
  return w->status;
}
static const char *ask(cs_engine_any *e, cs_ask *kind, size_t *len) {
  *kind = self(e)->waits ? CS_ASK_CALL : CS_ASK_NONE;
  *len = 6;
  return "listen";
}
static cs_status ask_wire(cs_engine_any *e, cs_wire *w) {
  cs_wire_begin(w, CS_WIRE_TUPLE, 1);
  cs_wire_str(w, self(e)->text, self(e)->len);
  cs_wire_begin(w, CS_WIRE_DICT, 0);
  return w->status;
}
static uint64_t ask_id(cs_engine_any *e) {
  (void)e;
  return 1;
}
static double ask_timeout(cs_engine_any *e) {
  (void)e;
  return -1;
}
static size_t pending(cs_engine_any *e, uint64_t *ids, size_t max) {
  (void)e;
  (void)ids;
  (void)max;
  return 0;
}
static cs_status reply_wire(cs_engine_any *e, const void *bytes, size_t n) {
  cs_wire_clear(&self(e)->value);
  cs_wire_append(&self(e)->value, bytes, n);
  return CS_OK;
}
static cs_status reply_raise(cs_engine_any *e, const void *bytes, size_t n) {
  (void)bytes;
  (void)n;
  self(e)->raised = true;
  return CS_OK;
}
static cs_status reply_plain(cs_engine_any *e) {
  self(e)->raised = true;
  return CS_OK;
}
static cs_status reply_error(cs_engine_any *e, const char *type,
                             const char *text) {
  (void)type;
  (void)text;
  self(e)->raised = true;
  return CS_OK;
}
static cs_status set_global(cs_engine_any *e, const char *name,
                            const void *bytes, size_t n) {
  (void)e;
  (void)name;
  (void)bytes;
  (void)n;
  return CS_EINVAL;
}
static cs_status get_wire(cs_engine_any *e, const char *name, cs_wire *w) {
  (void)e;
  (void)name;
  (void)w;
  return CS_EINVAL;
}
static cs_status add_tool(cs_engine_any *e, const char *name,
                          const char *signature, const char *doc,
                          uint32_t flags) {
  (void)e;
  (void)name;
  (void)signature;
  (void)doc;
  (void)flags;
  return CS_OK;
}
static cs_status set_words(cs_engine_any *e, bool path, size_t n,
                           const char *const *word) {
  (void)e;
  (void)path;
  (void)n;
  (void)word;
  return CS_OK;
}
static cs_status open_echo(const cs_engine_how *how, cs_engine_any **out,
                           cs_error *err);

static const cs_engine_ops echo_ops = {
    .row = &echo_row,
    .open = open_echo,
    .free = free_echo,
    .reset = reset,
    .on_poll = on_poll,
    .interrupt = interrupt,
    .start = start,
    .run = run,
    .abandon = abandon,
    .check = check,
    .incomplete = incomplete,
    .begun = begun,
    .usage = usage,
    .why_failed = why_failed,
    .output = output,
    .error = error,
    .error_type = error_type,
    .error_limit = error_limit,
    .exit_code = exit_code,
    .error_wire = error_wire,
    .result_wire = result_wire,
    .repr = error_wire,
    .ask = ask,
    .ask_wire = ask_wire,
    .ask_id = ask_id,
    .ask_timeout = ask_timeout,
    .pending = pending,
    .reply_wire = reply_wire,
    .reply_raise = reply_raise,
    .reply_pending = reply_plain,
    .reply_undefined = reply_plain,
    .reply_error = reply_error,
    .set_global = set_global,
    .get_global = get_wire,
    .add_tool = add_tool,
    .set_words = set_words,
};

static cs_status open_echo(const cs_engine_how *how, cs_engine_any **out,
                           cs_error *err) {
  (void)err;
  echo *x = calloc(1, sizeof *x);
  if (!x) return CS_EOS;
  x->any.ops = &echo_ops;
  cs_wire_init(&x->value, how->o->message);
  *out = &x->any;
  return CS_OK;
}

/* --- sessions run it -------------------------------------------------------
 */

static cs_session *open_session(const cs_options *o) {
  cs_session *s;
  assert_int_equal(cs_session_open_at(&echo_ops, o, &s, NULL), CS_OK);
  return s;
}

static void a_run_prints_asks_and_ends_with_the_answer(void **state) {
  (void)state;
  cs_session *s = open_session(NULL);
  const cs_event *ev = cs_session_run(s, "hello", 5);
  assert_int_equal(ev->kind, CS_OUTPUT);
  assert_memory_equal(ev->text, "hello", 5);
  ev = cs_session_resume(s, NULL);
  assert_int_equal(ev->kind, CS_CALL);
  assert_string_equal(ev->name, "listen");
  cs_wire w;
  cs_wire_init(&w, 64);
  cs_wire_int(&w, 42);
  cs_reply r = {.kind = CS_REPLY_VALUE, .value = w.data, .len = w.len};
  ev = cs_session_resume(s, &r);
  assert_int_equal(ev->kind, CS_DONE);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  int64_t got = 0;
  assert_true(cs_wire_get_int(&in, &got));
  assert_int_equal(got, 42);
  cs_wire_fini(&w);
  cs_session_close(s);
}

static void limits_and_cancellation_hold_there(void **state) {
  (void)state;
  cs_options o;
  cs_options_init(&o);
  o.calls = 0;
  o.source = 10;
  cs_session *s = open_session(&o);
  const cs_event *ev = cs_session_run(s, "longer than ten", 15);
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "source");
  (void)cs_session_run(s, "short", 5);
  ev = cs_session_resume(s, NULL);
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "calls");
  cs_session_cancel(s);
  ev = cs_session_run(s, "short", 5);
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, "cancelled");
  cs_session_close(s);
}

static void abilities_that_it_lacks_are_refused(void **state) {
  (void)state;
  void *bytes;
  size_t n;
  cs_frame_info where;
  cs_session *s = open_session(NULL);
  assert_int_equal(cs_session_dump(s, &bytes, &n), CS_EINVAL);
  assert_int_equal(cs_session_park(s), CS_OK); /* nothing to give back */
  assert_false(cs_session_where(s, &where));
  cs_session_close(s);
}

static void the_rows_agree_with_the_public_enumeration(void **state) {
  (void)state;
  int last = -1;
  for (int i = 0; i < CS_PLACES; i++) {
    const cs_depth_row *row = &cs_depth_rows[i];
    assert_int_equal(row->at, i);
    assert_true((int)row->depth >= last); /* weakest wall first */
    last = row->depth;
    assert_string_equal(cs_depth_name(row->depth), row->name);
    assert_ptr_equal(cs_depth_named(row->name), cs_depth_find(row->depth));
  }
  assert_null(cs_depth_named("auto"));
  assert_true(cs_depth_is_as_strong(cs_depth_named("process"),
                                    cs_depth_named("interp")));
  assert_false(cs_depth_is_as_strong(cs_depth_named("interp"),
                                     cs_depth_named("process")));
  assert_true(
      cs_depth_is_as_strong(cs_depth_named("check"), cs_depth_named("vm")));
  assert_false(
      cs_depth_is_as_strong(cs_depth_named("vm"), cs_depth_named("check")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_prints_asks_and_ends_with_the_answer),
      cmocka_unit_test(limits_and_cancellation_hold_there),
      cmocka_unit_test(abilities_that_it_lacks_are_refused),
      cmocka_unit_test(the_rows_agree_with_the_public_enumeration),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
