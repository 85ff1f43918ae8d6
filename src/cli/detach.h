/*
 * detach.h - runs in the background: -d.
 *
 * The command becomes two.  One goes on as the run, in a session of its own and
 * without the caller's terminal; the other says what went wrong until the run
 * has its name, then prints the name and ends.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_DETACH_H
#define CS_CLI_DETACH_H

#include "cli/cli.h"

/* With -d: true in the one that ends, with its exit code in `*code`. */
bool cs_detach(const cs_settings *s, int *code);
/* The run has its name: nobody reads its messages from here on. */
void cs_detach_ready(const cs_settings *s);

#endif
