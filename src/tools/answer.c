/*
 * answer.c - what programs of tools are asked, and what their answers mean.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tools/answer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/cleanup.h"
#include "base/utf8.h"
#include "text/wire_json.h"

cs_status cs_answer_ask(const cs_event *ev, uint64_t id, cs_buf *line) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  cs_status st = cs_buf_put_text(line, "{");
  if (st == CS_OK && id) st = cs_buf_printf(line, "\"id\": %" PRIu64 ", ", id);
  if (st == CS_OK)
    st = cs_buf_printf(line, "\"name\": \"%s\", \"args\": ", ev->name);
  if (st == CS_OK) st = cs_wire_json_print(&in, line);
  if (st == CS_OK) st = cs_buf_put_text(line, ", \"kwargs\": ");
  if (st == CS_OK) st = cs_wire_json_print(&in, line);
  return st == CS_OK ? cs_buf_put_text(line, "}\n") : st;
}

cs_reply_kind cs_answer_refuse(cs_wire *reply, const char *type,
                               const char *name, const char *why) {
  char text[CS_COMMAND_SAID + 256];
  snprintf(text, sizeof text, "tool '%.64s': %s", name, why);
  cs_wire_clear(reply);
  cs_wire_exception(reply, type, text);
  return CS_REPLY_RAISE;
}

/* --- lines --------------------------------------------------------------- */

/* The parts of an answer; borrowed. */
typedef struct answer {
  int64_t id;
  const uint8_t *result;
  size_t result_len;
  const char *type, *message;
  size_t type_len, message_len;
  bool has_id, has_result, has_error;
} answer;

static bool is_key(const char *key, size_t n, const char *word) {
  return strlen(word) == n && memcmp(key, word, n) == 0;
}

static bool read_error(cs_wire_in *in, answer *a) {
  uint32_t n;
  const char *key;
  size_t len;
  a->type = "RuntimeError";
  a->type_len = 12;
  a->message = "";
  a->has_error = true;
  if (!cs_wire_get_dict(in, &n)) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!cs_wire_get_str(in, &key, &len)) return false;
    if (is_key(key, len, "type")) {
      if (!cs_wire_get_str(in, &a->type, &a->type_len)) return false;
    } else if (is_key(key, len, "message")) {
      if (!cs_wire_get_str(in, &a->message, &a->message_len)) return false;
    } else if (cs_wire_skip(in) != CS_OK) {
      return false;
    }
  }
  return true;
}

static bool read_answer(const cs_wire *w, answer *a) {
  cs_wire_in in = cs_wire_read(w->data, w->len);
  uint32_t n;
  const char *key;
  size_t len;
  *a = (answer){0};
  if (!cs_wire_get_dict(&in, &n)) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!cs_wire_get_str(&in, &key, &len)) return false;
    if (is_key(key, len, "id")) {
      a->has_id = cs_wire_get_int(&in, &a->id);
      if (!a->has_id) return false;
    } else if (is_key(key, len, "error")) {
      if (!read_error(&in, a)) return false;
    } else {
      const uint8_t *from = in.at;
      if (cs_wire_skip(&in) != CS_OK) return false;
      if (!is_key(key, len, "result")) continue;
      a->has_result = true;
      a->result = from;
      a->result_len = (size_t)(in.at - from);
    }
  }
  return a->has_id && a->has_result != a->has_error;
}

static cs_reply_kind give_error(cs_wire *reply, const answer *a) {
  CS_AUTO_FREE
  char *type = strndup(a->type, a->type_len);
  CS_AUTO_FREE
  char *message = strndup(a->message, a->message_len);
  cs_wire_exception(reply, type ? type : "RuntimeError",
                    message ? message : "");
  return CS_REPLY_RAISE;
}

bool cs_answer_id(const char *line, size_t n, uint64_t *id) {
  cs_wire w;
  answer a;
  cs_wire_init(&w, CS_WIRE_MAX);
  bool good = cs_wire_json_parse(line, n, &w) == CS_OK && read_answer(&w, &a);
  if (good) *id = (uint64_t)a.id;
  cs_wire_fini(&w);
  return good;
}

cs_reply_kind cs_answer_line(cs_wire *reply, const char *name, const char *line,
                             size_t n) {
  cs_wire w;
  answer a;
  cs_reply_kind kind = CS_REPLY_VALUE;
  cs_wire_init(&w, CS_WIRE_MAX);
  if (cs_wire_json_parse(line, n, &w) != CS_OK || !read_answer(&w, &a))
    kind = cs_answer_refuse(reply, "RuntimeError", name,
                            "its answer is not {\"id\", \"result\"} or "
                            "{\"id\", \"error\"}");
  else if (a.has_error)
    kind = give_error(reply, &a);
  else
    cs_wire_append(reply, a.result, a.result_len);
  cs_wire_fini(&w);
  return kind;
}

/* --- ends ---------------------------------------------------------------- */

/* "exit code 3: what it said", or only what is known. */
static void describe(const cs_command *p, char *out, size_t room) {
  size_t n = p->said_len, start = 0;
  while (n > 0 && strchr(" \n\r\t", p->said[n - 1])) n--;
  while (start < n && !cs_utf8_is_start((uint8_t)p->said[start])) start++;
  bool text = cs_utf8_check((const uint8_t *)p->said + start, n - start, false,
                            NULL) == n - start;
  int at = 0;
  if (p->ended && WIFSIGNALED(p->status))
    at = snprintf(out, room, " by signal %d", WTERMSIG(p->status));
  else if (p->ended && WEXITSTATUS(p->status))
    at = snprintf(out, room, " with exit code %d", WEXITSTATUS(p->status));
  else
    out[0] = 0;
  if (n > start && text)
    snprintf(out + at, room - (size_t)at, ": %.*s", (int)(n - start),
             p->said + start);
}

cs_reply_kind cs_answer_gone(cs_wire *reply, const char *name,
                             const cs_command *p) {
  char how[CS_COMMAND_SAID + 64], why[CS_COMMAND_SAID + 100];
  describe(p, how, sizeof how);
  snprintf(why, sizeof why, "its program has ended%s", how);
  return cs_answer_refuse(reply, "RuntimeError", name, why);
}

cs_reply_kind cs_answer_end(cs_wire *reply, const char *name,
                            const cs_command *p) {
  const char *text = cs_buf_text(&p->from);
  size_t n = p->from.len;
  if (!WIFEXITED(p->status) || WEXITSTATUS(p->status))
    return cs_answer_gone(reply, name, p);
  while (n > 0 && (text[n - 1] == '\n' || text[n - 1] == '\r')) n--;
  if (n == 0) {
    cs_wire_none(reply);
    return CS_REPLY_VALUE;
  }
  if (cs_wire_json_parse(text, n, reply) == CS_OK) return CS_REPLY_VALUE;
  cs_wire_clear(reply);
  cs_wire_str(reply, text, n);
  if (reply->status == CS_OK) return CS_REPLY_VALUE;
  return cs_answer_refuse(reply, "RuntimeError", name,
                          "its output is not UTF-8");
}
