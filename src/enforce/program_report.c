/*
 * program_report.c - probes and a policy become the report of a program.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "enforce/program_report.h"

#include <stdio.h>

#include "base/error.h"
#include "enforce/enforce.h"
#include "policy/load.h"
#include "policy/policy_view.h"

static void list_missing(const cs_report *r, cs_program_report *out) {
  out->nmissing = 0;
  for (int k = 0; k < CS_REPORT_KEYS; k++)
    if (r->at[k].requested && r->at[k].word != CS_REPORT_ENFORCED)
      out->missing[out->nmissing++] = cs_report_key_name((cs_report_key)k);
  out->full = out->nmissing == 0 && r->available;
}

cs_status cs_program_report_make(cs_jails *jails, const cs_policy *p,
                                 uint32_t walls, const char *python,
                                 const struct cs_audit *log,
                                 cs_program_report *out, cs_error *err) {
  cs_policy *own = NULL;
  cs_probes probes;
  cs_report report;
  cs_status st = p ? CS_OK : cs_policy_view_of_walls(walls, &own);
  if (st != CS_OK) return cs_error_set(err, st, "no memory for a report");
  cs_enforce_remembered(jails ? cs_jails_probes(jails) : NULL,
                        cs_enforce_needs(cs_depth_jail()), NULL, python,
                        &probes);
  cs_report_given given = cs_enforce_log(log);
  cs_report_make(p ? p : own, cs_report_at(cs_depth_jail()), &probes, &given,
                 &report);
  *out = (cs_program_report){0};
  list_missing(&report, out);
  st = cs_report_hash(&report, out->hash);
  cs_policy_free(own);
  return st == CS_OK ? CS_OK : cs_error_set(err, st, "no report");
}
