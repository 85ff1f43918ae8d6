/*
 * whole.c - what can only be said of a whole policy.
 *
 * Entries with parts that are missing or exclude each other, and fields that
 * need other fields.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "policy/check.h"
#include "policy/host.h"

static cs_status fault(const cs_policy *p, cs_policy_fault *f,
                       cs_policy_field id, const cs_pvalue *v,
                       const char *what) {
  cs_policy_origin o = cs_policy_where(p, v);
  cs_fault_place at = {o.file, o.line, o.column};
  return cs_fault_set(f, CS_FAULT_INVALID, at, cs_schema[id].key, NULL,
                      "'%s' %s", cs_schema[id].key, what);
}

static const cs_pvalue *part(const cs_pvalue *entry, const char *key) {
  return cs_pvalue_find(entry, key);
}

static bool has(const cs_pvalue *entry, const char *key) {
  return part(entry, key)->kind != CS_PV_NONE;
}

/* Every entry must have these parts. */
static cs_status need(const cs_policy *p, cs_policy_field id, const char *first,
                      const char *second, cs_policy_fault *f) {
  char what[100];
  for (size_t i = 0; i < cs_policy_count(p, id); i++) {
    const cs_pvalue *e = cs_policy_entry(p, id, i);
    if (e->kind != CS_PV_MAP) continue;
    const char *missing = !has(e, first)              ? first
                          : second && !has(e, second) ? second
                                                      : NULL;
    if (!missing) continue;
    snprintf(what, sizeof what, "has an entry without '%s'", missing);
    return fault(p, f, id, e, what);
  }
  return CS_OK;
}

static cs_status check_rule(const cs_policy *p, cs_policy_field id,
                            const cs_pvalue *e, cs_policy_fault *f) {
  if (has(e, "host") == has(e, "ip"))
    return fault(p, f, id, e, "has an entry without host or ip, or with both");
  const char *host = part(e, "host")->text;
  if (id == CS_POLICY_EGRESS_DENY) return CS_OK;
  if (host && strcmp(host, "*") == 0 &&
      !cs_policy_flag(p, CS_POLICY_EGRESS_ANY))
    return fault(p, f, id, e,
                 "has '*', which needs egress.dangerous_any: true");
  if (part(e, "allow_private")->number && host)
    return fault(p, f, id, e, "has allow_private, which needs ip");
  return CS_OK;
}

static cs_status check_egress(const cs_policy *p, cs_policy_field id,
                              cs_policy_fault *f) {
  for (size_t i = 0; i < cs_policy_count(p, id); i++) {
    cs_status st = check_rule(p, id, cs_policy_entry(p, id, i), f);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

/* Is the host of a secret one that may be reached? */
static bool is_reachable(const cs_policy *p, const char *host) {
  for (size_t i = 0; i < cs_policy_count(p, CS_POLICY_EGRESS_ALLOW); i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_EGRESS_ALLOW, i);
    const char *rule = part(e, "host")->text;
    if (rule && cs_host_covers(rule, host)) return true;
  }
  return false;
}

static cs_status check_secret(const cs_policy *p, const cs_pvalue *e,
                              cs_policy_fault *f) {
  const cs_pvalue *hosts = part(e, "hosts");
  const char *mode = part(e, "mode")->text;
  char what[200];
  if (!has(e, "from")) return CS_OK; /* a project names it, nothing more */
  if (!hosts->n && !(mode && strcmp(mode, "env") == 0)) {
    snprintf(what, sizeof what,
             "has '%.60s' without hosts; say 'mode: env' to show it to the "
             "program",
             e->key);
    return fault(p, f, CS_POLICY_SECRETS, e, what);
  }
  for (size_t i = 0; i < hosts->n; i++) {
    if (is_reachable(p, hosts->items[i].text)) continue;
    snprintf(what, sizeof what,
             "has '%.60s' for a host that egress.allow does not cover", e->key);
    return fault(p, f, CS_POLICY_SECRETS, &hosts->items[i], what);
  }
  return CS_OK;
}

/* The kernel's own trees, and all of the host, are never mounted. */
static bool is_never_mounted(const char *host) {
  static const char *const trees[] = {"/proc", "/sys", "/dev"};
  if (strcmp(host, "/") == 0) return true;
  for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {
    size_t n = strlen(trees[i]);
    if (strncmp(host, trees[i], n) == 0 && (!host[n] || host[n] == '/'))
      return true;
  }
  return false;
}

static cs_status check_mounts(const cs_policy *p, cs_policy_fault *f) {
  for (size_t i = 0; i < cs_policy_count(p, CS_POLICY_FS_MOUNTS); i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_FS_MOUNTS, i);
    if (is_never_mounted(part(e, "host")->text))
      return fault(p, f, CS_POLICY_FS_MOUNTS, e,
                   "has /, /proc, /sys or /dev, which are never mounted");
  }
  return CS_OK;
}

/* What an rw workspace allows must be something that can be mounted. */
static cs_status check_workspace(const cs_policy *p, cs_policy_fault *f) {
  if (strcmp(cs_policy_text(p, CS_POLICY_WORKSPACE_MODE), "rw") != 0)
    return CS_OK;
  for (size_t i = 0; i < cs_policy_count(p, CS_POLICY_WORKSPACE_WRITE); i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_WORKSPACE_WRITE, i);
    const char *text = e->text ? e->text : part(e, "path")->text;
    if (!e->text && part(e, "literal")->number) continue;
    size_t n = text ? strlen(text) : 0, stars = 0;
    if (n >= 2 && strcmp(text + n - 2, "**") == 0) stars = 2;
    if (text && memchr(text, '*', n - stars))
      return fault(p, f, CS_POLICY_WORKSPACE_WRITE, e,
                   "may only have paths and 'dir/**' with workspace.mode rw");
  }
  return CS_OK;
}

cs_status cs_check_whole(const cs_policy *p, cs_policy_fault *f) {
  static const cs_policy_field paths[] = {
      CS_POLICY_FS_READ,         CS_POLICY_FS_WRITE,
      CS_POLICY_FS_DENY,         CS_POLICY_FS_PROTECT,
      CS_POLICY_WORKSPACE_WRITE, CS_POLICY_WORKSPACE_DENY,
      CS_POLICY_ARTIFACTS_EXPORT};
  cs_status st = need(p, CS_POLICY_FS_MOUNTS, "host", "guest", f);
  if (st == CS_OK) st = check_mounts(p, f);
  for (size_t i = 0; st == CS_OK && i < sizeof paths / sizeof *paths; i++)
    st = need(p, paths[i], "path", NULL, f);
  if (st == CS_OK) st = need(p, CS_POLICY_NET_LISTEN, "guest", NULL, f);
  if (st == CS_OK) st = check_egress(p, CS_POLICY_EGRESS_ALLOW, f);
  if (st == CS_OK) st = check_egress(p, CS_POLICY_EGRESS_DENY, f);
  for (size_t i = 0; st == CS_OK && i < cs_policy_count(p, CS_POLICY_SECRETS);
       i++)
    st = check_secret(p, cs_policy_entry(p, CS_POLICY_SECRETS, i), f);
  return st == CS_OK ? check_workspace(p, f) : st;
}
