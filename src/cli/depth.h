/*
 * depth.h - where a program runs: --depth and --in-process.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_DEPTH_H
#define CS_CLI_DEPTH_H

#include "cli/cli.h"

typedef enum cs_depth {
  CS_DEPTH_CHECK, /* nothing runs, the text is parsed */
  CS_DEPTH_INTERP, /* our own engine */
  CS_DEPTH_PROCESS /* CPython in a jail */
} cs_depth;

typedef struct cs_place {
  cs_depth depth;
  const char *name;   /* of the depth, as results have it */
  const char *reason; /* why it was chosen */
  bool worker;        /* INTERP: in a locked-down process */
} cs_place;

/* Choose the place for this command line.  Returns 0, or an exit code after a
 * message. */
int cs_depth_choose(const cs_settings *s, cs_place *out);

#endif
