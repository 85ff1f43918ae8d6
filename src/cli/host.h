/*
 * host.h - what the command line answers itself: standard input, sleep, the
 * number of the process.  The session answers clocks, entropy, environment and
 * files; everything else is refused.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_HOST_H
#define CS_CLI_HOST_H

#include "cli/guest.h"

/* Answer an OS event. */
cs_reply_kind cs_host_answer(cs_guest *g, const cs_event *ev, cs_wire *reply);

#endif
