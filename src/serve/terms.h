/*
 * terms.h - what is granted by one reading of the policy, and what runs
 * programs under it.
 *
 * When the owner changes the policy a server reads it anew and new sessions
 * get new terms.  Whatever began under the old ones keeps them to its end, so
 * everybody who reads terms is one of their users.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_TERMS_H
#define CS_SERVE_TERMS_H

#include "jail/jail.h"
#include "serve/mcp.h"

struct cs_server;

typedef struct cs_terms {
  const cs_mcp_config *config; /* taken, if it was read anew */
  cs_jails *jails;             /* owned; NULL: no jails here */
  cs_jail_kit kit;             /* owned */
  uint32_t depths;             /* what this machine has of config->depths */
  char *about;                 /* owned: instructions for a model */
  uint32_t users;              /* the server's lock */
} cs_terms;

/* Start what programs need under `c`.  One user: the caller.  After a failure
 * nothing is left, and `c` is the caller's. */
cs_status cs_terms_open(struct cs_server *s, const cs_mcp_config *c,
                        cs_terms **out, cs_error *err) CS_MUST_CHECK;
/* Those that are in force, for one more user. */
cs_terms *cs_terms_take(struct cs_server *s);
/* One user less, or one more. */
void cs_terms_give(struct cs_server *s, cs_terms *t);
cs_terms *cs_terms_share(struct cs_server *s, cs_terms *t);

/* Has the owner changed what is granted?  Then new terms are in force, and
 * sessions that have more than those grant are ended.  Called by the clock. */
void cs_terms_renew(struct cs_server *s);

#endif
