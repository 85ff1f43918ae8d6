/*
 * output.c - what a program prints: collected, or handed to a function.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "session.h"

static bool collect(cs_py_session *self, int i, const char *text, size_t len) {
  size_t need = self->text_len[i] + len;
  if (need > self->text_room[i]) {
    size_t room = need < 512 ? 1024 : 2 * need;
    char *grown = realloc(self->text[i], room);
    if (!grown) return false;
    self->text[i] = grown;
    self->text_room[i] = room;
  }
  memcpy(self->text[i] + self->text_len[i], text, len);
  self->text_len[i] = need;
  return true;
}

static bool hand_over(cs_py_session *self, int stream, const char *text,
                      size_t len) {
  PyGILState_STATE gil = PyGILState_Ensure();
  PyObject *s = PyUnicode_DecodeUTF8(text, (Py_ssize_t)len, "surrogatepass");
  PyObject *r = s ? PyObject_CallFunction(self->write, "iO", stream, s) : NULL;
  Py_XDECREF(s);
  Py_XDECREF(r);
  if (!r) {
    PyErr_Fetch(&self->error_type, &self->error_value, &self->error_trace);
    self->failed = true;
  }
  PyGILState_Release(gil);
  return r != NULL;
}

bool cs_py_output(void *user, int stream, const char *text, size_t len) {
  cs_py_session *self = user;
  if (self->failed) return false;
  if (self->write) return hand_over(self, stream, text, len);
  return collect(self, stream == 2, text, len);
}

PyObject *cs_py_take_output(cs_py_session *self) {
  PyObject *pair = Py_BuildValue(
      "(NN)",
      PyUnicode_DecodeUTF8(self->text[0] ? self->text[0] : "",
                           (Py_ssize_t)self->text_len[0], "surrogatepass"),
      PyUnicode_DecodeUTF8(self->text[1] ? self->text[1] : "",
                           (Py_ssize_t)self->text_len[1], "surrogatepass"));
  self->text_len[0] = self->text_len[1] = 0;
  return pair;
}
