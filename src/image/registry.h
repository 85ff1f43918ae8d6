/*
 * registry.h - pull an image with the distribution API over HTTPS.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_REGISTRY_H
#define CS_IMAGE_REGISTRY_H

#include "image/judge.h"
#include "image/names.h"

/* Pull the image that `v->target` names, judge its digest, record its name. */
cs_status cs_registry_pull(cs_image_store *s, const cs_image_policy *p,
                           const cs_verdict *v, cs_name *out,
                           cs_error *err) CS_MUST_CHECK;

#endif
