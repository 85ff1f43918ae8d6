/*
 * selftest.h - trip every limit of a session, before anybody relies on it.
 *
 * Each trial is a small program that a tight limit ends and a wide one lets
 * finish.  Only both together count: a limit that nothing reaches and one that
 * everything reaches prove nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_ENFORCE_SELFTEST_H
#define CS_ENFORCE_SELFTEST_H

#include "caisson/session.h"
#include "policy/report_probes.h"

/* Bits of CS_SELFTEST_LIST that hold in this process.  `faults`: keys,
 * separated by commas, whose limit is left wide where it should be tight; only
 * test builds look at it.  `*failed` becomes the key of the first that does not
 * hold, or NULL. */
uint64_t cs_selftest_here(cs_pool *pool, const char *faults,
                          const char **failed);
/* The same in a worker, and in a jail with a Python. */
uint64_t cs_selftest_worker(cs_workers *workers, const char *faults,
                            const char **failed);
uint64_t cs_selftest_jail(cs_jails *jails, const char *faults,
                          const char **failed);

/* Which limits are tried there at all. */
uint64_t cs_selftest_tried(bool jail);

/* The key of the report that a trial is about. */
const char *cs_selftest_key(cs_selftest_id id);

#endif
