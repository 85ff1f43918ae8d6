/*
 * boxfile.h - the small JSON files in the directory of a sandbox.
 *
 * Read with one call and written with one: jansson's own functions make a
 * system call for every character.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_BOXFILE_H
#define CS_SANDBOX_BOXFILE_H

#include <jansson.h>
#include <stdbool.h>

/* Owned; NULL: there is none, or it is broken. */
json_t *cs_boxfile_read(int dir, const char *file);
/* Written beside it, then put in its place: readers see one or the other. */
bool cs_boxfile_write(int dir, const char *file, const json_t *value);

#endif
