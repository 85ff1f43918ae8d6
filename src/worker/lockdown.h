/*
 * lockdown.h - give up everything but computing.
 *
 * Called once by a worker, after its memory is set up and before it reads the
 * first byte of a program.  Afterwards the process has no descriptor, cannot
 * open, connect, signal, fork or execute anything, and dies with SIGSYS when it
 * tries.  There is no way back.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_WORKER_LOCKDOWN_H
#define CS_WORKER_LOCKDOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* What holds in this process, for the enforcement report. */
typedef struct cs_lockdown {
  uint32_t seccomp;  /* 1: the filter is on; 0: a sanitizer build */
  uint32_t landlock; /* version of the kernel's interface; 0: absent */
} cs_lockdown;

/* `memory`: ceiling of writable private memory in bytes, 0: none.  `fault`: the
 * wall that a test build leaves out, or NULL.  On failure the caller must exit:
 * some walls may be up, others not. */
cs_status cs_lockdown_apply(uint64_t memory, const char *fault,
                            cs_lockdown *out, cs_error *err) CS_MUST_CHECK;

/* False: a sanitizer build, whose workers lack some walls. */
bool cs_lockdown_is_whole(void);

/* Its wall around files alone: version of the kernel's interface, 0: none. */
uint32_t cs_lockdown_files(void);

#endif
