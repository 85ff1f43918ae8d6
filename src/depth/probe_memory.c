/*
 * probe_memory.c - a list of immutable entries, published one at a time.
 *
 * Entries never change once they are reachable, so readers need no lock, and a
 * child forked at any moment finds whole entries only.  Threads that asked at
 * the same time add an entry each: all are right.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/probe_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_ROOM 512

struct cs_probe_known {
  struct cs_probe_known *next;
  uint32_t what;
  cs_probes probes;
  char worker[PATH_ROOM], python[PATH_ROOM];
};

static bool is_same(const char *kept, const char *path) {
  return strncmp(kept, path ? path : "", PATH_ROOM - 1) == 0;
}

static bool answers(const struct cs_probe_known *k, const cs_probe_key *key) {
  return (k->what & key->what) == key->what &&
         is_same(k->worker, key->worker) && is_same(k->python, key->python);
}

const cs_probes *cs_probe_memory_find(cs_probe_memory *m,
                                      const cs_probe_key *key) {
  const struct cs_probe_known *k = m ? atomic_load(&m->first) : NULL;
  while (k && !answers(k, key)) k = k->next;
  return k ? &k->probes : NULL;
}

void cs_probe_memory_add(cs_probe_memory *m, const cs_probe_key *key,
                         const cs_probes *found) {
  struct cs_probe_known *k = m ? calloc(1, sizeof *k) : NULL;
  if (!k) return;
  k->what = key->what;
  k->probes = *found;
  snprintf(k->worker, sizeof k->worker, "%s", key->worker ? key->worker : "");
  snprintf(k->python, sizeof k->python, "%s", key->python ? key->python : "");
  k->next = atomic_load(&m->first);
  while (!atomic_compare_exchange_weak(&m->first, &k->next, k)) continue;
}

void cs_probe_memory_fini(cs_probe_memory *m) {
  struct cs_probe_known *k = atomic_exchange(&m->first, NULL);
  while (k) {
    struct cs_probe_known *next = k->next;
    free(k);
    k = next;
  }
}
