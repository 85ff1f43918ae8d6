/*
 * pool.h - memory for many sessions, ready before they start.
 *
 * A pool publishes the warm image once and keeps slots: address space with the
 * image mapped and the first pages present.  A session takes a slot and gives
 * it back wiped, so starting one is a pop and a small copy.  Sessions of one
 * pool may run on different threads; a pool for each thread avoids the lock.
 *
 * Threads: every function here may be called by any thread at any time; a slot
 * that was taken belongs to one session.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_SNAP_POOL_H
#define CS_PY_SNAP_POOL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

/* Making, sizing and freeing one is public: a pool of 0 slots keeps one and
 * makes none in advance, and its memory goes with its last session.
 * CS_ECORRUPT: the image is bad. */
#include "caisson/pool.h"

/* The image in a sealed memfd, for processes that cs_pool_adopt it; -1: no
 * memory.  Owned by the caller. */
int cs_pool_publish(void);

/* Let a pool that has made no slot yet use such a descriptor, which it takes.
 * False: it does not; then one that is sealed was closed, because it is the
 * image of another build. */
bool cs_pool_adopt(cs_pool *p, int fd);

/* Something of the caller's that lives as long as the pool and goes with
 * `drop`. Of several callers at one time the first wins: what is there then is
 * returned, and the others' own was dropped.  All pass the same `drop`. */
void *cs_pool_attach(cs_pool *p, void *thing, void (*drop)(void *));
void *cs_pool_attached(cs_pool *p); /* NULL: nothing */

#endif
