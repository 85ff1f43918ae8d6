/*
 * codeact.h - the bridge of Local CodeAct: JSON lines over stdin and stdout.
 *
 * Programs that start `python -I runner.py` for every call of execute_code can
 * start this instead.  A request with "tool_names" runs code in a jail; one
 * without is judged by the rules of `caisson check --profile codeact-compat`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_CODEACT_H
#define CS_CLI_CODEACT_H

#include "cli/lines.h"
#include "session/inside.h"

/* Names, the last one NULL; all owned. */
typedef struct cs_names {
  char **at;
  size_t n;
} cs_names;

/* The request, copied out of its line. */
typedef struct cs_codeact {
  char *code; /* owned */
  size_t len;
  bool runs; /* it has tool_names */
  cs_names tools;
  size_t stdout_max, stderr_max;
  const char *python; /* borrowed; NULL: the system's */
} cs_codeact;

/* The value of a key of a message that is a DICT. */
bool cs_codeact_find(const cs_wire *message, const char *key, cs_wire_in *out);

/* Was the program called under this name, or asked for it by its first word?
 * It is no verb: nobody types it. */
bool cs_codeact_called(int argc, char **argv);
int cs_codeact_main(int argc, char **argv);

/* Run the code; calls go to stdout, answers come from `in`.  Returns the exit
 * code. */
int cs_codeact_run(const cs_codeact *c, cs_lines *in);

#endif
