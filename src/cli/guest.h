/*
 * guest.h - one session as the command line opens it.
 *
 * What the options grant is granted here: place, limits, clocks, entropy,
 * environment, mounts, tools.  drive.c runs programs in it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_GUEST_H
#define CS_CLI_GUEST_H

#include <limits.h>

#include "cli/cli.h"
#include "cli/depth.h"
#include "cli/lines.h"
#include "cli/sink.h"
#include "cli/watch.h"
#include "session/inside.h"

/* What differs between the verbs. */
typedef struct cs_guest_plan {
  const char *script; /* file name in tracebacks */
  uint32_t flags;     /* cs_options.flags */
  const void *bytes;  /* a snapshot to load, borrowed; NULL: a fresh session */
  size_t len;
  cs_journal *journal; /* or one in a journal, borrowed */
  int which;           /* CS_JOURNAL_LAST or CS_JOURNAL_FIRST */
  bool offline;        /* nothing is granted, mounted or started */
  const char *code;    /* the program, for --depth auto; NULL: not known */
  size_t code_len;
} cs_guest_plan;

typedef struct cs_guest {
  const cs_settings *settings; /* borrowed, or `ruled` */
  cs_policy *policy;           /* owned; NULL: nobody wrote one */
  cs_settings ruled;           /* the settings under it */
  cs_guest_plan plan;
  cs_placement place;
  cs_workers *workers; /* owned; NULL: in this process */
  cs_pool *pool;       /* owned; for that */
  cs_jails *jails;     /* owned; depth process */
  cs_audit *audit;     /* owned; NULL: nothing is recorded */
  cs_session *session; /* owned */
  cs_watch watch;
  cs_sink sink;
  cs_lines *input;          /* borrowed: the guest's stdin */
  struct cs_tools *tools;   /* owned; NULL: none */
  char approvals[PATH_MAX]; /* where the owner is asked */
} cs_guest;

/* Messages are printed.  Returns 0 or an exit code. */
int cs_guest_open(cs_guest *g, const cs_settings *s, cs_lines *input,
                  const cs_guest_plan *plan);
/* Start over: another session with fresh files. */
int cs_guest_reopen(cs_guest *g);
void cs_guest_close(cs_guest *g);

/* Watch the session for the deadline and Ctrl-C until cs_watch_stop. */
int cs_guest_watch(cs_guest *g);

#endif
