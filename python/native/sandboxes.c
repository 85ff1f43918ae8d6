/*
 * sandboxes.c - requests to named sandboxes, as JSON.
 *
 * The package does the rest in Python: caisson/sandbox.  Opening the store is
 * cheap, so no handle is kept between calls and threads share nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "caisson.h"
#include "job.h"

static PyObject *raise_error(const cs_error *err) {
  PyObject *what =
      Py_BuildValue("(is)", err->os, err->text[0] ? err->text : "failed");
  if (what) PyErr_SetObject(PyExc_OSError, what);
  Py_XDECREF(what);
  return NULL;
}

/* sandbox_call(home, request) -> (reply, lease) */
PyObject *cs_native_sandbox_call(PyObject *module, PyObject *args) {
  const char *home, *request;
  (void)module;
  if (!PyArg_ParseTuple(args, "zs:sandbox_call", &home, &request)) return NULL;
  cs_sandboxes *all = NULL;
  char *reply = NULL;
  int lease = -1;
  cs_error err = {0};
  cs_status st;
  Py_BEGIN_ALLOW_THREADS;
  st = cs_sandboxes_open(home, &all, &err);
  if (st == CS_OK) st = cs_sandbox_call(all, request, &reply, &lease, &err);
  cs_sandboxes_close(all);
  Py_END_ALLOW_THREADS;
  if (st != CS_OK) return raise_error(&err);
  PyObject *made = Py_BuildValue("(si)", reply, lease);
  free(reply);
  if (!made && lease >= 0) close(lease);
  return made;
}

/* sandbox_connect(home, name) -> fd */
PyObject *cs_native_sandbox_connect(PyObject *module, PyObject *args) {
  const char *home, *name;
  (void)module;
  if (!PyArg_ParseTuple(args, "zs:sandbox_connect", &home, &name)) return NULL;
  cs_sandboxes *all = NULL;
  int fd = -1;
  cs_error err = {0};
  Py_BEGIN_ALLOW_THREADS;
  if (cs_sandboxes_open(home, &all, &err) == CS_OK)
    fd = cs_sandbox_connect(all, name, &err);
  cs_sandboxes_close(all);
  Py_END_ALLOW_THREADS;
  return fd < 0 ? raise_error(&err) : PyLong_FromLong(fd);
}
