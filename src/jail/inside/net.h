/*
 * net.h - network namespaces of dead jails, used again.
 *
 * Making one costs more than everything else in a jail, and waits for a lock
 * that the kernel holds, for tens of milliseconds, while it takes others apart.
 * A jail without a loopback device leaves nothing in its own: no interface is
 * up, no program had a right in it, the filter lets it open no socket but unix
 * ones, and one of which a socket is left, wherever, is not used again.
 *
 * Owned by the keeper; its children inherit the descriptors and close them
 * before anything else runs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_NET_H
#define CS_JAIL_INSIDE_NET_H

#include <stddef.h>
#include <sys/types.h>

#include "jail/plan.h"

#define CS_NET_MAX 32

typedef struct cs_nets {
  struct {
    int fd;     /* owned */
    pid_t user; /* process 1 of the jail that has it; 0: nobody */
  } at[CS_NET_MAX];
  size_t n;
} cs_nets;

/* Put this process into one that nobody uses, so that its next child is born
 * there.  -1: that child must be given a namespace of its own. */
int cs_net_enter(cs_nets *nets, const cs_plan *plan);
/* The child that has `which` (cs_net_enter). */
void cs_net_lend(cs_nets *nets, int which, pid_t user);
/* Everybody in the jail of `user` is dead and was waited for. */
void cs_net_end(cs_nets *nets, pid_t user);

#endif
