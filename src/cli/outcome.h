/*
 * outcome.h - how a run ended, in the words of exit codes and messages.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_OUTCOME_H
#define CS_CLI_OUTCOME_H

#include "cli/guest.h"

/* Why the run ended, in the words of the result object: ok, error, timeout,
 * limit, cancelled, crashed, invalid when it was only checked, suspended
 * when a snapshot was made while it waits. */
const char *cs_outcome_status(const cs_guest *g, const cs_event *ev);

/* The limit that ended it, or NULL. */
const char *cs_outcome_limit(const cs_guest *g, const cs_event *ev);

int cs_outcome_code(const cs_guest *g, const cs_event *ev);

/* The same with what made it so: "exit" for SystemExit, a limit by its name. */
const char *cs_outcome_reason(const cs_guest *g, const cs_event *ev);

/* Did an exception end it, other than SystemExit? */
bool cs_outcome_raised(const cs_event *ev);

/* Print the traceback, and what happened unless --quiet; returns the exit
 * code. */
int cs_outcome_report(cs_guest *g, const cs_event *ev);

#endif
