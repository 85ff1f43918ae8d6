/*
 * fault.h - why a policy was refused: what, where, and what was meant.
 *
 * Lives in the caller's storage and needs no memory.  The first fault stays.
 * Texts of a policy appear in it quoted and cut; values of secrets are never
 * in a policy, so they are never here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_FAULT_H
#define CS_POLICY_FAULT_H

#include <stddef.h>
#include <stdint.h>

#include "base/refusal.h"
#include "base/status.h"

#include "caisson/policy.h" /* cs_policy_fault */

typedef struct cs_fault_place {
  const char *file; /* borrowed; NULL: none */
  uint32_t line, column;
} cs_fault_place;

/* Fill `f` (if not NULL and still empty) and return CS_EINVAL.  `nearest` may
 * be NULL. */
cs_status cs_fault_set(cs_policy_fault *f, cs_fault_code code,
                       cs_fault_place at, const char *key, const char *nearest,
                       const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* Which fault is it? */
static inline cs_fault_code cs_fault_of(const cs_policy_fault *f) {
  return cs_refusal_fault(f->code);
}
/* There is no memory: CS_EOS. */
cs_status cs_fault_memory(cs_policy_fault *f);
/* Copy into a field of a fault, cut inside of no character, control characters
 * as '?'. */
void cs_fault_copy(char *to, size_t room, const char *text);

#endif
