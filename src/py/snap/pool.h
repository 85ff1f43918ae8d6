/*
 * pool.h - memory for many sessions, ready before they start.
 *
 * A pool publishes the warm image once and keeps slots: address space with the
 * image mapped and the first pages present.  A session takes a slot and gives
 * it back wiped, so starting one is a pop and a small copy.  Sessions of one
 * pool may run on different threads; a pool for each thread avoids the lock.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_POOL_H
#define CS_PY_SNAP_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct cs_pool cs_pool;

/* Both are part of caisson.h. */

/* A pool that keeps up to `slots` idle slots and makes that many now; more are
 * made when needed.  0: one is kept, none is made in advance.  CS_EOS: no
 * memory; CS_ECORRUPT: the image is bad. */
__attribute__((visibility("default"))) cs_status cs_pool_new(
    uint32_t slots, cs_pool **out) CS_MUST_CHECK;

/* The image in a sealed memfd, for processes that cs_pool_adopt it; -1: no
 * memory.  Owned by the caller. */
int cs_pool_publish(void);

/* Let a pool that has made no slot yet use such a descriptor, which it takes.
 * False: it does not; then one that is sealed was closed, because it is the
 * image of another build. */
bool cs_pool_adopt(cs_pool *p, int fd);

/* Keep up to so many idle slots from now on; none is made or dropped now. */
__attribute__((visibility("default"))) void cs_pool_keep(cs_pool *p,
                                                         uint32_t slots);

/* Remember up to so many programs from now on: a session that has just begun
 * and runs one of them for the third time skips the compiler.  Their text stays
 * in the memory of this process as long as the pool.  Once only. */
__attribute__((visibility("default"))) void cs_pool_remember(cs_pool *p,
                                                             uint32_t programs);

/* The caller is done with the pool; its memory goes with its last session. */
__attribute__((visibility("default"))) void cs_pool_free(cs_pool *p);

#endif
