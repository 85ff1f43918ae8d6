/*
 * remote.c - caisson._native.Remote: workers behind connections.
 *
 * Who dials is a Python function; it is called from whatever thread opens a
 * session, which has given the interpreter's lock away.  Sessions keep the
 * object they were opened with alive.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <unistd.h>

#include "session.h"

/* Why there is no connection: the text of the exception that is set. */
static void take_error(cs_error *err) {
  PyObject *type, *value, *trace;
  if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt))
    PyErr_SetInterrupt(); /* nobody above can raise it now */
  PyErr_Fetch(&type, &value, &trace);
  PyObject *text = value ? PyObject_Str(value) : NULL;
  const char *s = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
  if (err)
    snprintf(err->text, sizeof err->text, "%s",
             s && *s ? s : "the remote worker cannot be reached");
  PyErr_Clear();
  Py_XDECREF(text);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
}

/* cs_workers_options.dial */
static int dial(void *user, cs_error *err) {
  const cs_py_remote *self = user;
  PyGILState_STATE lock = PyGILState_Ensure();
  PyObject *made = PyObject_CallNoArgs(self->dial);
  long fd = made ? PyLong_AsLong(made) : -1;
  if (PyErr_Occurred()) take_error(err);
  Py_XDECREF(made);
  PyGILState_Release(lock);
  return fd >= 0 && fd <= INT_MAX ? (int)fd : -1;
}

/* Remote(dial, most): dial() -> descriptor */
static PyObject *remote_new(PyTypeObject *type, PyObject *args,
                            PyObject *kwargs) {
  PyObject *function;
  cs_workers_options o;
  cs_error err = {0};
  (void)kwargs;
  cs_workers_options_init(&o);
  if (!PyArg_ParseTuple(args, "OI:Remote", &function, &o.most)) return NULL;
  allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  cs_py_remote *self = (cs_py_remote *)alloc(type, 0);
  if (!self) return NULL;
  Py_INCREF(function);
  self->dial = function;
  o.dial = dial;
  o.dial_user = self;
  cs_status st = cs_workers_new(&o, &self->workers, &err);
  if (st == CS_OK) return (PyObject *)self;
  Py_DECREF(self);
  return cs_py_failed(st, &err);
}

static void remote_dealloc(cs_py_remote *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  cs_workers_free(self->workers);
  Py_XDECREF(self->dial);
  release(self);
  Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_new, remote_new},
    {Py_tp_dealloc, remote_dealloc},
    {Py_tp_doc, (void *)"Workers elsewhere; see caisson.Remote."},
    {0, NULL},
};

PyType_Spec cs_remote_spec = {
    .name = "caisson._native.Remote",
    .basicsize = sizeof(cs_py_remote),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};
