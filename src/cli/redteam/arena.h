/*
 * arena.h - the directory that an attack is made in, and its canaries.
 *
 * Everything is below one new directory in $TMPDIR or /tmp; nothing else of the
 * host is touched.  A canary is a file outside of every mount, a variable, and
 * a listener on loopback.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_REDTEAM_ARENA_H
#define CS_CLI_REDTEAM_ARENA_H

#include <limits.h>
#include <stdbool.h>

typedef struct cs_arena_place {
  char path[PATH_MAX / 2];
  char canary[64]; /* what outside/key holds */
  int listener;    /* owned */
  unsigned port;
} cs_arena_place;

/* Make it; false with errno. */
bool cs_arena_make(cs_arena_place *a);
void cs_arena_remove(cs_arena_place *a);
/* Fresh files for the next run; `policy` and `project`: texts or NULL, with "@"
 * for the directory. */
bool cs_arena_fill(const cs_arena_place *a, const char *policy,
                   const char *project);
/* NULL: all canaries are as they were; else what was touched. */
const char *cs_arena_touched(const cs_arena_place *a);
/* `text` with "@", "#" and "~P" replaced; owned, NULL: no memory. */
char *cs_arena_text(const cs_arena_place *a, const char *text, int number);

#endif
