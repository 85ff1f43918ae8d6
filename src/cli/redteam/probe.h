/*
 * probe.h - make one attack and say what came of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_REDTEAM_PROBE_H
#define CS_CLI_REDTEAM_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/redteam/arena.h"
#include "cli/redteam/attack.h"

typedef enum cs_probe_outcome {
  CS_OUT_HELD,         /* it did not get what it wanted */
  CS_OUT_CONTAINED,    /* a limit ended it */
  CS_OUT_FAILED,       /* it did */
  CS_OUT_NOT_ENFORCED, /* this host cannot enforce it, and says so */
  CS_OUT_SKIPPED,
  CS_OUT_BROKEN, /* the control noticed nothing, or the probe went wrong */
  CS_OUT_COUNT
} cs_probe_outcome;

typedef struct cs_probe_result {
  cs_probe_outcome outcome;
  bool control; /* the same attack succeeded where it may */
  uint64_t ms;
  char detail[300]; /* why; "" */
} cs_probe_result;

/* At one depth of CS_ATTACK_*. */
void cs_probe_make(const cs_attack *a, unsigned depth, cs_arena_place *place,
                   cs_probe_result *out);
const char *cs_probe_outcome_name(cs_probe_outcome o);
const char *cs_probe_depth_name(unsigned depth);

#endif
