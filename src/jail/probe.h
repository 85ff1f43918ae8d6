/*
 * probe.h - what this host can do for a jail, found out by trying.
 *
 * Every attempt is made in a jail as programs get it, and again without the
 * mechanism that should refuse it.  About ten jails around no program; each is
 * cut off after a second, and nothing is left behind.
 *
 * Several jails are tried at a time; the caller remembers the outcome
 * (enforce/enforce_cache.h). A probe says what this host can do, verify.h what
 * it did for one jail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_PROBE_H
#define CS_JAIL_PROBE_H

#include "jail/jail.h"
#include "policy/report_probes.h"

/* Fills the probes of a jail. `faults` (NULL: none) names mechanisms, separated
 * by commas, that are left out where they should stand: such a probe must fail;
 * only test builds look at it. True: a jail can be made. Threads are used
 * inside; none is left when it returns. */
bool cs_jail_try(const cs_jail_kit *kit, const char *faults, cs_probes *out);
/* The limit of processor time: takes a second of it. */
void cs_jail_try_cpu(const cs_jail_kit *kit, const char *faults,
                     cs_probes *out);

/* The walls of a jail in a few words, for those who only want to tell. */
typedef struct cs_jail_fact {
  const char *name;
  bool holds;     /* enforced here */
  bool needed;    /* without it there is no jail */
  char text[160]; /* by what, or why not */
} cs_jail_fact;

#define CS_JAIL_FACTS 8

void cs_jail_facts(const cs_probes *p, cs_jail_fact facts[CS_JAIL_FACTS]);
/* Both: true if a jail can be made. */
bool cs_jail_probe(const cs_jail_kit *kit, cs_jail_fact *facts);

#endif
