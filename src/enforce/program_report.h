/*
 * program_report.h - what is enforced around a program in a jail that has no
 * session: `caisson exec` and run_shell of the MCP server.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_ENFORCE_PROGRAM_REPORT_H
#define CS_ENFORCE_PROGRAM_REPORT_H

#include "depth/jails.h"
#include "policy/policy.h"
#include "policy/report.h"

struct cs_audit;

typedef struct cs_program_report {
  bool full;
  const char *missing[CS_REPORT_KEYS];
  size_t nmissing;
  char hash[CS_REPORT_HASH];
} cs_program_report;

/* What stands around a program in a jail with these CS_WALL_*, as the
 * probes of this host found it.  Without a policy: of the built-in one, with
 * what the walls leave open beyond it.  `log` NULL: nothing is recorded.
 * `jails` remember what the probes found; NULL: they are made again. */
cs_status cs_program_report_make(cs_jails *jails, const cs_policy *p,
                                 uint32_t walls, const char *python,
                                 const struct cs_audit *log,
                                 cs_program_report *out,
                                 cs_error *err) CS_MUST_CHECK;

#endif
