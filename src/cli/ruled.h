/*
 * ruled.h - caisson exec under a policy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_RULED_H
#define CS_CLI_RULED_H

#include "cli/cli.h"
#include "jail/exec.h"
#include "policy/policy.h"
#include "vfs/vfs.h"

/* Where mounts and variables go. */
typedef struct cs_ruled_use {
  int (*mount)(void *user, const cs_mount_spec *m);
  cs_status (*env)(void *user, const char *name, const char *value);
  void *user;
} cs_ruled_use;

/* Set limits and walls to those of the policy, then add its mounts and
 * variables.  What a jail does not enforce is refused.  Returns 0, or an exit
 * code after a message. */
int cs_ruled_jail(const cs_settings *s, const cs_policy *p, cs_jail_spec *spec,
                  cs_exec_options *o, const cs_ruled_use *use);

#endif
