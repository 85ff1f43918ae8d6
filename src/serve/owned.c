/*
 * owned.c - sandboxes that a caller has made and given a name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/owned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "base/cleanup.h"
#include "digest/digest.h"
#include "policy/policy.h"
#include "sandbox/boxpolicy.h"
#include "sandbox/frame.h"
#include "serve/args.h"
#include "serve/result.h"

#include "caisson/sandbox.h"

#define PREFIX 13 /* "mcp-", eight digits, "-" */

bool cs_owned_is_granted(const cs_mcp_config *c) {
  return c->policy && cs_policy_count(c->policy, CS_POLICY_IMAGES_ALLOW) > 0 &&
         cs_policy_has(c->policy, CS_POLICY_DEPTH_ALLOW,
                       cs_depth_boxes()->name);
}

/* --- names ---------------------------------------------------------------- */

static void put_prefix(const cs_job *j, char out[PREFIX + 1]) {
  uint8_t sum[32];
  const char *who = j->caller->name;
  cs_digest_of(CS_DIGEST_SHA256, who, strlen(who), sum);
  snprintf(out, PREFIX + 1, "mcp-%02x%02x%02x%02x-", sum[0], sum[1], sum[2],
           sum[3]);
}

bool cs_owned_full(const cs_job *j, const char *name, char out[CS_OWNED_FULL]) {
  static const char fine[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
  char prefix[PREFIX + 1];
  size_t n = strlen(name);
  put_prefix(j, prefix);
  if (n < 1 || n > CS_OWNED_MAX || strspn(name, fine) != n ||
      strchr("_.-", name[0]) || strstr(name, ".."))
    return false;
  snprintf(out, CS_OWNED_FULL, "%s%s", prefix, name);
  return true;
}

const char *cs_owned_own(const cs_job *j, const char *full) {
  char prefix[PREFIX + 1];
  put_prefix(j, prefix);
  return strncmp(full, prefix, PREFIX) == 0 ? full + PREFIX : NULL;
}

bool cs_owned_arg(cs_job *j, char out[CS_OWNED_FULL], json_t **failed) {
  const char *name = cs_args_text(j->arguments, "name");
  if (name && cs_owned_full(j, name, out)) return true;
  *failed = cs_result_failure(
      j, "ArgumentError",
      "A name has 1 to 100 of a-z, A-Z, 0-9, '_', '.', '-', begins with a "
      "letter or digit and has no '..'.");
  return false;
}

/* --- faults --------------------------------------------------------------- */

/* Messages of the list have its names; the caller knows his own. */
static void show_own(const cs_job *j, const char *text, char *out,
                     size_t room) {
  char prefix[PREFIX + 1];
  size_t n = 0;
  put_prefix(j, prefix);
  while (*text && n + 1 < room) {
    if (strncmp(text, prefix, PREFIX) == 0) text += PREFIX;
    if (*text) out[n++] = *text++;
  }
  out[n] = '\0';
}

static const char *type_of(const char *code) {
  static const char *const types[][2] = {
      {"not_found", "UnknownSandbox"}, {"exists", "SandboxExists"},
      {"state", "SandboxState"},       {"capacity", "Capacity"},
      {"invalid", "ArgumentError"},    {"image_not_found", "ImageNotFound"}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strcmp(types[i][0], code) == 0) return types[i][1];
  return "SandboxError";
}

json_t *cs_owned_failure(cs_job *j, const json_t *error) {
  const char *code = json_string_value(json_object_get(error, "code"));
  const char *text = json_string_value(json_object_get(error, "message"));
  const char *key = json_string_value(json_object_get(error, "key"));
  const char *asked = cs_args_text(j->arguments, "image");
  char own[600];
  show_own(j, text ? text : "no reason was given", own, sizeof own);
  if (code && strcmp(code, "image_denied") == 0)
    return cs_result_denied(j, "image", asked ? asked : "", own, "images.allow",
                            NULL);
  if (code && strcmp(code, "policy_widens") == 0)
    return cs_result_denied(j, "limit", key ? key : "", own, key ? key : "",
                            NULL);
  return cs_result_failure(j, type_of(code ? code : ""), own);
}

static json_t *no_list(cs_job *j, const cs_error *err) {
  fprintf(stderr, "caisson: no sandboxes: %s\n", err->text);
  return cs_result_failure(j, "SandboxError",
                           "The list of sandboxes cannot be used now.");
}

/* --- asking --------------------------------------------------------------- */

json_t *cs_owned_call(cs_job *j, json_t *request, int *lease, json_t **failed) {
  cs_sandboxes *all = NULL;
  cs_error err = {0};
  char *answer = NULL;
  CS_AUTO_FREE
  char *text = request ? json_dumps(request, JSON_COMPACT) : NULL;
  json_decref(request);
  cs_status st = text ? cs_sandboxes_open(NULL, &all, &err) : CS_EOS;
  if (st == CS_OK) st = cs_sandbox_call(all, text, &answer, lease, &err);
  cs_sandboxes_close(all);
  json_t *reply = answer ? json_loads(answer, 0, NULL) : NULL;
  free(answer);
  const json_t *error = json_object_get(reply, "error");
  if (reply && !error) return reply;
  *failed = error ? cs_owned_failure(j, error) : no_list(j, &err);
  json_decref(reply);
  return NULL;
}

int cs_owned_connect(cs_job *j, const char *full, json_t **failed) {
  cs_sandboxes *all = NULL;
  cs_error err = {0};
  json_t *row = cs_owned_call(
      j, json_pack("{s:s, s:s}", "op", "inspect", "name", full), NULL, failed);
  if (!row) return -1;
  const char *status = json_string_value(json_object_get(row, "status"));
  char text[200];
  snprintf(text, sizeof text,
           "The sandbox is %.20s. sandbox_start starts it; its files are kept.",
           status ? status : "not running");
  json_decref(row);
  int fd = cs_sandboxes_open(NULL, &all, &err) == CS_OK
               ? cs_sandbox_connect(all, full, &err)
               : -1;
  cs_sandboxes_close(all);
  if (fd < 0) *failed = cs_result_failure(j, "SandboxState", text);
  return fd;
}

json_t *cs_owned_ask(cs_job *j, const char *full, json_t *request,
                     json_t **failed) {
  cs_error err = {0};
  CS_AUTO_FD
  int fd = cs_owned_connect(j, full, failed);
  json_t *reply = fd < 0 ? NULL : cs_frame_ask(fd, request, &err);
  json_decref(request);
  const json_t *error = json_object_get(reply, "error");
  if (reply && !error) return reply;
  if (fd >= 0)
    *failed = error ? cs_owned_failure(j, error)
                    : cs_result_failure(j, "SandboxState",
                                        "The sandbox ended meanwhile.");
  json_decref(reply);
  return NULL;
}

/* --- a new one ------------------------------------------------------------ */

/* The folder that run_code has at /workspace, in the same mode. */
static void put_workspace(const cs_mcp_config *c, json_t *request) {
  static const char *const modes[] = {[CS_MOUNT_RO] = "ro",
                                      [CS_MOUNT_SEALED] = "ro",
                                      [CS_MOUNT_RW] = "rw",
                                      [CS_MOUNT_OVERLAY] = "overlay"};
  for (size_t i = 0; i < c->nmounts; i++) {
    const cs_mount_spec *m = &c->mounts[i];
    CS_AUTO_FREE
    char *full = m->host && strcmp(m->at, "/workspace") == 0
                     ? realpath(m->host, NULL)
                     : NULL;
    if (full)
      json_object_set_new(
          request, "workspace",
          json_pack("{s:s, s:s}", "path", full, "mode", modes[m->mode]));
  }
}

static void put_audit(const cs_mcp_config *c, json_t *request) {
  const char *path = c->audit ? cs_audit_path(c->audit) : NULL;
  if (path)
    json_object_set_new(request, "audit", json_pack("{s:s}", "path", path));
}

json_t *cs_owned_request(cs_job *j, const char *full) {
  static const char *const passed[] = {"image",   "memory_mib",      "cpus",
                                       "idle_ms", "max_lifetime_ms", "env",
                                       "egress"};
  const cs_mcp_config *c = j->terms->config;
  json_t *o = json_pack("{s:s, s:s}", "op", "create", "name", full);
  for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
    json_t *v = json_object_get(j->arguments, passed[i]);
    if (v) json_object_set(o, passed[i], v);
  }
  json_object_set_new(o, "policy", cs_boxpolicy_json(c->policy));
  put_workspace(c, o);
  put_audit(c, o);
  return o;
}
