/*
 * workcommit.h - write changes of an overlay workspace to the host.
 *
 * Everything is checked before anything is written: protected names, rules of
 * the sandbox, links that leave the workspace, and whether the host's file is
 * still the one that the sandbox saw.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_WORKCOMMIT_H
#define CS_SANDBOX_WORKCOMMIT_H

#include <jansson.h>

#include "sandbox/worklayer.h"

typedef struct cs_work_terms {
  const json_t *write, *deny; /* lists of patterns; NULL: none */
  /* When the sandbox first saw a path of the host, ms since 1970: a file that
   * changed later is somebody else's work. */
  int64_t base_ms;
  const json_t *bases; /* object: later times of single paths; NULL: none */
  struct cs_kept
      *kept; /* borrowed; what is protected on the host (vfs/kept.h) */
} cs_work_terms;

/* Why a change cannot be committed: "protected", "denied", "link", "type",
 * "conflict"; NULL: it can.  Static storage. */
const char *cs_workcommit_refuses(int upper, int lower, const cs_work_change *c,
                                  const cs_work_terms *t);

/* Write one change to the host.  A file appears under its name complete or not
 * at all; no link of the host is followed. */
cs_status cs_workcommit_write(int upper, int lower, const cs_work_change *c,
                              cs_error *err) CS_MUST_CHECK;

/* The change is on the host: take it out of the layer.  Called for the deepest
 * paths first. */
void cs_workcommit_forget(int upper, const cs_work_change *c);

#endif
