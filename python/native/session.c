/*
 * session.c - caisson._native.Session: cs_session for Python.
 *
 * It converts arguments and nothing else; the one thing it adds is speed: calls
 * of plain functions are answered here, without a round through Python code.
 * The GIL is released whenever the program of the session computes.
 *
 * This file has the type and what its methods share; they are in run.c,
 * job.c, names.c, files.c, report.c and open.c.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session.h"

#include <stdlib.h>
#include <string.h>

const cs_codec_hooks *cs_py_hooks(cs_py_session *self) {
  if (self->own.take_apart) return &self->own;
  cs_module_state *st = PyType_GetModuleState(Py_TYPE(self));
  return &st->hooks;
}

char **cs_py_keywords(const char *const *names) {
  char **plain;
  memcpy(&plain, &names, sizeof plain);
  return plain;
}

PyObject *cs_py_out_value(cs_py_session *self, cs_status st) {
  if (st != CS_OK) return cs_py_failed(st, NULL);
  cs_wire_in in = cs_wire_read(self->out.data, self->out.len);
  return cs_value_get(cs_py_hooks(self), &in);
}

/* --- one caller at a time ------------------------------------------------ */

bool cs_py_enter(cs_py_session *self) {
  if (self->busy) {
    PyErr_SetString(PyExc_RuntimeError, "session is busy in another call");
    return false;
  }
  if (!self->s) {
    PyErr_SetString(PyExc_ValueError, "session is closed");
    return false;
  }
  self->busy = true;
  cs_rest_end(self);
  return true;
}

PyObject *cs_py_leave(cs_py_session *self, PyObject *result) {
  self->busy = false;
  cs_rest_begin(self);
  if (!self->failed) return result;
  self->failed = false; /* the output function's exception wins */
  Py_XDECREF(result);
  PyErr_Restore(self->error_type, self->error_value, self->error_trace);
  self->error_type = self->error_value = self->error_trace = NULL;
  return NULL;
}

const char *cs_py_status_text(cs_status st) {
  static const char *const texts[] = {"",
                                      "a limit does not allow it",
                                      "the operating system refused",
                                      "not possible here",
                                      "malformed bytes",
                                      "not valid Python"};
  return (unsigned)st < 6 ? texts[st] : "failed";
}

PyObject *cs_py_failed(cs_status st, const cs_error *err) {
  PyErr_SetString(st == CS_EOS ? PyExc_OSError : PyExc_ValueError,
                  err && err->text[0] ? err->text : cs_py_status_text(st));
  return NULL;
}

PyObject *cs_py_done(cs_status st) {
  if (st != CS_OK) return cs_py_failed(st, NULL);
  Py_RETURN_NONE;
}

/* --- the end ------------------------------------------------------------ */

PyObject *cs_method_close(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (self->busy) {
    PyErr_SetString(PyExc_RuntimeError, "session is busy in another call");
    return NULL;
  }
  cs_session *s = self->s;
  self->s = NULL;
  cs_rest_end(self);
  CS_PY_UNLOCKED(cs_session_close(s));
  Py_RETURN_NONE;
}

/* An output function often knows the sandbox that calls it: a cycle. */
static int session_traverse(cs_py_session *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(self->write);
  Py_VISIT(self->jails);
  Py_VISIT(self->audit);
  Py_VISIT(self->own.take_apart);
  Py_VISIT(self->own.put_together);
  Py_VISIT(self->error_type);
  Py_VISIT(self->error_value);
  Py_VISIT(self->error_trace);
  return 0;
}

static int session_clear(cs_py_session *self) {
  Py_CLEAR(self->write);
  Py_CLEAR(self->jails);
  Py_CLEAR(self->audit);
  Py_CLEAR(self->own.take_apart);
  Py_CLEAR(self->own.put_together);
  Py_CLEAR(self->error_type);
  Py_CLEAR(self->error_value);
  Py_CLEAR(self->error_trace);
  return 0;
}

static void session_dealloc(cs_py_session *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  PyObject_GC_UnTrack(self);
  cs_rest_end(self);
  cs_session_close(self->s); /* before what its program could still reach */
  session_clear(self);
  Py_XDECREF(self->remote);
  cs_wire_fini(&self->out);
  free(self->text[0]);
  free(self->text[1]);
  release(self);
  Py_DECREF(type);
}

/* --- the type ------------------------------------------------------------ */

#define METHOD(name, flags) \
  {#name, (PyCFunction)(void (*)(void))cs_method_##name, flags, NULL},
#define PLAIN(name) METHOD(name, METH_NOARGS)
#define ARGS(name)  METHOD(name, METH_VARARGS)
#define NAMES(name) METHOD(name, METH_VARARGS | METH_KEYWORDS)

static PyMethodDef methods[] = {
    CS_METHODS(PLAIN, ARGS, NAMES){
        "load", (PyCFunction)(void (*)(void))cs_method_load,
        METH_VARARGS | METH_KEYWORDS | METH_CLASS, NULL},
    {"start_open", (PyCFunction)(void (*)(void))cs_method_start_open,
     METH_VARARGS | METH_KEYWORDS | METH_CLASS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, cs_py_session_new},
    {Py_tp_dealloc, session_dealloc},
    {Py_tp_traverse, session_traverse},
    {Py_tp_clear, session_clear},
    {Py_tp_methods, methods},
    {Py_tp_doc, (void *)"One sandbox; see caisson.Sandbox."},
    {0, NULL},
};

PyType_Spec cs_session_spec = {
    .name = "caisson._native.Session",
    .basicsize = sizeof(cs_py_session),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};
