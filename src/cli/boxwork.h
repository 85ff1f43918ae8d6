/*
 * boxwork.h - diff, commit and discard with the name of a sandbox.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_BOXWORK_H
#define CS_CLI_BOXWORK_H

#include "cli/cli.h"

/* Is the first operand a sandbox, and no file of that name? */
bool cs_boxwork_is(const cs_settings *s);
/* Each returns an exit code.  commit: NAME [PATH...] writes changes of the
 * workspace; with --image, an image of what it changed in its root. */
int cs_boxwork_diff(const cs_settings *s);
int cs_boxwork_commit(const cs_settings *s);
int cs_boxwork_discard(const cs_settings *s);

#endif
