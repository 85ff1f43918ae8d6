/*
 * session.c - caisson._native.Session: cs_session for Python.
 *
 * It converts arguments and nothing else; the one thing it adds is speed: calls
 * of plain functions are answered here, without a round through Python code.
 * The GIL is released whenever the program of the session computes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session.h"

#include <stdlib.h>
#include <string.h>

#include "interrupt.h"

static const cs_codec_hooks *hooks_of(cs_py_session *self) {
  if (self->own.take_apart) return &self->own;
  cs_module_state *st = PyType_GetModuleState(Py_TYPE(self));
  return &st->hooks;
}

/* Python's parser of arguments takes names that it promises not to change. */
static char **keywords(const char *const *names) {
  char **plain;
  memcpy(&plain, &names, sizeof plain);
  return plain;
}

/* --- one caller at a time ------------------------------------------------ */

static bool enter(cs_py_session *self) {
  if (!self->s) {
    PyErr_SetString(PyExc_ValueError, "session is closed");
    return false;
  }
  if (self->busy) {
    PyErr_SetString(PyExc_RuntimeError, "session is busy in another call");
    return false;
  }
  self->busy = true;
  return true;
}

static PyObject *leave(cs_py_session *self, PyObject *result) {
  self->busy = false;
  if (!self->failed) return result;
  self->failed = false; /* the output function's exception wins */
  Py_XDECREF(result);
  PyErr_Restore(self->error_type, self->error_value, self->error_trace);
  self->error_type = self->error_value = self->error_trace = NULL;
  return NULL;
}

static PyObject *failed(cs_status st, const cs_error *err) {
  PyObject *type = st == CS_EOS ? PyExc_OSError : PyExc_ValueError;
  static const char *const texts[] = {"",
                                      "a limit does not allow it",
                                      "the operating system refused",
                                      "not possible here",
                                      "malformed bytes",
                                      "not valid Python"};
  if (err && err->text[0])
    PyErr_SetString(type, err->text);
  else
    PyErr_SetString(type, (unsigned)st < 6 ? texts[st] : "failed");
  return NULL;
}

/* What may take a while, or wait for a worker, leaves the interpreter to
 * others meanwhile; `busy` keeps them away from this session. */
#define UNLOCKED(...)                             \
  do {                                            \
    PyThreadState *thread_ = PyEval_SaveThread(); \
    __VA_ARGS__;                                  \
    PyEval_RestoreThread(thread_);                \
  } while (0)

static PyObject *done(cs_status st) {
  if (st != CS_OK) return failed(st, NULL);
  Py_RETURN_NONE;
}

/* --- life ---------------------------------------------------------------- */

static cs_py_session *make(PyTypeObject *type, PyObject *write) {
  allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  cs_py_session *self = (cs_py_session *)alloc(type, 0);
  if (!self) return NULL;
  cs_wire_init(&self->out, CS_WIRE_MAX);
  if (write && write != Py_None) {
    Py_INCREF(write);
    self->write = write;
  }
  return self;
}

/* Take `name` out of the dict: a new reference, or NULL if it is not there. */
static bool take_option(PyObject *options, const char *name, PyObject **out) {
  *out = PyDict_GetItemString(options, name); /* borrowed */
  if (!*out) return true;
  Py_INCREF(*out);
  return PyDict_DelItemString(options, name) == 0;
}

#define IDLE_SLOTS   4   /* memory for sessions, made in advance */
#define KEPT_SLOTS   128 /* and kept between them, once there were so many */
#define MOST_WORKERS 512

/* Sessions of one interpreter share a pool; without one they still work. */
static cs_pool *shared_pool(cs_module_state *st) {
  if (st->pool) return st->pool;
  if (cs_pool_new(IDLE_SLOTS, &st->pool) != CS_OK)
    st->pool = NULL;
  else
    cs_pool_keep(st->pool, KEPT_SLOTS);
  return st->pool;
}

/* They share the workers, too; `path` counts for the first session only. */
static cs_status shared_workers(cs_module_state *st, PyObject *path,
                                cs_workers **out, cs_error *err) {
  cs_workers_options o;
  cs_workers_options_init(&o);
  o.most = MOST_WORKERS;
  o.path = PyUnicode_AsUTF8AndSize(path, NULL);
  if (!o.path) return CS_EINVAL;
  cs_status st_code = CS_OK;
  if (!st->workers) st_code = cs_workers_new(&o, &st->workers, err);
  *out = st->workers;
  return st_code;
}

/* Opening may start a process: not with the interpreter locked. */
static cs_status open_unlocked(const cs_options *o, const char *bytes,
                               Py_ssize_t n, cs_session **out, cs_error *err) {
  PyThreadState *thread = PyEval_SaveThread();
  cs_status st = bytes ? cs_session_load(o, bytes, (size_t)n, out, err)
                       : cs_session_open(o, out, err);
  PyEval_RestoreThread(thread);
  return st;
}

static cs_status fill(cs_py_session *self, cs_options *o, PyObject *worker,
                      const char *bytes, Py_ssize_t n, cs_error *err) {
  cs_module_state *st = PyType_GetModuleState(Py_TYPE(self));
  cs_host host = {.size = sizeof host, .user = self, .output = cs_py_output};
  cs_status code = CS_OK;
  o->host = &host;
  if (self->audit) o->audit = ((cs_py_audit *)(void *)self->audit)->log;
  if (self->jails)
    o->jails = ((cs_py_jails *)(void *)self->jails)->jails;
  else if (worker && worker != Py_None)
    code = shared_workers(st, worker, &o->workers, err);
  else
    o->pool = shared_pool(st);
  return code == CS_OK ? open_unlocked(o, bytes, n, &self->s, err) : code;
}

/* codec=(take_apart, put_together): conversions of this session alone. */
static bool set_own_codec(cs_py_session *self, PyObject *codec) {
  PyObject *apart, *together;
  if (!codec || codec == Py_None) return true;
  if (!PyArg_ParseTuple(codec, "OO:codec", &apart, &together)) return false;
  Py_INCREF(apart);
  Py_INCREF(together);
  self->own = (cs_codec_hooks){apart, together};
  return true;
}

/* jails=Jails: the program runs in one of them. */
static bool set_jails(cs_py_session *self, PyObject *jails) {
  cs_module_state *st = PyType_GetModuleState(Py_TYPE(self));
  if (!jails || jails == Py_None) return true;
  if (PyObject_IsInstance(jails, st->jails_type) != 1) {
    if (!PyErr_Occurred())
      PyErr_SetString(PyExc_TypeError, "jails must be a Jails object");
    return false;
  }
  Py_INCREF(jails);
  self->jails = jails;
  return true;
}

/* audit=Audit: what happens is recorded there. */
static bool set_audit(cs_py_session *self, PyObject *audit) {
  cs_module_state *st = PyType_GetModuleState(Py_TYPE(self));
  if (!audit || audit == Py_None) return true;
  if (PyObject_IsInstance(audit, st->audit_type) != 1) {
    if (!PyErr_Occurred())
      PyErr_SetString(PyExc_TypeError, "audit must be an Audit object");
    return false;
  }
  Py_INCREF(audit);
  self->audit = audit;
  return true;
}

/* The object inside of policy=Policy and jails=Jails; false: something else. */
static bool look_inside(PyTypeObject *type, PyObject *policy, PyObject *jails,
                        const cs_policy **p, cs_jails **j) {
  cs_module_state *st = PyType_GetModuleState(type);
  *p = NULL;
  *j = NULL;
  if (jails && PyObject_IsInstance(jails, st->jails_type) == 1)
    *j = ((cs_py_jails *)(void *)jails)->jails;
  if (!policy || policy == Py_None) return true;
  if (PyObject_IsInstance(policy, st->policy_type) == 1)
    *p = ((cs_py_policy *)(void *)policy)->policy;
  else if (!PyErr_Occurred())
    PyErr_SetString(PyExc_TypeError, "policy must be a Policy object");
  return *p != NULL;
}

/* Session(**options, write=None, worker=None, codec=None, jails=None,
 * audit=None, policy=None); with `bytes`: load. */
static PyObject *open_session(PyTypeObject *type, PyObject *kwargs,
                              const char *bytes, Py_ssize_t n) {
  PyObject *write = NULL, *worker = NULL, *codec = NULL, *jails = NULL;
  PyObject *audit = NULL, *policy = NULL;
  const cs_policy *rules;
  PyObject *options = kwargs ? PyDict_Copy(kwargs) : PyDict_New();
  cs_options o;
  cs_error err = {0};
  cs_status st = CS_EINVAL;
  if (!options) return NULL;
  cs_py_session *self = NULL;
  bool ok = take_option(options, "write", &write) &&
            take_option(options, "worker", &worker) &&
            take_option(options, "codec", &codec) &&
            take_option(options, "jails", &jails) &&
            take_option(options, "audit", &audit) &&
            take_option(options, "policy", &policy) &&
            look_inside(type, policy, jails, &rules, &o.jails) &&
            cs_py_options(options, rules, &o);
  if (ok) self = make(type, write);
  if (self && set_own_codec(self, codec) && set_jails(self, jails) &&
      set_audit(self, audit))
    st = fill(self, &o, worker, bytes, n, &err);
  Py_XDECREF(codec);
  Py_XDECREF(jails);
  Py_XDECREF(audit);
  Py_XDECREF(policy); /* the session has a copy */
  Py_XDECREF(write);
  Py_XDECREF(worker);
  Py_DECREF(options);
  if (!self || st == CS_OK) return (PyObject *)self;
  Py_DECREF(self);
  return PyErr_Occurred() ? NULL : failed(st, &err);
}

static PyObject *session_new(PyTypeObject *type, PyObject *args,
                             PyObject *kwargs) {
  if (PyTuple_Size(args) != 0) {
    PyErr_SetString(PyExc_TypeError, "Session takes keyword arguments only");
    return NULL;
  }
  return open_session(type, kwargs, NULL, 0);
}

static PyObject *session_load(PyObject *type, PyObject *args,
                              PyObject *kwargs) {
  const char *bytes;
  Py_ssize_t n;
  if (!PyArg_ParseTuple(args, "y#:load", &bytes, &n)) return NULL;
  return open_session((PyTypeObject *)type, kwargs, bytes, n);
}

static PyObject *session_close(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (self->busy) {
    PyErr_SetString(PyExc_RuntimeError, "session is busy in another call");
    return NULL;
  }
  cs_session *s = self->s;
  self->s = NULL;
  UNLOCKED(cs_session_close(s));
  Py_RETURN_NONE;
}

static void session_dealloc(cs_py_session *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  cs_session_close(self->s);
  Py_CLEAR(self->write);
  Py_CLEAR(self->jails);
  Py_CLEAR(self->audit);
  Py_CLEAR(self->own.take_apart);
  Py_CLEAR(self->own.put_together);
  cs_wire_fini(&self->out);
  free(self->text[0]);
  free(self->text[1]);
  release(self);
  Py_DECREF(type);
}

/* --- running ------------------------------------------------------------- */

/* What one call of run or resume gives to the program. */
typedef struct answers {
  PyObject *calls; /* dict: name -> function, or NULL */
  PyObject *os;    /* os(name, args, kwargs), or NULL */
} answers;

static const cs_event *go(cs_py_session *self, const char *code, size_t n,
                          const cs_reply *reply) {
  PyThreadState *thread = PyEval_SaveThread();
  const cs_event *ev = code ? cs_session_run(self->s, code, n)
                            : cs_session_resume(self->s, reply);
  PyEval_RestoreThread(thread);
  return ev;
}

/* The exception that is set becomes a reply; false: it must go on. */
static bool put_raised(cs_py_session *self) {
  PyObject *type, *value, *trace;
  if (!PyErr_ExceptionMatches(PyExc_Exception)) return false;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  cs_wire_clear(&self->out);
  bool ok = cs_value_put(hooks_of(self), &self->out, value);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  return ok;
}

/* Call `function` and write its result, or what it raised, as a reply;
 * `unhandled`: NotImplemented means that. */
static bool answer(cs_py_session *self, PyObject *function, PyObject *args,
                   PyObject *kwargs, bool unhandled, cs_reply *reply) {
  PyObject *result = PyObject_Call(function, args, kwargs);
  cs_wire_clear(&self->out);
  *reply = (cs_reply){.kind = CS_REPLY_VALUE};
  bool ok = result != NULL;
  if (result == Py_NotImplemented && unhandled)
    reply->kind = CS_REPLY_UNHANDLED;
  else if (ok)
    ok = cs_value_put(hooks_of(self), &self->out, result);
  Py_XDECREF(result);
  if (!ok) {
    reply->kind = CS_REPLY_RAISE;
    if (!put_raised(self)) return false;
  }
  reply->value = self->out.data;
  reply->len = self->out.len;
  return true;
}

static bool answer_event(cs_py_session *self, const cs_event *ev,
                         PyObject *function, bool named, cs_reply *reply) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  PyObject *args = cs_value_get(hooks_of(self), &in);
  PyObject *kwargs = args ? cs_value_get(hooks_of(self), &in) : NULL;
  if (kwargs && named) {
    PyObject *three = Py_BuildValue("(s#NN)", ev->name,
                                    (Py_ssize_t)ev->name_len, args, kwargs);
    args = three;
    kwargs = NULL;
  }
  bool ok = args && (named || kwargs) &&
            answer(self, function, args, kwargs, named, reply);
  Py_XDECREF(args);
  Py_XDECREF(kwargs);
  return ok;
}

/* The function for this event, or NULL: it goes to the caller. */
static PyObject *function_for(const cs_event *ev, const answers *a,
                              bool *named) {
  *named = ev->kind == CS_OS;
  if (ev->kind == CS_OS) return a->os;
  if (ev->kind != CS_CALL || ev->object != 0 || !a->calls) return NULL;
  PyObject *name =
      PyUnicode_DecodeUTF8(ev->name, (Py_ssize_t)ev->name_len, NULL);
  PyObject *f = name ? PyDict_GetItemWithError(a->calls, name) : NULL;
  Py_XDECREF(name);
  return f;
}

/* Run `code`, or go on with `reply`, until an event is for the caller. */
static PyObject *proceed(cs_py_session *self, const char *code, size_t n,
                         const cs_reply *first, const answers *a) {
  const cs_event *ev = go(self, code, n, first);
  for (;;) {
    bool named;
    if (PyErr_CheckSignals() < 0) break;
    PyObject *f = function_for(ev, a, &named);
    if (!f && PyErr_Occurred()) break;
    if (!f) return cs_py_event(hooks_of(self), ev);
    cs_reply reply;
    Py_INCREF(f);
    bool ok = answer_event(self, ev, f, named, &reply);
    Py_DECREF(f);
    if (!ok) break;
    ev = go(self, NULL, 0, &reply);
    if (self->failed) break;
  }
  cs_session_abandon(self->s);
  return NULL;
}

static PyObject *guarded(cs_py_session *self, const char *code, size_t n,
                         const cs_reply *reply, const answers *a) {
  cs_interrupt interrupt;
  cs_interrupt_begin(&interrupt, self->s);
  PyObject *result = proceed(self, code, n, reply, a);
  cs_interrupt_end(&interrupt);
  return result;
}

static void set_answers(answers *a, PyObject *calls, PyObject *os) {
  a->calls = calls && PyDict_Check(calls) ? calls : NULL;
  a->os = os && os != Py_None ? os : NULL;
}

static PyObject *session_run(cs_py_session *self, PyObject *args,
                             PyObject *kwargs) {
  static const char *const names[] = {"code", "calls", "os", NULL};
  const char *code;
  Py_ssize_t n;
  PyObject *calls = NULL, *os = NULL;
  answers a;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s#|OO:run", keywords(names),
                                   &code, &n, &calls, &os))
    return NULL;
  set_answers(&a, calls, os);
  if (!enter(self)) return NULL;
  return leave(self, guarded(self, code, (size_t)n, NULL, &a));
}

/* resume(kind, value=None, calls=None, os=None) */
static PyObject *session_resume(cs_py_session *self, PyObject *args,
                                PyObject *kwargs) {
  static const char *const names[] = {"kind", "value", "calls", "os", NULL};
  int kind;
  PyObject *value = Py_None, *calls = NULL, *os = NULL;
  answers a;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "i|OOO:resume",
                                   keywords(names), &kind, &value, &calls, &os))
    return NULL;
  set_answers(&a, calls, os);
  if (!enter(self)) return NULL;
  cs_wire_clear(&self->out);
  if (!cs_value_put(hooks_of(self), &self->out, value))
    return leave(self, NULL);
  cs_reply reply = {.kind = (cs_reply_kind)kind,
                    .value = self->out.data,
                    .len = self->out.len};
  return leave(self, guarded(self, NULL, 0, kind == 0 ? NULL : &reply, &a));
}

/* One (id, raised, value) into `out` at `*used`, its bytes into the message. */
static bool put_settled(cs_py_session *self, PyObject *item, cs_settled *out) {
  unsigned long long id;
  int raised;
  PyObject *value;
  if (!PyArg_ParseTuple(item, "KpO", &id, &raised, &value)) return false;
  size_t from = self->out.len;
  if (!cs_value_put(hooks_of(self), &self->out, value)) return false;
  /* The message may move while it grows: offsets now, addresses later. */
  *out = (cs_settled){.id = id, .raised = raised, .len = self->out.len - from};
  return true;
}

/* settle([(id, raised, value), ...], calls=None, os=None) */
static PyObject *session_settle(cs_py_session *self, PyObject *args,
                                PyObject *kwargs) {
  static const char *const names[] = {"results", "calls", "os", NULL};
  PyObject *list, *calls = NULL, *os = NULL;
  answers a;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|OO:settle",
                                   keywords(names), &PyList_Type, &list, &calls,
                                   &os))
    return NULL;
  set_answers(&a, calls, os);
  if (!enter(self)) return NULL;
  size_t n = (size_t)PyList_Size(list);
  cs_settled *items = calloc(n + 1, sizeof *items);
  cs_wire_clear(&self->out);
  bool ok = items != NULL;
  for (size_t i = 0; ok && i < n; i++)
    ok = put_settled(self, PyList_GetItem(list, (Py_ssize_t)i), &items[i]);
  PyObject *result = NULL;
  if (ok) {
    const uint8_t *at = self->out.data;
    for (size_t i = 0; i < n; at += items[i].len, i++) items[i].value = at;
    cs_reply reply = {.kind = CS_REPLY_SETTLE, .settled = items, .nsettled = n};
    result = guarded(self, NULL, 0, &reply, &a);
  } else if (!PyErr_Occurred()) {
    PyErr_NoMemory();
  }
  free(items);
  return leave(self, result);
}

static PyObject *session_event(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!enter(self)) return NULL;
  const cs_event *ev = cs_session_event(self->s);
  if (!ev) {
    self->busy = false;
    Py_RETURN_NONE;
  }
  return leave(self, cs_py_event(hooks_of(self), ev));
}

/* Where the program waits: (file, function, source, line, column, end_line,
 * end_column), or None. */
static PyObject *session_where(cs_py_session *self, PyObject *unused) {
  cs_frame_info where;
  (void)unused;
  if (!enter(self)) return NULL;
  if (!cs_session_where(self->s, &where)) return leave(self, done(CS_OK));
  return leave(self, cs_py_frame(&where));
}

static PyObject *session_check(cs_py_session *self, PyObject *args) {
  const char *code;
  Py_ssize_t n;
  const cs_event *ev = NULL;
  if (!PyArg_ParseTuple(args, "s#:check", &code, &n)) return NULL;
  if (!enter(self)) return NULL;
  cs_status st;
  UNLOCKED(st = cs_session_check(self->s, code, (size_t)n, &ev));
  if (st == CS_ESYNTAX && ev)
    return leave(self, cs_py_event(hooks_of(self), ev));
  return leave(self, done(st));
}

static PyObject *session_cancel(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (self->s) cs_session_cancel(self->s);
  Py_RETURN_NONE;
}

static PyObject *session_abandon(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!enter(self)) return NULL;
  UNLOCKED(cs_session_abandon(self->s));
  return leave(self, done(CS_OK));
}

static PyObject *session_restart(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!enter(self)) return NULL;
  cs_status st;
  UNLOCKED(st = cs_session_restart(self->s));
  return leave(self, done(st));
}

/* --- names, tools, files ------------------------------------------------- */

static PyObject *session_set(cs_py_session *self, PyObject *args) {
  const char *name;
  PyObject *value;
  if (!PyArg_ParseTuple(args, "sO:set", &name, &value)) return NULL;
  if (!enter(self)) return NULL;
  cs_wire_clear(&self->out);
  if (!cs_value_put(hooks_of(self), &self->out, value))
    return leave(self, NULL);
  cs_status st;
  UNLOCKED(st = cs_session_set(self->s, name, self->out.data, self->out.len));
  return leave(self, done(st));
}

static PyObject *out_value(cs_py_session *self, cs_status st) {
  if (st != CS_OK) return failed(st, NULL);
  cs_wire_in in = cs_wire_read(self->out.data, self->out.len);
  return cs_value_get(hooks_of(self), &in);
}

static PyObject *session_get(cs_py_session *self, PyObject *args) {
  const char *name;
  if (!PyArg_ParseTuple(args, "s:get", &name)) return NULL;
  if (!enter(self)) return NULL;
  cs_wire_clear(&self->out);
  cs_status st;
  UNLOCKED(st = cs_session_get(self->s, name, &self->out));
  if (st == CS_EINVAL) {
    PyErr_SetString(PyExc_KeyError, name);
    return leave(self, NULL);
  }
  return leave(self, out_value(self, st));
}

static PyObject *session_add_tool(cs_py_session *self, PyObject *args) {
  const char *name, *signature, *doc;
  unsigned flags;
  if (!PyArg_ParseTuple(args, "szzI:add_tool", &name, &signature, &doc, &flags))
    return NULL;
  if (!enter(self)) return NULL;
  cs_status st;
  UNLOCKED(st = cs_session_add_tool(self->s, name, signature, doc, flags));
  return leave(self, done(st));
}

static PyObject *session_add_tool_schema(cs_py_session *self, PyObject *args) {
  const char *name, *schema, *doc;
  Py_ssize_t n;
  unsigned flags;
  if (!PyArg_ParseTuple(args, "ss#zI:add_tool_schema", &name, &schema, &n, &doc,
                        &flags))
    return NULL;
  if (!enter(self)) return NULL;
  cs_status st;
  UNLOCKED(st = cs_session_add_tool_schema(self->s, name, schema, (size_t)n,
                                           doc, flags));
  return leave(self, done(st));
}

static PyObject *session_stubs(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!enter(self)) return NULL;
  cs_wire_clear(&self->out);
  return leave(self, out_value(self, cs_session_stubs(self->s, &self->out)));
}

static PyObject *session_put_file(cs_py_session *self, PyObject *args) {
  const char *path, *data;
  Py_ssize_t n;
  if (!PyArg_ParseTuple(args, "sz#:put_file", &path, &data, &n)) return NULL;
  if (!enter(self)) return NULL;
  return leave(self, done(cs_session_put_file(self->s, path, data, (size_t)n)));
}

static PyObject *session_get_file(cs_py_session *self, PyObject *args) {
  const char *path;
  if (!PyArg_ParseTuple(args, "s:get_file", &path)) return NULL;
  if (!enter(self)) return NULL;
  cs_wire_clear(&self->out);
  cs_status st;
  UNLOCKED(st = cs_session_get_file(self->s, path, &self->out));
  if (st == CS_EINVAL) return leave(self, done(CS_OK)); /* None */
  return leave(self, out_value(self, st));
}

static PyObject *session_mount(cs_py_session *self, PyObject *args) {
  const char *host, *at;
  int mode;
  unsigned long long limit;
  cs_error err = {0};
  if (!PyArg_ParseTuple(args, "zsiK:mount", &host, &at, &mode, &limit))
    return NULL;
  if (!enter(self)) return NULL;
  cs_status st =
      cs_session_mount(self->s, host, at, (cs_mount_mode)mode, limit, &err);
  return leave(self, st == CS_OK ? done(st) : failed(st, &err));
}

static PyObject *session_limit_mount(cs_py_session *self, PyObject *args) {
  const char *at;
  unsigned long long written, held;
  if (!PyArg_ParseTuple(args, "sKK:limit_mount", &at, &written, &held))
    return NULL;
  if (!enter(self)) return NULL;
  return leave(self, done(cs_session_limit_mount(self->s, at, written, held)));
}

static PyObject *session_unmount(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!enter(self)) return NULL;
  cs_session_unmount(self->s);
  return leave(self, done(CS_OK));
}

static PyObject *session_chdir(cs_py_session *self, PyObject *args) {
  const char *path;
  if (!PyArg_ParseTuple(args, "s:chdir", &path)) return NULL;
  if (!enter(self)) return NULL;
  return leave(self, done(cs_session_chdir(self->s, path)));
}

static PyObject *session_tell_files(cs_py_session *self, PyObject *args) {
  int on;
  if (!PyArg_ParseTuple(args, "p:tell_files", &on)) return NULL;
  if (!enter(self)) return NULL;
  cs_session_tell_files(self->s, on);
  return leave(self, done(CS_OK));
}

static PyObject *session_put_env(cs_py_session *self, PyObject *args) {
  const char *name, *value;
  if (!PyArg_ParseTuple(args, "sz:put_env", &name, &value)) return NULL;
  if (!enter(self)) return NULL;
  return leave(self, done(cs_session_put_env(self->s, name, value)));
}

static PyObject *changes(cs_py_session *self, bool artifacts) {
  PyObject *list = NULL;
  if (!enter(self)) return NULL;
  cs_status st = cs_py_changes(self, artifacts, &list);
  return leave(self, st == CS_OK ? list : failed(st, NULL));
}

static PyObject *session_artifacts(cs_py_session *self, PyObject *unused) {
  (void)unused;
  return changes(self, true);
}

static PyObject *session_changes(cs_py_session *self, PyObject *unused) {
  (void)unused;
  return changes(self, false);
}

/* --- what was refused, and what stands around ---------------------------- */

/* ([(capability, code, object, rule, reason, remedy, count), ...],
 *  [(key, configured, used, count), ...]); None: nothing at all. */
static PyObject *refusals(cs_session *s) {
  const cs_denial *d;
  const cs_limit_hit *h;
  size_t n = cs_session_denials(s, &d), m = cs_session_limit_hits(s, &h);
  if (n + m == 0) return Py_BuildValue("");
  PyObject *first = PyList_New(0), *second = PyList_New(0), *one = NULL;
  bool good = first && second;
  for (size_t i = 0; good && i < n; i++) {
    one = Py_BuildValue("(ssssssK)", d[i].capability, d[i].code, d[i].object,
                        d[i].rule, d[i].reason, d[i].remedy,
                        (unsigned long long)d[i].count);
    good = one && PyList_Append(first, one) == 0;
    Py_XDECREF(one);
  }
  for (size_t i = 0; good && i < m; i++) {
    one = Py_BuildValue("(sKKK)", h[i].key, (unsigned long long)h[i].configured,
                        (unsigned long long)h[i].used,
                        (unsigned long long)h[i].count);
    good = one && PyList_Append(second, one) == 0;
    Py_XDECREF(one);
  }
  if (good) return Py_BuildValue("(NN)", first, second);
  Py_XDECREF(first);
  Py_XDECREF(second);
  return NULL;
}

static PyObject *session_refusals(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!enter(self)) return NULL;
  return leave(self, refusals(self->s));
}

/* (is it full, [missing key, ...], hash) */
static PyObject *session_enforcement(cs_py_session *self, PyObject *unused) {
  (void)unused;
  cs_enforcement e = {0};
  cs_status st;
  if (!enter(self)) return NULL;
  Py_BEGIN_ALLOW_THREADS st = cs_session_enforcement(self->s, &e);
  Py_END_ALLOW_THREADS if (st != CS_OK) return leave(self, failed(st, NULL));
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < e.nmissing; i++) {
    PyObject *key = PyUnicode_FromString(e.missing[i]);
    if (!key || PyList_Append(list, key) < 0) Py_CLEAR(list);
    Py_XDECREF(key);
  }
  if (!list) return leave(self, NULL);
  return leave(
      self, Py_BuildValue("(ONs)", e.full ? Py_True : Py_False, list, e.hash));
}

static PyObject *end_changes(cs_py_session *self, PyObject *args, bool commit) {
  const char *at;
  cs_error err = {0};
  if (!PyArg_ParseTuple(args, "z", &at) || !enter(self)) return NULL;
  cs_status st = cs_py_end_changes(self, commit, at, &err);
  return leave(self, st == CS_OK ? done(st) : failed(st, &err));
}

static PyObject *session_commit(cs_py_session *self, PyObject *args) {
  return end_changes(self, args, true);
}

static PyObject *session_discard(cs_py_session *self, PyObject *args) {
  return end_changes(self, args, false);
}

/* --- snapshots and figures ----------------------------------------------- */

static PyObject *session_dump(cs_py_session *self, PyObject *unused) {
  void *bytes = NULL;
  size_t n = 0;
  (void)unused;
  if (!enter(self)) return NULL;
  cs_status st;
  UNLOCKED(st = cs_session_dump(self->s, &bytes, &n));
  if (st != CS_OK) return leave(self, failed(st, NULL));
  PyObject *o = PyBytes_FromStringAndSize(bytes, (Py_ssize_t)n);
  free(bytes);
  return leave(self, o);
}

static PyObject *session_used(cs_py_session *self, PyObject *unused) {
  cs_used u;
  (void)unused;
  if (!enter(self)) return NULL;
  cs_session_used(self->s, &u);
  return leave(self, Py_BuildValue("{sKsKsKsKsKsKsKsKsK}", "fuel", u.fuel,
                                   "time_us", u.time_us, "output", u.output,
                                   "memory_live", u.memory_live, "memory_peak",
                                   u.memory_peak, "collections", u.collections,
                                   "calls", u.calls, "suspensions",
                                   u.suspensions, "sleep_us", u.sleep_us));
}

static PyObject *session_take_output(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!enter(self)) return NULL;
  return leave(self, cs_py_take_output(self));
}

/* (session, run): their names in the audit log. */
static PyObject *session_ids(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!enter(self)) return NULL;
  return leave(self, Py_BuildValue("ss", cs_session_id(self->s),
                                   cs_session_run_id(self->s)));
}

/* --- the type ------------------------------------------------------------ */

#define PLAIN(name) \
  { #name, (PyCFunction)(void (*)(void))session_##name, METH_NOARGS, NULL }
#define WITH_ARGS(name) \
  { #name, (PyCFunction)(void (*)(void))session_##name, METH_VARARGS, NULL }
#define WITH_NAMES(name)                                \
  {                                                     \
#name, (PyCFunction)(void (*)(void))session_##name, \
        METH_VARARGS | METH_KEYWORDS, NULL              \
  }

static PyMethodDef methods[] = {
    WITH_NAMES(run),
    WITH_NAMES(resume),
    WITH_NAMES(settle),
    PLAIN(event),
    PLAIN(where),
    WITH_ARGS(check),
    PLAIN(cancel),
    PLAIN(abandon),
    PLAIN(restart),
    PLAIN(close),
    WITH_ARGS(set),
    WITH_ARGS(get),
    WITH_ARGS(add_tool),
    WITH_ARGS(add_tool_schema),
    PLAIN(stubs),
    WITH_ARGS(put_file),
    WITH_ARGS(get_file),
    WITH_ARGS(mount),
    WITH_ARGS(limit_mount),
    PLAIN(unmount),
    WITH_ARGS(chdir),
    WITH_ARGS(tell_files),
    WITH_ARGS(put_env),
    PLAIN(artifacts),
    PLAIN(refusals),
    PLAIN(enforcement),
    PLAIN(changes),
    WITH_ARGS(commit),
    WITH_ARGS(discard),
    PLAIN(dump),
    PLAIN(used),
    PLAIN(ids),
    PLAIN(take_output),
    {"load", (PyCFunction)(void (*)(void))session_load,
     METH_VARARGS | METH_KEYWORDS | METH_CLASS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, session_new},
    {Py_tp_dealloc, session_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_doc, (void *)"One sandbox; see caisson.Sandbox."},
    {0, NULL},
};

PyType_Spec cs_session_spec = {
    .name = "caisson._native.Session",
    .basicsize = sizeof(cs_py_session),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};
