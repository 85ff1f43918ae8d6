/*
 * glob.h - patterns of paths and names: matching, and which is wider.
 *
 *   *     any characters of one component
 *   **    as a component: any number of them; at the end at least one
 *
 * A literal pattern has no stars.  With `tree` a pattern also matches whatever
 * lies below a path that it matches: /data stands for /data and all in it.
 *
 * Whether one pattern's paths are all among another's is decided exactly, by
 * walking both automata side by side; what takes more than the budget counts
 * as undecided, and so as "no".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_GLOB_H
#define CS_POLICY_GLOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cs_glob {
  const char *text; /* borrowed; at most CS_GLOB_MOST bytes */
  bool literal;
  bool tree;
} cs_glob;

#define CS_GLOB_MOST 4096

bool cs_glob_matches(const cs_glob *g, const char *text);
/* Does `wide` match all that `g` matches?  Takes what it needs from `budget`,
 * a number of steps. */
bool cs_glob_covers(const cs_glob *wide, const cs_glob *g, uint64_t *budget);
/* Can something match both?  May say yes wrongly, never no. */
bool cs_glob_meets(const cs_glob *a, const cs_glob *b);
/* Can something below `path` match? */
bool cs_glob_leads(const cs_glob *g, const char *path);
/* How much a pattern says: of two that match, the larger one decides. */
uint64_t cs_glob_weight(const cs_glob *g);

#endif
