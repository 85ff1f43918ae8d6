/*
 * permit.c - the owner's answers to requests that a rule wants agreed to.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/permit.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void cs_permits_open(cs_permits *p, int base, const char *dir,
                     const char *who) {
  *p = (cs_permits){.dir = -1};
  if (!dir) return;
  (void)!mkdirat(base, dir, 0700);
  p->dir = openat(base, dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  snprintf(p->who, sizeof p->who, "%.79s", who ? who : "");
}

void cs_permits_close(cs_permits *p) {
  if (p->dir < 0) return;
  for (size_t i = 0; i < p->n; i++) cs_approval_drop(p->dir, p->at[i].token);
  close(p->dir);
  p->dir = -1;
}

static cs_permit_ask *find(cs_permits *p, const cs_egress_event *e) {
  for (size_t i = 0; i < p->n; i++)
    if (p->at[i].port == e->port && p->at[i].proto == e->proto &&
        strcmp(p->at[i].host, e->host) == 0)
      return &p->at[i];
  return NULL;
}

/* A name that the judge has read: letters, digits, '-' and '.', or an address.
 * A rule comes from the owner's file, whose name may be anything. */
static bool file(const cs_permits *p, const cs_permit_ask *a,
                 const cs_egress_event *e) {
  char rule[sizeof e->rule], text[1200];
  snprintf(rule, sizeof rule, "%s", e->rule);
  for (char *at = rule; *at; at++)
    if (*at < ' ' || *at > '~' || *at == '"' || *at == '\\') *at = '?';
  snprintf(text, sizeof text,
           "{\"schema\":\"caisson.approval/1\",\"token\":\"%s\","
           "\"host\":\"%s:%u\",\"method\":\"%s\",\"rule\":\"%s\","
           "\"session_id\":\"%s\",\"pid\":%ld}\n",
           a->token, a->host, a->port, e->method, rule, p->who, (long)getpid());
  return cs_approval_put(p->dir, a->token, text);
}

/* A new question; NULL: none can be put. */
static cs_permit_ask *make(cs_permits *p, const cs_egress_event *e, bool loud) {
  if (p->n == CS_PERMITS_MOST) return NULL;
  cs_permit_ask *a = &p->at[p->n];
  *a = (cs_permit_ask){.port = e->port, .proto = e->proto};
  memcpy(a->host, e->host, sizeof a->host);
  if (!cs_approval_token(a->token) || !file(p, a, e)) return NULL;
  p->n++;
  if (loud)
    fprintf(stderr, "caisson: a program asks for %s:%u: caisson approve %s\n",
            a->host, a->port, a->token);
  return a;
}

/* It is answered: a later request is a new question. */
static void forget(cs_permits *p, cs_permit_ask *a) {
  cs_approval_drop(p->dir, a->token);
  *a = p->at[--p->n];
}

void cs_permits_decide(cs_permits *p, const cs_egress_event *e, bool loud,
                       cs_egress_verdict *out) {
  out->answer = CS_APPROVAL_OPEN;
  if (p->dir < 0) return;
  cs_permit_ask *a = find(p, e);
  if (!a) a = make(p, e, loud);
  if (!a) return;
  cs_approval said =
      a->refused ? CS_APPROVAL_NO : cs_approval_look(p->dir, a->token);
  out->answer = said;
  a->refused = said == CS_APPROVAL_NO;
  if (said == CS_APPROVAL_OPEN)
    memcpy(out->token, a->token, sizeof out->token);
  else if (said != CS_APPROVAL_NO)
    forget(p, a);
  else
    cs_approval_drop(p->dir, a->token);
}
