/*
 * value_get.c - wire bytes become Python objects.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "value.h"

typedef struct source {
  const cs_codec_hooks *hooks;
  cs_wire_in *in;
  uint32_t depth;
} source;

static PyObject *get(source *g);

static PyObject *corrupt(void) {
  PyErr_SetString(PyExc_ValueError, "malformed value");
  return NULL;
}

static PyObject *text(const cs_wire_item *item) {
  return PyUnicode_DecodeUTF8(item->data, (Py_ssize_t)item->len,
                              "surrogatepass");
}

static PyObject *big(const cs_wire_item *item) {
  PyObject *v =
      PyObject_CallMethod((PyObject *)&PyLong_Type, "from_bytes", "y#s",
                          item->data, (Py_ssize_t)item->len, "little");
  if (!v || !item->negative) return v;
  PyObject *negative = PyNumber_Negative(v);
  Py_DECREF(v);
  return negative;
}

/* --- containers ---------------------------------------------------------- */

/* Every value has a byte at least: more than that cannot follow. */
static bool can_follow(const source *g, uint32_t n) {
  return n <= (size_t)(g->in->end - g->in->at);
}

static PyObject *get_list(source *g, uint32_t n) {
  if (!can_follow(g, n)) return corrupt();
  PyObject *list = PyList_New(0);
  for (uint32_t i = 0; list && i < n; i++) {
    PyObject *v = get(g);
    if (!v || PyList_Append(list, v) < 0) Py_CLEAR(list);
    Py_XDECREF(v);
  }
  return list;
}

static PyObject *get_tuple(source *g, uint32_t n) {
  if (!can_follow(g, n)) return corrupt();
  PyObject *tuple = PyTuple_New((Py_ssize_t)n);
  for (uint32_t i = 0; tuple && i < n; i++) {
    PyObject *v = get(g);
    if (!v || PyTuple_SetItem(tuple, (Py_ssize_t)i, v) < 0) Py_CLEAR(tuple);
  }
  return tuple;
}

/* A sandbox that was taken over sends what no program has, a list as a key: its
 * type stands for it.  Values of guests never raise in their host. */
static PyObject *stand_in(PyObject *v) {
  if (!PyErr_ExceptionMatches(PyExc_TypeError) &&
      !PyErr_ExceptionMatches(PyExc_ValueError))
    return NULL;
  PyErr_Clear();
  return PyObject_Str((PyObject *)Py_TYPE(v));
}

static bool put_member(PyObject *set, PyObject *v) {
  if (PySet_Add(set, v) == 0) return true;
  PyObject *other = stand_in(v);
  bool ok = other && PySet_Add(set, other) == 0;
  Py_XDECREF(other);
  return ok;
}

static PyObject *get_set(source *g, uint32_t n, bool frozen) {
  if (!can_follow(g, n)) return corrupt();
  PyObject *set = PySet_New(NULL);
  for (uint32_t i = 0; set && i < n; i++) {
    PyObject *v = get(g);
    if (!v || !put_member(set, v)) Py_CLEAR(set);
    Py_XDECREF(v);
  }
  if (!set || !frozen) return set;
  PyObject *same = PyFrozenSet_New(set);
  Py_DECREF(set);
  return same;
}

static bool put_entry(PyObject *dict, PyObject *key, PyObject *v) {
  if (PyDict_SetItem(dict, key, v) == 0) return true;
  PyObject *other = stand_in(key);
  bool ok = other && PyDict_SetItem(dict, other, v) == 0;
  Py_XDECREF(other);
  return ok;
}

static PyObject *get_dict(source *g, uint32_t n) {
  PyObject *dict = PyDict_New();
  for (uint32_t i = 0; dict && i < n; i++) {
    PyObject *key = get(g);
    PyObject *v = key ? get(g) : NULL;
    if (!v || !put_entry(dict, key, v)) Py_CLEAR(dict);
    Py_XDECREF(key);
    Py_XDECREF(v);
  }
  return dict;
}

static PyObject *get_bounds(source *g, PyTypeObject *type) {
  PyObject *three = get_tuple(g, 3);
  if (!three) return NULL;
  PyObject *v = PyObject_CallObject((PyObject *)type, three);
  if (!v) v = stand_in(three);
  Py_DECREF(three);
  return v;
}

/* --- what put_together makes --------------------------------------------- */

static bool add(PyObject *list, PyObject *v) {
  bool ok = v && PyList_Append(list, v) == 0;
  Py_XDECREF(v);
  return ok;
}

static bool add_ints(PyObject *list, const int *v, int n) {
  for (int i = 0; i < n; i++)
    if (!add(list, PyLong_FromLong(v[i]))) return false;
  return true;
}

static bool add_values(source *g, PyObject *list, uint64_t n) {
  for (uint64_t i = 0; i < n; i++)
    if (!add(list, get(g))) return false;
  return true;
}

/* detail, id, `names` values, a dict of the fields */
static bool add_object(source *g, PyObject *list, const cs_wire_item *item,
                       uint32_t names) {
  return add(list, PyLong_FromLong(item->detail)) &&
         add(list, PyLong_FromUnsignedLongLong(item->id)) &&
         add_values(g, list, names) && add(list, get_dict(g, item->count));
}

static bool add_parts(source *g, PyObject *list, const cs_wire_item *item) {
  switch ((int)item->tag) {
    case CS_WIRE_DATE:
    case CS_WIRE_TIMEDELTA: return add_ints(list, item->date, 3);
    case CS_WIRE_TIME:
      return add_ints(list, item->time, 5) && add_values(g, list, 1);
    case CS_WIRE_DATETIME:
      return add_ints(list, item->date, 3) && add_ints(list, item->time, 5) &&
             add_values(g, list, 1);
    case CS_WIRE_PATH: return add(list, text(item));
    case CS_WIRE_UUID:
      return add(list, PyBytes_FromStringAndSize(item->data, 16));
    case CS_WIRE_DECIMAL:
      return add(list, PyBool_FromLong(item->negative)) &&
             add(list, PyLong_FromLong(item->detail)) && add_values(g, list, 2);
    case CS_WIRE_OBJECT: return add_object(g, list, item, 1);
    case CS_WIRE_HOST: return add_object(g, list, item, 3);
    case CS_WIRE_NAMED:
      return add(list, PyLong_FromLong(item->detail)) && add_values(g, list, 1);
    case CS_WIRE_CYCLE: return add(list, PyLong_FromLong(item->detail));
    default: return add_values(g, list, item->parts);
  }
}

static PyObject *get_special(source *g, const cs_wire_item *item) {
  PyObject *list = PyList_New(0);
  if (!list) return NULL;
  PyObject *v = NULL;
  if (add(list, PyLong_FromLong((long)item->tag)) && add_parts(g, list, item))
    v = PyObject_CallFunctionObjArgs(g->hooks->put_together, list, NULL);
  Py_DECREF(list);
  return v;
}

/* --- everything ---------------------------------------------------------- */

static PyObject *get_container(source *g, const cs_wire_item *item) {
  switch ((int)item->tag) {
    case CS_WIRE_LIST: return get_list(g, item->count);
    case CS_WIRE_TUPLE: return get_tuple(g, item->count);
    case CS_WIRE_SET: return get_set(g, item->count, false);
    case CS_WIRE_FROZENSET: return get_set(g, item->count, true);
    case CS_WIRE_DICT: return get_dict(g, item->count);
    case CS_WIRE_RANGE: return get_bounds(g, &PyRange_Type);
    case CS_WIRE_SLICE: return get_bounds(g, &PySlice_Type);
    default: return get_special(g, item);
  }
}

static PyObject *share(PyObject *o) {
  Py_INCREF(o);
  return o;
}

static PyObject *get(source *g) {
  cs_wire_item item;
  if (cs_wire_next(g->in, &item) != CS_OK) return corrupt();
  switch ((int)item.tag) {
    case CS_WIRE_NONE: return share(Py_None);
    case CS_WIRE_FALSE: return share(Py_False);
    case CS_WIRE_TRUE: return share(Py_True);
    case CS_WIRE_ELLIPSIS: return share(Py_Ellipsis);
    case CS_WIRE_NOTIMPL: return share(Py_NotImplemented);
    case CS_WIRE_INT: return PyLong_FromLongLong(item.i);
    case CS_WIRE_BIGINT: return big(&item);
    case CS_WIRE_FLOAT: return PyFloat_FromDouble(item.f);
    case CS_WIRE_COMPLEX: return PyComplex_FromDoubles(item.f, item.g);
    case CS_WIRE_STR: return text(&item);
    case CS_WIRE_BYTES:
      return PyBytes_FromStringAndSize(item.data, (Py_ssize_t)item.len);
    case CS_WIRE_BYTEARRAY:
      return PyByteArray_FromStringAndSize(item.data, (Py_ssize_t)item.len);
    default: break;
  }
  /* The mark of what is too deep stands one below the deepest container. */
  if (++g->depth > CS_WIRE_DEPTH + 1) return corrupt();
  PyObject *v = get_container(g, &item);
  g->depth--;
  return v;
}

PyObject *cs_value_get(const cs_codec_hooks *hooks, cs_wire_in *in) {
  source g = {.hooks = hooks, .in = in};
  return get(&g);
}
