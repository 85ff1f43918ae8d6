/*
 * value_put.c - Python objects become wire bytes.
 *
 * Exact built-in types are written directly, subclasses of them only through
 * take_apart, which decides what they mean (an enum, a named tuple).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "value.h"

typedef struct putter {
  const cs_codec_hooks *hooks;
  cs_wire *w;
  uint32_t depth;
} putter;

static bool put(putter *p, PyObject *o);

static bool refuse(PyObject *type, const char *text) {
  PyErr_SetString(type, text);
  return false;
}

/* --- plain data ---------------------------------------------------------- */

static bool put_big(putter *p, PyObject *o) {
  PyObject *bits = PyObject_CallMethod(o, "bit_length", NULL);
  size_t n = bits ? PyLong_AsSize_t(bits) / 8 + 1 : 0;
  Py_XDECREF(bits);
  if (PyErr_Occurred()) return false;
  PyObject *size = PyNumber_Absolute(o);
  PyObject *bytes = size ? PyObject_CallMethod(size, "to_bytes", "ns",
                                               (Py_ssize_t)n, "little")
                         : NULL;
  Py_XDECREF(size);
  if (!bytes) return false;
  PyObject *zero = PyLong_FromLong(0);
  int negative = zero ? PyObject_RichCompareBool(o, zero, Py_LT) : -1;
  Py_XDECREF(zero);
  const char *data = PyBytes_AsString(bytes);
  if (negative >= 0 && data) {
    while (n > 0 && data[n - 1] == 0) n--;
    cs_wire_bigint(p->w, negative == 1, data, n);
  }
  Py_DECREF(bytes);
  return negative >= 0 && data;
}

static bool put_int(putter *p, PyObject *o) {
  int overflow = 0;
  long long n = PyLong_AsLongLongAndOverflow(o, &overflow);
  if (overflow) return put_big(p, o);
  if (n == -1 && PyErr_Occurred()) return false;
  cs_wire_int(p->w, n);
  return true;
}

static bool put_str(putter *p, PyObject *o) {
  Py_ssize_t n;
  const char *s = PyUnicode_AsUTF8AndSize(o, &n);
  if (s) {
    cs_wire_str(p->w, s, (size_t)n);
    return true;
  }
  if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) return false;
  PyErr_Clear(); /* lone surrogates */
  PyObject *b = PyUnicode_AsEncodedString(o, "utf-8", "surrogatepass");
  if (!b) return false;
  cs_wire_str(p->w, PyBytes_AsString(b), (size_t)PyBytes_Size(b));
  Py_DECREF(b);
  return true;
}

static bool put_bytearray(putter *p, PyObject *o) {
  size_t n = (size_t)PyByteArray_Size(o);
  uint8_t *room = cs_wire_bytes_room(p->w, CS_WIRE_BYTEARRAY, n);
  if (room) memcpy(room, PyByteArray_AsString(o), n);
  return true;
}

/* --- containers ---------------------------------------------------------- */

static bool put_tuple(putter *p, PyObject *o) {
  Py_ssize_t n = PyTuple_Size(o);
  cs_wire_begin(p->w, CS_WIRE_TUPLE, (size_t)n);
  for (Py_ssize_t i = 0; i < n; i++)
    if (!put(p, PyTuple_GetItem(o, i))) return false;
  return true;
}

/* Lists and dicts may change under us only if a conversion runs Python code:
 * sizes are read again each time and must agree in the end. */
static bool put_list(putter *p, PyObject *o) {
  Py_ssize_t n = PyList_Size(o);
  cs_wire_begin(p->w, CS_WIRE_LIST, (size_t)n);
  for (Py_ssize_t i = 0; i < n; i++) {
    PyObject *item = PyList_GetItem(o, i);
    if (!item) return false;
    Py_INCREF(item);
    bool ok = put(p, item);
    Py_DECREF(item);
    if (!ok) return false;
  }
  return true;
}

static bool put_dict(putter *p, PyObject *o) {
  PyObject *items = PyDict_Items(o);
  if (!items) return false;
  Py_ssize_t n = PyList_Size(items);
  bool ok = true;
  cs_wire_begin(p->w, CS_WIRE_DICT, (size_t)n);
  for (Py_ssize_t i = 0; ok && i < n; i++) {
    PyObject *pair = PyList_GetItem(items, i);
    ok = put(p, PyTuple_GetItem(pair, 0)) && put(p, PyTuple_GetItem(pair, 1));
  }
  Py_DECREF(items);
  return ok;
}

static bool put_set(putter *p, PyObject *o, cs_wire_tag tag) {
  PyObject *list = PySequence_List(o);
  if (!list) return false;
  Py_ssize_t n = PyList_Size(list);
  bool ok = true;
  cs_wire_begin(p->w, tag, (size_t)n);
  for (Py_ssize_t i = 0; ok && i < n; i++) ok = put(p, PyList_GetItem(list, i));
  Py_DECREF(list);
  return ok;
}

static bool put_bounds(putter *p, PyObject *o, cs_wire_tag tag) {
  static const char *const names[] = {"start", "stop", "step"};
  bool ok = true;
  cs_wire_tagged(p->w, tag);
  for (int i = 0; ok && i < 3; i++) {
    PyObject *part = PyObject_GetAttrString(o, names[i]);
    ok = part && put(p, part);
    Py_XDECREF(part);
  }
  return ok;
}

/* --- what take_apart gives ----------------------------------------------- */

/* The ints of parts[from ... from + n). */
static bool small_ints(PyObject *parts, Py_ssize_t from, int n, int *out) {
  for (int i = 0; i < n; i++) {
    PyObject *item = PyTuple_GetItem(parts, from + i);
    long v = item ? PyLong_AsLong(item) : -1;
    if (v == -1 && PyErr_Occurred()) return false;
    out[i] = (int)v;
  }
  return true;
}

static bool put_rest(putter *p, PyObject *parts, Py_ssize_t from) {
  for (Py_ssize_t i = from; i < PyTuple_Size(parts); i++)
    if (!put(p, PyTuple_GetItem(parts, i))) return false;
  return true;
}

static bool put_fields(putter *p, PyObject *fields) {
  PyObject *items = PyDict_Items(fields);
  if (!items) return false;
  bool ok = true;
  for (Py_ssize_t i = 0; ok && i < PyList_Size(items); i++)
    ok = put_rest(p, PyList_GetItem(items, i), 0);
  Py_DECREF(items);
  return ok;
}

/* (tag, detail, id, name parts ..., dict of fields) */
static bool put_object(putter *p, cs_wire_tag tag, PyObject *parts) {
  int detail;
  Py_ssize_t last = PyTuple_Size(parts) - 1;
  PyObject *fields = PyTuple_GetItem(parts, last);
  if (last < 3 || !PyDict_Check(fields))
    return refuse(PyExc_TypeError, "bad parts of an object");
  if (!small_ints(parts, 1, 1, &detail)) return false;
  unsigned long long id = PyLong_AsUnsignedLongLong(PyTuple_GetItem(parts, 2));
  if (PyErr_Occurred()) return false;
  cs_wire_object(p->w, tag, (uint8_t)detail, id, (size_t)PyDict_Size(fields));
  for (Py_ssize_t i = 3; i < last; i++)
    if (!put(p, PyTuple_GetItem(parts, i))) return false;
  return put_fields(p, fields);
}

static bool put_path(putter *p, PyObject *parts) {
  Py_ssize_t n;
  const char *s = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(parts, 1), &n);
  if (s) cs_wire_path(p->w, s, (size_t)n);
  return s != NULL;
}

static bool put_uuid(putter *p, PyObject *parts) {
  char *data;
  Py_ssize_t n;
  if (PyBytes_AsStringAndSize(PyTuple_GetItem(parts, 1), &data, &n) < 0)
    return false;
  if (n != 16) return refuse(PyExc_ValueError, "a UUID has 16 bytes");
  cs_wire_uuid(p->w, (const uint8_t *)data);
  return true;
}

static bool put_parts(putter *p, cs_wire_tag tag, PyObject *parts) {
  int v[8];
  switch ((int)tag) {
    case CS_WIRE_DATE:
      if (!small_ints(parts, 1, 3, v)) return false;
      cs_wire_date(p->w, v[0], v[1], v[2]);
      return true;
    case CS_WIRE_TIME:
      if (!small_ints(parts, 1, 5, v)) return false;
      cs_wire_time(p->w, v[0], v[1], v[2], v[3], v[4]);
      return put_rest(p, parts, 6);
    case CS_WIRE_DATETIME:
      if (!small_ints(parts, 1, 8, v)) return false;
      cs_wire_datetime(p->w, v, v + 3);
      return put_rest(p, parts, 9);
    case CS_WIRE_TIMEDELTA:
      if (!small_ints(parts, 1, 3, v)) return false;
      cs_wire_timedelta(p->w, v[0], v[1], v[2]);
      return true;
    case CS_WIRE_PATH: return put_path(p, parts);
    case CS_WIRE_UUID: return put_uuid(p, parts);
    case CS_WIRE_DECIMAL:
      if (!small_ints(parts, 1, 2, v)) return false;
      cs_wire_decimal(p->w, v[0] != 0, v[1]);
      return put_rest(p, parts, 3);
    case CS_WIRE_OBJECT:
    case CS_WIRE_HOST: return put_object(p, tag, parts);
    case CS_WIRE_NAMED:
      if (!small_ints(parts, 1, 1, v)) return false;
      cs_wire_tagged1(p->w, tag, (uint8_t)v[0]);
      return put_rest(p, parts, 2);
    case CS_WIRE_TIMEZONE:
    case CS_WIRE_ZONE:
    case CS_WIRE_FRACTION:
    case CS_WIRE_EXCEPTION:
      cs_wire_tagged(p->w, tag);
      return put_rest(p, parts, 1);
    default: return refuse(PyExc_TypeError, "bad parts of a value");
  }
}

static bool put_special(putter *p, PyObject *o) {
  PyObject *parts = PyObject_CallFunctionObjArgs(p->hooks->take_apart, o, NULL);
  if (!parts) return false;
  bool ok = false;
  if (!PyTuple_Check(parts)) {
    ok = put(p, parts); /* stands for another value */
  } else {
    int tag;
    ok = small_ints(parts, 0, 1, &tag) && put_parts(p, (cs_wire_tag)tag, parts);
  }
  Py_DECREF(parts);
  return ok;
}

/* --- everything ---------------------------------------------------------- */

/* A subclass that is neither a named tuple nor an enum member. */
static bool is_tuple(PyObject *o) {
  return PyTuple_CheckExact(o) ||
         (PyTuple_Check(o) && !PyObject_HasAttrString(o, "_fields") &&
          !PyObject_HasAttrString(o, "_value_"));
}

static bool put_container(putter *p, PyObject *o) {
  if (is_tuple(o)) return put_tuple(p, o);
  if (PyList_CheckExact(o)) return put_list(p, o);
  if (PyDict_CheckExact(o)) return put_dict(p, o);
  if (Py_TYPE(o) == &PySet_Type) return put_set(p, o, CS_WIRE_SET);
  if (Py_TYPE(o) == &PyFrozenSet_Type) return put_set(p, o, CS_WIRE_FROZENSET);
  if (Py_TYPE(o) == &PyRange_Type) return put_bounds(p, o, CS_WIRE_RANGE);
  if (Py_TYPE(o) == &PySlice_Type) return put_bounds(p, o, CS_WIRE_SLICE);
  return put_special(p, o);
}

static bool put(putter *p, PyObject *o) {
  if (!o) return false;
  if (p->w->status != CS_OK) return true; /* reported in the end */
  if (o == Py_None) {
    cs_wire_none(p->w);
  } else if (PyUnicode_CheckExact(o)) {
    return put_str(p, o);
  } else if (PyBool_Check(o)) {
    cs_wire_bool(p->w, o == Py_True);
  } else if (PyLong_CheckExact(o)) {
    return put_int(p, o);
  } else if (PyFloat_CheckExact(o)) {
    cs_wire_float(p->w, PyFloat_AsDouble(o));
  } else if (PyBytes_CheckExact(o)) {
    cs_wire_bytes(p->w, PyBytes_AsString(o), (size_t)PyBytes_Size(o));
  } else if (Py_TYPE(o) == &PyByteArray_Type) {
    return put_bytearray(p, o);
  } else if (Py_TYPE(o) == &PyComplex_Type) {
    cs_wire_complex(p->w, PyComplex_RealAsDouble(o), PyComplex_ImagAsDouble(o));
  } else if (o == Py_Ellipsis) {
    cs_wire_tagged(p->w, CS_WIRE_ELLIPSIS);
  } else if (o == Py_NotImplemented) {
    cs_wire_tagged(p->w, CS_WIRE_NOTIMPL);
  } else {
    if (++p->depth > CS_WIRE_DEPTH)
      return refuse(PyExc_ValueError,
                    "value is nested too deeply or contains itself");
    bool ok = put_container(p, o);
    p->depth--;
    return ok;
  }
  return true;
}

bool cs_value_put(const cs_codec_hooks *hooks, cs_wire *w, PyObject *object) {
  putter p = {.hooks = hooks, .w = w};
  if (!put(&p, object)) return false;
  switch ((int)w->status) {
    case CS_OK: return true;
    case CS_ELIMIT:
      return refuse(PyExc_ValueError, "value is too large to cross");
    case CS_EOS: PyErr_NoMemory(); return false;
    default: return refuse(PyExc_ValueError, "value cannot be encoded");
  }
}
