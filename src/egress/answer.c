/*
 * answer.c - the resolver of a sandbox: it answers, and asks nobody.
 *
 * A name that some rule allows gets an address of 198.18.0.0/15, which is local
 * to the sandbox's network; a connection to it comes to us, and the address
 * says which name was meant.  Every other name does not exist.  Nothing is
 * resolved on the host for an answer, so a name carries nothing out.
 *
 * When all addresses are given away the oldest stands for a new name; a
 * connection that still means the old one fails, since TLS and Host name it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "egress/gate.h"

#define FIRST ((198u << 24) + (18u << 16) + 256u)

static cs_address address_of(size_t i) {
  uint32_t n = FIRST + (uint32_t)i;
  return (cs_address){.family = 4,
                      .bytes = {(uint8_t)(n >> 24), (uint8_t)(n >> 16),
                                (uint8_t)(n >> 8), (uint8_t)n}};
}

const cs_name *cs_answer_name(const cs_gate *g, const cs_address *a) {
  if (a->family != 4) return NULL;
  uint32_t n = (uint32_t)a->bytes[0] << 24 | (uint32_t)a->bytes[1] << 16 |
               (uint32_t)a->bytes[2] << 8 | a->bytes[3];
  if (n < FIRST || n - FIRST >= g->nfakes) return NULL;
  return &g->fakes[n - FIRST].name;
}

static cs_address find_address(cs_gate *g, const cs_name *name) {
  for (size_t i = 0; i < g->nfakes; i++)
    if (cs_name_equal(&g->fakes[i].name, name)) return address_of(i);
  size_t i = g->next_fake++ % CS_GATE_FAKES;
  if (g->nfakes < CS_GATE_FAKES) g->nfakes++;
  g->fakes[i].name = *name;
  return address_of(i);
}

static void note_refusal(cs_gate *g, const cs_dns_question *q) {
  cs_egress_event e = {.kind = CS_EGRESS_EVENT_DENIED,
                       .code = CS_EGRESS_NOT_ALLOWED,
                       .port = 443,
                       .proto = CS_PROTO_HTTPS};
  if (!q->good) e.code = CS_EGRESS_BAD_NAME;
  snprintf(e.host, sizeof e.host, "%s", q->good ? q->name.text : "(malformed)");
  snprintf(e.method, sizeof e.method, "DNS");
  snprintf(e.rule, sizeof e.rule, "default-deny");
  snprintf(e.reason, sizeof e.reason, "%s", cs_egress_code_text(e.code));
  if (q->good)
    snprintf(e.remedy, sizeof e.remedy, "egress.allow += %s", q->name.text);
  e.id = ++g->counts.denied;
  cs_tell_event(g, &e);
}

/* redteam: H04.  0: no answer at all. */
static size_t answer(cs_gate *g, const uint8_t *bytes, size_t n,
                     uint8_t out[CS_DNS_MAX]) {
  cs_dns_question q;
  if (!cs_dns_read_question(bytes, n, &q)) return 0;
  bool address = q.type == CS_DNS_A || q.type == CS_DNS_AAAA;
  bool known =
      q.good && !q.name.address.family && cs_rules_knows(g->rules, &q.name);
  if (!known && address && q.type == CS_DNS_A) note_refusal(g, &q);
  if (!known || q.type != CS_DNS_A)
    return cs_dns_answer(bytes, &q, known, NULL, out);
  cs_address a = find_address(g, &q.name);
  return cs_dns_answer(bytes, &q, true, &a, out);
}

void cs_answer_udp(cs_listener *l) {
  for (int i = 0; i < 64; i++) {
    uint8_t in[CS_DNS_MAX], out[CS_DNS_MAX];
    struct sockaddr_storage from;
    socklen_t len = sizeof from;
    ssize_t n = recvfrom(l->source.fd, in, sizeof in, MSG_DONTWAIT,
                         (struct sockaddr *)&from, &len);
    if (n < 0) return;
    size_t k = answer(l->gate, in, (size_t)n, out);
    if (k)
      (void)sendto(l->source.fd, out, k, MSG_DONTWAIT | MSG_NOSIGNAL,
                   (struct sockaddr *)&from, len);
  }
}

/* Questions over TCP, each after its length. */
void cs_answer_tcp(cs_conn *c) {
  for (;;) {
    uint8_t out[2 + CS_DNS_MAX];
    if (!cs_side_fill(&c->guest, 2 + CS_DNS_MAX)) break;
    cs_span in = cs_side_left(&c->guest);
    const uint8_t *b = (const uint8_t *)in.at;
    size_t size = in.n >= 2 ? (size_t)(b[0] << 8 | b[1]) : 0;
    if (in.n >= 2 && (size == 0 || size > CS_DNS_MAX)) break;
    if (in.n < 2 || in.n < 2 + size) {
      if (c->guest.stream.ended) break;
      c->guest.wait |= EPOLLIN;
      return;
    }
    size_t n = answer(c->gate, b + 2, size, out + 2);
    c->guest.used += 2 + size;
    if (n == 0) break;
    out[0] = (uint8_t)(n >> 8);
    out[1] = (uint8_t)n;
    if (cs_buf_put(&c->guest.out, out, 2 + n) != CS_OK ||
        !cs_side_flush(&c->guest) || cs_side_waiting(&c->guest))
      break;
  }
  cs_conn_close(c);
}
