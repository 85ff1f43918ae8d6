/*
 * native.h - the tables of built-in functions and how their ids come about.
 *
 * Every C file with built-ins exports one table `cs_<file>_natives`, ended by
 * an entry without a name.  Table k of natives.def gives its entries the ids
 * k * 128 + position: append-only, both the list and the tables, because
 * snapshots contain ids.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_NATIVE_H
#define CS_PY_HEAP_NATIVE_H

#include "py/heap/ctx.h"

#define CS_NATIVE_TABLE 128 /* entries per table */
#define CS_NATIVE_END \
  { NULL, NULL, NULL, NULL }

#endif
