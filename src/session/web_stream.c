/*
 * web_stream.c - replies and request bodies in pieces, by handle.
 *
 * http.open answers with the head and the begin of the body, and with a handle
 * if there is more; http.read fetches the rest, http.send takes pieces of a
 * request's body.  A flow holds one piece at most, whatever the size of the
 * body: what the program does not read waits in the server.  Handles do not
 * outlive the process: in a session that was saved they are errors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "session/web_in.h"

/* --- handles ------------------------------------------------------------- */

static cs_web_flow *find(cs_web *w, int64_t id) {
  for (size_t i = 0; w && id > 0 && i < CS_WEB_FLOWS; i++)
    if (w->flows[i].id == id) return &w->flows[i];
  return NULL;
}

static int64_t new_id(cs_web *w) {
  uint32_t random = 1;
  if (!w->next_id &&
      getrandom(&random, sizeof random, 0) == (ssize_t)sizeof random)
    w->next_id = (int64_t)random << 16;
  return ++w->next_id;
}

/* A free place; the oldest reply that nobody closed makes room. */
static cs_web_flow *make_room(cs_web *w) {
  cs_web_flow *oldest = &w->flows[0];
  for (size_t i = 0; i < CS_WEB_FLOWS; i++) {
    if (!w->flows[i].id) return &w->flows[i];
    if (w->flows[i].id < oldest->id) oldest = &w->flows[i];
  }
  cs_web_done(w, oldest);
  return oldest;
}

static size_t at_most(int64_t n) {
  return n < 1 ? 1 : n > (int64_t)CS_WEB_MOST ? CS_WEB_MOST : (size_t)n;
}

/* --- answers ------------------------------------------------------------- */

static cs_os_outcome fail(cs_session *s, cs_web_flow *f, cs_crossing how) {
  cs_os_outcome o = cs_web_failed(s, f, how);
  cs_web_done(s->web, f);
  return o;
}

/* (status, reason, headers, begin of the body, handle or None); before there is
 * a reply the status is 0. */
static cs_os_outcome give_opened(cs_session *s, cs_web_flow *f,
                                 cs_crossing how) {
  static const cs_http_head none = {.reason = {"", 0}};
  bool sent = how == CS_CROSS_SENT;
  if (cs_web_is_refused(s->web, f, how) || (!sent && how != CS_CROSS_ARRIVED))
    return fail(s, f, how);
  const cs_buf *body = &f->reply.body;
  cs_wire_begin(&s->reply, CS_WIRE_TUPLE, 5);
  cs_web_put_head(s, sent ? &none : &f->reply.head);
  cs_wire_bytes(&s->reply, body->data ? body->data : "", body->len);
  if (f->done)
    cs_wire_none(&s->reply);
  else
    cs_wire_int(&s->reply, f->id);
  f->given = body->len;
  if (f->done) cs_web_done(s->web, f);
  return CS_OS_VALUE;
}

cs_os_outcome cs_web_open(cs_session *s, const cs_question *q, cs_buf *out) {
  cs_web *w = s->web;
  cs_web_flow *f = make_room(w);
  size_t most = at_most(q->most);
  bool head_only = cs_http_is(q->ask.method, "head");
  if (!cs_web_connect(w, f, head_only, most + 2 * CS_WEB_PIECE)) {
    cs_web_done(w, f);
    return cs_web_raise(s, ENETDOWN, "the egress process has ended");
  }
  f->id = new_id(w);
  cs_buf_fini(&f->out);
  f->out = *out;
  cs_buf_init(out, 0);
  f->most = most;
  f->seconds = q->seconds;
  f->follows = q->ask.follows;
  f->chunked = q->ask.size < 0;
  f->left = f->chunked ? 0 : (uint64_t)q->ask.size;
  w->denied = false;
  return give_opened(s, f, cs_web_cross(s, f, most));
}

/* --- reading ------------------------------------------------------------- */

static cs_os_outcome give_bytes(cs_session *s, cs_web_flow *f, size_t most) {
  const cs_buf *body = &f->reply.body;
  size_t n = body->len - f->given;
  if (n > most) n = most;
  cs_wire_bytes(&s->reply, n ? body->data + f->given : "", n);
  f->given += n;
  if (n == 0) cs_web_done(s->web, f);
  return CS_OS_VALUE;
}

static cs_os_outcome read_piece(cs_session *s, cs_web_flow *f, int64_t most) {
  if (f->follows)
    return cs_web_wrong(s, "the body of the request is not whole");
  if (f->given == f->reply.body.len && !f->done) {
    cs_buf_clear(&f->reply.body);
    f->given = 0;
    cs_crossing how = cs_web_cross(s, f, 1);
    if (how != CS_CROSS_ARRIVED) return fail(s, f, how);
  }
  return give_bytes(s, f, at_most(most));
}

/* --- sending ------------------------------------------------------------- */

/* The next bytes of the body, as the head has announced them. */
static cs_status put_piece(cs_web_flow *f, const void *bytes, size_t n) {
  cs_buf_clear(&f->out);
  f->sent = 0;
  if (!f->chunked) {
    f->left -= n;
    return cs_buf_put(&f->out, bytes, n);
  }
  cs_status st = cs_buf_printf(&f->out, "%zx\r\n", n);
  if (st == CS_OK) st = cs_buf_put(&f->out, bytes, n);
  return st == CS_OK ? cs_buf_put_text(&f->out, "\r\n") : st;
}

static cs_os_outcome send_piece(cs_session *s, cs_web_flow *f,
                                const void *bytes, size_t n) {
  if (!f->follows) return cs_web_wrong(s, "the body of the request is whole");
  if (!f->chunked && (n > f->left || (n == 0 && f->left > 0))) {
    cs_web_done(s->web, f);
    return cs_web_wrong(s, "the body has another size than Content-Length");
  }
  if (n == 0) f->follows = false;
  if (put_piece(f, bytes, n) != CS_OK)
    return cs_web_wrong(s, "this piece of the body is too large");
  cs_crossing how = cs_web_cross(s, f, f->most);
  if (how != CS_CROSS_SENT) return give_opened(s, f, how);
  cs_wire_none(&s->reply);
  return CS_OS_VALUE;
}

/* --- the calls ----------------------------------------------------------- */

cs_os_outcome cs_web_piece(cs_session *s) {
  uint32_t n;
  int64_t id = 0, most = 0;
  const void *bytes = "";
  size_t size = 0;
  cs_wire_in in = cs_wire_read(s->args.data, s->args.len);
  bool good = cs_wire_get_seq(&in, &n) && cs_wire_get_int(&in, &id);
  if (good && s->oscall == CS_OSCALL_HTTP_READ)
    good = n == 2 && cs_wire_get_int(&in, &most);
  if (good && s->oscall == CS_OSCALL_HTTP_SEND)
    good = n == 2 && cs_wire_get_bytes(&in, &bytes, &size);
  if (!good) return cs_web_wrong(s, "malformed request");
  cs_web_flow *f = find(s->web, id);
  if (s->oscall == CS_OSCALL_HTTP_CLOSE) {
    if (f) cs_web_done(s->web, f);
    cs_wire_none(&s->reply);
    return CS_OS_VALUE;
  }
  if (!f)
    return cs_web_raise(s, EBADF,
                        "the reply is over, or was left open when the session "
                        "was saved");
  return s->oscall == CS_OSCALL_HTTP_READ ? read_piece(s, f, most)
                                          : send_piece(s, f, bytes, size);
}
