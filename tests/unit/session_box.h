/*
 * session_box.h - what the tests of the public API share.
 *
 * Each of their programs runs its tests twice: with the engine in the test's
 * own process, and in a worker.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TESTS_SESSION_BOX_H
#define CS_TESTS_SESSION_BOX_H

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>
#include <string.h>

#include "caisson.h"

static cs_workers *workers; /* NULL: in this process */

static inline void init(cs_options *o) {
  cs_options_init(o);
  o->workers = workers;
}

static inline cs_session *open_with(uint32_t flags, uint32_t os,
                                    const cs_host *host) {
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

static inline const cs_event *run(cs_session *s, const char *code) {
  return cs_session_run(s, code, strlen(code));
}

static inline void expect_int(const cs_event *ev, int64_t want) {
  if (ev->kind == CS_RAISED) fail_msg("%.*s", (int)ev->text_len, ev->text);
  assert_int_equal(ev->kind, CS_DONE);
  assert_true(ev->has_value);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  int64_t v;
  assert_true(cs_wire_get_int(&in, &v));
  assert_int_equal(v, want);
}

static inline void expect_text(const cs_event *ev, const char *want) {
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

static inline const cs_event *reply_int(cs_session *s, int64_t v) {
  cs_wire w;
  char room[64];
  cs_wire_init_fixed(&w, room, sizeof room);
  cs_wire_int(&w, v);
  cs_reply r = {.kind = CS_REPLY_VALUE, .value = w.data, .len = w.len};
  return cs_session_resume(s, &r);
}

static inline const cs_event *reply_raise(cs_session *s, const char *type,
                                          const char *text) {
  cs_wire w;
  char room[256];
  cs_wire_init_fixed(&w, room, sizeof room);
  cs_wire_exception(&w, type, text);
  cs_reply r = {.kind = CS_REPLY_RAISE, .value = w.data, .len = w.len};
  return cs_session_resume(s, &r);
}

static inline const cs_event *reply_kind(cs_session *s, cs_reply_kind kind) {
  return cs_session_resume(s, &(cs_reply){.kind = kind});
}

static inline const cs_event *settle_int(cs_session *s, uint64_t id,
                                         int64_t v) {
  cs_wire w;
  char room[64];
  cs_wire_init_fixed(&w, room, sizeof room);
  cs_wire_int(&w, v);
  cs_settled one = {.id = id, .value = w.data, .len = w.len};
  cs_reply r = {.kind = CS_REPLY_SETTLE, .settled = &one, .nsettled = 1};
  return cs_session_resume(s, &r);
}

/* --- boxes for attacks --------------------------------------------------- */

static inline cs_options options(void) {
  cs_options o;
  cs_options_init(&o);
  o.workers = workers;
  o.memory = 32 << 20;
  return o;
}

static inline cs_session *open_box(const cs_options *o) {
  cs_session *s;
  cs_error err = {0};
  if (cs_session_open(o, &s, &err) != CS_OK) fail_msg("%s", err.text);
  return s;
}

static inline cs_session *open_plain(void) {
  cs_options o = options();
  return open_box(&o);
}

/* Output is of no interest here. */
static inline const cs_event *skip_output(cs_session *s, const cs_event *ev) {
  while (ev->kind == CS_OUTPUT) ev = cs_session_resume(s, NULL);
  return ev;
}

static inline void expect_raised(const cs_event *ev, const char *type) {
  assert_int_equal(ev->kind, CS_RAISED);
  assert_string_equal(ev->error->type, type);
}

static inline void expect_limit(const cs_event *ev, const char *which) {
  if (ev->kind == CS_RAISED) fail_msg("%.*s", (int)ev->text_len, ev->text);
  assert_int_equal(ev->kind, CS_LIMIT);
  assert_string_equal(ev->name, which);
}

/* Run `tests`, here and in a worker; for main. */
#define RUN_TWICE(argc, argv, tests)                                       \
  do {                                                                     \
    if (cs_workers_called(argc, argv)) return cs_workers_main(argc, argv); \
    int failed_ = cmocka_run_group_tests_name("here", tests, NULL, NULL);  \
    if (cs_workers_new(NULL, &workers, NULL) != CS_OK) return 1;           \
    failed_ += cmocka_run_group_tests_name("worker", tests, NULL, NULL);   \
    cs_workers_free(workers);                                              \
    return failed_;                                                        \
  } while (0)

#endif
