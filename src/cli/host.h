/*
 * host.h - what the command line grants a program: clocks, sleep, entropy and,
 * with -i, standard input.  Everything else is refused.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_HOST_H
#define CS_CLI_HOST_H

#include "cli/guest.h"

/* Answer the open request.  False: the watch ended the run meanwhile. */
bool cs_host_answer(cs_guest *g);

#endif
