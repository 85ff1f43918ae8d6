/*
 * state.h - the directory for what the command remembers of this user:
 * $XDG_STATE_HOME/caisson, or ~/.local/state/caisson.  Programs are never shown
 * it (depth/guard.h).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_STATE_H
#define CS_CLI_STATE_H

#include <limits.h>
#include <stdbool.h>

/* The path of `name` in it; the directory is made.  False: there is none. */
bool cs_state_path(const char *name, char out[PATH_MAX]);

#endif
