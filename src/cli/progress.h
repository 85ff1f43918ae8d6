/*
 * progress.h - how far a long piece of work has come, on stderr.
 *
 * Nothing is said about what takes less than half a second.  On a terminal one
 * line is drawn again and again and removed in the end; elsewhere there is one
 * line per phase, or JSON by line with --progress json.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_PROGRESS_H
#define CS_CLI_PROGRESS_H

#include "cli/cli.h"

typedef struct cs_progress {
  const char *what; /* borrowed: "verifying the log" */
  enum {
    CS_PROGRESS_NONE,
    CS_PROGRESS_LINE,
    CS_PROGRESS_PLAIN,
    CS_PROGRESS_JSON
  } form;
  uint64_t began_ns, told_ns;
  bool told;
} cs_progress;

void cs_progress_begin(cs_progress *p, const cs_settings *s, const char *what);
/* So much is done; `total` 0: nobody knows of how much.  Cheap. */
void cs_progress_step(cs_progress *p, uint64_t done, uint64_t total);
void cs_progress_end(cs_progress *p);

#endif
