/*
 * runrow.h - a named run in the one list of what has a name.
 *
 * It has a row of kind "run" and a directory like a sandbox: state.json, lock,
 * log.jsonl.  The lock is held as long as it runs; a later run of the same name
 * takes the directory over and its log goes on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_RUNROW_H
#define CS_SANDBOX_RUNROW_H

#include "base/error.h"

typedef struct cs_runrow {
  int box, lock; /* owned; the directory, and its lock */
} cs_runrow;

/* Take `name`.  CS_EINVAL: a sandbox has it, or a run of it goes on. */
cs_status cs_runrow_take(const char *name, cs_runrow *out,
                         cs_error *err) CS_MUST_CHECK;
/* The directory of `name`, whatever it is, owned; -1: there is none. */
int cs_runrow_open(const char *name);

#endif
