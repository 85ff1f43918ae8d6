/*
 * web.c - the request `http.request` of a program in the engine.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/web.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "depth/workers.h"
#include "egress/source.h"
#include "policy/pvalue.h"
#include "session/denial.h"
#include "session/policed.h"
#include "session/trail.h"
#include "session/web_in.h"

cs_os_outcome cs_web_wrong(cs_session *s, const char *text) {
  cs_wire_exception(&s->reply, "ValueError", text);
  return CS_OS_RAISE;
}

cs_os_outcome cs_web_raise(cs_session *s, int code, const char *text) {
  cs_wire_oserror(&s->reply, code, text, NULL, 0);
  return CS_OS_RAISE;
}

/* --- the egress process -------------------------------------------------- */

static void take_event(void *user, const cs_egress_event *e) {
  cs_web *w = user;
  if (e->kind != CS_EGRESS_EVENT_DENIED) return;
  w->denied = true;
  w->why = *e;
  cs_denial_egress(w->session, e);
  cs_trail_egress(w->session, e);
}

static void ask_owner(void *user, const cs_egress_event *e,
                      cs_egress_verdict *out) {
  cs_web *w = user;
  cs_permits_decide(&w->permits, e, false, out);
}

static const char *program_of(const cs_session *s) {
  if (s->o.egress) return s->o.egress;
  return s->o.workers ? cs_workers_path(s->o.workers) : NULL;
}

static cs_status start(cs_session *s, cs_error *err) {
  if (s->web) return CS_OK;
  cs_web *w = calloc(1, sizeof *w);
  if (!w) return cs_error_set(err, CS_EOS, "no memory for a way out");
  w->fd = -1;
  for (size_t i = 0; i < CS_WEB_FLOWS; i++) w->flows[i].fd = -1;
  w->session = s;
  bool asks = s->o.approvals && cs_egress_has_approver(s->policy);
  cs_permits_open(&w->permits, AT_FDCWD, asks ? s->o.approvals : NULL,
                  "a program in the engine");
  cs_egress_options o = {.policy = s->policy,
                         .path = program_of(s),
                         .secrets = (const char *const *)s->secrets,
                         .event = take_event,
                         .user = w,
                         .ask = asks ? ask_owner : NULL};
  cs_status st = cs_egress_start(&o, &w->egress, err);
  if (st != CS_OK) cs_permits_close(&w->permits);
  if (st != CS_OK)
    free(w);
  else
    s->web = w;
  return st;
}

/* --- secrets ------------------------------------------------------------- */

static cs_status check_secret(const cs_session *s, const char *name,
                              cs_error *err) {
  const cs_pvalue *all =
      s->policy ? cs_policy_value(s->policy, CS_POLICY_SECRETS) : NULL;
  if (!all || !cs_pvalue_find(all, name))
    return cs_error_set(err, CS_EINVAL,
                        "the policy defines no secret '%.60s'; add it to "
                        "'secrets'",
                        name);
  if (cs_source_is_open(s->policy, name))
    return cs_error_set(err, CS_EINVAL,
                        "the secret '%.60s' has 'mode: env', which sessions do "
                        "not offer; bind it to 'hosts'",
                        name);
  return CS_OK;
}

_Static_assert(CS_SECRETS_MOST == CS_VAULT_MAX, "a vault holds them");

static cs_status keep_names(cs_session *s, const char *const *names,
                            cs_error *err) {
  size_t n = 0;
  for (; names[n]; n++) {
    if (n == CS_SECRETS_MOST)
      return cs_error_set(err, CS_EINVAL, "at most %d secrets can be bound",
                          CS_SECRETS_MOST);
    cs_status st = check_secret(s, names[n], err);
    if (st != CS_OK) return st;
  }
  for (size_t i = 0; i < n; i++)
    if (!(s->secrets[i] = strdup(names[i])))
      return cs_error_set(err, CS_EOS, "no memory for secrets");
  return CS_OK;
}

static void drop_names(cs_session *s) {
  for (size_t i = 0; s->secrets[i]; i++) {
    free(s->secrets[i]);
    s->secrets[i] = NULL;
  }
}

static cs_status put_variable(void *session, const char *name,
                              const char *value) {
  return cs_session_put_env(session, name, value);
}

cs_status cs_web_bind(cs_session *s, const char *const *names, cs_error *err) {
  if (s->phase != CS_PHASE_IDLE || s->secrets[0] || s->web)
    return cs_error_set(err, CS_EINVAL, "secrets are bound once, and first");
  cs_status st = keep_names(s, names, err);
  if (st == CS_OK && !cs_egress_is_needed(s->policy)) {
    drop_names(s);
    return cs_error_set(err, CS_EINVAL,
                        "a secret needs a host that may be reached; add it to "
                        "egress.allow");
  }
  if (st != CS_OK || s->port.ops->put_env)
    return st; /* a jail starts its own */
  st = start(s, err);
  return st == CS_OK ? cs_egress_secrets(s->web->egress, put_variable, s) : st;
}

void cs_web_close(cs_session *s) {
  drop_names(s);
  if (!s->web) return;
  for (size_t i = 0; i < CS_WEB_FLOWS; i++)
    if (s->web->flows[i].id) cs_web_done(s->web, &s->web->flows[i]);
  if (s->web->fd >= 0) close(s->web->fd);
  cs_egress_stop(s->web->egress);
  cs_permits_close(&s->web->permits);
  free(s->web);
  s->web = NULL;
}

/* --- what is asked ------------------------------------------------------- */

static bool get_span(cs_wire_in *in, cs_span *out) {
  return cs_wire_get_str(in, &out->at, &out->n);
}

static bool get_headers(cs_wire_in *in, cs_question *q) {
  uint32_t n, two;
  if (!cs_wire_get_seq(in, &n) || n > CS_HTTP_HEADERS) return false;
  q->headers = calloc(n + 1u, sizeof *q->headers);
  for (uint32_t i = 0; q->headers && i < n; i++)
    if (!cs_wire_get_seq(in, &two) || two != 2 ||
        !get_span(in, &q->headers[i].name) ||
        !get_span(in, &q->headers[i].value))
      return false;
  q->ask.headers = q->headers;
  q->ask.nheaders = n;
  return q->headers != NULL;
}

/* Bytes, None, or how many bytes follow: -1 is not known. */
static bool get_body(cs_wire_in *in, cs_fetch_ask *ask, bool opens) {
  const void *bytes = "";
  if (cs_wire_get_none(in)) return true;
  if (opens && cs_wire_get_int(in, &ask->size))
    return ask->follows = ask->size >= -1;
  ask->has_body = true;
  if (!cs_wire_get_bytes(in, &bytes, &ask->body.n)) return false;
  ask->body.at = bytes;
  return true;
}

static bool read_question(const cs_session *s, cs_question *q) {
  uint32_t n;
  bool opens = s->oscall == CS_OSCALL_HTTP_OPEN;
  cs_wire_in in = cs_wire_read(s->args.data, s->args.len);
  *q = (cs_question){.seconds = -1};
  if (!cs_wire_get_seq(&in, &n) || n != (opens ? 6 : 5) ||
      !get_span(&in, &q->ask.method) || !get_span(&in, &q->ask.url) ||
      !get_headers(&in, q) || !get_body(&in, &q->ask, opens))
    return false;
  if (!cs_wire_get_none(&in) && !cs_wire_get_float(&in, &q->seconds))
    return false;
  if (opens && !cs_wire_get_int(&in, &q->most)) return false;
  (void)cs_fetch_authority(q->ask.url, &q->ask.host);
  return true;
}

void cs_web_host(const cs_session *s, char out[300]) {
  cs_question q;
  cs_span host = {"", 0};
  if (read_question(s, &q)) host = q.ask.host;
  free(q.headers);
  snprintf(out, 300, "%.*s", (int)(host.n < 280 ? host.n : 280), host.at);
}

/* --- the answer ---------------------------------------------------------- */

/* Headers are bytes: each is the character of its number. */
static void put_latin(cs_session *s, cs_span text) {
  cs_buf utf8;
  cs_buf_init(&utf8, 2 * CS_HTTP_HEAD + 16);
  for (size_t i = 0; i < text.n; i++) {
    unsigned char b = (unsigned char)text.at[i];
    char two[2] = {(char)(0xc0 | b >> 6), (char)(0x80 | (b & 0x3f))};
    if (b < 0x80) two[0] = (char)b;
    if (cs_buf_put(&utf8, two, b < 0x80 ? 1 : 2) != CS_OK) break;
  }
  cs_wire_str(&s->reply, cs_buf_text(&utf8), utf8.len);
  cs_buf_fini(&utf8);
}

void cs_web_put_head(cs_session *s, const cs_http_head *h) {
  cs_wire_int(&s->reply, h->status);
  put_latin(s, h->reason);
  cs_wire_begin(&s->reply, CS_WIRE_LIST, (uint32_t)h->nheaders);
  for (size_t i = 0; i < h->nheaders; i++) {
    cs_wire_begin(&s->reply, CS_WIRE_TUPLE, 2);
    put_latin(s, h->headers[i].name);
    put_latin(s, h->headers[i].value);
  }
}

static cs_os_outcome give_reply(cs_session *s, const cs_fetch_reply *r) {
  cs_wire_begin(&s->reply, CS_WIRE_TUPLE, 4);
  cs_web_put_head(s, &r->head);
  cs_wire_bytes(&s->reply, r->body.data ? r->body.data : "", r->body.len);
  return CS_OS_VALUE;
}

static int code_of(cs_egress_code code) {
  if (code == CS_EGRESS_RESOLVE) return ECONNREFUSED;
  return code == CS_EGRESS_TLS_UPSTREAM ? ECONNABORTED : EACCES;
}

static cs_os_outcome raise_denial(cs_session *s) {
  const cs_egress_event *e = &s->web->why;
  char text[900];
  size_t n = (size_t)snprintf(
      text, sizeof text, "%s:%u: %s (%s, %s)", e->host, e->port, e->reason,
      cs_egress_code_word((cs_egress_code)e->code), e->rule);
  if (e->remedy[0] && n < sizeof text)
    snprintf(text + n, sizeof text - n,
             "; to allow it, write in the policy: %s", e->remedy);
  return cs_web_raise(s, code_of((cs_egress_code)e->code), text);
}

bool cs_web_is_refused(cs_web *w, const cs_web_flow *f, cs_crossing how) {
  (void)cs_egress_turn(w->egress); /* a refusal is told before its reply */
  if (!w->denied) return false;
  return how != CS_CROSS_ARRIVED || !f->reply.has_head ||
         cs_http_find(&f->reply.head, "x-caisson-denial");
}

cs_os_outcome cs_web_failed(cs_session *s, const cs_web_flow *f,
                            cs_crossing how) {
  char text[120];
  cs_web *w = s->web;
  if (cs_web_is_refused(w, f, how)) return raise_denial(s);
  if (how == CS_CROSS_LATE) return cs_web_raise(s, ETIMEDOUT, "timed out");
  if (how == CS_CROSS_LONG) {
    snprintf(
        text, sizeof text,
        "the body of the reply is larger than %zu bytes: read it in pieces "
        "(a stream)",
        f->reply.body.max);
    return cs_web_raise(s, EMSGSIZE, text);
  }
  if (cs_egress_is_gone(w->egress))
    return cs_web_raise(s, ENETDOWN, "the egress process has ended");
  return cs_web_raise(s, ECONNRESET, "the connection was closed");
}

static size_t body_most(const cs_session *s) {
  uint64_t most = s->o.message < CS_WEB_BODY ? s->o.message : CS_WEB_BODY;
  return (size_t)most;
}

/* One request with its whole reply. */
static cs_os_outcome fetch(cs_session *s, const cs_question *q, cs_buf *out) {
  cs_web_flow f;
  cs_web *w = s->web;
  w->denied = false;
  cs_os_outcome o;
  bool head_only = cs_http_is(q->ask.method, "head");
  if (!cs_web_connect(w, &f, head_only, body_most(s))) {
    o = cs_web_raise(s, ENETDOWN, "the egress process has ended");
  } else {
    cs_buf_fini(&f.out);
    f.out = *out;
    cs_buf_init(out, 0);
    f.seconds = q->seconds;
    cs_crossing how = cs_web_cross(s, &f, SIZE_MAX);
    bool good = how == CS_CROSS_ARRIVED && !cs_web_is_refused(w, &f, how);
    o = good ? give_reply(s, &f.reply) : cs_web_failed(s, &f, how);
  }
  cs_web_done(w, &f);
  return o;
}

static cs_os_outcome ask(cs_session *s, const cs_question *q, cs_buf *out) {
  cs_error err = {0};
  if (cs_fetch_write(&q->ask, out, &err) != CS_OK)
    return cs_web_wrong(s, err.text);
  if (start(s, &err) != CS_OK) return cs_web_raise(s, ENETDOWN, err.text);
  return s->oscall == CS_OSCALL_HTTP ? fetch(s, q, out)
                                     : cs_web_open(s, q, out);
}

cs_os_outcome cs_web_answer(cs_session *s) {
  cs_question q;
  cs_buf out;
  if (!cs_egress_is_needed(s->policy)) return CS_OS_OPEN;
  if (s->oscall != CS_OSCALL_HTTP && s->oscall != CS_OSCALL_HTTP_OPEN)
    return cs_web_piece(s);
  cs_os_outcome o;
  cs_buf_init(&out, body_most(s) + CS_HTTP_HEAD);
  if (read_question(s, &q))
    o = ask(s, &q, &out);
  else
    o = cs_web_wrong(s, "malformed request");
  cs_buf_fini(&out);
  free(q.headers);
  return o;
}

cs_os_outcome cs_web_default(cs_session *s) {
  char host[300], text[700];
  if (s->oscall != CS_OSCALL_HTTP)
    return cs_web_raise(s, ENOSYS, "no host answers requests in pieces");
  cs_web_host(s, host);
  const char *name = host[0] ? host : "the host";
  snprintf(text, sizeof text,
           "no network: no policy grants %s; to allow it, write in the policy: "
           "egress.allow += %s",
           name, name);
  return cs_web_raise(s, EACCES, text);
}
