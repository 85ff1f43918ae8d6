/*
 * replay.c - caisson replay: a finished run again, from its journal alone.
 *
 * Nothing is mounted, started or asked.  The exit code is that of the run; 125
 * tells that this time something was different, or that the journal has no end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "cli/durable.h"
#include "cli/verbs.h"

#include "caisson/journal.h"
#include "caisson/session.h"

static int replay(cs_durable *d, cs_guest *g) {
  const cs_settings *s = &d->settings;
  cs_journal_difference diff;
  int code = cs_guest_watch(g);
  if (code) return code;
  const cs_event *ev = cs_journal_replay(d->journal, g->session, &diff);
  if (diff.differs)
    return cs_cli_fail(s, "the replay differs", diff.text,
                       "something that decides what the program does was not "
                       "the same");
  if (!d->info.finished)
    return cs_cli_fail(s, "the replay ends here", "the run was not finished",
                       "'caisson resume' continues it");
  return cs_durable_report(g, ev);
}

int cs_cli_replay(const cs_settings *s) {
  cs_durable d;
  cs_guest g;
  int code = cs_durable_open(&d, s, false);
  if (code) return code;
  cs_guest_plan plan = {
      .journal = d.journal, .which = CS_JOURNAL_FIRST, .offline = true};
  code = cs_guest_open(&g, &d.settings, NULL, &plan);
  if (!code) {
    code = replay(&d, &g);
    cs_guest_close(&g);
  }
  cs_durable_close(&d);
  return code;
}
