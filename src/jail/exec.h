/*
 * exec.h - run one program in a jail to its end.
 *
 * Both output streams are read all the time, in bytes; above the limit they
 * are counted and dropped, so a program never blocks on us and what is kept is
 * exactly the beginning of what it wrote.  At the deadline the whole tree is
 * dead before the call returns.
 *
 * Callbacks run on the calling thread, between two looks at the clock: one that
 * takes long delays the deadline by as much.
 *
 * A signal that the host gets meanwhile interrupts nothing: waits are repeated
 * with what is left of their time.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_EXEC_H
#define CS_JAIL_EXEC_H

#include <sys/ioctl.h>

#include "jail/jail.h"

typedef struct cs_exec_options {
  uint64_t wall_ms;  /* 0: no deadline */
  uint64_t cpu_ms;   /* processor time of everything in the jail, where control
                        groups count it; 0: no such limit */
  uint64_t output;   /* bytes per stream that reach `sink` */
  const void *input; /* what the program reads, then its end */
  size_t input_len;
  int input_fd; /* read here behind `input`; -1: nothing more */
  /* stream 1 or 2; false ends the program as cancelled. */
  bool (*sink)(void *user, int stream, const char *data, size_t n);
  /* A terminal of its own instead of pipes: what it prints comes as stream 1,
   * the end of `input_fd` is typed (Ctrl-D).  Asked for its size at least every
   * 100 ms; NULL: no terminal. */
  void (*window)(void *user, struct winsize *size);
  /* Called when `watch_fd` can be read; false: it is over.  0: none. */
  int watch_fd;
  bool (*watch)(void *user);
  /* Asked at least every 100 ms; true cancels.  May be NULL. */
  bool (*poll)(void *user);
  void *user;
} cs_exec_options;

/* Of several reasons the first one that was noticed; a program that ended by
 * itself before is EXITED or SIGNALED whatever its limits. */
typedef enum cs_exec_end {
  CS_EXEC_EXITED,
  CS_EXEC_SIGNALED,
  CS_EXEC_TIMEOUT, /* the deadline */
  CS_EXEC_MEMORY,  /* killed by the memory limit of the jail */
  CS_EXEC_CPU,     /* the limit of processor time */
  CS_EXEC_CANCELLED,
  CS_EXEC_NO_PROGRAM /* not found, or not executable */
} cs_exec_end;

/* Filled in for every CS_OK; numbers of processes are those that process 1
 * told. */
typedef struct cs_exec_result {
  cs_exec_end end;
  int code;   /* as a shell tells it: 124 deadline, 126, 127, 128 + signal;
                 processor time counts as its signal, SIGXCPU */
  int signal; /* SIGNALED */
  bool truncated[2];
  uint64_t bytes[2]; /* written by the program, kept or not */
  uint64_t wall_us, user_us, system_us;
  uint64_t peak_kib; /* of the largest process */
  char text[200];    /* NO_PROGRAM: why */
} cs_exec_result;

/* `spec->stdio` is set by this function.  CS_EOS: there was no jail. */
cs_status cs_exec_run(const cs_jail_kit *kit, const cs_jail_spec *spec,
                      const cs_exec_options *options, cs_exec_result *out,
                      cs_error *err) CS_MUST_CHECK;

#endif
