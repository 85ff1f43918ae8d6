/*
 * clocks.c - readings of this machine's clocks, by the name of the request.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/clocks.h"

#include <string.h>
#include <time.h>

static const struct {
  const char *name;
  uint32_t kind;
  clockid_t id;
} clocks[] = {
    {"time.time_ns", CS_CLOCKS_WALL, CLOCK_REALTIME},
    {"time.monotonic_ns", CS_CLOCKS_STEADY, CLOCK_MONOTONIC},
    {"time.perf_counter_ns", CS_CLOCKS_STEADY, CLOCK_MONOTONIC},
};

bool cs_clocks_read(uint32_t kinds, const char *name, size_t len, int64_t *ns) {
  for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
    struct timespec t;
    if (!(kinds & clocks[i].kind) || strlen(clocks[i].name) != len ||
        memcmp(clocks[i].name, name, len) != 0)
      continue;
    if (clock_gettime(clocks[i].id, &t) != 0) return false;
    *ns = (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
    return true;
  }
  return false;
}
