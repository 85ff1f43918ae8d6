/*
 * permit.h - the owner's answers to requests that a rule wants agreed to.
 *
 * Each host, port and protocol that is asked for becomes one question in the
 * directory of approvals, which `caisson approve` shows.  It stands as long as
 * the session, or until it is answered.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_PERMIT_H
#define CS_EGRESS_PERMIT_H

#include "egress/message.h"

#define CS_PERMITS_MOST 32 /* questions of one session */

typedef struct cs_permit_ask {
  char host[CS_NAME_MAX + 1], token[CS_APPROVAL_TOKEN];
  uint16_t port;
  uint8_t proto;
  bool refused;
} cs_permit_ask;

typedef struct cs_permits {
  int dir;      /* owned: the directory of approvals; -1: nobody is asked */
  char who[80]; /* of which session or sandbox, for the owner */
  cs_permit_ask at[CS_PERMITS_MOST];
  size_t n;
} cs_permits;

/* `dir` is a path below the open directory `base` (AT_FDCWD for any path); it
 * is made.  NULL: nobody is asked. */
void cs_permits_open(cs_permits *p, int base, const char *dir, const char *who);
/* Questions that nobody answered go. */
void cs_permits_close(cs_permits *p);
/* What does the owner say to it?  A question that is new is filed, and told on
 * the standard error output if `loud`. */
void cs_permits_decide(cs_permits *p, const cs_egress_event *e, bool loud,
                       cs_egress_verdict *out);

#endif
