/*
 * clocks.c - readings of this machine's clocks, by the name of the request.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/clocks.h"

#include <time.h>

#include "base/os_call.h"

bool cs_clocks_read(uint32_t kinds, const char *name, size_t len, int64_t *ns) {
  cs_oscall call = cs_oscall_find(name, len);
  bool wall = cs_oscall_is(call, CS_OSCALL_WALL);
  bool steady = cs_oscall_is(call, CS_OSCALL_STEADY);
  struct timespec t;
  if (!(wall && kinds & CS_CLOCKS_WALL) &&
      !(steady && kinds & CS_CLOCKS_STEADY))
    return false;
  if (clock_gettime(wall ? CLOCK_REALTIME : CLOCK_MONOTONIC, &t) != 0)
    return false;
  *ns = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
  return true;
}
