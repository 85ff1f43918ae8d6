/*
 * workgrant.h - which parts of an rw workspace may be written.
 *
 * With write rules the workspace is mounted read-only, and what the rules name
 * is mounted once more, writable, at its place.  So a rule is a path, or a
 * directory and "/" and two stars; a directory that is not there is made.  What
 * a deny rule names stays read-only, and therefore has to be there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_WORKGRANT_H
#define CS_SANDBOX_WORKGRANT_H

#include <jansson.h>

#include "base/error.h"

#define CS_WORKGRANT_MAX 32 /* write rules of an rw workspace */

/* Put `grants` (paths below the workspace `fd`) into the workspace of a spec
 * that has write rules, and what is denied into its `covers`. */
cs_status cs_workgrant_set(json_t *spec, int fd, cs_error *err) CS_MUST_CHECK;

#endif
