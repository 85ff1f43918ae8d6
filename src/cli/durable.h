/*
 * durable.h - --journal, and what resume and replay share.
 *
 * The command line that began a run is kept in the journal's note, with the
 * directory it was given in: resuming reads it again and so has the same
 * mounts, tools and limits.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_DURABLE_H
#define CS_CLI_DURABLE_H

#include "cli/guest.h"
#include "cli/sealkey.h"

#include "caisson/journal.h"

/* Let snapshots of the journal be sealed with the user's key, which is kept in
 * `*key`, unless --no-seal was given.  Returns 0 or an exit code. */
int cs_durable_seal(const cs_settings *s, cs_journal_options *o,
                    cs_sealkey *key);
/* Begin the journal of --journal.  Returns 0 or an exit code. */
int cs_durable_start(cs_guest *g);

/* A journal as a verb finds it. */
typedef struct cs_durable {
  cs_journal *journal; /* owned */
  cs_journal_info info;
  cs_settings settings; /* of the command that began it */
  char **argv, *words;  /* owned: its words */
  char *dir;            /* owned: where it was given */
} cs_durable;

/* Open the journal that `s` names.  `trusted`: its note will be acted upon, so
 * it must be ours.  Messages are printed. */
int cs_durable_open(cs_durable *d, const cs_settings *s, bool trusted);
void cs_durable_close(cs_durable *d);

/* Tell how the run ended; the exit code. */
int cs_durable_report(cs_guest *g, const cs_event *ev);

#endif
