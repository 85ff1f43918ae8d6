/*
 * mounts.h - --mount, --workspace and -w: the files a program may see.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_MOUNTS_H
#define CS_CLI_MOUNTS_H

#include "cli/cli.h"
#include "vfs/vfs.h"

/* The file system that the settings describe; NULL when they name no mount.
 * Messages are printed.  Returns 0 or an exit code. */
int cs_mounts_open(const cs_settings *s, cs_vfs **out);

#endif
