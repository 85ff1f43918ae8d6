/*
 * caisson/pool.h - memory for many sessions: from part 3 of caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_POOL_H
#define CAISSON_POOL_H

#include <stdint.h>

#include "caisson/status.h"

/* === 3. Sessions: pools of memory ======================================== */

/* Memory for many sessions: with one, opening a session takes a microsecond
 * instead of milliseconds.  Shared by any number of sessions and threads.
 * cs_pool_new makes `slots` places at once and keeps that many for reuse; more
 * are made when needed.  It may be freed before the sessions that use it. */
CS_API cs_status cs_pool_new(uint32_t slots, cs_pool **out) CS_CHECK;
/* Keep up to so many for reuse from now on; none is made or dropped now. */
CS_API void cs_pool_keep(cs_pool *p, uint32_t slots);
/* Remember up to so many programs: a session that has just begun and runs one
 * of them for the third time skips the compiler, and nothing else changes.
 * Their text stays in the memory of this process as long as the pool. */
CS_API void cs_pool_remember(cs_pool *p, uint32_t programs);
CS_API void cs_pool_free(cs_pool *p);

#endif
