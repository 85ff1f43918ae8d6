/*
 * egress.h - the way out of one sandbox, as its host sees it.
 *
 *   cs_egress_start    a process of its own: rules, secrets, an authority
 *   cs_egress_fit      what the sandbox needs: files, variables, ports
 *   ... the sandbox starts and sends its listeners to cs_egress_post ...
 *   cs_egress_turn     whenever cs_egress_fd can be read: refusals, counters
 *   cs_egress_stop
 *
 * Nothing leaves the sandbox but through that process.  If it ends, for
 * whatever reason, its listeners are gone and with them the way out: nothing
 * falls back to a direct connection.
 *
 * A policy without egress.allow needs none of this: cs_egress_is_needed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_EGRESS_H
#define CS_EGRESS_EGRESS_H

#include "egress/message.h"
#include "policy/policy.h"

#define CS_EGRESS_CA_PATH "/etc/ssl/certs/ca-certificates.crt"

typedef struct cs_egress cs_egress;

typedef struct cs_egress_options {
  const cs_policy *policy;    /* borrowed during the start */
  const char *path;           /* of the program; NULL: this very program */
  const char *const *secrets; /* names to bind, NULL-terminated; NULL: none */
  bool talks;                 /* hear of what is allowed, too */
  bool asks;     /* who it is given away to answers for the owner */
  bool detached; /* not a child of ours: it is given away (below) */
  /* Called by cs_egress_turn and cs_egress_stop; NULL: nobody listens. */
  void (*event)(void *user, const cs_egress_event *e);
  void *user;
  /* What may a request do that an owner has to agree to?  Fill in `answer` and
   * `token`.  Called by cs_egress_turn; NULL: nobody is asked. */
  void (*ask)(void *user, const cs_egress_event *e, cs_egress_verdict *out);
} cs_egress_options;

bool cs_egress_is_needed(const cs_policy *p);

/* Does the policy name somebody who can be asked (approver)? */
bool cs_egress_has_approver(const cs_policy *p);

/* Start the process and wait until it is locked and ready. */
cs_status cs_egress_start(const cs_egress_options *o, cs_egress **out,
                          cs_error *err) CS_MUST_CHECK;
/* End it, and hear its last words; NULL is allowed. */
void cs_egress_stop(cs_egress *e);

/* Give a detached process away.  It serves as long as `*control` is open
 * somewhere; whoever has that reads its events and can send cs_message_send.
 * Both descriptors are the caller's; `e` is freed. */
void cs_egress_release(cs_egress *e, int *control, int *post);

/* --- for the sandbox ----------------------------------------------------- */

typedef struct cs_egress_file {
  const char *at;
  const char *data; /* borrowed from the cs_egress */
  size_t len;
} cs_egress_file;

#define CS_EGRESS_FILES 2
#define CS_EGRESS_PORTS 64

typedef struct cs_egress_fitting {
  cs_egress_file files[CS_EGRESS_FILES]; /* read-only, at these places */
  uint16_t ports[CS_EGRESS_PORTS];       /* to listen on */
  size_t nports;
  bool socks;
  int post; /* borrowed: the listeners are sent there */
} cs_egress_fitting;

void cs_egress_fit(const cs_egress *e, cs_egress_fitting *out);
/* A connection to the process for the host's own requests: HTTP/1.1 with
 * absolute URLs, https among them, judged as every other.  -1: it is gone. */
int cs_egress_connect(const cs_egress *e);
/* Variables of the program: placeholders only. */
cs_status cs_egress_secrets(const cs_egress *e,
                            cs_status (*put)(void *user, const char *name,
                                             const char *value),
                            void *user) CS_MUST_CHECK;
/* Variables of the program: trust, proxies, placeholders. */
cs_status cs_egress_env(const cs_egress *e,
                        cs_status (*put)(void *user, const char *name,
                                         const char *value),
                        void *user) CS_MUST_CHECK;

/* --- while it runs ------------------------------------------------------- */

/* Readable when there is something for cs_egress_turn. */
int cs_egress_fd(const cs_egress *e);
/* Handle what came, without waiting; false: the process is gone. */
bool cs_egress_turn(cs_egress *e);
bool cs_egress_is_gone(const cs_egress *e);
/* Of the process, as it said last. */
const cs_egress_counts *cs_egress_counters(const cs_egress *e);
/* Other rules from now on; connections that they do not allow end.  The caller
 * has checked that they are narrower. */
cs_status cs_egress_narrow(cs_egress *e, const cs_policy *p,
                           cs_error *err) CS_MUST_CHECK;
/* The same for a process that was given away. */
cs_status cs_egress_restrict(int control, const cs_policy *p,
                             cs_error *err) CS_MUST_CHECK;
/* Read the value of a bound secret again, or make it useless. */
cs_status cs_egress_refresh(cs_egress *e, const cs_policy *p, const char *name,
                            cs_error *err) CS_MUST_CHECK;
cs_status cs_egress_revoke(cs_egress *e, const char *name,
                           cs_error *err) CS_MUST_CHECK;
/* The same for a process that was given away: the caller has checked that
 * `name` is bound.  `p` NULL revokes. */
cs_status cs_egress_change(int control, const cs_policy *p, const char *name,
                           cs_error *err) CS_MUST_CHECK;
/* Of the process, for tests and process lists. */
int cs_egress_pid(const cs_egress *e);

#endif
