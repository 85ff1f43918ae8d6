/*
 * probe_memory.h - what probes of the host found, kept by who is shared.
 *
 * Part of worker pools, jails and pools of memory, so that many sessions try
 * the host once.  Zeroed: empty.  Any thread may use one; it never blocks, also
 * not in a child that was forked in the middle of a use.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_PROBE_MEMORY_H
#define CS_DEPTH_PROBE_MEMORY_H

#include <stdatomic.h>

#include "policy/report_probes.h"

struct cs_probe_known;

typedef struct cs_probe_memory {
  _Atomic(struct cs_probe_known *) first; /* owned; entries never change */
} cs_probe_memory;

/* What was probed, with which programs: `what` of enforce/enforce.h. */
typedef struct cs_probe_key {
  uint32_t what;
  const char *worker, *python; /* borrowed; NULL: the usual one */
} cs_probe_key;

/* Outcomes of at least `key->what`; borrowed until the end of `m`; NULL: not
 * known.  `m` may be NULL. */
const cs_probes *cs_probe_memory_find(cs_probe_memory *m,
                                      const cs_probe_key *key);
/* Without memory nothing is kept.  `m` may be NULL. */
void cs_probe_memory_add(cs_probe_memory *m, const cs_probe_key *key,
                         const cs_probes *found);
void cs_probe_memory_fini(cs_probe_memory *m);

#endif
