/*
 * trial.h - does a worker's lock-down hold?  Found out by trying.
 *
 * A worker that serves nobody: it locks itself down as every worker does,
 * tries one thing and ends.  The filter kills what tries, so each attempt is a
 * process of its own.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_WORKER_TRIAL_H
#define CS_WORKER_TRIAL_H

#include "policy/report_probes.h"

/* Tries to open, connect and fork in workers of the program `path` (NULL: this
 * very one), with and without walls: CS_PROBE_WORKER and CS_PROBE_WORKER_FILES;
 * and whether looking at one from outside tells: CS_PROBE_WORKER_SEEN.
 * `faults` as in jail/probe.h: "worker". */
void cs_worker_probe(const char *path, const char *faults, cs_probes *out);

/* In the worker: try `what`, never return. */
_Noreturn void cs_worker_try(const char *what);

#endif
