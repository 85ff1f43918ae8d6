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

#include "sandbox/boxnet.h"
#include "sandbox/home.h"

#define MIB (INT64_C(1) << 20)

typedef struct reader {
  const json_t *from;
  json_t *errors;
} reader;

static void fault(const reader *r, const char *code, const char *key,
                  const char *message) {
  json_array_append_new(r->errors, json_pack("{s:s, s:s, s:s}", "code", code,
                                             "key", key, "message", message));
}

/* --- numbers -------------------------------------------------------------- */

/* Keys of a request, where they go, what they are multiplied with. */
typedef struct number {
  const char *key, *part, *to;
  int64_t unit, fallback, least, most;
} number;

static const number numbers[] = {
    {"memory_mib", "limits", "memory_bytes", MIB, 512 * MIB, 64 * MIB,
     8192 * MIB},
    {"memory_bytes", "limits", "memory_bytes", 1, 0, 16 * MIB, 8192 * MIB},
    {"pids", "limits", "pids", 1, 256, 1, 4096},
    {"disk_mib", "limits", "disk_bytes", MIB, 1024 * MIB, MIB,
     INT64_C(65536) * MIB},
    {"inodes", "limits", "inodes", 1, 262144, 64, 16777216},
    {"tmp_bytes", "limits", "tmp_bytes", 1, 64 * MIB, 65536, 8192 * MIB},
    {"file_bytes", "limits", "file_bytes", 1, 1024 * MIB, 4096,
     INT64_C(65536) * MIB},
    {"open_files", "limits", "open_files", 1, 1024, 16, 65536},
    {"cpu_ms", "limits", "cpu_ms", 1, 3600000, 1000, 86400000},
    {"stdout_bytes", "limits", "stdout_bytes", 1, 10 * MIB, 0, 256 * MIB},
    {"stderr_bytes", "limits", "stderr_bytes", 1, 10 * MIB, 0, 256 * MIB},
    {"idle_ms", "sandbox", "idle_ms", 1, 900000, 100, INT64_C(2592000000)},
    {"freeze_ms", "sandbox", "freeze_ms", 1, -1, 0, INT64_C(2592000000)},
    {"max_lifetime_ms", "sandbox", "max_lifetime_ms", 1, 14400000, 100,
     INT64_C(2592000000)},
    {"stop_grace_ms", "sandbox", "stop_grace_ms", 1, 10000, 0, 600000},
    {"exec_wall_ms", "sandbox", "exec_wall_ms", 1, 120000, 1, 86400000},
    {"exec_wall_max_ms", "sandbox", "exec_wall_max_ms", 1, 1200000, 1,
     86400000},
    {"log_bytes", "sandbox", "log_bytes", 1, 16 * MIB, 131072, 1024 * MIB},
    {"max_execs", "sandbox", "max_execs", 1, 16, 1, 60}};

static void read_number(const reader *r, const number *n, json_t *to) {
  const json_t *v = json_object_get(r->from, n->key);
  json_t *part = json_object_get(to, n->part);
  char text[120];
  if (!v || json_is_null(v)) {
    if (n->fallback > 0 && !json_object_get(part, n->to))
      json_object_set_new(part, n->to, json_integer(n->fallback));
    return;
  }
  int64_t asked = json_is_integer(v) ? json_integer_value(v) : INT64_MIN;
  bool fits =
      asked >= 0 && asked <= n->most / n->unit && asked * n->unit >= n->least;
  if (fits) {
    json_object_set_new(part, n->to, json_integer(asked * n->unit));
    return;
  }
  snprintf(text, sizeof text, "%s must be a whole number from %lld to %lld",
           n->key, (long long)(n->least / n->unit),
           (long long)(n->most / n->unit));
  fault(r, "invalid", n->key, text);
}

static void read_cpus(const reader *r, json_t *limits) {
  const json_t *v = json_object_get(r->from, "cpus");
  double asked = !v || json_is_null(v) ? 1.0
                 : json_is_number(v)   ? json_number_value(v)
                                       : -1.0;
  if (!(asked >= 0.1 && asked <= 64.0)) {
    fault(r, "invalid", "cpus", "cpus must be a number from 0.1 to 64");
    return;
  }
  json_object_set_new(limits, "cpus_milli",
                      json_integer((json_int_t)lround(asked * 1000)));
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

/* Which paths may be committed: patterns below the workspace.  Rules that
 * nothing enforces are refused, not forgotten. */
static bool read_rules(const reader *r, const json_t *w, const char *mode,
                       json_t *out) {
  static const char *const lists[] = {"write", "deny"};
  bool good = true;
  for (size_t i = 0; json_is_object(w) && i < 2; i++) {
    json_t *list = json_object_get(w, lists[i]);
    if (!list || json_is_null(list)) continue;
    bool fits = json_is_array(list) && json_array_size(list) <= 256;
    for (size_t k = 0; fits && k < json_array_size(list); k++)
      fits = is_pattern(json_string_value(json_array_get(list, k)));
    if (!fits)
      fault(r, "invalid", "workspace",
            "write and deny are lists of at most 256 patterns below the "
            "workspace, such as outputs or src/*.c");
    else if (strcmp(mode, "overlay") != 0)
      fault(r, "unavailable", "workspace",
            "write and deny rule what is committed: they need mode overlay");
    else
      json_object_set(out, lists[i], list);
    good = good && fits;
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
  const char *word = json_is_string(mode) ? json_string_value(mode) : "overlay";
  if (!is_mode(word)) {
    fault(r, "invalid", "workspace.mode", "the mode is ro, overlay or rw");
    return;
  }
  refuse_parts(r, w);
  json_t *out =
      json_pack("{s:s, s:s}", "path", json_string_value(path), "mode", word);
  if (read_rules(r, w, word, out)) json_object_set(to, "workspace", out);
  json_decref(out);
}

/* --- hosts and secrets ---------------------------------------------------- */

static void read_network(const reader *r, json_t *to) {
  const char *key = "egress";
  cs_error err = {0};
  if (cs_boxnet_read(r->from, to, &key, &err) != CS_OK)
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
                                    "pull"};

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

json_t *cs_spec_complete(const json_t *request, json_t **errors) {
  reader r = {request, json_array()};
  json_t *limits = json_object();
  json_t *to = json_pack("{s:o, s:{}}", "limits", limits, "sandbox");
  refuse_unknown(&r);
  read_name(&r, to);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    read_number(&r, &numbers[i], to);
  read_cpus(&r, limits);
  read_paths(&r, to);
  read_env(&r, to);
  read_labels(&r, to);
  read_workspace(&r, to);
  read_flags(&r, to);
  read_network(&r, to);
  const json_t *audit = json_object_get(request, "audit");
  if (json_is_object(audit))
    json_object_set(to, "audit", (json_t *)(uintptr_t)audit);
  *errors = NULL;
  if (json_array_size(r.errors) == 0) {
    json_decref(r.errors);
    return to;
  }
  *errors = r.errors;
  json_decref(to);
  return NULL;
}
