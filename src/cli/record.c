/*
 * record.c - the audit log of a command: --audit and its default.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/record.h"

#include <stdio.h>
#include <string.h>

#include "audit/audit.h"
#include "audit/secret.h"
#include "base/buf.h"
#include "base/depth.h"
#include "base/weaken.h"
#include "policy/canon.h"

static bool is_off(const cs_settings *s) {
  return s->no_audit || (s->audit && strcmp(s->audit, "off") == 0);
}

bool cs_record_has_no_place(const cs_settings *s) {
  char path[4096];
  return !is_off(s) && !s->audit && !cs_audit_default_path(path, sizeof path);
}

int cs_record_open(const cs_settings *s, cs_audit **out) {
  cs_audit_options o;
  cs_error err = {0};
  *out = NULL;
  if (is_off(s) || cs_record_has_no_place(s)) return 0;
  cs_audit_options_init(&o);
  o.path = s->audit;
  if (s->audit_code && strcmp(s->audit_code, "full") == 0)
    o.flags |= CS_AUDIT_FULL;
  if (s->audit_sync && strcmp(s->audit_sync, "always") == 0)
    o.sync = CS_AUDIT_ALWAYS;
  if (s->audit_optional) o.flags |= CS_AUDIT_OPTIONAL;
  if (cs_audit_open(&o, out, &err) == CS_OK || s->audit_optional ||
      cs_weaken("audit"))
    return 0;
  return cs_cli_fail(s, "audit_unavailable", err.text,
                     "name another log with --audit FILE, or go without one "
                     "with --no-audit");
}

void cs_record_given(const cs_settings *s, const cs_policy *p,
                     cs_report_given *out) {
  const char *code = s->audit_code, *sync = s->audit_sync;
  if (!code) code = cs_policy_text(p, CS_POLICY_AUDIT_CODE);
  if (!sync) sync = cs_policy_text(p, CS_POLICY_AUDIT_SYNC);
  bool path = cs_policy_is_set(p, CS_POLICY_AUDIT_PATH);
  *out = (cs_report_given){
      .log = !is_off(s) && (path || !cs_record_has_no_place(s)),
      .log_full = strcmp(code, "full") == 0,
      .log_batch = strcmp(sync, "always") != 0,
      .log_optional = !cs_policy_flag(p, CS_POLICY_AUDIT_REQUIRED),
      .log_path = s->audit};
}

static int lost(const cs_settings *s, const cs_error *err) {
  return cs_cli_fail(s, "audit_unavailable", err->text,
                     "make room, or go without a log with --no-audit");
}

int cs_record_policy(const cs_settings *s, cs_audit *a, const cs_policy *p) {
  char hash[CS_POLICY_HASH];
  cs_error err = {0};
  const char *name = p ? cs_policy_text(p, CS_POLICY_NAME) : NULL;
  if (!a || !p) return 0;
  if (cs_canon_hash(p, hash) != CS_OK)
    return cs_cli_fail(s, "audit_unavailable", "no memory for the policy",
                       "close programs");
  cs_audit_policy(a, hash, NULL);
  cs_audit_record r = {.kind = "policy.load",
                       .decision = "allow",
                       .object = name ? name : "unnamed",
                       .object_len = strlen(name ? name : "unnamed")};
  return cs_audit_put(a, &r, &err) == CS_OK ? 0 : lost(s, &err);
}

int cs_record_depth(const cs_settings *s, cs_audit *a, const char *depth,
                    const char *reason) {
  cs_error err = {0};
  cs_audit_record r = {.kind = "depth.choose",
                       .decision = "allow",
                       .capability = "depth",
                       .depth = depth,
                       .object = depth,
                       .object_len = strlen(depth),
                       .reason = reason};
  if (!a || cs_audit_put(a, &r, &err) == CS_OK) return 0;
  return lost(s, &err);
}

/* The words as they were given, between spaces; secrets are hidden when it is
 * written. */
static void join(cs_buf *out, const char *const *argv) {
  cs_status st = CS_OK;
  for (size_t i = 0; argv[i] && st == CS_OK; i++) {
    if (i) st = cs_buf_put(out, " ", 1);
    if (st == CS_OK) st = cs_buf_put_text(out, argv[i]);
  }
}

int cs_record_exec(const cs_settings *s, cs_audit *a, const char *run,
                   const char *const *argv) {
  cs_error err = {0};
  cs_buf words;
  if (!a) return 0;
  cs_buf_init(&words, 1u << 20);
  join(&words, argv);
  cs_audit_item data[] = {
      {.key = "argv", .text = cs_buf_text(&words), .len = words.len},
      {.key = "version", .text = CS_VERSION, .len = strlen(CS_VERSION)}};
  cs_audit_record r = {.kind = "exec.start",
                       .decision = "allow",
                       .capability = "process.spawn",
                       .depth = cs_depth_jail()->name,
                       .mechanism = "jail",
                       .run = run,
                       .object = argv[0],
                       .object_len = strlen(argv[0]),
                       .data = data,
                       .ndata = 2};
  cs_status st = cs_audit_put(a, &r, &err);
  cs_buf_fini(&words);
  return st == CS_OK ? 0 : lost(s, &err);
}

void cs_record_env(cs_audit *a, const char *variable) {
  char name[256];
  size_t n = strcspn(variable, "=");
  if (!a || !variable[n] || n >= sizeof name) return;
  memcpy(name, variable, n);
  name[n] = 0;
  if (cs_secret_is_name(name))
    (void)!cs_audit_secret(a, name, variable + n + 1, strlen(variable + n + 1));
}

void cs_record_exit(cs_audit *a, const char *run, const char *status, int code,
                    uint64_t bytes) {
  cs_audit_record r = {.kind = "exec.end",
                       .depth = cs_depth_jail()->name,
                       .run = run,
                       .reason = status,
                       .has = CS_AUDIT_EXIT_CODE | CS_AUDIT_BYTES_OUT,
                       .exit_code = code,
                       .bytes_out = (int64_t)bytes};
  if (a) (void)!cs_audit_put(a, &r, NULL);
}

int cs_record_find(const cs_settings *s, char *out, size_t room) {
  const char *given = s->argc ? s->argv[0] : s->audit;
  if (s->argc > 1)
    return cs_cli_fail(s, "too many files", "one log is read at a time",
                       "name its first file; the others follow from it");
  if (given) {
    snprintf(out, room, "%s", given);
    return 0;
  }
  if (cs_audit_default_path(out, room)) return 0;
  return cs_cli_fail(s, "no audit log", "there is no home directory",
                     "name the file of the log");
}
