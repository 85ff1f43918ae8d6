/*
 * cgroup.h - limits of a whole jail, where the host lets us set them.
 *
 * Version 2 with delegated controllers, version 1, or none: then the limits
 * per process of the jail are what holds, and the report says so.
 *
 * Order of use: open, doors (for the helper), or add_all for what runs already;
 * meter and time while it runs; killed, then close when everything is dead. A
 * group that is left behind holds kernel memory, so whoever opens one closes it
 * on every way out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_CGROUP_H
#define CS_JAIL_CGROUP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define CS_CGROUP_MAX 5

/* Zeroed means: no group, nothing to close. */
typedef struct cs_cgroup {
  int parent[CS_CGROUP_MAX]; /* owned descriptors of the directories above */
  int n;                     /* groups made */
  char name[40];             /* of our directory in each */
  int version;               /* 1, 2 or 0 */
  int clock;                 /* 1 + the one that counts processor time; 0 */
  int quota;                 /* 1 + the one that limits its share; 0 */
  int pids, freezer;         /* of a sandbox: 1 + the one that has it; 0 */
} cs_cgroup;

typedef struct cs_cgroup_limits { /* 0: none */
  uint64_t memory;                /* bytes */
  uint32_t processes;             /* version 2 only */
  uint32_t share;                 /* of the processors, thousandths of one */
  bool sandbox; /* many programs: count processes, be able to freeze, and let
                   the first process live when memory ends */
} cs_cgroup_limits;

/* What this host offers: the version, 0 with the reason in `why`. Leaves
 * nothing behind. */
int cs_cgroup_probe(char why[160]);

/* Make a group with these limits. Failing means `n` is 0; without a `quota` its
 * share is not limited. May leave old groups of dead hosts removed as well. */
void cs_cgroup_open(cs_cgroup *g, const cs_cgroup_limits *limits);
/* What a process takes to be in it: one descriptor per group, opened here; -1:
 * that failed.  Version 1: a file to which it writes "0", while it has one
 * thread; version 2: the directory, for CLONE_INTO_CGROUP.  To move another
 * process the kernel waits for all processors, 10 ms and more. */
int cs_cgroup_doors(const cs_cgroup *g, int fds[CS_CGROUP_MAX]);
/* Move two processes of a jail (0: none) and everything below them in: process
 * 1, to whom orphans go, and the program, if it is not below that.  False:
 * something forks faster than it can be moved, and must not go on. */
bool cs_cgroup_add_all(const cs_cgroup *g, const pid_t first[2]);
/* Count the processor time of these and everything below from now on, where
 * this host has a group that does; false: as above. */
bool cs_cgroup_meter(cs_cgroup *g, const pid_t first[2]);
/* Microseconds that were counted, of the living and the dead. */
bool cs_cgroup_time(const cs_cgroup *g, uint64_t *us);
/* The share that the kernel keeps it to, thousandths; 0: none. */
uint32_t cs_cgroup_share(const cs_cgroup *g);
/* Set another one; only where there is a quota. */
bool cs_cgroup_limit(cs_cgroup *g, uint32_t share);
/* Did it want more than its share? */
bool cs_cgroup_throttled(const cs_cgroup *g);
/* Did the memory limit kill something? */
bool cs_cgroup_killed(const cs_cgroup *g);
/* How often the memory limit killed, and the limit of processes refused. */
uint64_t cs_cgroup_kills(const cs_cgroup *g);
uint64_t cs_cgroup_refusals(const cs_cgroup *g);
/* Bytes in use, and at most; false: nobody counts them. */
bool cs_cgroup_memory(const cs_cgroup *g, uint64_t *now, uint64_t *peak);
/* Let nothing in it run, or let it run again; false: that cannot be done. */
bool cs_cgroup_freeze(const cs_cgroup *g, bool frozen);
/* Remove the group; everything in it must be dead. Waits for the kernel to let
 * go, a few seconds at most. */
void cs_cgroup_close(cs_cgroup *g);

#endif
