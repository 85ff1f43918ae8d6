/*
 * narrow.h - one policy over another: levels, and who may do what.
 *
 * The administrator's file sets anything up to the hard maxima.  The owner
 * (user file, flags, environment, the embedding program) sets anything within
 * what that file sets.  Project files and calls only narrow.  A value that is
 * wider than allowed is a fault "policy_widens", never cut down.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_NARROW_H
#define CS_POLICY_NARROW_H

#include "policy/fault.h"
#include "policy/policy.h"

/* `by` over `above`, as a new policy with the values of `by` where it sets
 * them.  `level` says who wrote `by`: OWNER is bound by what `above` sets,
 * PROJECT and CALL by all of it. */
cs_status cs_narrow_policy(const cs_policy *above, const cs_policy *by,
                           cs_policy_level level, cs_policy **out,
                           cs_policy_fault *fault) CS_MUST_CHECK;
/* The values of `top` where it sets them, those of `base` elsewhere: two texts
 * of the same level, the more specific one on top. */
cs_status cs_narrow_overlay(const cs_policy *base, const cs_policy *top,
                            cs_policy **out,
                            cs_policy_fault *fault) CS_MUST_CHECK;

/* All levels; each may be NULL.  `flags` lies over `user`; a project that is
 * within the user's file is not refused because a flag is narrower still. */
typedef struct cs_narrow_levels {
  const cs_policy *system, *user, *flags, *project, *call;
} cs_narrow_levels;
cs_status cs_narrow_levels_all(const cs_narrow_levels *l, cs_policy **out,
                               cs_policy_fault *fault) CS_MUST_CHECK;

typedef enum cs_narrow_word {
  CS_NARROW_EQUAL,
  CS_NARROW_NARROWER,
  CS_NARROW_WIDER,
  CS_NARROW_OTHER /* neither */
} cs_narrow_word;
/* What a field of `b` is, seen from `a`. */
cs_narrow_word cs_narrow_compare(const cs_policy *a, const cs_policy *b,
                                 cs_policy_field id);
/* Is all of `b` within `a`?  The first field that is not goes to `*id`. */
bool cs_narrow_is_within(const cs_policy *a, const cs_policy *b,
                         cs_policy_field *id);

#endif
