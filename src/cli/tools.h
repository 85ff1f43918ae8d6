/*
 * tools.h - --tool NAME=COMMAND: functions answered by programs of the user.
 *
 * A program is started once, before the guest, and lives as long as the run.
 * It reads one JSON object per line, {"id", "name", "args", "kwargs"}, and
 * answers each with {"id", "result"} or {"id", "error": {"type", "message"}}.
 * Tools with the same COMMAND share one program.  No shell is involved.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_TOOLS_H
#define CS_CLI_TOOLS_H

#include "cli/guest.h"

typedef struct cs_tools cs_tools;

/* Start the programs of --tool; NULL in `*out` when there are none.  Messages
 * are printed.  Returns 0 or an exit code. */
int cs_tools_open(const cs_settings *s, cs_tools **out);
void cs_tools_close(cs_tools *t);
/* Define the functions in a session. */
int cs_tools_define(const cs_settings *s, const cs_tools *t, cs_session *to);
/* Answer a CALL event. */
cs_reply_kind cs_tools_call(cs_tools *t, cs_guest *g, const cs_event *ev,
                            cs_wire *reply);
/* Answer a WAIT event. */
cs_reply_kind cs_tools_wait(cs_tools *t, cs_guest *g, const cs_event *ev,
                            cs_wire *reply);

#endif
