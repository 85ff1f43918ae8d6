/*
 * effective.c - the policy that is in force for this command.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/effective.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/json.h"
#include "cli/mountspec.h"
#include "cli/plain.h"
#include "cli/record.h"
#include "policy/load.h"
#include "policy/narrow.h"

#include "caisson/audit.h"

#define SYSTEM_FILE  "/etc/caisson/policy.yaml"
#define PROJECT_FILE "caisson.yaml"

/* Everything that goes into it; all owned. */
typedef struct levels {
  cs_policy *system, *user, *environment, *flags, *project;
} levels;

/* --- messages ------------------------------------------------------------ */

/* An attempt to widen is recorded; where nothing can be, the refusal stands. */
static void audit(const cs_settings *s, const cs_policy_fault *f) {
  cs_audit *log = NULL;
  cs_settings quiet = *s;
  quiet.json = false;
  if (cs_record_open(&quiet, &log) != 0 || !log) return;
  cs_audit_item data[] = {
      {.key = "asked", .text = f->asked, .len = strlen(f->asked)},
      {.key = "allowed", .text = f->allowed, .len = strlen(f->allowed)},
      {.key = "source", .text = f->source, .len = strlen(f->source)}};
  cs_audit_record r = {.kind = "policy.widens",
                       .decision = "deny",
                       .capability = "policy",
                       .object = f->key,
                       .object_len = strlen(f->key),
                       .rule = f->source,
                       .reason = cs_fault_words[CS_FAULT_WIDENS],
                       .data = data,
                       .ndata = 3};
  (void)!cs_audit_put(log, &r, NULL);
  cs_audit_close(log);
}

static void print_json(const cs_policy_fault *f) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.result/1");
  cs_json_text(&j, "status", "denied");
  cs_json_int(&j, "exit_code", CS_EXIT_OURS);
  cs_json_key(&j, "error");
  cs_json_open(&j, '{');
  cs_json_text(&j, "type", f->code);
  cs_json_text(&j, "message", f->text);
  if (f->key[0]) cs_json_text(&j, "key", f->key);
  if (f->file[0]) cs_json_text(&j, "file", f->file);
  if (f->line) cs_json_int(&j, "line", f->line);
  if (f->column) cs_json_int(&j, "column", f->column);
  if (f->nearest[0]) cs_json_text(&j, "nearest", f->nearest);
  if (f->asked[0]) cs_json_text(&j, "asked", f->asked);
  if (f->allowed[0]) cs_json_text(&j, "allowed", f->allowed);
  if (f->source[0]) cs_json_text(&j, "source", f->source);
  cs_json_close(&j, '}');
  cs_json_close(&j, '}');
  cs_json_print(&j);
}

int cs_effective_fail(const cs_settings *s, const cs_policy_fault *f) {
  if (!f->code) return CS_EXIT_OURS; /* it was said already */
  fprintf(stderr, "caisson: %s: ", f->code);
  cs_plain_put(stderr, f->text);
  if (cs_fault_of(f) == CS_FAULT_FILE)
    fprintf(stderr, "; %s", cs_fault_advice[CS_FAULT_FILE]);
  fputc('\n', stderr);
  if (cs_fault_of(f) == CS_FAULT_WIDENS) audit(s, f);
  if (s->json) print_json(f);
  return CS_EXIT_OURS;
}

/* --- files --------------------------------------------------------------- */

/* A file that need not be there. */
static cs_status load_optional(const char *path, cs_policy_level level,
                               cs_policy **out, cs_policy_fault *f) {
  if (access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
    return CS_OK;
  return cs_load_file(path, level, out, f);
}

/* After a change of user $HOME may still be that of somebody else. */
static bool is_own(const char *home) {
  struct stat st;
  return stat(home, &st) == 0 && st.st_uid == geteuid();
}

static bool user_file(char out[PATH_MAX]) {
  const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
  int n = -1;
  if (config && config[0] == '/')
    n = snprintf(out, PATH_MAX, "%s/caisson/policy.yaml", config);
  else if (home && home[0] == '/' && is_own(home))
    n = snprintf(out, PATH_MAX, "%s/.config/caisson/policy.yaml", home);
  return n > 0 && n < PATH_MAX;
}

static const char *either(const char *given, const char *variable) {
  const char *value = given ? given : getenv(variable);
  return value && *value ? value : NULL;
}

static cs_status load_user_file(const cs_settings *s, cs_policy **out,
                                cs_policy_fault *f) {
  char path[PATH_MAX];
  const char *named = either(s->policy, "CAISSON_POLICY");
  if (named) return cs_load_file(named, CS_POLICY_OWNER, out, f);
  if (s->profile || !user_file(path)) return CS_OK;
  return load_optional(path, CS_POLICY_OWNER, out, f);
}

/* The user's file over the profile. */
static cs_status load_user(const cs_settings *s, levels *l,
                           cs_policy_fault *f) {
  const char *name = either(s->profile, "CAISSON_PROFILE");
  cs_policy *profile = NULL, *file = NULL;
  cs_status st = load_user_file(s, &file, f);
  if (st == CS_OK && name)
    st = cs_load_profile(name, CS_POLICY_OWNER, &profile, f);
  if (st == CS_OK && profile && file)
    st = cs_narrow_overlay(profile, file, &l->user, f);
  else
    l->user = cs_steal(profile ? &profile : &file);
  cs_policy_free(profile);
  cs_policy_free(file);
  return st;
}

/* Is the current directory part of what the program is shown? */
static int shows(void *user, const cs_mount_spec *m) {
  const char *cwd = user;
  CS_AUTO_FREE
  char *host = m->host ? realpath(m->host, NULL) : NULL;
  size_t n = host ? strlen(host) : 0;
  return host && strncmp(host, cwd, n) == 0 &&
         (!cwd[n] || cwd[n] == '/' || n == 1);
}

static cs_status load_project(const cs_settings *s, levels *l,
                              cs_policy_fault *f) {
  char cwd[PATH_MAX];
  if (!getcwd(cwd, sizeof cwd)) return CS_OK;
  if (cs_mountspec_each(s, shows, cwd)) return CS_OK;
  return load_optional(PROJECT_FILE, CS_POLICY_PROJECT, &l->project, f);
}

/* --- all levels ---------------------------------------------------------- */

static cs_status add_flags(const cs_settings *s, levels *l,
                           cs_policy_fault *f) {
  cs_policy *line = NULL;
  cs_status st = cs_flags_policy(s, l->user, &line, f);
  if (st == CS_OK && l->environment)
    st = cs_narrow_overlay(l->environment, line, &l->flags, f);
  else
    l->flags = cs_steal(&line);
  cs_policy_free(line);
  return st;
}

static cs_status gather(const cs_settings *s, levels *l, cs_policy_fault *f) {
  cs_status st = load_optional(SYSTEM_FILE, CS_POLICY_SYSTEM, &l->system, f);
  if (st == CS_OK) st = load_user(s, l, f);
  if (st == CS_OK) st = cs_flags_environment(&l->environment, f);
  if (st == CS_OK) st = load_project(s, l, f);
  return st;
}

static void drop(levels *l) {
  cs_policy_free(l->system);
  cs_policy_free(l->user);
  cs_policy_free(l->environment);
  cs_policy_free(l->flags);
  cs_policy_free(l->project);
}

static int make(const cs_settings *s, bool always, cs_policy **out) {
  levels l = {0};
  cs_policy_fault f = {0};
  *out = NULL;
  cs_status st = gather(s, &l, &f);
  always |= l.system || l.user || l.environment || l.project ||
            s->allow_hosts.n > 0 || s->learn;
  if (st == CS_OK && always) st = add_flags(s, &l, &f);
  if (st == CS_OK && always) {
    cs_narrow_levels all = {l.system, l.user, l.flags, l.project, NULL};
    st = cs_narrow_levels_all(&all, out, &f);
  }
  drop(&l);
  return st == CS_OK ? 0 : cs_effective_fail(s, &f);
}

int cs_effective_policy(const cs_settings *s, cs_policy **out) {
  return make(s, true, out);
}

int cs_effective_written(const cs_settings *s, cs_policy **out) {
  return make(s, false, out);
}

void cs_effective_files(const cs_settings *s,
                        void (*each)(void *user, const char *path),
                        void *user) {
  char path[PATH_MAX];
  const char *named = either(s->policy, "CAISSON_POLICY");
  each(user, SYSTEM_FILE);
  if (named)
    each(user, named);
  else if (!s->profile && user_file(path))
    each(user, path);
  if (getcwd(path, sizeof path) && !cs_mountspec_each(s, shows, path))
    each(user, PROJECT_FILE);
}

/* --- the settings -------------------------------------------------------- */

/* `auto` leaves it to the program (depth.c), within depth_allow. */
static int choose_depth(const cs_policy *p, cs_settings *s) {
  const char *depth = cs_policy_text(p, CS_POLICY_DEPTH);
  const char *jail = cs_depth_jail()->name;
  bool engine =
      cs_policy_has(p, CS_POLICY_DEPTH_ALLOW, cs_depth_engine(true)->name);
  char why[200];
  if (!cs_policy_has(p, CS_POLICY_DEPTH_ALLOW, jail))
    s->no_process = "depth_allow of the policy does not have it";
  if (cs_depth_is_auto(depth) && !engine) depth = jail;
  s->depth = depth;
  if (cs_depth_is_auto(depth) || cs_policy_has(p, CS_POLICY_DEPTH_ALLOW, depth))
    return 0;
  snprintf(why, sizeof why, "depth_allow of the policy does not have '%s'",
           depth);
  return cs_cli_fail(s, "no_depth", why, "add it to depth_allow");
}

int cs_effective_apply(const cs_policy *p, cs_settings *s) {
  uint64_t heap = cs_policy_number(p, CS_POLICY_HEAP_BYTES);
  uint64_t memory = cs_policy_number(p, CS_POLICY_MEMORY_BYTES);
  int code = choose_depth(p, s);
  bool jail = cs_depth_named_can(s->depth, CS_IS_JAIL);
  s->limits.memory = jail || memory < heap ? memory : heap;
  s->limits.fuel = cs_policy_number(p, CS_POLICY_FUEL);
  s->timeout = (double)cs_policy_number(p, CS_POLICY_WALL_MS) / 1000;
  s->processes = cs_policy_number(p, CS_POLICY_PIDS);
  s->in_process = !cs_policy_flag(p, CS_POLICY_WORKER);
  if (!s->audit) s->audit = cs_policy_text(p, CS_POLICY_AUDIT_PATH);
  if (!s->audit_code) s->audit_code = cs_policy_text(p, CS_POLICY_AUDIT_CODE);
  if (!s->audit_sync) s->audit_sync = cs_policy_text(p, CS_POLICY_AUDIT_SYNC);
  s->audit_optional = !cs_policy_flag(p, CS_POLICY_AUDIT_REQUIRED);
  return code;
}
