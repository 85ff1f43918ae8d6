/*
 * workers.h - the public face of worker processes, as other files see it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_WORKERS_H
#define CS_DEPTH_WORKERS_H

#include "depth/probe_memory.h"
#include "depth/remote.h"
#include "worker/crew.h"

#include "caisson/session.h"

/* An engine in a worker, fresh or from the engine's bytes. */
cs_status cs_workers_open(cs_workers *w, const cs_limits *limits,
                          uint32_t flags, const void *bytes, size_t n,
                          cs_remote **out, cs_error *err) CS_MUST_CHECK;
/* Their program; NULL: this very one. */
const char *cs_workers_path(const cs_workers *w);
/* What was found out about the host with them; borrowed. */
cs_probe_memory *cs_workers_probes(cs_workers *w);
/* Are they reached over connections? */
bool cs_workers_are_remote(const cs_workers *w);
/* Their crew, borrowed. */
cs_crew *cs_workers_crew(cs_workers *w);

#endif
