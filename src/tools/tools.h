/*
 * tools.h - --tool and --call: functions answered by programs of the user.
 *
 * --tool NAME=COMMAND: the program is started once, before the guest, and
 * lives as long as the run.  It reads one JSON object per line, {"id", "name",
 * "args", "kwargs"}, and answers each, in any order, with {"id", "result"} or
 * {"id", "error": {"type", "message"}}.  Tools with the same COMMAND share one
 * program.
 *
 * --call NAME=COMMAND: the program is started for every call.  It reads one
 * object, {"name", "args", "kwargs"}, and the end of its input; what it prints
 * is the result, JSON or else text.  Another exit code than 0 is an exception
 * with what it said on stderr.
 *
 * "async NAME=COMMAND": calls give something to await, so several can be open
 * at a time.  No shell is involved anywhere.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TOOLS_TOOLS_H
#define CS_TOOLS_TOOLS_H

#include "session/inside.h"

#define CS_TOOLS_MOST 64 /* of --tool, and as many of --call */

typedef struct cs_tools cs_tools;

/* What --tool and --call say; borrowed as long as the tools are open. */
typedef struct cs_tools_given {
  const char *const *tools, *const *calls;
  size_t ntools, ncalls; /* at most CS_TOOLS_MOST each */
} cs_tools_given;

/* What is wrong with what was given. */
typedef struct cs_tools_fault {
  char what[200], why[100];
  const char *hint; /* static */
} cs_tools_fault;

/* Start the programs of --tool; NULL in `*out` when there are no tools.
 * False: `fault` says why not. */
bool cs_tools_open(const cs_tools_given *given, cs_tools **out,
                   cs_tools_fault *fault);
void cs_tools_close(cs_tools *t);
/* Define the functions in a session. */
bool cs_tools_define(const cs_tools *t, cs_session *to, cs_tools_fault *fault);

/* `stop` below: a descriptor that is readable from the moment the run must
 * end. */

/* Answer a CALL event. */
cs_reply_kind cs_tools_call(cs_tools *t, int stop, const cs_event *ev,
                            cs_wire *reply);
/* Make a pending call of a run that was interrupted once more; its result is
 * told at a WAIT. */
void cs_tools_again(cs_tools *t, const cs_event *ev);
/* Answer a WAIT event: at least one pending call has ended, or its time is
 * over.  `timeless`: nothing ends by itself. */
cs_reply_kind cs_tools_wait(cs_tools *t, int stop, bool timeless,
                            const cs_event *ev, cs_wire *reply);
/* What they are called, from 0 on; NULL: there are no more. */
const char *cs_tools_name(const cs_tools *t, size_t i, bool *async);
/* A run has ended: nobody wants the answers to its open calls. */
void cs_tools_forget(cs_tools *t);

#endif
