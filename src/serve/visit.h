/*
 * visit.h - legacy HTTP clients: which revision an Mcp-Session-Id agreed on.
 *
 * Nothing else hangs on it; state of code lives behind session_id.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_VISIT_H
#define CS_SERVE_VISIT_H

#include "serve/revision.h"
#include "serve/server.h"

#define CS_VISITS 256 /* at one time; the one unused for longest leaves */

typedef struct cs_visit {
  char id[CS_TEXT_ID]; /* "": free */
  const cs_caller *owner;
  cs_revision version;
  bool elicits; /* it can be asked something */
  uint64_t used_ms;
} cs_visit;

typedef struct cs_visits {
  pthread_mutex_t lock;
  cs_visit at[CS_VISITS];
} cs_visits;

void cs_visits_init(cs_visits *v);
void cs_visits_fini(cs_visits *v);
/* A new one; false: no random numbers. */
bool cs_visits_add(cs_visits *v, const cs_caller *c, cs_revision version,
                   bool elicits, char id[CS_TEXT_ID]);
/* What it agreed on; CS_REVISION_NONE: this caller has none of that name. */
cs_revision cs_visits_find(cs_visits *v, const cs_caller *c, const char *id,
                           bool *elicits);
bool cs_visits_drop(cs_visits *v, const cs_caller *c, const char *id);

#endif
