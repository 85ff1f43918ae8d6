/*
 * enforced.h - the enforcement report of a session.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_ENFORCED_H
#define CS_SESSION_ENFORCED_H

#include "depth/probe_memory.h"
#include "policy/report.h"
#include "session/session_in.h"

/* In cs_options.flags of the sessions that a self-test opens: they are the
 * probe, and are not asked for one. */
#define CS_PROBING (UINT32_C(1) << 31)

/* Refuse a session whose policy asks for what nothing enforces here. */
cs_status cs_enforced_demand(cs_session *s, cs_error *err) CS_MUST_CHECK;
void cs_enforced_fini(cs_session *s);

/* What a log (NULL: none) is, for a report. */
cs_report_given cs_enforced_log(const cs_audit *log);

/* What probes found, remembered for all who share it (`m`), or made now:
 * `what` of enforce.h.  `m` NULL: nothing is remembered but the file of
 * enforce_cache.h.  No lock is held while the host is tried. */
void cs_enforced_probes(cs_probe_memory *m, uint32_t what, const char *worker,
                        const char *python, cs_probes *out);

#endif
