/*
 * boxpolicy.c - the policy of a request, and what it leaves of the request.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/boxpolicy.h"

#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "policy/canon.h"
#include "policy/load.h"
#include "policy/narrow.h"
#include "policy/policy_view.h"

#define POLICIES_MAX 8 /* of one request */

/* --- reading -------------------------------------------------------------- */

cs_status cs_boxpolicy_load(const json_t *given, cs_policy **out,
                            cs_policy_fault *f) {
  if (json_is_string(given))
    return cs_load_file(json_string_value(given), CS_POLICY_OWNER, out, f);
  CS_AUTO_FREE
  char *text = json_dumps(given, JSON_COMPACT);
  if (!text) return cs_fault_memory(f);
  return cs_load_text(text, strlen(text), "policy of the sandbox",
                      CS_POLICY_OWNER, out, f);
}

/* `given` under what was read so far, which it replaces. */
static cs_status narrow(cs_policy **so_far, const json_t *given,
                        cs_policy_fault *f) {
  cs_policy *next = NULL, *both = NULL;
  cs_status st = cs_boxpolicy_load(given, &next, f);
  if (st != CS_OK || !*so_far) {
    *so_far = st == CS_OK ? next : *so_far;
    return st;
  }
  st = cs_narrow_policy(*so_far, next, CS_POLICY_CALL, &both, f);
  cs_policy_free(next);
  if (st != CS_OK) return st;
  cs_policy_free(*so_far);
  *so_far = both;
  return CS_OK;
}

cs_status cs_boxpolicy_open(const json_t *request, cs_policy **out,
                            cs_policy_fault *f) {
  const json_t *given = json_object_get(request, "policy");
  cs_policy *p = NULL;
  cs_status st = CS_OK;
  *out = NULL;
  if (!given || json_is_null(given)) return CS_OK;
  if (!json_is_array(given)) return cs_boxpolicy_load(given, out, f);
  if (json_array_size(given) > POLICIES_MAX)
    return cs_fault_set(f, CS_FAULT_INVALID, (cs_fault_place){0}, "policy",
                        NULL, "a request names at most %d policies",
                        POLICIES_MAX);
  for (size_t i = 0; st == CS_OK && i < json_array_size(given); i++)
    st = narrow(&p, json_array_get(given, i), f);
  if (st == CS_OK)
    *out = p;
  else
    cs_policy_free(p);
  return st;
}

/* --- ceilings ------------------------------------------------------------- */

/* Who asks is bound by what was set, not by the defaults of a run. */
cs_status cs_boxpolicy_check(const cs_policy *p, const json_t *asked,
                             cs_policy_fault *f) {
  cs_policy *by = NULL, *both = NULL;
  CS_AUTO_FREE
  char *text = json_dumps(asked, JSON_COMPACT);
  if (!text) return cs_fault_memory(f);
  cs_status st =
      cs_load_text(text, strlen(text), "request", CS_POLICY_OWNER, &by, f);
  if (st == CS_OK) st = cs_narrow_policy(p, by, CS_POLICY_OWNER, &both, f);
  cs_policy_free(both);
  cs_policy_free(by);
  return st;
}

/* --- giving it on --------------------------------------------------------- */

static json_t *value_of(const cs_policy *p, cs_policy_field id) {
  cs_buf b;
  json_t *v = NULL;
  if (id == CS_POLICY_CPUS) /* kept as thousandths, read as a decimal */
    return json_real((double)cs_policy_number(p, id) / 1000);
  cs_buf_init(&b, CS_POLICY_JSON_MAX);
  if (cs_canon_value(cs_policy_value(p, id), &b) == CS_OK)
    v = json_loadb(cs_buf_text(&b), b.len, JSON_DECODE_ANY, NULL);
  cs_buf_fini(&b);
  return v;
}

static bool put_field(json_t *to, const cs_policy *p, cs_policy_field id) {
  const char *key = cs_schema[id].key, *dot = strchr(key, '.');
  char section[32];
  json_t *part = to;
  if (dot) { /* egress.allow */
    if ((size_t)(dot - key) >= sizeof section) return false;
    memcpy(section, key, (size_t)(dot - key));
    section[dot - key] = '\0';
    if (!json_object_get(to, section))
      json_object_set_new(to, section, json_object());
    part = json_object_get(to, section);
  }
  return json_object_set_new(part, dot ? dot + 1 : key, value_of(p, id)) == 0;
}

static bool begins_with_one(const char *key, const char *const *parts) {
  for (; *parts; parts++)
    if (strncmp(key, *parts, strlen(*parts)) == 0) return true;
  return false;
}

json_t *cs_boxpolicy_json(const cs_policy *p) {
  static const char *const parts[] = {"accept_unenforced",
                                      "approver",
                                      "limits.",
                                      "workspace.",
                                      "egress.",
                                      "secrets",
                                      "images.",
                                      "sandbox.",
                                      "depth_allow",
                                      "fs.deny",
                                      "fs.protect",
                                      "process.spawn",
                                      NULL};
  json_t *o = json_pack("{s:i}", "version", 1);
  bool good = o != NULL;
  for (cs_policy_field id = 0; good && id < CS_POLICY_FIELDS; id++)
    if (cs_policy_is_set(p, id) && begins_with_one(cs_schema[id].key, parts))
      good = put_field(o, p, id);
  if (good) return o;
  json_decref(o);
  return NULL;
}

/* --- what is not there yet ------------------------------------------------ */

static bool is_enforced(cs_policy_field id) {
  static const cs_policy_field fields[] = {
      CS_POLICY_WALL_MS,        CS_POLICY_CPU_MS,
      CS_POLICY_MEMORY_BYTES,   CS_POLICY_CPUS,
      CS_POLICY_PIDS,           CS_POLICY_FDS,
      CS_POLICY_DISK_BYTES,     CS_POLICY_DISK_INODES,
      CS_POLICY_FILE_BYTES,     CS_POLICY_TMP_BYTES,
      CS_POLICY_STDOUT_BYTES,   CS_POLICY_STDERR_BYTES,
      CS_POLICY_WORKSPACE_MODE, CS_POLICY_WORKSPACE_WRITE,
      CS_POLICY_WORKSPACE_DENY};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (fields[i] == id) return true;
  return cs_schema[id].marks & CS_MARK_ENGINE; /* nothing runs in the engine */
}

const char *cs_boxpolicy_refusal(const cs_policy *p, bool workspace) {
  if (cs_policy_is_set(p, CS_POLICY_DEPTH_ALLOW) &&
      !cs_policy_has(p, CS_POLICY_DEPTH_ALLOW, "image"))
    return "depth_allow";
  if (cs_policy_is_set(p, CS_POLICY_SPAWN) && !cs_policy_view_spawns(p))
    return "process.spawn";
  if (cs_policy_count(p, CS_POLICY_FS_DENY) > 0) return "fs.deny";
  if (workspace && cs_policy_is_set(p, CS_POLICY_FS_PROTECT))
    return "fs.protect";
  return NULL;
}

const char *cs_boxpolicy_gap(const cs_policy *p) {
  static const char *const parts[] = {"limits.",
                                      "fs.",
                                      "workspace.",
                                      "env.",
                                      "tools.",
                                      "code.",
                                      "net.",
                                      "clock",
                                      "random",
                                      "packages.",
                                      "artifacts.",
                                      "timezone",
                                      "sandbox.retain_stopped_ms",
                                      "sandbox.redact_output",
                                      NULL};
  for (cs_policy_field id = 0; id < CS_POLICY_FIELDS; id++)
    if (cs_policy_is_set(p, id) && begins_with_one(cs_schema[id].key, parts) &&
        !is_enforced(id))
      return cs_schema[id].key;
  return NULL;
}
