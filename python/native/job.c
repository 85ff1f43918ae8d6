/*
 * job.c - a session opens, runs, goes on or closes in a thread without Python.
 *
 * The loop's thread converts what goes in (start_...) and what comes out
 * (cs_job_end); in between only the thread uses the session, whose `busy` keeps
 * everybody else away.  An output function is called from the thread.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- in the thread -------------------------------------------------------- */

static cs_status add_tools(cs_py_job *job, cs_session *s) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < job->ntools; i++) {
    const cs_py_tool *t = &job->tools[i];
    st = t->schema
             ? cs_session_add_tool_schema(s, t->name, t->schema,
                                          strlen(t->schema), t->doc, t->flags)
             : cs_session_add_tool(s, t->name, t->signature, t->doc, t->flags);
    if (st != CS_OK)
      snprintf(job->err.text, sizeof job->err.text, "tool '%s': %s", t->name,
               cs_py_status_text(st));
  }
  return st;
}

static void open_it(cs_py_job *job) {
  cs_session *s = NULL;
  job->st = cs_session_open(&job->options, &s, &job->err);
  if (job->st == CS_OK) job->st = add_tools(job, s);
  if (job->st == CS_OK)
    cs_mail_opened(job, s);
  else
    cs_session_close(s);
}

static void work(cs_job *base) {
  cs_py_job *job = (cs_py_job *)base;
  cs_py_session *self = job->session;
  if (job->what & CS_JOB_OPEN) open_it(job);
  if (job->st == CS_OK && job->what & CS_JOB_RUN)
    job->ev = cs_session_run(self->s, job->code, job->len);
  if (job->what & CS_JOB_RESUME)
    job->ev = cs_session_resume(self->s, job->reply.kind ? &job->reply : NULL);
  if (self->failed) { /* the output function raised */
    cs_session_abandon(self->s);
    job->ev = NULL;
  }
  if (job->what & CS_JOB_CLOSE) cs_session_close(cs_mail_closing(job));
  cs_mail_told(job);
}

/* --- afterwards ----------------------------------------------------------- */

static void drop(cs_py_job *job) {
  job->session->job = NULL;
  Py_DECREF(job->session);
  Py_XDECREF(job->token);
  Py_XDECREF(job->held);
  free(job->tools);
  free(job->settled);
  free(job);
}

static PyObject *outcome(cs_py_job *job) {
  if (job->st != CS_OK) return cs_py_failed(job->st, &job->err);
  if (job->what & (CS_JOB_RUN | CS_JOB_RESUME))
    return cs_py_told(job->session, job->ev, cs_py_now());
  return cs_py_done(CS_OK);
}

/* The exception that is set, as an object. */
static PyObject *fetch(void) {
  PyObject *type, *value, *trace;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  if (value && trace) PyException_SetTraceback(value, trace);
  Py_XDECREF(type);
  Py_XDECREF(trace);
  return value;
}

PyObject *cs_job_end(cs_py_job *job) {
  PyObject *value = cs_py_leave(job->session, outcome(job));
  PyObject *good = value ? Py_True : Py_False;
  if (!value) value = fetch();
  PyObject *news =
      value ? Py_BuildValue("(OON)", job->token, good, value) : NULL;
  drop(job);
  return news;
}

/* --- before --------------------------------------------------------------- */

/* Take what is borrowed from `held` into a new job of a session that was
 * entered; NULL with an exception. */
static cs_py_job *new_job(cs_py_session *self, int what, PyObject *token,
                          PyObject *held) {
  cs_py_job *job = calloc(1, sizeof *job);
  if (!job) {
    PyErr_NoMemory();
    return NULL;
  }
  Py_INCREF(self);
  Py_INCREF(token);
  Py_INCREF(held);
  job->base.work = work;
  job->session = self;
  job->token = token;
  job->held = held;
  job->what = what;
  self->job = job;
  return job;
}

/* Give it to a thread; `job` may be NULL with an exception. */
static PyObject *send(cs_py_session *self, PyObject *mail, cs_py_job *job) {
  if (job && cs_mail_send((cs_py_mail *)(void *)mail, job)) Py_RETURN_NONE;
  if (job) drop(job);
  self->busy = false;
  return NULL;
}

static PyTypeObject *mail_type(PyTypeObject *session) {
  cs_module_state *st = PyType_GetModuleState(session);
  return (PyTypeObject *)st->mail_type;
}

/* start_run(mail, token, code) */
PyObject *cs_method_start_run(cs_py_session *self, PyObject *args) {
  PyObject *mail, *token;
  const char *code;
  Py_ssize_t n;
  if (!PyArg_ParseTuple(args, "O!Os#:start_run", mail_type(Py_TYPE(self)),
                        &mail, &token, &code, &n) ||
      !cs_py_enter(self))
    return NULL;
  cs_py_job *job = new_job(self, CS_JOB_RUN, token, args);
  if (job) job->code = code;
  if (job) job->len = (size_t)n;
  return send(self, mail, job);
}

/* start_resume(mail, token, kind, value) */
PyObject *cs_method_start_resume(cs_py_session *self, PyObject *args) {
  PyObject *mail, *token, *value = Py_None;
  int kind;
  if (!PyArg_ParseTuple(args, "O!Oi|O:start_resume", mail_type(Py_TYPE(self)),
                        &mail, &token, &kind, &value) ||
      !cs_py_enter(self))
    return NULL;
  cs_wire_clear(&self->out);
  cs_py_job *job = NULL;
  if (cs_value_put(cs_py_hooks(self), &self->out, value))
    job = new_job(self, CS_JOB_RESUME, token, Py_None);
  if (job)
    job->reply = (cs_reply){.kind = (cs_reply_kind)kind,
                            .value = self->out.data,
                            .len = self->out.len};
  return send(self, mail, job);
}

/* start_settle(mail, token, [(id, raised, value), ...]) */
PyObject *cs_method_start_settle(cs_py_session *self, PyObject *args) {
  PyObject *mail, *token, *list;
  cs_reply reply;
  if (!PyArg_ParseTuple(args, "O!OO!:start_settle", mail_type(Py_TYPE(self)),
                        &mail, &token, &PyList_Type, &list) ||
      !cs_py_enter(self))
    return NULL;
  cs_settled *items = cs_py_settled(self, list, &reply);
  cs_py_job *job = items ? new_job(self, CS_JOB_RESUME, token, Py_None) : NULL;
  if (!job) {
    free(items);
    return send(self, mail, NULL);
  }
  job->reply = reply;
  job->settled = items;
  return send(self, mail, job);
}

/* start_close(mail, token) */
PyObject *cs_method_start_close(cs_py_session *self, PyObject *args) {
  PyObject *mail, *token;
  if (!PyArg_ParseTuple(args, "O!O:start_close", mail_type(Py_TYPE(self)),
                        &mail, &token) ||
      !cs_py_enter(self))
    return NULL;
  return send(self, mail, new_job(self, CS_JOB_CLOSE, token, Py_None));
}

/* tell(token): this one instead; False: nothing goes on. */
PyObject *cs_method_tell(cs_py_session *self, PyObject *args) {
  PyObject *token;
  if (!PyArg_ParseTuple(args, "O:tell", &token)) return NULL;
  if (!self->job) Py_RETURN_FALSE;
  PyObject *before = self->job->token;
  Py_INCREF(token);
  self->job->token = token;
  Py_DECREF(before);
  Py_RETURN_TRUE;
}

PyObject *cs_method_is_open(cs_py_session *self, PyObject *unused) {
  (void)unused;
  return PyBool_FromLong(self->s != NULL);
}

/* ((name, signature, schema, doc, flags), ...) */
static bool read_tools(PyObject *list, cs_py_job *job) {
  Py_ssize_t n = PyTuple_Size(list);
  job->tools = calloc((size_t)n + 1, sizeof *job->tools);
  if (!job->tools) {
    PyErr_NoMemory();
    return false;
  }
  for (; (Py_ssize_t)job->ntools < n; job->ntools++) {
    cs_py_tool *t = &job->tools[job->ntools];
    if (!PyArg_ParseTuple(PyTuple_GetItem(list, (Py_ssize_t)job->ntools),
                          "szzzI", &t->name, &t->signature, &t->schema, &t->doc,
                          &t->flags))
      return false;
  }
  return true;
}

/* start_open(mail, token, tools, code, **options) -> Session: opened, and its
 * tools added, and then `code` is run unless it is None. */
PyObject *cs_method_start_open(PyObject *type, PyObject *args,
                               PyObject *kwargs) {
  PyObject *mail, *token, *tools;
  const char *code;
  Py_ssize_t n;
  cs_options o;
  cs_host host;
  if (!PyArg_ParseTuple(args, "O!OO!z#:start_open",
                        mail_type((PyTypeObject *)type), &mail, &token,
                        &PyTuple_Type, &tools, &code, &n))
    return NULL;
  cs_py_session *self = cs_py_prepare((PyTypeObject *)type, kwargs, &o, &host);
  if (!self) return NULL;
  self->busy = true;
  PyObject *held = Py_BuildValue("(OO)", args, kwargs ? kwargs : Py_None);
  int what = CS_JOB_OPEN | (code ? CS_JOB_RUN : 0);
  cs_py_job *job = held ? new_job(self, what, token, held) : NULL;
  Py_XDECREF(held);
  if (job) {
    job->options = o;
    job->host = host;
    job->options.host = &job->host;
    job->code = code;
    job->len = (size_t)n;
    if (!read_tools(tools, job)) {
      drop(job);
      job = NULL;
    }
  }
  PyObject *none = send(self, mail, job);
  Py_XDECREF(none);
  if (none) return (PyObject *)self;
  Py_DECREF(self);
  return NULL;
}

PyObject *cs_native_forget_threads(PyObject *module, PyObject *unused) {
  (void)module;
  (void)unused;
  cs_threads_forget();
  Py_RETURN_NONE;
}
