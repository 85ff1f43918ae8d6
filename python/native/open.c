/*
 * open.c - keyword arguments become a session.
 *
 * Sessions of one interpreter share a pool of memory and the workers.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session.h"

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

#define IDLE_SLOTS    4   /* memory for sessions, made in advance */
#define KEPT_SLOTS    128 /* and kept between them, once there were so many */
#define KEPT_PROGRAMS 64  /* texts that were compiled before */
#define MOST_WORKERS  512

/* Sessions of one interpreter share a pool; without one they still work. */
static cs_pool *shared_pool(cs_module_state *st) {
  if (st->pool) return st->pool;
  if (cs_pool_new(IDLE_SLOTS, &st->pool) != CS_OK) return NULL;
  cs_pool_keep(st->pool, KEPT_SLOTS);
  cs_pool_remember(st->pool, KEPT_PROGRAMS);
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

/* Where the session runs, and what it shares with others. */
static cs_status place(cs_py_session *self, cs_options *o, PyObject *worker,
                       cs_error *err) {
  cs_module_state *st = PyType_GetModuleState(Py_TYPE(self));
  if (self->audit) o->audit = ((cs_py_audit *)(void *)self->audit)->log;
  if (self->jails)
    o->jails = ((cs_py_jails *)(void *)self->jails)->jails;
  else if (self->remote)
    o->workers = ((cs_py_remote *)(void *)self->remote)->workers;
  else if (worker && worker != Py_None) {
    self->rests = CS_REST_WORKER;
    return shared_workers(st, worker, &o->workers, err);
  } else {
    self->rests = CS_REST_HERE;
    o->pool = shared_pool(st);
  }
  return CS_OK;
}

static cs_host host_of(cs_py_session *self) {
  return (cs_host){.size = sizeof(cs_host),
                   .user = self,
                   .output = cs_py_output,
                   .busy = cs_py_busy,
                   .quick = cs_py_quick};
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

/* remote=Remote: its engine is at a server. */
static bool set_remote(cs_py_session *self, PyObject *remote) {
  cs_module_state *st = PyType_GetModuleState(Py_TYPE(self));
  if (!remote || remote == Py_None) return true;
  if (PyObject_IsInstance(remote, st->remote_type) != 1) {
    if (!PyErr_Occurred())
      PyErr_SetString(PyExc_TypeError, "remote must be a Remote object");
    return false;
  }
  Py_INCREF(remote);
  self->remote = remote;
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

/* What is to be opened.  Texts of `options` are borrowed from `kwargs`. */
typedef struct request {
  cs_options options;
  cs_host host;
  cs_py_session *session; /* a new reference */
} request;

/* (**options, write=None, worker=None, codec=None, jails=None, audit=None,
 * policy=None, remote=None) as a session without a program; false with an
 * exception. */
static bool read_request(PyTypeObject *type, PyObject *kwargs, request *r) {
  PyObject *write = NULL, *worker = NULL, *codec = NULL, *jails = NULL;
  PyObject *audit = NULL, *policy = NULL, *remote = NULL;
  const cs_policy *rules;
  PyObject *options = kwargs ? PyDict_Copy(kwargs) : PyDict_New();
  cs_error err = {0};
  cs_status st = CS_EINVAL;
  if (!options) return false;
  cs_options *o = &r->options;
  cs_py_session *self = NULL;
  bool ok = take_option(options, "write", &write) &&
            take_option(options, "worker", &worker) &&
            take_option(options, "codec", &codec) &&
            take_option(options, "jails", &jails) &&
            take_option(options, "audit", &audit) &&
            take_option(options, "policy", &policy) &&
            take_option(options, "remote", &remote) &&
            look_inside(type, policy, jails, &rules, &o->jails) &&
            cs_py_options(options, rules, o);
  if (ok) self = make(type, write);
  if (self && set_own_codec(self, codec) && set_jails(self, jails) &&
      set_audit(self, audit) && set_remote(self, remote))
    st = place(self, o, worker, &err);
  Py_XDECREF(codec);
  Py_XDECREF(jails);
  Py_XDECREF(audit);
  Py_XDECREF(policy);
  Py_XDECREF(remote);
  Py_XDECREF(write);
  Py_XDECREF(worker);
  Py_DECREF(options);
  if (self && st == CS_OK) {
    r->session = self;
    r->host = host_of(self);
    o->host = &r->host;
    return true;
  }
  Py_XDECREF(self);
  if (!PyErr_Occurred()) (void)cs_py_failed(st, &err);
  return false;
}

/* A session that is open; with `bytes` a loaded one. */
static PyObject *open_session(PyTypeObject *type, PyObject *kwargs,
                              const char *bytes, Py_ssize_t n) {
  request r = {0};
  cs_error err = {0};
  if (!read_request(type, kwargs, &r)) return NULL;
  cs_status st = open_unlocked(&r.options, bytes, n, &r.session->s, &err);
  if (st == CS_OK) {
    cs_rest_begin(r.session);
    return (PyObject *)r.session;
  }
  Py_DECREF(r.session);
  return cs_py_failed(st, &err);
}

cs_py_session *cs_py_prepare(PyTypeObject *type, PyObject *kwargs,
                             cs_options *o, cs_host *host) {
  request r = {0};
  if (!read_request(type, kwargs, &r)) return NULL;
  *o = r.options;
  *host = r.host;
  o->host = host;
  return r.session;
}

PyObject *cs_py_session_new(PyTypeObject *type, PyObject *args,
                            PyObject *kwargs) {
  if (PyTuple_Size(args) != 0) {
    PyErr_SetString(PyExc_TypeError, "Session takes keyword arguments only");
    return NULL;
  }
  return open_session(type, kwargs, NULL, 0);
}

/* load(bytes, at=0, **options): the snapshot begins at `at`. */
PyObject *cs_method_load(PyObject *type, PyObject *args, PyObject *kwargs) {
  const char *bytes;
  Py_ssize_t n;
  Py_ssize_t at = 0;
  if (!PyArg_ParseTuple(args, "y#|n:load", &bytes, &n, &at)) return NULL;
  if (at < 0 || at > n) {
    PyErr_SetString(PyExc_ValueError, "the snapshot begins outside the bytes");
    return NULL;
  }
  return open_session((PyTypeObject *)type, kwargs, bytes + at, n - at);
}
