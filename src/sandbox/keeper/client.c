/*
 * client.c - one connection: one request, its answer, its streams.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sandbox/frame.h"
#include "sandbox/keeper/keeper.h"

/* --- answers -------------------------------------------------------------- */

size_t cs_client_backlog(const cs_client *c) {
  return c->out.len - c->sent;
}

void cs_client_flush(cs_client *c) {
  while (c->fd >= 0 && c->sent < c->out.len) {
    ssize_t n = send(c->fd, c->out.data + c->sent, c->out.len - c->sent,
                     MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) { /* nobody reads any more: the loop finds it out */
      c->sent = c->out.len;
      break;
    }
    c->sent += (size_t)n;
  }
  cs_buf_clear(&c->out);
  c->sent = 0;
}

void cs_client_send(cs_client *c, char kind, const void *data, size_t n) {
  if (cs_frame_put(&c->out, kind, data, n) != CS_OK) c->ending = true;
  cs_client_flush(c);
}

void cs_client_event(cs_client *c, json_t *event) {
  if (cs_frame_put_json(&c->out, CS_FRAME_EVENT, event) != CS_OK)
    c->ending = true;
  json_decref(event);
  cs_client_flush(c);
}

void cs_client_result(cs_client *c, json_t *result) {
  if (!result || cs_frame_put_json(&c->out, CS_FRAME_RESULT, result) != CS_OK)
    c->ending = true;
  json_decref(result);
  c->exec = NULL;
  c->waits = false;
  cs_client_flush(c);
}

void cs_client_fail(cs_client *c, const char *code, const char *text) {
  json_t *error = json_pack("{s:s, s:s}", "code", code, "message", text);
  cs_client_result(c, json_pack("{s:o}", "error", error));
}

static void answer_yes(cs_client *c) {
  cs_client_result(c, json_pack("{s:b}", "ok", 1));
}

/* --- execs ---------------------------------------------------------------- */

static cs_boxexec *find_exec(cs_keeper *k, const json_t *q) {
  const char *id = json_string_value(json_object_get(q, "exec_id"));
  for (size_t i = 0; id && i < CS_KEEPER_EXECS; i++)
    if (k->execs[i] && strcmp(k->execs[i]->id, id) == 0) return k->execs[i];
  return NULL;
}

static void start(cs_keeper *k, cs_client *c, const json_t *q) {
  cs_error err = {0};
  const char *code = "runtime_error";
  cs_boxexec *x = cs_boxexec_start(k, c, q, CS_BOXEXEC_COMMAND, &code, &err);
  if (!x) {
    cs_client_fail(c, code, err.text);
    return;
  }
  if (x->detached) {
    cs_client_result(c, json_pack("{s:b, s:s}", "ok", 1, "exec_id", x->id));
    return;
  }
  c->exec = x;
  x->client = c;
  cs_client_event(
      c, json_pack("{s:s, s:s}", "event", "started", "exec_id", x->id));
}

static void work_on_files(cs_keeper *k, cs_client *c, const json_t *q) {
  cs_error err = {0};
  const char *code = "runtime_error";
  cs_boxexec *x = cs_boxexec_start(k, c, q, CS_BOXEXEC_LOOK, &code, &err);
  if (!x) {
    cs_client_fail(c, code, err.text);
    return;
  }
  c->exec = x;
  x->client = c;
}

/* The result of one that was started before; its output from now on. */
static void attach(cs_keeper *k, cs_client *c, const json_t *q, bool listens) {
  cs_boxexec *x = find_exec(k, q);
  if (!x) {
    cs_client_fail(c, "not_found", "there is no exec of that id");
  } else if (x->result) {
    cs_client_result(c, json_incref(x->result));
  } else if (x->client) {
    cs_client_fail(c, "busy", "another client waits for this exec");
  } else {
    c->exec = x;
    c->waits = !listens;
    x->client = c;
  }
}

static void send_signal(cs_keeper *k, cs_client *c, const json_t *q) {
  cs_boxexec *x = find_exec(k, q);
  json_int_t n = json_integer_value(json_object_get(q, "signal"));
  if (!x) {
    cs_client_fail(c, "not_found", "there is no exec of that id");
  } else if (n < 1 || n > 64) {
    cs_client_fail(c, "invalid", "signals are 1 to 64");
  } else {
    cs_boxexec_signal(x, (unsigned char)n);
    answer_yes(c);
  }
}

static json_t *list_execs(const cs_keeper *k) {
  json_t *list = json_array();
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++) {
    const cs_boxexec *x = k->execs[i];
    if (!x || x->sort != CS_BOXEXEC_COMMAND) continue;
    json_array_append_new(
        list, json_pack("{s:s, s:b, s:b, s:I}", "exec_id", x->id, "running",
                        x->stage != CS_BOXEXEC_SEALED, "detached", x->detached,
                        "started_ms", (json_int_t)x->start_ms));
  }
  return json_pack("{s:o}", "execs", list);
}

/* --- requests ------------------------------------------------------------- */

/* To an exec that this client has started: a terminal's size, a signal. */
static void adjust(cs_client *c, const json_t *q, const char *op) {
  cs_boxexec *x = c->exec;
  if (strcmp(op, "resize") == 0)
    cs_boxexec_resize(x,
                      (unsigned)json_integer_value(json_object_get(q, "rows")),
                      (unsigned)json_integer_value(json_object_get(q, "cols")));
  json_int_t n = json_integer_value(json_object_get(q, "signal"));
  if (strcmp(op, "signal") == 0 && n >= 1 && n <= 64)
    cs_boxexec_signal(x, (unsigned char)n);
}

static void serve(cs_keeper *k, cs_client *c, const json_t *q) {
  const char *op = json_string_value(json_object_get(q, "op"));
  if (!op) op = "";
  if (c->exec) {
    adjust(c, q, op);
    return;
  }
  cs_keeper_touch(k);
  if (strcmp(op, "exec") == 0)
    start(k, c, q);
  else if (strncmp(op, "file.", 5) == 0)
    work_on_files(k, c, q);
  else if (strcmp(op, "wait") == 0 || strcmp(op, "attach") == 0)
    attach(k, c, q, op[0] == 'a');
  else if (strcmp(op, "signal") == 0)
    send_signal(k, c, q);
  else if (strcmp(op, "execs") == 0)
    cs_client_result(c, list_execs(k));
  else if (strcmp(op, "inspect") == 0)
    cs_client_result(c, cs_keeper_inspect(k));
  else if (strcmp(op, "metrics") == 0)
    cs_client_result(c, cs_keeper_metrics(k));
  else if (strcmp(op, "egress.watch") == 0)
    cs_boxway_watch(k, c);
  else if (strcmp(op, "egress.control") == 0)
    cs_boxway_give(k, c);
  else if (strcmp(op, "egress.rules") == 0)
    cs_boxway_keep(k, c, json_object_get(q, "network"));
  else if (strcmp(op, "touch") == 0)
    answer_yes(c);
  else if (strcmp(op, "stop") == 0 || strcmp(op, "kill") == 0) {
    c->stopping = true; /* answered when it is over */
    if (op[0] == 's')
      cs_keeper_stop(k, CS_BOX_END_STOP);
    else
      cs_keeper_kill(k, CS_BOX_END_KILL);
  } else {
    cs_client_fail(c, "invalid", "unknown operation");
  }
}

static void take_frame(cs_keeper *k, cs_client *c, const cs_frame *f) {
  if (f->kind == CS_FRAME_INPUT) {
    if (c->exec) cs_boxexec_input(c->exec, f->data, f->len);
    return;
  }
  json_t *q = f->kind == CS_FRAME_REQUEST
                  ? json_loadb(f->data, f->len, JSON_REJECT_DUPLICATES, NULL)
                  : NULL;
  if (json_is_object(q))
    serve(k, c, q);
  else
    cs_client_fail(c, "invalid", "a request is a JSON object");
  json_decref(q);
}

static void take_frames(cs_keeper *k, cs_client *c) {
  size_t at = 0;
  cs_frame f;
  cs_status st = CS_OK;
  while (c->in.len > 0 && st == CS_OK) {
    st = cs_frame_take(&c->in, &at, &f);
    if (st == CS_OK) take_frame(k, c, &f);
  }
  if (st == CS_ECORRUPT) c->ending = true;
  if (at == 0) return;
  memmove(c->in.data, c->in.data + at, c->in.len - at);
  c->in.len -= at;
}

void cs_client_hear(cs_keeper *k, cs_client *c) {
  if (cs_buf_reserve(&c->in, 65536) != CS_OK) {
    c->ending = true;
    return;
  }
  ssize_t n = recv(c->fd, c->in.data + c->in.len, 65536, MSG_DONTWAIT);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n <= 0) { /* gone: its exec ends with it, unless it is detached */
    cs_boxexec *x = c->exec;
    close(c->fd);
    c->fd = -1;
    if (x) x->client = NULL;
    c->exec = NULL;
    if (x && !x->detached && !x->result)
      cs_boxexec_kill(k, x, CS_EXEC_END_CANCELLED, NULL);
    return;
  }
  c->in.len += (size_t)n;
  cs_buf_seal(&c->in);
  take_frames(k, c);
}

void cs_client_free(cs_keeper *k, cs_client *c) {
  for (size_t i = 0; i < CS_KEEPER_EXECS; i++)
    if (k->execs[i] && k->execs[i]->client == c) k->execs[i]->client = NULL;
  if (c->fd >= 0) close(c->fd);
  cs_buf_fini(&c->in);
  cs_buf_fini(&c->out);
  free(c);
}
