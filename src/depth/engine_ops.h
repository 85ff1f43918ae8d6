/*
 * engine_ops.h - what a session asks of whatever runs its program.
 *
 * A depth is a row of base/depths.def and a file of this folder with a table of
 * operations: interp.c (our engine in this process), worker.c (our engine in a
 * worker, here or elsewhere), process.c (CPython in a jail).  The session knows
 * the table only.  What the operations mean stands in py/engine.h, whose
 * functions they mirror.
 *
 * Operations of the last group may be NULL: then this depth lacks the ability,
 * and a caller asks for the operation, not for the depth.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_ENGINE_OPS_H
#define CS_DEPTH_ENGINE_OPS_H

#include "base/depth.h"
#include "base/wire.h"
#include "depth/begin.h"
#include "egress/message.h"
#include "jail/jail.h"
#include "policy/policy.h"
#include "py/engine.h"

#include "caisson/session.h"

/* The function by which a program shows something: session/display.h. */
#define CS_DISPLAY_CALL "caisson.display"

typedef struct cs_engine_ops cs_engine_ops;

/* First member of the engine of every depth. */
typedef struct cs_engine_any {
  const cs_engine_ops *ops;
} cs_engine_any;

/* What an engine is opened with; all borrowed during `open`. */
typedef struct cs_engine_how {
  const cs_options *o;
  const cs_limits *limits;
  const cs_policy *policy;    /* kept as long as the session; NULL: none */
  const char *log;            /* path of the audit log; NULL: none */
  uint64_t cpu_ms;            /* of a policy; 0: no limit */
  const char *const *secrets; /* names to bind before the first run,
                                 NULL-terminated; kept as long as the session */
  const char *approvals; /* of cs_options, where the policy has an approver */
  bool renew;            /* a loaded one may have forks: new random numbers */
  const void *bytes;     /* of `dump`; NULL: a fresh one */
  size_t n;
} cs_engine_how;

struct cs_engine_ops {
  const cs_depth_row *row;

  /* Do these options ask for it?  The first table that says yes is used. */
  bool (*takes)(const cs_options *o);
  cs_status (*open)(const cs_engine_how *how, cs_engine_any **out,
                    cs_error *err);
  void (*free)(cs_engine_any *e);
  cs_status (*reset)(cs_engine_any *e);
  void (*on_poll)(cs_engine_any *e, bool (*poll)(void *), void *arg);
  void (*interrupt)(cs_engine_any *e, bool on);

  cs_stop (*start)(cs_engine_any *e, const char *code, size_t len,
                   const char *filename, uint32_t flags);
  cs_stop (*run)(cs_engine_any *e);
  void (*abandon)(cs_engine_any *e);
  cs_status (*check)(cs_engine_any *e, const char *code, size_t len,
                     const char *filename);
  bool (*incomplete)(cs_engine_any *e, const char *text, size_t len);
  /* How the last program started, once it has stopped. */
  cs_begun (*begun)(const cs_engine_any *e);
  cs_usage (*usage)(const cs_engine_any *e);
  /* After CS_STOP_FAILED: a sentence. */
  const char *(*why_failed)(const cs_engine_any *e);

  const char *(*output)(cs_engine_any *e, size_t *len, int *stream);
  const char *(*error)(cs_engine_any *e, size_t *len);
  const char *(*error_type)(cs_engine_any *e);
  bool (*error_limit)(cs_engine_any *e);
  int (*exit_code)(cs_engine_any *e);
  cs_status (*error_wire)(cs_engine_any *e, cs_wire *w);
  cs_status (*result_wire)(cs_engine_any *e, cs_wire *w);
  /* repr() of the result, a text; CS_EINVAL: there is none. */
  cs_status (*repr)(cs_engine_any *e, cs_wire *w);

  const char *(*ask)(cs_engine_any *e, cs_ask *kind, size_t *len);
  cs_status (*ask_wire)(cs_engine_any *e, cs_wire *w);
  uint64_t (*ask_id)(cs_engine_any *e);
  double (*ask_timeout)(cs_engine_any *e);
  size_t (*pending)(cs_engine_any *e, uint64_t *ids, size_t max);

  cs_status (*reply_wire)(cs_engine_any *e, const void *bytes, size_t n);
  cs_status (*reply_raise)(cs_engine_any *e, const void *bytes, size_t n);
  cs_status (*reply_pending)(cs_engine_any *e);
  cs_status (*reply_undefined)(cs_engine_any *e);
  cs_status (*reply_error)(cs_engine_any *e, const char *type,
                           const char *text);

  cs_status (*set_global)(cs_engine_any *e, const char *name, const void *bytes,
                          size_t n);
  cs_status (*get_global)(cs_engine_any *e, const char *name, cs_wire *w);
  cs_status (*add_tool)(cs_engine_any *e, const char *name,
                        const char *signature, const char *doc, uint32_t flags);
  /* sys.argv, or sys.path if `path`. */
  cs_status (*set_words)(cs_engine_any *e, bool path, size_t n,
                         const char *const *word);

  /* --- abilities: NULL where a depth has none --------------------------- */

  /* The engine in this process, for what only shared memory can do. */
  cs_engine *(*local)(cs_engine_any *e);
  /* Which clocks the engine reads itself from its next turn on, as in
   * depth/clocks.h; nobody hears of such a reading. */
  void (*clocks)(cs_engine_any *e, uint32_t kinds);
  /* Objects of the host that a request is about. */
  uint64_t (*ask_object)(cs_engine_any *e);
  cs_status (*where)(cs_engine_any *e, cs_wire *w);
  /* `leaves`: the bytes leave this process. */
  cs_status (*dump)(cs_engine_any *e, bool leaves, void **out, size_t *len);
  /* Keep it as little as possible until it is woken; or do nothing. */
  cs_status (*park)(cs_engine_any *e);
  cs_status (*wake)(cs_engine_any *e);
  /* What is left to do when the program is over: files, exit functions.  Others
   * have done it before they tell of the end. */
  cs_stop (*finish)(cs_engine_any *e, bool last);
  /* Start what takes time before the program's time counts. */
  void (*prepare)(cs_engine_any *e);
  /* Of a process: the signal that ended it, was a connection lost, its pid. */
  int (*signal)(const cs_engine_any *e);
  bool (*lost)(const cs_engine_any *e);
  pid_t (*pid)(const cs_engine_any *e);
  /* Only its own thread may interrupt it. */
  bool one_thread;
  /* `begun` has the time of running, measured where the engine is. */
  bool times_itself;

  /* A machine with files of its own: real mounts, a directory, variables. */
  cs_status (*mount)(cs_engine_any *e, const char *host, int source,
                     const char *at, cs_jail_mode mode, uint64_t limit,
                     cs_error *err);
  const char *(*mount_at)(const cs_engine_any *e, size_t i);
  const char *(*writable)(const cs_engine_any *e, size_t i);
  int (*shown)(const cs_engine_any *e, size_t i, const char **at);
  void (*set_cwd)(cs_engine_any *e, const char *path);
  cs_status (*put_env)(cs_engine_any *e, const char *name, const char *value);
  /* A tool that the program called and nobody registered; each is told once. */
  const char *(*refused)(cs_engine_any *e, size_t *len);
  /* The next refusal of its way out; false: none. */
  bool (*told)(cs_engine_any *e, cs_egress_event *out);
};

extern const cs_engine_ops cs_interp_ops, cs_worker_ops, cs_process_ops;

/* The table that these options ask for. */
const cs_engine_ops *cs_engine_ops_for(const cs_options *o);

/* --- an engine and its table ---------------------------------------------- */

typedef struct cs_port {
  const cs_engine_ops *ops;
  cs_engine_any *engine; /* owned; NULL: not opened yet */
} cs_port;

/* Our engine, if it is in this process; else NULL. */
static inline cs_engine *cs_port_local(const cs_port *p) {
  return p->ops->local ? p->ops->local(p->engine) : NULL;
}
/* Has it real files, of the kernel's, rather than ours? */
static inline bool cs_port_has_machine(const cs_port *p) {
  return p->ops->mount != NULL;
}

static inline void cs_port_free(cs_port *p) {
  if (p->engine) p->ops->free(p->engine);
  p->engine = NULL;
}
static inline cs_stop cs_port_run(cs_port *p) {
  return p->ops->run(p->engine);
}
static inline cs_status cs_port_reset(cs_port *p) {
  return p->ops->reset(p->engine);
}
static inline void cs_port_on_poll(cs_port *p, bool (*poll)(void *),
                                   void *arg) {
  p->ops->on_poll(p->engine, poll, arg);
}
static inline void cs_port_interrupt(cs_port *p, bool on) {
  p->ops->interrupt(p->engine, on);
}
static inline cs_stop cs_port_start(cs_port *p, const char *code, size_t len,
                                    const char *filename, uint32_t flags) {
  return p->ops->start(p->engine, code, len, filename, flags);
}
static inline cs_begun cs_port_begun(const cs_port *p) {
  return p->ops->begun(p->engine);
}
static inline bool cs_port_incomplete(cs_port *p, const char *text,
                                      size_t len) {
  return p->ops->incomplete(p->engine, text, len);
}
static inline cs_status cs_port_set_words(cs_port *p, bool path, size_t n,
                                          const char *const *word) {
  return p->ops->set_words(p->engine, path, n, word);
}
static inline void cs_port_abandon(cs_port *p) {
  p->ops->abandon(p->engine);
}
static inline cs_status cs_port_check(cs_port *p, const char *code, size_t len,
                                      const char *filename) {
  return p->ops->check(p->engine, code, len, filename);
}
static inline const char *cs_port_output(cs_port *p, size_t *len, int *stream) {
  return p->ops->output(p->engine, len, stream);
}
static inline const char *cs_port_error(cs_port *p, size_t *len) {
  return p->ops->error(p->engine, len);
}
static inline const char *cs_port_error_type(cs_port *p) {
  return p->ops->error_type(p->engine);
}
static inline bool cs_port_error_limit(cs_port *p) {
  return p->ops->error_limit(p->engine);
}
static inline int cs_port_exit_code(cs_port *p) {
  return p->ops->exit_code(p->engine);
}
static inline cs_status cs_port_error_wire(cs_port *p, cs_wire *w) {
  return p->ops->error_wire(p->engine, w);
}
static inline cs_status cs_port_where(cs_port *p, cs_wire *w) {
  return p->ops->where ? p->ops->where(p->engine, w) : CS_EINVAL;
}
static inline cs_status cs_port_result_wire(cs_port *p, cs_wire *w) {
  return p->ops->result_wire(p->engine, w);
}
static inline cs_status cs_port_repr(cs_port *p, cs_wire *w) {
  return p->ops->repr(p->engine, w);
}
static inline cs_usage cs_port_usage(const cs_port *p) {
  return p->ops->usage(p->engine);
}
static inline const char *cs_port_ask(cs_port *p, cs_ask *kind, size_t *len) {
  return p->ops->ask(p->engine, kind, len);
}
static inline cs_status cs_port_ask_wire(cs_port *p, cs_wire *w) {
  return p->ops->ask_wire(p->engine, w);
}
static inline uint64_t cs_port_ask_id(cs_port *p) {
  return p->ops->ask_id(p->engine);
}
static inline uint64_t cs_port_ask_object(cs_port *p) {
  return p->ops->ask_object ? p->ops->ask_object(p->engine) : 0;
}
static inline double cs_port_ask_timeout(cs_port *p) {
  return p->ops->ask_timeout(p->engine);
}
static inline size_t cs_port_pending(cs_port *p, uint64_t *ids, size_t max) {
  return p->ops->pending(p->engine, ids, max);
}
static inline cs_status cs_port_reply_error(cs_port *p, const char *type,
                                            const char *text) {
  return p->ops->reply_error(p->engine, type, text);
}
static inline cs_status cs_port_reply_wire(cs_port *p, const void *bytes,
                                           size_t n) {
  return p->ops->reply_wire(p->engine, bytes, n);
}
static inline cs_status cs_port_reply_raise(cs_port *p, const void *bytes,
                                            size_t n) {
  return p->ops->reply_raise(p->engine, bytes, n);
}
static inline cs_status cs_port_reply_pending(cs_port *p) {
  return p->ops->reply_pending(p->engine);
}
static inline cs_status cs_port_reply_undefined(cs_port *p) {
  return p->ops->reply_undefined(p->engine);
}
static inline cs_status cs_port_set_global(cs_port *p, const char *name,
                                           const void *bytes, size_t n) {
  return p->ops->set_global(p->engine, name, bytes, n);
}
static inline cs_status cs_port_get_global(cs_port *p, const char *name,
                                           cs_wire *w) {
  return p->ops->get_global(p->engine, name, w);
}
static inline cs_status cs_port_add_tool(cs_port *p, const char *name,
                                         const char *signature, const char *doc,
                                         uint32_t flags) {
  return p->ops->add_tool(p->engine, name, signature, doc, flags);
}
static inline cs_status cs_port_dump(cs_port *p, bool leaves, void **out,
                                     size_t *len) {
  return p->ops->dump ? p->ops->dump(p->engine, leaves, out, len) : CS_EINVAL;
}
static inline cs_stop cs_port_finish(cs_port *p, bool last) {
  return p->ops->finish ? p->ops->finish(p->engine, last) : CS_STOP_DONE;
}
static inline int cs_port_signal(const cs_port *p) {
  return p->ops->signal ? p->ops->signal(p->engine) : 0;
}
static inline bool cs_port_lost(const cs_port *p) {
  return p->ops->lost && p->ops->lost(p->engine);
}
static inline void cs_port_prepare(cs_port *p) {
  if (p->ops->prepare) p->ops->prepare(p->engine);
}

#endif
