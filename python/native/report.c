/*
 * report.c - what is known about a run: refusals, figures, names, the state.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "session.h"

PyObject *cs_py_refusals(cs_session *s) {
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

PyObject *cs_method_refusals(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  return cs_py_leave(self, cs_py_refusals(self->s));
}

/* (is it full, [missing key, ...], hash) */
PyObject *cs_method_enforcement(cs_py_session *self, PyObject *unused) {
  (void)unused;
  cs_enforcement e = {0};
  cs_status st;
  if (!cs_py_enter(self)) return NULL;
  Py_BEGIN_ALLOW_THREADS st = cs_session_enforcement(self->s, &e);
  Py_END_ALLOW_THREADS if (st != CS_OK) return cs_py_leave(
      self, cs_py_failed(st, NULL));
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < e.nmissing; i++) {
    PyObject *key = PyUnicode_FromString(e.missing[i]);
    if (!key || PyList_Append(list, key) < 0) Py_CLEAR(list);
    Py_XDECREF(key);
  }
  if (!list) return cs_py_leave(self, NULL);
  return cs_py_leave(
      self, Py_BuildValue("(ONs)", e.full ? Py_True : Py_False, list, e.hash));
}

/* dump(head=b""): the bytes, behind others. */
PyObject *cs_method_dump(cs_py_session *self, PyObject *args) {
  void *bytes = NULL;
  size_t n = 0;
  const char *head = "";
  Py_ssize_t before = 0;
  if (!PyArg_ParseTuple(args, "|y#:dump", &head, &before)) return NULL;
  if (!cs_py_enter(self)) return NULL;
  cs_status st;
  CS_PY_UNLOCKED(st = cs_session_dump(self->s, &bytes, &n));
  if (st != CS_OK) return cs_py_leave(self, cs_py_failed(st, NULL));
  PyObject *o = PyBytes_FromStringAndSize(NULL, before + (Py_ssize_t)n);
  char *to = o ? PyBytes_AsString(o) : NULL;
  if (to) {
    memcpy(to, head, (size_t)before);
    memcpy(to + before, bytes, n);
  }
  free(bytes);
  return cs_py_leave(self, o);
}

PyObject *cs_method_used(cs_py_session *self, PyObject *unused) {
  cs_used u;
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  cs_session_used(self->s, &u);
  return cs_py_leave(
      self, Py_BuildValue(
                "{sKsKsKsKsKsKsKsKsK}", "fuel", u.fuel, "time_us", u.time_us,
                "output", u.output, "memory_live", u.memory_live, "memory_peak",
                u.memory_peak, "collections", u.collections, "calls", u.calls,
                "suspensions", u.suspensions, "sleep_us", u.sleep_us));
}

PyObject *cs_method_take_output(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  return cs_py_leave(self, cs_py_take_output(self));
}

/* (session, run): their names in the audit log. */
PyObject *cs_method_ids(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  return cs_py_leave(self, Py_BuildValue("ss", cs_session_id(self->s),
                                         cs_session_run_id(self->s)));
}
