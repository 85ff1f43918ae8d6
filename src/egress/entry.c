/*
 * entry.c - what does the guest want?  Three entries, one judge.
 *
 * What a TLS client says first is looked at without being taken from the
 * socket (MSG_PEEK), so that OpenSSL, or the server at the end of a tunnel,
 * finds it there.  SO_RCVLOWAT keeps the loop asleep until there is more.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "base/weaken.h"
#include "egress/gate.h"
#include "egress/hello.h"
#include "egress/socks.h"

#define CONNECT_MAX 8192 /* bytes of the head of a CONNECT request */

/* --- looking ------------------------------------------------------------- */

static void wake_after(cs_conn *c, size_t bytes) {
  int low = (int)bytes + 1;
  (void)setsockopt(c->guest.stream.fd, SOL_SOCKET, SO_RCVLOWAT, &low,
                   sizeof low);
  c->guest.wait = EPOLLIN;
}

/* The bytes that have come; -1: wait for more than the `seen` ones, or the
 * connection is closed. */
static long peek(cs_conn *c, void *to, size_t room) {
  ssize_t n = recv(c->guest.stream.fd, to, room, MSG_PEEK);
  if (n > 0) return n;
  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    c->guest.wait = EPOLLIN;
  else
    cs_conn_close(c);
  return -1;
}

/* Take what was looked at. */
static bool consume(cs_conn *c, size_t n) {
  char waste[CONNECT_MAX];
  const int one = 1;
  (void)setsockopt(c->guest.stream.fd, SOL_SOCKET, SO_RCVLOWAT, &one,
                   sizeof one);
  return n == 0 ||
         recv(c->guest.stream.fd, waste, n, 0) == (ssize_t)n; /* it is there */
}

/* --- where to ------------------------------------------------------------ */

/* Which protocol do the rules want for this target?  The first that allows. */
static cs_verdict judge_target(cs_conn *c) {
  static const cs_egress_proto order[] = {CS_PROTO_HTTPS, CS_PROTO_HTTP,
                                          CS_PROTO_TCP};
  cs_verdict first = {CS_EGRESS_NOT_ALLOWED, CS_RULE_NONE};
  for (size_t i = 0; i < 3; i++) {
    cs_rule_ask ask = {.name = &c->name, .port = c->port, .proto = order[i]};
    cs_verdict v = cs_rules_judge(c->gate->rules, &ask);
    if (i == 0) first = v;
    if (v.code == CS_EGRESS_OK) {
      c->proto = order[i];
      return v;
    }
  }
  c->proto = CS_PROTO_HTTPS;
  return first;
}

/* The guest named its target, and the rules allow a connection. */
static void enter(cs_conn *c) {
  const cs_rule *r = &c->gate->rules->at[c->rule];
  c->fixed = true;
  if (c->proto == CS_PROTO_HTTPS)
    cs_conn_phase(c, CS_PHASE_HELLO, CS_WAIT_HELLO);
  else if (c->proto == CS_PROTO_HTTP && !r->tunnel)
    cs_conn_phase(c, CS_PHASE_REQUEST, CS_WAIT_HEAD);
  else
    cs_tunnel_begin(c);
}

/* --- the proxy ----------------------------------------------------------- */

static void take_connect(cs_conn *c, const cs_http_head *h) {
  static const char yes[] = "HTTP/1.1 200 Connection established\r\n\r\n";
  memcpy(c->method, "CONNECT", 8);
  if (!consume(c, h->size)) {
    cs_conn_close(c);
    return;
  }
  c->port = 0;
  if (cs_name_authority(h->target.at, h->target.n, &c->name, &c->port) ||
      c->port == 0) {
    cs_deny_name(c, h->target.at, h->target.n);
    return;
  }
  cs_verdict v = judge_target(c);
  c->rule = v.rule;
  if (v.code != CS_EGRESS_OK) {
    cs_deny(c, v.code, v.rule, "");
    return;
  }
  c->method[0] = 0;
  if (cs_buf_put(&c->guest.out, yes, sizeof yes - 1) != CS_OK ||
      !cs_side_flush(&c->guest)) {
    cs_conn_close(c);
    return;
  }
  enter(c);
}

static void proxy_turn(cs_conn *c) {
  static const char verb[] = "CONNECT ";
  char bytes[CONNECT_MAX];
  cs_http_head h;
  long n = peek(c, bytes, sizeof bytes);
  if (n < 0) return;
  size_t common = (size_t)n < 8 ? (size_t)n : 8;
  c->proto = CS_PROTO_HTTP; /* until we know better, for a refusal */
  if (memcmp(bytes, verb, common) != 0) {
    (void)consume(c, 0);
    cs_conn_phase(c, CS_PHASE_REQUEST, CS_WAIT_HEAD);
    return;
  }
  switch (cs_http_request(bytes, (size_t)n, &h)) {
    case CS_HTTP_MORE:
      if ((size_t)n < sizeof bytes) {
        wake_after(c, (size_t)n);
        return;
      }
      break;
    case CS_HTTP_DONE:
      if (h.frame != CS_FRAME_NONE) break;
      take_connect(c, &h);
      return;
    case CS_HTTP_BAD:
    case CS_HTTP_LONG: break;
  }
  cs_deny(c, CS_EGRESS_PROTOCOL, CS_RULE_NONE, "malformed CONNECT request");
}

/* --- programs that know of no proxy -------------------------------------- */

static bool is_loopback(const cs_address *a) {
  return a->family == 4 && a->bytes[0] == 127;
}

/* The address itself: only 127.0.0.0/8 has a route here, which programs reach
 * round the proxy (no_proxy has it).  A rule has to name it. */
static void take_literal(cs_conn *c, const cs_address *a) {
  c->name = (cs_name){.address = *a};
  cs_address_print(a, c->name.text);
  c->name.len = strlen(c->name.text);
}

/* The destination's address stands for a name: see answer.c. */
static void clear_turn(cs_conn *c) {
  struct sockaddr_storage to;
  socklen_t len = sizeof to;
  cs_address a;
  uint16_t port;
  if (getsockname(c->guest.stream.fd, (struct sockaddr *)&to, &len) != 0 ||
      !cs_address_from((struct sockaddr *)&to, &a, &port)) {
    cs_conn_close(c);
    return;
  }
  const cs_name *name = cs_answer_name(c->gate, &a);
  c->port = c->door;
  if (name)
    c->name = *name;
  else
    take_literal(c, &a);
  cs_verdict v = judge_target(c);
  c->rule = v.rule;
  if (v.code == CS_EGRESS_OK) {
    enter(c);
    return;
  }
  if (c->door == 80) c->proto = CS_PROTO_HTTP;
  cs_deny(c, v.code, v.rule,
          name || is_loopback(&a) ? "" : "connect by name, not by address");
}

/* --- SOCKS5 -------------------------------------------------------------- */

static void answer_socks(cs_conn *c, const void *bytes, size_t n) {
  if (cs_buf_put(&c->guest.out, bytes, n) != CS_OK || !cs_side_flush(&c->guest))
    cs_conn_close(c);
}

static void greet_socks(cs_conn *c, const uint8_t *bytes, size_t n) {
  size_t used;
  cs_socks_state st = cs_socks_greeting(bytes, n, &used);
  if (st == CS_SOCKS_MORE) {
    wake_after(c, n);
  } else if (st == CS_SOCKS_DONE && consume(c, used)) {
    c->greeted = true;
    answer_socks(c, "\x05\x00", 2);
  } else {
    if (st == CS_SOCKS_NO_AUTH) answer_socks(c, "\x05\xff", 2);
    cs_conn_close(c);
  }
}

static void take_socks(cs_conn *c, const uint8_t *bytes, size_t n) {
  size_t used;
  uint8_t reply[CS_SOCKS_REPLY];
  cs_socks_state st = cs_socks_request(bytes, n, &used, &c->name, &c->port);
  if (st == CS_SOCKS_MORE) {
    wake_after(c, n);
    return;
  }
  if (st == CS_SOCKS_BAD || !consume(c, used)) {
    cs_conn_close(c);
    return;
  }
  if (st == CS_SOCKS_BAD_NAME) {
    cs_deny_name(c, (const char *)bytes + 5, bytes[4]);
    return;
  }
  if (st != CS_SOCKS_DONE) {
    cs_deny(c, CS_EGRESS_PROTOCOL, CS_RULE_NONE, "only CONNECT is served");
    return;
  }
  cs_verdict v = judge_target(c);
  c->rule = v.rule;
  if (v.code != CS_EGRESS_OK) {
    cs_deny(c, v.code, v.rule, "");
    return;
  }
  cs_socks_reply(CS_SOCKS_OK, reply);
  answer_socks(c, reply, sizeof reply);
  if (c->phase != CS_PHASE_CLOSED) enter(c);
}

static void socks_turn(cs_conn *c) {
  for (;;) {
    uint8_t bytes[CS_SOCKS_MAX];
    bool before = c->greeted;
    long n = peek(c, bytes, sizeof bytes);
    if (n < 0) return;
    if (c->greeted) {
      take_socks(c, bytes, (size_t)n);
      return;
    }
    greet_socks(c, bytes, (size_t)n);
    if (c->phase == CS_PHASE_CLOSED || c->greeted == before) return;
  }
}

void cs_entry_turn(cs_conn *c) {
  switch (c->entry) {
    case CS_ENTRY_PROXY: proxy_turn(c); break;
    case CS_ENTRY_CLEAR: clear_turn(c); break;
    case CS_ENTRY_SOCKS: socks_turn(c); break;
    case CS_ENTRY_DNS: cs_answer_tcp(c); break;
    case CS_ENTRY_HOST: cs_conn_phase(c, CS_PHASE_REQUEST, CS_WAIT_IDLE); break;
    case CS_ENTRY_DNS_UDP: cs_conn_close(c); break;
  }
}

/* --- TLS ----------------------------------------------------------------- */

/* End the encryption here.  A guest that will be refused is greeted too, by
 * the name it asked for, so that it can be told why. */
static void intercept(cs_conn *c, const cs_name *as) {
  (void)consume(c, 0);
  c->guest.stream.ssl = cs_tls_accept(&c->gate->tls, as, c->guest.stream.fd);
  if (!c->guest.stream.ssl) {
    cs_deny(c, CS_EGRESS_DOWN, c->rule, "");
    return;
  }
  cs_conn_phase(c, CS_PHASE_GREET, CS_WAIT_HELLO);
}

/* redteam: H10, H11 */
static cs_egress_code judge_hello(const cs_conn *c, const cs_hello *h,
                                  bool tunnel) {
  if (tunnel && h->ech) return CS_EGRESS_ECH;
  /* A certificate for an address comes without a name. */
  if (cs_weaken("egress.identity")) return CS_EGRESS_OK;
  if (c->name.address.family)
    return h->has_sni ? CS_EGRESS_MISMATCH : CS_EGRESS_OK;
  if (!h->has_sni) return CS_EGRESS_NO_SNI;
  return cs_name_equal(&h->sni, &c->name) ? CS_EGRESS_OK : CS_EGRESS_MISMATCH;
}

static void take_hello(cs_conn *c, const cs_hello *h) {
  bool tunnel = c->gate->rules->at[c->rule].tunnel;
  cs_egress_code code = judge_hello(c, h, tunnel);
  if (tunnel && code != CS_EGRESS_OK) {
    cs_deny(c, code, c->rule, h->has_sni ? h->sni.text : "");
  } else if (tunnel) {
    (void)consume(c, 0);
    cs_tunnel_begin(c);
  } else {
    c->doomed = code;
    intercept(c, code == CS_EGRESS_MISMATCH && h->has_sni ? &h->sni : &c->name);
  }
}

void cs_hello_turn(cs_conn *c) {
  uint8_t bytes[CS_HELLO_MAX];
  cs_hello h;
  long n = peek(c, bytes, sizeof bytes);
  if (n < 0) return;
  switch (cs_hello_read(bytes, (size_t)n, &h)) {
    case CS_HELLO_MORE:
      if ((size_t)n < sizeof bytes) {
        wake_after(c, (size_t)n);
        return;
      }
      break;
    case CS_HELLO_DONE: take_hello(c, &h); return;
    case CS_HELLO_BAD_NAME:
      cs_deny(c, CS_EGRESS_BAD_NAME, c->rule, "the name of the TLS greeting");
      return;
    case CS_HELLO_BAD: break;
  }
  cs_deny(c, CS_EGRESS_PROTOCOL, c->rule, "this is not a TLS greeting");
}

void cs_greet_turn(cs_conn *c) {
  int n = cs_stream_handshake(&c->guest.stream);
  if (n == CS_STREAM_WAIT)
    c->guest.wait = c->guest.stream.events;
  else if (n != 1)
    cs_conn_close(c); /* the guest does not trust our certificate, mostly */
  else
    cs_conn_phase(c, CS_PHASE_REQUEST, CS_WAIT_HEAD);
}
