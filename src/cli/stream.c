/*
 * stream.c - a run as it happens: --stream-json, and its end on --status-fd.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/stream.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/json.h"

static void open_event(cs_stream *s, cs_json *j, const char *event) {
  cs_json_init(j);
  cs_json_open(j, '{');
  cs_json_text(j, "schema", "caisson.event/1");
  cs_json_text(j, "event", event);
  cs_json_int(j, "seq", (int64_t)s->seq++);
}

static void close_event(cs_json *j) {
  cs_json_close(j, '}');
  cs_json_print(j);
  fflush(stdout);
}

void cs_stream_begin(cs_stream *s, const char *session) {
  cs_json j;
  if (!s->on) return;
  open_event(s, &j, "started");
  cs_json_text(&j, "session_id", session);
  close_event(&j);
}

void cs_stream_output(cs_stream *s, int kind, const char *text, size_t n) {
  cs_json j;
  if (!s->on) return;
  open_event(s, &j, kind == 2 ? "stderr" : "stdout");
  cs_json_bytes(&j, "text", text, n);
  close_event(&j);
}

void cs_stream_call(cs_stream *s, const char *name, uint64_t id) {
  cs_json j;
  if (!s->on) return;
  open_event(s, &j, "host_call");
  cs_json_text(&j, "name", name);
  cs_json_int(&j, "call_id", (int64_t)id);
  close_event(&j);
}

void cs_stream_status(const cs_settings *s, const char *status,
                      const char *reason, int code, const char *run) {
  cs_json j;
  if (!s->verb || s->status_fd == CS_NO_FD || s->status_fd > 65535) return;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.status/1");
  cs_json_text(&j, "status", status);
  cs_json_text(&j, "reason", reason);
  cs_json_int(&j, "exit_code", code);
  if (run) cs_json_text(&j, "run_id", run);
  cs_json_close(&j, '}');
  if (!j.failed && cs_buf_put(&j.out, "\n", 1) == CS_OK)
    (void)!write((int)s->status_fd, j.out.data, j.out.len);
  cs_buf_fini(&j.out);
}
