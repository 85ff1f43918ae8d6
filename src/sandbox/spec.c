/*
 * spec.c - what a creator asks for, checked and completed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/spec.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "policy/narrow.h"
#include "sandbox/boxnet.h"
#include "sandbox/boxpolicy.h"
#include "sandbox/home.h"

#define MIB (INT64_C(1) << 20)

typedef struct reader {
  const json_t *from;
  const cs_policy *policy; /* NULL: none */
  json_t *asked;           /* the same as a policy would have it */
  json_t *errors;
} reader;

static void fault(const reader *r, const char *code, const char *key,
                  const char *message) {
  json_array_append_new(r->errors, json_pack("{s:s, s:s, s:s}", "code", code,
                                             "key", key, "message", message));
}

/* --- numbers -------------------------------------------------------------- */

/* Keys of a request, where they go, what they are multiplied with, and the
 * field of a policy that bounds them. */
typedef struct number {
  const char *key, *part, *to;
  int64_t unit, fallback, least, most;
  cs_policy_field field;
} number;

#define UNRULED CS_POLICY_FIELDS

static const number numbers[] = {
    {"memory_mib", "limits", "memory_bytes", MIB, 512 * MIB, 64 * MIB,
     8192 * MIB, CS_POLICY_MEMORY_BYTES},
    {"memory_bytes", "limits", "memory_bytes", 1, 0, 16 * MIB, 8192 * MIB,
     CS_POLICY_MEMORY_BYTES},
    {"pids", "limits", "pids", 1, 256, 1, 4096, CS_POLICY_PIDS},
    {"disk_mib", "limits", "disk_bytes", MIB, 1024 * MIB, MIB,
     INT64_C(65536) * MIB, CS_POLICY_DISK_BYTES},
    {"inodes", "limits", "inodes", 1, 262144, 64, 16777216,
     CS_POLICY_DISK_INODES},
    {"tmp_bytes", "limits", "tmp_bytes", 1, 64 * MIB, 65536, 8192 * MIB,
     CS_POLICY_TMP_BYTES},
    {"file_bytes", "limits", "file_bytes", 1, 1024 * MIB, 4096,
     INT64_C(65536) * MIB, CS_POLICY_FILE_BYTES},
    {"open_files", "limits", "open_files", 1, 1024, 16, 65536, CS_POLICY_FDS},
    {"cpu_ms", "limits", "cpu_ms", 1, 3600000, 1000, 86400000,
     CS_POLICY_CPU_MS},
    {"stdout_bytes", "limits", "stdout_bytes", 1, 10 * MIB, 0, 256 * MIB,
     CS_POLICY_STDOUT_BYTES},
    {"stderr_bytes", "limits", "stderr_bytes", 1, 10 * MIB, 0, 256 * MIB,
     CS_POLICY_STDERR_BYTES},
    {"idle_ms", "sandbox", "idle_ms", 1, 900000, 100, INT64_C(2592000000),
     CS_POLICY_IDLE_MS},
    {"freeze_ms", "sandbox", "freeze_ms", 1, -1, 0, INT64_C(2592000000),
     UNRULED},
    {"max_lifetime_ms", "sandbox", "max_lifetime_ms", 1, 14400000, 100,
     INT64_C(2592000000), CS_POLICY_MAX_LIFETIME_MS},
    {"stop_grace_ms", "sandbox", "stop_grace_ms", 1, 10000, 0, 600000,
     CS_POLICY_STOP_GRACE_MS},
    {"exec_wall_ms", "sandbox", "exec_wall_ms", 1, 120000, 1, 86400000,
     CS_POLICY_EXEC_WALL_MS},
    {"exec_wall_max_ms", "sandbox", "exec_wall_max_ms", 1, 1200000, 1, 86400000,
     CS_POLICY_EXEC_WALL_MAX_MS},
    {"log_bytes", "sandbox", "log_bytes", 1, 16 * MIB, 131072, 1024 * MIB,
     CS_POLICY_LOG_BYTES},
    {"max_execs", "sandbox", "max_execs", 1, 16, 1, 60, CS_POLICY_MAX_EXECS}};

/* Did the caller only pass on a default of his own?  Such a value is lowered to
 * what the policy allows; one that was asked for is refused if it is above. */
static bool is_usual(const reader *r, const char *key) {
  const json_t *list = json_object_get(r->from, "usual"), *o;
  size_t i;
  json_array_foreach(list, i,
                     o) if (json_is_string(o) &&
                            strcmp(json_string_value(o), key) == 0) return true;
  return false;
}

/* What the policy says of a field; false: nothing. */
static bool find_ceiling(const reader *r, cs_policy_field id, int64_t *out) {
  if (!r->policy || id == UNRULED || !cs_policy_is_set(r->policy, id))
    return false;
  *out = (int64_t)cs_policy_number(r->policy, id);
  return true;
}

/* The number in the words of a policy file. */
static void put_asked(const reader *r, cs_policy_field id, json_t *value) {
  char section[32];
  const char *key = cs_schema[id].key, *dot = strchr(key, '.');
  snprintf(section, sizeof section, "%.*s", (int)(dot - key), key);
  if (!json_object_get(r->asked, section))
    json_object_set_new(r->asked, section, json_object());
  json_object_set_new(json_object_get(r->asked, section), dot + 1, value);
}

/* Nobody asked for it: the policy's value, or ours. */
static void fill_number(const reader *r, const number *n, json_t *part) {
  int64_t value = n->fallback;
  char text[160];
  if (json_object_get(part, n->to)) return; /* by another key */
  if (find_ceiling(r, n->field, &value) && value < n->least) {
    snprintf(text, sizeof text,
             "a sandbox needs at least %lld, the policy allows %lld",
             (long long)n->least, (long long)value);
    fault(r, "policy_widens", cs_schema[n->field].key, text);
  }
  if (value > n->most) value = n->most;
  if (value > 0) json_object_set_new(part, n->to, json_integer(value));
}

/* " (16m to 8g)": as options write it. */
static void add_mib(char *text, size_t room, int64_t least, int64_t most) {
  size_t n = strlen(text);
  bool g = most % (1024 * MIB) == 0;
  snprintf(text + n, room - n, " (%lldm to %lld%c)", (long long)(least / MIB),
           (long long)(most / MIB / (g ? 1024 : 1)), g ? 'g' : 'm');
}

static void read_number(const reader *r, const number *n, json_t *to) {
  const json_t *v = json_object_get(r->from, n->key);
  json_t *part = json_object_get(to, n->part);
  char text[120];
  int64_t ceiling;
  if (!v || json_is_null(v)) {
    fill_number(r, n, part);
    return;
  }
  int64_t asked = json_is_integer(v) ? json_integer_value(v) : INT64_MIN;
  bool fits =
      asked >= 0 && asked <= n->most / n->unit && asked * n->unit >= n->least;
  if (!fits) {
    snprintf(text, sizeof text, "%s must be a whole number from %lld to %lld",
             n->key, (long long)(n->least / n->unit),
             (long long)(n->most / n->unit));
    if (n->unit == 1 && n->least >= MIB)
      add_mib(text, sizeof text, n->least, n->most);
    fault(r, "invalid", n->key, text);
    return;
  }
  asked *= n->unit;
  bool ruled = find_ceiling(r, n->field, &ceiling);
  if (ruled && is_usual(r, n->key)) asked = asked < ceiling ? asked : ceiling;
  if (ruled) put_asked(r, n->field, json_integer(asked));
  json_object_set_new(part, n->to, json_integer(asked));
}

static void read_cpus(const reader *r, json_t *limits) {
  const json_t *v = json_object_get(r->from, "cpus");
  bool given = v && !json_is_null(v);
  int64_t milli = 1000, ceiling;
  bool ruled = find_ceiling(r, CS_POLICY_CPUS, &ceiling);
  if (given) {
    double asked = json_is_number(v) ? json_number_value(v) : -1.0;
    if (!(asked >= 0.1 && asked <= 64.0)) {
      fault(r, "invalid", "cpus", "cpus must be a number from 0.1 to 64");
      return;
    }
    milli = lround(asked * 1000);
  }
  if (ruled && (!given || (is_usual(r, "cpus") && ceiling < milli)))
    milli = ceiling;
  if (ruled) put_asked(r, CS_POLICY_CPUS, json_real((double)milli / 1000));
  json_object_set_new(limits, "cpus_milli", json_integer(milli));
}

/* limits.wall_ms is the time of a run, which a command is. */
static void apply_wall(const reader *r, json_t *to) {
  static const char *const keys[] = {"exec_wall_ms", "exec_wall_max_ms"};
  json_t *part = json_object_get(to, "sandbox");
  int64_t wall;
  if (!find_ceiling(r, CS_POLICY_WALL_MS, &wall)) return;
  for (size_t i = 0; i < 2; i++)
    if (json_integer_value(json_object_get(part, keys[i])) > wall)
      json_object_set_new(part, keys[i], json_integer(wall));
}

/* As many as the policy allows at one time; 0 stands for none at all. */
static void apply_count(const reader *r, json_t *to) {
  static const cs_policy_field both[] = {CS_POLICY_MAX_LIVE,
                                         CS_POLICY_MAX_LIVE_PER_OWNER};
  int64_t least = INT64_MAX, n;
  for (size_t i = 0; i < 2; i++)
    if (find_ceiling(r, both[i], &n) && n < least) least = n;
  if (least < INT64_MAX)
    json_object_set_new(json_object_get(to, "sandbox"), "max_live",
                        json_integer(least));
}

/* --- texts ---------------------------------------------------------------- */

static void read_name(const reader *r, json_t *to) {
  const char *name = json_string_value(json_object_get(r->from, "name"));
  if (!name || !cs_home_is_name(name)) {
    fault(r, "invalid", "name",
          "a name has 1 to 128 of a-z, A-Z, 0-9, '_', '.', '-', begins with a "
          "letter or digit and has no '..'");
    return;
  }
  json_object_set_new(to, "name", json_string(name));
}

static bool is_path(const char *text) {
  return text && text[0] == '/' && strlen(text) < 4096;
}

static void read_paths(const reader *r, json_t *to) {
  static const char *const keys[] = {"workdir", "shell"};
  for (size_t i = 0; i < 2; i++) {
    const json_t *v = json_object_get(r->from, keys[i]);
    if (!v || json_is_null(v)) continue;
    if (is_path(json_string_value(v)))
      json_object_set_new(to, keys[i], json_string(json_string_value(v)));
    else
      fault(r, "invalid", keys[i], "it must be an absolute path");
  }
}

static void read_env(const reader *r, json_t *to) {
  json_t *env = json_object_get(r->from, "env"), *value;
  const char *name;
  if (!env || json_is_null(env)) return;
  bool good = json_is_object(env) && json_object_size(env) <= 512;
  json_object_foreach(env, name, value) good =
      good && json_is_string(value) && name[0] && !strchr(name, '=');
  if (good)
    json_object_set(to, "env", env);
  else
    fault(r, "invalid", "env", "env must be an object of at most 512 texts");
}

/* Copied and shown, never interpreted. */
static bool is_label(const char *key, const json_t *value) {
  const char *text = json_string_value(value);
  size_t n = strlen(key);
  if (!text || n < 1 || n > 63 || strlen(text) > 256) return false;
  if (strncmp(key, "caisson.", 8) == 0) return false;
  if (!strchr("abcdefghijklmnopqrstuvwxyz0123456789", key[0])) return false;
  for (const unsigned char *p = (const unsigned char *)text; *p; p++)
    if (*p < 32 || *p == 127) return false;
  return strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_./-") == n;
}

static void read_labels(const reader *r, json_t *to) {
  json_t *labels = json_object_get(r->from, "labels"), *value;
  const char *key;
  json_object_set_new(to, "labels", json_object());
  if (!labels || json_is_null(labels)) return;
  bool good = json_is_object(labels) && json_object_size(labels) <= 64;
  json_object_foreach(labels, key, value) good = good && is_label(key, value);
  if (good)
    json_object_set(to, "labels", labels);
  else
    fault(r, "invalid", "labels",
          "labels are at most 64; keys like a-z0-9_./-, values up to 256 bytes "
          "without control characters; 'caisson.' is reserved");
}

/* --- the workspace -------------------------------------------------------- */

static bool is_mode(const char *mode) {
  return mode && (strcmp(mode, "ro") == 0 || strcmp(mode, "overlay") == 0 ||
                  strcmp(mode, "rw") == 0);
}

static bool is_pattern(const char *text) {
  return text && *text && *text != '/' && strlen(text) < 1024;
}

/* The policy's own list, if it has one, put after what is in `list`. */
static void add_ruled(const reader *r, cs_policy_field id, json_t *list) {
  if (!r->policy || !cs_policy_is_set(r->policy, id)) return;
  for (size_t i = 0; i < cs_policy_count(r->policy, id); i++)
    json_array_append_new(list,
                          json_string(cs_policy_entry(r->policy, id, i)->text));
}

/* Which paths may be written: patterns below the workspace.  Those of a request
 * lie within the policy's; what either denies is denied. */
static bool read_rules(const reader *r, const json_t *w, json_t *out) {
  static const struct {
    const char *key;
    cs_policy_field field;
  } lists[] = {{"write", CS_POLICY_WORKSPACE_WRITE},
               {"deny", CS_POLICY_WORKSPACE_DENY}};
  bool good = true;
  for (size_t i = 0; i < 2; i++) {
    json_t *list = json_is_object(w) ? json_object_get(w, lists[i].key) : NULL;
    bool given = list && !json_is_null(list);
    bool ruled = r->policy && cs_policy_is_set(r->policy, lists[i].field);
    bool fits = !given || (json_is_array(list) && json_array_size(list) <= 256);
    for (size_t k = 0; fits && given && k < json_array_size(list); k++)
      fits = is_pattern(json_string_value(json_array_get(list, k)));
    if (!fits)
      fault(r, "invalid", "workspace",
            "write and deny are lists of at most 256 patterns below the "
            "workspace, such as outputs or src/*.c");
    good = good && fits;
    if (!fits || (!given && !ruled)) continue;
    json_t *all = given ? json_copy(list) : json_array();
    if (given && i == 0) put_asked(r, lists[i].field, json_copy(list));
    if (!given || i == 1) add_ruled(r, lists[i].field, all);
    json_object_set_new(out, lists[i].key, all);
  }
  return good;
}

static void refuse_parts(const reader *r, const json_t *w) {
  const char *key;
  json_t *value, *from = (json_t *)(uintptr_t)w; /* it is only read */
  if (!json_is_object(w)) return;
  json_object_foreach(from, key, value) {
    if (strcmp(key, "path") != 0 && strcmp(key, "mode") != 0 &&
        strcmp(key, "write") != 0 && strcmp(key, "deny") != 0)
      fault(r, "invalid", "workspace",
            "a workspace has path, mode, write and deny");
  }
}

static void read_workspace(const reader *r, json_t *to) {
  const json_t *w = json_object_get(r->from, "workspace");
  const json_t *path = json_is_object(w) ? json_object_get(w, "path") : w;
  const json_t *mode = json_is_object(w) ? json_object_get(w, "mode") : NULL;
  if (!w || json_is_null(w)) return;
  if (!is_path(json_string_value(path))) {
    fault(r, "invalid", "workspace",
          "a workspace is an absolute path, or an object with path and mode");
    return;
  }
  bool ruled =
      r->policy && cs_policy_is_set(r->policy, CS_POLICY_WORKSPACE_MODE);
  const char *word = json_is_string(mode) ? json_string_value(mode)
                     : ruled
                         ? cs_policy_text(r->policy, CS_POLICY_WORKSPACE_MODE)
                         : "overlay";
  if (ruled && strcmp(word, "none") == 0) word = "ro"; /* refused below */
  if (!is_mode(word)) {
    fault(r, "invalid", "workspace.mode", "the mode is ro, overlay or rw");
    return;
  }
  if (ruled) put_asked(r, CS_POLICY_WORKSPACE_MODE, json_string(word));
  refuse_parts(r, w);
  json_t *out =
      json_pack("{s:s, s:s}", "path", json_string_value(path), "mode", word);
  if (read_rules(r, w, out)) json_object_set(to, "workspace", out);
  json_decref(out);
}

/* --- the image --- */

static void read_pull(const reader *r) {
  const json_t *v = json_object_get(r->from, "pull");
  const char *word = json_string_value(v);
  if (!v || json_is_null(v)) return;
  if (!word || (strcmp(word, "never") != 0 && strcmp(word, "missing") != 0 &&
                strcmp(word, "always") != 0))
    fault(r, "invalid", "pull", "pull is never, missing or always");
  else if (r->policy && cs_policy_is_set(r->policy, CS_POLICY_IMAGES_PULL))
    put_asked(r, CS_POLICY_IMAGES_PULL, json_string(word));
}

/* --- hosts and secrets ---------------------------------------------------- */

static void read_network(const reader *r, json_t *to) {
  const char *key = "egress";
  cs_error err = {0};
  if (cs_boxnet_read(r->from, r->policy, to, &key, &err) != CS_OK)
    fault(r, "invalid", key, err.text);
}

static void read_flags(const reader *r, json_t *to) {
  static const char *const keys[] = {"ephemeral", "read_only", "unix_sockets",
                                     "at_once"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (json_is_true(json_object_get(r->from, keys[i])))
      json_object_set_new(to, keys[i], json_true());
}

static const char *const known[] = {"op",
                                    "name",
                                    "image",
                                    "default_image",
                                    "memory_mib",
                                    "memory_bytes",
                                    "cpus",
                                    "workspace",
                                    "secrets",
                                    "egress",
                                    "labels",
                                    "policy",
                                    "program",
                                    "env",
                                    "workdir",
                                    "user",
                                    "shell",
                                    "pids",
                                    "disk_mib",
                                    "inodes",
                                    "tmp_bytes",
                                    "file_bytes",
                                    "cpu_ms",
                                    "idle_ms",
                                    "freeze_ms",
                                    "max_lifetime_ms",
                                    "stop_grace_ms",
                                    "audit",
                                    "log_bytes",
                                    "exec_wall_ms",
                                    "exec_wall_max_ms",
                                    "max_execs",
                                    "replace",
                                    "ephemeral",
                                    "at_once",
                                    "read_only",
                                    "unix_sockets",
                                    "stdout_bytes",
                                    "stderr_bytes",
                                    "open_files",
                                    "pull",
                                    "usual"};

static void refuse_unknown(const reader *r) {
  const char *key;
  json_t *value;
  json_t *from = (json_t *)(uintptr_t)r->from; /* it is only read */
  json_object_foreach(from, key, value) {
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      is_known |= strcmp(known[i], key) == 0;
    if (!is_known) fault(r, "invalid", key, "there is no such key");
  }
}

static void policy_fault(const reader *r, const cs_policy_fault *f) {
  bool widens = f->code && strcmp(f->code, "policy_widens") == 0;
  json_array_append_new(
      r->errors, json_pack("{s:s, s:s, s:s, s:s, s:s}", "code",
                           widens ? "policy_widens" : "invalid", "key",
                           f->key[0] ? f->key : "policy", "message",
                           f->text[0] ? f->text : "it is not a policy", "asked",
                           f->asked, "allowed", f->allowed));
}

/* A file that was named for this sandbox must not say more than a sandbox
 * enforces; a policy that is in force for other programs, too, may. */
static void refuse_gaps(const reader *r) {
  const json_t *given = json_object_get(r->from, "policy");
  const json_t *first = json_array_get(given, 0);
  char text[160];
  const char *gap = r->policy ? cs_boxpolicy_gap(r->policy) : NULL;
  if (!gap || !json_is_string(first ? first : given)) return;
  snprintf(text, sizeof text,
           "sandboxes do not enforce %.60s of a policy in this version: leave "
           "it out, or use the request's own keys",
           gap);
  fault(r, "invalid", "policy", text);
}

/* What restricts programs in general must restrict them here, or none starts:
 * a sandbox would be the way round. */
static void refuse_ways_round(const reader *r) {
  char text[200];
  bool workspace = json_object_get(r->from, "workspace") != NULL;
  const char *key =
      r->policy ? cs_boxpolicy_refusal(r->policy, workspace) : NULL;
  if (!key) return;
  snprintf(text, sizeof text,
           "the policy sets %.40s, which a sandbox cannot keep: %s", key,
           strcmp(key, "depth_allow") == 0
               ? "add image to the list to allow sandboxes"
               : "run the program in a jail (caisson exec, depth process), or "
                 "use another policy");
  fault(r, "policy_widens", key, text);
}

static void check_policy(const reader *r) {
  cs_policy_fault f = {0};
  if (r->policy && cs_boxpolicy_check(r->policy, r->asked, &f) != CS_OK)
    policy_fault(r, &f);
}

static void read_all(const reader *r, json_t *to) {
  json_t *limits = json_object_get(to, "limits");
  refuse_unknown(r);
  read_name(r, to);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    read_number(r, &numbers[i], to);
  read_cpus(r, limits);
  apply_wall(r, to);
  apply_count(r, to);
  read_paths(r, to);
  read_env(r, to);
  read_labels(r, to);
  read_workspace(r, to);
  read_flags(r, to);
  read_pull(r);
  read_network(r, to);
  const json_t *audit = json_object_get(r->from, "audit");
  if (json_is_object(audit))
    json_object_set(to, "audit", (json_t *)(uintptr_t)audit);
  refuse_gaps(r);
  refuse_ways_round(r);
  check_policy(r);
}

json_t *cs_spec_complete(const json_t *request, cs_policy **policy,
                         json_t **errors) {
  cs_policy_fault f = {0};
  reader r = {.from = request,
              .asked = json_pack("{s:i}", "version", 1),
              .errors = json_array()};
  json_t *to = json_pack("{s:{}, s:{}}", "limits", "sandbox");
  cs_status st = cs_boxpolicy_open(request, policy, &f);
  r.policy = *policy;
  if (st == CS_OK)
    read_all(&r, to);
  else
    policy_fault(&r, &f);
  json_decref(r.asked);
  *errors = NULL;
  if (json_array_size(r.errors) == 0) {
    json_decref(r.errors);
    return to;
  }
  *errors = r.errors;
  json_decref(to);
  return NULL;
}
