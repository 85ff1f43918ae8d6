/*
 * module.c - the extension module caisson._native.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "job.h"

#include "depth/pyenv.h"
#include "session/describe.h"

static PyObject *set_codec(PyObject *module, PyObject *args) {
  cs_module_state *st = PyModule_GetState(module);
  PyObject *apart, *together;
  if (!PyArg_ParseTuple(args, "OO:set_codec", &apart, &together)) return NULL;
  Py_INCREF(apart);
  Py_INCREF(together);
  Py_XDECREF(st->hooks.take_apart);
  Py_XDECREF(st->hooks.put_together);
  st->hooks = (cs_codec_hooks){apart, together};
  Py_RETURN_NONE;
}

static PyObject *encode(PyObject *module, PyObject *value) {
  cs_module_state *st = PyModule_GetState(module);
  cs_wire w;
  cs_wire_init(&w, CS_WIRE_MAX);
  PyObject *bytes = NULL;
  if (cs_value_put(&st->hooks, &w, value))
    bytes = PyBytes_FromStringAndSize((const char *)w.data, (Py_ssize_t)w.len);
  cs_wire_fini(&w);
  return bytes;
}

static PyObject *decode(PyObject *module, PyObject *args) {
  cs_module_state *st = PyModule_GetState(module);
  const char *bytes;
  Py_ssize_t n;
  if (!PyArg_ParseTuple(args, "y#:decode", &bytes, &n)) return NULL;
  if (cs_wire_check(bytes, (size_t)n, 1) != CS_OK) {
    PyErr_SetString(PyExc_ValueError, "malformed value");
    return NULL;
  }
  cs_wire_in in = cs_wire_read(bytes, (size_t)n);
  return cs_value_get(&st->hooks, &in);
}

static PyObject *refused(cs_status st) {
  if (st == CS_EOS) return PyErr_NoMemory();
  PyErr_SetString(PyExc_ValueError,
                  st == CS_EINVAL
                      ? "a key has 16 to 64 bytes"
                      : "these bytes were not sealed with this key");
  return NULL;
}

static PyObject *seal(PyObject *module, PyObject *args) {
  const char *bytes, *key;
  Py_ssize_t n, key_len;
  void *sealed;
  size_t len;
  (void)module;
  if (!PyArg_ParseTuple(args, "y#y#:seal", &bytes, &n, &key, &key_len))
    return NULL;
  cs_status st = cs_seal(key, (size_t)key_len, bytes, (size_t)n, &sealed, &len);
  if (st != CS_OK) return refused(st);
  PyObject *o = PyBytes_FromStringAndSize(sealed, (Py_ssize_t)len);
  free(sealed);
  return o;
}

static PyObject *unseal(PyObject *module, PyObject *args) {
  const char *bytes, *key;
  Py_ssize_t n, key_len;
  const void *inside;
  size_t len;
  (void)module;
  if (!PyArg_ParseTuple(args, "y#y#:unseal", &bytes, &n, &key, &key_len))
    return NULL;
  cs_status st =
      cs_unseal(key, (size_t)key_len, bytes, (size_t)n, &inside, &len);
  if (st != CS_OK) return refused(st);
  return PyBytes_FromStringAndSize(inside, (Py_ssize_t)len);
}

static PyObject *describe(PyObject *module, PyObject *args) {
  const char *facts;
  Py_ssize_t n;
  cs_buf text;
  (void)module;
  if (!PyArg_ParseTuple(args, "y#:describe", &facts, &n)) return NULL;
  cs_buf_init(&text, 1 << 20);
  cs_status st = cs_describe(facts, (size_t)n, &text);
  PyObject *o = NULL;
  if (st == CS_OK)
    o = PyUnicode_FromStringAndSize(cs_buf_text(&text), (Py_ssize_t)text.len);
  else if (st == CS_EOS)
    PyErr_NoMemory();
  else
    PyErr_SetString(PyExc_ValueError, "malformed facts");
  cs_buf_fini(&text);
  return o;
}

static PyObject *fragments(PyObject *module, PyObject *none) {
  PyObject *all = PyDict_New();
  const char *name, *text;
  (void)module;
  (void)none;
  for (size_t i = 0; all && (text = cs_describe_fragment(i, &name)); i++) {
    PyObject *o = PyUnicode_FromString(text);
    if (!o || PyDict_SetItemString(all, name, o) < 0) Py_CLEAR(all);
    Py_XDECREF(o);
  }
  return all;
}

static PyObject *habits(PyObject *module, PyObject *none) {
  (void)module;
  (void)none;
  return PyUnicode_FromString(CS_DESCRIBE_HABITS);
}

/* The interpreter of a named environment; None: there is no such one. */
static PyObject *find_env(PyObject *module, PyObject *name) {
  char path[PATH_MAX];
  const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
  (void)module;
  if (!text) return NULL;
  if (!cs_pyenv_find(text, path)) Py_RETURN_NONE;
  return PyUnicode_DecodeFSDefault(path);
}

static PyMethodDef functions[] = {
    {"habits", habits, METH_NOARGS, "habits() -> str"},
    {"describe", describe, METH_VARARGS, "describe(facts) -> str"},
    {"fragments", fragments, METH_NOARGS, "fragments() -> dict"},
    {"set_codec", set_codec, METH_VARARGS,
     "set_codec(take_apart, put_together): once, by caisson._values."},
    {"set_programs", cs_native_set_programs, METH_VARARGS,
     "set_programs(chooser, program, pool, read, idle, make, go_on)."},
    {"encode", encode, METH_O, "encode(value) -> bytes"},
    {"decode", decode, METH_VARARGS, "decode(bytes) -> value"},
    {"seal", seal, METH_VARARGS, "seal(bytes, key) -> bytes"},
    {"unseal", unseal, METH_VARARGS, "unseal(bytes, key) -> bytes"},
    {"forget_threads", cs_native_forget_threads, METH_NOARGS,
     "forget_threads(): in the child of a fork."},
    {"auto", cs_native_auto, METH_VARARGS,
     "auto(code, no_process, mounted) -> (depth, reason)"},
    {"find_env", find_env, METH_O, "find_env(name) -> str | None"},
    {"policy_schema", cs_native_policy_schema, METH_NOARGS,
     "policy_schema() -> str"},
    {"check", cs_native_check, METH_VARARGS,
     "check(code, profile, lists, most) -> (verdict, findings, dropped)"},
    {"sandbox_call", cs_native_sandbox_call, METH_VARARGS,
     "sandbox_call(home, request) -> (reply, lease)"},
    {"sandbox_connect", cs_native_sandbox_connect, METH_VARARGS,
     "sandbox_connect(home, name) -> fd"},
    {NULL, NULL, 0, NULL},
};

/* Make a type and keep it in `*kept`. */
static int add_type(PyObject *module, PyType_Spec *spec, const char *name,
                    PyObject **kept) {
  *kept = PyType_FromModuleAndSpec(module, spec, NULL);
  if (!*kept) return -1;
  Py_INCREF(*kept);
  return PyModule_AddObject(module, name, *kept);
}

static int fill(PyObject *module) {
  cs_module_state *st = PyModule_GetState(module);
  if (add_type(module, &cs_session_spec, "Session", &st->session_type) < 0 ||
      add_type(module, &cs_jails_spec, "Jails", &st->jails_type) < 0 ||
      add_type(module, &cs_remote_spec, "Remote", &st->remote_type) < 0 ||
      add_type(module, &cs_audit_spec, "Audit", &st->audit_type) < 0 ||
      add_type(module, &cs_policy_spec, "Policy", &st->policy_type) < 0 ||
      add_type(module, &cs_program_spec, "Program", &st->program_type) < 0 ||
      add_type(module, &cs_mail_spec, "Mail", &st->mail_type) < 0)
    return -1;
  PyObject *threads = PyImport_ImportModule("_thread");
  if (!threads) return -1;
  st->count_threads = PyObject_GetAttrString(threads, "_count");
  Py_DECREF(threads);
  if (!st->count_threads) return -1;
  if (cs_native_add_numbers(module) < 0) return -1;
  return PyModule_AddStringConstant(module, "version", cs_version());
}

/* Every object that the state refers to. */
/* clang-format off */
#define STATE(X)                                                          \
  X(hooks.take_apart) X(hooks.put_together) X(session_type) X(jails_type) \
  X(audit_type) X(policy_type) X(program_type) X(mail_type)               \
  X(remote_type)                                                          \
  X(programs.chooser)                                                     \
  X(count_threads)                                                        \
  X(programs.program) X(programs.pool) X(programs.read) X(programs.idle)  \
  X(programs.make) X(programs.go_on)
/* clang-format on */

static int traverse(PyObject *module, visitproc visit, void *arg) {
  cs_module_state *st = PyModule_GetState(module);
#define VISIT(field) Py_VISIT(st->field);
  STATE(VISIT)
#undef VISIT
  return 0;
}

static int clear(PyObject *module) {
  cs_module_state *st = PyModule_GetState(module);
#define CLEAR(field) Py_CLEAR(st->field);
  STATE(CLEAR)
#undef CLEAR
  return 0;
}

static void release(void *module) {
  cs_module_state *st = PyModule_GetState(module);
  (void)clear(module);
  if (!st) return;
  cs_rest_forget(st);
  cs_pool_free(st->pool);
  cs_workers_free(st->workers);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, fill}, {0, NULL}};

PyModuleDef cs_native_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "caisson._native",
    .m_doc = "Conversion between Python and libcaisson; no public names.",
    .m_size = sizeof(cs_module_state),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = release,
};

PyMODINIT_FUNC PyInit__native(void); /* called by the import system only */

PyMODINIT_FUNC PyInit__native(void) {
  return PyModuleDef_Init(&cs_native_module);
}
