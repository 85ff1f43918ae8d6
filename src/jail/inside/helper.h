/*
 * helper.h - the program that makes one jail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_HELPER_H
#define CS_JAIL_INSIDE_HELPER_H

/* Make the jail of the plan at CS_PLAN_FD_PLAN; the exit code.  The main
 * function is that of sandbox/keeper/main.c: the helper is a keeper, too. */
int cs_helper_main(void);

#endif
