/*
 * judge.h - the policy for images, applied to a name and later to a digest.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_JUDGE_H
#define CS_IMAGE_JUDGE_H

#include "image/image.h"
#include "image/reference.h"

typedef struct cs_verdict {
  cs_reference asked;  /* the caller's words */
  cs_reference target; /* after aliases and images.default_registry */
  bool by_digest;      /* allowed only if the digest is one of a rule */
  bool aliased;
} cs_verdict;

/* Judge `reference`.  CS_EINVAL with `*fault` DENIED or POLICY. */
cs_status cs_judge_name(const cs_image_policy *p, const char *reference,
                        cs_verdict *out, cs_image_fault *fault,
                        cs_error *err) CS_MUST_CHECK;

/* May the image with this digest run?  `index` ("" for none) is the digest of
 * the index that led to it; a rule may name either. */
cs_status cs_judge_digest(const cs_image_policy *p, const cs_verdict *v,
                          const char *digest, const char *index,
                          cs_image_fault *fault, cs_error *err) CS_MUST_CHECK;

#endif
