/*
 * imagerules.h - the fields images.* of a policy, as the image store takes
 * them.
 *
 * Without a policy the caller is the owner and names any image.  Under a policy
 * images.allow decides; where nobody set it, only images.default may be used.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_IMAGERULES_H
#define CS_SANDBOX_IMAGERULES_H

#include "base/error.h"
#include "image/image.h"
#include "policy/policy.h"

#define CS_IMAGERULES_HOST "rootfs:host" /* the programs of this machine */

typedef struct cs_imagerules {
  cs_image_policy image; /* borrows from the policy and from below */
  const char *fallback;  /* borrowed: the image of who names none */
  const char **allow;    /* owned */
  cs_image_alias *aliases;
  bool is_given; /* is there a policy? */
  bool is_ruled; /* did somebody set images.allow? */
} cs_imagerules;

/* `p` (may be NULL) outlives the rules.  CS_EOS: no memory. */
cs_status cs_imagerules_init(const cs_policy *p,
                             cs_imagerules *out) CS_MUST_CHECK;
void cs_imagerules_fini(cs_imagerules *r); /* accepts zeroed */

/* May `reference` be used?  CS_EINVAL with a fault otherwise.  Makes the
 * default image pass in later calls of the store where it has to. */
cs_status cs_imagerules_judge(cs_imagerules *r, const char *reference,
                              cs_image_fault *fault,
                              cs_error *err) CS_MUST_CHECK;

/* "never", "missing" or "always"; NULL: missing. */
cs_image_pull cs_imagerules_pull(const char *word);

#endif
