/*
 * value.h - Python objects of the host as wire bytes, and back.
 *
 * Plain data is converted here; everything with a class of its own (dates,
 * paths, decimals, exceptions, dataclasses) is taken apart and put together by
 * two functions of caisson._values, which exchange tuples that begin with the
 * wire's tag.
 *
 * Recursion follows the data and stops at CS_WIRE_DEPTH.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PYTHON_VALUE_H
#define CS_PYTHON_VALUE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>

#include "caisson.h"

/* The two functions; strong references of the module's state. */
typedef struct cs_codec_hooks {
  PyObject *take_apart;   /* take_apart(object) -> tuple */
  PyObject *put_together; /* put_together(tuple) -> object */
} cs_codec_hooks;

/* Append `object`.  False with a Python exception: TypeError for what cannot
 * cross, ValueError for cycles and values that are too deep or too large. */
bool cs_value_put(const cs_codec_hooks *hooks, cs_wire *w, PyObject *object);

/* Read one value.  NULL with a Python exception; ValueError: bad bytes. */
PyObject *cs_value_get(const cs_codec_hooks *hooks, cs_wire_in *in);

#endif
