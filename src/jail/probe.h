/*
 * probe.h - what this host can do for a jail, found out by trying.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_PROBE_H
#define CS_JAIL_PROBE_H

#include "jail/jail.h"

typedef struct cs_jail_fact {
  const char *name;
  bool holds;     /* enforced here */
  bool needed;    /* without it there is no jail */
  char text[160]; /* by what, or why not */
} cs_jail_fact;

#define CS_JAIL_FACTS 8

/* Starts a few jails that run nothing; fills CS_JAIL_FACTS entries.  True: a
 * jail can be made. */
bool cs_jail_probe(const cs_jail_kit *kit, cs_jail_fact *facts);

#endif
