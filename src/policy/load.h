/*
 * load.h - policies from text, files and built-in profiles.
 *
 * A broken text never means "defaults": it is refused with file, line, column
 * and the nearest valid spelling.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_LOAD_H
#define CS_POLICY_LOAD_H

#include "policy/fault.h"
#include "policy/policy.h"

/* Read `n` bytes of YAML or JSON.  `name` stands for the file in faults and
 * origins.  `extends` may only name a built-in profile. */
cs_status cs_load_text(const char *text, size_t n, const char *name,
                       cs_policy_level level, cs_policy **out,
                       cs_policy_fault *fault) CS_MUST_CHECK;
/* Read a file: a regular one, not through a symbolic link, owned by root or
 * the caller, writable by nobody else.  `fault->code` is "policy_file" when it
 * cannot be had. */
cs_status cs_load_file(const char *path, cs_policy_level level, cs_policy **out,
                       cs_policy_fault *fault) CS_MUST_CHECK;
/* The built-in profile of this name. */
cs_status cs_load_profile(const char *name, cs_policy_level level,
                          cs_policy **out,
                          cs_policy_fault *fault) CS_MUST_CHECK;

/* The text of a profile, or NULL; the names, "a|b|c". */
const char *cs_profile_text(const char *name);
extern const char cs_profile_names[];

#endif
