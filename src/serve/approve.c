/*
 * approve.c - calls of host functions that somebody has to agree to.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/approve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "policy/policy_view.h"
#include "serve/result.h"
#include "serve/tool.h"
#include "serve/trace.h"
#include "text/unicode.h"
#include "text/wire_json.h"

#define SHOWN_MOST ((size_t)4096) /* bytes of arguments that can be judged */

enum { WAITING, YES, NO }; /* cs_job.verdict */

/* --- the question -------------------------------------------------------- */

/* Who agrees must have seen everything: what is longer is not asked about. */
static bool show(const cs_event *ev, cs_buf *out) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  cs_status st = cs_wire_json_print(&in, out);
  if (st == CS_OK) st = cs_buf_put_text(out, " ");
  if (st == CS_OK) st = cs_wire_json_print(&in, out);
  return st == CS_OK;
}

/* JSON in which nothing is invisible or turns the direction of the text: what
 * is read is what is asked for. */
static char *make_plain(const char *json) {
  cs_buf out;
  size_t n = strlen(json), at = 0;
  cs_status st = CS_OK;
  cs_buf_init(&out, 2 * SHOWN_MOST * 6);
  while (st == CS_OK && at < n) {
    size_t from = at;
    uint32_t cp = cs_utf8_next((const uint8_t *)json, &at);
    if (cs_unicode_has(cp, CS_UNICODE_PRINTABLE))
      st = cs_buf_put(&out, json + from, at - from);
    else if (cp < 0x10000)
      st = cs_buf_printf(&out, "\\u%04x", cp);
    else
      st =
          cs_buf_printf(&out, "\\u%04x\\u%04x", 0xD800 + ((cp - 0x10000) >> 10),
                        0xDC00 + ((cp - 0x10000) & 0x3FF));
  }
  char *text = st == CS_OK ? cs_buf_release(&out) : NULL;
  cs_buf_fini(&out);
  return text;
}

static json_t *question(const cs_job *j, const char *name, const char *shown) {
  char rule[160], *plain = make_plain(shown);
  cs_result_rule(j, "tools.approve", rule);
  json_t *message =
      plain ? json_sprintf(
                  "A program wants to call the tool %s with these arguments: "
                  "%s\n\nThe policy (%s) says that you have to agree. This is "
                  "about one call.",
                  name, plain, rule)
            : NULL;
  free(plain);
  if (!message) return NULL;
  return json_pack("{s:o*, s:{s:s, s:{s:{s:s, s:s, s:s}}, s:[s]}}", "message",
                   message, "requestedSchema", "type", "object", "properties",
                   "approve", "type", "boolean", "title", "Allow this call",
                   "description", "Only true allows it.", "required",
                   "approve");
}

static bool agrees(const json_t *result) {
  const char *action = cs_rpc_text(result, "action");
  const json_t *content = json_object_get(result, "content");
  return action && strcmp(action, "accept") == 0 &&
         json_is_true(json_object_get(content, "approve"));
}

/* --- asking -------------------------------------------------------------- */

static bool begin(cs_job *j, char id[CS_TEXT_ID]) {
  cs_server *s = j->server;
  if (!cs_text_id("apr_", id)) return false;
  pthread_mutex_lock(&s->lock);
  bool can = j->elicits && !j->answered && !cs_job_is_over(j);
  if (can) {
    memcpy(j->ask, id, CS_TEXT_ID);
    j->verdict = WAITING;
  }
  pthread_mutex_unlock(&s->lock);
  return can;
}

/* A yes that comes when the run's time is over would be one for a call whose
 * result nobody sees: then it is a no. */
static uint64_t patience(const cs_job *j) {
  uint64_t wall = cs_policy_view_wall(j->terms->config->policy);
  uint64_t gone = cs_text_now() - j->began_ms;
  uint64_t left = wall > gone ? wall - gone : 0;
  return wall && left < CS_APPROVE_MS ? left : CS_APPROVE_MS;
}

static bool await(cs_job *j) {
  cs_server *s = j->server;
  struct timespec until = cs_job_in_ms(patience(j));
  int late = 0;
  pthread_mutex_lock(&s->lock);
  while (j->verdict == WAITING && !late && !s->closing && !cs_job_is_over(j))
    late = pthread_cond_timedwait(&s->changed, &s->lock, &until);
  bool yes = j->verdict == YES;
  j->ask[0] = '\0'; /* whoever answers now is too late */
  pthread_mutex_unlock(&s->lock);
  return yes;
}

/* False: nobody could be asked. */
static bool ask(cs_job *j, const char *name, const char *shown, bool *yes) {
  char id[CS_TEXT_ID];
  if (!begin(j, id)) return false;
  json_t *q = question(j, name, shown);
  if (!q) return false;
  if (j->version >= CS_REVISION_MODERN) {
    json_t *result =
        json_pack("{s:s, s:{s:{s:s, s:o*}}, s:s}", "resultType",
                  "input_required", "inputRequests", "approval", "method",
                  "elicitation/create", "params", q, "requestState", id);
    cs_job_answer(j, result);
    json_decref(result);
  } else {
    j->outlet->send(j->outlet,
                    json_pack("{s:s, s:s, s:s, s:o*}", "jsonrpc", "2.0", "id",
                              id, "method", "elicitation/create", "params", q));
  }
  *yes = await(j);
  return true;
}

bool cs_approve_call(cs_job *j, cs_box *b, const cs_event *ev) {
  cs_buf shown;
  bool yes = false;
  if (!cs_policy_view_approval(b->terms->config->policy, ev->name)) return true;
  cs_buf_init(&shown, SHOWN_MOST);
  if (show(ev, &shown)) {
    const char *text = cs_buf_text(&shown);
    if (cs_permit_use(j, ev->name, text))
      yes = true;
    else if (!ask(j, ev->name, text, &yes))
      cs_permit_make(j, ev->name, text, b->token);
  }
  cs_trace_approval(j, ev->name, yes);
  cs_buf_fini(&shown);
  return yes;
}

/* --- answers ------------------------------------------------------------- */

/* With the lock: the job of this caller that asked so; NULL: none does. */
static cs_job *find(const cs_link *l, const char *id) {
  if (!id) return NULL;
  for (cs_job *j = l->server->jobs; j; j = j->next)
    if (j->ask[0] && j->caller == l->caller &&
        cs_text_same(j->ask, strlen(j->ask), id, strlen(id)))
      return j;
  return NULL;
}

static void decide(cs_job *j, bool yes) {
  j->verdict = yes ? YES : NO;
  j->ask[0] = '\0';
  pthread_cond_broadcast(&j->server->changed);
}

/* A question of a modern request is not answered this way. */
void cs_approve_reply(cs_link *l, json_t *frame) {
  pthread_mutex_lock(&l->server->lock);
  cs_job *j = find(l, cs_rpc_text(frame, "id"));
  if (j && j->version < CS_REVISION_MODERN)
    decide(j, agrees(json_object_get(frame, "result")));
  pthread_mutex_unlock(&l->server->lock);
}

/* The job goes on as that of this request. */
static cs_outlet *adopt(cs_job *j, cs_link *l, const cs_rpc_message *m) {
  cs_outlet *old = j->outlet;
  json_t *token = json_object_get(m->meta, "progressToken");
  json_decref(j->id);
  json_decref(j->token);
  j->id = json_incref(m->id);
  j->token = token ? json_incref(token) : NULL;
  j->outlet = l->outlet;
  j->outlet->keep(j->outlet, 1);
  j->answered = false;
  return old;
}

bool cs_approve_resume(cs_link *l, const cs_rpc_message *m, const cs_tool *t,
                       json_t *arguments) {
  json_t *answers = json_object_get(m->params, "inputResponses");
  const json_t *said = json_object_get(answers, "approval");
  cs_outlet *old = NULL;
  pthread_mutex_lock(&l->server->lock);
  cs_job *j = find(l, cs_rpc_text(m->params, "requestState"));
  if (j && j->version == l->version && j->tool == t && j->answered &&
      json_equal(j->arguments, arguments)) {
    old = adopt(j, l, m);
    decide(j, agrees(said));
  }
  pthread_mutex_unlock(&l->server->lock);
  if (old) old->keep(old, -1);
  return old != NULL;
}
