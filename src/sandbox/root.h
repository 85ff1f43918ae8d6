/*
 * root.h - which root file system a sandbox gets.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_ROOT_H
#define CS_SANDBOX_ROOT_H

#include <jansson.h>

#include "base/error.h"
#include "policy/policy.h"

typedef struct cs_boxroot {
  int tree;           /* owned; -1: the host's own programs */
  int lease;          /* owned; of the image's tree; -1: none */
  const char *holder; /* borrowed: who keeps the image, the sandbox's id */
} cs_boxroot;

/* The image of a request, judged by the policy `p` (may be NULL): its
 * reference, digest, tree, user, environment and directory go into `spec`.
 * `*code` is the kind of fault. */
cs_status cs_boxroot_resolve(const json_t *request, json_t *spec,
                             const cs_policy *p, const char *holder,
                             cs_boxroot *out, const char **code,
                             cs_error *err) CS_MUST_CHECK;
/* The same tree again, for a sandbox that exists. */
cs_status cs_boxroot_reopen(const json_t *spec, cs_boxroot *out,
                            const char **code, cs_error *err) CS_MUST_CHECK;
/* The sandbox is gone: its image may go, too. */
void cs_boxroot_release(const json_t *spec, const char *holder);
void cs_boxroot_fini(cs_boxroot *r);

#endif
