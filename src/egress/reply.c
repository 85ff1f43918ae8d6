/*
 * reply.c - the answer of a server, and both directions of an exchange.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "egress/gate.h"
#include "egress/headers.h"

#define INTERIM_MOST 16 /* replies 1xx before the real one */

static bool lose(cs_conn *c, const char *why) {
  if (c->has_reply)
    cs_conn_close(c); /* the guest sees that it was cut off */
  else
    cs_deny(c, CS_EGRESS_RESOLVE, c->rule, why);
  return false;
}

/* --- the head ------------------------------------------------------------ */

/* redteam: I03 - what cannot be searched does not come back after a value was
 * sent. */
static bool is_hidden(const cs_conn *c, const cs_http_head *h) {
  const cs_http_header *e = cs_http_find(h, "content-encoding");
  return c->scrub.secrets && c->swap.used && e &&
         !cs_http_is(e->value, "identity") && e->value.n > 0;
}

static bool take_head(cs_conn *c, const cs_http_head *h) {
  if (h->status < 200 && h->status != 101) {
    c->up.used += h->size;
    return ++c->interim <= INTERIM_MOST ||
           lose(c, "the server sent too many interim replies");
  }
  if (h->status == 101 && !c->upgrade)
    return lose(c, "the server changed the protocol unasked");
  if (is_hidden(c, h)) {
    cs_deny(c, CS_EGRESS_SECRET, c->rule,
            "the reply is compressed, so it cannot be searched for the secret");
    return false;
  }
  if (c->swap.basic.len) {
    c->scrub.extra = (cs_span){c->swap.basic.data, c->swap.basic.len};
    c->scrub.instead = (cs_span){c->swap.given.data, c->swap.given.len};
  }
  if (h->status == 101) c->keep = true;
  if (cs_headers_reply(c, h) != CS_OK) return lose(c, "the reply is too long");
  c->has_reply = true;
  cs_http_body_init(&c->reply, h);
  c->up.used += h->size;
  if (h->close || h->old) c->up_port = 0; /* not for another request */
  if (h->status == 101) {
    c->tunnel = true;
    c->whole = false;
    cs_conn_phase(c, CS_PHASE_TUNNEL, CS_WAIT_IDLE);
  }
  return true;
}

static bool read_head(cs_conn *c) {
  cs_http_head h;
  cs_span in = cs_side_left(&c->up);
  switch (cs_http_reply(in.at, in.n, c->head_only, &h)) {
    case CS_HTTP_MORE:
      if (c->up.stream.ended)
        return lose(c, "the server closed the connection");
      return false;
    case CS_HTTP_DONE: return take_head(c, &h);
    case CS_HTTP_BAD: return lose(c, "the server's reply is malformed");
    case CS_HTTP_LONG: return lose(c, "the head of the reply is too long");
  }
  return false;
}

/* --- the body ------------------------------------------------------------ */

static cs_status put_piece(cs_conn *c, const char *bytes, size_t n) {
  cs_buf *out = &c->guest.out;
  if (n == 0) return CS_OK;
  if (!c->reply_chunked) return cs_buf_put(out, bytes, n);
  cs_status st = cs_buf_printf(out, "%zx\r\n", n);
  if (st == CS_OK) st = cs_buf_put(out, bytes, n);
  return st == CS_OK ? cs_buf_put(out, "\r\n", 2) : st;
}

static cs_status put_scrubbed(cs_conn *c, const char *bytes, size_t n,
                              bool last) {
  cs_buf clean;
  if (!c->scrub.secrets) return put_piece(c, bytes, n);
  /* A value may be shorter than its placeholder. */
  cs_buf_init(&clean, (CS_CONN_BUFFER + 4 * CS_VAULT_VALUE) *
                          (size_t)CS_VAULT_PLACEHELD);
  cs_status st = cs_scrub_put(&c->scrub, bytes, n, last, &clean);
  if (st == CS_OK) c->guest.out.max = clean.len + 4 * CS_HTTP_HEAD;
  if (st == CS_OK) st = put_piece(c, clean.data, clean.len);
  cs_buf_fini(&clean);
  return st;
}

static cs_status put_end(cs_conn *c) {
  cs_status st = put_scrubbed(c, "", 0, true);
  if (st == CS_OK && c->reply_chunked)
    st = cs_buf_put_text(&c->guest.out, "0\r\n\r\n");
  return st;
}

static bool read_body(cs_conn *c) {
  size_t used = 0, content = 0;
  cs_span in = cs_side_left(&c->up);
  if (in.n == 0 && !c->reply.done) {
    if (!c->up.stream.ended) return false;
    if (c->reply.frame != CS_FRAME_CLOSE)
      return lose(c, "the server closed the connection");
    c->reply.done = true;
  }
  if (!cs_http_body_take(&c->reply, in.at, in.n, &used, &content))
    return lose(c, "malformed chunk");
  cs_status st = put_scrubbed(c, in.at + used - content, content, false);
  c->up.used += used;
  if (st == CS_OK && c->reply.done) st = put_end(c);
  if (st != CS_OK) return lose(c, "no memory");
  return true;
}

bool cs_reply_turn(cs_conn *c) {
  if (c->has_reply && c->reply.done) return false;
  if (cs_side_waiting(&c->guest) >= CS_CONN_BUFFER) return false;
  size_t most = c->has_reply ? CS_CONN_BUFFER : CS_HTTP_HEAD + 2;
  if (!cs_side_fill(&c->up, most)) return lose(c, "the connection broke");
  if (!c->has_reply) {
    if (!read_head(c)) return false;
    if (!c->has_reply || c->phase != CS_PHASE_EXCHANGE) return true;
    if (c->reply.done && put_end(c) != CS_OK) return lose(c, "no memory");
    /* The begin of the body goes with the head. */
    if (c->reply.done || cs_side_left(&c->up).n == 0) return true;
  }
  return read_body(c);
}

/* --- both directions ----------------------------------------------------- */

static bool is_over(const cs_conn *c) {
  return c->has_reply && c->reply.done && cs_side_waiting(&c->guest) == 0;
}

/* The reply is with the guest: on with its next request, or the end. */
static void end_exchange(cs_conn *c) {
  cs_gate *g = c->gate;
  if (c->up.stream.ssl && c->up_port)
    cs_tls_remember(&g->tls, &c->up_name, c->up_port, c->up.stream.ssl);
  bool reusable = c->up_port && c->request.done && !c->up.stream.ended;
  if (!reusable) cs_conn_drop_up(c);
  if (!c->keep || !c->request.done) {
    c->drained = 0;
    cs_conn_phase(c, CS_PHASE_LINGER, CS_WAIT_LINGER);
    return;
  }
  cs_loop_want(&g->loop, &c->up.source, 0);
  c->has_reply = false;
  cs_conn_phase(c, CS_PHASE_REQUEST, CS_WAIT_IDLE);
}

/* One step of everything that can go on; false: nothing could. */
static bool step(cs_conn *c) {
  if (!cs_side_flush(&c->guest)) {
    cs_conn_close(c);
    return false;
  }
  if (!cs_side_flush(&c->up) && c->up.stream.ended)
    return lose(c, "the connection broke");
  bool more = cs_request_body(c);
  if (c->phase == CS_PHASE_EXCHANGE) more = cs_reply_turn(c) || more;
  return c->phase == CS_PHASE_EXCHANGE && more;
}

void cs_exchange_turn(cs_conn *c) {
  int rounds = 0;
  c->guest.source.deadline = c->gate->loop.now + CS_WAIT_IDLE;
  while (rounds < 16 && step(c)) rounds++;
  if (c->phase != CS_PHASE_EXCHANGE) return;
  if (!cs_conn_pay(c)) {
    cs_deny(c, CS_EGRESS_BUDGET, c->up_rule, "bytes");
    return;
  }
  if (is_over(c))
    end_exchange(c);
  else if (rounds == 16)
    c->guest.wait |= EPOLLOUT; /* others first, then we again */
}
