/*
 * trials.h - what a probe tries inside a jail.
 *
 * The helper itself makes the attempts, in the place of the program and behind
 * the same walls; nobody's code runs, so a probe may leave walls out, also in
 * builds that refuse that to everybody else.
 *
 * A result is 0 when the attempt succeeded, else the errno of the refusal.
 *
 * Numbers are bits of a mask that travels as a decimal argument, so there are
 * at most 32 attempts; their order is that of the results and nothing else
 * depends on it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_TRIALS_H
#define CS_JAIL_TRIALS_H

#include <stdint.h>

/* name: attempt */
#define CS_TRIAL_LIST(X)                                             \
  X(OUTSIDE)   /* open a file of the host: argument 1 */             \
  X(ROOT)      /* create a file in the root directory */             \
  X(UNLISTED)  /* create a file that no Landlock rule allows */      \
  X(PROCESS)   /* name a process of the host: argument 3 */          \
  X(SOCKET)    /* connect to the host's socket: argument 2 */        \
  X(INET)      /* socket(AF_INET) */                                 \
  X(NAMESPACE) /* unshare(CLONE_NEWUSER) */                          \
  X(TTY)       /* push a character into a terminal */                \
  X(MOUNT)     /* mount a tmpfs */                                   \
  X(FORKS)     /* more processes than the plan has */                \
  X(FDS)       /* more descriptors */                                \
  X(FILE_SIZE) /* a larger file */                                   \
  X(TMP)       /* more bytes in /tmp */                              \
  X(READ_ONLY) /* create a file in CS_TRIAL_AT_RO */                 \
  X(OVERLAY)   /* create one in CS_TRIAL_AT_OVER */                  \
  X(OVERFILL)  /* fill that one */                                   \
  X(FORK)      /* one process */                                     \
  X(EXECUTE)   /* execve */                                          \
  X(UNIX)      /* socket(AF_UNIX) */                                 \
  X(PAIR)      /* a pair of sockets that could send anywhere */      \
  X(MEMORY)    /* more memory, touched */                            \
  X(TREE)      /* a process that would outlive us; then wait */      \
  X(SPIN)      /* burn processor time for ever */                    \
  X(HANG)      /* do nothing for ever */                             \
  X(HIDDEN)    /* open a file in what is hidden: CS_TRIAL_AT_HIDE */ \
  X(FROZEN)    /* create one in what is frozen: CS_TRIAL_AT_COLD */  \
  X(PINNED)    /* rename what is pinned: CS_TRIAL_AT_PIN */          \
  X(INODES)    /* more files in /tmp */                              \
  X(CPUS)      /* run on more processors */                          \
  X(SHARED)    /* more memory, shared: two ways */                   \
  X(MEMFD)     /* more memory, as a file without a name */           \
  X(SYSV)      /* more memory, as a segment of System V */

typedef enum cs_trial {
#define X(name) CS_TRIAL_##name,
  CS_TRIAL_LIST(X)
#undef X
      CS_TRIAL_COUNT
} cs_trial;

#define CS_TRIAL_BIT(name) (UINT32_C(1) << CS_TRIAL_##name)
#define CS_TRIAL_UNTRIED   (-1)

/* Places that only such a jail has. */
#define CS_TRIAL_AT_NONE "/trial" /* in memory, without a Landlock rule */
#define CS_TRIAL_AT_RO   "/ro"
#define CS_TRIAL_AT_OVER "/over"
/* Directories of the jail's own user: without a cover all can be done to them,
 * whoever made the jail. */
#define CS_TRIAL_AT_HIDE "/tmp/hide"
#define CS_TRIAL_AT_COLD "/tmp/cold"
#define CS_TRIAL_AT_PIN  "/tmp/pin"

/* Bytes that TMP and OVERFILL write: more than a limit of CS_TRIAL_ROOM. */
#define CS_TRIAL_ROOM (UINT64_C(128) << 10)
#define CS_TRIAL_FILL (UINT64_C(160) << 10)

/* What arrives on stdout when all was tried. In the order of the list;
 * CS_TRIAL_UNTRIED where it was not asked for. */
typedef struct cs_trial_results {
  int32_t code[CS_TRIAL_COUNT];
} cs_trial_results;

#endif
