/*
 * request.c - a request of the guest: read, judged, written anew.
 *
 * Every request of a connection is judged, with the name it was made for: the
 * connection's, the TLS greeting's and the Host header's are one, or it is
 * refused (redteam: H10).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/cleanup.h"
#include "base/weaken.h"
#include "egress/gate.h"
#include "egress/headers.h"
#include "egress/path.h"

/* What a request asks for, once its names agree. */
typedef struct wish {
  const cs_http_head *head;
  char *path;    /* owned, without the query */
  cs_span query; /* with its '?'; borrowed */
} wish;

/* --- names --------------------------------------------------------------- */

static uint16_t usual_port(const cs_conn *c) {
  return c->proto == CS_PROTO_HTTPS ? 443 : 80;
}

static bool has_scheme(cs_span target, const char *scheme, size_t n) {
  return target.n >= n && cs_http_is((cs_span){target.at, n}, scheme);
}

/* Split "http://host:port/path", and https:// where the host itself asks: its
 * bytes come over a private socket.  False: another scheme. */
static bool split_absolute(cs_conn *c, cs_span target, cs_span *authority,
                           cs_span *rest) {
  bool safe = c->entry == CS_ENTRY_HOST && has_scheme(target, "https://", 8);
  if (!safe && !has_scheme(target, "http://", 7)) return false;
  size_t start = safe ? 8 : 7, end = start;
  c->proto = safe ? CS_PROTO_HTTPS : CS_PROTO_HTTP;
  while (end < target.n && target.at[end] != '/' && target.at[end] != '?')
    end++;
  *authority = (cs_span){target.at + start, end - start};
  *rest = (cs_span){target.at + end, target.n - end};
  return true;
}

/* The proxy's form: the target names the host.  False: refused. */
static bool take_absolute(cs_conn *c, const cs_http_head *h, cs_span *rest) {
  cs_span authority;
  if (!split_absolute(c, h->target, &authority, rest)) {
    cs_deny(c, CS_EGRESS_PROTOCOL, CS_RULE_NONE,
            "write http://host/path to a proxy, or CONNECT");
    return false;
  }
  c->port = usual_port(c);
  if (cs_name_authority(authority.at, authority.n, &c->name, &c->port)) {
    cs_deny_name(c, authority.at, authority.n);
    return false;
  }
  return true;
}

/* redteam: H10 */
static bool host_agrees(cs_conn *c, const cs_http_head *h) {
  cs_name name;
  uint16_t port = usual_port(c);
  if (!h->has_host) {
    cs_deny(c, CS_EGRESS_PROTOCOL, c->rule, "the request has no Host header");
    return false;
  }
  if (cs_name_authority(h->host.at, h->host.n, &name, &port)) {
    cs_deny_name(c, h->host.at, h->host.n);
    return false;
  }
  if (cs_name_equal(&name, &c->name) && port == c->port) return true;
  if (cs_weaken("egress.identity")) return true;
  cs_deny(c, CS_EGRESS_MISMATCH, c->rule, "the Host header names another host");
  return false;
}

/* The path and the query; false: malformed. */
static bool split_path(cs_conn *c, cs_span rest, wish *w) {
  const char *mark = rest.n ? memchr(rest.at, '?', rest.n) : NULL;
  size_t n = mark ? (size_t)(mark - rest.at) : rest.n;
  w->query = mark ? (cs_span){mark, rest.n - n} : (cs_span){"", 0};
  w->path = n ? strndup(rest.at, n) : strdup("/");
  if (!w->path) {
    cs_conn_close(c);
    return false;
  }
  bool star = strcmp(w->path, "*") == 0 && strcmp(c->method, "OPTIONS") == 0;
  if (memchr(w->query.at, '#', w->query.n) ||
      (!star && !cs_path_is_valid(w->path))) {
    cs_deny(c, CS_EGRESS_PROTOCOL, c->rule, "malformed path");
    return false;
  }
  return true;
}

static bool names_agree(cs_conn *c, wish *w) {
  cs_span rest = w->head->target;
  if (!c->fixed && !take_absolute(c, w->head, &rest)) return false;
  return host_agrees(c, w->head) && split_path(c, rest, w);
}

/* --- judging ------------------------------------------------------------- */

static bool is_forbidden(const char *method) {
  return strcmp(method, "TRACE") == 0 || strcmp(method, "TRACK") == 0 ||
         strcmp(method, "CONNECT") == 0;
}

static bool within_budget(cs_conn *c) {
  cs_gate *g = c->gate;
  cs_spent *s = &g->spent[c->rule];
  if (g->total.requests >= g->rules->max_requests ||
      s->requests >= g->rules->at[c->rule].max_requests) {
    cs_deny(c, CS_EGRESS_BUDGET, c->rule, "requests");
    return false;
  }
  if (g->total.out > g->rules->max_out || g->total.in > g->rules->max_in ||
      s->out > g->rules->at[c->rule].max_out ||
      s->in > g->rules->at[c->rule].max_in) {
    cs_deny(c, CS_EGRESS_BUDGET, c->rule, "bytes");
    return false;
  }
  g->total.requests++;
  s->requests++;
  g->counts.requests++;
  return true;
}

/* redteam: H12, H16, H30 */
static bool is_allowed(cs_conn *c, const wish *w) {
  const cs_http_header *u = cs_http_find(w->head, "upgrade");
  cs_rule_ask ask = {&c->name,  c->port, c->proto,
                     c->method, w->path, w->head->upgrade};
  if (c->doomed) {
    cs_deny(c, c->doomed, c->rule, "");
    return false;
  }
  if (is_forbidden(c->method)) {
    cs_deny(c, CS_EGRESS_METHOD, c->rule, "");
    return false;
  }
  cs_verdict v = cs_rules_judge(c->gate->rules, &ask);
  if (v.code != CS_EGRESS_OK) {
    cs_deny(c, v.code, v.rule, "");
    return false;
  }
  if (u && !cs_http_is(u->value, "websocket")) {
    cs_deny(c, CS_EGRESS_PROTOCOL, v.rule, "only WebSocket can be upgraded to");
    return false;
  }
  c->rule = v.rule;
  c->upgrade = u != NULL;
  return cs_ask_permit(c) && within_budget(c);
}

/* --- writing ------------------------------------------------------------- */

/* A connection that is idle has nothing to read: else the server closed it, or
 * said something that nobody asked for. */
static bool can_reuse(const cs_conn *c) {
  char byte;
  return c->up.stream.fd >= 0 && cs_name_equal(&c->up_name, &c->name) &&
         c->up_port == c->port && c->up_tls == (c->proto == CS_PROTO_HTTPS) &&
         !cs_stream_pending(&c->up.stream) && c->up.in.len == c->up.used &&
         recv(c->up.stream.fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
         errno == EAGAIN;
}

/* Does nobody but the guest and us read what it sends? */
static bool is_private(const cs_conn *c) {
  return c->guest.stream.ssl || c->entry == CS_ENTRY_HOST;
}

static void begin_exchange(cs_conn *c, const cs_http_head *h) {
  cs_http_body_init(&c->request, h);
  c->reply = (cs_http_body){0};
  c->has_reply = false;
  c->interim = 0;
  c->begun = c->gate->loop.now;
  c->guest_old = h->old;
  c->keep = !h->close;
  c->head_only = strcmp(c->method, "HEAD") == 0;
  if (c->swapping) cs_swap_fini(&c->swap);
  cs_swap_init(&c->swap, &c->gate->secrets, &c->name,
               c->proto == CS_PROTO_HTTPS && is_private(c));
  c->swapping = true;
  cs_scrub_fini(&c->scrub);
  cs_scrub_init(&c->scrub, &c->gate->secrets, &c->name);
  cs_buf_clear(&c->body);
  c->whole = !c->request.done && c->swap.trusted &&
             cs_swap_has_site(&c->swap, CS_SITE_BODY);
}

static void tell_secret(cs_conn *c) {
  cs_egress_event e;
  cs_tell_fill(c, CS_EGRESS_EVENT_SECRET, CS_EGRESS_OK, c->rule,
               "a placeholder was sent unchanged", &e);
  memcpy(e.secret, c->swap.who, sizeof e.secret);
  cs_tell_event(c->gate, &e);
}

/* False: refused. */
static bool write_head(cs_conn *c, const wish *w) {
  const cs_rule *r = &c->gate->rules->at[c->rule];
  const cs_http_head *h = w->head;
  CS_AUTO_FREE
  char *normal = NULL;
  const char *path = w->path;
  if (r->paths) { /* forward what was judged */
    normal = malloc(strlen(path) + 1);
    if (!normal || !cs_path_normal(path, normal)) {
      cs_conn_close(c); /* no memory: it was judged by this very form */
      return false;
    }
    path = normal;
  }
  c->up.secret = c->gate->secrets.n > 0;
  cs_status st = cs_buf_reserve(&c->up.out, CS_CONN_BUFFER);
  if (st == CS_OK) st = cs_headers_request(c, h, path, w->query);
  if (st == CS_OK && !c->whole)
    st = cs_headers_frame(&c->up.out, h->frame, h->length);
  if (st != CS_OK) {
    cs_deny(c, CS_EGRESS_PROTOCOL, c->rule, "the request is too long");
    return false;
  }
  if (c->swap.misused) { /* redteam: I02 */
    cs_deny(c, CS_EGRESS_SECRET, c->rule, c->swap.who);
    return false;
  }
  if (c->swap.plain) tell_secret(c);
  return true;
}

static void send_request(cs_conn *c, const wish *w) {
  static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
  bool reuse = can_reuse(c);
  if (!reuse) cs_conn_drop_up(c);
  begin_exchange(c, w->head);
  if (!write_head(c, w)) return;
  c->guest.used += w->head->size;
  if (w->head->expects && !w->head->old &&
      cs_buf_put(&c->guest.out, go_on, sizeof go_on - 1) != CS_OK) {
    cs_conn_close(c);
    return;
  }
  c->up_tls = c->proto == CS_PROTO_HTTPS;
  if (reuse)
    cs_request_ready(c);
  else
    cs_dial_begin(c);
}

void cs_request_ready(cs_conn *c) {
  cs_egress_event e;
  c->up_rule = c->rule;
  cs_tell_fill(c, CS_EGRESS_EVENT_ALLOWED, CS_EGRESS_OK, c->rule, "", &e);
  cs_tell_event(c->gate, &e);
  cs_conn_phase(c, CS_PHASE_EXCHANGE, CS_WAIT_IDLE);
}

static void take_request(cs_conn *c, const cs_http_head *h) {
  wish w = {.head = h};
  memcpy(c->method, h->method, sizeof c->method);
  if (names_agree(c, &w) && is_allowed(c, &w)) send_request(c, &w);
  free(w.path);
}

void cs_request_turn(cs_conn *c) {
  cs_http_head h;
  if (!cs_side_flush(&c->guest) || !cs_side_fill(&c->guest, CS_HTTP_HEAD + 2)) {
    cs_conn_close(c);
    return;
  }
  cs_span in = cs_side_left(&c->guest);
  switch (cs_http_request(in.at, in.n, &h)) {
    case CS_HTTP_MORE:
      if (c->guest.stream.ended) cs_conn_close(c);
      break;
    case CS_HTTP_DONE: take_request(c, &h); break;
    case CS_HTTP_BAD:
      cs_deny(c, CS_EGRESS_PROTOCOL, c->rule, "malformed request");
      break;
    case CS_HTTP_LONG:
      cs_deny(c, CS_EGRESS_PROTOCOL, c->rule, "the request's head is too long");
      break;
  }
}

/* --- the body ------------------------------------------------------------ */

static cs_status put_piece(cs_conn *c, const char *bytes, size_t n) {
  cs_buf *out = &c->up.out;
  if (c->request.frame != CS_FRAME_CHUNKED) return cs_buf_put(out, bytes, n);
  cs_status st = cs_buf_printf(out, "%zx\r\n", n);
  if (st == CS_OK) st = cs_buf_put(out, bytes, n);
  return st == CS_OK ? cs_buf_put(out, "\r\n", 2) : st;
}

static cs_status put_end(cs_conn *c) {
  return c->request.frame == CS_FRAME_CHUNKED
             ? cs_buf_put_text(&c->up.out, "0\r\n\r\n")
             : CS_OK;
}

/* A body that was collected, with values in it. */
static cs_status send_whole(cs_conn *c) {
  cs_buf changed;
  cs_buf_init(&changed, 2u << 20);
  cs_span in = {cs_buf_text(&c->body), c->body.len};
  cs_status st = cs_swap_body(&c->swap, in, &changed);
  c->up.out.max = (4u << 20);
  if (st == CS_OK)
    st = cs_headers_frame(&c->up.out, CS_FRAME_LENGTH, changed.len);
  if (st == CS_OK) st = cs_buf_put(&c->up.out, changed.data, changed.len);
  if (changed.data) explicit_bzero(changed.data, changed.room);
  cs_buf_fini(&changed);
  c->whole = false;
  if (c->swap.plain) tell_secret(c);
  return st;
}

/* Too long to be searched: it goes as it is. */
static cs_status give_up_whole(cs_conn *c) {
  cs_status st = cs_headers_frame(&c->up.out, CS_FRAME_CHUNKED, 0);
  c->whole = false;
  c->up.out.max = (4u << 20);
  c->request.frame = CS_FRAME_CHUNKED;
  return st == CS_OK ? put_piece(c, c->body.data, c->body.len) : st;
}

static cs_status take_piece(cs_conn *c, const char *bytes, size_t n) {
  if (n == 0) return CS_OK;
  if (!c->whole) return put_piece(c, bytes, n);
  if (cs_buf_put(&c->body, bytes, n) == CS_OK) return CS_OK;
  if (c->request.frame == CS_FRAME_LENGTH) /* cannot be told as chunks */
    return CS_ELIMIT;
  cs_status st = give_up_whole(c);
  return st == CS_OK ? put_piece(c, bytes, n) : st;
}

bool cs_request_body(cs_conn *c) {
  size_t used, content;
  if (c->request.done || cs_side_waiting(&c->up) >= CS_CONN_BUFFER)
    return false;
  if (!cs_side_fill(&c->guest, CS_CONN_BUFFER)) {
    cs_conn_close(c);
    return false;
  }
  cs_span in = cs_side_left(&c->guest);
  if (in.n == 0) {
    if (c->guest.stream.ended) cs_conn_close(c);
    return false;
  }
  if (!cs_http_body_take(&c->request, in.at, in.n, &used, &content)) {
    cs_deny(c, CS_EGRESS_PROTOCOL, c->rule, "malformed chunk");
    return false;
  }
  cs_status st = take_piece(c, in.at + used - content, content);
  c->guest.used += used;
  if (st == CS_OK && c->request.done)
    st = c->whole ? send_whole(c) : put_end(c);
  if (st != CS_OK)
    cs_deny(c, CS_EGRESS_PROTOCOL, c->rule,
            "the body is too long to put a secret into it");
  return used > 0;
}
