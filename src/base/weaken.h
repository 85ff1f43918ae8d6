/*
 * weaken.h - switch a mitigation off, to see that its test would notice.
 *
 * CAISSON_WEAKEN=ID in the environment of a test build; the ID is that of the
 * attack which the mitigation stops.  Release builds have nothing of it:
 * tests/attacks/test_l_control.py looks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_WEAKEN_H
#define CS_BASE_WEAKEN_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool cs_weaken(const char *id) {
#ifdef NDEBUG
  (void)id;
  return false;
#else
  const char *off = getenv("CAISSON_WEAKEN");
  return off && strcmp(off, id) == 0;
#endif
}

#endif
