/*
 * effective.h - the policy that is in force for this command.
 *
 * Levels, from the one that binds all others:
 *   system   /etc/caisson/policy.yaml
 *   user     --policy FILE or CAISSON_POLICY, else policy.yaml in
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
/* The same, but `*out` is NULL when nobody wrote a policy or asked for one:
 * then the command's own defaults hold. */
int cs_effective_written(const cs_settings *s, cs_policy **out);
/* Every file that is or could be part of it, whether it is there or not. */
void cs_effective_files(const cs_settings *s,
                        void (*each)(void *user, const char *path), void *user);
/* The settings with what the policy says in their place.  Returns 0, or an exit
 * code after a message. */
int cs_effective_apply(const cs_policy *p, cs_settings *s);
/* Say why a policy was refused, as text and with --json as an object; what
 * widens is audited.  Returns CS_EXIT_OURS. */
int cs_effective_fail(const cs_settings *s, const cs_policy_fault *f);

/* flags.c: what the command line says, over `user`.  `*out` NULL: nothing. */
cs_status cs_flags_policy(const cs_settings *s, const cs_policy *user,
                          cs_policy **out, cs_policy_fault *f);
/* And the environment: CAISSON_LIMITS_PIDS=64. */
cs_status cs_flags_environment(cs_policy **out, cs_policy_fault *f);

#endif
