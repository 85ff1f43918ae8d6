/*
 * trace.h - what the server itself writes into the audit log; sessions write
 * what they do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_TRACE_H
#define CS_SERVE_TRACE_H

#include "serve/job.h"

/* "mcp.call": a tool is about to run for a caller.  False: there is a log and
 * it cannot be written, so nothing must happen. */
bool cs_trace_call(const cs_job *j) CS_MUST_CHECK;
/* "policy.widens": a call asked for more than is granted. */
void cs_trace_denied(const cs_job *j, const char *capability,
                     const char *object, const char *rule, const char *reason);
/* "approval": a call that somebody had to agree to. */
void cs_trace_approval(const cs_job *j, const char *tool, bool yes);
/* "exec.start" and "exec.end" of run_shell. */
bool cs_trace_exec(const cs_job *j, const char *program) CS_MUST_CHECK;
void cs_trace_exit(const cs_job *j, const char *status, int code);

#endif
