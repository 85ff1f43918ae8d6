/*
 * process.c - depth process: a CPython in a jail.
 *
 * It has no snapshots, no objects of the host and no names that are asked for:
 * its state is a process.  Files are the kernel's.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "base/error.h"
#include "depth/engine_ops.h"
#include "depth/program.h"

typedef struct process {
  cs_engine_any any;
  cs_program *program; /* owned */
} process;

#define SELF(e) (((const process *)(e))->program)

static bool takes(const cs_options *o) {
  return o->jails != NULL;
}

static cs_program_limits limits_of(const cs_engine_how *how) {
  cs_program_limits l = {.memory = how->o->memory,
                         .output = how->o->output,
                         .message = how->o->message,
                         .cpu_ms = how->cpu_ms,
                         .policy = how->policy,
                         .secrets = how->secrets,
                         .approvals = how->approvals,
                         .log = how->log,
                         .waits = how->o->flags & CS_WAIT_END};
  if (!how->policy) return l;
  l.disk = cs_policy_number(how->policy, CS_POLICY_DISK_BYTES);
  l.inodes = cs_policy_number(how->policy, CS_POLICY_DISK_INODES);
  return l;
}

static cs_status open_process(const cs_engine_how *how, cs_engine_any **out,
                              cs_error *err) {
  cs_program_limits l = limits_of(how);
  if (how->bytes) return CS_EINVAL; /* there are no snapshots */
  if (how->o->flags & (CS_ASK_NAMES | CS_KEEP_OBJECTS))
    return cs_error_set(err, CS_EINVAL,
                        "a program in a jail cannot ask for "
                        "names or keep objects");
  process *p = calloc(1, sizeof *p);
  if (!p) return cs_error_set(err, CS_EOS, "no memory");
  cs_status st = cs_program_new(how->o->jails, &l, &p->program, err);
  if (st != CS_OK) {
    free(p);
    return st;
  }
  p->any.ops = &cs_process_ops;
  *out = &p->any;
  return CS_OK;
}

static void free_process(cs_engine_any *e) {
  cs_program_free(SELF(e));
  free(e);
}

static const char *why_failed(const cs_engine_any *e) {
  return cs_program_why(SELF(e));
}

static cs_status reset_engine(cs_engine_any *e) {
  return cs_program_reset(SELF(e));
}

static void on_poll(cs_engine_any *e, bool (*poll)(void *), void *arg) {
  cs_program_on_poll(SELF(e), poll, arg);
}

static void interrupt(cs_engine_any *e, bool on) {
  cs_program_interrupt(SELF(e), on);
}

static cs_stop start_program(cs_engine_any *e, const char *code, size_t len,
                             const char *filename, uint32_t flags) {
  return cs_program_start(SELF(e), code, len, filename, flags);
}

static cs_stop run_on(cs_engine_any *e) {
  return cs_program_run(SELF(e));
}

static void abandon_run(cs_engine_any *e) {
  cs_program_abandon(SELF(e));
}

static cs_status check_text(cs_engine_any *e, const char *code, size_t len,
                            const char *filename) {
  return cs_program_check(SELF(e), code, len, filename);
}

static bool incomplete(cs_engine_any *e, const char *text, size_t len) {
  return cs_program_incomplete(SELF(e), text, len);
}

static cs_begun begun(const cs_engine_any *e) {
  return cs_program_begun(SELF(e));
}

static cs_usage usage(const cs_engine_any *e) {
  return cs_program_usage(SELF(e));
}

static const char *output_text(cs_engine_any *e, size_t *len, int *stream) {
  return cs_program_output(SELF(e), len, stream);
}

static const char *error_text(cs_engine_any *e, size_t *len) {
  return cs_program_error(SELF(e), len);
}

static const char *error_type(cs_engine_any *e) {
  return cs_program_error_type(SELF(e));
}

static bool error_limit(cs_engine_any *e) {
  return cs_program_error_limit(SELF(e));
}

static int exit_code(cs_engine_any *e) {
  return cs_program_exit_code(SELF(e));
}

static cs_status error_wire(cs_engine_any *e, cs_wire *w) {
  return cs_program_error_wire(SELF(e), w);
}

static cs_status result_wire(cs_engine_any *e, cs_wire *w) {
  return cs_program_result_wire(SELF(e), w);
}

static cs_status repr(cs_engine_any *e, cs_wire *w) {
  return cs_program_repr(SELF(e), w);
}

static const char *ask_name(cs_engine_any *e, cs_ask *kind, size_t *len) {
  return cs_program_ask(SELF(e), kind, len);
}

static cs_status ask_wire(cs_engine_any *e, cs_wire *w) {
  return cs_program_ask_wire(SELF(e), w);
}

static uint64_t ask_id(cs_engine_any *e) {
  return cs_program_ask_id(SELF(e));
}

static double ask_timeout(cs_engine_any *e) {
  return cs_program_ask_timeout(SELF(e));
}

static size_t pending_ids(cs_engine_any *e, uint64_t *ids, size_t max) {
  return cs_program_pending(SELF(e), ids, max);
}

static cs_status reply_wire(cs_engine_any *e, const void *bytes, size_t n) {
  return cs_program_reply(SELF(e), CS_RUNNER_VALUE, bytes, n);
}

static cs_status reply_raise(cs_engine_any *e, const void *bytes, size_t n) {
  return cs_program_reply(SELF(e), CS_RUNNER_RAISE, bytes, n);
}

static cs_status reply_pending(cs_engine_any *e) {
  return cs_program_reply(SELF(e), CS_RUNNER_PENDING, NULL, 0);
}

static cs_status reply_undefined(cs_engine_any *e) {
  return cs_program_reply(SELF(e), CS_RUNNER_UNDEFINED, NULL, 0);
}

static cs_status reply_error(cs_engine_any *e, const char *type,
                             const char *text) {
  return cs_program_reply_error(SELF(e), type, text);
}

static cs_status set_global(cs_engine_any *e, const char *name,
                            const void *bytes, size_t n) {
  return cs_program_set_global(SELF(e), name, bytes, n);
}

static cs_status get_global(cs_engine_any *e, const char *name, cs_wire *w) {
  return cs_program_get_global(SELF(e), name, w);
}

static cs_status add_tool(cs_engine_any *e, const char *name,
                          const char *signature, const char *doc,
                          uint32_t flags) {
  return cs_program_add_tool(SELF(e), name, signature, doc, flags);
}

static cs_status set_words(cs_engine_any *e, bool path, size_t n,
                           const char *const *word) {
  return cs_program_set_words(SELF(e), path, n, word);
}

static void prepare_program(cs_engine_any *e) {
  cs_program_prepare(SELF(e));
}

static cs_status mount_path(cs_engine_any *e, const char *host, int source,
                            const char *at, cs_jail_mode mode, uint64_t limit,
                            cs_error *err) {
  return cs_program_mount(SELF(e), host, source, at, mode, limit, err);
}

static const char *mount_at(const cs_engine_any *e, size_t i) {
  return cs_program_mount_at(SELF(e), i);
}

static const char *writable(const cs_engine_any *e, size_t i) {
  return cs_program_writable(SELF(e), i);
}

static int shown(const cs_engine_any *e, size_t i, const char **at) {
  return cs_program_shown(SELF(e), i, at);
}

static void set_cwd(cs_engine_any *e, const char *path) {
  cs_program_set_cwd(SELF(e), path);
}

static cs_status put_env(cs_engine_any *e, const char *name,
                         const char *value) {
  return cs_program_put_env(SELF(e), name, value);
}

static bool next_told(cs_engine_any *e, cs_egress_event *out) {
  return cs_program_told(SELF(e), out);
}

static const char *next_refused(cs_engine_any *e, size_t *len) {
  return cs_program_refused(SELF(e), len);
}

const cs_engine_ops cs_process_ops = {
    .row = &cs_depth_rows[CS_AT_PROCESS],
    .takes = takes,
    .open = open_process,
    .free = free_process,
    .why_failed = why_failed,
    .reset = reset_engine,
    .on_poll = on_poll,
    .interrupt = interrupt,
    .start = start_program,
    .run = run_on,
    .abandon = abandon_run,
    .check = check_text,
    .incomplete = incomplete,
    .begun = begun,
    .usage = usage,
    .output = output_text,
    .error = error_text,
    .error_type = error_type,
    .error_limit = error_limit,
    .exit_code = exit_code,
    .error_wire = error_wire,
    .result_wire = result_wire,
    .repr = repr,
    .ask = ask_name,
    .ask_wire = ask_wire,
    .ask_id = ask_id,
    .ask_timeout = ask_timeout,
    .pending = pending_ids,
    .reply_wire = reply_wire,
    .reply_raise = reply_raise,
    .reply_pending = reply_pending,
    .reply_undefined = reply_undefined,
    .reply_error = reply_error,
    .set_global = set_global,
    .get_global = get_global,
    .add_tool = add_tool,
    .set_words = set_words,
    .prepare = prepare_program,
    .mount = mount_path,
    .mount_at = mount_at,
    .writable = writable,
    .shown = shown,
    .set_cwd = set_cwd,
    .put_env = put_env,
    .refused = next_refused,
    .told = next_told,
};
