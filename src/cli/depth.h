/*
 * depth.h - where a program runs: --depth and --in-process.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_DEPTH_H
#define CS_CLI_DEPTH_H

#include "base/depth.h"
#include "cli/cli.h"
#include "session/inside.h"

#include "caisson/check.h"

typedef struct cs_placement {
  const cs_depth_row *row;
  char reason[400]; /* why it was chosen */
} cs_placement;

/* Choose the place for this command line and this program (NULL: none is known
 * yet).  Returns 0, or an exit code after a message. */
int cs_depth_choose(const cs_settings *s, const char *code, size_t len,
                    cs_placement *out);

#endif
