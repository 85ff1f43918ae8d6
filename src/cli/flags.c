/*
 * flags.c - what command line and environment say, as a policy.
 *
 * Options become JSON, which is read like any other policy: one set of rules
 * for all of them.  Lists are those of the user's file and what is added here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/cleanup.h"
#include "cli/effective.h"
#include "cli/json.h"
#include "cli/mountspec.h"
#include "cli/options.h"
#include "policy/canon.h"
#include "policy/load.h"
#include "policy/narrow.h"

#define GIVEN(s, field) cs_options_given(s, offsetof(cs_settings, field))

/* --- numbers ------------------------------------------------------------- */

static void put_ms(cs_json *j, const char *key, double seconds) {
  cs_json_int(j, key, (int64_t)(seconds * 1000));
}

/* The engine's heap, which limits.memory_bytes bounds, too: named only where a
 * larger one is asked for, because a jail has none. */
static void put_heap(cs_json *j, const cs_policy *user, uint64_t asked) {
  const cs_pfield *heap = &cs_schema[CS_POLICY_HEAP_BYTES];
  uint64_t has =
      user ? cs_policy_number(user, CS_POLICY_HEAP_BYTES) : heap->number;
  if (asked <= has) return;
  cs_json_int(j, "heap_bytes",
              (int64_t)(asked < heap->most ? asked : heap->most));
}

static void put_limits(cs_json *j, const cs_settings *s,
                       const cs_policy *user) {
  cs_json_key(j, "limits");
  cs_json_open(j, '{');
  if (GIVEN(s, limits.memory)) {
    cs_json_int(j, "memory_bytes", (int64_t)s->limits.memory);
    put_heap(j, user, s->limits.memory);
  }
  if (GIVEN(s, timeout)) put_ms(j, "wall_ms", s->timeout);
  if (GIVEN(s, cpu)) put_ms(j, "cpu_ms", s->cpu);
  if (GIVEN(s, limits.fuel)) cs_json_int(j, "fuel", (int64_t)s->limits.fuel);
  if (GIVEN(s, limits.output)) {
    cs_json_int(j, "stdout_bytes", (int64_t)s->limits.output);
    cs_json_int(j, "stderr_bytes", (int64_t)s->limits.output);
  }
  if (GIVEN(s, processes)) cs_json_int(j, "pids", (int64_t)s->processes);
  if (s->box_memory) cs_json_int(j, "memory_bytes", (int64_t)s->box_memory);
  if (s->disk) cs_json_int(j, "disk_bytes", (int64_t)s->disk);
  if (s->cpus) {
    char text[32];
    int n = snprintf(text, sizeof text, "%.3f", strtod(s->cpus, NULL));
    cs_json_raw(j, "cpus", text, (size_t)n);
  }
  cs_json_close(j, '}');
}

/* --- named sandboxes ----------------------------------------------------- */

static void put_life(cs_json *j, const cs_settings *s) {
  if (s->idle <= 0 && s->lifetime <= 0) return;
  cs_json_key(j, "sandbox");
  cs_json_open(j, '{');
  if (s->idle > 0) put_ms(j, "idle_ms", s->idle);
  if (s->lifetime > 0) put_ms(j, "max_lifetime_ms", s->lifetime);
  cs_json_close(j, '}');
}

/* --image is the owner's word where his policy says nothing of images; a list
 * that it has is not overruled. */
static void put_image(cs_json *j, const cs_settings *s, const cs_policy *user) {
  if (!s->image || (user && cs_policy_is_set(user, CS_POLICY_IMAGES_ALLOW)))
    return;
  cs_json_key(j, "images");
  cs_json_open(j, '{');
  cs_json_key(j, "allow");
  cs_json_open(j, '[');
  cs_json_text(j, NULL, s->image);
  cs_json_close(j, ']');
  cs_json_close(j, '}');
}

/* --- lists --------------------------------------------------------------- */

/* The entries that the user's file has. */
static void put_entries(cs_json *j, const cs_policy *user, cs_policy_field id) {
  for (size_t i = 0; user && i < cs_policy_count(user, id); i++) {
    cs_buf b;
    cs_buf_init(&b, CS_POLICY_JSON_MAX);
    if (cs_canon_value(cs_policy_entry(user, id, i), &b) == CS_OK)
      cs_json_raw(j, NULL, cs_buf_text(&b), b.len);
    cs_buf_fini(&b);
  }
}

typedef struct mount_list {
  cs_json *j;
  const char *workspace; /* mode of /workspace, if it is mounted */
  const char *ruled;     /* the policy's, for --workspace without a mode */
} mount_list;

static const char *mode_name(cs_mount_mode m) {
  return m == CS_MOUNT_RO ? "ro" : m == CS_MOUNT_RW ? "rw" : "overlay";
}

static int put_mount(void *user, const cs_mount_spec *m) {
  mount_list *l = user;
  if (!m->host) return 0; /* memory: no file of the host */
  CS_AUTO_FREE
  char *path = realpath(m->host, NULL);
  cs_json_key(l->j, NULL);
  cs_json_open(l->j, '{');
  cs_json_text(l->j, "host", path ? path : m->host);
  cs_json_text(l->j, "guest", m->at);
  bool workspace = strcmp(m->at, CS_MOUNTSPEC_WORKSPACE) == 0;
  const char *mode = workspace && l->ruled ? l->ruled : mode_name(m->mode);
  cs_json_text(l->j, "mode", mode);
  if (m->limit)
    cs_json_int(l->j, strcmp(mode, "rw") == 0 ? "write_bytes" : "memory_bytes",
                (int64_t)m->limit);
  cs_json_close(l->j, '}');
  if (workspace) l->workspace = mode;
  return 0;
}

/* workspace.mode of the user's policy, if that says one that mounts. */
static const char *ruled_mode(const cs_settings *s, const cs_policy *user) {
  if (!s->workspace || !user ||
      !cs_policy_is_set(user, CS_POLICY_WORKSPACE_MODE))
    return NULL;
  const char *mode = cs_policy_value(user, CS_POLICY_WORKSPACE_MODE)->text;
  return strcmp(mode, "none") == 0 ? NULL : mode;
}

static int put_files(cs_json *j, const cs_settings *s, const cs_policy *user) {
  mount_list l = {.j = j};
  if (!cs_mountspec_workspace_mode(s)) l.ruled = ruled_mode(s, user);
  if (!s->mounts.n && !s->workspace) return 0;
  cs_json_key(j, "fs");
  cs_json_open(j, '{');
  cs_json_key(j, "mounts");
  cs_json_open(j, '[');
  put_entries(j, user, CS_POLICY_FS_MOUNTS);
  int code = cs_mountspec_each(s, put_mount, &l);
  cs_json_close(j, ']');
  cs_json_close(j, '}');
  /* A policy that says how the workspace is shown is not overruled. */
  bool ruled = user && cs_policy_is_set(user, CS_POLICY_WORKSPACE_MODE);
  const char *asked =
      s->workspace ? cs_mountspec_workspace_mode(s) : l.workspace;
  if (asked && !ruled) {
    cs_json_key(j, "workspace");
    cs_json_open(j, '{');
    cs_json_text(j, "mode", asked);
    cs_json_close(j, '}');
  }
  return code;
}

/* redteam: L10 - an option that names a mode stays within the policy's. */
static cs_status check_workspace(const cs_settings *s, const cs_policy *user,
                                 cs_policy_fault *f) {
  const char *asked = cs_mountspec_workspace_mode(s);
  if (!user || !cs_policy_is_set(user, CS_POLICY_WORKSPACE_MODE)) return CS_OK;
  const cs_pvalue *v = cs_policy_value(user, CS_POLICY_WORKSPACE_MODE);
  cs_policy_origin o = cs_policy_where(user, v);
  bool none = s->workspace && strcmp(v->text, "none") == 0;
  const char *order = cs_schema[CS_POLICY_WORKSPACE_MODE].words;
  if (!none && (!asked ||
                cs_schema_word(order, asked) <= cs_schema_word(order, v->text)))
    return CS_OK;
  cs_fault_place at = {o.file, o.line, o.column};
  return cs_fault_set(f, CS_FAULT_WIDENS, at, "workspace.mode", NULL,
                      "--workspace asks for a workspace with mode '%s', which "
                      "is wider than workspace.mode '%s'",
                      asked ? asked : "overlay", v->text);
}

/* Names only: values may be secrets. */
static void put_env(cs_json *j, const cs_settings *s, const cs_policy *user) {
  if (!s->env.n) return;
  cs_json_key(j, "env");
  cs_json_open(j, '{');
  cs_json_key(j, "pass");
  cs_json_open(j, '[');
  put_entries(j, user, CS_POLICY_ENV_PASS);
  for (size_t i = 0; i < s->env.n; i++)
    cs_json_bytes(j, NULL, s->env.at[i], strcspn(s->env.at[i], "="));
  cs_json_close(j, ']');
  cs_json_close(j, '}');
}

/* --- the network --------------------------------------------------------- */

/* NAME or NAME:PORT.  What is wrong with the name, the reader of the policy
 * says. */
static void put_host(cs_json *j, const char *text) {
  const char *colon = strrchr(text, ':');
  char *end = NULL;
  long port = colon ? strtol(colon + 1, &end, 10) : 0;
  if (!colon || end == colon + 1 || *end || port < 1 || port > 65535) {
    cs_json_bytes(j, NULL, text, strlen(text));
    return;
  }
  cs_json_key(j, NULL);
  cs_json_open(j, '{');
  cs_json_bytes(j, "host", text, (size_t)(colon - text));
  cs_json_key(j, "ports");
  cs_json_open(j, '[');
  cs_json_int(j, NULL, port);
  cs_json_close(j, ']');
  cs_json_close(j, '}');
}

static void put_hosts(cs_json *j, const cs_settings *s, const cs_policy *user) {
  if (!s->allow_hosts.n && !s->learn) return;
  cs_json_key(j, "egress");
  cs_json_open(j, '{');
  if (s->learn) cs_json_bool(j, "dangerous_any", true);
  cs_json_key(j, "allow");
  cs_json_open(j, '[');
  put_entries(j, user, CS_POLICY_EGRESS_ALLOW);
  for (size_t i = 0; i < s->allow_hosts.n; i++)
    put_host(j, s->allow_hosts.at[i]);
  if (s->learn) { /* every name, on the two ports of the web */
    static const char plain[] = "{\"host\": \"*\", \"proto\": \"http\"}";
    cs_json_text(j, NULL, "*");
    cs_json_raw(j, NULL, plain, sizeof plain - 1);
  }
  cs_json_close(j, ']');
  cs_json_close(j, '}');
}

/* --- the whole ----------------------------------------------------------- */

static void put_rest(cs_json *j, const cs_settings *s) {
  char text[40];
  if (s->depth) cs_json_text(j, "depth", s->depth);
  if (s->in_process) cs_json_bool(j, "worker", false);
  if (s->deterministic) cs_json_text(j, "clock", "2000-01-01T00:00:00Z");
  if (!s->deterministic && s->seed == CS_NO_SEED) return;
  uint64_t seed = s->seed == CS_NO_SEED ? 0 : s->seed;
  snprintf(text, sizeof text, "fixed:%llu", (unsigned long long)seed);
  cs_json_text(j, "random", text);
}

cs_status cs_flags_policy(const cs_settings *s, const cs_policy *user,
                          cs_policy **out, cs_policy_fault *f) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_int(&j, "version", 1);
  put_limits(&j, s, user);
  cs_status st = check_workspace(s, user, f);
  int code = put_files(&j, s, user);
  put_env(&j, s, user);
  put_hosts(&j, s, user);
  put_life(&j, s);
  put_image(&j, s, user);
  put_rest(&j, s);
  cs_json_close(&j, '}');
  if (code && st == CS_OK) st = CS_EINVAL;
  if (st == CS_OK)
    st = cs_load_text(cs_buf_text(&j.out), j.out.len, "command line",
                      CS_POLICY_OWNER, out, f);
  cs_buf_fini(&j.out);
  return st;
}

extern char **environ;

/* --- environment --------------------------------------------------------- */

/* CAISSON_LIMITS_PIDS for limits.pids. */
static void spell(const char *key, char name[96]) {
  int n = snprintf(name, 96, "CAISSON_%s", key);
  for (int i = 0; i < n && i < 95; i++)
    name[i] = name[i] == '.' ? '_' : (char)toupper((unsigned char)name[i]);
}

static const char *variable_of(const char *key, char name[96]) {
  spell(key, name);
  return getenv(name);
}

static bool is_scalar(const cs_pfield *f) {
  return f->type != CS_TYPE_LIST && f->type != CS_TYPE_MAP;
}

/* A number or truth value stays what it is, all else is a text. */
static void put_variable(cs_json *j, const cs_pfield *f, const char *value) {
  const char *dot = strchr(f->key, '.'), *name = dot ? dot + 1 : f->key;
  char section[64];
  bool plain = f->type != CS_TYPE_WORD && f->type != CS_TYPE_TEXT &&
               strspn(value, "0123456789.truefals") == strlen(value) && *value;
  snprintf(section, sizeof section, "%.*s", dot ? (int)(dot - f->key) : 0,
           f->key);
  if (dot) {
    cs_json_key(j, section);
    cs_json_open(j, '{');
  }
  if (plain)
    cs_json_raw(j, name, value, strlen(value));
  else
    cs_json_text(j, name, value);
  if (dot) cs_json_close(j, '}');
}

static cs_status read_variable(const cs_pfield *f, const char *name,
                               const char *value, cs_policy **out,
                               cs_policy_fault *fault) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_int(&j, "version", 1);
  put_variable(&j, f, value);
  cs_json_close(&j, '}');
  cs_status st = cs_load_text(cs_buf_text(&j.out), j.out.len, name,
                              CS_POLICY_OWNER, out, fault);
  cs_buf_fini(&j.out);
  return st;
}

/* 1: a field of its own, 2: one that takes more than a word; 0: none. */
static int names_field(const char *name, size_t n) {
  for (int id = CS_POLICY_DEPTH; id < CS_POLICY_FIELDS; id++) {
    char field[96];
    spell(cs_schema[id].key, field);
    if (strlen(field) == n && memcmp(field, name, n) == 0)
      return is_scalar(&cs_schema[id]) ? 1 : 2;
  }
  return 0;
}

/* Does it begin as the fields of a section do: CAISSON_LIMITS_...? */
static bool names_section(const char *name) {
  for (int id = CS_POLICY_DEPTH; id < CS_POLICY_FIELDS; id++) {
    char field[96];
    const char *dot = strchr(cs_schema[id].key, '.');
    if (!dot) continue;
    spell(cs_schema[id].key, field);
    size_t n = sizeof "CAISSON_" - 1 + (size_t)(dot - cs_schema[id].key) + 1;
    if (strncmp(field, name, n) == 0) return true;
  }
  return false;
}

/* A variable that was meant to say something and says nothing is an error, as
 * an unknown key of a file is. */
static cs_status check_names(cs_policy_fault *fault) {
  for (char **at = environ; at && *at; at++) {
    size_t n = strcspn(*at, "=");
    if (strncmp(*at, "CAISSON_", 8) != 0) continue;
    int found = names_field(*at, n);
    if (found == 1 || (!found && !names_section(*at))) continue;
    char name[96];
    snprintf(name, sizeof name, "%.*s", (int)n, *at);
    return cs_fault_set(fault, CS_FAULT_INVALID,
                        (cs_fault_place){.file = "environment"}, name, NULL,
                        found ? "the variable %s would be a list or a mapping: "
                                "write it in a policy file"
                              : "the variable %s is no field of a policy",
                        name);
  }
  return CS_OK;
}

cs_status cs_flags_environment(cs_policy **out, cs_policy_fault *fault) {
  *out = NULL;
  cs_status good = check_names(fault);
  if (good != CS_OK) return good;
  for (int id = CS_POLICY_DEPTH; id < CS_POLICY_FIELDS; id++) {
    char name[96];
    const cs_pfield *f = &cs_schema[id];
    const char *value = is_scalar(f) ? variable_of(f->key, name) : NULL;
    cs_policy *one = NULL, *both = NULL;
    if (!value) continue;
    cs_status st = read_variable(f, name, value, &one, fault);
    if (st == CS_OK && *out) {
      st = cs_narrow_overlay(*out, one, &both, fault);
      cs_policy_free(one);
      one = both;
    }
    cs_policy_free(*out);
    *out = one;
    if (st != CS_OK) return st;
  }
  return CS_OK;
}
