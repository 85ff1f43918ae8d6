/*
 * named.h - runs that have a name: what `ps` shows and `logs` reads.
 *
 * They are rows of the list that sandboxes are in (sandbox/runrow.h).  In the
 * directory of each, `state.json` says what it is and how it ended, `lock` is
 * held as long as it runs, `log.jsonl` has what it printed, a record by line,
 * and `log.jsonl.1` what came before that. Who dies without a word leaves a
 * lock that nobody holds: it has crashed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_NAMED_H
#define CS_CLI_NAMED_H

#include <jansson.h>
#include <stdio.h>

#include "cli/cli.h"

#define CS_NAMED_LOG ((size_t)8 << 20) /* bytes of one of the two files */

typedef struct cs_named cs_named;

/* Begin, if there is a --name; `*out` is NULL otherwise.  `what` runs at
 * `depth`.  Messages are printed; returns 0 or an exit code. */
int cs_named_open(const cs_settings *s, const char *depth, const char *what,
                  cs_named **out);
/* What it printed: 1 stdout, 2 stderr, 3 on its terminal. */
void cs_named_put(cs_named *n, int kind, const char *bytes, size_t len);
/* It has ended with this exit code.  NULL is fine. */
void cs_named_close(cs_named *n, int code);

/* --- for those who look --------------------------------------------------- */

/* A file of a name, to fclose(); NULL: there is none. */
FILE *cs_named_read(const char *name, const char *file);
/* What is known of it: the state with "status", owned; NULL: nothing. */
json_t *cs_named_look(const char *name);
/* It does not run any more: note this exit code if it could not itself. */
void cs_named_mark(const char *name, int code);
/* Remove all of it. */
bool cs_named_remove(const char *name);

#endif
