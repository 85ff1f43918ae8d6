/*
 * remembered.c - probes, made once for all who share them; logs, for reports.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/audit.h"
#include "enforce/enforce_cache.h"

void cs_enforce_remembered(cs_probe_memory *m, uint32_t what,
                           const char *worker, const char *python,
                           cs_probes *out) {
  cs_enforce_options o = {.what = what,
                          .worker = worker,
                          .python = python,
                          .faults = cs_enforce_faults()};
  cs_probe_key key = {.what = what, .worker = worker, .python = python};
  if (o.faults) m = NULL; /* of this moment only */
  const cs_probes *known = cs_probe_memory_find(m, &key);
  *out = known ? *known : (cs_probes){0};
  if (known) return;
  cs_enforce_probe_cached(&o, false, out); /* from the file or by trying */
  cs_probe_memory_add(m, &key, out);
}

cs_report_given cs_enforce_log(const cs_audit *log) {
  cs_report_given g = {.log = log};
  if (!log) return g;
  g.log_full = cs_audit_flags(log) & CS_AUDIT_FULL;
  g.log_optional = cs_audit_flags(log) & CS_AUDIT_OPTIONAL;
  g.log_batch = cs_audit_sync(log) == CS_AUDIT_BATCH;
  g.log_path = cs_audit_path(log);
  return g;
}
