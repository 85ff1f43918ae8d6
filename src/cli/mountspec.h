/*
 * mountspec.h - a mount as the command line writes it.
 *
 *   SRC:DST[:MODE][,limit=SIZE]   --mount
 *   DST[,limit=SIZE]              --tmpfs
 *   DIR[:MODE][,limit=SIZE]       --workspace
 *
 * Read from the end, because host paths may contain colons.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_MOUNTSPEC_H
#define CS_CLI_MOUNTSPEC_H

#include "cli/cli.h"
#include "vfs/vfs.h"

#define CS_MOUNTSPEC_WORKSPACE "/workspace"

/* Every mount of the settings, in order: workspace, --mount, --tmpfs.  `use`
 * returns 0 or an exit code, which ends it; texts are borrowed for the call.
 * Messages about what cannot be read are printed. */
int cs_mountspec_each(const cs_settings *s,
                      int (*use)(void *user, const cs_mount_spec *spec),
                      void *user);

/* The mode that --workspace names: "ro", "overlay", "rw"; NULL: none. */
const char *cs_mountspec_workspace_mode(const cs_settings *s);

/* What the user should know about them; NULL: nothing.  On stderr, unless the
 * result has it (--json) or nobody wants it. */
const char *cs_mountspec_warning(const cs_settings *s);
void cs_mountspec_warn(const cs_settings *s);

#endif
