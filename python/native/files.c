/*
 * files.c - files, mounts, variables and what a program did to them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session.h"

PyObject *cs_method_put_file(cs_py_session *self, PyObject *args) {
  const char *path, *data;
  Py_ssize_t n;
  if (!PyArg_ParseTuple(args, "sz#:put_file", &path, &data, &n)) return NULL;
  if (!cs_py_enter(self)) return NULL;
  return cs_py_leave(
      self, cs_py_done(cs_session_put_file(self->s, path, data, (size_t)n)));
}

PyObject *cs_method_get_file(cs_py_session *self, PyObject *args) {
  const char *path;
  if (!PyArg_ParseTuple(args, "s:get_file", &path)) return NULL;
  if (!cs_py_enter(self)) return NULL;
  cs_wire_clear(&self->out);
  cs_status st;
  CS_PY_UNLOCKED(st = cs_session_get_file(self->s, path, &self->out));
  if (st == CS_EINVAL) return cs_py_leave(self, cs_py_done(CS_OK)); /* None */
  return cs_py_leave(self, cs_py_out_value(self, st));
}

PyObject *cs_method_mount(cs_py_session *self, PyObject *args) {
  const char *host, *at;
  int mode;
  unsigned long long limit;
  cs_error err = {0};
  if (!PyArg_ParseTuple(args, "zsiK:mount", &host, &at, &mode, &limit))
    return NULL;
  if (!cs_py_enter(self)) return NULL;
  cs_status st =
      cs_session_mount(self->s, host, at, (cs_mount_mode)mode, limit, &err);
  return cs_py_leave(self,
                     st == CS_OK ? cs_py_done(st) : cs_py_failed(st, &err));
}

PyObject *cs_method_limit_mount(cs_py_session *self, PyObject *args) {
  const char *at;
  unsigned long long written, held;
  if (!PyArg_ParseTuple(args, "sKK:limit_mount", &at, &written, &held))
    return NULL;
  if (!cs_py_enter(self)) return NULL;
  return cs_py_leave(
      self, cs_py_done(cs_session_limit_mount(self->s, at, written, held)));
}

PyObject *cs_method_unmount(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  cs_session_unmount(self->s);
  return cs_py_leave(self, cs_py_done(CS_OK));
}

PyObject *cs_method_rename(cs_py_session *self, PyObject *args) {
  const char *name;
  if (!PyArg_ParseTuple(args, "s:rename", &name)) return NULL;
  if (!cs_py_enter(self)) return NULL;
  return cs_py_leave(self, cs_py_done(cs_session_rename(self->s, name)));
}

PyObject *cs_method_chdir(cs_py_session *self, PyObject *args) {
  const char *path;
  if (!PyArg_ParseTuple(args, "s:chdir", &path)) return NULL;
  if (!cs_py_enter(self)) return NULL;
  return cs_py_leave(self, cs_py_done(cs_session_chdir(self->s, path)));
}

PyObject *cs_method_tell_files(cs_py_session *self, PyObject *args) {
  int on;
  if (!PyArg_ParseTuple(args, "p:tell_files", &on)) return NULL;
  if (!cs_py_enter(self)) return NULL;
  cs_session_tell_files(self->s, on);
  return cs_py_leave(self, cs_py_done(CS_OK));
}

PyObject *cs_method_put_env(cs_py_session *self, PyObject *args) {
  const char *name, *value;
  if (!PyArg_ParseTuple(args, "sz:put_env", &name, &value)) return NULL;
  if (!cs_py_enter(self)) return NULL;
  return cs_py_leave(self,
                     cs_py_done(cs_session_put_env(self->s, name, value)));
}

static PyObject *changes(cs_py_session *self, bool artifacts) {
  PyObject *list = NULL;
  if (!cs_py_enter(self)) return NULL;
  cs_status st = cs_py_changes(self, artifacts, &list);
  return cs_py_leave(self, st == CS_OK ? list : cs_py_failed(st, NULL));
}

PyObject *cs_method_artifacts(cs_py_session *self, PyObject *unused) {
  (void)unused;
  return changes(self, true);
}

PyObject *cs_method_changes(cs_py_session *self, PyObject *unused) {
  (void)unused;
  return changes(self, false);
}

static PyObject *end_changes(cs_py_session *self, PyObject *args, bool commit) {
  const char *at;
  cs_error err = {0};
  if (!PyArg_ParseTuple(args, "z", &at) || !cs_py_enter(self)) return NULL;
  cs_status st = cs_py_end_changes(self, commit, at, &err);
  return cs_py_leave(self,
                     st == CS_OK ? cs_py_done(st) : cs_py_failed(st, &err));
}

PyObject *cs_method_commit(cs_py_session *self, PyObject *args) {
  return end_changes(self, args, true);
}

PyObject *cs_method_discard(cs_py_session *self, PyObject *args) {
  return end_changes(self, args, false);
}

/* The wire dicts as Python dicts; a new list, or NULL with an exception. */
static PyObject *list_displays(cs_py_session *self, size_t n) {
  cs_module_state *state = PyType_GetModuleState(Py_TYPE(self));
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < n; i++) {
    size_t len;
    const void *bytes = cs_session_display(self->s, i, &len);
    cs_wire_in in = cs_wire_read(bytes, len);
    PyObject *item = cs_value_get(&state->hooks, &in);
    if (!item || PyList_Append(list, item) != 0) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  return list;
}

PyObject *cs_method_displays(cs_py_session *self, PyObject *unused) {
  (void)unused;
  uint64_t cut;
  if (!cs_py_enter(self)) return NULL;
  size_t n = cs_session_displays(self->s, &cut);
  if (n == 0 && cut == 0) return cs_py_leave(self, Py_NewRef(Py_None));
  PyObject *list = list_displays(self, n), *pair = NULL;
  if (list) pair = Py_BuildValue("(NK)", list, (unsigned long long)cut);
  return cs_py_leave(self, pair);
}
