/*
 * tell.c - what the host hears of it.
 *
 * A host that does not listen must not stop the loop: an event that finds no
 * room is dropped, and the counters, which are sent when there is room again,
 * still have it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "egress/gate.h"

#define TOLD_BURST 2000 /* refusals that are told at once */
#define TOLD_PAUSE 100  /* milliseconds for each one more */

/* redteam: H21 - a guest can be refused a hundred thousand times in a second;
 * the host's audit log must not grow with that. */
static bool may_tell(cs_gate *g) {
  uint64_t again = (g->loop.now - g->told_since) / TOLD_PAUSE;
  if (again) g->told_since = g->loop.now;
  g->told = g->told > again ? g->told - again : 0;
  if (g->told >= TOLD_BURST) return false;
  g->told++;
  return true;
}

void cs_tell_event(cs_gate *g, const cs_egress_event *e) {
  cs_message m = {.kind = CS_MESSAGE_EVENT, .size = sizeof *e};
  bool wanted = e->kind == CS_EGRESS_EVENT_DENIED ||
                e->kind == CS_EGRESS_EVENT_SECRET ||
                e->kind == CS_EGRESS_EVENT_CLOSED || g->setup.talks;
  if (!wanted) return;
  if ((e->kind == CS_EGRESS_EVENT_DENIED && !may_tell(g)) ||
      !cs_message_send(g->control, &m, e, -1, false))
    g->counts.untold++;
}

static bool is_private(const cs_conn *c) {
  const cs_address *a = &c->name.address;
  return a->family && (cs_address_class(a) || cs_address_is_own(a));
}

/* What to write so that it would be allowed. */
static void put_remedy(const cs_conn *c, cs_egress_code code,
                       cs_egress_event *e) {
  static const char *const protos[] = {"", "https", "http", "tcp"};
  switch (code) {
    case CS_EGRESS_NOT_ALLOWED:
      if (c->port == 443 && c->proto == CS_PROTO_HTTPS &&
          !c->name.address.family)
        snprintf(e->remedy, sizeof e->remedy, "egress.allow += %s",
                 c->name.text);
      else
        snprintf(e->remedy, sizeof e->remedy,
                 "egress.allow += {%s: %s, ports: [%u], proto: %s%s}",
                 c->name.address.family ? "ip" : "host", c->name.text, c->port,
                 protos[c->proto & 3],
                 is_private(c) ? ", allow_private: true" : "");
      break;
    case CS_EGRESS_DENIED:
      snprintf(e->remedy, sizeof e->remedy, "egress.deny without %s",
               c->name.text);
      break;
    case CS_EGRESS_METHOD:
      snprintf(e->remedy, sizeof e->remedy, "methods of that rule += %s",
               c->method);
      break;
    case CS_EGRESS_PATH:
      snprintf(e->remedy, sizeof e->remedy,
               "paths of that rule += the begin of this path");
      break;
    case CS_EGRESS_BUDGET:
      snprintf(e->remedy, sizeof e->remedy,
               "egress.max_out, max_in or max_requests: more");
      break;
    case CS_EGRESS_ADDRESS_CLASS:
      snprintf(e->remedy, sizeof e->remedy,
               "egress.allow += {ip: the address, ports: [%u], allow_private: "
               "true}",
               c->port);
      break;
    case CS_EGRESS_SECRET:
      snprintf(e->remedy, sizeof e->remedy, "secrets.%s.hosts += %s",
               c->swap.who, c->name.text);
      break;
    case CS_EGRESS_APPROVAL:
      if (c->token[0])
        snprintf(e->remedy, sizeof e->remedy, "caisson approve %s", c->token);
      else
        snprintf(e->remedy, sizeof e->remedy,
                 "approve: false in that rule, or an approver");
      break;
    case CS_EGRESS_OK:
    case CS_EGRESS_BAD_NAME:
    case CS_EGRESS_RESOLVE:
    case CS_EGRESS_MISMATCH:
    case CS_EGRESS_NO_SNI:
    case CS_EGRESS_ECH:
    case CS_EGRESS_PROTOCOL:
    case CS_EGRESS_TLS_UPSTREAM:
    case CS_EGRESS_DOWN:
    case CS_EGRESS_CODE_COUNT: break;
  }
}

void cs_tell_fill(const cs_conn *c, cs_egress_event_kind kind,
                  cs_egress_code code, uint32_t rule, const char *detail,
                  cs_egress_event *out) {
  const cs_rules *r = c->gate->rules;
  *out = (cs_egress_event){.kind = (uint32_t)kind,
                           .code = code,
                           .port = c->port,
                           .proto = (uint8_t)c->proto};
  if (rule != CS_RULE_NONE && rule >= r->n) rule = CS_RULE_NONE;
  out->tunnel = rule != CS_RULE_NONE && r->at[rule].tunnel;
  snprintf(out->host, sizeof out->host, "%s", c->name.text);
  snprintf(out->method, sizeof out->method, "%s", c->method);
  snprintf(out->rule, sizeof out->rule, "%s", cs_rules_where(r, rule));
  snprintf(out->reason, sizeof out->reason, "%s%s%s", cs_egress_code_text(code),
           *detail ? ": " : "", detail);
  if (c->swap.who[0] && code == CS_EGRESS_SECRET)
    snprintf(out->secret, sizeof out->secret, "%s", c->swap.who);
  if (code == CS_EGRESS_APPROVAL)
    snprintf(out->token, sizeof out->token, "%s", c->token);
  if (kind == CS_EGRESS_EVENT_DENIED) put_remedy(c, code, out);
}

void cs_tell_counts(cs_gate *g) {
  cs_message m = {.kind = CS_MESSAGE_COUNTS, .size = sizeof g->counts};
  (void)cs_message_send(g->control, &m, &g->counts, -1, false);
}
