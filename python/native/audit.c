/*
 * audit.c - caisson._native.Audit: cs_audit for Python.
 *
 * Sessions keep the object they were opened with alive; the log is closed when
 * the last of them is gone.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "session.h"

#define ITEMS_MAX 16

static PyObject *fail(cs_status st, const cs_error *err) {
  PyErr_SetString(st == CS_EOS ? PyExc_OSError : PyExc_ValueError, err->text);
  return NULL;
}

/* Audit(path or None, flags, sync, owner or None, rotate) */
static PyObject *audit_new(PyTypeObject *type, PyObject *args,
                           PyObject *kwargs) {
  cs_audit_options o;
  cs_error err = {0};
  unsigned long long rotate = 0;
  (void)kwargs;
  cs_audit_options_init(&o);
  if (!PyArg_ParseTuple(args, "zIizK:Audit", &o.path, &o.flags, &o.sync,
                        &o.owner, &rotate))
    return NULL;
  if (rotate) o.rotate = rotate;
  allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  cs_py_audit *self = (cs_py_audit *)alloc(type, 0);
  if (!self) return NULL;
  PyThreadState *thread = PyEval_SaveThread();
  cs_status st = cs_audit_open(&o, &self->log, &err);
  PyEval_RestoreThread(thread);
  if (st == CS_OK) return (PyObject *)self;
  Py_DECREF(self);
  return fail(st, &err);
}

static void audit_dealloc(cs_py_audit *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  PyThreadState *thread = PyEval_SaveThread();
  cs_audit_close(self->log);
  PyEval_RestoreThread(thread);
  release(self);
  Py_DECREF(type);
}

/* A value of `data`: a number, or else a text. */
static bool read_item(PyObject *key, PyObject *value, cs_audit_item *out) {
  Py_ssize_t n = 0;
  *out = (cs_audit_item){.key = PyUnicode_AsUTF8AndSize(key, NULL)};
  if (!out->key) return false;
  if (PyLong_Check(value)) {
    out->number = PyLong_AsLongLong(value);
    return !PyErr_Occurred();
  }
  out->text = PyUnicode_AsUTF8AndSize(value, &n);
  out->len = (size_t)n;
  return out->text != NULL;
}

static bool read_data(PyObject *dict, cs_audit_record *r,
                      cs_audit_item item[ITEMS_MAX]) {
  PyObject *key, *value;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict, &at, &key, &value)) {
    if (r->ndata == ITEMS_MAX) {
      PyErr_SetString(PyExc_ValueError, "a record has at most 16 data items");
      return false;
    }
    if (!read_item(key, value, &item[r->ndata++])) return false;
  }
  r->data = item;
  return true;
}

/* put(kind, object, capability, decision, rule, reason, session, run, data) */
static PyObject *audit_put(cs_py_audit *self, PyObject *args) {
  cs_audit_record r = {0};
  cs_audit_item item[ITEMS_MAX];
  cs_error err = {0};
  PyObject *data;
  if (!PyArg_ParseTuple(args, "szzzzzzzO!:put", &r.kind, &r.object,
                        &r.capability, &r.decision, &r.rule, &r.reason,
                        &r.session, &r.run, &PyDict_Type, &data) ||
      !read_data(data, &r, item))
    return NULL;
  r.object_len = r.object ? strlen(r.object) : 0;
  PyThreadState *thread = PyEval_SaveThread();
  cs_status st = cs_audit_put(self->log, &r, &err);
  PyEval_RestoreThread(thread);
  if (st != CS_OK) return fail(st, &err);
  Py_RETURN_NONE;
}

static PyObject *audit_secret(cs_py_audit *self, PyObject *args) {
  const char *name, *value;
  Py_ssize_t n;
  if (!PyArg_ParseTuple(args, "ss#:secret", &name, &value, &n)) return NULL;
  cs_status st = cs_audit_secret(self->log, name, value, (size_t)n);
  cs_error err = {.text = "a secret must have 4 to 65536 bytes"};
  if (st != CS_OK) return fail(st, &err);
  Py_RETURN_NONE;
}

static PyObject *audit_flush(cs_py_audit *self, PyObject *unused) {
  cs_error err = {0};
  (void)unused;
  PyThreadState *thread = PyEval_SaveThread();
  cs_status st = cs_audit_flush(self->log, &err);
  PyEval_RestoreThread(thread);
  if (st != CS_OK) return fail(st, &err);
  Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"put", (PyCFunction)(void (*)(void))audit_put, METH_VARARGS, NULL},
    {"secret", (PyCFunction)(void (*)(void))audit_secret, METH_VARARGS, NULL},
    {"flush", (PyCFunction)(void (*)(void))audit_flush, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, audit_new},
    {Py_tp_dealloc, audit_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_doc, (void *)"An audit log; see caisson.AuditLog."},
    {0, NULL},
};

PyType_Spec cs_audit_spec = {
    .name = "caisson._native.Audit",
    .basicsize = sizeof(cs_py_audit),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};
