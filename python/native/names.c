/*
 * names.c - globals of the program, tools that it may call.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session.h"

PyObject *cs_method_set(cs_py_session *self, PyObject *args) {
  const char *name;
  PyObject *value;
  if (!PyArg_ParseTuple(args, "sO:set", &name, &value)) return NULL;
  if (!cs_py_enter(self)) return NULL;
  cs_wire_clear(&self->out);
  if (!cs_value_put(cs_py_hooks(self), &self->out, value))
    return cs_py_leave(self, NULL);
  cs_status st;
  CS_PY_UNLOCKED(
      st = cs_session_set(self->s, name, self->out.data, self->out.len));
  return cs_py_leave(self, cs_py_done(st));
}

PyObject *cs_method_get(cs_py_session *self, PyObject *args) {
  const char *name;
  if (!PyArg_ParseTuple(args, "s:get", &name)) return NULL;
  if (!cs_py_enter(self)) return NULL;
  cs_wire_clear(&self->out);
  cs_status st;
  CS_PY_UNLOCKED(st = cs_session_get(self->s, name, &self->out));
  if (st == CS_EINVAL) {
    PyErr_SetString(PyExc_KeyError, name);
    return cs_py_leave(self, NULL);
  }
  return cs_py_leave(self, cs_py_out_value(self, st));
}

PyObject *cs_method_add_tool(cs_py_session *self, PyObject *args) {
  const char *name, *signature, *doc;
  unsigned flags;
  if (!PyArg_ParseTuple(args, "szzI:add_tool", &name, &signature, &doc, &flags))
    return NULL;
  if (!cs_py_enter(self)) return NULL;
  cs_status st;
  CS_PY_UNLOCKED(st =
                     cs_session_add_tool(self->s, name, signature, doc, flags));
  return cs_py_leave(self, cs_py_done(st));
}

PyObject *cs_method_add_tool_schema(cs_py_session *self, PyObject *args) {
  const char *name, *schema, *doc;
  Py_ssize_t n;
  unsigned flags;
  if (!PyArg_ParseTuple(args, "ss#zI:add_tool_schema", &name, &schema, &n, &doc,
                        &flags))
    return NULL;
  if (!cs_py_enter(self)) return NULL;
  cs_status st;
  CS_PY_UNLOCKED(st = cs_session_add_tool_schema(self->s, name, schema,
                                                 (size_t)n, doc, flags));
  return cs_py_leave(self, cs_py_done(st));
}

PyObject *cs_method_stubs(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  cs_wire_clear(&self->out);
  return cs_py_leave(
      self, cs_py_out_value(self, cs_session_stubs(self->s, &self->out)));
}
