/*
 * glob_in.h - a pattern as a small automaton.
 *
 * State i stands before op[i]; a set of states is a row of bits.  Every state
 * can reach the end, so a set that is not empty can always be completed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_GLOB_IN_H
#define CS_POLICY_GLOB_IN_H

#include "policy/glob.h"

enum {                     /* ops beyond the 256 bytes */
       CS_GLOB_STAR = 256, /* any run without a slash */
       CS_GLOB_ONE,        /* any byte */
       CS_GLOB_ALL,        /* any run */
       CS_GLOB_GAP,    /* nothing, or components with their slashes: begin */
       CS_GLOB_INSIDE, /* and inside of it */
       CS_GLOB_END,    /* accepts */
       CS_GLOB_TAIL    /* with `tree`: accepts, and all behind a slash */
};

#define CS_GLOB_STATES (2 * CS_GLOB_MOST + 4)
#define CS_GLOB_WORDS  (CS_GLOB_STATES / 64 + 1)

typedef struct cs_glob_code {
  uint16_t op[CS_GLOB_STATES];
  size_t n;     /* states, with END and TAIL */
  size_t words; /* of a set of them */
} cs_glob_code;

/* False: it is too long. */
bool cs_glob_compile(const cs_glob *g, cs_glob_code *out);
/* The states before anything was read. */
void cs_glob_start(const cs_glob_code *c, uint64_t *set);
/* The states behind `byte`; false: there are none. */
bool cs_glob_step(const cs_glob_code *c, const uint64_t *from,
                  unsigned char byte, uint64_t *to);
bool cs_glob_accepts(const cs_glob_code *c, const uint64_t *set);

#endif
