/*
 * rule.c - the judge: which rule allows a connection or a request.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/rule.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/weaken.h"
#include "egress/path.h"
#include "egress/suffix.h"
#include "policy/host.h"

/* --- from a policy ------------------------------------------------------- */

typedef struct maker {
  const cs_policy *policy;
  cs_buf rules, text;
  cs_suffixes suffixes;
  cs_error *err;
} maker;

static cs_status put_text(maker *m, const char *text, uint32_t *at) {
  *at = (uint32_t)m->text.len;
  return cs_buf_put(&m->text, text, strlen(text) + 1);
}

/* A list of texts, then an empty one; 0 where the field is absent. */
static cs_status put_list(maker *m, const cs_pvalue *list, uint32_t *at) {
  uint32_t ignored;
  *at = 0;
  if (!list || list->kind == CS_PV_NONE) return CS_OK;
  *at = (uint32_t)m->text.len;
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < list->n; i++)
    st = put_text(m, list->items[i].text, &ignored);
  return st == CS_OK ? put_text(m, "", &ignored) : st;
}

static cs_status put_where(maker *m, const cs_pvalue *e, cs_policy_field field,
                           uint32_t *at) {
  char text[400];
  cs_policy_origin o = cs_policy_where(m->policy, e);
  const char *slash = o.file ? strrchr(o.file, '/') : NULL;
  const char *file = slash ? slash + 1 : o.file ? o.file : "";
  if (o.line)
    snprintf(text, sizeof text, "%.250s:%u %s", file, o.line,
             cs_schema[field].key);
  else
    snprintf(text, sizeof text, "%s", cs_schema[field].key);
  return put_text(m, text, at);
}

static uint64_t limit_of(const cs_pvalue *e, const char *key) {
  const cs_pvalue *v = cs_pvalue_find(e, key);
  return v && v->kind != CS_PV_NONE ? v->number : UINT64_MAX;
}

static bool flag_of(const cs_pvalue *e, const char *key) {
  const cs_pvalue *v = cs_pvalue_find(e, key);
  return v && v->kind != CS_PV_NONE && v->number != 0;
}

static const char *text_of(const cs_pvalue *e, const char *key) {
  const cs_pvalue *v = cs_pvalue_find(e, key);
  return v && v->kind == CS_PV_TEXT ? v->text : NULL;
}

static uint8_t proto_of(const cs_pvalue *e) {
  const char *word = text_of(e, "proto");
  if (word && strcmp(word, "http") == 0) return CS_PROTO_HTTP;
  if (word && strcmp(word, "tcp") == 0) return CS_PROTO_TCP;
  return CS_PROTO_HTTPS;
}

/* redteam: H06 */
static cs_status check_suffix(maker *m, const char *host) {
  const char *base = strncmp(host, "**.", 3) == 0  ? host + 3
                     : strncmp(host, "*.", 2) == 0 ? host + 2
                                                   : NULL;
  if (!base || !cs_suffixes_has(&m->suffixes, base)) return CS_OK;
  return cs_error_set(m->err, CS_EINVAL,
                      "egress.allow has '%.100s', a wildcard on a public "
                      "suffix: anybody can have a name under %.60s",
                      host, base);
}

static void put_ports(const cs_pvalue *e, cs_rule *r) {
  const cs_pvalue *ports = cs_pvalue_find(e, "ports");
  for (size_t i = 0; ports && i < ports->n && r->nports < CS_RULE_PORTS; i++)
    r->ports[r->nports++] = (uint16_t)ports->items[i].number;
}

static cs_status put_target(maker *m, const cs_pvalue *e, cs_rule *r) {
  const char *host = text_of(e, "host"), *ip = text_of(e, "ip");
  if (ip && !cs_address_read(ip, strlen(ip), &r->address))
    return cs_error_set(m->err, CS_EINVAL,
                        "egress has '%.60s', which is not an address", ip);
  cs_status st = host && !r->deny ? check_suffix(m, host) : CS_OK;
  return st == CS_OK ? put_text(m, host ? host : "", &r->host) : st;
}

static cs_status put_rule(maker *m, const cs_pvalue *e, cs_policy_field field) {
  cs_rule r = {.deny = field == CS_POLICY_EGRESS_DENY,
               .proto = proto_of(e),
               .upgrade = flag_of(e, "upgrade"),
               .allow_private = flag_of(e, "allow_private"),
               .approve = flag_of(e, "approve"),
               .max_out = limit_of(e, "max_out"),
               .max_in = limit_of(e, "max_in"),
               .max_requests = limit_of(e, "max_requests")};
  const char *tls = text_of(e, "tls");
  r.tunnel = tls && strcmp(tls, "tunnel") == 0;
  put_ports(e, &r);
  cs_status st = put_target(m, e, &r);
  if (st == CS_OK) st = put_where(m, e, field, &r.where);
  if (st == CS_OK) st = put_list(m, cs_pvalue_find(e, "methods"), &r.methods);
  if (st == CS_OK) st = put_list(m, cs_pvalue_find(e, "paths"), &r.paths);
  return st == CS_OK ? cs_buf_put(&m->rules, &r, sizeof r) : st;
}

static cs_status put_field(maker *m, cs_policy_field field) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < cs_policy_count(m->policy, field); i++)
    st = put_rule(m, cs_policy_entry(m->policy, field, i), field);
  return st;
}

static cs_status join(const maker *m, cs_buf *out) {
  const cs_policy *p = m->policy;
  cs_rules head = {
      .size = sizeof head + m->rules.len + m->text.len,
      .n = (uint32_t)(m->rules.len / sizeof(cs_rule)),
      .text = (uint32_t)(sizeof head + m->rules.len),
      .max_out = cs_policy_number(p, CS_POLICY_EGRESS_MAX_OUT),
      .max_in = cs_policy_number(p, CS_POLICY_EGRESS_MAX_IN),
      .max_requests = cs_policy_number(p, CS_POLICY_EGRESS_MAX_REQUESTS),
      .max_connections = cs_policy_number(p, CS_POLICY_EGRESS_MAX_CONNECTIONS),
      .socks = cs_policy_flag(p, CS_POLICY_EGRESS_SOCKS)};
  cs_status st = cs_buf_put(out, &head, sizeof head);
  if (st == CS_OK && m->rules.len)
    st = cs_buf_put(out, m->rules.data, m->rules.len);
  return st == CS_OK ? cs_buf_put(out, m->text.data, m->text.len) : st;
}

cs_status cs_rules_make(const cs_policy *p, cs_buf *out, cs_error *err) {
  uint32_t empty;
  maker m = {.policy = p, .err = err};
  cs_buf_init(&m.rules, CS_RULES_MAX * sizeof(cs_rule));
  cs_buf_init(&m.text, CS_RULES_SIZE / 2);
  cs_suffixes_open(&m.suffixes);
  cs_status st = put_text(&m, "", &empty); /* so that 0 is "absent" */
  if (st == CS_OK) st = put_field(&m, CS_POLICY_EGRESS_DENY);
  if (st == CS_OK) st = put_field(&m, CS_POLICY_EGRESS_ALLOW);
  if (st == CS_OK) st = join(&m, out);
  cs_suffixes_close(&m.suffixes);
  cs_buf_fini(&m.rules);
  cs_buf_fini(&m.text);
  if (st == CS_EOS || st == CS_ELIMIT)
    return cs_error_set(err, st, "no room for the rules of egress");
  return st;
}

/* --- judging ------------------------------------------------------------- */

static bool names(const cs_rules *rules, const cs_rule *r, const cs_name *n) {
  if (n->address.family || r->address.family)
    return n->address.family && cs_address_equal(&n->address, &r->address);
  return cs_host_matches(cs_rules_text(rules, r->host), n->text);
}

static bool has_port(const cs_rule *r, uint16_t port) {
  for (size_t i = 0; i < r->nports; i++)
    if (r->ports[i] == port) return true;
  return false;
}

static bool has_method(const cs_rules *rules, const cs_rule *r,
                       const char *method) {
  if (!r->methods) return true;
  const char *m = cs_rules_text(rules, r->methods);
  for (; *m; m += strlen(m) + 1)
    if (strcmp(m, method) == 0) return true;
  return false;
}

/* redteam: H14 */
static bool has_path(const cs_rules *rules, const cs_rule *r,
                     const char *path) {
  if (!r->paths) return true;
  CS_AUTO_FREE
  char *normal = malloc(strlen(path) + 1);
  if (!normal || !cs_path_is_valid(path) || !cs_path_normal(path, normal))
    return false;
  const char *p = cs_rules_text(rules, r->paths);
  for (; *p; p += strlen(p) + 1)
    if (cs_path_is_below(normal, p)) return true;
  return false;
}

/* A tunnel carries any bytes, so it serves https and tcp alike. */
static bool has_proto(const cs_rule *r, const cs_rule_ask *ask) {
  return r->proto == ask->proto;
}

/* What the best of the matching rules lacks; the later in the list of codes
 * here, the closer it came. */
static cs_egress_code judge_rule(const cs_rules *rules, const cs_rule *r,
                                 const cs_rule_ask *ask) {
  if (!names(rules, r, ask->name) || !has_port(r, ask->port))
    return CS_EGRESS_NOT_ALLOWED;
  if (!has_proto(r, ask)) return CS_EGRESS_PROTOCOL;
  if (!ask->method) return CS_EGRESS_OK;
  if (!has_method(rules, r, ask->method)) return CS_EGRESS_METHOD;
  if (!has_path(rules, r, ask->path)) return CS_EGRESS_PATH;
  return ask->upgrade && !r->upgrade ? CS_EGRESS_PROTOCOL : CS_EGRESS_OK;
}

/* Allowed, and nobody has to be asked. */
static bool is_final(const cs_rules *r, cs_verdict v) {
  return v.code == CS_EGRESS_OK && !r->at[v.rule].approve;
}

/* redteam: H01 - no rule, no way out. */
cs_verdict cs_rules_judge(const cs_rules *r, const cs_rule_ask *ask) {
  cs_verdict best = {CS_EGRESS_NOT_ALLOWED, CS_RULE_NONE};
  for (uint32_t i = 0; i < r->n; i++) {
    const cs_rule *rule = &r->at[i];
    if (rule->deny && names(r, rule, ask->name))
      return (cs_verdict){CS_EGRESS_DENIED, i};
    if (rule->deny || is_final(r, best)) continue;
    cs_egress_code code = judge_rule(r, rule, ask);
    if (code == CS_EGRESS_OK || best.code == CS_EGRESS_NOT_ALLOWED)
      best =
          (cs_verdict){code, code == CS_EGRESS_NOT_ALLOWED ? CS_RULE_NONE : i};
  }
  if (cs_weaken("egress.names") && best.code == CS_EGRESS_NOT_ALLOWED && r->n)
    return (cs_verdict){CS_EGRESS_OK, 0};
  return best;
}

bool cs_rules_knows(const cs_rules *r, const cs_name *name) {
  bool known = false;
  for (uint32_t i = 0; i < r->n; i++) {
    if (!names(r, &r->at[i], name)) continue;
    if (r->at[i].deny) return false;
    known = true;
  }
  return known;
}

/* redteam: H08, H28 */
const char *cs_rules_refuses(const cs_rules *r, const cs_address *a,
                             uint16_t port) {
  for (uint32_t i = 0; i < r->n; i++)
    if (r->at[i].deny && cs_address_equal(&r->at[i].address, a))
      return "denied by a rule";
  for (uint32_t i = 0; i < r->n; i++) {
    const cs_rule *rule = &r->at[i];
    if (!rule->deny && rule->allow_private && has_port(rule, port) &&
        cs_address_equal(&rule->address, a))
      return NULL;
  }
  if (cs_weaken("egress.addresses")) return NULL;
  const char *class = cs_address_class(a);
  if (class) return class;
  return cs_address_is_own(a) ? "an address of this machine" : NULL;
}

size_t cs_rules_ports(const cs_rules *r, uint16_t *out, size_t room) {
  size_t n = 0;
  for (uint32_t i = 0; i < r->n; i++) {
    if (r->at[i].deny) continue;
    for (size_t k = 0; k < r->at[i].nports; k++) {
      size_t seen = 0;
      while (seen < n && out[seen] != r->at[i].ports[k]) seen++;
      if (seen == n && n < room) out[n++] = r->at[i].ports[k];
    }
  }
  return n;
}

const char *cs_rules_where(const cs_rules *r, uint32_t rule) {
  assert(rule == CS_RULE_NONE || rule < r->n);
  return rule == CS_RULE_NONE ? "default-deny"
                              : cs_rules_text(r, r->at[rule].where);
}
