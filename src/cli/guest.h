/*
 * guest.h - driving one program: output, requests, deadline, outcome.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_GUEST_H
#define CS_CLI_GUEST_H

#include "base/wire.h"
#include "cli/cli.h"
#include "cli/lines.h"
#include "cli/sink.h"
#include "cli/watch.h"
#include "vfs/vfs.h"

typedef struct cs_guest {
  cs_engine *engine; /* owned */
  cs_watch watch;
  cs_sink sink;
  cs_lines *input; /* borrowed: the guest's stdin */
  cs_vfs *files;   /* owned; NULL: none are granted */
  struct cs_tools *tools; /* owned; NULL: none */
  cs_wire env;     /* the guest's environment, a DICT */
  bool seeded;     /* random numbers from `seed`: */
  uint64_t seed, drawn; /* blocks drawn so far */
  bool virtual;    /* a clock of its own: */
  int64_t clock;   /* ns since it started */
  cs_wire args, reply; /* of the open request */
} cs_guest;

/* A session with the limits of the settings; messages are printed.  Returns 0
 * or an exit code. */
int cs_guest_open(cs_guest *g, const cs_settings *s, cs_lines *input);
void cs_guest_close(cs_guest *g);
/* Start over: a fresh session and fresh files.  Returns 0 or an exit code. */
int cs_guest_reset(cs_guest *g, const cs_settings *s);

/* Go on until the program ends: passes output on and answers requests.
 * `stop` is what the start of the run returned. */
cs_stop cs_guest_drive(cs_guest *g, cs_stop stop);

/* The exit code of a finished run; prints traceback and messages unless
 * `quiet` (tracebacks always). */
int cs_guest_report(cs_guest *g, cs_stop stop, bool quiet);

/* Why the run ended, in the words of the result object: ok, error, timeout,
 * limit, cancelled, crashed. */
const char *cs_guest_status(const cs_guest *g, cs_stop stop);
int cs_guest_exit_code(const cs_guest *g, cs_stop stop);

#endif
