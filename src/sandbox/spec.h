/*
 * spec.h - what a creator asks for, checked and completed.
 *
 * A request is checked as a whole, all its faults are collected, and nothing
 * exists before it is found good.  The result is what the keeper reads: every
 * limit in it is finite.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_SPEC_H
#define CS_SANDBOX_SPEC_H

#include <jansson.h>

#include "policy/policy.h"

/* The completed spec (owned), without id, image and user; NULL: `*errors` is a
 * list of objects with code, key and message (owned).  `*policy` is the policy
 * of the request (owned; NULL: none), for the image. */
json_t *cs_spec_complete(const json_t *request, cs_policy **policy,
                         json_t **errors);

#endif
