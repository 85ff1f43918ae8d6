/*
 * trial.h - the attempts of a probe, from inside (jail/trials.h).
 *
 * Never returns to code of a guest: there is none in a trial.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_TRIAL_H
#define CS_JAIL_INSIDE_TRIAL_H

#include "jail/plan.h"

/* Try what argument 0, a decimal mask, asks for; results go to stdout. */
_Noreturn void cs_trial_run(const cs_plan *plan, char **argv);

#endif
