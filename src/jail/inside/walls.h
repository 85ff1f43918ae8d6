/*
 * walls.h - what a process gives up before it becomes the program.
 *
 * Called in the process that will run the program, inside the finished root.
 * There is no way back.  On failure the caller must exit.
 *
 * The walls are raised by the process itself, after everything that needs a
 * right is done; process 1, which stays outside of them, holds the other end of
 * the gate. verify.c then looks from the host whether they stand.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_WALLS_H
#define CS_JAIL_INSIDE_WALLS_H

#include <stdbool.h>

#include "base/error.h"
#include "jail/plan.h"

/* Limits, a user namespace of its own, no capability, no new privileges,
 * Landlock, the filter of the plan.  `procfs` is a writable procfs.
 *
 * `*gate` becomes a descriptor at which process 1 is asked, -1: there is none.
 * With CS_PLAN_NAMES it is asked for what makes names (names.h).  With
 * CS_WALL_NO_SPAWN, `gated`, it lets one execve pass (cs_init_let_through); not
 * `gated`, there is none from now on.  When nobody holds the descriptor any
 * more, all these calls fail. */
cs_status cs_walls_raise(const cs_plan *plan, int procfs, bool gated, int *gate,
                         cs_error *err) CS_MUST_CHECK;

/* All five sets of capabilities empty for good. */
cs_status cs_walls_drop_caps(cs_error *err) CS_MUST_CHECK;

/* Write the maps of process `who` ("self" or a number): the user outside
 * `uid`, `gid` is CS_PLAN_UID, CS_PLAN_GID inside. */
cs_status cs_walls_map(int procfs, const char *who, uint32_t uid, uint32_t gid,
                       cs_error *err) CS_MUST_CHECK;

#endif
