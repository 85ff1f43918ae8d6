/*
 * exec.c - caisson exec: any program of the host in a jail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/within.h"
#include "cli/effective.h"
#include "cli/enforce.h"
#include "cli/env.h"
#include "cli/json.h"
#include "cli/mountspec.h"
#include "cli/named.h"
#include "cli/network.h"
#include "cli/plain.h"
#include "cli/record.h"
#include "cli/ruled.h"
#include "cli/sandboxed.h"
#include "cli/sink.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "depth/covered.h"
#include "depth/guard.h"
#include "enforce/program_report.h"
#include "jail/exec.h"
#include "jail/plan.h"
#include "policy/canon.h"

#include "audit/audit.h"

#define MOUNTS_MAX 40
#define ENV_MAX    256

typedef struct job {
  const cs_settings *s;
  cs_policy *policy; /* owned; NULL: nobody wrote one */
  cs_jail_spec spec;
  cs_exec_options options;
  cs_jail_mount mounts[MOUNTS_MAX]; /* texts, descriptors owned */
  char *env[ENV_MAX + 1];           /* owned */
  size_t nenv;
  const char *argv[4]; /* --shell */
  cs_sink sink;
  cs_audit *audit; /* owned; NULL: nothing is recorded */
  cs_covers covers;
  cs_terminal terminal; /* ours, with -t */
  cs_network network;
} job;

/* --- what the command line said ------------------------------------------ */

/* redteam: M04, M03, E15 */
static int check_mount(const job *j, const cs_mount_spec *m, int source) {
  char why[120];
  bool real = m->mode == CS_MOUNT_RW;
  const char *ours = source > 0 ? cs_guard_finds(source, real) : NULL;
  if (cs_guard_is_proc(source))
    return cs_cli_fail(j->s, "mount refused", CS_GUARD_PROC_TEXT,
                       "a jail has a /proc of its own");
  if (!ours) return 0;
  snprintf(why, sizeof why, "it has %s in it, which no program may change",
           ours);
  return cs_cli_fail(j->s, "mount refused", why,
                     "mount a directory below it, or an overlay");
}

static int add_mount(void *user, const cs_mount_spec *m) {
  job *j = user;
  CS_AUTO_FD
  int source = m->fd > 0 ? fcntl(m->fd, F_DUPFD_CLOEXEC, 3)
               : m->host ? cs_within_open(m->host)
                         : -1;
  int refused = check_mount(j, m, source);
  if (refused) return refused;
  static const cs_jail_mode modes[] = {
      [CS_MOUNT_RO] = CS_JAIL_RO,
      [CS_MOUNT_RW] = CS_JAIL_RW,
      [CS_MOUNT_OVERLAY] = CS_JAIL_OVERLAY,
  };
  if (j->spec.nmounts == MOUNTS_MAX)
    return cs_cli_fail(j->s, "too many mounts", "a jail has at most 40",
                       "mount a common parent instead");
  j->mounts[j->spec.nmounts++] =
      (cs_jail_mount){.host = m->host ? strdup(m->host) : NULL,
                      .fd = source > 0 ? cs_steal(&source) : 0,
                      .at = strdup(m->at),
                      .mode = modes[m->mode],
                      .limit = m->limit};
  return 0;
}

static cs_status put_env(void *user, const char *name, const char *value) {
  job *j = user;
  size_t n = strlen(name), room = n + strlen(value) + 2;
  char *text = malloc(room);
  if (!text) return CS_EOS;
  snprintf(text, room, "%s=%s", name, value);
  for (size_t i = 0; i < j->nenv; i++) { /* later ones win */
    if (strncmp(j->env[i], text, n + 1) != 0) continue;
    free(j->env[i]);
    j->env[i] = text;
    return CS_OK;
  }
  if (j->nenv < ENV_MAX) {
    j->env[j->nenv++] = text;
    return CS_OK;
  }
  free(text);
  return CS_ELIMIT;
}

/* What kind of terminal the program speaks to; it is no secret. */
static const char *term_of(void) {
  const char *term = getenv("TERM");
  bool good =
      term && *term && strlen(term) < 40 &&
      strspn(term, "abcdefghijklmnopqrstuvwxyz0123456789-+.") == strlen(term);
  return good ? term : "xterm";
}

/* PATH, HOME and LANG with fixed values, unless something else is asked for. */
static int begin_env(job *j) {
  if (put_env(j, "PATH", "/usr/local/bin:/usr/bin:/bin") != CS_OK ||
      put_env(j, "HOME", "/tmp") != CS_OK ||
      put_env(j, "LANG", "C.UTF-8") != CS_OK ||
      (j->s->tty && put_env(j, "TERM", term_of()) != CS_OK))
    return cs_cli_fail(j->s, "no jail", "no memory", "close programs");
  j->spec.env = (const char *const *)j->env;
  return 0;
}

static int read_stdin(job *j) {
  j->options.input_fd = -1;
  if (j->s->input || j->s->tty) j->options.input_fd = STDIN_FILENO;
  if (!j->s->stdin_file) return 0;
  j->options.input_fd = open(j->s->stdin_file, O_RDONLY | O_CLOEXEC);
  if (j->options.input_fd >= 0) return 0;
  return cs_cli_fail(j->s, "cannot read the standard input", strerror(errno),
                     "check --stdin");
}

static int read_accepted(job *j) {
  for (size_t i = 0; i < j->s->accept.n; i++) {
    if (strcmp(j->s->accept.at[i], "landlock") == 0)
      j->spec.flags |= CS_JAIL_NO_LANDLOCK;
    else
      return cs_cli_fail(j->s, "unknown gap in --accept",
                         "there is no mechanism of that name",
                         "write 'landlock'");
  }
  return 0;
}

/* Walls off, one by one: in test builds only, to show that a test sees it. */
static int read_weaken(job *j) {
  static const struct {
    const char *name;
    uint32_t flag;
  } walls[] = {{"filter", CS_PLAN_NO_FILTER}, {"landlock", CS_PLAN_NO_LANDLOCK},
               {"masks", CS_PLAN_NO_MASKS},   {"inner", CS_PLAN_NO_INNER},
               {"caps", CS_PLAN_NO_CAPS},     {"limits", CS_PLAN_NO_LIMITS},
               {"covers", CS_PLAN_NO_COVERS}, {"read_only", CS_PLAN_NO_RO},
               {"group", CS_PLAN_NO_GROUP},   {"cwd", CS_PLAN_PLAIN_CWD},
               {"quotas", CS_PLAN_NO_QUOTAS}};
  const size_t n = sizeof walls / sizeof *walls;
  for (size_t i = 0; i < j->s->weaken.n; i++) {
    size_t k = 0;
    while (k < n && strcmp(walls[k].name, j->s->weaken.at[i]) != 0) k++;
    if (k == n)
      return cs_cli_fail(j->s, "unknown wall", "there is none of that name",
                         "read src/cli/exec.c");
    j->spec.weaken |= walls[k].flag;
  }
  return 0;
}

/* What the policy hides and protects, once all mounts are known. */
static int find_covers(job *j) {
  cs_error err = {0};
  if (cs_covered_find(j->policy, j->mounts, j->spec.nmounts, j->s->audit,
                      &j->covers, &err) != CS_OK)
    return cs_cli_fail(j->s, "no jail", err.text,
                       "or change fs.deny and fs.protect");
  j->spec.covers = j->covers.at;
  j->spec.ncovers = j->covers.n;
  if (j->covers.names) j->spec.flags |= CS_JAIL_NAMES;
  return 0;
}

/* Mounts of the host are in the policy already. */
static int add_memory(void *user, const cs_mount_spec *m) {
  return m->host ? 0 : add_mount(user, m);
}

static int read_policy(job *j) {
  int code = cs_effective_written(j->s, &j->policy);
  if (code || !j->policy) return code;
  cs_ruled_use use = {add_mount, put_env, j};
  return cs_ruled_jail(j->s, j->policy, &j->spec, &j->options, &use);
}

static int read_settings(job *j) {
  const cs_settings *s = j->s;
  cs_jail_spec_init(&j->spec);
  j->spec.mounts = j->mounts;
  j->spec.limits.memory = s->limits.memory;
  if (s->processes) j->spec.limits.processes = (uint32_t)s->processes;
  if (s->cpu > 0) { /* of one process, by the kernel, and of all, by us */
    j->spec.limits.cpu_s = (uint64_t)(s->cpu + 0.999);
    j->options.cpu_ms = (uint64_t)(s->cpu * 1000 + 0.5);
  }
  j->spec.cwd = s->workdir;
  if (!s->workdir && s->workspace) j->spec.cwd = CS_MOUNTSPEC_WORKSPACE;
  if (s->loopback) j->spec.flags |= CS_JAIL_LOOPBACK;
  if (s->no_spawn) j->spec.walls |= CS_WALL_NO_SPAWN;
  if (s->no_unix) j->spec.walls |= CS_WALL_NO_UNIX;
  j->options.wall_ms = (uint64_t)(s->timeout * 1000);
  j->options.output = s->limits.output;
  s->argv[s->argc] = NULL; /* operands were moved to the front */
  j->spec.argv = (const char *const *)s->argv;
  if (s->shell) {
    j->argv[0] = "/bin/sh";
    j->argv[1] = "-c";
    j->argv[2] = s->shell;
    j->spec.argv = j->argv;
  }
  int code = begin_env(j);
  if (!code) code = read_policy(j);
  if (!code) code = cs_mountspec_each(s, j->policy ? add_memory : add_mount, j);
  if (!code) code = find_covers(j);
  if (!code) cs_mountspec_warn(s);
  if (!code) code = cs_env_each(s, put_env, j);
  if (!code) code = read_stdin(j);
  if (!code) code = read_accepted(j);
  return code ? code : read_weaken(j);
}

/* --- what happened ------------------------------------------------------- */

static bool take_output(void *user, int stream, const char *data, size_t n) {
  job *j = user;
  cs_sink_put(&j->sink, stream, data, n);
  return !j->sink.lost;
}

static void tell_size(void *user, struct winsize *size) {
  (void)user;
  cs_terminal_size(size);
}

static bool is_over(void *user) {
  job *j = user;
  return cs_terminal_is_over(&j->terminal);
}

static bool watch_network(void *user) {
  job *j = user;
  return cs_network_watch(&j->network);
}

static int open_network(job *j, const char *run) {
  cs_network_use use = {put_env, j};
  int code = cs_network_open(&j->network, j->s, j->policy, j->audit, run,
                             &j->spec, &use);
  if (code || !j->network.egress) return code;
  j->options.watch_fd = cs_egress_fd(j->network.egress);
  j->options.watch = watch_network;
  return 0;
}

static const char *status_of(const cs_exec_result *r) {
  switch (r->end) {
    case CS_EXEC_EXITED: return r->code == 0 ? "ok" : "error";
    case CS_EXEC_SIGNALED: return "signal";
    case CS_EXEC_TIMEOUT: return "timeout";
    case CS_EXEC_MEMORY: return "memory";
    case CS_EXEC_CPU: return "cpu";
    case CS_EXEC_CANCELLED: return "cancelled";
    case CS_EXEC_NO_PROGRAM: return "denied";
  }
  return "error";
}

static void print_walls(const job *j, cs_json *o) {
  cs_program_report r;
  bool known =
      cs_program_report_make(NULL, j->policy, j->spec.walls, j->s->python,
                             j->audit, &r, NULL) == CS_OK;
  cs_json_key(o, "enforcement");
  cs_json_open(o, '{');
  cs_json_text(o, "level", known && r.full ? "full" : "degraded");
  cs_json_key(o, "missing");
  cs_json_open(o, '[');
  for (size_t i = 0; known && i < r.nmissing; i++)
    cs_json_text(o, NULL, r.missing[i]);
  cs_json_close(o, ']');
  if (known) cs_json_text(o, "hash", r.hash);
  cs_json_close(o, '}');
}

static void print_json(job *j, const cs_exec_result *r) {
  char hash[CS_POLICY_HASH];
  cs_json o;
  cs_json_init(&o);
  cs_json_open(&o, '{');
  cs_json_text(&o, "schema", "caisson.exec/1");
  cs_json_text(&o, "status", status_of(r));
  if (j->policy && cs_canon_hash(j->policy, hash) == CS_OK)
    cs_json_text(&o, "policy_hash", hash);
  cs_json_int(&o, "exit_code", r->code);
  if (r->signal) cs_json_int(&o, "signal", r->signal);
  cs_json_bytes(&o, "stdout", cs_buf_text(&j->sink.text[1]),
                j->sink.text[1].len);
  cs_json_bytes(&o, "stderr", cs_buf_text(&j->sink.text[2]),
                j->sink.text[2].len);
  cs_json_bool(&o, "stdout_truncated", r->truncated[0]);
  cs_json_bool(&o, "stderr_truncated", r->truncated[1]);
  if (r->text[0]) cs_json_text(&o, "message", r->text);
  cs_json_ms(&o, "wall_ms", (double)r->wall_us / 1e3);
  cs_json_ms(&o, "cpu_ms", (double)(r->user_us + r->system_us) / 1e3);
  cs_json_int(&o, "peak_memory", (int64_t)r->peak_kib * 1024);
  cs_network_json(&j->network, &o);
  print_walls(j, &o);
  cs_json_close(&o, '}');
  cs_json_print(&o);
}

/* What may have been meant by a program that is not there. */
static void print_advice(const cs_settings *s) {
  if (s->argc == 0 || !cs_sandboxed_is(s->argv[0])) {
    fputs("; a jail has the programs of /usr, and of what you mount\n", stderr);
    return;
  }
  fputs("; a sandbox has that name: write 'caisson exec ", stderr);
  cs_plain_put(stderr, s->argv[0]);
  fputs(s->argc > 1 ? " --" : " -- PROGRAM", stderr);
  for (int i = 1; i < s->argc; i++) {
    fputc(' ', stderr);
    cs_plain_put(stderr, s->argv[i]);
  }
  fputs("'\n", stderr);
}

static void print_text(const job *j, const cs_exec_result *r) {
  if (j->s->quiet) return;
  cs_network_print(&j->network);
  if (r->end == CS_EXEC_NO_PROGRAM) {
    fputs("caisson: ", stderr);
    cs_plain_put(stderr, r->text);
    print_advice(j->s);
  }
  if (r->end == CS_EXEC_TIMEOUT)
    fprintf(stderr, "caisson: the program reached its deadline of %g s\n",
            (double)j->options.wall_ms / 1000);
  if (r->end == CS_EXEC_CANCELLED && j->terminal.signal && !j->s->tty)
    fputs("caisson: the program was cancelled\n", stderr);
  if (r->end == CS_EXEC_CPU)
    fputs("caisson: the program reached its limit of processor time\n", stderr);
  if (r->end == CS_EXEC_MEMORY)
    fputs("caisson: the program reached its limit of memory\n", stderr);
  for (int i = 0; i < 2; i++)
    if (r->truncated[i])
      fprintf(stderr, "caisson: %s is cut off: %llu of %llu bytes shown\n",
              i ? "stderr" : "stdout", (unsigned long long)j->options.output,
              (unsigned long long)r->bytes[i]);
}

static void warn(const job *j) {
  cs_program_report r;
  if (cs_enforce_is_asked(j->s) &&
      cs_program_report_make(NULL, j->policy, j->spec.walls, j->s->python,
                             j->audit, &r, NULL) == CS_OK)
    cs_enforce_warn(r.missing, r.nmissing);
}

static int run(job *j) {
  cs_jail_kit kit;
  cs_error err = {0};
  cs_exec_result r;
  char id[CS_AUDIT_ID] = "";
  int code = cs_record_open(j->s, &j->audit);
  for (size_t i = 0; !code && j->audit && i < j->spec.nmounts; i++)
    if (j->mounts[i].fd > 0 && cs_audit_guards(j->audit, j->mounts[i].fd,
                                               j->mounts[i].mode == CS_JAIL_RW))
      code = cs_cli_fail(j->s, "mount refused",
                         "it holds the audit log, which no program may see "
                         "or change",
                         "mount a directory below it");
  if (!code) (void)cs_audit_new_id("run_", id);
  for (size_t i = 0; !code && i < j->nenv; i++)
    cs_record_env(j->audit, j->env[i]);
  if (!code) code = cs_record_exec(j->s, j->audit, id, j->spec.argv);
  if (!code) code = open_network(j, id);
  if (code) return code;
  warn(j);
  j->options.sink = take_output;
  j->options.user = j;
  if (cs_jail_kit_open(&kit, &err) != CS_OK)
    return cs_cli_fail(j->s, "no jail", err.text, "close other programs");
  j->options.poll = is_over;
  if (j->s->tty) {
    j->options.window = tell_size;
    j->sink.tamed = true;
    cs_terminal_begin(&j->terminal);
  } else {
    cs_terminal_watch(&j->terminal);
  }
  cs_status st = cs_exec_run(&kit, &j->spec, &j->options, &r, &err);
  cs_terminal_end(&j->terminal);
  cs_network_end(&j->network);
  int wrote = cs_network_write(&j->network);
  if (st == CS_OK && j->terminal.signal) r.code = 128 + j->terminal.signal;
  if (st == CS_OK && j->sink.lost) r.code = cs_sink_code(&j->sink, 0);
  cs_jail_kit_close(&kit);
  cs_record_exit(j->audit, id, st == CS_OK ? status_of(&r) : "no jail",
                 st == CS_OK ? r.code : CS_EXIT_OURS,
                 st == CS_OK ? r.bytes[0] + r.bytes[1] : 0);
  if (st != CS_OK)
    return cs_cli_fail(j->s, "no jail", err.text,
                       "'caisson doctor' tells what this host offers");
  if (j->s->json)
    print_json(j, &r);
  else
    print_text(j, &r);
  const char *status = status_of(&r);
  cs_stream_status(j->s, status, r.end == CS_EXEC_EXITED ? "exit" : status,
                   r.code, id);
  return wrote ? wrote : r.code;
}

static const char *what_runs(const job *j) {
  const char *slash = strrchr(j->spec.argv[0], '/');
  return slash ? slash + 1 : j->spec.argv[0];
}

int cs_cli_exec(const cs_settings *s) {
  if (cs_sandboxed_exec_meant(s)) return cs_sandboxed_exec_by_name(s);
  if (s->argc == 0 && !s->shell)
    return cs_cli_fail(s, "no program", "the command line names none",
                       "write 'caisson exec -- PROGRAM ARGUMENT...'");
  job *j = calloc(1, sizeof *j);
  if (!j) return cs_cli_fail(s, "no jail", "no memory", "close programs");
  j->s = s;
  int code = read_settings(j);
  if (!code) {
    cs_sink_init(&j->sink, s->json, s->raw_output);
    code =
        cs_named_open(s, cs_depth_jail()->name, what_runs(j), &j->sink.named);
    if (!code) code = run(j);
    cs_named_close(j->sink.named, code);
    cs_sink_fini(&j->sink);
  }
  for (size_t i = 0; i < j->spec.nmounts; i++) {
    free((void *)(uintptr_t)j->mounts[i].host);
    free((void *)(uintptr_t)j->mounts[i].at);
    if (j->mounts[i].fd > 0) close(j->mounts[i].fd);
  }
  for (size_t i = 0; i < j->nenv; i++) free(j->env[i]);
  cs_covers_fini(&j->covers);
  cs_network_close(&j->network);
  cs_audit_close(j->audit);
  cs_policy_free(j->policy);
  free(j);
  return code;
}
