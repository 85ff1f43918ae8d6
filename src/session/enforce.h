/*
 * enforce.h - all probes of the depths that a process uses.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_ENFORCE_H
#define CS_SESSION_ENFORCE_H

#include "base/depth.h"
#include "policy/report_probes.h"

enum {                        /* cs_enforce_options.what */
       CS_ENFORCE_ENGINE = 1, /* the engine in this process */
       CS_ENFORCE_WORKER = 2, /* and in a worker */
       CS_ENFORCE_JAIL = 4,   /* jails, and programs in them */
       CS_ENFORCE_ALL = 7,
       CS_ENFORCE_SLOW = 8 /* also what takes seconds */
};
/* What must be tried for a report of this depth. */
uint32_t cs_enforce_needs(const cs_depth_row *row);

typedef struct cs_enforce_options {
  uint32_t what;
  const char *worker; /* program of workers; NULL: this very one */
  const char *python; /* interpreter of jails; NULL: the system's */
  const char *faults; /* test builds: what to leave out, by name */
} cs_enforce_options;

/* Try everything that `what` asks for; the rest stays as it is in `out`. */
void cs_enforce_probe(const cs_enforce_options *o, cs_probes *out);

/* The faults that the environment of a test build names (CAISSON_FAULT). */
const char *cs_enforce_faults(void);

#endif
