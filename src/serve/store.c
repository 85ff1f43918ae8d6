/*
 * store.c - snapshots of sessions behind a snapshot_id, in memory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/store.h"

#include <stdlib.h>
#include <string.h>

static void free_list(cs_snapshot *list) {
  while (list) {
    cs_snapshot *next = list->next;
    free(list->bytes);
    free(list);
    list = next;
  }
}

/* With the lock. */
static bool has_room(const cs_server *s, const cs_caller *owner, size_t n) {
  size_t count = 0, bytes = 0;
  for (const cs_snapshot *p = s->snapshots; p; p = p->next) {
    if (p->owner != owner) continue;
    count++;
    bytes += p->len;
  }
  return count < CS_STORE_COUNT && n <= CS_STORE_BYTES &&
         bytes <= CS_STORE_BYTES - n;
}

cs_status cs_store_put(cs_server *s, const cs_caller *owner, void *bytes,
                       size_t n, char id[CS_TEXT_ID]) {
  cs_snapshot *p = calloc(1, sizeof *p);
  if (!p || !cs_text_id("snp_", p->id)) {
    free(p);
    free(bytes);
    return CS_EOS;
  }
  p->owner = owner;
  p->bytes = bytes;
  p->len = n;
  p->used_ms = cs_text_now();
  memcpy(id, p->id, CS_TEXT_ID);
  pthread_mutex_lock(&s->lock);
  bool room = has_room(s, owner, n);
  if (room) {
    p->next = s->snapshots;
    s->snapshots = p;
  }
  pthread_mutex_unlock(&s->lock);
  if (room) return CS_OK;
  free_list(p);
  return CS_ELIMIT;
}

void *cs_store_get(cs_server *s, const cs_caller *owner, const char *id,
                   size_t *n) {
  void *copy = NULL;
  pthread_mutex_lock(&s->lock);
  cs_snapshot *p = s->snapshots;
  while (p && (!cs_server_owns(p->owner, owner) || strcmp(p->id, id) != 0))
    p = p->next;
  if (p && (copy = malloc(p->len ? p->len : 1))) {
    memcpy(copy, p->bytes, p->len);
    *n = p->len;
    p->used_ms = cs_text_now();
  }
  pthread_mutex_unlock(&s->lock);
  return copy;
}

void cs_store_expire(cs_server *s, uint64_t now) {
  cs_snapshot *gone = NULL;
  pthread_mutex_lock(&s->lock);
  for (cs_snapshot **p = &s->snapshots; *p;) {
    cs_snapshot *one = *p;
    if (now < one->used_ms + s->config->idle_ms) {
      p = &one->next;
      continue;
    }
    *p = one->next;
    one->next = gone;
    gone = one;
  }
  pthread_mutex_unlock(&s->lock);
  free_list(gone);
}

void cs_store_drop_all(cs_server *s) {
  free_list(s->snapshots);
  s->snapshots = NULL;
}
