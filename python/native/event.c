/*
 * event.c - events of a session as Python tuples.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "session.h"

static PyObject *none(void) {
  Py_INCREF(Py_None);
  return Py_None;
}

/* Text of a program: lone surrogates may be in it. */
static PyObject *text(const char *s, size_t n) {
  if (!s) return none();
  return PyUnicode_DecodeUTF8(s, (Py_ssize_t)n, "surrogatepass");
}

static PyObject *c_text(const char *s) {
  return text(s, s ? strlen(s) : 0);
}

/* --- exceptions ---------------------------------------------------------- */

PyObject *cs_py_frame(const cs_frame_info *f) {
  return Py_BuildValue("(NNNIIII)", c_text(f->file), c_text(f->function),
                       c_text(f->source), f->line, f->column, f->end_line,
                       f->end_column);
}

static PyObject *frame_list(const cs_raised *r) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < r->nframes; i++) {
    PyObject *f = cs_py_frame(&r->frames[i]);
    if (!f || PyList_Append(list, f) < 0) Py_CLEAR(list);
    Py_XDECREF(f);
  }
  return list;
}

static PyObject *itself(const cs_codec_hooks *hooks, const cs_raised *r) {
  if (!r->value) return none();
  cs_wire_in in = cs_wire_read(r->value, r->value_len);
  return cs_value_get(hooks, &in);
}

/* A list of (type, message, frames, is_cause, the exception or None), the one
 * raised last first. */
static PyObject *chain(const cs_codec_hooks *hooks, const cs_raised *r) {
  if (!r) return none();
  PyObject *list = PyList_New(0);
  for (; list && r; r = r->next) {
    PyObject *one = Py_BuildValue(
        "(NNNON)", c_text(r->type), text(r->message, r->message_len),
        frame_list(r), r->is_cause ? Py_True : Py_False, itself(hooks, r));
    if (!one || PyList_Append(list, one) < 0) Py_CLEAR(list);
    Py_XDECREF(one);
  }
  return list;
}

/* --- parts of an event --------------------------------------------------- */

static PyObject *pending(const cs_event *ev) {
  if (ev->kind != CS_WAIT) return none();
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < ev->npending; i++) {
    PyObject *id = PyLong_FromUnsignedLongLong(ev->pending[i]);
    if (!id || PyList_Append(list, id) < 0) Py_CLEAR(list);
    Py_XDECREF(id);
  }
  return list;
}

static bool arguments(const cs_codec_hooks *hooks, const cs_event *ev,
                      PyObject **args, PyObject **kwargs) {
  *args = *kwargs = NULL;
  if (!ev->args || (ev->kind != CS_CALL && ev->kind != CS_OS)) {
    *args = none();
    *kwargs = none();
    return true;
  }
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  *args = cs_value_get(hooks, &in);
  *kwargs = *args ? cs_value_get(hooks, &in) : NULL;
  if (!*kwargs) Py_CLEAR(*args);
  return *kwargs != NULL;
}

PyObject *cs_py_event_value(const cs_codec_hooks *hooks, const cs_event *ev) {
  if (ev->kind != CS_DONE || !ev->has_value) return none();
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  return cs_value_get(hooks, &in);
}

PyObject *cs_py_event(const cs_codec_hooks *hooks, const cs_event *ev) {
  PyObject *args, *kwargs;
  if (!arguments(hooks, ev, &args, &kwargs)) return NULL;
  PyObject *result = cs_py_event_value(hooks, ev);
  if (!result) {
    Py_DECREF(args);
    Py_DECREF(kwargs);
    return NULL;
  }
  return Py_BuildValue(
      "(iKKNNNONNiNdNiiOO)", (int)ev->kind, (unsigned long long)ev->id,
      (unsigned long long)ev->object, text(ev->name, ev->name_len), args,
      kwargs, ev->has_value ? Py_True : Py_False, result,
      text(ev->text, ev->text_len), ev->stream, pending(ev), ev->timeout,
      chain(hooks, ev->error), ev->exit_code, ev->signal,
      ev->invalid ? Py_True : Py_False, ev->lost ? Py_True : Py_False);
}
