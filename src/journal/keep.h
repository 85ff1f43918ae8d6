/*
 * keep.h - the journal of one session while it runs: what its tap knows.
 *
 * Two halves.  Writing (keep.c): every record is in the file before its
 * consequence is visible outside.  Playing (play.c): the records of a process
 * that is gone stand for the outside world, until the last one; from there on
 * the session writes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JOURNAL_KEEP_H
#define CS_JOURNAL_KEEP_H

#include "journal/code.h"
#include "journal/log.h"
#include "journal/reader.h"

#include "caisson/journal.h"

typedef enum cs_keep_state {
  CS_KEEP_WRITES,
  CS_KEEP_PLAYS,
  CS_KEEP_ENDS,     /* plays; the run is to end as the journal says */
  CS_KEEP_DIFFERS,  /* the program did something else than it did then */
  CS_KEEP_IS_OVER,  /* offline, and there are no more records */
  CS_KEEP_IS_BROKEN /* the file cannot be written */
} cs_keep_state;

typedef struct cs_keep {
  cs_session *s; /* borrowed: it owns us */
  cs_keep_state state;
  cs_journal_options o;
  uint8_t key[64]; /* of the snapshots' seal */
  size_t key_len;  /* 0: they have none */
  cs_log log;
  cs_wire w;                         /* body being built */
  bool reaches_host;                 /* the open request has an INTENT */
  uint64_t ran_us, mark_us, cost_us; /* running time since the last STATE */
  /* playing: */
  cs_reader *in; /* borrowed */
  int fd;        /* borrowed: where to write afterwards */
  size_t next;   /* record */
  size_t told;   /* bytes of the OUTPUT record `next` that came again */
  bool offline;  /* never write, touch no file */
  bool fresh;    /* the last event was not in the journal */
  uint64_t differs_at;
  char name[32]; /* why: of the LIMIT event */
  char why[400];
} cs_keep;

/* --- keep.c -------------------------------------------------------------- */

/* All of these return false when the file cannot be written. */
bool cs_keep_put_state(cs_keep *k);
bool cs_keep_run(cs_keep *k, const char *code, size_t len);
bool cs_keep_output(cs_keep *k, int stream, const char *text, size_t len);
bool cs_keep_ask(cs_keep *k, const cs_tap_request *r);
bool cs_keep_answered(cs_keep *k, const cs_tap_request *r, bool raised,
                      const cs_wire *reply);
bool cs_keep_event(cs_keep *k, const cs_event *ev);
bool cs_keep_reply(cs_keep *k, const cs_event *ev, const cs_reply *r);
void cs_keep_act(cs_keep *k, const cs_tap_act *a);
/* The session listens to `k`, and frees it when it is closed. */
void cs_keep_attach(cs_keep *k);

/* --- play.c -------------------------------------------------------------- */

/* Is there a record left to play?  Fills `*rec` without moving on; leaves
 * snapshots and marks out. */
bool cs_play_peek(cs_keep *k, cs_record *rec);
/* Go through the records; the event at which the session stands then. */
const cs_event *cs_play_all(cs_keep *k);
bool cs_play_output(cs_keep *k, int stream, const char *text, size_t len,
                    size_t *skip);
cs_tap_choice cs_play_ask(cs_keep *k, const cs_tap_request *r, cs_wire *reply);
bool cs_play_event(cs_keep *k, const cs_event *ev);
bool cs_play_reply(cs_keep *k, const cs_event *ev, const cs_reply *r);
int cs_play_poll(cs_keep *k);

#endif
