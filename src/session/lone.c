/*
 * lone.c - a program of the host in a jail, without a session around it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/lone.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "depth/jails.h"
#include "policy/decide.h"
#include "policy/load.h"
#include "policy/narrow.h"
#include "session/enforce.h"
#include "session/enforced.h"

static uint32_t clip(uint64_t n) {
  return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

bool cs_lone_spawns(const cs_policy *p) {
  const cs_pvalue *v = p ? cs_policy_value(p, CS_POLICY_SPAWN) : NULL;
  return !v || (v->kind == CS_PV_LIST ? v->n > 0 : v->number != 0);
}

bool cs_lone_asks(const cs_policy *p) {
  return p && cs_policy_count(p, CS_POLICY_TOOLS_APPROVE) > 0 &&
         strcmp(cs_policy_text(p, CS_POLICY_APPROVER), "none") != 0;
}

bool cs_lone_approval(const cs_policy *p, const char *tool) {
  return p && cs_decide_approval(p, tool);
}

uint64_t cs_lone_wall(const cs_policy *p) {
  return p ? cs_policy_number(p, CS_POLICY_WALL_MS) : 0;
}

bool cs_lone_is_within(const cs_policy *is, const cs_policy *was) {
  cs_policy_field first;
  return !is || (was && cs_narrow_is_within(is, was, &first));
}

bool cs_lone_allows(const cs_policy *p, const char *program) {
  return !p || cs_decide_spawn(p, program).allowed;
}

void cs_lone_limits(const cs_policy *p, cs_jail_spec *spec,
                    cs_exec_options *o) {
  uint64_t cpus = cs_policy_is_set(p, CS_POLICY_CPUS)
                      ? cs_policy_number(p, CS_POLICY_CPUS)
                      : 0;
  spec->limits = (cs_jail_limits){
      .memory = cs_policy_number(p, CS_POLICY_MEMORY_BYTES),
      .cpu_s = (cs_policy_number(p, CS_POLICY_CPU_MS) + 999) / 1000,
      .file_size = cs_policy_number(p, CS_POLICY_FILE_BYTES),
      .tmp = cs_policy_number(p, CS_POLICY_TMP_BYTES),
      .disk = cs_policy_number(p, CS_POLICY_DISK_BYTES),
      .inodes = cs_policy_number(p, CS_POLICY_DISK_INODES),
      .processes = clip(cs_policy_number(p, CS_POLICY_PIDS)),
      .files = clip(cs_policy_number(p, CS_POLICY_FDS)),
      .cpus = clip((cpus + 999) / 1000),
      .share = cpus % 1000 ? clip(cpus) : 0,
      .soft = cs_policy_has(p, CS_POLICY_ACCEPT, "limits.cpus")};
  if (!cs_lone_spawns(p)) spec->flags |= CS_JAIL_NO_SPAWN;
  if (!cs_policy_flag(p, CS_POLICY_UNIX_SOCKETS))
    spec->flags |= CS_JAIL_NO_UNIX;
  o->wall_ms = cs_policy_number(p, CS_POLICY_WALL_MS);
  o->cpu_ms = cs_policy_number(p, CS_POLICY_CPU_MS);
  uint64_t out = cs_policy_number(p, CS_POLICY_STDOUT_BYTES);
  uint64_t err = cs_policy_number(p, CS_POLICY_STDERR_BYTES);
  o->output = out < err ? out : err;
}

static cs_status default_policy(uint32_t flags, cs_policy **out) {
  char text[160];
  int n = snprintf(text, sizeof text,
                   "version: 1\nprocess: {spawn: %s, unix_sockets: %s}\n",
                   flags & CS_JAIL_NO_SPAWN ? "false" : "true",
                   flags & CS_JAIL_NO_UNIX ? "false" : "true");
  return cs_load_text(text, (size_t)n, "options", CS_POLICY_OWNER, out, NULL);
}

static void list_missing(const cs_report *r, cs_lone_report *out) {
  out->nmissing = 0;
  for (int k = 0; k < CS_REPORT_KEYS; k++)
    if (r->at[k].requested && r->at[k].word != CS_REPORT_ENFORCED)
      out->missing[out->nmissing++] = cs_report_key_name((cs_report_key)k);
  out->full = out->nmissing == 0 && r->available;
}

cs_status cs_lone_enforcement(cs_jails *jails, const cs_policy *p,
                              uint32_t flags, const char *python,
                              const struct cs_audit *log, cs_lone_report *out,
                              cs_error *err) {
  cs_policy *own = NULL;
  cs_probes probes;
  cs_report report;
  cs_status st = p ? CS_OK : default_policy(flags, &own);
  if (st != CS_OK) return cs_error_set(err, st, "no memory for a report");
  cs_enforced_probes(jails ? cs_jails_probes(jails) : NULL,
                     cs_enforce_needs(cs_depth_jail()), NULL, python, &probes);
  cs_report_given given = cs_enforced_log(log);
  cs_report_make(p ? p : own, cs_report_at(cs_depth_jail()), &probes, &given,
                 &report);
  *out = (cs_lone_report){0};
  list_missing(&report, out);
  st = cs_report_hash(&report, out->hash);
  cs_policy_free(own);
  return st == CS_OK ? CS_OK : cs_error_set(err, st, "no report");
}
