/*
 * options.c - keyword arguments of Session become cs_options.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stddef.h>
#include <string.h>

#include "session.h"

typedef enum kind { NUMBER64, NUMBER32, SIGNED64, TEXT } kind;

static const struct option {
  const char *name;
  size_t offset;
  kind kind;
} options[] = {
#define OPTION(name, kind) \
  { #name, offsetof(cs_options, name), kind }
    OPTION(flags, NUMBER32),       OPTION(os, NUMBER32),
    OPTION(script_name, TEXT),     OPTION(time_ms, NUMBER64),
    OPTION(fuel, NUMBER64),        OPTION(output, NUMBER64),
    OPTION(memory, NUMBER64),      OPTION(recursion, NUMBER32),
    OPTION(source, NUMBER64),      OPTION(calls, NUMBER64),
    OPTION(suspensions, NUMBER64), OPTION(futures, NUMBER64),
    OPTION(sleep_ms, NUMBER64),    OPTION(message, NUMBER64),
    OPTION(clock_ns, SIGNED64),    OPTION(seed, NUMBER64),
    OPTION(turn_ms, NUMBER64),     OPTION(total_ms, NUMBER64),
#undef OPTION
};

static bool store(const struct option *opt, PyObject *v, cs_options *o) {
  char *at = (char *)o + opt->offset;
  uint64_t n = 0;
  uint32_t small;
  int64_t whole;
  const char *s;
  switch (opt->kind) {
    case TEXT:
      s = PyUnicode_AsUTF8AndSize(v, NULL);
      if (s) memcpy(at, &s, sizeof s);
      break;
    case SIGNED64:
      whole = PyLong_AsLongLong(v);
      memcpy(at, &whole, sizeof whole);
      break;
    case NUMBER32:
    case NUMBER64:
      n = PyLong_AsUnsignedLongLong(v);
      small = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
      if (opt->kind == NUMBER32)
        memcpy(at, &small, sizeof small);
      else
        memcpy(at, &n, sizeof n);
      break;
  }
  return !PyErr_Occurred();
}

static const struct option *find(const char *name) {
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
    if (strcmp(options[i].name, name) == 0) return &options[i];
  return NULL;
}

bool cs_py_options(PyObject *dict, const cs_policy *policy, cs_options *o) {
  PyObject *key, *v;
  Py_ssize_t at = 0;
  cs_jails *jails = o->jails;
  cs_options_init(o);
  o->jails = jails; /* its memory is another one than the engine's */
  if (policy) cs_policy_apply(policy, o);
  while (dict && PyDict_Next(dict, &at, &key, &v)) {
    const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
    const struct option *opt = name ? find(name) : NULL;
    if (!opt) {
      if (name) PyErr_Format(PyExc_TypeError, "unknown option '%s'", name);
      return false;
    }
    if (!store(opt, v, o)) return false;
  }
  return true;
}
