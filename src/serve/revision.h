/*
 * revision.h - revisions of the protocol.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SERVE_REVISION_H
#define CS_SERVE_REVISION_H

#include <jansson.h>
#include <stdbool.h>

/* number, name; in order of age */
#define CS_REVISION_LIST(X)       \
  X(CS_V2024_11, 0, "2024-11-05") \
  X(CS_V2025_03, 1, "2025-03-26") \
  X(CS_V2025_06, 2, "2025-06-18") \
  X(CS_V2025_11, 3, "2025-11-25") \
  X(CS_V2026_07, 4, "2026-07-28")

typedef enum cs_revision {
#define X(name, number, text) name = number,
  CS_REVISION_LIST(X)
#undef X
      CS_REVISION_COUNT,
  CS_REVISION_NONE = -1
} cs_revision;

#define CS_REVISION_LEGACY CS_V2025_11 /* the newest with a handshake */
#define CS_REVISION_MODERN CS_V2026_07 /* the oldest without */

const char *cs_revision_name(cs_revision v);
/* CS_REVISION_NONE: not one of ours, or no text at all. */
cs_revision cs_revision_find(const char *name);
/* Those without a handshake, as a list. */
json_t *cs_revision_modern(void);

/* A result as this revision has it: what it does not know is left out, what it
 * demands is added.  `result` is taken. */
json_t *cs_revision_fit(json_t *result, cs_revision v);

#endif
