/*
 * gate.h - the egress process: its state, and a connection through it.
 *
 * One thread, one loop.  A connection has two sides: the guest's and the
 * upstream's, and goes through phases:
 *
 *   ENTRY    what does the guest want?  (entry.c: proxy, transparent, SOCKS)
 *   GREET    TLS with the guest, with a certificate of ours
 *   REQUEST  a head of the guest's is read and judged      (request.c)
 *   RESOLVE, DIAL, VERIFY   the upstream side              (dial.c)
 *   ASK      the owner has to agree to it                   (ask.c)
 *   EXCHANGE bodies and a reply cross                      (request.c, reply.c)
 *   TUNNEL   bytes cross that we cannot read               (tunnel.c)
 *   LINGER   everything is said; the guest reads it        (deny.c)
 *
 * Invariants: nothing is resolved or dialled before a rule allowed it; `up` is
 * only ever connected to `name`:`port`, at an address that was vetted; after
 * cs_conn_close a connection is only memory until the round ends.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_GATE_H
#define CS_EGRESS_GATE_H

#include "egress/dns.h"
#include "egress/http.h"
#include "egress/loop.h"
#include "egress/message.h"
#include "egress/rule.h"
#include "egress/stream.h"
#include "egress/vault.h"

#define CS_GATE_FAKES     4096 /* names that have an address inside */
#define CS_GATE_LISTENERS 70
#define CS_GATE_GRANTS    64    /* hosts that an owner agreed to */
#define CS_GATE_SEEN      256   /* names of wildcards that are remembered */
#define CS_CONN_BUFFER    32768 /* bytes that wait in one direction */

typedef struct cs_gate cs_gate;
typedef struct cs_conn cs_conn;

/* Milliseconds. */
enum {
  CS_WAIT_HELLO = 5000,
  CS_WAIT_HEAD = 30000,
  CS_WAIT_RESOLVE = 5000,
  CS_WAIT_DIAL = 10000,
  CS_WAIT_IDLE = 300000,
  CS_WAIT_ASK = 310000, /* an owner has five minutes */
  CS_WAIT_LINGER = 2000
};

typedef enum cs_entry_kind {
  CS_ENTRY_PROXY = 1, /* 127.0.0.1:3128 */
  CS_ENTRY_CLEAR,     /* a port of a rule, by the destination's address */
  CS_ENTRY_SOCKS,     /* 127.0.0.1:1080 */
  CS_ENTRY_DNS,       /* 127.0.0.1:53, TCP */
  CS_ENTRY_DNS_UDP,
  CS_ENTRY_HOST /* a socket of the host: absolute URLs, https among them */
} cs_entry_kind;

typedef struct cs_listener {
  cs_source source; /* fd owned */
  cs_gate *gate;
  cs_entry_kind kind;
  uint16_t port;
} cs_listener;

typedef struct cs_fake { /* an address of 198.18.0.0/15 that stands for a name
                          */
  cs_name name;
} cs_fake;

typedef struct cs_grant { /* an owner agreed to all of it */
  cs_name name;
  uint16_t port;
  uint8_t proto;
} cs_grant;

typedef struct cs_spent { /* of a rule, or of all */
  uint64_t out, in, requests;
} cs_spent;

/* --- resolving ----------------------------------------------------------- */

typedef struct cs_lookup { /* one name, once */
  cs_source source;        /* fd owned */
  cs_gate *gate;
  cs_conn *conn;
  cs_name name;
  cs_dns_addresses found;
  uint16_t ids[2]; /* of the questions for A and AAAA */
  bool answered[2];
  bool none; /* there is no such name */
  bool tcp;  /* an answer was cut: ask again, one after the other */
  unsigned server, tries;
  uint8_t frame[2 + 4096]; /* TCP */
  size_t have;
  bool active;
} cs_lookup;

/* --- connections --------------------------------------------------------- */

typedef enum cs_phase {
  CS_PHASE_ENTRY,
  CS_PHASE_HELLO,
  CS_PHASE_GREET,
  CS_PHASE_REQUEST,
  CS_PHASE_ASK,
  CS_PHASE_RESOLVE,
  CS_PHASE_DIAL,
  CS_PHASE_VERIFY,
  CS_PHASE_EXCHANGE,
  CS_PHASE_TUNNEL,
  CS_PHASE_LINGER,
  CS_PHASE_CLOSED
} cs_phase;

typedef struct cs_side {
  cs_source source;
  cs_conn *conn;
  cs_stream stream;
  cs_buf in, out; /* bytes that were read; bytes to be written */
  size_t used;    /* of `in`: already looked at */
  size_t sent;    /* of `out`: already written */
  uint32_t wait;  /* what the last read or write waits for */
  bool secret;    /* `out` holds a value: wipe it */
} cs_side;

struct cs_conn {
  cs_grave grave;
  cs_gate *gate;
  cs_conn *next, *prev;
  cs_phase phase;
  cs_entry_kind entry;
  uint16_t door; /* the port that the guest came to */
  cs_side guest, up;

  /* Where it goes. */
  cs_name name;
  uint16_t port;
  cs_egress_proto proto;
  bool fixed;            /* the guest named it once, for all requests */
  bool greeted;          /* SOCKS: the greeting is over */
  cs_egress_code doomed; /* every request gets this denial */
  uint32_t rule;
  uint32_t up_rule; /* the rule whose budget pays for `up` */

  /* Dialling. */
  cs_lookup lookup;
  size_t next_address;
  const char *refused; /* class of an address that was not dialled */
  cs_address address;
  cs_name up_name;
  uint16_t up_port;
  bool up_tls;
  bool tunnel;                /* bytes cross unread */
  uint64_t paid_out, paid_in; /* of `up`: already counted */

  /* One exchange. */
  char method[CS_HTTP_METHOD];
  cs_http_body request, reply;
  bool has_reply; /* its head was read */
  bool head_only, upgrade, keep, guest_old, reply_chunked;
  unsigned interim; /* replies 1xx so far */
  uint64_t begun;
  cs_buf body; /* a request's, while secrets may have to go into it */
  bool whole;  /* it is collected there */
  cs_swap swap;
  bool swapping;
  cs_scrub scrub;

  /* What an owner has to agree to. */
  uint64_t asked; /* the number of the question */
  bool granted;   /* for the request that is at hand */
  char token[CS_APPROVAL_TOKEN];

  /* A refusal. */
  cs_egress_event event;
  uint64_t drained;
};

struct cs_gate {
  cs_loop loop;
  cs_tls tls;
  cs_rules *rules; /* owned */
  cs_spent *spent; /* owned; one for each rule */
  cs_spent total;
  cs_egress_counts counts;
  cs_vault secrets;
  cs_listener listeners[CS_GATE_LISTENERS];
  size_t nlisteners;
  cs_conn *conns;
  size_t nconns;
  size_t room;    /* for connections, by the descriptors we may open */
  cs_fake *fakes; /* owned */
  size_t nfakes, next_fake;
  cs_grant grants[CS_GATE_GRANTS];
  size_t ngrants;
  uint64_t asks;                     /* questions so far */
  uint64_t told, told_since;         /* refusals: see tell.c */
  uint64_t names_since, names_asked; /* of wildcards: see dial.c */
  uint64_t names_key;
  uint64_t names_seen[CS_GATE_SEEN];
  size_t next_seen;
  int control; /* owned */
  cs_source control_source, post_source;
  cs_message_setup setup;
  _Alignas(16) char message[CS_MESSAGE_MAX];
};

/* conn.c */
void cs_conn_accept(cs_listener *l);
/* Serve a connection of the host; `fd` is taken. */
void cs_conn_adopt(cs_gate *g, int fd);
void cs_conn_close(cs_conn *c);
/* Carry on with whatever can be done now. */
void cs_conn_turn(cs_conn *c);
void cs_conn_phase(cs_conn *c, cs_phase phase, uint64_t wait_ms);
/* Write what waits in `out`; false: broken (the connection is closed). */
bool cs_side_flush(cs_side *s);
/* Read more into `in`, up to `most` bytes that wait.  False: broken. */
bool cs_side_fill(cs_side *s, size_t most);
/* Bytes in `in` that were not looked at. */
static inline cs_span cs_side_left(const cs_side *s) {
  return (cs_span){s->in.data ? s->in.data + s->used : "", s->in.len - s->used};
}
static inline size_t cs_side_waiting(const cs_side *s) {
  return s->out.len - s->sent;
}
void cs_side_init(cs_side *s, cs_conn *c, size_t max);
void cs_side_up_ready(cs_source *s, uint32_t events);
void cs_side_fini(cs_side *s);
/* Close the upstream side and pay for it. */
void cs_conn_drop_up(cs_conn *c);
/* Count what crossed; false: a budget is reached, and the connection is over.
 */
bool cs_conn_pay(cs_conn *c);

/* entry.c */
void cs_entry_turn(cs_conn *c);
void cs_hello_turn(cs_conn *c);
void cs_greet_turn(cs_conn *c);
/* dial.c */
void cs_dial_begin(cs_conn *c);
void cs_dial_turn(cs_conn *c, uint32_t events);
void cs_lookup_cancel(cs_lookup *l);
void cs_dial_found(cs_conn *c, bool failed);
/* lookup.c */
void cs_lookup_begin(cs_conn *c);
/* request.c, reply.c, tunnel.c */
void cs_request_turn(cs_conn *c);
void cs_request_ready(cs_conn *c); /* the upstream side stands */
bool cs_request_body(cs_conn *c);
bool cs_reply_turn(cs_conn *c);
void cs_exchange_turn(cs_conn *c);
void cs_tunnel_begin(cs_conn *c);
void cs_tunnel_turn(cs_conn *c);
/* deny.c */
void cs_deny(cs_conn *c, cs_egress_code code, uint32_t rule,
             const char *detail);
void cs_deny_name(cs_conn *c, const char *bytes, size_t n);
void cs_deny_linger(cs_conn *c);
/* answer.c: DNS in the sandbox */
void cs_answer_udp(cs_listener *l);
void cs_answer_tcp(cs_conn *c);
const cs_name *cs_answer_name(const cs_gate *g, const cs_address *a);
/* ask.c */
/* Is the target of the connection agreed to, if its rule wants that?  False: it
 * waits for an answer, or was refused. */
bool cs_ask_permit(cs_conn *c);
void cs_ask_answer(cs_gate *g, const cs_egress_verdict *v);
/* rejudge.c */
/* Take other rules (owned from now on); connections that they do not allow end.
 * False: no memory, and the old ones stand. */
bool cs_gate_rules(cs_gate *g, cs_rules *r);
/* tell.c */
void cs_tell_event(cs_gate *g, const cs_egress_event *e);
void cs_tell_fill(const cs_conn *c, cs_egress_event_kind kind,
                  cs_egress_code code, uint32_t rule, const char *detail,
                  cs_egress_event *out);
void cs_tell_counts(cs_gate *g);

#endif
