/*
 * conn.c - connections: their life, their buffers, what they cost.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "egress/gate.h"

/* --- sides --------------------------------------------------------------- */

void cs_side_init(cs_side *s, cs_conn *c, size_t max) {
  *s = (cs_side){.conn = c};
  s->source.fd = -1;
  s->stream.fd = -1;
  s->stream.tls = &c->gate->tls;
  cs_buf_init(&s->in, max);
  cs_buf_init(&s->out, max);
}

static void wipe(cs_side *s) {
  if (s->secret && s->out.data) explicit_bzero(s->out.data, s->out.room);
  s->secret = false;
}

void cs_side_fini(cs_side *s) {
  wipe(s);
  cs_loop_remove(&s->conn->gate->loop, &s->source);
  cs_stream_close(&s->stream);
  cs_buf_fini(&s->in);
  cs_buf_fini(&s->out);
}

bool cs_side_flush(cs_side *s) {
  while (s->sent < s->out.len) {
    long n = cs_stream_write(&s->stream, s->out.data + s->sent,
                             s->out.len - s->sent);
    if (n == CS_STREAM_WAIT) {
      s->wait |= s->stream.events;
      return true;
    }
    if (n <= 0) return false;
    s->sent += (size_t)n;
  }
  wipe(s);
  cs_buf_clear(&s->out);
  s->sent = 0;
  return true;
}

static void forget_used(cs_side *s) {
  if (s->used == 0) return;
  s->in.len -= s->used;
  memmove(s->in.data, s->in.data + s->used, s->in.len);
  s->used = 0;
}

bool cs_side_fill(cs_side *s, size_t most) {
  if (s->stream.ended || s->in.len - s->used >= most) return true;
  forget_used(s);
  size_t room = most - s->in.len;
  if (cs_buf_reserve(&s->in, room) != CS_OK) return false;
  long n = cs_stream_read(&s->stream, s->in.data + s->in.len, room);
  if (n == CS_STREAM_BROKEN) return false;
  if (n > 0) s->in.len += (size_t)n;
  if (n != 0) s->wait |= n > 0 ? (uint32_t)EPOLLIN : s->stream.events;
  cs_buf_seal(&s->in);
  return true;
}

/* --- life ---------------------------------------------------------------- */

static void bury(cs_grave *g) {
  cs_conn *c = (cs_conn *)(void *)g;
  free(c);
}

static void unlink_conn(cs_conn *c) {
  cs_gate *g = c->gate;
  if (c->next) c->next->prev = c->prev;
  if (c->prev)
    c->prev->next = c->next;
  else
    g->conns = c->next;
  g->nconns--;
}

void cs_conn_drop_up(cs_conn *c) {
  cs_gate *g = c->gate;
  if (c->up.stream.fd < 0) return;
  uint64_t in, out;
  cs_stream_finish(&c->up.stream); /* so that its last bytes are counted */
  cs_stream_count(&c->up.stream, &in, &out);
  cs_egress_event e;
  (void)cs_conn_pay(c);
  cs_tell_fill(c, CS_EGRESS_EVENT_CLOSED, CS_EGRESS_OK, c->up_rule, "", &e);
  e.in = in;
  e.out = out;
  cs_tell_event(g, &e);
  size_t max = c->up.in.max;
  cs_side_fini(&c->up);
  cs_side_init(&c->up, c, max);
  c->paid_in = c->paid_out = 0;
}

void cs_conn_close(cs_conn *c) {
  if (c->phase == CS_PHASE_CLOSED) return;
  cs_conn_drop_up(c);
  c->phase = CS_PHASE_CLOSED;
  cs_lookup_cancel(&c->lookup);
  cs_side_fini(&c->guest);
  cs_side_fini(&c->up);
  if (c->swapping) cs_swap_fini(&c->swap);
  cs_scrub_fini(&c->scrub);
  cs_buf_fini(&c->body);
  unlink_conn(c);
  cs_loop_later(&c->gate->loop, &c->grave);
}

void cs_conn_phase(cs_conn *c, cs_phase phase, uint64_t wait_ms) {
  c->phase = phase;
  c->guest.source.deadline = wait_ms ? c->gate->loop.now + wait_ms : 0;
}

/* --- what it costs ------------------------------------------------------- */

static bool over(uint64_t spent, uint64_t most) {
  return spent > most;
}

bool cs_conn_pay(cs_conn *c) {
  cs_gate *g = c->gate;
  uint64_t in, out;
  if (c->up.stream.fd < 0) return true;
  cs_stream_count(&c->up.stream, &in, &out);
  uint64_t more_in = in - c->paid_in, more_out = out - c->paid_out;
  c->paid_in = in;
  c->paid_out = out;
  g->total.in += more_in;
  g->total.out += more_out;
  g->counts.in += more_in;
  g->counts.out += more_out;
  bool good = !over(g->total.in, g->rules->max_in) &&
              !over(g->total.out, g->rules->max_out);
  if (c->up_rule < g->rules->n) {
    cs_spent *s = &g->spent[c->up_rule];
    const cs_rule *r = &g->rules->at[c->up_rule];
    s->in += more_in;
    s->out += more_out;
    good = good && !over(s->in, r->max_in) && !over(s->out, r->max_out);
  }
  return good;
}

/* --- turns --------------------------------------------------------------- */

static void turn_phase(cs_conn *c) {
  switch (c->phase) {
    case CS_PHASE_ENTRY: cs_entry_turn(c); break;
    case CS_PHASE_HELLO: cs_hello_turn(c); break;
    case CS_PHASE_GREET: cs_greet_turn(c); break;
    case CS_PHASE_REQUEST: cs_request_turn(c); break;
    case CS_PHASE_EXCHANGE: cs_exchange_turn(c); break;
    case CS_PHASE_TUNNEL: cs_tunnel_turn(c); break;
    case CS_PHASE_LINGER: cs_deny_linger(c); break;
    case CS_PHASE_ASK:
    case CS_PHASE_RESOLVE:
    case CS_PHASE_DIAL:
    case CS_PHASE_VERIFY:
    case CS_PHASE_CLOSED: break;
  }
}

/* A phase that ends may let the next one begin at once. */
void cs_conn_turn(cs_conn *c) {
  cs_phase before;
  do {
    before = c->phase;
    c->guest.wait = 0;
    if (c->phase != CS_PHASE_DIAL && c->phase != CS_PHASE_VERIFY)
      c->up.wait = 0;
    turn_phase(c);
  } while (c->phase != before && c->phase != CS_PHASE_CLOSED);
  if (c->phase == CS_PHASE_CLOSED) return;
  cs_loop_want(&c->gate->loop, &c->guest.source, c->guest.wait);
  if (c->up.source.fd >= 0)
    cs_loop_want(&c->gate->loop, &c->up.source, c->up.wait);
}

static void time_out(cs_conn *c) {
  switch (c->phase) {
    case CS_PHASE_HELLO:
      cs_deny(c, CS_EGRESS_PROTOCOL, c->rule, "the TLS greeting took too long");
      break;
    case CS_PHASE_ASK:
      cs_deny(c, CS_EGRESS_APPROVAL, c->rule, "nobody answered in time");
      break;
    case CS_PHASE_RESOLVE:
      cs_deny(c, CS_EGRESS_RESOLVE, c->rule, "the resolver did not answer");
      break;
    case CS_PHASE_DIAL:
    case CS_PHASE_VERIFY: cs_dial_turn(c, 0); break;
    case CS_PHASE_ENTRY:
    case CS_PHASE_GREET:
    case CS_PHASE_REQUEST:
    case CS_PHASE_EXCHANGE:
    case CS_PHASE_TUNNEL:
    case CS_PHASE_LINGER:
    case CS_PHASE_CLOSED: cs_conn_close(c); return;
  }
  if (c->phase != CS_PHASE_CLOSED) cs_conn_turn(c);
}

static void guest_ready(cs_source *s, uint32_t events) {
  cs_side *side = (cs_side *)(void *)s;
  cs_conn *c = side->conn;
  bool waits = c->phase == CS_PHASE_ASK || c->phase == CS_PHASE_RESOLVE ||
               c->phase == CS_PHASE_DIAL || c->phase == CS_PHASE_VERIFY;
  bool crosses = c->phase == CS_PHASE_EXCHANGE || c->phase == CS_PHASE_TUNNEL;
  if (events == 0)
    time_out(c);
  else if ((waits || crosses) && events & (EPOLLHUP | EPOLLERR))
    cs_conn_close(c); /* nobody is left who wants it */
  else
    cs_conn_turn(c);
}

void cs_side_up_ready(cs_source *s, uint32_t events) {
  cs_side *side = (cs_side *)(void *)s;
  cs_conn *c = side->conn;
  if (c->phase == CS_PHASE_DIAL || c->phase == CS_PHASE_VERIFY) {
    cs_dial_turn(c, events);
    if (c->phase == CS_PHASE_CLOSED) return;
  }
  /* The kernel reports an end that nobody reads again and again. */
  if (c->phase == CS_PHASE_REQUEST && events & (EPOLLHUP | EPOLLERR))
    cs_conn_drop_up(c);
  else if (side->stream.ended && events & (EPOLLHUP | EPOLLERR))
    cs_loop_remove(&c->gate->loop, &side->source);
  cs_conn_turn(c);
}

/* --- accepting ----------------------------------------------------------- */

static cs_conn *make_conn(cs_gate *g, cs_entry_kind kind, uint16_t port,
                          int fd) {
  cs_conn *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  c->grave.bury = bury;
  c->gate = g;
  c->entry = kind;
  c->door = port;
  c->rule = c->up_rule = CS_RULE_NONE;
  cs_side_init(&c->guest, c, CS_HTTP_HEAD + CS_CONN_BUFFER);
  cs_side_init(&c->up, c, 4 * CS_HTTP_HEAD);
  c->lookup.source.fd = -1;
  cs_buf_init(&c->body, 1 << 20);
  c->guest.stream.fd = c->guest.source.fd = fd;
  c->guest.source.ready = guest_ready;
  c->guest.source.want = EPOLLIN;
  return c;
}

static void refuse_connection(cs_gate *g, int fd) {
  cs_egress_event e = {.kind = CS_EGRESS_EVENT_DENIED,
                       .code = CS_EGRESS_BUDGET};
  memcpy(e.rule, "egress.max_connections", 23);
  memcpy(e.remedy, "egress.max_connections: more", 29);
  memcpy(e.reason, "too many connections at one time", 33);
  e.id = ++g->counts.denied;
  cs_tell_event(g, &e);
  close(fd);
}

static void begin_conn(cs_gate *g, cs_entry_kind kind, uint16_t port, int fd) {
  if (g->nconns >= g->rules->max_connections || g->nconns >= g->room) {
    refuse_connection(g, fd);
    return;
  }
  cs_conn *c = make_conn(g, kind, port, fd);
  if (!c || !cs_loop_add(&g->loop, &c->guest.source)) {
    close(fd);
    free(c);
    return;
  }
  c->next = g->conns;
  if (c->next) c->next->prev = c;
  g->conns = c;
  g->nconns++;
  g->counts.connections++;
  cs_conn_phase(c, CS_PHASE_ENTRY, CS_WAIT_HEAD);
  cs_conn_turn(c);
}

void cs_conn_accept(cs_listener *l) {
  const int yes = 1;
  int fd = accept4(l->source.fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (fd < 0) return;
  (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  begin_conn(l->gate, l->kind, l->port, fd);
}

void cs_conn_adopt(cs_gate *g, int fd) {
  (void)fcntl(fd, F_SETFL, O_NONBLOCK);
  begin_conn(g, CS_ENTRY_HOST, 0, fd);
}
