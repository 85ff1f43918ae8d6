/*
 * mcp.c - caisson mcp: the options of the command line as what a server
 * grants.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/mcp.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/within.h"
#include "cli/effective.h"
#include "cli/env.h"
#include "cli/given_tools.h"
#include "cli/mountspec.h"
#include "cli/options.h"
#include "cli/record.h"
#include "cli/reread.h"
#include "cli/state.h"
#include "cli/tokens.h"
#include "cli/verbs.h"

#include "depth/guard.h"
#include "policy/beneath.h"
#include "policy/decide.h"
#include "policy/policy.h"

#include "caisson/audit.h"

extern char **environ;

#define MOUNTS_MAX 40
#define ENV_MAX    256

/* Texts of mounts and variables are copies. */
typedef struct grant {
  cs_mcp_config c; /* first: it is what the server knows of us */
  const cs_settings *s;
  cs_settings ruled; /* with what the policy says in their place */
  cs_policy *policy; /* owned; NULL: none */
  cs_audit *audit;   /* owned; NULL: none */
  cs_mount_spec mounts[MOUNTS_MAX];
  const char *env[2 * ENV_MAX];
  cs_tokens tokens;
  const cs_settings *given; /* of the command line */
  cs_reread reread;
  const struct grant *first; /* whose log and tokens these are; NULL: ours */
  cs_tools *listed;          /* owned: what tools there are; NULL: none */
  cs_mcp_tools tools;
  char approvals[PATH_MAX];
} grant;

static int add_mount(void *user, const cs_mount_spec *m) {
  grant *g = user;
  if (g->c.nmounts == MOUNTS_MAX)
    return cs_cli_fail(g->s, "too many mounts", "at most 40 can be made",
                       "mount a common parent instead");
  if (m->host && cs_guard_finds_at(m->host, m->mode == CS_MOUNT_RW))
    return cs_cli_fail(g->s, "mount refused",
                       "it has policies or the audit log in it, which no "
                       "program may change",
                       "mount a directory below it, or an overlay");
  CS_AUTO_FD
  int source = m->host ? cs_within_open_in(m->host, m->base) : -1;
  if (cs_guard_is_proc(source))
    return cs_cli_fail(g->s, "mount refused", CS_GUARD_PROC_TEXT,
                       "a jail has a /proc of its own");
  if (m->host && access(m->host, F_OK) != 0) {
    char what[400];
    snprintf(what, sizeof what, "cannot mount '%.350s'", m->host);
    return cs_cli_fail(g->s, what, strerror(errno),
                       "check the path; sessions need it");
  }
  cs_mount_spec *to = &g->mounts[g->c.nmounts++];
  *to = *m;
  to->host = m->host ? strdup(m->host) : NULL;
  to->at = strdup(m->at);
  return 0;
}

static cs_status add_variable(void *user, const char *name, const char *value) {
  grant *g = user;
  size_t i = 0;
  while (i < g->c.nenv && strcmp(g->env[2 * i], name) != 0) i++;
  if (i == ENV_MAX) return CS_ELIMIT;
  if (i == g->c.nenv)
    g->env[2 * g->c.nenv++] = strdup(name);
  else
    free((void *)(uintptr_t)g->env[2 * i + 1]);
  g->env[2 * i + 1] = strdup(value);
  return CS_OK;
}

static int add_entry(grant *g, const cs_pvalue *e, const char *at,
                     const char *mode, uint64_t limit) {
  cs_mount_mode how = strcmp(mode, "rw") == 0   ? CS_MOUNT_RW
                      : strcmp(mode, "ro") == 0 ? CS_MOUNT_RO
                                                : CS_MOUNT_OVERLAY;
  return add_mount(g, &(cs_mount_spec){.host = cs_beneath_path(e),
                                       .base = cs_beneath_base(g->policy, e),
                                       .at = at,
                                       .mode = how,
                                       .limit = limit});
}

static int add_paths(grant *g, cs_policy_field id, const char *mode) {
  int code = 0;
  for (size_t i = 0; !code && i < cs_policy_count(g->policy, id); i++) {
    const cs_pvalue *e = cs_policy_entry(g->policy, id, i);
    const char *path = e->text ? e->text : cs_pvalue_find(e, "path")->text;
    if (!e->text || !strchr(path, '*')) code = add_entry(g, e, path, mode, 0);
  }
  return code;
}

/* What sessions get from the policy, for the server to know. */
static int add_ruled(grant *g) {
  int code = 0;
  size_t n = cs_policy_count(g->policy, CS_POLICY_FS_MOUNTS);
  for (size_t i = 0; !code && i < n; i++) {
    const cs_pvalue *e = cs_policy_entry(g->policy, CS_POLICY_FS_MOUNTS, i);
    code = add_entry(g, e, cs_pvalue_find(e, "guest")->text,
                     cs_pvalue_find(e, "mode")->text,
                     strcmp(cs_pvalue_find(e, "mode")->text, "overlay") == 0
                         ? cs_pvalue_find(e, "memory_bytes")->number
                         : 0);
  }
  if (!code) code = add_paths(g, CS_POLICY_FS_READ, "ro");
  return code ? code : add_paths(g, CS_POLICY_FS_WRITE, "rw");
}

/* Under a policy what has a place on the host comes from there. */
static int add_given(void *user, const cs_mount_spec *m) {
  const grant *g = user;
  return m->host && g->policy ? 0 : add_mount(user, m);
}

/* Without a workspace there is an empty one in memory, so that code has a
 * place for files. */
static int read_mounts(grant *g) {
  const cs_settings *s = g->s;
  int code = g->policy ? add_ruled(g) : 0;
  if (!code) code = cs_mountspec_each(s, add_given, g);
  if (!code && g->c.nmounts == 0)
    code = add_mount(g, &(cs_mount_spec){.at = CS_MOUNTSPEC_WORKSPACE,
                                         .mode = CS_MOUNT_OVERLAY,
                                         .limit = UINT64_C(64) << 20});
  g->c.mounts = g->mounts;
  g->c.cwd = s->workdir ? s->workdir : NULL;
  for (size_t i = 0; !g->c.cwd && i < g->c.nmounts; i++)
    if (strcmp(g->mounts[i].at, CS_MOUNTSPEC_WORKSPACE) == 0)
      g->c.cwd = CS_MOUNTSPEC_WORKSPACE;
  return code;
}

static int read_depth(grant *g) {
  const char *d = g->s->depth;
  bool counted = cs_options_given(g->s, offsetof(cs_settings, limits.fuel));
  if (counted && d && cs_depth_named_can(d, CS_IS_JAIL))
    return cs_cli_fail(g->s, "no jail", "--fuel is a limit of the engine",
                       "use --timeout, or --depth interp");
  if (counted || g->s->no_process) g->c.depths = CS_MCP_ENGINE;
  if (!d || cs_depth_is_auto(d)) return 0;
  if (cs_depth_named_can(d, CS_IS_ENGINE))
    g->c.depths = CS_MCP_ENGINE;
  else if (cs_depth_named_can(d, CS_IS_JAIL))
    g->c.depths = CS_MCP_JAIL;
  else
    return cs_cli_fail(g->s, "this depth cannot serve", "there is no such one",
                       "use interp, process or auto");
  return 0;
}

/* Variables that sessions get from the policy. */
static cs_status add_ruled_env(grant *g) {
  cs_status st = CS_OK;
  for (char **at = environ; st == CS_OK && at && *at; at++) {
    char name[256];
    size_t n = strcspn(*at, "=");
    if (!(*at)[n] || n >= sizeof name) continue;
    memcpy(name, *at, n);
    name[n] = '\0';
    if (cs_decide_env(g->policy, name).allowed)
      st = add_variable(g, name, *at + n + 1);
  }
  size_t n = cs_policy_count(g->policy, CS_POLICY_ENV_SET);
  for (size_t i = 0; st == CS_OK && i < n; i++) {
    const cs_pvalue *e = cs_policy_entry(g->policy, CS_POLICY_ENV_SET, i);
    st = add_variable(g, e->key, e->text);
  }
  return st;
}

static int read_policy(grant *g) {
  int code = cs_effective_written(g->s, &g->policy);
  if (code || !g->policy) return code;
  g->ruled = *g->s;
  code = cs_effective_apply(g->policy, &g->ruled);
  g->s = &g->ruled;
  g->c.policy = g->policy;
  if (!code && add_ruled_env(g) != CS_OK)
    code = cs_cli_fail(g->s, "too many variables", "at most 256 can be given",
                       "name fewer in env.pass");
  return code;
}

/* The limits of a policy have names of their own. */
static void read_limits(grant *g) {
  const cs_settings *s = g->s;
  g->c.memory = s->limits.memory;
  g->c.fuel = s->limits.fuel;
  g->c.output = s->limits.output;
  if (s->timeout_given) g->c.time_ms = (uint64_t)(s->timeout * 1000);
  if (!g->policy) return;
  g->c.time_ms = cs_policy_number(g->policy, CS_POLICY_GUEST_MS);
  g->c.output = cs_policy_number(g->policy, CS_POLICY_STDOUT_BYTES);
}

static int read_settings(grant *g) {
  cs_mcp_config_init(&g->c);
  g->c.env = g->env;
  int ruled = read_policy(g);
  if (ruled) return ruled;
  const cs_settings *s = g->s;
  read_limits(g);
  g->c.in_process = s->in_process;
  g->c.deterministic = s->deterministic;
  g->c.seeded = s->seed != CS_NO_SEED;
  g->c.seed = g->c.seeded ? s->seed : 0;
  g->c.python = s->python;
  g->c.processes = (uint32_t)s->processes;
  g->c.tool_name = s->tool_name;
  g->c.list_alias = s->list_alias;
  g->c.listen = s->http;
  if (s->session_time > 0) g->c.idle_ms = (uint64_t)(s->session_time * 1000);
  for (size_t i = 0; i < s->accept.n; i++)
    g->c.no_landlock |= strcmp(s->accept.at[i], "landlock") == 0;
  g->c.origins = s->origins.at;
  g->c.norigins = s->origins.n;
  int code = read_depth(g);
  if (!code) code = read_mounts(g);
  return code ? code : cs_env_each(s, add_variable, g);
}

/* --- functions of the host ----------------------------------------------- */

static const char *tool_name(void *user, size_t i, bool *async) {
  const grant *g = user;
  return cs_tools_name(g->listed, i, async);
}

static void *open_tools(void *user, cs_session *to) {
  const grant *g = user;
  cs_tools *set = NULL;
  if (cs_cli_tools_open(g->given, &set) == 0 &&
      cs_cli_tools_define(g->given, set, to) == 0)
    return set;
  cs_tools_close(set);
  return NULL;
}

static void close_tools(void *set) {
  cs_tools_close(set);
}

static cs_reply_kind call_tool(void *set, const cs_event *ev, int stop,
                               cs_wire *reply) {
  return cs_tools_call(set, stop, ev, reply);
}

static cs_reply_kind wait_tools(void *set, const cs_event *ev, int stop,
                                cs_wire *reply) {
  return cs_tools_wait(set, stop, false, ev, reply);
}

static void forget_tools(void *set) {
  cs_tools_forget(set);
}

/* Programs are started once to see that they can be; sessions start their
 * own. */
static int read_tools(grant *g) {
  int code = cs_cli_tools_open(g->given, &g->listed);
  if (code || !g->listed) return code;
  g->tools = (cs_mcp_tools){.user = g,
                            .name = tool_name,
                            .open = open_tools,
                            .close = close_tools,
                            .call = call_tool,
                            .wait = wait_tools,
                            .forget = forget_tools};
  g->c.tools = &g->tools;
  if (cs_state_path("approvals", g->approvals)) g->c.approvals = g->approvals;
  return 0;
}

/* What a server has once, whatever is granted later. */
static int read_fixed(grant *g) {
  const cs_settings *s = g->s;
  cs_mountspec_warn(s);
  int code = read_tools(g);
  if (!code) code = cs_record_open(s, &g->audit);
  g->c.audit = g->audit;
  if (!code && s->http)
    code = cs_tokens_load(s, "CAISSON_MCP_TOKEN", &g->tokens);
  g->c.tokens = g->tokens.at;
  g->c.ntokens = g->tokens.n;
  return code;
}

static void drop_config(const cs_mcp_config *c) {
  grant *g = (grant *)(uintptr_t)c;
  for (size_t i = 0; i < g->c.nmounts; i++) {
    free((void *)(uintptr_t)g->mounts[i].host);
    free((void *)(uintptr_t)g->mounts[i].at);
  }
  for (size_t i = 0; i < 2 * g->c.nenv; i++) free((void *)(uintptr_t)g->env[i]);
  cs_tokens_fini(&g->tokens);
  cs_tools_close(g->listed);
  cs_audit_close(g->audit);
  cs_policy_free(g->policy);
  free(g);
}

/* --- a policy that its owner changes ------------------------------------- */

static int keep_old(grant *g, const char *why) {
  return cs_cli_fail(g->given, "the changed policy is not used", why,
                     "the old one stays in force");
}

/* A policy that went away stays: without one more would be allowed. */
static int read_changed(grant *g) {
  int code = read_settings(g);
  if (code) return keep_old(g, "it cannot be used");
  if (!g->policy && g->first->policy) return keep_old(g, "there is none");
  if (cs_reread_is_shown(g->given, g->c.mounts, g->c.nmounts))
    return keep_old(g, "programs could write its file");
  return 0;
}

static const cs_mcp_config *again(void *user) {
  grant *first = user;
  if (!cs_reread_is_due(&first->reread, first->given)) return NULL;
  grant *g = calloc(1, sizeof *g);
  if (!g) return NULL;
  g->s = g->given = first->given;
  g->first = first;
  if (read_changed(g)) {
    drop_config(&g->c);
    return NULL;
  }
  g->c.audit = first->audit;
  g->c.tools = first->c.tools;
  g->c.approvals = first->c.approvals;
  g->c.tokens = first->c.tokens;
  g->c.ntokens = first->c.ntokens;
  return &g->c;
}

static void follow_changes(grant *g) {
  if (cs_reread_is_shown(g->given, g->c.mounts, g->c.nmounts)) {
    fprintf(stderr,
            "caisson: warning: programs can write the policy's file, so it is "
            "not read again when it changes\n");
    return;
  }
  g->c.again = again;
  g->c.drop = drop_config;
  g->c.user = g;
}

int cs_cli_mcp(const cs_settings *s) {
  grant *g = calloc(1, sizeof *g);
  cs_error err = {0};
  if (!g) return cs_cli_fail(s, "no server", "no memory", "close programs");
  g->s = g->given = s;
  cs_reread_begin(&g->reread, s);
  int code = read_settings(g);
  if (!code) code = read_fixed(g);
  if (!code) {
    follow_changes(g);
    cs_status st =
        s->http ? cs_mcp_http(&g->c, &err) : cs_mcp_stdio(&g->c, &err);
    if (st != CS_OK)
      code = cs_cli_fail(s, "cannot serve", err.text,
                         "see 'caisson help mcp' and 'caisson doctor'");
  }
  drop_config(&g->c);
  return code;
}
