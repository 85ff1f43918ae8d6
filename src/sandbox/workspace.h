/*
 * workspace.h - the directory of the host that a sandbox works on.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_WORKSPACE_H
#define CS_SANDBOX_WORKSPACE_H

#include <jansson.h>

#include "base/error.h"

/* Open the workspace of a spec, once: what is mounted is this directory and not
 * whatever its path says later.  `home` is our own state, which no sandbox may
 * see.  A sandbox that starts again gets the same directory or none.  `*out` is
 * -1 without a workspace. */
cs_status cs_workspace_open(const char *home, json_t *spec, int *out,
                            cs_error *err) CS_MUST_CHECK;

#endif
