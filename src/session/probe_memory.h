/*
 * probe_memory.h - what probes of the host found, kept by who is shared.
 *
 * Part of worker pools, jails and pools of memory, so that many sessions try
 * the host once.  Zeroed: empty.  Any thread may use one; it never blocks, also
 * not in a child that was forked in the middle of a use.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_PROBE_MEMORY_H
#define CS_SESSION_PROBE_MEMORY_H

#include <stdatomic.h>

struct cs_probe_known;

typedef struct cs_probe_memory {
  _Atomic(struct cs_probe_known *) first; /* owned; entries never change */
} cs_probe_memory;

void cs_probe_memory_fini(cs_probe_memory *m);

#endif
