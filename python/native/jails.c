/*
 * jails.c - caisson._native.Jails: cs_jails for Python.
 *
 * Sessions keep the object they were opened with alive.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "session.h"

#define NAMES_MAX 64

/* A tuple of texts as a list for C; texts are borrowed. */
static bool read_names(PyObject *tuple, const char *out[NAMES_MAX + 1]) {
  Py_ssize_t n = PyTuple_Size(tuple);
  if (n < 0 || n > NAMES_MAX) {
    if (n > 0) PyErr_SetString(PyExc_ValueError, "too many modules");
    return false;
  }
  for (Py_ssize_t i = 0; i < n; i++) {
    out[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(tuple, i), NULL);
    if (!out[i]) return false;
  }
  out[n] = NULL;
  return true;
}

/* Jails(python or None, (module, ...), ahead, flags, policy or None, worker) */
static PyObject *jails_new(PyTypeObject *type, PyObject *args,
                           PyObject *kwargs) {
  PyObject *names, *policy;
  cs_module_state *state = PyType_GetModuleState(type);
  const char *list[NAMES_MAX + 1];
  cs_jails_options o;
  cs_error err = {0};
  (void)kwargs;
  cs_jails_options_init(&o);
  if (!PyArg_ParseTuple(args, "zO!IIOs:Jails", &o.python, &PyTuple_Type, &names,
                        &o.ahead, &o.flags, &policy, &o.egress) ||
      !read_names(names, list))
    return NULL;
  o.preload = list;
  if (PyObject_IsInstance(policy, state->policy_type) == 1)
    cs_policy_apply_jails(((cs_py_policy *)(void *)policy)->policy, &o);
  allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  cs_py_jails *self = (cs_py_jails *)alloc(type, 0);
  if (!self) return NULL;
  cs_status st = cs_jails_new(&o, &self->jails, &err);
  if (st == CS_OK && o.ahead > 0) {
    PyThreadState *thread = PyEval_SaveThread();
    st = cs_jails_warm(self->jails, &err);
    PyEval_RestoreThread(thread);
  }
  if (st == CS_OK) return (PyObject *)self;
  Py_DECREF(self);
  PyErr_SetString(st == CS_EOS ? PyExc_OSError : PyExc_ValueError, err.text);
  return NULL;
}

static void jails_dealloc(cs_py_jails *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  PyThreadState *thread = PyEval_SaveThread();
  cs_jails_free(self->jails);
  PyEval_RestoreThread(thread);
  release(self);
  Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_new, jails_new},
    {Py_tp_dealloc, jails_dealloc},
    {Py_tp_doc, (void *)"Jails for sessions; see caisson.Sandbox."},
    {0, NULL},
};

PyType_Spec cs_jails_spec = {
    .name = "caisson._native.Jails",
    .basicsize = sizeof(cs_py_jails),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};
