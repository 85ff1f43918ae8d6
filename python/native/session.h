/*
 * session.h - the type caisson._native.Session.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PYTHON_SESSION_H
#define CS_PYTHON_SESSION_H

#include "interrupt.h"
#include "value.h"

/* What programs of program.c share, references only; NULLs before
 * set_programs. */
typedef struct cs_py_programs {
  PyObject *chooser, *program, *pool; /* classes */
  PyObject *read;  /* dict: code that is known to be good Python */
  PyObject *idle;  /* list of sessions */
  PyObject *make;  /* make() -> session */
  PyObject *go_on; /* go_on(code, session, event) -> value */
} cs_py_programs;

/* A place among the sessions that are awake and idle (rest.c). */
typedef struct cs_py_ring {
  struct cs_py_ring *next, *before; /* NULLs: not there */
} cs_py_ring;

typedef struct cs_py_awake {
  cs_py_ring head; /* the one that was used last comes first */
  size_t n;
} cs_py_awake;

/* What the module keeps; one per interpreter. */
typedef struct cs_module_state {
  cs_codec_hooks hooks;
  PyObject *session_type, *jails_type, *audit_type, *policy_type;
  PyObject *program_type, *mail_type, *remote_type;
  PyObject *count_threads; /* _thread._count */
  cs_py_programs programs;
  cs_pool *pool;        /* owned; made with the first session */
  cs_workers *workers;  /* owned; made with the first session that wants one */
  cs_py_awake awake[2]; /* here, in workers */
} cs_module_state;

extern PyModuleDef cs_native_module;
extern PyType_Spec cs_session_spec;
extern PyType_Spec cs_jails_spec;
extern PyType_Spec cs_remote_spec;
extern PyType_Spec cs_audit_spec;
extern PyType_Spec cs_policy_spec;
extern PyType_Spec cs_program_spec;

typedef struct cs_py_jails {
  PyObject_HEAD cs_jails *jails; /* owned */
} cs_py_jails;

typedef struct cs_py_remote {
  PyObject_HEAD cs_workers *workers; /* owned */
  PyObject *dial;                    /* dial() -> descriptor */
} cs_py_remote;

typedef struct cs_py_audit {
  PyObject_HEAD cs_audit *log; /* owned */
} cs_py_audit;

typedef struct cs_py_policy {
  PyObject_HEAD cs_policy *policy; /* owned */
} cs_py_policy;

typedef struct cs_py_session {
  PyObject_HEAD cs_session *s; /* owned; NULL: closed */
  bool busy;                   /* a thread is inside */
  enum { CS_REST_NEVER, CS_REST_HERE, CS_REST_WORKER } rests; /* rest.c */
  cs_py_ring ring;
  cs_py_awake *home; /* borrowed: whose ring it is in, while it is in one */
  bool failed;       /* the output function raised: its exception is kept */
  PyObject *error_type, *error_value, *error_trace;
  PyObject *write;    /* write(stream, text), or NULL: collect */
  PyObject *jails;    /* where its program runs, or NULL */
  PyObject *remote;   /* the same; kept until the session is closed */
  PyObject *audit;    /* where it is recorded, or NULL */
  cs_codec_hooks own; /* of this session alone; NULLs: the module's */
  cs_wire out;        /* reply being built */
  cs_interrupt interrupt;
  PyThreadState *aside; /* the interpreter's lock is given away meanwhile */
  bool running;         /* inside of go(), run.c */
  int kept;             /* stretches for which it is kept from now on */
  struct cs_py_answers *answers; /* while it runs: who answers */
  struct cs_py_job *job;         /* what it does in a thread; owned */
  char *text[2];                 /* collected output, owned */
  size_t text_len[2], text_room[2];
} cs_py_session;

/* --- session.c ----------------------------------------------------------- */

/* One caller at a time: false with an exception.  Whoever entered returns what
 * cs_py_leave makes of his result. */
bool cs_py_enter(cs_py_session *self);
PyObject *cs_py_leave(cs_py_session *self, PyObject *result);

const char *cs_py_status_text(cs_status st);
/* NULL with an exception that says what `err`, or else `st`, says. */
PyObject *cs_py_failed(cs_status st, const cs_error *err);
/* None, or as cs_py_failed. */
PyObject *cs_py_done(cs_status st);

const cs_codec_hooks *cs_py_hooks(cs_py_session *self);

/* The value in `self->out`, unless `st` says why there is none. */
PyObject *cs_py_out_value(cs_py_session *self, cs_status st);

/* Python's parser of arguments takes names that it promises not to change. */
char **cs_py_keywords(const char *const *names);

/* What may take a while, or wait for a worker, leaves the interpreter to
 * others meanwhile; `busy` keeps them away from this session. */
#define CS_PY_UNLOCKED(...)                       \
  do {                                            \
    PyThreadState *thread_ = PyEval_SaveThread(); \
    __VA_ARGS__;                                  \
    PyEval_RestoreThread(thread_);                \
  } while (0)

/* --- methods of Session: run.c, job.c, names.c, files.c, report.c, open.c --
 */

/* Without arguments, with arguments, with names. */
/* clang-format off */
#define CS_METHODS(PLAIN, ARGS, NAMES)                                     \
  NAMES(run) NAMES(evaluate) NAMES(resume) NAMES(settle) PLAIN(event)      \
  PLAIN(where) ARGS(check) PLAIN(cancel) PLAIN(abandon) PLAIN(restart)     \
  PLAIN(close) ARGS(set) ARGS(get) ARGS(add_tool) ARGS(add_tool_schema)    \
  PLAIN(stubs) ARGS(put_file) ARGS(get_file) ARGS(mount) ARGS(limit_mount) \
  PLAIN(unmount) ARGS(chdir) ARGS(rename) ARGS(tell_files) ARGS(put_env)   \
  PLAIN(artifacts) PLAIN(changes) ARGS(commit) ARGS(discard)               \
  PLAIN(displays)                                                          \
  PLAIN(refusals) PLAIN(enforcement) ARGS(dump) PLAIN(used) PLAIN(ids)     \
  PLAIN(take_output) ARGS(start_run) ARGS(start_resume) ARGS(start_settle) \
  ARGS(start_close) ARGS(tell) PLAIN(is_open)
/* clang-format on */

#define CS_TWO(name) PyObject *cs_method_##name(cs_py_session *, PyObject *);
#define CS_THREE(name) \
  PyObject *cs_method_##name(cs_py_session *, PyObject *, PyObject *);
CS_METHODS(CS_TWO, CS_TWO, CS_THREE)
#undef CS_TWO
#undef CS_THREE

/* --- open.c -------------------------------------------------------------- */

PyObject *cs_py_session_new(PyTypeObject *type, PyObject *args,
                            PyObject *kwargs);
PyObject *cs_method_load(PyObject *type, PyObject *args, PyObject *kwargs);
/* A session that is not open yet, a new reference, and what cs_session_open
 * takes; texts are borrowed from `kwargs`, a policy too. */
cs_py_session *cs_py_prepare(PyTypeObject *type, PyObject *kwargs,
                             cs_options *o, cs_host *host);

/* --- job.c --------------------------------------------------------------- */

PyObject *cs_method_start_open(PyObject *type, PyObject *args,
                               PyObject *kwargs);
/* The function caisson._native.forget_threads. */
PyObject *cs_native_forget_threads(PyObject *module, PyObject *unused);

/* --- run.c --------------------------------------------------------------- */

/* Run `code` without anybody who answers; NULL with an exception. */
const cs_event *cs_py_run_plain(cs_py_session *self, const char *code,
                                size_t n);

/* Nanoseconds of a clock that only goes on. */
uint64_t cs_py_now(void);
/* A good end with everything that a Result says, or the event; NULL if there
 * is none. */
PyObject *cs_py_told(cs_py_session *self, const cs_event *ev, uint64_t began);
/* A list of (id, raised, value) as a reply, its bytes in `self->out`; the items
 * are the caller's to free.  NULL with an exception. */
cs_settled *cs_py_settled(cs_py_session *self, PyObject *list, cs_reply *reply);

/* The cs_host.busy of a session: Ctrl-C must end this run from now on. */
void cs_py_busy(void *user);

/* The cs_host.quick of a session: plain functions of the run's `calls`. */
cs_reply_kind cs_py_quick(void *user, const char *name, size_t name_len,
                          const void *args, size_t args_len, cs_wire *reply);

/* --- rest.c -------------------------------------------------------------- */

/* Nobody uses it for now; it, or another one, may be parked. */
void cs_rest_begin(cs_py_session *self);
/* Somebody does, or it goes. */
void cs_rest_end(cs_py_session *self);

/* The module goes, and with it the rings: no session is in one any more. */
void cs_rest_forget(cs_module_state *st);

/* --- gil.c --------------------------------------------------------------- */

void cs_gil_give(cs_py_session *self);
/* Does nothing if it is ours. */
void cs_gil_take(cs_py_session *self);
/* After an answer, before the program goes on: give, or keep for a while. */
void cs_gil_go_on(cs_py_session *self);

/* --- report.c ------------------------------------------------------------ */

/* ([(capability, code, object, rule, reason, remedy, count), ...],
 *  [(key, configured, used, count), ...]); None: nothing at all. */
PyObject *cs_py_refusals(cs_session *s);

/* --- event.c ------------------------------------------------------------- */

/* A tuple: (kind, id, object, name, args, kwargs, has_value, value, text,
 * stream, pending, timeout, error, exit_code, signal, invalid, lost). */
PyObject *cs_py_event(const cs_codec_hooks *hooks, const cs_event *ev);

/* The value of a DONE event; None without one. */
PyObject *cs_py_event_value(const cs_codec_hooks *hooks, const cs_event *ev);

/* (file, function, source, line, column, end_line, end_column) */
PyObject *cs_py_frame(const cs_frame_info *f);

/* --- options.c ----------------------------------------------------------- */

/* Fill `o` from a policy (NULL: the defaults), then from a dict of numbers and
 * texts; false with a Python exception.  Texts are borrowed from the dict. */
bool cs_py_options(PyObject *dict, const cs_policy *policy, cs_options *o);

/* --- changes.c ----------------------------------------------------------- */

/* ([(change, path, from, type, size, sha256), ...], cut): of the last run, or
 * how overlays differ from the host.  On CS_OK `*out` is a new reference, or
 * NULL with an exception set. */
cs_status cs_py_changes(cs_py_session *self, bool artifacts, PyObject **out);
/* Commit or discard the overlay at `at`; NULL: all. */
cs_status cs_py_end_changes(cs_py_session *self, bool commit, const char *at,
                            cs_error *err);

/* --- output.c ------------------------------------------------------------ */

/* The cs_host.output of a session; called without the GIL. */
bool cs_py_output(void *user, int stream, const char *text, size_t len);
/* (stdout, stderr) collected since the last call. */
PyObject *cs_py_take_output(cs_py_session *self);

/* The function caisson._native.policy_schema (policy.c). */
PyObject *cs_native_policy_schema(PyObject *module, PyObject *unused);

/* The function caisson._native.set_programs (program.c). */
PyObject *cs_native_set_programs(PyObject *module, PyObject *args);

/* The functions caisson._native.check and auto (check.c). */
PyObject *cs_native_sandbox_call(PyObject *module, PyObject *args);
PyObject *cs_native_sandbox_connect(PyObject *module, PyObject *args);
PyObject *cs_native_check(PyObject *module, PyObject *args);
/* The numbers of caisson.h as attributes of the module; -1: an error is set. */
int cs_native_add_numbers(PyObject *module);
PyObject *cs_native_auto(PyObject *module, PyObject *args);

#endif
