/*
 * policy.h - a policy: what a program may do, and who said so.
 *
 * A policy has a value for every field of schema.h.  One that was read from a
 * file has that file's values where it sets them and the built-in defaults
 * elsewhere; narrow.h makes one of several.  It never changes once it is made,
 * so any number of threads may read it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_POLICY_H
#define CS_POLICY_POLICY_H

#include "base/error.h"
#include "policy/pvalue.h"
#include "policy/schema.h"

#include "caisson/policy.h" /* cs_policy, cs_policy_level */

/* Where a value comes from. */
typedef struct cs_policy_origin {
  cs_policy_level level;
  const char *file;      /* borrowed from the policy: path, or "built-in" */
  uint32_t line, column; /* 0: not from a file */
} cs_policy_origin;

/* The built-in default: denies files, network, processes, environment. */
cs_status cs_policy_new(cs_policy **out) CS_MUST_CHECK;
/* An independent copy. */
cs_status cs_policy_copy(const cs_policy *p, cs_policy **out) CS_MUST_CHECK;

/* The value of a field; never NULL, kind NONE where it is absent.  Borrowed, as
 * everything below. */
const cs_pvalue *cs_policy_value(const cs_policy *p, cs_policy_field id);
/* Did somebody set it?  Otherwise it has its default. */
bool cs_policy_is_set(const cs_policy *p, cs_policy_field id);
cs_policy_origin cs_policy_where(const cs_policy *p, const cs_pvalue *v);

/* Shortcuts; the type must be that of the field.  Bools: 0 or 1. */
uint64_t cs_policy_number(const cs_policy *p, cs_policy_field id);
bool cs_policy_flag(const cs_policy *p, cs_policy_field id);
/* NULL: absent */
const char *cs_policy_text(const cs_policy *p, cs_policy_field id);
/* Entries of a list or map; 0 where it is absent or a bool. */
size_t cs_policy_count(const cs_policy *p, cs_policy_field id);
const cs_pvalue *cs_policy_entry(const cs_policy *p, cs_policy_field id,
                                 size_t i);
/* Has a list of texts or words this one?  Exactly, without patterns. */
bool cs_policy_has(const cs_policy *p, cs_policy_field id, const char *text);

#endif
