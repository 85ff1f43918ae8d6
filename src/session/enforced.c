/*
 * enforced.c - the enforcement report of a session.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/enforced.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "base/error.h"
#include "depth/jails.h"
#include "depth/workers.h"
#include "enforce/enforce.h"
#include "policy/load.h"
#include "policy/policy_view.h"

struct cs_enforced {
  cs_probes probes;
  cs_report report;
  cs_policy *policy; /* owned, where the session has none */
  const char *missing[CS_REPORT_KEYS];
  char hash[CS_REPORT_HASH];
};

/* --- what probes found, kept for all who share it ------------------------- */

static void free_memory(void *memory) {
  cs_probe_memory_fini(memory);
  free(memory);
}

/* The memory of a session: that of what it shares with others; NULL: none. */
static cs_probe_memory *memory_of(const cs_session *s) {
  if (s->o.jails) return cs_jails_probes(s->o.jails);
  if (s->o.workers) return cs_workers_probes(s->o.workers);
  if (!s->o.pool) return NULL;
  cs_probe_memory *m = cs_pool_attached(s->o.pool);
  if (m) return m;
  m = calloc(1, sizeof *m);
  return m ? cs_pool_attach(s->o.pool, m, free_memory) : NULL;
}

/* --- a session's --------------------------------------------------------- */

static bool is_remote(const cs_session *s) {
  return s->o.workers && cs_workers_are_remote(s->o.workers);
}

static cs_report_depth depth_of(const cs_session *s) {
  const cs_depth_row *row = s->port.ops->row;
  if (s->o.flags & CS_ONLY_CHECK) row = cs_depth_check();
  /* Of an engine elsewhere: what its host answers was tried with one here. */
  if (is_remote(s)) row = cs_depth_engine(false);
  return (cs_report_depth)row->at;
}

/* Without a policy: the built-in one, with what the jails grant beyond it. */
static cs_status default_policy(const cs_session *s, cs_policy **out) {
  if (!s->o.jails) return cs_policy_new(out);
  return cs_policy_view_of_walls(cs_jails_settings(s->o.jails)->flags, out);
}

static cs_status make(cs_session *s) {
  if (s->enforced) return CS_OK;
  struct cs_enforced *e = calloc(1, sizeof *e);
  if (!e) return CS_EOS;
  cs_status st = s->policy ? CS_OK : default_policy(s, &e->policy);
  if (st != CS_OK) {
    free(e);
    return st;
  }
  cs_report_depth d = depth_of(s);
  uint32_t needs = cs_enforce_needs(cs_report_row(d));
  if (s->policy && cs_policy_count(s->policy, CS_POLICY_EGRESS_ALLOW) > 0)
    needs |= CS_ENFORCE_WAY;
  cs_enforce_remembered(
      memory_of(s), needs, s->o.workers ? cs_workers_path(s->o.workers) : NULL,
      s->o.jails ? cs_jails_python(s->o.jails) : NULL, &e->probes);
  cs_report_given given = cs_enforce_log(s->o.audit);
  given.asks = s->o.flags & CS_ASKS_APPROVAL;
  given.remote = is_remote(s);
  cs_report_make(s->policy ? s->policy : e->policy, d, &e->probes, &given,
                 &e->report);
  s->enforced = e;
  return CS_OK;
}

void cs_enforced_fini(cs_session *s) {
  if (!s->enforced) return;
  cs_policy_free(s->enforced->policy);
  free(s->enforced);
  s->enforced = NULL;
}

/* A sanitizer's worker has no filter, and is nobody's wall. */
static void forgive(cs_report *r) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  r->at[CS_REPORT_KEY_WORKER].accepted = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
  r->at[CS_REPORT_KEY_WORKER].accepted = true;
#endif
#endif
  (void)r;
}

cs_status cs_enforced_demand(cs_session *s, cs_error *err) {
  if (s->o.flags & CS_PROBING) return CS_OK;
  cs_status st = make(s);
  if (st != CS_OK) return cs_error_set(err, st, "no memory for a report");
  forgive(&s->enforced->report);
  return cs_report_demand(&s->enforced->report, err);
}

cs_status cs_session_enforcement(cs_session *s, cs_enforcement *out) {
  cs_status st = make(s);
  if (st != CS_OK) return st;
  struct cs_enforced *e = s->enforced;
  size_t n = 0;
  for (int k = 0; k < CS_REPORT_KEYS; k++)
    if (e->report.at[k].requested && e->report.at[k].word != CS_REPORT_ENFORCED)
      e->missing[n++] = cs_report_key_name((cs_report_key)k);
  if (!e->hash[0]) st = cs_report_hash(&e->report, e->hash);
  /* Of a sandbox that could not be made nothing is said to be full. */
  bool stood = s->ev.kind != CS_CRASHED || s->ev.signal;
  *out = (cs_enforcement){.full = n == 0 && e->report.available && stood,
                          .missing = e->missing,
                          .nmissing = n,
                          .hash = e->hash};
  return st;
}
