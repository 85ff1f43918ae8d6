/*
 * source.h - where the host has the value of a secret.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_SOURCE_H
#define CS_EGRESS_SOURCE_H

#include "egress/vault.h"
#include "policy/policy.h"

/* Read "env:VAR", "file:PATH" (mode 0600 or less, of this user) or
 * "cmd:[argv]" (5 seconds, one line end is removed) into out->value.  The
 * error never tells the value. */
cs_status cs_source_read(const char *name, const char *from,
                         cs_vault_secret *out, cs_error *err) CS_MUST_CHECK;

/* The secret `name` of a policy: where it may go, its placeholder, its value.
 * CS_EINVAL: there is none of that name. */
cs_status cs_source_bind(const cs_policy *p, const char *name,
                         cs_vault_secret *out, cs_error *err) CS_MUST_CHECK;

/* The name of its variable in the sandbox, in `out`. */
void cs_source_variable(const cs_policy *p, const char *name, char out[129]);
/* Is the program to see the value itself (mode env)? */
bool cs_source_is_open(const cs_policy *p, const char *name);

#endif
