/*
 * ask.c - requests that an owner has to agree to (`approve: true` of a rule).
 *
 * The request stays unread while the host is asked; with a yes it is judged
 * again from its first byte, so what is sent is what was asked about.  "Once"
 * is one request, or one tunnel; "session" is this host and port from now on.
 * A host that has no answer yet says so at once, with the token of the
 * question: the request is refused, and the program may try again.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "egress/gate.h"

static bool is_granted(const cs_conn *c) {
  const cs_gate *g = c->gate;
  for (size_t i = 0; i < g->ngrants && i < CS_GATE_GRANTS; i++) {
    const cs_grant *x = &g->grants[i];
    if (x->port == c->port && x->proto == (uint8_t)c->proto &&
        cs_name_equal(&x->name, &c->name))
      return true;
  }
  return false;
}

/* The oldest one makes room: its host is asked about again. */
static void keep_grant(const cs_conn *c) {
  cs_gate *g = c->gate;
  g->grants[g->ngrants++ % CS_GATE_GRANTS] =
      (cs_grant){.name = c->name, .port = c->port, .proto = (uint8_t)c->proto};
}

static bool ask(cs_conn *c) {
  cs_gate *g = c->gate;
  cs_egress_event e;
  cs_message m = {.kind = CS_MESSAGE_EVENT, .size = sizeof e};
  cs_tell_fill(c, CS_EGRESS_EVENT_ASKS, CS_EGRESS_APPROVAL, c->rule, "", &e);
  e.id = c->asked = ++g->asks;
  return g->setup.asks && cs_message_send(g->control, &m, &e, -1, false);
}

bool cs_ask_permit(cs_conn *c) {
  bool granted = c->granted;
  c->granted = false;
  c->token[0] = 0;
  if (!c->gate->rules->at[c->rule].approve || granted || is_granted(c))
    return true;
  if (ask(c))
    cs_conn_phase(c, CS_PHASE_ASK, CS_WAIT_ASK);
  else
    cs_deny(c, CS_EGRESS_APPROVAL, c->rule, "there is nobody to ask");
  return false;
}

static void go_on(cs_conn *c) {
  c->granted = true;
  if (c->tunnel)
    cs_tunnel_begin(c);
  else
    cs_conn_phase(c, CS_PHASE_REQUEST, CS_WAIT_HEAD);
}

void cs_ask_answer(cs_gate *g, const cs_egress_verdict *v) {
  cs_conn *c = g->conns;
  while (c && (c->phase != CS_PHASE_ASK || c->asked != v->id)) c = c->next;
  if (!c) return; /* nobody waits for it any more */
  if (v->answer == CS_APPROVAL_SESSION) keep_grant(c);
  if (v->answer == CS_APPROVAL_ONCE || v->answer == CS_APPROVAL_SESSION) {
    go_on(c);
  } else {
    memcpy(c->token, v->token, sizeof c->token);
    c->token[sizeof c->token - 1] = 0;
    cs_deny(
        c, CS_EGRESS_APPROVAL, c->rule,
        v->answer == CS_APPROVAL_NO ? "it was refused" : "ask, and try again");
  }
  if (c->phase != CS_PHASE_CLOSED) cs_conn_turn(c);
}
