/*
 * path.h - paths of requests, in the one form that rules are matched with.
 *
 * A rule with paths forwards what it judged: dot segments are gone, escapes of
 * plain characters are decoded, others are in upper case.  What two servers
 * could read in two ways (an encoded slash, an empty segment, "..;") has no
 * normal form and is refused there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_PATH_H
#define CS_EGRESS_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Is this the path of a request: '/' first, printable ASCII, no '#', no
 * backslash, every '%' with two hexadecimal digits? */
bool cs_path_is_valid(const char *path);

/* The normal form of a valid path, in `out` of at least strlen + 1 bytes;
 * false: it has none. */
bool cs_path_normal(const char *path, char *out);

/* Does the normal path lie at or below `prefix`?  "/v1" matches "/v1" and
 * "/v1/x", not "/v1x". */
bool cs_path_is_below(const char *path, const char *prefix);

#endif
