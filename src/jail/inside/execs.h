/*
 * execs.h - process 1 of a sandbox: it starts what the host sends.
 *
 *   process 1 ── fork ─▶ supervisor ── fork ─▶ the program
 *
 * Every exec has a supervisor of its own, to which all orphans of the exec go
 * (it is a child subreaper).  So an exec can be killed as a whole, double forks
 * and new sessions included, while everything else in the sandbox lives on.
 *
 * An order is one packet on the control socket, with CS_EXECS_FDS descriptors:
 * the exec's own SEQPACKET socket, its plan (arguments, environment, directory,
 * limits), an eventfd that lets the program begin, and three streams.  On its
 * socket an exec sends struct cs_control; the host sends single bytes: 'k'
 * kills everything, 't' asks everything to end, any other byte is the number of
 * a signal for the program's group.  A seventh descriptor, if there is one, is
 * inherited by the program as number 10.
 * The end of that socket kills everything as well.
 *
 * The names of descriptors are their order in the packet; a supervisor never
 * sees those of another exec.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_EXECS_H
#define CS_JAIL_INSIDE_EXECS_H

#include "jail/plan.h"

#define CS_EXECS_FDS  6
#define CS_EXECS_KILL 'k' /* above every signal */
#define CS_EXECS_TERM 't' /* SIGTERM for everything below the supervisor */
#define CS_EXECS_FILE 10  /* where the program finds a seventh descriptor */

/* Serve orders until the host closes `control`, which ends the sandbox. */
_Noreturn void cs_execs_serve(int control, const cs_plan *plan, int procfs);

#endif
