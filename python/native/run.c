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

#include "job.h"

#define NAME_KEPT 64 /* bytes of a name that is kept */

/* What one call of run or resume gives to the program. */
typedef struct cs_py_answers {
  PyObject *calls; /* dict: name -> function, or NULL */
  PyObject *os;    /* os(name, args, kwargs), or NULL */
  PyObject *name;  /* of the last call: `text` of `len` bytes, or NULL */
  char text[NAME_KEPT];
  size_t len;
} answers;

/* --- running ------------------------------------------------------------- */

static const cs_event *go(cs_py_session *self, const char *code, size_t n,
                          const cs_reply *reply) {
  self->kept = 0;
  self->running = true;
  cs_gil_give(self);
  const cs_event *ev = code ? cs_session_run(self->s, code, n)
                            : cs_session_resume(self->s, reply);
  cs_gil_take(self);
  self->running = false;
  return ev;
}

/* Most runs end before anybody could press a key: those that do not ask for
 * signals now, and look whether one came before. */
void cs_py_busy(void *user) {
  cs_py_session *self = user;
  if (!self->running) return; /* its run is given up */
  if (!self->aside) cs_gil_give(self);
  self->kept = 0;
  if (self->interrupt.on) return;
  cs_interrupt_begin(&self->interrupt, self->s);
  if (!self->interrupt.on) return;
  cs_gil_take(self);
  if (PyErr_CheckSignals() < 0 && !self->failed) {
    PyErr_Fetch(&self->error_type, &self->error_value, &self->error_trace);
    self->failed = true;
    cs_session_cancel(self->s);
  }
  cs_gil_give(self);
}

/* --- answering ----------------------------------------------------------- */

/* The exception that is set becomes a reply; false: it must go on. */
static bool put_raised(cs_py_session *self, cs_wire *w) {
  PyObject *type, *value, *trace;
  if (!PyErr_ExceptionMatches(PyExc_Exception)) return false;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  cs_wire_clear(w);
  bool ok = cs_value_put(cs_py_hooks(self), w, value);
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(trace);
  return ok;
}

/* Call `function` and write its result, or what it raised, as a reply;
 * `unhandled`: NotImplemented means that. */
static bool answer(cs_py_session *self, PyObject *function, PyObject *args,
                   PyObject *kwargs, bool unhandled, cs_wire *w,
                   cs_reply_kind *kind) {
  PyObject *result = PyObject_Call(function, args, kwargs);
  bool ok = result != NULL;
  *kind = CS_REPLY_VALUE;
  if (result == Py_NotImplemented && unhandled)
    *kind = CS_REPLY_UNHANDLED;
  else if (ok)
    ok = cs_value_put(cs_py_hooks(self), w, result);
  Py_XDECREF(result);
  if (ok) return true;
  *kind = CS_REPLY_RAISE;
  return put_raised(self, w);
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
                      PyObject *function, cs_reply_kind *kind) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  PyObject *args = cs_value_get(cs_py_hooks(self), &in);
  PyObject *kwargs = args ? cs_value_get(cs_py_hooks(self), &in) : NULL;
  PyObject *three = NULL;
  if (kwargs)
    three = Py_BuildValue("(s#OO)", ev->name, (Py_ssize_t)ev->name_len, args,
                          kwargs);
  Py_XDECREF(args);
  Py_XDECREF(kwargs);
  cs_wire_clear(&self->out);
  bool ok =
      three && answer(self, function, three, NULL, true, &self->out, kind);
  Py_XDECREF(three);
  return ok;
}

static bool answer_call(cs_py_session *self, PyObject *function,
                        const void *bytes, size_t n, cs_wire *w,
                        cs_reply_kind *kind) {
  cs_wire_in in = cs_wire_read(bytes, n);
  PyObject *args = cs_value_get(cs_py_hooks(self), &in);
  PyObject *kwargs = args ? get_kwargs(self, &in) : NULL;
  bool ok = args && (kwargs || !PyErr_Occurred()) &&
            answer(self, function, args, kwargs, false, w, kind);
  Py_XDECREF(args);
  Py_XDECREF(kwargs);
  return ok;
}

/* A program calls the same function again and again: its name is made once. */
static PyObject *name_of(answers *a, const char *text, size_t n) {
  if (a->name && a->len == n && memcmp(a->text, text, n) == 0) return a->name;
  Py_XDECREF(a->name);
  a->name = PyUnicode_DecodeUTF8(text, (Py_ssize_t)n, NULL);
  a->len = n <= NAME_KEPT ? n : SIZE_MAX;
  if (a->len != SIZE_MAX) memcpy(a->text, text, n);
  return a->name;
}

/* Borrowed, or NULL: nobody answers, or an exception. */
static PyObject *function_named(answers *a, const char *text, size_t n) {
  PyObject *name = a->calls ? name_of(a, text, n) : NULL;
  return name ? PyDict_GetItemWithError(a->calls, name) : NULL;
}

/* The function for this event, or NULL: it goes to the caller. */
static PyObject *function_for(const cs_event *ev, answers *a) {
  if (ev->kind == CS_OS) return a->os;
  if (ev->kind != CS_CALL || ev->object != 0) return NULL;
  return function_named(a, ev->name, ev->name_len);
}

/* What is not an answer to the program ends the run: kept until then. */
static void keep_error(cs_py_session *self) {
  PyErr_Fetch(&self->error_type, &self->error_value, &self->error_trace);
  self->failed = true;
}

static cs_reply_kind answer_quickly(cs_py_session *self, const char *name,
                                    size_t name_len, const void *args,
                                    size_t args_len, cs_wire *reply) {
  cs_reply_kind kind = CS_REPLY_UNHANDLED;
  PyObject *f = NULL;
  if (self->kept > 0 || PyErr_CheckSignals() == 0)
    f = function_named(self->answers, name, name_len);
  if (f) {
    Py_INCREF(f);
    if (!answer_call(self, f, args, args_len, reply, &kind))
      kind = CS_REPLY_UNHANDLED;
    Py_DECREF(f);
  }
  if (PyErr_Occurred()) keep_error(self);
  return kind;
}

cs_reply_kind cs_py_quick(void *user, const char *name, size_t name_len,
                          const void *args, size_t args_len, cs_wire *reply) {
  cs_py_session *self = user;
  answers *a = self->answers;
  if (!a || !a->calls || self->failed) return CS_REPLY_UNHANDLED;
  cs_gil_take(self);
  cs_reply_kind kind =
      answer_quickly(self, name, name_len, args, args_len, reply);
  cs_gil_go_on(self);
  return kind;
}

/* One event that a function answers, and on; NULL: it goes to the caller, or
 * an exception. */
static const cs_event *answer_event(cs_py_session *self, const cs_event *ev,
                                    answers *a) {
  PyObject *f = function_for(ev, a);
  if (!f) return NULL;
  cs_reply_kind kind;
  Py_INCREF(f);
  cs_wire_clear(&self->out);
  bool ok = ev->kind == CS_OS ? answer_os(self, ev, f, &kind)
                              : answer_call(self, f, ev->args, ev->args_len,
                                            &self->out, &kind);
  Py_DECREF(f);
  if (!ok) return NULL;
  cs_reply reply = {
      .kind = kind, .value = self->out.data, .len = self->out.len};
  return go(self, NULL, 0, &reply);
}

/* Run `code`, or go on with `reply`, until an event is for the caller; NULL
 * with an exception, also a kept one: the run is given up. */
static const cs_event *proceed(cs_py_session *self, const char *code, size_t n,
                               const cs_reply *first, answers *a) {
  const cs_event *ev = go(self, code, n, first);
  while (!self->failed && PyErr_CheckSignals() == 0) {
    const cs_event *next = answer_event(self, ev, a);
    if (!next && !PyErr_Occurred()) return ev;
    if (!next) break;
    ev = next;
  }
  CS_PY_UNLOCKED(cs_session_abandon(self->s));
  return NULL;
}

static const cs_event *guarded(cs_py_session *self, const char *code, size_t n,
                               const cs_reply *reply, answers *a) {
  self->interrupt.on = false;
  self->answers = a;
  const cs_event *ev = proceed(self, code, n, reply, a);
  self->answers = NULL;
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

uint64_t cs_py_now(void) {
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
      (unsigned long long)(cs_py_now() - began));
  Py_DECREF(texts);
  return result;
}

PyObject *cs_py_told(cs_py_session *self, const cs_event *ev, uint64_t began) {
  return ev && ev->kind == CS_DONE ? good_end(self, ev, began)
                                   : as_event(self, ev);
}

/* As run, but a good end is told with everything that a Result says. */
PyObject *cs_method_evaluate(cs_py_session *self, PyObject *args,
                             PyObject *kwargs) {
  const char *code;
  Py_ssize_t n;
  answers a;
  uint64_t began = cs_py_now();
  if (!read_code(args, kwargs, &code, &n, &a) || !cs_py_enter(self))
    return NULL;
  const cs_event *ev = guarded(self, code, (size_t)n, NULL, &a);
  return cs_py_leave(self, cs_py_told(self, ev, began));
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

cs_settled *cs_py_settled(cs_py_session *self, PyObject *list,
                          cs_reply *reply) {
  size_t n = (size_t)PyList_Size(list);
  cs_settled *items = calloc(n + 1, sizeof *items);
  if (!items) PyErr_NoMemory();
  bool ok = items != NULL;
  cs_wire_clear(&self->out);
  for (size_t i = 0; ok && i < n; i++)
    ok = put_settled(self, PyList_GetItem(list, (Py_ssize_t)i), &items[i]);
  if (!ok) {
    free(items);
    return NULL;
  }
  const uint8_t *at = self->out.data;
  for (size_t i = 0; i < n; at += items[i].len, i++) items[i].value = at;
  *reply = (cs_reply){.kind = CS_REPLY_SETTLE, .settled = items, .nsettled = n};
  return items;
}

/* settle([(id, raised, value), ...], calls=None, os=None) */
PyObject *cs_method_settle(cs_py_session *self, PyObject *args,
                           PyObject *kwargs) {
  static const char *const names[] = {"results", "calls", "os", NULL};
  PyObject *list, *calls = NULL, *os = NULL;
  answers a;
  cs_reply reply;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!|OO:settle",
                                   cs_py_keywords(names), &PyList_Type, &list,
                                   &calls, &os))
    return NULL;
  set_answers(&a, calls, os);
  if (!cs_py_enter(self)) return NULL;
  cs_settled *items = cs_py_settled(self, list, &reply);
  PyObject *result =
      items ? as_event(self, guarded(self, NULL, 0, &reply, &a)) : NULL;
  free(items);
  return cs_py_leave(self, result);
}

PyObject *cs_method_event(cs_py_session *self, PyObject *unused) {
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  const cs_event *ev = cs_session_event(self->s);
  if (!ev) return cs_py_leave(self, cs_py_done(CS_OK));
  return cs_py_leave(self, cs_py_event(cs_py_hooks(self), ev));
}

/* Where the program waits: (file, function, source, line, column, end_line,
 * end_column), or None. */
PyObject *cs_method_where(cs_py_session *self, PyObject *unused) {
  cs_frame_info where;
  bool there;
  (void)unused;
  if (!cs_py_enter(self)) return NULL;
  CS_PY_UNLOCKED(there = cs_session_where(self->s, &where));
  if (!there) return cs_py_leave(self, cs_py_done(CS_OK));
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
  if (self->job)
    cs_mail_cancel(self->job);
  else if (self->s)
    cs_session_cancel(self->s);
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
