/*
 * deny.c - refusals, told to everybody in the same words.
 *
 * The guest gets an HTTP reply with the object caisson.denial/1, where it
 * speaks HTTP; the host gets the same as an event, for the result and the audit
 * log.  Both have the number of the refusal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "egress/gate.h"
#include "egress/socks.h"

#define DRAIN_MAX (1u << 20) /* bytes that a refused guest may still send */

/* --- the object ---------------------------------------------------------- */

static cs_status put_json(cs_buf *b, const char *key, const char *text) {
  cs_status st = cs_buf_printf(b, "\"%s\":\"", key);
  for (; st == CS_OK && *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c < ' ' || c == '"' || c == '\\' || c >= 0x7f)
      st = cs_buf_printf(b, "\\u%04x", c);
    else
      st = cs_buf_put(b, text, 1);
  }
  return st == CS_OK ? cs_buf_put_text(b, "\",") : st;
}

/* At most 16 hosts: enough to see what is meant. */
static cs_status put_allowed(const cs_gate *g, cs_buf *b) {
  size_t n = 0;
  cs_status st = cs_buf_put_text(b, "\"allowed\":[");
  for (uint32_t i = 0; st == CS_OK && i < g->rules->n && n < 16; i++) {
    const cs_rule *r = &g->rules->at[i];
    char text[CS_ADDRESS_TEXT];
    if (r->deny) continue;
    if (r->address.family) cs_address_print(&r->address, text);
    st = cs_buf_printf(
        b, "%s\"%s\"", n++ ? "," : "",
        r->address.family ? text : cs_rules_text(g->rules, r->host));
  }
  return st == CS_OK ? cs_buf_put_text(b, "],") : st;
}

static cs_status put_object(const cs_conn *c, cs_buf *b) {
  const cs_egress_event *e = &c->event;
  char object[CS_NAME_MAX + 16];
  snprintf(object, sizeof object, "%s:%u", e->host, e->port);
  cs_status st = cs_buf_put_text(b, "{\"schema\":\"caisson.denial/1\",");
  if (st == CS_OK) st = put_json(b, "capability", "egress");
  if (st == CS_OK) st = put_json(b, "object", object);
  if (st == CS_OK) st = put_json(b, "rule", e->rule);
  if (st == CS_OK) st = put_json(b, "code", cs_egress_code_word(e->code));
  if (st == CS_OK) st = put_json(b, "reason", e->reason);
  if (st == CS_OK) st = put_json(b, "remedy", e->remedy);
  if (st == CS_OK && e->token[0]) st = put_json(b, "request_token", e->token);
  if (st == CS_OK) st = put_allowed(c->gate, b);
  return st == CS_OK ? cs_buf_printf(b, "\"id\":%llu,\"count\":1}\n",
                                     (unsigned long long)e->id)
                     : st;
}

/* --- the reply ----------------------------------------------------------- */

static const char *phrase(int status) {
  return status == 421   ? "Misdirected Request"
         : status == 405 ? "Method Not Allowed"
                         : "Forbidden";
}

static cs_status put_reply(cs_conn *c) {
  cs_buf body;
  cs_buf_init(&body, 16384);
  int status = cs_egress_code_status(c->event.code);
  bool trace =
      c->event.code == CS_EGRESS_METHOD &&
      (strcmp(c->method, "TRACE") == 0 || strcmp(c->method, "TRACK") == 0);
  if (trace) status = 405;
  cs_status st = put_object(c, &body);
  if (st == CS_OK)
    st = cs_buf_printf(&c->guest.out,
                       "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\n"
                       "X-Caisson-Denial: %s\r\nContent-Length: %zu\r\n"
                       "Connection: close\r\n\r\n",
                       status, phrase(status),
                       cs_egress_code_word(c->event.code), body.len);
  if (st == CS_OK && strcmp(c->method, "HEAD") != 0)
    st = cs_buf_put(&c->guest.out, body.data, body.len);
  cs_buf_fini(&body);
  return st;
}

/* Does the guest speak HTTP to us now, and wait for a reply? */
static bool hears_http(const cs_conn *c) {
  if (c->has_reply || c->guest.stream.fd < 0) return false;
  if (c->guest.stream.ssl) return c->guest.stream.verified;
  if (c->entry == CS_ENTRY_PROXY) return !c->fixed || c->proto == CS_PROTO_HTTP;
  if (c->entry == CS_ENTRY_HOST) return true;
  return c->entry == CS_ENTRY_CLEAR && c->proto == CS_PROTO_HTTP;
}

/* The last words to the guest, in its language. */
static cs_status put_words(cs_conn *c) {
  uint8_t socks[CS_SOCKS_REPLY];
  if (hears_http(c)) return put_reply(c);
  if (c->entry != CS_ENTRY_SOCKS || !c->greeted || c->fixed) return CS_OK;
  cs_socks_reply(CS_SOCKS_REFUSED, socks);
  return cs_buf_put(&c->guest.out, socks, sizeof socks);
}

/* --- refusing ------------------------------------------------------------ */

static void refuse(cs_conn *c) {
  cs_gate *g = c->gate;
  g->counts.denied++;
  cs_lookup_cancel(&c->lookup);
  cs_conn_drop_up(c);
  c->event.id = g->counts.denied;
  cs_tell_event(g, &c->event);
  if (put_words(c) != CS_OK)
    cs_conn_close(c);
  else
    cs_conn_phase(c, CS_PHASE_LINGER, CS_WAIT_LINGER);
}

/* redteam: I02 - whatever is refused gets a reason, where there is a way. */
void cs_deny(cs_conn *c, cs_egress_code code, uint32_t rule,
             const char *detail) {
  if (c->phase == CS_PHASE_LINGER) return;
  cs_tell_fill(c, CS_EGRESS_EVENT_DENIED, code, rule, detail, &c->event);
  refuse(c);
}

void cs_deny_name(cs_conn *c, const char *bytes, size_t n) {
  if (c->phase == CS_PHASE_LINGER) return;
  size_t at = 0;
  cs_tell_fill(c, CS_EGRESS_EVENT_DENIED, CS_EGRESS_BAD_NAME, CS_RULE_NONE, "",
               &c->event);
  for (size_t i = 0; i < n && at + 5 < sizeof c->event.host; i++) {
    unsigned char b = (unsigned char)bytes[i];
    if (b > ' ' && b < 0x7f && b != '\\')
      c->event.host[at++] = (char)b;
    else
      at += (size_t)snprintf(c->event.host + at, 5, "\\x%02x", b);
  }
  c->event.host[at] = 0;
  refuse(c);
}

/* Let the guest read what was said before its connection goes: closing with
 * bytes unread would take the reply away from it. */
void cs_deny_linger(cs_conn *c) {
  char waste[4096];
  if (!cs_side_flush(&c->guest)) {
    cs_conn_close(c);
    return;
  }
  if (cs_side_waiting(&c->guest)) return;
  if (!c->drained) cs_stream_finish(&c->guest.stream);
  if (!c->drained) c->drained = 1;
  for (;;) {
    ssize_t n = recv(c->guest.stream.fd, waste, sizeof waste, MSG_DONTWAIT);
    if (n < 0 && errno == EAGAIN) break;
    if (n > 0) c->drained += (uint64_t)n;
    if (n <= 0 || c->drained > DRAIN_MAX) {
      cs_conn_close(c);
      return;
    }
  }
  c->guest.wait |= EPOLLIN;
}
