/*
 * describe.h - text that tells a model what a sandbox can do, from what it
 * really has.
 *
 * The only source of it: the Python package and the MCP server give the same
 * bytes for the same facts.  The text is made of fragments; each is a claim
 * that tests/python/test_instructions.py proves in the state that makes it
 * appear.  Names that users chose are quoted and cut.
 *
 * Facts are one value (cs_wire), a TUPLE of:
 *   depth (int: 0 interp, 1 process, 2 whichever the code needs),
 *   cs_options.os (int), a host answers the rest (bool), seconds that an unused
 *   session lives (float; 0: no session_id), seconds, bytes of output and bytes
 *   of memory of a run (float, int, int),
 *   number of modules (int), modules that are not there (str), mounts: LIST of
 *   (path, mode), names of variables: LIST of str, host functions: LIST of
 *   (name, signature or None, doc or None, is async).
 * Modes are "ro", "overlay" and "rw"; lists are in the order that is shown.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_DESCRIBE_H
#define CS_SESSION_DESCRIBE_H

#include "base/buf.h"
#include "base/wire.h"

/* Modules that models try to import; those that are not there are named. */
#define CS_DESCRIBE_HABITS                                            \
  "socket ssl http subprocess multiprocessing sqlite3 ctypes select " \
  "signal smtplib email tkinter curses bz2 lzma"

/* Append the text.  CS_EINVAL: these are no facts. */
cs_status cs_describe(const void *facts, size_t n, cs_buf *out) CS_MUST_CHECK;

/* The fragments by number, for whoever proves them; NULL: no more.  Words in
 * braces are filled in. */
const char *cs_describe_fragment(size_t i, const char **name);

#endif
