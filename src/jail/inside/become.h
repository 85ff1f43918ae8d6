/*
 * become.h - the last steps of a process that turns into the program.
 *
 * It takes its session, its directory and its walls, lets the host look at
 * them, and executes.  What goes wrong is told over CS_PLAN_FD_CONTROL, which
 * the program never inherits.
 *
 * Two callers: process 1 of a jail, for its program, and the supervisor of an
 * exec in a sandbox, whose `words` come from the exec's own plan while the
 * walls are those of the sandbox.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_BECOME_H
#define CS_JAIL_INSIDE_BECOME_H

#include "base/error.h"
#include "jail/plan.h"

/* Tell the host why there is no jail, and leave. */
_Noreturn void cs_become_give_up(const cs_error *err);

/* Become the program.  `plan` says which walls, `words` what is executed (often
 * the same plan); a byte from `go` lets it begin, -1: at once.  Over `asks`
 * goes the gate (walls.h), if there is one. */
_Noreturn void cs_become(const cs_plan *plan, const cs_plan *words, int procfs,
                         int go, int asks);

#endif
