/*
 * changes.c - artifacts and changes of overlays as Python lists.
 *
 * The listing runs without the interpreter lock, since it reads and hashes
 * files; what it finds is kept as wire values and becomes Python objects
 * afterwards.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session.h"

/* One TUPLE (change, path, from or None, type, size, sha256 or None). */
static int note(void *with, const cs_change *c) {
  static const char *const kinds[] = {"added", "modified", "removed", "moved"};
  cs_wire *w = with;
  char type[2] = {c->type, '\0'};
  cs_wire_begin(w, CS_WIRE_TUPLE, 6);
  cs_wire_text(w, kinds[c->kind]);
  cs_wire_bytes(w, c->path, strlen(c->path));
  if (c->from)
    cs_wire_bytes(w, c->from, strlen(c->from));
  else
    cs_wire_none(w);
  cs_wire_text(w, type);
  cs_wire_uint(w, c->size);
  if (c->hashed)
    cs_wire_bytes(w, c->sha256, sizeof c->sha256);
  else
    cs_wire_none(w);
  return w->status == CS_OK ? 0 : -1;
}

cs_status cs_py_changes(cs_py_session *self, bool artifacts, PyObject **out) {
  bool cut = false;
  cs_wire_in in;
  cs_wire_clear(&self->out);
  PyThreadState *thread = PyEval_SaveThread();
  cs_status st =
      artifacts ? cs_session_artifacts(self->s, NULL, note, &self->out, &cut)
                : cs_session_changes(self->s, note, &self->out);
  PyEval_RestoreThread(thread);
  if (st != CS_OK) return st;
  PyObject *list = PyList_New(0);
  in = cs_wire_read(self->out.data, self->out.len);
  while (list && in.at < in.end) {
    cs_module_state *state = PyType_GetModuleState(Py_TYPE(self));
    PyObject *item = cs_value_get(&state->hooks, &in);
    if (!item || PyList_Append(list, item) != 0) Py_CLEAR(list);
    Py_XDECREF(item);
  }
  *out = list ? Py_BuildValue("(NO)", list, cut ? Py_True : Py_False) : NULL;
  return CS_OK;
}

cs_status cs_py_end_changes(cs_py_session *self, bool commit, const char *at,
                            cs_error *err) {
  PyThreadState *thread = PyEval_SaveThread();
  cs_status st = commit ? cs_session_commit(self->s, at, err)
                        : cs_session_discard(self->s, at, err);
  PyEval_RestoreThread(thread);
  return st;
}
