/*
 * trace.c - what the server itself writes into the audit log.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/trace.h"

#include <string.h>

#include "base/depth.h"
#include "serve/tool.h"

#include "caisson/audit.h"

static bool put(const cs_job *j, cs_audit_record *r) {
  cs_audit *log = j->server->config->audit;
  r->tool_call = j->run_id;
  if (j->session_id[0]) r->session = j->session_id;
  return !log || cs_audit_put(log, r, NULL) == CS_OK;
}

/* "00-TRACE-SPAN-FLAGS" of W3C Trace Context, in lower-case digits. */
static bool is_traceparent(const char *s) {
  static const char form[] =
      "xx-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-xxxxxxxxxxxxxxxx-xx";
  if (strlen(s) != sizeof form - 1) return false;
  for (size_t i = 0; form[i]; i++)
    if (form[i] == '-' ? s[i] != '-' : !strchr("0123456789abcdef", s[i]))
      return false;
  return true;
}

bool cs_trace_call(const cs_job *j) {
  const char *trace = j->trace;
  cs_audit_item data[] = {{.key = "caller",
                           .text = j->caller->name,
                           .len = strlen(j->caller->name)},
                          {.key = "traceparent", .text = trace, .len = 55}};
  cs_audit_record r = {.kind = "mcp.call",
                       .decision = "allow",
                       .capability = "tool",
                       .object = j->tool->name,
                       .object_len = strlen(j->tool->name),
                       .data = data,
                       .ndata = trace && is_traceparent(trace) ? 2 : 1};
  return put(j, &r);
}

void cs_trace_denied(const cs_job *j, const char *capability,
                     const char *object, const char *rule, const char *reason) {
  cs_audit_record r = {.kind = "policy.widens",
                       .decision = "deny",
                       .capability = capability,
                       .object = object,
                       .object_len = strlen(object),
                       .reason = reason,
                       .rule = rule};
  (void)!put(j, &r);
}

void cs_trace_approval(const cs_job *j, const char *tool, bool yes) {
  cs_audit_record r = {.kind = "approval",
                       .decision = yes ? "allow" : "deny",
                       .capability = "tool",
                       .run = j->run_id,
                       .object = tool,
                       .object_len = strlen(tool)};
  (void)!put(j, &r);
}

bool cs_trace_exec(const cs_job *j, const char *program) {
  cs_audit_record r = {.kind = "exec.start",
                       .decision = "allow",
                       .capability = "process.spawn",
                       .depth = cs_depth_jail()->name,
                       .mechanism = "jail",
                       .run = j->run_id,
                       .object = program,
                       .object_len = strlen(program)};
  return put(j, &r);
}

void cs_trace_exit(const cs_job *j, const char *status, int code) {
  cs_audit_record r = {
      .kind = "exec.end",
      .depth = cs_depth_jail()->name,
      .run = j->run_id,
      .reason = status,
      .has = CS_AUDIT_EXIT_CODE | CS_AUDIT_BYTES_OUT,
      .exit_code = code,
      .bytes_out = (int64_t)(j->out[0].total + j->out[1].total)};
  (void)!put(j, &r);
}
