/*
 * check.c - caisson._native.check and auto: cs_check and cs_auto for Python.
 *
 * Lists are tuples of texts, or None for the profile's own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "session.h"

#include "base/depth.h"

#define LISTS 9

/* A tuple of texts as a list for C; the texts are borrowed, the list is the
 * caller's to free.  NULL and no error for None. */
static const char **read_list(PyObject *o) {
  if (o == Py_None) return NULL;
  if (!PyTuple_Check(o)) {
    PyErr_SetString(PyExc_TypeError, "a list of names must be a tuple");
    return NULL;
  }
  Py_ssize_t n = PyTuple_Size(o);
  const char **list = calloc((size_t)n + 1, sizeof *list);
  if (!list) return (const char **)PyErr_NoMemory();
  for (Py_ssize_t i = 0; i < n; i++) {
    list[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(o, i), NULL);
    if (list[i]) continue;
    free(list);
    return NULL;
  }
  return list;
}

static PyObject *finding(const cs_check_finding *f) {
  return Py_BuildValue("(sssIIIIO)", f->rule, f->name, f->message, f->line,
                       f->column, f->end_line, f->end_column,
                       f->unsure ? Py_True : Py_False);
}

static PyObject *result(const cs_check_report *r) {
  Py_ssize_t n = (Py_ssize_t)cs_check_count(r);
  PyObject *list = PyList_New(n);
  for (Py_ssize_t i = 0; list && i < n; i++) {
    PyObject *f = finding(cs_check_at(r, (size_t)i));
    if (!f || PyList_SetItem(list, i, f) < 0) Py_CLEAR(list);
  }
  if (!list) return NULL;
  return Py_BuildValue("(iNn)", (int)cs_check_result(r), list,
                       (Py_ssize_t)cs_check_dropped(r));
}

static PyObject *run(const cs_check_options *o, const char *code,
                     Py_ssize_t len) {
  cs_check_report *r = NULL;
  cs_error err = {0};
  PyThreadState *thread = PyEval_SaveThread();
  cs_status st = cs_check(o, code, (size_t)len, &r, &err);
  PyEval_RestoreThread(thread);
  if (st == CS_OK) {
    PyObject *out = result(r);
    cs_check_free(r);
    return out;
  }
  if (st == CS_EOS) return PyErr_NoMemory();
  PyErr_SetString(st == CS_EINVAL ? PyExc_ValueError : PyExc_OverflowError,
                  err.text);
  return NULL;
}

/* check(code, profile, (list or None, ...), most) */
PyObject *cs_native_check(PyObject *module, PyObject *args) {
  const char *code, *profile;
  Py_ssize_t len;
  PyObject *t[LISTS];
  unsigned most;
  (void)module;
  if (!PyArg_ParseTuple(args, "s#z(OOOOOOOOO)I:check", &code, &len, &profile,
                        &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7],
                        &t[8], &most))
    return NULL;
  cs_check_options o;
  cs_check_options_init(&o);
  o.profile = profile;
  o.most = most;
  const char *const **to[LISTS] = {
      &o.allow_imports,  &o.block_imports,    &o.allow_builtins,
      &o.block_builtins, &o.allow_attributes, &o.block_attributes,
      &o.allow_nodes,    &o.block_nodes,      &o.allow_os};
  const char **lists[LISTS] = {NULL};
  PyObject *out = NULL;
  for (int i = 0; i < LISTS && !PyErr_Occurred(); i++)
    *to[i] = lists[i] = read_list(t[i]);
  if (!PyErr_Occurred()) out = run(&o, code, len);
  for (int i = 0; i < LISTS; i++) free(lists[i]);
  return out;
}

/* auto(code, why there is no process or None, mounted) -> (depth, reason) */
PyObject *cs_native_auto(PyObject *module, PyObject *args) {
  const char *code;
  Py_ssize_t len;
  int mounted;
  cs_auto_options o = {.size = sizeof o};
  cs_auto_choice c;
  (void)module;
  if (!PyArg_ParseTuple(args, "s#zp:auto", &code, &len, &o.no_process,
                        &mounted))
    return NULL;
  o.mounted = mounted;
  PyThreadState *thread = PyEval_SaveThread();
  cs_status st = cs_auto(&o, code, (size_t)len, &c);
  PyEval_RestoreThread(thread);
  if (st != CS_OK) return PyErr_NoMemory();
  return Py_BuildValue("(ss)", cs_depth_name(c.depth), c.reason);
}
