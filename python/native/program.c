/*
 * program.c - caisson._native.Program: a program that is run again and again.
 *
 * The base of caisson.compat.monty.Monty.  A program that was read before and
 * is run without any argument needs no Python code: it gets a session that is
 * kept for this, and gives it back as good as new.  Everything else goes
 * through the Python methods of the subclass: `_setup` makes an instance,
 * `_run` runs it, and `go_on` takes over a run that asks for something.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>

#include "session.h"

#include <structmember.h> /* needs Python.h */

#define MOST_IDLE 16 /* sessions kept; each has some 100 KiB of memory */

typedef struct cs_py_program {
  PyObject_HEAD PyObject *code;
  char plain; /* nothing but the code was given */
} cs_py_program;

/* Put a new reference in the place of an old one. */
static void put(PyObject **at, PyObject *o) {
  PyObject *old = *at;
  Py_INCREF(o);
  *at = o;
  Py_XDECREF(old);
}

/* The state of the module that defines the last base before object. */
static cs_module_state *state_of(PyTypeObject *type) {
  for (;;) {
    PyTypeObject *base = PyType_GetSlot(type, Py_tp_base);
    if (!base || base == &PyBaseObject_Type) break;
    type = base;
  }
  return PyType_GetModuleState(type);
}

/* --- making -------------------------------------------------------------- */

/* Calling the class `chooser` makes a `program` if there is code, else a
 * `pool`. */
static PyTypeObject *choose(cs_module_state *st, PyObject *args,
                            PyObject *kwargs) {
  bool code = PyTuple_Size(args) > 0 ||
              (kwargs && PyDict_GetItemString(kwargs, "code"));
  return (PyTypeObject *)(code ? st->programs.program : st->programs.pool);
}

static PyObject *program_new(PyTypeObject *type, PyObject *args,
                             PyObject *kwargs) {
  cs_module_state *st = state_of(type);
  if (!st) return NULL;
  if ((PyObject *)type == st->programs.chooser) type = choose(st, args, kwargs);
  allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
  return alloc(type, 0);
}

static int set_up(PyObject *self, PyObject *args, PyObject *kwargs) {
  PyObject *setup = PyObject_GetAttrString(self, "_setup");
  PyObject *none = setup ? PyObject_Call(setup, args, kwargs) : NULL;
  Py_XDECREF(setup);
  Py_XDECREF(none);
  return none ? 0 : -1;
}

static int program_init(cs_py_program *self, PyObject *args, PyObject *kwargs) {
  cs_module_state *st = state_of(Py_TYPE(self));
  if (!st) return -1;
  PyObject *code = PyTuple_Size(args) == 1 ? PyTuple_GetItem(args, 0) : NULL;
  if (kwargs || !code || !PyUnicode_CheckExact(code) || !st->programs.read ||
      !PyDict_GetItemWithError(st->programs.read, code))
    return PyErr_Occurred() ? -1 : set_up((PyObject *)self, args, kwargs);
  put(&self->code, code);
  self->plain = true;
  return 0;
}

static void program_dealloc(cs_py_program *self) {
  PyTypeObject *type = Py_TYPE(self);
  freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
  Py_CLEAR(self->code);
  release(self);
  Py_DECREF(type);
}

/* --- running ------------------------------------------------------------- */

/* A session from the shelf, or a new one. */
static cs_py_session *take_session(cs_module_state *st) {
  PyObject *idle = st->programs.idle;
  Py_ssize_t n = PyList_Size(idle);
  if (n <= 0)
    return (cs_py_session *)PyObject_CallObject(st->programs.make, NULL);
  PyObject *s = PyList_GetItem(idle, n - 1);
  Py_INCREF(s);
  if (PyList_SetSlice(idle, n - 1, n, NULL) == 0) return (cs_py_session *)s;
  Py_DECREF(s);
  return NULL;
}

/* Back on the shelf, as new; one that cannot be so is dropped. */
static void give_session(cs_module_state *st, cs_py_session *s) {
  bool good = PyList_Size(st->programs.idle) < MOST_IDLE &&
              cs_session_restart(s->s) == CS_OK &&
              PyList_Append(st->programs.idle, (PyObject *)s) == 0;
  if (!good) PyErr_Clear();
  Py_DECREF(s);
}

/* `s` is taken. */
static PyObject *run_in(cs_module_state *st, cs_py_program *self,
                        cs_py_session *s) {
  Py_ssize_t n;
  const char *code = PyUnicode_AsUTF8AndSize(self->code, &n);
  const cs_event *ev = NULL;
  PyObject *value = NULL;
  if (code && cs_py_enter(s)) {
    ev = cs_py_run_plain(s, code, (size_t)n);
    bool good = ev && ev->kind == CS_DONE;
    if (good)
      value = cs_py_event_value(cs_py_hooks(s), ev);
    else if (ev)
      value = cs_py_event(cs_py_hooks(s), ev);
    value = cs_py_leave(s, value);
    if (good && value) {
      give_session(st, s);
      return value;
    }
  }
  PyObject *result = NULL;
  if (value)
    result =
        PyObject_CallFunction(st->programs.go_on, "OON", self->code, s, value);
  Py_DECREF(s);
  return result;
}

/* self._run(**named), from the arguments of a fast call. */
static PyObject *run_slowly(PyObject *self, PyObject *const *args,
                            Py_ssize_t nargs, PyObject *names) {
  PyObject *run = PyObject_GetAttrString(self, "_run");
  PyObject *plain = PyTuple_New(nargs), *named = PyDict_New();
  PyObject *result = NULL;
  bool ok = run && plain && named;
  for (Py_ssize_t i = 0; ok && i < nargs; i++) {
    Py_INCREF(args[i]);
    ok = PyTuple_SetItem(plain, i, args[i]) == 0;
  }
  for (Py_ssize_t i = 0; ok && names && i < PyTuple_Size(names); i++)
    ok = PyDict_SetItem(named, PyTuple_GetItem(names, i), args[nargs + i]) == 0;
  if (ok) result = PyObject_Call(run, plain, named);
  Py_XDECREF(run);
  Py_XDECREF(plain);
  Py_XDECREF(named);
  return result;
}

static PyObject *program_run(PyObject *self, PyTypeObject *type,
                             PyObject *const *args, size_t nargs,
                             PyObject *names) {
  cs_py_program *p = (cs_py_program *)self;
  cs_module_state *st = PyType_GetModuleState(type);
  if (!st) return NULL;
  if (!p->plain || nargs > 0 || names || !st->programs.make)
    return run_slowly(self, args, (Py_ssize_t)nargs, names);
  cs_py_session *s = take_session(st);
  return s ? run_in(st, p, s) : NULL;
}

PyObject *cs_native_set_programs(PyObject *module, PyObject *args) {
  cs_module_state *st = PyModule_GetState(module);
  cs_py_programs given;
  if (!PyArg_ParseTuple(args, "OOOO!O!OO:set_programs", &given.chooser,
                        &given.program, &given.pool, &PyDict_Type, &given.read,
                        &PyList_Type, &given.idle, &given.make, &given.go_on))
    return NULL;
  PyObject **from = (PyObject **)&given, **to = (PyObject **)&st->programs;
  for (size_t i = 0; i < sizeof given / sizeof given.chooser; i++)
    put(&to[i], from[i]);
  Py_RETURN_NONE;
}

/* --- the type ------------------------------------------------------------ */

static PyMemberDef members[] = {
    {"_code", T_OBJECT, offsetof(cs_py_program, code), 0, NULL},
    {"_plain", T_BOOL, offsetof(cs_py_program, plain), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyMethodDef methods[] = {
    {"run", (PyCFunction)(void (*)(void))program_run,
     METH_METHOD | METH_FASTCALL | METH_KEYWORDS,
     "run($self, *, inputs=None, limits=None, external_functions=None, "
     "print_callback=None, mount=None, os=None)\n--\n\n"
     "Run to the end; the value of the last expression."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, program_new},
    {Py_tp_init, program_init},
    {Py_tp_dealloc, program_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {Py_tp_doc, (void *)"A program; see caisson.compat.monty.Monty."},
    {0, NULL},
};

PyType_Spec cs_program_spec = {
    .name = "caisson._native.Program",
    .basicsize = sizeof(cs_py_program),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};
