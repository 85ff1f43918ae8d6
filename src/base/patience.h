/*
 * patience.h - how long computations learn that nobody waits any more.
 *
 * Code of this layer knows no clock.  What can take seconds asks its caller
 * every few milliseconds whether to go on, and gives up if not.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_PATIENCE_H
#define CS_BASE_PATIENCE_H

#include <stdbool.h>

typedef struct cs_patience {
  bool (*is_over)(void *user);
  void *user;
} cs_patience;

/* NULL waits for ever. */
static inline bool cs_patience_ends(const cs_patience *p) {
  return p && p->is_over(p->user);
}

#endif
