/*
 * launch.h - start the keeper of a sandbox.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_LAUNCH_H
#define CS_SANDBOX_LAUNCH_H

#include <jansson.h>

#include "jail/jail.h"

typedef struct cs_launch {
  int box;           /* borrowed: its directory, with spec.json in it */
  int tree, work;    /* borrowed; -1: none */
  int control, post; /* borrowed; of an egress process, -1: none */
  int image;         /* borrowed: the lease of the tree; -1: none */
  int secrets;       /* borrowed: see sandbox/boxshown.h; -1: none */
  int lease;         /* out, owned: the keeper's commit byte goes there */
} cs_launch;

/* Start it and wait for its report: an object (owned), NULL with `err`.  The
 * keeper waits for the byte 'c' over `lease`, without which it ends. */
json_t *cs_launch_keeper(const cs_jail_kit *kit, cs_launch *l, cs_error *err);

#endif
