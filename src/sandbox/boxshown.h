/*
 * boxshown.h - secrets that the programs of a sandbox see themselves.
 *
 * A policy says so by `mode: env`.  spec.json has their names, variables and
 * sources as `shown`, never a value: that is read at each start and goes to the
 * keeper in a memory file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_BOXSHOWN_H
#define CS_SANDBOX_BOXSHOWN_H

#include <jansson.h>

#include "base/error.h"
#include "policy/policy.h"

/* Put those of `names` that are to be shown into the spec `to`, and the names
 * of the others into `*bound` (owned). */
cs_status cs_boxshown_keep(const cs_policy *p, const json_t *names, json_t *to,
                           json_t **bound, cs_error *err) CS_MUST_CHECK;

/* Read the values of a spec into `*out` (owned): name, variable and value of
 * each, with a NUL after each.  -1: the spec has none.  CS_EINVAL: one has no
 * value, or one too short to be taken out of logs. */
cs_status cs_boxshown_open(const json_t *spec, int *out,
                           cs_error *err) CS_MUST_CHECK;

#endif
