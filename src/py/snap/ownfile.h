/*
 * ownfile.h - the file that the loader mapped this program from.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_OWNFILE_H
#define CS_PY_SNAP_OWNFILE_H

#include <stddef.h>
#include <stdint.h>

/* Open the running program's file and find out where in it the `len` bytes at
 * `at` are; `*from` is a multiple of a page.  -1: they belong to a library, or
 * the file cannot be opened.  The descriptor is the caller's.  He compares what
 * he finds there: under an emulator it is another file. */
int cs_own_file_open(const void *at, size_t len, uint64_t *from);

#endif
