/*
 * decide.c - would it be allowed, and by which rule?
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/decide.h"

#include <string.h>

#include "base/protect.h"
#include "base/weaken.h"
#include "policy/cover.h"
#include "policy/host.h"

static cs_decision refuse(cs_policy_field field, const cs_pvalue *rule) {
  return (cs_decision){.field = field, .rule = rule};
}

static cs_decision allow(cs_policy_field field, const cs_pvalue *rule) {
  return (cs_decision){.allowed = true, .field = field, .rule = rule};
}

/* --- paths --------------------------------------------------------------- */

/* The entry of a list that matches `path`, or NULL. */
static const cs_pvalue *match_path(const cs_policy *p, cs_policy_field id,
                                   const char *path, bool tree) {
  for (size_t i = 0; i < cs_policy_count(p, id); i++) {
    const cs_pvalue *e = cs_policy_entry(p, id, i);
    cs_glob g = cs_cover_path(e, tree);
    if (cs_glob_matches(&g, path)) return e;
  }
  return NULL;
}

/* What decides about a path: the entry that says most, of equal ones the
 * weaker right. */
typedef struct cs_best {
  cs_decision d;
  uint64_t weight;
  int right;         /* 1 read, 2 write */
  char host[4200];   /* mounts: the path on the host */
  const char *rest;  /* mounts: behind the mount's root; NULL: no mount */
  const char *below; /* behind the root of a mount or entry; NULL: unknown */
} cs_best;

static bool beats(const cs_best *b, uint64_t weight, int right) {
  if (!b->right || weight > b->weight) return true;
  return weight == b->weight && right < b->right;
}

/* What follows the path of an entry; NULL: it is a pattern. */
static const char *behind(const cs_glob *g, const char *path) {
  if (!g->literal && strchr(g->text, '*')) return NULL;
  const char *rest = path + strlen(g->text);
  return rest + (*rest == '/');
}

static void try_list(const cs_policy *p, cs_policy_field id, int right,
                     const char *path, cs_best *b) {
  for (size_t i = 0; i < cs_policy_count(p, id); i++) {
    const cs_pvalue *e = cs_policy_entry(p, id, i);
    cs_glob g = cs_cover_path(e, true);
    if (!cs_glob_matches(&g, path) || !beats(b, cs_glob_weight(&g), right))
      continue;
    b->d = allow(id, e);
    b->weight = cs_glob_weight(&g);
    b->right = right;
    b->rest = NULL;
    b->below = behind(&g, path);
  }
}

static const char *part(const cs_pvalue *e, const char *key) {
  const char *text = cs_pvalue_find(e, key)->text;
  return text ? text : "";
}

/* A mount lies in front of what else is at its place. */
static bool beats_mount(const cs_best *b, uint64_t weight, int right) {
  return b->rest ? beats(b, weight, right) : weight >= b->weight;
}

static void try_mount(const cs_pvalue *e, const char *path, cs_best *b) {
  const char *guest = part(e, "guest"), *host = part(e, "host");
  cs_glob g = {.text = guest, .literal = true, .tree = true};
  int right = strcmp(part(e, "mode"), "ro") == 0 ? 1 : 2;
  size_t n = strcmp(guest, "/") == 0 ? 0 : strlen(guest);
  if (!cs_glob_matches(&g, path) || !beats_mount(b, cs_glob_weight(&g), right))
    return;
  size_t m = strcmp(host, "/") == 0 ? 0 : strlen(host);
  size_t rest = strlen(path + n);
  if (m + rest >= sizeof b->host) return;
  memcpy(b->host, host, m);
  memcpy(b->host + m, path + n, rest + 1);
  b->d = allow(CS_POLICY_FS_MOUNTS, e);
  b->weight = cs_glob_weight(&g);
  b->right = right;
  b->rest = b->below = path + n + (path[n] == '/');
}

bool cs_decide_keeps_names(const cs_policy *p) {
  const char *const *list = cs_schema[CS_POLICY_FS_PROTECT].list;
  while (*list && cs_policy_has(p, CS_POLICY_FS_PROTECT, *list)) list++;
  return !*list;
}

/* Names that only the user's own programs write: refused, or as it is. */
static cs_decision spare_names(const cs_policy *p, const cs_best *b) {
  bool rw = b->d.field == CS_POLICY_FS_WRITE ||
            (b->rest && strcmp(part(b->d.rule, "mode"), "rw") == 0);
  if (!rw || !b->below) return b->d;
  const cs_pvalue *rule = match_path(p, CS_POLICY_FS_PROTECT, b->below, true);
  if (rule) return refuse(CS_POLICY_FS_PROTECT, rule);
  if (!cs_decide_keeps_names(p) || !cs_protect_is(b->below, false)) return b->d;
  return (cs_decision){.field = CS_POLICY_FS_PROTECT, .built_in = true};
}

static void locate(const cs_policy *p, const char *path, cs_best *b) {
  try_list(p, CS_POLICY_FS_READ, 1, path, b);
  try_list(p, CS_POLICY_FS_WRITE, 2, path, b);
  for (size_t i = 0; i < cs_policy_count(p, CS_POLICY_FS_MOUNTS); i++)
    try_mount(cs_policy_entry(p, CS_POLICY_FS_MOUNTS, i), path, b);
}

/* fs.deny for what lies at `path`: by its objects where they are known. */
static const cs_pvalue *match_deny(const cs_policy *p, const cs_objects *o,
                                   const char *path, const cs_best *b) {
  if (o) return cs_objects_denied(o, path, false);
  const cs_pvalue *rule = match_path(p, CS_POLICY_FS_DENY, path, true);
  if (!rule && b->rest) rule = match_path(p, CS_POLICY_FS_DENY, b->host, true);
  return rule;
}

const cs_pvalue *cs_decide_protected(const cs_policy *p, const char *path) {
  static const char workspace[] = "/workspace/";
  cs_best b = {.d = {0}};
  if (cs_weaken("fs.protect")) return NULL;
  locate(p, path, &b);
  const char *rest = b.below;
  if (!rest && strncmp(path, workspace, sizeof workspace - 1) == 0)
    rest = path + sizeof workspace - 1;
  return rest ? match_path(p, CS_POLICY_FS_PROTECT, rest, true) : NULL;
}

/* --- mounts that the program asks for ------------------------------------ */

static int rank(const char *mode) {
  return cs_schema_word("none|ro|overlay|rw", mode);
}

/* What follows `dir` in `path`: "" or "/..."; NULL: it is not in it. */
static const char *inside(const char *dir, const char *path) {
  size_t n = strcmp(dir, "/") == 0 ? 0 : strlen(dir);
  if (strncmp(dir, path, n) != 0 || (path[n] && path[n] != '/')) return NULL;
  return path + n;
}

static bool allows_mount(const cs_pvalue *e, const char *host,
                         const char *guest, const char *mode) {
  const char *a = inside(part(e, "host"), host);
  const char *b = inside(part(e, "guest"), guest);
  return a && b && strcmp(a, b) == 0 && rank(mode) <= rank(part(e, "mode"));
}

cs_decision cs_decide_mount(const cs_policy *p, const char *host,
                            const char *guest, const char *mode) {
  const cs_pvalue *space = cs_policy_value(p, CS_POLICY_WORKSPACE_MODE);
  bool here = strcmp(guest, "/workspace") == 0;
  if (here && rank(mode) <= rank(space->text))
    return allow(CS_POLICY_WORKSPACE_MODE, space);
  if (!host) return allow(CS_POLICY_FS_MOUNTS, NULL);
  if (here && space->given) return refuse(CS_POLICY_WORKSPACE_MODE, space);
  for (size_t i = 0; i < cs_policy_count(p, CS_POLICY_FS_MOUNTS); i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_FS_MOUNTS, i);
    if (allows_mount(e, host, guest, mode))
      return allow(CS_POLICY_FS_MOUNTS, e);
  }
  cs_decision d = refuse(CS_POLICY_FS_MOUNTS, NULL);
  if (strcmp(host, guest) == 0)
    d = cs_decide_path(p, guest, strcmp(mode, "rw") == 0);
  return d;
}

/* --- the question itself ------------------------------------------------- */

cs_decision cs_decide_path(const cs_policy *p, const char *path, bool write) {
  return cs_decide_object(p, NULL, path, write);
}

cs_decision cs_decide_object(const cs_policy *p, const cs_objects *o,
                             const char *path, bool write) {
  cs_best b = {.d = {0}};
  locate(p, path, &b);
  cs_policy_field field = write ? CS_POLICY_FS_WRITE : CS_POLICY_FS_READ;
  if (!b.right) return refuse(field, NULL);
  const cs_pvalue *rule = match_deny(p, o, path, &b);
  if (rule) return refuse(CS_POLICY_FS_DENY, rule);
  if (!write) return b.d;
  if (b.right < 2) return refuse(b.d.field, b.d.rule);
  return spare_names(p, &b);
}

/* May something that workspace.write names lie in the directory `path`? */
static const cs_pvalue *leads_on(const cs_policy *p, const char *path) {
  for (size_t i = 0; i < cs_policy_count(p, CS_POLICY_WORKSPACE_WRITE); i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_WORKSPACE_WRITE, i);
    cs_glob g = cs_cover_path(e, false);
    if (cs_glob_leads(&g, path)) return e;
  }
  return NULL;
}

cs_decision cs_decide_workspace(const cs_policy *p, const char *path,
                                bool directory, bool layer) {
  const cs_pvalue *mode = cs_policy_value(p, CS_POLICY_WORKSPACE_MODE);
  if (cs_weaken("workspace")) return allow(CS_POLICY_WORKSPACE_MODE, mode);
  if (cs_schema_word("none|ro", mode->text) >= 0)
    return refuse(CS_POLICY_WORKSPACE_MODE, mode);
  const cs_pvalue *rule = match_path(p, CS_POLICY_WORKSPACE_DENY, path, true);
  if (rule) return refuse(CS_POLICY_WORKSPACE_DENY, rule);
  rule = layer ? NULL : match_path(p, CS_POLICY_FS_PROTECT, path, true);
  if (rule) return refuse(CS_POLICY_FS_PROTECT, rule);
  rule = match_path(p, CS_POLICY_WORKSPACE_WRITE, path, false);
  if (!rule && directory) rule = leads_on(p, path);
  return rule ? allow(CS_POLICY_WORKSPACE_WRITE, rule)
              : refuse(CS_POLICY_WORKSPACE_WRITE, NULL);
}

cs_decision cs_decide_export(const cs_policy *p, const char *path) {
  const cs_pvalue *rule = match_path(p, CS_POLICY_ARTIFACTS_EXPORT, path, true);
  return rule || cs_weaken("artifacts")
             ? allow(CS_POLICY_ARTIFACTS_EXPORT, rule)
             : refuse(CS_POLICY_ARTIFACTS_EXPORT, NULL);
}

/* --- hosts --------------------------------------------------------------- */

static bool names_host(const cs_pvalue *rule, const char *host) {
  const char *name = cs_pvalue_find(rule, "host")->text;
  const char *ip = cs_pvalue_find(rule, "ip")->text;
  if (name) return cs_host_matches(name, host);
  return ip && strcmp(ip, host) == 0;
}

static bool has_port(const cs_pvalue *rule, unsigned port) {
  const cs_pvalue *ports = cs_pvalue_find(rule, "ports");
  for (size_t i = 0; i < ports->n; i++)
    if (ports->items[i].number == port) return true;
  return false;
}

cs_decision cs_decide_host(const cs_policy *p, const char *host, unsigned port,
                           const char *proto) {
  for (size_t i = 0; i < cs_policy_count(p, CS_POLICY_EGRESS_DENY); i++) {
    const cs_pvalue *rule = cs_policy_entry(p, CS_POLICY_EGRESS_DENY, i);
    if (names_host(rule, host)) return refuse(CS_POLICY_EGRESS_DENY, rule);
  }
  for (size_t i = 0; i < cs_policy_count(p, CS_POLICY_EGRESS_ALLOW); i++) {
    const cs_pvalue *rule = cs_policy_entry(p, CS_POLICY_EGRESS_ALLOW, i);
    if (names_host(rule, host) && has_port(rule, port) &&
        strcmp(part(rule, "proto"), proto) == 0)
      return allow(CS_POLICY_EGRESS_ALLOW, rule);
  }
  return refuse(CS_POLICY_EGRESS_ALLOW, NULL);
}

/* --- names --------------------------------------------------------------- */

static const cs_pvalue *match_name(const cs_policy *p, cs_policy_field id,
                                   const char *name) {
  return match_path(p, id, name, false);
}

cs_decision cs_decide_tool(const cs_policy *p, const char *name) {
  const cs_pvalue *list = cs_policy_value(p, CS_POLICY_TOOLS_ALLOW);
  if (list->kind == CS_PV_NONE || cs_weaken("tools.allow"))
    return allow(CS_POLICY_TOOLS_ALLOW, list);
  const cs_pvalue *rule = match_name(p, CS_POLICY_TOOLS_ALLOW, name);
  return rule ? allow(CS_POLICY_TOOLS_ALLOW, rule)
              : refuse(CS_POLICY_TOOLS_ALLOW, NULL);
}

const cs_pvalue *cs_decide_approval(const cs_policy *p, const char *name) {
  if (cs_weaken("tools.approve")) return NULL;
  return match_name(p, CS_POLICY_TOOLS_APPROVE, name);
}

/* "os" stands for "os.path" as well. */
static const cs_pvalue *match_module(const cs_policy *p, cs_policy_field id,
                                     const char *name) {
  for (size_t i = 0; i < cs_policy_count(p, id); i++) {
    const cs_pvalue *e = cs_policy_entry(p, id, i);
    size_t n = strlen(e->text);
    if (strncmp(e->text, name, n) == 0 && (!name[n] || name[n] == '.'))
      return e;
  }
  return NULL;
}

cs_decision cs_decide_import(const cs_policy *p, const char *name) {
  const cs_pvalue *rule = match_module(p, CS_POLICY_IMPORTS_DENY, name);
  if (rule) return refuse(CS_POLICY_IMPORTS_DENY, rule);
  const cs_pvalue *list = cs_policy_value(p, CS_POLICY_IMPORTS_ALLOW);
  if (list->kind == CS_PV_NONE) return allow(CS_POLICY_IMPORTS_ALLOW, list);
  rule = match_module(p, CS_POLICY_IMPORTS_ALLOW, name);
  return rule ? allow(CS_POLICY_IMPORTS_ALLOW, rule)
              : refuse(CS_POLICY_IMPORTS_ALLOW, NULL);
}

/* Variables that a pattern never passes: they hold secrets, or make programs
 * load other code.  Written out, they pass. */
static bool is_delicate(const char *name) {
  static const char *const parts[] = {"KEY", "TOKEN", "SECRET", "PASSW",
                                      "CREDENTIAL"};
  static const char *const begins[] = {
      "LD_", "PYTHON", "BASH_ENV", "NODE_OPTIONS", "GIT_", "PERL5", "RUBYOPT"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (strcasestr(name, parts[i])) return true;
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (strncmp(name, begins[i], strlen(begins[i])) == 0) return true;
  return false;
}

cs_decision cs_decide_env(const cs_policy *p, const char *name) {
  if (cs_weaken("env")) return allow(CS_POLICY_ENV_PASS, NULL);
  for (size_t i = 0; i < cs_policy_count(p, CS_POLICY_ENV_PASS); i++) {
    const cs_pvalue *e = cs_policy_entry(p, CS_POLICY_ENV_PASS, i);
    cs_glob g = {.text = e->text};
    bool pattern = strchr(e->text, '*');
    if (cs_glob_matches(&g, name) && !(pattern && is_delicate(name)))
      return allow(CS_POLICY_ENV_PASS, e);
  }
  return refuse(CS_POLICY_ENV_PASS, NULL);
}

cs_decision cs_decide_image(const cs_policy *p, const char *reference) {
  const cs_pvalue *digest = cs_policy_value(p, CS_POLICY_IMAGES_DIGEST);
  if (digest->number && !strstr(reference, "@sha256:"))
    return refuse(CS_POLICY_IMAGES_DIGEST, digest);
  const cs_pvalue *rule = match_name(p, CS_POLICY_IMAGES_ALLOW, reference);
  return rule ? allow(CS_POLICY_IMAGES_ALLOW, rule)
              : refuse(CS_POLICY_IMAGES_ALLOW, NULL);
}

cs_decision cs_decide_spawn(const cs_policy *p, const char *path) {
  const cs_pvalue *v = cs_policy_value(p, CS_POLICY_SPAWN);
  if (v->kind == CS_PV_BOOL)
    return v->number ? allow(CS_POLICY_SPAWN, v) : refuse(CS_POLICY_SPAWN, v);
  for (size_t i = 0; i < v->n; i++)
    if (strcmp(v->items[i].text, path) == 0)
      return allow(CS_POLICY_SPAWN, &v->items[i]);
  return refuse(CS_POLICY_SPAWN, NULL);
}
