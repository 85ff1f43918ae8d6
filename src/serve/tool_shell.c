/*
 * tool_shell.c - run_shell: programs of this machine in a jail.
 *
 * A script reaches /bin/sh as a read-only file of the jail, a command as a list
 * of words: no shell of the host ever sees either.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/depth.h"
#include "base/within.h"
#include "depth/covered.h"
#include "jail/exec.h"
#include "jail/spec_policy.h"
#include "policy/policy_view.h"
#include "serve/result.h"
#include "serve/tool.h"
#include "serve/trace.h"
#include "serve/walls.h"

#define SCRIPT     "/run/caisson/script.sh"
#define WORDS_MAX  256
#define MOUNTS_MAX 40
#define ENV_MAX    260

typedef struct shell {
  cs_job *j;
  cs_jail_spec spec;
  cs_exec_options options;
  cs_jail_file script;
  cs_jail_mount mounts[MOUNTS_MAX];
  const char *argv[WORDS_MAX + 1];
  char *env[ENV_MAX]; /* owned */
  cs_covers covers;
} shell;

/* --- what is asked for --------------------------------------------------- */

static json_t *check_wishes(cs_job *j) {
  const json_t *a = j->arguments;
  bool script = json_object_get(a, "script") != NULL;
  const json_t *command = json_object_get(a, "command");
  size_t words = json_array_size(command);
  if (script == (command != NULL))
    return cs_result_failure(j, "ArgumentError",
                             "Give either script or command.");
  if (command && (words == 0 || words > WORDS_MAX))
    return cs_result_failure(j, "ArgumentError",
                             "The command must have 1 to 256 words.");
  return cs_tool_check_limits(j);
}

/* The policy's word about the program; a script is one for the shell. */
static json_t *check_program(const shell *s) {
  cs_job *j = s->j;
  char object[512], text[700];
  if (cs_policy_view_allows(j->terms->config->policy, s->argv[0])) return NULL;
  cs_text_quote(s->argv[0], cs_text_cut(s->argv[0], strlen(s->argv[0]), 120),
                object);
  snprintf(text, sizeof text,
           "Refused: starting %s. The policy allows other programs only, by "
           "their full paths.",
           object);
  return cs_result_denied(j, "process.spawn", s->argv[0], text, "process.spawn",
                          NULL);
}

static void read_words(shell *s) {
  const json_t *command = json_object_get(s->j->arguments, "command");
  const json_t *script = json_object_get(s->j->arguments, "script");
  size_t n = json_array_size(command);
  for (size_t i = 0; i < n; i++)
    s->argv[i] = json_string_value(json_array_get(command, i));
  s->spec.argv = s->argv;
  if (command) return;
  s->script = (cs_jail_file){.at = SCRIPT,
                             .data = json_string_value(script),
                             .len = json_string_length(script)};
  s->spec.files = &s->script;
  s->spec.nfiles = 1;
  s->argv[0] = "/bin/sh";
  s->argv[1] = SCRIPT;
}

static cs_status read_mounts(shell *s, cs_error *err) {
  static const cs_jail_mode modes[] = {
      [CS_MOUNT_RO] = CS_JAIL_RO,
      [CS_MOUNT_SEALED] = CS_JAIL_RO,
      [CS_MOUNT_RW] = CS_JAIL_RW,
      [CS_MOUNT_OVERLAY] = CS_JAIL_OVERLAY,
  };
  const cs_mcp_config *c = s->j->terms->config;
  s->spec.mounts = s->mounts;
  for (size_t i = 0; i < c->nmounts && i < MOUNTS_MAX; i++) {
    const cs_mount_spec *m = &c->mounts[i];
    int fd = m->host ? cs_within_open_in(m->host, m->base) : 0;
    if (fd < 0) return cs_error_os(err, "cannot mount '%.100s'", m->host);
    s->mounts[s->spec.nmounts++] = (cs_jail_mount){.host = m->host,
                                                   .fd = fd,
                                                   .at = m->at,
                                                   .mode = modes[m->mode],
                                                   .limit = m->limit};
  }
  return CS_OK;
}

static char *variable(const char *name, const char *value) {
  size_t room = strlen(name) + strlen(value) + 2;
  char *text = malloc(room);
  if (text) snprintf(text, room, "%s=%s", name, value);
  return text;
}

static void read_env(shell *s) {
  const cs_mcp_config *c = s->j->terms->config;
  static const char *const fixed[][2] = {
      {"PATH", "/usr/local/bin:/usr/bin:/bin"},
      {"HOME", "/tmp"},
      {"LANG", "C.UTF-8"}};
  size_t n = 0;
  for (size_t i = 0; i < c->nenv && n + 4 < ENV_MAX; i++)
    s->env[n++] = variable(c->env[2 * i], c->env[2 * i + 1]);
  for (size_t i = 0; i < 3; i++) {
    bool given = false;
    for (size_t k = 0; k < c->nenv; k++)
      given |= strcmp(c->env[2 * k], fixed[i][0]) == 0;
    if (!given) s->env[n++] = variable(fixed[i][0], fixed[i][1]);
  }
  s->spec.env = (const char *const *)s->env;
}

static void fill(shell *s) {
  const cs_mcp_config *c = s->j->terms->config;
  const char *cwd = cs_args_text(s->j->arguments, "cwd");
  cs_jail_spec_init(&s->spec);
  s->options = (cs_exec_options){.wall_ms = c->time_ms, .output = UINT64_MAX};
  s->spec.limits.memory = c->memory;
  if (c->processes) s->spec.limits.processes = c->processes;
  if (c->no_landlock) s->spec.flags |= CS_JAIL_NO_LANDLOCK;
  if (c->policy) cs_jail_spec_limit(c->policy, &s->spec, &s->options);
  s->spec.cwd = cwd ? cwd : c->cwd;
  read_words(s);
  read_env(s);
}

/* --- what happened ------------------------------------------------------- */

static bool take_output(void *user, int stream, const char *data, size_t n) {
  cs_job *j = user;
  cs_capture_put(&j->out[stream == 2], data, n);
  return true;
}

static bool is_over(void *user) {
  return cs_job_is_over(user);
}

static const char *status_of(const cs_job *j, const cs_exec_result *r) {
  switch (r->end) {
    case CS_EXEC_EXITED: return r->code == 0 ? "ok" : "error";
    case CS_EXEC_SIGNALED: return "error";
    case CS_EXEC_TIMEOUT: return "timeout";
    case CS_EXEC_CPU:
    case CS_EXEC_MEMORY: return "limit";
    case CS_EXEC_CANCELLED:
      return atomic_load(&j->late) ? "timeout" : "cancelled";
    case CS_EXEC_NO_PROGRAM: return "error";
  }
  return "error";
}

static void put_end(json_t *o, const cs_exec_result *r) {
  json_object_set_new(o, "exit_code", json_integer(r->code));
  if (r->signal) json_object_set_new(o, "signal", json_integer(r->signal));
  if (r->end == CS_EXEC_TIMEOUT || r->end == CS_EXEC_CANCELLED)
    json_object_set_new(o, "limit", json_string("time"));
  if (r->end == CS_EXEC_MEMORY)
    json_object_set_new(o, "limit", json_string("memory"));
  if (r->end == CS_EXEC_CPU)
    json_object_set_new(o, "limit", json_string("cpu"));
  if (r->end == CS_EXEC_NO_PROGRAM)
    json_object_set_new(
        o, "error",
        json_pack("{s:s, s:o*, s:s}", "type", "NoProgram", "message",
                  cs_text_json(r->text, strlen(r->text)), "phase", "run"));
}

static json_t *tell(shell *s, const cs_exec_result *r) {
  cs_job *j = s->j;
  json_t *blocks = json_array();
  json_t *o =
      json_pack("{s:s, s:s, s:s, s:s, s:s}", "schema", "caisson.result/1",
                "status", status_of(j, r), "depth", cs_depth_jail()->name,
                "depth_reason", "programs run in a jail", "run_id", j->run_id);
  cs_result_output(j, o, blocks);
  put_end(o, r);
  json_object_set_new(o, "duration_ms",
                      json_integer((json_int_t)(r->wall_us / 1000)));
  json_object_set_new(
      o, "usage",
      json_pack("{s:f, s:I}", "cpu_ms",
                (double)(r->user_us + r->system_us) / 1e3, "memory_peak_bytes",
                (json_int_t)(r->peak_kib << 10)));
  cs_walls_jail(j->terms, s->spec.walls, o);
  return cs_result_wrap(j, o, blocks);
}

/* Texts of failures name paths of the host: those are for stderr. */
static json_t *no_jail(cs_job *j, const cs_error *err) {
  fprintf(stderr, "caisson: no jail: %s\n", err->text);
  return cs_result_failure(j, "JailError",
                           "The jail could not be made. Check cwd; otherwise "
                           "try again in a second.");
}

static json_t *run(shell *s) {
  cs_job *j = s->j;
  const json_t *input = json_object_get(j->arguments, "stdin");
  cs_exec_options *o = &s->options;
  o->input = json_string_value(input);
  o->input_len = json_string_length(input);
  o->input_fd = -1;
  o->sink = take_output;
  o->poll = is_over;
  o->user = j;
  cs_exec_result r;
  cs_error err = {0};
  if (read_mounts(s, &err) != CS_OK ||
      cs_covered_find(j->terms->config->policy, s->mounts, s->spec.nmounts,
                      NULL, &s->covers, &err) != CS_OK)
    return no_jail(j, &err);
  s->spec.covers = s->covers.at;
  s->spec.ncovers = s->covers.n;
  if (s->covers.names) s->spec.flags |= CS_JAIL_NAMES;
  if (!cs_trace_exec(j, s->argv[0]))
    return cs_result_failure(j, "AuditError",
                             "The audit log cannot be written.");
  if (cs_exec_run(&j->terms->kit, &s->spec, o, &r, &err) != CS_OK)
    return no_jail(j, &err);
  cs_trace_exit(j, status_of(j, &r), r.code);
  return tell(s, &r);
}

json_t *cs_tool_run_shell(cs_job *j) {
  json_t *failed = check_wishes(j);
  if (failed) return failed;
  shell *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->j = j;
  cs_job_tell(j, "starting");
  fill(s);
  json_t *result = check_program(s);
  if (!result) {
    cs_job_tell(j, "running");
    result = run(s);
  }
  for (size_t i = 0; i < ENV_MAX; i++) free(s->env[i]);
  for (size_t i = 0; i < s->spec.nmounts; i++)
    if (s->mounts[i].fd > 0) close(s->mounts[i].fd);
  cs_covers_fini(&s->covers);
  free(s);
  return result;
}
