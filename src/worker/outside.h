/*
 * outside.h - a worker, looked at from outside before it gets a program.
 *
 * A worker says itself which walls are up.  Here its host looks for them where
 * the kernel tells, in /proc: a filter of system calls and one more than the
 * host has, no new privileges, no capability, one thread, resource limits, and
 * no descriptor where the host may see that (a worker is not dumpable, so that
 * only root may).  About 60 us, once for each worker.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_WORKER_OUTSIDE_H
#define CS_WORKER_OUTSIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

/* `memory` as in cs_worker_options.  CS_EOS "enforcement_failed: ...": a wall
 * is missing.  `*seen`: /proc could be read; without it nothing is known and
 * CS_OK is returned. */
cs_status cs_outside_check(pid_t pid, uint64_t memory, bool *seen,
                           cs_error *err) CS_MUST_CHECK;

/* The wall that a test build leaves out behind everybody's back, as
 * CAISSON_FAULT=live:NAME says it; NULL: none. */
const char *cs_outside_fault(void);

#endif
