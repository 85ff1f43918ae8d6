/*
 * clocks.h - readings of this machine's clocks, by the name of the request.
 *
 * A session answers them, or lets the engine do it where it runs: then a
 * reading is no stop and no message.  Both ask here, so that they cannot
 * differ.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_CLOCKS_H
#define CS_DEPTH_CLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which of them a program may read; 0: none. */
enum {
  CS_CLOCKS_STEADY = 1, /* monotonic and perf_counter */
  CS_CLOCKS_WALL = 2    /* what day it is */
};

/* False: no request for one of these clocks. */
bool cs_clocks_read(uint32_t kinds, const char *name, size_t len, int64_t *ns);

#endif
