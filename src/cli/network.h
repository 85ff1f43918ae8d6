/*
 * network.h - the way out of a program in a jail: egress.allow and --secret.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_NETWORK_H
#define CS_CLI_NETWORK_H

#include "audit/audit.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "egress/egress.h"
#include "egress/permit.h"
#include "jail/exec.h"

#define CS_NETWORK_DENIALS 64

typedef struct cs_network_denial { /* equal ones are one, with a count */
  cs_egress_event event;
  uint64_t count;
} cs_network_denial;

typedef struct cs_learned cs_learned;

typedef struct cs_network { /* zeroed: no way out */
  const cs_settings *s;
  cs_egress *egress; /* owned */
  cs_egress_fitting fit;
  cs_jail_file files[CS_EGRESS_FILES];
  cs_audit *audit;            /* borrowed; NULL: nothing is recorded */
  const char *run;            /* borrowed */
  cs_network_denial *denials; /* owned */
  size_t ndenials;
  uint64_t dropped;    /* that found no place there */
  bool lost;           /* the egress process ended before the program */
  cs_permits permits;  /* of rules with `approve` */
  cs_learned *learned; /* owned; --learn: what the program reached */
} cs_network;

typedef struct cs_network_use {
  cs_status (*env)(void *user, const char *name, const char *value);
  void *user;
} cs_network_use;

/* Start what the policy needs and give it to the jail of `spec`.  Returns 0, or
 * an exit code after a message. */
int cs_network_open(cs_network *n, const cs_settings *s, const cs_policy *p,
                    cs_audit *audit, const char *run, cs_jail_spec *spec,
                    const cs_network_use *use);
/* For cs_exec_options.watch: refusals are recorded as they come. */
bool cs_network_watch(cs_network *n);
/* The program has ended: hear the rest.  The denials stay. */
void cs_network_end(cs_network *n);
void cs_network_close(cs_network *n);

/* network_learn.c: --learn FILE.  Note one request that was let through; write
 * the rules that would have been enough.  Returns 0, or an exit code after a
 * message. */
void cs_network_learn(cs_network *n, const cs_egress_event *e);
int cs_network_write(const cs_network *n);

/* "denials" and "egress" of a result; nothing where there was no way out. */
void cs_network_json(const cs_network *n, cs_json *o);
/* What was refused, for a person. */
void cs_network_print(const cs_network *n);

#endif
