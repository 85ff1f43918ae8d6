/*
 * keeper.h - the first process of a zygote's jail: makes jails for its forks.
 *
 *   host ─▶ keeper ── clone ─▶ process 1 ─▶ zygote ── fork ─▶ the program
 *
 * The keeper is small, so a process 1 is cheap; only the program is a copy of
 * the zygote.  Process 1 makes what must be new in its tree (all of it, if
 * there are mounts), tells the host, and asks the zygote for a child in its
 * namespaces.
 *
 * Why not fork the zygote itself into the new namespaces: its process namespace
 * cannot be changed after the fact, and a process 1 that is a copy of a whole
 * interpreter would cost its pages once more.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_KEEPER_H
#define CS_JAIL_INSIDE_KEEPER_H

/* Serve requests until the host or the zygote is gone; never returns.  `host`
 * is a mount namespace with the host's tree, from which jails get their mounts.
 */
_Noreturn void cs_keeper_serve(int control, int zygote, int pid, int host);

#endif
