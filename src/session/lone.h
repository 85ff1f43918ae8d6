/*
 * lone.h - a program of the host in a jail, without a session around it.
 *
 * What `caisson exec` and run_shell of the MCP server share: the limits and
 * walls of a policy as those of a jail, and what is enforced of it there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_LONE_H
#define CS_SESSION_LONE_H

#include "jail/exec.h"
#include "policy/policy.h"
#include "policy/report.h"

/* Limits and walls as the policy has them; mounts and variables are the
 * caller's business. */
void cs_lone_limits(const cs_policy *p, cs_jail_spec *spec, cs_exec_options *o);

/* May a program be started at all?  NULL, no policy: yes. */
bool cs_lone_spawns(const cs_policy *p);
/* May this one, by its absolute path? */
bool cs_lone_allows(const cs_policy *p, const char *program);
/* Is there somebody to ask for approvals, and something to ask about?  Does a
 * call of this tool need one? */
bool cs_lone_asks(const cs_policy *p);
bool cs_lone_approval(const cs_policy *p, const char *tool);
/* Real time that a run may take, in ms; 0: any. */
uint64_t cs_lone_wall(const cs_policy *p);
/* Has whoever lives under `was` no more than `is` grants?  NULL: no policy,
 * which grants what options do. */
bool cs_lone_is_within(const cs_policy *is, const cs_policy *was);

struct cs_audit;

typedef struct cs_lone_report {
  bool full;
  const char *missing[CS_REPORT_KEYS];
  size_t nmissing;
  char hash[CS_REPORT_HASH];
} cs_lone_report;

/* What stands around a program in a jail with these CS_JAIL_* flags, as the
 * probes of this host found it.  Without a policy: of the built-in one, with
 * what the flags grant beyond it.  `log` NULL: nothing is recorded.  `jails`
 * remember what the probes found; NULL: they are made again. */
cs_status cs_lone_enforcement(cs_jails *jails, const cs_policy *p,
                              uint32_t flags, const char *python,
                              const struct cs_audit *log, cs_lone_report *out,
                              cs_error *err) CS_MUST_CHECK;

#endif
