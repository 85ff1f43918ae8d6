/*
 * owned_exec.c - a command in a named sandbox.
 *
 * Closing the connection ends the command, so a call that nobody waits for any
 * more only has to stop listening.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/cleanup.h"
#include "base/depth.h"
#include "sandbox/frame.h"
#include "serve/args.h"
#include "serve/owned.h"
#include "serve/result.h"
#include "serve/trace.h"

#define PIECE ((size_t)1 << 20)

typedef struct talk {
  cs_job *j;
  int fd;
  cs_buf in;
  json_t *result; /* owned */
} talk;

/* --- the request ---------------------------------------------------------- */

static json_t *make_request(const cs_job *j) {
  const json_t *a = j->arguments;
  json_t *q = json_pack("{s:s}", "op", "exec");
  static const char *const passed[][2] = {{"command", "argv"},
                                          {"script", "script"},
                                          {"cwd", "cwd"},
                                          {"env", "env"},
                                          {"timeout_ms", "timeout_ms"}};
  for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
    json_t *v = json_object_get(a, passed[i][0]);
    if (v) json_object_set(q, passed[i][1], v);
  }
  if (json_object_get(a, "stdin")) json_object_set_new(q, "stdin", json_true());
  return q;
}

static bool send_request(const talk *t) {
  json_t *q = make_request(t->j);
  CS_AUTO_FREE
  char *text = json_dumps(q, JSON_COMPACT);
  json_decref(q);
  return text && cs_frame_send(t->fd, CS_FRAME_REQUEST, text, strlen(text));
}

static bool send_input(const talk *t) {
  const json_t *given = json_object_get(t->j->arguments, "stdin");
  const char *data = json_string_value(given);
  size_t n = json_string_length(given);
  if (!given) return true;
  for (size_t at = 0; at < n; at += PIECE)
    if (!cs_frame_send(t->fd, CS_FRAME_INPUT, data + at,
                       n - at < PIECE ? n - at : PIECE))
      return false;
  return cs_frame_send(t->fd, CS_FRAME_INPUT, "", 0);
}

/* --- the answer ----------------------------------------------------------- */

static void take_frame(talk *t, const cs_frame *f) {
  if (f->kind == CS_FRAME_STDOUT)
    cs_capture_put(&t->j->out[0], f->data, f->len);
  if (f->kind == CS_FRAME_STDERR)
    cs_capture_put(&t->j->out[1], f->data, f->len);
  if (f->kind == CS_FRAME_RESULT && !t->result)
    t->result = json_loadb(f->data, f->len, 0, NULL);
}

/* False: the keeper is gone. */
static bool receive(talk *t) {
  if (cs_buf_reserve(&t->in, 65536) != CS_OK) return false;
  ssize_t n = recv(t->fd, t->in.data + t->in.len, 65536, 0);
  if (n < 0 && errno == EINTR) return true;
  if (n <= 0) return false;
  t->in.len += (size_t)n;
  cs_buf_seal(&t->in);
  size_t at = 0;
  cs_frame f;
  while (t->in.len > at && cs_frame_take(&t->in, &at, &f) == CS_OK)
    take_frame(t, &f);
  memmove(t->in.data, t->in.data + at, t->in.len - at);
  t->in.len -= at;
  return true;
}

static void listen_to(talk *t) {
  bool lives = true;
  while (lives && !t->result && !cs_job_is_over(t->j)) {
    struct pollfd p = {.fd = t->fd, .events = POLLIN};
    if (poll(&p, 1, 50) > 0) lives = receive(t);
  }
}

/* --- the result ----------------------------------------------------------- */

static const char *text_in(const json_t *o, const char *key) {
  const char *text = json_string_value(json_object_get(o, key));
  return text ? text : "";
}

static const char *status_of(const cs_job *j, const json_t *r) {
  const char *reason = text_in(r, "reason");
  if (!r) return atomic_load(&j->late) ? "timeout" : "cancelled";
  if (strcmp(reason, "timeout") == 0) return "timeout";
  if (strcmp(reason, "limit") == 0) return "limit";
  if (strcmp(reason, "cancelled") == 0) return "cancelled";
  if (strcmp(reason, "sandbox_died") == 0) return "crashed";
  return json_integer_value(json_object_get(r, "exit_code")) == 0 ? "ok"
                                                                  : "error";
}

static void put_end(json_t *o, const json_t *r) {
  static const char *const same[] = {"exit_code", "duration_ms", "usage",
                                     "leftover",  "reason",      "warnings",
                                     "denials",   "limit_hits"};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    json_t *v = json_object_get(r, same[i]);
    if (v && !json_is_null(v)) json_object_set(o, same[i], v);
  }
  const json_t *limit = json_object_get(r, "limit");
  const json_t *number = json_object_get(r, "signal");
  if (json_is_string(limit))
    json_object_set_new(o, "limit", json_string(json_string_value(limit)));
  if (json_is_integer(number))
    json_object_set_new(o, "signal", json_integer(json_integer_value(number)));
  if (json_is_true(json_object_get(r, "timed_out")))
    json_object_set_new(o, "limit", json_string("time"));
  const char *why = text_in(r, "message");
  if (why[0])
    json_object_set_new(
        o, "error",
        json_pack("{s:s, s:o*, s:s}", "type",
                  strcmp(text_in(r, "reason"), "not_found") == 0 ? "NoProgram"
                                                                 : "ExecError",
                  "message", cs_text_json(why, strlen(why)), "phase", "run"));
}

static json_t *tell(cs_job *j, const json_t *r, const char *full,
                    const json_t *image) {
  json_t *blocks = json_array();
  const char *own = cs_owned_own(j, full);
  json_t *o =
      json_pack("{s:s, s:s, s:s, s:s, s:s}", "schema", "caisson.result/1",
                "status", status_of(j, r), "depth", cs_depth_boxes()->name,
                "run_id", j->run_id, "sandbox", own ? own : "");
  if (image)
    json_object_set_new(o, "image", json_string(text_in(image, "ref")));
  cs_result_output(j, o, blocks);
  put_end(o, r);
  return cs_result_wrap(j, o, blocks);
}

static json_t *finish(const talk *t, const char *full, const json_t *image) {
  const json_t *error = json_object_get(t->result, "error");
  if (error) return cs_owned_failure(t->j, error);
  if (!t->result && !cs_job_is_over(t->j))
    return cs_result_failure(t->j, "SandboxState",
                             "The sandbox ended meanwhile.");
  return tell(t->j, t->result, full, image);
}

static const char *program_of(const cs_job *j) {
  const json_t *command = json_object_get(j->arguments, "command");
  const char *first = json_string_value(json_array_get(command, 0));
  return first ? first : "/bin/sh";
}

json_t *cs_owned_exec(cs_job *j, const char *full, const json_t *image) {
  json_t *failed = NULL;
  CS_AUTO_FD
  int fd = cs_owned_connect(j, full, &failed);
  if (fd < 0) return failed;
  if (!cs_trace_exec(j, program_of(j)))
    return cs_result_failure(j, "AuditError",
                             "The audit log cannot be written.");
  talk t = {.j = j, .fd = fd};
  cs_buf_init(&t.in, CS_FRAME_MAX + 131072);
  cs_job_tell(j, "running");
  if (send_request(&t) && send_input(&t)) listen_to(&t);
  json_t *result = finish(&t, full, image);
  const json_t *code = json_object_get(t.result, "exit_code");
  cs_trace_exit(j, status_of(j, t.result), (int)json_integer_value(code));
  cs_buf_fini(&t.in);
  json_decref(t.result);
  return result;
}
