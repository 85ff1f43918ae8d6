/*
 * boxnet.h - the network of a sandbox: hosts and secrets that it may use.
 *
 * A request names hosts (`egress`), secrets (`secrets`) and the policy that
 * they are judged by (`policy`).  What was agreed on is kept in spec.json as
 * `network`, without any value of a secret, so that a stopped sandbox starts
 * with the same rules.  The egress process is started anew each time and given
 * to the keeper: it ends with it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_BOXNET_H
#define CS_SANDBOX_BOXNET_H

#include <jansson.h>

#include "base/error.h"
#include "policy/policy.h"

typedef struct cs_boxnet { /* {-1, -1}: no way out */
  int control, post;       /* owned, for the keeper */
} cs_boxnet;

/* Check what a request says under the policy that it names (`above`, may be
 * NULL) and put `network` into the spec `to`, if it says anything.  CS_EINVAL:
 * it cannot be enforced, or is malformed; `*key` is the part of the request
 * that is to blame. */
cs_status cs_boxnet_read(const json_t *request, const cs_policy *above,
                         json_t *to, const char **key,
                         cs_error *err) CS_MUST_CHECK;

/* Start the egress process of a spec, if it needs one, and put what the keeper
 * must know into the spec as `way`.  `program`: see cs_egress_options.path. */
cs_status cs_boxnet_open(json_t *spec, const char *program, cs_boxnet *out,
                         cs_error *err) CS_MUST_CHECK;
void cs_boxnet_close(cs_boxnet *n);

/* What `network` of a running sandbox becomes under a request that asks for
 * less: `policy` (a file), or `deny` (hosts).  CS_EINVAL: it asks for more, or
 * for what cannot be enforced. */
cs_status cs_boxnet_narrow(const json_t *net, const json_t *request,
                           json_t **out, cs_policy **rules,
                           cs_error *err) CS_MUST_CHECK;

#endif
