/*
 * sandboxed.h - named sandboxes on the command line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_SANDBOXED_H
#define CS_CLI_SANDBOXED_H

#include <jansson.h>

#include "cli/cli.h"

struct cs_sandboxes;

/* Open the user's sandboxes; 0, or an exit code after a message. */
int cs_sandboxed_open(const cs_settings *s, struct cs_sandboxes **out);

/* Carry out a request (taken).  The reply is owned; NULL: a message was printed
 * and `*code` is the exit code. */
json_t *cs_sandboxed_call(const cs_settings *s, json_t *request, int *lease,
                          int *code);

/* Is there a sandbox of that name? */
bool cs_sandboxed_is(const char *name);
/* What `ps` would show of a sandbox or run, owned; NULL: there is none. */
json_t *cs_sandboxed_look(const char *name);
/* Sandboxes and runs as `ps` shows them, appended to `list`; all, or those that
 * run. */
void cs_sandboxed_list(json_t *list, bool all);
/* Ask the keeper of `name`; false: it does not run. */
bool cs_sandboxed_ask(const char *name, json_t *request, json_t **reply);
/* stop, kill, rm of a sandbox: 0, or an exit code after a message. */
int cs_sandboxed_end(const cs_settings *s, const char *name, const char *op);

/* A sandbox that is made of the settings; exits as the request does. */
json_t *cs_sandboxed_request(const cs_settings *s, const char *name, int *code);

/* sandboxed_exec.c: 'exec' with the name of a sandbox; decided by the spelling
 * alone. */
bool cs_sandboxed_exec_meant(const cs_settings *s);
/* What 'exec NAME' does, if that is meant. */
int cs_sandboxed_exec_by_name(const cs_settings *s);

/* sandboxed_exec.c: the command argv[1...] in the sandbox argv[0]. */
int cs_sandboxed_exec(const cs_settings *s, const char *name, char **argv,
                      int argc);
/* sandboxed_run.c: run --image. */
int cs_sandboxed_run(const cs_settings *s);
int cs_sandboxed_shell(const cs_settings *s, const char *name);

#endif
