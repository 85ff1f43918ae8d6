/*
 * network.c - the way out of a program in a jail: egress.allow and --secret.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/network.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/depth.h"
#include "cli/plain.h"
#include "cli/state.h"
#include "egress/source.h"

#define PRINTED_MOST 8

/* --- what is heard ------------------------------------------------------- */

static bool is_same(const cs_egress_event *a, const cs_egress_event *b) {
  return a->code == b->code && a->port == b->port &&
         strcmp(a->host, b->host) == 0 && strcmp(a->method, b->method) == 0 &&
         strcmp(a->rule, b->rule) == 0;
}

static void keep_denial(cs_network *n, const cs_egress_event *e) {
  for (size_t i = 0; i < n->ndenials; i++)
    if (is_same(&n->denials[i].event, e)) {
      n->denials[i].count++;
      return;
    }
  if (!n->denials) n->denials = calloc(CS_NETWORK_DENIALS, sizeof *n->denials);
  if (!n->denials || n->ndenials == CS_NETWORK_DENIALS) {
    n->dropped++;
    return;
  }
  n->denials[n->ndenials].event = *e;
  n->denials[n->ndenials++].count = 1;
}

/* Paths, queries and bodies are nobody's business here. */
static void record(cs_network *n, const cs_egress_event *e) {
  static const char *const kinds[] = {"", "egress.allow", "egress.deny",
                                      "egress.close", "secret.unused"};
  char object[CS_NAME_MAX + 16];
  snprintf(object, sizeof object, "%s:%u", e->host, e->port);
  const char *code = cs_egress_code_word((cs_egress_code)e->code);
  cs_audit_item data[] = {
      {.key = "code", .text = code, .len = strlen(code)},
      {.key = "method", .text = e->method, .len = strlen(e->method)},
      {.key = "secret", .text = e->secret, .len = strlen(e->secret)},
      {.key = "denial", .number = (int64_t)e->id}};
  cs_audit_record r = {
      .kind = kinds[e->kind],
      .decision = e->kind == CS_EGRESS_EVENT_DENIED ? "deny" : "allow",
      .capability = "egress",
      .depth = cs_depth_jail()->name,
      .mechanism = "proxy",
      .rule = e->rule,
      .reason = e->reason,
      .run = n->run,
      .object = object,
      .object_len = strlen(object),
      .data = data,
      .ndata = 4};
  if (e->kind == CS_EGRESS_EVENT_CLOSED) {
    r.has = CS_AUDIT_BYTES_IN | CS_AUDIT_BYTES_OUT;
    r.bytes_in = (int64_t)e->in;
    r.bytes_out = (int64_t)e->out;
  }
  if (n->audit) (void)!cs_audit_put(n->audit, &r, NULL);
}

static void take_event(void *user, const cs_egress_event *e) {
  cs_network *n = user;
  if (e->kind < CS_EGRESS_EVENT_ALLOWED || e->kind > CS_EGRESS_EVENT_SECRET ||
      e->code >= CS_EGRESS_CODE_COUNT)
    return;
  if (e->kind == CS_EGRESS_EVENT_DENIED) keep_denial(n, e);
  if (e->kind == CS_EGRESS_EVENT_ALLOWED) cs_network_learn(n, e);
  record(n, e);
}

static void ask_owner(void *user, const cs_egress_event *e,
                      cs_egress_verdict *out) {
  cs_network *n = user;
  cs_permits_decide(&n->permits, e, !n->s->quiet, out);
}

bool cs_network_watch(cs_network *n) {
  if (cs_egress_turn(n->egress)) return true;
  n->lost = true;
  return false;
}

/* --- secrets ------------------------------------------------------------- */

/* Those that the program is to see itself: a policy says so by name. */
static int pass_open(cs_network *n, const cs_policy *p, const char *name,
                     const cs_network_use *use) {
  char variable[129];
  cs_error err = {0};
  cs_vault_secret *s = malloc(sizeof *s);
  cs_status st = s ? cs_source_bind(p, name, s, &err) : CS_EOS;
  if (st == CS_OK) {
    char value[CS_VAULT_VALUE + 1];
    memcpy(value, s->value, s->nvalue);
    value[s->nvalue] = 0;
    cs_source_variable(p, name, variable);
    if (n->audit) st = cs_audit_secret(n->audit, name, value, s->nvalue);
    if (st == CS_OK) st = use->env(use->user, variable, value);
    explicit_bzero(value, sizeof value);
  }
  if (s) explicit_bzero(s, sizeof *s);
  free(s);
  return st == CS_OK ? 0
                     : cs_cli_fail(n->s, "no secret", err.text,
                                   "check 'secrets' in the policy");
}

static int unknown_secret(const cs_network *n, const char *name) {
  char why[120];
  snprintf(why, sizeof why, "the policy defines no secret '%.60s'", name);
  return cs_cli_fail(n->s, "no secret", why,
                     "add it to 'secrets' in the policy");
}

/* Names for the egress process in `out`; the others are passed on. */
static int sort_secrets(cs_network *n, const cs_policy *p,
                        const char *out[CS_VAULT_MAX + 1],
                        const cs_network_use *use) {
  size_t count = 0;
  int code = 0;
  for (size_t i = 0; !code && i < n->s->secrets.n; i++) {
    const char *name = n->s->secrets.at[i];
    if (!p || !cs_pvalue_find(cs_policy_value(p, CS_POLICY_SECRETS), name))
      return unknown_secret(n, name);
    if (cs_source_is_open(p, name))
      code = pass_open(n, p, name, use);
    else if (count < CS_VAULT_MAX)
      out[count++] = name;
  }
  out[count] = NULL;
  return code;
}

/* --- life ---------------------------------------------------------------- */

static void fit(cs_network *n, cs_jail_spec *spec) {
  cs_egress_fit(n->egress, &n->fit);
  for (size_t i = 0; i < CS_EGRESS_FILES; i++)
    n->files[i] = (cs_jail_file){n->fit.files[i].at, n->fit.files[i].data,
                                 n->fit.files[i].len};
  spec->files = n->files;
  spec->nfiles = CS_EGRESS_FILES;
  spec->flags |= CS_JAIL_LOOPBACK;
  spec->way = (cs_jail_way){.post = n->fit.post,
                            .ports = n->fit.ports,
                            .nports = n->fit.nports,
                            .socks = n->fit.socks};
}

int cs_network_open(cs_network *n, const cs_settings *s, const cs_policy *p,
                    cs_audit *audit, const char *run, cs_jail_spec *spec,
                    const cs_network_use *use) {
  const char *names[CS_VAULT_MAX + 1];
  cs_error err = {0};
  char approvals[PATH_MAX];
  *n = (cs_network){.s = s, .audit = audit, .run = run, .permits.dir = -1};
  int code = sort_secrets(n, p, names, use);
  if (code || !cs_egress_is_needed(p)) return code;
  bool asks =
      cs_egress_has_approver(p) && cs_state_path("approvals", approvals);
  cs_permits_open(&n->permits, AT_FDCWD, asks ? approvals : NULL, run);
  cs_egress_options o = {.policy = p,
                         .secrets = names,
                         .talks = s->learn != NULL,
                         .event = take_event,
                         .user = n,
                         .ask = asks ? ask_owner : NULL};
  if (cs_egress_start(&o, &n->egress, &err) != CS_OK)
    return cs_cli_fail(s, "no network", err.text, "or remove egress.allow");
  if (cs_egress_env(n->egress, use->env, use->user) != CS_OK)
    return cs_cli_fail(s, "no network", "too many variables",
                       "pass fewer in env.pass");
  fit(n, spec);
  return 0;
}

void cs_network_end(cs_network *n) {
  cs_egress_stop(n->egress);
  n->egress = NULL;
  if (n->s) cs_permits_close(&n->permits);
}

void cs_network_close(cs_network *n) {
  cs_network_end(n);
  free(n->denials);
  free(n->learned);
  *n = (cs_network){0};
}

/* --- telling ------------------------------------------------------------- */

static void put_denial(cs_json *o, const cs_network_denial *d) {
  const cs_egress_event *e = &d->event;
  char object[CS_NAME_MAX + 16];
  snprintf(object, sizeof object, "%s:%u", e->host, e->port);
  cs_json_key(o, NULL);
  cs_json_open(o, '{');
  cs_json_text(o, "schema", "caisson.denial/1");
  cs_json_text(o, "capability", "egress");
  cs_json_text(o, "object", object);
  cs_json_text(o, "rule", e->rule);
  cs_json_text(o, "code", cs_egress_code_word((cs_egress_code)e->code));
  cs_json_text(o, "reason", e->reason);
  cs_json_text(o, "remedy", e->remedy);
  cs_json_int(o, "id", (int64_t)e->id);
  cs_json_int(o, "count", (int64_t)d->count);
  cs_json_close(o, '}');
}

void cs_network_json(const cs_network *n, cs_json *o) {
  if (!n->s) return;
  cs_json_key(o, "denials");
  cs_json_open(o, '[');
  for (size_t i = 0; i < n->ndenials; i++) put_denial(o, &n->denials[i]);
  cs_json_close(o, ']');
  if (n->dropped) cs_json_int(o, "denials_dropped", (int64_t)n->dropped);
  if (n->lost) cs_json_bool(o, "egress_lost", true);
}

void cs_network_print(const cs_network *n) {
  if (n->lost)
    fputs(
        "caisson: the egress process ended: from then on the program had no "
        "network\n",
        stderr);
  for (size_t i = 0; i < n->ndenials && i < PRINTED_MOST; i++) {
    const cs_egress_event *e = &n->denials[i].event;
    fputs("caisson: refused ", stderr);
    cs_plain_put(stderr, e->host);
    fprintf(stderr, ":%u (%s): %s", e->port,
            cs_egress_code_word((cs_egress_code)e->code), e->reason);
    if (e->remedy[0]) {
      fputs("; to allow it: ", stderr);
      cs_plain_put(stderr, e->remedy);
    }
    fputs("\n", stderr);
  }
  if (n->ndenials > PRINTED_MOST)
    fprintf(stderr, "caisson: and %zu more refusals\n",
            n->ndenials - PRINTED_MOST);
}
