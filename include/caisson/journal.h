/*
 * caisson/journal.h - journals: part 4 of caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_JOURNAL_H
#define CAISSON_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caisson/session.h"
#include "caisson/status.h"

/* === 4. Journals ========================================================= */

/*
 * A journal is a file in which a session records what happens to it, so that
 * another process can go on when this one is killed, and anybody can see a
 * finished run again without the outside world.
 *
 *   cs_journal_start(s, "run.journal", NULL, &err);   before the first run
 *   cs_session_drive(s, code, len);                   as always
 *
 *   cs_journal_open("run.journal", &j, &err);         later, elsewhere
 *   cs_options_init(&o); cs_journal_session(j, &o);   o.host = ...
 *   cs_journal_load(j, &o, CS_JOURNAL_LAST, &s, &err);
 *   cs_session_mount(s, ...);                         the same mounts again
 *   ev = cs_journal_resume(j, s, NULL, &err);
 *
 * What is promised.  A call is in the file before the host sees its event, and
 * a reply before the program sees it: after `kill -9` at any moment a call
 * whose reply was given is never made again.  A call that was begun and whose
 * reply is not in the file is IN DOUBT: it may have happened.  Resuming raises
 * RuntimeError at such a call, unless CS_JOURNAL_ASK leaves it to the host.
 * Requests that only ask (CS_OS, CS_NAME) are simply asked again.  Changes to
 * writable mounts are made once; the last one, if in doubt, is repeated where
 * that changes nothing and raises OSError elsewhere.
 *
 * Everything that decides what a program does is recorded: code, inputs,
 * replies, and what the session answers itself (clocks, entropy, files), except
 * where a seed or a fixed clock determines it.  So the program comes to the
 * same place again; where it does not, the event is LIMIT "journal" with the
 * number of the record that differs.  Overlays and memory come back with it.  A
 * journal is played by the build that wrote it.
 *
 * The file is append-only and hash-chained (docs/journal-format.md): what
 * breaks off at its end is cut, what was changed in the middle is refused.  It
 * holds the program's data in the clear and belongs to its owner (mode 0600).
 */

enum { /* cs_journal_options.sync: what is durable when the machine dies */
       CS_SYNC_CALLS = 0, /* calls, their replies and the ends of runs; the rest
                             follows with the next of them */
       CS_SYNC_ALWAYS = 1, /* everything that is visible outside */
       CS_SYNC_NEVER = 2   /* what the kernel wrote by then; a killed process
                              still loses nothing */
};
enum {                     /* cs_journal_options.flags */
       CS_JOURNAL_ASK = 1, /* resume: a call in doubt is an event again, and
                              answering it is the host's decision */
       CS_JOURNAL_NEW_OUTPUT = 2 /* resume: do not tell output again that the
                                    journal has */
};

typedef struct cs_journal_options {
  size_t size; /* cs_journal_options_init sets it and the defaults */
  int sync;
  uint32_t flags;
  uint64_t snapshot_ms; /* running time between two snapshots in the file, from
                           which resuming starts; 5 000; 0: none */
  const void *note;     /* start: bytes of the host's choice, for whoever opens
                           the journal; NULL: none */
  size_t note_len;
  const void *seal_key; /* seal the snapshots in the file, as cs_seal does;
                           copied; NULL: they are not sealed */
  size_t seal_key_len;  /* 16 to 64 */
} cs_journal_options;
CS_API void cs_journal_options_init(cs_journal_options *o);

/* Record from now on, in a new file.  The session stands between runs; what it
 * holds already is recorded as a snapshot.  When the file cannot be written any
 * more the run ends with LIMIT "journal". */
CS_API cs_status cs_journal_start(cs_session *s, const char *path,
                                  const cs_journal_options *o,
                                  cs_error *err) CS_CHECK;
/* Stop recording; closing the session does, too. */
CS_API void cs_journal_stop(cs_session *s);

/* Read and verify.  CS_ECORRUPT: not a journal, or changed; the text has the
 * number of the record.  CS_EOS: cannot be read, or a process writes it. */
CS_API cs_status cs_journal_open(const char *path, cs_journal **out,
                                 cs_error *err) CS_CHECK;
CS_API void cs_journal_close(cs_journal *j);
/* Load only snapshots that were sealed with this key (copied) from now on.
 * Without it, or with NULL, sealed ones are loaded unseen.  CS_EINVAL: no key.
 */
CS_API cs_status cs_journal_set_key(cs_journal *j, const void *key,
                                    size_t len) CS_CHECK;

typedef struct cs_journal_info {
  uint64_t records, runs, calls;
  uint64_t cut;     /* bytes at the end that were no whole record */
  bool finished;    /* the last run has ended */
  size_t doubts;    /* calls in doubt */
  const void *note; /* borrowed from the journal */
  size_t note_len;
  const char *library; /* version that wrote it; borrowed */
} cs_journal_info;
CS_API void cs_journal_facts(const cs_journal *j, cs_journal_info *out);
/* A call in doubt, by number from 0, as the event that it was.  Borrowed until
 * the next call on the journal; NULL: there is no such one.  One that was
 * answered PENDING is named by later WAITs: the host settles it. */
CS_API const cs_event *cs_journal_doubt(cs_journal *j, size_t i);

/* How many events of this kind and name were replied to. */
CS_API uint64_t cs_journal_count(cs_journal *j, cs_event_kind kind,
                                 const char *name);

/* Set the options that decide what a program does as they were; script_name is
 * borrowed from the journal.  Host, pool and workers stay as they are. */
CS_API void cs_journal_session(const cs_journal *j, cs_options *o);

enum { CS_JOURNAL_LAST = 0, CS_JOURNAL_FIRST = 1 };
/* The session as a snapshot in the journal has it: the last one for resuming,
 * the first one for a replay. */
CS_API cs_status cs_journal_load(cs_journal *j, const cs_options *o, int which,
                                 cs_session **out, cs_error *err) CS_CHECK;

/* Replay what was recorded after the snapshot, then go on recording in the same
 * file.  Returns the event at which the session stands: one that waits for a
 * reply (go on with cs_session_go_on), or the end of the last run.  NULL: it
 * cannot begin.  The journal may be closed afterwards. */
CS_API const cs_event *cs_journal_resume(cs_journal *j, cs_session *s,
                                         const cs_journal_options *o,
                                         cs_error *err);

typedef struct cs_journal_difference {
  bool differs;
  uint64_t record;
  char text[400];
} cs_journal_difference;
/* Play the whole journal with a session from CS_JOURNAL_FIRST, offline: nothing
 * is asked, mounted or written; output goes to the host as it did.  Returns the
 * last event; `*d` has the first difference.  A journal that is not finished
 * ends with LIMIT "journal" and no difference. */
CS_API const cs_event *cs_journal_replay(cs_journal *j, cs_session *s,
                                         cs_journal_difference *d);

#endif
