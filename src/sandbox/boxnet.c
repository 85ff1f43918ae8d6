/*
 * boxnet.c - the network of a sandbox: hosts and secrets that it may use.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/boxnet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "egress/egress.h"
#include "egress/source.h"
#include "policy/canon.h"
#include "policy/load.h"
#include "policy/narrow.h"
#include "sandbox/boxpolicy.h"
#include "sandbox/boxshown.h"

#define SECRETS_MAX 64

/* --- the policy of a request ---------------------------------------------- */

/* {"version": 1, "egress": {"allow": [...]}} */
static cs_status load_hosts(const json_t *hosts, cs_policy **out,
                            cs_policy_fault *f) {
  json_t *o =
      json_pack("{s:i, s:{s:O}}", "version", 1, "egress", "allow", hosts);
  cs_status st = cs_boxpolicy_load(o, out, f);
  json_decref(o);
  return st;
}

static bool is_given(const json_t *v) {
  return v && !json_is_null(v) && !(json_is_array(v) && !json_array_size(v));
}

/* Hosts of the request lie within the policy that it names; without one they
 * are the owner's own words. */
static cs_status make_policy(const json_t *request, const cs_policy *above,
                             cs_policy **out, cs_policy_fault *f) {
  const json_t *hosts = json_object_get(request, "egress");
  cs_policy *asked = NULL;
  cs_status st = CS_OK;
  if (is_given(hosts)) st = load_hosts(hosts, &asked, f);
  if (st == CS_OK && above && asked)
    st = cs_narrow_policy(above, asked, CS_POLICY_CALL, out, f);
  else if (st == CS_OK)
    st = cs_policy_copy(asked ? asked : above, out);
  cs_policy_free(asked);
  return st;
}

/* --- what can be enforced ------------------------------------------------- */

static cs_status check_secret(const cs_policy *p, const char *name,
                              cs_error *err) {
  if (!name || !cs_pvalue_find(cs_policy_value(p, CS_POLICY_SECRETS), name))
    return cs_error_set(err, CS_EINVAL,
                        "the policy has no secret '%.60s'; add it to 'secrets'",
                        name ? name : "");
  return CS_OK;
}

static cs_status check_secrets(const cs_policy *p, const json_t *names,
                               cs_error *err) {
  cs_status st = CS_OK;
  if (is_given(names) &&
      (!json_is_array(names) || json_array_size(names) > SECRETS_MAX))
    return cs_error_set(err, CS_EINVAL, "secrets must be a list of names");
  for (size_t i = 0; st == CS_OK && i < json_array_size(names); i++)
    st = check_secret(p, json_string_value(json_array_get(names, i)), err);
  return st;
}

/* Nobody sees the requests of a tunnel: the owner has to have agreed. */
static cs_status check_rules(const cs_policy *p, cs_error *err) {
  cs_buf rules;
  cs_buf_init(&rules, CS_RULES_SIZE);
  cs_status st = cs_rules_make(p, &rules, err);
  const cs_rules *r = (const cs_rules *)(const void *)rules.data;
  bool blind = false;
  for (uint32_t i = 0; st == CS_OK && i < r->n; i++)
    blind |=
        !r->at[i].deny && (r->at[i].tunnel || r->at[i].proto == CS_PROTO_TCP);
  cs_buf_fini(&rules);
  if (st == CS_OK && blind &&
      !cs_policy_has(p, CS_POLICY_ACCEPT, "egress.host_identity"))
    return cs_error_set(err, CS_EINVAL,
                        "a rule with 'tls: tunnel' or 'proto: tcp' cannot "
                        "check the host of a request; add "
                        "egress.host_identity to accept_unenforced");
  return st;
}

/* --- the spec --------------------------------------------------------------
 */

static json_t *network_of(const cs_policy *p, const json_t *secrets) {
  cs_buf text;
  json_t *o = NULL;
  cs_buf_init(&text, CS_POLICY_JSON_MAX);
  if (cs_canon_file(p, &text) == CS_OK)
    o = json_pack("{s:s}", "policy", cs_buf_text(&text));
  if (o)
    json_object_set_new(o, "secrets",
                        secrets ? json_deep_copy(secrets) : json_array());
  cs_buf_fini(&text);
  return o;
}

static cs_status agree_on_hosts(const cs_policy *p, const json_t *bound,
                                json_t *to, const char **key, cs_error *err) {
  *key = "egress";
  cs_status st = check_rules(p, err);
  json_t *o = st == CS_OK ? network_of(p, bound) : NULL;
  if (st == CS_OK && (!o || json_object_set_new(to, "network", o) != 0))
    st = cs_error_set(err, CS_EOS, "no memory for rules");
  return st;
}

static cs_status agree(const json_t *request, const cs_policy *p, json_t *to,
                       const char **key, cs_error *err) {
  const json_t *names = json_object_get(request, "secrets");
  json_t *bound = NULL;
  *key = "secrets";
  cs_status st = check_secrets(p, names, err);
  if (st == CS_OK) st = cs_boxshown_keep(p, names, to, &bound, err);
  if (st == CS_OK && json_array_size(bound) > 0 && !cs_egress_is_needed(p))
    st = cs_error_set(err, CS_EINVAL,
                      "a secret needs a host that may be reached; add it to "
                      "'egress'");
  if (st == CS_OK && cs_egress_is_needed(p))
    st = agree_on_hosts(p, bound, to, key, err);
  json_decref(bound);
  return st;
}

cs_status cs_boxnet_read(const json_t *request, const cs_policy *above,
                         json_t *to, const char **key, cs_error *err) {
  cs_policy_fault f = {0};
  cs_policy *p = NULL;
  if (!above && !is_given(json_object_get(request, "egress"))) {
    *key = "secrets";
    return is_given(json_object_get(request, "secrets"))
               ? cs_error_set(err, CS_EINVAL,
                              "a secret needs a policy that defines it")
               : CS_OK;
  }
  *key = "egress";
  if (make_policy(request, above, &p, &f) != CS_OK)
    return cs_error_set(err, CS_EINVAL, "%.180s",
                        f.text[0] ? f.text : "it is not a policy");
  cs_status st = agree(request, p, to, key, err);
  cs_policy_free(p);
  return st;
}

/* --- less of it ------------------------------------------------------------
 */

/* {"version": 1, "egress": {"deny": [those of before, and `hosts`]}} */
static cs_status load_denied(const cs_policy *kept, const json_t *hosts,
                             cs_policy **out, cs_policy_fault *f) {
  json_t *deny = json_deep_copy(hosts);
  for (size_t i = 0; deny && i < cs_policy_count(kept, CS_POLICY_EGRESS_DENY);
       i++) {
    cs_buf b;
    cs_buf_init(&b, CS_POLICY_JSON_MAX);
    if (cs_canon_value(cs_policy_entry(kept, CS_POLICY_EGRESS_DENY, i), &b) ==
        CS_OK)
      json_array_append_new(deny, json_loadb(cs_buf_text(&b), b.len, 0, NULL));
    cs_buf_fini(&b);
  }
  json_t *o =
      json_pack("{s:i, s:{s:o*}}", "version", 1, "egress", "deny", deny);
  cs_status st = o ? cs_boxpolicy_load(o, out, f) : CS_EINVAL;
  json_decref(o);
  return st;
}

/* A field that is not about hosts; NULL: there is none. */
static const char *other_field(const cs_policy *p) {
  static const char *const parts[] = {"limits.", "workspace.", "images.",
                                      "sandbox.", "secrets"};
  for (cs_policy_field id = 0; id < CS_POLICY_FIELDS; id++)
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
      if (cs_policy_is_set(p, id) &&
          strncmp(cs_schema[id].key, parts[i], strlen(parts[i])) == 0)
        return cs_schema[id].key;
  return cs_boxpolicy_gap(p);
}

static cs_status load_less(const cs_policy *kept, const json_t *request,
                           cs_policy **out, cs_policy_fault *f) {
  const json_t *hosts = json_object_get(request, "deny");
  cs_policy *asked = NULL;
  cs_status st =
      is_given(hosts)
          ? load_denied(kept, hosts, &asked, f)
          : cs_boxpolicy_load(json_object_get(request, "policy"), &asked, f);
  const char *gap = st == CS_OK ? other_field(asked) : NULL;
  if (gap) {
    snprintf(f->text, sizeof f->text,
             "it sets %.60s, which cannot be changed while a sandbox runs",
             gap);
    st = CS_EINVAL;
  }
  if (st == CS_OK) st = cs_narrow_policy(kept, asked, CS_POLICY_CALL, out, f);
  cs_policy_free(asked);
  return st;
}

cs_status cs_boxnet_narrow(const json_t *net, const json_t *request,
                           json_t **out, cs_policy **rules, cs_error *err) {
  const char *text = json_string_value(json_object_get(net, "policy"));
  cs_policy_fault f = {0};
  cs_policy *kept = NULL;
  *out = NULL;
  *rules = NULL;
  if (!is_given(json_object_get(request, "deny")) &&
      !is_given(json_object_get(request, "policy")))
    return cs_error_set(err, CS_EINVAL, "which rules? name a policy or hosts");
  cs_status st = text ? cs_load_text(text, strlen(text), "the sandbox",
                                     CS_POLICY_OWNER, &kept, &f)
                      : CS_ECORRUPT;
  if (st == CS_OK) st = load_less(kept, request, rules, &f);
  cs_policy_free(kept);
  if (st != CS_OK)
    return cs_error_set(err, CS_EINVAL, "%.180s",
                        f.text[0] ? f.text : "these are no rules");
  st = check_rules(*rules, err);
  if (st == CS_OK) *out = network_of(*rules, json_object_get(net, "secrets"));
  if (st == CS_OK && *out) return CS_OK;
  cs_policy_free(*rules);
  *rules = NULL;
  return st == CS_OK ? cs_error_set(err, CS_EOS, "no memory for rules") : st;
}

/* --- the process -----------------------------------------------------------
 */

static cs_status put_variable(void *user, const char *name, const char *value) {
  return json_object_set_new(user, name, json_string(value)) == 0 ? CS_OK
                                                                  : CS_EOS;
}

static json_t *way_of(const cs_egress *e, bool asks) {
  cs_egress_fitting fit;
  cs_egress_fit(e, &fit);
  json_t *ports = json_array(), *files = json_array(), *env = json_object();
  for (size_t i = 0; i < fit.nports; i++)
    json_array_append_new(ports, json_integer(fit.ports[i]));
  for (size_t i = 0; i < CS_EGRESS_FILES; i++)
    json_array_append_new(
        files, json_pack("{s:s, s:s%}", "at", fit.files[i].at, "text",
                         fit.files[i].data, fit.files[i].len));
  cs_status st = cs_egress_env(e, put_variable, env);
  json_t *o =
      json_pack("{s:o, s:o, s:o, s:b, s:i}", "ports", ports, "files", files,
                "env", env, "socks", fit.socks, "pid", cs_egress_pid(e));
  if (asks) json_object_set_new(o, "asks", json_true());
  if (st == CS_OK) return o;
  json_decref(o);
  return NULL;
}

static cs_status start(const json_t *net, const char *program, cs_egress **out,
                       bool *asks, cs_error *err) {
  const char *text = json_string_value(json_object_get(net, "policy"));
  const json_t *names = json_object_get(net, "secrets");
  const char *secrets[SECRETS_MAX + 1];
  cs_policy_fault f = {0};
  cs_policy *p = NULL;
  size_t n = json_array_size(names);
  if (!text || n > SECRETS_MAX ||
      cs_load_text(text, strlen(text), "policy of the sandbox", CS_POLICY_OWNER,
                   &p, &f) != CS_OK)
    return cs_error_set(err, CS_ECORRUPT, "the sandbox's rules: %.150s",
                        f.text);
  for (size_t i = 0; i < n; i++)
    secrets[i] = json_string_value(json_array_get(names, i));
  secrets[n] = NULL;
  cs_egress_options o = {.policy = p,
                         .path = program,
                         .secrets = secrets,
                         .detached = true,
                         .asks = *asks = cs_egress_has_approver(p)};
  cs_status st = cs_egress_start(&o, out, err);
  cs_policy_free(p);
  return st;
}

cs_status cs_boxnet_open(json_t *spec, const char *program, cs_boxnet *out,
                         cs_error *err) {
  const json_t *net = json_object_get(spec, "network");
  cs_egress *e = NULL;
  bool asks = false;
  *out = (cs_boxnet){-1, -1};
  (void)json_object_del(spec, "way");
  if (!json_is_object(net)) return CS_OK;
  cs_status st = start(net, program, &e, &asks, err);
  if (st != CS_OK) return st;
  json_t *way = way_of(e, asks);
  cs_egress_release(e, &out->control, &out->post);
  if (way && json_object_set_new(spec, "way", way) == 0) return CS_OK;
  cs_boxnet_close(out);
  return cs_error_set(err, CS_EOS, "no memory for a way out");
}

void cs_boxnet_close(cs_boxnet *n) {
  cs_cleanup_fd(&n->control);
  cs_cleanup_fd(&n->post);
  *n = (cs_boxnet){-1, -1};
}
