/*
 * helper.h - the program that makes one jail.
 *
 * Whatever fails here is told to the host as CS_CONTROL_FAILED before the exit
 * code is seen.
 *
 * Static and without the host's environment: nothing of the caller's process
 * reaches it but the descriptors of the plan.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_HELPER_H
#define CS_JAIL_INSIDE_HELPER_H

/* Make the jail of the plan at CS_PLAN_FD_PLAN; the exit code.  The main
 * function is that of sandbox/keeper/main.c: the helper is a keeper, too. */
int cs_helper_main(void);

#endif
