/*
 * enforce.h - all probes of the depths that a process uses.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_ENFORCE_ENFORCE_H
#define CS_ENFORCE_ENFORCE_H

#include "base/depth.h"
#include "depth/probe_memory.h"
#include "policy/report.h"

/* In cs_options.flags of the sessions that a self-test opens: they are the
 * probe, and are not asked for one. */
#define CS_PROBING (UINT32_C(1) << 31)

enum {                        /* cs_enforce_options.what */
       CS_ENFORCE_ENGINE = 1, /* the engine in this process */
       CS_ENFORCE_WORKER = 2, /* and in a worker */
       CS_ENFORCE_JAIL = 4,   /* jails, and programs in them */
       CS_ENFORCE_ALL = 7,
       CS_ENFORCE_SLOW = 8, /* also what takes seconds */
       CS_ENFORCE_WAY = 16  /* the way out; jails try it anyway */
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

struct cs_audit;

/* What a log (NULL: none) is, for a report. */
cs_report_given cs_enforce_log(const struct cs_audit *log);

/* What probes found, remembered for all who share it (`m`), or made now:
 * `what` as above.  `m` NULL: nothing is remembered but the file of
 * enforce_cache.h.  No lock is held while the host is tried. */
void cs_enforce_remembered(cs_probe_memory *m, uint32_t what,
                           const char *worker, const char *python,
                           cs_probes *out);

#endif
