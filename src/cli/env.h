/*
 * env.h - the guest's environment: -e and --env-file.  It starts empty.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_ENV_H
#define CS_CLI_ENV_H

#include "cli/cli.h"
#include "session/inside.h"

/* Take one variable; CS_EINVAL: the name cannot be. */
typedef cs_status cs_env_use(void *user, const char *name, const char *value);

/* Every variable, in order: later ones win.  Messages are printed.  Returns 0
 * or an exit code. */
int cs_env_each(const cs_settings *s, cs_env_use *use, void *user);

/* Set the session's environment.  Messages are printed.  Returns 0 or an exit
 * code. */
int cs_env_load(const cs_settings *s, cs_session *to);

#endif
