/*
 * dial.c - from a name that is allowed to a server that is verified.
 *
 * The name is resolved once; every address is vetted; only vetted ones are
 * dialled, in order; the peer must be the one that was dialled.  Nothing in a
 * connection resolves again (redteam: H09).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/weaken.h"
#include "egress/gate.h"

#define MINUTE        60000
#define NAMES_MINUTES 120 /* new names of wildcards in a minute */

/* --- names of wildcards -------------------------------------------------- */

/* With a key of this process: nobody can look for two names with one hash. */
static uint64_t hash_of(cs_gate *g, const cs_name *n) {
  if (!g->names_key && getrandom(&g->names_key, sizeof g->names_key, 0) < 0)
    g->names_key = 1;
  return cs_hash_keyed(g->names_key, n->text, n->len);
}

/* redteam: H04 - each new name under a wildcard is a message to whoever runs
 * its name server; there are not many of them in a minute. */
static bool may_ask(cs_conn *c) {
  cs_gate *g = c->gate;
  const char *host = cs_rules_text(g->rules, g->rules->at[c->rule].host);
  if (host[0] != '*') return true;
  uint64_t h = hash_of(g, &c->name);
  for (size_t i = 0; i < CS_GATE_SEEN; i++)
    if (g->names_seen[i] == h) return true;
  if (g->loop.now - g->names_since > MINUTE) {
    g->names_since = g->loop.now;
    g->names_asked = 0;
  }
  if (g->names_asked >= NAMES_MINUTES) return false; /* also a second time */
  g->names_asked++;
  g->names_seen[g->next_seen++ % CS_GATE_SEEN] = h;
  return true;
}

/* --- connecting ---------------------------------------------------------- */

static void verified(cs_conn *c) {
  c->up_rule = c->rule;
  c->up_name = c->name;
  c->up_port = c->port;
  cs_loop_want(&c->gate->loop, &c->up.source, 0);
  if (!c->tunnel) {
    cs_request_ready(c);
    return;
  }
  cs_egress_event e;
  c->gate->counts.requests++;
  cs_tell_fill(c, CS_EGRESS_EVENT_ALLOWED, CS_EGRESS_OK, c->rule, "tunnel", &e);
  cs_tell_event(c->gate, &e);
  cs_conn_phase(c, CS_PHASE_TUNNEL, CS_WAIT_IDLE);
}

static void verify(cs_conn *c) {
  cs_stream *s = &c->up.stream;
  int n = cs_stream_handshake(s);
  if (n == CS_STREAM_WAIT) {
    c->up.wait = s->events;
    cs_loop_want(&c->gate->loop, &c->up.source, s->events);
    return;
  }
  long why = s->tls->ssl.SSL_get_verify_result(s->ssl);
  if (n == 1 && (why == X509_V_OK || cs_weaken("egress.upstream"))) {
    verified(c);
    return;
  }
  cs_deny(c, CS_EGRESS_TLS_UPSTREAM, c->rule,
          why != X509_V_OK ? s->tls->crypto.X509_verify_cert_error_string(why)
                           : "the TLS handshake failed");
}

static void dial_next(cs_conn *c);

/* The connection stands: is it the one that was vetted? */
static void connected(cs_conn *c) {
  struct sockaddr_storage to;
  socklen_t len = sizeof to;
  cs_address a;
  uint16_t port = 0;
  const int yes = 1;
  if (getpeername(c->up.stream.fd, (struct sockaddr *)&to, &len) != 0 ||
      !cs_address_from((struct sockaddr *)&to, &a, &port) ||
      !cs_address_equal(&a, &c->address) || port != c->port) {
    dial_next(c);
    return;
  }
  (void)setsockopt(c->up.stream.fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (!c->up_tls) {
    verified(c);
    return;
  }
  c->up.stream.ssl =
      cs_tls_connect(&c->gate->tls, &c->name, c->port, c->up.stream.fd);
  if (!c->up.stream.ssl) {
    cs_deny(c, CS_EGRESS_DOWN, c->rule, "");
    return;
  }
  cs_conn_phase(c, CS_PHASE_VERIFY, CS_WAIT_DIAL);
  verify(c);
}

static bool start(cs_conn *c, const cs_address *a) {
  struct sockaddr_storage to;
  socklen_t len = cs_address_socket(a, c->port, &to);
  int fd = socket(to.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  if (connect(fd, (struct sockaddr *)&to, len) != 0 && errno != EINPROGRESS) {
    close(fd);
    return false;
  }
  c->address = *a;
  c->up.stream.fd = c->up.source.fd = fd;
  c->up.source.want = c->up.wait = EPOLLOUT;
  c->up.source.ready = cs_side_up_ready;
  if (cs_loop_add(&c->gate->loop, &c->up.source)) return true;
  c->up.source.fd = -1;
  cs_stream_close(&c->up.stream);
  return false;
}

static void drop_attempt(cs_conn *c) {
  size_t max = c->up.in.max;
  cs_buf out = c->up.out; /* what waits to be sent stays */
  bool secret = c->up.secret;
  cs_buf_init(&c->up.out, max);
  cs_side_fini(&c->up);
  cs_side_init(&c->up, c, max);
  c->up.out = out;
  c->up.secret = secret;
}

/* redteam: H08 - address by address, right before it is dialled. */
static void dial_next(cs_conn *c) {
  drop_attempt(c);
  while (c->next_address < c->lookup.found.n) {
    const cs_address *a = &c->lookup.found.at[c->next_address++];
    const char *class = cs_rules_refuses(c->gate->rules, a, c->port);
    if (class) {
      c->refused = class;
      continue;
    }
    if (!start(c, a)) continue;
    cs_conn_phase(c, CS_PHASE_DIAL, CS_WAIT_DIAL);
    return;
  }
  if (c->refused && c->address.family == 0)
    cs_deny(c, CS_EGRESS_ADDRESS_CLASS, c->rule, c->refused);
  else
    cs_deny(c, CS_EGRESS_RESOLVE, c->rule,
            c->lookup.found.n ? "no address can be reached"
                              : "the name has no address");
}

void cs_dial_turn(cs_conn *c, uint32_t events) {
  int problem = 0;
  socklen_t len = sizeof problem;
  if (events == 0 && c->phase == CS_PHASE_DIAL) {
    dial_next(c);
  } else if (events == 0) {
    cs_deny(c, CS_EGRESS_TLS_UPSTREAM, c->rule, "the handshake took too long");
  } else if (c->phase == CS_PHASE_VERIFY) {
    verify(c);
  } else if (getsockopt(c->up.stream.fd, SOL_SOCKET, SO_ERROR, &problem,
                        &len) == 0 &&
             problem == 0) {
    connected(c);
  } else {
    dial_next(c);
  }
}

/* --- resolving ----------------------------------------------------------- */

void cs_dial_found(cs_conn *c, bool failed) {
  if (failed && c->lookup.found.n == 0) {
    cs_deny(c, CS_EGRESS_RESOLVE, c->rule, "no resolver answered");
    return;
  }
  c->next_address = 0;
  dial_next(c);
}

void cs_dial_begin(cs_conn *c) {
  c->refused = NULL;
  c->address = (cs_address){0};
  c->next_address = 0;
  cs_conn_phase(c, CS_PHASE_RESOLVE, CS_WAIT_RESOLVE + 1000);
  if (c->name.address.family) {
    c->lookup.found.at[0] = c->name.address;
    c->lookup.found.n = 1;
    dial_next(c);
  } else if (!may_ask(c)) {
    cs_deny(c, CS_EGRESS_BUDGET, c->rule, "too many new names in a minute");
  } else {
    cs_lookup_begin(c);
  }
}
