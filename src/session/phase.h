/*
 * phase.h - where a session is between two events: its state machine.
 *
 * Every change of `cs_session.phase` is a move of the table in phase.c; no file
 * writes the field.  A program that is over may still run: what its open files
 * hold is written then, with requests and output of its own.  The three ENDS
 * phases are that time, and `cs_session.last` is the event told after it.
 *
 *               RUN        ASK            STOP
 *       IDLE --------> RUNS <----> WAITS ------> IDLE
 *                       |  REPLY
 *                       |  OUTPUT
 *                       | <----> TELLS
 *                       |  GO_ON
 *                       | END
 *                       v     the same three again, as ENDS, ENDS_WAITS and
 *                      ENDS   ENDS_TELLS
 *
 * STOP leads from everywhere to IDLE, LOSE to GONE, where a session stays.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SESSION_PHASE_H
#define CS_SESSION_PHASE_H

#include <stdbool.h>

/* id, what it means */
#define CS_PHASE_LIST(X)                                                   \
  X(IDLE, "no program: `ev` is the last event of the run before, or DONE") \
  X(RUNS, "the engine runs, or the session answers it")                    \
  X(WAITS, "`ev` needs a reply")                                           \
  X(TELLS, "`ev` is OUTPUT; the stop `next` is told after it")             \
  X(ENDS, "as RUNS; the program is over, and `last` is how it ended")      \
  X(ENDS_WAITS, "as WAITS, in ENDS")                                       \
  X(ENDS_TELLS, "as TELLS, in ENDS")                                       \
  X(GONE, "crashed; `ev` is CRASHED from now on")

typedef enum cs_phase {
#define X(id, text) CS_PHASE_##id,
  CS_PHASE_LIST(X)
#undef X
      CS_PHASES
} cs_phase;

/* id, when */
#define CS_MOVE_LIST(X)                                        \
  X(RUN, "a program is given; what ran or waited is given up") \
  X(ASK, "a request goes to the host")                         \
  X(REPLY, "the host has answered it")                         \
  X(OUTPUT, "output goes to the host as an event")             \
  X(GO_ON, "the host has taken it")                            \
  X(END, "the program is over, its files are not closed yet")  \
  X(STOP, "the run is over, or was given up, or never began")  \
  X(LOSE, "the engine failed, or cannot be woken")             \
  X(LOAD, "a snapshot is opened that waits for a reply")       \
  X(RESTART, "the engine was made new")

typedef enum cs_move {
#define X(id, text) CS_MOVE_##id,
  CS_MOVE_LIST(X)
#undef X
      CS_MOVES
} cs_move;

/* Where this move leads; CS_PHASES: there is no such move from there. */
cs_phase cs_phase_after(cs_phase from, cs_move move);
/* "IDLE", "RUN": for messages and tests. */
const char *cs_phase_name(cs_phase p);
const char *cs_move_name(cs_move m);

/* Does `ev` wait for cs_session_resume? */
static inline bool cs_phase_is_open(cs_phase p) {
  return p == CS_PHASE_WAITS || p == CS_PHASE_ENDS_WAITS;
}
/* Is `ev` OUTPUT, told before the stop that `next` keeps? */
static inline bool cs_phase_tells(cs_phase p) {
  return p == CS_PHASE_TELLS || p == CS_PHASE_ENDS_TELLS;
}
/* Is the program over, with files that are still being written? */
static inline bool cs_phase_ends(cs_phase p) {
  return p == CS_PHASE_ENDS || p == CS_PHASE_ENDS_WAITS ||
         p == CS_PHASE_ENDS_TELLS;
}

#endif
