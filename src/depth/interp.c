/*
 * interp.c - depth interp in this process: our engine, called directly.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "base/error.h"
#include "depth/clocks.h"
#include "depth/engine_ops.h"

typedef struct interp {
  cs_engine_any any;
  cs_engine *engine; /* owned */
  cs_begun begun;    /* how its last program started */
  uint32_t clocks;   /* cs_engine_ops.clocks */
} interp;

#define SELF(e) (((const interp *)(e))->engine)

static bool takes(const cs_options *o) {
  (void)o;
  return true; /* the last table that is asked */
}

static cs_status make(const cs_engine_how *how, cs_engine **out) {
  cs_pool *pool = how->o->pool;
  if (!how->bytes)
    return pool ? cs_engine_new_in(pool, how->limits, out)
                : cs_engine_new(how->limits, out);
  cs_status st =
      pool ? cs_engine_load_in(pool, how->limits, how->bytes, how->n, out)
           : cs_engine_load(how->limits, how->bytes, how->n, out);
  if (st == CS_OK && how->renew) cs_engine_renew(*out);
  return st;
}

static cs_status open_engine(const cs_engine_how *how, cs_engine_any **out,
                             cs_error *err) {
  interp *i = calloc(1, sizeof *i);
  cs_status st = i ? make(how, &i->engine) : CS_EOS;
  if (st != CS_OK) {
    free(i);
    if (how->bytes) return st; /* the caller knows more */
    return cs_error_set(err, st, "no memory for a session");
  }
  i->any.ops = &cs_interp_ops;
  cs_engine_ask_names(i->engine, how->o->flags & CS_ASK_NAMES);
  cs_engine_keep_objects(i->engine, how->o->flags & CS_KEEP_OBJECTS);
  cs_engine_memory_ends(i->engine, how->o->flags & CS_MEMORY_ENDS);
  *out = &i->any;
  return CS_OK;
}

static void free_engine(cs_engine_any *e) {
  cs_engine_free(SELF(e));
  free(e);
}

static const char *why_failed(const cs_engine_any *e) {
  (void)e;
  return "the engine failed";
}

static cs_status reset_engine(cs_engine_any *e) {
  return cs_engine_reset(SELF(e));
}

static void on_poll(cs_engine_any *e, bool (*poll)(void *), void *arg) {
  cs_engine_on_poll(SELF(e), poll, arg);
}

static void interrupt(cs_engine_any *e, bool on) {
  cs_engine_interrupt(SELF(e), on);
}

static bool read_clock(void *self, const char *name, size_t len, int64_t *ns) {
  return cs_clocks_read(((const interp *)self)->clocks, name, len, ns);
}

static void set_clocks(cs_engine_any *e, uint32_t kinds) {
  interp *i = (interp *)e;
  i->clocks = kinds;
  cs_engine_on_clock(i->engine, kinds ? read_clock : NULL, i);
}

static cs_stop start_program(cs_engine_any *e, const char *code, size_t len,
                             const char *filename, uint32_t flags) {
  interp *i = (interp *)e;
  return cs_begin(i->engine, code, len, filename, flags, &i->begun);
}

static cs_stop run_on(cs_engine_any *e) {
  return cs_run(SELF(e));
}

static void abandon_run(cs_engine_any *e) {
  cs_engine_abandon(SELF(e));
}

static cs_status check_text(cs_engine_any *e, const char *code, size_t len,
                            const char *filename) {
  return cs_engine_check(SELF(e), code, len, filename);
}

static bool incomplete(cs_engine_any *e, const char *text, size_t len) {
  return cs_engine_incomplete(SELF(e), text, len);
}

static cs_begun begun(const cs_engine_any *e) {
  return ((const interp *)e)->begun;
}

static cs_usage usage(const cs_engine_any *e) {
  return cs_engine_usage(SELF(e));
}

static const char *output_text(cs_engine_any *e, size_t *len, int *stream) {
  return cs_engine_output(SELF(e), len, stream);
}

static const char *error_text(cs_engine_any *e, size_t *len) {
  return cs_engine_error(SELF(e), len);
}

static const char *error_type(cs_engine_any *e) {
  return cs_engine_error_type(SELF(e));
}

static bool error_limit(cs_engine_any *e) {
  return cs_engine_error_limit(SELF(e));
}

static int exit_code(cs_engine_any *e) {
  return cs_engine_exit_code(SELF(e));
}

static cs_status error_wire(cs_engine_any *e, cs_wire *w) {
  return cs_engine_error_wire(SELF(e), w);
}

static cs_status result_wire(cs_engine_any *e, cs_wire *w) {
  return cs_engine_result_wire(SELF(e), w);
}

static cs_status repr(cs_engine_any *e, cs_wire *w) {
  size_t n;
  const char *text = cs_engine_result(SELF(e), &n);
  if (!text) return CS_EINVAL;
  cs_wire_str(w, text, n);
  return w->status;
}

static const char *ask_name(cs_engine_any *e, cs_ask *kind, size_t *len) {
  return cs_engine_ask(SELF(e), kind, len);
}

static cs_status ask_wire(cs_engine_any *e, cs_wire *w) {
  return cs_engine_ask_wire(SELF(e), w);
}

static uint64_t ask_id(cs_engine_any *e) {
  return cs_engine_ask_id(SELF(e));
}

static double ask_timeout(cs_engine_any *e) {
  return cs_engine_ask_timeout(SELF(e));
}

static size_t pending_ids(cs_engine_any *e, uint64_t *ids, size_t max) {
  return cs_engine_pending(SELF(e), ids, max);
}

static cs_status reply_wire(cs_engine_any *e, const void *bytes, size_t n) {
  return cs_engine_reply_wire(SELF(e), bytes, n);
}

static cs_status reply_raise(cs_engine_any *e, const void *bytes, size_t n) {
  return cs_engine_reply_raise(SELF(e), bytes, n);
}

static cs_status reply_pending(cs_engine_any *e) {
  return cs_engine_reply_pending(SELF(e));
}

static cs_status reply_undefined(cs_engine_any *e) {
  return cs_engine_reply_undefined(SELF(e));
}

static cs_status reply_error(cs_engine_any *e, const char *type,
                             const char *text) {
  return cs_engine_reply_error(SELF(e), type, text);
}

static cs_status set_global(cs_engine_any *e, const char *name,
                            const void *bytes, size_t n) {
  return cs_engine_set_global(SELF(e), name, bytes, n);
}

static cs_status get_global(cs_engine_any *e, const char *name, cs_wire *w) {
  return cs_engine_get_global(SELF(e), name, w);
}

static cs_status add_tool(cs_engine_any *e, const char *name,
                          const char *signature, const char *doc,
                          uint32_t flags) {
  return cs_engine_add_tool(SELF(e), name, signature, doc, flags);
}

static cs_status set_words(cs_engine_any *e, bool path, size_t n,
                           const char *const *word) {
  return path ? cs_engine_set_path(SELF(e), n, word)
              : cs_engine_set_argv(SELF(e), n, word);
}

static cs_engine *local(cs_engine_any *e) {
  return SELF(e);
}

static uint64_t ask_object(cs_engine_any *e) {
  return cs_engine_ask_object(SELF(e));
}

static cs_status where_it_waits(cs_engine_any *e, cs_wire *w) {
  return cs_engine_where(SELF(e), w);
}

static cs_status park(cs_engine_any *e) {
  return cs_engine_park(SELF(e));
}

static cs_status wake(cs_engine_any *e) {
  return cs_engine_wake(SELF(e));
}

static cs_status dump_bytes(cs_engine_any *e, bool leaves, void **out,
                            size_t *len) {
  return leaves ? cs_engine_dump_tidy(SELF(e), out, len)
                : cs_engine_dump(SELF(e), out, len);
}

static cs_stop finish(cs_engine_any *e, bool last) {
  return cs_engine_finish(SELF(e), last);
}

const cs_engine_ops cs_interp_ops = {
    .row = &cs_depth_rows[CS_AT_INTERP],
    .takes = takes,
    .open = open_engine,
    .free = free_engine,
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
    .local = local,
    .clocks = set_clocks,
    .ask_object = ask_object,
    .where = where_it_waits,
    .dump = dump_bytes,
    .park = park,
    .wake = wake,
    .finish = finish,
};
