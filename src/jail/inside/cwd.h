/*
 * cwd.h - the working directory of a program, inside its root and nowhere else.
 *
 * A caller, which may be a model, names the directory.  A path can lead out of
 * a finished root through a magic link of /proc to a descriptor that the helper
 * still holds, also when the path itself is harmless and a link in a mounted
 * directory is not (redteam: E02).
 *
 * A relative directory is resolved in the new root; a directory that the
 * program may not enter is an error before the program runs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_CWD_H
#define CS_JAIL_INSIDE_CWD_H

#include "base/error.h"
#include "jail/plan.h"

/* Close what the host opened for the places of a plan and for its control
 * groups.  Called when the root is finished: nothing needs them any more. */
void cs_cwd_close_sources(const cs_plan *plan);

/* Enter the directory that the plan names.  It is resolved beneath the root
 * without magic links, and the kernel must be able to reach it from there. */
cs_status cs_cwd_enter(const cs_plan *plan, cs_error *err) CS_MUST_CHECK;

#endif
