/*
 * host.h - what the command line grants a program: clocks, sleep, entropy, its
 * environment and, when asked for, files, tools and standard input.
 * Everything else is refused.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_HOST_H
#define CS_CLI_HOST_H

#include "cli/guest.h"

/* The guest's clock in ns since 1970; `guest` is a cs_guest. */
int64_t cs_host_now(void *guest);

/* Answer the open request.  False: the watch ended the run meanwhile. */
bool cs_host_answer(cs_guest *g);

#endif
