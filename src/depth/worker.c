/*
 * worker.c - depth interp in a worker process, of this host or another.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "base/error.h"
#include "depth/engine_ops.h"
#include "depth/remote.h"
#include "depth/workers.h"

typedef struct worker {
  cs_engine_any any;
  cs_remote *remote; /* owned */
} worker;

#define SELF(e) (((const worker *)(e))->remote)

static bool takes(const cs_options *o) {
  return o->workers != NULL;
}

static uint32_t flags_of(const cs_engine_how *how) {
  uint32_t flags = how->o->flags;
  return (flags & CS_ASK_NAMES ? CS_REMOTE_NAMES : 0u) |
         (flags & CS_KEEP_OBJECTS ? CS_REMOTE_OBJECTS : 0u) |
         (flags & CS_ONE_RUN ? CS_REMOTE_LAST : 0u) |
         (flags & CS_MEMORY_ENDS ? CS_REMOTE_MEMORY : 0u) |
         (how->renew ? CS_REMOTE_RENEW : 0u);
}

static cs_status open_worker(const cs_engine_how *how, cs_engine_any **out,
                             cs_error *err) {
  worker *w = calloc(1, sizeof *w);
  if (!w) return cs_error_set(err, CS_EOS, "no memory");
  cs_status st = cs_workers_open(how->o->workers, how->limits, flags_of(how),
                                 how->bytes, how->n, &w->remote, err);
  if (st != CS_OK) {
    free(w);
    return st;
  }
  w->any.ops = &cs_worker_ops;
  *out = &w->any;
  return CS_OK;
}

static void free_worker(cs_engine_any *e) {
  cs_remote_free(SELF(e));
  free(e);
}

static const char *why_failed(const cs_engine_any *e) {
  if (cs_remote_lost(SELF(e)))
    return "the connection to the remote worker was lost";
  if (cs_remote_timed_out(SELF(e)))
    return "the worker did not stop in time and was killed";
  return "the worker died";
}

static cs_status reset_engine(cs_engine_any *e) {
  return cs_remote_reset(SELF(e));
}

static void on_poll(cs_engine_any *e, bool (*poll)(void *), void *arg) {
  cs_remote_on_poll(SELF(e), poll, arg);
}

static void interrupt(cs_engine_any *e, bool on) {
  cs_remote_interrupt(SELF(e), on);
}

static void set_clocks(cs_engine_any *e, uint32_t kinds) {
  cs_remote_clocks(SELF(e), kinds);
}

static cs_stop start_program(cs_engine_any *e, const char *code, size_t len,
                             const char *filename, uint32_t flags) {
  return cs_remote_start(SELF(e), code, len, filename, flags);
}

static cs_stop run_on(cs_engine_any *e) {
  return cs_remote_run(SELF(e));
}

static void abandon_run(cs_engine_any *e) {
  cs_remote_abandon(SELF(e));
}

static cs_status check_text(cs_engine_any *e, const char *code, size_t len,
                            const char *filename) {
  return cs_remote_check(SELF(e), code, len, filename);
}

static bool incomplete(cs_engine_any *e, const char *text, size_t len) {
  return cs_remote_incomplete(SELF(e), text, len);
}

static cs_begun begun(const cs_engine_any *e) {
  return cs_remote_begun(SELF(e));
}

static cs_usage usage(const cs_engine_any *e) {
  return cs_remote_usage(SELF(e));
}

static const char *output_text(cs_engine_any *e, size_t *len, int *stream) {
  return cs_remote_output(SELF(e), len, stream);
}

static const char *error_text(cs_engine_any *e, size_t *len) {
  return cs_remote_error(SELF(e), len);
}

static const char *error_type(cs_engine_any *e) {
  return cs_remote_error_type(SELF(e));
}

static bool error_limit(cs_engine_any *e) {
  return cs_remote_error_limit(SELF(e));
}

static int exit_code(cs_engine_any *e) {
  return cs_remote_exit_code(SELF(e));
}

static cs_status error_wire(cs_engine_any *e, cs_wire *w) {
  return cs_remote_error_wire(SELF(e), w);
}

static cs_status result_wire(cs_engine_any *e, cs_wire *w) {
  return cs_remote_result_wire(SELF(e), w);
}

static cs_status repr(cs_engine_any *e, cs_wire *w) {
  return cs_remote_repr(SELF(e), w);
}

static const char *ask_name(cs_engine_any *e, cs_ask *kind, size_t *len) {
  return cs_remote_ask(SELF(e), kind, len);
}

static cs_status ask_wire(cs_engine_any *e, cs_wire *w) {
  return cs_remote_ask_wire(SELF(e), w);
}

static uint64_t ask_id(cs_engine_any *e) {
  return cs_remote_ask_id(SELF(e));
}

static double ask_timeout(cs_engine_any *e) {
  return cs_remote_ask_timeout(SELF(e));
}

static size_t pending_ids(cs_engine_any *e, uint64_t *ids, size_t max) {
  return cs_remote_pending(SELF(e), ids, max);
}

static cs_status reply_wire(cs_engine_any *e, const void *bytes, size_t n) {
  return cs_remote_reply(SELF(e), CS_OP_VALUE, bytes, n);
}

static cs_status reply_raise(cs_engine_any *e, const void *bytes, size_t n) {
  return cs_remote_reply(SELF(e), CS_OP_RAISE, bytes, n);
}

static cs_status reply_pending(cs_engine_any *e) {
  return cs_remote_reply(SELF(e), CS_OP_PENDING, NULL, 0);
}

static cs_status reply_undefined(cs_engine_any *e) {
  return cs_remote_reply(SELF(e), CS_OP_UNDEFINED, NULL, 0);
}

static cs_status reply_error(cs_engine_any *e, const char *type,
                             const char *text) {
  return cs_remote_reply_error(SELF(e), type, text);
}

static cs_status set_global(cs_engine_any *e, const char *name,
                            const void *bytes, size_t n) {
  return cs_remote_set_global(SELF(e), name, bytes, n);
}

static cs_status get_global(cs_engine_any *e, const char *name, cs_wire *w) {
  return cs_remote_get_global(SELF(e), name, w);
}

static cs_status add_tool(cs_engine_any *e, const char *name,
                          const char *signature, const char *doc,
                          uint32_t flags) {
  return cs_remote_add_tool(SELF(e), name, signature, doc, flags);
}

static cs_status set_words(cs_engine_any *e, bool path, size_t n,
                           const char *const *word) {
  return cs_remote_set_words(SELF(e), path, n, word);
}

static uint64_t ask_object(cs_engine_any *e) {
  return cs_remote_ask_object(SELF(e));
}

static cs_status where_it_waits(cs_engine_any *e, cs_wire *w) {
  return cs_remote_where(SELF(e), w);
}

static cs_status dump_bytes(cs_engine_any *e, bool leaves, void **out,
                            size_t *len) {
  (void)leaves; /* they leave the worker in any case */
  return cs_remote_dump(SELF(e), out, len);
}

static cs_status park(cs_engine_any *e) {
  return cs_remote_park(SELF(e));
}

static cs_status wake(cs_engine_any *e) {
  return cs_remote_wake(SELF(e));
}

static int signal_of(const cs_engine_any *e) {
  return cs_remote_signal(SELF(e));
}

static bool was_lost(const cs_engine_any *e) {
  return cs_remote_lost(SELF(e));
}

static pid_t pid_of(const cs_engine_any *e) {
  return cs_remote_pid(SELF(e));
}

const cs_engine_ops cs_worker_ops = {
    .row = &cs_depth_rows[CS_AT_WORKER],
    .takes = takes,
    .open = open_worker,
    .free = free_worker,
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
    .clocks = set_clocks,
    .ask_object = ask_object,
    .where = where_it_waits,
    .dump = dump_bytes,
    .park = park,
    .wake = wake,
    .signal = signal_of,
    .lost = was_lost,
    .pid = pid_of,
    .one_thread = true,
    .times_itself = true,
};
