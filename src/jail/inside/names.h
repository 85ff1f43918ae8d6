/*
 * names.h - protected names that are not there stay absent.
 *
 * A mount can cover a name that exists; nothing in the kernel refuses one that
 * does not.  So calls that make or move a name come to process 1 before they
 * happen (a seccomp listener), and process 1 does them itself, in the same root
 * and as the same user: it reads the path once, opens the parent, judges where
 * that really is, and acts on what it opened.  The program never gets to do the
 * call, so changing the path meanwhile changes nothing.
 *
 * One call at a time: no directory is renamed between look and act, because
 * renaming is such a call (redteam: D10, D11).
 *
 * What it costs: a call that makes a name takes two switches to process 1 and
 * back, calls that only open what is there are not asked
 * about unless they have O_CREAT.
 *
 * What it does not cover: names in the jail's own memory, which leave with it,
 * and writes into files that exist, which covers and mounts decide about.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_NAMES_H
#define CS_JAIL_INSIDE_NAMES_H

#include <linux/seccomp.h>

#include "jail/plan.h"

/* Do what `ask`, one of the calls below, asks for, or refuse it. */
void cs_names_answer(const cs_plan *plan, int gate,
                     const struct seccomp_notif *ask);

#endif
