/*
 * effective.h - the policy that is in force for this command.
 *
 * Levels, from the one that binds all others:
 *   system   /etc/caisson/policy.yaml
 *   user     --policy FILE or CAISSON_POLICY, else the file policy.yaml in
 *            $XDG_CONFIG_HOME/caisson (~/.config/caisson); over --profile or
 *            CAISSON_PROFILE
 *   flags    CAISSON_<KEY> of the environment, then the command line
 *   project  caisson.yaml of the current directory, which only narrows; it is
 *            not read when it lies in a directory that the program is shown
 *
 * A file that is there and cannot be used ends the command; nothing falls back
 * to a default.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_EFFECTIVE_H
#define CS_CLI_EFFECTIVE_H

#include "cli/cli.h"
#include "policy/fault.h"
#include "policy/policy.h"

/* Make it; free with cs_policy_free.  Returns 0, or CS_EXIT_OURS after a
 * message. */
int cs_effective_policy(const cs_settings *s, cs_policy **out);
/* Did anybody write a policy, or is the result only the command line? */
bool cs_effective_is_written(const cs_policy *p);
/* Say why a policy was refused: as text, with --json as an object.  Returns
 * CS_EXIT_OURS. */
int cs_effective_fail(const cs_settings *s, const cs_policy_fault *f);
/* A file's policy, or a profile's if there is no file of that name. */
int cs_effective_named(const cs_settings *s, const char *name,
                       cs_policy **out);

#endif
