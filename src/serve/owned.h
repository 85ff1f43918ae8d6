/*
 * owned.h - sandboxes that a caller has made and given a name.
 *
 * They live in the list of the server's user, with a keeper of their own, so
 * they outlive a connection and the server.  Each is listed as "mcp-", eight
 * digits for the caller, and the name that the caller knows: nobody reaches the
 * sandboxes of another caller, or those that the user has made himself.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_OWNED_H
#define CS_SERVE_OWNED_H

#include "serve/job.h"

#define CS_OWNED_MAX  100 /* bytes of a caller's name for one */
#define CS_OWNED_FULL 128

/* The listed name of the caller's `name`; false: it is no usable one. */
bool cs_owned_full(const cs_job *j, const char *name, char out[CS_OWNED_FULL]);
/* The caller's name for a listed one; NULL: it is not his. */
const char *cs_owned_own(const cs_job *j, const char *full);

/* The argument "name" as listed; false: `*failed` is the result. */
bool cs_owned_arg(cs_job *j, char out[CS_OWNED_FULL], json_t **failed);

/* Carry out a request (taken), which concerns no running sandbox or makes one.
 * NULL: `*failed` is the result.  `lease` may be NULL. */
json_t *cs_owned_call(cs_job *j, json_t *request, int *lease, json_t **failed);
/* A connection to the keeper; -1: `*failed` is the result. */
int cs_owned_connect(cs_job *j, const char *full, json_t **failed);
/* One question to it (taken) and its answer. */
json_t *cs_owned_ask(cs_job *j, const char *full, json_t *request,
                     json_t **failed);
/* The result for {"code", "message"}. */
json_t *cs_owned_failure(cs_job *j, const json_t *error);

/* A request for `full` from the arguments and what is granted (owned). */
json_t *cs_owned_request(cs_job *j, const char *full);
/* Run what the arguments say in it; a whole result. */
json_t *cs_owned_exec(cs_job *j, const char *full, const json_t *image);
/* Are there any for this policy? */
bool cs_owned_is_granted(const cs_mcp_config *c);

#endif
