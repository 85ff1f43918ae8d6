/*
 * drive.h - the loop of a run: every event of the program meets its reply.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_DRIVE_H
#define CS_CLI_DRIVE_H

#include "cli/guest.h"

/* Answer `ev` and all that follow until the run ends: DONE, RAISED, LIMIT or
 * CRASHED.  Borrowed until the next call on the session. */
const cs_event *cs_drive(cs_guest *g, const cs_event *ev);

/* The same, but a call of the function `name` is left without a reply and
 * returned: the program waits. */
const cs_event *cs_drive_until(cs_guest *g, const cs_event *ev,
                               const char *name);

#endif
