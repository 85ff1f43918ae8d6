/*
 * boxpolicy.h - the policy of a request, and what it leaves of the request.
 *
 * A request may name a policy: a path, an object, or a list of these, each of
 * which narrows the one before.  What the policy sets is a ceiling: a request
 * that asks for more is refused with "policy_widens", never cut down.  What a
 * request leaves open gets the policy's value.  Fields that nobody set are no
 * ceiling; images.allow is the exception (imagerules.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_BOXPOLICY_H
#define CS_SANDBOX_BOXPOLICY_H

#include <jansson.h>

#include "policy/fault.h"
#include "policy/policy.h"

/* The policy of `request`, owned; `*out` is NULL if it names none. */
cs_status cs_boxpolicy_open(const json_t *request, cs_policy **out,
                            cs_policy_fault *f) CS_MUST_CHECK;
/* One of them: a path (of a file of the owner) or an object. */
cs_status cs_boxpolicy_load(const json_t *given, cs_policy **out,
                            cs_policy_fault *f) CS_MUST_CHECK;

/* Is `asked` (an object as a policy file has it) within what `p` sets? */
cs_status cs_boxpolicy_check(const cs_policy *p, const json_t *asked,
                             cs_policy_fault *f) CS_MUST_CHECK;

/* The fields of `p` that concern sandboxes and that somebody set, as an object
 * for a request; owned, NULL: no memory. */
json_t *cs_boxpolicy_json(const cs_policy *p);

/* The field of `p` that forbids such a sandbox, or that a program in it would
 * get round, whoever's policy it is; NULL: none.  `workspace`: it has one. */
const char *cs_boxpolicy_refusal(const cs_policy *p, bool workspace);

/* The first field that a policy sets and no sandbox enforces; NULL: none. */
const char *cs_boxpolicy_gap(const cs_policy *p);

#endif
