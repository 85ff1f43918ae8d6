/*
 * policy.c - caisson._native.Policy: cs_policy for Python.
 *
 * A policy that is refused raises ValueError with the fields of the fault as
 * its arguments; caisson.policy makes a PolicyError of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "session.h"

static PyObject *refuse(const cs_policy_fault *f) {
  if (f->code && f->code[0] == 'n') return PyErr_NoMemory();
  PyObject *args = Py_BuildValue(
      "(sssIIsssss)", f->code ? f->code : "policy_invalid", f->text, f->file,
      f->line, f->column, f->key, f->nearest, f->asked, f->allowed, f->source);
  if (args) PyErr_SetObject(PyExc_ValueError, args);
  Py_XDECREF(args);
  return NULL;
}

static PyObject *wrap(PyTypeObject *type, cs_status st, cs_policy *policy,
                      const cs_policy_fault *f) {
  if (st != CS_OK) return refuse(f);
  allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  cs_py_policy *self = (cs_py_policy *)alloc(type, 0);
  if (self)
    self->policy = policy;
  else
    cs_policy_free(policy);
  return (PyObject *)self;
}

static PyObject *policy_load(PyObject *type, PyObject *args) {
  const char *path;
  int level;
  cs_policy *p = NULL;
  cs_policy_fault f = {0};
  if (!PyArg_ParseTuple(args, "si:load", &path, &level)) return NULL;
  cs_status st = cs_policy_load(path, (cs_policy_level)level, &p, &f);
  return wrap((PyTypeObject *)type, st, p, &f);
}

static PyObject *policy_parse(PyObject *type, PyObject *args) {
  const char *text, *name;
  Py_ssize_t n;
  int level;
  cs_policy *p = NULL;
  cs_policy_fault f = {0};
  if (!PyArg_ParseTuple(args, "s#si:parse", &text, &n, &name, &level))
    return NULL;
  cs_status st =
      cs_policy_parse(text, (size_t)n, name, (cs_policy_level)level, &p, &f);
  return wrap((PyTypeObject *)type, st, p, &f);
}

static PyObject *policy_profile(PyObject *type, PyObject *args) {
  const char *name;
  cs_policy *p = NULL;
  cs_policy_fault f = {0};
  if (!PyArg_ParseTuple(args, "s:profile", &name)) return NULL;
  cs_status st = cs_policy_profile(name, &p, &f);
  return wrap((PyTypeObject *)type, st, p, &f);
}

static PyObject *policy_narrow(cs_py_policy *self, PyObject *args) {
  PyObject *other;
  int level;
  cs_policy *p = NULL;
  cs_policy_fault f = {0};
  if (!PyArg_ParseTuple(args, "O!i:narrow", Py_TYPE(self), &other, &level))
    return NULL;
  const cs_policy *by = ((cs_py_policy *)(void *)other)->policy;
  cs_status st =
      cs_policy_narrow(self->policy, by, (cs_policy_level)level, &p, &f);
  return wrap(Py_TYPE(self), st, p, &f);
}

static PyObject *policy_widened_by(cs_py_policy *self, PyObject *args) {
  PyObject *other;
  const char *key;
  if (!PyArg_ParseTuple(args, "O!:widened_by", Py_TYPE(self), &other))
    return NULL;
  const cs_policy *b = ((cs_py_policy *)(void *)other)->policy;
  (void)cs_policy_within(self->policy, b, &key);
  return Py_BuildValue("z", key);
}

static PyObject *policy_hash(cs_py_policy *self, PyObject *unused) {
  char hash[CS_POLICY_HASH];
  (void)unused;
  if (cs_policy_hash(self->policy, hash) != CS_OK) return PyErr_NoMemory();
  return PyUnicode_FromString(hash);
}

/* A text that C allocated. */
static PyObject *give(char *text) {
  if (!text) return PyErr_NoMemory();
  PyObject *o = PyUnicode_FromString(text);
  free(text);
  return o;
}

static PyObject *policy_json(cs_py_policy *self, PyObject *unused) {
  (void)unused;
  return give(cs_policy_json(self->policy));
}

static PyObject *policy_origin(cs_py_policy *self, PyObject *args) {
  const char *key;
  if (!PyArg_ParseTuple(args, "s:origin", &key)) return NULL;
  char *text = cs_policy_origin_of(self->policy, key);
  if (text) return give(text);
  PyErr_SetString(PyExc_KeyError, key);
  return NULL;
}

static void policy_dealloc(cs_py_policy *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  cs_policy_free(self->policy);
  release(self);
  Py_DECREF(type);
}

PyObject *cs_native_policy_schema(PyObject *module, PyObject *unused) {
  (void)module;
  (void)unused;
  return give(cs_policy_schema());
}

#define METHOD(name, how) \
  { #name, (PyCFunction)(void (*)(void))policy_##name, how, NULL }

static PyMethodDef methods[] = {METHOD(load, METH_VARARGS | METH_CLASS),
                                METHOD(parse, METH_VARARGS | METH_CLASS),
                                METHOD(profile, METH_VARARGS | METH_CLASS),
                                METHOD(narrow, METH_VARARGS),
                                METHOD(widened_by, METH_VARARGS),
                                METHOD(hash, METH_NOARGS),
                                METHOD(json, METH_NOARGS),
                                METHOD(origin, METH_VARARGS),
                                {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, policy_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_doc, (void *)"A policy; see caisson.Policy."},
    {0, NULL},
};

PyType_Spec cs_policy_spec = {
    .name = "caisson._native.Policy",
    .basicsize = sizeof(cs_py_policy),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = slots,
};
