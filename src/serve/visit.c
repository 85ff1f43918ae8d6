/*
 * visit.c - legacy HTTP clients: which revision an Mcp-Session-Id agreed on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/visit.h"

#include <string.h>

void cs_visits_init(cs_visits *v) {
  memset(v, 0, sizeof *v);
  pthread_mutex_init(&v->lock, NULL);
}

void cs_visits_fini(cs_visits *v) {
  pthread_mutex_destroy(&v->lock);
}

static cs_visit *find(cs_visits *v, const cs_caller *c, const char *id) {
  for (size_t i = 0; id && id[0] && i < CS_VISITS; i++)
    if (v->at[i].owner == c && strcmp(v->at[i].id, id) == 0) return &v->at[i];
  return NULL;
}

bool cs_visits_add(cs_visits *v, const cs_caller *c, cs_revision version,
                   bool elicits, char id[CS_TEXT_ID]) {
  if (!cs_text_id("mcp_", id)) return false;
  pthread_mutex_lock(&v->lock);
  cs_visit *to = &v->at[0];
  for (size_t i = 1; i < CS_VISITS; i++)
    if (v->at[i].used_ms < to->used_ms) to = &v->at[i];
  *to = (cs_visit){.owner = c,
                   .version = version,
                   .elicits = elicits,
                   .used_ms = cs_text_now()};
  memcpy(to->id, id, CS_TEXT_ID);
  pthread_mutex_unlock(&v->lock);
  return true;
}

cs_revision cs_visits_find(cs_visits *v, const cs_caller *c, const char *id,
                           bool *elicits) {
  pthread_mutex_lock(&v->lock);
  cs_visit *one = find(v, c, id);
  if (one) one->used_ms = cs_text_now();
  *elicits = one && one->elicits;
  cs_revision version = one ? one->version : CS_REVISION_NONE;
  pthread_mutex_unlock(&v->lock);
  return version;
}

bool cs_visits_drop(cs_visits *v, const cs_caller *c, const char *id) {
  pthread_mutex_lock(&v->lock);
  cs_visit *one = find(v, c, id);
  if (one) *one = (cs_visit){.owner = NULL};
  pthread_mutex_unlock(&v->lock);
  return one != NULL;
}
