/*
 * gil.c - who has the interpreter's lock while a program runs.
 *
 * It is given away before a program runs and taken back to answer it.  For a
 * stretch of a microsecond that costs a tenth of it.  So it is kept between two
 * answers if there is no other Python thread: for KEPT_TURNS stretches in a
 * row, and in each until the engine looks up after a tenth of a millisecond
 * (cs_py_busy).  A thread that starts meanwhile waits that long, at most for
 * one operation of the engine.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session.h"

#define KEPT_TURNS 32

void cs_gil_give(cs_py_session *self) {
  self->aside = PyEval_SaveThread();
}

void cs_gil_take(cs_py_session *self) {
  PyThreadState *thread = self->aside;
  if (!thread) return;
  self->aside = NULL;
  PyEval_RestoreThread(thread);
}

/* Is there no thread but the first one?  Those of others' C code are not
 * counted; they get the lock after the next KEPT_TURNS. */
static bool is_alone(cs_py_session *self) {
  cs_module_state *st = PyType_GetModuleState(Py_TYPE(self));
  PyObject *n = PyObject_CallNoArgs(st->count_threads);
  bool alone = n && PyLong_AsLong(n) == 0;
  Py_XDECREF(n);
  if (!n) PyErr_Clear();
  return alone;
}

void cs_gil_go_on(cs_py_session *self) {
  if (self->kept > 0) {
    self->kept--;
    return;
  }
  self->kept = is_alone(self) ? KEPT_TURNS : 0;
  cs_gil_give(self);
}
