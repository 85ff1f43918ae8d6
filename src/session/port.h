/*
 * port.h - the engine of a session, wherever it runs.
 *
 * In this process or in a worker: the session's code is the same and asks
 * through these functions, which only choose.  What they do stands in
 * py/engine.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_PORT_H
#define CS_SESSION_PORT_H

#include "py/engine.h"
#include "session/begin.h"
#include "session/program.h"
#include "session/remote.h"

typedef struct cs_port { /* exactly one is set */
  cs_engine *here;       /* owned */
  cs_remote *remote;     /* owned */
  cs_program *program;   /* owned */
  cs_begun begun;        /* of `here`: how its last program started */
} cs_port;

static inline void cs_port_free(cs_port *p) {
  cs_engine_free(p->here);
  cs_remote_free(p->remote);
  cs_program_free(p->program);
}

static inline cs_stop cs_port_run(cs_port *p) {
  return p->here     ? cs_run(p->here)
         : p->remote ? cs_remote_run(p->remote)
                     : cs_program_run(p->program);
}

static inline cs_status cs_port_reset(cs_port *p) {
  return p->here     ? cs_engine_reset(p->here)
         : p->remote ? cs_remote_reset(p->remote)
                     : cs_program_reset(p->program);
}

static inline void cs_port_on_poll(cs_port *p, bool (*poll)(void *),
                                   void *arg) {
  if (p->here)
    cs_engine_on_poll(p->here, poll, arg);
  else if (p->remote)
    cs_remote_on_poll(p->remote, poll, arg);
  else
    cs_program_on_poll(p->program, poll, arg);
}

/* Of an engine in this process only. */
static inline void cs_port_on_call(cs_port *p, cs_now (*now)(void *),
                                   void *arg) {
  if (p->here) cs_engine_on_call(p->here, now, arg);
}

static inline void cs_port_interrupt(cs_port *p, bool on) {
  if (p->here)
    cs_engine_interrupt(p->here, on);
  else if (p->remote)
    cs_remote_interrupt(p->remote, on);
  else
    cs_program_interrupt(p->program, on);
}

static inline cs_stop cs_port_start(cs_port *p, const char *code, size_t len,
                                    const char *filename, uint32_t flags) {
  return p->here     ? cs_begin(p->here, code, len, filename, flags, &p->begun)
         : p->remote ? cs_remote_start(p->remote, code, len, filename, flags)
                     : cs_program_start(p->program, code, len, filename, flags);
}

/* How the last program started, once it has stopped. */
static inline cs_begun cs_port_begun(const cs_port *p) {
  return p->here     ? p->begun
         : p->remote ? cs_remote_begun(p->remote)
                     : cs_program_begun(p->program);
}

static inline bool cs_port_incomplete(cs_port *p, const char *text,
                                      size_t len) {
  return p->here     ? cs_engine_incomplete(p->here, text, len)
         : p->remote ? cs_remote_incomplete(p->remote, text, len)
                     : cs_program_incomplete(p->program, text, len);
}

/* sys.argv, or sys.path if `path`. */
static inline cs_status cs_port_set_words(cs_port *p, bool path, size_t n,
                                          const char *const *word) {
  if (!p->here)
    return p->remote ? cs_remote_set_words(p->remote, path, n, word)
                     : cs_program_set_words(p->program, path, n, word);
  return path ? cs_engine_set_path(p->here, n, word)
              : cs_engine_set_argv(p->here, n, word);
}

static inline void cs_port_abandon(cs_port *p) {
  if (p->here)
    cs_engine_abandon(p->here);
  else if (p->remote)
    cs_remote_abandon(p->remote);
  else
    cs_program_abandon(p->program);
}

static inline cs_status cs_port_check(cs_port *p, const char *code, size_t len,
                                      const char *filename) {
  return p->here     ? cs_engine_check(p->here, code, len, filename)
         : p->remote ? cs_remote_check(p->remote, code, len, filename)
                     : cs_program_check(p->program, code, len, filename);
}

static inline const char *cs_port_output(cs_port *p, size_t *len, int *stream) {
  return p->here     ? cs_engine_output(p->here, len, stream)
         : p->remote ? cs_remote_output(p->remote, len, stream)
                     : cs_program_output(p->program, len, stream);
}

static inline const char *cs_port_error(cs_port *p, size_t *len) {
  return p->here     ? cs_engine_error(p->here, len)
         : p->remote ? cs_remote_error(p->remote, len)
                     : cs_program_error(p->program, len);
}

static inline const char *cs_port_error_type(cs_port *p) {
  return p->here     ? cs_engine_error_type(p->here)
         : p->remote ? cs_remote_error_type(p->remote)
                     : cs_program_error_type(p->program);
}

static inline bool cs_port_error_limit(cs_port *p) {
  return p->here     ? cs_engine_error_limit(p->here)
         : p->remote ? cs_remote_error_limit(p->remote)
                     : cs_program_error_limit(p->program);
}

static inline int cs_port_exit_code(cs_port *p) {
  return p->here     ? cs_engine_exit_code(p->here)
         : p->remote ? cs_remote_exit_code(p->remote)
                     : cs_program_exit_code(p->program);
}

static inline cs_status cs_port_error_wire(cs_port *p, cs_wire *w) {
  return p->here     ? cs_engine_error_wire(p->here, w)
         : p->remote ? cs_remote_error_wire(p->remote, w)
                     : cs_program_error_wire(p->program, w);
}

static inline cs_status cs_port_where(cs_port *p, cs_wire *w) {
  return p->here     ? cs_engine_where(p->here, w)
         : p->remote ? cs_remote_where(p->remote, w)
                     : CS_EINVAL;
}

static inline cs_status cs_port_result_wire(cs_port *p, cs_wire *w) {
  return p->here     ? cs_engine_result_wire(p->here, w)
         : p->remote ? cs_remote_result_wire(p->remote, w)
                     : cs_program_result_wire(p->program, w);
}

/* repr() of the result, a text; CS_EINVAL: there is none. */
static inline cs_status cs_port_repr(cs_port *p, cs_wire *w) {
  if (!p->here)
    return p->remote ? cs_remote_repr(p->remote, w)
                     : cs_program_repr(p->program, w);
  size_t n;
  const char *text = cs_engine_result(p->here, &n);
  if (!text) return CS_EINVAL;
  cs_wire_str(w, text, n);
  return w->status;
}

static inline cs_usage cs_port_usage(const cs_port *p) {
  return p->here     ? cs_engine_usage(p->here)
         : p->remote ? cs_remote_usage(p->remote)
                     : cs_program_usage(p->program);
}

static inline const char *cs_port_ask(cs_port *p, cs_ask *kind, size_t *len) {
  return p->here     ? cs_engine_ask(p->here, kind, len)
         : p->remote ? cs_remote_ask(p->remote, kind, len)
                     : cs_program_ask(p->program, kind, len);
}

static inline cs_status cs_port_ask_wire(cs_port *p, cs_wire *w) {
  return p->here     ? cs_engine_ask_wire(p->here, w)
         : p->remote ? cs_remote_ask_wire(p->remote, w)
                     : cs_program_ask_wire(p->program, w);
}

static inline uint64_t cs_port_ask_id(cs_port *p) {
  return p->here     ? cs_engine_ask_id(p->here)
         : p->remote ? cs_remote_ask_id(p->remote)
                     : cs_program_ask_id(p->program);
}

static inline uint64_t cs_port_ask_object(cs_port *p) {
  return p->here     ? cs_engine_ask_object(p->here)
         : p->remote ? cs_remote_ask_object(p->remote)
                     : 0;
}

static inline double cs_port_ask_timeout(cs_port *p) {
  return p->here     ? cs_engine_ask_timeout(p->here)
         : p->remote ? cs_remote_ask_timeout(p->remote)
                     : cs_program_ask_timeout(p->program);
}

static inline size_t cs_port_pending(cs_port *p, uint64_t *ids, size_t max) {
  return p->here     ? cs_engine_pending(p->here, ids, max)
         : p->remote ? cs_remote_pending(p->remote, ids, max)
                     : cs_program_pending(p->program, ids, max);
}

static inline cs_status cs_port_reply_error(cs_port *p, const char *type,
                                            const char *text) {
  return p->here     ? cs_engine_reply_error(p->here, type, text)
         : p->remote ? cs_remote_reply_error(p->remote, type, text)
                     : cs_program_reply_error(p->program, type, text);
}

static inline cs_status cs_port_set_global(cs_port *p, const char *name,
                                           const void *bytes, size_t n) {
  return p->here     ? cs_engine_set_global(p->here, name, bytes, n)
         : p->remote ? cs_remote_set_global(p->remote, name, bytes, n)
                     : cs_program_set_global(p->program, name, bytes, n);
}

static inline cs_status cs_port_get_global(cs_port *p, const char *name,
                                           cs_wire *w) {
  return p->here     ? cs_engine_get_global(p->here, name, w)
         : p->remote ? cs_remote_get_global(p->remote, name, w)
                     : cs_program_get_global(p->program, name, w);
}

static inline cs_status cs_port_add_tool(cs_port *p, const char *name,
                                         const char *signature, const char *doc,
                                         uint32_t flags) {
  return p->here ? cs_engine_add_tool(p->here, name, signature, doc, flags)
         : p->remote
             ? cs_remote_add_tool(p->remote, name, signature, doc, flags)
             : cs_program_add_tool(p->program, name, signature, doc, flags);
}

/* `leaves`: the bytes leave this process. */
static inline cs_status cs_port_dump(cs_port *p, bool leaves, void **out,
                                     size_t *len) {
  if (p->here && leaves) return cs_engine_dump_tidy(p->here, out, len);
  return p->here     ? cs_engine_dump(p->here, out, len)
         : p->remote ? cs_remote_dump(p->remote, out, len)
                     : CS_EINVAL;
}

static inline cs_status cs_port_reply_wire(cs_port *p, const void *bytes,
                                           size_t n) {
  return p->here     ? cs_engine_reply_wire(p->here, bytes, n)
         : p->remote ? cs_remote_reply(p->remote, CS_OP_VALUE, bytes, n)
                     : cs_program_reply(p->program, CS_RUNNER_VALUE, bytes, n);
}

static inline cs_status cs_port_reply_raise(cs_port *p, const void *bytes,
                                            size_t n) {
  return p->here     ? cs_engine_reply_raise(p->here, bytes, n)
         : p->remote ? cs_remote_reply(p->remote, CS_OP_RAISE, bytes, n)
                     : cs_program_reply(p->program, CS_RUNNER_RAISE, bytes, n);
}

static inline cs_status cs_port_reply_pending(cs_port *p) {
  return p->here     ? cs_engine_reply_pending(p->here)
         : p->remote ? cs_remote_reply(p->remote, CS_OP_PENDING, NULL, 0)
                     : cs_program_reply(p->program, CS_RUNNER_PENDING, NULL, 0);
}

static inline cs_status cs_port_reply_undefined(cs_port *p) {
  return p->here ? cs_engine_reply_undefined(p->here)
         : p->remote
             ? cs_remote_reply(p->remote, CS_OP_UNDEFINED, NULL, 0)
             : cs_program_reply(p->program, CS_RUNNER_UNDEFINED, NULL, 0);
}

/* A worker has done it before it tells of the end. */
static inline cs_stop cs_port_finish(cs_port *p, bool last) {
  return p->here ? cs_engine_finish(p->here, last) : CS_STOP_DONE;
}

/* The signal that ended a worker, or 0. */
static inline int cs_port_signal(const cs_port *p) {
  return p->remote ? cs_remote_signal(p->remote) : 0;
}

/* Was the connection to it lost? */
static inline bool cs_port_lost(const cs_port *p) {
  return p->remote && cs_remote_lost(p->remote);
}

#endif
