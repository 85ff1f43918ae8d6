/*
 * phase.c - the table of moves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/phase.h"

/* What `table` has where there is no move: phase 0, IDLE, is one more. */
#define TO(phase) (CS_PHASE_##phase + 1)

/* clang-format off */
/* Moves that every phase but GONE has. */
#define ALWAYS                                        \
  [CS_MOVE_STOP] = TO(IDLE), [CS_MOVE_LOSE] = TO(GONE), \
  [CS_MOVE_RESTART] = TO(IDLE)

static const unsigned char table[CS_PHASES][CS_MOVES] = {
  [CS_PHASE_IDLE] = {
    ALWAYS,
    [CS_MOVE_RUN]    = TO(RUNS),
    [CS_MOVE_LOAD]   = TO(RUNS)},
  [CS_PHASE_RUNS] = {
    ALWAYS,
    [CS_MOVE_ASK]    = TO(WAITS),
    [CS_MOVE_OUTPUT] = TO(TELLS),
    [CS_MOVE_END]    = TO(ENDS)},
  [CS_PHASE_WAITS] = {
    ALWAYS,
    [CS_MOVE_RUN]    = TO(RUNS),
    [CS_MOVE_REPLY]  = TO(RUNS)},
  [CS_PHASE_TELLS] = {
    ALWAYS,
    [CS_MOVE_RUN]    = TO(RUNS),
    [CS_MOVE_GO_ON]  = TO(RUNS)},
  [CS_PHASE_ENDS] = {
    ALWAYS,
    [CS_MOVE_ASK]    = TO(ENDS_WAITS),
    [CS_MOVE_OUTPUT] = TO(ENDS_TELLS)},
  [CS_PHASE_ENDS_WAITS] = {
    ALWAYS,
    [CS_MOVE_RUN]    = TO(RUNS),
    [CS_MOVE_REPLY]  = TO(ENDS)},
  [CS_PHASE_ENDS_TELLS] = {
    ALWAYS,
    [CS_MOVE_RUN]    = TO(RUNS),
    [CS_MOVE_GO_ON]  = TO(ENDS)},
  [CS_PHASE_GONE] = {
    [CS_MOVE_STOP]   = TO(GONE),
    [CS_MOVE_LOSE]   = TO(GONE),
    [CS_MOVE_RESTART] = TO(IDLE)}};
/* clang-format on */

cs_phase cs_phase_after(cs_phase from, cs_move move) {
  unsigned char to = table[from][move];
  return to ? (cs_phase)(to - 1) : CS_PHASES;
}

const char *cs_phase_name(cs_phase p) {
  static const char *const names[] = {
#define X(id, text) #id,
      CS_PHASE_LIST(X)
#undef X
  };
  return names[p];
}

const char *cs_move_name(cs_move m) {
  static const char *const names[] = {
#define X(id, text) #id,
      CS_MOVE_LIST(X)
#undef X
  };
  return names[m];
}
