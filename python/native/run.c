/*
 * run.c - a program runs until an event is for the caller.
 *
 * Calls of plain functions and requests that `os` answers never leave this
 * file: one conversion there, one back, nothing else is made.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "session.h"

#define NAME_KEPT 64 /* bytes of a name that is kept */

/* What one call of run or resume gives to the program. */
typedef struct answers {
  PyObject *calls; /* dict: name -> function, or NULL */
  PyObject *os;    /* os(name, args, kwargs), or NULL */
  PyObject *name;  /* of the last call: `text` of `len` bytes, or NULL */
  char text[NAME_KEPT];
  size_t len;
} answers;

/* --- running ------------------------------------------------------------- */

static const cs_event *go(cs_py_session *self, const char *code, size_t n,
                          const cs_reply *reply) {
  self->aside = PyEval_SaveThread();
  const cs_event *ev = code ? cs_session_run(self->s, code, n)
                            : cs_session_resume(self->s, reply);
  PyThreadState *thread = self->aside;
  self->aside = NULL;
  PyEval_RestoreThread(thread);
  return ev;
}

/* Most runs end before anybody could press a key: those that do not ask for
 * signals now, and look whether one came before. */
void cs_py_busy(void *user) {
  cs_py_session *self = user;
  if (self->interrupt.on || !self->aside) return;
  cs_interrupt_begin(&self->interrupt, self->s);
  if (!self->interrupt.on) return;
  PyEval_RestoreThread(self->aside);
  if (PyErr_CheckSignals() < 0 && !self->failed) {
    PyErr_Fetch(&self->error_type, &self->error_value, &self->error_trace);
    self->failed = true;
    cs_session_cancel(self->s);
  }
  self->aside = PyEval_SaveThread();
}

/* --- answering ----------------------------------------------------------- */

/* The exception that is set becomes a reply; false: it must go on. */
static bool put_raised(cs_py_session *self) {
  PyObject *type, *value, *trace;
  if (!PyErr_ExceptionMatches(PyExc_Exception)) return false;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  cs_wire_clear(&self->out);
  bool ok = cs_value_put(cs_py_hooks(self), &self->out, value);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  return ok;
}

/* Call `function` and write its result, or what it raised, as a reply;
 * `unhandled`: NotImplemented means that. */
static bool answer(cs_py_session *self, PyObject *function, PyObject *args,
                   PyObject *kwargs, bool unhandled, cs_reply *reply) {
  PyObject *result = PyObject_Call(function, args, kwargs);
  cs_wire_clear(&self->out);
  *reply = (cs_reply){.kind = CS_REPLY_VALUE};
  bool ok = result != NULL;
  if (result == Py_NotImplemented && unhandled)
    reply->kind = CS_REPLY_UNHANDLED;
  else if (ok)
    ok = cs_value_put(cs_py_hooks(self), &self->out, result);
  Py_XDECREF(result);
  if (!ok) {
    reply->kind = CS_REPLY_RAISE;
    if (!put_raised(self)) return false;
  }
  reply->value = self->out.data;
  reply->len = self->out.len;
  return true;
}

/* The keyword arguments, the next value: NULL without any and no exception. */
static PyObject *get_kwargs(cs_py_session *self, cs_wire_in *in) {
  cs_wire_in ahead = *in;
  uint32_t n;
  if (cs_wire_get_dict(&ahead, &n) && n == 0) return NULL;
  return cs_value_get(cs_py_hooks(self), in);
}

/* os(name, args, kwargs) */
static bool answer_os(cs_py_session *self, const cs_event *ev,
                      PyObject *function, cs_reply *reply) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  PyObject *args = cs_value_get(cs_py_hooks(self), &in);
  PyObject *kwargs = args ? cs_value_get(cs_py_hooks(self), &in) : NULL;
  PyObject *three = NULL;
  if (kwargs)
    three = Py_BuildValue("(s#OO)", ev->name, (Py_ssize_t)ev->name_len, args,
                          kwargs);
  Py_XDECREF(args);
  Py_XDECREF(kwargs);
  bool ok = three && answer(self, function, three, NULL, true, reply);
  Py_XDECREF(three);
  return ok;
}

static bool answer_call(cs_py_session *self, const cs_event *ev,
                        PyObject *function, cs_reply *reply) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  PyObject *args = cs_value_get(cs_py_hooks(self), &in);
  PyObject *kwargs = args ? get_kwargs(self, &in) : NULL;
  bool ok = args && (kwargs || !PyErr_Occurred()) &&
            answer(self, function, args, kwargs, false, reply);
  Py_XDECREF(args);
  Py_XDECREF(kwargs);
  return ok;
}

/* A program calls the same function again and again: its name is made once. */
static PyObject *name_of(const cs_event *ev, answers *a) {
  if (a->name && a->len == ev->name_len &&
      memcmp(a->text, ev->name, ev->name_len) == 0)
    return a->name;
  Py_XDECREF(a->name);
  a->name = PyUnicode_DecodeUTF8(ev->name, (Py_ssize_t)ev->name_len, NULL);
  a->len = ev->name_len <= NAME_KEPT ? ev->name_len : SIZE_MAX;
  if (a->len != SIZE_MAX) memcpy(a->text, ev->name, a->len);
  return a->name;
}

/* The function for this event, or NULL: it goes to the caller. */
static PyObject *function_for(const cs_event *ev, answers *a) {
  if (ev->kind == CS_OS) return a->os;
  if (ev->kind != CS_CALL || ev->object != 0 || !a->calls) return NULL;
  PyObject *name = name_of(ev, a);
  return name ? PyDict_GetItemWithError(a->calls, name) : NULL;
}

/* Run `code`, or go on with `reply`, until an event is for the caller; NULL
 * with an exception: the run is given up. */
static const cs_event *proceed(cs_py_session *self, const char *code, size_t n,
                               const cs_reply *first, answers *a) {
  const cs_event *ev = go(self, code, n, first);
  for (;;) {
    if (PyErr_CheckSignals() < 0) break;
    PyObject *f = function_for(ev, a);
    if (!f && PyErr_Occurred()) break;
    if (!f) return ev;
    cs_reply reply;
    Py_INCREF(f);
    bool ok = ev->kind == CS_OS ? answer_os(self, ev, f, &reply)
                                : answer_call(self, ev, f, &reply);
    Py_DECREF(f);
    if (!ok) break;
    ev = go(self, NULL, 0, &reply);
    if (self->failed) break;
  }
  cs_session_abandon(self->s);
  return NULL;
}

static const cs_event *guarded(cs_py_session *self, const char *code, size_t n,
                               const cs_reply *reply, answers *a) {
  self->interrupt.on = false;
  const cs_event *ev = proceed(self, code, n, reply, a);
  cs_interrupt_end(&self->interrupt);
  Py_XDECREF(a->name);
  a->name = NULL;
  return ev;
}

const cs_event *cs_py_run_plain(cs_py_session *self, const char *code,
                                size_t n) {
  answers none = {.calls = NULL};
  return guarded(self, code, n, NULL, &none);
}

static PyObject *as_event(cs_py_session *self, const cs_event *ev) {
  return ev ? cs_py_event(cs_py_hooks(self), ev) : NULL;
}

static void set_answers(answers *a, PyObject *calls, PyObject *os) {
  a->name = NULL;
  a->calls = calls && PyDict_Check(calls) ? calls : NULL;
  a->os = os && os != Py_None ? os : NULL;
}

/* (code, calls=None, os=None) of run and evaluate. */
static bool read_code(PyObject *args, PyObject *kwargs, const char **code,
                      Py_ssize_t *n, answers *a) {
  static const char *const names[] = {"code", "calls", "os", NULL};
  PyObject *calls = NULL, *os = NULL;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s#|OO:run",
                                   cs_py_keywords(names), code, n, &calls, &os))
    return false;
  set_answers(a, calls, os);
  return true;
}

PyObject *cs_method_run(cs_py_session *self, PyObject *args, PyObject *kwargs) {
  const char *code;
  Py_ssize_t n;
  answers a;
  if (!read_code(args, kwargs, &code, &n, &a) || !cs_py_enter(self))
    return NULL;
  const cs_event *ev = guarded(self, code, (size_t)n, NULL, &a);
  return cs_py_leave(self, as_event(self, ev));
}

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* A good end in one go: (kind, has value, value, stdout, stderr, figures as
 * seven u64, refusals, nanoseconds).  Figures become objects if somebody looks
 * at them. */
static PyObject *good_end(cs_py_session *self, const cs_event *ev,
                          uint64_t began) {
  cs_used u;
  PyObject *value = cs_py_event_value(cs_py_hooks(self), ev);
  PyObject *texts = value ? cs_py_take_output(self) : NULL;
  if (!texts) {
    Py_XDECREF(value);
    return NULL;
  }
  cs_session_used(self->s, &u);
  uint64_t figures[7] = {u.fuel,        u.time_us, u.output,     u.memory_live,
                         u.memory_peak, u.calls,   u.suspensions};
  PyObject *result = Py_BuildValue(
      "(iONOOy#NK)", (int)ev->kind, ev->has_value ? Py_True : Py_False, value,
      PyTuple_GetItem(texts, 0), PyTuple_GetItem(texts, 1), (char *)figures,
      (Py_ssize_t)sizeof figures, cs_py_refusals(self->s),
      (unsigned long long)(now() - began));
  Py_DECREF(texts);
  return result;
}

/* As run, but a good end is told with everything that a Result says. */
PyObject *cs_method_evaluate(cs_py_session *self, PyObject *args,
                             PyObject *kwargs) {
  const char *code;
  Py_ssize_t n;
  answers a;
  uint64_t began = now();
  if (!read_code(args, kwargs, &code, &n, &a) || !cs_py_enter(self))
    return NULL;
  const cs_event *ev = guarded(self, code, (size_t)n, NULL, &a);
  PyObject *made = ev && ev->kind == CS_DONE ? good_end(self, ev, began)
                                             : as_event(self, ev);
  return cs_py_leave(self, made);
}

/* resume(kind, value=None, calls=None, os=None) */
PyObject *cs_method_resume(cs_py_session *self, PyObject *args,
                           PyObject *kwargs) {
  static const char *const names[] = {"kind", "value", "calls", "os", NULL};
  int kind;
  PyObject *value = Py_None, *calls = NULL, *os = NULL;
  answers a;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "i|OOO:resume",
                                   cs_py_keywords(names), &kind, &value, &calls,
                                   &os))
    return NULL;
  set_answers(&a, calls, os);
  if (!cs_py_enter(self)) return NULL;
  cs_wire_clear(&self->out);
  if (!cs_value_put(cs_py_hooks(self), &self->out, value))
    return cs_py_leave(self, NULL);
  cs_reply reply = {.kind = (cs_reply_kind)kind,
                    .value = self->out.data,
                    .len = self->out.len};
  return cs_py_leave(
      self,
      as_event(self, guarded(self, NULL, 0, kind == 0 ? NULL : &reply, &a)));
}

/* One (id, raised, value) into `out` at `*used`, its bytes into the message. */
static bool put_settled(cs_py_session *self, PyObject *item, cs_settled *out) {
  unsigned long long id;
  int raised;
  PyObject *value;
  if (!PyArg_ParseTuple(item, "KpO", &id, &raised, &value)) return false;
  size_t from = self->out.len;
  if (!cs_value_put(cs_py_hooks(self), &self->out, value)) return false;
  /* The message may move while it grows: offsets now, addresses later. */
  *out = (cs_settled){.id = id, .raised = raised, .len = self->out.len - from};
  return true;
}

/* settle([(id, raised, value), ...], calls=None, os=None) */
PyObject *cs_method_settle(cs_py_session *self, PyObject *args,
                           PyObject *kwargs) {
  static const char *const names[] = {"results", "calls", "os", NULL};
  PyObject *list, *calls = NULL, *os = NULL;
  answers a;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|OO:settle",
                                   cs_py_keywords(names), &PyList_Type, &list,
                                   &calls, &os))
    return NULL;
  set_answers(&a, calls, os);
  if (!cs_py_enter(self)) return NULL;
  size_t n = (size_t)PyList_Size(list);
  cs_settled *items = calloc(n + 1, sizeof *items);
  cs_wire_clear(&self->out);
  bool ok = items != NULL;
  for (size_t i = 0; ok && i < n; i++)
    ok = put_settled(self, PyList_GetItem(list, (Py_ssize_t)i), &items[i]);
  PyObject *result = NULL;
  if (ok) {
    const uint8_t *at = self->out.data;
    for (size_t i = 0; i < n; at += items[i].len, i++) items[i].value = at;
    cs_reply reply = {.kind = CS_REPLY_SETTLE, .settled = items, .nsettled = n};
    result = as_event(self, guarded(self, NULL, 0, &reply, &a));
  } else if (!PyErr_Occurred()) {
    PyErr_NoMemory();
  }
  free(items);
  return cs_py_leave(self, result);
}

PyObject *cs_method_event(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  const cs_event *ev = cs_session_event(self->s);
  if (!ev) {
    self->busy = false;
    Py_RETURN_NONE;
  }
  return cs_py_leave(self, cs_py_event(cs_py_hooks(self), ev));
}

/* Where the program waits: (file, function, source, line, column, end_line,
 * end_column), or None. */
PyObject *cs_method_where(cs_py_session *self, PyObject *unused) {
  cs_frame_info where;
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  if (!cs_session_where(self->s, &where))
    return cs_py_leave(self, cs_py_done(CS_OK));
  return cs_py_leave(self, cs_py_frame(&where));
}

PyObject *cs_method_check(cs_py_session *self, PyObject *args) {
  const char *code;
  Py_ssize_t n;
  const cs_event *ev = NULL;
  if (!PyArg_ParseTuple(args, "s#:check", &code, &n)) return NULL;
  if (!cs_py_enter(self)) return NULL;
  cs_status st;
  CS_PY_UNLOCKED(st = cs_session_check(self->s, code, (size_t)n, &ev));
  if (st == CS_ESYNTAX && ev)
    return cs_py_leave(self, cs_py_event(cs_py_hooks(self), ev));
  return cs_py_leave(self, cs_py_done(st));
}

PyObject *cs_method_cancel(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (self->s) cs_session_cancel(self->s);
  Py_RETURN_NONE;
}

PyObject *cs_method_abandon(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  CS_PY_UNLOCKED(cs_session_abandon(self->s));
  return cs_py_leave(self, cs_py_done(CS_OK));
}

PyObject *cs_method_restart(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  cs_status st;
  CS_PY_UNLOCKED(st = cs_session_restart(self->s));
  return cs_py_leave(self, cs_py_done(st));
}
