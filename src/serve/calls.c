/*
 * calls.c - functions of the host in the programs of a box.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/calls.h"

#include "base/error.h"
#include "serve/approve.h"

static cs_reply_kind refuse(cs_wire *reply, const char *text) {
  cs_wire_exception(reply, "PermissionError", text);
  return CS_REPLY_RAISE;
}

static cs_reply_kind call(void *user, const cs_event *ev, cs_wire *reply) {
  cs_box *b = user;
  const cs_mcp_tools *t = b->terms->config->tools;
  if (!b->tools || !b->job) return CS_REPLY_UNHANDLED;
  if (!cs_approve_call(b->job, b, ev)) {
    cs_session_unapproved(b->session, ev);
    return refuse(reply, "the call needs an approval, which was not given");
  }
  return t->call(b->tools, ev, b->job->stop, reply);
}

static cs_reply_kind wait(void *user, const cs_event *ev, cs_wire *reply) {
  cs_box *b = user;
  if (!b->tools || !b->job) return CS_REPLY_UNHANDLED;
  return b->terms->config->tools->wait(b->tools, ev, b->job->stop, reply);
}

void cs_calls_host(const cs_terms *t, cs_host *h) {
  if (!t->config->tools) return;
  h->call = call;
  h->wait = wait;
}

cs_status cs_calls_open(cs_box *b, cs_error *err) {
  const cs_mcp_tools *t = b->terms->config->tools;
  if (!t) return CS_OK;
  b->tools = t->open(t->user, b->session);
  return b->tools ? CS_OK : cs_error_set(err, CS_EOS, "a tool does not start");
}

void cs_calls_begin(cs_box *b, cs_job *j) {
  b->job = j;
  b->token[0] = '\0';
}

void cs_calls_end(cs_box *b) {
  if (b->tools) b->terms->config->tools->forget(b->tools);
  b->job = NULL;
}

void cs_calls_close(cs_box *b) {
  if (b->tools) b->terms->config->tools->close(b->tools);
  b->tools = NULL;
}
