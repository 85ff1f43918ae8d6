/*
 * control.h - what a jail's first process tells its host.
 *
 * One message per packet of a SEQPACKET socket.  The host sends single bytes:
 * CS_CONTROL_GO lets process 1 make the program's process, and
 * a second one, when its walls stand, lets that become the program; closing the
 * socket ends the jail, also when the host itself dies.  The program never has
 * this descriptor.
 *
 * To the first process of a zygote's jail the host sends requests: the
 * environment as a DICT, with five descriptors (plan, control socket of the
 * new jail, channel, stdout, stderr) and those of its mounts.
 *
 * Everything in a cs_control comes from a process that may be under the control
 * of a guest by then: the host checks the size, ends the text itself and
 * believes no number that concerns a limit (exec.c).
 *
 * Before the program is there, process 1 shows the host what only this jail
 * has: its /tmp, then its overlays and directories in memory in the order of
 * the plan (not /dev/shm), as descriptors of their mounts.  They come with
 * STARTED (after the pidfd) from a zygote's jail, with BUILT from others.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_CONTROL_H
#define CS_JAIL_CONTROL_H

#include <stdint.h>

#define CS_CONTROL_GO     'g'
#define CS_CONTROL_FDS    5  /* of a request */
#define CS_CONTROL_MOUNTS 48 /* and at most so many of mounts */
#define CS_CONTROL_SHOWN  33 /* /tmp and overlays */

/* Reasons of FAILED that are the host's settings: see missing.h. */
#define CS_CONTROL_NO_SPACES "the kernel gave no namespaces"
#define CS_CONTROL_NO_MAP    "cannot map the user of the jail"
#define CS_CONTROL_NO_MOUNTS "cannot detach the mounts"
#define CS_CONTROL_NO_SECOND "no second user namespace"

/* In the order in which a jail tells them; FAILED may come instead of any. */
typedef enum cs_control_kind {
  CS_CONTROL_STARTED = 1, /* pid; with a pidfd */
  CS_CONTROL_BUILT,       /* the root stands */
  CS_CONTROL_FAILED,      /* text: why there is no jail */
  CS_CONTROL_NO_EXEC,     /* value: errno of execve */
  CS_CONTROL_EXITED,      /* value: wait status of the program */
  CS_CONTROL_READY,       /* a zygote has imported what it should */
  CS_CONTROL_WALLED       /* the walls stand around the process that becomes
                             the program; it goes on after another GO */
} cs_control_kind;

/* Fixed size: a packet of another size is not one of ours. */
typedef struct cs_control {
  uint32_t kind;
  int32_t value;
  uint64_t user_us, system_us; /* EXITED: of the whole jail */
  uint64_t peak_kib;
  char text[200];
} cs_control;

#endif
