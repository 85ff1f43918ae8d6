/*
 * guest.c - one session as the command line opens it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/guest.h"
#include "cli/options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/effective.h"
#include "cli/env.h"
#include "cli/given_tools.h"
#include "cli/mounts.h"
#include "cli/mountspec.h"
#include "cli/record.h"
#include "cli/state.h"
#include "egress/egress.h"

#include "caisson/audit.h"
#include "caisson/check.h"
#include "caisson/journal.h"

/* A clock of the guest's own starts at 2000-01-01 and moves by this much with
 * every look at it. */
#define CLOCK_START INT64_C(946684800000000000)
#define CLOCK_STEP  1000

static bool take_output(void *user, int stream, const char *text, size_t n) {
  cs_guest *g = user;
  cs_sink_put(&g->sink, stream, text, n);
  return true;
}

/* The deadline is one of the wall clock and watched from outside, so the
 * session counts neither running nor sleeping; what tools may cost is counted
 * by tools.c. */
static void set_options(cs_guest *g, cs_options *o, const cs_host *h) {
  const cs_settings *s = g->settings;
  cs_options_init(o);
  o->flags = g->plan.flags | (s->deterministic ? 0 : CS_ASK_SLEEPS);
  if (!cs_depth_is(g->place.row, CS_CAN_RUN)) o->flags |= CS_ONLY_CHECK;
  o->script_name = g->plan.script;
  o->host = h;
  o->workers = g->workers;
  o->pool = g->pool;
  o->jails = g->jails;
  o->audit = g->audit;
  if (g->policy && cs_egress_has_approver(g->policy) &&
      cs_state_path("approvals", g->approvals))
    o->approvals = g->approvals;
  o->memory = s->limits.memory;
  o->fuel = s->limits.fuel;
  o->output = s->limits.output;
  o->time_ms = 0;
  o->sleep_ms = o->calls = o->suspensions = UINT64_MAX;
  o->os = CS_OS_ENVIRON;
  o->os |= s->deterministic ? CS_OS_FIXED_CLOCK : CS_OS_CLOCK;
  o->os |=
      s->deterministic || s->seed != CS_NO_SEED ? CS_OS_SEEDED : CS_OS_ENTROPY;
  o->seed = s->seed == CS_NO_SEED ? 0 : s->seed;
  o->clock_ns = CLOCK_START;
  o->clock_step_ns = CLOCK_STEP;
  if (g->policy) cs_policy_apply(g->policy, o);
}

static int open_jails(cs_guest *g) {
  const cs_settings *s = g->settings;
  cs_error err = {0};
  cs_jails_options o;
  cs_jails_options_init(&o);
  o.python = s->python;
  if (s->processes) o.processes = (uint32_t)s->processes;
  if (s->loopback) o.flags |= CS_JAILS_LOOPBACK;
  if (s->no_spawn) o.flags |= CS_JAILS_NO_SPAWN;
  if (s->no_unix) o.flags |= CS_JAILS_NO_UNIX;
  for (size_t i = 0; i < s->accept.n; i++)
    if (strcmp(s->accept.at[i], "landlock") == 0)
      o.flags |= CS_JAILS_NO_LANDLOCK;
  if (g->policy) cs_policy_apply_jails(g->policy, &o);
  if (cs_jails_new(&o, &g->jails, &err) == CS_OK) return 0;
  return cs_cli_fail(s, "no jail", err.text,
                     "'caisson doctor' tells what this host offers");
}

/* What helps, where the policy is what refuses. */
static const char *hint_for(const char *why, const char *otherwise) {
  const char *advice = cs_fault_advice[cs_refusal_fault(why)];
  return *advice ? advice : otherwise;
}

/* A limit that nothing counts there keeps a session from opening, also where
 * the program itself chose the depth by what it imports. */
static int open_process(cs_guest *g) {
  if (cs_options_given(g->settings, offsetof(cs_settings, limits.fuel)))
    return cs_cli_fail(g->settings, "no jail",
                       "--fuel is a limit of the engine, and this program runs "
                       "at depth process",
                       "use --timeout, or --depth interp");
  return open_jails(g);
}

static int open_place(cs_guest *g) {
  cs_error err = {0};
  if (cs_depth_is(g->place.row, CS_IS_JAIL)) return open_process(g);
  if (!cs_depth_is_worker(g->place.row)) {
    if (cs_pool_new(0, &g->pool) == CS_OK) return 0;
    return cs_cli_fail(g->settings, "cannot start the engine", "no memory",
                       "check the memory limits of this process (ulimit -v)");
  }
  cs_workers_options o;
  cs_workers_options_init(&o);
  o.ahead = 0; /* one session at a time, most often only one */
  if (cs_workers_new(&o, &g->workers, &err) == CS_OK) return 0;
  return cs_cli_fail(g->settings, "cannot start a worker", err.text,
                     "use --in-process to do without its walls");
}

static int open_session(cs_guest *g) {
  const cs_guest_plan *p = &g->plan;
  cs_host h = {.size = sizeof h, .user = g, .output = take_output};
  cs_options o;
  cs_error err = {0};
  set_options(g, &o, &h);
  if (p->journal) {
    cs_journal_session(p->journal, &o);
    o.audit = g->audit;
    if (g->policy) cs_policy_apply(g->policy, &o);
  }
  cs_status st =
      p->bytes ? cs_session_load(&o, p->bytes, p->len, &g->session, &err)
      : p->journal
          ? cs_journal_load(p->journal, &o, p->which, &g->session, &err)
          : cs_session_open(&o, &g->session, &err);
  if (st == CS_OK) return 0;
  bool widens = cs_refusal_fault(err.text) == CS_FAULT_WIDENS;
  if (p->journal)
    return cs_cli_fail(g->settings, "cannot load the journal's snapshot",
                       err.text,
                       widens ? "use the policy of then, or a narrower one"
                              : "use the version of caisson that wrote it");
  if (p->bytes)
    return cs_cli_fail(
        g->settings, "cannot load the snapshot", err.text,
        widens ? "give the same --policy FILE as when it was made, or a "
                 "narrower one"
               : hint_for(err.text,
                          "it must come whole from this version of caisson"));
  return cs_cli_fail(
      g->settings, "cannot start a session", err.text,
      hint_for(err.text, cs_depth_is_worker(g->place.row)
                             ? "check --memory and the memory of this host"
                             : "check --memory and ulimit -v"));
}

static int bind_secrets(const cs_settings *s, cs_session *to) {
  cs_error err = {0};
  if (!s->secrets.n) return 0;
  const char **names = calloc(s->secrets.n + 1, sizeof *names);
  for (size_t i = 0; names && i < s->secrets.n; i++)
    names[i] = s->secrets.at[i];
  cs_status st = names ? cs_session_bind(to, names, &err) : CS_EOS;
  free(names);
  return st == CS_OK
             ? 0
             : cs_cli_fail(s, "no secret", err.text,
                           "check 'secrets' and 'egress' in the policy");
}

/* What the settings grant besides the engine itself. */
static int equip(cs_guest *g) {
  const cs_settings *s = g->settings;
  bool loaded = g->plan.bytes || g->plan.journal;
  bool idle = cs_session_event(g->session)->kind == CS_DONE && !g->plan.journal;
  int code = loaded ? 0 : bind_secrets(s, g->session);
  if (!code) code = cs_env_load(s, g->session);
  if (!code) code = cs_mounts_add(s, g->session, loaded);
  if (!code && idle) code = cs_cli_tools_define(s, g->tools, g->session);
  if (code) return code;
  if (loaded || !s->path.n) return 0;
  if (cs_session_set_path(g->session, s->path.n, s->path.at) == CS_OK) return 0;
  return cs_cli_fail(s, "cannot set the module search path",
                     "it is not UTF-8, or there is no memory for it",
                     "check --path, or allow more with --memory");
}

/* The policy, if there is one.  That of a journal's run is in its snapshots: a
 * wider one is refused there, a narrower one holds from now on. */
static int read_policy(cs_guest *g) {
  int code = cs_effective_written(g->settings, &g->policy);
  if (code || !g->policy) return code;
  g->ruled = *g->settings;
  code = cs_effective_apply(g->policy, &g->ruled);
  g->settings = &g->ruled;
  return code;
}

/* Some limits of a policy are one thing for the engine, another in a jail. */
static void use_depth(cs_guest *g, const cs_settings *given) {
  if (cs_depth_is(g->place.row, CS_IS_JAIL))
    g->ruled.limits.memory =
        cs_policy_number(g->policy, CS_POLICY_MEMORY_BYTES);
  if (!given->depth && strcmp(g->ruled.depth, "auto") != 0)
    snprintf(g->place.reason, sizeof g->place.reason, "the policy allows it");
}

int cs_guest_open(cs_guest *g, const cs_settings *given, cs_lines *input,
                  const cs_guest_plan *plan) {
  *g = (cs_guest){.settings = given, .plan = *plan, .input = input};
  cs_sink_init(&g->sink, given->json, given->raw_output);
  g->sink.stream.on = given->stream_json;
  int code = read_policy(g);
  const cs_settings *s = g->settings;
  if (!code && !plan->offline) cs_mountspec_warn(s);
  if (!code) code = cs_depth_choose(s, plan->code, plan->code_len, &g->place);
  if (!code && g->policy) use_depth(g, given);
  if (!code && !plan->offline) code = cs_record_open(s, &g->audit);
  if (!code) code = cs_record_policy(s, g->audit, g->policy);
  if (!code)
    code = cs_record_depth(s, g->audit, g->place.row->name, g->place.reason);
  if (!code) code = open_place(g);
  if (!code) code = open_session(g);
  if (!code && !plan->offline) code = cs_cli_tools_open(s, &g->tools);
  if (!code && !plan->offline) code = equip(g);
  if (code)
    cs_guest_close(g);
  else
    cs_stream_begin(&g->sink.stream, cs_session_id(g->session));
  return code;
}

int cs_guest_reopen(cs_guest *g) {
  cs_session_close(g->session);
  g->session = NULL;
  cs_tools_forget(g->tools);
  int code = open_session(g);
  return code ? code : equip(g);
}

void cs_guest_close(cs_guest *g) {
  cs_watch_stop(&g->watch);
  cs_session_close(g->session);
  cs_workers_free(g->workers);
  cs_pool_free(g->pool);
  cs_audit_close(g->audit); /* meanwhile the jail dies */
  cs_jails_free(g->jails);
  cs_tools_close(g->tools);
  cs_sink_fini(&g->sink);
  cs_policy_free(g->policy);
}

int cs_guest_watch(cs_guest *g) {
  const cs_settings *s = g->settings;
  if (cs_watch_start(&g->watch, g->session, s->timeout) == CS_OK) return 0;
  return cs_cli_fail(s, "cannot watch the run", "no thread for the deadline",
                     "raise the limit of processes (ulimit -u)");
}
