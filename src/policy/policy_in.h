/*
 * policy_in.h - a policy as its own files see it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_POLICY_IN_H
#define CS_POLICY_POLICY_IN_H

#include "policy/policy.h"

#define CS_POLICY_SOURCES 64 /* files and levels that one policy is made of */
#define CS_POLICY_MEMORY  (UINT64_C(64) << 20)

typedef struct cs_policy_source {
  cs_policy_level level;
  const char *file;
} cs_policy_source;

struct cs_policy {
  cs_scratch mem; /* all values and texts */
  cs_pvalue field[CS_POLICY_FIELDS];
  cs_policy_source source[CS_POLICY_SOURCES]; /* [0]: built-in */
  size_t nsources;
};

/* Add a source; CS_ELIMIT, CS_EOS. */
cs_status cs_policy_add_source(cs_policy *p, cs_policy_level level,
                               const char *file, uint16_t *out) CS_MUST_CHECK;
/* The default of a field, or of a field of a shape. */
cs_status cs_policy_default(cs_policy *p, const cs_pfield *f,
                            cs_pvalue *out) CS_MUST_CHECK;

#endif
