/*
 * team.h - the same work on many things, by a few threads.
 *
 * For what waits more than it computes: probes of a host start jails, and the
 * kernel takes its time to make and to forget a namespace.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_TEAM_H
#define CS_BASE_TEAM_H

#include <stddef.h>

#define CS_TEAM_MOST 8

/* Call `work` once for every number below `n`, from up to `threads` threads at
 * a time, of which this one is the first; all is done when it returns.  Threads
 * that cannot be had are done without.  Signals are for those of the host. */
void cs_team_run(size_t n, size_t threads, void (*work)(void *user, size_t i),
                 void *user);

#endif
