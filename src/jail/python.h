/*
 * python.h - what an interpreter outside of /usr needs of the host.
 *
 * A virtual environment is content: a repository ships it, or an earlier run
 * wrote it.  Its links therefore do not decide what is shown.  Every part is
 * opened beneath the prefix of the interpreter, and links that leave the prefix
 * are not followed.  One exception is needed: the interpreter itself is usually
 * a link to that of another installation.  That one must be a program named
 * like Python, with a standard library beside it; only this library and the
 * program are shown, never the directory above them, which may be somebody's
 * home (redteam: M04).
 *
 * What is never shown: a home directory, a directory above a prefix, anything
 * that a link of the environment leads to outside of it.
 *
 * Texts and numbers of a part are what was opened: the helper mounts that very
 * object, or refuses.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_PYTHON_H
#define CS_JAIL_PYTHON_H

#include "jail/jail.h"

#define CS_PYTHON_PARTS 24

/* Freed by cs_python_fini, which accepts a zeroed one. */
typedef struct cs_python_parts {
  cs_jail_shown at[CS_PYTHON_PARTS]; /* texts owned */
  size_t n;
} cs_python_parts;

/* Find the parts that belong to `python`, an absolute path.  An interpreter
 * that is not there has none: starting it will tell.  CS_EINVAL: it leads to
 * something that is not an interpreter.  After a failure nothing is left. */
cs_status cs_python_find(const char *python, cs_python_parts *out,
                         cs_error *err) CS_MUST_CHECK;
void cs_python_fini(cs_python_parts *parts);

#endif
