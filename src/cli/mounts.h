/*
 * mounts.h - --mount, --tmpfs, --workspace and -w: the files a program sees.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_MOUNTS_H
#define CS_CLI_MOUNTS_H

#include "cli/cli.h"
#include "session/inside.h"

/* Mount what the settings name.  A session that was `loaded` stays in the
 * directory it was in unless -w says otherwise.  Messages are printed; returns
 * 0 or an exit code. */
int cs_mounts_add(const cs_settings *s, cs_session *to, bool loaded);

#endif
