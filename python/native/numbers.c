/*
 * numbers.c - flags and enumerations of caisson.h, by name, for the package.
 *
 * `_native.ASK_FILES` is CS_ASK_FILES: Python never types such a number again.
 * A new one that Python needs is a word in NUMBERS and in _native.pyi.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session.h"

#include "base/depth.h"
#include "base/os_call.h"

/* clang-format off */
#define NUMBERS(N)                                                           \
  /* kinds of events and replies */                                          \
  N(CALL) N(OS) N(NAME) N(WAIT) N(OUTPUT) N(DONE) N(RAISED) N(LIMIT)         \
  N(CRASHED)                                                                 \
  N(REPLY_VALUE) N(REPLY_RAISE) N(REPLY_PENDING) N(REPLY_UNHANDLED)          \
  N(REPLY_FUNCTION)                                                          \
  /* options of sessions */                                                  \
  N(ASK_NAMES) N(KEEP_OBJECTS) N(ASK_SLEEPS) N(ASK_FILES) N(WHOLE_FILES)     \
  N(MEMORY_ENDS) N(TOP_RETURN) N(WAIT_END) N(LATE_ANNOTATIONS)               \
  N(OS_CLOCK) N(OS_FIXED_CLOCK) N(OS_ENTROPY) N(OS_SEEDED) N(OS_MEMORY)      \
  N(OS_ENVIRON) N(OS_MONOTONIC) N(OS_NO_CPU) N(HOST_HANDLE)                  \
  N(JAILS_NO_LANDLOCK) N(JAILS_NO_SPAWN)                                     \
  N(MOUNT_OVERLAY) N(MOUNT_RO) N(MOUNT_RW) N(MOUNT_SEALED) N(MOUNT_STRICT)   \
  N(POLICY_SYSTEM) N(POLICY_OWNER) N(POLICY_PROJECT) N(POLICY_CALL)          \
  N(AUDIT_FULL) N(AUDIT_OPTIONAL) N(AUDIT_BATCH) N(AUDIT_ALWAYS)             \
  N(CHECK_PASSED) N(CHECK_REFUSED) N(CHECK_UNSURE) N(CHECK_INVALID)          \
  /* abilities of depths: DEPTHS has those of each */                        \
  N(CAN_RUN) N(IS_ENGINE) N(IS_JAIL)                                         \
  /* details of values; their tags are WIRE_NONE and so on */                \
  N(WIRE_IS_INSTANCE) N(WIRE_IS_DATACLASS) N(WIRE_IS_NAMEDTUPLE)             \
  N(WIRE_IS_ENUM) N(WIRE_IS_FROZEN) N(WIRE_HOST_FROZEN) N(WIRE_HOST_CALL)    \
  N(WIRE_HOST_DATA)
/* clang-format on */

static const struct {
  const char *name;
  long number;
} numbers[] = {
#define N(name) {#name, CS_##name},
    NUMBERS(N)
#undef N
#define X(name, number, fixed) {"WIRE_" #name, CS_WIRE_##name},
        CS_WIRE_LIST(X)
#undef X
};

/* DEPTHS: the rows of base/depths.def, as a dict from name to abilities. */
static int add_depths(PyObject *module) {
  PyObject *all = PyDict_New();
  for (int i = 0; all && i < CS_PLACES; i++) {
    PyObject *can = PyLong_FromUnsignedLong(cs_depth_rows[i].can);
    if (!can || PyDict_SetItemString(all, cs_depth_rows[i].name, can) < 0)
      Py_CLEAR(all);
    Py_XDECREF(can);
  }
  if (!all) return -1;
  if (PyModule_AddObject(module, "DEPTHS", all) == 0) return 0;
  Py_DECREF(all);
  return -1;
}

/* SLEEPS: the requests after which time has passed, and asyncio's note of
 * such a one, by the rows of base/os_calls.def. */
static int add_sleeps(PyObject *module) {
  PyObject *all = PyList_New(0);
  for (int i = 0; all && i < CS_OSCALLS; i++) {
    bool sleeps = cs_oscall_is((cs_oscall)i, CS_OSCALL_SLEEPS);
    if (!sleeps && i != CS_OSCALL_ASYNC_SLEEP) continue;
    PyObject *name = PyUnicode_FromString(cs_oscall_rows[i].name);
    if (!name || PyList_Append(all, name) < 0) Py_CLEAR(all);
    Py_XDECREF(name);
  }
  PyObject *fixed = all ? PyList_AsTuple(all) : NULL;
  Py_XDECREF(all);
  if (!fixed) return -1;
  if (PyModule_AddObject(module, "SLEEPS", fixed) == 0) return 0;
  Py_DECREF(fixed);
  return -1;
}

int cs_native_add_numbers(PyObject *module) {
  if (add_depths(module) < 0 || add_sleeps(module) < 0) return -1;
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    if (PyModule_AddIntConstant(module, numbers[i].name, numbers[i].number) < 0)
      return -1;
  return 0;
}
